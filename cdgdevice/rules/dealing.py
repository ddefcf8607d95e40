"""Where cards come from and where they go: set-up, gaps, doubled spaces, chits."""

from itertools import islice

from msgspec.structs import replace

from cdgdevice.rules.card_display import MANDATORY_MARKS, Display, Facing, Place, Side, Space
from cdgdevice.rules.card_steps import Fill
from cdgdevice.rules.game import Game, Ready, lay_card, turn_up_cards
from cdgdevice.rules.instructions import (
    CardSource,
    DealCard,
    DiscardCard,
    Instruction,
    LeaveGap,
    MoveCard,
    RefillGap,
    SetChits,
    TellPlayer,
)
from cdgdevice.rules.sheet import Sheet, walk_sheet_steps
from cdgdevice.rules.sheet_entries import DOUBLED_SPACES, ExcessRule, FixedDoubling
from cdgdevice.rules.texts import sentences
from cdgdevice.rules.wants import PickedCard

SPACES_DOUBLED_BY_DIFFERENCE = (
    (),
    (Space.A,),
    (Space.A, Space.D),
    (Space.A, Space.B, Space.D),
    (Space.A, Space.B, Space.D, Space.E),
)
"""Book, common mechanic #8: the spaces doubled for 0, 1, 2, 3, 4 or more cards of difference."""

SET_ASIDE_USED = "card-set-aside"
"""What a side notes when it has used the card that lay beside its display."""

_RELIEF_ORDER = (Space.E, Space.B, Space.D, Space.A)
"""The order in which doubled spaces are relieved when the difference shrinks."""


def set_up_display(sheet: Sheet, side: Side, options: dict[str, int]) -> Display:
    """Lay out a side's five cards as the sheet and its variants say (Book: display set-up)."""
    if not sheet.family.has_display:
        return Display(((None,),) * len(Space))
    face_up = set(sheet.face_up)
    for variant in sheet.variants:
        if options[variant.id]:
            face_up.update(variant.face_up.get(side, ()))
    return Display(tuple((Facing.UP if space in face_up else Facing.DOWN,) for space in Space))


def deal_instructions(game: Game) -> tuple[DealCard, ...]:
    """Return the acts that lay out both displays as they are."""
    return tuple(deal for side in Side for deal in deal_instructions_of_side(game, side))


def deal_instructions_of_side(game: Game, side: Side) -> tuple[DealCard, ...]:
    """Return the acts that lay out a side's display; a card on the pile is turned up last."""
    display = game.seats[side].display
    cards = [DealCard(side, card, facing) for card, facing in display.cards() if facing is not None]
    on_c = game.sheet.family.has_pile_on_c
    return tuple(sorted(cards, key=lambda deal: on_c and deal.card.space is Space.C))


def fill_gaps(game: Game, side: Side) -> Game:
    """Fill every gap of a side's display, but for that of the card under way and of kept cards.

    Pile family: the top card of C moves into the gap and keeps the facing it has, then C shows
    its next card, face-down; so a card that was seen is never turned back, and the facing is
    that of the card drawn, never that of the gap. Open family: face-down. An empty pile fills
    nothing, and a row is filled by its conveyor. A gap that waits for the card of a relieved
    space is left to it, and that of a space that a scenario doubled only once goes.
    """
    if not game.sheet.family.rolls_method_die:
        return game
    gaps = game.seats[side].display.gaps()
    in_order = sorted(gaps, key=lambda place: place.space is not Space.C)
    due = {picked.card: facing for picked, facing in game.fills_due if picked.side is side}
    for gap in in_order:
        if gap not in game.seats[side].display.gaps():
            continue  # its space became single
        if (
            not is_gap_waiting(game, side, gap)
            and PickedCard(side, gap) not in game.gaps_for_relief
        ):
            game = fill_gap(game, side, gap, due.get(gap), or_from_other=gap in due)
    if due:
        left = game.seats[side].display.gaps()
        waiting = (
            (gap, facing)
            for gap, facing in game.fills_due
            if gap.side is not side
            or is_gap_under_way(game, side, gap.card)
            or (gap.card in left and gap in game.gaps_for_relief)
        )
        game = replace(game, fills_due=tuple(waiting))
    return game


def list_draws_due(game: Game) -> tuple[PickedCard, ...]:
    """Return the gaps that wait for a card of the other display, as the draw pile is empty."""
    return tuple(
        gap
        for gap, _ in game.fills_due
        if game.seats[gap.side].pile_empty and gap.card in game.seats[gap.side].display.gaps()
    )


def list_draw_steps(sheet: Sheet) -> tuple[Fill, ...]:
    """Return the step by which waiting gaps draw from the other display, if a sheet has it."""
    fills = (step for step in walk_sheet_steps(sheet) if isinstance(step, Fill))
    draws = (step for step in fills if step.from_other and step.facing is None)
    return tuple(islice(draws, 1))


def fill_own_gap_first(game: Game) -> Game:
    """Fill the gap of the card under way where this roll turned up the card that is drawn for it.

    Book: the round's own gap takes the card drawn, left face-up; gaps of combat cards take the top
    card of the pile after it.
    """
    playing, on_c = game.under_way, Place(Space.C)
    if (
        not game.sheet.own_gap_first
        or playing is None
        or not isinstance(playing.by, Place)
        or playing.by not in game.seat.display.gaps()
        or on_c not in game.cards_turned_up
        or game.seat.display.facing_at(on_c) is not Facing.UP
    ):
        return game
    return fill_gap(game, game.active, playing.by)


def fill_gap(
    game: Game,
    side: Side,
    gap: Place,
    facing: Facing | None = None,
    *,
    or_from_other: bool = False,
) -> Game:
    """Fill one gap; without a facing, as the family says, or as the row lies open."""
    seat = game.seats[side]
    if is_gap_under_way(game, side, gap):
        if is_doubled_once(game, side, gap.space):
            return game
    elif gap.space in seat.relieved_spaces and seat.display.is_doubled(gap.space):
        return drop_gap(game, side, gap)
    if game.sheet.family.nominates and facing is None:
        facing = Facing.UP if seat.row.is_open else Facing.DOWN
    if _takes_card_set_aside(game, side, gap):
        game = game.change_seat(side, used_once=seat.used_once | {SET_ASIDE_USED})
        game = lay_card(game, side, gap, Facing.UP)
        return game.with_instructions(RefillGap(side, gap, CardSource.ASIDE, Facing.UP))
    display = seat.display
    beneath = game.sheet.family.is_pile(gap.space)
    from_c = game.sheet.family.has_pile_on_c and not beneath
    on_c = display.facing_at(Place(Space.C)) if from_c else None
    # The pile's last card lies on C, and nothing beneath it: it can still be drawn.
    if seat.pile_empty and on_c is None:
        return _leave_gap(game, side, gap)
    drawn = on_c or Facing.DOWN
    source = CardSource.C if on_c else CardSource.BENEATH if beneath else CardSource.PILE
    display = display.moved(Place(Space.C), gap) if on_c else display.laid(gap, drawn)
    if from_c and not seat.pile_empty and not is_gap_under_way(game, side, Place(Space.C)):
        display = display.laid(Place(Space.C), Facing.DOWN)
    # A card from C comes as it lies, and is turned up then; one that was seen stays so.
    comes = drawn if from_c else facing or drawn
    display = display.turned(gap, comes)
    act = RefillGap(side, gap, source, comes, or_from_other)
    game = replace(game.change_seat(side, display=display), instructions=(*game.instructions, act))
    return turn_up_cards(game, side, (gap,)) if facing is Facing.UP is not comes else game


def begin_answer(game: Game) -> Game:
    """Return the game with no orders yet; gaps of this round that were filled are forgotten."""
    gaps = {side: seat.display.gaps() for side, seat in game.seats.items()}
    still, played = (
        tuple(gap for gap in of if gap.card in gaps[gap.side])
        for of in (game.gaps_of_round, game.gaps_of_played)
    )
    return replace(game, instructions=(), gaps_of_round=still, gaps_of_played=played)


def drop_gap(game: Game, side: Side, gap: Place) -> Game:
    """Make a doubled space single again: its gap is not filled."""
    game = game.change_seat(side, display=game.seats[side].display.narrowed(gap))
    return _leave_gap(game, side, gap)


def _leave_gap(game: Game, side: Side, gap: Place) -> Game:
    """Order that a gap of this round stays empty; of an older one it was said before."""
    opened = PickedCard(side, gap)
    if opened not in game.gaps_of_round:
        return game
    others = tuple(each for each in game.gaps_of_round if each != opened)
    return replace(game, gaps_of_round=others).with_instructions(LeaveGap(side, gap))


def _takes_card_set_aside(game: Game, side: Side, gap: Place) -> bool:
    rule = game.sheet.set_aside
    return (
        rule is not None
        and rule.side is side
        and gap.space in rule.spaces
        and rule.turns[0] <= game.turn <= rule.turns[1]
        and SET_ASIDE_USED not in game.seats[side].used_once
    )


def keep_card_aside(game: Game, side: Side) -> Game:
    """Order that the card beside the display stays there, while it still waits for a gap."""
    rule = game.sheet.set_aside
    if rule is None or not any(
        _takes_card_set_aside(game, side, Place(space)) for space in rule.spaces
    ):
        return game
    text = sentences.keep_aside(game.sheet.words)
    tell = TellPlayer(side, text, note=game.sheet.find_note_of(rule.source))
    return game.with_instructions(tell)


def is_gap_under_way(game: Game, side: Side, gap: Place) -> bool:
    """Return whether this is the gap of the card under way, which is filled when that is done."""
    playing = game.under_way
    return side is game.active and playing is not None and playing.by == gap


def is_gap_waiting(game: Game, side: Side, gap: Place) -> bool:
    """Return whether a gap is not filled yet: of the card under way, or of one that is kept.

    Where the pile is on C its next card lies there all the same.
    """
    kept = Place(gap.space) in game.seats[side].kept_slots()
    is_kept = kept and not game.sheet.family.is_pile(gap.space)
    return is_kept or is_gap_under_way(game, side, gap)


def keep_card(game: Game, played: PickedCard, place: str) -> Game:
    """Keep a card beside its display; its slot stays empty, unless it is that of the pile."""
    side, card = played.side, played.card
    if game.seats[side].display.facing_at(card) is not None:
        game = lay_card(game, side, card, None)
    game = game.with_seat(side, game.seats[side].with_beside_card(place).with_kept_slot(card))
    others = tuple(each for each in game.gaps_of_played if each != played)
    game = replace(game, gaps_of_played=others)
    if game.sheet.family.is_pile(card.space):
        return fill_gap(game, side, card)
    return _leave_gap(game, side, card)


def is_doubled_once(game: Game, side: Side, space: Space) -> bool:
    """Return whether a scenario doubles a space, and only until a card of it is played."""
    fixed = find_scenario_doubling(game, side)
    once = fixed.once if fixed is not None else ()
    return space in once and game.seats[side].display.is_doubled(space)


def mark_space_relieved(game: Game, side: Side, space: Space) -> Game:
    """Note that a card of such a space was played: its gap is not filled, and goes."""
    relieved = game.seats[side].relieved_spaces
    return game.change_seat(side, relieved_spaces=relieved | {space})


def settle_displays(game: Game) -> Game:
    """Double or relieve spaces as the hand sizes or a scenario ask, and fill all gaps."""
    for side in Side:
        game = double_spaces(relieve_spaces(game, side), side)
    if game.gaps_for_relief:
        game = replace(game, gaps_for_relief=())
    for side in Side:
        game = fill_gaps(game, side)
    return game


def double_spaces_at_set_up(game: Game) -> Game:
    """Double spaces before the game begins: the extra cards come face-down (mechanic #8)."""
    for side in Side:
        game = double_spaces(game, side)
        for gap in game.seats[side].display.gaps():
            if game.sheet.family.has_display:
                game = lay_card(game, side, gap, Facing.DOWN)
    return game


def double_spaces(game: Game, side: Side) -> Game:
    """Return a second place, a gap at first, to each space that the hands or a scenario double."""
    display = game.seats[side].display
    for space in _spaces_to_double(game, side):
        if not display.is_doubled(space):
            display = display.with_second_card(space)
    return game.change_seat(side, display=display)


def relieve_spaces(game: Game, side: Side) -> Game:
    """Relieve a side's spaces that are doubled no more.

    A card that a relieved space gives up fills the first gap that waits for one and is still there.
    """
    waiting = tuple(gap.card for gap in game.gaps_for_relief if gap.side is side)
    wanted = _spaces_to_double(game, side)
    display = game.seats[side].display
    for space in _RELIEF_ORDER:
        if display.is_doubled(space) and space not in wanted:
            # Its gap leaves first, else the second card.
            gaps = [gap for gap in display.gaps() if gap.space is space]
            place = gaps[0] if gaps else Place(space, 2)
            facing = display.facing_at(place)
            into = next((gap for gap in waiting if gap in display.gaps()), None)
            if facing is None:
                # Of two gaps the order for the one that stays is enough.
                game = _leave_gap(game, side, place) if len(gaps) == 1 else game
            elif into is None:
                game = game.with_instructions(DiscardCard(side, place, facing))
            else:
                display = display.moved(place, into)
                game = game.with_instructions(MoveCard(side, into, side, place))
            display = display.narrowed(place)
            # The place that stays has its space's name now.
            others = (gap for gap in waiting if gap != place)
            waiting = tuple(Place(space) if gap.space is space else gap for gap in others)
    return game.change_seat(side, display=display)


def give_chits_back(game: Game, side: Side, *, before: Game) -> Game:
    """Return a side all chits where a shuffle ends what an empty pile took from a fresh turn.

    The shuffle was due `before` the turn, which then begins with all (Paths of Glory, 2022).
    """
    lost = game.sheet.hands.while_pile_empty is not None and before.seats[side].pile_empty
    if not (lost and game.is_turn_fresh and isinstance(game.stage, Ready)):
        return game
    return set_chits(game, side, 0, game.seats[side].hand_size)


def set_chits(game: Game, side: Side, played: int, of: int | None) -> Game:
    """Set what a side has played and holds; its chits are touched only where they change."""
    before = game.seats[side]
    game = game.change_seat(side, played=played, hand_size=of)
    after = game.seats[side]
    if (
        before.chits_left is None
        or before.hand_size is None
        or after.chits_left is None
        or after.hand_size is None
    ):
        return game
    if (before.chits_left, before.hand_size) == (after.chits_left, after.hand_size):
        return game
    count = SetChits(
        side, after.chits_left, after.hand_size, before=(before.chits_left, before.hand_size)
    )
    return game.with_instructions(count)


def join_round(before: Game, game: Game, side: Side) -> Game:
    """Return the game with a side in the round under way if it has cards again.

    The rounds before it that the other side took alone are counted as its own.
    """
    seat = game.seats[side]
    if seat.is_out_of_chits or not before.seats[side].is_out_of_chits:
        return game
    return game.change_seat(side, rounds_taken=max(seat.rounds_taken, before.round - 1))


def find_scenario_doubling(game: Game, side: Side) -> FixedDoubling | None:
    """Return the doubling that a scenario prescribes for this side."""
    for variant in game.sheet.variants:
        if game.options[variant.id] and variant.doubling and variant.doubling.side is side:
            return variant.doubling
    return None


def _spaces_to_double(game: Game, side: Side) -> tuple[Space, ...]:
    if any(find_scenario_doubling(game, each) for each in Side):
        fixed = find_scenario_doubling(game, side)
        spaces = fixed.spaces if fixed else ()
        return tuple(space for space in spaces if space not in game.seats[side].relieved_spaces)
    if not game.options.get(DOUBLED_SPACES, False):
        return ()
    mine, theirs = (game.seats[each].lasting_hand_size or 0 for each in (side, side.other))
    return SPACES_DOUBLED_BY_DIFFERENCE[min(max(mine - theirs, 0), 4)]


def find_excess_cards(game: Game, side: Side) -> tuple[Place, ...]:
    """Return the face-up mandatory cards that go back into the pile: more of them than chits."""
    rules, seat = game.sheet.marks, game.seats[side]
    if rules is None or rules.excess is ExcessRule.NONE or seat.chits_left is None:
        return ()
    mandatory = seat.display.places_marked(*MANDATORY_MARKS)
    too_many = len(mandatory) - seat.chits_left
    if too_many <= 0:
        return ()
    just_turned = tuple(card for card in mandatory if card in game.cards_turned_up)
    return just_turned if rules.excess is ExcessRule.FLIP else just_turned[-too_many:]


def deal_again(game: Game, side: Side) -> Game:
    """Set a side's empty display up as at the beginning."""
    seat = game.seats[side]
    initial = set_up_display(game.sheet, side, dict.fromkeys(game.options, 0))
    display = Display(seat.display.spaces)
    for card in display.places():
        facing = initial.facing_at(Place(card.space)) or Facing.DOWN
        display = display.laid(card, facing)
    game = game.change_seat(side, display=display)
    # In the pile family no card is dealt to C: the pile is laid there.
    on_c = game.sheet.family.has_pile_on_c
    dealt: tuple[Instruction, ...] = tuple(
        deal
        for deal in deal_instructions_of_side(game, side)
        if not (on_c and deal.card.space is Space.C)
    )
    if on_c:
        dealt = (*dealt, TellPlayer(side, sentences.place_pile_on_c(game.sheet.words)))
    game = game.with_instructions(*dealt)
    return game.change_seat(side, pile_empty=False)
