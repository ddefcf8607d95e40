"""The drawings of terminals show them as they lie before the builder, who has opened the box."""

from collections.abc import Mapping
from itertools import combinations

import pytest

from hardware.case.reference import four_pins
from hardware.drawings.headers import pi_spots, pico_spots
from hardware.drawings.svg import Spot
from hardware.drawings.terminals import spots
from tests.hardware_case.boxes import BOXES, TABLES

PARTS = TABLES.parts
HELD = {**BOXES, "four-pins": four_pins(TABLES)}


def in_the_box(name: str, *things: str) -> dict[str, tuple[float, float]]:
    """Give where the terminals of things are, seen from above: x to the right, y away from you."""
    return {
        terminal: (x, y)
        for fitted in HELD[name].fitted
        if fitted.name in things
        for terminal, (x, y, _) in fitted.terminals.items()
    }


def out_of_order(
    drawn: Mapping[str, Spot], there: Mapping[str, tuple[float, float]], *, turned_over: bool
) -> list[str]:
    """Name the pairs of terminals that a drawing has the other way round.

    A panel or a tray that is turned over keeps left and right, and what was far is near. Down in a
    drawing is towards you.
    """
    assert drawn.keys() == there.keys()
    wrong = []
    for one, other in combinations(drawn, 2):
        right = there[other][0] - there[one][0]
        near = (there[other][1] - there[one][1]) * (1 if turned_over else -1)
        for real, shown in (
            (right, drawn[other].x - drawn[one].x),
            (near, drawn[other].y - drawn[one].y),
        ):
            if abs(real) > 1 and real * shown <= 0:
                wrong.append(f"{one} and {other}")
    return wrong


@pytest.mark.parametrize(
    ("box", "part", "things"),
    [
        ("solder-free", "knob-board", ("knob",)),
        ("minimal", "small-screen", ("left_screen",)),
        ("minimal", "plain-button", ("left_button",)),
        ("reference", "spi-screen", ("left_screen",)),
        ("reference", "spi-screen", ("right_screen",)),
        ("four-pins", "large-screen", ("left_screen",)),
        ("reference", "lit-button", ("left_button", "left_lamp")),
        ("reference", "lit-button", ("right_button", "right_lamp")),
        ("reference", "knob", ("knob",)),
        ("die-tray", "colour-sensor", ("sensor",)),
    ],
)
def test_what_is_turned_over_is_drawn_so(box: str, part: str, things: tuple[str, ...]) -> None:
    drawn, there = spots(PARTS[part]), in_the_box(box, *things)
    assert out_of_order(drawn, there, turned_over=True) == []
    mirrored = {terminal: Spot(-at.x, at.y) for terminal, at in drawn.items()}
    assert out_of_order(mirrored, there, turned_over=True) != []


@pytest.mark.parametrize("box", ["solder-free", "minimal", "reference"])
def test_the_pi_is_drawn_as_mounted(box: str) -> None:
    drawn = {f"pin {number}": at for number, at in pi_spots(PARTS["pi"]).items()}
    assert out_of_order(drawn, in_the_box(box, "pi"), turned_over=False) == []


def test_the_pico_is_drawn_as_mounted() -> None:
    drawn = {f"pin {number}": at for number, at in pico_spots(PARTS["pico"]).items()}
    assert out_of_order(drawn, in_the_box("die-tray", "pico"), turned_over=False) == []
