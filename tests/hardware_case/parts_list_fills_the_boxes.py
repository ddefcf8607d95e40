"""What the parts list buys is what the models of the boxes hold, piece by piece."""

from collections import Counter

import pytest

from hardware.case.die_tray import die_tray_with_motor
from tests.hardware_case.boxes import BOXES, TABLES


@pytest.mark.parametrize("build", ["solder-free", "minimal", "reference", "die-tray"])
def test_the_list_buys_as_many_of_each_part_as_the_box_holds(build: str) -> None:
    held = Counter(fitted.part for fitted in BOXES[build].fitted)
    assert held["screw"]
    for name, count in held.items():
        part = TABLES.parts[name]
        bought = part.builds[build]
        things = sum(wired.build == build for wired in part.wired)
        # A lit button is two things: the button, and the lamp in it.
        assert count == max(bought, things), f"{build}: {bought} of {name} bought, {count} held"


def test_the_motors_list_buys_what_the_tray_holds_with_it_and_not_without() -> None:
    without = Counter(fitted.part for fitted in BOXES["die-tray"].fitted)
    more = Counter(fitted.part for fitted in die_tray_with_motor(TABLES).fitted) - without
    wired = {part.id for part in TABLES.parts.values() if part.wired_in("motor")}
    assert set(more) == wired - set(without)
    assert more == {name: TABLES.parts[name].builds["motor"] for name in more}
