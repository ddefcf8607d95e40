"""The die reader's cable: a USB serial port whose device end is a program (dummy_hcd, configfs)."""

import array
import contextlib
import fcntl
import os
import socket
import subprocess
import termios
import tty
from dataclasses import dataclass
from pathlib import Path

VENDOR, PRODUCT = "0x2e8a", "0x0005"
"""A Raspberry Pi Pico with MicroPython."""
SERIAL = "e6614c311b4a7f2c"
_MODULES = ("dummy_hcd", "libcomposite", "usb_f_acm", "cdc_acm")
_GADGET = Path("/sys/kernel/config/usb_gadget/reader")
_CONTROLLER = "dummy_udc.0"
_END = "/dev/ttyGS0"
_CHUNK = 4096


@dataclass(slots=True)
class ReportFaults:
    """What is still to happen to reports of throws on their way."""

    lose: int = 0
    """So many get lost."""
    double: int = 0
    """After those, so many arrive twice."""

    def carried(self, data: bytes) -> list[bytes]:
        """Give the lines that arrive of those in `data`, and count what happened."""
        return [line for line in data.splitlines(keepends=True) for _ in range(self._times(line))]

    def _times(self, line: bytes) -> int:
        if not line.startswith(b"$ROLL"):
            return 1
        if self.lose:
            self.lose -= 1
            return 0
        if self.double:
            self.double -= 1
            return 2
        return 1


class GadgetCable:
    """A carrier for the simulated reader, from a program to /dev/ttyACM0.

    Raises:
        OSError: when the kernel does not have such a thing.
    """

    def __init__(self) -> None:
        self._end: int | None = None
        self.faults = ReportFaults()
        subprocess.run(["modprobe", "-a", *_MODULES], check=True)
        _make_gadget()

    @property
    def url(self) -> str:
        """The name that udev's rule gives it."""
        return "/dev/cdgdevice-die"

    def plug(self) -> None:
        """Let the host find it."""
        (_GADGET / "UDC").write_text(_CONTROLLER, encoding="ascii")
        self._end = os.open(_END, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        tty.setraw(self._end)

    def unplug(self) -> None:
        """Let it vanish; first that, or closing would wait for the host to read all."""
        (_GADGET / "UDC").write_text("\n", encoding="ascii")
        if self._end is not None:
            os.close(self._end)
            self._end = None

    def waiting(self) -> list[int | socket.socket]:
        """Give the device's end."""
        return [] if self._end is None else [self._end]

    def read(self) -> bytes:
        """Give what the host sent."""
        if self._end is not None:
            with contextlib.suppress(BlockingIOError):
                return os.read(self._end, _CHUNK)
        return b""

    def write(self, data: bytes) -> None:
        """Send what the host takes; while it takes nothing the rest is lost, as on a real board."""
        for line in self.faults.carried(data):
            self._send(line)

    def close(self) -> None:
        """Unplug."""
        self.unplug()

    def _send(self, line: bytes) -> None:
        if self._end is None:
            return
        untaken = array.array("i", [0])
        fcntl.ioctl(self._end, termios.TIOCOUTQ, untaken)
        if not untaken[0]:
            with contextlib.suppress(BlockingIOError):
                os.write(self._end, line)


def _make_gadget() -> None:
    if _GADGET.exists():
        return
    for folder in ("strings/0x409", "functions/acm.0", "configs/c.1"):
        (_GADGET / folder).mkdir(parents=True)
    words = {
        "idVendor": VENDOR,
        "idProduct": PRODUCT,
        "strings/0x409/manufacturer": "MicroPython",
        "strings/0x409/product": "Board in FS mode",
        "strings/0x409/serialnumber": SERIAL,
    }
    for name, text in words.items():
        (_GADGET / name).write_text(text, encoding="ascii")
    (_GADGET / "configs/c.1/acm.0").symlink_to(_GADGET / "functions/acm.0")
