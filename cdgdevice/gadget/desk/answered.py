"""The moment after the game took a request: what fills the screen, what is put back by hand."""

from cdgdevice.gadget.desk.dice import is_method_die, shown, the_die
from cdgdevice.gadget.desk.moment import Flashing, Moment, Reading
from cdgdevice.gadget.views.view import Mood, Page
from cdgdevice.method.acts import Act, net
from cdgdevice.method.die import STANDARD, Result
from cdgdevice.method.game import Game
from cdgdevice.method.history import Answered
from cdgdevice.method.request import Correct, Request, Roll, Undo
from cdgdevice.method.stage import RowDice
from cdgdevice.method.words import say_all, say_both


def answered(request: Request, after: Answered, flash_until: float) -> Moment:
    """Give the moment after the game took a request; `flash_until` is for a roll's result."""
    now = after.history.now
    if isinstance(request, Undo):
        return Moment(layer=Reading(_put_back(after.restore, now)))
    last = after.history.past[-1] if after.history.past else None
    if isinstance(request, Correct) and last is not None and last.roll_from is not None:
        acts = net((*after.restore, *now.acts))
        by_hand = say_both(acts, now.sheet.sides, now.active)
        text = (_corrected(last.roll_from, request), *by_hand)
        return Moment(layer=Reading(Page(Mood.PUT_BACK, "Corrected", text)))
    if isinstance(request, Roll) and last is not None and last.rolled is not None:
        return Moment(layer=Flashing(_shown(last.before, last.rolled[1]), flash_until))
    return Moment()


def _put_back(acts: tuple[Act, ...], now: Game) -> Page:
    """Tell what to put back; where all of it is the side's that is not at work, under its name."""
    other = now.active.other
    if acts and all(act.side is other for act in acts):
        return Page(Mood.PUT_BACK, now.sheet.sides[other], say_all(acts, other))
    text = say_both(acts, now.sheet.sides) or ("Nothing to put back.",)
    return Page(Mood.PUT_BACK, "Put back", text)


def _corrected(roll_from: Game, correct: Correct) -> str:
    result = correct.result
    if result is None and is_method_die(roll_from):
        result = STANDARD.result(correct.die[0])
    if result is not None:
        return f"The die is {result.value}."
    one = the_die(roll_from).capitalize()
    dice = f"{one} is" if len(correct.die) == 1 else "The dice are"
    return f"{dice} {shown(roll_from, correct.die)}."


def _shown(before: Game, numbers: tuple[int, ...]) -> Result | tuple[int, ...]:
    """Give what fills the screen: the result, or the dice, the white one beside the coloured."""
    if is_method_die(before):
        return STANDARD.result(numbers[0])
    stage = before.stage
    thrown_before = stage.white if isinstance(stage, RowDice) else None
    return numbers if thrown_before is None else (thrown_before, *numbers)
