"""The trial of settings: an owner who only looks at the glass finds the one that is right."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from msgspec import Struct
from msgspec.structs import replace
from PIL import Image

from cdgdevice.config.config_file import read_config
from cdgdevice.config.keys_and_defaults import Config, ScreensConfig
from cdgdevice.config.menu_changes import keep_nothing
from cdgdevice.config.panel_keys import PanelConfig
from cdgdevice.drivers.oled.panels import CHIPS, LUMA_PANELS, SSD1306, LumaPanel, PanelChip
from cdgdevice.drivers.oled.screen import Screen
from cdgdevice.render.draw import check_fit
from cdgdevice.render.views import PageKind, PageView
from cdgdevice.rules.card_display import Side
from cdgdevice.selftest.findings import Finding, FindingKind
from cdgdevice.selftest.in_terminal import Person, look_at_screens
from cdgdevice.selftest.person_checks import (
    SeenPattern,
    judge_pattern,
    possible_sights,
    screen_pattern,
)
from cdgdevice.selftest.screen_trial import (
    keep_setting,
    list_candidates,
    trial_pattern,
)
from cdgdevice.simulator.simulated_hardware import SimulatedI2cBus, SimulatedSpiBus
from cdgdevice.simulator.simulated_panel import SimulatedPanel
from tests.drawn import draw_view, show
from tests.selftest.owners_eyes import how_well, look_at
from tools.make_splash import load_splash_picture

draw_once, check_once = cache(draw_view), cache(check_fit)

STARTS = ("ssd1309", "ssd1305", "sh1106", "sh1107")
"""The chips that the owner may have configured: others are driven by the same bytes."""


class Glass(Struct, frozen=True):
    """A panel as its maker and its owner built it."""

    chip: PanelChip
    """With its glass."""
    turned: bool = False

    def seen(self, picture: Image.Image) -> Image.Image:
        return picture.rotate(180) if self.turned else picture


def glasses(chip: PanelChip) -> Iterator[Glass]:
    for column, mirror, pins in product(chip.column_offsets, (False, True), chip.com_pins):
        for turned in (False, True):
            yield Glass(chip.fit(column, 0, mirror, pins), turned)


class Owner:
    """Somebody at a terminal who says what he sees, and takes what is better."""

    def __init__(self, glass: Glass, screens: ScreensConfig, side: Side = Side.LEFT) -> None:
        self.glass, self.side, self.screens = glass, side, screens
        self.panel = SimulatedPanel(glass.chip)
        address = screens.addresses[side]
        self.sent: list[bytes] = []
        receive = self.panel.receive
        self.panel.receive = lambda sent: (self.sent.append(sent), receive(sent))[1]  # type: ignore[method-assign]
        self.bus = (SimulatedSpiBus if screens.on_spi else SimulatedI2cBus)({address: self.panel})
        panel = screens.fitted[side]
        self.wanted = screen_pattern(side, self.bus.name_address(address), panel.controller)
        self.said = 0, 0
        self.questions = 0
        self.told: list[str] = []
        self.kept: list[tuple[Side, PanelConfig]] = []

    def looks(self) -> tuple[Image.Image, Image.Image]:
        return self.glass.seen(self.panel.picture()), draw_once(self.wanted)

    def hears(self, line: str) -> None:
        self.told.append(line)
        if found := re.match(r"Setting (\d) of (\d):", line):
            self.wanted = trial_pattern(self.side, int(found[1]), int(found[2]))

    def answers(self, question: str) -> str:
        self.questions += 1
        assert self.questions < 40, "it never ends"
        if "What do you see" in question:
            self.said = how_well(*self.looks())
            seen = look_at(*self.looks())
            return str(possible_sights(len(self.screens.fitted)).index(seen) + 1)
        return "y" if how_well(*self.looks()) > self.said else "n"

    def keeps(self, side: Side, panel: PanelConfig) -> str:
        self.kept.append((side, panel))
        return ""

    def takes_test(self) -> tuple[Finding, ...]:
        person = Person(self.hears, self.answers)
        config = Config(Path("/games"), screens=self.screens)
        answering = frozenset({self.side})
        return tuple(look_at_screens(config, {self.side: self.bus}, answering, person, self.keeps))

    def inits(self) -> list[str]:
        """Give in hex each transfer that set the panel up."""
        return [sent.hex() for sent in self.sent if len(sent) > 16 and sent[0] == 0]

    def shows_whole(self, panel: PanelConfig) -> bool:
        screen = Screen(panel.panel, self.bus, self.screens.address_of(panel), rotate=panel.rotate)
        show(screen, load_splash_picture("splash"))
        shown = self.glass.seen(self.panel.picture())
        return shown.tobytes() == load_splash_picture("splash").tobytes()


def screens_with(side: Side, panel: PanelConfig, bus: str) -> ScreensConfig:
    usual = ScreensConfig(bus=bus)
    return replace(usual, **{side.value: usual.fitted[side].fit_as(panel)})


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("real", CHIPS.values(), ids=repr)
def test_the_owner_finds_the_setting_of_each_glass_whatever_was_configured(
    real: PanelChip, start: str
) -> None:
    for number, glass in enumerate(glasses(real)):
        side, bus = tuple(Side)[number % 2], ("/dev/i2c-1", "/dev/spidev0")[number // 2 % 2]
        owner = Owner(glass, screens_with(side, PanelConfig(CHIPS[start]), bus), side)
        (found,) = owner.takes_test()
        configured = owner.screens.fitted[side]
        if found.what is FindingKind.SCREENS_WHOLE:
            assert owner.shows_whole(configured)
            assert not owner.kept
            continue
        assert found.what is FindingKind.SCREENS_SET, (glass.chip.word, glass.turned, found)
        ((kept_side, panel),) = owner.kept
        assert kept_side is side
        assert owner.shows_whole(panel)
        owner.panel.cut_power()
        assert owner.shows_whole(panel), "only what was tried before made it right"
        assert owner.questions <= 20
        for line in panel.list_fit_lines(configured):
            assert line in found.sentence


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("real", CHIPS.values(), ids=repr)
def test_the_owner_finds_by_how_many_rows_a_picture_is_moved(real: PanelChip, start: str) -> None:
    for number, row in enumerate((-47, -32, -20, -9, -1, 2, 16, 31, 54)):
        turned, mirror, pins = number % 2 == 0, number % 3 == 0, real.com_pins[number % 2 - 1]
        glass = Glass(real.fit(real.column_offsets[-1], row, mirror, pins), turned)
        owner = Owner(glass, screens_with(Side.LEFT, PanelConfig(CHIPS[start]), "/dev/i2c-1"))
        (found,) = owner.takes_test()
        assert found.what is FindingKind.SCREENS_SET, (glass.chip.word, turned, found, owner.told)
        ((_, panel),) = owner.kept
        owner.panel.cut_power()
        assert owner.shows_whole(panel), "only what was tried before made it right"
        assert owner.questions <= 36


def configured_panels() -> Iterator[PanelConfig]:
    """Every panel that a configuration may have, but for its rows."""
    for chip in CHIPS.values():
        for column, pins in product(chip.column_offsets, chip.com_pins):
            for rotate, mirror in product((0, 180), (False, True)):
                yield PanelConfig(
                    chip, rotate=rotate, column_offset=column, mirror=mirror, com_pins=pins
                )


def read_section(lines: Iterator[str]) -> PanelConfig:
    return read_text("[screens.left]\n" + "".join(f"{line}\n" for line in lines))


@cache
def read_text(text: str) -> PanelConfig:
    return read_config(text, "c.toml", sheets=[], games=Path("/")).screens.fitted[Side.LEFT]


def test_what_is_tried_is_new_few_accepted_by_the_configuration_and_shown_whole() -> None:
    for panel in configured_panels():
        for seen in SeenPattern:
            if seen is SeenPattern.ROLLED and (panel.mirror or panel.rotate or panel.column_offset):
                continue  # rows are moved alike then, and it takes its time
            to_try = list_candidates(seen, panel)
            assert len(to_try) <= 9
            for number, each in enumerate(to_try, 1):
                assert each.fit != panel.fit
                assert read_section(each.list_fit_lines()).fit == each.fit
                assert check_once(trial_pattern(Side.RIGHT, number, len(to_try))) == []
                title, kept = "[screens.right]", keep_setting(Side.RIGHT, each, panel, keep_nothing)
                assert check_once(PageView(PageKind.NOTE, title, kept.shown)) == []


def test_another_chip_is_tried_with_as_many_rows_as_it_mostly_drives() -> None:
    panel = PanelConfig(CHIPS["sh1107"], multiplex=128)
    to_try = list_candidates(SeenPattern.SNOW, panel)
    assert {each.controller.name for each in to_try} == {"ssd1306", "sh1106", "ch1115"}
    for each in to_try:
        assert "multiplex = 64" in each.list_fit_lines(panel)
        assert read_section(each.list_fit_lines()).fit == each.fit


def test_what_was_tried_is_not_offered_again_and_so_there_is_an_end() -> None:
    for panel in configured_panels():
        for seen in (SeenPattern.SNOW, SeenPattern.ROWS, SeenPattern.SHIFTED):
            before, now = set(), panel
            while to_try := list_candidates(seen, now, (), before):
                before |= {now.fit}
                now = to_try[-1]
            assert len(before) < 12


def test_what_was_found_for_one_screen_is_tried_first_on_the_other() -> None:
    found = PanelConfig(column_offset=4, mirror=True)
    first, *_ = list_candidates(SeenPattern.SHIFTED, PanelConfig(address=0x3D), (found,))
    assert (first.column_offset, first.mirror, first.address) == (4, True, 0x3D)
    doubted = PanelConfig(CHIPS["sh1106"], address=0x3D)
    assert len(list_candidates(SeenPattern.SHIFTED, doubted, (found,))) == 9, "one digit"
    assert list_candidates(SeenPattern.WHOLE, PanelConfig(), (found,)) == ()


def test_where_nothing_fits_the_terminal_says_so_and_sets_the_screen_up_as_it_was() -> None:
    owner = Owner(Glass(SSD1306.fit(3, 0, False, 0x12)), ScreensConfig())
    see = owner.answers
    owner.answers = lambda asked: see(asked) if "What do you see" in asked else "n"  # type: ignore[method-assign]
    (found,) = owner.takes_test()
    assert found.what is FindingKind.SCREENS_SHIFTED
    assert [line for line in owner.told if line.startswith("Setting 4 of 4: column_offset = 3")]
    assert "no setting helped" in found.sentence
    assert "cdgdevice report" in found.sentence
    assert not owner.kept
    assert owner.inits()[-1] == owner.inits()[0]


def test_each_setting_is_really_sent_before_it_is_shown() -> None:
    owner = Owner(Glass(SSD1306.fit(0, 20, False, 0x12)), ScreensConfig())
    owner.takes_test()
    sent = [int(row, 16) for init in owner.inits() for row in re.findall("d3(..)40", init)]
    rows = [
        int(row) for line in owner.told for row in re.findall("Setting.*row_offset = (.*)", line)
    ]
    assert sent == [-row % 64 for row in (0, *rows)]
    assert (rows[0], rows[-1]) == (32, 20)


def test_a_screen_that_is_lost_in_the_trial_is_told_and_the_trial_goes_on() -> None:
    owner = Owner(Glass(SSD1306.fit(4, 0, False, 0x12)), ScreensConfig())
    answers = owner.answers

    def unplugs(question: str) -> str:
        """Pull the panel out before the first setting, and put it back after that."""
        answered = answers(question)
        if owner.questions == 1:
            owner.bus.unplug(0x3C)
        elif owner.questions == 2:
            owner.bus.replug(0x3C)
        return answered

    owner.answers = unplugs  # type: ignore[method-assign]
    (found,) = owner.takes_test()
    assert found.what is FindingKind.SCREENS_SET
    assert "column_offset = 4" in found.sentence
    assert any("No screen answers at 0x3C" in line for line in owner.told)


@pytest.mark.parametrize("panel", LUMA_PANELS, ids=lambda panel: panel.name + panel.size)
def test_a_panel_of_luma_s_is_tried_with_no_other_setting(panel: LumaPanel) -> None:
    for rotate, other in ((0, 180), (180, 0)):
        screens = ScreensConfig(left=PanelConfig(panel, rotate=rotate))
        for seen in SeenPattern:
            assert list_candidates(seen, screens.fitted[Side.LEFT]) == ()
            found = judge_pattern(seen, Side.LEFT, screens)
            turned = f"write rotate = {other} in [screens.left]" in found.sentence
            assert turned == (seen is SeenPattern.UPSIDE_DOWN)
