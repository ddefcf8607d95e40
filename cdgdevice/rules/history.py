"""A game's history: the answers that led to it, the orders that stand, and how they are undone.

What the hands were asked to do stands until the same side acts again.

A flip, a facing or a refill that was not done at once must not be lost: no mark, no answer of the
other side and no restart takes it out of sight.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import replace

from cdgdevice.rules.card_display import Facing, Place, Side
from cdgdevice.rules.game import (
    AskingHandSizes,
    Game,
    GameEnd,
    Nominating,
    Playing,
    Ready,
    Stage,
    TurnEnd,
    TurningUp,
    Waiting,
)
from cdgdevice.rules.instructions import (
    CardSource,
    DealCard,
    DiscardCard,
    FlipCards,
    Instruction,
    LayBelowRow,
    LeaveGap,
    MoveCard,
    PlayCard,
    PutCardBack,
    RefillGap,
    ReturnCard,
    SetChits,
    SwapCard,
    TakeCardBack,
    TellPlayer,
    has_no_effect,
)
from cdgdevice.rules.player_actions import Action, TakeAction
from cdgdevice.rules.requests import ChooseOption, CorrectRoll, RollDice
from cdgdevice.rules.sheet import Alternative, SheetAction

if TYPE_CHECKING:
    from cdgdevice.rules.record_codec import PackedAnswers


class StandingOrders(Struct, frozen=True):
    """What the hands are still to do, as far as anybody knows, in this order."""

    older: tuple[Instruction, ...] = ()
    """Asked before the last roll or choice, of a side that has not acted since."""
    latest: tuple[Instruction, ...] = ()
    """Asked by the last roll or choice, and by what was said since."""

    @property
    def every(self) -> tuple[Instruction, ...]:
        """Return all of them."""
        return (*self.older, *self.latest)


class OpenRoll(Struct, frozen=True):
    """A roll that a correction may still replace: no card was taken on it."""

    made_from: Game
    orders: StandingOrders
    """What stood before it."""
    acts: tuple[Instruction, ...]
    """What it asks of the hands."""
    asides: tuple[Action, ...] = ()
    """What was said since, such as marks: a correction keeps it as far as it still applies."""


class PastAnswer(Struct, frozen=True):
    """An answer that was taken, and the state before it."""

    before: Game
    request: RollDice | CorrectRoll | ChooseOption | Action
    """What was answered."""
    orders: StandingOrders = field(default_factory=StandingOrders)
    """What stood before it."""
    roll: OpenRoll | None = None
    """The roll that may still be corrected after this answer."""
    rolled: tuple[Side, tuple[int, ...]] | None = None
    """The dice that this answer threw, 1 to 6 each, if it was a roll."""
    replaced: tuple[Instruction, ...] | None = None
    """What the roll had asked that this answer corrected; None if it was no correction."""
    found: tuple[Instruction, ...] = ()
    """What the hands had done already, if the player corrected the table."""

    @property
    def messages_of_roll(self) -> tuple[Instruction, ...]:
        """Return what the roll that may still be corrected tells, but asks of no hands."""
        acts = () if self.roll is None else self.roll.acts
        return tuple(filter(has_no_effect, acts))

    @property
    def roll_from(self) -> Game | None:
        """Return where the roll was made that a correction may replace; None if there is none."""
        return None if self.roll is None else self.roll.made_from

    @property
    def taken(self) -> SheetAction | Alternative | None:
        """The action or way of the sheet that this answer took; None if it took none."""
        entries: tuple[SheetAction | Alternative, ...] = self.before.sheet.actions
        match self.request:
            case TakeAction(id_):
                pass
            case ChooseOption(id_) if not isinstance(self.before.stage, Waiting):
                entries = self.before.sheet.instead
            case _:
                return None
        return next((each for each in entries if each.id == id_), None)

    def corrects_nothing(self, after: Game) -> bool:
        """Return whether this answer was a correction to what the dice showed already."""
        return self.replaced == after.instructions and after == replace(
            self.before, instructions=after.instructions
        )


_PACKED_TOGETHER = 32
"""Answers that are packed, and unpacked, at once: the more, the smaller and the slower."""
_NEVER_PACKED = 16
"""The newest answers: what is shown and allowed looks back at them."""


def _pack(answers: tuple[PastAnswer, ...]) -> "PackedAnswers":
    from cdgdevice.rules.record_codec import PackedAnswers, pack_records  # no start needs it

    rolls = sum(answer.rolled is not None for answer in answers)
    return PackedAnswers(pack_records(answers, answers[0].before.sheet), len(answers), rolls)


class PastAnswers(Struct, frozen=True, eq=False):
    """The answers that can be taken back, the oldest first. Two are equal if their answers are."""

    older: "tuple[PackedAnswers, ...]" = ()
    newest: tuple[PastAnswer, ...] = ()
    """One at least, unless there is none at all."""
    forgotten: int = 0
    """So many of the first in `older` are left out."""

    def __len__(self) -> int:
        return sum(some.count for some in self.older) - self.forgotten + len(self.newest)

    def __bool__(self) -> bool:
        return bool(self.newest)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PastAnswers):
            return NotImplemented
        # An answer is given to one past: to pack those before it changes none of them.
        same = bool(self and other) and self.newest[-1] is other.newest[-1]
        pairs = zip(reversed(self), reversed(other), strict=False)
        return len(self) == len(other) and (same or all(one == its for one, its in pairs))

    def __getitem__(self, index: int) -> PastAnswer:
        """Return an answer by its number from 0 on, or from the newest one backwards: -1."""
        return self.newest[index] if -len(self.newest) <= index < 0 else tuple(self)[index]

    def __iter__(self) -> Iterator[PastAnswer]:
        return reversed(tuple(reversed(self)))

    def __reversed__(self) -> Iterator[PastAnswer]:
        yield from reversed(self.newest)
        for number in range(len(self.older) - 1, -1, -1):
            answers = self.older[number].unpack(self.newest[-1].before.sheet)
            yield from reversed(answers if number else answers[self.forgotten :])

    def after(self, number: int) -> tuple[PastAnswer, ...]:
        """Return those after the first so many, the oldest first."""
        return tuple(islice(reversed(self), max(len(self) - number, 0)))[::-1]

    @property
    def rolls(self) -> int:
        """How many of them are rolls."""
        newest = sum(answer.rolled is not None for answer in self.newest)
        return sum(some.rolls for some in self.older) + newest

    def add(self, answer: PastAnswer, most: int) -> "PastAnswers":
        """Return these and one more, but at most so many: then the oldest is forgotten."""
        newest = (*self.newest, answer)
        if not self.older:
            return PastAnswers((), newest[-most:])
        forgotten = self.forgotten + (len(self) == most)
        used_up = forgotten == self.older[0].count
        return PastAnswers(self.older[used_up:], newest, 0 if used_up else forgotten)

    def without_last(self) -> "PastAnswers":
        """Return all but the newest one, of at least one."""
        if len(self.newest) > 1 or not self.older:
            return replace(self, newest=self.newest[:-1])
        *older, unpacked = self.older
        answers = unpacked.unpack(self.newest[-1].before.sheet)
        if older:
            return PastAnswers(tuple(older), answers, self.forgotten)
        return PastAnswers((), answers[self.forgotten :])

    def pack(self) -> "PastAnswers":
        """Return the same answers with the older ones packed: what takes long is done here."""
        older, newest = self.older, self.newest
        while len(newest) >= _PACKED_TOGETHER + _NEVER_PACKED:
            older = (*older, _pack(newest[:_PACKED_TOGETHER]))
            newest = newest[_PACKED_TOGETHER:]
        return replace(self, older=older, newest=newest)


class GameHistory(Struct, frozen=True):
    """A game now, and what led there."""

    now: Game
    past: PastAnswers = PastAnswers()
    kept_dice: Mapping[Side, tuple[int, ...]] = field(default_factory=dict)
    """Dice that were taken back, by side, the next one first."""
    undone_corrections: Mapping[tuple[Side, int], tuple[int, ...]] = field(default_factory=dict)
    """What a roll had been corrected to, where its correction was taken back.

    By its side, and by how many kept dice that side has while the roll's own are the next.
    """
    orders: StandingOrders = field(default_factory=StandingOrders)
    """What the hands were asked to do: each side's until it acts again."""

    @property
    def open_roll(self) -> OpenRoll | None:
        """The roll that can still be corrected: nothing was played or chosen on it."""
        newest = self.past.newest
        return newest[-1].roll if newest else None

    @property
    def games_before(self) -> Iterator[Game]:
        """The games that led to this one, the latest first."""
        return (each.before for each in reversed(self.past))


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
    # Who takes a round has dealt for both sides, and done what is told beside the deal.
    dealt = any(isinstance(act, DealCard) for act in orders.every)
    others = [
        act
        for act in orders.every
        if act.side not in acting
        and not (isinstance(act, DealCard) or (dealt and has_no_effect(act)))
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
    below = find_stage_below(stage)
    return below is not None and not (
        isinstance(below, Playing) and isinstance(below.by, Alternative)
    )


def find_stage_below(stage: Stage) -> Stage | None:
    """Return what the steps that wait were begun in; the stage itself where none wait."""
    below: Stage | None = stage
    while isinstance(below, Waiting | TurningUp):
        below = below.course.return_to
    return below


def leads_to_next(before: Stage, after: Stage) -> bool:
    """Return whether an answer ended a round or a turn, or began one."""
    begun = find_stage_below(before)
    if isinstance(after, Ready | Nominating):
        return not isinstance(begun, Ready | Nominating)
    return isinstance(after, TurnEnd | GameEnd) and not isinstance(begun, TurnEnd)


def _keep_standing(orders: Iterable[Instruction]) -> tuple[Instruction, ...]:
    """Return which orders still stand after another answer.

    Not counts of chits, which are always in sight, nor the play of a card: the player named it.
    """
    return tuple(act for act in orders if not isinstance(act, SetChits | PlayCard))


def undo_instructions(acts: tuple[Instruction, ...]) -> tuple[Instruction, ...]:
    """Return the acts that put the table back as it was before these, last one first."""
    return tuple(back for act in reversed(acts) for back in _undo_one(act))


def leave_shuffled_cards(restore: tuple[Instruction, ...]) -> tuple[Instruction, ...]:
    """Leave out of an undo what a shuffle has made impossible.

    Nobody finds a card again that was discarded for another of the shuffled pile.
    """
    if not any(isinstance(act, TellPlayer) and act.shuffles for act in restore):
        return restore
    taken, put = (
        {(act.side, act.card) for act in restore if isinstance(act, kind)}
        for kind in (TakeCardBack, PutCardBack)
    )
    return tuple(
        act
        for act in restore
        if not isinstance(act, TakeCardBack | PutCardBack)
        or (act.side, act.card) not in taken & put
    )


def _undo_one(act: Instruction) -> tuple[Instruction, ...]:
    match act:
        case FlipCards(side, cards, facing):
            other = Facing.DOWN if facing is Facing.UP else Facing.UP
            return (FlipCards(side, cards, other),)
        case PlayCard(side, card, facing) | DiscardCard(side, card, facing):
            return (PutCardBack(side, card, facing),)
        case RefillGap(side, card, source, facing):
            return _undo_refill(side, card, source, facing)
        case DealCard(side, card):
            return (TakeCardBack(side, card, CardSource.PILE, Facing.DOWN),)
        case SetChits(before=(0, 0)):
            # A set-up laid the chits out: they stay for the page that is open again.
            return ()
        case SetChits(side, left, of, was):
            return (SetChits(side, *was, before=(left, of)),)
        case MoveCard(side, card, giver, start):
            return (MoveCard(giver, start, side, card),)
        case LayBelowRow():
            return (replace(act, back=not act.back),)
        case SwapCard():
            return (act,)
        case ReturnCard(side, card):
            return (PutCardBack(side, card, Facing.UP),)
        case TellPlayer(side, _, undo, shuffles=shuffles):
            return (TellPlayer(side, undo, shuffles=shuffles),) if undo else ()
        case LeaveGap() | PutCardBack() | TakeCardBack():
            return ()


def _undo_refill(
    side: Side, card: Place, source: CardSource, facing: Facing
) -> tuple[Instruction, ...]:
    """Put the card that filled a gap where it came from."""
    match source:
        case CardSource.BENEATH | CardSource.SHUFFLED:
            return () if facing is Facing.DOWN else (FlipCards(side, (card,), Facing.DOWN),)
        case CardSource.PILE:
            # However it was laid: in the pile it lies face-down.
            return (TakeCardBack(side, card, source, Facing.DOWN),)
        case CardSource.C | CardSource.ASIDE:
            return (TakeCardBack(side, card, source, facing),)
        case CardSource.DISCARDS:
            return (DiscardCard(side, card, facing),)
        case CardSource.PLAYED:
            return (PlayCard(side, card, facing),)


def drop_cancelled_flips(acts: tuple[Instruction, ...]) -> tuple[Instruction, ...]:
    """Leave out flips that cancel each other, so that no card is turned twice for nothing."""
    facing: dict[tuple[Side, Place], list[Facing]] = {}
    for act in acts:
        if isinstance(act, FlipCards):
            for card in act.cards:
                facing.setdefault((act.side, card), []).append(act.facing)
    idle = {card for card, turned in facing.items() if len(turned) % 2 == 0}
    kept: list[Instruction] = []
    for act in acts:
        if isinstance(act, FlipCards):
            cards = tuple(card for card in act.cards if (act.side, card) not in idle)
            if cards:
                kept.append(FlipCards(act.side, cards, act.facing))
        else:
            kept.append(act)
    return tuple(kept)


def moves_nothing(before: Game, after: Game) -> bool:
    """Return whether an answer moved no card and left what is asked as it was."""
    idle = all(map(has_no_effect, after.instructions))
    return idle and after.stage == before.stage
