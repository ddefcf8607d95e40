"""What the next throw of a game that is played can come to, as the table lies."""

from collections import Counter
from collections.abc import Iterator
from itertools import product

from cdgdevice.rules.card_display import Side
from cdgdevice.rules.engine import answer_request
from cdgdevice.rules.game import Choosing, Game, Playing, Ready, TurningUp, Waiting, has_round
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.instructions import PlayCard
from cdgdevice.rules.prompt import memoize_recent, prompt
from cdgdevice.rules.requests import RollDice
from cdgdevice.rules.turns import begin_round
from cdgdevice.rules.wants import PickedCard


@memoize_recent
def count_offers(
    game: Game, history: GameHistory
) -> tuple[int, tuple[tuple[PickedCard, int], ...]]:
    """Return how many throws there are now, and how many of them offer or play each card.

    The cards are those of the side that rolls, in `game`, which is `history.now`. Where no throw
    is due, or one that was taken back shows again, there are 0 throws and no cards.
    """
    *_, (throws, cards) = _count_throws(history, game.active)
    return throws, cards


THROWS_AT_ONCE = 6
"""Throws that are tried in one step: a few milliseconds, or thirty on the slowest computer."""

_UNDER_WAY = (Ready, TurningUp, Choosing, Playing, Waiting)
"""Stages of a round, after which the other side has its own."""


def count_next_throw(
    history: GameHistory, side: Side
) -> Iterator[tuple[int, tuple[tuple[PickedCard, int], ...]]]:
    """Count as `count_offers` does what the next throw of this side offers, in small steps.

    Each step yields what is known so far; the last one is the count. Of the side that is not at
    work it is the throw of its next round, were that to begin now; where the throw hangs on a card
    that is nominated first, or the turn is over, there are 0 throws.
    """
    game = history.now
    if side is not game.active:
        waits = isinstance(game.stage, _UNDER_WAY) and has_round(game, side)
        if not (waits and game.sheet.family.rolls_method_die):
            yield 0, ()
            return
        history = GameHistory(begin_round(game, side), kept_dice=history.kept_dice)
    yield from _count_throws(history, side)


def _count_throws(
    history: GameHistory, side: Side
) -> Iterator[tuple[int, tuple[tuple[PickedCard, int], ...]]]:
    """Yield how many throws the active side has, and the counts so far, after every few."""
    game = history.now
    ask, rollers = prompt(game).ask, prompt(game).rollers
    if ask is None or ask.what == "together" or side not in rollers or history.kept_dice.get(side):
        yield 0, ()
        return
    counts: Counter[PickedCard] = Counter()
    throws = list(product(range(1, 7), repeat=len(ask.dice)))
    own = [PickedCard(side, place) for place, _ in game.seats[side].display.cards()]
    for number, dice in enumerate(throws, 1):
        counts.update(_cards_of_throw(history, RollDice(side, dice)))
        if number % THROWS_AT_ONCE == 0:
            yield len(throws), tuple((card, counts[card]) for card in own)


def _cards_of_throw(history: GameHistory, roll: RollDice) -> set[PickedCard]:
    """Return the cards that a roll offers, or plays by itself."""
    after = answer_request(history, roll).history.now
    offered = {option.card for option in prompt(after).options if option.card is not None}
    return offered | {
        PickedCard(act.side, act.card) for act in after.instructions if isinstance(act, PlayCard)
    }
