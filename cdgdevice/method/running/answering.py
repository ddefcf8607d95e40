"""Answers to what steps wait for: a die, a card, a word of the player; then the rest runs."""

from dataclasses import replace

from cdgdevice.method.acts import Tell
from cdgdevice.method.chance import START, drawn
from cdgdevice.method.die import STANDARD
from cdgdevice.method.display import Side
from cdgdevice.method.game import Game
from cdgdevice.method.running import deciding, listing, picking
from cdgdevice.method.running.course import run
from cdgdevice.method.running.ran import Ran, going_on, waits
from cdgdevice.method.stage import (
    Course,
    Picked,
    Playing,
    Waiting,
    WantsAnswer,
    WantsCard,
    WantsCards,
    WantsDie,
    WantsDone,
    WantsHeadline,
    WantsHome,
    WantsNumber,
)
from cdgdevice.method.steps import BranchStep, ListStep, PickingStep, Step
from cdgdevice.method.terms import Use
from cdgdevice.method.turns import HOME
from cdgdevice.method.words import belonging_to

ENOUGH = "enough"
"""The option that ends the picking of several cards."""
MIXED = "mixed"
"""The option for a dealt card that is nobody's own event."""


def event_of(side: Side) -> str:
    """Name the option for a dealt card that is this side's event."""
    return f"{side.value}-event"


def thrown(game: Game, waiting: Waiting, want: WantsDie, number: int) -> Game:
    """Take the number of a die that steps wait for."""
    step, course = _popped(waiting.course)
    game, going = _thrown(game, course, step, want, number)
    return game if going is None else run(game, going)


def answered(game: Game, waiting: Waiting, option: str) -> Game:
    """Take an option that the prompt offers for what steps wait for."""
    step, course = _popped(waiting.course)
    match waiting.want:
        case WantsCard(among):
            picked = tuple(card for card in among if pick_id(card, among) == option)
            return run(game, replace(course, picked=picked))
        case WantsCards() as want:
            return _nominated(game, waiting, want, course, option)
        case WantsAnswer(_, answers):
            steps = next(answer.steps for answer in answers if answer.id == option)
            return run(game, going_on(course, *steps))
        case WantsNumber(name):
            return run(listing.kept(game, name, int(option)), course)
        case WantsHome():
            if option == HOME.id:
                return replace(game, stage=Playing(HOME, (Use.ANY,)))
            return run(game, course)
        case WantsHeadline() as dealing:
            game, going = _headline(game, course, step, dealing, option)
            return game if going is None else run(game, going)
        case WantsDone() | WantsDie():
            return run(game, course)


def pick_id(picked: Picked, among: tuple[Picked, ...]) -> str:
    """Name the option that picks a card; with its side where both sides' cards are offered."""
    both = len({card.side for card in among}) > 1
    return f"{picked.side.value}-{picked.card}" if both else str(picked.card)


def _popped(course: Course) -> tuple[Step, Course]:
    first, *rest = course.steps
    return first, replace(course, steps=tuple(rest))


def _thrown(game: Game, course: Course, step: Step, want: WantsDie, number: int) -> Ran:
    if isinstance(step, PickingStep):
        led_to = drawn(number, len(want.among), want.drawn)
        if led_to == START:
            return picking.run(game, course, step)
        if isinstance(led_to, tuple):
            return waits(game, course, step, replace(want, text="Throw once more.", drawn=led_to))
        return game, replace(course, picked=(want.among[led_to],))
    if isinstance(step, BranchStep):
        return deciding.checked(game, course, step, number, STANDARD.result(number))
    if isinstance(step, ListStep):
        return listing.thrown(game, course, step, number, want)
    return game, course


def _nominated(game: Game, waiting: Waiting, want: WantsCards, course: Course, option: str) -> Game:
    """Add a card to the picked ones, and ask for the next if there may be one."""
    if option == ENOUGH:
        return run(game, course)
    card = next(card for card in want.among if pick_id(card, want.among) == option)
    picked = tuple(sorted((*course.picked, card), key=_in_order))
    return run(game, replace(waiting.course, picked=picked))


def _in_order(picked: Picked) -> tuple[str, str]:
    return picked.side.value, str(picked.card)


def _headline(game: Game, course: Course, step: Step, dealing: WantsHeadline, option: str) -> Ran:
    """Give the dealt card to the side that it suits and that needs one (Five, headlines)."""
    first = game.sheet.turn.first
    suits = {event_of(side): (side,) for side in Side} | {MIXED: (first, first.other)}
    takers = [side for side in suits[option] if side not in dealing.has]
    has = (*dealing.has, *takers[:1])
    dealt = dealing.dealt
    next_back = "" if len(has) == len(Side) else f"Put card {dealt + 1} back on the pile. "
    if takers:
        name = belonging_to(game.sheet.sides[takers[0]])
        tell = Tell(first, f"{name} headline.", f"{next_back}Take back {name} headline.")
    else:
        undo = f"{next_back}Take card {dealt} back from the discards."
        tell = Tell(first, "Discard it, deal another.", undo)
    game = replace(game, acts=(*game.acts, tell))
    if len(has) == len(Side):
        return game, course
    return waits(game, course, step, WantsHeadline(has, dealt + 1))
