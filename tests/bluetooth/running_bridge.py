"""A dice bridge that runs in a thread of its own, in the virtual air, and the game beside it."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread
from typing import TypeVar

from bleak.exc import BleakError

from cdgdevice.bluetooth.dice_bridge import DiceBridge, Patience
from cdgdevice.bluetooth.known_kinds import KNOWN_KINDS
from cdgdevice.bluetooth.taken_dice import TakenDice
from cdgdevice.drivers.reader.reader_conditions import LinkState
from cdgdevice.drivers.reader.reader_port import ReaderPort
from cdgdevice.drivers.reader.unix_socket_port import UNIX_PREFIX
from tests.bluetooth.virtual_air import IS_DEBIAN_12, AirDie, VirtualClient, VirtualScanner
from tests.bluetooth.virtual_dice import godice_rest
from tests.drivers.reader.test_reader_port import Loop
from tests.patience import PATIENCE

GODICE, PIXELS = KNOWN_KINDS
QUICK = Patience(
    scan=0.05, link=1.0, identify=PATIENCE, pause=0.01, longest_pause=0.02, glance=0.01
)
T = TypeVar("T")


def not_available(reason: str, text: str = "x") -> Exception:
    """Return what the library raises without Bluetooth; Debian 12's version gives no reasons."""
    if IS_DEBIAN_12:
        words = {"NO_BLUETOOTH": "No Bluetooth", "POWERED_OFF": "No powered Bluetooth"}
        known = reason in words
        return BleakError(f"{words[reason]} adapters found.") if known else PermissionError(text)
    from bleak.exc import BleakBluetoothNotAvailableError, BleakBluetoothNotAvailableReason

    return BleakBluetoothNotAvailableError(text, BleakBluetoothNotAvailableReason[reason])


class RunningBridge:
    """A bridge in a thread of its own."""

    def __init__(self, folder: Path, patience: Patience = QUICK) -> None:
        self.folder = folder
        self.patience = patience
        self.taken = TakenDice(folder / "state" / "dice")
        self.port = f"{UNIX_PREFIX}{folder / 'die'}"
        self.log: list[str] = []
        self.loop: asyncio.AbstractEventLoop | None = None
        self.when_made: Callable[[], object] = lambda: None
        """What happens before the bridge that was made begins to run."""

    def start(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.task = self.loop.create_task(self._run())
        # A test that fails leaves it running; that must not hold all the others.
        self.thread = Thread(target=self._serve, daemon=True)
        self.thread.start()

    async def _run(self) -> None:
        bridge = DiceBridge(
            self.port,
            self.taken,
            self.folder / "rolls",
            self.log.append,
            patience=self.patience,
            scanner=VirtualScanner,
            client=VirtualClient,
        )
        self.when_made()
        await bridge.run()

    def _serve(self) -> None:
        assert self.loop is not None
        with suppress(asyncio.CancelledError):
            self.loop.run_until_complete(self.task)
        self.loop.close()

    def call(self, do: Callable[[], T]) -> T:
        """Do something in the bridge's thread."""
        assert self.loop is not None

        async def work() -> T:
            return do()

        return asyncio.run_coroutine_threadsafe(work(), self.loop).result(PATIENCE)

    def stop(self) -> None:
        assert self.loop is not None
        self.loop.call_soon_threadsafe(self.task.cancel)
        self.thread.join(PATIENCE)

    def until(self, met: Callable[[], bool]) -> None:
        async def wait() -> None:
            while not met():
                await asyncio.sleep(0.005)

        assert self.loop is not None
        asyncio.run_coroutine_threadsafe(wait(), self.loop).result(PATIENCE)


@contextmanager
def playing(bridge: RunningBridge, loop: Loop) -> Iterator[Loop]:
    loop.port = ReaderPort(bridge.port, loop.queue.put)
    with loop.port:
        yield loop


def is_ready(loop: Loop) -> Callable[[], bool]:
    return lambda: loop.link.condition is not None and loop.link.condition.state is LinkState.LINKED


def throw(bridge: RunningBridge, die: AirDie, face: int) -> None:
    bridge.until(lambda: die.client is not None and die.client.notify is not None)
    bridge.call(lambda: die.send(b"R") and die.send(godice_rest(face)))
