"""The bands of a resistor say its value, as do its name, its number and its description."""

import re
from dataclasses import replace

import pytest

from hardware.tables import TablesError
from hardware.tables.parts import Part
from hardware.tables.resistors import bands
from tests.hardware.known import parts


def resistor(ohm: float, tolerance: float) -> Part:
    old = parts()["lamp-resistor"]
    figures = dict(old.electric)
    for name, value in (("resistance_ohm", ohm), ("tolerance_percent", tolerance)):
        figures[name] = replace(old.figure(name), value=value)
    return replace(old, electric=figures)


@pytest.mark.parametrize(
    ("ohm", "tolerance", "colours"),
    [
        (220, 1, "red red black black brown"),
        (2200, 1, "red red black brown brown"),
        (47, 0.5, "yellow violet black gold green"),
        (4.7, 5, "yellow violet black silver gold"),
        (1, 10, "brown black black silver silver"),
        (33.2, 2, "orange orange red gold red"),
        (1_000_000, 0.25, "brown black black yellow blue"),
    ],
)
def test_the_bands_are_those_of_the_standard(ohm: float, tolerance: float, colours: str) -> None:
    assert " ".join(bands(resistor(ohm, tolerance))) == colours


@pytest.mark.parametrize(
    ("ohm", "tolerance", "sentence"),
    [
        (2215, 1, "lamp-resistor.toml: resistance_ohm: 2215 has no code of three digits"),
        (0.5, 1, "lamp-resistor.toml: resistance_ohm: 0.5 has no code of three digits"),
        (220, 7, "lamp-resistor.toml: tolerance_percent: 7 has no band; those of 10, 5, 2, 1, "),
    ],
)
def test_a_value_without_a_code_is_told(ohm: float, tolerance: float, sentence: str) -> None:
    with pytest.raises(TablesError, match=re.escape(sentence)):
        bands(resistor(ohm, tolerance))


def test_what_is_written_of_a_resistor_is_what_its_figures_say() -> None:
    found = [part for part in parts().values() if "resistance_ohm" in part.electric]
    assert found
    for part in found:
        ohm, tolerance = (
            part.figure(name).value for name in ("resistance_ohm", "tolerance_percent")
        )
        said = f"{ohm:g} Ω" if ohm < 1000 else f"{ohm / 1000:g} kΩ"
        assert f" {said}," in part.name, part.id
        assert f"{tolerance:g} %" in part.name, part.id
        written = (_in_numbers(ohm), _as_code(ohm))
        assert not part.number or any(one in part.number for one in written), part.id
        # A chip has no bands, and comes soldered on.
        assert part.name.startswith("chip ") or " ".join(bands(part)) in part.looks, part.id
        assert all(said in other for other in part.substitutes), part.id


def _in_numbers(ohm: float) -> str:
    """Write a value as makers' numbers have it: `220R`, `2K2`, `10K`."""
    amount, letter = (ohm, "R") if ohm < 1000 else (ohm / 1000, "K")
    whole, _, part = f"{amount:g}".partition(".")
    return f"{whole}{letter}{part}"


def _as_code(ohm: float) -> str:
    """Write a value by three figures and the zeros behind them: `1001` is 1 kΩ."""
    whole = round(ohm)
    zeros = len(str(whole)) - 3
    return f"{whole // 10**zeros}{zeros}"
