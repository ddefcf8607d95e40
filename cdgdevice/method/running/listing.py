"""The steps that guided lists are made of: numbers, checks and things to carry out."""

from dataclasses import fields, replace
from typing import assert_never

from cdgdevice.method.acts import Tell
from cdgdevice.method.chance import START, drawn
from cdgdevice.method.game import Game
from cdgdevice.method.running.ran import Ran, going_on, waits
from cdgdevice.method.stage import Course, DieFor, WantsDie, WantsDone, WantsNumber
from cdgdevice.method.steps import (
    NAMED,
    Answer,
    CheckAgainst,
    Each,
    GoOn,
    HowMany,
    IfAny,
    ListStep,
    PickNumber,
    Recall,
    Remember,
    SetNumber,
    Step,
)
from cdgdevice.method.words import listed


def run(game: Game, course: Course, step: ListStep) -> Ran:
    """Run a step of a guided list."""
    match step:
        case Remember(_, text):
            return waits(game, course, step, WantsDie(DieFor.NUMBER, text))
        case SetNumber(name, number):
            return kept(game, name, number), course
        case HowMany(name, text, high):
            return waits(game, course, step, WantsNumber(name, text, high))
        case Each(name, steps):
            times = game.known.get(name, 0)
            counted = (numbered(one, n) for n in range(1, times + 1) for one in steps)
            return game, going_on(course, *counted)
        case CheckAgainst(level, text):
            text = f"{text} On 1-{game.known.get(level, 0)}."
            return waits(game, course, step, WantsDie(DieFor.CHECK, text))
        case IfAny(name, then, otherwise):
            return game, going_on(course, *(then if game.known.get(name, 0) else otherwise))
        case PickNumber(name, text):
            among = game.known.get(name, 0)
            if among < 2:
                return game, course
            return waits(game, course, step, WantsDie(DieFor.NUMBER, f"{text} 1 to {among}."))
        case Recall(text):
            again = (naming(game, text),) if text else game.noted
            told = tuple(Tell(course.side, each) for each in again)
            return replace(game, acts=(*game.acts, *told)), course
        case GoOn(text):
            return waits(game, course, step, WantsDone(naming(game, text)))
        case _:
            assert_never(step)


def thrown(game: Game, course: Course, step: ListStep, number: int, want: WantsDie) -> Ran:
    """Go on after the die of a list: `course` holds the steps after it."""
    match step:
        case Remember(name):
            return kept(game, name, number), course
        case CheckAgainst(level, _, tally, then, otherwise):
            passed = number <= game.known.get(level, 0)
            if passed and tally is not None:
                game = kept(game, tally, game.known.get(tally, 0) + 1)
            return game, going_on(course, *(then if passed else otherwise))
        case PickNumber(name, text):
            led_to = drawn(number, game.known[name], want.drawn)
            if led_to == START:
                return run(game, course, step)
            if isinstance(led_to, tuple):
                again = replace(want, text="Throw once more.", drawn=led_to)
                return waits(game, course, step, again)
            tell = Tell(course.side, f"{text} {led_to + 1}.")
            return replace(game, acts=(*game.acts, tell)), course
        case _:
            return game, course


def naming(game: Game, text: str) -> str:
    """Write for each `{name}` of a text what the list has told under that name."""
    return NAMED.sub(lambda name: listed(game.named.get(name[1], ("none",)), "and"), text)


def kept(game: Game, name: str, number: int) -> Game:
    """Remember a number by its name."""
    return replace(game, known={**game.known, name: number})


def numbered(step: Step, n: int) -> Step:
    """Write a number for `{n}` in the texts of a step, and of the steps within it."""
    changed: dict[str, object] = {}
    for field in fields(step):
        value = getattr(step, field.name)
        if isinstance(value, str):
            changed[field.name] = value.replace("{n}", str(n))
        elif isinstance(value, tuple) and value and not isinstance(value[0], (str, int)):
            changed[field.name] = tuple(_numbered_within(one, n) for one in value)
    return replace(step, **changed)  # type: ignore[arg-type]


def _numbered_within(value: object, n: int) -> object:
    if isinstance(value, Answer):
        return replace(value, steps=tuple(numbered(step, n) for step in value.steps))
    return numbered(value, n) if isinstance(value, Step) else value
