"""A game in a plain terminal: lines in, lines out, 80 columns."""

import re
from collections.abc import Callable, Iterable, Iterator
from difflib import get_close_matches
from enum import Enum

from msgspec import Struct
from msgspec.structs import replace

from cdgdevice.errors import CdgDeviceError
from cdgdevice.fold_lines import fold_text
from cdgdevice.games.open_game import throw_die, throw_missing_dice
from cdgdevice.rules.actions import NO_CARD, NO_MARK, SET_TABLE, OfferedAction, list_kept_numbers
from cdgdevice.rules.card_display import (
    Facing,
    Instruction,
    Place,
    Side,
    Space,
    drop_cancelled_flips,
    leave_shuffled_cards,
)
from cdgdevice.rules.card_row import target_number
from cdgdevice.rules.die import DieConversion, DieResult
from cdgdevice.rules.engine import AnswerResult, can_correct_roll
from cdgdevice.rules.game import (
    Game,
    GameHistory,
    Nominating,
    PickedCard,
    Ready,
    SettingUp,
    SizingHands,
    TurnEnd,
    Waiting,
    list_cards_in_sight,
)
from cdgdevice.rules.prompt import (
    ONE_METHOD_DIE,
    Prompt,
    find_plain_turn_end,
    is_open_who_begins,
    list_kept,
    list_rules,
    list_sources,
    name_period,
    name_phase,
    prompt,
    say_kept_numbers,
    say_what_to_do,
)
from cdgdevice.rules.requests import (
    ChooseOption,
    CorrectRoll,
    NotAllowedError,
    Request,
    RollDice,
    RulesError,
    TakeAction,
    UndoLast,
)
from cdgdevice.rules.set_table import check_table_args
from cdgdevice.rules.set_up import NEXT
from cdgdevice.rules.sheet import (
    Alternative,
    Sheet,
    SheetAction,
    SheetFamily,
    list_acts_of,
    list_notes_of,
    note_number,
    sort_notes,
)
from cdgdevice.rules.texts.sentences import name_result, say_roll, say_when
from cdgdevice.rules.texts.words import (
    FATE_SIGNS,
    Words,
    begin_sentence,
    did_you_mean,
    join_names,
    quote,
    say_for_both,
)
from cdgdevice.sheet_tools.sheet_words import format_notes, list_headings, look_up_notes
from cdgdevice.ui.choices import find_kept_dice, format_dice


class SideQuestion(Enum):
    """A word to the program itself, which asks nothing of the game."""

    HELP = "help"
    """Show the words that are understood."""
    QUIT = "quit"
    """Leave."""


class LookUpNotes(Struct, frozen=True):
    """The notes of the game are asked for, which asks nothing of the game either."""

    words: str
    """A card's number or words; empty: what notes there are."""


class LookUpRule(Struct, frozen=True):
    """The rule of what is done now, or of an action or a way, is asked for."""

    entry: str
    """The id of the action or way; empty: of what is done now."""


_ALONE: dict[str, SideQuestion | UndoLast] = {
    **dict.fromkeys(("help", "h", "?"), SideQuestion.HELP),
    **dict.fromkeys(("quit", "q", "exit"), SideQuestion.QUIT),
    **dict.fromkeys(("undo", "u"), UndoLast()),
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


def parse_typed(
    words: list[str], history: GameHistory, conversion: DieConversion
) -> Request | SideQuestion | LookUpNotes | LookUpRule:
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
        return LookUpNotes(" ".join(rest))
    if first in ("why", "rule"):
        return LookUpRule(" ".join(rest))
    if first == "correct":
        return _parse_correction(rest, history, conversion)
    if first in _ROLLS:
        return _parse_roll(first, rest, game, conversion)
    options = {option.id.lower(): option.id for option in now.options}
    if first in options:
        _check_alone(options[first], rest)
        return ChooseOption(options[first])
    if (dice := _dice(words, now, conversion)) is not None:
        return _due(dice, game)
    actions = [action for action in now.actions if action.id == first]
    if first in (_TABLE, SET_TABLE) and any(each.id == SET_TABLE for each in now.actions):
        return _parse_table(rest, game)
    if actions:
        if first == "mark":
            rest = _complete_mark(rest, game, actions)
        return _done(first, rest, now, actions)
    raise NotAllowedError(
        f"{quote(' '.join(words))} means nothing now.{_guess(words, history)} "
        f"{_wanted(now)}{_to_type(game, now)} Or type help."
    )


def _first_words(history: GameHistory) -> tuple[str, ...]:
    """Return the words that a line can begin with now, in small letters."""
    now = prompt(history.now)
    rolls = tuple(_ROLLS) if now.rollers else ()
    correct = ("correct",) if can_correct_roll(history) else ()
    options = (option.id.lower() for option in now.options)
    done = (_TABLE if action.id == SET_TABLE else action.id for action in now.actions)
    return (*_ALONE, *rolls, *correct, "notes", "why", *options, *done)


def _guess(words: list[str], history: GameHistory) -> str:
    """Return ` Did you mean "x"?` where the line is near to one that is allowed now."""
    first, *rest = map(str.lower, words)
    now = prompt(history.now)
    meant = [option.id for option in now.options if rest and option.id.lower() == rest[-1]]
    if meant:
        return f" Did you mean {quote(meant[0])}?"
    alone = {action.id for action in now.actions if not action.args}
    known = [word for word in _first_words(history) if not (rest and word in alone)]
    # Who types the beginning of a word of two, as next, means that word.
    begun = get_close_matches(first, [word.partition("-")[0] for word in known], 1, 0.8)
    whole = [word for word in known if begun and word.startswith(f"{begun[0]}-")]
    if len(whole) == 1 and begun[0] not in known:
        return f" Did you mean {quote(whole[0])}?"
    return did_you_mean(first, known)


def _to_type(game: Game, now: Prompt) -> str:
    """Name what may be typed, where the question itself does not say it."""
    told = isinstance(game.stage, SettingUp | TurnEnd) and now.options
    return f" Type {typed_choices(now)}." if told else ""


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
        if before[0] == "why":
            words = (action.id for action in now.actions if action.id not in _SELDOM)
    return sorted({word for word in words if word.lower().startswith(begun)})


_TABLE = "table"
"""The word that puts the game right where the table lies otherwise."""
_CARDS_LEFT = "cards"
"""The word for the cards left where the side stands before it; `left` is understood too."""
_TABLE_FORMS = "table A down, table right A empty, table left 2, table turn 3, table active right"


def _parse_table(rest: list[str], game: Game) -> TakeAction:
    """Understand what is said after `table`: a side goes first, or else the active one is meant.

    `left` alone before a number is the cards left; `left cards 5` are those of the left side.
    """
    words = [word.lower() for word in rest]
    side = game.active.value
    if len(words) > 2 and words[0] in (Side.LEFT.value, Side.RIGHT.value):
        side, words = words[0], words[1:]
    if len(words) != 2:
        raise NotAllowedError(f"Say after table what is different there: {_TABLE_FORMS}.")
    what, value = words
    what = "left" if what == _CARDS_LEFT else what
    told: Arg = (what, int(value) if value.isascii() and value.isdigit() else value)
    if what in ("turn", "round", "active"):
        args: tuple[Arg, ...] = (told,)
    elif what in ("left", "of"):
        args = (("side", side), told)
    elif what in list_kept_numbers(game):
        args = (("kept", what), ("number", told[1]))
    else:
        _check_table_word(game, what, value)
        args = (("side", side), ("card", what.upper()), ("facing", value))
    check_table_args(game, dict(args))
    return TakeAction(SET_TABLE, args)


def _check_table_word(game: Game, what: str, value: str) -> None:
    """Refuse a word after `table` that is neither a place nor stands before a facing."""
    places = {str(place).lower() for side in Side for place in game.seats[side].display.places()}
    if what in places or value in (*(each.value for each in Facing), NO_CARD):
        return
    known = ["turn", "round", "active", "left", *list_kept_numbers(game)]
    raise NotAllowedError(
        f"{quote(what)} is nothing on the table.{did_you_mean(what, known)} "
        f"Say after table what is different there: {_TABLE_FORMS}."
    )


Arg = tuple[str, str | int]
"""An argument of an action, by its name."""


def form(action: OfferedAction) -> str:
    """Return what to type for an action: `combat-card left|right A|B`."""
    if action.id == SET_TABLE:
        return _form_of_table(action)
    return " ".join([action.id, *(_join_values(values) for _, values in action.args)])


MOST_NUMBERS = 4
"""So many numbers are listed; of more that follow each other only the first and the last."""


def _join_values(values: tuple[str | int, ...]) -> str:
    """Return what may be typed in one place: `A|B|C`, or `1|...|20`."""
    numbers = [value for value in values if isinstance(value, int)]
    if len(numbers) > MOST_NUMBERS and [*values] == [*range(numbers[0], numbers[-1] + 1)]:
        return f"{numbers[0]}|...|{numbers[-1]}"
    return "|".join(map(str, values))


def _form_of_table(action: OfferedAction) -> str:
    values = dict(action.args)
    name = next(reversed(values))
    numbers = values[name]
    if name == "number":
        return f"{_TABLE} {_join_values(values['kept'])} {_join_values(numbers)}"
    if name == "facing":
        words = [_join_values(values[each]) for each in ("side", "card", "facing")]
        return " ".join([_TABLE, *words])
    whose = map(str, values.get("side", ()))
    name = _CARDS_LEFT if name == "left" else name
    return " ".join([_TABLE, *whose, name, _join_values(numbers)])


_ENTER_TAKES_FIRST = SettingUp | SizingHands
"""The stages whose first answer is the plain one."""


def _plain(game: Game, now: Prompt) -> Request:
    if game.active in now.rollers:
        return RollDice()
    if isinstance(game.stage, _ENTER_TAKES_FIRST):
        return ChooseOption(now.options[0].id)
    if isinstance(game.stage, TurnEnd):
        return ChooseOption(find_plain_turn_end(game, now).id)
    for option in now.options:
        if option.id == "done" or len(now.options) == 1:
            return ChooseOption(option.id)
    raise NotAllowedError(f"Type {typed_choices(now)}.")


ENDING_ACTIONS = ("end-turn", "end-game")
"""Actions that end something at once. A line that asked once more would take the next line of a
pipe for its answer; so what was done is told, with the way back."""

_SELDOM = ("end-game", SET_TABLE)
"""Actions that are no answer to what is asked."""


def typed_choices(now: Prompt) -> str:
    """Name what may be chosen, in words that can be typed: `A or B`, `0 to 12`."""
    ids = [option.id for option in now.options]
    if len(ids) > 2 and all(id_.isdigit() for id_ in ids):
        sizes = sorted(map(int, ids))
        return f"{sizes[0]} to {sizes[-1]}"
    if not ids:
        ids = [form(action) for action in now.actions if action.id not in _SELDOM]
    return join_names(ids, "or") if ids else "undo or quit"


def _parse_correction(
    rest: list[str], history: GameHistory, conversion: DieConversion
) -> CorrectRoll:
    if not can_correct_roll(history):
        raise NotAllowedError(
            "Only the last roll can be corrected, before anything is chosen on it. "
            f"{_wanted(prompt(history.now))}"
        )
    thrown_on = prompt(history.past[-1].roll_from or history.now)
    dice = _dice(rest, thrown_on, conversion)
    if dice is None:
        words = history.now.sheet.words
        raise NotAllowedError(
            f"correct needs what the {_show(thrown_on)}: {_examples('correct', thrown_on, words)}."
        )
    return CorrectRoll(dice.die, dice.result)


def _parse_roll(first: str, rest: list[str], game: Game, conversion: DieConversion) -> RollDice:
    roll = RollDice() if not rest else _dice(rest, prompt(game), conversion)
    if roll is None:
        raise NotAllowedError(
            f"Only what your own {_show(prompt(game))} may follow {first}: "
            f"{_examples(first, prompt(game), game.sheet.words)}."
        )
    return _due(replace(roll, side=_ROLLS[first]), game)


def _due(roll: RollDice, game: Game) -> RollDice:
    now = prompt(game)
    if not now.rollers:
        raise NotAllowedError(f"No roll is due now. {_wanted(now)}")
    side = roll.side or game.active
    if side not in now.rollers:
        raise NotAllowedError(f"{game.sheet.sides[side]} can't roll now. {_wanted(now)}")
    return roll


def _done(first: str, rest: list[str], now: Prompt, actions: list[OfferedAction]) -> TakeAction:
    names = [name for name, _ in actions[0].args]
    if not names:
        _check_alone(first, rest)
    elif len(rest) != len(names):
        example = " ".join([first, *(str(values[0]) for _, values in actions[0].args)])
        needed = join_names([_NEEDED[name] for name in names], "and")
        raise NotAllowedError(f"{first} needs {needed}: {example}.")
    given = ((name, _value(word, name, actions)) for name, word in zip(names, rest, strict=True))
    asked = TakeAction(first, tuple(given))
    if not now.allows(asked.action, asked.args):
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
    return (
        f"{first} 4"
        if len(now.ask.dice) == 1
        else f"{first} 3 5, {words.white} and {words.coloured}"
    )


def _value(word: str, name: str, actions: list[OfferedAction]) -> str | int:
    """Return the value that a word stands for; upper and lower case are the same."""
    allowed = (value for action in actions for value in dict(action.args).get(name, ()))
    return next((value for value in allowed if str(value).lower() == word.lower()), word)


Take = Callable[[Request, bool], AnswerResult]
"""Puts a request to the game on the table; True: its dice were thrown by the program."""


def play_in_terminal(
    history: GameHistory,
    take: Take,
    read: Callable[[str], str],
    write: Callable[[str], None],
    conversion: DieConversion,
) -> None:
    """Play a game until the player leaves.

    `read` shows a prompt and returns a line, or raises EOFError; `write` shows one line or more;
    `conversion` says what the numbers of the player's own die stand for.
    """
    write("Enter takes the usual next step. Type help for all words, quit to leave.")
    write(board_lines(history.now, history.orders.every))
    while True:
        try:
            line = read("> ")
        except EOFError:
            write("")
            return
        try:
            meant = parse_typed(line.split(), history, conversion)
            if meant is SideQuestion.QUIT:
                return
            if meant is SideQuestion.HELP:
                write(help_page(history.now))
                continue
            if isinstance(meant, LookUpNotes):
                write(_notes(history.now.sheet, meant.words))
                continue
            if isinstance(meant, LookUpRule):
                write(_rule(history.now, meant.entry))
                continue
            asked = throw_missing_dice(history, meant, throw_die)
            thrown = _dice_told(history, meant, asked)
            answered = take(asked, asked != meant)
        except (RulesError, CdgDeviceError) as refused:
            write(fold_text(str(refused)))
            continue
        history = answered.history
        now = history.now
        if thrown:
            write(thrown)
        if answered.undone:
            write(f"Undone: {answered.undone}.")
        back = _to_put_back(meant, answered)
        if back:
            by_hand = say_for_both(back, now.sheet.sides, now.active, now.sheet.words)
            write("\n".join(["By hand:", *(f"  {s}" for s in by_hand)]))
        told_above = isinstance(meant, UndoLast | CorrectRoll)
        write(board_lines(now, () if told_above else history.orders.latest))
        if isinstance(meant, TakeAction) and meant.action in ENDING_ACTIONS:
            write(f"That was {meant.action}. Not meant? Type undo.")


def _dice_told(before: GameHistory, meant: Request, asked: Request) -> str:
    """Say which dice count, where the player did not type them and the table will not show them.

    The table shows the roll of the round. A throw that was taken back counts again, whatever was
    typed.
    """
    if not isinstance(meant, RollDice) or not isinstance(asked, RollDice):
        return ""
    again = find_kept_dice(before, meant.side)
    if again:
        return f"The throw that was taken back counts: {format_dice(before.now, again)}."
    if meant.die or meant.result or not isinstance(before.now.stage, Waiting):
        return ""
    return f"The die: {format_dice(before.now, asked.die)}."


def _notes(sheet: Sheet, words: str) -> str:
    return look_up_notes(sheet, words) if words or not sheet.notes else list_headings(sheet.notes)


def _rule(game: Game, of: str) -> str:
    """Return the notes on what is done now, or on an action or way, and what may be typed for them.

    Raises:
        NotAllowedError: there is no such action or way.
    """
    sheet = game.sheet
    every: tuple[SheetAction | Alternative, ...] = (*sheet.actions, *sheet.instead)
    entry = next((each for each in every if each.id == of.lower()), None)
    if of and entry is None:
        ids = tuple(each.id for each in every)
        raise NotAllowedError(f"No action is called {quote(of)}.{did_you_mean(of, ids)}")
    notes = list_rules(game) if entry is None else list_notes_of(sheet, entry)
    sources = list_sources(game) if entry is None else (entry.source,)
    notes = notes or tuple(note for note in sheet.notes if note.source in sources)
    if not notes:
        lines = [f"The rule: {source}." for source in sources]
        lines.append("There is no note on this. Type notes for a list of all notes.")
        return "\n".join(map(fold_text, lines))
    now = prompt(game)
    allowed = {action.id: form(action) for action in now.actions}
    allowed |= {option.id: option.id for option in now.options}
    acts = dict.fromkeys(id_ for note in notes for id_ in list_acts_of(sheet, note))
    typed = [allowed[id_] for id_ in acts if id_ in allowed]
    offered = [f"Type {join_names(typed, 'or')}."] if typed else []
    return "\n\n".join([format_notes(notes), *offered])


def _to_put_back(request: Request, answered: AnswerResult) -> tuple[Instruction, ...]:
    """Return what the hands do after an undo or a correction; no card is turned twice."""
    if isinstance(request, CorrectRoll):
        return drop_cancelled_flips((*answered.restore, *answered.history.now.instructions))
    return leave_shuffled_cards(answered.restore)


def board_lines(game: Game, orders: tuple[Instruction, ...] | None = None) -> str:
    """Draw the table in lines of at most 80 columns, with what the hands are to do.

    It is what this state asks, unless `orders` are given.
    """
    now = prompt(game)
    offered = {option.card for option in now.options if option.card is not None}
    when = say_when(game.turn, game.round, game.sheet.words, name_period(game))
    lines = ["", f"{game.sheet.title}, {when}"]
    width = max(len(name) for name in game.sheet.sides.values())
    for side in Side:
        seat = game.seats[side]
        cards = " ".join(_space(game, side, space, offered) for space in Space)
        if game.sheet.family is SheetFamily.CHECKS:
            cards = ""
        mark = "->" if side is game.active else "  "
        chits = "" if seat.chits_left is None else f"   {seat.chits_left} of {seat.hand_size} left"
        lines.append(f"{mark} {game.sheet.sides[side]:{width}}  {cards}{chits}".rstrip())
    if phase := name_phase(game):
        lines.append(f"{phase}:")
    lines.extend(_marks(game))
    lines.extend(_kept(game))
    lines.extend(_ranges(game))
    if numbers := " ".join(say_kept_numbers(game)):
        lines.append(numbers)
    if game.roll is not None:
        lines.append(say_roll(game.roll.method_result, game.roll.numbers, game.sheet.words))
    lines.extend(say_what_to_do(game, orders))
    of_side = (
        isinstance(game.stage, Ready)
        and game.sheet.family is not SheetFamily.CHECKS
        and not is_open_who_begins(game)
    )
    name = f"{game.sheet.sides[game.active]}: " if of_side else ""
    lines.extend(f"{name}{sentence}" for sentence in now.text)
    lines.extend(_answers(game, now))
    return "\n".join(fold_text(line) for line in lines)


_BOLD, _GREEN, _PLAIN = "\x1b[1m", "\x1b[1;32m", "\x1b[0m"
_PAINTED = (
    (re.compile(r"^.+, \S+ \d+, \S+ \d+$", re.MULTILINE), _BOLD),
    (re.compile(r"^The (?:die|dice): .+$", re.MULTILINE), _BOLD),
    (re.compile(r"^->", re.MULTILINE), _GREEN),
    (re.compile(r"[\[(][A-E][12]?[\])]\*"), _GREEN),
)
"""What stands out on the board: where the game is, the die, whose round it is, what is offered."""


def paint(text: str) -> str:
    """Return lines of the board with the colours of a terminal."""
    for pattern, colour in _PAINTED:
        text = pattern.sub(rf"{colour}\g<0>{_PLAIN}", text)
    return text


def _marks(game: Game) -> Iterator[str]:
    """Yield the marks of cards, a line a side."""
    for side in Side:
        marks = sorted((str(card), mark.value) for card, mark in game.seats[side].display.marks)
        if marks:
            said = ", ".join(f"{card} {mark}" for card, mark in marks)
            yield f"Marked, {game.sheet.sides[side]}: {said}."


def _kept(game: Game) -> Iterator[str]:
    """Yield what is kept in mind of the sides, a line a side."""
    for side in Side:
        kept = list_kept(game, side)
        if kept:
            yield f"Kept in mind, {game.sheet.sides[side]}: {', '.join(kept)}."


def _ranges(game: Game) -> Iterator[str]:
    """Yield the range of each space, where a card is nominated."""
    if isinstance(game.stage, Nominating):
        ranges = ", ".join(
            f"{space.value} 1-{target_number(game, Place(space))}" for space in Space
        )
        words = game.sheet.words
        yield f"{begin_sentence(words.white)} plays a {words.nominated} card: {ranges}."


def _answers(game: Game, now: Prompt) -> Iterator[str]:
    """Yield what may be typed where the question itself doesn't say it."""
    if isinstance(game.stage, Ready) and is_open_who_begins(game):
        sides = game.sheet.sides
        named = ", ".join(f"{side.value} for {sides[side]}" for side in Side)
        yield f"Type {named}. Enter: {sides[game.active]}."
    if isinstance(game.stage, TurnEnd) and now.options:
        yield f"Type {typed_choices(now)}. Enter: {find_plain_turn_end(game, now).id}."
    asking = {action.id for action in game.sheet.actions if action.asks}
    for action in now.actions:
        if action.id in asking:
            yield f"  {form(action)}  {action.title}"
    asks = isinstance(game.stage, Waiting | SettingUp | SizingHands)
    if not asks or len(now.options) < 2:
        return
    plain = now.options[0].id
    enter = f" Enter: {plain}." if isinstance(game.stage, _ENTER_TAKES_FIRST) else ""
    if all(option.card is not None or option.title == option.id for option in now.options):
        yield f"Type {typed_choices(now)}.{enter}"
        return
    numbers = tuple(each for each in now.options if each.id.isdigit() and each.title == each.id)
    if len(numbers) > 2:
        yield f"Type {typed_choices(replace(now, options=numbers))}.{enter}"
    listed = [option for option in now.options if len(numbers) <= 2 or option not in numbers]
    width = max(len(option.id) for option in listed)
    for option in listed:
        takes = " (or Enter)" if enter and option is now.options[0] else ""
        title = "All this is done" if option.id == NEXT else option.title
        yield f"  {option.id:{width}}  {title}{takes}"


def help_page(game: Game) -> str:
    """Return the words that are understood, and those of this moment."""
    now = prompt(game)
    more = [option.id for option in now.options if option.card is None]
    more.extend(form(action) for action in now.actions)
    listed = (fold_text(entry, " " * 4, " " * 8) for entry in more)
    return "\n".join([*_help(game.sheet), "", "  Now also:", *listed])


def _help(sheet: Sheet) -> Iterator[str]:
    """Return the words that are understood in any game of a sheet."""
    family = sheet.family
    method = family in (SheetFamily.PILE, SheetFamily.OPEN)
    row = family is SheetFamily.ROW
    display = family is not SheetFamily.CHECKS
    say = sheet.words
    if display:
        yield "  [A] is face-up, (A) face-down; a star: may be taken; ... is a gap."
        yield ""
    words = [
        ("Enter", "the usual next step: roll, done, or the next turn"),
        ("roll", f"the program throws the {'dice' if row else 'die'}"),
    ]
    if method:
        first = name_result(DieResult.JR, say)
        words.append(("ABC", f"what your own {say.die} shows: {first}, AB, DE, ABC, CDE or EVENT"))
    words.append(("1 to 6", "the die that you threw yourself"))
    if row:
        words.append(("3 5", f"two dice that you threw yourself, the {say.white} one first"))
    if display:
        taken = f"{say.nominate}, pick or discard" if row else "play, flip or discard"
        double = "" if row else f" (A1, A2 of a double {say.space})"
        words.append(("A to E", f"{taken} that card{double}"))
    if method:
        words.append(("left, right", "that side takes the round: the program throws at once"))
        words.append(("right 4", "the same with your own die: right 4, right ABC"))
    dice = "correct ABC" if method else "correct 3 5" if row else "correct 4"
    misread = "dice were misread: they show" if row else "die was misread: it shows"
    words.extend(
        (
            (dice, f"the {misread} this"),
            ("undo", "take back the last answer, with what to put back by hand"),
            ("why", "the rule for what is done now (or of an action: add its name)"),
            *_table_words(display=display, counted=sheet.hands.counted),
            ("notes", "a list of the notes on this game's cards and rules"),
            *_note_words(sheet),
            ("help", "this page"),
            ("quit", "leave (also Ctrl-D)"),
        )
    )
    width = max(len(word) for word, _ in words)
    for word, meaning in words:
        yield f"  {word:{width}}  {meaning}"


def _table_words(*, display: bool, counted: bool) -> Iterator[tuple[str, str]]:
    """Return examples of putting the game right where the table lies otherwise."""
    if display:
        yield "table C down", "C is face-down on your table (or up, or empty)"
    if counted:
        yield "table left 2", "2 cards are left (table right cards 2: on the right side)"
    yield "table turn 3", "it is turn 3 (or: table round 2, table active right)"


def _note_words(sheet: Sheet) -> Iterator[tuple[str, str]]:
    """Return examples of looking up notes, which this sheet has."""
    card = next(filter(None, map(note_number, sort_notes(sheet.notes))), None)
    if card is not None:
        yield f"notes {card}", f"the notes on card {card}"
    title = next((note.title for note in sheet.notes if note.card is None), None)
    if title is not None:
        word = title.split()[0].lower()
        yield f"notes {word}", "the notes with that word"


def _space(game: Game, side: Side, space: Space, offered: set[PickedCard]) -> str:
    drawn = ""
    for place, facing in list_cards_in_sight(game, side):
        if place.space is not space:
            continue
        star = "*" if PickedCard(side, place) in offered else ""
        if facing is None:
            drawn += "..."
        elif facing is Facing.UP:
            drawn += f"[{place}]{star}"
        else:
            drawn += f"({place}){star}"
    return drawn
