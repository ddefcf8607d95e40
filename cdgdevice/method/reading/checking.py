"""What must hold between the entries of a sheet."""

import math
from collections.abc import Iterable

from cdgdevice.method.die import Result
from cdgdevice.method.display import Side, Space
from cdgdevice.method.form import Form
from cdgdevice.method.mistakes import quoted, suggestion
from cdgdevice.method.reading.course import StepList
from cdgdevice.method.reading.fitting import check_fit, check_side
from cdgdevice.method.reading.known import Known, refuse_doubles
from cdgdevice.method.reading.offering import check_offers
from cdgdevice.method.reading.picking import check_picks
from cdgdevice.method.sheet import Action, Instead, Sheet, Variant
from cdgdevice.method.steps import (
    NAMED,
    CheckAgainst,
    Each,
    GoOn,
    HowMany,
    IfAny,
    PickNumber,
    Recall,
    Remember,
    Say,
    SetNumber,
)
from cdgdevice.method.terms import Family, Moment, Who

_NO_PLACE: dict[Family | None, tuple[str, ...]] = {
    Family.PILE: ("row",),
    Family.OPEN: ("row",),
    Family.ROW: ("results", "doubled-spaces", "set-aside"),
    Family.CHECKS: (
        "set-up",
        "hands",
        "combat",
        "marks",
        "doubled-spaces",
        "row",
        "beside",
        "results",
        "set-aside",
    ),
}
"""Tables that mean nothing in a family."""


def check(form: Form, sheet: Sheet, known: Known) -> None:
    """Refuse what does not go together; the form is the sheet's."""
    for course in known.courses:
        if course.rolled and "results" in _NO_PLACE.get(known.family, ()):
            continue  # the table is the one mistake
        check_picks(course)
        check_fit(course, sheet, known.family)
        if course.rolled and not course.form.is_wrong(course.key):
            check_offers(course)
    _check_kept_numbers(known)
    _check_told_names(known)
    _check_ids(form, sheet)
    _check_reminders(form, sheet)
    for item, way in zip(form.each("instead"), sheet.instead, strict=True):
        _check_way(item, way, sheet)
    for item, action in zip(form.each("actions"), sheet.actions, strict=True):
        _check_action(item, action, sheet)
    if known.family is not None:
        _check_family(form, sheet, known.family)
        for item, variant in zip(form.each("variants"), sheet.variants, strict=False):
            _check_variant(item, variant, known.family)


def _check_family(form: Form, sheet: Sheet, family: Family) -> None:
    for table in _NO_PLACE[family]:
        if table in form:
            form.refuse(table, f"has no place in the {family.value} family; take it out.")
    missing = [result.value for result in Result if result not in sheet.outcomes]
    # With as many entries as results, one of them was refused already for what it is called.
    too_few = len(form.each("results")) < len(Result)
    if missing and too_few and family in (Family.PILE, Family.OPEN):
        form.refuse("results", f"must have each result once; missing: {', '.join(missing)}.")
    if family is Family.ROW and 0 < len(sheet.face_up) < len(Space):
        form.table("set-up").refuse("face-up", "must name no space or all: a row lies one way.")
    if family is Family.CHECKS:
        _check_ways(form, sheet)


def _check_ways(form: Form, sheet: Sheet) -> None:
    """Refuse a game without a die for the round in which a side could do nothing."""
    if not any(way.steps for way in sheet.instead):
        form.refuse("instead", "must have an entry with steps: they are the game of this family.")
        return
    for side in Side:
        turns = [way.turns for way in sheet.instead if _is_steady(way, side, sheet)]
        if not _cover(turns, sheet.turn.last):
            form.refuse(
                "instead",
                f"leaves {sheet.sides[side]} nothing to do in some rounds; add an entry with "
                f'side = "{side.value}" that no other key limits, such as "End your turn".',
            )


def _is_steady(way: Instead, side: Side, sheet: Sheet) -> bool:
    """Tell whether this side has this way in every round of its turns, whatever was played."""
    limits = (
        way.option is not None,
        way.first_round and sheet.turn.rounds != 1,
        way.plays is not None,
        way.once,
        way.last_chit,
        way.ends_turn,
        way.fallback,
        way.pile_gone,
        way.at_most is not None,
    )
    return way.side in (None, side) and not any(limits)


def _cover(spans: Iterable[tuple[int, int] | None], last: int | None) -> bool:
    """Tell whether these spans of turns leave out none up to the last; None is all turns."""
    covered: float = 0
    for span in sorted((1, math.inf) if span is None else span for span in spans):
        if span[0] <= covered + 1:
            covered = max(covered, span[1])
    return covered >= (math.inf if last is None else last)


def _check_reminders(form: Form, sheet: Sheet) -> None:
    once = {way.id for way in sheet.instead if way.once}
    once.update(action.id for action in sheet.actions if action.once)
    items = form.table("turn").each("reminders")
    for item, reminder in zip(items, sheet.turn.reminders, strict=False):
        name = reminder.unless_used
        if name is not None and name not in once:
            near = suggestion(name, dict.fromkeys(once), "Such entries")
            item.refuse(
                "unless-used", f"no entry {quoted(name)} is to be had once in a game.{near}"
            )


def _check_ids(form: Form, sheet: Sheet) -> None:
    ids = {
        "instead": tuple(way.id for way in sheet.instead),
        "beside": tuple(card.id for card in sheet.beside),
        "actions": tuple(action.id for action in sheet.actions),
    }
    seen: dict[str, str] = {}
    for table, names in ids.items():
        refuse_doubles(form, table, names)
        for name in names:
            other = seen.setdefault(name, table)
            if other != table:
                form.refuse(table, f"has {name}, as [[{other}]] has; rename one of the two.")


def _check_variant(form: Form, variant: Variant, family: Family) -> None:
    if variant.face_up and family in (Family.ROW, Family.CHECKS):
        form.refuse("face-up", f"has no place in the {family.value} family; take it out.")
    if variant.doubling is None:
        return
    if family in (Family.ROW, Family.CHECKS):
        form.refuse("doubled", f"has no place in the {family.value} family; take it out.")
    elif family is Family.PILE and Space.C in variant.doubling.spaces:
        form.table("doubled").refuse("spaces", "must not name C: it is the draw pile here.")


def _check_way(form: Form, way: Instead, sheet: Sheet) -> None:
    laid = {
        space
        for variant in sheet.variants
        for side, spaces in variant.face_up.items()
        if way.side in (None, side)
        for space in spaces
    }
    if way.plays is not None and way.plays not in laid.union(sheet.face_up):
        form.refuse(
            "plays",
            f"{way.plays.value} is not face-up at set-up; lay it so in a variant or in [set-up].",
        )


def _check_action(form: Form, action: Action, sheet: Sheet) -> None:
    if action.who is not Who.ACTIVE:
        check_side(StepList(form, "steps", action.steps))
    if not action.moments and "when" in form:
        form.refuse("when", "must name a moment at least.")
    if action.offered and action.card is None:
        form.refuse("offered", 'speaks of a card; add card = "up", or take it out.')
    if action.offered and action.moments and Moment.CHOOSE not in action.moments:
        form.refuse("offered", 'speaks of cards on offer; add "choose" to when, or take it out.')
    if action.card is not None and sheet.family is Family.CHECKS:
        form.refuse("card", "has no place in the checks family; take it out.")
    if action.needs_chit and not sheet.hands.counted:
        form.refuse("needs-chit", "has no chits to look at; take it out, or let [hands] count.")
    if action.chit_left and not sheet.hands.counted:
        form.refuse("chit-left", "has no chits to look at; take it out, or let [hands] count.")
    if action.use is not None and action.moments and Moment.PLAY not in action.moments:
        form.refuse("use", 'speaks of the card under way; add "play" to when, or take it out.')


def _check_kept_numbers(known: Known) -> None:
    steps = [found for course in known.courses for found in course.deep()]
    kept: dict[str, None] = {}
    for _, step in steps:
        match step:
            case Remember(name) | SetNumber(name) | HowMany(name):
                kept[name] = None
            case CheckAgainst(tally=str() as name):
                kept[name] = None
    for form, step in steps:
        match step:
            case Each(name) | IfAny(name) | PickNumber(name) if name not in kept:
                _refuse_number(form, "name", name, kept)
            case CheckAgainst(level=name) if name not in kept:
                _refuse_number(form, "level", name, kept)


def _check_told_names(known: Known) -> None:
    steps = [found for course in known.courses for found in course.deep()]
    told = dict.fromkeys(step.into for _, step in steps if isinstance(step, Say) and step.into)
    for form, step in steps:
        if isinstance(step, GoOn | Recall):
            for name in NAMED.findall(step.text):
                if name not in {*told, "n"}:
                    near = suggestion(name, told, "Such names")
                    form.refuse("text", f"no step tells anything into {quoted(name)}.{near}")


def _refuse_number(form: Form, key: str, name: str, kept: dict[str, None]) -> None:
    near = suggestion(name, kept, "Kept numbers")
    form.refuse(key, f"no step keeps a number under {quoted(name)}.{near}")
