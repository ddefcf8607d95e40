"""The bands on a resistor: the colours that say its value."""

from typing import Final

from hardware.tables.mistaken import TablesError
from hardware.tables.parts import Part

_DIGITS: Final = (
    "black",
    "brown",
    "red",
    "orange",
    "yellow",
    "green",
    "blue",
    "violet",
    "grey",
    "white",
)
_ZEROS: Final = dict(enumerate(_DIGITS)) | {-1: "gold", -2: "silver"}
_TOLERANCES: Final = {
    10: "silver",
    5: "gold",
    2: "red",
    1: "brown",
    0.5: "green",
    0.25: "blue",
    0.1: "violet",
}


def bands(part: Part) -> tuple[str, ...]:
    """Give the colours of a resistor's five bands, by IEC 60062: three digits, zeros, tolerance.

    Raises:
        TablesError: with a sentence, where no five bands say its value.
    """
    ohm = part.figure("resistance_ohm").value
    tolerance = part.figure("tolerance_percent").value
    zeros = next((n for n in sorted(_ZEROS) if _is_whole(ohm / 10**n) and ohm / 10**n < 1000), None)
    digits = round(ohm / 10**zeros) if zeros is not None else 0
    if zeros is None or digits < 100:
        raise TablesError(
            f"parts/{part.id}.toml: resistance_ohm: {ohm:g} has no code of three digits from 1 ohm "
            "up; take a value of the series E24 or E96."
        )
    if tolerance not in _TOLERANCES:
        known = ", ".join(f"{percent:g}" for percent in _TOLERANCES)
        raise TablesError(
            f"parts/{part.id}.toml: tolerance_percent: {tolerance:g} has no band; "
            f"those of {known} have."
        )
    return (*(_DIGITS[int(digit)] for digit in str(digits)), _ZEROS[zeros], _TOLERANCES[tolerance])


def _is_whole(number: float) -> bool:
    return abs(number - round(number)) < 1e-6
