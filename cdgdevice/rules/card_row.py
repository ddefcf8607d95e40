"""The row family: nomination, two dice, and the conveyor (V3; Five)."""

from collections.abc import Iterable

from msgspec.structs import replace

from cdgdevice.rules.card_display import Facing, Place, Side, Space
from cdgdevice.rules.card_steps import CardUse
from cdgdevice.rules.game import Game, Playing, RoundRoll, RowDice, take_card, turn_up_cards
from cdgdevice.rules.instructions import CardSource, DiscardCard, MoveCard, RefillGap, TellPlayer
from cdgdevice.rules.sheet_entries import BesideCard, OrderKind
from cdgdevice.rules.texts import sentences

PILE_TOP_CARD = BesideCard(
    "pile", sentences.PILE_TOP_CARD, source="V3 and Five: a 6 draws the top card", counts=True
)
"""The card that a coloured 6 draws."""
EXTRA_CARD = BesideCard(
    "extra",
    sentences.EXTRA_CARD,
    source="Five: extra cards lie below the row",
    counts=True,
    target=4,
)
"""A card below the row that no sheet names."""


def turn_up_row(game: Game, side: Side) -> Game:
    """Turn a side's whole row face-up (V3, step 1)."""
    return turn_up_cards(game, side, game.seats[side].display.places_facing(Facing.DOWN))


def list_nominees(game: Game, side: Side) -> tuple[Place | BesideCard, ...]:
    """Return what a side may nominate: the cards of its row, and those below it.

    A nomination that was taken back with its dice stays what it was, if the card is still there.
    """
    seat = game.seats[side]
    if seat.is_out_of_chits:
        return ()
    beside = [card for card in game.sheet.beside if card.id in seat.beside_cards and card.target]
    extra = [EXTRA_CARD] if seat.row.extra_cards else []
    cards: tuple[Place | BesideCard, ...] = (
        *seat.display.places_facing(Facing.UP),
        *beside,
        *extra,
    )
    kept = game.kept_nominations.get(side, ())[:1]
    return tuple(card for card in cards if card.id in kept) or cards


def target_number(game: Game, nominated: Place | BesideCard) -> int:
    """Return the highest white die that plays a nominated card."""
    if isinstance(nominated, BesideCard):
        return nominated.target or 0
    return game.options[range_option_of(nominated.space)]


def is_target_missed(game: Game, games_before: Iterable[Game]) -> bool:
    """Return whether the white die of the round missed what was nominated for it last."""
    nominated = (before for before in games_before if isinstance(before.stage, RowDice))
    thrown_for = next(nominated, None)
    if game.roll is None or thrown_for is None or not isinstance(thrown_for.stage, RowDice):
        return False
    return game.roll.numbers[0] > target_number(thrown_for, thrown_for.stage.nominated)


def range_option_of(space: Space) -> str:
    """Name the setting that holds a space's range."""
    return f"range-{space.value.lower()}"


def take_nomination_dice(game: Game, stage: RowDice, numbers: tuple[int, ...]) -> Game:
    """Take the dice of a nomination, both or one after the other."""
    if stage.white is not None:
        numbers = (stage.white, *numbers)
    if len(numbers) == 1:
        return replace(game, stage=replace(stage, white=numbers[0]), instructions=())
    white, coloured = numbers
    # Thrown again, the coloured die changes nothing of what the first two said.
    doubles = white == coloured if stage.again_for is None else stage.again_for is CardUse.EVENT
    if stage.again_for is None and not doubles and white <= target_number(game, stage.nominated):
        by, hit = stage.nominated, True
    else:
        by = PILE_TOP_CARD if coloured == 6 else Place(tuple(Space)[coloured - 1])
        hit = False
    use = CardUse.EVENT if doubles else CardUse.ANY
    missed = not (hit or doubles) and stage.again_for is None
    high, name = target_number(game, stage.nominated), stage.nominated.title
    miss = sentences.describe_miss(white, name, high, game.sheet.words)
    told = (TellPlayer(game.active, miss),) if missed else ()
    game = replace(game, instructions=told)
    if isinstance(by, Place) and game.seat.display.facing_at(by) is None:
        die = game.sheet.words.coloured
        empty = sentences.describe_empty_space(die, coloured, str(by), doubles)
        again = TellPlayer(game.active, empty)
        rest = RowDice(stage.nominated, white, use)
        return replace(game, stage=rest, instructions=(*told, again))
    game = replace(game, roll=RoundRoll((white, coloured), by.id))
    words = game.sheet.words
    why = sentences.describe_why(*((words.white, white) if hit else (words.coloured, coloured)))
    return _play_row_card(game, by, use, sentences.DOUBLES if doubles else why)


def _play_row_card(game: Game, by: Place | BesideCard, use: CardUse, why: str) -> Game:
    """Play a card of the row, or one beside it, and say what to mind on doubles."""
    if isinstance(by, Place):
        game = take_card(game, game.active, by)
    elif by == PILE_TOP_CARD:
        draw = TellPlayer(
            game.active,
            sentences.draw_top_card(game.sheet.words),
            sentences.put_top_card_back(game.sheet.words),
            draws=True,
        )
        game = game.with_instructions(draw)
    rules = game.sheet.row
    if use is CardUse.EVENT and rules is not None:
        minds = filter(None, (*game.lists.list_warnings(game.sheet.kept), rules.on_doubles))
        game = game.with_instructions(
            *(TellPlayer(game.active, mind, remark=True) for mind in minds)
        )
    return replace(game, stage=Playing(by, (use,), why=why))


def put_beside_card_away(game: Game, by: BesideCard) -> Game:
    """Take what was played from beside the display: a row's card goes to the other side."""
    seat, other = game.seat, game.active.other
    if by == EXTRA_CARD:
        return game.with_seat(game.active, seat.with_row(extra_cards=seat.row.extra_cards - 1))
    if by.id not in seat.beside_cards:
        return game
    game = game.with_seat(game.active, seat.without_beside_card(by.id))
    if by.holder is None:
        return game
    names = game.sheet.sides
    tell = TellPlayer(
        game.active,
        sentences.give_card(by.title, names[other]),
        sentences.give_card_back(by.title, names[game.active]),
        note=by.title,
    )
    game = game.with_instructions(tell)
    held = game.seats[other].next_beside_cards
    return game.change_seat(other, next_beside_cards=held | {by.id})


def move_conveyor(game: Game, side: Side) -> Game:
    """Move a side's conveyor: E leaves, the rest slide toward E, new cards come from A.

    A gap that is to stay keeps its place, and cards slide past it (Five, discards).
    """
    seat = game.seats[side]
    seat = seat.with_row(kept_gaps=tuple((s, n - 1) for s, n in seat.row.kept_gaps if n > 1))
    display = seat.display
    acts = list(game.instructions)
    last = display.facing_at(Place(Space.E))
    if last is not None:
        acts.append(DiscardCard(side, Place(Space.E), last))
        display = display.laid(Place(Space.E), None)
    stay = {space for space, _ in seat.row.kept_gaps}
    note = game.sheet.find_note_on(OrderKind.LEAVE) if stay else None
    acts.extend(
        TellPlayer(side, sentences.stays_empty(space.value), note=note)
        for space in Space
        if space in stay
    )
    slots = [Place(space) for space in reversed(Space) if space not in stay]
    cards = [place for place in slots if display.facing_at(place) is not None]
    for start, end in zip(cards, slots, strict=False):
        if start != end:
            acts.append(MoveCard(side, end, side, start))
            display = display.moved(start, end)
    facing = Facing.UP if seat.row.is_open else Facing.DOWN
    for place in reversed(slots[len(cards) :]):
        acts.append(RefillGap(side, place, CardSource.PILE, facing))
        display = display.laid(place, facing)
    game = replace(game.with_seat(side, seat), instructions=tuple(acts))
    return game.change_seat(side, display=display)


def keep_gap(game: Game, side: Side, card: Place) -> Game:
    """Keep the gap of a discarded card to the end of its side's next full round (Five)."""
    seat = game.seats[side]
    own_round = side is game.active and game.under_way is not None
    rounds = 2 if own_round else 1
    others = tuple(gap for gap in seat.row.kept_gaps if gap[0] is not card.space)
    return game.with_seat(side, seat.with_row(kept_gaps=(*others, (card.space, rounds))))


HOME_CARD = BesideCard("home", sentences.HOME_CARD, source="Book, common mechanic #5", counts=True)
"""A home card of a side: after its play it is face-down until the next turn."""


NO_HOME_CARD = "none-left"
"""The answer that turns C where a side has no home card to play any more this turn."""
