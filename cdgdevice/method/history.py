"""The course of a game: what was answered, how to take it back, and the dice that are kept.

Undo can't be used to fish for luck: a roll taken back is kept, and that side's next roll shows
the same die again, whatever it asks for.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from cdgdevice.method import apply, beginning
from cdgdevice.method.acts import Act, Discard, Play, Tell, net, restoring
from cdgdevice.method.die import STANDARD
from cdgdevice.method.display import Side
from cdgdevice.method.errors import NotAllowedError
from cdgdevice.method.game import Game
from cdgdevice.method.orders import Orders, acted, added, goes_on, left_by_undo
from cdgdevice.method.prompt import METHOD_DIE, prompt
from cdgdevice.method.request import Choose, Correct, Do, New, Request, Roll, Undo
from cdgdevice.method.sheet import Sheet

UNDO_DEPTH = 2000
"""How many answers can be taken back: more than any game has, and memory stays bounded."""


@dataclass(frozen=True, slots=True)
class OpenRoll:
    """A roll that a correction may still replace: no card was taken on it."""

    made_from: Game
    orders: Orders
    """What stood before it."""
    acts: tuple[Act, ...]
    """What it asks of the hands."""
    asides: tuple[Do, ...] = ()
    """What was said since, such as marks: a correction keeps it as far as it still applies."""


@dataclass(frozen=True, slots=True)
class Past:
    """An answer that was taken, and the state before it."""

    before: Game
    orders: Orders = field(default_factory=Orders)
    """What stood before it."""
    roll: OpenRoll | None = None
    """The roll that may still be corrected after this answer."""
    rolled: tuple[Side, tuple[int, ...]] | None = None
    """The dice that this answer threw, 1 to 6 each, if it was a roll."""
    replaced: tuple[Act, ...] | None = None
    """What the roll had asked that this answer corrected; None if it was no correction."""

    @property
    def roll_from(self) -> Game | None:
        """Give where the roll was made that a correction may replace; None if there is none."""
        return None if self.roll is None else self.roll.made_from


@dataclass(frozen=True, slots=True)
class History:
    """A game now, and what led there."""

    now: Game
    past: tuple[Past, ...] = ()
    kept: Mapping[Side, tuple[int, ...]] = field(default_factory=dict)
    """Dice that were taken back, by side, the next one first."""
    orders: Orders = field(default_factory=Orders)
    """What the hands were asked to do: each side's until it acts again."""


@dataclass(frozen=True, slots=True)
class Answered:
    """What an accepted request led to."""

    history: History
    restore: tuple[Act, ...] = ()
    """What to put back by hand first, after an undo or a correction."""


def begin(sheet: Sheet, new: New) -> History:
    """Set up a game of this sheet.

    Raises:
        NotAllowedError: when the hand sizes or options are not the sheet's.
    """
    game = beginning.begin(sheet, new)
    return History(game, orders=Orders(latest=game.acts))


def answer(history: History, request: Request) -> Answered:
    """Take a request.

    Raises:
        NotAllowedError: when it is not allowed now; the sentence says what is.
    """
    match request:
        case Roll():
            return _roll(history, request)
        case Correct():
            return _correct(history, request)
        case Undo():
            return _undo(history)
        case Choose(option):
            game = history.now
            after = apply.choose(game, option)
            return _moved(history, after, _asked(history, game.active, after), Past(game))
        case Do():
            return _done(history, request)


def can_correct(history: History) -> bool:
    """Tell whether a roll can still be corrected: no card was taken on it, nothing else chosen."""
    return _open_roll(history) is not None


def _open_roll(history: History) -> OpenRoll | None:
    return history.past[-1].roll if history.past else None


def _done(history: History, request: Do) -> Answered:
    game = history.now
    after = apply.do(game, request.action, request.args)
    roll = _open_roll(history)
    if roll is not None:
        roll = (
            replace(roll, asides=(*roll.asides, request)) if _moves_nothing(game, after) else None
        )
    idle = _moves_nothing(game, after) and not after.acts
    orders = history.orders if idle else added(history.orders, after.acts)
    return _moved(history, after, orders, Past(game, roll=roll))


def _moves_nothing(before: Game, after: Game) -> bool:
    """Tell whether an answer moved no card and left what is asked as it was."""
    idle = all(isinstance(act, Tell) and not act.undo for act in after.acts)
    return idle and after.stage == before.stage


def _roll(history: History, request: Roll) -> Answered:
    game = history.now
    side = request.side or game.active
    apply.check_may_roll(game, side)
    wanted = _wanted(game)
    kept = history.kept.get(side, ())
    numbers = kept[: len(wanted)]
    missing = len(wanted) - len(numbers)
    if missing:
        thrown = _numbers(request, wanted)
        # Of dice thrown for all, those count that none was kept for.
        numbers = (*numbers, *thrown[max(len(thrown) - missing, 0) :])
    if not numbers:
        raise NotAllowedError(f"A roll needs {_needs(wanted)}.")
    after = apply.roll(game, side, numbers)
    roll = OpenRoll(game, history.orders, after.acts)
    past = Past(game, roll=roll, rolled=(side, numbers))
    history = replace(history, kept={**history.kept, side: kept[len(wanted) :]})
    return _moved(history, after, _asked(history, side, after), past)


def _correct(history: History, request: Correct) -> Answered:
    roll = _open_roll(history)
    if roll is None:
        raise NotAllowedError(f"{_why_not(history)} {apply.allowed(prompt(history.now))}")
    wanted = _wanted(roll.made_from)
    numbers = _numbers(request, wanted)
    if not numbers:
        raise NotAllowedError(f"A correction needs {_needs(wanted)}.")
    side = _thrower(history)
    rolled = apply.roll(roll.made_from, side, numbers)
    after, lost = _said_again(rolled, roll.asides)
    restore = (*restoring(roll.acts), *lost)
    past = Past(history.now, roll=replace(roll, acts=rolled.acts), replaced=roll.acts)
    by_hand = net((*restore, *rolled.acts))
    orders = _followed(roll.orders, roll.made_from, side, rolled, by_hand)
    return _moved(history, after, orders, past, restore)


def _why_not(history: History) -> str:
    """Say why there is no roll to correct."""
    since = next((n for n, past in enumerate(reversed(history.past)) if past.rolled), None)
    if since is None:
        return "There is no roll that could be corrected."
    states = (history.now, *(past.before for past in reversed(history.past)))[:since]
    taken = any(isinstance(act, Play | Discard) for game in states for act in game.acts)
    what = "A card was taken" if taken else "Something was chosen"
    return f"{what} since the last roll: undo that first, then correct the die."


def _said_again(rolled: Game, asides: tuple[Do, ...]) -> tuple[Game, tuple[Act, ...]]:
    """Say again what was said since a roll; give also what the player has to say anew."""
    game = rolled
    lost: list[Act] = []
    for aside in asides:
        again = apply.said_again(game, aside.action, aside.args)
        if again is None:
            title = next(each.title for each in game.sheet.actions if each.id == aside.action)
            lost.append(Tell(game.active, f"{title}: say so again."))
        game = again or game
    return replace(game, acts=rolled.acts), tuple(lost)


def _undo(history: History) -> Answered:
    if not history.past:
        raise NotAllowedError("There is nothing to take back.")
    last = history.past[-1]
    kept = dict(history.kept)
    if last.rolled is not None:
        side, numbers = last.rolled
        kept[side] = (*numbers, *kept.get(side, ()))
    orders = left_by_undo(last.orders, history.orders)
    acts = _undone(history.now, last)
    return Answered(History(last.before, history.past[:-1], kept, orders), acts)


def _undone(now: Game, last: Past) -> tuple[Act, ...]:
    """Put back what the answer did; a correction first put back the roll that it replaced."""
    return (*restoring(now.acts), *(last.replaced or ()))


def _asked(history: History, side: Side, after: Game) -> Orders:
    """Give the orders after this side's roll or choice."""
    return _followed(history.orders, history.now, side, after, after.acts)


def _followed(
    orders: Orders, before: Game, side: Side, after: Game, acts: tuple[Act, ...]
) -> Orders:
    if goes_on(before.stage):
        return added(orders, acts)
    return acted(orders, side, after, acts)


def _moved(
    history: History, game: Game, orders: Orders, past: Past, restore: tuple[Act, ...] = ()
) -> Answered:
    past = replace(past, orders=history.orders)
    every = (*history.past, past)[-UNDO_DEPTH:]
    return Answered(replace(history, now=game, past=every, orders=orders), restore)


def _wanted(game: Game) -> tuple[str, ...]:
    """Give the dice that a roll takes now, each by its kind."""
    ask = prompt(game).ask
    return ask.dice if ask else METHOD_DIE


def _needs(wanted: tuple[str, ...]) -> str:
    if len(wanted) == 2:
        return '"die": two numbers, white and coloured'
    return '"die" (1 to 6) or "result"' if wanted == METHOD_DIE else '"die": a number from 1 to 6'


def _numbers(request: Roll | Correct, wanted: tuple[str, ...]) -> tuple[int, ...]:
    """Give the numbers of a request; a single die of two is the first that is wanted."""
    if request.result is not None:
        if wanted != METHOD_DIE:
            raise NotAllowedError(f"Only the Method die has such a result; give {_needs(wanted)}.")
        return (STANDARD.number(request.result),)
    if len(request.die) > len(wanted):
        raise NotAllowedError(f"{len(request.die)} dice are too many; give {_needs(wanted)}.")
    return request.die


def _thrower(history: History) -> Side:
    """Give the side whose roll may be corrected: through corrections, that of the roll itself."""
    for past in reversed(history.past):
        if past.rolled is not None:
            return past.rolled[0]
    return history.now.active
