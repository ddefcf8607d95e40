"""Marks: what the player says of a face-up card, and what it forces (Book, #4 and #7)."""

import pytest

from cdgdevice.rules.requests import NotAllowedError
from cdgdevice.rules.sheet import Sheet
from tests.rules.playing import LEFT, RIGHT, actions, lies, options, play
from tests.rules.small_sheets import action, asks, done_by_hand, outcome, played, small, stage

ALL = '["mandatory", "first-opportunity", "scoring", "special", "combat"]'
BESIDE = """
[[beside]]
id = "lying-by"
title = "The other card"
source = "rule"
"""
PASS = """
[[instead]]
id = "pass"
title = "Pass"
source = "rule"
after-roll = true
"""


def marks(**keys: str) -> str:
    """Write the rules of marks."""
    told = {"kinds": ALL, "source": '"marks"'} | keys
    return "\n[marks]\n" + "\n".join(f"{k.replace('_', '-')} = {v}" for k, v in told.items()) + "\n"


def round_of(side: str, card: str) -> tuple[str, ...]:
    """One round, in which this card is played."""
    return (f"roll {side} ABC", f"choose {card}", "choose done")


PLAIN = small("open", marks(), PASS)
JOLLY = small(
    "open",
    marks(jolly_roger="true"),
    BESIDE,
    PASS,
    JR=outcome(
        "JR",
        '{ do = "flip", spaces = ["C"] }',
        '{ do = "offer", spaces = ["C"], uses = ["any"] }',
        '{ do = "offer-beside", card = "lying-by" }',
    ),
)


def test_a_mark_goes_with_its_card_and_can_be_taken_away() -> None:
    marked = played(PLAIN, "mark left A mandatory")
    assert [str(place) for place, _ in marked.now.seats[LEFT].display.marks] == ["A"]
    taken = played(PLAIN, "mark left A mandatory", "mark left A none")
    assert taken.now.seats == played(PLAIN).now.seats
    gone = played(PLAIN, "mark left A scoring", *round_of("left", "A"))
    assert gone.now.seats[LEFT].display.marks == ()


def test_a_mark_moves_with_the_card_on_c_that_fills_a_gap() -> None:
    pile = small("pile", marks())
    moved = played(pile, "roll ABC", "mark left C scoring", "choose A", "choose done")
    assert [str(place) for place, _ in moved.now.seats[LEFT].display.marks] == ["A"]


def test_a_mandatory_card_forces_nothing_while_chits_are_left() -> None:
    free = played(PLAIN, "mark left A mandatory", "roll AB")
    assert options(free) == ["A", "B", "pass"]


@pytest.mark.parametrize("kind", ["mandatory", "first-opportunity"])
def test_in_the_last_round_a_mandatory_card_is_played_as_its_event_without_a_roll(
    kind: str,
) -> None:
    forced = played(PLAIN, f"mark left A {kind}", hands=(1, 5))
    assert asks(forced) == "No roll: A must be played, or Pass."
    assert options(forced) == ["A", "pass"]
    with pytest.raises(NotAllowedError):
        play(forced, "roll AB")
    done = played(PLAIN, f"mark left A {kind}", "choose A", "choose done", hands=(1, 5))
    assert (lies(done, LEFT), done.now.seats[LEFT].chits_left) == ("duddd", 0)


def test_as_many_mandatory_cards_as_chits_are_left_skip_the_roll_one_after_the_other() -> None:
    two = played(PLAIN, "mark left A mandatory", "mark left B mandatory", hands=(2, 1))
    assert options(two) == ["A", "B", "pass"]
    rest = play(two, "choose B", "choose done", "roll AB", "choose A", "choose done")
    assert (rest.now.active, options(rest)) == (LEFT, ["A", "pass"])


def test_a_pass_leaves_a_mandatory_card_its_chit() -> None:
    """Book, Empire of the Sun: a pass can be used instead of playing a card."""
    passed = played(PLAIN, "mark left A mandatory", "choose pass", hands=(1, 5))
    assert passed.now.seats[LEFT].chits_left == 1
    assert passed.now.active is RIGHT


def test_a_scoring_card_and_one_chit_left_skip_the_roll() -> None:
    assert options(played(PLAIN, "mark left B scoring", hands=(1, 5))) == ["B"]
    assert stage(played(PLAIN, "mark left B scoring", "roll AB", hands=(2, 5))) == "choose"


def test_combat_and_special_cards_force_nothing_with_the_last_chit() -> None:
    for kind in ("combat", "special"):
        assert options(played(PLAIN, f"mark left B {kind}", hands=(1, 5))) == ["pass"]


@pytest.mark.parametrize("kind", ["scoring", "special"])
def test_the_jolly_roger_forces_a_scoring_or_special_card_and_offers_nothing_beside(
    kind: str,
) -> None:
    struck = played(JOLLY, f"mark left B {kind}", "roll JR")
    assert (options(struck), lies(struck, LEFT)) == (["B"], "uuudd")
    assert options(played(JOLLY, "roll JR")) == ["C", "lying-by", "pass"]


def test_a_c_that_turns_out_to_score_is_forced_by_the_jolly_roger_too() -> None:
    both = played(JOLLY, "mark left B special", "roll JR", "mark left C scoring")
    assert options(both) == ["B", "C"]
    alone = played(JOLLY, "roll JR", "mark left C scoring")
    assert options(alone) == ["C"]


def test_where_the_sheet_does_not_say_so_the_jolly_roger_forces_nothing() -> None:
    assert options(played(PLAIN, "mark left B scoring", "roll JR")) == ["A", "B", "C", "pass"]


@pytest.mark.parametrize("result", ["JR", "EVENT"])
def test_a_result_that_names_no_space_of_it_leaves_a_first_opportunity_card_free(
    result: str,
) -> None:
    free = played(PLAIN, "mark left A first-opportunity", f"roll {result}")
    assert {"A", "B"} <= set(options(free))


@pytest.mark.parametrize(("result", "offered"), [("EVENT", ["A"]), ("JR", ["A", "B", "C", "pass"])])
def test_where_the_sheet_says_so_event_too_is_the_first_opportunity(
    result: str, offered: list[str]
) -> None:
    by_event = small("open", PASS + marks(first_by_event="true"))
    assert options(played(by_event, "mark left A first-opportunity", f"roll {result}")) == offered


def test_a_first_opportunity_card_that_the_roll_turned_up_is_forced_once_marked() -> None:
    turned = played(PLAIN, "roll DE", "mark left E first-opportunity")
    assert options(turned) == ["E"]


def excess(rule: str, family: str = "open") -> Sheet:
    """Give a sheet that sends mandatory cards in excess back."""
    back = action('{ do = "return-excess" }', id_="back", when='["choose"]')
    return small(family, marks(excess=f'"{rule}"'), back)


@pytest.mark.parametrize(
    ("rule", "family", "roll", "mandatory", "chits", "by_hand"),
    [
        pytest.param(
            *("last", "open", "CDE", "DE", 1),
            "return E, refill E",
            id="the card that was turned up last goes back first",
        ),
        pytest.param(
            *("flip", "open", "CDE", "DE", 1),
            "return D, return E, refill D, refill E",
            id="all of the last flip go back where the sheet says so",
        ),
        pytest.param(
            *("last", "open", "CDE", "AD", 1),
            "return D, refill D",
            id="a card that lay face-up before the flip does not",
        ),
        pytest.param(
            *("flip", "open", "CDE", "CDE", 2),
            "return C, return D, return E, refill D, refill E, refill C",
            id="all go back before a gap is filled",
        ),
        pytest.param(
            *("last", "pile", "DE", "DE", 1),
            "return E, refill E, flip E",
            id="the card from C fills the gap and is turned up",
        ),
        pytest.param(
            *("flip", "pile", "CDE", "ACD", 1),
            "return C, return D, refill D, flip D, flip C",
            id="a card on C that goes back fills no gap",
        ),
    ],
)
def test_mandatory_cards_in_excess_go_back_and_gaps_come_face_up(
    rule: str, family: str, roll: str, mandatory: str, chits: int, by_hand: str
) -> None:
    marked = [f"mark left {card} mandatory" for card in mandatory]
    excessive = played(excess(rule, family), f"roll {roll}", *marked, hands=(chits, 5))
    assert "back" in actions(excessive)
    returned = played(excess(rule, family), f"roll {roll}", *marked, "back", hands=(chits, 5))
    assert done_by_hand(returned) == [each.replace(" ", " left ") for each in by_hand.split(", ")]
    assert lies(returned, LEFT) == ("uuduu" if roll == "DE" else "uuuuu")
    assert "back" not in actions(returned)


def test_no_more_mandatory_cards_than_chits_are_no_excess() -> None:
    two = played(excess("last"), "roll CDE", "mark left D mandatory", hands=(1, 5))
    assert "back" not in actions(two)
    assert played(excess("last"), hands=(1, 5)).now.seats[RIGHT].chits_left == 5


def test_while_there_is_an_excess_nothing_is_offered_but_to_send_it_back() -> None:
    many = ("mark left D mandatory", "mark left E mandatory")
    waiting = played(excess("flip"), "roll CDE", *many, hands=(1, 5))
    assert (options(waiting), actions(waiting)) == ([], {"back", "mark", "set-table", "end-game"})
    assert asks(waiting) == "More mandatory cards than chits: those just flipped go back first."
    assert options(play(waiting, "back")) == ["C", "D", "E"]
    assert options(play(waiting, "mark left E none")) == ["D"]
    # A sheet that has no such action says nothing of them.
    silent = small("open", marks(excess='"flip"'))
    assert options(played(silent, "roll CDE", *many, hands=(1, 5))) == ["D", "E"]


AT_ONCE = small(
    "open",
    marks(at_once="true"),
    action('{ do = "play" }', id_="react", who='"either"', card='"up"', needs_chit="true"),
)


def test_where_a_mandatory_card_is_played_as_it_turns_up_it_forces_nothing() -> None:
    last = played(AT_ONCE, "mark left A mandatory", hands=(1, 5))
    assert options(last) == []
    assert options(play(last, "roll DE")) == ["D", "E"]


def test_where_a_mandatory_card_is_played_as_it_turns_up_no_chit_is_kept_for_it() -> None:
    start = ("mark left A mandatory", "mark left B mandatory", "roll DE", "choose D")
    assert "react" in actions(played(AT_ONCE, *start, hands=(2, 5)))
    kept = small("open", marks(), action('{ do = "play" }', card='"up"', needs_chit="true"))
    one = ("mark left A mandatory", "roll DE", "choose D")
    assert "act" not in actions(played(kept, *one, hands=(2, 5)))
