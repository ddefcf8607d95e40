"""The engine: a game is begun, and every request turns it into the next or is refused.

A request that is refused changes nothing. Undo can't be used to fish for luck: a roll taken back
is kept, and that side's next roll shows the same die again, whatever it asks for.
"""

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from cdgdevice.rules import card_row, player_actions
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.die import STANDARD_CONVERSION
from cdgdevice.rules.game import (
    Choosing,
    Game,
    Nominating,
    RoundRoll,
    RowDice,
    RunningSteps,
    SettingUp,
    Waiting,
)
from cdgdevice.rules.history import (
    GameHistory,
    OpenRoll,
    PastAnswer,
    PastAnswers,
    StandingOrders,
    add_orders,
    continues_round,
    drop_cancelled_flips,
    drop_refills_of_gaps,
    moves_nothing,
    orders_after_action,
    orders_after_undo,
    undo_instructions,
)
from cdgdevice.rules.instructions import (
    CardSource,
    DiscardCard,
    Instruction,
    PlayCard,
    RefillGap,
    TellPlayer,
    has_no_effect,
)
from cdgdevice.rules.interpreter import step_runner
from cdgdevice.rules.interpreter.step_runner import run_steps
from cdgdevice.rules.play import (
    apply_action,
    apply_choice,
    guide_set_up,
    replay_messages,
    set_up_game,
)
from cdgdevice.rules.prompt import ONE_METHOD_DIE, describe_request, prompt
from cdgdevice.rules.requests import (
    ChooseOption,
    CorrectRoll,
    NewGame,
    NotAllowedError,
    Request,
    RollDice,
    UndoLast,
)
from cdgdevice.rules.set_up import drop_own_names
from cdgdevice.rules.sheet import Sheet
from cdgdevice.rules.table_corrections import drop_corrected_orders, list_found
from cdgdevice.rules.texts import log_texts, refusals, sentences
from cdgdevice.rules.wants import WantsDie


def refuse_roll_of_others(game: Game, side: Side) -> None:
    """Refuse a roll that is not this side's to make now.

    Raises:
        NotAllowedError: it says what is allowed.
    """
    now = prompt(game)
    if side not in now.rollers:
        raise NotAllowedError(refusals.cannot_roll(game.sheet.sides[side], now.allowed))


def apply_roll(game: Game, side: Side, numbers: tuple[int, ...]) -> Game:
    """Take the dice that this side threw: for its round, or for what steps wait for."""
    refuse_roll_of_others(game, side)
    match game.stage:
        case RowDice():
            return card_row.take_nomination_dice(game, game.stage, numbers)
        case Waiting(WantsDie() as want):
            return step_runner.take_dice(replace(game, instructions=()), game.stage, want, numbers)
        case _:
            result = STANDARD_CONVERSION.result(numbers[0])
            rolled = RoundRoll(numbers[:1], result.value)
            game = replace(game, active=side, roll=rolled, instructions=(), cards_turned_up=())
            steps = game.sheet.outcomes[result].steps
            return run_steps(game, RunningSteps(side, steps, Choosing(())))


UNDO_DEPTH = 2000
"""How many answers can be taken back: more than any game has, and memory stays bounded."""


class AnswerResult(Struct, frozen=True):
    """What an accepted request led to."""

    history: GameHistory
    restore: tuple[Instruction, ...] = ()
    """What to put back by hand first, after an undo or a correction."""
    undone: str = ""
    """After an undo: what was taken back, as in `T1 R4, the roll`."""
    again: tuple[int, ...] = ()
    """After the undo of a correction: what the dice show again, 1 to 6 each."""


def begin_game(sheet: Sheet, new: NewGame) -> GameHistory:
    """Set up a game of this sheet.

    Raises:
        NotAllowedError: when the hand sizes or options are not the sheet's.
    """
    new = replace(new, names=drop_own_names(sheet, new.names))
    game = guide_set_up(sheet, SettingUp(new)) if new.set_up else set_up_game(sheet, new)
    return GameHistory(game, orders=StandingOrders(latest=game.instructions))


def answer_request(history: GameHistory, request: Request) -> AnswerResult:
    """Take a request.

    Raises:
        NotAllowedError: when it is not allowed now; the sentence says what is.
    """
    match request:
        case RollDice():
            return _answer_roll(history, request)
        case CorrectRoll():
            return _answer_correction(history, request)
        case UndoLast():
            return _answer_undo(history)
        case ChooseOption(option, of_side):
            game = history.now
            side = of_side or game.active
            after = _count_draws(apply_choice(game, option, side))
            orders = _asked(history, side, after)
            return _record_answer(history, after, orders, PastAnswer(game, request))
        case _:
            return _done(history, request)


def _count_draws(game: Game) -> Game:
    """Take the cards that an answer drew off the draw pile's number, if the sheet keeps it.

    With more cards drawn than it had the pile was shuffled: its number is not known any more.
    """
    counted = [each.id for each in game.sheet.kept if each.drawn_from]
    drawn = sum(
        act.draws
        if isinstance(act, TellPlayer)
        else isinstance(act, RefillGap) and act.source is CardSource.PILE
        for act in game.instructions
    )
    for name in counted if drawn else ():
        if name in game.lists.numbers:
            left, lists = game.lists.number(name) - drawn, game.lists
            lists = lists.with_number(name, left) if left >= 0 else lists.without_number(name)
            game = replace(game, lists=lists)
    return game


def _done(history: GameHistory, request: player_actions.Action) -> AnswerResult:
    game = history.now
    after = _count_draws(_apply(history, request))
    found = list_found(game, request) if isinstance(request, player_actions.TableChange) else ()
    roll = history.open_roll
    if roll is not None:
        # What the table was put to holds for the roll as it is: undo it to correct the die.
        said_only = moves_nothing(game, after) and not isinstance(
            request, player_actions.TableChange
        )
        roll = replace(roll, asides=(*roll.asides, request)) if said_only else None
    idle = moves_nothing(game, after) and not after.instructions
    orders = drop_refills_of_gaps(history.orders, game, after)
    if found and isinstance(request, player_actions.TableChange):
        orders = drop_corrected_orders(orders, request)
    if not idle:
        orders = add_orders(orders, after.instructions)
    return _record_answer(history, after, orders, PastAnswer(game, request, roll=roll, found=found))


def _apply(history: GameHistory, request: player_actions.Action) -> Game:
    """Apply an action; cards left that were just put right come in place of what was said first.

    Who emptied a hand by mistake, which ended its side's round, so gives that round back.
    """
    game, of_other = history.now, None
    if isinstance(request, player_actions.PutCardsLeft):
        for past in reversed(history.past):
            if not isinstance(past.request, player_actions.PutCardsLeft):
                break
            game = past.before
            if past.request.side is not request.side:
                of_other = of_other or past.request
    return apply_action(apply_action(game, of_other) if of_other else game, request)


def _answer_roll(history: GameHistory, request: RollDice) -> AnswerResult:
    game = history.now
    side = request.side or game.active
    refuse_roll_of_others(game, side)
    wanted = _wanted_dice(game)
    kept = history.kept_dice.get(side, ())
    numbers = kept[: len(wanted)]
    missing = len(wanted) - len(numbers)
    if missing:
        thrown = _read_numbers(request, wanted)
        # Of dice thrown for all, those count that none was kept for.
        numbers = (*numbers, *thrown[max(len(thrown) - missing, 0) :])
    if not numbers:
        raise NotAllowedError(refusals.needs_dice(_name_dice(wanted), correction=False))
    after = _count_draws(apply_roll(game, side, numbers))
    if len(kept) <= len(wanted):
        after = after.with_kept_nominations(side, ())
    roll = OpenRoll(game, history.orders, after.instructions)
    past = PastAnswer(game, request, roll=roll, rolled=(side, numbers))
    history = replace(history, kept_dice={**history.kept_dice, side: kept[len(wanted) :]})
    return _record_answer(history, after, _asked(history, side, after), past)


def _answer_correction(history: GameHistory, request: CorrectRoll) -> AnswerResult:
    roll = history.open_roll
    if roll is None:
        raise NotAllowedError(f"{_why_not(history)} {prompt(history.now).allowed}")
    # All dice of that roll, and no other: its partner was taken back, or is still to roll.
    shown = _wanted_dice(roll.made_from)[: len(_shown_dice(history.past)) or None]
    numbers = _read_numbers(request, shown)
    if len(numbers) != len(shown):
        raise NotAllowedError(refusals.needs_dice(_name_dice(shown), correction=True))
    side = _side_that_rolled(history)
    rolled = _count_draws(apply_roll(roll.made_from, side, numbers))
    after, lost = _said_again(rolled, roll.asides)
    restore = (*undo_instructions(roll.acts), *lost)
    again = replace(roll, acts=rolled.instructions)
    past = PastAnswer(history.now, request, roll=again, replaced=roll.acts)
    by_hand = drop_cancelled_flips((*restore, *rolled.instructions))
    # What fell already is put back by nobody, so what the roll asked still stands.
    orders = (
        history.orders
        if past.corrects_nothing(after)
        else _followed(roll.orders, roll.made_from, side, rolled, by_hand)
    )
    return _record_answer(history, after, orders, past, restore)


def _why_not(history: GameHistory) -> str:
    """Explain why there is no roll to correct."""
    since = next((n for n, past in enumerate(reversed(history.past)) if past.rolled), None)
    if since is None:
        return refusals.NO_ROLL_TO_CORRECT
    states = (history.now, *(past.before for past in reversed(history.past)))[:since]
    taken = any(
        isinstance(act, PlayCard | DiscardCard) for game in states for act in game.instructions
    )
    return refusals.chosen_since(card=taken)


def _said_again(
    rolled: Game, asides: tuple[player_actions.Action, ...]
) -> tuple[Game, tuple[Instruction, ...]]:
    """Apply again what was stated since a roll; return also what the player must state again."""
    game = rolled
    lost: list[Instruction] = []
    for aside in asides:
        again = replay_messages(game, aside)
        if again is None:
            titles = {each.id: each.title for each in game.sheet.actions}
            title = titles.get(aside.action, aside.action.replace("-", " ").capitalize())
            lost.append(TellPlayer(game.active, refusals.ask_to_repeat(title)))
        game = again or game
    return replace(game, instructions=rolled.instructions), tuple(lost)


def _answer_undo(history: GameHistory) -> AnswerResult:
    if not history.past:
        raise NotAllowedError(refusals.NOTHING_TO_UNDO)
    last = history.past[-1]
    kept = dict(history.kept_dice)
    if last.rolled is not None:
        side, numbers = last.rolled
        kept[side] = (*numbers, *kept.get(side, ()))
    earlier = history.past.without_last()
    told = earlier[-1].messages_of_roll if earlier else ()
    orders = orders_after_undo(last.orders, history.orders, told)
    if isinstance(last.before.stage, SettingUp):
        # Its page is open again, and says what it said.
        orders = last.orders
    acts = _instructions_to_undo(history.now, last)
    corrections = history.undone_corrections
    again: tuple[int, ...] = ()
    if isinstance(last.request, CorrectRoll) and not last.corrects_nothing(history.now):
        shown, again = _shown_dice(history.past), _shown_dice(earlier)
        side = _side_that_rolled(history)
        # Of several corrections the last one is what the dice were taken for.
        corrections = {(side, len(kept.get(side, ())) + len(shown)): shown, **corrections}
    now = _keep_nominations(history.now, last, kept)
    before = GameHistory(now, earlier, kept, corrections, orders)
    return AnswerResult(before, acts, describe_undone(last), again)


def _keep_nominations(
    now: Game, undone: PastAnswer, kept_dice: Mapping[Side, tuple[int, ...]]
) -> Game:
    """Return the game before an answer, with each nomination to be made again with its dice."""
    before, side = undone.before, now.active
    kept = now.kept_nominations
    nominating = isinstance(before.stage, Nominating) and kept_dice.get(side)
    if nominating and isinstance(now.stage, RowDice):
        kept = {**kept, side: (now.stage.nominated.id, *kept.get(side, ()))}
    return before if kept == before.kept_nominations else replace(before, kept_nominations=kept)


def _shown_dice(past: PastAnswers) -> tuple[int, ...]:
    """Return what the latest roll shows, corrections counted, 1 to 6 each."""
    for answer in reversed(past):
        if isinstance(answer.request, CorrectRoll) and answer.roll is not None:
            return _read_numbers(answer.request, _wanted_dice(answer.roll.made_from))
        if answer.rolled is not None:
            return answer.rolled[1]
    return ()


def _instructions_to_undo(now: Game, last: PastAnswer) -> tuple[Instruction, ...]:
    """Put back what the answer did; a correction first put back the roll that it replaced."""
    replaced = (act for act in last.replaced or () if not has_no_effect(act))
    acts = (*undo_instructions(now.instructions), *replaced)
    if not last.found and not last.replaced:
        return acts
    return drop_cancelled_flips((*acts, *undo_instructions(last.found)))


def _asked(history: GameHistory, side: Side, after: Game) -> StandingOrders:
    """Return the orders after this side's roll or choice."""
    return _followed(history.orders, history.now, side, after, after.instructions)


def _followed(
    orders: StandingOrders, before: Game, side: Side, after: Game, acts: tuple[Instruction, ...]
) -> StandingOrders:
    if isinstance(before.stage, SettingUp):
        # The press that leaves a page says that all of it is done.
        return StandingOrders(latest=acts)
    if continues_round(before.stage):
        return add_orders(orders, acts)
    return orders_after_action(orders, side, after, acts)


def _record_answer(
    history: GameHistory,
    game: Game,
    orders: StandingOrders,
    past: PastAnswer,
    restore: tuple[Instruction, ...] = (),
) -> AnswerResult:
    past = replace(past, orders=history.orders)
    corrections = {
        (side, many): shown
        for (side, many), shown in history.undone_corrections.items()
        if many <= len(history.kept_dice.get(side, ()))
    }
    every = history.past.add(past, UNDO_DEPTH)
    after = replace(history, now=game, past=every, orders=orders, undone_corrections=corrections)
    return AnswerResult(after, restore)


def _wanted_dice(game: Game) -> tuple[str, ...]:
    """Return the dice that a roll takes now, each by its kind."""
    ask = prompt(game).ask
    return ask.dice if ask else ONE_METHOD_DIE


def _name_dice(wanted: tuple[str, ...]) -> str:
    if len(wanted) == 1:
        return refusals.METHOD_DIE if wanted == ONE_METHOD_DIE else refusals.ONE_DIE
    return refusals.TWO_DICE if "white" in wanted else refusals.several_dice(len(wanted))


def _read_numbers(request: RollDice | CorrectRoll, wanted: tuple[str, ...]) -> tuple[int, ...]:
    """Return the numbers of a request; a single die of two is the first that is wanted."""
    if request.result is not None:
        if wanted != ONE_METHOD_DIE:
            raise NotAllowedError(refusals.no_such_result(_name_dice(wanted)))
        return (STANDARD_CONVERSION.number(request.result),)
    if len(request.die) > len(wanted):
        raise NotAllowedError(refusals.too_many_dice(len(request.die), _name_dice(wanted)))
    return request.die


def _side_that_rolled(history: GameHistory) -> Side:
    """Return the side whose roll may be corrected: through corrections, that of the roll itself."""
    for past in reversed(history.past):
        if past.rolled is not None:
            return past.rolled[0]
    return history.now.active


def describe_undone(last: PastAnswer) -> str:
    """Describe which answer was taken back, after the round that it was in: `T1 R4, the roll`."""
    game = last.before
    if isinstance(game.stage, SettingUp):
        return sentences.describe_answer(log_texts.SET_UP, describe_request(last))
    clock = sentences.describe_clock(game.turn, game.round, game.sheet.words)
    return sentences.describe_answer(clock, describe_request(last))
