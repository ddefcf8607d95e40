"""Whether a step means something in a sheet of this family, and in this place of it."""

from cdgdevice.method.reading.course import StepList
from cdgdevice.method.sheet import Sheet
from cdgdevice.method.steps import (
    AddChits,
    Again,
    Check,
    ChitsAtMost,
    CountCards,
    Decide,
    DiscardPicked,
    Each,
    ExchangePicked,
    ExtraCard,
    HandOver,
    HandSize,
    Headlines,
    HomeCard,
    IfVariant,
    ListStep,
    MethodCheck,
    Offer,
    OfferBeside,
    OfferPicked,
    OpenRow,
    PickUnderWay,
    RangeCheck,
    Reshuffle,
    ReturnExcess,
    RollAgain,
    Say,
    SayAtTurnEnd,
    Step,
    TakePicked,
    TurnUp,
    Uncounted,
)
from cdgdevice.method.terms import Excess, Family, Takes

_WITHOUT_CARDS = Check | Decide | IfVariant | Say | SayAtTurnEnd | ListStep
_OF_THE_METHOD_DIE = HomeCard | Again | MethodCheck
_OF_A_ROW = RangeCheck | OpenRow | ExtraCard | HandOver | Headlines
_TAKES_A_ROUND = Offer | OfferBeside | OfferPicked | Again | RollAgain
_OF_THE_ROUND = Offer | OfferBeside | HomeCard | TurnUp | Again | RollAgain
_ON_CARD_UNDER_WAY = PickUnderWay | TakePicked | ExchangePicked
_TURNS_CHITS = CountCards | AddChits | ChitsAtMost | Uncounted


def check_fit(course: StepList, sheet: Sheet, family: Family | None) -> None:
    """Refuse each step that can't do anything here; `family` is None when it is not known."""
    for form, step in course.deep():
        mistake = _misfit(step, family) if family is not None else ""
        mistake = mistake or _misplaced(step, course) or _idle(step, sheet)
        if mistake:
            form.refuse("do", mistake)
    _check_counted_texts(course)


def check_side(course: StepList) -> None:
    """Refuse each step of the active side's round; these are not the active side's steps."""
    for form, step in course.deep():
        if isinstance(step, _OF_THE_ROUND):
            form.refuse(
                "do", 'is for the side whose round it is; write who = "active", or take it out.'
            )


def _misfit(step: Step, family: Family) -> str:
    if family is Family.CHECKS and not isinstance(step, _WITHOUT_CARDS):
        return "has nothing to work on: the checks family has no cards; take it out."
    if family is Family.ROW and isinstance(step, _OF_THE_METHOD_DIE):
        return "needs the Method die, which the row family has not; take it out."
    if family is not Family.ROW:
        stays = isinstance(step, DiscardPicked) and step.stays
        if stays or isinstance(step, _OF_A_ROW):
            return "is for the row family only; take it out."
    takes_pile = isinstance(step, Reshuffle) and step.takes is Takes.PILE
    if takes_pile and family is not Family.PILE:
        return 'takes the pile on C, which the pile family has only; use another "takes".'
    return ""


def _misplaced(step: Step, course: StepList) -> str:
    if isinstance(step, HomeCard) and not course.rolled:
        return "is for results only, before C is flipped; take it out."
    if isinstance(step, Again) and course.rolled:
        return "uses this very result once more, without end; take it out."
    if isinstance(step, _TAKES_A_ROUND) and not course.offers:
        return "leads to a round, and none is taken at this point; take it out."
    if isinstance(step, _ON_CARD_UNDER_WAY) and not course.under_way:
        return 'needs a card under way: it is for actions with when = ["play"].'
    return ""


def _idle(step: Step, sheet: Sheet) -> str:
    if isinstance(step, _TURNS_CHITS) and not sheet.hands.counted:
        return "turns chits, and this sheet counts none; take it out, or let [hands] count."
    if isinstance(step, HandSize) and not sheet.hands.high:
        return "needs the section [hands] with the sizes that a hand can have."
    if isinstance(step, ReturnExcess) and (
        sheet.marks is None or sheet.marks.excess is Excess.NONE
    ):
        return "needs the section [marks] with the excess cards that go back."
    return ""


def _check_counted_texts(course: StepList) -> None:
    for form, step in course:
        for key in ("text", "called"):
            if "{n}" in getattr(step, key, ""):
                form.refuse(key, 'has {n}, which only a step within an "each" counts.')
        if not isinstance(step, Each):
            for inner in course.within(form, step):
                _check_counted_texts(inner)
