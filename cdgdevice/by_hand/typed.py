"""From the words that a player types to a request; a refusal speaks in words that can be typed."""

from dataclasses import dataclass, replace
from enum import Enum

from cdgdevice.method.die import Conversion, Result
from cdgdevice.method.display import Side
from cdgdevice.method.errors import NotAllowedError
from cdgdevice.method.game import Game
from cdgdevice.method.history import History, can_correct
from cdgdevice.method.mistakes import quoted
from cdgdevice.method.prompt import METHOD_DIE, prompt
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
_NUMBERS = ("1", "2", "3", "4", "5", "6")
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
    if (dice := _dice(words, now, conversion)) is not None:
        return _due(dice, game)
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
    raise NotAllowedError(f"Type {choices(now)}.")


def choices(now: Prompt) -> str:
    """Name what may be chosen, in words that can be typed: `A or B`, `0 to 12`."""
    ids = [option.id for option in now.options]
    if len(ids) > 2 and all(id_.isdigit() for id_ in ids):
        return f"{ids[0]} to {ids[-1]}"
    if not ids:
        ids = [form(action) for action in now.actions if action.id != "end-game"]
    return listed(ids, "or") if ids else "undo or quit"


def _corrected(rest: list[str], history: History, conversion: Conversion) -> Correct:
    if not can_correct(history):
        raise NotAllowedError(
            "Only the last roll can be corrected, before anything is chosen on it. "
            f"{_wanted(prompt(history.now))}"
        )
    thrown_on = prompt(history.past[-1].roll_from or history.now)
    dice = _dice(rest, thrown_on, conversion)
    if dice is None:
        raise NotAllowedError(
            f"correct needs what the {_show(thrown_on)}: {_examples('correct', thrown_on)}."
        )
    return Correct(dice.die, dice.result)


def _rolled(first: str, rest: list[str], game: Game, conversion: Conversion) -> Roll:
    roll = Roll() if not rest else _dice(rest, prompt(game), conversion)
    if roll is None:
        raise NotAllowedError(
            f"Only what your own {_show(prompt(game))} may follow {first}: "
            f"{_examples(first, prompt(game))}."
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


def _dice(words: list[str], now: Prompt, conversion: Conversion) -> Roll | None:
    """Understand what the player's own dice show: a Method die, or plain numbers."""
    numbers = tuple(int(word) for word in words if word in _NUMBERS)
    method = now.ask is None or now.ask.dice == METHOD_DIE
    if method and len(words) == 1 and words[0].upper() in {result.value for result in Result}:
        return Roll(result=Result(words[0].upper()))
    wanted = 1 if now.ask is None else len(now.ask.dice)
    if len(numbers) != len(words) or not 1 <= len(words) <= wanted:
        return None
    return Roll(result=conversion.result(numbers[0])) if method else Roll(die=numbers)


def _show(now: Prompt) -> str:
    return "dice show" if now.ask is not None and len(now.ask.dice) > 1 else "die shows"


def _examples(first: str, now: Prompt) -> str:
    """Give examples of dice after a word."""
    if now.ask is None or now.ask.dice == METHOD_DIE:
        return f"{first} 4, or {first} ABC"
    return f"{first} 4" if len(now.ask.dice) == 1 else f"{first} 3 5, white and coloured"


def _value(word: str, name: str, actions: list[Action]) -> str | int:
    """Give the value that a word stands for; upper and lower case are the same."""
    allowed = (value for action in actions for value in dict(action.args).get(name, ()))
    return next((value for value in allowed if str(value).lower() == word.lower()), word)
