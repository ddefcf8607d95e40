"""Where cards come from: set-up, filling gaps, and the extra cards of a doubled space."""

from dataclasses import replace

from cdgdevice.method.acts import Act, Count, Deal, Discard, Refill, Source
from cdgdevice.method.display import Display, Facing, Place, Side, Space
from cdgdevice.method.game import Game, Seat
from cdgdevice.method.sheet import Family, Sheet

DOUBLED_BY_DIFFERENCE = (
    (),
    (Space.A,),
    (Space.A, Space.D),
    (Space.A, Space.B, Space.D),
    (Space.A, Space.B, Space.D, Space.E),
)
"""Book, common mechanic #8: the spaces doubled for 0, 1, 2, 3, 4 or more cards of difference."""

_RELIEVED = (Space.E, Space.B, Space.D, Space.A)
"""The order in which doubled spaces are relieved when the difference shrinks."""


def set_up(sheet: Sheet) -> Display:
    """Lay out a side's five cards as the sheet says (Book: card display set-up)."""
    return Display(
        tuple((Facing.UP if space in sheet.face_up else Facing.DOWN,) for space in Space)
    )


def dealt(game: Game) -> tuple[Act, ...]:
    """Give the acts that lay out both displays as they are."""
    return tuple(
        Deal(side, place, facing)
        for side in Side
        for place in game.seats[side].display.places()
        if (facing := game.seats[side].display.facing(place)) is not None
    )


def filled(game: Game, side: Side, spared: Place | None = None) -> tuple[Game, tuple[Act, ...]]:
    """Fill every gap of a side's display, but for the spared one.

    Pile family: the top card of C moves into the gap and keeps the facing it has, then C shows
    its next card, face-down; so a card that was seen is never turned back, and the facing is
    that of the card drawn, never that of the gap. Open family: face-down.
    """
    display = game.seats[side].display
    pile = game.sheet.family is Family.PILE
    acts: list[Act] = []
    gaps = [gap for gap in display.gaps() if gap != spared]
    for gap in sorted(gaps, key=lambda place: place.space is not Space.C):
        from_c = pile and gap.space is not Space.C
        source = Source.C if from_c else Source.BENEATH if pile else Source.PILE
        facing = (from_c and display.facing(Place(Space.C))) or Facing.DOWN
        display = display.laid(gap, facing)
        if from_c and spared != Place(Space.C):
            display = display.laid(Place(Space.C), Facing.DOWN)
        acts.append(Refill(side, gap, source, facing))
    return game.seated(side, replace(game.seats[side], display=display)), tuple(acts)


def settled(game: Game) -> tuple[Game, tuple[Act, ...]]:
    """Fill all gaps, and double or relieve spaces as the hand sizes ask."""
    acts: list[Act] = []
    for side in Side:
        wanted = _doubled(game, side)
        display = game.seats[side].display
        for space in _RELIEVED:
            if display.doubled(space) and space not in wanted:
                place = _relieved(display, space)
                facing = display.facing(place)
                if facing is not None:
                    acts.append(Discard(side, place, facing))
                display = display.narrowed(place)
        for space in wanted:
            if not display.doubled(space):
                display = display.widened(space)
        game = game.seated(side, replace(game.seats[side], display=display))
        game, fills = filled(game, side)
        acts.extend(fills)
    return game, tuple(acts)


def counted(game: Game, side: Side, played: int, of: int | None) -> tuple[Game, tuple[Act, ...]]:
    """Set what a side has played and holds; its chits are touched only where they change."""
    before = game.seats[side]
    after = replace(before, played=played, of=of)
    game = game.seated(side, after)
    if before.left is None or before.of is None or after.left is None or after.of is None:
        return game, ()
    if (before.left, before.of) == (after.left, after.of):
        return game, ()
    return game, (Count(side, after.left, after.of, was=(before.left, before.of)),)


def _doubled(game: Game, side: Side) -> tuple[Space, ...]:
    if not game.options.get("doubled-spaces", False):
        return ()
    mine, theirs = _size(game.seats[side]), _size(game.seats[side.other])
    return DOUBLED_BY_DIFFERENCE[min(max(mine - theirs, 0), 4)]


def _size(seat: Seat) -> int:
    return seat.of or 0


def _relieved(display: Display, space: Space) -> Place:
    """Choose what leaves a doubled space: its gap first, else the second card."""
    gaps = [gap for gap in display.gaps() if gap.space is space]
    return gaps[0] if gaps else Place(space, 2)
