"""What an intent does at this moment: it changes the moment, or it becomes a wish."""

from dataclasses import replace

from cdgdevice.gadget.desk.choices import Choice, choices
from cdgdevice.gadget.desk.dice import is_method_die, kept, results
from cdgdevice.gadget.desk.guiding import in_guide
from cdgdevice.gadget.desk.in_dice import in_dice
from cdgdevice.gadget.desk.in_menu import in_menu, in_setup
from cdgdevice.gadget.desk.in_trial import in_trial
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
    Flashing,
    Layer,
    LookingAtDice,
    Moment,
    OpenMenu,
    Reading,
    SettingUp,
    Trying,
)
from cdgdevice.gadget.desk.pages import flashed, told
from cdgdevice.gadget.desk.reaction import Reaction
from cdgdevice.gadget.desk.settings import DieSource
from cdgdevice.gadget.desk.wishes import Ask
from cdgdevice.gadget.views.page import page_count
from cdgdevice.gadget.views.view import Mood, Page
from cdgdevice.method.display import Side, Space
from cdgdevice.method.game import has_round
from cdgdevice.method.history import History
from cdgdevice.method.prompt import prompt
from cdgdevice.method.request import Roll, Undo
from cdgdevice.method.stage import Choosing, GameEnd, Nominating, Playing, Ready, TurningUp, Waiting


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
        case LookingAtDice():
            return in_dice(moment, moment.layer, intent)
        case Trying(trial):
            return in_trial(moment, trial, intent)
        case None if moment.guide is not None:
            return in_guide(moment, moment.guide, intent)
        case None:
            return _on_board(moment, history, around, intent)


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
        wanted = " ".join(prompt(history.now).text)
        page = Page(Mood.NOTE, "Die not wanted", (f"No roll is due now. {wanted}",))
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
            return Reaction(replace(moment, armed=side))
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
    game = history.now
    rollers = prompt(game).rollers
    if rollers and side not in rollers and not has_round(game, side):
        name = game.sheet.sides[side]
        page = Page(Mood.NOTE, "No round left", (f"{name} can't roll any more this turn.",))
        return Reaction(told(moment, page))
    if moment.armed is not side or side not in rollers:
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
