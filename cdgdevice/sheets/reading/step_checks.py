"""Whether steps can do their work: in this family and place, with a card picked or played."""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from cdgdevice.rules import card_steps, steps
from cdgdevice.rules.card_display import Space
from cdgdevice.rules.sheet import Sheet
from cdgdevice.rules.sheet_entries import ExcessRule, SheetFamily
from cdgdevice.rules.steps import Each, ListStep
from cdgdevice.sheets.reading.step_schema import StepList
from cdgdevice.tomlform.form import Form

_WITHOUT_CARDS = (
    steps.Check
    | steps.Decide
    | steps.If
    | steps.Say
    | steps.SayAtTurnEnd
    | steps.ChangeState
    | card_steps.PileStep
    | ListStep
)
_OF_THE_METHOD_DIE = card_steps.HomeCard | steps.MethodCheck
_OF_A_ROW = steps.RangeCheck | steps.OpenRow | steps.ExtraCard | steps.HandOver | steps.Headlines
_TAKES_A_ROUND = card_steps.Offer | card_steps.OfferBeside | card_steps.OfferPicked | steps.Again
_OF_THE_ROUND = (
    card_steps.Offer
    | card_steps.OfferBeside
    | card_steps.HomeCard
    | card_steps.TurnUp
    | steps.Again
)
_ON_CARD_UNDER_WAY = card_steps.PickUnderWay | card_steps.TakePicked | card_steps.UseUp
_TURNS_CHITS = card_steps.CountCards | card_steps.ChangeChits | card_steps.Uncounted

_SAME_RESULT = steps.Again(roll=False)


def _works_without_cards(step: steps.Step) -> bool:
    return isinstance(step, _WITHOUT_CARDS) and not _tests_picked(step)


def _tests_picked(step: steps.Step) -> bool:
    return isinstance(step, steps.If) and isinstance(step.test, steps.AnyPicked)


def _needs_card_under_way(step: steps.Step) -> bool:
    swaps = isinstance(step, card_steps.SwapPicked) and step.card is card_steps.SwapFor.UNDER_WAY
    return swaps or isinstance(step, _ON_CARD_UNDER_WAY)


def check_steps_fit(course: StepList, sheet: Sheet, family: SheetFamily | None) -> None:
    """Refuse each step that can't do anything here; `family` is None when it is not known."""
    for form, step in course.walk():
        mistake = _why_not_in_family(step, family) if family is not None else ""
        mistake = mistake or _why_not_in_place(step, course) or _why_without_effect(step, sheet)
        if mistake:
            form.refuse("do", mistake)
        elif course.shared and not _works_without_cards(step):
            form.refuse("do", "works on cards, and a list that others run picks none.")
        answers = step.answers if isinstance(step, steps.Decide) else ()
        if answers and all((each.extra, each.only_card) != (None, None) for each in answers):
            form.refuse(
                "answers", 'all need a card that may not be there; leave "extra" out of one.'
            )
    _check_counted_texts(course)


def check_steps_of_either_side(course: StepList) -> None:
    """Refuse each step of the active side's round; these are not the active side's steps."""
    for form, step in course.walk():
        if isinstance(step, _OF_THE_ROUND):
            form.refuse(
                "do", 'is for the side whose round it is; write who = "active", or take it out.'
            )


def _why_not_in_family(step: steps.Step, family: SheetFamily) -> str:
    if not family.has_display and not _works_without_cards(step):
        return "has nothing to work on: the checks family has no cards; take it out."
    if family.nominates and (isinstance(step, _OF_THE_METHOD_DIE) or step == _SAME_RESULT):
        return "needs the Method die, which the row family has not; take it out."
    if not family.nominates:
        stays = isinstance(step, card_steps.DiscardPicked) and step.stays
        named = isinstance(step, steps.ExtraCard) and step.place is not None
        if stays or (isinstance(step, _OF_A_ROW) and not named):
            return "is for the row family only; take it out."
    takes_pile = (
        isinstance(step, card_steps.Reshuffle) and step.takes is card_steps.ReshuffledCards.PILE
    )
    if takes_pile and family is not SheetFamily.PILE:
        return 'takes the pile on C, which the pile family has only; use another "takes".'
    return ""


def _why_not_in_place(step: steps.Step, course: StepList) -> str:
    if isinstance(step, card_steps.HomeCard) and not course.rolled:
        return "is for results only, before C is flipped; take it out."
    if step == _SAME_RESULT and course.rolled:
        return "uses this very result once more, without end; take it out."
    if isinstance(step, _TAKES_A_ROUND) and not course.offers:
        return "leads to a round, and none is taken at this point; take it out."
    if _needs_card_under_way(step) and not course.under_way:
        return 'needs a card under way: it is for actions with when = ["play"].'
    return ""


def _why_without_effect(step: steps.Step, sheet: Sheet) -> str:
    if isinstance(step, _TURNS_CHITS) and not sheet.hands.counted:
        return "turns chits, and this sheet counts none; take it out, or let [hands] count."
    keeps = isinstance(step, steps.ExtraCard) and step.keeps_slot
    if keeps and any(each.doubles_spaces for each in sheet.variants):
        return (
            "leaves a whole space empty, and spaces are doubled here; take it out, or double none."
        )
    if isinstance(step, card_steps.HandSize) and not sheet.hands.high:
        return "needs the section [hands] with the sizes that a hand can have."
    if isinstance(step, card_steps.ReturnExcess) and (
        sheet.marks is None or sheet.marks.excess is ExcessRule.NONE
    ):
        return "needs the section [marks] with the excess cards that go back."
    return ""


def _check_counted_texts(course: StepList) -> None:
    for form, step in course:
        for key in ("text", "called"):
            if "{n}" in getattr(step, key, ""):
                form.refuse(key, 'has {n}, which only a step within an "each" counts.')
        if not isinstance(step, Each):
            for inner in course.nested(form, step):
                _check_counted_texts(inner)


_PICKED_STEPS = (
    card_steps.PlayPicked
    | card_steps.OfferPicked
    | card_steps.DiscardPicked
    | card_steps.NotDrawn
    | card_steps.Fill
    | card_steps.SwapPicked
    | card_steps.TakePicked
    | steps.MethodCheck
    | steps.RangeCheck
)


def check_picks(course: StepList, *, picked: bool) -> bool:
    """Refuse steps that work on picked cards when none can be; return whether any are after it."""
    for form, step in course:
        if not picked and _needs_picked(step):
            form.refuse("do", "needs a card; write a step before it that picks one.")
            picked = True  # the steps after it need the same one
        picked = picked or isinstance(step, card_steps.PickingStep)
        after = [check_picks(inner, picked=picked) for inner in course.nested(form, step)]
        picked = picked or any(after)
    return picked


def _needs_picked(step: steps.Step) -> bool:
    match step:
        case card_steps.PickRandom(picked=True) | steps.ExtraCard(steps.ExtraCardChange.PICKED):
            return True
        case _:
            return isinstance(step, _PICKED_STEPS) or _tests_picked(step)


class _StepPath(Struct, frozen=True):
    """What one way through the steps has done so far."""

    turned: frozenset[Space] = frozenset()
    """Spaces that have a face-up card for certain."""
    any_card: bool = False
    """Some card is face-up for certain."""
    offered: frozenset[Space] = frozenset()
    home: bool = False
    """A home card was offered instead of turning C."""
    left: bool = False
    """The side rolls or chooses again; no further step runs."""

    @property
    def offers(self) -> bool:
        sure = self.turned & self.offered or (self.any_card and self.offered == set(Space))
        return self.left or bool(sure)


def check_offers(course: StepList) -> None:
    """Refuse steps of a result that can leave the player without a card to play."""
    if not course.readable:
        return
    paths = _follow_paths(course, {_StepPath()})
    if any(path.home and Space.C not in path.turned and not path.left for path in paths):
        course.form.refuse("steps", 'must flip C after "home", which is played instead of C.')
    if not all(path.offers for path in paths):
        course.form.refuse(
            "steps",
            "must flip a card, or turn up any, and then offer it, or nothing can be played.",
        )


def _follow_paths(course: StepList, paths: set[_StepPath]) -> set[_StepPath]:
    for form, step in course:
        gone = {path for path in paths if path.left}
        going = paths - gone
        _check_step_order(form, step, going)
        lists = course.nested(form, step)
        after = {_path_after(path, step) for path in going}
        branches = [_follow_paths(inner, after) for inner in lists]
        # These hold steps that may not run at all.
        if not lists or isinstance(step, Each | steps.MethodCheck | steps.RangeCheck):
            branches.append(after)
        paths = gone.union(*branches)
    return paths


def _check_step_order(form: Form, step: steps.Step, paths: Iterable[_StepPath]) -> None:
    match step:
        case (
            card_steps.FlipSpaces(_, card_steps.Whose.MINE | card_steps.Whose.BOTH)
            | card_steps.TurnUp()
        ):
            if any(path.offered for path in paths):
                form.refuse("do", "must come before the offers; move it up.")
        case card_steps.HomeCard():
            if any(Space.C in path.turned for path in paths):
                form.refuse("do", "must come before C is flipped; move it up.")


def _path_after(path: _StepPath, step: steps.Step) -> _StepPath:
    match step:
        case card_steps.FlipSpaces(spaces, card_steps.Whose.MINE | card_steps.Whose.BOTH):
            return replace(path, turned=path.turned.union(spaces))
        case card_steps.TurnUp():
            return replace(path, any_card=True)
        case card_steps.Offer(spaces, only=only):
            before = frozenset[Space]() if only else path.offered
            return replace(path, offered=before.union(spaces))
        case card_steps.HomeCard():
            return replace(path, home=True)
        case steps.Again():
            return replace(path, left=True)
        case _:
            return path
