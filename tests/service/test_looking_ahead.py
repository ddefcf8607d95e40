"""While nobody presses, what may come next is worked out: a press then finds it done."""

import math
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from random import Random
from types import FrameType

import pytest
from msgspec.structs import replace

from cdgdevice.drivers.gpio.control_events import Control
from cdgdevice.games.game_folder import GameFolder
from cdgdevice.games.open_game import ANSWERS_BETWEEN
from cdgdevice.games.tabletop import Games
from cdgdevice.render.draw import draw_view
from cdgdevice.render.views import View
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.engine import answer_request
from cdgdevice.rules.record_codec import unpack_records
from cdgdevice.rules.requests import NewGame
from cdgdevice.service.session import Session
from cdgdevice.ui.intents_and_commands import Press, PressSide, Scroll
from cdgdevice.ui.state import UiContext
from cdgdevice.ui.update import IDLE_WORK_AFTER
from tests.simulated_disk import SimulatedDisk
from tests.whole_gadget import Gadget, plain

BOTH = tuple(Side)
Prepare = Callable[[Sequence[Mapping[Side, View]]], None]
MAX_STEPS = 40
"""So many steps at most until there is no more to be done."""


class Player:
    """Presses the side at work's button, and thinks between two presses."""

    def __init__(self, prepare: Prepare | None = None) -> None:
        games = Games(GameFolder(SimulatedDisk()), NewGame("paths-of-glory-2022"))
        self.foreseen: list[Mapping[Side, View]] = []
        self.log: list[str] = []
        self.session = Session(
            games,
            UiContext(),
            lambda: 3,
            1.0,
            prepare=prepare or self.foreseen.extend,
            log=self.log.append,
        )
        self.now = 0.0

    def thinks(self, most: int = MAX_STEPS) -> int:
        """Have done what is due, step by step; return how many steps it took."""
        steps = 0
        while steps < most and (due := self.session.deadline()) < math.inf:
            self.now = max(self.now, due)
            self.session.tick(self.now)
            steps += 1
        return steps

    def presses(self) -> Mapping[Side, View]:
        """Press; return what the screens show at once."""
        self.session.send(PressSide(self.session.history.now.active), self.now)
        shown = self.session.views(BOTH)
        self.session.tick(self.now)
        return shown


def test_what_a_press_shows_has_been_worked_out_before() -> None:
    player = Player()
    for _ in ("roll", "choose", "done", "roll of the other side"):
        assert player.thinks() < MAX_STEPS
        assert player.presses() in player.foreseen


def test_what_stands_there_after_the_result_has_been_worked_out_too() -> None:
    player = Player()
    player.thinks()
    player.presses()
    known = list(player.foreseen)
    player.now += 1.0
    player.session.tick(player.now)
    assert player.session.views(BOTH) in known


def test_a_press_between_two_steps_is_answered_and_the_rest_is_not_worked_out() -> None:
    player = Player()
    player.thinks(2)
    begun = len(player.foreseen)
    before = player.session.history
    player.presses()
    assert player.session.history is not before
    assert len(player.foreseen) == begun
    player.thinks()
    assert player.presses() in player.foreseen[begun:]


def test_presses_in_a_hurry_have_nothing_worked_out_meanwhile() -> None:
    player = Player()
    for _ in range(6):
        player.presses()
        player.now += IDLE_WORK_AFTER / 10
        player.session.tick(player.now)
    assert player.foreseen == []


def test_each_touch_puts_it_off() -> None:
    player = Player()
    player.presses()
    player.now += 1.0
    player.session.tick(player.now)  # the result has gone
    player.foreseen.clear()
    for step in (1, -1, 1, -1, 1, -1):
        player.session.send(Scroll(step), player.now)
        player.session.tick(player.now)
        player.now += IDLE_WORK_AFTER / 2
        player.session.tick(player.now)
    assert player.foreseen == []
    assert player.thinks() < MAX_STEPS
    assert player.presses() in player.foreseen


def test_a_menu_in_its_way_only_puts_it_off() -> None:
    player = Player()
    player.session.send(Press.KNOB, player.now)
    assert player.thinks() < MAX_STEPS
    assert player.foreseen == []
    player.session.send(Press.UNDO, player.now)
    player.thinks()
    assert player.presses() in player.foreseen


def test_what_can_not_be_worked_out_is_logged_once_and_the_game_goes_on() -> None:
    def prepare(_: Sequence[Mapping[Side, View]]) -> None:
        raise ValueError("no such letter")

    player = Player(prepare)
    assert player.thinks() < MAX_STEPS
    (told,) = player.log
    assert told.startswith("what may come next can't be worked out, the game goes on: ")
    assert "ValueError: no such letter" in told
    before = player.session.history
    player.presses()
    assert player.session.history is not before


def test_a_press_after_a_thought_neither_applies_a_rule_nor_draws() -> None:
    def work_of_a_press(thought: float) -> tuple[int, int]:
        config = plain()
        config = replace(config, screens=replace(config.screens, result_ms=100))
        with calls_counted(answer_request, draw_view) as calls, Gadget(3, config=config) as gadget:
            gadget.passes(2.0).press(Control.LEFT).passes(thought)
            before = calls.copy()
            gadget.press(Control.LEFT)
            calls.subtract(before)
            return calls[answer_request], calls[draw_view]

    assert min(work_of_a_press(IDLE_WORK_AFTER / 2)) > 0
    assert work_of_a_press(5.0) == (0, 0)


def test_a_checkpoint_leaves_the_next_press_as_well_prepared() -> None:
    config = plain()
    config = replace(config, screens=replace(config.screens, result_ms=100))
    with (
        calls_counted(answer_request) as calls,
        Gadget(*(3, 4, 5) * ANSWERS_BETWEEN, config=config) as gadget,
    ):
        gadget.passes(5.0)
        while not any(name.endswith(".checkpoint") for name in gadget.disk.names()):
            gadget.press(side_at_work(gadget)).passes(5.0)
        before = calls.copy()
        gadget.press(side_at_work(gadget))
        calls.subtract(before)
        assert calls[answer_request] == 0


def test_a_long_game_is_shown_without_its_older_answers() -> None:
    with (
        calls_counted(unpack_records) as calls,
        Gadget(*(3, 4, 5) * 30, config=plain()) as gadget,
    ):
        while not gadget.games.tabletop.history.past.older:
            gadget.press(side_at_work(gadget)).passes(5.0)
        for _ in range(3):
            gadget.press(side_at_work(gadget)).passes(5.0)
        assert calls[unpack_records] == 0


def side_at_work(gadget: Gadget) -> Control:
    (side,) = gadget.session.lit_sides
    return Control.LEFT if side is Side.LEFT else Control.RIGHT


@contextmanager
def calls_counted(*functions: Callable[..., object]) -> Iterator[Counter[Callable[..., object]]]:
    """Count how often these are called in threads that begin meanwhile."""
    calls: Counter[Callable[..., object]] = Counter()
    of = {function.__code__: function for function in functions}

    def count(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code in of:
            calls[of[frame.f_code]] += 1

    threading.setprofile(count)
    try:
        yield calls
    finally:
        threading.setprofile(None)


Seen = list[tuple[bytes, bytes]]


def evening(sheet: str, thought: float) -> tuple[Seen, dict[str, bytes]]:
    """Play sixty touches with so many seconds after each; give what was seen, and the disk."""
    chance, config = Random(7), plain(sheet=sheet)
    screens = replace(config.screens, result_ms=200, chances=False)
    dice = [chance.randint(1, 6) for _ in range(200)]
    seen: Seen = []
    with Gadget(
        *dice,
        config=replace(config, screens=screens),
        wall=lambda: datetime(2026, 1, 1, tzinfo=UTC),
    ) as gadget:
        gadget.passes(2.0)
        for _ in range(60):
            (side,) = gadget.session.lit_sides or (Side.LEFT,)
            if chance.random() < 0.25:
                gadget.turn(chance.choice((-1, 1)))
            else:
                gadget.press(Control.LEFT if side is Side.LEFT else Control.RIGHT)
            gadget.passes(thought)
            gadget.reads(Side.LEFT)
            seen.append((gadget.picture(Side.LEFT), gadget.picture(Side.RIGHT)))
        disk = gadget.disk
        # A checkpoint is kept in a quiet moment, of which the hasty have none.
        kept = (name for name in disk.names() if not name.endswith(".checkpoint"))
        return seen, {name: disk.read(name) for name in kept}


@pytest.mark.parametrize(
    "sheet",
    ["paths-of-glory-2022", "paths-of-glory-2016", "washingtons-war-2022", "standard-2018"],
)
def test_it_changes_no_pixel_and_no_byte_of_the_journal(sheet: str) -> None:
    hasty, thoughtful = evening(sheet, IDLE_WORK_AFTER / 2), evening(sheet, 2.0)
    assert hasty == thoughtful
    assert any(name.endswith(".journal") for name in hasty[1])
