"""What the next throw of a game can come to: counted by trying every throw, in any state."""

from hypothesis import given

from cdgdevice.odds.next_throw import count_next_throw, count_offers
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.engine import answer_request
from cdgdevice.rules.prompt import prompt
from cdgdevice.rules.requests import NewGame, RollDice
from tests.examples import examples
from tests.rules.walking import Walk, long_walks, new_games


@examples(0.2)
@given(new_games(), long_walks)
def test_in_every_state_a_card_that_a_throw_offers_is_counted(
    new: NewGame, numbers: list[int]
) -> None:
    walk = Walk(new)
    for number, _ in zip(numbers, walk.steps(numbers), strict=False):
        game = walk.history.now
        throws, counted = count_offers(game, walk.history)
        counts = dict(counted)
        *_, (of_other, others) = count_next_throw(walk.history, game.active.other)
        assert of_other in (0, 6)
        assert all(card.side is game.active.other and count <= 6 for card, count in others)
        assert throws in (0, 6, 36)
        assert all(count <= throws for count in counts.values())
        ask = prompt(game).ask
        if throws and ask is not None:
            dice = tuple((number // 6**die) % 6 + 1 for die in range(len(ask.dice)))
            after = answer_request(walk.history, RollDice(game.active, dice)).history.now
            for option in prompt(after).options:
                if option.card in counts:
                    assert counts[option.card] > 0


def test_the_side_at_rest_is_counted_as_if_its_round_began_now() -> None:
    walk = Walk(NewGame("standard-2018", set_up=False))
    *_, (throws, counted) = count_next_throw(walk.history, Side.RIGHT)
    of_first = count_offers(walk.history.now, walk.history)[1]
    assert throws == 6
    assert [(str(of.card), count) for of, count in counted] == [
        (str(of.card), count) for of, count in of_first
    ], "both displays lie the same at first"


def test_c_is_offered_by_the_results_that_turn_it_up() -> None:
    walk = Walk(NewGame("standard-2018"))
    throws, counted = count_offers(walk.history.now, walk.history)
    counts = {str(picked.card): count for picked, count in counted}
    assert (throws, counts["C"]) == (6, 3), "JR, ABC and CDE"
