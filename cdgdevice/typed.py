"""From the words that a player types to a request; a refusal speaks in words that can be typed."""

from dataclasses import dataclass, replace
from enum import Enum

from cdgdevice.method.die import Conversion, Result
from cdgdevice.method.display import Side
from cdgdevice.method.errors import NotAllowedError
from cdgdevice.method.game import Game
from cdgdevice.method.history import History, can_correct
from cdgdevice.method.mistakes import quoted
from cdgdevice.method.prompt import prompt
from cdgdevice.method.prompted import Action, Prompt
from cdgdevice.method.request import Choose, Correct, Do, Request, Roll, Undo, did_you_mean
from cdgdevice.method.words import listed


class Aside(Enum):
    """A word to the program itself, which asks nothing of the game."""

    HELP = "help"
    """Tell the words that are understood."""
    QUIT = "quit"
    """Leave."""


@dataclass(frozen=True, slots=True)
class LookUp:
    """The notes of the game are asked for, which asks nothing of the game either."""

    words: str
    """A card's number or words; empty: what notes there are."""


_ALONE: dict[str, Aside | Undo] = {
    **dict.fromkeys(("help", "h", "?"), Aside.HELP),
    **dict.fromkeys(("quit", "q", "exit"), Aside.QUIT),
    **dict.fromkeys(("undo", "u"), Undo()),
}
_ROLLS: dict[str, Side | None] = {
    "roll": None,
    "r": None,
    "left": Side.LEFT,
    "right": Side.RIGHT,
}
_NEEDED = {
    "side": "a side",
    "card": "a card",
    "of": "a number",
    "as": "a mark",
    "space": "a space",
    "to": "a number",
}
"""What the arguments of the actions are, by name."""


def understood(
    words: list[str], history: History, conversion: Conversion
) -> Request | Aside | LookUp:
    """Turn the words of a line into a request, or into what is asked of the program itself.

    Raises:
        NotAllowedError: when they mean nothing; the sentence says what is allowed.
    """
    game = history.now
    now = prompt(game)
    if not words:
        return _plain(game, now)
    first, rest = words[0].lower(), words[1:]
    if first in _ALONE:
        _check_alone(first, rest)
        return _ALONE[first]
    if first == "notes":
        return LookUp(" ".join(rest))
    if first == "correct":
        return _corrected(rest, history, conversion)
    if first in _ROLLS:
        return _rolled(first, rest, game, conversion)
    options = {option.id.lower(): option.id for option in now.options}
    if first in options:
        _check_alone(options[first], rest)
        return Choose(options[first])
    if not rest and (die := _die(first, conversion)) is not None:
        return _due(die, game)
    actions = [action for action in now.actions if action.id == first]
    if actions:
        return _done(first, rest, now, actions)
    known = (*_ALONE, *_ROLLS, "correct", "notes", *options, *(action.id for action in now.actions))
    raise NotAllowedError(
        f"{quoted(' '.join(words))} means nothing now.{did_you_mean(first, known)} "
        f"{_wanted(now)} Or type help."
    )


def form(action: Action) -> str:
    """Give what to type for an action: `combat-card left|right A|B`."""
    return " ".join([action.id, *("|".join(map(str, values)) for _, values in action.args)])


def _plain(game: Game, now: Prompt) -> Request:
    if game.active in now.rollers:
        return Roll()
    for option in now.options:
        if option.id in ("done", "next-turn") or len(now.options) == 1:
            return Choose(option.id)
    names = listed([option.id for option in now.options], "or") if now.options else "undo or quit"
    raise NotAllowedError(f"Type {names}.")


def _corrected(rest: list[str], history: History, conversion: Conversion) -> Correct:
    die = _die(rest[0], conversion) if len(rest) == 1 else None
    if die is None:
        raise NotAllowedError("correct needs what the die shows: correct 4, or correct ABC.")
    if not can_correct(history):
        raise NotAllowedError(
            "Only the last roll can be corrected, before anything is chosen on it. "
            f"{_wanted(prompt(history.now))}"
        )
    return Correct(die.die, die.result)


def _rolled(first: str, rest: list[str], game: Game, conversion: Conversion) -> Roll:
    roll = Roll() if not rest else _die(rest[0], conversion) if len(rest) == 1 else None
    if roll is None:
        raise NotAllowedError(
            f"Only what your own die shows may follow {first}: {first} 4, or {first} ABC."
        )
    return _due(replace(roll, side=_ROLLS[first]), game)


def _due(roll: Roll, game: Game) -> Roll:
    now = prompt(game)
    if not now.rollers:
        raise NotAllowedError(f"No roll is due now. {_wanted(now)}")
    side = roll.side or game.active
    if side not in now.rollers:
        raise NotAllowedError(f"{game.sheet.sides[side]} can't roll now. {_wanted(now)}")
    return roll


def _done(first: str, rest: list[str], now: Prompt, actions: list[Action]) -> Do:
    names = [name for name, _ in actions[0].args]
    if not names:
        _check_alone(first, rest)
    elif len(rest) != len(names):
        example = " ".join([first, *(str(values[0]) for _, values in actions[0].args)])
        needed = listed([_NEEDED[name] for name in names], "and")
        raise NotAllowedError(f"{first} needs {needed}: {example}.")
    given = ((name, _value(word, name, actions)) for name, word in zip(names, rest, strict=True))
    asked = Do(first, tuple(given))
    if not now.allows(asked.action, asked.args):
        forms = listed([form(action) for action in actions], "or")
        raise NotAllowedError(
            f"{quoted(' '.join((first, *rest)))} can't be done now. Type {forms}."
        )
    return asked


def _check_alone(word: str, rest: list[str]) -> None:
    if rest:
        raise NotAllowedError(f"Nothing follows {word}: type it alone.")


def _wanted(now: Prompt) -> str:
    return " ".join(now.text)


def _die(word: str, conversion: Conversion) -> Roll | None:
    if word in ("1", "2", "3", "4", "5", "6"):
        return Roll(result=conversion.result(int(word)))
    if word.upper() in {result.value for result in Result}:
        return Roll(result=Result(word.upper()))
    return None


def _value(word: str, name: str, actions: list[Action]) -> str | int:
    """Give the value that a word stands for; upper and lower case are the same."""
    allowed = (value for action in actions for value in dict(action.args).get(name, ()))
    return next((value for value in allowed if str(value).lower() == word.lower()), word)
