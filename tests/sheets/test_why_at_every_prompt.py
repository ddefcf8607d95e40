"""`why` has the rule of the moment wherever random games of all sheets go."""

import pytest
from msgspec.structs import replace

from cdgdevice.games.sheet_library import load_sheet, sheet_ids
from cdgdevice.rules.card_display import Mark
from cdgdevice.rules.card_steps import EmptyPile, NotDrawn
from cdgdevice.rules.game import (
    Choosing,
    Game,
    GameEnd,
    Ready,
    SettingUp,
    TurnEnd,
    TurningUp,
    Waiting,
)
from cdgdevice.rules.history import GameHistory, PastAnswer, StandingOrders
from cdgdevice.rules.instructions import Instruction, LeaveGap, RefillGap, TellPlayer
from cdgdevice.rules.note_search import list_actions_and_ways, list_notes_of
from cdgdevice.rules.notes import Rule, RuleKind, find_rules
from cdgdevice.rules.player_actions import TakeAction
from cdgdevice.rules.prompt import prompt
from cdgdevice.rules.requests import ChooseOption, CorrectRoll, RollDice
from cdgdevice.rules.sheet import Sheet, walk_sheet_steps
from cdgdevice.rules.sheet_entries import Note, OrderKind
from cdgdevice.rules.steps import Say, Step, walk_steps
from tests.rules.playing import new, play
from tests.ui.order_walks import walk_games

SEEDS, STEPS = 3, 90

FIVE = "twilight-struggle-five-card"
WITHOUT_A_NOTE = {
    "last-crusade": {"Waiting"},
    "standard-2018": {"Waiting"},
}
"""Where `why` names a place of the document alone."""


Moments = tuple[tuple[GameHistory, tuple[Rule, ...]], ...]


@pytest.fixture(scope="module", params=sheet_ids())
def moments(request: pytest.FixtureRequest) -> Moments:
    """Moments of random games of a sheet, each with what `why` finds."""
    games = (walk_games(request.param, STEPS, seed) for seed in range(SEEDS))
    return tuple((history, find_rules(history)) for game in games for history in game)


def test_a_note_is_on_every_prompt_of_a_round(moments: Moments) -> None:
    without = WITHOUT_A_NOTE.get(moments[0][0].now.sheet.id, ())
    for history, (first, *_) in moments:
        stage = type(history.now.stage).__name__
        assert first.sources, prompt(history.now).text
        if stage in without or isinstance(history.now.stage, SettingUp | GameEnd):
            continue
        assert first.notes, (stage, prompt(history.now).text)


def list_kinds(sheet: Sheet) -> set[OrderKind]:
    """The kinds of orders that a game of this sheet can give."""
    steps = tuple(walk_sheet_steps(sheet))
    if not sheet.family.has_display:
        return set()
    runs_out = any(isinstance(step, EmptyPile | NotDrawn) for step in steps)
    marks = () if sheet.marks is None else sheet.marks.kinds
    given = {
        OrderKind.ROLL: sheet.row is None,
        OrderKind.FILL: True,
        # A pile on C is empty where the player says that no card is there.
        OrderKind.LEAVE: sheet.family.has_pile_on_c or runs_out or "pile-empty" in acts_of(sheet),
        OrderKind.COUNT: sheet.hands.counted,
        OrderKind.COMBAT: sheet.combat,
        OrderKind.MANDATORY: Mark.MANDATORY in marks,
        OrderKind.TURN_END: sheet.words.has_turns,
    }
    return {kind for kind, can in given.items() if can}


def acts_of(sheet: Sheet) -> set[str]:
    return {action.id for action in sheet.actions}


@pytest.mark.parametrize("sheet", sheet_ids())
def test_every_kind_of_order_that_a_sheet_can_give_has_a_note_with_its_source(sheet: str) -> None:
    of = load_sheet(sheet)
    noted = {kind for note in of.notes if note.source for kind in note.orders}
    assert list_kinds(of) - noted == set()


def find_owners(sheet: Sheet) -> dict[str, set[str]]:
    """The notes that results, actions and ways have, by title, with whose they are."""
    found: dict[str, set[str]] = {}
    results = {result.value: outcome for result, outcome in sheet.outcomes.items()}
    acts = {each.id: each for each in list_actions_and_ways(sheet)}
    for name, owner in {**results, **acts}.items():
        for note in list_notes_of(sheet, owner):
            found.setdefault(note.title, set()).add(name)
    return found


def notes_with_owners(sheet: Sheet) -> dict[str, set[str]]:
    """The notes that only results, actions and ways have, by title, with whose they are."""
    found = find_owners(sheet)
    sources = {sheet.turn.source, *(variant.source for variant in sheet.variants)}
    others = {note.title for note in sheet.notes if note.orders or note.source in sources}
    others |= {getattr(step, "note", None) or "" for step in walk_sheet_steps(sheet)}
    others |= {each.note or "" for each in (*sheet.set_up, *sheet.turn.reminders)}
    others |= {note.title for each in sheet.lists for note in list_notes_of(sheet, each)}
    others |= set(sheet.row.notes) if sheet.row else set()
    return {title: names for title, names in found.items() if title not in others}


def find_owner(history: GameHistory, before: str) -> str:
    """Whose the latest answer was: of an action, a way or a result, or that of the steps before."""
    if not history.past:
        return ""
    last = history.past[-1]
    match last.request:
        case TakeAction(id_):
            return id_
        case ChooseOption(id_) if id_ in {each.id for each in history.now.sheet.instead}:
            return id_
        case RollDice() | CorrectRoll() if not isinstance(last.before.stage, Waiting):
            return "" if history.now.roll is None else history.now.roll.result
        case _:
            return before if isinstance(last.before.stage, Waiting | TurningUp) else ""


def test_a_note_of_a_result_or_an_action_belongs_to_what_is_asked_or_to_an_order(
    moments: Moments,
) -> None:
    owners = notes_with_owners(moments[0][0].now.sheet)
    led: dict[Instruction, set[str]] = {}
    owner = ""
    for history, (of_what_is_asked, *of_the_rest) in moments:
        game, now = history.now, prompt(history.now)
        by = find_owner(history, owner)
        for act in game.instructions:
            led.setdefault(act, set()).add(by)
        # What was done meanwhile leads back to what was asked.
        owner = by if not history.past or history.past[-1].before.stage != game.stage else owner
        standing = {each for act in history.orders.every for each in led.get(act, ())}
        for rule in of_the_rest:
            for note in rule.notes:
                names = owners.get(note.title)
                if rule.kind is RuleKind.ORDER and names is not None:
                    assert names & standing, (note.title, rule.of, now.text)
        for note in of_what_is_asked.notes:
            names = owners.get(note.title)
            result = {game.roll.result} if game.roll else set()
            may = {each.id for each in (*now.actions, *now.options)}
            if names is not None and isinstance(game.stage, Ready | Choosing | TurnEnd):
                assert names & (may | result | {owner}), (note.title, now.text)


def clock(game: Game) -> tuple[int, ...]:
    """The turn, and the rounds that each side has taken in it."""
    return (game.turn, *(seat.rounds_taken for seat in game.seats.values()))


def is_of_kind(act: Instruction, kind: OrderKind, game: Game, last: PastAnswer) -> bool:
    """Whether an order leaves a gap for want of a deck, or fills one, or moves a row on."""
    in_row = game.sheet.row is not None
    if kind is OrderKind.LEAVE:
        return isinstance(act, LeaveGap) and (in_row or game.seats[act.side].pile_empty)
    if not in_row:
        return isinstance(act, RefillGap)
    headlines_over = last.request == ChooseOption("next")
    begun = isinstance(last.before.stage, SettingUp) or headlines_over
    return begun or clock(last.before) != clock(game)


def test_a_note_on_gaps_that_are_filled_or_left_is_on_such_orders_alone(moments: Moments) -> None:
    kinds = {OrderKind.LEAVE, OrderKind.FILL}
    owners = find_owners(moments[0][0].now.sheet)
    owner = ""
    for history, _ in moments:
        by, past = find_owner(history, owner), history.past
        owner = by if not past or past[-1].before.stage != history.now.stage else owner
        for act in history.now.instructions if past else ():
            if isinstance(act, TellPlayer):
                continue
            alone = replace(history, orders=StandingOrders(latest=(act,)))
            for rule in find_rules(alone)[1:]:
                for note in rule.notes if rule.kind is RuleKind.ORDER else ():
                    assert (
                        not kinds.intersection(note.orders)
                        or by in owners.get(note.title, ())
                        or any(
                            is_of_kind(act, kind, history.now, past[-1])
                            for kind in kinds.intersection(note.orders)
                        )
                    ), (note.title, rule.of)


def asked(history: GameHistory) -> list[str]:
    """The titles of the notes on what is asked."""
    return [note.title for note in find_rules(history)[0].notes]


def of_orders(history: GameHistory) -> dict[str, list[str]]:
    """The titles of the notes on the orders that stand, by what each is called."""
    rules = find_rules(history)[1:]
    return {rule.of: [note.title for note in rule.notes] for rule in rules}


def test_a_nomination_its_dice_and_doubles_have_their_notes_in_the_method_of_2016() -> None:
    begun = new("paths-of-glory-2016")
    assert asked(begun)[:3] == ["A round", "Two dice", "Ranges"]
    nominated = play(begun, "choose C")
    assert asked(nominated) == ["Two dice", "Ranges", "Doubles"]
    assert asked(play(nominated, "roll 1 2")) == ["Two dice", "Ranges"]
    assert asked(play(nominated, "roll 2 2")) == ["Doubles"]


def test_once_the_deck_is_gone_its_rule_is_cited_and_not_the_set_up_s() -> None:
    game = new("caesar-rome-vs-gaul-2022")
    for _ in range(2):
        game = play(game, "end-turn", "choose next-turn")
    (reminder,) = find_rules(game)[1:]
    assert [note.title for note in reminder.notes] == ["Draw deck empty"]
    gone = play(game, "pile-empty")
    told = [notes for of, notes in of_orders(gone).items() if "fill no slot" in of]
    assert told == [["Draw deck empty", "Drawing from none"]]
    dealt = play(game, "end-turn", "choose next-turn")
    deals = [notes for of, notes in of_orders(dealt).items() if "Deal" in of]
    assert deals == [["End of a turn"]]


def test_all_that_is_offered_without_a_deck_has_the_rule_of_the_gone_deck() -> None:
    game = new("caesar-rome-vs-gaul-2022")
    for _ in range(2):
        game = play(game, "end-turn", "choose next-turn")
    game = play(game, "pile-empty", "roll AB", "choose A", "choose done")
    game = play(game, "roll AB", "choose A", "choose done")
    assert isinstance(game.now.stage, Ready)
    for line in ("choose all-up", "choose B"):
        game = play(game, line)
        assert asked(game)[0] == "Draw deck empty"


@pytest.mark.parametrize(
    ("side", "trap"), [("right", "quagmire-played"), ("left", "bear-trap-played")]
)
def test_a_side_in_the_trap_reads_the_rule_of_the_trap(side: str, trap: str) -> None:
    begun = ("choose left-event", "choose right-event", "choose next", f"{trap} side={side}")
    game = play(new("twilight-struggle-five-card"), *begun)
    if side == "right":
        game = play(game, "choose C", "roll 1 2", "choose done")
    assert prompt(game.now).text[0] == "Quagmire/Bear Trap."
    assert asked(game) == ["Quagmire", "Bear Trap"]
    assert asked(play(game, "choose quagmire")) == ["Quagmire", "Bear Trap"]


PLAYED = ("roll AB", "choose A", "combat left A", "keep-combat side=left card=A")
HEADLINES = ("choose left-event", "choose right-event", "choose next")
TRAPPED = (*HEADLINES, "bear-trap-played side=left", "choose quagmire", "choose discard")
REPLACED = ("discard-replace side=left", "choose A", "choose B", "choose enough")


@pytest.mark.parametrize(
    ("game", "answers", "order", "note"),
    [
        (new("illusions-of-glory-2022"), PLAYED, "Leave A empty", "Combat cards"),
        (
            new("commands-and-colors-2018", (6, 5), hands_change=True),
            ("roll AB", "choose A1", "hand-shrinks side=left", "choose done"),
            "Leave A1 empty",
            "Unequal hands",
        ),
        (
            new("commands-and-colors-ancients-2022", lake_trasimenus=True),
            ("roll DE", "choose D1", "choose done"),
            "Leave D1 empty",
            "Lake Trasimenus",
        ),
        (new(FIVE), (*TRAPPED, "choose A"), "Discard A", "Bear Trap"),
        (new(FIVE), (*HEADLINES, *REPLACED), "Discard A and B", "Ask Not What..."),
        (
            new(FIVE),
            (*HEADLINES, "random-discard side=left", "roll 3"),
            "Discard C",
            "Discard, no new card",
        ),
    ],
)
def test_what_an_answer_leaves_or_discards_has_the_rule_of_its_action(
    game: GameHistory, answers: tuple[str, ...], order: str, note: str
) -> None:
    after = play(game, *answers)
    told = {title for of, notes in of_orders(after).items() if order in of for title in notes}
    assert note in {*asked(after), *told}
    assert told.isdisjoint({"Refilling", "The row moves", "Draw deck empty"})


PLAYED_CHINA = (*HEADLINES, "choose china", "roll 3 2", "choose done")


def test_the_china_card_has_its_own_note_when_it_goes_over_and_when_it_is_turned() -> None:
    passed = play(new(FIVE), *PLAYED_CHINA)
    told = [notes for of, notes in of_orders(passed).items() if "Give the China Card" in of]
    turned = play(passed, "end-turn", "choose next-turn")
    told += [notes for of, notes in of_orders(turned).items() if "Flip the China Card" in of]
    assert told == [["China Card"], ["China Card"]]


def test_what_ends_the_turn_has_its_rule_after_a_side_s_trap_as_well() -> None:
    game = play(new(FIVE), *HEADLINES)
    for number in range(6):
        game = play(game, "choose C", "roll 1 2", "choose done")
        if number < 5:
            game = play(game, "choose C", "roll 1 2", "choose done")
    game = play(game, "quagmire-played side=right", "choose quagmire", "choose discard", "choose A")
    ended = play(game, "roll 3")
    assert isinstance(ended.now.stage, TurnEnd)
    assert asked(ended) == ["End of a turn"]
    told = next(of for of, notes in of_orders(ended).items() if "Quagmire" in notes)
    assert "Military ops" not in told


def test_a_card_of_the_senate_is_offered_by_its_own_rule_and_not_by_the_roll_s() -> None:
    game = play(new("caesar-rome-vs-gaul-2022"), "roll right AB")
    assert asked(game) == ["The roll", "Only Surprise cards"]
    game = play(game, "choose A", "senate-outraged", "roll 4")
    assert isinstance(game.now.stage, Choosing)
    assert asked(game) == ["Senate Outraged"]


@pytest.mark.parametrize("sheet", sheet_ids())
def test_a_question_of_several_lists_has_the_same_notes_in_all(sheet: str) -> None:
    """Which of them asks it nobody can tell from the question: it names its own note otherwise."""
    read = load_sheet(sheet)
    notes: dict[Step, set[tuple[Note, ...]]] = {}
    for entry in (*read.lists, *list_actions_and_ways(read)):
        for step in walk_steps(entry.steps):
            if not isinstance(step, Say) and getattr(step, "text", ""):
                notes.setdefault(step, set()).add(list_notes_of(read, entry))
    for step, found in notes.items():
        assert len(found) == 1 or getattr(step, "note", None), step
