"""Steps of cards: swap, take, exchange, fetch, play again, roll again, decide, hand size, chits."""

import pytest

from cdgdevice.method.acts import Refill, Source
from tests.method.playing import LEFT, RIGHT, actions, chits, lies, options, play
from tests.method.small_sheets import (
    action,
    asks,
    done_by_hand,
    outcome,
    played,
    said,
    small,
    stage,
)

PLAYING = ("roll ABC", "choose A")
VARIANT = '\n[[variants]]\nid = "storm"\ntitle = "Storm"\ndefault = false\nsource = "rule"\n'
DOUBLED = '\n[doubled-spaces]\nwhen = "rule"\nsource = "#8"\n'


@pytest.mark.parametrize(
    ("family", "asked"), [("open", ["swap left C"]), ("pile", ["swap left C"])]
)
def test_a_card_is_swapped_for_the_top_discard_face_up(family: str, asked: list[str]) -> None:
    of = small(family, action('{ do = "swap" }', card='"up-first"'))
    assert done_by_hand(played(of, *PLAYING, "act card=C")) == asked
    assert lies(played(of, *PLAYING, "act card=C"), LEFT) == "-uudd"


def test_a_face_down_card_is_turned_up_before_it_is_swapped() -> None:
    of = small("open", action('{ do = "swap" }', card='"down-first"'))
    swapped = played(of, *PLAYING, "act card=E")
    assert done_by_hand(swapped) == ["flip left E", "swap left E"]


def test_a_mark_does_not_pass_to_the_card_that_it_was_swapped_for() -> None:
    marks = '\n[marks]\nkinds = ["scoring"]\nsource = "marks"\n'
    of = small("open", marks, action('{ do = "swap" }', card='"up-first"'))
    swapped = played(of, "mark left B scoring", *PLAYING, "act card=B")
    assert swapped.now.seats[LEFT].display.marks == ()


TAKE = ('{ do = "pick-random", whose = "other" }', '{ do = "take" }')


def test_a_card_of_the_other_side_is_taken_to_the_place_of_the_card_under_way() -> None:
    of = small("open", action(*TAKE, '{ do = "fill", facing = "down" }'))
    taken = played(of, *PLAYING, "act", "roll 5")
    assert done_by_hand(taken) == ["move left A", "refill right B"]
    assert (lies(taken, LEFT), lies(taken, RIGHT)) == ("uuudd", "udddd")
    done = play(taken, "choose done")
    assert (lies(done, LEFT), chits(done, LEFT)) == ("uuudd", (4, 5))


def test_a_face_down_card_is_taken_as_it_lies() -> None:
    steps = ('{ do = "pick-random", whose = "other", among = "down" }', '{ do = "take" }')
    taken = played(small("open", action(*steps)), *PLAYING, "act", "roll 1")
    assert (lies(taken, LEFT), lies(taken, RIGHT)) == ("duudd", "uu-dd")


def test_a_taken_card_may_go_to_another_gap_than_the_card_s_under_way() -> None:
    steps = ('{ do = "pick-random", whose = "other" }', '{ do = "take", gap = true }')
    react = action('{ do = "play" }', id_="react", card='"up"')
    taken = played(small("open", action(*steps), react), *PLAYING, "react card=C", "act", "roll 1")
    assert (lies(taken, LEFT), lies(taken, RIGHT)) == ("-uudd", "-uddd")


def test_the_card_under_way_and_a_card_of_the_other_side_change_places_face_up() -> None:
    steps = ('{ do = "pick-random", whose = "other", among = "down" }', '{ do = "exchange" }')
    given = played(small("open", action(*steps)), *PLAYING, "act", "roll 1")
    assert done_by_hand(given) == ["flip right C", "move left A", "refill right C"]
    laid = given.now.acts[-1]
    assert isinstance(laid, Refill)
    assert laid.source is Source.PLAYED
    assert (lies(given, LEFT), lies(given, RIGHT)) == ("uuudd", "uuudd")


def test_a_card_is_fetched_from_the_discards_into_the_gap_face_up() -> None:
    steps = ('{ do = "pick-under-way" }', '{ do = "fill", facing = "up", discards = true }')
    of = small("open", action(*steps, '{ do = "uncounted" }'))
    fetched = played(of, *PLAYING, "act")
    assert (done_by_hand(fetched), lies(fetched, LEFT)) == (["refill left A"], "uuudd")
    done = played(of, *PLAYING, "act", "choose done")
    assert (lies(done, LEFT), chits(done, LEFT), done.now.active) == ("uuudd", (5, 5), RIGHT)


def test_the_same_result_offers_cards_again_and_only_the_second_card_counts() -> None:
    steps = ('{ do = "pick-under-way" }', '{ do = "fill", facing = "up" }', '{ do = "again" }')
    of = small("open", action(*steps))
    again = played(of, *PLAYING, "act")
    assert (stage(again), options(again), lies(again, LEFT)) == ("choose", ["A", "B", "C"], "uuudd")
    done = played(of, *PLAYING, "act", "choose C", "choose done")
    assert (lies(done, LEFT), chits(done, LEFT)) == ("uuddd", (4, 5))


def test_a_side_rolls_again_and_its_round_is_not_taken() -> None:
    of = small("open", action('{ do = "roll-again" }', when='["choose"]'))
    again = played(of, "roll DE", "act")
    assert (stage(again), again.now.active, lies(again, LEFT)) == ("ready", LEFT, "uuduu")
    assert (again.now.roll, again.now.seats[LEFT].rounds) == (None, 0)
    assert options(play(again, "roll AB")) == ["A", "B"]


def test_gaps_of_combat_cards_are_filled_before_a_side_rolls_again() -> None:
    combat = '\n[combat]\nsource = "#3"\n'
    of = small("open", combat, action('{ do = "roll-again" }', when='["choose"]'))
    again = played(of, "roll CDE", "combat left A", "act")
    assert lies(again, LEFT) == "duuuu"


def test_an_offered_card_may_be_replaced_before_it_is_chosen() -> None:
    steps = (
        '{ do = "discard" }',
        '{ do = "fill", facing = "up" }',
        '{ do = "offer-picked", uses = ["any"] }',
    )
    of = small("open", action(*steps, when='["choose"]', card='"up"', offered="true"))
    replaced = played(of, "roll AB", "act card=B")
    assert (stage(replaced), options(replaced), lies(replaced, LEFT)) == (
        "choose",
        ["A", "B"],
        "uuddd",
    )


def test_a_card_taken_up_before_the_roll_takes_the_round() -> None:
    steps = '{ do = "offer-picked", uses = ["event"] }'
    of = small("open", action(steps, when='["ready"]', card='"up"'))
    offered = played(of, "act card=B")
    assert (stage(offered), options(offered)) == ("choose", ["B"])
    done = played(of, "act card=B", "choose B", "choose done")
    assert (lies(done, LEFT), chits(done, LEFT)) == ("udddd", (4, 5))


def test_the_player_decides_and_the_steps_of_the_answer_follow() -> None:
    yes = '{ id = "yes", title = "Yes", steps = [{ do = "uncounted" }] }'
    answers = f'[{yes}, {{ id = "no", title = "No" }}]'
    of = small("open", action(f'{{ do = "decide", text = "Well?", answers = {answers} }}'))
    assert options(played(of, *PLAYING, "act")) == ["yes", "no"]
    assert chits(played(of, *PLAYING, "act", "choose yes", "choose done"), LEFT) == (5, 5)
    assert chits(played(of, *PLAYING, "act", "choose no", "choose done"), LEFT) == (4, 5)


def test_a_variant_decides_which_steps_follow() -> None:
    step = (
        '{ do = "if", variant = "storm", then = [{ do = "tell", text = "It storms." }], '
        'else = [{ do = "tell", text = "It is calm." }] }'
    )
    of = small("open", VARIANT, action(step))
    assert said(played(of, *PLAYING, "act")) == ["It is calm."]
    assert said(played(of, *PLAYING, "act", storm=True)) == ["It storms."]


def test_whether_there_was_a_card_to_pick_decides_too() -> None:
    step = (
        '{ do = "if-picked", then = [{ do = "discard" }, { do = "count", whose = "other" }], '
        'else = [{ do = "tell", text = "Nothing to lose." }] }'
    )
    of = small("open", action('{ do = "pick-random", whose = "other" }', step))
    lost = ("act", "roll 1", "act")
    assert chits(played(of, *PLAYING, *lost), RIGHT) == (3, 5)
    bare = played(of, *PLAYING, *lost, "act")
    assert (said(bare), chits(bare, RIGHT)) == (["Nothing to lose."], (3, 5))


def test_a_gap_may_be_filled_face_up_when_the_round_is_over() -> None:
    steps = ('{ do = "play" }', '{ do = "fill", facing = "up", later = true }')
    of = small("open", action(*steps, card='"up"'))
    assert lies(played(of, *PLAYING, "act card=C"), LEFT) == "-u-dd"
    assert lies(played(of, *PLAYING, "act card=C", "choose done"), LEFT) == "duudd"
    over = played(of, *PLAYING, "act card=C", "combat-over")
    assert lies(over, LEFT) == "-uudd"


def test_the_player_picks_a_card_of_the_named_spaces_and_needs_not_where_there_is_one() -> None:
    def picking(letters: str) -> str:
        return action(
            f'{{ do = "pick", among = "up", text = "Which?", spaces = {letters} }}',
            '{ do = "discard" }',
        )

    assert options(played(small("open", picking('["B", "C"]')), *PLAYING, "act")) == ["B", "C"]
    alone = played(small("open", picking('["B"]')), *PLAYING, "act")
    assert done_by_hand(alone) == ["discard left B"]
    assert done_by_hand(played(small("open", picking('["D"]')), *PLAYING, "act")) == []


# Chits and hands.


def test_chits_are_added_and_lost_for_this_turn_only() -> None:
    more = action('{ do = "chits", by = 1 }', '{ do = "chits", whose = "other", by = -1 }')
    changed = played(small("open", more), *PLAYING, "act")
    assert (chits(changed, LEFT), chits(changed, RIGHT)) == ((6, 6), (4, 4))
    following = play(changed, "choose done", "end-turn", "choose next-turn")
    assert (chits(following, LEFT), chits(following, RIGHT)) == ((5, 5), (5, 5))


def test_a_chit_that_is_added_for_a_turn_doubles_no_space() -> None:
    of = small("open", DOUBLED, action('{ do = "chits", by = 1 }'))
    assert lies(played(of, *PLAYING, "act", "choose done"), LEFT) == "duudd"


def test_a_hand_size_set_while_a_chit_is_added_keeps_that_chit() -> None:
    of = small("open", action('{ do = "chits", by = 1 }'))
    sized = played(of, *PLAYING, "act", "choose done", "hand left 3")
    assert chits(sized, LEFT) == (3, 4)
    assert chits(play(sized, "end-turn", "choose next-turn"), LEFT) == (3, 3)


def test_of_more_chits_only_so_many_stay() -> None:
    of = small("open", action('{ do = "chits-at-most", number = 4 }'))
    assert chits(played(of, *PLAYING, "act", hands=(7, 5)), LEFT) == (4, 7)
    assert chits(played(of, *PLAYING, "act", hands=(3, 5)), LEFT) == (3, 3)


def test_no_chit_goes_below_none() -> None:
    of = small("open", action('{ do = "count", whose = "both" }'))
    none = played(of, *PLAYING, "act", "act", hands=(1, 1))
    assert (chits(none, LEFT), chits(none, RIGHT)) == ((0, 1), (0, 1))
    assert chits(play(none, "choose done"), LEFT) == (0, 1)


def test_a_hand_that_grows_doubles_a_space_when_the_round_is_over() -> None:
    of = small("open", DOUBLED, action('{ do = "hand-size", by = 1 }'))
    grown = played(of, *PLAYING, "act")
    assert (lies(grown, LEFT), chits(grown, LEFT)) == ("-uudd", (6, 6))
    done = played(of, *PLAYING, "act", "choose done")
    assert (lies(done, LEFT), chits(done, LEFT)) == ("A[dd]uudd", (5, 6))


def test_a_hand_never_grows_beyond_the_sheet_s_highest_nor_below_one() -> None:
    of = small(
        "open",
        action('{ do = "hand-size", by = 3 }'),
        action('{ do = "hand-size", by = -3 }', id_="less"),
    )
    assert chits(played(of, *PLAYING, "act", hands=(8, 5)), LEFT) == (9, 9)
    assert chits(played(of, *PLAYING, "less", hands=(2, 5)), LEFT) == (1, 1)


LEADER_LOST = action(
    '{ do = "pick-random", among = "up" }',
    '{ do = "discard" }',
    '{ do = "hand-size", by = -1 }',
    '{ do = "fill" }',
)


def test_the_second_card_of_a_relieved_space_fills_the_gap_of_the_card_that_was_lost() -> None:
    steps = (
        '{ do = "pick-random", among = "up" }',
        '{ do = "discard" }',
        '{ do = "hand-size", by = -1 }',
    )
    of = small("open", DOUBLED, action(*steps))
    lost = played(of, "roll DE", "choose D", "act", "roll 1", hands=(6, 5))
    assert (lies(lost, LEFT), chits(lost, LEFT)) == ("A[-d]ud-u", (5, 5))
    lost = played(of, "roll DE", "choose D", "act", "roll 3", hands=(6, 5))
    assert lies(lost, LEFT) == "A[ud]-d-u"
    done = played(of, "roll DE", "choose D", "act", "roll 3", "choose done", hands=(6, 5))
    assert done_by_hand(done)[0] == "move left B"
    assert lies(done, LEFT) == "udddu"


def test_a_gap_that_waits_for_a_relieved_card_is_left_when_other_gaps_are_filled() -> None:
    steps = (
        '{ do = "pick", text = "Which?", among = "up", spaces = ["B"] }',
        '{ do = "discard" }',
        '{ do = "hand-size", by = -1 }',
    )
    react = action('{ do = "play" }', id_="react", card='"up"')
    of = small("open", DOUBLED, action(*steps), react)
    start = ("roll DE", "choose D", "react card=E", "act", "combat-over")
    assert lies(played(of, *start, hands=(6, 5)), LEFT) == "A[ud]-d-d"
    assert lies(played(of, *start, "choose done", hands=(6, 5)), LEFT) == "udddd"


def test_the_gap_is_filled_from_the_pile_where_no_space_is_relieved() -> None:
    of = small("open", LEADER_LOST)
    done = played(of, "roll DE", "choose D", "act", "roll 1", "choose done")
    assert lies(done, LEFT) == "duddu"


def test_a_scenario_doubles_spaces_until_a_card_of_them_is_played() -> None:
    scenario = (
        '\n[[variants]]\nid = "lake"\ntitle = "Lake"\ndefault = false\nsource = "scenario"\n'
        'doubled = { side = "left", spaces = ["A", "B", "D", "E"], once = ["D", "E"] }\n'
    )
    steps = ('{ do = "pick-under-way" }', '{ do = "fill", facing = "up" }')
    of = small("open", scenario, action(*steps))
    start = played(of, lake=True)
    assert (lies(start, LEFT), lies(start, RIGHT)) == ("A[ud]B[ud]dD[dd]E[dd]", "uuddd")
    a = played(of, "roll AB", "choose A1", "choose done", lake=True)
    assert lies(a, LEFT) == "A[du]B[uu]dD[dd]E[dd]"
    d = played(of, "roll DE", "choose D2", "choose done", lake=True)
    assert lies(d, LEFT) == "A[ud]B[ud]duE[uu]"
    # It is not filled again, whatever a card says.
    kept = played(of, "roll DE", "choose D2", "act", lake=True)
    assert lies(kept, LEFT) == "A[ud]B[ud]dD[u-]E[uu]"
    assert lies(play(kept, "choose done"), LEFT) == "A[ud]B[ud]duE[uu]"
    single = play(d, "roll AB", "choose A", "choose done", "roll DE", "choose D", "choose done")
    assert lies(single, LEFT) == "A[ud]B[ud]ddE[uu]"


def test_hands_may_be_given_turn_by_turn_and_the_last_one_stays() -> None:
    of = small(
        "open",
        '\n[hands]\ndefault = [4, 4]\nlow = 4\nhigh = 7\nby-turn = [4, 5, 7]\nsource = "hands"\n',
    )
    history, seen = played(of), []
    for _ in range(4):
        seen.append(chits(history, LEFT))
        history = play(history, "end-turn", "choose next-turn")
    assert seen == [(4, 4), (5, 5), (7, 7), (7, 7)]


def test_an_action_may_be_had_once_a_game_in_the_first_round_and_in_some_turns_only() -> None:
    tell = '{ do = "tell", text = "Done." }'
    of = small(
        "open",
        action(tell, id_="once", once="true"),
        action(tell, id_="first", first_round="true"),
        action(tell, id_="early", turns="[1, 1]"),
        action(tell, id_="after", result='"AB"'),
    )
    playing = played(of, *PLAYING)
    assert actions(playing) >= {"once", "first", "early"}
    assert "after" not in actions(playing)
    assert "after" in actions(played(of, "roll AB", "choose A"))
    assert "once" not in actions(play(playing, "once"))
    rest = ("choose done", "roll AB", "choose A", "choose done", *PLAYING)
    second = play(playing, "once", *rest)
    assert actions(second) >= {"early"}
    assert not actions(second) & {"once", "first"}
    assert "early" not in actions(
        play(second, "choose done", "end-turn", "choose next-turn", *PLAYING)
    )


def test_what_is_to_be_done_at_the_turn_s_end_is_said_then() -> None:
    of = small("open", action('{ do = "at-turn-end", text = "Shuffle." }'))
    ended = played(of, *PLAYING, "act", "choose done", "end-turn")
    assert said(ended) == ["Shuffle."]
    assert said(play(ended, "choose next-turn", "end-turn")) == []


def test_a_card_beside_the_display_may_be_played_and_turns_no_chit_unless_it_counts() -> None:
    beside = '\n[[beside]]\nid = "{0}"\ntitle = "{0}"\nsource = "rule"\ncounts = {1}\n'
    offers = [
        '{ do = "flip", spaces = ["C"] }',
        '{ do = "offer", spaces = ["C"], uses = ["any"] }',
        '{ do = "offer-beside", card = "free" }',
        '{ do = "offer-beside", card = "dear" }',
    ]
    of = small(
        "open",
        beside.format("free", "false"),
        beside.format("dear", "true"),
        JR=outcome("JR", *offers),
    )
    assert options(played(of, "roll JR")) == ["C", "free", "dear"]
    assert asks(played(of, "roll JR")) == "Play C, free, or dear."
    assert chits(played(of, "roll JR", "choose free", "choose done"), LEFT) == (5, 5)
    assert chits(played(of, "roll JR", "choose dear", "choose done"), LEFT) == (4, 5)
