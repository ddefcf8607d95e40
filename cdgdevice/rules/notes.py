"""Which notes of a sheet tell what is done now, and where its rule stands.

What is done now is what the prompt asks, and what was ordered before it and still stands.
"""

from collections.abc import Iterator, Sequence
from enum import Enum

from msgspec import Struct
from msgspec.structs import replace

from cdgdevice.rules.card_display import Place
from cdgdevice.rules.card_steps import CardUse
from cdgdevice.rules.forced_cards import find_forced_cards
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
from cdgdevice.rules.history import GameHistory, PastAnswer
from cdgdevice.rules.instructions import (
    CardSource,
    DealCard,
    DiscardCard,
    FlipCards,
    Instruction,
    LeaveGap,
    MoveCard,
    PlayCard,
    RefillGap,
    SetChits,
    TellPlayer,
)
from cdgdevice.rules.player_actions import (
    STATEMENTS,
    ChangeHandSize,
    EndTurn,
    MarkCard,
    PlayCombatCard,
    TakeAction,
)
from cdgdevice.rules.prompt import (
    describe_what_to_do,
    drop_play_asked,
    find_alternative_played,
    is_first_side_undecided,
    prompt,
)
from cdgdevice.rules.set_up import find_hands_source, find_set_up_rule
from cdgdevice.rules.sheet import (
    Alternative,
    GuidedList,
    Outcome,
    RowRules,
    Sheet,
    SheetAction,
    follow_lists,
)
from cdgdevice.rules.sheet_entries import Note, OrderKind, SetUpStep
from cdgdevice.rules.steps import walk_steps
from cdgdevice.rules.texts import sentences
from cdgdevice.rules.wants import WantsDone

RuleOwner = Alternative | SheetAction | Outcome | SetUpStep | GuidedList
"""What of a sheet has a rule, with the place where it stands."""


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


def list_notes_of(sheet: Sheet, entry: RuleOwner) -> tuple[Note, ...]:
    """Return the notes on an entry: it names them, they name it, or both are of the same rule.

    A result's come in the order in which it names them: the first is the one that the menu offers.
    """
    named: tuple[str | None, ...] = ()
    if not isinstance(entry, GuidedList):
        named = entry.notes if isinstance(entry, Outcome) else (entry.note,)
    own = entry.id if isinstance(entry, Alternative | SheetAction) else None
    found = (
        note
        for note in sheet.notes
        if note.title in named
        or note.source == entry.source
        or (own is not None and note.action == own)
    )
    if not isinstance(entry, Outcome):
        return tuple(found)
    places = {title: place for place, title in enumerate(named)}
    return tuple(sorted(found, key=lambda note: places.get(note.title, len(places))))


def list_actions_and_ways(sheet: Sheet) -> tuple[SheetAction | Alternative, ...]:
    """Return what a side may do beside what a roll says: the sheet's actions, then its ways."""
    return (*sheet.actions, *sheet.instead)


def list_acts_of_note(sheet: Sheet, note: Note) -> tuple[str, ...]:
    """Return the ids of the actions and ways that do what a note says."""
    every = list_actions_and_ways(sheet)
    return tuple(entry.id for entry in every if note in list_notes_of(sheet, entry))


def list_acts_to_offer(game: Game, note: Note) -> tuple[str, ...]:
    """Return the acts of a note that would not ask again what is asked now.

    What its question asks is answered, and what is under way goes on: begun once more, it would
    ask, and cost, twice.
    """
    sheet, stage = game.sheet, game.stage
    acts = list_acts_of_note(sheet, note)
    if not acts or not isinstance(stage, Waiting):
        return acts
    if not isinstance(stage.want, WantsDone) and note in list_rules(game):
        return ()
    waits = stage.course.steps[:1]
    every = list_actions_and_ways(sheet)
    own = {e.id for e in every for step in follow_lists(sheet, e.steps) if step in waits}
    return tuple(id_ for id_ in acts if id_ not in own)


def find_rules(history: GameHistory) -> tuple[Rule, ...]:
    """Return the rule of what is asked first, then of what follows it and of the orders before it.

    No note is in two of them, and what comes after the first has something that is not said yet.
    """
    game = history.now
    first = Rule(RuleKind.ASKED, "", list_rules(game), list_sources(game))
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


def list_rules(game: Game) -> tuple[Note, ...]:
    """Return the notes on what is asked now: its own step's alone, where it names one."""
    sheet, stage = game.sheet, game.stage
    if isinstance(stage, Waiting) and stage.course.steps:
        title = getattr(stage.course.steps[0], "note", None)
        if own := tuple(note for note in sheet.notes if note.title == title):
            return own
    if isinstance(stage, Choosing) and not prompt(game).options:
        # Only an action helps: mandatory cards in excess go back first.
        return tuple(dict.fromkeys(_list_rules_of_actions(game, asking=False)))
    found = [note for entry in _list_owners(game) for note in list_notes_of(sheet, entry)]
    if sheet.row is not None and not (found and isinstance(stage, Waiting)):
        found = [*_list_rules_of_row(sheet.row, sheet.notes, _find_stage_below(stage)), *found]
    found.extend(_list_rules_of_questions(game))
    if isinstance(stage, Choosing | Playing):
        # What the card's gap is filled with comes when it is done.
        found = [note for note in found if OrderKind.FILL not in note.orders]
    if isinstance(stage, Ready) and sheet.family.has_display:
        found.extend(_list_rules_of_round(game))
    elif isinstance(stage, Ready):
        for way in list_alternatives(game, game.active):
            found.extend(list_notes_of(sheet, way))
    elif isinstance(stage, SettingUp | AskingHandSizes | TurnEnd) and not found:
        sources = list_sources(game)
        found.extend(note for note in sheet.notes if note.source in sources)
    if isinstance(stage, TurnEnd):
        found.extend(note for note in sheet.notes if OrderKind.TURN_END in note.orders)
    return tuple(dict.fromkeys(found))


def _list_rules_of_questions(game: Game) -> Iterator[Note]:
    """Yield the notes on what is asked beside the rest: an action, a mark, a mandatory card."""
    sheet, stage = game.sheet, game.stage
    yield from _list_rules_of_actions(game, asking=True)
    forced = isinstance(stage, Ready) and bool(find_forced_cards(game, game.active))
    as_event = isinstance(stage, Playing) and stage.uses == (CardUse.EVENT,)
    played = as_event and game.roll is None and not _list_owners(game)
    if forced or played or prompt(game).asks_for_marks:
        yield from (note for note in sheet.notes if OrderKind.MANDATORY in note.orders)


def _list_rules_of_actions(game: Game, *, asking: bool) -> Iterator[Note]:
    """Yield the notes on the sheet's actions that can be taken now, or on those that ask for it."""
    offered = {action.id for action in prompt(game).actions}
    for action in game.sheet.actions:
        if action.id in offered and (action.asks or not asking):
            yield from list_notes_of(game.sheet, action)


def _list_rules_of_round(game: Game) -> Iterator[Note]:
    """Yield the notes on what stands before a roll, on the roll, and on the ways beside it."""
    sheet, sources = game.sheet, list_sources(game)
    yield from (note for note in sheet.notes if note.source in sources)
    yield from (note for note in sheet.notes if OrderKind.ROLL in note.orders)
    for way in list_alternatives(game, game.active):
        yield from list_notes_of(sheet, way)


def _find_stage_below(stage: Stage) -> Stage | None:
    """Return what the steps that wait were begun in; the stage itself where none wait."""
    below: Stage | None = stage
    while isinstance(below, Waiting | TurningUp):
        below = below.course.return_to
    return below


def _list_owners(game: Game) -> tuple[RuleOwner, ...]:
    """Return what of the sheet asks what is asked now: the innermost; none where it is the game."""
    sheet, stage = game.sheet, game.stage
    if isinstance(stage, SettingUp):
        rule = find_set_up_rule(game, stage)
        return (rule,) if isinstance(rule, SetUpStep) else ()
    if isinstance(stage, Waiting) and stage.course.steps:
        first = stage.course.steps[0]
        every = (*sheet.lists, *list_actions_and_ways(sheet))
        # Steps within a list of a guided one are written again for each number.
        if found := tuple(entry for entry in every if first in walk_steps(entry.steps)):
            return found
    below = _find_stage_below(stage)
    if isinstance(below, Playing) and isinstance(below.by, Alternative):
        return (below.by,)
    if isinstance(below, Playing) and (way := find_alternative_played(game, below)) is not None:
        return (way,)
    if isinstance(below, Choosing | Playing) and game.roll is not None:
        rolled = game.roll.result
        return tuple(out for result, out in sheet.outcomes.items() if result.value == rolled)
    return ()


def _list_rules_of_row(
    row: RowRules, notes: tuple[Note, ...], stage: Stage | None
) -> tuple[Note, ...]:
    """Return the notes on a nomination, on its dice, and on the card that they play."""
    match stage:
        case Nominating() | RowDice():
            titles = (*row.notes, row.doubles_note)
        case Playing(uses=(CardUse.EVENT,), why=why) if why:
            titles = (row.doubles_note,)
        case Playing(why=why) if why:
            titles = row.notes
        case _:
            return ()
    return tuple(note for title in titles for note in notes if note.title == title)


def list_sources(game: Game) -> tuple[str, ...]:
    """Return where the rule of what is asked now stands: of its step, the roll or the sheet."""
    sheet, stage = game.sheet, game.stage
    if owners := _list_owners(game):
        return tuple(owner.source for owner in owners)
    match stage:
        case SettingUp():
            rule = find_set_up_rule(game, stage)
            return () if isinstance(rule, SetUpStep) else rule
        case AskingHandSizes():
            return (find_hands_source(game),)
        case TurnEnd():
            return (sheet.turn.source,)
        case Ready() if is_first_side_undecided(game):
            return (sheet.turn.source,)
        case Ready() if not sheet.family.has_display:
            return tuple(way.source for way in list_alternatives(game, game.active))
        case Ready() if sheet.marks is not None and find_forced_cards(game, game.active):
            return (sheet.marks.source,)
    return (sheet.source,)


def _list_rules_after(game: Game) -> tuple[Rule, ...]:
    """Return the rules of what follows when the card that is chosen or played now is done."""
    stage, sheet = game.stage, game.sheet
    match stage:
        case Choosing():
            fills = counts = any(option.card is not None for option in prompt(game).options)
        case Playing(by):
            fills = isinstance(by, Place) or sheet.row is not None or bool(game.gaps_of_round)
            counts = stage.counts and (not isinstance(by, Alternative) or by.counts)
        case _:
            return ()
    kinds = (OrderKind.FILL,) if fills else ()
    if counts and sheet.hands.counted:
        kinds = (*kinds, OrderKind.COUNT)
    rules = (_find_rule_of_kind(game, kind) for kind in kinds)
    notes = dict.fromkeys(note for each, _ in rules for note in each)
    return (Rule(RuleKind.AFTER, sentences.WHEN_DONE, tuple(notes), ()),) if notes else ()


def _list_rules_of_orders(history: GameHistory) -> tuple[Rule, ...]:
    """Return the rules of the orders that stand, those with one rule together."""
    game = history.now
    last = _find_last_asked(history)
    by_action = last is not None and isinstance(last.request, TakeAction)
    alike: dict[OrderKind | None, list[Instruction]] = {}
    for act in drop_play_asked(game, history.orders.every):
        if isinstance(act, TellPlayer) and act.is_outcome:
            continue
        kind = _find_kind(act, in_row=game.sheet.row is not None)
        if kind is OrderKind.COMBAT and by_action:
            kind = None
        alike.setdefault(kind, []).append(act)
    rules = []
    for kind, acts in alike.items():
        found = (
            _find_rule_of_others(history, acts) if kind is None else _find_rule_of_kind(game, kind)
        )
        order = " ".join(describe_what_to_do(game, acts))
        rules.append(Rule(RuleKind.ORDER, sentences.about_order(order), *found))
    return tuple(rules)


def _find_last_asked(history: GameHistory) -> PastAnswer | None:
    """Return the latest answer that can have ordered something: no word on how the table is."""
    asked = (each for each in reversed(history.past) if not isinstance(each.request, STATEMENTS))
    return next(asked, None)


def _find_kind(act: Instruction, *, in_row: bool) -> OrderKind | None:
    match act:
        case RefillGap(source=CardSource.ASIDE):
            return None
        case RefillGap():
            return OrderKind.FILL
        case LeaveGap():
            return OrderKind.LEAVE
        case DiscardCard() | MoveCard() | FlipCards() if in_row:
            return OrderKind.FILL
        case SetChits():
            return OrderKind.COUNT
        case PlayCard():
            return OrderKind.COMBAT
        case _:
            return None


NotesAndSources = tuple[tuple[Note, ...], tuple[str, ...]]
"""The notes on something, and where its rule stands."""


def _find_rule_of_kind(game: Game, kind: OrderKind) -> NotesAndSources:
    """Return the rule of all orders of a kind."""
    sheet = game.sheet
    notes = tuple(note for note in sheet.notes if kind in note.orders)
    if kind is OrderKind.LEAVE and not notes:
        return _find_rule_of_kind(game, OrderKind.FILL)
    match kind:
        case OrderKind.COUNT:
            source = find_hands_source(game)
        case OrderKind.TURN_END | OrderKind.ROUND_END:
            source = sheet.turn.source
        case OrderKind.MANDATORY if sheet.marks is not None:
            source = sheet.marks.source
        case _:
            source = sheet.source
    return notes, (source,)


def _find_rule_of_others(history: GameHistory, acts: Sequence[Instruction]) -> NotesAndSources:
    """Return the rule of orders that the latest answer led to: of their step, action or turn."""
    game = history.now
    sheet = game.sheet
    last = _find_last_asked(history)
    if any(isinstance(act, DealCard) for act in acts):
        return (), (sheet.set_up_source,)
    texts = tuple(act.text for act in acts if isinstance(act, TellPlayer))
    named = {act.note for act in acts if isinstance(act, TellPlayer)}
    if notes := tuple(note for note in sheet.notes if note.title in named):
        return notes, tuple(note.source for note in notes)
    aside = sheet.set_aside
    if aside is not None and any(isinstance(act, RefillGap) for act in acts):
        notes = tuple(note for note in sheet.notes if note.source == aside.source)
        return notes, (aside.source,)
    if sheet.turn.after_round in texts:
        return _find_rule_of_kind(game, OrderKind.ROUND_END)
    if any(each.text in texts for each in sheet.turn.reminders):
        return (), (sheet.turn.source,)
    if last is not None and isinstance(last.request, TakeAction):
        taken = last.request.action
        entry = next((each for each in sheet.actions if each.id == taken), None)
        if entry is not None:
            return list_notes_of(sheet, entry), (entry.source,)
    if last is not None and isinstance(last.before.stage, Waiting):
        return list_rules(last.before), list_sources(last.before)
    return list_rules(game), list_sources(game)
