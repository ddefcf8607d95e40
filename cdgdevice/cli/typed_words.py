"""What a player types in a game at the terminal: what a line asks, and which words may follow."""

import re
from collections.abc import Iterable, Iterator
from enum import Enum

from msgspec import Struct
from msgspec.structs import replace

from cdgdevice.cli.typed_actions import (
    SELDOM,
    TABLE_WORD,
    find_value,
    form,
    name_only_side,
    name_typed,
    parse_table,
    typed_choices,
)
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.die import DieConversion, DieResult
from cdgdevice.rules.game import Game, SettingUp, TurnEnd, Waiting
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.player_actions import (
    NO_MARK,
    SET_TABLE,
    Action,
    MarkCard,
    OfferedAction,
    read_action,
)
from cdgdevice.rules.prompt import ONE_METHOD_DIE, find_plain_turn_end, list_options, prompt
from cdgdevice.rules.questions import Prompt
from cdgdevice.rules.requests import (
    ChooseOption,
    CorrectRoll,
    NotAllowedError,
    Request,
    RollDice,
    UndoLast,
)
from cdgdevice.rules.sheet_entries import LIST_OF_TERMS
from cdgdevice.rules.texts.near_words import find_most_like
from cdgdevice.rules.texts.templates import join_names, quote
from cdgdevice.rules.texts.words import FATE_SIGNS, Words, did_you_mean


class SideQuestion(Enum):
    """A word to the program itself, which asks nothing of the game."""

    HELP = "help"
    """Show the words that are understood."""
    LOG = "log"
    """Tell what was played so far."""
    QUIT = "quit"
    """Leave."""


class LookUpNotes(Struct, frozen=True):
    """The notes of the game are asked for, which asks nothing of the game either."""

    words: str
    """A card's number or words; empty: what notes there are."""


class LookUpTerm(Struct, frozen=True):
    """What a word of the document means is asked."""

    word: str


class LookUpRule(Struct, frozen=True):
    """The rule of what is done now, or of an action or a way, is asked for."""

    entry: str
    """The id of the action or way; empty: of what is done now."""


_TO_LEAVE = ("quit", "q", "exit")
_ALONE: dict[str, SideQuestion | UndoLast] = {
    **dict.fromkeys(("help", "h", "?"), SideQuestion.HELP),
    **dict.fromkeys(("log", "history"), SideQuestion.LOG),
    **dict.fromkeys(_TO_LEAVE, SideQuestion.QUIT),
    **dict.fromkeys(("undo", "u"), UndoLast()),
}
_ROLLS: dict[str, Side | None] = {"roll": None, "r": None, "left": Side.LEFT, "right": Side.RIGHT}
_IN_FULL = {"rule": "why", SET_TABLE: "table", "die": "1", "dice": "1"}
"""Other words for what the help page names."""
_QUOTES = "\"'“”„«»"
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


def parse_typed(
    words: list[str], history: GameHistory, conversion: DieConversion
) -> Request | SideQuestion | LookUpNotes | LookUpTerm | LookUpRule:
    """Turn the words of a line into a request, or into what is asked of the program itself.

    Raises:
        NotAllowedError: when they mean nothing; the sentence says what is allowed.
    """
    game = history.now
    now = prompt(game)
    if not words:
        return _plain(game, now)
    first, rest = words[0].lower(), words[1:]
    always = _parse_always(first, rest)
    if always is not None:
        return always
    if first == "correct":
        return _parse_correction(rest, history, conversion)
    if first in _ROLLS:
        chosen = _parse_way_of_side(_ROLLS[first], rest, game)
        return chosen or _parse_roll(first, rest, history, conversion)
    ids = {option.id.lower(): option.id for option in now.options}
    if " ".join(words).lower() in ids:
        return ChooseOption(ids[first])
    if not now.rollers and (numbered := _numbered(words, now)) is not None:
        return ChooseOption(numbered)
    # A title may end in what the die shows: EVENT.
    if now.rollers and (dice := _dice(words, now, conversion)) is not None:
        return _due(dice, game)
    action = _parse_action(first, rest, game, now)
    if action is not None:
        return action
    if (titled := _titled(words, now)) is not None:
        return ChooseOption(titled)
    if first in ids:
        _check_alone(ids[first], rest)
    if _are_dice(words) and not now.rollers:
        raise NotAllowedError(_refuse_roll(words, history, conversion))
    raise NotAllowedError(_refuse(words, history))


def _parse_always(
    first: str, rest: list[str]
) -> UndoLast | SideQuestion | LookUpNotes | LookUpTerm | LookUpRule | None:
    """Understand what may be typed at any moment of any game; None: it is none of this."""
    if rest and _ALONE.get(first) is SideQuestion.HELP:
        return LookUpTerm(" ".join(rest).strip(_QUOTES).strip())
    if first in _ALONE:
        _check_alone(first, rest)
        return _ALONE[first]
    if first == "notes":
        return LookUpNotes(" ".join(rest))
    return LookUpRule(" ".join(rest)) if first in ("why", "rule") else None


def _parse_action(first: str, rest: list[str], game: Game, now: Prompt) -> Action | None:
    """Understand an action that is allowed now; None: the line begins with none."""
    actions = [action for action in now.actions if action.id == first]
    if first in (TABLE_WORD, SET_TABLE) and any(each.id == SET_TABLE for each in now.actions):
        return parse_table(rest, game)
    if actions and first == MarkCard.action:
        rest = _complete_mark(rest, game, actions)
    return _done(first, rest, now, actions) if actions else None


def _refuse(words: list[str], history: GameHistory) -> str:
    """State that a line means nothing now, and what may have been meant."""
    game, now = history.now, prompt(history.now)
    if words[0].lower() == MarkCard.action and game.sheet.marks is None:
        return f"This game has no marks. {_wanted(now)}"
    if _means_two_dice(words, now):
        say = game.sheet.words
        return f"Two dice are typed as 3 5: each 1 to 6, the {say.white} one first. {_wanted(now)}"
    return (
        f"{quote(' '.join(words))} means nothing now.{_guess(words, history)} "
        f"{_wanted(now)}{_to_type(game, now)} Or type help."
    )


def write_in_full(line: str) -> str:
    """Return a line in small letters, its first word as the help page has it: `undo` for `u`."""
    first, *rest = line.casefold().split() or [""]
    for known in (_ALONE, _ROLLS):
        if first in known:
            first = next(word for word, meant in known.items() if meant == known[first])
    return " ".join((_IN_FULL.get(first, first), *rest))


def _titled(words: list[str], now: Prompt) -> str | None:
    """Return the one answer whose title begins or ends so: `China Card`, `flip all`."""
    typed = f" {' '.join(words)} ".lower().replace(":", "")
    titles = {each.id: f" {each.title} ".lower().replace(":", "") for each in now.options}
    called = [id_ for id_, told in titles.items() if told.startswith(typed) or told.endswith(typed)]
    return called[0] if len(called) == 1 else None


def _numbered(words: list[str], now: Prompt) -> str | None:
    """Return the one answer whose title begins with this number: 2 for `2: leave one out`."""
    titles = {option.id: option.title.replace(":", " ").split() for option in now.options}
    begun = [id_ for id_, title in titles.items() if title[:1] == words and words[0].isdecimal()]
    return begun[0] if len(begun) == 1 else None


def _first_words(history: GameHistory) -> tuple[str, ...]:
    """Return the words that a line can begin with now, in small letters."""
    now = prompt(history.now)
    rolls = tuple(_ROLLS) if now.rollers else ()
    correct = ("correct",) if history.open_roll else ()
    options = (option.id.lower() for option in now.options)
    done = (TABLE_WORD if action.id == SET_TABLE else action.id for action in now.actions)
    return (*_ALONE, *rolls, *correct, "notes", "why", *options, *done)


def _guess(words: list[str], history: GameHistory) -> str:
    """Return ` Did you mean "x"?` where the line is near to one that is allowed now."""
    first, *rest = map(str.lower, words)
    now = prompt(history.now)
    meant = [option.id for option in now.options if rest and option.id.lower() == rest[-1]]
    if meant:
        return f" Did you mean {quote(meant[0])}?"
    # Nobody is led out of the game by a guess: "next" is near to "exit".
    unlikely = {*_TO_LEAVE, *(each.id for each in now.actions if rest and not each.args)}
    known = [word for word in _first_words(history) if word not in unlikely]
    # Who types the beginning of a word of two, as next, means that word.
    begun = find_most_like(first, (word.partition("-")[0] for word in known), 0.8)
    whole = [word for word in known if begun and word.startswith(f"{begun}-")]
    if len(whole) == 1 and begun not in known:
        return f" Did you mean {quote(whole[0])}?"
    return did_you_mean(first, known)


def _to_type(game: Game, now: Prompt) -> str:
    """Name what may be typed, where the question itself does not say it."""
    of_cards = any(option.card is not None for option in now.options)
    asks = isinstance(game.stage, SettingUp | TurnEnd | Waiting) and not of_cards
    return f" Type {typed_choices(now)}." if asks and now.options else ""


def list_completions(history: GameHistory, typed: str) -> list[str]:
    """Return the words that may follow, for a line that was typed up to its last word.

    The line's last word is the beginning of each; where the line ends in a space, any may follow.
    """
    now = prompt(history.now)
    *before, begun = typed.lower().split(" ")
    words: Iterable[str] = (word for word in _first_words(history) if len(word) > 1)
    if before:
        forms = (form(action).replace("|", " ").split() for action in now.actions)
        words = (word for first, *rest in forms if first == before[0] for word in rest)
        words = (word for word in words if word != "...")
        if _ALONE.get(before[0]) is SideQuestion.HELP:
            words = _list_after_help(history.now, before[1:])
        if before[0] == "why":
            words = list_explained(now)
        if isinstance(side := _ROLLS.get(before[0]), Side):
            words = [option.id for option in list_options(history.now, side)]
    return sorted({word for word in words if word.lower().startswith(begun)})


def _list_after_help(game: Game, before: list[str]) -> Iterator[str]:
    """Yield what `help` explains, or of that which begins with the words `before` the rest."""
    now = prompt(game)
    if not before:
        if game.sheet.terms:
            yield LIST_OF_TERMS
        yield from (word for word in _ALONE if len(word) > 1)
        yield from ("roll", "correct", "notes", "why", TABLE_WORD)
        yield from (option.id for option in now.options if option.card is None)
        yield from (action.id for action in now.actions if action.id != SET_TABLE)
    begun = "".join(f"{word} " for word in before)
    for term in game.sheet.terms:
        if term.word.lower().startswith(begun):
            yield term.word[len(begun) :]


def list_explained(now: Prompt) -> tuple[str, ...]:
    """Return the actions of which `why` can tell the rule now."""
    return tuple(action.id for action in now.actions if action.id not in SELDOM)


def _plain(game: Game, now: Prompt) -> Request:
    if game.active in now.rollers:
        return RollDice()
    if now.default is not None:
        return ChooseOption(now.default)
    if isinstance(game.stage, TurnEnd):
        return ChooseOption(find_plain_turn_end(game, now).id)
    for option in now.options:
        if (option.id == "done" and now.stage == "play") or len(now.options) == 1:
            return ChooseOption(option.id)
    raise NotAllowedError(f"Type {typed_choices(now)}.")


def _parse_correction(
    rest: list[str], history: GameHistory, conversion: DieConversion
) -> CorrectRoll:
    if history.open_roll is None:
        thrown = any(past.rolled is not None for past in history.past)
        first = "To correct it, type undo first. " if thrown else ""
        raise NotAllowedError(
            "Only the last roll can be corrected, before anything is chosen on it. "
            f"{first}{_wanted(prompt(history.now))}"
        )
    thrown_on = prompt(history.past[-1].roll_from or history.now)
    dice = _dice(rest, thrown_on, conversion)
    if dice is None:
        words = history.now.sheet.words
        raise NotAllowedError(
            f"correct needs what the {_show(thrown_on)}: {_examples('correct', thrown_on, words)}."
        )
    return CorrectRoll(dice.die, dice.result)


def _parse_way_of_side(side: Side | None, rest: list[str], game: Game) -> ChooseOption | None:
    """Understand what a side takes the round with, in turn or out of it: `right pass`."""
    ids = {option.id.lower(): option.id for option in list_options(game, side)}
    chosen = ids.get(rest[0].lower()) if rest else None
    if side is None or chosen is None:
        return None
    _check_alone(f"{side.value} {chosen}", rest[1:])
    return ChooseOption(chosen, None if side is game.active else side)


def _parse_roll(
    first: str, rest: list[str], history: GameHistory, conversion: DieConversion
) -> RollDice:
    now = prompt(history.now)
    if not now.rollers and (not rest or _are_dice(rest)):
        raise NotAllowedError(_refuse_roll(rest, history, conversion))
    roll = RollDice() if not rest else _dice(rest, now, conversion)
    if roll is None:
        raise NotAllowedError(
            f"Only what your own {_show(now)} may follow {first}: "
            f"{_examples(first, now, history.now.sheet.words)}.{_name_ways(first, history.now)}"
        )
    return _due(replace(roll, side=_ROLLS[first]), history.now)


def _name_ways(first: str, game: Game) -> str:
    """Name what else may follow a side's name; nothing if nothing may, or no side is named."""
    ways = list_options(game, side) if (side := _ROLLS[first]) else ()
    return f" Or type {name_typed(f'{first} {way.id}' for way in ways)}." if ways else ""


def _due(roll: RollDice, game: Game) -> RollDice:
    now, side = prompt(game), roll.side or game.active
    if side not in now.rollers:
        raise NotAllowedError(f"{game.sheet.sides[side]} can't roll now. {_wanted(now)}")
    return roll


def _refuse_roll(shown: list[str], history: GameHistory, conversion: DieConversion) -> str:
    """State that no roll is due, what is asked, and how the roll that was made is put right."""
    now = prompt(history.now)
    asked = f"No roll is due now. {_wanted(now)}{_to_type(history.now, now)}"
    if history.open_roll is None:
        made = history.now.roll is not None
        back = " To go back to the roll, type undo, once for each answer since."
        return f"{asked}{back if made else ''}"
    thrown_on = prompt(history.past[-1].roll_from or history.now)
    misread = ""
    if shown and _dice(shown, thrown_on, conversion) is not None:
        misread = f" Was the roll misread? Type correct {' '.join(shown)}."
    return f"{asked}{misread} To take the roll back, type undo."


def _done(first: str, rest: list[str], now: Prompt, actions: list[OfferedAction]) -> Action:
    rest = rest or name_only_side(actions)
    names = [name for name, _ in actions[0].args]
    if not names:
        _check_alone(first, rest)
    elif len(rest) != len(names):
        example = " ".join([first, *(str(values[0]) for _, values in actions[0].args)])
        needed = join_names([_NEEDED[name] for name in names], "and")
        raise NotAllowedError(f"{first} needs {needed}: {example}.")
    given = {name: find_value(word, name, actions) for name, word in zip(names, rest, strict=True)}
    asked = read_action(first, given)
    if not now.allows(asked):
        forms = join_names([form(action) for action in actions], "or")
        said = quote(" ".join((first, *rest)))
        raise NotAllowedError(f"{said} can't be done now. Allowed: {forms}.")
    return asked


def _complete_mark(rest: list[str], game: Game, actions: list[OfferedAction]) -> list[str]:
    """Add what goes without saying: the active side, and the kind where a sheet has only one."""
    if rest and rest[0].lower() not in {side.value for side in Side}:
        rest = [game.active.value, *rest]
    kinds = [str(kind) for kind in dict(actions[0].args)["as"] if kind != NO_MARK]
    return [*rest, *kinds] if len(rest) == 2 and len(kinds) == 1 else rest


def _check_alone(word: str, rest: list[str]) -> None:
    if rest:
        raise NotAllowedError(f"Nothing follows {word}: type it alone.")


def _wanted(now: Prompt) -> str:
    return " ".join(now.text)


def _dice(words: list[str], now: Prompt, conversion: DieConversion) -> RollDice | None:
    """Understand what the player's own dice show: a Method die, or plain numbers."""
    numbers = tuple(int(word) for word in words if word in _NUMBERS)
    method = now.ask is None or now.ask.dice == ONE_METHOD_DIE
    if method and len(words) == 1 and (result := _read_result(words[0])) is not None:
        return RollDice(result=result)
    wanted = 1 if now.ask is None else len(now.ask.dice)
    if len(numbers) != len(words) or not 1 <= len(words) <= wanted:
        return None
    return RollDice(result=conversion.result(numbers[0])) if method else RollDice(die=numbers)


def _are_dice(words: list[str]) -> bool:
    """Return whether a line is what dice show, in whatever game."""
    numbers = all(word in _NUMBERS for word in words)
    return numbers or (len(words) == 1 and _read_result(words[0]) is not None)


def _means_two_dice(words: list[str], now: Prompt) -> bool:
    """Return whether a line that is no throw of the two dice that are due was meant for one."""
    two = now.ask is not None and "white" in now.ask.dice
    return two and re.fullmatch(r"[0-9][0-9\s,;./+-]*", " ".join(words)) is not None


def _read_result(word: str) -> DieResult | None:
    """Understand what a Method die shows: a result's letters, or the signs that stand for one."""
    if word == FATE_SIGNS:
        return DieResult.JR
    return next((result for result in DieResult if result.value == word.upper()), None)


def _show(now: Prompt) -> str:
    return "dice show" if now.ask is not None and len(now.ask.dice) > 1 else "die shows"


def _examples(first: str, now: Prompt, words: Words) -> str:
    """Return examples of dice after a word."""
    if now.ask is None or now.ask.dice == ONE_METHOD_DIE:
        return f"{first} 4, or {first} ABC"
    if "white" in now.ask.dice:
        return f"{first} 3 5, {words.white} and {words.coloured}"
    return f"{first} 4" if len(now.ask.dice) == 1 else f"{first} 4 2, a number for each die"
