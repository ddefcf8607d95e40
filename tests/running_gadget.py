"""`cdgdevice run` in a process of its own, and the world around it in the test's.

Its screens are a FIFO that is read here; nothing sleeps, everything is waited for.
"""

import os
import select
import socket
import subprocess
import sys
from collections import deque
from collections.abc import Container, Mapping
from pathlib import Path

from cdgdevice.drivers.oled.i2c_bus import parse_transfers
from cdgdevice.drivers.oled.panels import SSD1309
from cdgdevice.render.views import PageKind, PageView, View
from cdgdevice.rules.card_display import Side
from cdgdevice.simulator.simulated_hardware import SimulatedI2cBus
from cdgdevice.simulator.simulated_panel import SimulatedPanel
from tests.drawn import draw_view
from tests.patience import PATIENCE
from tests.processes import Process

ADDRESSES = {Side.LEFT: 0x3C, Side.RIGHT: 0x3D}
CONFIG = """
set_up = false
sheet = "paths-of-glory-2022"
[pins]
factory = "mock"
debounce_ms = 0  # these pins never bounce
[reader]
port = "{port}"
[screens]
chances = false
bus = "record:{fifo}"
"""
HAND_OVER = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.environ |= {"LISTEN_PID": str(os.getpid()), "LISTEN_FDS": "1", "LISTEN_FDNAMES": "page"}
os.execv(sys.argv[2], sys.argv[2:])
"""
AS_INSTALLED = """
import sys
from cdgdevice.config import effective
from cdgdevice.cli.parser import run_command
effective.SYSTEM_CONFIG, effective.BOOT_CONFIG = sys.argv[1], "/nowhere/cdgdevice.toml"
sys.exit(run_command(["run"]))
"""
GOODBYE = PageView(PageKind.NOTE, "Stopped", ("The game is kept. It goes on from here.",))


def command(folder: Path) -> list[str]:
    run = [sys.executable, "-m", "cdgdevice", "run", "--config", str(folder / "config.toml")]
    return [*run, "--folder", str(folder / "games")]


class RecordedScreens:
    """Both screens, as a FIFO records what is sent to them: no picture is missed.

    The transfers are replayed one by one, so a picture is seen however short it stood and however
    late it is looked for.
    """

    def __init__(self, fifo: Path) -> None:
        os.mkfifo(fifo)
        # Also open for writing: the splash opens and closes it, which is not the end.
        self._fifo = os.open(fifo, os.O_RDWR | os.O_NONBLOCK)
        self._begun = b""
        self._transfers: deque[tuple[int, bytes]] = deque()
        panels = {address: SimulatedPanel(SSD1309) for address in ADDRESSES.values()}
        self._bus = SimulatedI2cBus(panels)

    def close(self) -> None:
        """Take the screens away."""
        os.close(self._fifo)

    def await_picture(self, side: Side, wanted: Container[bytes]) -> bytes:
        """Replay until this side shows one of the wanted pictures, and return it."""
        address = ADDRESSES[side]
        while (picture := self._bus.picture(address).convert("1").tobytes()) not in wanted:
            changed = None
            while changed != address:
                if not self._transfers:
                    self._transfers.extend(parse_transfers(self.await_lines()))
                    continue
                changed, payload = self._transfers.popleft()
                self._bus.transfer(changed, payload)
        return picture

    def await_lines(self) -> list[bytes]:
        """Wait until something more is sent, and return its lines, perhaps none that is whole."""
        ready, _, _ = select.select([self._fifo], [], [], PATIENCE)
        assert ready, "the screens do not come to show it"
        data = self._begun + os.read(self._fifo, 65536)
        *lines, self._begun = data.split(b"\n")
        return lines


class Running:
    """`cdgdevice run` in a process of its own, with everything around it in this one."""

    def __init__(
        self,
        folder: Path,
        port: str = "none",
        *,
        stderr: int | None = None,
        more: str = "",
        folder_named: bool = True,
        file_named: bool = True,
        environment: Mapping[str, str] | None = None,
        handed: socket.socket | None = None,
    ) -> None:
        """Start it; `handed` is a socket that it gets as systemd would hand it its page's.

        Without its file and folder named it goes by this computer's own, which are those here.
        """
        folder.mkdir(exist_ok=True)
        fifo, notify, config = folder / "glass", folder / "notify", folder / "config.toml"
        for old in (fifo, notify):
            old.unlink(missing_ok=True)
        config.write_text(CONFIG.format(port=port, fifo=fifo) + more)
        self.screens = RecordedScreens(fifo)
        self._manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._manager.bind(str(notify))
        self._manager.settimeout(PATIENCE)
        run = command(folder)[: None if folder_named else -2]
        if not file_named:
            run = [sys.executable, "-c", AS_INSTALLED, str(config)]
        door = () if handed is None else (handed.fileno(),)
        self.process = Process(
            [*(arg for fd in door for arg in (sys.executable, "-c", HAND_OVER, str(fd))), *run],
            env=os.environ
            | {"NOTIFY_SOCKET": str(notify), "WATCHDOG_USEC": "200000"}
            | {"STATE_DIRECTORY": str(folder)}
            | dict(environment or {}),
            stderr=subprocess.PIPE if stderr is None else stderr,
            stdin=subprocess.DEVNULL,
            pass_fds=door,
        )

    def __enter__(self) -> "Running":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.end()
        self._manager.close()
        self.screens.close()

    def says(self) -> str:
        """Wait for the next word to the service manager."""
        return self._manager.recv(1000).decode()

    def waits_for(self, word: str) -> None:
        """Wait for this word; signs of life may come before it."""
        while (said := self.says()) != word:
            assert said == "WATCHDOG=1", said

    def shows(self, side: Side, *views: View) -> View:
        """Wait until this side's screen shows one of these views, and give it."""
        wanted = {draw_view(view).tobytes(): view for view in views}
        return wanted[self.screens.await_picture(side, wanted)]

    def shows_picture(self, side: Side, picture: bytes) -> None:
        """Wait until this side's screen shows these 1,024 bytes."""
        self.screens.await_picture(side, {picture})

    def signal(self, number: int) -> int:
        """Send a signal, and give the status that the process ends with."""
        self.process.send_signal(number)
        return self.process.wait(PATIENCE)
