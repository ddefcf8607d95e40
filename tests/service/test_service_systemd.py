"""What the service manager hears, and what becomes of errors that nobody foresaw."""

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest

from cdgdevice.drivers.gpio.control_events import Control
from cdgdevice.games.game_folder import GameFolder
from cdgdevice.games.open_game import OpenGame
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.requests import NewGame, RollDice, UndoLast
from tests.service_manager import Manager
from tests.simulated_disk import SimulatedDisk
from tests.simulated_time import SimulatedTime
from tests.whole_gadget import Gadget

LEFT, RIGHT, KNOB = Control.LEFT, Control.RIGHT, Control.KNOB


@pytest.mark.parametrize(("mistakes", "words"), [((), "Roll"), (["Line 4: no."], "Line 4")])
def test_the_first_picture_is_shown_then_the_pins_are_taken_then_ready_is_said(
    tmp_path: Path, mistakes: Sequence[str], words: str
) -> None:
    found: list[tuple[bytes, bytes, list[str]]] = []
    with Manager(tmp_path) as manager:

        def look(gadget: Gadget) -> None:
            gadget.when_pins_open = lambda: found.append(
                (gadget.picture(), gadget.picture(Side.RIGHT), manager.heard())
            )

        with Gadget(manager=manager, mistakes=mistakes, prepare=look) as gadget:
            assert manager.heard() == ["READY=1\nSTATUS=Playing paths-of-glory-2022."]
            assert words in gadget.reads()
            assert found == [(gadget.picture(), gadget.picture(Side.RIGHT), [])]


def test_a_button_held_before_the_pins_are_taken_says_nothing_until_its_next_press() -> None:
    def hold(gadget: Gadget) -> None:
        gadget.when_pins_open = lambda: gadget.hand.down(LEFT)

    with Gadget(4, prepare=hold) as gadget:
        gadget.passes(1.0)
        gadget.hand.up(LEFT)
        assert gadget.passes(1.0).answers() == 0
        assert gadget.press(LEFT).passes(1.0).answers() == 1


def test_a_start_with_a_long_game_asks_for_time(tmp_path: Path) -> None:
    disk = SimulatedDisk()
    tabletop = OpenGame.new(GameFolder(disk), NewGame("paths-of-glory-2022"))
    for _ in range(20):
        tabletop.answer(RollDice(die=(4,)), "button")
        tabletop.answer(UndoLast(), "button")
    slow = SimulatedTime()
    slow.step = 1.0
    with Manager(tmp_path, watchdog=30) as manager:
        again = Gadget(disk=disk, time=slow, manager=manager)
        assert manager.heard() == ["EXTEND_TIMEOUT_USEC=60000000\nWATCHDOG=1"] * 8
        again.closes()


def test_stopping_is_said_and_the_last_picture_stays(tmp_path: Path) -> None:
    with Manager(tmp_path) as manager, Gadget(manager=manager) as gadget:
        manager.heard()
        gadget.stops()
        assert manager.heard() == ["STOPPING=1"]
        assert "Stopped" in gadget.reads()
        assert "Stopped" in gadget.reads(Side.RIGHT)


def test_the_watchdog_is_fed_at_half_its_time_and_not_with_every_event(tmp_path: Path) -> None:
    with Manager(tmp_path, watchdog=30) as manager, Gadget(4, manager=manager) as gadget:
        gadget.passes(1.0)
        assert manager.heard()[1:] == ["WATCHDOG=1"]
        fed = []
        for _ in range(100):
            gadget.turn(1).turn(-1).passes(0.9)
            fed += [gadget.time.now] * len(manager.heard())
        assert 6 <= len(fed) <= 7
        assert all(after - before >= 14.9 for before, after in pairwise(fed))


def test_without_a_service_manager_there_is_no_watchdog_to_wake_for() -> None:
    with Gadget() as gadget:
        gadget.passes(1.0)
        before = gadget.time.waits
        gadget.passes(3600.0)
        assert gadget.time.waits == before


def test_a_screen_put_back_without_an_error_is_healed_when_the_watchdog_is_fed(
    tmp_path: Path,
) -> None:
    with Manager(tmp_path, watchdog=30) as manager, Gadget(manager=manager) as gadget:
        gadget.bus.unplug(0x3C)
        gadget.bus.replug(0x3C)
        assert not any(gadget.picture(Side.LEFT))
        gadget.passes(31.0)
        assert "Roll or 1-Ops." in gadget.reads()


def test_an_error_that_nobody_foresaw_ends_the_service_instead_of_leaving_it_deaf() -> None:
    with Gadget(4) as gadget:
        gadget.press(LEFT)
        gadget.breaks(ZeroDivisionError("in a callback"))
        assert not gadget.running
        assert isinstance(gadget.error, ZeroDivisionError)
        assert "A mistake in the program." in gadget.reads()


def test_an_error_in_the_loop_ends_it_too() -> None:
    with Gadget() as gadget:  # no dice left: the loaded die itself breaks
        gadget.hand.down(LEFT)
        gadget.ends()
        assert isinstance(gadget.error, IndexError)
        assert "A mistake in the program." in gadget.reads(Side.RIGHT)
