"""Steps that turn chits or change hands, and what doubled spaces make of that."""

import pytest

from tests.rules.playing import LEFT, RIGHT, chits, lies, play
from tests.rules.small_sheets import action, done_by_hand, played, said, small

PLAYING = ("roll ABC", "choose A")
DOUBLED = '\n[doubled-spaces]\nwhen = "rule"\nsource = "#8"\n'


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


def test_of_more_chits_only_so_many_stay_beside_that_of_the_card_under_way() -> None:
    of = small("open", action('{ do = "chits", at-most = 4 }'))
    assert chits(played(of, *PLAYING, "act", hands=(7, 5)), LEFT) == (5, 7)
    assert chits(played(of, *PLAYING, "act", "choose done", hands=(7, 5)), LEFT) == (4, 7)
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


@pytest.mark.parametrize("default", ["", "default = [7, 7]\n"])
def test_hands_by_turn_hold_from_turn_1_on_and_the_last_one_stays(default: str) -> None:
    of = small(
        "open",
        f'\n[hands]\n{default}low = 4\nhigh = 7\nby-turn = [4, 5, 7]\nsource = "hands"\n',
    )
    history, seen = played(of), []
    for _ in range(4):
        seen.append(chits(history, LEFT))
        history = play(history, "end-turn", "choose next-turn")
    assert seen == [(4, 4), (5, 5), (7, 7), (7, 7)]


def test_a_turn_that_begins_with_an_empty_pile_may_leave_fewer_cards() -> None:
    of = small(
        "pile",
        '\n[hands]\ndefault = [5, 5]\nlow = 5\nhigh = 5\nwhile-pile-empty = 2\nsource = "hands"\n'
        '\n[[actions]]\nid = "pile-empty"\ntitle = "Pile empty"\nwhen = ["ready"]\nwho = "either"\n'
        'source = "piles"\nsteps = [{ do = "empty-pile" }]\n'
        '\n[[actions]]\nid = "shuffle"\ntitle = "Shuffle"\nwhen = ["ready"]\nwho = "either"\n'
        'source = "piles"\nsteps = [{ do = "reshuffle", takes = "face-down", text = "S." }]\n',
    )
    history = play(played(of), "pile-empty side=left", "end-turn", "choose next-turn")
    assert (chits(history, LEFT), chits(history, RIGHT)) == ((2, 5), (5, 5))
    late = play(history, "shuffle side=left")
    assert chits(late, LEFT) == (5, 5), "it was due before the turn began"
    assert chits(play(late, "undo"), LEFT) == (2, 5)
    begun = play(history, "roll AB", "choose A", "choose done", "shuffle side=left")
    assert chits(begun, LEFT) == (1, 5)


def test_a_reaction_leaves_single_what_a_scenario_doubles_only_once() -> None:
    scenario = (
        '\n[[variants]]\nid = "lake"\ntitle = "Lake"\ndefault = false\nsource = "scenario"\n'
        'doubled = { side = "right", spaces = ["A", "E"], once = ["A"] }\n'
    )
    play_and_fill = ('{ do = "play" }', '{ do = "fill", facing = "down" }')
    react = action(*play_and_fill, who='"inactive"', card='"up"')
    battle = action('{ do = "play" }', id_="battle", who='"inactive"', card='"up"')
    of = small("open", scenario, react, battle)
    struck = played(of, "roll AB", "choose A", "act card=A1", lake=True)
    assert (lies(struck, RIGHT), done_by_hand(struck)) == (
        "duddE[dd]",
        ["play right A1", "leave-empty right A1"],
    )
    assert lies(play(struck, "choose done"), RIGHT) == "duddE[dd]"
    waiting = played(of, "roll AB", "choose A", "battle card=A1", lake=True)
    assert lies(waiting, RIGHT) == "A[-d]uddE[dd]"
    assert lies(play(waiting, "combat-over"), RIGHT) == "duddE[dd]"


def test_a_hand_set_at_the_turn_s_end_leaves_this_turn_s_chits_as_they_are() -> None:
    ended = played(small("open"), "end-turn", "hand left 4", hands=(7, 7))
    assert chits(ended, LEFT) == (7, 7)
    assert said(ended) == ["Hand size 4 from the next turn."]
    assert chits(play(ended, "choose next-turn"), LEFT) == (4, 4)
    back = played(small("open"), "end-turn", "hand left 4", "hand left 7", "choose next-turn")
    assert chits(back, LEFT) == (7, 7)


def test_a_card_that_shrinks_a_hand_at_the_turn_s_end_is_for_the_next_turn_too() -> None:
    shrinks = action('{ do = "hand-size", by = -1 }', when='["turn-end"]')
    ended = played(small("open", shrinks), "end-turn", "act", "act", hands=(7, 7))
    assert chits(ended, LEFT) == (7, 7)
    assert chits(play(ended, "choose next-turn"), LEFT) == (5, 5)
