"""Draw piles that run out, and the reshuffles of the sheets."""

from itertools import groupby

import pytest

from tests.rules.playing import LEFT, RIGHT, lies, options, play
from tests.rules.small_sheets import action, asks, done_by_hand, played, said, small, stage

EMPTY = action('{ do = "empty-pile" }', id_="empty", when='["ready", "play"]', who='"either"')
FALLBACK = """
[[instead]]
id = "ops-one"
title = "1-Ops"
source = "rule"
on-map = true
fallback = true
"""
ROUND = ("roll AB", "choose A", "choose done")


def shuffle(takes: str, whose: str = "mine") -> str:
    """Write an action that reshuffles."""
    step = f'{{ do = "reshuffle", whose = "{whose}", takes = "{takes}", text = "Shuffle." }}'
    return action(step, id_="shuffle", when='["ready", "play", "turn-end"]', who='"either"')


def test_in_the_open_family_the_pile_is_both_sides() -> None:
    bare = played(small("open", EMPTY), "empty side=left", *ROUND, *ROUND)
    assert (lies(bare, LEFT), lies(bare, RIGHT)) == ("-uddd", "-uddd")


def test_where_a_result_offers_nothing_the_sheet_s_own_way_is_left() -> None:
    of = small("open", EMPTY, FALLBACK)
    start = ("empty side=left", *ROUND, *ROUND, "roll AB", "choose B", "choose done", *ROUND[:0])
    nothing = played(of, *start, "roll AB", "choose B", "choose done", "roll AB")
    assert (asks(nothing), options(nothing)) == ("Nothing to play: 1-Ops.", ["ops-one"])
    done = play(nothing, "choose ops-one", "choose done")
    assert (done.now.active, done.now.seats[LEFT].chits_left) == (RIGHT, 3)
    bare = played(small("open", EMPTY), *start, "roll AB", "choose B", "choose done", "roll AB")
    assert options(bare) == ["nothing"]
    assert play(bare, "choose nothing").now.active is RIGHT


def test_event_turns_up_as_many_cards_as_there_are() -> None:
    of = small("open", EMPTY)
    two = ("roll AB", "choose A", "choose done", "roll AB", "choose A", "choose done")
    rest = ("roll AB", "choose B", "choose done", "roll AB", "choose B", "choose done")
    turning = played(of, "empty side=left", *two, *rest, "roll EVENT", hands=(9, 9))
    assert (stage(turning), options(turning)) == ("flip", ["C", "D", "E"])
    assert options(play(turning, "choose C", "choose E")) == ["C", "E"]


def test_a_reshuffle_of_face_down_cards_leaves_the_face_up_ones_and_fills_all_gaps() -> None:
    of = small("open", EMPTY, shuffle("face-down"))
    shuffled = played(of, "empty side=left", *ROUND, *ROUND, "shuffle side=left")
    assert done_by_hand(shuffled) == [
        *(f"discard left {card}" for card in "CDE"),
        "tell left",
        *(f"refill left {card}" for card in "ACDE"),
        "refill right A",
    ]
    assert lies(shuffled, LEFT) == "duddd"
    # The pile is there again for both.
    assert lies(shuffled, RIGHT) == "duddd"


def test_in_the_pile_family_the_card_on_c_is_the_pile_and_no_face_down_card() -> None:
    of = small("pile", EMPTY, shuffle("face-down"))
    shuffled = played(of, "shuffle side=left")
    assert [act for act in done_by_hand(shuffled) if "discard" in act] == [
        "discard left D",
        "discard left E",
    ]
    again = played(of, "empty side=left", *ROUND, "shuffle side=left")
    assert done_by_hand(again) == [
        "discard left D",
        "discard left E",
        "tell left",
        *(f"refill left {card}" for card in "CADE"),
    ]
    assert lies(again, LEFT) == "duddd"


def test_a_card_seen_on_c_stays_there_when_only_face_down_cards_go() -> None:
    of = small("pile", EMPTY, shuffle("face-down"))
    seen = ("roll ABC", "choose C", "choose done", *ROUND)
    kept = played(of, *seen, "roll ABC", "choose B", "empty side=left", "shuffle side=left")
    assert lies(kept, LEFT) == "u-udd"
    assert lies(play(kept, "choose done"), LEFT) == "uuddd"


def test_a_reshuffle_of_all_sets_the_display_up_again() -> None:
    for family in ("open", "pile"):
        of = small(family, EMPTY, shuffle("all"))
        again = played(of, "roll CDE", "choose C", "choose done", "shuffle side=left")
        assert lies(again, LEFT) == "uuddd"
        # In the pile family the pile is laid on C, and no card is dealt there.
        on_c = ["Place your draw pile on C, face-down."] if family == "pile" else []
        assert said(again) == ["Shuffle.", *on_c]
        bare = played(of, "empty side=left", *ROUND, "shuffle side=left")
        assert lies(bare, LEFT) == "uuddd"
        assert lies(play(bare, *ROUND, *ROUND), LEFT) == "duddd"


def test_a_reshuffled_pile_takes_a_card_seen_on_c_with_it() -> None:
    of = small("pile", shuffle("pile"))
    shuffled = played(of, "roll ABC", "choose A", "shuffle side=left")
    assert done_by_hand(shuffled) == ["return left C", "tell left", "refill left C"]
    assert lies(shuffled, LEFT) == "-uddd"
    assert lies(play(shuffled, "choose done"), LEFT) == "duddd"


def test_half_of_the_other_pile_brings_no_card_of_the_display_with_it() -> None:
    of = small("pile", EMPTY, shuffle("nothing"))
    split = played(of, "empty side=left", *ROUND, "shuffle side=left")
    assert lies(split, LEFT) == "duddd"
    # A card that was seen on C fills the gap first, as ever.
    seen = ("roll ABC", "choose A", "empty side=left", "shuffle side=left")
    assert lies(played(of, *seen), LEFT) == "-uudd"
    assert lies(played(of, *seen, "choose done"), LEFT) == "uuddd"


@pytest.mark.parametrize("takes", ["nothing", "face-down", "all", "pile"])
def test_no_reshuffle_touches_chits_or_the_round(takes: str) -> None:
    shuffled = played(small("pile", shuffle(takes)), "roll AB", "choose A", "shuffle side=right")
    assert (stage(shuffled), shuffled.now.active) == ("play", LEFT)
    assert [shuffled.now.seats[side].chits_left for side in (LEFT, RIGHT)] == [5, 5]


def test_at_the_turn_s_end_a_reshuffle_leaves_the_discards_to_the_player() -> None:
    turn = '\n[turn]\nfirst = "left"\ndiscard = "any"\nsource = "#2"\n'
    of = small("pile", turn, shuffle("face-down"))
    ended = played(of, "end-turn", "choose A", "shuffle side=left")
    assert (stage(ended), lies(ended, LEFT)) == ("turn-end", "duddd")
    assert options(ended) == ["B", "next-side", "next-turn"]
    for discarded in ("B",):
        assert options(play(ended, f"choose {discarded}")) == ["A", "B", "next-turn"]


def test_all_displays_are_discarded_before_the_shuffle_and_dealt_after_it() -> None:
    turn = '\n[turn]\nfirst = "left"\nfresh-every = 1\nsource = "turns"\n'
    fresh = played(small("open", turn), *ROUND, *ROUND, "end-turn", "choose next-turn")
    by_hand = [act.rsplit(" ", 1)[0] for act in done_by_hand(fresh) if "count" not in act]
    assert [act for act, _ in groupby(by_hand)] == [
        "discard left",
        "discard right",
        "tell",
        "deal left",
        "deal right",
    ]


@pytest.mark.parametrize("takes", ["pile", "nothing"])
def test_a_reshuffle_of_the_pile_leaves_the_gaps_of_combat_cards(takes: str) -> None:
    react = action('{ do = "play" }', id_="react", who='"either"', card='"up"')
    of = small("pile", shuffle(takes), react)
    start = ("roll ABC", "choose A", "react side=left card=B", "react side=left card=C")
    shuffled = played(of, *start, "shuffle side=left")
    assert done_by_hand(shuffled) == ["tell left", "refill left C"]
    assert lies(shuffled, LEFT) == "--ddd"
    over = played(of, *start, "shuffle side=left", "combat-over")
    assert lies(over, LEFT) == "-dddd"


def test_a_reshuffle_that_takes_no_card_of_a_display_leaves_an_open_one_as_it_is() -> None:
    react = action('{ do = "play" }', id_="react", who='"either"', card='"up"')
    of = small("open", shuffle("nothing"), react)
    shuffled = played(of, "roll AB", "choose A", "react side=left card=B", "shuffle side=left")
    assert lies(shuffled, LEFT) == "--ddd"
    assert lies(play(shuffled, "combat-over"), LEFT) == "-dddd"


def test_a_reshuffle_when_card_play_is_over_fills_the_gaps_of_discards() -> None:
    turn = '\n[turn]\nfirst = "left"\ndiscard = "any"\nsource = "turn"\n'
    at_end = '{ do = "reshuffle", takes = "nothing", text = "Shuffle." }'
    of = small("pile", turn, action(at_end, when='["turn-end"]'))
    ended = played(of, "end-turn", "choose A", "act")
    assert lies(ended, LEFT) == "duddd"
