"""What the self-test proposes for a screen that shows the pattern wrongly."""

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from msgspec.structs import replace

from cdgdevice.config.config_file import read_config
from cdgdevice.config.keys_and_defaults import ScreensConfig
from cdgdevice.config.panel_keys import PanelConfig
from cdgdevice.drivers.oled.panels import CHIPS, COM_PINS, PanelChip
from cdgdevice.drivers.oled.screen import Screen
from cdgdevice.rules.card_display import Side
from cdgdevice.selftest.on_gadget import result_pages
from cdgdevice.selftest.person_checks import SeenPattern, judge_pattern, propose_settings
from cdgdevice.simulator.simulated_hardware import SimulatedI2cBus
from cdgdevice.simulator.simulated_panel import SimulatedPanel
from tools.make_splash import load_splash_picture

HARDWARE = Path(__file__).parents[2] / "hardware"


def write_section(panel: PanelConfig) -> str:
    """Write a section that gives the left screen this panel."""
    return (
        f'[screens.left]\ncontroller = "{panel.controller.name}"\nrotate = {panel.rotate}\n'
        f"column_offset = {panel.column_offset}\nmirror = {str(panel.mirror).lower()}\n"
        f"com_pins = 0x{panel.com_pins:02X}\n"
    )


def apply(panel: PanelConfig, lines: tuple[str, ...]) -> PanelConfig:
    """Write proposed lines into the section of a screen that has this panel, and read that."""
    written = dict(line.split(" = ") for line in write_section(panel).splitlines()[1:])
    for line in lines:
        key, value = line.split(" = ")
        assert written[key] != value, "it is set already"
        written[key] = value
    section = "".join(f"{key} = {value}\n" for key, value in written.items())
    return read(f"[screens.left]\n{section}")


def read(text: str) -> PanelConfig:
    """Read a configuration without a mistake, and return its left screen."""
    left = read_config(text, "c.toml", sheets=[], games=Path("/")).screens.left
    assert left is not None
    return left


def accepted() -> Iterator[PanelConfig]:
    """Every panel that a configuration may have to begin with."""
    for chip in CHIPS.values():
        for column, pins in product(chip.column_offsets, chip.com_pins):
            for rotate, mirror in product((0, 180), (False, True)):
                yield PanelConfig(
                    chip, rotate=rotate, column_offset=column, mirror=mirror, com_pins=pins
                )


def follow(seen: SeenPattern, panel: PanelConfig) -> list[tuple[str, ...]]:
    """Follow every proposal as long as the same is seen."""
    proposed: list[tuple[str, ...]] = []
    while (lines := propose_settings(seen, panel)) and len(proposed) < 9:
        proposed.append(lines)
        panel = apply(panel, lines)
    return proposed


def test_each_proposal_is_accepted_and_whatever_is_seen_in_turn_leads_to_an_end() -> None:
    """Take away what leads nowhere, again and again: what is left over is a circle."""
    after: dict[PanelConfig, set[PanelConfig]] = {}
    for panel in accepted():
        assert read(write_section(panel)) == panel
        ways = (propose_settings(seen, panel) for seen in SeenPattern)
        after[panel] = {apply(panel, lines) for lines in ways if lines}
    assert set().union(*after.values()) <= after.keys()
    while ended := [panel for panel, nexts in after.items() if not nexts & after.keys()]:
        for panel in ended:
            del after[panel]
    assert not after, "somebody who tries these comes back to them"


@pytest.mark.parametrize(
    ("chip", "offsets"),
    [("sh1106", (-2, 2)), ("ssd1309", (2, 4)), ("ssd1305", (2, 4)), ("sh1107", ())],
)
def test_a_shifted_picture_is_moved_to_each_even_column_of_its_chip(
    chip: str, offsets: tuple[int, ...]
) -> None:
    lines = follow(SeenPattern.SHIFTED, PanelConfig(CHIPS[chip]))
    assert lines == [(f"column_offset = {each}",) for each in offsets]


def test_the_builder_s_pages_have_what_is_proposed_first_for_their_screens() -> None:
    parts, every_box = (
        HARDWARE.joinpath(page).read_text("utf-8") for page in ("PARTS.md", "EVERY-BOX.md")
    )
    as_sold = PanelConfig(CHIPS["ssd1306"])
    assert propose_settings(SeenPattern.SNOW, as_sold) == ('controller = "sh1106"',)
    assert 'as SSD1306 they show snow: write `controller = "sh1106"`.' in " ".join(parts.split())
    (cure,) = re.findall(r"^\| `screens-shifted` \| the `column_offset` (.+) \|$", every_box, re.M)
    offsets = [f"column_offset = {each}" for each in re.findall(r"\d", cure)]
    assert offsets == [line for (line,) in follow(SeenPattern.SHIFTED, as_sold)]


@pytest.mark.parametrize("real", [each for each in CHIPS.values() if each.by_window], ids=repr)
@pytest.mark.parametrize("column", [0, 2, 4])
def test_an_ssd13xx_that_is_configured_as_sh1106_is_shown_whole_by_what_is_proposed(
    real: PanelChip, column: int
) -> None:
    picture, panel = load_splash_picture("splash"), PanelConfig(CHIPS["sh1106"])
    bus = SimulatedI2cBus({0x3C: SimulatedPanel(real.fit(column, 0, False, COM_PINS))})
    while True:
        Screen(panel.panel, bus, 0x3C).show(picture)
        if bus.picture(0x3C) == picture:
            break
        lines = propose_settings(SeenPattern.SHIFTED, panel)
        assert lines, "nothing is left to try"
        panel = apply(panel, lines)


def test_another_chip_is_proposed_without_what_was_set_for_the_first() -> None:
    shifted = PanelConfig(CHIPS["ssd1309"], column_offset=4, com_pins=0x32)
    assert propose_settings(SeenPattern.SNOW, shifted) == (
        'controller = "sh1106"',
        "column_offset = 0",
        "com_pins = 0x12",
    )
    found = judge_pattern(SeenPattern.SNOW, Side.LEFT, ScreensConfig(left=shifted))
    assert 'controller = "sh1106" and column_offset = 0 and com_pins = 0x12' in found.sentence
    assert propose_settings(SeenPattern.SNOW, PanelConfig(CHIPS["sh1106"], column_offset=-2)) == (
        'controller = "sh1107"',
        "column_offset = 0",
    )


def test_what_is_turned_or_mirrored_is_turned_once_and_then_told_to_be_so_already() -> None:
    turned = PanelConfig(rotate=180, mirror=True)
    for seen, line, back in (
        (SeenPattern.UPSIDE_DOWN, "rotate = 180", "rotate = 0"),
        (SeenPattern.MIRRORED, "mirror = true", "mirror = false"),
    ):
        assert propose_settings(seen, PanelConfig()) == (line,)
        assert propose_settings(seen, turned) == ()
        found = judge_pattern(seen, Side.LEFT, ScreensConfig(left=turned))
        assert f"though {line} is set: write {back}. If you did before" in found.sentence
        assert "cdgdevice report" in found.sentence
        assert "cdgdevice report" in found.shown


@pytest.mark.parametrize(
    "screens",
    [ScreensConfig(), ScreensConfig(bus="/dev/spidev0"), ScreensConfig(acknowledge=False)],
)
def test_a_dark_ssd1305_may_be_an_ssd1306_that_is_not_told_to_pump(screens: ScreensConfig) -> None:
    for chip in CHIPS.values():
        found = judge_pattern(SeenPattern.DARK, Side.LEFT, replace(screens, left=PanelConfig(chip)))
        for text in (found.sentence, found.shown):
            assert ('write controller = "ssd1306" in' in text) == (chip.name == "ssd1305")
            assert ("another chip" in text) == (
                chip.name == "sh1107" and screens == ScreensConfig()
            )


def test_all_that_is_judged_fits_on_the_screens() -> None:
    for panel in accepted():
        for seen in SeenPattern:
            assert result_pages((judge_pattern(seen, Side.LEFT, ScreensConfig(left=panel)),))


def test_a_dark_screen_of_full_contrast_is_given_no_more() -> None:
    for contrast, raised in ((128, True), (255, False)):
        screens = ScreensConfig(left=PanelConfig(contrast=contrast))
        found = judge_pattern(SeenPattern.DARK, Side.LEFT, screens)
        assert ("raise contrast" in found.sentence) == raised


def test_where_nothing_is_left_to_try_a_report_is_asked_for() -> None:
    panel = PanelConfig(column_offset=4)
    found = judge_pattern(SeenPattern.SHIFTED, Side.LEFT, ScreensConfig(left=panel))
    assert "cdgdevice report" in found.sentence
    assert "cdgdevice report" in found.shown
    assert result_pages((found,))
