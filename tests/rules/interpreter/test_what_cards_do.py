"""Steps of cards: swap, take, exchange, fetch, play again, roll again, decide."""

import pytest
from msgspec.structs import replace

from cdgdevice.rules.instructions import CardSource, RefillGap
from cdgdevice.rules.prompt import prompt
from cdgdevice.rules.sheet_entries import ActionSide
from tests.rules.playing import LEFT, RIGHT, actions, chits, lies, options, play
from tests.rules.small_sheets import action, asks, done_by_hand, outcome, played, said, small, stage

PLAYING = ("roll ABC", "choose A")
VARIANT = '\n[[variants]]\nid = "storm"\ntitle = "Storm"\ndefault = false\nsource = "rule"\n'


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
    assert done_by_hand(taken) == ["tell left", "move left A", "refill right B"]
    assert (lies(taken, LEFT), lies(taken, RIGHT)) == ("uuudd", "udddd")
    done = play(taken, "choose done")
    assert (lies(done, LEFT), chits(done, LEFT)) == ("uuudd", (4, 5))


def test_a_face_down_card_keeps_its_facing_when_taken() -> None:
    steps = ('{ do = "pick-random", whose = "other", among = "down" }', '{ do = "take" }')
    taken = played(small("open", action(*steps)), *PLAYING, "act", "roll 1")
    assert (lies(taken, LEFT), lies(taken, RIGHT)) == ("duudd", "uu-dd")


def test_a_taken_card_may_go_to_another_gap_than_the_card_s_under_way() -> None:
    steps = ('{ do = "pick-random", whose = "other" }', '{ do = "take", gap = true }')
    react = action('{ do = "play" }', id_="react", card='"up"')
    taken = played(small("open", action(*steps), react), *PLAYING, "react card=C", "act", "roll 1")
    assert (lies(taken, LEFT), lies(taken, RIGHT)) == ("-uudd", "-uddd")


def test_the_card_under_way_and_a_card_of_the_other_side_change_places_face_up() -> None:
    steps = (
        '{ do = "pick-random", whose = "other", among = "down" }',
        '{ do = "swap", for = "under-way" }',
    )
    given = played(small("open", action(*steps)), *PLAYING, "act", "roll 1")
    assert done_by_hand(given) == ["tell left", "flip right C", "move left A", "refill right C"]
    laid = given.now.instructions[-1]
    assert isinstance(laid, RefillGap)
    assert laid.source is CardSource.PLAYED
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
    of = small("open", action('{ do = "again", roll = true }', when='["choose"]'))
    again = played(of, "roll DE", "act")
    assert (stage(again), again.now.active, lies(again, LEFT)) == ("ready", LEFT, "uuduu")
    assert (again.now.roll, again.now.seats[LEFT].rounds_taken) == (None, 0)
    assert options(play(again, "roll AB")) == ["A", "B"]


def test_gaps_of_played_cards_are_filled_before_a_side_rolls_again() -> None:
    steps = ('{ do = "play" }', '{ do = "again", roll = true }')
    of = small("open", action(*steps, when='["choose"]', card='"up"'))
    again = played(of, "roll CDE", "act card=A")
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
        '{ do = "if", picked = true, '
        'then = [{ do = "discard" }, { do = "count", whose = "other" }], '
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


def test_an_action_is_available_once_a_game_in_the_first_round_and_in_some_turns_only() -> None:
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


def test_what_must_be_done_at_the_turn_s_end_is_said_then() -> None:
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


def test_a_side_turns_up_its_own_cards_whichever_side_s_round_it_is() -> None:
    read = small("open", action('{ do = "turn-up", until = 4 }'))
    of = replace(read, actions=(replace(read.actions[0], who=ActionSide.INACTIVE),))
    turning = played(of, "roll ABC", "choose A", "act")
    assert options(turning) == ["C", "D", "E"]
    cards = [option.card for option in prompt(turning.now).options]
    assert [card.side for card in cards if card] == [RIGHT] * 3
    turned = play(turning, "choose E", "choose C")
    assert (lies(turned, LEFT), lies(turned, RIGHT)) == ("-uudd", "uuudu")
    assert stage(turned) == "play"
