"""Random Card Selection: who is drawn how often, and with how many throws."""

from fractions import Fraction
from itertools import product

import pytest

from cdgdevice.rules.die import NO_THROW_YET, draw_fairly, list_single_throws
from cdgdevice.rules.game import Waiting
from cdgdevice.rules.wants import WantsDie
from tests.rules.playing import LEFT, RIGHT, lies, options
from tests.rules.small_sheets import action, asks, done_by_hand, played, said, small, stage

RANDOM = small(
    "open",
    action(
        '{ do = "pick-random", whose = "other" }',
        '{ do = "discard" }',
        '{ do = "fill", facing = "down" }',
        '{ do = "count", whose = "other" }',
    ),
)
DOUBLED = '\n[doubled-spaces]\nwhen = "rule"\nsource = "#8"\n'
PLAYING = ("roll ABC", "choose A")


def ends(among: int, throws: int) -> dict[int, Fraction]:
    """How likely each of `among` things is drawn within so many throws."""
    found: dict[int, Fraction] = {}
    ways = {NO_THROW_YET: Fraction(1)}
    for _ in range(throws):
        following: dict[tuple[int, int], Fraction] = {}
        for so_far, chance in ways.items():
            for number in range(1, 7):
                led_to = draw_fairly(number, among, so_far)
                if isinstance(led_to, tuple):
                    following[led_to] = following.get(led_to, Fraction(0)) + chance / 6
                else:
                    found[led_to] = found.get(led_to, Fraction(0)) + chance / 6
        ways = following
    return found


@pytest.mark.parametrize("among", range(2, 10))
def test_every_card_is_equally_likely_after_any_number_of_throws(among: int) -> None:
    for throws in range(1, 9):
        found = ends(among, throws)
        if found:
            assert set(found) == set(range(among))
            assert len(set(found.values())) == 1


@pytest.mark.parametrize(
    ("among", "numbers"),
    [
        (2, ("1-3", "4-6")),
        (3, ("1-2", "3-4", "5-6")),
        (4, ("1", "2", "3", "4")),
        (5, ("1", "2", "3", "4", "5")),
    ],
)
def test_up_to_five_cards_the_chart_of_the_documents_decides(
    among: int, numbers: tuple[str, ...]
) -> None:
    assert list_single_throws(among) == numbers
    for card, throw in enumerate(numbers):
        low, _, high = throw.partition("-")
        for number in range(int(low), int(high or low) + 1):
            assert draw_fairly(number, among, NO_THROW_YET) == card


@pytest.mark.parametrize(("among", "again"), [(4, (5, 6)), (5, (6,))])
def test_with_four_and_five_cards_the_numbers_left_over_are_rolled_again(
    among: int, again: tuple[int, ...]
) -> None:
    assert [n for n in range(1, 7) if draw_fairly(n, among, NO_THROW_YET) == NO_THROW_YET] == list(
        again
    )


@pytest.mark.parametrize("among", range(2, 10))
def test_no_fair_way_takes_fewer_throws_on_average_but_the_chart_with_four_and_five(
    among: int,
) -> None:
    charted = {4: Fraction(3, 2), 5: Fraction(6, 5)}
    waiting, throws = {NO_THROW_YET: Fraction(1)}, Fraction(0)
    for _ in range(60):
        throws += sum(waiting.values())
        following: dict[tuple[int, int], Fraction] = {}
        for so_far, chance in waiting.items():
            for number in range(1, 7):
                led_to = draw_fairly(number, among, so_far)
                if isinstance(led_to, tuple):
                    following[led_to] = following.get(led_to, Fraction(0)) + chance / 6
        waiting = following
    assert abs(throws - charted.get(among, fewest_throws(among))) < Fraction(1, 10**9)


def fewest_throws(among: int) -> Fraction:
    """Of 6^n equal chances as many are used as divide evenly; the rest goes on (Knuth and Yao)."""
    left, throws, chances = 1, Fraction(0), Fraction(1)
    for _ in range(60):
        throws += left * chances
        left, chances = left * 6 % among, chances / 6
    return throws


def test_the_die_says_which_card_goes_and_the_loser_turns_a_chit() -> None:
    asked = played(RANDOM, *PLAYING, "act")
    assert stage(asked) == "dice"
    assert asks(asked) == "Roll for Blues' card: 1-3 A, 4-6 B."
    assert options(asked) == []
    lost = played(RANDOM, *PLAYING, "act", "roll 4")
    assert said(lost)[0] == "4: Blues' B."
    assert done_by_hand(lost)[1:] == ["discard right B", "refill right B", "count right"]
    assert lies(lost, RIGHT) == "uddd" + "d"
    assert stage(lost) == "play"
    assert (lost.now.seats[RIGHT].chits_left, lost.now.seats[LEFT].chits_left) == (4, 5)


def test_one_card_is_picked_without_a_throw() -> None:
    first = played(RANDOM, *PLAYING, "act", "roll 1", "act")
    assert stage(first) == "play"
    assert lies(first, RIGHT) == "ddddd"


def test_without_a_card_nothing_is_discarded() -> None:
    bare = played(RANDOM, *PLAYING, "act", "roll 1", "act", "act")
    assert done_by_hand(bare) == ["count right"]


def test_a_throw_of_the_chart_that_picks_none_is_rolled_again() -> None:
    of = small(
        "open", DOUBLED, action('{ do = "pick-random", among = "down" }', '{ do = "discard" }')
    )
    playing = ("roll JR", "choose C", "act")
    assert (
        asks(played(of, *playing, hands=(7, 5)))
        == "Roll for a card: 1 A2, 2 D1, 3 D2, 4 E, 5-6 again."
    )
    for again, number in product((5, 6), (1, 4)):
        picked = played(of, *playing, f"roll {again}", f"roll {number}", hands=(7, 5))
        assert done_by_hand(picked) == [
            "tell left",
            f"discard left {('A2', 'D1', 'D2', 'E')[number - 1]}",
        ]


def test_cards_of_a_doubled_space_stand_one_after_the_other() -> None:
    of = small(
        "open",
        DOUBLED,
        action('{ do = "pick-random", among = "any" }', '{ do = "discard" }'),
    )
    asked = played(of, "roll JR", "choose C", "act", hands=(9, 5))
    assert isinstance(asked.now.stage, Waiting)
    assert isinstance(asked.now.stage.want, WantsDie)
    among = " ".join(str(picked.card) for picked in asked.now.stage.want.among)
    assert among == "A1 A2 B1 B2 D1 D2 E1 E2"
    # 8 cards: 36 chances, four each, and four left over for a third throw.
    picked = played(of, "roll JR", "choose C", "act", "roll 1", "roll 5", hands=(9, 5))
    assert done_by_hand(picked) == ["tell left", "discard left A2"]
    assert stage(played(of, "roll JR", "choose C", "act", "roll 6", "roll 6", hands=(9, 5))) == (
        "dice"
    )


def test_where_no_card_lies_the_one_way_the_others_are_meant() -> None:
    of = small("open", action('{ do = "pick-random", among = "down-first" }', '{ do = "discard" }'))
    assert (
        asks(played(of, "roll CDE", "choose C", "act"))
        == "Roll for a card: 1 A, 2 B, 3 D, 4 E, 5-6 again."
    )
    assert asks(played(of, "roll AB", "choose A", "act")) == "Roll for a card: 1-2 C, 3-4 D, 5-6 E."
