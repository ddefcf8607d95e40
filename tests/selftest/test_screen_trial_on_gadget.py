"""The trial of settings on the gadget: turned through with the knob, taken with a press, kept."""

from pathlib import Path

import pytest
from msgspec.structs import replace
from PIL import Image

from cdgdevice.config.keys_and_defaults import PinsConfig
from cdgdevice.config.panel_keys import PanelConfig
from cdgdevice.drivers.gpio.control_events import Control
from cdgdevice.drivers.oled.panels import CHIPS, COM_PINS, SH1106, SSD1309, PanelChip
from cdgdevice.errors import CdgDeviceError
from cdgdevice.render.describe import describe
from cdgdevice.render.views import MenuView, PageView, PatternView
from cdgdevice.rules.card_display import Side
from cdgdevice.selftest.person_checks import SeenPattern
from tests.drawn import draw_view
from tests.gadget_starts import start
from tests.selftest.owners_eyes import how_well, look_at
from tests.selftest.pi_trees import zero_2_w
from tests.selftest.tried import Tried
from tests.simulated_disk import SimulatedDisk
from tests.whole_gadget import plain

KNOB = Control.KNOB
SHIFTED = SSD1309.fit(2, 0, False, COM_PINS)
OTHER = {Side.LEFT: Side.RIGHT, Side.RIGHT: Side.LEFT}


class Owner(Tried):
    """Somebody who looks at the glass of one screen, and reads what there is to do on the other."""

    def __init__(self, tree: Path, side: Side, chip: PanelChip, **more: object) -> None:
        self.side = side
        super().__init__(tree=tree, panels={side: chip}, **more)

    def reads(self, side: Side = Side.LEFT) -> str:
        """Give what a screen says; what the wrong one does is known by heart."""
        if side is self.side:
            return "\n".join(describe(self.front.shown_views[side]))
        return super().reads(side)

    def shows_well(self, side: Side) -> bool:
        return self.picture(side) == draw_view(self.front.shown_views[side]).tobytes()

    def looks(self) -> tuple[Image.Image, Image.Image]:
        wanted = self.front.shown_views[self.side]
        panels = self.spi_panels if self.config.screens.on_spi else self.panels
        address = self.config.screens.addresses[self.side]
        return panels[address].picture(), draw_view(wanted)

    def sees(self) -> SeenPattern:
        return look_at(*self.looks())

    def says(self, seen: SeenPattern) -> None:
        """Choose in the list what was seen."""
        menu = self.shown_menu(OTHER[self.side])
        assert menu.title == f"{self.side.value} screen shows:"
        self.turn(menu.items.index(seen.value) - menu.highlighted).press(KNOB)

    def to_question(self) -> SeenPattern:
        """Look at the pattern, and go on to the question about this screen."""
        self.begins()
        seen = self.sees()
        self.press(KNOB)
        if self.side is Side.RIGHT:
            self.press(KNOB)
        return seen

    def finds(self) -> bool:
        """Try what is offered until the screen is whole, or nothing is left."""
        seen = self.to_question()
        for _ in range(6):
            before = how_well(*self.looks())
            self.says(seen)
            if not isinstance(self.front.shown_views[self.side], PatternView):
                return False
            of = 8
            while how_well(*self.looks()) <= before and of:
                self.turn(1)
                of -= 1
            seen = self.sees()
            self.press(KNOB)
            if seen is SeenPattern.WHOLE:
                self.says(seen)
                return True
        return False


def kept_of(owner: Owner) -> str:
    """Read the page on what is kept, which both screens show whole."""
    for side in Side:
        assert isinstance(owner.front.shown_views[side], PageView)
        assert owner.shows_well(side)
    return owner.reads()


@pytest.mark.parametrize("bus", ["/dev/i2c-1", "/dev/spidev0"])
@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize(
    ("chip", "line"),
    [
        (SHIFTED, "column_offset = 2"),
        (SSD1309.fit(4, 0, True, 0x02), "com_pins = 0x02"),
        (SSD1309.fit(0, -20, False, COM_PINS), "row_offset = -20"),
        (CHIPS["sh1107"].fit(0, 32, False, COM_PINS), "row_offset = 32"),
        (SH1106, 'controller = "sh1106"'),
        (CHIPS["sh1107"].fit(0, 0, True, COM_PINS), 'controller = "sh1107"'),
    ],
    ids=lambda each: getattr(each, "word", ""),
)
def test_the_owner_finds_the_setting_which_is_shown_and_kept_for_the_next_start(
    chip: PanelChip, line: str, side: Side, bus: str, tmp_path: Path
) -> None:
    state = SimulatedDisk()
    begun = start(state, f'screens.bus = "{bus}"')
    config = begun.found.config
    with Owner(
        zero_2_w(tmp_path), side, chip, config=config, keep_panel=begun.kept.keep_panel
    ) as owner:
        assert owner.finds()
        page = kept_of(owner)
        assert line in page
        assert "Kept." in page
        owner.press(KNOB, 0.7)
        for _ in range(3):
            owner.press(KNOB)
        for each in Side:
            assert owner.shows_well(each)
    after = start(state, f'screens.bus = "{bus}"').found.config
    with Owner(zero_2_w(tmp_path / "again"), side, chip, config=after) as again:
        assert again.to_question() is SeenPattern.WHOLE
    edited = start(state, f'screens.bus = "{bus}"\nscreens.{side.value}.mirror = false')
    assert edited.found.config.screens == config.screens, "the file counts that says it since"


def test_what_is_set_already_is_not_tried_and_the_next_test_begins_with_what_was_kept(
    tmp_path: Path,
) -> None:
    with Owner(zero_2_w(tmp_path), Side.LEFT, SHIFTED) as owner:
        assert owner.finds()
        owner.press(KNOB, 0.7)
        while "Self-test" in owner.reads(Side.RIGHT):
            owner.press(KNOB)
        assert owner.to_question() is SeenPattern.WHOLE
        owner.says(SeenPattern.SHIFTED)
        for column, step in ((0, 0), (4, 1), (1, 1), (3, 1)):
            assert f"column_offset = {column}" in owner.turn(step).reads(Side.RIGHT)
        assert "As it was" in owner.turn(1).reads(Side.LEFT)


def test_where_nothing_fits_the_screen_is_as_it_was_and_a_report_is_asked_for(
    tmp_path: Path,
) -> None:
    kept: list[object] = []
    tall = SSD1309.fit(0, 0, False, COM_PINS)
    with Owner(
        zero_2_w(tmp_path), Side.LEFT, tall, keep_panel=lambda *found: kept.append(found) or ""
    ) as owner:
        owner.to_question()
        owner.says(SeenPattern.SHIFTED)
        for number, column in enumerate((2, 4, 1, 3), 1):
            view = owner.front.shown_views[Side.LEFT]
            assert isinstance(view, PatternView)
            assert view.number == number
            assert owner.sees() is not SeenPattern.WHOLE
            assert f"column_offset = {column}" in owner.reads(Side.RIGHT)
            owner.turn(1)
        assert "As it was" in owner.reads(Side.LEFT)
        assert owner.sees() is SeenPattern.WHOLE
        owner.press(KNOB).until("Note: Controls").touches_all()
        told = " ".join("\n".join(owner.told()).split())
    assert "no setting helped: run cdgdevice report." in told
    assert kept == []


@pytest.mark.parametrize("dark", [False, True])
def test_leaving_the_trial_puts_back_what_was_set(dark: bool, tmp_path: Path) -> None:
    with Owner(zero_2_w(tmp_path), Side.LEFT, SSD1309, dark_after=60) as owner:
        before = owner.answers()
        owner.to_question()
        owner.says(SeenPattern.SHIFTED)
        assert owner.sees() is not SeenPattern.WHOLE
        if dark:
            owner.passes(61.0)
        owner.press(KNOB, 0.1 if dark else 0.7)
        told = owner.told()
        assert any("driven as it was before" in " ".join(page.split()) for page in told)
        assert owner.shows_well(Side.LEFT)
        assert owner.answers() == before


def test_a_fault_of_the_bus_is_told_and_the_trial_goes_on(tmp_path: Path) -> None:
    with Owner(zero_2_w(tmp_path), Side.LEFT, SHIFTED) as owner:
        owner.to_question()
        owner.says(SeenPattern.SHIFTED)
        owner.bus.unplug(0x3C)
        owner.turn(1)
        assert "No screen answers at 0x3C" in " ".join(owner.reads(Side.RIGHT).split())
        owner.bus.replug(0x3C)
        owner.press(KNOB)
        owner.turn(-1)
        owner.passes(3.0)
        assert owner.sees() is SeenPattern.WHOLE
        assert isinstance(owner.front.shown_views[Side.LEFT], PatternView)


def test_what_a_disk_refuses_is_told_and_the_screen_stays_right(tmp_path: Path) -> None:
    def refuse(_side: Side, _panel: PanelConfig) -> str:
        raise CdgDeviceError("Left screen is not kept yet: the disk is full.")

    with Owner(zero_2_w(tmp_path), Side.LEFT, SHIFTED, keep_panel=refuse) as owner:
        assert owner.finds()
        assert "Not kept: write it under [screens.left]." in " ".join(kept_of(owner).split())
        owner.press(KNOB).until("Note: Controls").touches_all()
        told = " ".join("\n".join(owner.told()).split())
        assert "column_offset = 2: write that under [screens.left]." in told
        assert owner.shows_well(Side.LEFT)


def test_two_buttons_without_a_knob_move_on_by_a_press_and_take_by_a_hold(tmp_path: Path) -> None:
    buttons = (Control.LEFT, Control.RIGHT)
    inputs = {button: PinsConfig().inputs[button] for button in buttons}
    config = replace(plain(), pins=PinsConfig(inputs=inputs))
    with Owner(zero_2_w(tmp_path), Side.LEFT, SHIFTED, config=config) as owner:
        owner.press(Control.LEFT, 2.5)
        for _ in range(40):
            if "Self-test, highlighted" in owner.reads():
                break
            hold = 0.8 if "Gadget, highlighted" in owner.reads() else 0.1
            owner.press(Control.LEFT, hold)
        owner.press(Control.LEFT, 0.8)
        owner.press(Control.LEFT, 0.8)
        assert isinstance(owner.front.shown_views[Side.RIGHT], MenuView)
        owner.press(Control.LEFT).press(Control.LEFT, 0.8)
        assert owner.sees() is SeenPattern.WHOLE
        owner.press(Control.LEFT, 0.8).press(Control.LEFT, 0.8)
        assert "column_offset = 2" in kept_of(owner)
