"""An emulated Raspberry Pi with the card image in its slot as it was built, and what is around it.

Outside of the card are: the power, both panels, a die reader at a serial adapter on USB if there is
one, and a network on USB through which a browser reaches the gadget's page. The kernel gets the
words of cmdline.txt, as a Pi's firmware gives them.
"""

import socket
import subprocess
import time
from collections.abc import Callable
from contextlib import closing, suppress
from http.client import HTTPException
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

from cdgdevice.rules.card_display import Side
from cdgdevice.simulator.simulated_reader import SimulatedReader
from tests.machine.emulated_machine import run_tool
from tests.machine.laptop import answers
from tests.machine.qmp import Qmp
from tests.machine.world_port import LEFT, RIGHT
from tests.pi.i2c_trace import TRACED, I2cTrace
from tests.pi.raspi3b import Raspi3B
from tests.web.browser_end import ask

PATIENCE = 900.0
"""Seconds of the world's time that anything may take: the Pi is slow here, its host may be busy."""
LIFE = 1500.0
"""Seconds of the world's time after which nothing is waited for any more."""
ADDRESSES = {Side.LEFT: LEFT, Side.RIGHT: RIGHT}
NOWHERE = 0x50
"""An address on the bus that means nothing to the gadget."""
STILL = 8.0
"""Seconds of the world's time without a byte to the glass after which it has settled."""
OUTSIDE = (
    "console=ttyAMA0,115200 systemd.journald.forward_to_console=1 "
    "systemd.log_color=0 systemd.show_status=0"
)
"""What the test adds to the kernel's words: it reads the log on the serial line."""
CLOCK = "shift=0,sleep=on,align=off"
"""Its clock counts instructions while it works: a busy host makes it no slower in its own eyes."""

Seen = TypeVar("Seen")


def _find_free_ports() -> tuple[int, int]:
    with (
        socket.create_server(("127.0.0.1", 0)) as one,
        socket.create_server(("127.0.0.1", 0)) as other,
    ):
        return one.getsockname()[1], other.getsockname()[1]


class EmulatedPi(Raspi3B):
    """A Pi with a card to which `image` was written; `qemu` is a folder of `.ci/pi-qemu`.

    A `reader` sits at the far end of an FTDI adapter in the Pi's USB.
    """

    def __init__(
        self, image: Path, folder: Path, qemu: Path, reader: SimulatedReader | None = None
    ) -> None:
        super().__init__(image, folder, qemu, PATIENCE, pause=0.2)
        self._ends = time.monotonic() + LIFE
        self._reader = reader
        self.trace: I2cTrace | None = None
        self.port = 0
        """The port of this computer that leads to the gadget's page."""
        self._ssh_port = 0
        self._key = self.folder / "key"

    def games(self) -> dict[str, bytes]:
        """Give the files beside the games, as they are on the card's third partition."""
        start = self._partition_start(3)
        partition, kept = self.folder / "games.ext4", self.folder / "games"
        run_tool(
            *("dd", f"if={self.card}", f"of={partition}", "bs=1M", f"skip={start}"),
            *("iflag=skip_bytes,fullblock", "conv=sparse", "status=none"),
        )
        # After a pulled plug some of it is in the file system's own journal alone.
        check = subprocess.run(["e2fsck", "-p", partition], capture_output=True, text=True)
        assert check.returncode in (0, 1), check.stdout
        run_tool("rm", "-rf", kept)
        kept.mkdir()
        run_tool("debugfs", "-R", f"rdump /games {kept}", partition)
        return {
            file.name: file.read_bytes() for file in (kept / "games").iterdir() if file.is_file()
        }

    def journal(self) -> bytes:
        """Give the only game's file, as it is on the card."""
        (journal,) = [found for name, found in self.games().items() if name.endswith(".journal")]
        return journal

    def answers_if_pulled_now(self) -> int:
        """Give how many answers would be on the card if the plug were pulled at this moment."""
        with self._qmp() as qmp:
            qmp("stop")
            try:
                return len(answers(self.journal()))
            finally:
                qmp("cont")

    def partition_end(self, number: int) -> int:
        """Give the byte behind a partition of the card."""
        words = ("partx", "--noheadings", "--output", "END", "--nr", number, self.card)
        return (int(run_tool(*words)) + 1) * 512

    def switch_on(self) -> None:
        """Give it power."""
        (self.folder / "qmp").unlink(missing_ok=True)
        trace = self.folder / "trace.log"
        trace.write_bytes(b"")
        self.trace = I2cTrace(trace, (LEFT, RIGHT))
        self.port, self._ssh_port = _find_free_ports()
        self.boot(f"{self.kernel_words()} {OUTSIDE}", CLOCK, self._around())

    def _around(self) -> list[object]:
        """Give QEMU's words for what is around the Pi."""
        words: list[object] = []
        for side, address in ADDRESSES.items():
            words += ["-device", f"ssd0303,id={side.name},bus=i2c-bus.1,address={address:#x}"]
        words += [word for event in TRACED for word in ("-trace", event)]
        words += ["-D", self.folder / "trace.log"]
        to_the_page, to_ssh = (
            f"hostfwd=tcp:127.0.0.1:{port}-:{there}"
            for port, there in ((self.port, 80), (self._ssh_port, 22))
        )
        words += ["-netdev", f"user,id=net,{to_the_page},{to_ssh}"]
        words += ["-device", "usb-net,netdev=net"]
        if self._reader is not None:
            url = urlsplit(self._reader.url)
            words += ["-chardev", f"socket,id=die,host={url.hostname},port={url.port}"]
            words += ["-device", "usb-serial,chardev=die"]
        return [*words, "-qmp", f"unix:{self.folder / 'qmp'},server=on,wait=off"]

    def make_key(self) -> bytes:
        """Make a key for root's shell; give the half that belongs on the boot partition."""
        run_tool("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", self._key)
        return self._key.with_suffix(".pub").read_bytes()

    def shell(self, command: str) -> str:
        """Have root's shell do this over ssh; give what it printed."""
        options = ("StrictHostKeyChecking=no", "UserKnownHostsFile=/dev/null", "LogLevel=ERROR")
        chosen = [word for option in options for word in ("-o", option)]
        where = ("-F", "none", "-i", self._key, "-p", self._ssh_port, "root@127.0.0.1")
        return run_tool("ssh", *chosen, *where, command)

    def pull(self, side: Side) -> None:
        """Pull a panel out of its socket: nobody acknowledges its address any more."""
        # QEMU takes no device off an I2C bus. One that is not realized may move, and still answers.
        self._set_panel(side, "realized", False)
        self._set_panel(side, "address", NOWHERE)

    def put_back(self, side: Side) -> None:
        """Put the panel that was pulled out into its socket."""
        self._set_panel(side, "address", ADDRESSES[side])

    def _set_panel(self, side: Side, name: str, value: object) -> None:
        with self._qmp() as qmp:
            qmp("qom-set", path=f"/machine/peripheral/{side.name}", property=name, value=value)

    def _qmp(self) -> closing[Qmp]:
        return closing(Qmp(self.folder / "qmp", PATIENCE))

    def until(self, what: str, look: Callable[[], Seen], pause: float | None = None) -> Seen:
        """See `EmulatedMachine.until`; after its `LIFE` the Pi gives no more time to anything."""
        self._patience = max(10.0, min(PATIENCE, self._ends - time.monotonic()))
        return super().until(what, look, pause)

    def picture(self, side: Side) -> bytes:
        """Give the 1,024 bytes that a person sees."""
        return self._glass().glass[ADDRESSES[side]].picture()

    def seen(self, side: Side) -> list[bytes]:
        """Give each picture that this side's glass has shown since it was switched on."""
        return self._glass().glass[ADDRESSES[side]].seen

    def times(self, side: Side, picture: bytes) -> list[float]:
        """Give when this picture was whole on this side, in counted seconds from the start."""
        return [at for at, seen in self._glass().pictures(ADDRESSES[side]) if seen == picture]

    def _glass(self) -> I2cTrace:
        assert self.trace is not None, "it was never on"
        self.trace.look()
        return self.trace

    def pictures(self) -> tuple[bytes, ...]:
        """Give what both panels show, left and right."""
        return tuple(map(self.picture, Side))

    def shows_after(
        self, act: Callable[[], object], at_change: Callable[[], object] = lambda: None
    ) -> tuple[bytes, ...]:
        """Do what changes the glass; give what both panels show once it is still again.

        `at_change` is done once the glass is seen to have changed; the Pi goes on meanwhile.
        """
        before = self.pictures()
        act()
        self.until("the glass changes", lambda: self.pictures() != before)
        at_change()
        self.settles()
        return self.pictures()

    def answers_at_the_page(self) -> bool:
        """Say whether somebody answers at the page's port."""
        with suppress(OSError, HTTPException):
            return ask(f"http://127.0.0.1:{self.port}", "/").status > 0
        return False

    def settles(self) -> None:
        """Wait until nothing has reached the glass for a while from now on."""
        began = time.monotonic()

        def is_still() -> bool:
            return time.monotonic() - max(began, self._glass().last) > STILL

        self.until("the glass is still", is_still)

    def logs(self, sentence: str) -> None:
        """Wait until the log says this."""
        self.until(f"in the log: {sentence}", lambda: sentence in self.log())
