"""Where cards come from and where they go: set-up, gaps, doubled spaces, chits."""

from dataclasses import replace

from cdgdevice.method.acts import Act, Count, Deal, Discard, Flip, Move, Play, Refill, Source
from cdgdevice.method.display import Display, Facing, Place, Side, Space
from cdgdevice.method.game import Game, Seat
from cdgdevice.method.sheet import FixedDoubling, Sheet
from cdgdevice.method.stage import Picked
from cdgdevice.method.terms import Family

DOUBLED_BY_DIFFERENCE = (
    (),
    (Space.A,),
    (Space.A, Space.D),
    (Space.A, Space.B, Space.D),
    (Space.A, Space.B, Space.D, Space.E),
)
"""Book, common mechanic #8: the spaces doubled for 0, 1, 2, 3, 4 or more cards of difference."""

SET_ASIDE = "card-set-aside"
"""What a side notes when it has used the card that lay beside its display."""

_RELIEVED = (Space.E, Space.B, Space.D, Space.A)
"""The order in which doubled spaces are relieved when the difference shrinks."""


def set_up(sheet: Sheet, side: Side, options: dict[str, int]) -> Display:
    """Lay out a side's five cards as the sheet and its variants say (Book: display set-up)."""
    if sheet.family is Family.CHECKS:
        return Display(((None,),) * len(Space))
    face_up = set(sheet.face_up)
    for variant in sheet.variants:
        if options[variant.id]:
            face_up.update(variant.face_up.get(side, ()))
    return Display(tuple((Facing.UP if space in face_up else Facing.DOWN,) for space in Space))


def dealt(game: Game) -> tuple[Act, ...]:
    """Give the acts that lay out both displays as they are."""
    return tuple(deal for side in Side for deal in deals(game, side))


def deals(game: Game, side: Side) -> tuple[Deal, ...]:
    """Give the acts that lay out a side's display; a card on the pile is turned up last."""
    display = game.seats[side].display
    cards = [Deal(side, card, facing) for card, facing in display.cards() if facing is not None]
    on_c = game.sheet.family is Family.PILE
    return tuple(sorted(cards, key=lambda deal: on_c and deal.card.space is Space.C))


def turned_up(game: Game, side: Side, cards: tuple[Place, ...]) -> Game:
    """Turn these face-down cards of a side face-up."""
    if not cards:
        return game
    display = game.seats[side].display
    for card in cards:
        display = display.turned(card, Facing.UP)
    return replace(laid_out(game, side, display), acts=(*game.acts, Flip(side, cards)))


def taken(game: Game, side: Side, card: Place, *, discarded: bool = False) -> Game:
    """Take a card off the display, to be played or discarded; it leaves a gap."""
    display = game.seats[side].display
    facing = display.facing(card) or Facing.DOWN
    act = Discard(side, card, facing) if discarded else Play(side, card, facing)
    return replace(laid_out(game, side, display.laid(card, None)), acts=(*game.acts, act))


def laid_out(game: Game, side: Side, display: Display) -> Game:
    """Give the game with this display on the side's table."""
    return game.seated(side, replace(game.seats[side], display=display))


def filled(game: Game, side: Side) -> Game:
    """Fill every gap of a side's display, but for that of the card under way.

    Pile family: the top card of C moves into the gap and keeps the facing it has, then C shows
    its next card, face-down; so a card that was seen is never turned back, and the facing is
    that of the card drawn, never that of the gap. Open family: face-down. An empty pile fills
    nothing, and a row is filled by its conveyor. A gap that waits for the card of a relieved
    space is left to it, and that of a space that a scenario doubled only once goes.
    """
    if game.sheet.family in (Family.ROW, Family.CHECKS):
        return game
    gaps = game.seats[side].display.gaps()
    in_order = sorted(gaps, key=lambda place: place.space is not Space.C)
    due = {picked.card: facing for picked, facing in game.due if picked.side is side}
    for gap in in_order:
        if gap not in game.seats[side].display.gaps():
            continue  # its space became single
        if not is_under_way(game, side, gap) and Picked(side, gap) not in game.relief:
            game = fill(game, side, gap, due.get(gap))
    if due:
        game = replace(game, due=tuple(each for each in game.due if each[0].side is not side))
    return game


def fill(game: Game, side: Side, gap: Place, facing: Facing | None = None) -> Game:
    """Fill one gap; without a facing, as the family says, or as the row lies open."""
    seat = game.seats[side]
    if is_under_way(game, side, gap):
        if is_doubled_once(game, side, gap.space):
            return game
    elif gap.space in seat.relieved and seat.display.doubled(gap.space):
        return laid_out(game, side, seat.display.narrowed(gap))
    if game.sheet.family is Family.ROW and facing is None:
        facing = Facing.UP if seat.open_row else Facing.DOWN
    if _is_for_the_card_set_aside(game, side, gap):
        game = game.seated(side, replace(seat, once=seat.once | {SET_ASIDE}))
        game = laid_out(game, side, seat.display.laid(gap, Facing.UP))
        aside = Refill(side, gap, Source.ASIDE, Facing.UP)
        return replace(game, acts=(*game.acts, aside))
    display = seat.display
    pile = game.sheet.family is Family.PILE
    from_c = pile and gap.space is not Space.C
    on_c = display.facing(Place(Space.C)) if from_c else None
    # The pile's last card lies on C, and nothing beneath it: it can still be drawn.
    if seat.pile_empty and on_c is None:
        return game
    drawn = on_c or Facing.DOWN
    source = Source.C if from_c else Source.BENEATH if pile else Source.PILE
    display = display.moved(Place(Space.C), gap) if on_c else display.laid(gap, drawn)
    if from_c and not seat.pile_empty and not is_under_way(game, side, Place(Space.C)):
        display = display.laid(Place(Space.C), Facing.DOWN)
    # A card from C comes as it lies, and is turned up then; one that was seen stays so.
    comes = drawn if from_c else facing or drawn
    display = display.turned(gap, comes)
    act = Refill(side, gap, source, comes)
    game = replace(laid_out(game, side, display), acts=(*game.acts, act))
    return turned_up(game, side, (gap,)) if facing is Facing.UP is not comes else game


def _is_for_the_card_set_aside(game: Game, side: Side, gap: Place) -> bool:
    rule = game.sheet.set_aside
    return (
        rule is not None
        and rule.side is side
        and gap.space in rule.spaces
        and rule.turns[0] <= game.turn <= rule.turns[1]
        and SET_ASIDE not in game.seats[side].once
    )


def is_under_way(game: Game, side: Side, gap: Place) -> bool:
    """Tell whether this is the gap of the card under way, which is filled when that is done."""
    playing = game.under_way
    return side is game.active and playing is not None and playing.by == gap


def is_doubled_once(game: Game, side: Side, space: Space) -> bool:
    """Tell whether a scenario doubles a space, and only until a card of it is played."""
    fixed = scenario_doubling(game, side)
    once = fixed.once if fixed is not None else ()
    return space in once and game.seats[side].display.doubled(space)


def doubled_no_more(game: Game, side: Side, space: Space) -> Game:
    """Note that a card of such a space was played: its gap is not filled, and goes."""
    seat = game.seats[side]
    return game.seated(side, replace(seat, relieved=seat.relieved | {space}))


def settled(game: Game) -> Game:
    """Double or relieve spaces as the hand sizes or a scenario ask, and fill all gaps."""
    for side in Side:
        game = doubled(relieved(game, side), side)
    if game.relief:
        game = replace(game, relief=())
    for side in Side:
        game = filled(game, side)
    return game


def doubled_at_set_up(game: Game) -> Game:
    """Double spaces before the game begins: the extra cards come face-down (mechanic #8)."""
    for side in Side:
        game = doubled(game, side)
        for gap in game.seats[side].display.gaps():
            if game.sheet.family is not Family.CHECKS:
                game = laid_out(game, side, game.seats[side].display.laid(gap, Facing.DOWN))
    return game


def doubled(game: Game, side: Side) -> Game:
    """Give a second place, a gap at first, to each space that the hands or a scenario double."""
    display = game.seats[side].display
    for space in _doubled(game, side):
        if not display.doubled(space):
            display = display.widened(space)
    return laid_out(game, side, display)


def relieved(game: Game, side: Side) -> Game:
    """Relieve a side's spaces that are doubled no more.

    A card that a relieved space gives up fills the first gap that waits for one and is still there.
    """
    waiting = tuple(gap.card for gap in game.relief if gap.side is side)
    wanted = _doubled(game, side)
    display = game.seats[side].display
    for space in _RELIEVED:
        if display.doubled(space) and space not in wanted:
            place = _relieved(display, space)
            facing = display.facing(place)
            into = next((gap for gap in waiting if gap in display.gaps()), None)
            if facing is not None and into is not None:
                display = display.moved(place, into).narrowed(place)
                acts: tuple[Act, ...] = (Move(side, into, side, place),)
            else:
                acts = () if facing is None else (Discard(side, place, facing),)
                display = display.narrowed(place)
            game = replace(game, acts=(*game.acts, *acts))
            # The place that stays has its space's name now.
            others = (gap for gap in waiting if gap != place)
            waiting = tuple(Place(space) if gap.space is space else gap for gap in others)
    return laid_out(game, side, display)


def counted(game: Game, side: Side, played: int, of: int | None) -> Game:
    """Set what a side has played and holds; its chits are touched only where they change."""
    before = game.seats[side]
    after = replace(before, played=played, of=of)
    game = game.seated(side, after)
    if before.left is None or before.of is None or after.left is None or after.of is None:
        return game
    if (before.left, before.of) == (after.left, after.of):
        return game
    count = Count(side, after.left, after.of, was=(before.left, before.of))
    return replace(game, acts=(*game.acts, count))


def scenario_doubling(game: Game, side: Side) -> FixedDoubling | None:
    """Give the doubling that a scenario prescribes for this side."""
    for variant in game.sheet.variants:
        if game.options[variant.id] and variant.doubling and variant.doubling.side is side:
            return variant.doubling
    return None


def _doubled(game: Game, side: Side) -> tuple[Space, ...]:
    if any(scenario_doubling(game, each) for each in Side):
        fixed = scenario_doubling(game, side)
        spaces = fixed.spaces if fixed else ()
        return tuple(space for space in spaces if space not in game.seats[side].relieved)
    if not game.options.get("doubled-spaces", False):
        return ()
    mine, theirs = _size(game.seats[side]), _size(game.seats[side.other])
    return DOUBLED_BY_DIFFERENCE[min(max(mine - theirs, 0), 4)]


def _size(seat: Seat) -> int:
    """Give the hand size, without chits that cards added for this turn."""
    return (seat.of if seat.hand is None else seat.hand) or 0


def _relieved(display: Display, space: Space) -> Place:
    """Choose what leaves a doubled space: its gap first, else the second card."""
    gaps = [gap for gap in display.gaps() if gap.space is space]
    return gaps[0] if gaps else Place(space, 2)
