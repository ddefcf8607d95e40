"""The set-up, led: its questions, its pages in the order of the hands, and the hands of a turn."""

import json

import pytest

from cdgdevice.games.sheet_library import BUILT_IN, load_sheet, sheet_ids
from cdgdevice.rules.engine import answer_request, begin_game, describe_undone
from cdgdevice.rules.facts import write_facts
from cdgdevice.rules.game import SettingUp
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.notes import list_rules
from cdgdevice.rules.prompt import describe_what_to_do, prompt
from cdgdevice.rules.requests import (
    ChooseOption,
    NewGame,
    NotAllowedError,
    read_request,
    write_request,
)
from cdgdevice.rules.set_up import find_first_turn
from cdgdevice.rules.sheet_entries import SheetFamily
from cdgdevice.rules.snapshot import write_state
from cdgdevice.rules.texts import sentences
from cdgdevice.rules.texts.templates import possessive_of
from tests.rules.playing import LEFT, RIGHT, asked, chits, lies, new, options, play
from tests.sheets.trying import said


def led(sheet: str, hands: tuple[int, int] | None = None, **said: bool) -> GameHistory:
    """Begin a game with its set-up led; the options that are not said are asked for."""
    given = tuple((name.replace("_", "-"), on) for name, on in said.items())
    return begin_game(load_sheet(sheet), NewGame(sheet, hands, given, set_up=True))


def led_plain(sheet: str, **said: bool) -> GameHistory:
    """Begin with every question answered: what is not said is as in the sheet."""
    found = load_sheet(sheet)
    every = {each.id: each.default for each in found.variants}
    every |= {name.replace("_", "-"): on for name, on in said.items()}
    new_game = NewGame(sheet, found.hands.default, tuple(every.items()), set_up=True)
    return begin_game(found, new_game)


def stage(history: GameHistory) -> str:
    return prompt(history.now).stage


def pages(history: GameHistory) -> list[str]:
    """What the pages say, one after the other, to the first round."""
    said = []
    while stage(history) == "set-up":
        said.append(" ".join(describe_what_to_do(history.now)))
        history = play(history, "choose next")
    return said


def test_an_old_game_begins_after_its_set_up() -> None:
    assert stage(new("standard-2018")) == "ready"


def test_the_pages_lead_the_hands_from_the_deck_to_the_chits() -> None:
    assert pages(led_plain("paths-of-glory-2022", guns_of_august=True)) == [
        "Take #1 Guns of August out of the deck.",
        "Shuffle each side's deck.",
        "Both sides: Deal A and B face-up. D and E face-down. "
        "Place your draw deck on C, face-down.",
        "Place #1 Guns of August face-up on C, on the draw deck.",
        "Both sides: Max Hand Size: 7. Cards Remaining: 7 of 7.",
    ]


def test_the_undo_of_a_set_up_names_the_page_or_the_answer() -> None:
    asked_all = led("paths-of-glory-2022")
    while prompt(asked_all.now).options[0].id != "next":
        asked_all = play(asked_all, "choose no")
    assert describe_undone(asked_all.past[-1]) == "Set-up, Eight-card hands: no"
    assert describe_undone(play(asked_all, "choose next").past[-1]) == "Set-up, page 1/3"


def test_a_card_that_a_later_page_lays_is_not_on_the_display_before_it() -> None:
    history = led_plain("paths-of-glory-2022", guns_of_august=True)
    shown = []
    for _ in range(5):
        shown.append(lies(history, LEFT))
        history = play(history, "choose next")
    assert shown == ["-----", "-----", "uuddd", "uuudd", "uuudd"]


def test_a_deal_without_pages_names_the_card_that_a_page_would_lay() -> None:
    game = new("paths-of-glory-2022", guns_of_august=True)
    told = " ".join(describe_what_to_do(game.now))
    assert "Place #1 Guns of August face-up on C, on the draw deck." in told


def test_the_note_on_what_a_page_tells_is_one_gesture_away() -> None:
    def titles(history: GameHistory) -> list[str]:
        return [note.title for note in list_rules(history)]

    assert titles(led("paths-of-glory-2022")) == ["Guns of August"], "the question"
    step = play(led_plain("twilight-struggle-five-card"), "choose next", "choose next")
    assert titles(step) == ["China Card"]
    before = led_plain("illusions-of-glory-2022")
    assert titles(before) == ["Drive On E. Prussia", "Galicia Offensive", "4-Ops card"]


def test_a_common_deck_is_halved_before_the_deal() -> None:
    for sheet in ("for-the-people-2018", "1866-2018", "standard-2018"):
        assert "Split it in two: half for each side." in pages(led_plain(sheet))[0]


def test_the_pile_of_the_open_family_lies_off_the_display() -> None:
    first, deal, *_ = pages(led_plain("washingtons-war-2018"))
    assert first == "Shuffle the deck. Both sides draw from it."
    assert "Keep the draw pile off the displays" in deal


def test_named_cards_of_the_opening_hand_are_not_dealt() -> None:
    said = pages(led_plain("empire-of-the-sun-2018", japanese_opening=True))
    assert said.pop(0).startswith("Play December 1941, turn 1")
    assert said[0] == "Take JP#3 Col. Tsuji and JP#59 Central Force out of the deck."
    assert said[1] == "Take JP#47 VADM Kondo out of the deck."
    assert said[3] == "Place Col. Tsuji face-up in A and Central Force face-up in B."
    assert "Japan: Deal D and E face-down." in said[4]
    assert said[5] == "Place VADM Kondo face-up on C, on the pile."


def test_the_scoring_cards_leave_the_deck_before_the_deal() -> None:
    first, _, china, shuffle, beside, deal = pages(led_plain("twilight-struggle-five-card"))
    assert first.startswith("Take the scoring cards out")
    assert "China Card" in china
    assert shuffle.startswith("Shuffle")
    assert beside == "Place the draw deck face-down beside the rows."
    assert "eal A to E face-up." in deal


def test_the_displays_are_empty_until_the_deal() -> None:
    history = led_plain("paths-of-glory-2022")
    assert set(history.now.seats[LEFT].display.spaces) == {(None,)}
    assert play(history, "choose next").now.seats == new("paths-of-glory-2022").now.seats


def first_turn(sheet: str) -> int:
    """The turn with which a led game of the sheet's defaults begins."""
    game = new(sheet).now
    return find_first_turn(game.sheet, game.options)


def skip_list(history: GameHistory) -> GameHistory:
    """Skip a set-up that is a list of steps: its first question asks whether all is set up."""
    listed = history.now.sheet.set_up_list is not None
    return play(history, "choose yes") if listed else history


@pytest.mark.parametrize("sheet", BUILT_IN.ids())
def test_the_defaults_lead_every_sheet_to_the_game_that_begins_after_its_set_up(sheet: str) -> None:
    history = led(sheet)
    while stage(history) == "set-up":
        history = play(history, f"choose {options(history)[0]}")
    history = skip_list(history)
    assert write_facts(history) == {**write_facts(new(sheet)), "turn": first_turn(sheet)}
    assert prompt(history.now) == prompt(new(sheet).now)


@pytest.mark.parametrize("sheet", BUILT_IN.ids())
def test_one_gesture_skips_the_set_up(sheet: str) -> None:
    history = led(sheet)
    if stage(history) == "set-up":
        history = play(history, "choose skip")
    history = skip_list(history)
    skipped, plain = write_state(history.now), write_state(new(sheet).now)
    # What comes before the deal is said here only.
    told = [skipped.pop("steps"), plain.pop("steps")]
    del skipped["text"], plain["text"]
    assert prompt(history.now) == prompt(new(sheet).now)
    assert skipped == {**plain, "turn": first_turn(sheet)}
    acts, dealt = (json.loads(json.dumps(each)) for each in told)
    assert [act for act in acts if act in dealt] == dealt
    assert all(act["do"] == "tell" for act in acts if act not in dealt)


def test_a_skipped_set_up_is_done_when_the_first_side_rolls() -> None:
    skipped = play(led_plain("illusions-of-glory-2022"), "choose skip")
    assert "Shuffle your deck." in said(skipped)
    rolled = play(skipped, "roll DE")
    assert describe_what_to_do(rolled.now, rolled.orders.every) == ("Flip D and E.",)


def test_a_scenario_whose_first_turn_the_paper_tells_begins_with_the_one_after_it() -> None:
    campaign = led_plain("empire-of-the-sun-2018", full_campaign=True)
    assert campaign.now.turn == play(campaign, "choose skip").now.turn == 2
    assert (
        led_plain("empire-of-the-sun-2018", full_campaign=False, south_pacific=True).now.turn == 1
    )
    # Games of before, whose set-up was not led, counted from 1.
    assert new("empire-of-the-sun-2018", full_campaign=True).now.turn == 1


def test_a_skipped_set_up_tells_what_it_leaves_on_the_table() -> None:
    skipped = {sheet: said(new(sheet)) for sheet in BUILT_IN.ids()}
    for sheet, told in skipped.items():
        family = load_sheet(sheet).family
        assert (", pile on C." in told or ", deck on C." in told) is (family is SheetFamily.PILE)
        assert ("C, D and E face-down." in told) is (family is SheetFamily.OPEN)
    assert (
        "Place the China Card face-up below the USSR's row."
        in skipped["twilight-struggle-five-card"]
    )
    assert "Mix Guns of August with" in skipped["paths-of-glory-2016"]
    assert "Tactician or Combat cards: face-up" in skipped["commands-and-colors-2018"]
    home = said(new("standard-2018", home_cards=True, one_deck=True))
    assert home.startswith("Place the home cards face-up beside the displays.")
    assert home.endswith("Keep the draw pile off the displays, for both sides.")


def test_a_skipped_set_up_is_told_in_the_order_in_which_hands_do_it() -> None:
    five = new("twilight-struggle-five-card").now
    assert describe_what_to_do(five) == (
        "Take the scoring cards out of the Early War deck.",
        "Shuffle the scoring cards, face-down: the scoring deck.",
        "USSR: Place the China Card face-up below the USSR's row.",
        "Shuffle the Early War deck.",
        "Place the draw deck face-down beside the rows.",
        "Both sides: Deal A to E face-up.",
    )


def test_a_set_up_that_is_skipped_says_all_that_comes_before_the_deal() -> None:
    assert describe_what_to_do(play(led("washingtons-war-2022"), "choose skip").now) == (
        "Shuffle the deck. Both sides draw from it.",
        "Both sides: Deal A and B face-up.",
        "Both sides: C, D and E face-down.",
    )
    arcadia = led("empire-of-the-sun-2018", (7, 7), arcadia=True, full_campaign=False)
    told = describe_what_to_do(play(arcadia, "choose skip").now)
    assert told[:3] == (
        "Set up with: 1942 or Shortened, Opening hand, Japan: no, Doubled spaces: no.",
        "Allies: Take US#4 Arcadia Conference out of the deck.",
        "Shuffle each side's deck.",
    )
    assert told[-2:] == (
        "Allies: Place Arcadia Conference face-up on C, on the pile.",
        "Mark JP#43, US#79 and US#30 mandatory once conditions are met.",
    )


@pytest.mark.parametrize("sheet", BUILT_IN.ids())
def test_no_page_before_the_deal_is_missing_where_the_set_up_is_skipped(sheet: str) -> None:
    if load_sheet(sheet).family is SheetFamily.CHECKS:
        return
    tally = load_sheet(sheet).words.hand_tally
    # The boards show the hands.
    hands = f"Both sides: {tally.format(of=5)} "
    every = [said.removeprefix(hands) for said in pages(led_plain(sheet))]
    before = every[: next(n for n, said in enumerate(every) if "Deal A" in said)]
    skipped = " ".join(describe_what_to_do(play(led_plain(sheet), "choose skip").now))
    assert [said for said in before if said not in skipped] == []


@pytest.mark.parametrize("sheet", BUILT_IN.ids())
def test_no_page_of_the_sheet_s_own_is_missing_where_the_set_up_is_skipped(sheet: str) -> None:
    if load_sheet(sheet).family is SheetFamily.CHECKS:
        return
    own = [step.text for step in load_sheet(sheet).set_up if not step.lays]
    skipped = " ".join(describe_what_to_do(play(led_plain(sheet), "choose skip").now))
    told = " ".join(pages(led_plain(sheet)))
    assert [text for text in own if text in told and text not in skipped] == []


def test_skipping_after_the_deal_does_not_deal_again() -> None:
    history = play(led_plain("paths-of-glory-2022"), "choose next", "choose next", "choose skip")
    assert (stage(history), history.now.instructions) == ("ready", ())


def test_a_question_says_what_its_options_mean() -> None:
    history = led("commands-and-colors-ancients-2022")
    text = " ".join(prompt(history.now).text)
    assert "Which scenario?" in text
    assert "Phyle: Hands of 7 and 3." in text


def test_a_scenario_is_asked_for_and_says_how_large_the_hands_are() -> None:
    history = play(led("commands-and-colors-ancients-2022"), "choose phyle", "choose yes")
    assert [history.now.seats[side].hand_size for side in (LEFT, RIGHT)] == [7, 3]
    assert prompt(history.now).text == ("Set-up, 1 of 2.",)


@pytest.mark.parametrize(
    ("names", "scenario", "sides"),
    [
        (("Left side", "Me"), "hellespont", ["Eumenes", "Me"]),
        (("Left side", "Me"), "skip", ["Left side", "Me"]),
        (("Me", "Right side"), "hellespont", ["Me", "Craterus"]),
        (("Me", "You"), "hellespont", ["Me", "You"]),
        # The scenario's name of the other side: two sides are never called the same.
        (("Craterus", "Right side"), "hellespont", ["Craterus", "Right side"]),
    ],
)
def test_a_side_that_was_not_named_is_called_as_its_scenario_says(
    names: tuple[str, str], scenario: str, sides: list[str]
) -> None:
    sheet = load_sheet("commands-and-colors-ancients-2022")
    history = begin_game(sheet, NewGame(sheet.id, set_up=True, names=names))
    now = play(history, f"choose {scenario}").now
    assert list(now.sheet.sides.values()) == sides


def test_what_was_said_with_the_request_is_not_asked() -> None:
    history = led("paths-of-glory-2022", guns_of_august=True)
    assert prompt(history.now).text[0] == "Eight-card hands?"


def test_hands_that_were_given_are_not_asked_for_again_as_a_variant() -> None:
    def ask_again(hands: tuple[int, int] | None) -> bool:
        (asks, *_) = prompt(led("paths-of-glory-2022", hands, guns_of_august=False).now).text
        return asks == "Eight-card hands?"

    assert ask_again(None)
    assert not ask_again((8, 8))


def test_a_group_of_which_one_was_chosen_with_the_request_is_not_asked() -> None:
    history = led("empire-of-the-sun-2018", scenario_1942=True)
    while stage(history) == "set-up":
        assert "Which scenario?" not in prompt(history.now).text
        history = play(history, f"choose {options(history)[0]}")
    assert history.now.options["scenario-1942"]
    assert not history.now.options["full-campaign"]


def test_to_take_none_of_a_group_is_named_without_a_plural() -> None:
    assert sentences.none_of_group("rule-for-tacticians") == "No rule for tacticians"
    history = led("commands-and-colors-samurai-2022")
    assert prompt(history.now).options[0].title == "No scenario"


def test_the_set_up_is_undone_page_by_page() -> None:
    history = led("paths-of-glory-2022")
    states = [history.now]
    while stage(history) == "set-up":
        history = play(history, f"choose {options(history)[0]}")
        states.append(history.now)
    for state in reversed(states[:-1]):
        history = asked(history, "undo").history
        assert history.now == state


def test_the_request_keeps_that_the_set_up_is_guided() -> None:
    asked_for = {"do": "new", "sheet": "standard-2018", "set-up": True}
    request = read_request(asked_for)
    assert write_request(request) == asked_for
    assert write_request(read_request({**asked_for, "set-up": False})) == {
        "do": "new",
        "sheet": "standard-2018",
    }


def test_set_up_must_be_true_or_false() -> None:
    with pytest.raises(NotAllowedError, match="true or false"):
        read_request({"do": "new", "sheet": "standard-2018", "set-up": 1})


ASKED = ("for-the-people-2018", "empire-of-the-sun-2018", "wilderness-war-2018", "1866-2018")


@pytest.mark.parametrize("sheet", ASKED)
def test_both_hands_are_asked_for_as_a_turn_begins(sheet: str) -> None:
    history = play(led(sheet), "choose skip", "end-turn", "choose next-turn")
    first = history.now.sheet.turn.first
    assert history.now.turn == first_turn(sheet) + 1
    assert prompt(history.now).text == (
        f"{possessive_of(history.now.sheet.sides[first])} hand: how many cards?",
    )
    present = str(history.now.seats[first].hand_size)
    assert options(history)[0] == present
    history = play(history, f"choose {present}")
    assert history.now.active is first.other
    low = history.now.sheet.hands.low
    history = play(history, f"choose {low}")
    assert chits(history, first) == (int(present), int(present))
    assert chits(history, first.other) == (low, low)


def test_a_fixed_hand_is_not_asked_for() -> None:
    history = play(led("washingtons-war-2018"), "choose skip", "end-turn", "choose next-turn")
    assert stage(history) == "ready"


@pytest.mark.parametrize("sheet", ASKED)
def test_an_old_game_continues_without_the_question(sheet: str) -> None:
    assert stage(play(new(sheet), "end-turn", "choose next-turn")) == "ready"


def test_what_the_turn_s_end_had_to_be_refilled_stands_while_hands_are_asked_for() -> None:
    history = play(led("wilderness-war-2018"), "choose skip", "end-turn", "choose next-turn")
    before = history.orders.every
    after = play(history, f"choose {options(history)[0]}").orders.every
    assert after[: len(before)] == before


def test_an_undo_within_the_set_up_opens_its_page_with_what_it_asked() -> None:
    first = led("washingtons-war-2022")
    assert first.orders.every
    assert play(first, "choose next", "undo").orders == first.orders


def _ask_few(sheet_id: str) -> GameHistory:
    return begin_game(load_sheet(sheet_id), NewGame(sheet_id, set_up=True, few_questions=True))


def _list_questions(history: GameHistory, first: str | None = None) -> list[str]:
    """Return what the set-up asks, if its first answer is `first` and the others are as usual."""
    asked = []
    while isinstance(history.now.stage, SettingUp) and history.now.stage.page is None:
        now = prompt(history.now)
        asked.append(now.question[0])
        answer = first or now.default or ""
        history, first = answer_request(history, ChooseOption(answer)).history, None
    return asked


@pytest.mark.parametrize("sheet_id", sheet_ids())
def test_at_most_three_questions_are_asked_before_the_deal(sheet_id: str) -> None:
    assert len(_list_questions(_ask_few(sheet_id))) <= 3


def test_more_options_are_asked_for_once_they_are_wanted() -> None:
    game = _ask_few("empire-of-the-sun-2018")
    assert "Arcadia Conference?" not in _list_questions(game)
    asked = _list_questions(game, first="more")
    assert {"Which scenario?", "Arcadia Conference?", "Doubled spaces?"} <= {*asked}


def test_skipping_the_set_up_says_what_it_took() -> None:
    game = answer_request(_ask_few("empire-of-the-sun-2018"), ChooseOption("skip")).history.now
    assert describe_what_to_do(game)[0] == "Set up with: Full Campaign, Japan 7, Allies 7."
