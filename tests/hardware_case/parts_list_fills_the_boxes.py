"""What the parts list buys is what the models of the boxes hold, piece by piece."""

from collections import Counter
from collections.abc import Callable

import pytest

from hardware.case.assembly import Assembly
from hardware.case.die_tray import die_tray, die_tray_with_motor
from hardware.case.minimal import minimal
from hardware.case.reference import reference
from hardware.case.solder_free import solder_free
from hardware.case.tables import Tables, read_tables

TABLES = read_tables()


@pytest.mark.parametrize(
    ("build", "make"),
    [
        ("solder-free", solder_free),
        ("minimal", minimal),
        ("reference", reference),
        ("die-tray", die_tray),
    ],
)
def test_the_list_buys_as_many_of_each_part_as_the_box_holds(
    build: str, make: Callable[[Tables], Assembly]
) -> None:
    held = Counter(fitted.part for fitted in make(TABLES).fitted)
    assert held["screw"]
    for name, count in held.items():
        part = TABLES.parts[name]
        bought = part.builds[build]
        things = sum(wired.build == build for wired in part.wired)
        # A lit button is two things: the button, and the lamp in it.
        assert count == max(bought, things), f"{build}: {bought} of {name} bought, {count} held"


def test_the_motors_list_buys_what_the_tray_holds_with_it_and_not_without() -> None:
    without = Counter(fitted.part for fitted in die_tray(TABLES).fitted)
    more = Counter(fitted.part for fitted in die_tray_with_motor(TABLES).fitted) - without
    wired = {part.id for part in TABLES.parts.values() if part.wired_in("motor")}
    assert set(more) == wired - set(without)
    assert more == {name: TABLES.parts[name].builds["motor"] for name in more}
