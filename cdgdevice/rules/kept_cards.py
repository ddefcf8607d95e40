"""Cards that are kept beside a display, and how they leave it."""

from cdgdevice.rules.card_display import Side, Space
from cdgdevice.rules.game import Game, TurnEnd, take_card
from cdgdevice.rules.instructions import TellPlayer
from cdgdevice.rules.sheet import walk_sheet_steps
from cdgdevice.rules.sheet_entries import BesideCard
from cdgdevice.rules.steps import ExtraCard
from cdgdevice.rules.texts import sentences


def order_turn_end_discards(game: Game, side: Side) -> tuple[TellPlayer, ...]:
    """Return what a side does at the turn's end with what it has beside its display."""
    return tuple(
        _order(game, side, card, card.turn_end)
        for card in game.sheet.beside
        if card.turn_end and card.id in game.seats[side].beside_cards
    )


def put_kept_cards_away(game: Game, side: Side, slot: Space) -> Game:
    """Discard the cards kept beside a display that came from a slot which is filled otherwise.

    At the turn's end that was ordered before.
    """
    gaps = game.seats[side].row.kept_gaps
    left = tuple(gap for gap in gaps if gap[0] is not slot)
    game = game.with_seat(side, game.seats[side].with_row(kept_gaps=left)) if left != gaps else game
    for _ in range(len(gaps) - len(left)):
        card = _find_kept(game, side)
        if card is None:
            break
        game = game.with_seat(side, game.seats[side].without_beside_card(card.id))
        if not isinstance(game.stage, TurnEnd):
            text = sentences.discard_kept(card.title, slot.value)
            game = game.with_instructions(_order(game, side, card, text))
    return game


def clear_display(game: Game, side: Side) -> Game:
    """Discard a side's whole display, and what is kept beside it."""
    for card, facing in game.seats[side].display.cards():
        if facing is not None:
            game = take_card(game, side, card, discarded=True)
    for slot in Space:
        game = put_kept_cards_away(game, side, slot)
    return game


def _find_kept(game: Game, side: Side) -> BesideCard | None:
    """Return a card beside the display that came from one of its slots."""
    places = {
        step.place
        for step in walk_sheet_steps(game.sheet)
        if isinstance(step, ExtraCard) and step.keeps_slot
    }
    held = places & {*game.seats[side].beside_cards}
    return next((card for card in game.sheet.beside if card.id in held), None)


def _order(game: Game, side: Side, card: BesideCard, text: str) -> TellPlayer:
    note = game.sheet.find_note_of(card.source)
    return TellPlayer(side, text, sentences.BESIDE_AGAIN, note=note)
