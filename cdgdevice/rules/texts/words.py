"""The words of the table: what a document calls its things, and a sentence for every instruction.

The other sentences of the rules are in `sentences`.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import groupby, zip_longest

from msgspec import Struct

from cdgdevice.rules.card_display import Facing, Place, Side, Space
from cdgdevice.rules.instructions import (
    CardSource,
    DealCard,
    DiscardCard,
    FlipCards,
    Instruction,
    LayBelowRow,
    LeaveGap,
    MoveCard,
    PlayCard,
    PutCardBack,
    RefillGap,
    ReturnCard,
    SetChits,
    SwapCard,
    TakeCardBack,
    TellPlayer,
)
from cdgdevice.rules.texts.templates import Template, Text, join_lines


class Words(Struct, frozen=True, rename="kebab"):
    """The words of one document; those of the Book where a sheet says nothing."""

    die: str = "Method die"
    jolly_roger: str = "Jolly Roger"
    """The mark on the die's C result: its name, or the signs themselves."""
    space: str = "space"
    """A place of the display; its plural ends in an s."""
    chits: str = "chits"
    """What a side counts its cards with."""
    chit_left: str = "chit left"
    """One of them, as in `with a chit left`."""
    tally: str = "Chits: {left} of {of} left."
    """The order to count."""
    hand_tally: str = ""
    """The order to set the hand size, said before the count where it changes; empty: none."""
    turns_a_chit: str = "flips a chit"
    """What a round does that counts as the play of a card."""
    turns_no_chit: str = "flips no chit"
    hand_size: str = "hand size"
    pile: str = "pile"
    """The draw pile in short."""
    draw_pile: str = "draw pile"
    discards: str = "discards"
    discard: str = "Discard {cards}."
    """The order to discard these cards."""
    swap: str = "Swap {cards} with the discard."
    """The order to exchange these cards with the top discard."""
    white: str = "white"
    """The die of two that says whether the nominated card is played."""
    coloured: str = "coloured"
    """The die of two that names a card."""
    nominate: str = "nominate"
    nominated: str = "nominated"
    nomination: str = "nomination"
    event: str = "event"
    """As what a card is played: `as event`."""
    round: str = "round"
    turn: str = "turn"
    """What the rounds belong to: at its end the cards are counted again."""
    set_aside: str = "card set aside"
    """The card beside the display that fills a side's first gap."""
    pile_off_displays: bool = False
    """No pile is on C: a card is drawn to it, face-up, and else it is empty (mechanic #1)."""
    has_turns: bool = True
    """Rounds belong to turns; else they follow each other until the game is over."""

    @property
    def signs_of_jolly_roger(self) -> str | None:
        """The mark on the die's C result where it is written in signs, like `!!`, not a picture."""
        return self.jolly_roger if len(self.jolly_roger) <= MAX_SIGNS else None


BOOK_WORDS = Words()
"""What the Book says."""
ANY_PURPOSE = "any purpose"
"""What a card of a row may be played for, where a sheet says nothing."""
FATE_SIGNS = "!!"
"""What the Fate Die shows beside C: the player may type it, whatever the sheet."""
MAX_SIGNS = 3
"""Characters of a mark that is written in signs; what is longer is a name of the picture."""
LONGEST_WORD = 24
"""Characters of a word: a line of the screen."""
LONGEST_ORDER = 32
"""Characters of an order, with its names in braces."""


_WITH_FACING = ("cards", "facing")
_lay_on = Template("Place the {what} on {cards}, {facing}.", "what", *_WITH_FACING)
_lay_in = Template("Place the {what} in {cards}, {facing}.", "what", *_WITH_FACING)
_FETCHED_CARD, _PLAYED_CARD = "fetched card", "played card"
_next_card = Template("{cards}: next card, {facing}.")
_leave_empty = Template("Leave {cards} empty.")
_fill_gaps = Template("Fill {cards}, {facing}.")
_fill_from_c = Template("Fill {cards} from C, {facing}.")
_put_back = Template("Put {cards} back, {facing}.")
_put_back_on_c = Template("Put {cards} back on C, {facing}.")
_put_back_on = Template("Put {cards} back on the {pile}, {facing}.", "pile", *_WITH_FACING)
_put_back_beside = Template("Put {cards} back beside the display, {facing}.")
_play_cards = Template("Play {cards}.")
_play_cards_as = Template("Play {cards} as {event}.", "cards", "event")
_shuffle_in = Template("Shuffle {cards} into the {pile}.")
_flip_up = Template("Flip {cards}.")
_flip_down = Template("Flip {cards} face-down.")
_DRAW_TO_C = "Draw a card to C, face-up."
_put_c_back = Template("Put C back on the {pile}.")
_deal_cards = Template("Deal {what}.")
_deal_more = Template("{what}.")
_dealt = Template("{cards} {facing}")
_dealt_with_pile = Template("{cards} {facing}, {pile} on C", "pile", *_WITH_FACING)
_slide_card = Template("Slide {start} to {card}.")
_fill_with = Template("Fill {card} with {start}; keep its facing.", "start", "card")
_lay_theirs = Template("Place their {start} in {card}.")
_put_in_row = Template("Put {owner:of} {card} back in its row.")
_lay_below_row = Template("Place {owner:of} {card} below your row.")
_SLIDE_ONWARD, _SLIDE_BACK = "Slide the others toward E.", "Slide the others back toward A."
_A_TO_E = "A to E"
_name_several = Template("{cards:and}")
_write_order = cache(Template)
"""An order in a sheet's own words is a template as ours are."""

CardInstruction = (
    PlayCard
    | DiscardCard
    | RefillGap
    | LeaveGap
    | PutCardBack
    | TakeCardBack
    | SwapCard
    | ReturnCard
)
"""Acts of which one sentence can tell for several cards."""


def describe_instruction(act: Instruction, words: Words = BOOK_WORDS) -> str:
    """Say an act in one short sentence."""
    match act:
        case DealCard(_, card, facing):
            return _deal_cards(_dealt(str(card), facing_word(facing)))
        case FlipCards(_, cards, facing):
            return join_lines(*_describe_flip(cards, facing, words))
        case SetChits(_, left, of, (_, of_before)):
            tally = _write_order(words.tally, "left", "of")(left, of)
            changed = words.hand_tally and of != of_before
            return join_lines(_write_order(words.hand_tally, "of")(of), tally) if changed else tally
        case MoveCard(side, card, giver, start) if side is not giver:
            return _lay_theirs(str(start), str(card))
        case MoveCard(_, card, _, start):
            of_two = start.number or card.number
            return (_fill_with if of_two else _slide_card)(str(start), str(card))
        case LayBelowRow(_, card, _, owner, _, back):
            return (_put_in_row if back else _lay_below_row)(owner, str(card))
        case TellPlayer(_, text, _):
            return text
        case _:
            return _describe_of_cards(act, str(act.card), words)


def _describe_flip(cards: tuple[Place, ...], facing: Facing, words: Words) -> Iterator[str]:
    """Say a flip; with no pile on C a card is drawn to it, or goes back."""
    drawn = tuple(card for card in cards if words.pile_off_displays and card.space is Space.C)
    turned = tuple(card for card in cards if card not in drawn)
    up = facing is Facing.UP
    if turned:
        yield (_flip_up if up else _flip_down)(_name_cards(map(str, turned)))
    if drawn:
        yield _DRAW_TO_C if up else _put_c_back(words.pile)


def _describe_of_cards(act: CardInstruction, cards: str, words: Words) -> str:
    """Say an act of all these cards."""
    match act:
        case PlayCard(event=event):
            return _play_cards_as(cards, words.event) if event else _play_cards(cards)
        case DiscardCard():
            return _write_order(words.discard, "cards")(cards)
        case RefillGap(_, _, source, facing):
            return _describe_refill(cards, source, facing, words)
        case LeaveGap():
            return _leave_empty(cards)
        case PutCardBack(_, _, facing):
            return _put_back(cards, facing_word(facing))
        case SwapCard():
            return _write_order(words.swap, "cards")(cards)
        case ReturnCard():
            return _shuffle_in(cards, words.pile)
        case TakeCardBack(_, _, to, facing):
            return _describe_return(cards, to, facing, words)


def _describe_refill(cards: str, source: CardSource, facing: Facing, words: Words) -> Text:
    lies = facing_word(facing)
    off_displays = words.pile_off_displays and facing is Facing.DOWN
    match source:
        case CardSource.BENEATH:
            return _leave_empty(cards) if off_displays else _next_card(cards, lies)
        case CardSource.SHUFFLED:
            return _lay_on(words.pile, cards, lies)
        case CardSource.ASIDE:
            return _lay_in(words.set_aside, cards, lies)
        case CardSource.DISCARDS:
            return _lay_in(_FETCHED_CARD, cards, lies)
        case CardSource.PLAYED:
            return _lay_in(_PLAYED_CARD, cards, lies)
        case CardSource.C if not off_displays:
            return _fill_from_c(cards, lies)
        case _:
            return _fill_gaps(cards, lies)


def _describe_return(cards: str, to: CardSource, facing: Facing, words: Words) -> Text:
    lies = facing_word(facing)
    off_displays = words.pile_off_displays and facing is Facing.DOWN
    match to:
        case CardSource.C if not off_displays:
            return _put_back_on_c(cards, lies)
        case CardSource.DISCARDS:
            return _put_back_on(words.discards, cards, lies)
        case CardSource.ASIDE:
            return _put_back_beside(cards, lies)
        case _:
            return _put_back_on(words.pile, cards, lies)


def describe_for_side(
    acts: Iterable[Instruction], side: Side, words: Words = BOOK_WORDS
) -> tuple[str, ...]:
    """Say the acts of one side in order; those alike, one after the other, in one sentence."""
    of_side = (act for act in acts if act.side is side and not _is_remark(act))
    return tuple(_describe_in_order(of_side, words))


def _is_remark(act: Instruction) -> bool:
    """Return whether an act is said with what is asked, and so with no orders."""
    return isinstance(act, TellPlayer) and act.remark


def _describe_in_order(acts: Iterable[Instruction], words: Words) -> Iterator[str]:
    for _, together in groupby(acts, key=_likeness):
        yield from _describe_together(tuple(together), words)


def _describe_deals(deals: tuple[DealCard, ...], words: Words) -> Iterator[str]:
    """Describe what is dealt: by facing, but what lies face-up on the pile after all the others.

    Cards that are named elsewhere are left out, and C where no pile is on it.
    """
    told = [deal for deal in deals if not deal.named and not _is_absent_pile(deal, words)]
    on_c = bool(told) and told[-1].card.space is Space.C and told[-1].facing is Facing.UP
    before, on_top = (told[:-1], told[-1:]) if on_c else (told, [])
    dealt = [deal for deal in before if not deal.pile]
    parts = [[deal for deal in dealt if deal.facing is facing] for facing in Facing]
    with_pile, order = len(dealt) < len(before), _deal_cards
    for part in filter(None, (*parts, on_top)):
        cards, facing = _name_cards(sorted(str(each.card) for each in part)), part[0].facing
        lies = facing_word(facing)
        if with_pile and facing is Facing.DOWN:
            yield order(_dealt_with_pile(words.pile, cards, lies))
        else:
            yield order(_dealt(cards, lies))
        order = _deal_more


def _is_absent_pile(deal: DealCard, words: Words) -> bool:
    on_c = deal.card.space is Space.C and deal.facing is Facing.DOWN
    return on_c and words.pile_off_displays


def _likeness(act: Instruction) -> object:
    """Return what acts have in common that one sentence can say of several cards."""
    match act:
        case DealCard() | DiscardCard() | LeaveGap() | SwapCard() | ReturnCard():
            return type(act)
        case PlayCard(event=event):
            return type(act), event
        case PutCardBack(_, _, facing):
            return type(act), facing
        case RefillGap(_, _, CardSource.C | CardSource.PILE as source, facing):
            return type(act), source, facing
        case TakeCardBack(_, _, to, facing):
            return type(act), to, facing
        case MoveCard(side, card, giver, start) if side is giver and not start.number:
            return type(act), str(start) < str(card)
        case _:
            return act


def _describe_together(acts: tuple[Instruction, ...], words: Words) -> Iterator[str]:
    first = acts[0]
    if isinstance(first, DealCard):
        yield from _describe_deals(tuple(act for act in acts if isinstance(act, DealCard)), words)
    elif isinstance(first, FlipCards):
        yield from _describe_flip(first.cards, first.facing, words)
    elif isinstance(first, CardInstruction):
        yield _describe_of_cards(
            first,
            _name_cards(str(act.card) for act in acts if isinstance(act, CardInstruction)),
            words,
        )
    elif isinstance(first, MoveCard) and len(acts) > 1:
        onward = str(first.from_place) < str(first.card)
        yield _SLIDE_ONWARD if onward else _SLIDE_BACK
    else:
        yield describe_instruction(first, words)


def _name_cards(cards: Iterable[str]) -> str:
    """Name cards: `A and B`; the five of a whole display `A to E`."""
    named = tuple(cards)
    return _A_TO_E if sorted(named) == list("ABCDE") else _name_several(named)


describe_of = Template("{name}: {said}")
"""Something of a side, or of a thing."""


def describe_of_both(done: tuple[str, ...]) -> tuple[str, ...]:
    """Describe of both sides what is the same on either: at least one sentence."""
    first, *rest = done
    return describe_of(BOTH_SIDES, first), *rest


def describe_for_both(
    acts: Iterable[Instruction],
    names: Mapping[Side, str],
    at_work: Side | None = None,
    words: Words = BOOK_WORDS,
) -> tuple[str, ...]:
    """Say the acts of both sides in order, and whose they are.

    A side that has them all is named only where the other is at work.
    """
    acts = tuple(acts)
    said = {side: describe_for_side(acts, side, words) for side in Side}
    left, right = said[Side.LEFT], said[Side.RIGHT]
    if left == right:
        return describe_of_both(left) if left else ()
    if not (left and right) and at_work is not (Side.RIGHT if left else Side.LEFT):
        return left or right
    return tuple(
        describe_of(title, sentence) if title else sentence
        for title, sentences in describe_by_side(acts, names, words)
        for sentence in sentences
    )


BOTH_SIDES = "Both sides"
"""Whose acts they are where both sides do the same."""


def describe_by_side(
    acts: Iterable[Instruction], names: Mapping[Side, str], words: Words = BOOK_WORDS
) -> list[tuple[str, tuple[str, ...]]]:
    """Say the acts in order, each time that a side has to do, after that side's name.

    The name is `BOTH_SIDES` where both do the same, and empty where it is neither side's.
    """
    runs: list[tuple[str, tuple[str, ...]]] = []
    before: Side | None = None
    ordered = tuple(act for act in acts if not _is_remark(act))
    for (side, shared), run in groupby(_owned(ordered), key=lambda owned: owned[0]):
        said = tuple(_describe_in_order((act for _, act in run), words))
        if shared:
            if runs and runs[-1][0] == BOTH_SIDES:
                said = (*runs.pop()[1], *said)
            runs.append((BOTH_SIDES, said))
            before = None
        elif side is not None and before is side.other and runs[-1][1] == said:
            runs[-1] = (BOTH_SIDES, said)
            before = None
        else:
            runs.append(("" if side is None else names[side], said))
            before = side
    return runs


_Owner = tuple[Side | None, bool]
"""Whose an act is; and whether both sides are told the same, the one after the other."""


def _owned(acts: tuple[Instruction, ...]) -> Iterator[tuple[_Owner, Instruction]]:
    """Return each act with whose it is; what both sides are told the same is one act."""
    told: Instruction | None = None
    for act, then in zip_longest(acts, acts[1:]):
        if act is told:
            continue
        told = then if _are_alike(act, then) else None
        yield ((None, True) if told else (owner_of(act), False)), act


def _are_alike(act: Instruction, then: Instruction | None) -> bool:
    return (
        isinstance(act, TellPlayer)
        and isinstance(then, TellPlayer)
        and act.text == then.text
        and owner_of(act) is not None
        and owner_of(then) is act.side.other
    )


def owner_of(act: Instruction) -> Side | None:
    """Return whose act it is; None where it is neither side's."""
    return None if isinstance(act, TellPlayer) and act.of_game else act.side


def facing_word(facing: Facing) -> str:
    """Return how a card lies: `face-up` or `face-down`."""
    return f"face-{facing.value}"
