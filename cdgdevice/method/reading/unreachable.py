"""What a sheet has and no game can come to: no mistake, but hardly what its writer meant."""

from collections.abc import Iterator

from cdgdevice.method.holding import deep, held
from cdgdevice.method.reading.known import DOUBLED_SPACES
from cdgdevice.method.sheet import Action, Instead, Reminder, Sheet, Turn, Variant
from cdgdevice.method.steps import Again, Check, IfVariant, OfferBeside, OpenRow, RollAgain, Step
from cdgdevice.method.terms import Among, EndDiscard, Family, Moment

_NO_RESULTS = (Family.ROW, Family.CHECKS)
"""Families without a Method die."""


def unreachable(sheet: Sheet) -> tuple[str, ...]:
    """Give a sentence for each entry of a sheet that can never come to pass."""
    return tuple(_sentences(sheet))


def _sentences(sheet: Sheet) -> Iterator[str]:
    steps = tuple(step for _, some in _lists(sheet) for step in deep(some))
    for action in sheet.actions:
        for why in _why_no_action(action, sheet):
            yield f'actions "{action.id}" can never be offered: {why}.'
    for way in sheet.instead:
        for why in _why_no_way(way, sheet):
            yield f'instead "{way.id}" can never be offered: {why}.'
    yield from _unused(sheet, steps)
    opens = any(isinstance(step, OpenRow) for step in steps)
    for number, reminder in enumerate(sheet.turn.reminders, start=1):
        for why in _why_not_said(reminder, sheet.turn, opens):
            yield f"turn.reminders[{number}] is never said: {why}."
    if sheet.turn.discard is not EndDiscard.NONE and not sheet.hands.counted:
        yield "turn.discard has no effect: the sheet counts no chits."
    for place, some in _lists(sheet):
        yield from _never_run(place, some)


def _lists(sheet: Sheet) -> Iterator[tuple[str, tuple[Step, ...]]]:
    yield "turn.begins", sheet.turn.begins
    for result, outcome in sheet.outcomes.items():
        yield f'results "{result.value}"', outcome.steps
    for way in sheet.instead:
        yield f'instead "{way.id}"', way.steps
    for action in sheet.actions:
        yield f'actions "{action.id}"', action.steps


def _why_no_action(action: Action, sheet: Sheet) -> Iterator[str]:
    moments = set(action.moments)
    if action.result is not None and sheet.family in _NO_RESULTS:
        yield f"the {sheet.family.value} family has no such result"
    elif action.result is not None and not moments & {Moment.CHOOSE, Moment.PLAY}:
        yield "it waits for a result, and none is there at its moments"
    if sheet.family is Family.CHECKS and moments == {Moment.CHOOSE}:
        yield "no card is chosen in the checks family"
    if action.offered and action.card is Among.DOWN and moments == {Moment.CHOOSE}:
        yield "it is taken with a face-down card on offer, and those are face-up"
    if action.first_round and moments == {Moment.TURN_END}:
        yield "the first round is over at the turn's end"
    yield from _why_no_turn(action.turns, sheet.turn)


def _why_no_way(way: Instead, sheet: Sheet) -> Iterator[str]:
    if way.last_chit and not sheet.hands.counted:
        yield "the sheet counts no chits"
    if way.fallback and sheet.family in _NO_RESULTS:
        yield f"no result offers cards in the {sheet.family.value} family"
    yield from _why_no_turn(way.turns, sheet.turn)


def _why_not_said(reminder: Reminder, turn: Turn, opens: bool) -> Iterator[str]:
    yield from _why_no_turn(reminder.turns, turn)
    if turn.rounds is not None and reminder.round is not None and reminder.round > turn.rounds:
        yield f"a turn has {turn.rounds} rounds"
    first, last = reminder.turns
    if reminder.even and first == last and first % 2:
        yield f"turn {first} is not even"
    if reminder.if_open is not None and not opens:
        yield 'no step is "open-row"'


def _why_no_turn(turns: tuple[int, int] | None, turn: Turn) -> Iterator[str]:
    if turns is not None and turn.last is not None and turns[0] > turn.last:
        yield f"the last turn is {turn.last}"


def _unused(sheet: Sheet, steps: tuple[Step, ...]) -> Iterator[str]:
    used = {way.option for way in sheet.instead} | {action.option for action in sheet.actions}
    used.update(step.variant for step in steps if isinstance(step, IfVariant))
    for variant in sheet.variants:
        if variant.id not in used and _changes_nothing(variant):
            yield f'variants "{variant.id}" changes nothing: no entry of the sheet uses it.'
    offered = {step.card for step in steps if isinstance(step, OfferBeside)}
    for card in sheet.beside:
        nominated = sheet.family is Family.ROW and card.target is not None
        if card.id not in offered and not nominated:
            yield f'beside "{card.id}" can never be played: no "offer-beside" offers it.'


def _changes_nothing(variant: Variant) -> bool:
    if variant.id == DOUBLED_SPACES or (variant.group and variant.default):
        return False  # the plain one of a group is what the others differ from
    return not (variant.face_up or variant.names or variant.hands or variant.doubling)


def _never_run(place: str, steps: tuple[Step, ...]) -> Iterator[str]:
    for step in steps[:-1]:
        if isinstance(step, Again | RollAgain):
            yield f'{place} has steps that never run, after "again" or "roll-again".'
    for step in steps:
        if isinstance(step, Check) and (step.low, step.high) == (1, 6) and step.otherwise:
            yield f'{place} has "else" steps that never run: any number is from 1 to 6.'
        for inner in held(step):
            yield from _never_run(place, inner)
