"""The course of a turn: rounds one after the other, the turn's end, and the next turn."""

from collections.abc import Mapping

from msgspec.structs import replace

from cdgdevice.rules import card_row, conditions, dealing
from cdgdevice.rules.card_display import MANDATORY_MARKS, Facing, Mark, Place, RowSeat, Seat, Side
from cdgdevice.rules.card_row import HOME_CARD
from cdgdevice.rules.game import (
    AskingHandSizes,
    Game,
    GameEnd,
    Nominating,
    Ready,
    RunningSteps,
    TurnEnd,
    has_round,
    lay_card,
)
from cdgdevice.rules.instructions import DiscardCard, TellPlayer
from cdgdevice.rules.kept_cards import clear_display, order_turn_end_discards
from cdgdevice.rules.sheet import Alternative, Sheet, find_condition
from cdgdevice.rules.sheet_entries import BesideCard, OrderKind, Reminder, TurnEndDiscard
from cdgdevice.rules.texts import sentences


def set_up_seat(sheet: Sheet, side: Side, of: int, options: dict[str, int]) -> Seat:
    """Seat a side at the beginning of a game."""
    return Seat(
        dealing.set_up_display(sheet, side, options),
        hand_size=of or None,
        played=0,
        rounds_taken=0,
        counted=sheet.hands.counted,
        beside_cards=tuple(sorted(card.id for card in sheet.beside if card.holder is side)),
    )


def begin_turn(game: Game) -> tuple[Game, RunningSteps]:
    """Begin a turn: say what it must be reminded of, and give what comes before its first round."""
    first = game.sheet.turn.first
    game = replace(game, active=first, stage=Ready(), roll=None)
    return _queue_reminders(game, first, 0), RunningSteps(
        first, game.sheet.turn.begins, return_to=None
    )


def begin_round(game: Game, side: Side) -> Game:
    """Come to a side's round: what it must be reminded of, and its row turned up."""
    game = replace(
        game,
        active=side,
        stage=Ready(),
        roll=None,
        cards_turned_up=(),
        gaps_of_round=(),
        gaps_of_played=(),
        actions_taken=frozenset(),
        lists=replace(game.lists, phase=""),
    )
    game = _queue_reminders(game, side, game.seats[side].rounds_taken + 1)
    return await_round(game)


def await_round(game: Game) -> Game:
    """Let the active side take its round."""
    if not game.sheet.family.nominates:
        return replace(game, stage=Ready(), roll=None, cards_turned_up=())
    return replace(card_row.turn_up_row(game, game.active), stage=Nominating(), roll=None)


def finish_round(game: Game, by: Place | Alternative | BesideCard, counts: bool) -> Game:
    """End the round: refill, then count (Book: order within a round)."""
    side = game.active
    card = by if isinstance(by, Place) else None
    if card is not None:
        game = _drop_gap_doubled_once(game, card)
    for each in Side:
        game = dealing.relieve_spaces(game, each)
        game = dealing.fill_gaps(dealing.fill_own_gap_first(game) if each is side else game, each)
    game = replace(game, stage=Ready())
    # The card's own gap comes before the extra cards of a hand that grew.
    game = dealing.settle_displays(dealing.fill_gaps(game, side))
    if card is not None:
        game = dealing.keep_card_aside(game, side)
    if isinstance(by, BesideCard):
        game = card_row.put_beside_card_away(game, by)
        if by == HOME_CARD:
            game = game.change_seat(side, has_played_home=True)
            note = game.sheet.find_note_on(OrderKind.HOME)
            tell = TellPlayer(side, *sentences.HOME_CARD_DOWN, note=note)
            game = game.with_instructions(tell)
    if game.sheet.family.nominates:
        game = card_row.move_conveyor(game, side)
    # A hand that shrank beneath the card has no chit left to turn.
    if counts and (isinstance(by, Place) or by.counts) and not game.seat.is_out_of_chits:
        game = dealing.set_chits(game, side, game.seat.played + 1, game.seat.hand_size)
    if isinstance(by, Alternative):
        game = _note_alternative(game, by)
    return go_to_next_round(count_round(game))


def count_round(game: Game) -> Game:
    """Note that the active side had its round, and say what it does after each."""
    if game.sheet.turn.after_round:
        note = game.sheet.find_note_on(OrderKind.ROUND_END)
        tell = TellPlayer(game.active, game.sheet.turn.after_round, note=note)
        game = game.with_instructions(tell)
    taken = game.seat.rounds_taken + 1
    return game.change_seat(game.active, rounds_taken=taken, discards_shuffled=False)


def go_to_next_round(game: Game) -> Game:
    """Continue with the other side, if it has a round left, or with the same, or end the turn."""
    for side in (game.active.other, game.active):
        if has_round(game, side):
            return begin_round(game, side)
    return end_turn(game)


def end_turn(game: Game) -> Game:
    """Come to the end of the turn's card play."""
    game = _queue_reminders(game, None, None)
    extras = tuple(
        TellPlayer(
            side,
            *(
                sentences.DISCARD_EXTRA_CARDS
                if seat.row.extra_cards > 1
                else sentences.DISCARD_EXTRA_CARD
            ),
        )
        for side, seat in game.seats.items()
        if seat.row.extra_cards
    )
    beside = (order for side in Side for order in order_turn_end_discards(game, side))
    reminders = (*extras, *beside, *game.orders_at_turn_end)
    stage = TurnEnd(dict.fromkeys(Side, 0))
    game = replace(
        game,
        stage=stage,
        roll=None,
        cards_turned_up=(),
        gaps_of_round=(),
        gaps_of_played=(),
        instructions=(*game.instructions, *reminders),
        orders_at_turn_end=(),
    )
    first = game.sheet.turn.first
    waiting = [side for side in (first, first.other) if list_discardable(game, side)]
    return replace(game, active=waiting[0] if waiting else first)


def begin_next_turn(game: Game) -> tuple[Game, RunningSteps | None]:
    """Restore the counts and begin the next turn; with nothing to do if the game is over."""
    turn = game.sheet.turn
    if game.turn == turn.last:
        return replace(game, stage=GameEnd(), roll=None), None
    if turn.fresh_every and game.turn % turn.fresh_every == 0:
        for side in Side:
            game = clear_display(game, side)
        tell = (
            TellPlayer(side, sentences.SHUFFLE_ALL, sentences.STAYS_SHUFFLED, shuffles=True)
            for side in Side
        )
        game = game.with_instructions(*tell)
        for side in Side:
            game = dealing.deal_again(game, side)
            game = game.change_seat(side, used_since_deal=frozenset())
    for side in Side:
        if not game.sheet.family.nominates:
            game = game.with_seat(side, game.seats[side].with_row(kept_gaps=()))
        game = dealing.fill_gaps(game, side)
    game = replace(game, turn=game.turn + 1, reminders_said=frozenset(), roll=None)
    if game.asks_hands:
        for side in Side:
            game = game.change_seat(side, rounds_taken=0)
        return replace(game, active=turn.first, stage=AskingHandSizes()), None
    return _restore_seats(game)


def take_hand_size(game: Game, of: int) -> tuple[Game, RunningSteps | None]:
    """Take the active side's hand size of the turn that begins; ask the other's, or go on."""
    game = game.change_seat(game.active, next_hand_size=of)
    if game.active is game.sheet.turn.first:
        return replace(game, active=game.active.other), None
    return _restore_seats(game)


def _restore_seats(game: Game) -> tuple[Game, RunningSteps]:
    for side in Side:
        game = _restore_seat(game, side)
    return begin_turn(dealing.settle_displays(game))


def count_discards_left(game: Game, side: Side) -> int:
    """Tell how many cards this side may still discard at the turn's end: one a chit left."""
    if not isinstance(game.stage, TurnEnd) or game.sheet.turn.discard is TurnEndDiscard.NONE:
        return 0
    return (game.seats[side].chits_left or 0) - game.stage.discarded[side]


def list_discardable(game: Game, side: Side) -> tuple[Place, ...]:
    """Return the face-up cards that this side may still discard at the turn's end.

    Mandatory cards can't be discarded (Book, common mechanic #4). Where it must be a combat card,
    those that are marked so come first.
    """
    if count_discards_left(game, side) <= 0:
        return ()
    display = game.seats[side].display
    kept = display.places_marked(*MANDATORY_MARKS)
    cards = [card for card in display.places_facing(Facing.UP) if card not in kept]
    if game.sheet.turn.discard is TurnEndDiscard.COMBAT:
        marked = display.places_marked(Mark.COMBAT)
        cards.sort(key=lambda card: card not in marked)
    return tuple(cards)


def discard_at_turn_end(game: Game, so_far: Mapping[Side, int], card: Place) -> Game:
    """Discard a card at the turn's end, and continue with the side that has some left."""
    side = game.active
    game = lay_card(game, side, card, None)
    discarded = {**so_far, side: so_far[side] + 1}
    game = replace(
        game, stage=TurnEnd(discarded), instructions=(DiscardCard(side, card, Facing.UP),)
    )
    if not list_discardable(game, side) and list_discardable(game, side.other):
        return replace(game, active=side.other)
    return game


def _drop_gap_doubled_once(game: Game, card: Place) -> Game:
    """Leave the gap of a space that a scenario doubles only once (Fate, Lake Trasimenus)."""
    if not dealing.is_doubled_once(game, game.active, card.space):
        return game
    game = dealing.mark_space_relieved(game, game.active, card.space)
    return dealing.drop_gap(game, game.active, card)


def _note_alternative(game: Game, way: Alternative) -> Game:
    if find_condition(way, conditions.OnceAGame):
        game = game.change_seat(game.active, used_once=game.seat.used_once | {way.id})
    return game.change_seat(game.active, passed_in_turn=game.turn) if way.ends_turn else game


def _restore_seat(game: Game, side: Side) -> Game:
    """Return a side its chits back, and what it plays once a turn."""
    seat = game.seats[side]
    by_turn = game.sheet.hands.by_turn
    of = seat.lasting_hand_size
    if game.turn <= len(by_turn):
        of = by_turn[game.turn - 1]
    most = game.sheet.hands.while_pile_empty
    lost = 0 if most is None or of is None or not seat.pile_empty else max(of - most, 0)
    game = dealing.set_chits(game, side, lost, of)
    if seat.has_played_home:
        note = game.sheet.find_note_on(OrderKind.HOME)
        game = game.with_instructions(TellPlayer(side, *sentences.HOME_CARDS_UP, note=note))
    up = (card for card in game.sheet.beside if card.id in seat.next_beside_cards)
    tells = tuple(
        TellPlayer(
            side,
            sentences.turn_card_up(card.title),
            sentences.turn_card_down(card.title),
            note=card.title,
        )
        for card in up
    )
    game = game.with_instructions(*tells)
    over = {card.id for card in game.sheet.beside if card.turn}
    kept = (card for card in seat.beside_cards if card not in over)
    return game.change_seat(
        side,
        rounds_taken=0,
        next_hand_size=None,
        has_played_home=False,
        home_cards_out=False,
        row=RowSeat(kept_gaps=seat.row.kept_gaps),
        beside_cards=tuple(sorted((*kept, *seat.next_beside_cards))),
        next_beside_cards=frozenset(),
        states=seat.states - {state.id for state in game.sheet.states if state.turn},
    )


def _queue_reminders(game: Game, side: Side | None, round_: int | None) -> Game:
    for reminder in game.sheet.turn.reminders:
        if not _is_reminder_due(game, reminder, side, round_):
            continue
        before, game = game, _change_number(game, reminder)
        if reminder.to and not reminder.off and game.lists == before.lists:
            continue
        text = game.lists.fill(reminder.text)
        order = TellPlayer(side or game.sheet.turn.first, text, note=reminder.note)
        told: tuple[TellPlayer, ...] = (replace(order, of_game=reminder.side is None),)
        if reminder.pile_gone:
            sides = tuple(Side) if side is None or reminder.side is None else (side,)
            told = tuple(replace(order, side=each) for each in sides if game.seats[each].pile_empty)
        said = game.reminders_said | ({reminder.once} if reminder.once and told else set())
        game = replace(game, instructions=(*game.instructions, *told), reminders_said=said)
    return game


def _change_number(game: Game, reminder: Reminder) -> Game:
    """Change the number that a reminder adds to, within its bounds; drop the one it forgets."""
    if reminder.forgets is not None:
        return replace(game, lists=game.lists.without_number(reminder.forgets))
    if reminder.to is None or reminder.adds is None:
        return game
    high = next(each.high for each in game.sheet.kept if each.id == reminder.to)
    adds = reminder.adds
    if reminder.off is not None:
        there = game.lists.number(reminder.off)
        adds = min(adds, there)
        game = game.with_number(reminder.off, there - adds)
    changed = game.lists.number(reminder.to) + adds
    return game.with_number(reminder.to, min(max(changed, 0), high))


def _is_reminder_due(game: Game, reminder: Reminder, side: Side | None, round_: int | None) -> bool:
    first, last = reminder.turns
    at_start = round_ == 0 and reminder.round == 0
    opened = None if reminder.if_open is None else game.seats[reminder.if_open].row
    return (
        (at_start or (reminder.side is side and reminder.round == round_))
        and first <= game.turn <= last
        and (not reminder.even or game.turn % 2 == 0)
        and (opened is None or (opened.is_open and not opened.opened_itself))
        and reminder.once not in game.reminders_said
        and not any(reminder.unless_used in seat.used_once for seat in game.seats.values())
    )
