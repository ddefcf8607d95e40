"""Orders: what the hands were asked to do stands until the same side acts again.

A flip, a facing or a refill that was not done at once must not be lost: no mark, no answer of the
other side and no restart takes it out of sight.
"""

from collections.abc import Iterable

from cdgdevice.rules.card_display import (
    DealCard,
    FlipCards,
    Instruction,
    PlayCard,
    RefillGap,
    SetChits,
    Side,
    TellPlayer,
)
from cdgdevice.rules.game import (
    AskingHandSizes,
    Game,
    Nominating,
    Playing,
    Stage,
    StandingOrders,
    TurningUp,
    Waiting,
)
from cdgdevice.rules.sheet import Alternative


def add_orders(orders: StandingOrders, acts: tuple[Instruction, ...]) -> StandingOrders:
    """Return the orders after an action, or a part of one: those for cards all stand.

    What an action tells beside that, such as how a check went, is over with the next. Of two
    shuffles of a side only the last is told.
    """
    shuffled = {act.side for act in acts if isinstance(act, TellPlayer) and act.shuffles}

    def stands(act: Instruction) -> bool:
        if not isinstance(act, TellPlayer):
            return True
        return act.side not in shuffled if act.shuffles else bool(act.undo)

    older, latest = (
        tuple(filter(stands, _keep_standing(some))) for some in (orders.older, orders.latest)
    )
    return StandingOrders(older, (*latest, *acts))


def drop_refills_of_gaps(orders: StandingOrders, before: Game, after: Game) -> StandingOrders:
    """Return the orders without the refills that can't be done: the pile turned out to be empty."""
    emptied = {
        side
        for side, seat in after.seats.items()
        if seat.pile_empty and not before.seats[side].pile_empty
    }
    if not emptied:
        return orders

    def can_be_done(act: Instruction) -> bool:
        if not isinstance(act, RefillGap) or act.side not in emptied:
            return True
        return dict(after.seats[act.side].display.cards()).get(act.card) is not None

    return StandingOrders(
        tuple(filter(can_be_done, orders.older)), tuple(filter(can_be_done, orders.latest))
    )


def orders_after_action(
    orders: StandingOrders, by: Side, after: Game, acts: tuple[Instruction, ...]
) -> StandingOrders:
    """Return the orders after a side's roll or choice that led to this game and asks these acts."""
    acting = {by}
    if isinstance(after.stage, Nominating):
        # A row that is turned up for its round is whole again.
        acting |= {act.side for act in acts if isinstance(act, FlipCards)}
    # Who takes a round has dealt for both sides.
    others = [
        act for act in orders.every if act.side not in acting and not isinstance(act, DealCard)
    ]
    return StandingOrders(_keep_standing(others), acts)


def orders_after_undo(
    before: StandingOrders, undone: StandingOrders, told: tuple[Instruction, ...]
) -> StandingOrders:
    """Return the orders after an undo: those from before the answer that it had not ended.

    What it had ended was done before it, and what it asked is put back by hand. What the roll
    `told`, on which is chosen again, is said again.
    """
    standing = (*undone.every, *told)
    return StandingOrders(
        tuple(act for act in before.older if act in standing),
        tuple(act for act in before.latest if act in standing),
    )


def continues_round(stage: Stage | None) -> bool:
    """Return whether an answer in this stage only continues what a roll or an action began.

    A guided list does not: each of its answers says that the step before it is done.
    """
    if isinstance(stage, TurningUp | AskingHandSizes):
        return True
    if not isinstance(stage, Waiting):
        return False
    while isinstance(stage, Waiting | TurningUp):
        stage = stage.course.return_to
    return stage is not None and not (
        isinstance(stage, Playing) and isinstance(stage.by, Alternative)
    )


def _keep_standing(orders: Iterable[Instruction]) -> tuple[Instruction, ...]:
    """Return which orders still stand after another answer.

    Not counts of chits, which are always in sight, nor the play of a card: the player named it.
    """
    return tuple(act for act in orders if not isinstance(act, SetChits | PlayCard))
