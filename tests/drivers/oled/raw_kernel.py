"""A kernel of memory below the raw transfers: files of buses and of GPIO chips, and their calls."""

import errno
import os
import sys
from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any

import pytest

from cdgdevice.drivers.oled import splash
from cdgdevice.simulator.simulated_panel import SimulatedPanel

_GET_CHIP_INFO, _GET_LINES, _SET_VALUES = 0x8044B401, 0xC250B407, 0xC010B40F
_LINES = 1000
"""The descriptor of the first lines that are taken."""


class RawKernel:
    """Panels on SPI by chip select or on I2C by address, and a header's chip, the second of two."""

    def __init__(self, panels: Mapping[int, SimulatedPanel], resets: Mapping[int, int]) -> None:
        self.panels = panels
        self.resets = resets
        self.levels: dict[int, bool] = {}
        """Of the lines that are taken, by GPIO number."""
        self.pulled_up: set[int] = set()
        self.calls: list[tuple[int, bytes]] = []
        """What the buses were told, beside what was sent."""
        self._open: dict[int, str] = {}
        self._taken: dict[int, list[int]] = {}
        self._address = 0

    def install(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Stand where the kernel is for the raw transfers."""
        monkeypatch.setattr(splash, "time", SimpleNamespace(sleep=lambda _: None))
        for name in ("open", "write", "close", "listdir"):
            monkeypatch.setattr(splash.os, name, self._or_real(name))
        monkeypatch.setitem(sys.modules, "fcntl", SimpleNamespace(ioctl=self.ioctl))

    def _or_real(self, name: str) -> Callable[..., Any]:
        """Return ours for the files of this kernel, and else the real one."""
        real, ours = getattr(os, name), getattr(self, name)

        def call(what: Any, *more: Any) -> Any:
            mine = what in self._open or what == _LINES or str(what).startswith("/dev")
            return ours(what, *more) if mine else real(what, *more)

        return call

    def open(self, path: str, _flags: int) -> int:
        if not path.startswith(("/dev/gpiochip", "/dev/spidev0.", "/dev/i2c-1")):
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
        file = 2000 + len(self._open)
        self._open[file] = path
        return file

    def listdir(self, _folder: str) -> list[str]:
        return ["spidev0.0", "gpiochip1", "gpiochip0"]

    def close(self, file: int) -> None:
        for gpio in self._taken.pop(file, []):
            del self.levels[gpio]

    def ioctl(self, file: int, call: int, argument: Any) -> None:
        match call:
            case 0x8044B401:
                label = b"raspberrypi-exp" if self._open[file].endswith("0") else b"pinctrl-rp1"
                argument[32 : 32 + len(label)] = label
            case 0xC250B407:
                count = int.from_bytes(argument[560:564], "little")
                gpios = [
                    int.from_bytes(argument[4 * n : 4 * n + 4], "little") for n in range(count)
                ]
                flags = int.from_bytes(argument[288:296], "little")
                if self._open[file] != "/dev/gpiochip1" or self.levels.keys() & set(gpios):
                    raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))
                assert flags == 0x108
                self.pulled_up |= set(gpios)
                self._taken[_LINES] = gpios
                argument[588:592] = _LINES.to_bytes(4, "little")
                for gpio in gpios:
                    self._set(gpio, high=False)
            case 0xC010B40F:
                bits, mask = (int.from_bytes(argument[at : at + 8], "little") for at in (0, 8))
                for number, gpio in enumerate(self._taken[file]):
                    if mask >> number & 1:
                        self._set(gpio, high=bool(bits >> number & 1))
            case splash.I2C_SLAVE:
                self._address = argument
            case _:
                self.calls.append((call, bytes(argument)))

    def write(self, file: int, content: bytes) -> int:
        if self._open[file].startswith("/dev/i2c-"):
            panel = self.panels[self._address]
            if not (panel.acknowledges and self.levels.get(self.resets[self._address], True)):
                raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))
            panel.receive(content)
            return len(content)
        select = int(self._open[file][-1])
        (data_command,) = (gpio for gpio in self.levels if gpio not in self.resets.values())
        if self.levels.get(self.resets[select], True) and select in self.panels:
            self.panels[select].take(content, pixels=self.levels[data_command])
        return len(content)

    def _set(self, gpio: int, *, high: bool) -> None:
        self.levels[gpio] = high
        for select, reset in self.resets.items():
            if reset == gpio and not high:
                self.panels[select].reset()
