"""What is said at the points of a turn, and what comes before a turn's first round."""

from tests.rules.playing import LEFT, RIGHT, options, play
from tests.rules.small_sheets import action, played, said, small, stage

TURN = """
[turn]
first = "left"
rounds = 3
last = 4
source = "turn"

[[turn.reminders]]
text = "The turn begins."
round = 0

[[turn.reminders]]
text = "An even turn begins."
round = 0
even = true

[[turn.reminders]]
text = "Blues, your second round."
side = "right"
round = 2

[[turn.reminders]]
text = "Once is enough."
side = "left"
round = 1
turns = [2, 3]
once = "enough"

[[turn.reminders]]
text = "Once is enough for the Blues too."
side = "right"
round = 1
turns = [2, 3]
once = "enough"

[[turn.reminders]]
text = "The turn ends."
"""
TURNS = small("open", TURN)
ROUND = ("roll AB", "choose A", "choose done")
NEXT = ("end-turn", "choose next-turn")


def test_a_turn_s_first_reminder_is_said_in_the_first_turn_too() -> None:
    assert said(played(TURNS)) == ["The turn begins."]
    assert said(played(TURNS, *NEXT, *NEXT)) == ["The turn begins.", "Once is enough."]


def test_even_turns_have_reminders_of_their_own() -> None:
    second = said(played(TURNS, *NEXT))
    assert second == ["The turn begins.", "An even turn begins.", "Once is enough."]


def test_a_reminder_is_said_before_its_side_s_round() -> None:
    assert said(played(TURNS, *ROUND)) == []
    second = played(TURNS, *ROUND, *ROUND, *ROUND)
    assert (second.now.active, said(second)) == (RIGHT, ["Blues, your second round."])


def test_of_reminders_of_one_name_only_the_first_is_said_in_a_turn() -> None:
    second = played(TURNS, *NEXT, *ROUND)
    assert (second.now.active, said(second)) == (RIGHT, [])
    assert said(play(second, *NEXT)) == ["The turn begins.", "Once is enough."]


def test_a_reminder_without_a_round_is_said_at_the_turn_s_end() -> None:
    assert said(played(TURNS, "end-turn")) == ["The turn ends."]
    all_rounds = played(TURNS, *(ROUND * 6))
    assert (stage(all_rounds), said(all_rounds)) == ("turn-end", ["The turn ends."])


def test_the_last_turn_ends_the_game() -> None:
    ended = played(TURNS, *(NEXT * 3), "end-turn", "choose next-turn")
    assert (stage(ended), options(ended)) == ("game-end", [])


def test_a_turn_may_begin_with_steps_of_its_own() -> None:
    ask = '{ do = "remember", name = "level", text = "Level?" }'
    begins = f'[{{ do = "if", name = "level", else = [{ask}] }}]'
    of = small("open", f'\n[turn]\nfirst = "right"\nbegins = {begins}\nsource = "turn"\n')
    asked = played(of)
    assert (stage(asked), asked.now.active, asked.now.turn) == ("dice", RIGHT, 1)
    begun = played(of, "roll 4")
    assert (stage(begun), begun.now.active, begun.now.lists.numbers) == (
        "ready",
        RIGHT,
        {"level": 4},
    )
    # It is asked once in a game.
    assert stage(played(of, "roll 4", *NEXT)) == "ready"


def test_an_action_at_the_turn_s_end_keeps_the_turn_s_end() -> None:
    of = small("open", action('{ do = "tell", text = "Done." }', when='["turn-end"]'))
    ended = played(of, "end-turn", "act")
    assert (stage(ended), said(ended), ended.now.active) == ("turn-end", ["Done."], LEFT)
