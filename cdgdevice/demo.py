"""One scripted turn through everything: pins, die reader on its port, engine, journal, glass.

The script is a player: it presses, turns and throws, and waits for what the screens say. Only
the world around the gadget is simulated; the gadget is the one that runs on a Raspberry Pi.
"""

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from threading import Condition, Thread

from PIL import Image

from cdgdevice.config import Config, Die, Screens
from cdgdevice.errors import CdgDeviceError
from cdgdevice.gadget.desk.moment import DieSource
from cdgdevice.gadget.events import Control
from cdgdevice.gadget.views.contact_sheet import animation, contact_sheet
from cdgdevice.gadget.views.describe import describe
from cdgdevice.gadget.views.view import Flash
from cdgdevice.method.die import Result
from cdgdevice.method.display import Side
from cdgdevice.parts import assembled
from cdgdevice.service import Event, Service, Stop
from cdgdevice.simulation import Simulation

TURN = (
    (4, 2), (2, 0), (1, 1), (3, 1), (6, 0), (5, 2),
    (2, 1), (6, 1), (5, 0), (1, 2), (3, 0), (4, 1),
)  # fmt: skip
"""The faces thrown in the twelve rounds of a turn, and how far the knob is turned on each."""

_SHEET = "paths-of-glory-2022"
_RESULT_MS = 300
_PATIENCE = 10.0
"""Seconds after which what is waited for is not coming any more."""
_SHOWN = 15
"""Pictures on the sheet."""


class _Watcher:
    """Sees what the screens show, as it changes, and lets the script wait for it."""

    def __init__(self, simulation: Simulation) -> None:
        self._simulation = simulation
        self._changed = Condition()
        self._words = ""
        self._flashing = False
        self._reader = ""
        self.frames: list[tuple[tuple[Image.Image, ...], float]] = []

    def see(self, service: Service) -> None:
        shown = service.front.shown
        pictures = tuple(self._simulation.picture(side) for side in Side)
        with self._changed:
            if not self.frames or self.frames[-1][0] != pictures:
                self.frames.append((pictures, time.monotonic()))
            self._words = "\n".join(line for view in shown.values() for line in describe(view))
            self._flashing = any(isinstance(view, Flash) for view in shown.values())
            self._reader = service.reader
            self._changed.notify_all()

    def wait_for(self, words: str, *, flashing: bool = False) -> None:
        self._wait(lambda: words in self._words and self._flashing is flashing, words)

    def wait_for_reader(self) -> None:
        self._wait(lambda: "ready" in self._reader, "the die reader")

    def says(self, words: str) -> bool:
        with self._changed:
            return words in self._words

    def _wait(self, holds: Callable[[], bool], what: str) -> None:
        with self._changed:
            if not self._changed.wait_for(holds, _PATIENCE):
                raise CdgDeviceError(
                    f'The demo waited {_PATIENCE:g} seconds for "{what}"; the screens say:\n'
                    f"{self._words}"
                )


def demonstrate(out: Path, write: Callable[[str], None]) -> int:
    """Play the turn, telling each step to `write`; leave the pictures in the folder `out`.

    Raises:
        CdgDeviceError: the gadget did not come to where the script wanted it, or the pictures
            can't be written.
    """
    queue: SimpleQueue[Event] = SimpleQueue()
    with TemporaryDirectory(prefix="cdgdevice-demo-") as games:
        config = Config(
            Path(games),
            sheet=_SHEET,
            die=Die(DieSource.READER),
            screens=replace(Screens(), result_ms=_RESULT_MS),
        )
        with (
            Simulation(config) as simulation,
            assembled(
                config,
                simulation.edge,
                queue,
                log=lambda sentence: write(f"  ({sentence})"),
                watch=(watcher := _Watcher(simulation)).see,
            ) as service,
        ):
            loop = Thread(target=service.run, name="gadget")
            loop.start()
            try:
                _play(simulation, watcher, write)
                lines = _journal(Path(games))
            finally:
                queue.put(Stop())
                loop.join()
        write(f"The journal holds the turn in {lines} lines.")
    _draw(watcher, out, write)
    return 0


def _play(simulation: Simulation, watcher: _Watcher, write: Callable[[str], None]) -> None:
    hand = simulation.hand

    def press(control: Control) -> None:
        hand.down(control)
        hand.up(control)

    watcher.wait_for("Roll or 1-Ops.")
    watcher.wait_for_reader()
    names = {Control.LEFT: "Central Powers", Control.RIGHT: "Allied Powers"}
    for number, (face, turns) in enumerate(TURN):
        button = (Control.LEFT, Control.RIGHT)[number % 2]
        watcher.wait_for("Roll or 1-Ops.")
        press(button)
        watcher.wait_for("Throw the die.")
        simulation.reader.throw(face)
        watcher.wait_for("The die:", flashing=True)
        watcher.wait_for(", offered, highlighted")
        flips = 0
        while watcher.says("Turn up"):
            press(button)
            flips += 1
            watcher.wait_for(", offered, highlighted")
        hand.turn(turns) if turns else None
        press(Control.KNOB)
        watcher.wait_for("Carry it out, then done.")
        press(button)
        result = tuple(Result)[face - 1].value
        turned = f", {flips} turned up by choice" if flips else ""
        write(
            f"Round {number // 2 + 1}, {names[button]}: press, throw {result}{turned}, "
            f"knob {turns} on, push, done."
        )
    watcher.wait_for("Turn 1 is over.")
    press(Control.LEFT)
    watcher.wait_for("Turn 2, round 1.")
    write("Turn 1 is over; the chits are back.")


def _journal(folder: Path) -> int:
    return sum(len(file.read_bytes().splitlines()) for file in folder.glob("*.journal"))


def _draw(watcher: _Watcher, out: Path, write: Callable[[str], None]) -> None:
    frames = watcher.frames
    shown = frames[:_SHOWN]
    names = [f"{number + 1} {side.value}" for number in range(len(shown)) for side in Side]
    pictures = [picture for screens, _ in shown for picture in screens]
    timed = [
        (screens, 0.9 if following is None else min(max(following[1] - at, 0.6), 0.9))
        for (screens, at), following in zip(frames, [*frames[1:], None], strict=True)
    ]
    try:
        out.mkdir(parents=True, exist_ok=True)
        sheet = contact_sheet(list(zip(names, pictures, strict=True)), scale=2, columns=6)
        sheet.quantize(64).save(out / "screens.png")
        (out / "turn.gif").write_bytes(animation(timed, scale=2))
    except OSError as error:
        raise CdgDeviceError(
            f"The pictures can't be written to {out} ({error.strerror}); name another folder "
            "with --out."
        ) from error
    write(f"Wrote {out / 'screens.png'} and {out / 'turn.gif'}.")
