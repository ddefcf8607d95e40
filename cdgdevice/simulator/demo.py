"""One scripted turn through everything: pins, die reader on its port, engine, journal, glass.

The script is a player: it presses, turns and throws, and waits for what the screens say. Only
the world around the gadget is simulated; the gadget is the one that runs on a Raspberry Pi.
"""

import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from threading import Condition

from msgspec.structs import replace
from PIL import Image

from cdgdevice.config import USUAL_SHEETS, keys_and_defaults, settings
from cdgdevice.drivers.gpio.control_events import Control
from cdgdevice.errors import CdgDeviceError
from cdgdevice.games.disk import disk_errors_explained
from cdgdevice.render.contact_sheet import draw_contact_sheet, encode_animation
from cdgdevice.render.describe import describe
from cdgdevice.render.views import DiceView
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.die import DieResult
from cdgdevice.service.assembly import assemble_gadget
from cdgdevice.service.loop import LoopEvent, Service, Stop
from cdgdevice.simulator.simulation import Simulation
from cdgdevice.ui.gestures import SIDE_OF_BUTTON

SCRIPT = (
    (4, 2), (2, 0), (1, 1), (3, 1), (6, 0), (5, 2),
    (2, 1), (6, 1), (5, 0), (1, 2), (3, 0), (4, 1),
)  # fmt: skip
"""The faces thrown in the twelve rounds of a turn, and how far the knob is turned on each."""

_RESULT_MS = 10_000
"""A result fills the screen until the script has seen it and presses on, however slow all is."""
_MAX_WAIT_SECONDS = 10.0
"""Seconds after which what is waited for is not coming any more."""
_PRESS_SECONDS = 0.02
"""Seconds that a finger stays down, and up."""


class _ScreenWatcher:
    """Sees what the screens show, as it changes, and lets the script wait for it."""

    def __init__(self, simulation: Simulation) -> None:
        self._simulation = simulation
        self._changed = Condition()
        self._words = ""
        self._flashing = False
        self._reader = ""
        self._broken: BaseException | None = None
        self.frames: list[tuple[tuple[Image.Image, ...], float]] = []
        """What was on both screens, and when."""
        self.marked: list[tuple[str, Image.Image]] = []
        """The pictures of the sheet."""

    def mark(self, caption: str) -> None:
        """Put what both screens show now on the sheet of pictures."""
        with self._changed:
            pictures = self.frames[-1][0]
        self.marked.extend(
            (f"{caption}, {side.value}", picture)
            for side, picture in zip(Side, pictures, strict=True)
        )

    def see(self, service: Service) -> None:
        shown = service.front_panel.shown_views
        pictures = tuple(self._simulation.picture(side) for side in Side)
        with self._changed:
            if not self.frames or self.frames[-1][0] != pictures:
                self.frames.append((pictures, time.monotonic()))
            self._words = "\n".join(line for view in shown.values() for line in describe(view))
            self._flashing = any(isinstance(view, DiceView) for view in shown.values())
            self._reader = service.reader_sentence
            self._changed.notify_all()

    def end(self, error: BaseException | None) -> None:
        """Take note that the gadget has ended, by this error: nothing is coming any more."""
        with self._changed:
            self._broken = error
            self._changed.notify_all()

    def wait_for(self, words: str, *, flashing: bool = False) -> None:
        self._wait(lambda: words in self._words and self._flashing is flashing, words)

    def wait_for_reader(self) -> None:
        self._wait(lambda: "ready" in self._reader, "the die reader")

    def says(self, words: str) -> bool:
        with self._changed:
            return words in self._words

    def played(self) -> str:
        """Return the card that the screens say is played."""
        with self._changed:
            return self._words.partition("Play ")[2].split()[0].rstrip(",.")

    def _wait(self, holds: Callable[[], bool], what: str) -> None:
        with self._changed:
            came = self._changed.wait_for(
                lambda: holds() or self._broken is not None, _MAX_WAIT_SECONDS
            )
            if self._broken is not None:
                raise self._broken
            if not came:
                raise CdgDeviceError(
                    f'The demo waited {_MAX_WAIT_SECONDS:g} seconds for "{what}"; '
                    "the screens say:\n"
                    f"{self._words}"
                )


def play_demo(out: Path, write: Callable[[str], None] = print) -> int:
    """Play the turn, reporting each step to `write`; leave the pictures in the folder `out`.

    Raises:
        CdgDeviceError: the gadget did not come to where the script wanted it, or the pictures
            can't be written.
    """
    queue: SimpleQueue[LoopEvent] = SimpleQueue()
    with TemporaryDirectory(prefix="cdgdevice-demo-") as games:
        config = keys_and_defaults.Config(
            Path(games),
            sheet=USUAL_SHEETS["first"],
            set_up=False,
            die=keys_and_defaults.DieConfig(settings.DieSource.READER),
            screens=replace(keys_and_defaults.ScreensConfig(), result_ms=_RESULT_MS),
        )
        with (
            Simulation(config) as simulation,
            assemble_gadget(
                config,
                simulation.world,
                queue,
                log=lambda sentence: write(f"  ({sentence})"),
                watch=(watcher := _ScreenWatcher(simulation)).see,
            ) as service,
        ):
            with ThreadPoolExecutor(1, "gadget") as loop:
                served = loop.submit(service.run)
                served.add_done_callback(lambda done: watcher.end(done.exception()))
                try:
                    _play_script(simulation, watcher, write, service.session.sheet.sides)
                    journals = Path(games).glob("*.journal")
                    lines = sum(len(file.read_bytes().splitlines()) for file in journals)
                finally:
                    queue.put(Stop())
            served.result()
        write(f"The journal holds the turn in {lines} lines.")
    _write_pictures(watcher, out, write)
    return 0


def _play_script(
    simulation: Simulation,
    watcher: _ScreenWatcher,
    write: Callable[[str], None],
    names: Mapping[Side, str],
) -> None:
    watcher.wait_for("Roll or 1-Ops.")
    watcher.wait_for_reader()
    watcher.mark("Set-up")
    for number, (face, turns) in enumerate(SCRIPT):
        button = (Control.LEFT, Control.RIGHT)[number % 2]
        told = _play_round(simulation, watcher, button, face, turns, show=number in (0, 2, 4))
        write(f"Round {number // 2 + 1}, {names[SIDE_OF_BUTTON[button]]}: {told}")
        if number == 0:
            watcher.wait_for("C: next card")
            watcher.mark("Refill, next")
        if number == 1:
            _play_undo(simulation, watcher, write)
    watcher.wait_for("Turn 1 is over")
    watcher.mark("Turn's end")
    _press_control(simulation, Control.LEFT)
    watcher.wait_for("> Next turn")
    _press_control(simulation, Control.RIGHT)
    watcher.wait_for("Turn 2, round 1.")
    write("Turn 1 is over; the chits are back.")
    _press_control(simulation, Control.KNOB)
    watcher.wait_for("Menu: Menu")
    watcher.mark("Menu")


def _play_round(
    simulation: Simulation,
    watcher: _ScreenWatcher,
    button: Control,
    face: int,
    turns: int,
    *,
    show: bool,
) -> str:
    """Play one round and describe it in a sentence."""
    watcher.wait_for("Roll or 1-Ops.")
    _press_control(simulation, button)
    watcher.wait_for("Roll the die.")
    simulation.reader.throw(face)
    watcher.wait_for("The die:", flashing=True)
    if show:
        watcher.mark("Result")
    _press_control(simulation, button)
    watcher.wait_for(", offered, highlighted")
    flips = 0
    while watcher.says("Flip a card of your choice"):
        if show:
            watcher.mark("Flip a card")
        _press_control(simulation, button)
        flips += 1
        watcher.wait_for(", offered, highlighted")
    if turns:
        simulation.hand.turn(turns)
    if show:
        watcher.wait_for(", offered, highlighted")
        watcher.mark("Choose")
    _press_control(simulation, Control.KNOB)
    watcher.wait_for(", then done.")
    card = watcher.played()
    if show and face == SCRIPT[0][0]:
        watcher.mark("Play")
    _press_control(simulation, button)
    result = tuple(DieResult)[face - 1].value
    turned = f", {flips} card turned up by choice" if flips else ""
    return f"press, the die shows {result}{turned}, {card} is played, done."


def _play_undo(
    simulation: Simulation, watcher: _ScreenWatcher, write: Callable[[str], None]
) -> None:
    """Hold the knob to take the last answer back, read what to put back, and press done again."""
    simulation.hand.down(Control.KNOB)
    watcher.wait_for("Put back:")
    watcher.mark("Undo")
    simulation.hand.up(Control.KNOB)
    time.sleep(_PRESS_SECONDS)
    _press_control(simulation, Control.KNOB)
    watcher.wait_for(", then done.")
    _press_control(simulation, Control.RIGHT)
    write("The knob is held: the last answer is taken back, then given again.")


def _press_control(simulation: Simulation, control: Control) -> None:
    """Press as a finger does: faster would be the bouncing of a contact."""
    simulation.hand.down(control)
    time.sleep(_PRESS_SECONDS)
    simulation.hand.up(control)
    time.sleep(_PRESS_SECONDS)


def _write_pictures(watcher: _ScreenWatcher, out: Path, write: Callable[[str], None]) -> None:
    frames = watcher.frames
    timed = [
        (screens, 0.9 if following is None else min(max(following[1] - at, 0.6), 0.9))
        for (screens, at), following in zip(frames, [*frames[1:], None], strict=True)
    ]
    unwritten = f"The pictures can't be written to {out}"
    with disk_errors_explained(unwritten, "; name another folder with --out.", CdgDeviceError):
        out.mkdir(parents=True, exist_ok=True)
        sheet = draw_contact_sheet(watcher.marked, scale=2, columns=4)
        sheet.quantize(64).save(out / "screens.png")
        (out / "turn.gif").write_bytes(encode_animation(timed, scale=2))
    write(f"Wrote {out / 'screens.png'} and {out / 'turn.gif'}.")
