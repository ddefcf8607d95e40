"""A sheet in words: what it changes about the method, and every way to play a round with it."""

from collections.abc import Iterable, Iterator

from cdgdevice.fold_lines import wrap_lines
from cdgdevice.rules import card_display, conditions, dealing
from cdgdevice.rules.card_steps import PickableCards
from cdgdevice.rules.guided.list_steps import HowMany, Phase, RunList, SetNumber
from cdgdevice.rules.sheet import Alternative, Condition, RowRules, Sheet, SheetAction
from cdgdevice.rules.sheet_entries import (
    LAST_TURN,
    ActionMoment,
    ActionSide,
    HandRules,
    MarkRules,
    Reminder,
    SheetFamily,
    TurnEndDiscard,
    Variant,
    WhenOutOfCards,
)
from cdgdevice.rules.steps import ChangeState, ExtraCard, Step, walk_steps
from cdgdevice.rules.texts.templates import join_names, possessive_of, quote
from cdgdevice.rules.texts.words import Words
from cdgdevice.sheet_tools.step_words import (
    fill_words,
    list_title,
    step_lines,
    title_of,
    variant_title,
)

_WHEN = {
    ActionMoment.READY: "before the roll",
    ActionMoment.CHOOSE: "after the roll",
    ActionMoment.CHOSEN: "when a card has been chosen",
    ActionMoment.PLAY: "while a card is played",
    ActionMoment.TURN_END: "at the {turn} end",
    ActionMoment.ASKED: "while a list asks something",
    ActionMoment.SET_UP: "in the set-up",
}
_WHO = {
    ActionSide.ACTIVE: "The side whose round it is",
    ActionSide.INACTIVE: "The other side",
    ActionSide.EITHER: "Either side",
}
_CARD = {
    PickableCards.UP: "a face-up card",
    PickableCards.DOWN: "a face-down card",
    PickableCards.UP_FIRST: "a face-up card, or a face-down one where there is none",
    PickableCards.DOWN_FIRST: "a face-down card, or a face-up one where there is none",
    PickableCards.ANY: "any card",
    PickableCards.PLAYED: "a card just played",
    PickableCards.KEPT: "a kept card",
}


def entry_words(entry: Alternative | SheetAction, sheet: Sheet) -> tuple[str, ...]:
    """Describe who may take a way or an action, when and with which card, and what it does."""
    return (*_head(entry, sheet), *step_lines(entry.steps, sheet))


def _head(entry: Alternative | SheetAction, sheet: Sheet) -> tuple[str, ...]:
    if isinstance(entry, Alternative):
        return _head_of_way(entry, sheet)
    return _head_of_action(entry, sheet)


def _head_of_way(way: Alternative, sheet: Sheet) -> tuple[str, ...]:
    who = "Either side" if way.side is None else sheet.sides[way.side]
    after_roll = ", also after the roll" if way.after_roll else ""
    return (f"{who}{_limits(way, sheet)}{after_roll}.", *_rules(way, sheet.words))


def _head_of_action(action: SheetAction, sheet: Sheet) -> tuple[str, ...]:
    who = _WHO[action.who]
    if action.only is not None:
        own = {
            ActionSide.ACTIVE: ", in this side's rounds,",
            ActionSide.INACTIVE: ", in the other's rounds,",
        }
        who = sheet.sides[action.only] + own.get(action.who, ",")
    asked = (f'You are asked: "{action.asks}"',) if action.asks else ()
    return (f"{who} {moment_words(action, sheet)}.", *asked)


def moment_words(action: SheetAction, sheet: Sheet) -> str:
    """Describe when an action is possible, and with which card: `while a card is played, on JR`."""
    when = join_names((_WHEN[moment] for moment in action.moments), "or")
    when = when.format(turn=possessive_of(sheet.words.turn))
    with_card = ""
    if action.card is not None:
        offered = " that is offered" if action.offered else ""
        revealed = ", if this roll turned it up" if action.revealed else ""
        drawn = ", just drawn, and those drawn after it" if action.drawn else ""
        with_card = f", with {_CARD[action.card]}{offered}{revealed}{drawn}"
    return f"{when}{with_card}{_limits(action, sheet)}"


def outline_words(entry: Alternative | SheetAction, sheet: Sheet) -> tuple[str, ...]:
    """Describe an entry in short where it runs lists: who may take it, and its phases in order.

    On paper the notes have the rules; the program leads the rest. Of an action that either side may
    take at any time nobody is named, and nothing is said of one that only the program has to be
    told.
    """
    told = tuple(step for step in entry.steps if not _is_kept_by_program(step))
    head = _head(entry, sheet)
    if isinstance(entry, SheetAction):
        if not told:
            return ()
        head = () if _is_for_all(entry) else head
    steps = tuple(walk_steps(entry.steps))
    lists = dict.fromkeys(list_title(one.list, sheet) for one in steps if isinstance(one, RunList))
    if not lists:
        return (*head, *step_lines(told, sheet))
    phases = [step.title for step in steps if isinstance(step, Phase)]
    return (*head, f"It is guided: {', '.join(phases or lists)}.")


def _is_for_all(action: SheetAction) -> bool:
    """Return whether either side may take an action, before the roll and while a card is played."""
    limits = (action.only, action.card, action.asks, action.conditions)
    moments = {ActionMoment.READY, ActionMoment.PLAY}
    return action.who is ActionSide.EITHER and {*action.moments} == moments and not any(limits)


def _is_kept_by_program(step: Step) -> bool:
    """Return whether a step only has the program keep something: the table shows it, or a text."""
    match step:
        case ExtraCard():
            return step.place is not None
        case _:
            return isinstance(step, HowMany | SetNumber | ChangeState)


def _rules(way: Alternative, words: Words) -> Iterator[str]:
    if way.text:
        yield way.text
    if way.is_compulsory:
        yield "When it can be played, nothing else can."
    if way.fallback:
        yield "It is what is left when a result offers nothing."
    if way.out_of_cards is WhenOutOfCards.MUST:
        yield f"A side without {words.chits} must take it."
    if way.plays is not None:
        yield f"It plays {way.plays.value} as its {words.event}."
    if way.on_map:
        yield "It is played on the map."
    if way.counts:
        yield f"It {words.turns_a_chit}."
    if way.ends_turn:
        yield f"The side takes no more rounds this {words.turn}."


def span(turns: tuple[int, int]) -> str:
    """Name the turns: the first and the last one; nothing where it is all turns."""
    first, last = turns
    if first == last:
        return f"in turn {first}"
    if last < LAST_TURN:
        return f"in turns {first} to {last}"
    return f"from turn {first} on" if first > 1 else ""


def _limits(entry: Alternative | SheetAction, sheet: Sheet) -> str:
    """Describe when an entry is available, each condition behind a comma."""
    said = dict.fromkeys(_describe_condition(condition, sheet) for condition in entry.conditions)
    return "".join(f", {words}" for words in said if words)


def _describe_condition(condition: Condition, sheet: Sheet) -> str:
    match condition:
        case conditions.InTurns(turns):
            return span(turns)
        case conditions.InRounds((first, last)):
            few = f"{sheet.words.round} {first}" if first == last else ""
            return f"in {few or f'{sheet.words.round}s {first} to {last}'} of a {sheet.words.turn}"
        case _:
            return fill_words(condition, sheet)


_FAMILIES = {
    SheetFamily.PILE: "the {draw_pile} is on C; its top card fills a gap and keeps its facing",
    SheetFamily.OPEN: "the {draw_pile} is beside the display; a gap is filled face-down",
    SheetFamily.ROW: "a row of cards; one is {nominated}, and two dice decide",
    SheetFamily.CHECKS: "no card display; the gadget leads through a list of dice",
}
_DISCARDS = {
    TurnEndDiscard.NONE: "",
    TurnEndDiscard.COMBAT: "At its end a combat card may be discarded for each {chit_left}.",
    TurnEndDiscard.ANY: "At its end a face-up card may be discarded for each {chit_left}.",
}


def sheet_lines(sheet: Sheet) -> tuple[str, ...]:
    """Return a sheet in lines of at most 80 columns."""
    return tuple(map(wrap_lines, _describe_sheet(sheet)))


def _describe_sheet(sheet: Sheet) -> Iterator[str]:
    yield f"{sheet.title} ({sheet.publisher} {sheet.year})"
    yield f"{sheet.id}, family {sheet.family.value}: {family_words(sheet)}."
    yield f"From {sheet.source}."
    yield from _titled("Course", (sides_words(sheet), *course_words(sheet)))
    yield from _titled(
        "Variants, to be switched on (or off) for a game", map(variant_words, sheet.variants)
    )
    for result, outcome in sheet.outcomes.items():
        yield from _titled(f"{result.value}: {outcome.source}", step_lines(outcome.steps, sheet))
    usual = sheet.words.nomination if sheet.family.nominates else "roll"
    for way in sheet.instead:
        title = f"{way.title} ({way.id}), instead of a {usual}"
        yield from _titled(title, entry_words(way, sheet))
    for action in sheet.actions:
        yield from _titled(f"{action.title} ({action.id})", entry_words(action, sheet))
    for each in sheet.lists:
        yield from _titled(f"{each.title}: {each.source}", step_lines(each.steps, sheet))
    yield from _titled("Beside the display", (f"{c.title} ({c.id})." for c in sheet.beside))
    if sheet.notes:
        yield ""
        yield f"{len(sheet.notes)} notes: `cdgdevice notes {sheet.id}` tells them."


def _titled(title: str, lines: Iterable[str]) -> Iterator[str]:
    """Return a title, and the lines below it indented; nothing where there are no lines."""
    indented = [f"  {line}" for line in lines]
    if indented:
        yield from ("", title, *indented)


def family_words(sheet: Sheet) -> str:
    """Name in half a sentence how cards come to a side, and what decides which may be played."""
    words = sheet.words
    return _FAMILIES[sheet.family].format(draw_pile=words.draw_pile, nominated=words.nominated)


def sides_words(sheet: Sheet) -> str:
    """Describe who plays, where, and who begins."""
    left, right = (sheet.sides[side] for side in card_display.Side)
    first = "either" if sheet.turn.either_begins else sheet.sides[sheet.turn.first]
    return f"Left: {left}. Right: {right}. First: {first}."


def course_words(sheet: Sheet) -> Iterator[str]:
    """Describe how the cards are laid out and counted, and how a turn goes.

    A line that belongs to the one before it is indented by two columns.
    """
    if sheet.before_deal:
        yield "Before the deal:"
        for side, texts in sheet.before_deal.items():
            yield f"  {sheet.sides[side]}: {' '.join(texts)}"
    yield from _set_up(sheet)
    if sheet.face_up:
        yield f"Set up with {join_names((space.value for space in sheet.face_up), 'and')} face-up."
    yield from _row(sheet.row)
    if sheet.states:
        ends = {True: f" until the {possessive_of(sheet.words.turn)} end", False: ""}
        kept = (f"{quote(state.title)}{ends[state.turn]}" for state in sheet.states)
        yield f"Kept in mind of a side: {join_names(kept, 'and')}."
    if sheet.kept:
        in_sight = join_names((each.title for each in sheet.kept), "and")
        yield f"Kept in sight: {in_sight}."
    yield _hands(sheet.hands, sheet.words)
    yield from _turn(sheet)
    if sheet.combat:
        variant = sheet.combat_unless
        unless = f", unless {variant_title(variant, sheet)} is on" if variant else ""
        yield f"Combat cards may be played from the display{unless}."
        if sheet.own_gap_first:
            yield "A card that the roll turned up on C fills the round's own gap first."
    yield from _set_aside(sheet)
    yield from _marks(sheet.marks)


def _set_up(sheet: Sheet) -> Iterator[str]:
    if sheet.set_up:
        yield "Set-up:"
    for step in sheet.set_up:
        who = "" if step.side is None else f"{sheet.sides[step.side]}: "
        parts = ["after the deal"] if step.after_deal else []
        if step.when is not None:
            parts.append(f"with {variant_title(step.when, sheet)}")
        if step.unless:
            titles = [variant_title(each, sheet) for each in step.unless]
            parts.append(f"without {join_names(titles, 'and')}")
        moment = f" ({', '.join(parts)})" if parts else ""
        yield f"  {who}{step.text}{moment}"


def _set_aside(sheet: Sheet) -> Iterator[str]:
    aside = sheet.set_aside
    if aside is not None:
        spaces = join_names([space.value for space in aside.spaces] or ["no space"], "or")
        yield (
            f"{sheet.sides[aside.side]}: a card lies beside the display at first. "
            f"It fills the first gap in {spaces} {span(aside.turns)}."
        )


def _row(row: RowRules | None) -> Iterator[str]:
    if row is not None:
        ranges = (f"{space.value} {number}" for space, number in row.ranges.items())
        yield f"Ranges: {join_names(ranges, 'and')}."
        if row.played:
            yield f"Of a card that the dice play: {row.played}"
        if row.on_doubles:
            yield f"On doubles: {row.on_doubles}"


def _hands(hands: HandRules, words: Words) -> str:
    if hands.high == 0:
        return f"No {words.hand_size} is known, and no cards are counted."
    left, right = hands.sizes_in(1)
    sizes = f"{left} and {right} cards"
    bounds = "" if hands.low == hands.high else f", {hands.low} to {hands.high}"
    varying = "; they may change in the game" if hands.vary else ""
    varying += f"; asked as a {words.turn} begins" if hands.asked else ""
    if hands.while_pile_empty is not None:
        varying += f"; with an empty {words.draw_pile} {hands.while_pile_empty} at most"
    by_turn = f"; by {words.turn} {_numbers(hands.by_turn)}" if hands.by_turn else ""
    counted = "" if hands.counted else " They are not counted."
    return f"Hands: {sizes}{bounds}{varying}{by_turn}.{counted}"


def _turn(sheet: Sheet) -> Iterator[str]:
    turn, words = sheet.turn, sheet.words
    rounds = (
        "as many rounds as cards"
        if turn.rounds is None
        else f"{_times(turn.rounds, words.round)} a side"
    )
    last = "" if turn.last is None else f"; {words.turn} {turn.last} is the last"
    fresh = (
        ""
        if turn.fresh_every is None
        else f"; dealt again after every {_times(turn.fresh_every, words.turn)}"
    )
    discards = _DISCARDS[turn.discard].format(chit_left=words.chit_left)
    if not words.has_turns:
        yield f"The sides take one {words.round} after the other, until the game is over."
    else:
        yield f"A {words.turn} has {rounds}{last}{fresh}. {discards}".rstrip()
    if turn.after_round:
        yield f"After each {words.round}: {turn.after_round}"
    if turn.begins:
        yield f"As a {words.turn} begins:"
        yield from (f"  {line}" for line in step_lines(turn.begins, sheet))
    if turn.reminders:
        yield "Reminders:"
        yield from (f"  {_when(each, sheet)}: {each.text}" for each in turn.reminders)


def _when(reminder: Reminder, sheet: Sheet) -> str:
    if reminder.side is not None:
        when = f"{sheet.sides[reminder.side]}, before round {reminder.round}"
    else:
        turn = sheet.words.turn
        at_end = f"At the {possessive_of(turn)} end"
        when = at_end if reminder.round is None else f"As the {turn} begins"
    turns = span(reminder.turns)
    if reminder.even:
        turns = f"in even turns {turns.removeprefix('in ').removeprefix('turns ')}".rstrip()
    when += f", {turns}" if turns else ""
    if reminder.if_open is not None:
        when += f", while {possessive_of(sheet.sides[reminder.if_open])} row is open by the other"
    if reminder.unless_used is not None:
        used = reminder.unless_used
        aside = sheet.words.set_aside if used == dealing.SET_ASIDE_USED else None
        when += f', unless "{aside or title_of(used, sheet)}" was used'
    if reminder.pile_gone:
        when += f", to a side without a {sheet.words.draw_pile}"
    return f"{when}, once a turn" if reminder.once else when


def _marks(marks: MarkRules | None) -> Iterator[str]:
    if marks is not None and marks.kinds:
        yield f"Cards can be marked {join_names((kind.value for kind in marks.kinds), 'or')}."
        if marks.first_by_event:
            yield "EVENT names first-opportunity cards too."


def variant_words(variant: Variant) -> str:
    """Describe what a variant is called, whether it is on, and what it changes."""
    changes = [
        *(f"{side.value} side {name}" for side, name in variant.names.items()),
        *(
            f"{side.value} {join_names((space.value for space in spaces), 'and')} face-up"
            for side, spaces in variant.face_up.items()
            if spaces
        ),
    ]
    if variant.hands is not None:
        changes.append(f"hands {_numbers(variant.hands)}")
    if variant.doubling is not None:
        spaces = (space.value for space in variant.doubling.spaces)
        changes.append(f"{variant.doubling.side.value} {join_names(spaces, 'and')} doubled")
    if variant.first_turn > 1:
        changes.append(f"from turn {variant.first_turn} on")
    if variant.home is not None:
        changes.append(f"home cards on the {variant.home.value} side only")
    if variant.pile_off_displays:
        changes.append("one pile off the displays, and C empty until a card is drawn to it")
    group = f", one of {variant.group}" if variant.group else ""
    on = "on" if variant.default else "off"
    told = f": {', '.join(changes)}" if changes else ""
    return f"{variant.id} ({on}{group}): {variant.title}{told}."


def _times(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _numbers(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))
