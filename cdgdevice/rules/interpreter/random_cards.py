"""A card that a die picks at random: how the die is asked for, and which card it was."""

from cdgdevice.rules.card_display import Side
from cdgdevice.rules.die import list_single_throws
from cdgdevice.rules.game import Game, announce_outcome
from cdgdevice.rules.texts import sentences, templates
from cdgdevice.rules.wants import DieQuestion, PickedCard, WantsDie


def ask_for_random_card(game: Game, cards: tuple[PickedCard, ...], taker: Side) -> WantsDie:
    """Ask for the die that picks one of these cards, which a side takes or loses."""
    return WantsDie(DieQuestion.CARD, describe_random_choice(game, cards, taker), among=cards)


def describe_random_choice(game: Game, cards: tuple[PickedCard, ...], taker: Side) -> str:
    """Describe which throw picks which card, as far as one throw decides (Random Card Selection).

    It is said whose cards they are where the other side is at work, or takes one of them.
    """
    sides = {card.side for card in cards}
    foreign = len(sides) == 1 and sides != {game.active, taker}
    owner = game.sheet.sides[cards[0].side] if foreign else ""
    if len(cards) > 6:
        return sentences.describe_one_of_many(owner, len(cards))
    named = zip(list_single_throws(len(cards)), cards, strict=True)
    throws = {throw: str(picked.card) for throw, picked in named}
    return sentences.describe_random_choice(throws, 6 % len(cards), owner)


def order_only_card(game: Game, cards: tuple[PickedCard, ...]) -> Game:
    """Order the other side's only card, which needs no die, on that side's screen."""
    if not cards or cards[0].side is game.active:
        return game
    return announce_outcome(game, sentences.describe_only_card(name_with_owner(game, cards)))


def describe_drawn(game: Game, number: int, card: PickedCard) -> str:
    """Describe which card a die picked at random."""
    own = card.side is game.active
    name = str(card.card) if own else name_with_owner(game, (card,))
    return sentences.describe_drawn(number, name, own=own)


def name_with_owner(game: Game, cards: tuple[PickedCard, ...], last: str = "or") -> str:
    """Name cards; their side, too, where it is not the one whose round it is."""
    letters = templates.join_names((str(picked.card) for picked in cards), last)
    side = cards[0].side
    return letters if side is game.active else sentences.name_owned(letters, game.sheet.sides[side])
