"""The steps that ask a die or the player: which cards are picked, and which steps follow."""

from typing import assert_never

from msgspec.structs import replace

from cdgdevice.rules import card_display, card_row, card_steps, steps
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.die import NAMED_SPACES, STANDARD_CONVERSION, DieResult
from cdgdevice.rules.forced_cards import list_cards_kept_for_rounds
from cdgdevice.rules.game import (
    Game,
    RunningSteps,
    StepResult,
    announce_outcome,
    list_cards_among,
    run_first,
    sides_of,
    wait_for,
)
from cdgdevice.rules.guided import list_runner, list_steps
from cdgdevice.rules.interpreter.random_cards import (
    ask_for_random_card,
    name_with_owner,
    order_only_card,
)
from cdgdevice.rules.texts import sentences
from cdgdevice.rules.wants import (
    DieQuestion,
    PickedCard,
    WantsAnswer,
    WantsCard,
    WantsCards,
    WantsDie,
)


def run_picking_step(game: Game, course: RunningSteps, step: card_steps.PickingStep) -> StepResult:
    """Run a step that picks cards."""
    match step:
        case card_steps.Pick(whose, among, text, spaces, picked):
            if picked:
                cards = picked_cards_of(game, course, whose)
            else:
                cards = list_cards_among(game, sides_of(game, course, whose), among)
            cards = tuple(card for card in cards if card.card.space in spaces)
            if len(cards) < 2:
                return game, replace(course, picked=cards)
            return wait_for(game, course, step, WantsCard(cards, text))
        case card_steps.PickRandom(whose, among, picked):
            cards = list_cards_among(game, sides_of(game, course, whose), among)
            if picked:
                cards = tuple(card for card in cards if card in course.picked)
            if len(cards) < 2:
                return order_only_card(game, cards), replace(course, picked=cards)
            return wait_for(game, course, step, ask_for_random_card(game, cards, course.side))
        case card_steps.PickUnderWay():
            playing = game.under_way
            if playing is None or not isinstance(playing.by, card_display.Place):
                return game, replace(course, picked=())
            return game, replace(course, picked=(PickedCard(game.active, playing.by),))
        case card_steps.Nominate(_, text):
            cards = list_nominable(game, course, step)
            return (
                wait_for(game, course, step, WantsCards(cards, text)) if cards else (game, course)
            )
        case _:
            assert_never(step)


def list_nominable(
    game: Game, course: RunningSteps, step: card_steps.Nominate
) -> tuple[PickedCard, ...]:
    """Return the cards that may still be nominated; by chits, as many as are to spare.

    None that is kept for a round.
    """
    sides = sides_of(game, course, step.whose)
    kept = {PickedCard(side, c) for side in sides for c in list_cards_kept_for_rounds(game, side)}
    cards = [
        each
        for each in list_cards_among(game, sides, step.among)
        if each not in course.picked and each not in kept
    ]
    if step.chits:
        spare = {side: game.count_spare_chits(side) for side in Side}
        cards = [
            card
            for card in cards
            if (left := spare[card.side]) is None or left > len(course.picked_of(card.side))
        ]
    return tuple(cards)


def run_branch_step(game: Game, course: RunningSteps, step: steps.BranchStep) -> StepResult:
    """Run a step that decides which steps follow."""
    match step:
        case steps.Check(text, passes):
            text = game.lists.fill(text)
            if isinstance(passes, steps.Between):
                asked = sentences.ask_check(text, (passes.low, passes.high))
            else:
                asked = sentences.ask_check_against(text, game.lists.number(passes.level))
            return wait_for(game, course, step, WantsDie(DieQuestion.CHECK, asked))
        case steps.MethodCheck(whose):
            cards = picked_cards_of(game, course, whose)
            if not cards:
                return game, course
            text = sentences.ask_if_named(name_with_owner(game, cards), game.sheet.words)
            want = WantsDie(DieQuestion.METHOD, text, method=True, among=cards)
            return wait_for(game, course, step, want)
        case steps.RangeCheck():
            if not course.picked:
                return game, course
            first = course.picked[0]
            high = game.options[card_row.range_option_of(first.card.space)]
            text = sentences.ask_if_played(name_with_owner(game, (first,)), high)
            return wait_for(game, course, step, WantsDie(DieQuestion.RANGE, text, among=(first,)))
        case steps.Decide(text, answers):
            given = tuple(each for each in answers if _can_be_given(game, course, each))
            if len(given) == 1:
                return game, run_first(course, *given[0].steps)
            return wait_for(game, course, step, WantsAnswer(game.lists.fill(text), given))
        case steps.If(test, then, otherwise):
            return game, run_first(course, *(then if _holds(game, course, test) else otherwise))
        case _:
            assert_never(step)


def _holds(game: Game, course: RunningSteps, test: steps.Test) -> bool:
    match test:
        case steps.VariantOn(variant):
            return bool(game.options[variant])
        case steps.AnyPicked(picked):
            return bool(course.picked) is picked
        case _:
            return list_runner.number_test_holds(game.lists, test)


def _can_be_given(game: Game, course: RunningSteps, answer: steps.Answer) -> bool:
    if any(answer.only_card in seat.used_since_deal for seat in game.seats.values()):
        return False
    if answer.extra is None:
        return True
    return any(game.seats[side].row.extra_cards for side in sides_of(game, course, answer.extra))


def picked_cards_of(
    game: Game, course: RunningSteps, whose: card_steps.Whose
) -> tuple[PickedCard, ...]:
    """Return the picked cards of these sides."""
    return tuple(card for side in sides_of(game, course, whose) for card in course.picked_of(side))


def follow_check(
    game: Game, course: RunningSteps, step: steps.BranchStep, number: int, *, together: bool
) -> StepResult:
    """Continue after the die of a check: `course` holds the steps after it.

    `together`: the dice of several checks were rolled at once, and were told.
    """
    match step:
        case steps.Check(_, passes, then, otherwise):
            if isinstance(passes, steps.Between):
                low, high = passes.low, passes.high
            else:
                low, high = 1, game.lists.number(passes.level)
            passed = low <= number <= high
            if not together:
                outcome = sentences.describe_check(number, passed, (low, high))
                game = announce_outcome(game, outcome)
            if passed and isinstance(passes, list_steps.AtMostKept) and passes.tally is not None:
                game = game.with_number(passes.tally, game.lists.number(passes.tally) + 1)
            return game, run_first(course, *(then if passed else otherwise))
        case steps.MethodCheck(whose, then):
            result = STANDARD_CONVERSION.result(number)
            return _follow_method_die(game, course, whose, result, then)
        case steps.RangeCheck(then):
            first, *rest = course.picked
            high = game.options[card_row.range_option_of(first.card.space)]
            passed = number <= high
            card = name_with_owner(game, (first,))
            outcome = sentences.describe_range_check(
                number, card, high, passed=passed, played=_plays_card(then)
            )
            game = announce_outcome(game, outcome)
            if passed:
                return game, run_first(replace(course, picked=(first,)), *then)
            return run_branch_step(game, replace(course, picked=tuple(rest)), step)
        case steps.Decide() | steps.If():
            return game, course
        case _:
            assert_never(step)


def _follow_method_die(
    game: Game,
    course: RunningSteps,
    whose: card_steps.Whose,
    result: DieResult,
    then: tuple[steps.Step, ...],
) -> StepResult:
    """Keep those cards picked that a Method die names, and run the steps if there are any."""
    asked = picked_cards_of(game, course, whose)
    named = tuple(card for card in asked if card.card.space in NAMED_SPACES[result])
    others = tuple(card for card in course.picked if card not in asked)
    course = replace(course, picked=(*others, *named))
    hit = name_with_owner(game, named or asked, "and" if named else "or")
    outcome = sentences.describe_named(
        sentences.name_result(result, game.sheet.words),
        hit,
        named=len(named),
        played=_plays_card(then),
    )
    return announce_outcome(game, outcome), run_first(course, *(then if named else ()))


def _plays_card(then: tuple[steps.Step, ...]) -> bool:
    """Return whether a card that a die hits is played, not only named."""
    return any(isinstance(step, card_steps.PlayPicked) for step in then)
