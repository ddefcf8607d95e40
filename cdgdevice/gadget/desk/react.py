"""What an intent does at this moment: it changes the moment, or it becomes a wish."""

from dataclasses import replace

from cdgdevice.gadget.desk.choices import Choice, choices
from cdgdevice.gadget.desk.dice import is_method_die, kept, results, shown
from cdgdevice.gadget.desk.in_menu import in_menu, in_setup
from cdgdevice.gadget.desk.intents import (
    Confirm,
    Intent,
    Menu,
    Move,
    MoveOn,
    Pick,
    Press,
    Push,
    TakeBack,
)
from cdgdevice.gadget.desk.menu import menu
from cdgdevice.gadget.desk.moment import (
    Around,
    DieSource,
    Flashing,
    Layer,
    Moment,
    OpenMenu,
    Reading,
    SettingUp,
)
from cdgdevice.gadget.desk.reaction import Reaction
from cdgdevice.gadget.desk.show import crowded, is_tangled
from cdgdevice.gadget.desk.wishes import Ask
from cdgdevice.gadget.views.page import page_count
from cdgdevice.gadget.views.view import Mood, Page
from cdgdevice.method.acts import Count, net
from cdgdevice.method.die import STANDARD, Result
from cdgdevice.method.display import Side, Space
from cdgdevice.method.errors import NotAllowedError
from cdgdevice.method.game import (
    Choosing,
    Game,
    GameEnd,
    Nominating,
    Playing,
    Ready,
    RowDice,
    TurningUp,
    Waiting,
)
from cdgdevice.method.history import Answered, History
from cdgdevice.method.prompt import prompt
from cdgdevice.method.request import Correct, Request, Roll, Undo
from cdgdevice.method.words import say_all, say_both


def react(moment: Moment, history: History, around: Around, intent: Intent) -> Reaction:
    """Tell what an intent does at this moment of a game."""
    match moment.layer:
        case Flashing():
            wish = Ask(Undo()) if isinstance(intent, TakeBack) else None
            return Reaction(flashed(moment), wish)
        case Reading():
            return _in_page(moment, moment.layer, intent)
        case OpenMenu():
            return in_menu(moment, moment.layer, intent)
        case SettingUp():
            return in_setup(moment, moment.layer, intent)
        case None:
            return _on_board(moment, history, around, intent)


def answered(request: Request, after: Answered, flash_until: float) -> Moment:
    """Give the moment after the game took a request; `flash_until` is for a roll's result."""
    now = after.history.now
    if isinstance(request, Undo):
        text = say_both(after.restore, now.sheet.sides) or ("Nothing to put back.",)
        return Moment(layer=Reading(Page(Mood.PUT_BACK, "Put back", text)), told=True)
    last = after.history.past[-1] if after.history.past else None
    if isinstance(request, Correct) and last is not None and last.roll_from is not None:
        acts = net((*after.restore, *now.acts))
        text = (_corrected(last.roll_from, request), *say_both(acts, now.sheet.sides))
        return Moment(layer=Reading(Page(Mood.PUT_BACK, "Corrected", text)), told=True)
    if isinstance(request, Roll) and last is not None and last.rolled is not None:
        return Moment(layer=Flashing(_shown(last.before, last.rolled[1]), flash_until))
    return Moment()


def _corrected(roll_from: Game, correct: Correct) -> str:
    result = correct.result
    if result is None and is_method_die(roll_from):
        result = STANDARD.result(correct.die[0])
    if result is not None:
        return f"The die is {result.value}."
    dice = "The die is" if len(correct.die) == 1 else "The dice are"
    return f"{dice} {shown(roll_from, correct.die)}."


def _shown(before: Game, numbers: tuple[int, ...]) -> Result | tuple[int, ...]:
    """Give what fills the screen: the result, or the dice, the white one beside the coloured."""
    if is_method_die(before):
        return STANDARD.result(numbers[0])
    stage = before.stage
    thrown_before = stage.white if isinstance(stage, RowDice) else None
    return numbers if thrown_before is None else (thrown_before, *numbers)


def carried(before: Moment, after: Moment) -> Moment:
    """Carry over to the next moment what was told of a fault and has not been read yet."""
    layer = before.layer.then if isinstance(before.layer, Flashing) else before.layer
    pages = []
    while isinstance(layer, Reading):
        if layer.page.mood in (Mood.ERROR, Mood.FAULT):
            pages.append(layer.page)
        layer = layer.below
    for page in reversed(pages):
        after = told(after, page)
    return after


def same_die(moment: Moment, kept: str) -> Moment:
    """Say why a real die counts for nothing: the throw that was taken back shows again."""
    text = (f"The throw that was taken back counts: {kept}.",)
    return told(moment, Page(Mood.NOTE, "The same die", text))


def spread(moment: Moment, game: Game, screens: int) -> Moment:
    """Move what is to be done to a page of its own where so many screens have no room for it.

    On the only screen it is first what the other side has to do.
    """
    if moment.told or not crowded(moment, game, screens):
        return moment
    if not isinstance(moment.layer, Flashing | None):
        return moment
    other = game.active.other
    behind = say_all((act for act in game.acts if not isinstance(act, Count)), other)
    glance = replace(moment, glance=True)
    alone = screens == 1 and behind and not moment.glance and not is_tangled(game)
    if alone and not crowded(glance, game, screens):
        page = Page(Mood.NOTE, game.sheet.sides[other], (" ".join(behind),))
        return told(glance, page)
    page = Page(Mood.NOTE, "Do this", say_both(game.acts, game.sheet.sides))
    return replace(told(moment, page), told=True)


def flashed(moment: Moment) -> Moment:
    """Give the moment after the result has filled the screen for long enough."""
    then = moment.layer.then if isinstance(moment.layer, Flashing) else None
    return replace(moment, layer=then)


def refused(moment: Moment, refusal: NotAllowedError) -> Moment:
    """Give the moment after the game refused a request."""
    return told(moment, Page(Mood.ERROR, "Not now", (str(refusal),)))


def told(moment: Moment, page: Page) -> Moment:
    """Lay a page over what is shown, or beneath a result that still fills the screen.

    What it covers comes to light again, so that nothing unread is lost; an older page of the
    same title goes.
    """
    layer = _without(moment.layer, page.title)
    if isinstance(layer, Flashing):
        return replace(moment, layer=replace(layer, then=Reading(page, layer.then)))
    return replace(moment, layer=Reading(page, layer))


def untold(moment: Moment, title: str) -> Moment:
    """Take the page of this title away, wherever it lies."""
    return replace(moment, layer=_without(moment.layer, title))


def _without(layer: Layer | None, title: str) -> Layer | None:
    match layer:
        case Reading(page, below) if page.title == title:
            return below
        case Reading(_, below):
            return replace(layer, below=_without(below, title))
        case Flashing(_, _, then):
            return replace(layer, then=_without(then, title))
        case _:
            return layer


def thrown(moment: Moment, history: History, around: Around, roll: Roll) -> Reaction:
    """Take a real die: it counts for the side that asked for it, else for the active side."""
    method = is_method_die(history.now)
    if roll.die and method:
        roll = Roll(result=around.conversion.result(roll.die[0]))
    elif roll.result is not None and not method:
        roll = Roll(die=(around.conversion.number(roll.result),))
    rollers = prompt(history.now).rollers
    side = moment.throwing or history.now.active
    if side not in rollers:
        page = Page(Mood.NOTE, "Die not wanted", ("No roll is due now. Nothing has changed.",))
        return Reaction(told(moment, page))
    return Reaction(moment, Ask(replace(roll, side=side)))


def _in_page(moment: Moment, reading: Reading, intent: Intent) -> Reaction:
    if isinstance(intent, TakeBack) and reading.page.mood is Mood.PUT_BACK:
        return Reaction(moment, Ask(Undo()))
    return Reaction(replace(moment, layer=_read_on(reading, intent)))


def _read_on(reading: Reading, intent: Intent) -> Layer | None:
    page = reading.page
    last = page_count(page) - 1
    match intent:
        case Move(steps):
            number = min(max(page.page + steps, 0), last)
        case TakeBack() | Menu() | Push():
            return reading.below
        case _:
            number = page.page + 1
    return replace(reading, page=replace(page, page=number)) if number <= last else reading.below


_CHOICES = (Choosing, TurningUp, Nominating, Waiting)
"""Stages in which the only button of a small build moves the highlight."""


def _on_board(moment: Moment, history: History, around: Around, intent: Intent) -> Reaction:
    game = history.now
    offered = choices(game)
    match intent:
        case TakeBack():
            return Reaction(moment, Ask(Undo()))
        case Menu():
            return Reaction(replace(moment, layer=menu(history, around)))
        case _ if isinstance(game.stage, GameEnd) or not offered:
            return Reaction(replace(moment, layer=menu(history, around)))
        case Push() if isinstance(game.stage, Ready) and moment.highlight == 0:
            return Reaction(replace(moment, layer=menu(history, around)))
        case Press(side) if isinstance(game.stage, Ready) and side is not game.active:
            return _out_of_turn(moment, history, around, side)
        case Press(side) if isinstance(game.stage, Nominating) and side is not game.active:
            page = Page(Mood.NOTE, "Not your round", ("The other side nominates a card.",))
            return Reaction(told(moment, page))
        case Press(side) if not around.knob and side is not game.active:
            return Reaction(_highlighted(moment, len(offered), 1, around=True))
        case Move() if isinstance(game.stage, Playing):
            return Reaction(replace(moment, layer=menu(history, around)))
        case Move(steps):
            # Past the last choice lies the menu.
            return Reaction(_highlighted(moment, len(offered) + 1, steps))
        case Push() | Press() | Confirm() | MoveOn() if moment.highlight >= len(offered):
            return Reaction(replace(moment, layer=menu(history, around)))
        case MoveOn() if isinstance(game.stage, _CHOICES) and len(offered) > 1:
            return Reaction(_highlighted(moment, len(offered), 1, around=True))
        case Pick(space):
            return _picked(moment, history, around, offered, space)
        case MoveOn() | Confirm() | Push() | Press():
            return _taken(moment, history, around, offered[moment.highlight])


def _taken(moment: Moment, history: History, around: Around, choice: Choice) -> Reaction:
    if isinstance(choice.request, Roll):
        return _rolled(moment, history, around, history.now.active)
    return Reaction(moment, Ask(choice.request))


def _rolled(moment: Moment, history: History, around: Around, side: Side) -> Reaction:
    """Roll for a side; a throw that was taken back shows again, so no real die is asked for."""
    if around.die is DieSource.BUTTON or kept(history, side):
        return Reaction(moment, Ask(Roll(side)))
    if around.die is DieSource.HAND or moment.throwing is side:
        # The second press names the die: the reader may be unplugged.
        return Reaction(replace(moment, layer=results(history.now, around, side)))
    return Reaction(replace(moment, throwing=side, armed=None))


def _out_of_turn(moment: Moment, history: History, around: Around, side: Side) -> Reaction:
    """Say that it is not this side's round; its second press takes the round all the same."""
    if side not in prompt(history.now).rollers:
        name = history.now.sheet.sides[side]
        page = Page(Mood.NOTE, "No round left", (f"{name} can't roll any more this turn.",))
        return Reaction(told(moment, page))
    if moment.armed is not side:
        return Reaction(replace(moment, armed=side))
    return _rolled(replace(moment, armed=None), history, around, side)


def _highlighted(moment: Moment, count: int, steps: int, *, around: bool = False) -> Moment:
    number = moment.highlight + steps
    number = number % count if around else min(max(number, 0), count - 1)
    return replace(moment, highlight=number, armed=None, glance=True)


def _picked(
    moment: Moment,
    history: History,
    around: Around,
    offered: tuple[Choice, ...],
    space: Space,
) -> Reaction:
    """Take the card of this space; of a doubled space, the key moves between its two cards."""
    here = [
        number
        for number, choice in enumerate(offered)
        if choice.card is not None and choice.card.card.space is space
    ]
    if not here:
        return Reaction(moment)
    if len(here) == 1:
        return _taken(moment, history, around, offered[here[0]])
    number = here[1] if moment.highlight == here[0] else here[0]
    return Reaction(replace(moment, highlight=number))
