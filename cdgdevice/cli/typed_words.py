"""What a player types in a game at the terminal: what a line asks, and which words may follow."""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from cdgdevice.cli import typed_dice
from cdgdevice.cli.known_words import ALONE, ROLL, ROLLS, SideQuestion, guess, list_after_side
from cdgdevice.cli.typed_actions import (
    TABLE_WORD,
    check_changes,
    find_value,
    form,
    list_in_full,
    name_only_side,
    name_typed,
    parse_table,
    typed_choices,
)
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.conditions import WithVariant
from cdgdevice.rules.die import DieConversion
from cdgdevice.rules.game import Game, Ready, SettingUp, TurnEnd, Waiting
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.note_search import list_actions_and_ways
from cdgdevice.rules.player_actions import (
    NO_MARK,
    SET_TABLE,
    Action,
    MarkCard,
    OfferedAction,
    read_action,
)
from cdgdevice.rules.prompt import (
    find_plain_turn_end,
    is_first_side_undecided,
    list_options,
    prompt,
)
from cdgdevice.rules.questions import Option, Prompt
from cdgdevice.rules.requests import (
    ChooseOption,
    CorrectRoll,
    NotAllowedError,
    Request,
    RollDice,
    UndoLast,
)
from cdgdevice.rules.sheet import Alternative, SheetAction, find_condition
from cdgdevice.rules.texts.templates import join_names, quote
from cdgdevice.rules.texts.words import describe_of


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


_IN_FULL = {"rule": "why", SET_TABLE: "table", "die": "1", "dice": "1"}
"""Other words for what the help page names."""
_QUOTES = "\"'“”„«»"
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
        return _take_plain_answer(game)
    words = _write_as_offered(words, now)
    first, rest = words[0].lower(), words[1:]
    always = _parse_always(first, rest)
    if always is not None:
        return always
    if first == "correct":
        return _parse_correction(rest, history, conversion)
    if first in ROLLS:
        chosen = _parse_way_of_side(ROLLS[first], rest, game)
        return chosen or _parse_roll(first, rest, history, conversion)
    ids = {option.id.lower(): option.id for option in now.options}
    if " ".join(words).lower() in ids:
        return ChooseOption(ids[first])
    if not now.rollers and (numbered := _numbered(words, now)) is not None:
        return ChooseOption(numbered)
    # A title may end in what the die shows: EVENT.
    if now.rollers and (dice := typed_dice.read_dice(words, now, conversion)) is not None:
        return _due(dice, game)
    action = _parse_action(first, rest, game, now)
    if action is not None:
        return action
    if (titled := _titled(words, now.options)) is not None:
        return ChooseOption(titled)
    if first in ids:
        _check_alone(ids[first], rest)
    if typed_dice.are_dice(words) and not now.rollers:
        raise NotAllowedError(_refuse_roll(words, history, conversion))
    raise NotAllowedError(_refuse(words, history))


def _parse_always(
    first: str, rest: list[str]
) -> UndoLast | SideQuestion | LookUpNotes | LookUpTerm | LookUpRule | None:
    """Understand what may be typed at any moment of any game; None: it is none of this."""
    if rest and ALONE.get(first) is SideQuestion.HELP:
        return LookUpTerm(" ".join(rest).strip(_QUOTES).strip())
    if first in ALONE:
        _check_alone(first, rest)
        return ALONE[first]
    if first == "notes":
        return LookUpNotes(" ".join(rest))
    return LookUpRule(" ".join(rest)) if first in ("why", "rule") else None


def _parse_action(first: str, rest: list[str], game: Game, now: Prompt) -> Action | None:
    """Understand an action that is allowed now; None: the line begins with none."""
    actions = [action for action in now.actions if action.id == first]
    if first in (TABLE_WORD, SET_TABLE) and any(each.id == SET_TABLE for each in now.actions):
        action = parse_table(rest, game)
    elif actions:
        given = _complete_mark(rest, game, actions) if first == MarkCard.action else rest
        action = _done(first, given, now, actions)
    else:
        return None
    check_changes(action, game, " ".join((first, *rest)))
    return action


def _refuse(words: list[str], history: GameHistory) -> str:
    """State that a line means nothing now, and what may have been meant."""
    game, now = history.now, prompt(history.now)
    if words[0].lower() == MarkCard.action and game.sheet.marks is None:
        return f"This game has no marks. {_wanted(now)}"
    if typed_dice.mean_two_dice(words, now):
        say = game.sheet.words
        return f"Two dice are typed as 3 5: each 1 to 6, the {say.white} one first. {_wanted(now)}"
    seldom = find_entry_of_sheet(words, game)
    if isinstance(seldom, SheetAction):
        # Loaded only where it is wanted.
        from cdgdevice.sheet_tools.sheet_words import moment_words

        when = moment_words(seldom, game.sheet)
        whose = f"for {game.sheet.sides[seldom.only]}, " if seldom.only else ""
        return (
            f"{quote(' '.join(words))} is not possible now, only {whose}{when}. {_wanted(now)} "
            f"Or type why {seldom.id} for its rule."
        )
    return (
        f"{quote(' '.join(words))} means nothing now.{guess(words, history)} "
        f"{_wanted(now)}{_to_type(game, now)} Or type help."
    )


def find_entry_of_sheet(words: list[str], game: Game) -> SheetAction | Alternative | None:
    """Return the action or way that a line begins with, by its word or by its title."""
    typed = f"{_plain_title(' '.join(words))} "
    for entry in list_actions_and_ways(game.sheet):
        needed = find_condition(entry, WithVariant)
        if needed is not None and not game.options[needed.variant]:
            continue
        if any(typed.startswith(f"{_plain_title(each)} ") for each in (entry.id, entry.title)):
            return entry
    return None


def write_in_full(line: str) -> str:
    """Return a line in small letters, its first word as the help page has it: `undo` for `u`."""
    first, *rest = line.casefold().split() or [""]
    for known in (ALONE, ROLLS):
        if first in known:
            first = next(word for word, meant in known.items() if meant == known[first])
    return " ".join((_IN_FULL.get(first, first), *rest))


_IN_SHORT = {"y": "yes", "n": "no"}


def _write_as_offered(words: list[str], now: Prompt) -> list[str]:
    """Return a line with the word that is offered now for how else it is written: `use kept`."""
    ids = {id_.lower(): id_ for id_ in _list_ids(now)}
    for many in range(len(words), 1, -1):
        if id_ := ids.get("-".join(words[:many]).lower()):
            return [id_, *words[many:]]
    typed = " ".join(words).lower()
    if (short := _IN_SHORT.get(typed, "")) in ids:
        return [short]
    called = {each.id for each in now.actions if _plain_title(each.title) == _plain_title(typed)}
    return [*called] if len(called) == 1 else words


def _list_ids(now: Prompt) -> tuple[str, ...]:
    options = (option.id for option in now.options)
    return (*options, *(action.id for action in now.actions))


def _titled(words: list[str], options: Iterable[Option]) -> str | None:
    """Return the one answer whose title begins or ends so: `China Card`, `flip all`, `1 Ops`."""
    typed = f" {_plain_title(' '.join(words))} "
    titles = {each.id: f" {_plain_title(each.title)} " for each in options}
    called = [id_ for id_, told in titles.items() if told.startswith(typed) or told.endswith(typed)]
    return called[0] if len(called) == 1 else None


def _plain_title(title: str) -> str:
    return title.lower().replace(":", "").replace("-", " ")


def _numbered(words: list[str], now: Prompt) -> str | None:
    """Return the one answer whose title begins with this number: 2 for `2: leave one out`."""
    titles = {option.id: option.title.replace(":", " ").split() for option in now.options}
    begun = [id_ for id_, title in titles.items() if title[:1] == words and words[0].isdecimal()]
    return begun[0] if len(begun) == 1 else None


def _to_type(game: Game, now: Prompt) -> str:
    """Name what may be typed, where the question itself does not say it."""
    of_cards = any(option.card is not None for option in now.options)
    asks = isinstance(game.stage, SettingUp | TurnEnd | Waiting) and not of_cards
    return f" Type {typed_choices(now)}." if asks and now.options else ""


def _take_plain_answer(game: Game) -> Request:
    plain = find_plain_answer(game)
    if plain is None:
        raise NotAllowedError(f"Type {typed_choices(prompt(game))}.")
    return plain


def find_plain_answer(game: Game) -> RollDice | ChooseOption | None:
    """Return the usual next step, which an empty line takes; None where there is none."""
    now = prompt(game)
    if game.active in now.rollers:
        return RollDice()
    if now.default is not None:
        return ChooseOption(now.default)
    if isinstance(game.stage, TurnEnd):
        return ChooseOption(find_plain_turn_end(game, now).id)
    for option in now.options:
        if (option.id == "done" and now.stage == "play") or len(now.options) == 1:
            return ChooseOption(option.id)
    return None


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
    thrown_on = typed_dice.prompt_of_roll(history)
    dice = typed_dice.read_dice(rest, thrown_on, conversion)
    if dice is None or len(dice.die) not in (0, len(thrown_on.ask.dice if thrown_on.ask else ())):
        examples = typed_dice.give_examples("correct", thrown_on, history.now.sheet.words)
        raise NotAllowedError(
            f"correct needs what the {typed_dice.name_what_shows(thrown_on)}: {examples}."
        )
    return CorrectRoll(dice.die, dice.result)


def _parse_way_of_side(side: Side | None, rest: list[str], game: Game) -> ChooseOption | None:
    """Understand what a side takes the round with, in turn or out of it: `right pass`."""
    ways = list_options(game, side)
    chosen = next((way.id for way in ways if rest and way.id.lower() == rest[0].lower()), None)
    chosen, after = (chosen, rest[1:]) if chosen or not rest else (_titled(rest, ways), [])
    if side is None or chosen is None:
        return None
    _check_alone(f"{side.value} {chosen}", after)
    return ChooseOption(chosen, None if side is game.active else side)


def _parse_roll(
    first: str, rest: list[str], history: GameHistory, conversion: DieConversion
) -> RollDice:
    now = prompt(history.now)
    if not now.rollers and (not rest or typed_dice.are_dice(rest)):
        raise NotAllowedError(_refuse_roll(rest, history, conversion))
    side = ROLLS[first]
    if not rest and side is not None:
        _check_begins(side, history.now)
    plain = not rest or (side is not None and [word.lower() for word in rest] == [ROLL])
    roll = RollDice() if plain else typed_dice.read_dice(rest, now, conversion)
    if roll is None:
        raise NotAllowedError(
            f"Only what your own {typed_dice.name_what_shows(now)} may follow {first}: "
            f"{typed_dice.give_examples(first, now, history.now.sheet.words)}."
            f"{_name_ways(first, history.now)}"
        )
    return _due(replace(roll, side=side), history.now)


def _check_begins(side: Side, game: Game) -> None:
    """Refuse the bare name of a side whose round it is not: that asks for no roll yet."""
    ready = isinstance(game.stage, Ready) and not is_first_side_undecided(game)
    typed = [f"{side.value} {word}" for word in list_after_side(side, game)]
    if ready and side is not game.active and typed:
        raise NotAllowedError(
            f"{describe_of(game.sheet.sides[side], 'not your round.')} "
            f"To take it all the same, type {name_typed(typed)}."
        )


def _name_ways(first: str, game: Game) -> str:
    """Name what else may follow a side's name; nothing if nothing may, or no side is named."""
    ways = list_options(game, side) if (side := ROLLS[first]) else ()
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
    thrown_on = typed_dice.prompt_of_roll(history)
    misread = ""
    if shown and typed_dice.read_dice(shown, thrown_on, conversion) is not None:
        misread = f" Was the roll misread? Type correct {' '.join(shown)}."
    return f"{asked}{misread} To take the roll back, type undo."


def _done(first: str, rest: list[str], now: Prompt, actions: list[OfferedAction]) -> Action:
    rest = rest or name_only_side(actions)
    names = [name for name, _ in actions[0].args]
    if not names:
        _check_alone(first, rest)
    elif len(rest) != len(names):
        needed = join_names([_NEEDED[name] for name in names], "and")
        example = join_names(list_in_full(first, rest, actions), "or")
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
