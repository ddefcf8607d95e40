"""Which notes of a sheet tell what is done now, and where its rule stands.

What is done now is what the prompt asks, and what was ordered before it and still stands.
"""

from collections.abc import Iterator
from enum import Enum

from msgspec import Struct
from msgspec.structs import replace

from cdgdevice.rules.card_row import is_target_missed
from cdgdevice.rules.forced_cards import asks_for_uncounted, find_forced_cards, find_order_due
from cdgdevice.rules.game import (
    AskingHandSizes,
    Choosing,
    Game,
    Nominating,
    Playing,
    Ready,
    RowDice,
    SettingUp,
    Stage,
    TurnEnd,
    TurningUp,
    Waiting,
    list_alternatives,
)
from cdgdevice.rules.history import GameHistory, PastAnswer, find_stage_below, leads_to_next
from cdgdevice.rules.instructions import (
    CardSource,
    DiscardCard,
    FlipCards,
    Instruction,
    LeaveGap,
    MoveCard,
    PlayCard,
    RefillGap,
    SetChits,
    TellPlayer,
    has_no_effect,
)
from cdgdevice.rules.note_search import (
    RuleOwner,
    list_actions_and_ways,
    list_acts_of_note,
    list_notes_beside,
    list_notes_from,
    list_notes_of,
    list_notes_of_kind,
    list_notes_of_row,
)
from cdgdevice.rules.player_actions import ChangeHandSize, EndTurn, MarkCard, PlayCombatCard
from cdgdevice.rules.prompt import (
    describe_what_to_do,
    drop_play_asked,
    find_alternative_played,
    is_first_side_undecided,
    prompt,
)
from cdgdevice.rules.requests import CorrectRoll, RollDice
from cdgdevice.rules.set_up import find_hands_source, find_set_up_rule, find_turn_end_source
from cdgdevice.rules.sheet import Alternative, Outcome, SheetAction, follow_lists
from cdgdevice.rules.sheet_entries import Note, OrderKind, SetUpStep
from cdgdevice.rules.steps import walk_steps
from cdgdevice.rules.texts import sentences
from cdgdevice.rules.wants import WantsDone

NotesAndSources = tuple[tuple[Note, ...], tuple[str, ...]]
"""The notes on something, and where its rule stands."""


class RuleKind(Enum):
    """What a rule is the rule of."""

    ASKED = "asked"
    """What is asked now, or an action or way."""
    AFTER = "after"
    """What follows when the card that is played now is done."""
    ORDER = "order"
    """An order that stands."""


class Rule(Struct, frozen=True):
    """The rule of one thing: of what is asked now, of what follows it, or of an order."""

    kind: RuleKind
    of: str
    """What it is the rule of, in words; empty: of what is asked now."""
    notes: tuple[Note, ...]
    sources: tuple[str, ...]
    """Where it stands, for where no note is on it."""


def list_acts_to_offer(history: GameHistory, note: Note) -> tuple[str, ...]:
    """Return the acts of a note that would not ask again what is asked now.

    What its question asks is answered, and what is under way goes on: begun once more, it would
    ask, and cost, twice.
    """
    sheet, stage = history.now.sheet, history.now.stage
    acts = list_acts_of_note(sheet, note)
    if not acts or not isinstance(stage, Waiting):
        return acts
    if not isinstance(stage.want, WantsDone) and note in list_rules(history):
        return ()
    waits = stage.course.steps[:1]
    every = list_actions_and_ways(sheet)
    own = {e.id for e in every for step in follow_lists(sheet, e.steps) if step in waits}
    return tuple(id_ for id_ in acts if id_ not in own)


def list_rules(history: GameHistory) -> tuple[Note, ...]:
    """Return the notes on what is asked now: its own step's alone, where it names one."""
    game = history.now
    sheet, stage = game.sheet, game.stage
    if isinstance(stage, Waiting) and stage.course.steps:
        title = getattr(stage.course.steps[0], "note", None)
        if own := tuple(note for note in sheet.notes if note.title == title):
            return own
    if isinstance(stage, Choosing) and not prompt(game).options:
        # Only an action helps: mandatory cards in excess go back first.
        return tuple(dict.fromkeys(_list_rules_of_actions(game, asking=False)))
    if isinstance(stage, Ready | Nominating):
        return tuple(dict.fromkeys(_list_rules_of_round(history)))
    if beside := list_notes_beside(sheet, stage):
        return beside
    found = [note for entry in _list_owners(history) for note in list_notes_of(sheet, entry)]
    if due := find_order_due(game, history.games_before):
        found = [*list_notes_of_kind(sheet, due), *found]
    if sheet.row is not None and not (found and isinstance(stage, Waiting)):
        missed = is_target_missed(game, history.games_before)
        of_row = list_notes_of_row(sheet.row, sheet.notes, find_stage_below(stage), missed=missed)
        found = [*of_row, *found]
    found.extend(_list_rules_of_questions(history))
    if isinstance(stage, Choosing | Playing):
        # What the card's gap is filled with comes when it is done.
        found = [note for note in found if OrderKind.FILL not in note.orders]
        if not found and game.is_rolled_for:
            found.extend(list_notes_of_kind(sheet, OrderKind.ROLL))
    elif isinstance(stage, SettingUp | AskingHandSizes | TurnEnd) and not found:
        found.extend(list_notes_from(sheet, list_sources(history)))
    if isinstance(stage, TurnEnd):
        found.extend(list_notes_of_kind(sheet, OrderKind.TURN_END))
    return tuple(dict.fromkeys(found))


def _list_rules_of_questions(history: GameHistory) -> Iterator[Note]:
    """Yield the notes on what is asked beside the rest: an action, a mark, a mandatory card."""
    game = history.now
    yield from _list_rules_of_actions(game, asking=True)
    if due := find_order_due(game, history.games_before):
        yield from list_notes_of_kind(game.sheet, due)
    if prompt(game).asks_for_marks:
        yield from list_notes_of_kind(game.sheet, OrderKind.MANDATORY)


def _list_rules_of_actions(game: Game, *, asking: bool) -> Iterator[Note]:
    """Yield the notes on the sheet's actions that can be taken now, or on those that ask for it."""
    offered = {action.id for action in prompt(game).actions}
    for action in game.sheet.actions:
        if action.id in offered and (action.asks or not asking):
            yield from list_notes_of(game.sheet, action)


def _list_rules_of_round(history: GameHistory) -> Iterator[Note]:
    """Yield the notes on what stands before a roll, on the roll, and on the ways beside it."""
    game = history.now
    sheet, now = game.sheet, prompt(game)
    ways = list_alternatives(game, game.active)
    yield from _list_rules_of_questions(history)
    if sheet.family.has_display and not any(way.is_compulsory for way in ways):
        yield from list_notes_from(sheet, list_sources(history))
    if now.rollers or {option.id for option in now.options}.difference(way.id for way in ways):
        yield from list_notes_of_kind(sheet, OrderKind.ROLL)
        if sheet.row is not None:
            yield from list_notes_of_row(sheet.row, sheet.notes, game.stage)
    for way in ways:
        yield from list_notes_of(sheet, way)


def _list_owners(history: GameHistory) -> tuple[RuleOwner, ...]:
    """Return what of the sheet asks what is asked now: the innermost; none where it is the game."""
    game = history.now
    sheet, stage = game.sheet, game.stage
    if isinstance(stage, SettingUp):
        rule = find_set_up_rule(game, stage)
        return (rule,) if isinstance(rule, SetUpStep) else ()
    if isinstance(stage, Waiting) and stage.course.steps:
        first = stage.course.steps[0]
        every = (*sheet.lists, *list_actions_and_ways(sheet))
        # Steps within a list of a guided one are written again for each number.
        found = tuple(entry for entry in every if first in walk_steps(entry.steps))
        begun = _find_what_began(history, (Waiting, TurningUp))
        if begun is not None and (begun in found or not found):
            return (begun,)
        if found:
            return found
    below = find_stage_below(stage)
    if isinstance(below, Playing) and isinstance(below.by, Alternative):
        return (below.by,)
    if isinstance(below, Playing) and (way := find_alternative_played(game, below)) is not None:
        return (way,)
    if isinstance(stage, Choosing):
        left = list_alternatives(game, game.active, fallback=True)
        if any(option.id == way.id for way in left for option in prompt(game).options):
            return left
    if isinstance(below, Choosing | Playing) and game.is_rolled_for:
        return _list_outcomes(game)
    begun = _find_what_began(history, (Choosing, Playing, Waiting, TurningUp))
    return () if begun is None or not isinstance(below, Choosing | Playing) else (begun,)


def _list_outcomes(game: Game) -> tuple[Outcome, ...]:
    """Return the result of the round's roll, as the sheet has it; none for two dice."""
    rolled = None if game.roll is None else game.roll.result
    return tuple(out for result, out in game.sheet.outcomes.items() if result.value == rolled)


def _find_what_began(
    history: GameHistory, within: tuple[type[Stage], ...]
) -> SheetAction | Alternative | None:
    """Return the action or way that led into these stages, of which one is now; None: another.

    An action that was taken meanwhile, and is over, led back to the stage that it was taken in.
    """
    later = [history.now.stage]
    for each in reversed(history.past):
        stage = each.before.stage
        if not isinstance(stage, within) or (each.taken is not None and stage not in later):
            return each.taken
        later.append(stage)
    return None


def list_sources(history: GameHistory) -> tuple[str, ...]:
    """Return where the rule of what is asked now stands: of its step, the roll or the sheet."""
    game = history.now
    sheet, stage = game.sheet, game.stage
    if owners := _list_owners(history):
        return tuple(owner.source for owner in owners)
    match stage:
        case SettingUp():
            rule = find_set_up_rule(game, stage)
            return () if isinstance(rule, SetUpStep) else rule
        case AskingHandSizes():
            return (find_hands_source(game),)
        case TurnEnd():
            return (find_turn_end_source(game),)
        case Ready() if is_first_side_undecided(game):
            return (sheet.turn.source,)
        case Ready() if not sheet.family.has_display:
            return tuple(way.source for way in list_alternatives(game, game.active))
        case Ready() if sheet.marks is not None and find_forced_cards(game, game.active):
            return (sheet.marks.source,)
    return (sheet.source,)


def find_rules(history: GameHistory) -> tuple[Rule, ...]:
    """Return the rule of what is asked first, then of what follows it and of the orders before it.

    No note is in two of them, and what comes after the first has something that is not said yet.
    """
    game = history.now
    first = Rule(RuleKind.ASKED, "", list_rules(history), list_sources(history))
    said, sources = set(first.notes), set(first.sources)
    rules = [first]
    for rule in (*_list_rules_after(game), *_list_rules_of_orders(history)):
        notes = tuple(note for note in rule.notes if note not in said)
        if notes or (not rule.notes and not sources.issuperset(rule.sources)):
            rules.append(replace(rule, notes=notes))
            said.update(notes)
            sources.update(rule.sources)
    return tuple(rules)


_KINDS_OF_ACTS = {
    PlayCombatCard.action: OrderKind.COMBAT,
    MarkCard.action: OrderKind.MANDATORY,
    EndTurn.action: OrderKind.TURN_END,
    ChangeHandSize.action: OrderKind.COUNT,
}
"""The order of which each action that the program itself offers has the rule."""


def find_rule_of_act(game: Game, act: str) -> Rule | None:
    """Return the rule of an action or way of this id; None: the sheet has none.

    Those that the program itself offers are known while they are offered.
    """
    sheet = game.sheet
    for entry in list_actions_and_ways(sheet):
        if entry.id == act:
            return Rule(RuleKind.ASKED, "", list_notes_of(sheet, entry), (entry.source,))
    if not any(action.id == act for action in prompt(game).actions):
        return None
    if act == "range" and sheet.row is not None:
        titles = (*sheet.row.notes, sheet.row.doubles_note)
        of_row = tuple(note for note in sheet.notes if note.title in titles)
        return Rule(RuleKind.ASKED, "", of_row, (sheet.row.source,))
    kind = _KINDS_OF_ACTS.get(act)
    return None if kind is None else Rule(RuleKind.ASKED, "", *_find_rule_of_kind(game, kind))


def _list_rules_after(game: Game) -> tuple[Rule, ...]:
    """Return the rules of what follows when the card that is chosen or played now is done."""
    stage, sheet = game.stage, game.sheet
    match stage:
        case Choosing():
            fills = counts = any(option.card is not None for option in prompt(game).options)
        case Playing():
            gaps = ((game.seats[each.side].display, each.card) for each in game.gaps_of_round)
            fills = sheet.row is not None or any(gap in display.gaps() for display, gap in gaps)
            counts = stage.is_counted
        case _:
            return ()
    kinds = (OrderKind.FILL,) if fills else ()
    if counts and sheet.hands.counted and not asks_for_uncounted(game):
        kinds = (*kinds, OrderKind.COUNT)
    rules = (_find_rule_of_kind(game, kind) for kind in kinds)
    notes = dict.fromkeys(note for each, _ in rules for note in each)
    return (Rule(RuleKind.AFTER, sentences.WHEN_DONE, tuple(notes), ()),) if notes else ()


def _list_rules_of_orders(history: GameHistory) -> tuple[Rule, ...]:
    """Return the rules of the orders that stand, the latest first; those with one rule together."""
    game, orders = history.now, history.orders
    alike: dict[NotesAndSources, list[Instruction]] = {}
    for act in dict.fromkeys(drop_play_asked(game, (*orders.latest, *orders.older))):
        if not _tells_outcome(history, act):
            alike.setdefault(_find_rule_of_order(history, act), []).append(act)
    rules: list[Rule] = []
    for found, acts in alike.items():
        if said := tuple(map(sentences.quote_order, describe_what_to_do(game, acts))):
            rules.append(Rule(RuleKind.ORDER, sentences.about_orders(said), *found))
    return tuple(rules)


def _tells_outcome(history: GameHistory, act: Instruction) -> bool:
    """Return whether an order only tells how a check came out; an action's own has its rule."""
    if not (isinstance(act, TellPlayer) and act.is_outcome):
        return False
    led = _find_answer_that_ordered(history, act)
    return led is None or not led.past or led.past[-1].taken is None


def _find_kind(game: Game, act: Instruction, last: PastAnswer | None) -> OrderKind | None:
    """Return the kind of an order that has the same rule whatever answer led to this game."""
    in_row = game.sheet.row is not None
    match act:
        case RefillGap(source=CardSource.ASIDE):
            return None
        case RefillGap() if not in_row:
            return OrderKind.FILL
        case SetChits():
            return OrderKind.COUNT
        case TellPlayer(of_game=True) if isinstance(game.stage, TurnEnd) and (
            last is not None and leads_to_next(last.before.stage, game.stage)
        ):
            return OrderKind.TURN_END
        case _ if last is not None and last.taken is not None:
            return None
        case LeaveGap(side) if last is None or in_row or game.seats[side].pile_empty:
            return OrderKind.LEAVE
        case RefillGap() | DiscardCard() | MoveCard() | FlipCards() if in_row and (
            last is None or leads_to_next(last.before.stage, game.stage)
        ):
            return OrderKind.FILL
        case PlayCard() if last is None or isinstance(last.request, PlayCombatCard):
            return OrderKind.COMBAT
        case _:
            return None


def _find_rule_of_kind(game: Game, kind: OrderKind) -> NotesAndSources:
    """Return the rule of all orders of a kind."""
    sheet = game.sheet
    notes = list_notes_of_kind(sheet, kind)
    match kind:
        case OrderKind.COUNT:
            source = find_hands_source(game)
        case OrderKind.TURN_END:
            source = find_turn_end_source(game)
        case OrderKind.ROUND_END:
            source = sheet.turn.source
        case OrderKind.MANDATORY if sheet.marks is not None:
            source = sheet.marks.source
        case _:
            source = sheet.source
    return notes, (source,)


def _find_rule_of_order(history: GameHistory, act: Instruction) -> NotesAndSources:
    """Return the rule of an order that stands: its own, that of its kind, or of what led to it."""
    sheet, aside = history.now.sheet, history.now.sheet.set_aside
    if isinstance(act, TellPlayer) and act.note is not None:
        notes = tuple(note for note in sheet.notes if note.title == act.note)
        return notes, tuple(note.source for note in notes)
    led = _find_answer_that_ordered(history, act)
    last = led.past[-1] if led is not None and led.past else None
    kind = _find_kind(history.now if led is None else led.now, act, last)
    if kind is not None:
        return _find_rule_of_kind(history.now, kind)
    if isinstance(act, RefillGap) and aside is not None:
        return list_notes_from(sheet, (aside.source,)), (aside.source,)
    if led is None or last is None:
        return (), (sheet.set_up_source,)
    if last.taken is not None:
        return list_notes_of(sheet, last.taken), (last.taken.source,)
    return _find_rule_of_answer(led, last, act)


def _find_answer_that_ordered(history: GameHistory, act: Instruction) -> GameHistory | None:
    """Return the game as it was after the answer that asked this; None: nobody knows it."""
    now, past = history.now, history.past
    while past and act not in now.instructions:
        now, past = past[-1].before, past.without_last()
    return replace(history, now=now, past=past) if act in now.instructions else None


def _find_rule_of_answer(after: GameHistory, last: PastAnswer, act: Instruction) -> NotesAndSources:
    """Return the rule of an order that came of an answer which took no action and no way."""
    sheet, before, stage = after.now.sheet, last.before.stage, after.now.stage
    if isinstance(before, Waiting | TurningUp):
        asked = replace(after, now=last.before, past=after.past.without_last())
        return list_rules(asked), list_sources(asked)
    if isinstance(last.request, RollDice | CorrectRoll) and _list_outcomes(after.now):
        outcomes = _list_outcomes(after.now)
        notes = (note for each in outcomes for note in list_notes_of(sheet, each))
        # What it asks now are flips: gaps are filled when the card is done.
        flips = dict.fromkeys(note for note in notes if OrderKind.FILL not in note.orders)
        of_roll = tuple(flips) or list_notes_of_kind(sheet, OrderKind.ROLL)
        return of_roll, tuple(each.source for each in outcomes)
    if isinstance(stage, SettingUp | RowDice | Choosing | Playing | Waiting):
        return list_rules(after), list_sources(after)
    if isinstance(before, SettingUp):
        return (), (sheet.set_up_source,)
    if isinstance(before, TurnEnd) and not has_no_effect(act):
        return _find_rule_of_kind(after.now, OrderKind.TURN_END)
    if isinstance(act, DiscardCard | MoveCard | LeaveGap):
        # Its space is doubled no more.
        doubles = (each for each in sheet.variants if each.doubles_spaces)
        sources = tuple(each.source for each in doubles if after.now.options[each.id])
        return list_notes_from(sheet, sources), sources
    if isinstance(stage, TurnEnd):
        return _find_rule_of_kind(after.now, OrderKind.TURN_END)
    return list_notes_from(sheet, (sheet.turn.source,)), (sheet.turn.source,)
