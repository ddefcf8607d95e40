"""What lamps and buzzer tell at the gadget, and what they leave to the glass."""

import pytest

from cdgdevice.config.settings import DieSource
from cdgdevice.drivers.gpio.control_events import Control
from cdgdevice.drivers.reader.line import encode
from cdgdevice.rules.card_display import Side
from cdgdevice.service.lamps_and_buzzer import DARK_BEFORE_SECONDS, FLASH_SECONDS, LampCode
from tests.simulated_disk import SimulatedDisk
from tests.whole_gadget import Gadget

LEFT, RIGHT, KNOB = Control.LEFT, Control.RIGHT, Control.KNOB
READER = DieSource.READER
BUZZER = 26
SEEN = 0.05
"""How often somebody looks at the lamps, in seconds."""


def flashes(gadget: Gadget) -> int:
    """Watch the lamps until they have shown a side's own twice, and count the flashes between."""
    shown = [lamps(gadget)]
    while stretches(shown).count("own") < 3 and len(shown) < 2000:
        gadget.passes(SEEN)
        shown.append(lamps(gadget))
    course = stretches(shown)
    between = course[course.index("own", course.index("all")) :]
    return between[1 : between.index("own", 1)].count("all")


def lamps(gadget: Gadget) -> str:
    lit = gadget.lamp(Side.LEFT), gadget.lamp(Side.RIGHT)
    return {(True, True): "all", (False, False): "none"}.get(lit, "own")


def stretches(shown: list[str]) -> list[str]:
    return [one for number, one in enumerate(shown) if number == 0 or shown[number - 1] != one]


def sounded(gadget: Gadget, seconds: float) -> float:
    """Give for how long the buzzer sounds while so many seconds pass."""
    heard = 0.0
    for _ in range(round(seconds / 0.01)):
        heard += 0.01 if gadget.sounds() else 0.0
        gadget.passes(0.01)
    return heard


def blind(gadget: Gadget) -> None:
    gadget.bus.unplug(0x3C)
    gadget.bus.unplug(0x3D)


def full() -> SimulatedDisk:
    disk = SimulatedDisk()
    disk.room = 0
    return disk


# --- lamps --------------------------------------------------------------------------------------


def test_when_no_screen_answers_the_lamps_say_so_and_whose_button_is_waited_for() -> None:
    with Gadget(prepare=blind) as gadget:
        assert flashes(gadget) == LampCode.SCREENS.value
        while lamps(gadget) != "own":
            gadget.passes(SEEN)
        assert gadget.lamp(Side.LEFT)


def test_while_one_screen_answers_that_one_tells_and_the_lamps_are_the_sides_own() -> None:
    with Gadget(disk=full()) as gadget:
        gadget.bus.unplug(0x3D)
        gadget.press(KNOB)
        for _ in range(400):
            assert gadget.lamp(Side.LEFT)
            assert not gadget.lamp(Side.RIGHT)
            gadget.passes(SEEN)


def test_a_screen_that_answers_again_ends_the_flashing() -> None:
    with Gadget(prepare=blind) as gadget:
        gadget.passes(10.0)
        gadget.bus.replug(0x3C)
        gadget.bus.replug(0x3D)
        gadget.passes(3.0)
        assert (gadget.lamp(Side.LEFT), gadget.lamp(Side.RIGHT)) == (True, False)
        before = gadget.time.waits
        gadget.passes(3600.0)
        assert gadget.time.waits == before


def test_a_gadget_that_has_no_screen_is_not_faulty() -> None:
    with Gadget(4, fitted=()) as gadget:
        gadget.passes(1.0)
        before = gadget.time.waits
        gadget.passes(86_400.0)
        assert gadget.lamp(Side.LEFT)
        assert gadget.time.waits == before
        gadget.press(LEFT).passes(1.0)
        assert gadget.answers() == 1


def test_a_gadget_that_has_no_screen_still_says_that_its_disk_is_full() -> None:
    with Gadget(4, fitted=(), disk=full()) as gadget:
        gadget.press(LEFT)
        assert flashes(gadget) == LampCode.DISK.value
        gadget.disk.mend()
        gadget.passes(11.0)
        before = gadget.time.waits
        gadget.passes(3600.0)
        assert gadget.time.waits == before


def test_a_die_reader_that_is_needed_and_not_there_is_told_until_it_is() -> None:
    with Gadget(fitted=(), die=READER) as gadget:
        assert flashes(gadget) == LampCode.READER.value
        gadget.plug_reader().passes(1.0)
        assert [lamps(gadget) for _ in range(40) if gadget.passes(0.5)] == ["own"] * 40


@pytest.mark.parametrize(("word", "told"), [("away", True), ("radio", True), ("weak", False)])
def test_a_bridge_that_can_not_read_its_die_is_told_as_if_it_were_not_there(
    word: str, told: bool
) -> None:
    with Gadget(fitted=(), die=READER) as gadget:
        gadget.plug_reader(capabilities=("pips", "quiet", word)).passes(60.0)
        seen = {lamps(gadget) for _ in range(40) if gadget.passes(0.25)}
        assert ("all" in seen) == told


def test_a_mistake_in_the_configuration_is_shown_and_flashes_until_the_first_touch() -> None:
    with Gadget(4, mistakes=["No sheet by this name."]) as gadget:
        assert flashes(gadget) == LampCode.CONFIGURATION.value
        assert "No sheet by this name." in gadget.reads()
        gadget.turn(1).passes(1.0)
        before = gadget.time.waits
        assert [lamps(gadget) for _ in range(40) if gadget.passes(0.5)] == ["own"] * 40
        assert gadget.time.waits == before


def test_presses_count_while_a_code_is_told() -> None:
    with Gadget(4, prepare=blind) as gadget:
        gadget.passes(DARK_BEFORE_SECONDS + FLASH_SECONDS).press(LEFT).passes(1.5).press(LEFT)
        assert gadget.answers() == 2, "no page that nobody sees lies over the board"


def test_a_page_that_nobody_saw_is_there_when_a_screen_answers_again() -> None:
    with Gadget(4, mistakes=["No sheet by this name."], prepare=blind) as gadget:
        gadget.passes(1.0).press(LEFT).passes(1.5).press(LEFT)
        assert gadget.answers() == 2, "it lies over no board meanwhile"
        gadget.bus.replug(0x3C)
        gadget.bus.replug(0x3D)
        gadget.passes(3.0)
        assert "No sheet by this name." in gadget.reads()
        gadget.press(KNOB)
        assert "No sheet by this name." not in gadget.reads()


def test_a_page_that_is_not_read_yet_waits_while_no_screen_answers() -> None:
    with Gadget(4, dim_after=30, mistakes=["No sheet by this name."]) as gadget:
        assert "No sheet by this name." in gadget.reads()
        blind(gadget)
        gadget.passes(31.0)  # to dim them is to find them gone
        gadget.press(LEFT)
        assert gadget.answers() == 1
        gadget.bus.replug(0x3C)
        gadget.bus.replug(0x3D)
        gadget.passes(3.0)
        assert "No sheet by this name." in gadget.reads()


def test_a_gadget_that_is_dark_tells_no_code_until_it_is_touched() -> None:
    with Gadget(fitted=(), die=READER, dark_after=60) as gadget:
        gadget.passes(61.0)
        before = gadget.time.waits
        gadget.passes(3600.0)
        assert lamps(gadget) == "none"
        assert gadget.time.waits == before
        gadget.press(KNOB)
        assert flashes(gadget) == LampCode.READER.value


def test_the_lamps_are_out_when_the_program_ends_in_a_flash() -> None:
    with Gadget(prepare=blind) as gadget:
        while lamps(gadget) != "all":
            gadget.passes(SEEN)
        gadget.stops()
        assert lamps(gadget) == "none"


# --- buzzer -------------------------------------------------------------------------------------


def test_a_roll_sounds_short_and_a_choice_not_at_all() -> None:
    with Gadget(4, buzzer=BUZZER) as gadget:
        gadget.hand.down(LEFT)
        assert sounded(gadget, 1.0) == pytest.approx(0.06, abs=0.011)
        gadget.hand.up(LEFT)
        gadget.passes(1.0)
        gadget.hand.down(LEFT)
        assert sounded(gadget, 1.0) == 0.0


def test_a_throw_that_counts_sounds_short_and_one_that_does_not_sounds_long() -> None:
    with Gadget(die=READER, buzzer=BUZZER) as gadget:
        gadget.plug_reader()
        gadget.throw(4)
        assert sounded(gadget, 1.0) == pytest.approx(0.06, abs=0.011)
        gadget.throw(5)
        assert "No roll is due now." in gadget.reads()
        assert sounded(gadget, 1.0) == pytest.approx(0.4, abs=0.011)


def test_a_die_that_leans_sounds_as_one_that_does_not_count() -> None:
    with Gadget(die=READER, buzzer=BUZZER) as gadget:
        gadget.plug_reader()
        gadget.says(encode("STATE", "COCKED"))
        assert sounded(gadget, 1.0) == pytest.approx(0.4, abs=0.011)


def test_what_the_game_refuses_sounds_long() -> None:
    with Gadget(buzzer=BUZZER) as gadget:
        gadget.hand.down(KNOB)
        gadget.passes(0.61)  # nothing to take back
        assert sounded(gadget, 1.0) == pytest.approx(0.4, abs=0.021)


def test_with_the_sound_off_in_the_settings_it_is_silent() -> None:
    with Gadget(4, sound=False, buzzer=BUZZER) as gadget:
        gadget.hand.down(LEFT)
        assert sounded(gadget, 1.0) == 0.0


def test_the_buzzer_tells_a_code_until_it_is_touched_and_the_lamps_tell_on() -> None:
    with Gadget(buzzer=BUZZER, prepare=blind) as gadget:
        assert sounded(gadget, 3.0) == pytest.approx(2 * FLASH_SECONDS, abs=0.05)
        gadget.turn(1)
        assert sounded(gadget, 20.0) == 0.0
        assert flashes(gadget) == LampCode.SCREENS.value


def test_the_buzzer_is_silent_when_the_program_ends_in_a_sound() -> None:
    with Gadget(4, buzzer=BUZZER) as gadget:
        gadget.hand.down(LEFT)
        gadget.passes(0.01)
        assert gadget.sounds()
        gadget.stops()
        assert not gadget.sounds()


def test_a_program_that_breaks_in_a_sound_falls_silent_too() -> None:
    with Gadget(4, buzzer=BUZZER) as gadget:
        gadget.hand.down(LEFT)
        gadget.passes(0.01)
        gadget.breaks(ZeroDivisionError("in a callback"))
        assert not gadget.sounds()
