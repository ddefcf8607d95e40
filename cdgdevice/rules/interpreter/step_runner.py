"""Running steps in order until they wait or have run, and going on when the answer is there."""

from typing import assert_never

from msgspec.structs import replace

from cdgdevice.rules import card_row, card_steps, requests, steps, turns
from cdgdevice.rules.card_display import Facing, Place, Side, Space
from cdgdevice.rules.card_row import HOME_CARD, NO_HOME_CARD
from cdgdevice.rules.card_steps import (
    CardUse,
    ChitStep,
    PickedStep,
    PickingStep,
    PileStep,
    ResultStep,
    Whose,
)
from cdgdevice.rules.dealing import keep_card, settle_displays
from cdgdevice.rules.die import DieResult
from cdgdevice.rules.game import (
    Choosing,
    Game,
    Nominating,
    Playing,
    Ready,
    RunningSteps,
    StepResult,
    TurningUp,
    Waiting,
    announce_outcome,
    has_round,
    run_first,
    sides_of,
    turn_up_cards,
    wait_for,
)
from cdgdevice.rules.guided import list_runner
from cdgdevice.rules.guided.list_runner import draw_by_die
from cdgdevice.rules.guided.list_steps import RunList
from cdgdevice.rules.instructions import TellPlayer
from cdgdevice.rules.interpreter import question_steps, table_steps
from cdgdevice.rules.interpreter.random_cards import describe_drawn
from cdgdevice.rules.sheet import Alternative, list_unasked_steps
from cdgdevice.rules.steps import (
    Again,
    BranchStep,
    ChangeState,
    CourseStep,
    ExtraCard,
    ExtraCardChange,
    HandOver,
    Headlines,
    OpenRow,
    Say,
    SayAtTurnEnd,
    Step,
)
from cdgdevice.rules.texts import refusals, sentences
from cdgdevice.rules.wants import (
    EITHER_SIDES_EVENT,
    NO_MORE_CARDS,
    WantsAnswer,
    WantsCard,
    WantsCards,
    WantsDie,
    WantsDone,
    WantsHeadline,
    WantsHome,
    WantsNumber,
    event_option_of,
    pick_option_of,
)

MAX_STEPS = 10_000
"""So many steps may run at one answer; no sheet that can be played comes near it."""


def run_steps(game: Game, course: RunningSteps) -> Game:
    """Run the steps of a course; then the game goes on where the course says.

    Raises:
        NotAllowedError: when the sheet has more steps than that run in one go.
    """
    going: RunningSteps | None = course
    ran = 0
    while going is not None and going.steps:
        ran += 1
        if ran > MAX_STEPS:
            raise requests.NotAllowedError(refusals.too_many_steps(game.sheet.title, MAX_STEPS))
        first, *rest = going.steps
        game, going = run_step(game, replace(going, steps=tuple(rest)), first)
        while going is None and (rolled := _take_rolled_die(game)):
            game, going = rolled
    return game if going is None else leave_steps(game, going)


def _take_rolled_die(game: Game) -> StepResult | None:
    """Give a step that waits for a die the next of those that were rolled together."""
    match game.stage:
        case Waiting(WantsDie() as want, RunningSteps(dice=(number, *left)) as course):
            step, course = _take_first_step(replace(course, dice=tuple(left)))
            return _run_after_die(game, course, step, want, number, together=True)
        case _:
            return None


def run_step(game: Game, course: RunningSteps, one: Step) -> StepResult:
    """Run one step."""
    if isinstance(one, ResultStep):
        return _run_result_step(game, course, one)
    if isinstance(one, PickingStep):
        return question_steps.run_picking_step(game, course, one)
    if isinstance(one, PickedStep):
        return table_steps.run_picked_step(game, course, one)
    if isinstance(one, ChitStep):
        return table_steps.run_chit_step(game, course, one)
    if isinstance(one, PileStep):
        return table_steps.run_pile_step(game, course, one)
    if isinstance(one, BranchStep):
        return question_steps.run_branch_step(game, course, one)
    if isinstance(one, steps.ListStep):
        return list_runner.run_list_step(game, course, one)
    return _run_course_step(game, course, one)


def leave_steps(game: Game, course: RunningSteps) -> Game:
    """Go on where a course that has run came from."""
    match course.return_to:
        case None:
            return turns.begin_round(game, course.side)
        case Playing(by, _, counts, is_done=done) if done or (
            isinstance(by, Alternative) and not by.on_map
        ):
            return turns.finish_round(replace(game, stage=course.return_to), by, counts)
        case Ready() | Nominating():
            game = settle_displays(replace(game, stage=course.return_to))
            if not has_round(game, game.active):
                return turns.go_to_next_round(game)
            # Cards that came face-down into the active side's row are turned up with it.
            row = isinstance(course.return_to, Nominating)
            return card_row.turn_up_row(game, game.active) if row else game
        case _:
            return replace(game, stage=course.return_to)


def _run_result_step(game: Game, course: RunningSteps, step: card_steps.ResultStep) -> StepResult:
    """Run a step of a result."""
    match step:
        case card_steps.FlipSpaces(spaces, whose):
            for side in sides_of(game, course, whose):
                cards = game.seats[side].display.places_facing(Facing.DOWN, spaces)
                game = turn_up_cards(game, side, cards)
                if side is game.active:
                    game = replace(game, cards_turned_up=(*game.cards_turned_up, *cards))
            return game, course
        case card_steps.TurnUp(until, one):
            display = game.seats[course.side].display
            up = len(display.places_facing(Facing.UP))
            if not display.places_facing(Facing.DOWN) or up >= until:
                return game, course
            if one:
                return replace(game, stage=TurningUp(up + 1, course)), None
            held = replace(course, steps=(step, *course.steps))
            return replace(game, stage=TurningUp(until, held)), None
        case card_steps.Offer(spaces, uses, only):
            if only:
                course = replace(course, return_to=Choosing(()))
            # Which of them are face-up is seen when they are offered: one may be put right.
            places = tuple(game.seats[course.side].display.places(spaces))
            return game, course.with_offers(places, uses)
        case card_steps.OfferBeside(card):
            beside = next(each for each in game.sheet.beside if each.id == card)
            if beside.tracked and card not in game.seats[course.side].beside_cards:
                return game, course
            choosing = course.choice_to_come
            return game, replace(
                course, return_to=replace(choosing, beside=(*choosing.beside, beside))
            )
        case card_steps.HomeCard():
            if not _may_play_home_card(game, course.side):
                return game, course
            return wait_for(game, course, step, WantsHome())
        case _:
            assert_never(step)


def _may_play_home_card(game: Game, side: Side) -> bool:
    """Return whether a side may have a home card to play: not once this roll has turned C.

    Both sides have them, unless a variant says whose they are.
    """
    owners = {each.home for each in game.sheet.variants if each.home and game.options[each.id]}
    turned = Place(Space.C) in game.cards_turned_up
    return not turned and not game.seats[side].home_cards_out and (not owners or side in owners)


def _run_course_step(game: Game, course: RunningSteps, one: CourseStep) -> StepResult:
    match one:
        case Say():
            return _run_message(game, course, one), course
        case SayAtTurnEnd(text, whose, note):
            side = course.side.other if whose is Whose.OTHER else course.side
            tell = TellPlayer(side, text, of_game=whose is Whose.BOTH, note=note)
            # Said twice, as of two cards that do the same, it is done once; by whom doesn't matter
            # where both sides do it.
            waiting = game.orders_at_turn_end
            if tell in (replace(each, side=side) if each.of_game else each for each in waiting):
                return game, course
            return replace(game, orders_at_turn_end=(*waiting, tell)), course
        case Again(roll=True):
            return turns.await_round(settle_displays(game)), None
        case Again():
            if game.roll is None:
                return game, course
            outcome = game.sheet.outcomes[DieResult(game.roll.result)]
            return game, RunningSteps(course.side, outcome.steps, Choosing(()))
        case OpenRow():
            return _open_row(game, course.side), course
        case ExtraCard():
            return _change_extra_cards(game, course, one), course
        case HandOver(card, down):
            return _hand_card_over(game, course.side, card, down=down), course
        case ChangeState(state, ends):
            states = game.seats[course.side].states
            states = states - {state} if ends else states | {state}
            return game.change_seat(course.side, states=states), course
        case Headlines():
            return wait_for(game, course, one, WantsHeadline(()))
        case _:
            assert_never(one)


def _change_extra_cards(game: Game, course: RunningSteps, step: ExtraCard) -> Game:
    for side in sides_of(game, course, step.whose):
        seat, new = game.seats[side], step.card is ExtraCardChange.NEW
        if step.card is ExtraCardChange.PICKED and step.place is not None:
            for picked in course.picked_of(side):
                game = keep_card(game, picked, step.place)
        elif step.card is ExtraCardChange.PICKED:
            game = table_steps.place_picked_below_row(game, course, side)
        elif step.place is None:
            left = max(seat.row.extra_cards + (1 if new else -1), 0)
            game = game.with_seat(side, seat.with_row(extra_cards=left))
        elif new:
            game = game.with_seat(side, seat.with_beside_card(step.place))
        else:
            seat = seat.without_beside_card(step.place)
            for picked in course.picked_of(side):
                seat = seat.without_kept_slot(picked.card)
            game = game.with_seat(side, seat)
    return game


def _open_row(game: Game, side: Side) -> Game:
    """Turn a row up; while nothing is played, the other side's headline did it."""
    game = card_row.turn_up_row(game, side)
    seat = game.seats[side]
    by_itself = game.under_way is not None and side is game.active
    by_itself = by_itself and (seat.row.opened_itself or not seat.row.is_open)
    return game.with_seat(side, seat.with_row(is_open=True, opened_itself=by_itself))


def _hand_card_over(game: Game, side: Side, card: str, *, down: bool) -> Game:
    mine, theirs = game.seats[side], game.seats[side.other]
    if card not in (*mine.beside_cards, *mine.next_beside_cards):
        return game
    mine = replace(mine, next_beside_cards=mine.next_beside_cards - {card})
    game = game.with_seat(side, mine.without_beside_card(card))
    if down:
        return game.change_seat(side.other, next_beside_cards=theirs.next_beside_cards | {card})
    return game.with_seat(side.other, theirs.with_beside_card(card))


def _run_message(game: Game, course: RunningSteps, say: Say) -> Game:
    """Say something; a guided list remembers it."""
    if say.side not in (None, course.side):
        return game
    text = game.lists.fill(say.text)
    in_branch = say not in list_unasked_steps(game.sheet)
    tell = TellPlayer(
        course.side,
        text,
        say.undo,
        note=say.note,
        is_outcome=in_branch and not say.note and not say.undo,
        remark=say.remark,
    )
    game = game.with_instructions(tell) if text else game
    if not (isinstance(course.return_to, Playing) and isinstance(course.return_to.by, Alternative)):
        return game
    if say.into is None:
        return game
    return replace(game, lists=game.lists.with_told(say.into, say.called))


def take_dice(game: Game, waiting: Waiting, want: WantsDie, numbers: tuple[int, ...]) -> Game:
    """Take dice that steps wait for: all of them, or the first ones."""
    shown = (*want.shown, *numbers)
    if len(shown) < want.dice:
        return replace(game, stage=replace(waiting, want=replace(want, shown=shown)))
    step, course = _take_first_step(waiting.course)
    if isinstance(step, RunList):
        game = announce_outcome(game, sentences.describe_together(tuple(map(str, shown))))
        quiet = map(list_runner.silence, game.sheet.list_steps(step.list))
        course = replace(run_first(course, *quiet), dice=shown)
        return run_steps(game, course)
    game, going = _run_after_die(game, course, step, want, shown[0])
    return game if going is None else run_steps(game, going)


def take_option(game: Game, waiting: Waiting, option: str) -> Game:
    """Take an option that the prompt offers for what steps wait for."""
    step, course = _take_first_step(waiting.course)
    match waiting.want:
        case WantsCard(among):
            picked = tuple(card for card in among if pick_option_of(card, among) == option)
            return run_steps(game, replace(course, picked=picked))
        case WantsCards() as want:
            return _add_nominated(game, waiting, want, course, option)
        case WantsAnswer(_, answers):
            given = next(answer for answer in answers if answer.id == option)
            if given.only_card is not None:
                used = game.seats[course.side].used_since_deal | {given.only_card}
                game = game.change_seat(course.side, used_since_deal=used)
            return run_steps(game, run_first(course, *given.steps))
        case WantsNumber(name, kind=kind):
            lists = game.lists.with_answer(name, int(option), kind)
            return run_steps(replace(game, lists=lists), course)
        case WantsHome():
            if option == HOME_CARD.id:
                return replace(game, stage=Playing(HOME_CARD, (CardUse.ANY,)))
            if option == NO_HOME_CARD:
                game = game.change_seat(course.side, home_cards_out=True)
            return run_steps(game, course)
        case WantsHeadline() as dealing:
            game, going = _deal_headline(game, course, step, dealing, option)
            return game if going is None else run_steps(game, going)
        case WantsDone() | WantsDie():
            return run_steps(game, course)


def _take_first_step(course: RunningSteps) -> tuple[Step, RunningSteps]:
    first, *rest = course.steps
    return first, replace(course, steps=tuple(rest))


def _run_after_die(
    game: Game,
    course: RunningSteps,
    step: Step,
    want: WantsDie,
    number: int,
    *,
    together: bool = False,
) -> StepResult:
    if isinstance(step, PickingStep | card_steps.Fill):
        game, led_to = draw_by_die(game, number, want, len(want.among))
        if led_to is None:
            return run_step(game, course, step)
        if isinstance(led_to, WantsDie):
            return wait_for(game, course, step, led_to)
        card = want.among[led_to]
        game = announce_outcome(game, describe_drawn(game, number, card))
        if isinstance(step, card_steps.Fill):
            return table_steps.draw_from_other(game, course, step, card), run_first(course, step)
        return game, replace(course, picked=(card,))
    if isinstance(step, BranchStep):
        return question_steps.follow_check(game, course, step, number, together=together)
    if isinstance(step, steps.ListStep):
        return list_runner.follow_list_die(game, course, step, number, want)
    return game, course


def _add_nominated(
    game: Game, waiting: Waiting, want: WantsCards, course: RunningSteps, option: str
) -> Game:
    """Add a card to the picked ones, and ask for the next if there may be one."""
    if option == NO_MORE_CARDS:
        return run_steps(game, course)
    card = next(card for card in want.among if pick_option_of(card, want.among) == option)
    in_order = sorted((*course.picked, card), key=lambda each: (each.side.value, str(each.card)))
    picked = tuple(in_order)
    return run_steps(game, replace(waiting.course, picked=picked))


def _deal_headline(
    game: Game, course: RunningSteps, step: Step, dealing: WantsHeadline, option: str
) -> StepResult:
    """Return the dealt card to the side that it suits and that needs one (Five, headlines)."""
    first = game.sheet.turn.first
    suits = {event_option_of(side): (side,) for side in Side} | {
        EITHER_SIDES_EVENT: (first, first.other)
    }
    takers = [side for side in suits[option] if side not in dealing.sides_served]
    has = (*dealing.sides_served, *takers[:1])
    dealt = dealing.dealt
    next_card = None if len(has) == len(Side) else dealt + 1
    if takers:
        name = game.sheet.sides[takers[0]]
        undo = sentences.take_headline_back(name, next_card)
        tell = TellPlayer(first, sentences.describe_headline(name), undo, draws=True)
    else:
        undo = sentences.take_card_back(dealt, next_card)
        tell = TellPlayer(first, sentences.DISCARD_HEADLINE, undo, draws=True)
    game = game.with_instructions(tell)
    if len(has) == len(Side):
        return game, course
    return wait_for(game, course, step, WantsHeadline(has, dealt + 1))
