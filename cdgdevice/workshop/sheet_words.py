"""A sheet in words: what it changes about the method, and every way to play a round with it."""

from collections.abc import Iterable, Iterator
from enum import Enum

from cdgdevice.method.display import Side
from cdgdevice.method.sheet import Hands, MarkRules, Reminder, RowRules, Sheet, Variant
from cdgdevice.method.terms import EndDiscard, Family
from cdgdevice.method.words import belonging_to, listed
from cdgdevice.workshop.lines import wrapped
from cdgdevice.workshop.step_words import step_lines, title_of, variant_title
from cdgdevice.workshop.way_words import action_words, instead_words, span

_FAMILIES = {
    Family.PILE: "the draw pile lies on C, and its top card fills a gap as it lies",
    Family.OPEN: "the draw pile lies beside the display; a gap is filled face-down",
    Family.ROW: "a row of cards; one is nominated, and two dice decide",
    Family.CHECKS: "no card display; the gadget leads through a list of dice",
}
_DISCARDS = {
    EndDiscard.NONE: "",
    EndDiscard.COMBAT: "At its end a combat card may be discarded for each chit left.",
    EndDiscard.ANY: "At its end a face-up card may be discarded for each chit left.",
}


def sheet_lines(sheet: Sheet) -> tuple[str, ...]:
    """Give a sheet in lines of at most 80 columns."""
    return tuple(map(wrapped, _sheet(sheet)))


def _sheet(sheet: Sheet) -> Iterator[str]:
    yield f"{sheet.title} ({sheet.publisher} {sheet.year})"
    yield f"{sheet.id}, family {sheet.family.value}: {family_words(sheet)}."
    yield f"From {sheet.source}."
    yield from _titled("Course", (sides_words(sheet), *course_words(sheet)))
    yield from _titled(
        "Variants, to be switched on (or off) for a game", map(variant_words, sheet.variants)
    )
    for result, outcome in sheet.outcomes.items():
        yield from _titled(f"{result.value}: {outcome.source}", step_lines(outcome.steps, sheet))
    usual = "nomination" if sheet.family is Family.ROW else "roll"
    for way in sheet.instead:
        title = f"{way.title} ({way.id}), instead of a {usual}"
        yield from _titled(title, instead_words(way, sheet))
    for action in sheet.actions:
        yield from _titled(f"{action.title} ({action.id})", action_words(action, sheet))
    yield from _titled("Beside the display", (f"{c.title} ({c.id})." for c in sheet.beside))
    if sheet.notes:
        yield ""
        yield f"{len(sheet.notes)} notes: `cdgdevice notes {sheet.id}` tells them."


def _titled(title: str, lines: Iterable[str]) -> Iterator[str]:
    """Give a title, and the lines below it indented; nothing where there are no lines."""
    indented = [f"  {line}" for line in lines]
    if indented:
        yield from ("", title, *indented)


def family_words(sheet: Sheet) -> str:
    """Say in half a sentence how cards come to a side, and what decides which may be played."""
    return _FAMILIES[sheet.family]


def sides_words(sheet: Sheet) -> str:
    """Say who plays, where, and who begins."""
    left, right = (sheet.sides[side] for side in Side)
    return f"Left: {left}. Right: {right}. First: {sheet.sides[sheet.turn.first]}."


def course_words(sheet: Sheet) -> Iterator[str]:
    """Say how the cards are laid out and counted, and how a turn goes.

    A line that belongs to the one before it is indented by two columns.
    """
    if sheet.before_deal:
        yield "Before the deal:"
        for side, texts in sheet.before_deal.items():
            yield f"  {sheet.sides[side]}: {' '.join(texts)}"
    if sheet.face_up:
        yield f"Set up with {listed((space.value for space in sheet.face_up), 'and')} face-up."
    yield from _row(sheet.row)
    yield _hands(sheet.hands)
    yield from _turn(sheet)
    if sheet.combat:
        variant = sheet.combat_unless
        unless = f", unless {variant_title(variant, sheet)} is on" if variant else ""
        yield f"Combat cards may be played from the display{unless}."
    yield from _set_aside(sheet)
    yield from _marks(sheet.marks)


def _set_aside(sheet: Sheet) -> Iterator[str]:
    aside = sheet.set_aside
    if aside is not None:
        spaces = listed([space.value for space in aside.spaces] or ["no space"], "or")
        yield (
            f"{sheet.sides[aside.side]}: a card lies beside the display at first. "
            f"It fills the first gap in {spaces} {span(aside.turns)}."
        )


def _row(row: RowRules | None) -> Iterator[str]:
    if row is not None:
        ranges = (f"{space.value} {number}" for space, number in row.ranges.items())
        yield f"Ranges: {listed(ranges, 'and')}."


def _hands(hands: Hands) -> str:
    if hands.high == 0:
        return "No hand size is known, and no chit is turned."
    sizes = f"{hands.default[0]} and {hands.default[1]} cards"
    bounds = "" if hands.low == hands.high else f", {hands.low} to {hands.high}"
    varying = "; they may change in the game" if hands.vary else ""
    by_turn = f"; by turn {_numbers(hands.by_turn)}" if hands.by_turn else ""
    counted = "" if hands.counted else " They are not counted."
    return f"Hands: {sizes}{bounds}{varying}{by_turn}.{counted}"


def _turn(sheet: Sheet) -> Iterator[str]:
    turn = sheet.turn
    rounds = (
        "as many rounds as cards"
        if turn.rounds is None
        else f"{_times(turn.rounds, 'round')} a side"
    )
    last = "" if turn.last is None else f"; turn {turn.last} is the last"
    fresh = (
        ""
        if turn.fresh_every is None
        else f"; dealt afresh after every {_times(turn.fresh_every, 'turn')}"
    )
    yield f"A turn has {rounds}{last}{fresh}. {_DISCARDS[turn.discard]}".rstrip()
    if turn.begins:
        yield "As a turn begins:"
        yield from (f"  {line}" for line in step_lines(turn.begins, sheet))
    if turn.reminders:
        yield "Reminders:"
        yield from (f"  {_when(each, sheet)}: {each.text}" for each in turn.reminders)


def _when(reminder: Reminder, sheet: Sheet) -> str:
    if reminder.side is not None:
        when = f"{sheet.sides[reminder.side]}, before round {reminder.round}"
    else:
        when = "At the turn's end" if reminder.round is None else "As the turn begins"
    turns = span(reminder.turns)
    if reminder.even:
        turns = f"in even turns {turns.removeprefix('in ').removeprefix('turns ')}".rstrip()
    when += f", {turns}" if turns else ""
    if reminder.if_open is not None:
        when += f", while {belonging_to(sheet.sides[reminder.if_open])} row is open"
    if reminder.unless_used is not None:
        when += f', unless "{title_of(reminder.unless_used, sheet)}" was used'
    return f"{when}, if not said before in the turn" if reminder.once else when


def _marks(marks: MarkRules | None) -> Iterator[str]:
    if marks is not None and marks.kinds:
        yield f"Cards can be marked {listed(map(_value, marks.kinds), 'or')}."


def variant_words(variant: Variant) -> str:
    """Say what a variant is called, whether it is on, and what it changes."""
    changes = [
        *(f"{side.value} side {name}" for side, name in variant.names.items()),
        *(
            f"{side.value} {listed((space.value for space in spaces), 'and')} face-up"
            for side, spaces in variant.face_up.items()
            if spaces
        ),
    ]
    if variant.hands is not None:
        changes.append(f"hands {_numbers(variant.hands)}")
    if variant.doubling is not None:
        spaces = (space.value for space in variant.doubling.spaces)
        changes.append(f"{variant.doubling.side.value} {listed(spaces, 'and')} doubled")
    group = f", one of {variant.group}" if variant.group else ""
    on = "on" if variant.default else "off"
    told = f": {', '.join(changes)}" if changes else ""
    return f"{variant.id} ({on}{group}): {variant.title}{told}."


def _times(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _numbers(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))


def _value(member: Enum) -> str:
    return str(member.value)
