"""Reading hands, and the course of a turn with its reminders."""

from cdgdevice.method.display import Side
from cdgdevice.method.form import Form
from cdgdevice.method.reading.course import StepList
from cdgdevice.method.reading.known import ID, Known
from cdgdevice.method.reading.steps import read_steps
from cdgdevice.method.sheet import Hands, Reminder, Turn
from cdgdevice.method.terms import EndDiscard

LARGEST_HAND = 20
LAST_TURN = 99
"""A game that does not say its last turn may go on as long."""


def read_hands(form: Form) -> Hands:
    """Read [hands]; without it no hand size is known, and no chit is turned."""
    if "hands" not in form:
        return Hands((0, 0), 0, 0, vary=False, source="", counted=False)
    hands = form.table("hands")
    low = hands.whole("low", low=1, high=LARGEST_HAND)
    high = hands.whole("high", low=low, high=LARGEST_HAND)
    default = hands.wholes("default", low=low, high=high, count=2)
    left, right = default if len(default) == 2 else (low, low)
    return Hands(
        (left, right),
        low,
        high,
        vary=hands.yes_no("vary", False),
        source=hands.text("source"),
        counted=hands.yes_no("counted", True),
        by_turn=hands.wholes("by-turn", (), low=low, high=high),
    )


def read_turn(form: Form, known: Known) -> Turn:
    """Read [turn]; the form is the sheet's."""
    turn = form.table("turn", required=True)
    begins = read_steps(turn, "begins", known)
    known.courses.append(StepList(turn, "begins", begins))
    return Turn(
        first=turn.one_of("first", Side),
        rounds=turn.whole("rounds", None, low=1, high=LARGEST_HAND),
        discard=turn.one_of("discard", EndDiscard, EndDiscard.NONE),
        source=turn.text("source"),
        last=turn.whole("last", None, low=1, high=LAST_TURN),
        fresh_every=turn.whole("fresh-every", None, low=1, high=LAST_TURN),
        begins=begins,
        reminders=tuple(_reminder(each) for each in turn.each("reminders")),
    )


def turns(form: Form) -> tuple[int, int] | None:
    """Read the first and the last turn of an entry; None when it has none."""
    if "turns" not in form:
        return None
    span = form.wholes("turns", low=1, high=LAST_TURN, count=2)
    if len(span) < 2:
        return None
    first, last = span
    if first > last:
        form.refuse("turns", f"must be the first and the last turn: [{last}, {first}].")
    return first, last


def _reminder(form: Form) -> Reminder:
    side = form.one_of("side", Side, None)
    round_ = form.whole("round", None, low=0, high=LARGEST_HAND)
    if round_ and side is None and "side" not in form:
        form.refuse("round", "needs a side: the reminder comes before that side's round.")
    if side is not None and not round_ and ("round" not in form or round_ == 0):
        form.refuse("side", "needs a round from 1; at the turn's start or end leave the side out.")
    return Reminder(
        text=form.text("text"),
        side=side,
        round=round_,
        turns=turns(form) or (1, LAST_TURN),
        even=form.yes_no("even", False),
        if_open=form.one_of("if-open", Side, None),
        once=form.text("once", None, pattern=ID, like="scoring-card"),
        unless_used=form.text("unless-used", None, pattern=ID, like="card-set-aside"),
    )
