"""Shut down from the menu, and what the glass says of the end."""

import platform
from collections.abc import Callable
from pathlib import Path

import pytest

from cdgdevice import __version__
from cdgdevice.drivers.gpio.control_events import Control
from cdgdevice.errors import CdgDeviceError, HardwareError
from cdgdevice.render.draw import check_fit
from cdgdevice.service.session import SHUTDOWN_SECONDS
from cdgdevice.system.systemd import POWER_OFF_VARIABLE, find_power_off
from cdgdevice.ui.intents_and_commands import Press
from cdgdevice.ui.state import UiContext
from cdgdevice.ui.texts import GADGET_TITLE, build_farewell_page
from tests.service.session_table import Table
from tests.simulated_disk import SimulatedDisk
from tests.whole_gadget import Gadget

LEFT, KNOB = Control.LEFT, Control.KNOB


def items(context: UiContext) -> tuple[str, ...]:
    """Give what is in the menu's group of the gadget."""
    table = Table(context=context).does(Press.MENU)
    menu = table.shown_menu()
    if GADGET_TITLE in menu.items:
        menu = table.takes(GADGET_TITLE).shown_menu()
    return menu.items


def takes(gadget: Gadget, *titles: str) -> Gadget:
    """Open the menu with the knob, and take these entries."""
    return gadget.press(KNOB).takes(*titles)


def can(shut_down: Callable[[], None]) -> UiContext:
    return UiContext(shut_down=shut_down)


def test_it_is_offered_last_and_only_where_it_can_be_done() -> None:
    assert "Shut down" not in items(UiContext())
    assert items(can(lambda: None))[-2:] == ("Shut down", "Back")


def test_it_asks_once_more_and_no_is_no() -> None:
    asked: list[int] = []
    with Gadget(shut_down=lambda: asked.append(1)) as gadget:
        takes(gadget, "Shut down", "Back")
        assert not asked
        gadget.press(KNOB, 0.7)  # out of the menu
        takes(gadget, "Shut down", "Yes")
        assert asked == [1]


def test_the_screen_says_so_and_says_it_still_when_the_program_has_been_ended() -> None:
    with Gadget(shut_down=lambda: None) as gadget:
        takes(gadget, "Shut down", "Yes")
        said = gadget.reads()
        assert said.startswith("Note: Shutting down")
        assert 'Wait for "Safe to unplug"' in said
        gadget.stops()
        assert gadget.reads() == said


def test_everything_is_on_the_disk_before_the_computer_is_asked() -> None:
    disk = SimulatedDisk()
    kept: list[int] = []

    def shut_down() -> None:
        kept.append(gadget.answers(disk.cut(lambda _: 0)))

    with Gadget(4, disk=disk, shut_down=shut_down) as gadget:
        disk.room = 0
        gadget.press(LEFT).passes(1.0).press(LEFT)  # the second one reads the fault
        disk.mend()
        gadget.turn(3)
        takes(gadget, "Shut down", "Yes")
        assert kept == [gadget.answers()] == [1]


def test_what_is_not_saved_is_told_in_its_place() -> None:
    with Gadget(4, shut_down=lambda: None) as gadget:
        gadget.disk.room = 0
        gadget.press(LEFT).passes(1.0).press(LEFT)
        gadget.turn(3)
        takes(gadget, "Shut down", "Yes")
        assert "not saved" in gadget.reads()
        gadget.stops()
        assert "not saved" in gadget.reads()
        assert "The game is kept." not in gadget.reads()


def test_a_refusal_is_told_and_the_game_goes_on() -> None:
    def refuse() -> None:
        raise HardwareError("Can't be asked to shut down (/run/x: Read-only file system).")

    with Gadget(4, shut_down=refuse) as gadget:
        takes(gadget, "Shut down", "Yes")
        assert "Read-only file system" in gadget.reads()
        gadget.press(KNOB).press(LEFT)
        assert gadget.reads() == "The die: A, B or C."
        gadget.stops()
        assert "It goes on from here." in gadget.reads()


@pytest.mark.parametrize("presses", [1, 2])
def test_what_is_pressed_meanwhile_does_not_have_the_screen_deny_the_end(presses: int) -> None:
    with Gadget(4, shut_down=lambda: None) as gadget:
        takes(gadget, "Shut down", "Yes")
        said = gadget.reads()
        for _ in range(presses):
            gadget.press(LEFT)
        gadget.stops()
        assert gadget.reads() == said
        assert gadget.answers() == presses - 1, "what was still played is kept"


def test_where_the_end_does_not_come_the_game_goes_on() -> None:
    with Gadget(4, shut_down=lambda: None) as gadget:
        takes(gadget, "Shut down", "Yes")
        gadget.press(LEFT).press(LEFT)
        assert gadget.reads() == "The die: A, B or C."
        gadget.passes(SHUTDOWN_SECONDS)
        gadget.stops()
        assert gadget.reads().startswith("Note: Stopped"), "the program alone was ended"


@pytest.mark.parametrize("shutting_down", [True, False])
@pytest.mark.parametrize("fault", [None, "The game can't be saved: the disk is full."])
def test_the_program_itself_never_says_that_it_is_safe_to_unplug(
    fault: str | None, shutting_down: bool
) -> None:
    page = build_farewell_page(fault, shutting_down=shutting_down)
    words = " ".join(page.text)
    assert "safe" not in words.lower().replace('wait for "safe to unplug"', "")
    assert check_fit(page) == []


# --- version ------------------------------------------------------------------------------------


def test_the_version_says_what_runs_which_sheet_and_where_the_games_are() -> None:
    assert "Version" not in items(UiContext())
    with Gadget() as gadget:
        takes(gadget, "Version")
        said = gadget.reads()
        python = platform.python_version()
        for words in (__version__, "Sheet paths-of-glory-2022", python, str(gadget.config.games)):
            assert words in said


# --- the way ------------------------------------------------------------------------------------


def test_without_a_name_for_the_file_there_is_no_way() -> None:
    assert find_power_off({}) is None
    assert find_power_off({POWER_OFF_VARIABLE: ""}) is None


def test_the_computer_is_asked_by_a_file_and_may_be_asked_twice(tmp_path: Path) -> None:
    file = tmp_path / "power-off"
    ask = find_power_off({POWER_OFF_VARIABLE: str(file)})
    assert ask is not None
    assert not file.exists()
    ask()
    ask()
    assert file.read_bytes() == b""


def test_what_nobody_did_in_an_earlier_run_is_forgotten(tmp_path: Path) -> None:
    file = tmp_path / "power-off"
    file.touch()
    find_power_off({POWER_OFF_VARIABLE: str(file)})
    assert not file.exists()


def test_a_file_that_can_t_be_made_is_told_in_a_sentence(tmp_path: Path) -> None:
    ask = find_power_off({POWER_OFF_VARIABLE: str(tmp_path / "not" / "there")})
    assert ask is not None
    with pytest.raises(CdgDeviceError, match=r"Can't be asked to shut down .*No such file"):
        ask()
