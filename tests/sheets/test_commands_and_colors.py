"""Commands & Colors: no chits, doubled spaces, unplayable results, scenarios."""

import pytest

from cdgdevice.games.sheet_library import load_sheet
from cdgdevice.rules.engine import begin_game
from cdgdevice.rules.instructions import TellPlayer
from cdgdevice.rules.notes import list_rules
from cdgdevice.rules.prompt import prompt
from cdgdevice.rules.requests import NewGame
from cdgdevice.rules.texts.sentences import describe_clock, describe_when
from cdgdevice.ui.board import count_idle_pages
from cdgdevice.ui.choices import list_choices
from cdgdevice.ui.state import UiState
from tests.rules.playing import actions, chits, lies, options
from tests.sheets.trying import LEFT, RIGHT, asks, new, play, rounds, said, tries

BOOK = "commands-and-colors-2018"
ANCIENTS, SAMURAI = "commands-and-colors-ancients-2022", "commands-and-colors-samurai-2022"
FATE = (ANCIENTS, SAMURAI)
HELP = "You may add First Strike, Tactician, Combat."
WAITING = "First Strike, Tactician, Combat only in reaction."


@tries((BOOK, *FATE), "doubled-spaces")
def test_hand_sizes_double_spaces_and_no_chit_is_counted(sheet_id: str) -> None:
    game = play(new(sheet_id, (6, 4)), "roll AB", "choose A2", "choose done")
    assert (lies(game, LEFT), chits(game, LEFT)) == ("A[ud]udD[dd]d", (None, 6))


@pytest.mark.parametrize("sheet_id", [BOOK, *FATE])
def test_turns_follow_each_other_and_belong_to_no_longer_turn(sheet_id: str) -> None:
    game = rounds(new(sheet_id), 2).now
    words = game.sheet.words
    assert describe_clock(game.turn, game.round, words) == "T2"
    assert describe_when(game.turn, game.round, words, "") == "turn 2"
    assert "end-turn" not in [each.id for each in prompt(game).actions]
    assert [words.turn, words.has_turns] == ["turn", False]


@tries((BOOK, *FATE), "reaction")
def test_first_strike_is_played_in_answer_and_filled_at_once(sheet_id: str) -> None:
    game = play(new(sheet_id), "roll AB", "choose A", "reaction B")
    assert lies(game, RIGHT) == "udddd"


@tries((BOOK, *FATE), "refill-face-up")
def test_a_card_that_lets_one_of_several_be_kept_is_replaced_face_up(sheet_id: str) -> None:
    game = play(new(sheet_id), "roll AB", "choose A", "refill-face-up", "choose done")
    assert lies(game, LEFT) == "uuddd"


@tries((BOOK, *FATE), "refill-face-up")
def test_that_card_is_used_before_its_gap_is_filled_and_asks_only_once(sheet_id: str) -> None:
    game = play(new(sheet_id), "roll AB", "choose A", "refill-face-up")
    assert lies(game, LEFT) == "-uddd"
    assert "When done, draw only one card, face-up." in said(game)
    assert "refill-face-up" not in actions(game)
    assert "Fill A, face-up." in said(play(game, "choose done"))


@tries(SAMURAI, "refill-face-up", "oda-hand", "tedorigawa")
def test_a_second_card_that_moves_into_such_a_slot_keeps_its_facing() -> None:
    game = play(new(SAMURAI, tedorigawa=True), "roll DE", "choose D", "choose no", "refill-face-up")
    assert lies(play(game, "choose done"), LEFT) == "uuddu"
    assert "Fill D with A2; keep its facing." in said(play(game, "choose done"))
    # With fewer cards than the other side nothing moves in: the slot is filled, face-up.
    game = play(game, "choose done", "roll AB", "choose A", "choose done")
    game = play(game, "roll AB", "choose B", "choose no", "refill-face-up", "choose done")
    assert "Fill B, face-up." in said(game)


@pytest.mark.parametrize("sheet_id", FATE)
def test_the_set_up_tells_the_hand_sizes_that_nothing_counts(sheet_id: str) -> None:
    game = begin_game(load_sheet(sheet_id), NewGame(sheet_id, (6, 4), set_up=True))
    while "Set-up" not in asks(game):
        game = play(game, f"choose {options(game)[0]}")
    assert said(game).startswith("Left side: Max Hand Size: 6. Right side: Max Hand Size: 4.")


def test_on_jolly_roger_without_a_section_card_any_face_up_card_may_be_played() -> None:
    game = play(new(BOOK), "roll JR")
    assert asks(game).startswith("Play C, or lowest order count of A or B (any purpose).")
    assert asks(game).endswith("No Section card, C unplayable?")
    assert "no-section-card" not in actions(play(new(BOOK), "roll AB"))


@tries(BOOK, "no-section-card")
def test_a_c_that_cannot_be_played_is_offered_no_more() -> None:
    for variant in ({}, {"tacticians_always": True}):
        game = play(new(BOOK, **variant), "roll JR", "no-section-card")
        assert (asks(game), options(game)) == ("Play A or B.", ["A", "B"])
        # Nor does a card that was put right bring it back.
        game = play(game, "set-table left A down")
        assert options(game) == ["B"]


@tries(BOOK, "reaction")
def test_while_c_alone_is_face_up_no_other_card_is_asked_for() -> None:
    game = play(new(BOOK), "roll AB", "choose A", "reaction A", "reaction B", "choose done")
    game = play(game, "roll JR")
    assert (lies(game, RIGHT), options(game)) == ("ddudd", ["C"])
    assert "no-section-card" not in actions(game)
    assert asks(game) == f"Play C. {HELP}"


@tries(BOOK, "first-strike", "first-strike-on-c", "first-strike-always")
def test_the_active_side_adds_its_own_first_strike_when_such_cards_may_be_played() -> None:
    strikes = {"first-strike", "first-strike-on-c", "first-strike-always"}
    may = {
        variant: [
            bool(
                strikes
                & actions(play(new(BOOK, **{variant: True}), f"roll {on}", f"choose {card}"))
            )
            for on, card in (("JR", "C"), ("ABC", "C"), ("CDE", "C"), ("AB", "A"), ("DE", "D"))
        ]
        for variant in ("tacticians_on_jr", "tacticians_on_c", "tacticians_always")
    }
    assert may == {
        "tacticians_on_jr": [True, False, False, False, False],
        "tacticians_on_c": [True, True, True, False, False],
        "tacticians_always": [True, True, True, True, True],
    }
    game = play(new(BOOK), "roll JR", "choose C", "first-strike B")
    assert (lies(game, LEFT), said(game)) == ("ud-dd", "Play B. Fill B, face-down.")
    play(new(BOOK, tacticians_on_c=True), "roll ABC", "choose A", "first-strike-on-c B")
    always = play(new(BOOK, tacticians_always=True), "roll DE", "choose D")
    assert lies(play(always, "first-strike-always A", "choose done"), LEFT) == "duddu"


@tries(BOOK, "tacticians-on-jr", "tacticians-on-c", "tacticians-always")
def test_tactician_cards_wait_for_the_jolly_roger_or_a_c_or_for_nothing() -> None:
    helped = {
        name: [HELP in asks(play(game, f"roll {result}")) for result in ("JR", "ABC", "CDE", "AB")]
        for name, game in (
            ("plain", new(BOOK, tacticians_on_jr=True)),
            ("on c", new(BOOK, tacticians_on_c=True)),
            ("always", new(BOOK, tacticians_always=True)),
        )
    }
    assert helped == {
        "plain": [True, False, False, False],
        "on c": [True, True, True, False],
        "always": [False, False, False, False],
    }


@tries(BOOK, "draw-tactician", "play-tactician", "react-tactician")
def test_a_special_card_is_offered_while_the_side_has_one_beside_its_display() -> None:
    bare = play(new(BOOK), "roll JR", "choose C")
    assert not {"play-tactician", "react-tactician"} & actions(bare)
    game = play(new(BOOK), "draw-tactician left", "draw-tactician right")
    assert "play-tactician" not in actions(play(game, "roll AB", "choose A"))
    game = play(game, "roll JR", "choose C", "play-tactician", "react-tactician")
    assert not {"play-tactician", "react-tactician"} & actions(game)


@tries(BOOK, "play-tactician-on-c", "play-tactician-always")
def test_with_a_variant_a_special_card_needs_a_c_or_nothing() -> None:
    on_c = play(new(BOOK, tacticians_on_c=True), "draw-tactician left")
    assert "play-tactician-on-c" not in actions(play(on_c, "roll AB", "choose A"))
    play(on_c, "roll ABC", "choose A", "play-tactician-on-c")
    always = play(new(BOOK, tacticians_always=True), "draw-tactician left")
    play(always, "roll AB", "choose A", "play-tactician-always")


@tries(FATE, "roll-again", "none-playable")
def test_unplayable_results_are_rolled_again_and_five_such_cards_replace_a(sheet_id: str) -> None:
    game = play(new(sheet_id), "roll ABC")
    assert "none-playable" not in actions(game)
    game = play(game, "roll-again", "roll CDE", "none-playable")
    assert said(game).endswith("Draw for A until a card is playable. Fill A, face-up.")
    assert options(game) == ["A"]
    assert {"roll-again", "none-playable"}.isdisjoint(actions(game))
    assert [note.title for note in list_rules(game)] == ["Nothing playable"]
    assert lies(play(game, "choose A", "choose done"), LEFT) == "duuuu"


@tries(FATE, "roll-again", "none-playable")
def test_of_a_doubled_a_the_player_says_which_card_goes(sheet_id: str) -> None:
    game = play(new(sheet_id, (6, 5)), "roll ABC", "roll-again", "roll CDE", "none-playable")
    assert options(game) == ["A1", "A2"]
    game = play(game, "choose A2", "choose A2", "choose done")
    assert lies(game, LEFT) == "A[ud]uuuu"


@tries(FATE, "reshuffle")
def test_a_reshuffle_takes_the_face_down_cards_of_both_displays(sheet_id: str) -> None:
    game = play(new(sheet_id), "roll AB", "choose A", "reshuffle")
    assert "Discard C, D and E." in said(game)
    assert (lies(game, LEFT), lies(game, RIGHT)) == ("-uddd", "uuddd")


@tries(ANCIENTS, "lake-trasimenus", "brindisi-raid", "phyle")
def test_scenarios_double_spaces_and_some_of_them_only_once() -> None:
    lake = new(ANCIENTS, lake_trasimenus=True)
    assert lies(lake, LEFT) == "A[ud]B[ud]dD[dd]E[dd]"
    lake = play(lake, "roll DE", "choose E1", "choose done", "roll AB", "choose A", "choose done")
    lake = play(lake, "roll AB", "choose A1", "choose done")
    assert lies(lake, LEFT) == "A[du]B[uu]dD[uu]u"
    raid = play(new(ANCIENTS, brindisi_raid=True), "roll AB", "choose B2", "choose done")
    assert lies(raid, LEFT) == "A[uu]udD[dd]d"
    phyle = play(new(ANCIENTS, phyle=True), "roll DE", "choose D1", "choose done")
    assert lies(phyle, LEFT) == "A[ud]B[ud]dD[du]E[uu]"
    phyle = play(phyle, "roll AB", "choose A", "choose done", "roll DE", "choose E1", "choose done")
    assert lies(phyle, LEFT) == "A[ud]B[ud]dD[uu]u"


@tries(ANCIENTS, "lake-trasimenus", "hellespont", "leader-lost")
def test_a_slot_that_a_scenario_does_not_refill_is_ordered_to_stay_empty() -> None:
    lake = play(new(ANCIENTS, lake_trasimenus=True), "roll DE", "choose D1", "choose done")
    assert said(lake) == "Carthaginians: Leave D1 empty."
    strait = play(new(ANCIENTS, hellespont=True), "roll AB", "choose A1", "leader-lost left")
    assert said(play(strait, "choose done")) == "Eumenes: Leave A1 empty."


@tries(ANCIENTS, "lake-trasimenus", "reaction")
def test_a_first_strike_from_a_space_that_is_doubled_only_once_is_not_replaced() -> None:
    lake = play(new(ANCIENTS, lake_trasimenus=True), "roll DE", "choose E1", "choose done")
    lake = play(lake, "roll AB", "choose A", "reaction D1")
    assert lies(lake, LEFT) == "A[ud]B[ud]duu"
    assert said(lake).endswith("Play D1. Carthaginians: Leave D1 empty.")
    assert lies(play(lake, "choose done"), LEFT) == "A[ud]B[ud]duu"
    # A is doubled for good.
    other = play(lake, "reaction A1")
    assert lies(other, LEFT) == "A[dd]B[ud]duu"


@tries(ANCIENTS, "hellespont", "leader-lost")
def test_at_the_hellespont_each_leader_lost_shrinks_a_hand_and_the_display_follows() -> None:
    start = play(new(ANCIENTS, hellespont=True), "roll DE", "choose D")
    assert lies(start, LEFT) == "A[ud]ud-u"
    assert said(play(start, "leader-lost left")).endswith("Decrease Max Hand Size by one.")
    equal = play(start, "leader-lost left", "choose done")
    assert (lies(equal, LEFT), chits(equal, LEFT)) == ("uuddu", (None, 5))
    wider = play(start, "leader-lost right", "choose done")
    assert (lies(wider, LEFT), chits(wider, RIGHT)) == ("A[ud]udD[dd]u", (None, 4))
    back = play(wider, "roll AB", "choose A", "leader-lost left", "choose done")
    assert lies(back, LEFT) == "A[ud]uddu"


@tries(SAMURAI, "leader-lost", "doubled-spaces")
def test_the_card_lost_with_a_leader_is_replaced_by_the_one_that_a_relieved_space_gives_up() -> (
    None
):
    game = play(new(SAMURAI, (6, 5)), "roll DE", "choose D", "leader-lost left", "roll 1")
    assert "A1" not in options(game)
    assert lies(game, LEFT) == "A[-d]ud-u"
    game = play(game, "choose done")
    # A is single again, with its second card; D is filled as ever.
    assert (lies(game, LEFT), chits(game, LEFT)) == ("duddu", (None, 5))


@tries(SAMURAI, "leader-lost", "doubled-spaces")
def test_a_second_card_moves_into_the_gap_of_another_space_in_its_facing() -> None:
    game = play(new(SAMURAI, (7, 5)), "roll DE", "choose E", "leader-lost left", "roll 2")
    assert lies(game, LEFT) == "A[ud]-dD[uu]-"
    assert lies(play(game, "choose done"), LEFT) == "A[ud]udud"


@tries(SAMURAI, "leader-lost", "doubled-spaces")
def test_two_leaders_lost_in_one_round_relieve_two_spaces() -> None:
    game = play(new(SAMURAI, (4, 1)), "roll AB", "choose A1", "leader-lost left", "roll 5")
    game = play(game, "leader-lost left", "roll 1")
    assert lies(game, LEFT) == "A[--]B[u-]dD[dd]d"
    # B loses its own gap; the second card of D moves to A, where the played card is replaced.
    game = play(game, "choose done")
    assert (lies(game, LEFT), chits(game, LEFT)) == ("A[dd]uddd", (None, 2))


@tries(SAMURAI, "leader-lost", "doubled-spaces")
def test_the_second_card_that_was_just_played_is_not_replaced() -> None:
    game = play(new(SAMURAI, (6, 5)), "roll AB", "choose A2", "leader-lost left", "roll 5")
    assert lies(game, LEFT) == "A[u-]-ddd"
    assert lies(play(game, "choose done"), LEFT) == "udddd"


@tries(SAMURAI, "leader-lost", "doubled-spaces")
def test_a_smaller_hand_is_filled_as_ever_and_the_other_side_doubles_a_space() -> None:
    game = play(new(SAMURAI), "roll DE", "choose D", "leader-lost right", "roll 1")
    assert lies(game, RIGHT) == "-uddd"
    game = play(game, "choose done")
    assert (lies(game, LEFT), lies(game, RIGHT)) == ("A[ud]uddu", "duddd")


def test_samurai_s_end_of_turn_phase_is_told_to_the_side_that_played_after_every_turn() -> None:
    game = play(new(SAMURAI), "roll AB", "choose A", "choose done")
    left = [act for act in game.now.instructions if isinstance(act, TellPlayer)]
    assert [act.side for act in left] == [LEFT]
    assert said(game).index("Fill A") < said(game).index("Take 2 Honor & Fortune")
    # It comes after every turn: with the refill it takes two pages of the glass, no more.
    assert count_idle_pages(UiState(), game) <= 2
    game = play(game, "roll DE", "choose D", "choose done")
    right = [act for act in game.now.instructions if isinstance(act, TellPlayer)]
    assert [act.side for act in right] == [RIGHT]


@tries(SAMURAI, "oda-hand")
def test_at_tedorigawa_each_card_of_oda_s_asks_for_the_units_across_the_river() -> None:
    game = play(new(SAMURAI, tedorigawa=True), "roll AB", "choose B")
    assert asks(game) == "3 or more Oda units across the river?"
    titles = [choice.title for choice in list_choices(game.now)]
    assert titles == ["Choose an answer", "Yes, 3 or more", "No, fewer than 3"]
    after = play(game, "choose no")
    assert "Decrease Max Hand Size by one." in said(after)
    assert asks(after) == "Play B, then done."
    assert said(play(game, "choose yes")) == ""
    uesugi = play(after, "choose done", "roll AB", "choose A")
    assert "river" not in asks(uesugi)


@tries(SAMURAI, "tedorigawa", "oda-hand", "doubled-spaces")
def test_at_tedorigawa_oda_s_hand_shrinks_with_each_card_while_few_are_across() -> None:
    game = new(SAMURAI, tedorigawa=True)
    assert (lies(game, LEFT), chits(game, LEFT)) == ("A[ud]uddd", (None, 6))
    game = play(game, "roll DE", "choose D", "choose no", "choose done")
    # The second card of A moves into the gap as it lies.
    assert (lies(game, LEFT), chits(game, LEFT)) == ("uuddu", (None, 5))
    game = play(game, "roll AB", "choose A", "choose done")
    game = play(game, "roll DE", "choose D", "choose no", "choose done")
    assert (lies(game, LEFT), chits(game, LEFT)) == ("uuddu", (None, 4))
    assert lies(game, RIGHT) == "A[dd]uddd"


@tries("commands-and-colors-samurai-2022", "leader-lost")
def test_three_leaders_lost_in_one_round_take_the_cards_of_three_relieved_spaces() -> None:
    game = play(new("commands-and-colors-samurai-2022", (8, 4)), "roll 2", "choose A1")
    game = play(game, "leader-lost left", "roll 1", "leader-lost left", "roll 1")
    game = play(game, "leader-lost left", "choose done")
    assert said(game).startswith(
        "Left side: Fill A2 with E2; keep its facing. Left side: Fill B with D2; keep its facing. "
        "Left side: Fill A1, face-down."
    )


def test_without_a_face_up_card_event_turns_up_exactly_one() -> None:
    """Book: with none or only one face-up, flip any one."""
    game = play(new(BOOK), "roll AB", "choose A", "reaction A", "reaction B", "choose done")
    game = play(game, "roll EVENT")
    assert asks(game) == "Flip a card of your choice."
    game = play(game, "choose D")
    assert (lies(game, RIGHT), options(game)) == ("dddud", ["D"])


def test_that_neither_c_nor_a_section_card_can_be_played_is_said_once_a_round() -> None:
    game = play(new(BOOK), "roll JR")
    assert {each.title for each in prompt(game.now).actions} >= {"Play any face-up card"}
    assert "no-section-card" not in actions(play(game, "no-section-card"))


@tries(BOOK, "hands-change", "hand-shrinks", "hand-grows", "doubled-spaces")
def test_in_a_scenario_whose_hands_change_each_card_asks_and_the_display_follows() -> None:
    assert "shrink" not in asks(play(new(BOOK), "roll AB", "choose A"))
    game = play(new(BOOK, (6, 5), hands_change=True), "roll AB", "choose B")
    assert asks(game) == "Play B. Does a hand shrink? Does one grow?"
    titles = [choice.title for choice in list_choices(game.now)]
    assert titles[1:3] == ["Hand shrinks: Left side", "Hand shrinks: Right side"]
    game = play(game, "hand-grows left")
    assert said(game).endswith("One card more in hand.")
    assert lies(play(game, "choose done"), LEFT) == "A[uu]ddD[dd]d"
    smaller = play(game, "hand-shrinks left", "hand-shrinks left", "choose done")
    assert (lies(smaller, LEFT), chits(smaller, LEFT)) == ("udddd", (None, 5))


def test_what_may_be_played_only_in_reaction_is_said_after_what_may_be_played() -> None:
    for result, what in (("AB", "Play A or B."), ("CDE", "Play C, D or E.")):
        held_back = asks(play(new(BOOK), f"roll {result}"))
        assert held_back == f"{what} {WAITING}"
    by_c = asks(play(new(BOOK, tacticians_on_c=True), "roll AB"))
    assert by_c == f"Play A or B. {WAITING}"
    free = new(BOOK, tacticians_always=True)
    assert not any(WAITING in asks(play(free, f"roll {on}")) for on in ("JR", "AB", "CDE"))
    assert HELP in asks(play(new(BOOK), "roll JR"))


@pytest.mark.parametrize("sheet", [BOOK, ANCIENTS, SAMURAI])
def test_the_scenario_says_which_side_begins(sheet: str) -> None:
    assert asks(new(sheet)) == "Whoever begins rolls."
    begun = play(new(sheet), "roll right AB", "choose A", "choose done")
    assert begun.now.active is LEFT
