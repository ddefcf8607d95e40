"""The facts of a game: what lies on the table and is counted.

Journals keep them, a game is restored from them, and the player puts them right, one at a time,
where the table lies otherwise.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from cdgdevice.rules import turns
from cdgdevice.rules.actions import (
    NO_CARD,
    is_last_of_row,
    list_cards_to_put_right,
    list_hands,
    list_table_actions,
    list_tallies,
)
from cdgdevice.rules.card_display import (
    CardSource,
    DiscardCard,
    Display,
    Facing,
    FlipCards,
    Instruction,
    Mark,
    Place,
    RefillGap,
    SetChits,
    Side,
    Space,
)
from cdgdevice.rules.card_row import EXTRA_CARD, PILE_TOP_CARD, turn_up_row
from cdgdevice.rules.dealing import set_chits, settle_displays
from cdgdevice.rules.die import NO_THROW_YET
from cdgdevice.rules.game import (
    Choosing,
    Game,
    GameEnd,
    GameHistory,
    Nominating,
    PickedCard,
    Playing,
    Ready,
    RoundRoll,
    RowDice,
    RunningSteps,
    Seat,
    SettingUp,
    SizingHands,
    StandingOrders,
    TurnEnd,
    TurningUp,
    Waiting,
    WantsDie,
    WantsHeadline,
    has_round,
)
from cdgdevice.rules.instructions import join_names, quote
from cdgdevice.rules.interpreter.step_runner import run_steps
from cdgdevice.rules.requests import Json, NotAllowedError
from cdgdevice.rules.sheet import BesideCard, SheetFamily, SideState
from cdgdevice.rules.steps import CardUse

_FACING_LETTER = {Facing.UP: "u", Facing.DOWN: "d", None: "-"}


def write_facts(history: GameHistory) -> dict[str, Json]:
    """Write what lies on the table and is counted, as the JSON object that journals keep.

    What is as at the beginning of every game is left out. Nothing in it speaks of what is offered,
    said or waited for: that may be mended, and a game that is under way goes on.
    """
    game = history.now
    dice: dict[str, Json] = {side.value: list(dice) for side, dice in history.kept_dice.items()}
    return {
        "turn": game.turn,
        "round": game.round,
        "active": game.active.value,
        **{side.value: _write_seat_facts(game.seats[side]) for side in Side},
        **_drop_usual(
            roll=None if game.roll is None else [*game.roll.numbers, game.roll.result],
            dice={side: numbers for side, numbers in dice.items() if numbers},
            numbers=dict(game.kept_numbers),
            ranges=[int(given) for given in game.options.values() if not isinstance(given, bool)],
            relief=[_write_picked(gap) for gap in game.gaps_for_relief],
            fills={_write_picked(gap): facing.value for gap, facing in game.fills_due},
        ),
        **_write_stage_facts(game),
    }


def _write_seat_facts(seat: Seat) -> dict[str, Json]:
    """Write a side's facts; its cards stand as `u d ud - d`: A to E, up, down, doubled, a gap."""
    spaces = ["".join([_FACING_LETTER[card] for card in held]) for held in seat.display.spaces]
    return {
        "cards": " ".join(spaces),
        **({} if seat.chits_left is None else {"chits": seat.chits_left}),
        **_drop_usual(
            hand=seat.hand_size,
            rounds=seat.rounds_taken,
            marks={str(place): mark.value for place, mark in seat.display.marks},
            next_hand=seat.next_hand_size,
            pile_empty=seat.pile_empty,
            once=[*sorted(seat.used_once)],
            passed=seat.passed_in_turn,
            home=seat.has_played_home,
            relieved=[*sorted(space.value for space in seat.relieved_spaces)],
            extra=seat.extra_cards,
            beside=[*sorted(seat.beside_cards)],
            next_beside=[*sorted(seat.next_beside_cards)],
            open=seat.open_row,
            opened_itself=seat.opened_itself,
            states=[*sorted(seat.states)],
            gaps_kept=[[space.value, rounds] for space, rounds in seat.kept_gaps],
        ),
    }


def _write_stage_facts(game: Game) -> dict[str, Json]:
    """Write the card that is being played, dice that are thrown so far, and discards so far."""
    playing, stage = game.under_way, game.stage
    facts: dict[str, Json] = {} if playing is None else {"playing": playing.by.id}
    match stage:
        case RowDice(nominated, white):
            facts |= _drop_usual(nominated=nominated.id, white=white)
        case TurnEnd(discarded):
            facts["over"] = "turn"
            facts |= _drop_usual(discarded={side.value: n for side, n in discarded.items() if n})
        case Waiting(WantsDie(draw_so_far=draw)) if draw != NO_THROW_YET:
            facts["draw"] = list(draw)
        case Waiting(WantsHeadline(served)) if served:
            facts["headlines"] = [side.value for side in served]
        case GameEnd():
            facts["over"] = "game"
        case SettingUp(page=page):
            facts["set-up"] = 0 if page is None else page + 1
        case SizingHands():
            facts["sizing"] = True
    return facts


def read_ranges(facts: Mapping[str, Json]) -> Mapping[Space, int]:
    """Return the ranges of a row that facts tell; none where they tell none.

    Raises:
        ValueError: they are no ranges of five spaces.
    """
    match facts.get("ranges"):
        case None:
            return {}
        case [int(a), int(b), int(c), int(d), int(e)]:
            return dict(zip(Space, (a, b, c, d, e), strict=True))
    raise ValueError("no ranges of five spaces")


def _write_picked(picked: PickedCard) -> str:
    return f"{picked.side.value} {picked.card}"


def _drop_usual(**facts: Json) -> dict[str, Json]:
    """Leave out what is None, False, 0 or empty."""
    return {name.replace("_", "-"): fact for name, fact in facts.items() if fact}


def restore_facts(history: GameHistory, facts: Mapping[str, Json]) -> GameHistory:
    """Put a game where facts say that it stood: the inverse of `write_facts`.

    What facts leave open stays as in `history`, such as what is asked, as long as it fits them. A
    game that has to be put elsewhere is put where it can go on: before a roll, after one, at a card
    that is being played, or at the end of the turn. What led there is not known, so nothing can
    be taken back.

    Raises:
        ValueError: they are no facts of a game of this sheet.
    """
    try:
        return _restore(history, facts)
    except (AttributeError, IndexError, KeyError, TypeError) as error:
        raise ValueError("no facts of a game of this sheet") from error


def _restore(history: GameHistory, facts: Mapping[str, Any]) -> GameHistory:
    rolled = facts.get("roll")
    options = dict(history.now.options)
    numbers = [name for name, given in options.items() if not isinstance(given, bool)]
    options |= dict(zip(numbers, facts.get("ranges", ()), strict=True))
    game = replace(
        history.now,
        options=options,
        turn=int(facts["turn"]),
        active=Side(facts["active"]),
        seats={side: _read_seat(history.now, side, facts[side.value]) for side in Side},
        roll=None if rolled is None else RoundRoll(tuple(rolled[:-1]), str(rolled[-1])),
        instructions=(),
        actions_taken=frozenset(),
        cards_turned_up=(),
        kept_numbers=dict(facts.get("numbers", {})),
        gaps_for_relief=tuple(map(_read_picked, facts.get("relief", ()))),
        fills_due=tuple(
            (_read_picked(gap), Facing(facing)) for gap, facing in facts.get("fills", {}).items()
        ),
    )
    dice = {Side(side): tuple(kept) for side, kept in facts.get("dice", {}).items()}
    stood = GameHistory(game, kept_dice=dice)
    fits = not isinstance(game.stage, Ready | Nominating) or has_round(game, game.active)
    if not fits or write_facts(stood) != facts:
        stood = GameHistory(_find_rest(game, facts), kept_dice=dice)
    return stood


def _read_seat(game: Game, side: Side, facts: Mapping[str, Any]) -> Seat:
    letters = {letter: facing for facing, letter in _FACING_LETTER.items()}
    spaces = tuple(tuple(letters[card] for card in held) for held in facts["cards"].split(" "))
    if len(spaces) != len(Space):
        raise ValueError("a display has five spaces")
    display = Display(spaces)
    places = {str(place): place for place in display.places()}
    for place, mark in facts.get("marks", {}).items():
        display = display.marked(places[place], Mark(mark))
    hand = facts.get("hand", 0 if "chits" in facts else None)  # a hand of 0 is left out
    return replace(
        game.seats[side],
        display=display,
        hand_size=hand,
        played=0 if hand is None else hand - facts.get("chits", hand),
        rounds_taken=facts.get("rounds", 0),
        next_hand_size=facts.get("next-hand"),
        pile_empty=facts.get("pile-empty", False),
        used_once=frozenset(facts.get("once", ())),
        passed_in_turn=facts.get("passed"),
        has_played_home=facts.get("home", False),
        relieved_spaces=frozenset(map(Space, facts.get("relieved", ()))),
        extra_cards=facts.get("extra", 0),
        beside_cards=_known(game.sheet.beside, facts.get("beside", ())),
        next_beside_cards=_known(game.sheet.beside, facts.get("next-beside", ())),
        states=_known(game.sheet.states, facts.get("states", ())),
        open_row=facts.get("open", False),
        opened_itself=facts.get("opened-itself", False),
        kept_gaps=tuple((Space(space), rounds) for space, rounds in facts.get("gaps-kept", ())),
    )


def _known(entries: Iterable[BesideCard | SideState], names: Iterable[str]) -> frozenset[str]:
    """Leave out what a sheet that was edited since has no more."""
    return frozenset(names) & {entry.id for entry in entries}


def _read_picked(text: str) -> PickedCard:
    side, _, card = text.partition(" ")
    return PickedCard(Side(side), _read_place(card))


def _read_place(text: str) -> Place:
    return Place(Space(text[:1]), int(text[1:] or 0))


def _find_rest(game: Game, facts: Mapping[str, Any]) -> Game:
    """Return the game at a stage from which it can go on."""
    if "set-up" in facts and isinstance(game.stage, SettingUp):
        return game
    if facts.get("sizing"):
        return replace(game, stage=SizingHands())
    if facts.get("over") == "game":
        return replace(game, stage=GameEnd())
    if facts.get("headlines"):
        # The turn has not begun with a round yet: no row is turned up.
        return replace(run_steps(*turns.begin_turn(game)), instructions=())
    if "playing" in facts:
        playing = _find_played(game, facts["playing"])
        return turns.await_round(game) if playing is None else replace(game, stage=playing)
    result = None if game.roll is None else game.roll.method_result
    if result is not None and result in game.sheet.outcomes:
        # The cards of the result are face-up: its steps only put them on offer again.
        steps = game.sheet.outcomes[result].steps
        again = run_steps(game, RunningSteps(game.active, steps, Choosing(())))
        # A card that the player said to lie otherwise lies so still.
        at_choice = isinstance(again.stage, Choosing)
        return replace(again, seats=game.seats, instructions=()) if at_choice else again
    if "over" in facts or not any(has_round(game, side) for side in Side):
        discarded = facts.get("discarded", {})
        return replace(game, stage=TurnEnd({side: discarded.get(side.value, 0) for side in Side}))
    if not has_round(game, game.active):
        game = replace(game, active=game.active.other)
    return turns.await_round(game)


def _find_played(game: Game, name: str) -> Playing | None:
    """Return the stage of a card or way that is being played; None where the sheet has it no more.

    For what the card may be played is not among the facts: for anything.
    """
    for place in game.seat.display.places():
        if str(place) == name:
            return Playing(place, (CardUse.ANY,))
    for way in game.sheet.instead:
        if way.id == name:
            return Playing(way)
    beside = (*game.sheet.beside, turns.HOME_CARD, PILE_TOP_CARD, EXTRA_CARD)
    return next((Playing(card, (CardUse.ANY,)) for card in beside if card.id == name), None)


Args = Mapping[str, str | int]

_FORMS = (
    ("side", "card", "facing"),
    ("side", "left"),
    ("side", "of"),
    ("turn",),
    ("round",),
    ("active",),
)
"""What `set-table` may be told: one thing at a time."""


def check_table_args(game: Game, args: Args) -> None:
    """Refuse what can't be put right now, or is not understood.

    Raises:
        NotAllowedError: it says what is wrong, and what can be said.
    """
    form = next((form for form in _FORMS if set(form) == args.keys()), None)
    if form is None:
        forms = "; ".join(" ".join(each) for each in _FORMS)
        raise NotAllowedError(f"set-table takes one thing at a time: {forms}.")
    side = _read_side(args, form[0]) if form[0] in ("side", "active") else game.active
    name = game.sheet.sides[side]
    match form[-1]:
        case "facing":
            _check_card(game, side, args)
        case "left":
            _check_number(args, "left", list_tallies(game, side), f"{name} has no count of cards.")
        case "of":
            size = game.sheet.words.hand_size
            _check_number(
                args, "of", list_hands(game, side), f"{name} can't change its {size} now."
            )
        case "active" if not has_round(game, side):
            raise NotAllowedError(f"{name} has no round left in this turn.")
        case "active" if not isinstance(game.stage, Ready | Nominating | TurnEnd):
            raise NotAllowedError("A round is under way: finish it, or undo it, first.")
        case "turn" | "round" as what:
            offers = (dict(each.args) for each in list_table_actions(game))
            numbers = next((each[what] for each in offers if what in each), ())
            whole = tuple(number for number in numbers if isinstance(number, int))
            _check_number(args, what, whole, "The turn is over: set the turn, or who is active.")


def _read_side(args: Args, name: str) -> Side:
    if args[name] not in {side.value for side in Side}:
        raise NotAllowedError(f'"{name}" is {quote(str(args[name]))}. It must be left or right.')
    return Side(args[name])


def _check_card(game: Game, side: Side, args: Args) -> None:
    card, facing, name = str(args["card"]), str(args["facing"]), game.sheet.sides[side]
    if game.sheet.family is SheetFamily.CHECKS:
        raise NotAllowedError(f"{game.sheet.title} has no card display.")
    facings = (*(each.value for each in Facing), NO_CARD)
    if facing not in facings:
        raise NotAllowedError(f"A card lies {join_names(facings, 'or')}, not {quote(facing)}.")
    places = tuple(map(str, game.seats[side].display.places()))
    if card not in places:
        raise NotAllowedError(
            f"{name} has no {quote(card)}. Its places are {join_names(places, 'and')}."
        )
    if card not in map(str, list_cards_to_put_right(game, side)):
        raise NotAllowedError(f"{card} is needed for what is open now: finish that, or undo it.")
    if facing == NO_CARD and is_last_of_row(game, side):
        raise NotAllowedError(f"{card} is the last card of {name}: the row can't be empty.")


def _check_number(args: Args, name: str, numbers: tuple[int, ...], none: str) -> None:
    if not numbers:
        raise NotAllowedError(none)
    if args[name] not in numbers:
        raise NotAllowedError(
            f'"{name}" is {quote(str(args[name]))}. '
            f"It must be a number from {numbers[0]} to {numbers[-1]}."
        )


def set_table(game: Game, args: Args) -> Game:
    """Put the game right where the table lies otherwise, as `check_table_args` allows it.

    Nothing is asked of the hands but what follows from it, such as a doubled space's card.
    """
    match args:
        case {"side": side, "card": card, "facing": facing}:
            return _lay_card(game, Side(side), _find_place(game, Side(side), str(card)), facing)
        case {"side": side, "left": left}:
            seat = game.seats[Side(side)]
            seat = replace(seat, played=(seat.hand_size or 0) - int(left))
            return _go_on(game.with_seat(Side(side), seat))
        case {"side": side, "of": of}:
            return _hold_cards(game, Side(side), int(of))
        case {"turn": turn}:
            return _go_on(_set_turn(game, int(turn)))
        case {"round": number}:
            return _go_on(_set_round(game, int(number)))
        case _:
            active = Side(args["active"])
            same = active is game.active and not isinstance(game.stage, TurnEnd)
            return game if same else turns.begin_round(game, active)


def list_found(game: Game, args: Args) -> tuple[Instruction, ...]:
    """Return the acts that the hands must have done for the table to lie as `set_table` is told.

    They are not asked for; an undo takes them back.
    """
    if "side" not in args:
        return ()
    side = Side(args["side"])
    if "card" not in args:
        return _find_recount(game, side, args)
    place = _find_place(game, side, str(args["card"]))
    was, lies = game.seats[side].display.facing_at(place), _facing_of(args["facing"])
    if was is lies:
        return ()
    if was is None and lies is not None:
        on_c = game.sheet.family is SheetFamily.PILE and place.space is Space.C
        return (RefillGap(side, place, CardSource.BENEATH if on_c else CardSource.PILE, lies),)
    if lies is None:
        return (DiscardCard(side, place, was or Facing.DOWN),)
    return (FlipCards(side, (place,), lies),)


def _find_recount(game: Game, side: Side, args: Args) -> tuple[Instruction, ...]:
    seat = game.seats[side]
    if seat.hand_size is None or seat.chits_left is None:
        return ()
    of = int(args.get("of", seat.hand_size))
    left = min(int(args.get("left", seat.chits_left)), of)
    if (left, of) == (seat.chits_left, seat.hand_size):
        return ()
    return (SetChits(side, left, of, before=(seat.chits_left, seat.hand_size)),)


def drop_orders_for_card(orders: StandingOrders, args: Args) -> StandingOrders:
    """Leave out orders for a card of which the player has said how it lies."""
    side, card = Side(args["side"]), str(args["card"])

    def kept(acts: Iterable[Instruction]) -> Iterable[Instruction]:
        for act in acts:
            if act.side is not side:
                yield act
            elif isinstance(act, FlipCards):
                cards = tuple(each for each in act.cards if str(each) != card)
                if cards:
                    yield replace(act, cards=cards)
            elif str(getattr(act, "card", "")) != card:
                yield act

    return StandingOrders(tuple(kept(orders.older)), tuple(kept(orders.latest)))


def _find_place(game: Game, side: Side, card: str) -> Place:
    return next(place for place in game.seats[side].display.places() if str(place) == card)


def _facing_of(told: str | int) -> Facing | None:
    return None if told == NO_CARD else Facing(told)


def _lay_card(game: Game, side: Side, place: Place, told: str | int) -> Game:
    """Lay a card so, or leave a gap; a mark there goes, and what can be chosen follows."""
    facing, seat = _facing_of(told), game.seats[side]
    if facing is seat.display.facing_at(place):
        return game
    on_pile = game.sheet.family is SheetFamily.PILE and place.space is Space.C
    filled = seat.display.facing_at(place) is None
    seat = replace(
        seat,
        display=seat.display.laid(place, facing),
        # In the pile family C is the pile.
        pile_empty=facing is None if on_pile and (filled or facing is None) else seat.pile_empty,
        kept_gaps=tuple(gap for gap in seat.kept_gaps if gap[0] is not place.space)
        if filled
        else seat.kept_gaps,
    )
    game = game.with_seat(side, seat)
    here = PickedCard(side, place)
    game = replace(
        game,
        gaps_for_relief=tuple(gap for gap in game.gaps_for_relief if gap != here),
        fills_due=tuple(each for each in game.fills_due if each[0] != here),
        cards_turned_up=tuple(
            card for card in game.cards_turned_up if side is not game.active or card != place
        ),
    )
    if (
        game.sheet.family is SheetFamily.ROW
        and side is game.active
        and isinstance(game.stage, Nominating | RowDice | Playing)
    ):
        return turn_up_row(game, side)  # face-up for its round
    match game.stage:
        case TurningUp(_, course):
            return run_steps(game, course)
        case Choosing(rolled=True) if side is game.active:
            return _offer_again(game)
        case _:
            return game


def _offer_again(game: Game) -> Game:
    """Offer what the roll offers as the cards lie now, where it asks nothing else."""
    result = None if game.roll is None else game.roll.method_result
    if result is None or result not in game.sheet.outcomes:
        return game
    steps = game.sheet.outcomes[result].steps
    again = run_steps(game, RunningSteps(game.active, steps, Choosing(())))
    same = isinstance(again.stage, Choosing) and replace(again, stage=game.stage) == game
    return again if same else game


def _hold_cards(game: Game, side: Side, of: int) -> Game:
    """Let a side hold so many cards; what it has left stays, as far as it can."""
    seat = game.seats[side]
    left = min(of if seat.chits_left is None else seat.chits_left, of)
    seat = replace(seat, hand_size=of, played=of - left)
    game = game.with_seat(side, seat)
    return _go_on(settle_displays(game) if isinstance(game.stage, Ready | Nominating) else game)


def _set_turn(game: Game, turn: int) -> Game:
    """Come to another turn: who had passed has passed, and hands are as the sheet has them."""
    by_turn, was = game.sheet.hands.by_turn, game.turn
    for side in Side:
        seat = game.seats[side]
        if seat.passed_in_turn is not None:
            seat = replace(seat, passed_in_turn=seat.passed_in_turn + turn - was)
            game = game.with_seat(side, seat)
        if by_turn and seat.hand_size == by_turn[min(was, len(by_turn)) - 1]:
            of = by_turn[min(turn, len(by_turn)) - 1]
            game = set_chits(game, side, min(seat.played, of), of)
    return replace(game, turn=turn)


def _set_round(game: Game, number: int) -> Game:
    """Come to another round; a side that is ahead by one stays so."""
    by = number - game.round
    for side in Side:
        seat = game.seats[side]
        game = game.with_seat(side, replace(seat, rounds_taken=max(seat.rounds_taken + by, 0)))
    return game


def _go_on(game: Game) -> Game:
    """Go on to a side that has a round left, if the active one has none any more."""
    if not isinstance(game.stage, Ready | Nominating) or has_round(game, game.active):
        return game
    return turns.go_to_next_round(game)
