"""Guided lists: numbers that are remembered, checks against them, and things to carry out."""

from fractions import Fraction

import pytest

from cdgdevice.rules.engine import answer_request
from cdgdevice.rules.guided.kept_values import describe_kept_numbers
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.requests import NotAllowedError, RollDice
from tests.rules.playing import LEFT, RIGHT, options, play
from tests.rules.small_sheets import asks, played, said, small, stage


def guided(*steps: str, turn: str = "") -> str:
    """Write a guided list."""
    return f"""{turn}
[[instead]]
id = "enemy"
title = "Enemy turn"
source = "turn"
steps = [{", ".join(steps)}]
"""


LIST = small(
    "checks",
    guided(
        '{ do = "remember", name = "level", text = "Aggression?" }',
        '{ do = "set", name = "passed", number = 0 }',
        '{ do = "how-many", name = "guns", text = "How many guns?", high = 3 }',
        '{ do = "each", name = "guns", steps = [{ do = "check", level = "level", '
        'tally = "passed", text = "Gun {n} fires?", '
        'then = [{ do = "tell", text = "Gun {n}: fire." }], '
        'else = [{ do = "tell", text = "Gun {n} is silent." }] }] }',
        '{ do = "if", name = "passed", then = [{ do = "go-on", text = "Resolve the fire." }], '
        'else = [{ do = "tell", text = "All silent." }] }',
    ),
)


def test_a_game_without_a_display_offers_its_list_and_no_roll() -> None:
    begun = played(LIST)
    assert (stage(begun), options(begun)) == ("ready", ["enemy"])
    with pytest.raises(NotAllowedError):
        play(begun, "roll 3")


def test_a_number_is_thrown_and_remembered() -> None:
    asked = played(LIST, "choose enemy")
    assert (stage(asked), asks(asked)) == ("dice", "Aggression? Roll.")
    assert played(LIST, "choose enemy", "roll 3").now.lists.numbers == {"level": 3, "passed": 0}


def test_the_player_says_how_many_and_each_has_its_check() -> None:
    counting = played(LIST, "choose enemy", "roll 3")
    assert options(counting) == ["0", "1", "2", "3"]
    first = play(counting, "choose 2")
    assert asks(first) == "Gun 1 fires? Roll 1-3."
    second = play(first, "roll 3")
    assert (said(second), asks(second)) == (
        ["3: yes, it takes 1-3.", "Gun 1: fire."],
        "Gun 2 fires? Roll 1-3.",
    )
    over = played(LIST, "choose enemy", "roll 3", "choose 2", "roll 3", "roll 4")
    assert (said(over), asks(over)) == (
        ["4: no, it takes 1-3.", "Gun 2 is silent."],
        "Resolve the fire.",
    )
    assert (over.now.lists.numbers["passed"], options(over)) == (1, ["next"])


def test_if_no_check_passed_the_other_steps_follow_and_the_list_is_over() -> None:
    silent = played(LIST, "choose enemy", "roll 1", "choose 1", "roll 2")
    assert said(silent) == ["2: no, it takes 1.", "Gun 1 is silent.", "All silent."]
    assert (stage(silent), silent.now.active, silent.now.seats[LEFT].rounds_taken) == (
        "ready",
        RIGHT,
        1,
    )
    none = played(LIST, "choose enemy", "roll 1", "choose 0")
    assert said(none) == ["All silent."]


def test_a_list_waits_until_an_order_is_obeyed() -> None:
    over = played(LIST, "choose enemy", "roll 6", "choose 1", "roll 6", "choose next")
    assert (stage(over), over.now.active) == ("ready", RIGHT)


def test_a_check_s_die_may_be_corrected_while_nothing_came_of_it() -> None:
    start = ("choose enemy", "roll 3", "choose 2", "roll 3")
    corrected = played(LIST, *start, "correct 4")
    assert said(corrected) == ["4: no, it takes 1-3.", "Gun 1 is silent."]
    assert corrected.now.lists.numbers["passed"] == 0
    assert play(played(LIST, *start, "correct 4"), "undo").now == played(LIST, *start).now


def test_a_check_s_die_that_was_taken_back_comes_again() -> None:
    start = ("choose enemy", "roll 3", "choose 2")
    again = played(LIST, *start, "roll 3", "undo", "roll 6")
    assert said(again) == ["3: yes, it takes 1-3.", "Gun 1: fire."]


def random_of(high: int) -> GameHistory:
    """A game that waits for a fair choice among so many things."""
    of = small(
        "checks",
        guided(
            f'{{ do = "set", name = "units", number = {high} }}',
            '{ do = "random", name = "units", text = "Which unit?" }',
            '{ do = "go-on", text = "Move it." }',
        ),
    )
    return played(of, "choose enemy")


@pytest.mark.parametrize("high", [2, 3, 4, 5, 6, 7, 9])
def test_a_random_choice_among_any_number_is_fair(high: int) -> None:
    chances: dict[str, Fraction] = {}
    waiting = [(random_of(high), Fraction(1))]
    for _ in range(2):
        following = []
        for history, chance in waiting:
            for number in range(1, 7):
                after = answer_request(history, RollDice(die=(number,))).history
                if stage(after) == "dice":
                    following.append((after, chance / 6))
                else:
                    (sentence,) = said(after)
                    die, _, told = sentence.partition(": ")
                    assert die == str(number)
                    chances[told] = chances.get(told, Fraction(0)) + chance / 6
        waiting = following
    assert set(chances) == {f"Which unit? {n}." for n in range(1, high + 1)}
    assert len(set(chances.values())) == 1


def test_when_a_throw_leaves_nothing_to_continue_with_the_choice_begins_again() -> None:
    once_more = play(random_of(7), "roll 6")
    assert asks(once_more) == "Roll once more."
    assert asks(play(once_more, "roll 6")) == asks(random_of(7)) == "Roll: which unit? 1 to 7."


def test_among_one_thing_no_die_is_thrown() -> None:
    assert asks(random_of(1)) == "Move it."


def test_actions_may_be_taken_while_an_order_waits() -> None:
    extra = """
[[actions]]
id = "check"
title = "Check"
source = "rule"
when = ["ready"]
steps = [
  { do = "check", text = "Well?", low = 1, high = 3, then = [{ do = "tell", text = "Yes." }] },
]
"""
    of = small("checks", guided('{ do = "go-on", text = "Move it." }') + extra)
    checked = played(of, "choose enemy", "check", "roll 2")
    assert (said(checked), asks(checked), options(checked)) == (
        ["2: yes, it takes 1-3.", "Yes."],
        "Move it.",
        ["next"],
    )


def test_a_list_that_comes_to_no_end_is_refused_and_nothing_has_changed() -> None:
    told = '{ do = "tell", text = "Move." }'
    for _ in range(6):
        told = f'{{ do = "each", name = "columns", steps = [{told}] }}'
    endless = (
        '\n[[instead]]\nid = "list"\ntitle = "List"\nsource = "rule"\n'
        f'steps = [{{ do = "set", name = "columns", number = 6 }}, {told}]\n'
    )
    history = played(small("checks", endless))
    with pytest.raises(NotAllowedError, match="Small has more than 10000 steps in one go"):
        play(history, "choose list")
    assert options(history) == ["list"]


STOCK = small(
    "checks",
    guided(
        '{ do = "set", name = "more", number = 1 }',
        '{ do = "how-many", name = "income", text = "Income?", high = 9 }',
        '{ do = "set", name = "supply", plus = "income" }',
        '{ do = "repeat", name = "more", steps = ['
        '{ do = "how-many", name = "cost", text = "Cost?", high = 9 }, '
        '{ do = "if", name = "supply", amount = "cost", keep = 5, then = ['
        '{ do = "set", name = "supply", minus = "cost" }, '
        '{ do = "go-on", text = "Pay {cost}: {supply} left." }], '
        'else = [{ do = "tell", text = "Too dear." }, '
        '{ do = "set", name = "more", number = 0 }] }] }',
        '{ do = "if", name = "supply", keep = 6, else = [{ do = "tell", text = "Five." }, '
        '{ do = "end-game" }] }',
    ).replace("steps = [", 'steps = [{ do = "set", name = "supply", number = 0 }, ', 1),
)


def test_a_kept_number_is_added_to_and_spent_from_and_shown() -> None:
    paid = played(STOCK, "choose enemy", "choose 9", "choose 3")
    assert asks(paid) == "Pay 3: 6 left."
    assert describe_kept_numbers(paid.now) == ("Supply: 6.",)


def test_what_would_leave_too_little_is_not_spent() -> None:
    refused = played(STOCK, "choose enemy", "choose 9", "choose 3", "choose next", "choose 2")
    assert (said(refused), refused.now.lists.numbers["supply"]) == (["Too dear."], 6)
    assert stage(refused) == "ready"


def test_steps_are_repeated_while_a_number_is_above_0_and_a_list_can_end_the_game() -> None:
    again = played(STOCK, "choose enemy", "choose 9", "choose 3", "choose next", "choose 1")
    assert asks(again) == "Pay 1: 5 left."
    over = play(again, "choose next", "choose 1")
    assert (said(over), stage(over)) == (["Too dear.", "Five."], "game-end")


CONSTANTS = small(
    "checks",
    guided(
        '{ do = "how-many", name = "supply", text = "Supply?", low = 5, high = 20 }',
        '{ do = "set", name = "supply", minus = 3 }',
        '{ do = "if", name = "supply", above = 10, then = [{ do = "tell", text = "Above 10." }] }',
        '{ do = "set", name = "supply", plus = 1 }',
        '{ do = "if", name = "supply", amount = 2, keep = 5, else = '
        '[{ do = "tell", text = "Too few." }] }',
    ),
    '[[instead]]\nid = "pass"\ntitle = "Pass"\nsource = "turn"',
)


def test_a_number_is_compared_with_changed_by_and_asked_from_a_constant() -> None:
    assert options(played(CONSTANTS, "choose enemy"))[0] == "5"
    assert said(played(CONSTANTS, "choose enemy", "choose 14")) == ["Above 10."]
    few = played(CONSTANTS, "choose enemy", "choose 8")
    assert (said(few), few.now.lists.numbers["supply"]) == (["Too few."], 6)


def test_a_number_that_grows_again_and_again_stays_one_that_can_be_said() -> None:
    doubled = '{ do = "set", name = "supply", plus = "supply" }'
    of = small(
        "checks",
        guided(
            '{ do = "how-many", name = "supply", text = "Supply?", high = 20 }',
            *[doubled] * 5,
        ),
    )
    grown = {n: played(of, "choose enemy", f"choose {n}") for n in (3, 4)}
    assert {n: game.now.lists.numbers["supply"] for n, game in grown.items()} == {3: 96, 4: 99}


def test_a_number_that_is_never_kept_is_refused() -> None:
    with pytest.raises(Exception, match="no step keeps a number under"):
        small("checks", guided('{ do = "set", name = "supply", plus = "income" }'))
