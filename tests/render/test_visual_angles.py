"""Orders are large enough for the eye at a table, and the documentation says from how far."""

from pathlib import Path

from cdgdevice.render.text import LARGE, MEDIUM
from tools.visual_angles import (
    ENOUGH,
    measure_angle,
    measure_hidden,
    measure_pixel,
    measure_reach,
    measure_slant,
    print_console,
    print_reach,
    print_view,
)

PAGE = Path(__file__).parents[2] / "docs" / "PLAYING.md"


def test_an_order_is_read_on_the_large_glass_at_a_table() -> None:
    pixel = measure_pixel("large-screen")
    assert measure_angle(MEDIUM, pixel, 0.7) >= 16
    assert measure_angle(LARGE, pixel, 0.7) >= 20


def test_at_its_reach_a_capital_takes_just_what_is_enough() -> None:
    pixel = measure_pixel("small-screen")
    assert abs(measure_angle(LARGE, pixel, measure_reach(LARGE, pixel)) - ENOUGH) < 0.01


def test_the_documentation_has_the_table_that_the_command_prints() -> None:
    assert "\n".join(print_reach()) in PAGE.read_text(encoding="utf-8")


def test_a_steep_panel_or_a_thin_window_hides_nothing_of_the_picture() -> None:
    eye, window = (430, 550), {"thickness": 3.8, "window_slant": 2.0, "window_margin": 1.0}
    assert measure_hidden(measure_slant(12, eye), window) > 1
    assert measure_hidden(measure_slant(60, eye), window) == 0
    assert measure_hidden(measure_slant(12, eye), {**window, "window_margin": 3.0}) == 0


def test_of_the_console_s_screens_the_whole_picture_is_seen_and_orders_are_large_enough() -> None:
    rows = [row.split("|") for row in list(print_console())[2:]]
    assert [row[3].strip() for row in rows] == ["0.0 of 64 rows"] * 3
    orders = [float(row[6].strip().rstrip("'")) for row in rows]
    # From across a table a short order alone is: that is the glass, not the slope.
    assert all(minutes >= ENOUGH for minutes in orders[:2])
    assert float(rows[2][5].strip().rstrip("'")) >= ENOUGH


def test_the_documentation_has_what_the_box_takes_of_it() -> None:
    assert "\n".join(print_view()) in PAGE.read_text(encoding="utf-8")
