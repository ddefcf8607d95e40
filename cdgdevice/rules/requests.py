"""What can be asked of a game: the requests of the text protocol, read from and written to JSON.

The journal keeps a game as the requests that made it, so every request can be written and read
back without loss. A request that is refused changes nothing; the error is one sentence for the
person who can fix it.
"""

import json
from collections.abc import Mapping
from typing import TypeVar

from msgspec import Struct

from cdgdevice.rules.card_display import Side
from cdgdevice.rules.die import DieResult
from cdgdevice.rules.player_actions import Action, read_action, write_args
from cdgdevice.rules.texts import refusals
from cdgdevice.rules.texts.near_words import did_you_mean
from cdgdevice.rules.texts.templates import quote


class RulesError(ValueError):
    """Any refusal of the rules; nothing has changed when it is raised."""


class NotAllowedError(RulesError):
    """The request is not allowed in this state; the sentence says what is."""


Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]
"""A value of JSON."""


class NewGame(Struct, frozen=True):
    """Begin a game of a sheet."""

    sheet: str
    hands: tuple[int, int] | None = None
    """Hand sizes, left and right; None: the sheet's."""
    options: tuple[tuple[str, int], ...] = ()
    """The sheet's variants that are switched, by name, and settings that are numbers."""
    seed: int | None = None
    """For repeatable rolls by a server; the rules never look at it."""
    set_up: bool = False
    """The set-up is guided step by step; else the game begins after it."""
    few_questions: bool = False
    """The guide asks for what a sheet has under more options only where that is asked for.

    Earlier games, and earlier front ends, are asked for all of it.
    """
    names: tuple[str, str] | None = None
    """What the player calls the sides, left and right; None: as the sheet or a scenario does."""


class RollDice(Struct, frozen=True):
    """Dice have been thrown: by number or by named result; with neither, kept dice are used."""

    side: Side | None = None
    """The side that takes the round; None: the active one."""
    die: tuple[int, ...] = ()
    """1 to 6 each: one die, or the white and the coloured one."""
    result: DieResult | None = None


class ChooseOption(Struct, frozen=True):
    """Take one of the offered options."""

    option: str
    side: Side | None = None
    """The side that takes the round with it; None: the active one."""


class CorrectRoll(Struct, frozen=True):
    """The dice were misread: they show this instead."""

    die: tuple[int, ...] = ()
    result: DieResult | None = None


class UndoLast(Struct, frozen=True):
    """Take back the last request that changed the game."""


Request = RollDice | ChooseOption | Action | CorrectRoll | UndoLast
"""What can be asked of a game that has begun."""

_REQUEST_FIELDS = {
    "new": ("sheet", "hands", "options", "seed", "set-up", "few-questions", "names"),
    "roll": ("side", "die", "result"),
    "choose": ("option", "side"),
    "act": ("action",),
    "correct": ("die", "result"),
    "undo": (),
}


LONGEST_NAME = 60
"""Characters of the longest name that is looked up, such as the id of an option."""

_REQUEST_NAMES = ("hello", "sheets", *_REQUEST_FIELDS, "state")


def read_request(raw: Mapping[str, object]) -> NewGame | Request:
    """Read a request from a JSON object.

    Raises:
        NotAllowedError: one sentence that says what is wrong and what is expected.
    """
    do = raw.get("do")
    if not isinstance(do, str) or do not in _REQUEST_FIELDS:
        raise NotAllowedError(
            f'"do" is {_describe_json(do)}.{did_you_mean(do, _REQUEST_NAMES)} '
            f"It must be one of {', '.join(_REQUEST_NAMES)}."
        )
    unknown = [key for key in raw if key != "do" and key not in _REQUEST_FIELDS[do]]
    if unknown and do != "act":
        raise NotAllowedError(
            f'"{do}" takes no {quote(unknown[0])}.{did_you_mean(unknown[0], _REQUEST_FIELDS[do])} '
            f"It takes {', '.join(_REQUEST_FIELDS[do]) or 'nothing else'}."
        )
    match do:
        case "new":
            return _read_new_game(raw)
        case "roll":
            side = _read_member(raw, "side", Side)
            return RollDice(side, *_read_dice(raw))
        case "choose":
            return ChooseOption(_read_text(raw, "option"), _read_member(raw, "side", Side))
        case "act":
            args = {key: _read_argument(key, raw[key]) for key in unknown}
            return read_action(_read_text(raw, "action"), args)
        case "correct":
            die, result = _read_dice(raw)
            if not die and result is None:
                raise NotAllowedError(
                    '"correct" needs "die" (1 to 6) or "result", to say what the die really shows.'
                )
            return CorrectRoll(die, result)
        case _:
            return UndoLast()


def write_request(request: NewGame | Request) -> dict[str, Json]:
    """Write a request as the JSON object that `read_request` reads back to an equal one."""
    written: dict[str, Json]
    match request:
        case NewGame(sheet, hands, options, seed, set_up, few, names):
            written = {
                "do": "new",
                "sheet": sheet,
                "hands": list(hands) if hands else None,
                "options": dict(options) or None,
                "seed": seed,
                "set-up": set_up or None,
                "few-questions": few or None,
                "names": list(names) if names else None,
            }
        case RollDice(side, die, result):
            written = {"do": "roll", "side": side and side.value, **_write_dice(die, result)}
        case ChooseOption(option, side):
            written = {"do": "choose", "option": option, "side": side and side.value}
        case CorrectRoll(die, result):
            written = {"do": "correct", **_write_dice(die, result)}
        case UndoLast():
            written = {"do": "undo"}
        case _:
            written = {"do": "act", "action": request.action, **write_args(request)}
    return {key: value for key, value in written.items() if value is not None}


def _read_new_game(raw: Mapping[str, object]) -> NewGame:
    hands = raw.get("hands")
    if hands is not None and not (
        isinstance(hands, list)
        and len(hands) == 2
        and all(_is_whole_number(size) for size in hands)
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
    if seed is not None and not _is_whole_number(seed):
        raise NotAllowedError('"seed" must be a whole number.')
    for key in ("set-up", "few-questions"):
        if not isinstance(raw.get(key, False), bool):
            raise NotAllowedError(f'"{key}" must be true or false.')
    return NewGame(
        _read_text(raw, "sheet"),
        (hands[0], hands[1]) if isinstance(hands, list) else None,
        tuple(sorted(options.items())) if isinstance(options, dict) else (),
        seed if isinstance(seed, int) else None,
        raw.get("set-up") is True,
        raw.get("few-questions") is True,
        read_names(raw.get("names")),
    )


LONGEST_SIDE = 14
"""Characters of the longest name that a player may give a side: as many as "Central Powers"."""


def read_names(given: object) -> tuple[str, str] | None:
    """Read what a player calls the sides: two names that a screen can show, and tell apart.

    None stays None: the sides are called as the sheet calls them.
    """
    match given:
        case None:
            return None
        case (str(left), str(right)) if left.casefold() != right.casefold() and all(
            map(_is_name, (left, right))
        ):
            return left, right
    raise NotAllowedError(refusals.name_sides(LONGEST_SIDE))


def _is_name(name: str) -> bool:
    """Return whether a name fits a screen, and the fonts have its letters and their capitals."""
    capitals = name.upper()  # of ÿ it is another font's, of ß it is two
    fits = 0 < len(capitals) <= LONGEST_SIDE and name == name.strip()
    return fits and name.isprintable() and all(ord(letter) < 256 for letter in name + capitals)


def _read_dice(raw: Mapping[str, object]) -> tuple[tuple[int, ...], DieResult | None]:
    given = raw.get("die")
    dice = given if isinstance(given, list) else [] if given is None else [given]
    if given == [] or not all(map(_is_die_number, dice)):
        raise NotAllowedError(
            f'"die" is {_describe_json(given)}, but it must be a whole number from 1 to 6, '
            "or several such numbers: [white, coloured] or all that are wanted."
        )
    result = _read_member(raw, "result", DieResult)
    if dice and result is not None:
        raise NotAllowedError('Give either "die" or "result", not both.')
    return tuple(dice), result


def _is_die_number(given: object) -> bool:
    return _is_whole_number(given) and isinstance(given, int) and 1 <= given <= 6


def _write_dice(die: tuple[int, ...], result: DieResult | None) -> dict[str, Json]:
    shown: Json = list(die) if len(die) > 1 else die[0] if die else None
    return {"die": shown, "result": result and result.value}


_Member = TypeVar("_Member", Side, DieResult)


def _read_member(raw: Mapping[str, object], key: str, kind: type[_Member]) -> _Member | None:
    given = raw.get(key)
    if given is None:
        return None
    names = tuple(str(member.value) for member in kind)
    if given not in names:
        raise NotAllowedError(
            f'"{key}" is {_describe_json(given)}.{did_you_mean(given, names)} '
            f"It must be one of {', '.join(names)}."
        )
    return kind(given)


def _read_text(raw: Mapping[str, object], key: str) -> str:
    given = raw.get(key)
    if not isinstance(given, str) or not given:
        raise NotAllowedError(f'"{raw.get("do")}" needs "{key}", a text.')
    if len(given) > LONGEST_NAME:
        raise NotAllowedError(f'"{key}" is {quote(given)}, too long to be the name of anything.')
    return given


def _read_argument(key: str, given: object) -> str | int:
    if isinstance(given, str) or (_is_whole_number(given) and isinstance(given, int)):
        return given
    raise NotAllowedError(
        f"{quote(key)} is {_describe_json(given)}, but it must be a text or a whole number."
    )


def _is_whole_number(given: object) -> bool:
    return isinstance(given, int) and not isinstance(given, bool)


def _describe_json(given: object) -> str:
    match given:
        case None:
            return "missing"
        case str():
            return quote(given)
        case list():
            return "an array"
        case dict():
            return "an object"
        case _:
            return json.dumps(given)[:40]
