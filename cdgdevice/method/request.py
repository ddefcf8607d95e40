"""What can be asked of a game: the requests of the text protocol, read from and written to JSON.

The journal keeps a game as the requests that made it, so every request can be written and read
back without loss.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TypeVar

from cdgdevice.method.die import Result
from cdgdevice.method.display import Side
from cdgdevice.method.errors import NotAllowedError
from cdgdevice.method.mistakes import quoted

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]
"""A value of JSON."""


@dataclass(frozen=True, slots=True)
class New:
    """Begin a game of a sheet."""

    sheet: str
    hands: tuple[int, int] | None = None
    """Hand sizes, left and right; None: the sheet's."""
    options: tuple[tuple[str, int], ...] = ()
    """The sheet's variants that are switched, by name, and settings that are numbers."""
    seed: int | None = None
    """For repeatable rolls by a server; the rules never look at it."""


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice have been thrown: by number or by named result; with neither, kept dice are used."""

    side: Side | None = None
    """The side that takes the round; None: the active one."""
    die: tuple[int, ...] = ()
    """1 to 6 each: one die, or the white and the coloured one."""
    result: Result | None = None


@dataclass(frozen=True, slots=True)
class Choose:
    """Take one of the offered options."""

    option: str


@dataclass(frozen=True, slots=True)
class Do:
    """Take one of the offered actions with these arguments (`act`)."""

    action: str
    args: tuple[tuple[str, str | int], ...] = ()


@dataclass(frozen=True, slots=True)
class Correct:
    """The dice were misread: they show this instead."""

    die: tuple[int, ...] = ()
    result: Result | None = None


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last request that changed the game."""


Request = Roll | Choose | Do | Correct | Undo
"""What can be asked of a game that has begun."""

_FIELDS = {
    "new": ("sheet", "hands", "options", "seed"),
    "roll": ("side", "die", "result"),
    "choose": ("option",),
    "act": ("action",),
    "correct": ("die", "result"),
    "undo": (),
}


_LONGEST = 60
"""Characters of the longest name that is looked up."""

_DOS = ("sheets", *_FIELDS, "state")


def read_request(raw: Mapping[str, object]) -> New | Request:
    """Read a request from a JSON object.

    Raises:
        NotAllowedError: one sentence that says what is wrong and what is expected.
    """
    do = raw.get("do")
    if not isinstance(do, str) or do not in _FIELDS:
        raise NotAllowedError(
            f'"do" is {_show(do)}.{did_you_mean(do, _DOS)} It must be one of {", ".join(_DOS)}.'
        )
    unknown = [key for key in raw if key != "do" and key not in _FIELDS[do]]
    if unknown and do != "act":
        raise NotAllowedError(
            f'"{do}" takes no {quoted(unknown[0])}.{did_you_mean(unknown[0], _FIELDS[do])} '
            f"It takes {', '.join(_FIELDS[do]) or 'nothing else'}."
        )
    match do:
        case "new":
            return _read_new(raw)
        case "roll":
            side = _one_of(raw, "side", Side)
            return Roll(side, *_die(raw))
        case "choose":
            return Choose(_text(raw, "option"))
        case "act":
            return Do(_text(raw, "action"), tuple((key, _arg(key, raw[key])) for key in unknown))
        case "correct":
            die, result = _die(raw)
            if not die and result is None:
                raise NotAllowedError(
                    '"correct" needs "die" (1 to 6) or "result", to say what the die really shows.'
                )
            return Correct(die, result)
        case _:
            return Undo()


def write_request(request: New | Request) -> dict[str, Json]:
    """Write a request as the JSON object that `read_request` reads back to an equal one."""
    match request:
        case New(sheet, hands, options, seed):
            return _given(
                do="new",
                sheet=sheet,
                hands=list(hands) if hands else None,
                options=dict(options) or None,
                seed=seed,
            )
        case Roll(side, die, result):
            return _given(
                do="roll",
                side=side.value if side else None,
                die=_written(die),
                result=result.value if result else None,
            )
        case Choose(option):
            return {"do": "choose", "option": option}
        case Do(action, args):
            return {"do": "act", "action": action, **dict(args)}
        case Correct(die, result):
            return _given(do="correct", die=_written(die), result=result.value if result else None)
        case Undo():
            return {"do": "undo"}


def did_you_mean(given: object, known: object) -> str:
    """Give ` Did you mean "x"?` where one of the known names is near, else nothing."""
    names = [str(name) for name in known] if isinstance(known, (tuple, list, dict)) else []
    near = get_close_matches(given, names, 1) if isinstance(given, str) else []
    return f' Did you mean "{near[0]}"?' if near else ""


def _read_new(raw: Mapping[str, object]) -> New:
    hands = raw.get("hands")
    if hands is not None and not (
        isinstance(hands, list) and len(hands) == 2 and all(_whole(size) for size in hands)
    ):
        raise NotAllowedError('"hands" must be two whole numbers, left and right: [7, 7].')
    options = raw.get("options")
    if options is not None and not (
        isinstance(options, dict) and all(isinstance(on, int) for on in options.values())
    ):
        raise NotAllowedError(
            '"options" must be an object of true and false, or whole numbers, by option name.'
        )
    seed = raw.get("seed")
    if seed is not None and not _whole(seed):
        raise NotAllowedError('"seed" must be a whole number.')
    return New(
        _text(raw, "sheet"),
        (hands[0], hands[1]) if isinstance(hands, list) else None,
        tuple(sorted(options.items())) if isinstance(options, dict) else (),
        seed if isinstance(seed, int) else None,
    )


def _die(raw: Mapping[str, object]) -> tuple[tuple[int, ...], Result | None]:
    given = raw.get("die")
    dice = given if isinstance(given, list) else [] if given is None else [given]
    if (isinstance(given, list) and not 1 <= len(dice) <= 2) or not all(map(_is_die, dice)):
        raise NotAllowedError(
            f'"die" is {_show(given)}, but it must be a whole number from 1 to 6, '
            "or two such numbers: [white, coloured]."
        )
    result = _one_of(raw, "result", Result)
    if dice and result is not None:
        raise NotAllowedError('Give either "die" or "result", not both.')
    return tuple(dice), result


def _is_die(given: object) -> bool:
    return _whole(given) and isinstance(given, int) and 1 <= given <= 6


def _written(die: tuple[int, ...]) -> Json:
    return list(die) if len(die) > 1 else die[0] if die else None


_Named = TypeVar("_Named", Side, Result)


def _one_of(raw: Mapping[str, object], key: str, kind: type[_Named]) -> _Named | None:
    given = raw.get(key)
    if given is None:
        return None
    names = tuple(str(member.value) for member in kind)
    if given not in names:
        raise NotAllowedError(
            f'"{key}" is {_show(given)}.{did_you_mean(given, names)} '
            f"It must be one of {', '.join(names)}."
        )
    return kind(given)


def _text(raw: Mapping[str, object], key: str) -> str:
    given = raw.get(key)
    if not isinstance(given, str) or not given:
        raise NotAllowedError(f'"{raw.get("do")}" needs "{key}", a text.')
    if len(given) > _LONGEST:
        raise NotAllowedError(f'"{key}" is {quoted(given)}, too long to be the name of anything.')
    return given


def _arg(key: str, given: object) -> str | int:
    if isinstance(given, str) or (_whole(given) and isinstance(given, int)):
        return given
    raise NotAllowedError(
        f"{quoted(key)} is {_show(given)}, but it must be a text or a whole number."
    )


def _whole(given: object) -> bool:
    return isinstance(given, int) and not isinstance(given, bool)


def _show(given: object) -> str:
    match given:
        case None:
            return "missing"
        case str():
            return quoted(given)
        case list():
            return "an array"
        case dict():
            return "an object"
        case _:
            return json.dumps(given)[:40]


def _given(**fields: Json) -> dict[str, Json]:
    return {key: value for key, value in fields.items() if value is not None}
