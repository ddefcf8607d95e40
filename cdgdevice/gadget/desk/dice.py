"""Dice in the menu: naming what a die shows, correcting it, and the last rolls."""

from collections.abc import Callable
from itertools import islice

from cdgdevice.gadget.desk.choices import choices
from cdgdevice.gadget.desk.moment import BACK, Around, Entry, Layer, OpenMenu
from cdgdevice.gadget.desk.settings import DieSource
from cdgdevice.gadget.desk.wishes import Ask
from cdgdevice.gadget.views.view import Mood, Page
from cdgdevice.method.die import STANDARD, Result
from cdgdevice.method.display import Side
from cdgdevice.method.game import Game
from cdgdevice.method.history import History, Past, can_correct
from cdgdevice.method.prompt import METHOD_DIE, prompt
from cdgdevice.method.request import Correct, Request, Roll
from cdgdevice.method.stage import Waiting, WantsDie

RESULT_NAMES = {
    Result.JR: "Jolly Roger",
    Result.AB: "A or B",
    Result.DE: "D or E",
    Result.ABC: "A, B or C",
    Result.CDE: "C, D or E",
    Result.EVENT: "Event",
}
TWO_DICE = ("white", "coloured")
"""The dice of a nomination."""
_LAST_ROLLS = 12
_NUMBERS = range(1, 7)


def results(game: Game, around: Around, side: Side) -> OpenMenu:
    """Ask for what the dice show that were thrown on the table, or offer the gadget's own."""
    title = "The white die shows" if _is_pair(game) else "The die shows"
    own = Entry("Let the gadget roll", Ask(Roll(side)))
    return OpenMenu(title, (*_rolls(game, around, side), own, BACK))


def kept(history: History, side: Side | None = None) -> tuple[int, ...]:
    """Give the dice, 1 to 6 each, that this side's next roll shows again."""
    ask = prompt(history.now).ask
    wanted = len(ask.dice) if ask else 1
    return history.kept.get(side or history.now.active, ())[:wanted]


def awaits_throw(history: History, around: Around) -> bool:
    """Tell whether nothing but a throw into the die reader can be meant: no press asks for it."""
    offered = choices(history.now)
    only = len(offered) == 1 and isinstance(offered[0].request, Roll)
    return around.die is DieSource.READER and only and not kept(history)


def shown(game: Game, numbers: tuple[int, ...]) -> str:
    """Say what dice show at this moment of a game: `ABC`, `4`, `3 and 5`."""
    if is_method_die(game):
        return STANDARD.result(numbers[0]).value
    return " and ".join(map(str, numbers))


def stays(game: Game, numbers: tuple[int, ...]) -> str:
    """Say that the next roll shows these dice again, be they one, two, or one of two."""
    ask = prompt(game).ask
    if ask is not None and len(ask.dice) > len(numbers):
        return f"The {ask.dice[0]} die stays {shown(game, numbers)}"
    die = "The die stays" if len(numbers) == 1 else "The dice stay"
    return f"{die} {shown(game, numbers)}"


def naming(history: History, around: Around) -> tuple[Entry, ...]:
    """Give the menu's entry that corrects the dice, or names them."""
    game = history.now
    if can_correct(history):
        return (Entry(f"Correct {_to_correct(history)}", entries=_corrections(history, around)),)
    if _may_name(history, around):
        dice = "dice" if _is_pair(game) else "die"
        return (Entry(f"Name the {dice}", entries=_rolls(game, around, game.active)),)
    return ()


def _to_correct(history: History) -> str:
    """Name the die or the dice that can be corrected; one of two by its colour."""
    roll_from = history.past[-1].roll_from
    if _thrown(history.past) > 1:
        return "the dice"
    return "the die" if roll_from is None else the_die(roll_from)


def the_die(game: Game) -> str:
    """Name the one die that is thrown at this moment of a game; of two by its colour."""
    ask = prompt(game).ask
    kind = "" if ask is None else ask.dice[0]
    return f"the {kind} die" if kind in TWO_DICE else "the die"


def last_rolls(history: History) -> tuple[Entry, ...]:
    """Give the menu's entry for the last rolls, the newest first."""
    # The newest first, and no more than are shown: a long game has thousands of acts.
    rolls = (
        f"{past.before.sheet.sides[_whose(past.before, side)]}, "
        f"T{past.before.turn} R{past.before.round}: {shown(past.before, numbers)}"
        for past in reversed(history.past)
        if past.rolled is not None
        for side, numbers in [past.rolled]
    )
    newest = tuple(islice(rolls, _LAST_ROLLS))
    return (Entry("Last rolls", page=Page(Mood.NOTE, "Last rolls", newest)),) if newest else ()


def _whose(game: Game, roller: Side) -> Side:
    """Give the side that a throw was for: that of the cards it decides on, if they are one's."""
    match game.stage:
        case Waiting(WantsDie(among=among)) if len({picked.side for picked in among}) == 1:
            return among[0].side
        case _:
            return roller


def is_method_die(game: Game) -> bool:
    """Tell whether the die that is asked for is the Method die."""
    ask = prompt(game).ask
    return ask is not None and ask.dice == METHOD_DIE


def _rolls(game: Game, around: Around, side: Side) -> tuple[Entry, ...]:
    """Give an entry for each result of the owner's die; of two dice one menu after the other."""
    if is_method_die(game):
        return _results(around, lambda result: Roll(side, result=result))
    say = _both if _is_pair(game) else _one
    return say(lambda die: Roll(side, die))


def _is_pair(game: Game) -> bool:
    ask = prompt(game).ask
    return ask is not None and len(ask.dice) == 2


def _corrections(history: History, around: Around) -> tuple[Entry, ...]:
    corrected = history.past[-1]
    if corrected.roll_from is not None and is_method_die(corrected.roll_from):
        return _results(around, lambda result: Correct(result=result))
    return _one(Correct) if _thrown(history.past) == 1 else _both(Correct)


def _one(request: Callable[[tuple[int, ...]], Request]) -> tuple[Entry, ...]:
    return tuple(Entry(str(number), Ask(request((number,)))) for number in _NUMBERS)


def _both(request: Callable[[tuple[int, ...]], Request]) -> tuple[Entry, ...]:
    """Give an entry for each number of the white die, and in it one for each coloured number."""
    return tuple(
        Entry(
            f"White {white}",
            entries=tuple(
                Entry(f"Coloured {coloured}", Ask(request((white, coloured))))
                for coloured in _NUMBERS
            ),
        )
        for white in _NUMBERS
    )


def has_named_white(layer: Layer | None) -> bool:
    """Tell whether the white die of two has been named, and the coloured one is asked for."""
    match layer:
        case OpenMenu(entries=(Entry(wish=Ask(Roll(die=(_, _)))), *_)):
            return True
        case _:
            return False


def _thrown(past: tuple[Past, ...]) -> int:
    """Tell how many dice the last roll threw."""
    return next((len(last.rolled[1]) for last in reversed(past) if last.rolled), 1)


def _results(around: Around, request: Callable[[Result], Request]) -> tuple[Entry, ...]:
    return tuple(
        Entry(f"{number}: {RESULT_NAMES[result]}", Ask(request(result)))
        for number, result in enumerate(around.conversion.results, 1)
    )


def _may_name(history: History, around: Around) -> bool:
    """Tell whether the die may be named: not where a throw that was taken back shows again."""
    may_roll = history.now.active in prompt(history.now).rollers
    return may_roll and around.die is not DieSource.HAND and not kept(history)


def face(roll: Roll) -> str:
    """Name what a real die shows."""
    return str(roll.die[0]) if roll.result is None else roll.result.value
