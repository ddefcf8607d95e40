"""Orders: what the hands were asked to do stands until the same side acts again.

A flip, a facing or a refill that was not done at once must not be lost: no mark, no answer of the
other side and no restart takes it out of sight.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from cdgdevice.method.acts import Act, Count, Deal, Flip, Play, Tell
from cdgdevice.method.display import Side
from cdgdevice.method.game import Game
from cdgdevice.method.sheet import Instead
from cdgdevice.method.stage import Nominating, Playing, Stage, TurningUp, Waiting


@dataclass(frozen=True, slots=True)
class Orders:
    """What the hands are still to do, as far as anybody knows, in this order."""

    older: tuple[Act, ...] = ()
    """Asked before the last roll or choice, of a side that has not acted since."""
    latest: tuple[Act, ...] = ()
    """Asked by the last roll or choice, and by what was said since."""

    @property
    def every(self) -> tuple[Act, ...]:
        """Give all of them."""
        return (*self.older, *self.latest)


def added(orders: Orders, acts: tuple[Act, ...]) -> Orders:
    """Give the orders after an action, or a part of one: those for cards all stand.

    What an action tells beside that, such as how a check went, is over with the next.
    """
    older, latest = (
        tuple(act for act in _standing(some) if not isinstance(act, Tell) or act.undo)
        for some in (orders.older, orders.latest)
    )
    return Orders(older, (*latest, *acts))


def acted(orders: Orders, by: Side, after: Game, acts: tuple[Act, ...]) -> Orders:
    """Give the orders after a side's roll or choice that led to this game and asks these acts."""
    acting = {by}
    if isinstance(after.stage, Nominating):
        # A row that is turned up for its round is whole again.
        acting |= {act.side for act in acts if isinstance(act, Flip)}
    # Who takes a round has dealt for both sides.
    others = [act for act in orders.every if act.side not in acting and not isinstance(act, Deal)]
    return Orders(_standing(others), acts)


def left_by_undo(before: Orders, undone: Orders) -> Orders:
    """Give the orders after an undo: those from before the answer that it had not ended.

    What it had ended was done before it, and what it asked is put back by hand.
    """
    standing = undone.every
    return Orders(
        tuple(act for act in before.older if act in standing),
        tuple(act for act in before.latest if act in standing),
    )


def goes_on(stage: Stage | None) -> bool:
    """Tell whether an answer in this stage only goes on with what a roll or an action began.

    A guided list does not: each of its answers says that the step before it is done.
    """
    if isinstance(stage, TurningUp):
        return True
    if not isinstance(stage, Waiting):
        return False
    while isinstance(stage, Waiting | TurningUp):
        stage = stage.course.back
    return stage is not None and not (isinstance(stage, Playing) and isinstance(stage.by, Instead))


def _standing(orders: Iterable[Act]) -> tuple[Act, ...]:
    """Give which orders still stand after another answer.

    Not counts of chits, which are always in sight, nor the play of a card: the player named it.
    """
    return tuple(act for act in orders if not isinstance(act, Count | Play))
