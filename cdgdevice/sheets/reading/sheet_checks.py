"""What must hold between the entries of a sheet, and which of them no game can come to."""

import math
from collections.abc import Collection, Iterable, Iterator

from cdgdevice.rules.card_display import Side, Space
from cdgdevice.rules.card_steps import OfferBeside, PickableCards, Whose
from cdgdevice.rules.conditions import (
    AfterResult,
    BeforeAnyRound,
    ChitLeft,
    ChitToSpare,
    Holds,
    InFirstRound,
    InTurns,
    LastChit,
    NotOrdered,
    OnceAGame,
    PlayedFor,
    WithVariant,
)
from cdgdevice.rules.dealing import SET_ASIDE_USED
from cdgdevice.rules.die import DieResult
from cdgdevice.rules.sheet import Alternative, Sheet, SheetAction, TurnRules, find_condition
from cdgdevice.rules.sheet_entries import (
    DOUBLED_SPACES,
    ActionMoment,
    ActionSide,
    Reminder,
    SetUpStep,
    SheetFamily,
    TurnEndDiscard,
    Variant,
)
from cdgdevice.rules.steps import (
    Again,
    Between,
    Check,
    If,
    OpenRow,
    SayAtTurnEnd,
    Step,
    VariantOn,
    nested_steps,
    walk_steps,
)
from cdgdevice.rules.texts.templates import quote
from cdgdevice.sheets.reading import list_checks, step_checks
from cdgdevice.sheets.reading.step_schema import References, StepList, all_have, refuse_duplicates
from cdgdevice.tomlform.form import Form
from cdgdevice.tomlform.toml_source import suggest_known

_TABLES_WITHOUT_PLACE: dict[SheetFamily | None, tuple[str, ...]] = {
    SheetFamily.PILE: ("row",),
    SheetFamily.OPEN: ("row",),
    SheetFamily.ROW: ("results", "doubled-spaces", "set-aside"),
    SheetFamily.CHECKS: (
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


def check_entries(form: Form, sheet: Sheet, known: References) -> None:
    """Refuse what does not go together; the form is the sheet's."""
    for course in known.step_lists:
        if course.rolled and "results" in _TABLES_WITHOUT_PLACE.get(known.family, ()):
            continue  # the table is the one mistake
        step_checks.check_picks(course, picked=course.picked)
        step_checks.check_steps_fit(course, sheet, known.family)
        if course.rolled and not course.form.is_wrong(course.key):
            step_checks.check_offers(course)
    steps = tuple(found for course in known.step_lists for found in course.walk())
    list_checks.check_guided_lists(form, sheet, steps)
    _check_ids(form, sheet)
    _check_notes(form, sheet, known)
    _check_reminders(form, sheet)
    for item, way in zip(form.each("instead"), sheet.instead, strict=True):
        _check_alternative(item, way, sheet)
    for item, action in zip(form.each("actions"), sheet.actions, strict=True):
        _check_action(item, action, sheet)
    if known.family is not None:
        _check_family(form, sheet, known.family)
        for item, variant in zip(form.each("variants"), sheet.variants, strict=False):
            _check_variant(item, variant, known.family)


def _refuse_names_of_no_note(
    form: Form, key: str, names: Iterable[str | None], titles: Collection[str]
) -> None:
    for name in names:
        if name is not None and name not in titles:
            form.refuse(key, f"names {quote(name)}, which is the title of no note.")


def _check_notes(form: Form, sheet: Sheet, known: References) -> None:
    """Refuse an entry or a step that names no note, and a note that names no action or way."""
    if not all_have(form, "notes", "title"):
        return
    titles = {note.title for note in sheet.notes}
    every: tuple[Alternative | SheetAction | SetUpStep | Reminder, ...] = (
        *sheet.instead,
        *sheet.actions,
        *sheet.set_up,
        *sheet.turn.reminders,
    )
    items = (
        *form.each("instead"),
        *form.each("actions"),
        *form.table("set-up").each("steps"),
        *form.table("turn").each("reminders"),
    )
    for item, entry in zip(items, every, strict=True):
        _refuse_names_of_no_note(item, "note", (entry.note,), titles)
    for item in form.each("results"):
        _refuse_names_of_no_note(item, "notes", item.texts("notes", ()), titles)
    if sheet.row is not None:
        row = form.table("row")
        _refuse_names_of_no_note(row, "notes", sheet.row.notes, titles)
        _refuse_names_of_no_note(row, "doubles-note", (sheet.row.doubles_note,), titles)
        _refuse_names_of_no_note(row, "missed-note", (sheet.row.missed_note,), titles)
    for course in known.step_lists:
        named = (getattr(step, "note", None) for step in walk_steps(course.steps))
        for title in dict.fromkeys(title for title in named if title not in (None, *titles)):
            course.form.refuse(
                course.key, f"names the note {quote(str(title))}, which is the title of none."
            )
    ids = {*(way.id for way in sheet.instead), *(action.id for action in sheet.actions)}
    if not (all_have(form, "instead", "id") and all_have(form, "actions", "id")):
        return
    for item, note in zip(form.each("notes"), sheet.notes, strict=True):
        if note.action is not None and note.action not in ids:
            item.refuse("action", f"names {quote(note.action)}, which is no action and no way.")


def _check_family(form: Form, sheet: Sheet, family: SheetFamily) -> None:
    for table in _TABLES_WITHOUT_PLACE[family]:
        if table in form:
            form.refuse(table, f"has no place in the {family.value} family; take it out.")
    missing = [result.value for result in DieResult if result not in sheet.outcomes]
    # With as many entries as results, one of them was refused already for what it is called.
    too_few = len(form.each("results")) < len(DieResult)
    if missing and too_few and family.rolls_method_die:
        form.refuse("results", f"must have each result once; missing: {', '.join(missing)}.")
    if family.nominates and 0 < len(sheet.face_up) < len(Space):
        form.table("set-up").refuse("face-up", "must name no space or all: a row lies one way.")
    if not family.has_display:
        _check_ways(form, sheet)
        for key in ("steps", "before"):
            if key in form.table("set-up"):
                no_place = "has no place in the checks family; write a list instead."
                form.table("set-up").refuse(key, no_place)
    elif "list" in form.table("set-up"):
        form.table("set-up").refuse("list", "is for the checks family only; take it out.")


def _check_ways(form: Form, sheet: Sheet) -> None:
    """Refuse a game without a die for the round in which a side could do nothing."""
    if not any(way.steps for way in sheet.instead):
        form.refuse("instead", "must have an entry with steps: they are the game of this family.")
        return
    for side in Side:
        turns = [_turns_of(way) for way in sheet.instead if _is_steady(way, side, sheet)]
        if not _cover(turns, sheet.turn.last):
            form.refuse(
                "instead",
                f"leaves {sheet.sides[side]} nothing to do in some rounds; add an entry with "
                f'side = "{side.value}" that no other key limits, such as "End your turn".',
            )


def _is_steady(way: Alternative, side: Side, sheet: Sheet) -> bool:
    """Return whether this side has this way in every round of its turns, whatever was played."""
    harmless = InTurns | InFirstRound if sheet.turn.rounds == 1 else InTurns
    return (
        way.side in (None, side)
        and not (way.plays or way.ends_turn or way.fallback)
        and all(isinstance(condition, harmless) for condition in way.conditions)
    )


def _turns_of(entry: Alternative | SheetAction) -> tuple[int, int] | None:
    limited = find_condition(entry, InTurns)
    return None if limited is None else limited.turns


def _cover(spans: Iterable[tuple[int, int] | None], last: int | None) -> bool:
    """Return whether these spans of turns leave out none up to the last; None is all turns."""
    covered: float = 0
    for span in sorted((1, math.inf) if span is None else span for span in spans):
        if span[0] <= covered + 1:
            covered = max(covered, span[1])
    return covered >= (math.inf if last is None else last)


def _check_reminders(form: Form, sheet: Sheet) -> None:
    entries: list[Alternative | SheetAction] = [*sheet.instead, *sheet.actions]
    once = {entry.id for entry in entries if find_condition(entry, OnceAGame)}
    if sheet.set_aside is not None:
        once.add(SET_ASIDE_USED)
    items = form.table("turn").each("reminders")
    for item, reminder in zip(items, sheet.turn.reminders, strict=False):
        name = reminder.unless_used
        if name is not None and name not in once:
            near = suggest_known(name, dict.fromkeys(once), "Such entries")
            item.refuse("unless-used", f"no entry {quote(name)} has `once` in a game.{near}")


def _check_ids(form: Form, sheet: Sheet) -> None:
    ids = {
        "instead": tuple(way.id for way in sheet.instead),
        "beside": tuple(card.id for card in sheet.beside),
        "actions": tuple(action.id for action in sheet.actions),
    }
    seen: dict[str, str] = {}
    for table, names in ids.items():
        refuse_duplicates(form, table, names)
        for name in names:
            other = seen.setdefault(name, table)
            if other != table:
                form.refuse(table, f"has {name}, as [[{other}]] has; rename one of the two.")


def _check_variant(form: Form, variant: Variant, family: SheetFamily) -> None:
    if variant.face_up and not family.rolls_method_die:
        form.refuse("face-up", f"has no place in the {family.value} family; take it out.")
    if variant.doubling is None:
        return
    if not family.rolls_method_die:
        form.refuse("doubled", f"has no place in the {family.value} family; take it out.")
    elif family.has_pile_on_c and Space.C in variant.doubling.spaces:
        form.table("doubled").refuse("spaces", "must not name C: it is the draw pile here.")


def _check_alternative(form: Form, way: Alternative, sheet: Sheet) -> None:
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


def _check_action(form: Form, action: SheetAction, sheet: Sheet) -> None:
    if action.who is not ActionSide.ACTIVE:
        step_checks.check_steps_of_either_side(StepList(form, "steps", action.steps))
    plain = action.who is ActionSide.ACTIVE and action.card is None and len(action.moments) == 1
    if ActionMoment.CHOSEN in action.moments and not plain:
        form.refuse("when", '"card-chosen" stands alone, for the active side, with no "card".')
    if action.offered and action.card is None:
        form.refuse(
            "offered", 'speaks of a card; add card = "up", or take it out.', depends_on=("card",)
        )
    if action.offered and action.moments and ActionMoment.CHOOSE not in action.moments:
        form.refuse("offered", 'speaks of cards on offer; add "choose" to when, or take it out.')
    if action.card is not None and not sheet.family.has_display:
        form.refuse("card", "has no place in the checks family; take it out.")
    for condition in action.conditions:
        if isinstance(condition, ChitToSpare | ChitLeft) and not sheet.hands.counted:
            no_chits = "has no chits to look at; take it out, or let [hands] count."
            form.refuse(condition.key, no_chits)
    played_for = find_condition(action, PlayedFor)
    if played_for and action.moments and ActionMoment.PLAY not in action.moments:
        form.refuse("use", 'speaks of the card under way; add "play" to when, or take it out.')
    ordered = find_condition(action, NotOrdered)
    at_turn_end = (step for step in walk_steps(action.steps) if isinstance(step, SayAtTurnEnd))
    orders = (step.note for step in at_turn_end if step.whose is not Whose.OTHER)
    if ordered and ordered.note not in orders:
        why = 'must be the note of one of its steps "at-turn-end", and not of one whose = "other".'
        form.refuse("unless-ordered", why)


_FAMILIES_WITHOUT_RESULTS = (SheetFamily.ROW, SheetFamily.CHECKS)
"""Families without a Method die."""


def find_unreachable(sheet: Sheet) -> tuple[str, ...]:
    """Return a sentence for each entry of a sheet that can never come to pass."""
    return tuple(_unreachable_sentences(sheet))


def _unreachable_sentences(sheet: Sheet) -> Iterator[str]:
    steps = tuple(step for _, some in _step_lists(sheet) for step in walk_steps(some))
    for action in sheet.actions:
        for why in _why_no_action(action, sheet):
            yield f'actions "{action.id}" can never be offered: {why}.'
    for way in sheet.instead:
        for why in _why_no_alternative(way, sheet):
            yield f'instead "{way.id}" can never be offered: {why}.'
    yield from _unused_entries(sheet, steps)
    opens = any(isinstance(step, OpenRow) for step in steps)
    for number, reminder in enumerate(sheet.turn.reminders, start=1):
        for why in _why_not_said(reminder, sheet.turn, opens):
            yield f"turn.reminders[{number}] is never said: {why}."
    by_turn = sheet.hands.by_turn
    if by_turn and sheet.hands.default != sheet.hands.sizes_in(1):
        yield f"hands.default has no effect: hands.by-turn begins with {by_turn[0]}."
    if sheet.turn.discard is not TurnEndDiscard.NONE and not sheet.hands.counted:
        yield "turn.discard has no effect: the sheet counts no chits."
    for place, some in _step_lists(sheet):
        yield from _steps_that_never_run(place, some)


def _step_lists(sheet: Sheet) -> Iterator[tuple[str, tuple[Step, ...]]]:
    yield "turn.begins", sheet.turn.begins
    for each in sheet.lists:
        yield f'lists "{each.id}"', each.steps
    for result, outcome in sheet.outcomes.items():
        yield f'results "{result.value}"', outcome.steps
    for way in sheet.instead:
        yield f'instead "{way.id}"', way.steps
    for action in sheet.actions:
        yield f'actions "{action.id}"', action.steps


def _why_no_action(action: SheetAction, sheet: Sheet) -> Iterator[str]:
    moments = set(action.moments)
    result = find_condition(action, AfterResult)
    if result is not None and sheet.family in _FAMILIES_WITHOUT_RESULTS:
        yield f"the {sheet.family.value} family has no such result"
    elif result is not None and not moments & {ActionMoment.CHOOSE, ActionMoment.PLAY}:
        yield "it waits for a result, and none is there at its moments"
    if not sheet.family.has_display and moments == {ActionMoment.CHOOSE}:
        yield "no card is chosen in the checks family"
    if action.offered and action.card is PickableCards.DOWN and moments == {ActionMoment.CHOOSE}:
        yield "it is taken with a face-down card on offer, and those are face-up"
    if find_condition(action, BeforeAnyRound) and moments == {ActionMoment.TURN_END}:
        yield "the first round is over at the turn's end"
    yield from _why_no_turn(_turns_of(action), sheet.turn)


def _why_no_alternative(way: Alternative, sheet: Sheet) -> Iterator[str]:
    if find_condition(way, LastChit) and not sheet.hands.counted:
        yield "the sheet counts no chits"
    if way.fallback and sheet.family in _FAMILIES_WITHOUT_RESULTS:
        yield f"no result offers cards in the {sheet.family.value} family"
    yield from _why_no_turn(_turns_of(way), sheet.turn)


def _why_not_said(reminder: Reminder, turn: TurnRules, opens: bool) -> Iterator[str]:
    yield from _why_no_turn(reminder.turns, turn)
    if turn.rounds is not None and reminder.round is not None and reminder.round > turn.rounds:
        yield f"a turn has {turn.rounds} rounds"
    first, last = reminder.turns
    if reminder.even and first == last and first % 2:
        yield f"turn {first} is not even"
    if reminder.if_open is not None and not opens:
        yield 'no step is "open-row"'


def _why_no_turn(turns: tuple[int, int] | None, turn: TurnRules) -> Iterator[str]:
    if turns is not None and turn.last is not None and turns[0] > turn.last:
        yield f"the last turn is {turn.last}"


def _unused_entries(sheet: Sheet, steps: tuple[Step, ...]) -> Iterator[str]:
    entries: list[Alternative | SheetAction] = [*sheet.instead, *sheet.actions]
    used = {limit.variant for each in entries if (limit := find_condition(each, WithVariant))}
    tests = (step.test for step in steps if isinstance(step, If))
    used.update(test.variant for test in tests if isinstance(test, VariantOn))
    # What the set-up leads through and asks is changed by a variant, too.
    used.update(step.when for step in sheet.set_up if step.when)
    used.update(name for step in sheet.set_up for name in step.unless)
    used.update(name for variant in sheet.variants for name in variant.unless)
    for variant in sheet.variants:
        if variant.id not in used and _changes_nothing(variant):
            yield f'variants "{variant.id}" changes nothing: no entry of the sheet uses it.'
    offered = {step.card for step in steps if isinstance(step, OfferBeside)}
    needed = {held.place for each in entries if (held := find_condition(each, Holds))}
    for card in sheet.beside:
        nominated = sheet.family.nominates and card.target is not None
        if card.id not in offered and not nominated and card.id not in needed:
            yield f'beside "{card.id}" can never be played: no "offer-beside" offers it.'


def _changes_nothing(variant: Variant) -> bool:
    if variant.id == DOUBLED_SPACES or (variant.group and variant.default):
        return False  # the plain one of a group is what the others differ from
    return not (
        variant.face_up
        or variant.names
        or variant.hands
        or variant.doubling
        or variant.home
        or variant.first_turn > 1
        or variant.pile_off_displays
    )


def _steps_that_never_run(place: str, steps: tuple[Step, ...]) -> Iterator[str]:
    for step in steps[:-1]:
        if isinstance(step, Again):
            yield f'{place} has steps that never run, after "again".'
    for step in steps:
        if isinstance(step, Check) and step.passes == Between(1, 6) and step.otherwise:
            yield f'{place} has "else" steps that never run: any number is from 1 to 6.'
        for inner in nested_steps(step):
            yield from _steps_that_never_run(place, inner)
