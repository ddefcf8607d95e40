"""The row family: nomination, two dice, and the conveyor (V3; Five)."""

from dataclasses import replace

from cdgdevice.method.acts import Discard, Move, Refill, Source, Tell
from cdgdevice.method.dealing import laid_out, taken, turned_up
from cdgdevice.method.display import Facing, Place, Side, Space
from cdgdevice.method.game import Game, Rolled, Seat
from cdgdevice.method.sheet import Beside
from cdgdevice.method.stage import Playing, RowDice
from cdgdevice.method.terms import Use

PILE_TOP = Beside("pile", "the pile's top card", "V3 and Five: a 6 draws the top card", counts=True)
"""The card that a coloured 6 draws."""
EXTRA = Beside("extra", "Extra card", "Five: extra cards lie below the row", counts=True, target=4)
"""A card below the row that no sheet names."""


def turned_row(game: Game, side: Side) -> Game:
    """Turn a side's whole row face-up (V3, step 1)."""
    return turned_up(game, side, game.seats[side].display.lying(Facing.DOWN))


def nominees(game: Game, side: Side) -> tuple[Place | Beside, ...]:
    """Give what a side may nominate: the cards of its row, and those below it."""
    seat = game.seats[side]
    if seat.out:
        return ()
    beside = [card for card in game.sheet.beside if card.id in seat.holds and card.target]
    extra = [EXTRA] if seat.extras else []
    return (*seat.display.lying(Facing.UP), *beside, *extra)


def target(game: Game, nominated: Place | Beside) -> int:
    """Give the highest white die that plays a nominated card."""
    if isinstance(nominated, Beside):
        return nominated.target or 0
    return game.options[range_option(nominated.space)]


def range_option(space: Space) -> str:
    """Name the setting that holds a space's range."""
    return f"range-{space.value.lower()}"


def thrown(game: Game, stage: RowDice, numbers: tuple[int, ...]) -> Game:
    """Take the dice of a nomination, both or one after the other."""
    if stage.white is not None:
        numbers = (stage.white, *numbers)
    if len(numbers) == 1:
        return replace(game, stage=replace(stage, white=numbers[0]), acts=())
    white, coloured = numbers
    doubles = white == coloured
    if not doubles and white <= target(game, stage.nominated):
        by = stage.nominated
    else:
        by = PILE_TOP if coloured == 6 else Place(tuple(Space)[coloured - 1])
    game = replace(game, acts=())
    if isinstance(by, Place) and game.seat.display.facing(by) is None:
        again = Tell(game.active, f"{by} is empty: throw both dice again.")
        return replace(game, stage=RowDice(stage.nominated), acts=(again,))
    named = by.id if isinstance(by, Beside) else str(by)
    game = replace(game, roll=Rolled((white, coloured), named))
    return played(game, by, (Use.EVENT,) if doubles else (Use.ANY,))


def played(game: Game, by: Place | Beside, uses: tuple[Use, ...]) -> Game:
    """Play a card of the row, or one beside it."""
    if isinstance(by, Place):
        game = taken(game, game.active, by)
    elif by == PILE_TOP:
        draw = Tell(game.active, "Draw the pile's top card.", "Put that card back on the pile.")
        game = replace(game, acts=(*game.acts, draw))
    return replace(game, stage=Playing(by, uses))


def put_away(game: Game, by: Beside) -> Game:
    """Take what was played from below the row: a sheet's card goes to the other side."""
    seat, other = game.seat, game.active.other
    if by == EXTRA:
        return game.seated(game.active, replace(seat, extras=seat.extras - 1))
    if by.id not in seat.holds:
        return game
    game = game.seated(game.active, replace(seat, holds=seat.holds - {by.id}))
    theirs = game.seats[other]
    return game.seated(other, replace(theirs, next_holds=theirs.next_holds | {by.id}))


def conveyed(game: Game, side: Side) -> Game:
    """Move a side's conveyor: E leaves, the rest slide toward E, new cards come from A.

    A gap that is to stay keeps its place, and cards slide past it (Five, discards).
    """
    seat = _nearer(game.seats[side])
    display = seat.display
    acts = list(game.acts)
    last = display.facing(Place(Space.E))
    if last is not None:
        acts.append(Discard(side, Place(Space.E), last))
        display = display.laid(Place(Space.E), None)
    stay = {space for space, _ in seat.kept_gaps}
    slots = [Place(space) for space in reversed(Space) if space not in stay]
    cards = [place for place in slots if display.facing(place) is not None]
    for start, end in zip(cards, slots, strict=False):
        if start != end:
            acts.append(Move(side, end, side, start))
            display = display.moved(start, end)
    facing = Facing.UP if seat.open_row else Facing.DOWN
    for place in reversed(slots[len(cards) :]):
        acts.append(Refill(side, place, Source.PILE, facing))
        display = display.laid(place, facing)
    game = replace(game.seated(side, seat), acts=tuple(acts))
    return laid_out(game, side, display)


def keep_gap(game: Game, side: Side, card: Place) -> Game:
    """Keep the gap of a discarded card to the end of its side's next full round (Five)."""
    seat = game.seats[side]
    own_round = side is game.active and game.under_way is not None
    rounds = 2 if own_round else 1
    others = tuple(gap for gap in seat.kept_gaps if gap[0] is not card.space)
    return game.seated(side, replace(seat, kept_gaps=(*others, (card.space, rounds))))


def _nearer(seat: Seat) -> Seat:
    kept = tuple((space, rounds - 1) for space, rounds in seat.kept_gaps if rounds > 1)
    return replace(seat, kept_gaps=kept)
