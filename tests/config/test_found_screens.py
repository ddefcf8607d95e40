"""How a screen was found to be wired: kept beside the menu's settings, until a file is edited."""

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from cdgdevice.config.effective import CHANGES_FILE
from cdgdevice.config.keys_and_defaults import ScreensConfig
from cdgdevice.config.menu_changes import read_changes
from cdgdevice.config.panel_keys import PanelConfig
from cdgdevice.drivers.oled.panels import CHIPS, SH1106
from cdgdevice.rules.card_display import Side
from tests.gadget_starts import start
from tests.simulated_disk import SimulatedDisk

FOUND = PanelConfig(SH1106, rotate=180, column_offset=-2, mirror=True, com_pins=0x02)
RIGHT = ScreensConfig().fitted[Side.RIGHT]


def test_what_was_found_counts_and_leaves_the_screen_s_other_keys_as_they_are() -> None:
    disk, file = SimulatedDisk(), "screens.right.contrast = 7"
    assert start(disk, file).kept.keep_panel(Side.RIGHT, FOUND) == ""
    screens = start(disk, file).found.config.screens
    right = screens.fitted[Side.RIGHT]
    assert right == replace(RIGHT.fit_as(FOUND), contrast=7)
    assert screens.left == ScreensConfig().left


@pytest.mark.parametrize(
    ("chip", "multiplex", "before", "written"),
    [
        ("sh1107", 64, PanelConfig(CHIPS["sh1107"]), ["multiplex = 64"]),
        ("sh1107", None, PanelConfig(CHIPS["sh1107"], multiplex=64), ["multiplex = 128"]),
        ("sh1107", None, None, ['controller = "sh1107"', "com_pins = 0x12"]),
        ("ssd1309", None, PanelConfig(CHIPS["sh1107"]), ['controller = "ssd1309"']),
        ("ssd1309", None, PanelConfig(CHIPS["sh1107"], multiplex=64), ['controller = "ssd1309"']),
        (
            "ssd1309",
            None,
            PanelConfig(CHIPS["sh1107"], multiplex=128),
            ['controller = "ssd1309"', "multiplex = 64"],
        ),
    ],
)
def test_as_many_rows_as_the_chip_mostly_has_are_written_only_over_another_number(
    chip: str, multiplex: int | None, before: PanelConfig | None, written: list[str]
) -> None:
    found = PanelConfig(CHIPS[chip], multiplex=multiplex)
    lines = list(found.list_fit_lines(before))
    assert [line for line in lines if not line.endswith(("= 0", "= false"))] == written
    disk = SimulatedDisk()
    assert start(disk).kept.keep_panel(Side.RIGHT, found) == ""
    right = start(disk).found.config.screens.fitted[Side.RIGHT]
    assert (right.fit, right.multiplex) == (found.fit, multiplex)


@pytest.mark.parametrize(
    ("line", "counts"),
    [
        ("mirror = false", False),
        ('controller = "ssd1306"', False),
        ("com_pins = 0x12", False),
        ("contrast = 9", True),
        ("fitted = false", None),
    ],
)
def test_it_counts_until_one_of_its_own_keys_is_edited(line: str, counts: bool | None) -> None:
    disk = SimulatedDisk()
    start(disk).kept.keep_panel(Side.RIGHT, FOUND)
    right = start(disk, f"screens.right.{line}").found.config.screens.right
    assert (None if right is None else right.fit == FOUND.fit) is counts


def test_over_a_named_configuration_nothing_is_kept_and_the_file_is_named() -> None:
    disk = SimulatedDisk()
    assert start(disk, "", own=False).kept.keep_panel(Side.LEFT, FOUND).endswith("cdgdevice.toml")
    assert CHANGES_FILE not in disk.names()


@pytest.mark.parametrize(
    "value",
    [{"controller": "ssd9999"}, {"controller": "ssd1309", "column_offset": -2}, {"x": 1}, 3],
)
def test_what_this_version_can_t_have_kept_is_left_out(value: Mapping[str, object] | int) -> None:
    changes, unknown = read_changes({"left screen": {"value": value, "said": {}}})
    assert (dict(changes), unknown) == ({}, ("left screen",))
