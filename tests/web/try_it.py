"""A gadget that only counts, to try the page by hand: `python -m tests.web.try_it`.

It prints its address, then every operation on a line of its own, and ends at the end of its input.
The clock of its controls stands still: however slow the machine is, no press is given up.
"""

import argparse
import queue
import sys
import threading
from collections.abc import Mapping
from contextlib import closing

from PIL import Image, ImageDraw

from cdgdevice.browser.page_board import Board, answer_question
from cdgdevice.drivers.gpio.control_events import (
    Control,
    RemoteTouch,
    RemoteTouchKind,
    ScreenTapped,
    Turned,
)
from cdgdevice.drivers.oled.framebuffer import image_to_pages
from cdgdevice.errors import CdgDeviceError
from cdgdevice.games.board_answers import BoardAnswered
from cdgdevice.games.open_game import throw_missing_dice
from cdgdevice.games.sheet_library import BUILT_IN
from cdgdevice.render.language import IN_ENGLISH
from cdgdevice.rules.engine import answer_request, begin_game
from cdgdevice.rules.game_log import write_whole_log
from cdgdevice.rules.requests import NewGame, Request, RollDice, RulesError, UndoLast
from cdgdevice.web import page_messages
from cdgdevice.web.access import Pairing
from cdgdevice.web.server import REFERENCE_CONTROLS, PageServer

SPACES = "ABCDE"
LABELS = {"left": "Central Powers", "right": "Allied Powers"}


class SmallGame:
    """A game after a roll of one side: A, B and C are offered. Whatever is rolled later is ABC."""

    def __init__(self) -> None:
        begun = begin_game(BUILT_IN.sheet("paths-of-glory-2018"), NewGame("paths-of-glory-2018"))
        self.history = answer_request(begun, RollDice(begun.now.active, (4,))).history
        self._changes = 0

    def ask(self, asked: Mapping[str, object]) -> Mapping[str, object]:
        board = Board(
            self.board_id,
            self.history,
            IN_ENGLISH,
            None,
            lambda request, _: self._take(throw_missing_dice(self.history, request, lambda: 4)),
            lambda left, _: self._take(UndoLast()),
        )
        try:
            return answer_question(asked, board)
        except RulesError as refused:
            return {"error": str(refused)}

    def _take(self, request: Request) -> BoardAnswered:
        result = answer_request(self.history, request)
        self.history = result.history
        self._changes += 1
        return BoardAnswered(result, self.board_id, None)

    @property
    def board_id(self) -> str:
        return f"game 7, {self._changes}"

    def log(self, language: str) -> str:
        return "\n".join(write_whole_log(self.history))

    def games(self) -> list[dict[str, object]]:
        return [
            {
                "number": 7,
                "name": "With Anna",
                "title": "Paths of Glory",
                "stands": "turn 1",
                "last": "2026-11-25 12:00",
                "current": True,
                "fault": None,
            }
        ]

    def export(self, number: int) -> bytes:
        return f"game {number}".encode()

    def bring(self, packed: bytes, name: str) -> int:
        if packed != self.export(7):
            raise CdgDeviceError(f"{name} holds no game that cdgdevice exported.")
        return 8


class CountingGadget:
    """Counts presses, moves a highlight with the knob, sleeps while the knob is down."""

    def __init__(self, controls: frozenset[Control]) -> None:
        self.controls = controls
        self.presses = {"left": 0, "right": 0}
        self.down: set[Control] = set()
        self.highlight = 0
        self.plugged = True
        self.lying = page_messages.PageDie()
        self.die = "is ready"
        self.throws = 0
        self.game = SmallGame()

    def operate(self, operation: page_messages.Operation) -> None:
        match operation:
            case RemoteTouch(_, control, RemoteTouchKind.DOWN):
                self.down.add(control)
                if control.value in self.presses:
                    self.presses[control.value] += 1
            case RemoteTouch(_, control, RemoteTouchKind.UP | RemoteTouchKind.LOST):
                self.down.discard(control)
            case Turned(_, steps):
                self.highlight = (self.highlight + steps) % len(SPACES)
            case page_messages.ThrowDie(face):
                self.die = f"saw a {face or 4}"
                self.lying = page_messages.PageDie(face or 4, False, self.lying.throws + 1)
                self.throws += 1
            case page_messages.CockDie():
                self.die = "sees no face: nudge the die"
            case page_messages.UnplugReader():
                self.plugged = False
            case page_messages.ReplugReader():
                self.plugged = True

    def state(self) -> page_messages.PageState:
        places = ("left", "right") if Control.RIGHT in self.controls else ("left",)
        reader = f"The die reader {self.die}." if self.plugged else "No die reader is plugged in."
        return page_messages.PageState(
            screens=tuple(self._screen(place) for place in places),
            lit=frozenset(place for place in places if Control(place) not in self.down),
            reader=reader,
            die=self.lying,
            game=self.game,
            throws=self.throws,
            board=self.game.board_id,
            file="game-0007.journal",
            holds=(2000, 4000),
        )

    def _screen(self, place: str) -> page_messages.PageScreen:
        lines = (
            f"Pressed {self.presses[place]} times",
            f"Highlight on {SPACES[self.highlight]}",
            "Down: " + (", ".join(sorted(c.value for c in self.down)) or "nothing"),
        )
        return page_messages.PageScreen(
            name=place,
            label=LABELS[place],
            picture=self._picture(LABELS[place], lines),
            on=Control.KNOB not in self.down or place == "left",
            contrast=255 if place == "left" else 90,
            words=lines,
        )

    def _picture(self, title: str, lines: tuple[str, ...]) -> bytes:
        image = Image.new("1", (128, 64))
        draw = ImageDraw.Draw(image)
        draw.text((2, 0), title.upper(), fill=1)
        for n, letter in enumerate(SPACES):
            box = (2 + 25 * n, 14, 22 + 25 * n, 34)
            chosen = n == self.highlight
            draw.rectangle(box, outline=1, fill=int(chosen))
            draw.text((box[0] + 8, box[1] + 5), letter, fill=int(not chosen))
        for n, line in enumerate(lines[::2]):
            draw.text((2, 38 + 12 * n), line, fill=1)
        return image_to_pages(image)


def describe_operation(operation: page_messages.Operation) -> str:
    """Return an operation without its time, which is no news: the clock stands still."""
    match operation:
        case RemoteTouch(_, control, touch):
            return f"{control.value} {touch.value}"
        case Turned(_, steps):
            return f"turn {steps}"
        case ScreenTapped(_, screen, x, y):
            return f"tap {screen} {x} {y}"
    return str(operation)


def main() -> None:
    options = argparse.ArgumentParser(description="Try the page with a gadget that only counts.")
    options.add_argument("--port", type=int, default=8017)
    options.add_argument("--controls", nargs="+", type=Control, default=REFERENCE_CONTROLS)
    options.add_argument("--door", action="store_true", help="let nobody in without a code")
    chosen = options.parse_args()
    controls = frozenset(chosen.controls)

    waiting: queue.Queue[page_messages.Operation | None] = queue.Queue()
    gadget = CountingGadget(controls)
    door = Pairing(lambda _: None) if chosen.door else None
    with closing(
        PageServer(
            waiting.put, port=chosen.port, controls=controls, pairing=door, clock=lambda: 0.0
        )
    ) as panel:
        panel.publish(gadget.state())
        panel.start()
        print(panel.url, flush=True)
        if door is not None:
            print(f"code {door.open()}", flush=True)
        threading.Thread(target=lambda: (sys.stdin.read(), waiting.put(None)), daemon=True).start()
        while (operation := waiting.get()) is not None:
            if getattr(operation, "touch", None) is not RemoteTouchKind.STILL:
                print(describe_operation(operation), flush=True)
            gadget.operate(operation)
            panel.publish(gadget.state())


if __name__ == "__main__":
    main()
