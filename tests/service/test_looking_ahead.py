"""While nobody presses, what may come next is worked out: a press then finds it done."""

import math
from collections.abc import Mapping
from datetime import UTC, datetime
from random import Random

import pytest
from msgspec.structs import replace

from cdgdevice.drivers.gpio.control_events import Control
from cdgdevice.games.game_folder import GameFolder
from cdgdevice.games.open_game import Games
from cdgdevice.render.views import View
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.requests import NewGame
from cdgdevice.service.session import Session
from cdgdevice.ui.intents_and_commands import PressSide
from cdgdevice.ui.state import UiContext
from cdgdevice.ui.update import COUNT_AFTER
from tests.simulated_disk import SimulatedDisk
from tests.whole_gadget import Gadget, plain

BOTH = tuple(Side)
MOST_STEPS = 40
"""So many steps at most until there is no more to be done."""


class Player:
    """Presses the side at work's button, and thinks between two presses."""

    def __init__(self) -> None:
        games = Games(GameFolder(SimulatedDisk()), NewGame("paths-of-glory-2022"))
        self.foreseen: list[Mapping[Side, View]] = []
        self.session = Session(
            games,
            UiContext(),
            lambda: 3,
            1.0,
            prepare=lambda moments: self.foreseen.extend(moments),
        )
        self.now = 0.0
        self.session.tick(self.now)

    def thinks(self, most: int = MOST_STEPS) -> int:
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
        assert player.thinks() < MOST_STEPS
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
        player.now += COUNT_AFTER / 10
        player.session.tick(player.now)
    assert player.foreseen == []


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
        return seen, {name: disk.read(name) for name in disk.names()}


@pytest.mark.parametrize(
    "sheet",
    ["paths-of-glory-2022", "paths-of-glory-2016", "washingtons-war-2022", "standard-2018"],
)
def test_it_changes_no_pixel_and_no_byte_of_the_journal(sheet: str) -> None:
    hasty, thoughtful = evening(sheet, COUNT_AFTER / 2), evening(sheet, 2.0)
    assert hasty == thoughtful
    assert any(name.endswith(".journal") for name in hasty[1])
