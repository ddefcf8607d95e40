"""The settings in the menu: what is in force is marked, and whatever it is, it fits the glass."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from cdgdevice.config.settings import DieSource, Setting, Settings
from cdgdevice.render.draw import check_fit
from cdgdevice.render.views import BoardView, MenuView
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.die import DieResult
from cdgdevice.rules.requests import RollDice
from cdgdevice.service.session import Session
from cdgdevice.ui.intents_and_commands import DieThrown, Press, Scroll
from cdgdevice.ui.settings_menu import settings_entries
from cdgdevice.ui.state import UiContext
from tests.service.session_table import LEFT, Table

BUZZER = Settings(sound=True)


def at(settings: Settings = BUZZER, *dice: int) -> Table:
    return Table(*dice, context=UiContext(die=settings.die, settings=settings))


def menu_of(table: Table) -> MenuView:
    return table.shown_menu()


def marked(view: MenuView) -> str:
    (only,) = (item for item in view.items if item.startswith("[x]"))
    return only


def test_every_setting_of_the_build_is_offered_and_says_what_is_in_force() -> None:
    assert menu_of(at().enters("Settings")).items == (
        "Brightness: middle",
        "Sleep: 15 min",
        "Die: button",
        "Sound: on",
        "Chances: on",
        "Large type: off",
        "Back",
    )
    without = Settings(sleep=0, reader=False)
    assert menu_of(at(without).enters("Settings")).items[1:] == (
        "Sleep: never",
        "Die: button",
        "Chances: on",
        "Large type: off",
        "Back",
    )
    assert menu_of(at(without).enters("Settings", "Die: button")).items == (
        "[x] button",
        "[ ] by hand",
        "Back",
    )


def test_where_nothing_can_be_set_there_is_no_such_entry() -> None:
    assert settings_entries(None) == ()
    assert "Gadget" not in menu_of(Table().does(Press.MENU)).items


@pytest.mark.parametrize(
    ("settings", "entry", "mark"),
    [
        (Settings(brightness=100), "Brightness: 100 of 255", "[x] 100 of 255"),
        (Settings(sleep=90), "Sleep: 90 s", "[x] 90 s"),
        (Settings(sleep=86_400), "Sleep: 1440 min", "[x] 1440 min"),
    ],
)
def test_a_value_that_is_no_usual_one_has_its_place_and_its_mark(
    settings: Settings, entry: str, mark: str
) -> None:
    view = menu_of(at(settings).enters("Settings", entry))
    assert len(view.items) == 7
    assert marked(view) == mark == view.items[view.highlighted]


def test_screens_of_unlike_brightness_have_no_mark_and_any_step_is_set_on_both() -> None:
    table = at(Settings(brightness=None)).enters("Settings", "Brightness: each its own")
    assert not [item for item in menu_of(table).items if item.startswith("[x]")]
    assert len(menu_of(table).items) == 6
    table.takes("[ ] dark")
    assert table.session.state.context.settings == Settings(brightness=64)
    assert marked(menu_of(table)) == "[x] dark"


def test_a_setting_is_in_force_at_once_and_its_list_stays_open_to_try_another() -> None:
    table = at().enters("Settings", "Brightness: middle", "[ ] brightest")
    assert table.session.state.context.settings == replace(BUZZER, brightness=255)
    assert marked(menu_of(table)) == "[x] brightest"
    table.takes("[ ] dark")
    assert table.session.state.context.settings == replace(BUZZER, brightness=64)
    assert menu_of(table.takes("Back")).items[0] == "Brightness: dark"
    assert "Settings" in menu_of(table.takes("Back")).items
    assert isinstance(table.takes("Back", "Back").view(), BoardView)


def test_the_only_button_of_a_small_build_can_set_everything() -> None:
    table = Table(context=UiContext(knob=False, buttons=frozenset({Side.LEFT}), settings=BUZZER))
    table.does(Press.MENU)
    for wanted in ("Gadget", "Settings", "Die: button", "[ ] by hand", "Back", "Back"):
        while menu_of(table).items[menu_of(table).highlighted] != wanted:
            table.does(Press.ADVANCE)
        table.does(Press.CONFIRM)
    assert table.session.state.context.die is DieSource.HAND


def test_what_is_in_force_already_is_not_set_again() -> None:
    kept: list[object] = []
    table = at()
    around = UiContext(settings=BUZZER)
    table.session = Session(table.games, around, lambda: 1, 1.0, remember=lambda *e: kept.append(e))
    table.enters("Settings", "Sleep: 15 min", "[x] 15 min", "[ ] 5 min", "[x] 5 min")
    assert kept == [(Setting.SLEEP, 300)]


# --- the die, in the middle of a game -------------------------------------------------------------


def test_a_die_that_is_asked_for_comes_from_where_the_menu_says_now() -> None:
    table = at(Settings(die=DieSource.READER), 4).does(LEFT)
    assert "Roll the die" in table.reads()
    table.enters("Settings", "Die: reader", "[ ] button").does(Press.UNDO)
    assert "Roll the die" not in table.reads()
    assert "A, B or C" in table.does(LEFT).reads()


def test_a_gadget_set_to_the_reader_asks_for_a_throw_and_takes_it() -> None:
    table = at(Settings()).enters("Settings", "Die: button", "[ ] reader").does(Press.UNDO, LEFT)
    assert "Roll the die" in table.reads()
    table.session.send(DieThrown(RollDice(result=DieResult.ABC), None), table.now)
    assert "A, B or C" in table.reads()


def test_a_throw_that_was_taken_back_still_counts_after_the_die_was_changed() -> None:
    table = at(Settings(), 4).rolls().does(Press.UNDO, Press.KNOB)
    table.enters("Settings", "Die: button", "[ ] by hand").does(Press.UNDO)
    assert "You took back ABC: it counts here." in table.reads()
    assert "A, B or C" in table.does(LEFT).reads()


def test_the_menu_names_the_die_where_that_is_how_it_is_set() -> None:
    table = at(Settings()).enters("Settings", "Die: button", "[ ] by hand").does(Press.UNDO, LEFT)
    assert menu_of(table).title == "The die shows"


# --- the glass ------------------------------------------------------------------------------------

every_settings = st.builds(
    Settings,
    brightness=st.none() | st.integers(0, 255),
    sleep=st.integers(0, 86_400),
    die=st.sampled_from(DieSource),
    sound=st.sampled_from([None, True, False]),
)


@given(every_settings)
def test_whatever_is_in_force_is_marked_and_fits_the_screen(settings: Settings) -> None:
    (entry,) = settings_entries(settings)
    assert check_fit(MenuView(entry.title, tuple(e.title for e in entry.entries), 0)) == []
    for setting in entry.entries:
        view = MenuView(setting.title, tuple(e.title for e in setting.entries), 0)
        assert check_fit(view) == []
        if setting.title == "Brightness: each its own":
            assert settings.brightness is None
            continue
        assert marked(view) == view.items[setting.highlighted]
        assert setting.title.endswith(f": {marked(view).removeprefix('[x] ')}")


@given(every_settings, st.lists(st.tuples(st.integers(0, 3), st.integers(0, 6)), max_size=5))
def test_whatever_is_taken_is_what_is_marked_then(
    settings: Settings, taken: list[tuple[int, int]]
) -> None:
    table = at(settings).enters("Settings")
    for entry, value in taken:
        table.does(Scroll(-9), Scroll(entry))
        if menu_of(table).items[menu_of(table).highlighted] == "Back":
            continue
        table.does(Press.KNOB, Scroll(-9), Scroll(value))
        view = menu_of(table)
        if view.items[view.highlighted] == "Back":
            view = menu_of(table.does(Scroll(-1)))
        table.does(Press.KNOB)
        after = menu_of(table)
        assert marked(after)[4:] == view.items[view.highlighted][4:]
        assert after.items[after.highlighted] == marked(after)
        table.does(Scroll(9), Press.KNOB)
