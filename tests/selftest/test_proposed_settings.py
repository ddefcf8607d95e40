"""What the self-test proposes for a screen that shows the pattern wrongly."""

import tomllib
from pathlib import Path

import pytest
from msgspec.structs import replace

from cdgdevice.config.config_file import read_config
from cdgdevice.config.keys_and_defaults import ScreensConfig
from cdgdevice.config.panel_keys import PanelConfig
from cdgdevice.drivers.oled.panels import CHIPS, PanelChip
from cdgdevice.rules.card_display import Side
from cdgdevice.selftest.on_gadget import result_pages
from cdgdevice.selftest.person_checks import SeenPattern, judge_pattern, propose_setting

TRIED = (SeenPattern.SHIFTED, SeenPattern.SNOW, SeenPattern.ROWS)


def apply(panel: PanelConfig, line: str) -> PanelConfig:
    """Write a line into the section of a screen that has this panel."""
    key, value = next(iter(tomllib.loads(line).items()))
    return replace(panel, **{key: CHIPS[value] if key == "controller" else value})


def follow(seen: SeenPattern, panel: PanelConfig) -> list[str]:
    """Follow every proposal as long as the same is seen."""
    lines: list[str] = []
    while (line := propose_setting(seen, panel)) and len(lines) < 9:
        lines.append(line)
        panel = apply(panel, line)
    return lines


@pytest.mark.parametrize("chip", CHIPS.values(), ids=repr)
@pytest.mark.parametrize("seen", TRIED)
def test_no_proposal_comes_twice_or_is_set_already(chip: PanelChip, seen: SeenPattern) -> None:
    lines = follow(seen, PanelConfig(chip))
    assert len(set(lines)) == len(lines) < 9
    assert f'controller = "{chip.name}"' not in lines


@pytest.mark.parametrize("chip", CHIPS.values(), ids=repr)
@pytest.mark.parametrize("seen", [*TRIED, SeenPattern.UPSIDE_DOWN, SeenPattern.MIRRORED])
def test_each_proposed_line_is_one_that_the_configuration_takes(
    chip: PanelChip, seen: SeenPattern
) -> None:
    usual = f'[screens.left]\ncontroller = "{chip.name}"\n'
    for line in follow(seen, PanelConfig(chip)) if seen in TRIED else ["mirror = true"]:
        text = f"[screens.left]\n{line}\n" if "controller" in line else f"{usual}{line}\n"
        if "controller" not in line and seen is SeenPattern.SHIFTED and chip is CHIPS["sh1106"]:
            text = text.replace("sh1106", "ssd1309")  # which was proposed before
        read_config(text, "c.toml", sheets=[], games=Path("/"))


def test_a_shifted_picture_is_moved_by_two_columns_more_each_time() -> None:
    assert follow(SeenPattern.SHIFTED, PanelConfig(CHIPS["sh1106"])) == [
        'controller = "ssd1309"',
        "column_offset = 2",
        "column_offset = 4",
    ]


def test_what_is_turned_or_mirrored_is_turned_the_other_way() -> None:
    for panel, rotate, mirror in (
        (PanelConfig(), "rotate = 180", "mirror = true"),
        (PanelConfig(rotate=180, mirror=True), "rotate = 0", "mirror = false"),
    ):
        assert propose_setting(SeenPattern.UPSIDE_DOWN, panel) == rotate
        assert propose_setting(SeenPattern.MIRRORED, panel) == mirror


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
