"""What is set in the menu is in force at once: glass, rest, die and buzzer."""

from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue

from msgspec.structs import replace

from cdgdevice.config.config_file import ConfigLayer
from cdgdevice.config.effective import ConfigKeeper, EffectiveConfig, resolve_config
from cdgdevice.config.keys_and_defaults import Config
from cdgdevice.config.settings import DieSource, Setting, Settings, SettingValue
from cdgdevice.drivers.gpio.control_events import Control
from cdgdevice.drivers.gpio.pin_factory import GpiodFactory
from cdgdevice.render.views import MenuView
from cdgdevice.rules.card_display import Side
from cdgdevice.service.assembly import Installation, assemble_gadget
from cdgdevice.service.front_panel import DIM_CONTRAST
from cdgdevice.service.loop import LoopEvent
from cdgdevice.service.world import World
from cdgdevice.ui.intents_and_commands import Press, Scroll
from cdgdevice.ui.update import NAME_SECONDS
from tests.drivers.fakes.fake_rpi_gpio import ZERO_2_W
from tests.simulated_chips import SimulatedGpioChips
from tests.simulated_disk import SimulatedDisk
from tests.whole_gadget import ADDRESSES, Gadget, plain


def settable(
    *dice: int,
    remember: Callable[[Setting, SettingValue], None] = lambda _, __: None,
    dim_after: int = 0,
) -> Gadget:
    """Give a gadget in whose menu everything can be set; it goes dark after 15 minutes."""
    return Gadget(*dice, buzzer=25, dark_after=900, dim_after=dim_after, remember=remember)


def sets(gadget: Gadget, *titles: str) -> None:
    """Set something in the menu and leave it again."""
    gadget.press(Control.KNOB)
    gadget.takes("Settings", *titles, "Back", "Back", "Back", "Back")


def contrasts(gadget: Gadget) -> set[int]:
    return {gadget.panels[address].contrast for address in ADDRESSES.values()}


def test_the_screen_changes_as_the_brightness_is_set() -> None:
    with settable() as gadget:
        gadget.press(Control.KNOB)
        gadget.takes("Settings", "Brightness: middle")
        assert contrasts(gadget) == {128}
        gadget.takes("[ ] brightest")
        assert contrasts(gadget) == {255}
        gadget.takes("[ ] darkest")
        assert contrasts(gadget) == {16}
        assert "[x] darkest" in gadget.reads()


def test_two_screens_of_unlike_brightness_stay_so_until_one_is_chosen_for_both() -> None:
    built = plain()
    assert built.screens.left is not None
    left = replace(built.screens.left, contrast=64)
    config = replace(built, screens=replace(built.screens, left=left))
    with Gadget(config=config, remember=lambda _, __: None) as gadget:
        gadget.press(Control.KNOB)
        gadget.takes("Settings", "Sleep: never", "[ ] 1 min", "Back")
        assert contrasts(gadget) == {64, 128}
        gadget.takes("Brightness: each its own", "[ ] dark")
        assert contrasts(gadget) == {64}


def test_a_panel_that_comes_back_has_the_brightness_that_was_set() -> None:
    with settable() as gadget:
        gadget.press(Control.KNOB)
        gadget.takes("Settings", "Brightness: middle")
        gadget.bus.unplug(ADDRESSES[Side.RIGHT])
        gadget.takes("[ ] bright")
        gadget.bus.replug(ADDRESSES[Side.RIGHT])
        gadget.panels[ADDRESSES[Side.RIGHT]].cut_power()
        gadget.passes(5.0)
        assert contrasts(gadget) == {192}


def test_a_dim_screen_is_no_brighter_for_it_and_a_touched_one_is() -> None:
    with settable(dim_after=10) as gadget:
        sets(gadget, "Brightness: middle", "[ ] brightest")
        gadget.passes(11.0)
        assert contrasts(gadget) == {DIM_CONTRAST}
        gadget.press(Control.RIGHT)
        assert contrasts(gadget) == {255}


def test_the_screens_go_dark_when_it_was_set() -> None:
    with settable() as gadget:
        sets(gadget, "Sleep: 15 min", "[ ] 1 min")
        gadget.passes(58.0)
        assert not gadget.dark()
        gadget.passes(2.0)
        assert gadget.dark()
        gadget.press(Control.LEFT).passes(NAME_SECONDS)  # what wakes shows the game's name first
        sets(gadget, "Sleep: 1 min", "[ ] never")
        gadget.passes(100_000.0)
        assert not gadget.dark()


def test_a_reader_that_is_missing_is_told_once_the_dice_are_to_come_from_it() -> None:
    with settable() as gadget:
        gadget.plug_reader().unplug_reader()
        assert "Die reader" not in gadget.reads()
        gadget.press(Control.KNOB)
        gadget.takes("Settings", "Die: button", "[ ] reader")
        assert "Die reader" in gadget.reads()
        gadget.press(Control.KNOB)
        gadget.takes("[ ] button")
        assert "Die reader" not in gadget.reads()


def test_the_next_throw_in_the_reader_counts_where_it_was_set() -> None:
    with settable() as gadget:
        gadget.plug_reader()
        sets(gadget, "Die: button", "[ ] reader")
        gadget.press(Control.LEFT)
        assert "Roll the die" in gadget.reads()
        assert gadget.answers() == 0
        gadget.throw(3).passes(2.0)
        assert gadget.answers() == 1


def test_the_buzzer_is_silent_once_it_was_set_off() -> None:
    for entry, sounds in (("[x] on", True), ("[ ] off", False)):
        with settable(4) as gadget:
            sets(gadget, "Sound: on", entry)
            gadget.hand.down(Control.LEFT)
            gadget.passes(0.01)
            assert gadget.sounds() is sounds


def test_the_chances_go_from_the_screens_once_they_were_set_off() -> None:
    with Gadget(2, 2, sheet="washingtons-war-2022", remember=lambda _, __: None) as gadget:
        for button in (Control.LEFT, Control.RIGHT):
            gadget.press(button).passes(2.0).press(button).press(button).passes(1.0)
        assert "rolls offer" in gadget.reads(Side.RIGHT)
        sets(gadget, "Chances: on", "[ ] off")
        assert "rolls offer" not in gadget.reads(Side.RIGHT)


def test_what_was_set_is_kept_before_it_is_shown_as_set() -> None:
    shown: list[str] = []
    kept: list[tuple[Setting, SettingValue]] = []

    def remember(setting: Setting, value: SettingValue) -> None:
        kept.append((setting, value))
        shown.append(gadget.reads())

    with settable(remember=remember) as gadget:
        sets(gadget, "Die: button", "[ ] by hand")
    assert kept == [(Setting.DIE, DieSource.HAND)]
    assert "[x] button" in shown[0]


def test_a_disk_that_refuses_is_told_and_the_setting_holds_and_is_tried_again() -> None:
    disk = SimulatedDisk()
    kept = ConfigKeeper(EffectiveConfig(plain(), {}), Path("/games"), disk)
    with settable(remember=kept.keep_change) as gadget:
        gadget.press(Control.KNOB)
        gadget.takes("Settings")
        disk.make_read_only()
        gadget.takes("Sleep: 15 min", "[ ] 1 min")
        assert "Sleep is not kept yet: the disk can only be read." in gadget.reads()
        gadget.passes(1.0)  # looking ahead is over
        waits = gadget.time.waits
        gadget.passes(30.0)
        assert gadget.time.waits < waits + 8
        gadget.press(Control.KNOB)
        assert "[x] 1 min" in gadget.reads()
        gadget.passes(60.0)
        assert gadget.dark()
        disk.mend()
        gadget.passes(11.0)
        waits = gadget.time.waits
        gadget.passes(1000.0)
        assert gadget.time.waits <= waits + 1
    assert resolve_config((), (), Path("/games"), disk, own=True).config.sleep.off_after_s == 60


def test_the_page_of_a_setting_that_was_not_kept_goes_once_it_is() -> None:
    disk = SimulatedDisk()
    kept = ConfigKeeper(EffectiveConfig(plain(), {}), Path("/games"), disk)
    with settable(remember=kept.keep_change) as gadget:
        gadget.press(Control.KNOB)
        gadget.takes("Settings")
        disk.make_read_only()
        gadget.takes("Sound: on", "[ ] off")
        assert "Not kept yet" in gadget.reads()
        disk.mend()
        gadget.passes(10.0)
        assert "[x] off" in gadget.reads()


def test_setting_things_leaves_no_trace_in_the_game() -> None:
    with settable(4) as gadget:
        gadget.press(Control.LEFT).passes(2.0)
        before = gadget.reads(), gadget.answers()
        gadget.turn(9).press(Control.KNOB)
        gadget.takes("Settings", "Brightness: middle", "[ ] dark", "Back", "Back", "Back", "Back")
        gadget.turn(-3)
        assert (gadget.reads(), gadget.answers()) == before


# --- the gadget that is put together --------------------------------------------------------------


def put_together(
    games: Path, files: tuple[ConfigLayer, ...], disk: SimulatedDisk
) -> Settings | None:
    """Start a gadget, set the first value of Sleep in its menu, and stop; give what it began with.

    Its games are in a folder of their own, which this process holds until its end.
    """
    given = resolve_config(files, ("paths-of-glory-2022",), games, disk, own=True)
    kept = ConfigKeeper(given, games, disk)
    edge = World(lambda: GpiodFactory(ZERO_2_W, SimulatedGpioChips()), {}, None)
    queue: SimpleQueue[LoopEvent] = SimpleQueue()
    config = replace(given.config, sheet="paths-of-glory-2022")
    installation = Installation(remember=kept.keep_change)
    with assemble_gadget(config, edge, queue, installation, log=print) as service:
        kept.keep_good(played=False)
        began = service.session.state.context.settings
        service.session.send(Press.MENU, 0.0)
        for title in ("Gadget", "Settings", "Sleep", "["):
            menu = service.session.views((Side.LEFT, Side.RIGHT))[Side.LEFT]
            assert isinstance(menu, MenuView)
            at = next(n for n, item in enumerate(menu.items) if item.startswith(title))
            service.session.send(Scroll(at - menu.highlighted), 0.0)
            service.session.send(Press.KNOB, 0.0)
        return began


def test_what_the_menu_begins_with_is_what_the_files_and_the_menu_said(tmp_path: Path) -> None:
    disk = SimulatedDisk()
    first = (
        ConfigLayer("etc", "pins.buzzer = 25\nscreens.left.contrast = 9\nreader.port = 'none'\n"),
    )
    assert put_together(tmp_path / "1", first, disk) == Settings(
        None, 900, sound=True, reader=False
    )
    assert put_together(tmp_path / "2", first, disk) == Settings(None, 60, sound=True, reader=False)
    edited = (*first, ConfigLayer("boot", "sleep.off_after_s = 300"))
    assert put_together(tmp_path / "3", edited, disk) == Settings(
        None, 300, sound=True, reader=False
    )


def test_without_a_place_to_keep_settings_none_are_offered(tmp_path: Path) -> None:
    edge = World(lambda: GpiodFactory(ZERO_2_W, SimulatedGpioChips()), {}, None)
    with assemble_gadget(Config(tmp_path), edge, SimpleQueue(), log=print) as service:
        assert service.session.state.context.settings is None
