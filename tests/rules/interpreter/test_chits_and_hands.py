"""Steps that turn chits or change hands, at their bounds; as sheets have them: tests/sheets."""

from tests.rules.playing import LEFT, RIGHT, chits, lies, play
from tests.rules.small_sheets import action, played, said, small

PLAYING = ("roll ABC", "choose A")
DOUBLED = '\n[doubled-spaces]\nwhen = "rule"\nsource = "#8"\n'


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


def test_a_hand_never_grows_beyond_the_sheet_s_highest_nor_below_one() -> None:
    of = small(
        "open",
        action('{ do = "hand-size", by = 3 }'),
        action('{ do = "hand-size", by = -3 }', id_="less"),
    )
    assert chits(played(of, *PLAYING, "act", hands=(8, 5)), LEFT) == (9, 9)
    assert chits(played(of, *PLAYING, "less", hands=(2, 5)), LEFT) == (1, 1)


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


def test_a_space_that_a_scenario_doubles_only_once_stays_single_whatever_a_card_says() -> None:
    scenario = (
        '\n[[variants]]\nid = "lake"\ntitle = "Lake"\ndefault = false\nsource = "scenario"\n'
        'doubled = { side = "left", spaces = ["D", "E"], once = ["D", "E"] }\n'
    )
    of = small(
        "open", scenario, action('{ do = "pick-under-way" }', '{ do = "fill", facing = "up" }')
    )
    kept = played(of, "roll DE", "choose D2", "act", lake=True)
    assert lies(kept, LEFT) == "uudD[u-]E[uu]"
    assert lies(play(kept, "choose done"), LEFT) == "uuduE[uu]"


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
