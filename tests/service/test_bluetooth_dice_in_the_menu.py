"""Bluetooth dice are chosen in the gadget's menu, over the line to the bridge that hears them."""

import sys

import pytest
from msgspec.structs import replace

from cdgdevice.config.settings import DieSource
from cdgdevice.drivers.gpio.control_events import Control
from cdgdevice.drivers.reader.line import encode
from cdgdevice.drivers.reader.reader_messages import DICE_QUESTION, DieInRange, encode_die
from cdgdevice.drivers.reader.reader_port import PortOpened
from tests.whole_gadget import Gadget

HERE, NEAR, FAR = (
    DieInRange("1A", "GoDice_D67B2C_K_v04", "GoDice", 64, 0),
    DieInRange("2B", "Rolly", "Pixels", 90, 0),
    DieInRange("3C", "Log", "", 0, 0),
)
MINE = DieInRange("4D", "Mine", "", 50, 1)
HELP, BACK, EXCHANGE = "Yours is not here?", "Back", "Exchange [1] and [2]"


def bridge(gadget: Gadget, *words: str) -> Gadget:
    """Link a dice bridge."""
    gadget.time.put(PortOpened(gadget.time.now))
    return greets(gadget.passes(0.0), *words)


def greets(gadget: Gadget, *words: str) -> Gadget:
    capabilities = "+".join(("pips", "lamp", "quiet", "dice", *words))
    return gadget.says(encode("HELLO", "1.3", "dice-bridge 1", "no-die", "7", capabilities))


def hears(gadget: Gadget, *dice: DieInRange) -> Gadget:
    return gadget.says(b"".join(map(encode_die, dice)))


def opened(gadget: Gadget) -> Gadget:
    return bridge(gadget).press(Control.KNOB).takes("Bluetooth dice")


def asked(gadget: Gadget) -> int:
    return gadget.sent.count(DICE_QUESTION)


def test_dice_in_range_are_listed_by_name_and_signal_those_that_are_taken_first() -> None:
    with Gadget() as gadget:
        opened(gadget)
        assert gadget.shown_menu().items == (HELP, BACK)
        hears(gadget, HERE, NEAR, FAR, DieInRange("4D", "Second", "", None, 2))
        assert gadget.shown_menu().items == (
            "[2] Second",
            "64% GoDice_D67B2C_K_v04",
            "90% Rolly (Pixels)",
            "0% Log",
            HELP,
            BACK,
        )
        assert "64% GoDice_D67B2C_K_v04" in gadget.reads()


def test_one_press_takes_a_die_and_one_forgets_it() -> None:
    with Gadget() as gadget:
        hears(opened(gadget), HERE, NEAR).takes("90% Rolly (Pixels)")
        assert gadget.sent[-1] == encode("TAKE", "2B")
        hears(gadget, DieInRange("2B", "Rolly", "Pixels", 90, 1), HERE)
        menu = gadget.shown_menu()
        assert menu.items[menu.highlighted] == "[1] Rolly", "the highlight stays on its die"
        gadget.press(Control.KNOB)
        assert gadget.sent[-1] == encode("FORGET", "2B")


def test_a_die_that_is_heard_no_more_is_listed_only_while_it_is_taken() -> None:
    with Gadget() as gadget:
        hears(opened(gadget), HERE, NEAR)
        hears(gadget, DieInRange("2B", "Rolly", "Pixels", None, 0))
        assert gadget.shown_menu().items == ("64% GoDice_D67B2C_K_v04", HELP, BACK)
        hears(gadget, DieInRange("2B", "Rolly", "Pixels", None, 1))
        assert gadget.shown_menu().items[0] == "[1] Rolly"


def test_when_the_die_under_the_highlight_goes_a_press_forgets_no_other() -> None:
    with Gadget() as gadget:
        taken = DieInRange("4D", "Mine", "", 50, 1)
        hears(opened(gadget), taken, HERE).turn(-1)
        menu = gadget.shown_menu()
        assert menu.items[menu.highlighted].endswith(HERE.name)
        hears(gadget, DieInRange(HERE.id, HERE.name, "GoDice", None, 0)).press(Control.KNOB)
        assert gadget.sent[-1] == DICE_QUESTION
        assert "Shake your die near" in gadget.reads()


def test_a_die_that_comes_while_a_press_is_on_its_way_is_not_taken_by_it() -> None:
    with Gadget() as gadget:
        hears(opened(gadget), NEAR, HERE).press(Control.KNOB)
        assert gadget.sent[-1] == DICE_QUESTION
        assert "Shake your die near" in gadget.reads()


def test_it_is_asked_while_the_list_is_open_and_at_rest_nothing_wakes_the_gadget() -> None:
    with Gadget() as gadget:
        opened(gadget)
        assert asked(gadget) == 1
        gadget.passes(4.5)
        assert asked(gadget) == 3
        gadget.press(Control.KNOB, 1.0)
        gadget.passes(30.0)
        assert asked(gadget) == 3
        gadget.press(Control.KNOB).takes("Bluetooth dice")
        assert asked(gadget) == 4, "at once, whenever it was asked last"


def test_a_gadget_that_has_gone_dark_asks_no_more() -> None:
    with Gadget(dark_after=60) as gadget:
        opened(gadget).passes(120.0)
        before = asked(gadget)
        assert gadget.passes(60.0).dark()
        assert asked(gadget) == before


def test_a_third_die_is_refused_with_a_sentence() -> None:
    with Gadget() as gadget:
        hears(opened(gadget), HERE).takes("64% GoDice_D67B2C_K_v04").says(encode("NAK", "FULL"))
        assert "Two dice are taken: forget one of them." in gadget.reads()
        gadget.press(Control.KNOB)
        assert gadget.shown_menu().items[0] == "64% GoDice_D67B2C_K_v04"


def choose_two(gadget: Gadget) -> Gadget:
    """Take the second die, beside the first that is taken already."""
    hears(opened(gadget), MINE, NEAR).takes("90% Rolly (Pixels)")
    return hears(gadget, MINE, DieInRange("2B", "Rolly", "Pixels", 90, 2))


def test_when_a_second_die_is_taken_it_is_asked_once_which_is_the_white_one() -> None:
    with Gadget() as gadget:
        menu = choose_two(gadget).shown_menu()
        assert menu.title == "Which die is white?"
        assert menu.items == ("Blinks white: Mine", "Blinks green: Rolly", BACK)
        before = asked(gadget)
        assert asked(gadget.passes(2.5)) > before, "the list beneath goes on"
        gadget.takes("Blinks green: Rolly")
        assert encode("FIRST", "2B") in gadget.sent
        first, second = replace(MINE, place=2), DieInRange("2B", "Rolly", "Pixels", 90, 1)
        hears(gadget, second, first)
        assert gadget.shown_menu().items == ("[1] Rolly", "[2] Mine", EXCHANGE, HELP, BACK)


def test_two_dice_that_were_chosen_before_are_not_asked_for_and_change_places_at_a_press() -> None:
    with Gadget() as gadget:
        hears(opened(gadget), MINE, DieInRange("2B", "Rolly", "Pixels", None, 2)).takes(EXCHANGE)
        assert gadget.sent[-1] == encode("FIRST", "2B")
        assert gadget.shown_menu().items[2] == EXCHANGE


def test_when_one_of_two_dice_goes_a_press_on_the_way_to_their_exchange_forgets_none() -> None:
    with Gadget() as gadget:
        hears(opened(gadget), MINE, DieInRange("2B", "Rolly", "Pixels", None, 2)).takes(EXCHANGE)
        hears(gadget, DieInRange("2B", "Rolly", "Pixels", None, 0)).press(Control.KNOB)
        assert not any(line.startswith(b"$FORGET") for line in gadget.sent)


def test_the_question_ends_when_its_die_is_forgotten_elsewhere() -> None:
    with Gadget() as gadget:
        hears(choose_two(gadget), DieInRange("2B", "Rolly", "Pixels", 90, 0))
        assert gadget.shown_menu().items[0] == "[1] Mine"


def test_the_question_ends_with_its_bridge() -> None:
    with Gadget() as gadget:
        choose_two(gadget).unplug_reader()
        assert "Rolly" not in gadget.reads()


def test_a_die_that_its_bridge_knows_no_more_is_refused_with_a_sentence() -> None:
    with Gadget() as gadget:
        hears(opened(gadget), HERE).takes("64% GoDice_D67B2C_K_v04").says(encode("NAK", "UNKNOWN"))
        assert "shake it near the gadget" in gadget.reads()


def test_no_page_covers_the_list_while_its_die_is_linked() -> None:
    with Gadget(die=DieSource.READER) as gadget:
        hears(opened(gadget), HERE).takes("64% GoDice_D67B2C_K_v04")
        greets(gadget, "away")
        hears(gadget, DieInRange("1A", HERE.name, "GoDice", 64, 1))
        assert gadget.shown_menu().items[0] == f"[1] {HERE.name}"
        gadget.press(Control.KNOB, 1.0)
        assert "asleep or out of reach" in gadget.reads(), "it is told afterwards"
        assert "asleep" not in greets(gadget).reads()


def test_beneath_a_page_the_list_goes_on() -> None:
    with Gadget(die=DieSource.READER) as gadget:
        hears(opened(gadget), HERE)
        before = asked(gadget)
        greets(gadget, "radio").passes(3.0)
        assert "Bluetooth does not work" in gadget.reads()
        assert asked(gadget) > before
        hears(gadget, NEAR).press(Control.KNOB)
        assert gadget.shown_menu().items[:2] == ("64% GoDice_D67B2C_K_v04", "90% Rolly (Pixels)")


def test_a_list_whose_bridge_has_gone_is_closed_beneath_the_page_that_says_so() -> None:
    with Gadget(die=DieSource.READER) as gadget:
        hears(opened(gadget), HERE).unplug_reader()
        before = asked(gadget)
        assert "is unplugged" in gadget.reads()
        gadget.press(Control.KNOB).passes(10.0)
        assert "GoDice" not in gadget.reads()
        assert asked(gadget) == before


def test_a_list_whose_bridge_has_gone_is_closed() -> None:
    with Gadget() as gadget:
        hears(opened(gadget), HERE).unplug_reader()
        assert "GoDice" not in gadget.reads()


def test_a_bridge_without_a_die_says_where_one_is_chosen() -> None:
    with Gadget(die=DieSource.READER) as gadget:
        bridge(gadget, "none")
        assert "The menu has a list of Bluetooth dice." in gadget.reads()


def test_an_older_bridge_without_a_die_names_no_list_that_the_menu_lacks() -> None:
    with Gadget(die=DieSource.READER) as gadget:
        gadget.plug_reader()
        gadget.says(encode("HELLO", "1.2", "dice-bridge 1", "no-die", "7", "pips+lamp+quiet+none"))
        assert "No Bluetooth die was chosen yet." in gadget.reads()
        assert "list of Bluetooth" not in gadget.reads()


@pytest.mark.parametrize("words", [("cal", "raw"), ("pips",)])
def test_another_reader_has_no_such_entry_and_loads_nothing_of_it(words: tuple[str, ...]) -> None:
    sys.modules.pop("cdgdevice.ui.bluetooth_menu", None)
    with Gadget() as gadget:
        gadget.plug_reader(capabilities=words).press(Control.KNOB).takes("Gadget")
        assert "Bluetooth dice" not in gadget.shown_menu().items
    assert "cdgdevice.ui.bluetooth_menu" not in sys.modules
