"""What is typed for an action or a choice, and how the table is corrected in words."""

from collections.abc import Iterable
from itertools import product

from msgspec.structs import replace

from cdgdevice.rules import player_actions
from cdgdevice.rules.actions import list_kept_numbers
from cdgdevice.rules.card_display import Facing, Side
from cdgdevice.rules.game import Game
from cdgdevice.rules.play import apply_action
from cdgdevice.rules.questions import Prompt
from cdgdevice.rules.requests import NotAllowedError
from cdgdevice.rules.table_corrections import check_table_args
from cdgdevice.rules.texts.near_words import did_you_mean
from cdgdevice.rules.texts.templates import GivenName, Template, quote

TABLE_WORD = "table"
"""The word that corrects the game if the table shows something else."""
_CARDS_LEFT = "cards"
"""The word for the cards left where the side stands before it; `left` is understood too."""
_TABLE_FORMS = "table A down, table right A empty, table cards 2, table turn 3, table active right"


class NothingChangesError(NotAllowedError):
    """A correction of the table to what the program has already."""


def parse_table(rest: list[str], game: Game) -> player_actions.Action:
    """Understand what is said after `table`: a side goes first, or else the active one is meant.

    `left` alone before a number is the cards left, unless the left side's may be meant, too.
    """
    words = [word.lower() for word in rest]
    side = game.active.value
    if len(words) > 2 and words[0] in (Side.LEFT.value, Side.RIGHT.value):
        side, words = words[0], words[1:]
    if len(words) != 2:
        raise NotAllowedError(f"Say after table what is different there: {_TABLE_FORMS}.")
    what, value = words
    if what == "left" and len(rest) == len(words) and game.active is not Side.LEFT:
        raise NotAllowedError(
            f"Type {TABLE_WORD} {_CARDS_LEFT} {value} for {game.sheet.sides[game.active]}, "
            f"or {TABLE_WORD} left {_CARDS_LEFT} {value} for {game.sheet.sides[Side.LEFT]}."
        )
    what = "left" if what == _CARDS_LEFT else what
    told = int(value) if value.isascii() and value.isdigit() else value
    if what in ("turn", "round", "active"):
        args: player_actions.Args = {what: told}
    elif what in ("left", "of"):
        args = {"side": side, what: told}
    elif what in list_kept_numbers(game):
        args = {"kept": what, "number": told}
    else:
        _check_table_word(game, what, value)
        args = {"side": side, "card": what.upper(), "facing": value}
    check_table_args(game, args)
    return player_actions.read_action(player_actions.SET_TABLE, args)


def check_changes(act: player_actions.Action, game: Game, typed: str) -> None:
    """Refuse to state what the program has already: it would only be one more answer to undo.

    Raises:
        NothingChangesError: it is so already.
    """
    if not isinstance(act, player_actions.STATEMENTS):
        return
    if replace(apply_action(game, act), instructions=game.instructions) == game:
        raise NothingChangesError(f"{quote(typed)} is what the program has: nothing changes.")


def _check_table_word(game: Game, what: str, value: str) -> None:
    """Refuse a word after `table` that is neither a place nor stands before a facing."""
    places = {str(place).lower() for side in Side for place in game.seats[side].display.places()}
    if what in places or value in (*(each.value for each in Facing), player_actions.NO_CARD):
        return
    known = ["turn", "round", "active", _CARDS_LEFT, *list_kept_numbers(game)]
    raise NotAllowedError(
        f"{quote(what)} is nothing on the table.{did_you_mean(what, known)} "
        f"Say after table what is different there: {_TABLE_FORMS}."
    )


def form(action: player_actions.OfferedAction) -> str:
    """Return what to type for an action: `combat-card left|right A|B`."""
    if action.id == player_actions.SET_TABLE:
        return _form_of_table(action)
    return " ".join([action.id, *(_join_values(values) for _, values in action.args)])


def find_value(word: str, name: str, actions: list[player_actions.OfferedAction]) -> str | int:
    """Return the value that a word stands for; upper and lower case are the same."""
    allowed = (value for action in actions for value in dict(action.args).get(name, ()))
    return next((value for value in allowed if str(value).lower() == word.lower()), word)


def name_only_side(actions: list[player_actions.OfferedAction]) -> list[str]:
    """Return the side that need not be typed: only it can take the action, which asks no more."""
    match actions:
        case [player_actions.OfferedAction(args=(("side", (side,)),))]:
            return [str(side)]
        case _:
            return []


def list_in_full(
    first: str, rest: list[str], actions: list[player_actions.OfferedAction]
) -> list[str]:
    """Return the action in full, in each way that has all that was typed of it; else one of all."""
    typed = {word.lower() for word in rest}
    every = [
        list(map(str, values))
        for action in actions
        for values in product(*(values for _, values in action.args))
    ]
    fits = [values for values in every if typed and typed <= {each.lower() for each in values}]
    few = fits if len(fits) <= MAX_NUMBERS else fits[:1]
    return [" ".join([first, *values]) for values in few or every[:1]]


MAX_NUMBERS = 4
"""So many numbers are listed; of more that follow each other only the first and the last."""


def _join_values(values: tuple[str | int, ...]) -> str:
    """Return what may be typed in one place: `A|B|C`, or `1|...|20`."""
    numbers = [value for value in values if isinstance(value, int)]
    if len(numbers) > MAX_NUMBERS and [*values] == [*range(numbers[0], numbers[-1] + 1)]:
        return f"{numbers[0]}|...|{numbers[-1]}"
    return "|".join(map(str, values))


def _form_of_table(action: player_actions.OfferedAction) -> str:
    values = dict(action.args)
    name = next(reversed(values))
    numbers = values[name]
    if name == "number":
        return f"{TABLE_WORD} {_join_values(values['kept'])} {_join_values(numbers)}"
    if name == "facing":
        words = [_join_values(values[each]) for each in ("side", "card", "facing")]
        return " ".join([TABLE_WORD, *words])
    whose = map(str, values.get("side", ()))
    name = _CARDS_LEFT if name == "left" else name
    return " ".join([TABLE_WORD, *whose, name, _join_values(numbers)])


SELDOM = (player_actions.EndGame.action, player_actions.SET_TABLE)
"""Actions that are no answer to what is asked."""

_one_of, _span = Template("{typed:or}"), Template("{low} to {high}")


def name_typed(typed: Iterable[str]) -> str:
    """Name words of which one may be typed: the same in every language."""
    return _one_of(tuple(map(GivenName, typed)))


def list_typed_answers(now: Prompt) -> list[str]:
    """Return what to type for the answers that are no cards; numbers are one: `0|...|60`."""
    numbers = sorted(option.number for option in now.options if option.number is not None)
    others = (each for each in now.options if each.card is None and each.number is None)
    return [*([_join_values((*numbers,))] if numbers else []), *(each.id for each in others)]


def typed_choices(now: Prompt) -> str:
    """Name what may be chosen, in words that can be typed: `A or B`, `0 to 12`."""
    ids = [option.id for option in now.options]
    numbers = sorted(option.number for option in now.options if option.number is not None)
    if len(numbers) > 2 and numbers == [*range(numbers[0], numbers[-1] + 1)]:
        others = (GivenName(option.id) for option in now.options if option.number is None)
        return _one_of((_span(numbers[0], numbers[-1]), *others))
    if not ids:
        ids = [form(action) for action in now.actions if action.id not in SELDOM]
    return name_typed(ids or ("undo", "quit"))
