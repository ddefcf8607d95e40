"""What a builder measures before printing follows the parts' sizes and the case's clearances."""

from dataclasses import replace

import pytest

from hardware.case.tables import Tables, read_tables
from hardware.guide.measures import Measure, measure_table, measures
from hardware.tables.builds import BUILDS, GOES_INTO


def found(build: str, what: str, tables: Tables | None = None) -> Measure:
    (one,) = (row for row in measures(build, tables or read_tables()) if row.what == what)
    return one


@pytest.mark.parametrize("build", BUILDS)
def test_every_expected_size_fits_and_is_asked_for_once(build: str) -> None:
    rows = measures(build, read_tables())
    assert len({row.what for row in rows}) == len(rows) > (1 if build in GOES_INTO else 5)
    for row in rows:
        assert row.low is not None or row.high is not None, row
        assert (row.low or 0) <= row.expected <= (row.high or 1000), row


def test_a_size_is_rounded_to_the_side_that_fits() -> None:
    assert Measure("x", 1, 0.72, 1.08).fits() == "0.8 to 1"
    assert Measure("x", 1, high=1.08).fits() == "at most 1"
    assert Measure("x", 1, low=0.72).fits() == "at least 0.8"
    assert Measure("x", 1, 0.7, 1.4).fits() == "0.7 to 1.4"


def test_the_room_for_a_screen_grows_with_the_slack_around_it() -> None:
    wider = {**read_tables().case, "panel": {**read_tables().case["panel"], "slack": 1.2}}
    what = "screen: width of its board"
    usual, roomy = (
        found("reference", what),
        found("reference", what, replace(read_tables(), case=wider)),
    )
    assert usual.high is not None
    assert usual.low is not None
    assert roomy.high == pytest.approx(usual.high + 1.0)
    assert roomy.low == pytest.approx(usual.low - 1.0)


def test_a_picture_may_lie_as_far_aside_as_its_window_reaches() -> None:
    left = found("reference", "screen: left edge to picture")
    assert left.expected == read_tables().mm("large-screen", "active_x")
    assert left.low == pytest.approx(left.expected - read_tables().case["panel"]["window_margin"])


def test_the_listed_screen_s_row_of_nine_at_its_short_edge_has_room_in_the_frame() -> None:
    tables = read_tables()
    panel, part = tables.case["panel"], tables.parts["spi-screen"]
    row, from_edge, end = 9 * 2.54, 2.5, 1.0  # as others quote its sheet; ends cut to 1 mm
    assert row < part.mm("height") - 2 * (panel["clip_reach"] + panel["slack"]), "clips"
    assert from_edge + 2.54 / 2 < (part.mm("width") - part.mm("glass_width")) / 2, "glass"
    assert end < part.mm("front_to_back") - part.mm("board_thickness"), "the panel's back"


def test_dice_as_they_are_sold_fit_and_those_a_size_up_do_not() -> None:
    die = found("die-tray", "die: edge")
    assert die.low is not None
    assert die.high is not None
    assert die.low <= 15.7 < 16.3 <= die.high < 18


def test_each_build_measures_what_it_has() -> None:
    assert "knob" in measure_table("reference")
    assert "knob: width of its board" in measure_table("solder-free")
    assert "knob" not in measure_table("minimal")
    assert "screen" not in measure_table("die-tray")


def test_the_thin_tube_goes_over_a_resistor_and_the_wide_one_over_three_wires() -> None:
    thin = read_tables().mm("heat-shrink", "thin")
    assert thin > read_tables().mm("lamp-resistor", "body_diameter") + 0.5
    assert read_tables().mm("heat-shrink", "wide") > thin


def test_a_coin_of_ten_millimetres_fits_beside_the_well_and_one_of_twelve_does_not() -> None:
    coin = found("motor", "motor: across")
    assert coin.high is not None
    assert 10 <= coin.high < 12
