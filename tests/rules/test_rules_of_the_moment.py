"""From what is done to its rule, and from a card's note to its action."""

import re
from importlib.resources import files

import pytest

from cdgdevice.games.sheet_library import load_sheet, sheet_ids
from cdgdevice.rules.engine import begin_game
from cdgdevice.rules.game import SettingUp
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.note_search import list_acts_of_note, list_notes_of
from cdgdevice.rules.notes import find_rules, list_rules, list_sources
from cdgdevice.rules.prompt import prompt
from cdgdevice.rules.requests import NewGame
from cdgdevice.sheets.reading.sheet_schema import SheetError, read_sheet
from tests.rules.playing import asked, new, play
from tests.rules.small_sheets import action, played, small

NOTE = '\n[[notes]]\ntitle = "Advance"\ntext = "They advance."\nsource = "rule 7"\n'


def way(steps: str) -> str:
    return f'\n[[instead]]\nid = "enemy"\ntitle = "Enemy"\nsource = "turn"\nsteps = [{steps}]\n'


OWN_ACTIONS = {
    "standard-2018": {"random-discard"},
    "last-crusade": {"enemy-turn", "set-up", "random-choice", "launch", "enemy-supply"},
}


@pytest.mark.parametrize("sheet", sheet_ids())
def test_every_note_that_names_an_action_is_that_action_s_and_leads_back_to_it(sheet: str) -> None:
    of = load_sheet(sheet)
    entries = {entry.id: entry for entry in (*of.actions, *of.instead)}
    for note in of.notes:
        if note.action is not None:
            assert note.action in list_acts_of_note(of, note)
        said = re.search(r"Action: ([^.]+)\.", note.text)
        if said:
            titles = {entries[id_].title.lower() for id_ in list_acts_of_note(of, note)}
            assert said[1].lower() in titles, note.title
        for id_ in list_acts_of_note(of, note):
            assert note in list_notes_of(of, entries[id_])


@pytest.mark.parametrize("sheet", sheet_ids())
def test_every_action_and_way_leads_to_its_rule(sheet: str) -> None:
    of = load_sheet(sheet)
    without = {each.id for each in (*of.actions, *of.instead) if not list_notes_of(of, each)}
    # What the gadget offers of its own accord has no rule of the document.
    assert without <= OWN_ACTIONS.get(sheet, set())


@pytest.mark.parametrize("sheet", sheet_ids())
def test_every_question_and_page_of_a_set_up_names_the_rule_that_it_comes_from(sheet: str) -> None:
    of = load_sheet(sheet)
    seen: set[str] = set()
    for variant in (None, *of.variants):
        on = [each for each in (variant and variant.needs, variant and variant.id) if each]
        chosen = tuple((each, True) for each in sorted(on))
        history = begin_game(of, NewGame(sheet, None, chosen, set_up=True))
        while isinstance(history.now.stage, SettingUp):
            sources = list_sources(history)
            assert sources, prompt(history.now).text
            assert all(sources)
            seen.update(sources)
            history = play(history, f"choose {prompt(history.now).options[0].id}")
    assert {step.source for step in of.set_up} <= seen


def test_a_page_of_the_set_up_leads_to_the_note_on_what_it_tells() -> None:
    history = begin_game(
        load_sheet("for-the-people-2018"), NewGame("for-the-people-2018", (4, 4), set_up=True)
    )
    read = []
    while isinstance(history.now.stage, SettingUp):
        read.append([note.title for note in list_rules(history)])
        history = play(history, f"choose {prompt(history.now).options[0].id}")
    assert ["Common deck"] in read
    assert any("Mandatory cards" in titles for titles in read)


@pytest.mark.parametrize(
    ("sheet", "note"),
    [
        ("for-the-people-2018", "Hand sizes"),
        ("for-the-people-2022", "Growing hands"),
        ("empire-of-the-sun-2018", "Cards a turn"),
        ("wilderness-war-2018", "Cards a season"),
        ("standard-2018", "Chits"),
    ],
)
def test_the_page_about_the_chits_leads_to_their_own_rule(sheet: str, note: str) -> None:
    of = load_sheet(sheet)
    history = begin_game(of, NewGame(sheet, of.hands.default, set_up=True))
    sources, led_to = [], []
    while isinstance(history.now.stage, SettingUp):
        sources.append(list_sources(history))
        led_to.append([each.title for each in list_rules(history)])
        history = play(history, f"choose {prompt(history.now).options[0].id}")
    assert sources[-1] == (of.hands.source,)
    assert note in led_to[-1]


def test_mata_hari_leads_to_her_action_and_the_action_to_her_note() -> None:
    for sheet in ("paths-of-glory-2018", "paths-of-glory-2022"):
        of = load_sheet(sheet)
        reveal = next(each for each in of.actions if each.id == "reveal-display")
        assert [note.title for note in list_notes_of(of, reveal)] == [
            "Mata Hari",
            "Cloak and Dagger",
        ]
        assert "Mata Hari" in reveal.title


def titles(sheet: str, *lines: str) -> list[str]:
    """The notes on what is done after these lines."""
    history = play(begin_game(load_sheet(sheet), NewGame(sheet)), *lines)
    return [note.title for note in list_rules(history)]


def test_a_result_leads_to_the_notes_that_it_names() -> None:
    sheet = "washingtons-war-2022"
    assert titles(sheet, "roll JR") == ["Mark beside C", "Lowest card", "Mandatory cards"]
    assert titles(sheet, "roll EVENT") == ["Lowest card"]


@pytest.mark.parametrize("result", ["JR", "AB", "DE", "ABC", "CDE", "EVENT"])
@pytest.mark.parametrize("sheet", [each for each in sheet_ids() if load_sheet(each).outcomes])
def test_every_result_leads_to_a_note(sheet: str, result: str) -> None:
    of = load_sheet(sheet)
    (outcome,) = (each for name, each in of.outcomes.items() if name.value == result)
    found = [note.title for note in list_notes_of(of, outcome)]
    assert found
    if "C" in result and sheet == "empire-of-the-sun-2018":
        assert "Future Offensives" in found
    if result in ("AB", "DE", "ABC", "CDE"):
        assert {"Refilling", "Filling gaps", "Filling slots"} & set(found), "its gap is filled"


def test_a_result_s_first_note_is_the_one_that_it_names_first() -> None:
    for sheet, first in (
        ("caesar-rome-vs-gaul-2022", "The roll"),
        ("washingtons-war-2022", "Mandatory cards"),
    ):
        assert titles(sheet, "roll AB")[0] == first


@pytest.mark.parametrize(
    "sheet",
    [
        "empire-of-the-sun-2018",
        "for-the-people-2018",
        "for-the-people-2022",
        "washingtons-war-2018",
    ],
)
def test_the_cards_that_a_result_names_lead_to_the_rule_of_the_roll_before_special_cards(
    sheet: str,
) -> None:
    for lines in (("roll ABC",), ("roll ABC", "choose B")):
        assert titles(sheet, *lines)[0] == "The roll"


def test_a_mandatory_card_that_must_be_played_leads_to_its_own_rule_and_another_does_not() -> None:
    def first_notes(begun: GameHistory, *lines: str) -> list[str]:
        history = play(begun, *lines)
        (card,) = (option.id for option in prompt(history.now).options if option.card)
        chosen = play(history, f"choose {card}")
        return [list_rules(each)[0].title for each in (history, chosen)]

    fate = new("for-the-people-2022")
    named = first_notes(fate, "mark left A first-opportunity", "roll ABC")
    with_one = asked(fate, "act", action="set-table", side="left", left=1).history
    last = first_notes(with_one, "roll EVENT", "mark left B mandatory")
    assert named == ["Emancipation"] * 2
    assert last == ["Mandatory cards"] * 2
    book = first_notes(new("standard-2018"), "mark left A first-opportunity", "roll ABC")
    assert book == ["First opportunity"] * 2
    free = ("mark left A mandatory", "roll EVENT", "choose B")
    assert titles(fate.now.sheet.id, *free) == ["Lowest card"]
    no_roll = asked(new("1866-2018"), "act", action="set-table", side="left", left=1).history
    assert first_notes(no_roll, "mark left A mandatory") == ["Declaration of War"] * 2


def test_a_scoring_card_that_must_be_played_leads_to_its_own_rule() -> None:
    begun = new("standard-2018")
    last = asked(begun, "act", action="set-table", side="left", left=1).history
    for history in (
        play(last, "mark left A scoring"),
        play(begun, "mark left A scoring", "roll JR"),
    ):
        for each in (history, play(history, "choose A")):
            assert list_rules(each)[0].title == "Scoring cards"
    assert "Scoring cards" not in titles("standard-2018", "mark left A scoring", "roll AB")


@pytest.mark.parametrize(
    ("sheet", "note"),
    [
        ("for-the-people-2022", "Growing hands"),
        ("empire-of-the-sun-2018", "Cards a turn"),
        ("wilderness-war-2018", "Cards a season"),
        ("washingtons-war-2018", "Seven chits"),
        ("washingtons-war-2022", "Seven cards"),
        ("1866-2018", "Discards"),
        ("for-the-people-2018", "Cards left over"),
        ("caesar-rome-vs-gaul-2022", "End of a turn"),
    ],
)
def test_the_end_of_a_turn_leads_to_what_ends_it_not_to_who_begins_the_next(
    sheet: str, note: str
) -> None:
    assert titles(sheet, "end-turn") == [note]


@pytest.mark.parametrize(
    ("sheet", "note"),
    [("paths-of-glory-2018", "1-Ops"), ("paths-of-glory-2022", "Draw deck empty")],
)
def test_where_a_result_offers_no_card_the_rule_is_that_of_what_is_left(
    sheet: str, note: str
) -> None:
    history = new(sheet)
    for card in "DE":
        args = {"side": "left", "card": card, "facing": "empty"}
        history = asked(history, "act", action="set-table", **args).history
    assert [each.title for each in list_rules(play(history, "roll DE"))] == [note]


@pytest.mark.parametrize("sheet", [each for each in sheet_ids() if load_sheet(each).outcomes])
@pytest.mark.parametrize("lines", [("roll AB",), ("roll AB", "choose A")])
def test_from_the_choice_of_a_card_on_its_gap_is_filled_when_it_is_done(
    sheet: str, lines: tuple[str, ...]
) -> None:
    first, after, *_ = find_rules(play(begin_game(load_sheet(sheet), NewGame(sheet)), *lines))
    filling = {"Refilling", "Filling gaps", "Filling slots"}
    assert (first.of, after.of) == ("", "When it is done")
    assert not filling & {note.title for note in first.notes}
    assert after.notes[0].title in filling


def test_a_home_card_leads_to_its_rule_when_it_is_asked_for_played_and_turned() -> None:
    def found(history: GameHistory) -> dict[str, list[str]]:
        return {rule.of: [note.title for note in rule.notes] for rule in find_rules(history)}

    asking = play(new("standard-2018", home_cards=True), "roll CDE")
    assert found(asking) == {"": ["Home cards"], 'About "Flip D and E."': ["A round"]}
    playing = play(asking, "choose home")
    assert found(playing)[""] == ["Home cards"]
    turned = found(play(playing, "choose done"))
    assert turned['About "Left side: Flip the home card face-down."'] == ["Home cards"]


def test_nothing_is_said_to_follow_that_does_not() -> None:
    war = play(new("wilderness-war-2018"), "roll AB", "choose A")
    future = play(new("empire-of-the-sun-2018"), "has-future side=left", "roll ABC")
    turned = play(new("washingtons-war-2022"), "roll CDE")
    at_once = "mark left C mandatory"
    for history, after in (
        (war, ["Filling gaps", "Cards a season"]),
        # A mandatory card that the roll flips fills its space, and turns no chit.
        (play(turned, at_once), ["Filling slots"]),
        (play(turned, at_once, "choose C"), ["Filling slots", "Seven cards"]),
        (play(turned, "choose D", at_once), ["Filling slots"]),
        (play(turned, "choose D", at_once, "choose C"), ["Filling slots", "Seven cards"]),
        # The fetched card fills the space, and turns no chit.
        (play(war, "fetch-card"), None),
        (play(future, "choose A"), ["Filling gaps", "Cards a turn"]),
        # A Future Offensives card leaves no gap, and turned its chit when it was set aside.
        (play(future, "choose future-offensives"), None),
    ):
        found = {rule.of: [note.title for note in rule.notes] for rule in find_rules(history)}
        assert found.get("When it is done") == after


def test_headlines_a_proposal_and_its_dice_lead_to_their_notes() -> None:
    sheet = "twilight-struggle-five-card"
    begun = ("choose left-event", "choose right-event", "choose next")
    assert titles(sheet) == titles(sheet, *begun[:1]) == ["Headlines"]
    proposal = ["Proposed card", "Missed target", "Doubles"]
    assert titles(sheet, *begun) == titles(sheet, *begun, "choose C") == proposal
    assert titles(sheet, *begun, "choose C", "roll 1 2") == proposal[:2]
    assert titles(sheet, *begun, "choose C", "roll 2 2") == ["Doubles"]


def test_after_a_missed_target_the_note_on_what_is_played_then_comes_first() -> None:
    sheet = "twilight-struggle-five-card"
    begun = ("choose left-event", "choose right-event", "choose next")
    missed = ["Missed target", "Proposed card"]
    assert titles(sheet, *begun, "choose A", "roll 4 3") == missed
    assert titles(sheet, *begun, "choose C", "roll 6 3") == missed, "though the red die names it"
    assert titles(sheet, *begun, "choose A", "roll 3 4", "correct 4 3") == missed
    assert titles(sheet, *begun, "choose A", "roll 4 3", "correct 3 4") == missed[::-1]


@pytest.mark.parametrize(
    ("sheet", "name"),
    [
        ("washingtons-war-2022", "Mark beside C"),
        ("twilight-struggle-five-card", "Missed target"),
        ("twilight-struggle-five-card", "Doubles"),
    ],
)
def test_a_result_or_a_row_that_names_no_note_is_refused(sheet: str, name: str) -> None:
    content = files("cdgdevice.sheets").joinpath(f"{sheet}.toml").read_text("utf-8")
    with pytest.raises(SheetError, match=f'names "{name}", which is the title of no note'):
        read_sheet(content.replace(f'title = "{name}"', 'title = "Other"'), f"{sheet}.toml")


def test_a_step_of_a_guided_list_leads_to_the_note_that_it_names() -> None:
    steps = '{ do = "go-on", text = "Advance.", note = "Advance" }, { do = "go-on", text = "Dig." }'
    first = played(small("checks", way(steps), NOTE), "choose enemy")
    assert [note.title for note in list_rules(first)] == ["Advance"]
    assert list_rules(play(first, "choose next")) == ()


@pytest.mark.parametrize("sheet", [each for each in sheet_ids() if load_sheet(each).outcomes])
def test_the_orders_that_stand_lead_to_their_rules(sheet: str) -> None:
    round_ = ("roll AB", "choose A", "choose done")
    done = play(begin_game(load_sheet(sheet), NewGame(sheet)), *round_)
    rules = {rule.of: rule for rule in find_rules(done)[1:]}
    (fill,) = (rule for of, rule in rules.items() if "Fill A" in of)
    assert fill.notes[0].title in {"Refilling", "Filling gaps", "Filling slots"}
    if load_sheet(sheet).hands.counted:
        (count,) = (rule for of, rule in rules.items() if " of " in of)
        assert count.notes or count.sources == (load_sheet(sheet).hands.source,)
    assert all(rule.notes or rule.sources for rule in rules.values())


@pytest.mark.parametrize(
    ("options", "source"),
    [
        ((), "Max Hand Size: 7"),
        ((("eight-cards", True),), "Modified Setup: Optional Rule 9.14, eight card hands"),
    ],
)
def test_the_chits_have_the_rule_of_the_hand_size_that_is_in_force(
    options: tuple[tuple[str, bool], ...], source: str
) -> None:
    begun = begin_game(
        load_sheet("paths-of-glory-2022"), NewGame("paths-of-glory-2022", None, options)
    )
    done = play(begun, "roll AB", "choose A", "choose done")
    (count,) = (rule for rule in find_rules(done) if "Cards Remaining" in rule.of)
    assert count.sources == (source,)


def test_what_leaves_a_row_and_slides_in_it_has_the_rule_of_the_row() -> None:
    sheet = "paths-of-glory-2016"
    lines = ("choose C", "roll 1 2", "choose done")
    of = find_rules(play(begin_game(load_sheet(sheet), NewGame(sheet)), *lines))
    (row,) = (rule for rule in of if "Slide the others" in rule.of)
    assert [note.title for note in row.notes] == ["The row moves"]


def test_an_order_still_leads_to_its_rule_after_a_card_was_marked() -> None:
    lines = ("roll AB", "choose A", "choose done", "mark right B mandatory")
    marked = play(begin_game(load_sheet("standard-2018"), NewGame("standard-2018")), *lines)
    titles = [note.title for rule in find_rules(marked)[1:] for note in rule.notes]
    assert titles == ["Refilling", "Chits"]


def test_an_order_of_an_action_leads_to_the_action_s_note() -> None:
    lines = ("roll ABC", "choose A", "reveal-display")
    of = "paths-of-glory-2022"
    revealed = play(begin_game(load_sheet(of), NewGame(of)), *lines)
    (order,) = (rule for rule in find_rules(revealed) if "Flip" in rule.of)
    assert [note.title for note in order.notes] == ["Mata Hari", "Cloak and Dagger"]


def test_a_question_that_names_its_note_leads_to_no_other() -> None:
    begun = begin_game(load_sheet("last-crusade"), NewGame("last-crusade"))
    for way in ("your-turn", "enemy-turn"):
        asked = play(begun, "choose 20", "roll 4")
        if way == "enemy-turn":
            asked = play(asked, "choose your-turn", "choose later", "choose end")
        asked = play(asked, f"choose {way}")
        assert prompt(asked.now).text == ("Can the enemy play a Special card?",)
        assert [note.title for note in list_rules(asked)] == ["Enemy Specials"]


def test_what_a_list_tells_leads_to_the_note_that_its_step_names() -> None:
    begun = begin_game(load_sheet("last-crusade"), NewGame("last-crusade"))
    (told,) = find_rules(play(begun, "choose 20", "roll 4"))[1:]
    assert told.of == 'About "Flip the enemy\'s hand."'
    assert [note.title for note in told.notes] == ["Enemy Specials"]


def test_an_action_under_way_leads_to_the_note_of_its_rule() -> None:
    answers = ", ".join(f'{{ id = "{id_}", title = "{id_}" }}' for id_ in ("yes", "no"))
    asks = action(f'{{ do = "decide", text = "Well?", answers = [{answers}] }}')
    source = small("open", asks).actions[0].source
    of = small("open", asks, NOTE.replace("rule 7", source))
    waits = played(of, "roll ABC", "choose A", "act")
    assert [note.title for note in list_rules(waits)] == ["Advance"]


@pytest.mark.parametrize(
    ("part", "told"),
    [
        (
            way('{ do = "go-on", text = "Go.", note = "Advanse" }'),
            'names the note "Advanse", which is the title of none.',
        ),
        (
            way('{ do = "go-on", text = "Go." }').replace("steps", 'note = "Advanse"\nsteps'),
            'names "Advanse", which is the title of no note.',
        ),
        (
            way('{ do = "go-on", text = "Go." }')
            + NOTE.replace("source", 'action = "enemies"\nsource'),
            'names "enemies", which is no action and no way.',
        ),
    ],
)
def test_a_name_that_leads_nowhere_is_refused_when_the_sheet_is_read(part: str, told: str) -> None:
    with pytest.raises(SheetError, match=re.escape(told)):
        small("checks", part, NOTE.replace("Advance", "Other"))


def rules_of(sheet: str, order: str, *requests: str, **options: bool) -> list[str]:
    """The titles of the notes that tell the rule of an order which these requests led to."""
    found = find_rules(play(new(sheet, **options), *requests))
    return [note.title for rule in found if order in rule.of for note in rule.notes]


def test_an_order_leads_to_the_note_on_what_is_particular_in_it() -> None:
    samurai, illusions = "commands-and-colors-samurai-2022", "illusions-of-glory-2022"
    caesar = "caesar-rome-vs-gaul-2022"
    end = rules_of(samurai, "Honor & Fortune", "roll AB", "choose A", "choose done")
    assert end == ["End of a turn"]
    first = ("choose one-ops", "choose done")
    laid = rules_of(illusions, "4-Ops", *first, "roll AB", "choose A", "choose done")
    assert laid == ["4-Ops card"]
    waits = rules_of(illusions, "4-Ops", *first, "roll JR", "choose C", "choose done")
    assert waits == ["4-Ops card"]
    surprise = rules_of(caesar, "Play B", "roll AB", "choose A", "surprise card=B")
    assert surprise[0] == "Surprise and Reaction"


def test_the_die_for_a_card_of_the_other_display_leads_to_the_note_on_that_draw() -> None:
    game = new("caesar-rome-vs-gaul-2022")
    for _ in range(2):
        game = play(game, "end-turn", "choose next-turn")
    game = play(game, "pile-empty", "roll AB", "choose A", "surprise card=B", "choose done")
    assert [note.title for note in list_rules(game)] == ["Drawing from none"]


def test_a_rule_of_several_orders_names_each_of_them_and_those_before_them() -> None:
    history = play(new("washingtons-war-2022"), "roll AB", "choose A", "choose done", "reshuffle")
    (filling,) = (rule for rule in find_rules(history) if "Fill" in rule.of)
    assert '"British: Fill A, face-down." and "' in filling.of
    assert [note.title for note in filling.notes] == ["Filling slots"]
