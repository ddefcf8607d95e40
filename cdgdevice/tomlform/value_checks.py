"""What a value of a TOML file must be: each check returns it, or raises with a sentence."""

import math
import re
from collections.abc import Collection, Mapping, Sequence
from enum import Enum
from typing import TypeVar

from cdgdevice.tomlform.toml_source import describe_value, find_near, suggest_known

EnumMember = TypeVar("EnumMember", bound=Enum)
WholeNumber = TypeVar("WholeNumber", bound=int)


class WrongValueError(ValueError):
    """The value is not what it must be; the sentence says what it must be and what it is."""


def check_text(
    value: object,
    choices: Collection[str] = (),
    pattern: str = "",
    like: str = "",
    refused: Mapping[str, str] | None = None,
) -> str:
    """Want a text that is not blank: one of `choices`, or matching all of `pattern`.

    `like` is an example to show to who missed the pattern; `refused` has a sentence of its own for
    a text that people may well write and that can't be.
    """
    if not isinstance(value, str):
        wanted = f"one of {', '.join(choices)}" if 0 < len(choices) <= 10 else "a text in quotes"
        raise WrongValueError(f"must be {wanted}, not {describe_value(value)}.")
    if refused and value in refused:
        raise WrongValueError(refused[value])
    if choices and value not in choices:
        near = suggest_known(value, choices, "Allowed")
        raise WrongValueError(f"{describe_value(value)} is not known.{near}")
    if pattern and not re.fullmatch(pattern, value):
        raise WrongValueError(f'must be like "{like}", not {describe_value(value)}.')
    if not value.strip():
        raise WrongValueError("must not be empty.")
    return value


def check_whole(value: object, low: int, high: int) -> int:
    """Want a whole number from `low` to `high`, both included."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise WrongValueError(
            f"must be a whole number from {low} to {high}, not {describe_value(value)}."
        )
    return value


def check_whole_or_false(value: object, low: int, high: int) -> int | None:
    """Want a whole number from `low` to `high`, or false, which gives None."""
    if value is False:
        return None
    try:
        return check_whole(value, low, high)
    except WrongValueError:
        raise WrongValueError(
            f"must be a whole number from {low} to {high}, or false, not {describe_value(value)}."
        ) from None


def check_pick(value: object, allowed: Sequence[WholeNumber]) -> WholeNumber:
    """Want one of the whole numbers `allowed`."""
    for whole_number in allowed:
        if type(value) is int and value == whole_number:
            return whole_number
    wanted = " or ".join(str(whole_number) for whole_number in allowed)
    raise WrongValueError(f"must be {wanted}, not {describe_value(value)}.")


def check_number(value: object, low: float, high: float) -> float:
    """Want a number, whole or not, from `low` to `high`, both included."""
    good = isinstance(value, int | float) and not isinstance(value, bool)
    if not (good and isinstance(value, int | float) and low <= value <= high):
        limits = f"of at least {low:g}" if high == math.inf else f"from {low:g} to {high:g}"
        raise WrongValueError(f"must be a number {limits}, not {describe_value(value)}.")
    return float(value)


def check_yes_no(value: object) -> bool:
    """Want true or false."""
    if not isinstance(value, bool):
        raise WrongValueError(f"must be true or false, not {describe_value(value)}.")
    return value


LIMITS: dict[type[Enum], str] = {}
"""Why a kind has no other members, and what to do instead; the module that reads it says so."""


def check_member(value: object, kind: type[EnumMember]) -> EnumMember:
    """Want the value of a member of `kind`, whose values are texts or whole numbers.

    Of a kind in `LIMITS` it is explained why there are no others.
    """
    try:
        member = kind(value) if type(value) in (str, int) else None
    except ValueError:
        member = None
    if member is not None:
        return member
    values = [m.value for m in kind]
    limit = LIMITS.get(kind)
    if isinstance(value, str) and limit and not find_near(value, values):
        listed = f"{describe_value(value)} is not known. Allowed: {', '.join(values)}."
        raise WrongValueError(f"{listed} {limit}")
    if all(isinstance(v, str) for v in values):
        check_text(value, choices=values)
    allowed = ", ".join(str(v) for v in values)
    raise WrongValueError(f"must be one of {allowed}, not {describe_value(value)}.")
