"""Runs the steps of guided lists: numbers, loops, and things to do by hand."""

from collections.abc import Callable
from typing import Any, assert_never

from msgspec import Struct
from msgspec.structs import replace

from cdgdevice.rules.die import NO_THROW_YET, draw_fairly
from cdgdevice.rules.game import (
    Game,
    GameEnd,
    RunningSteps,
    StepResult,
    announce_outcome,
    run_first,
    wait_for,
)
from cdgdevice.rules.guided import list_memory, list_steps
from cdgdevice.rules.instructions import TellPlayer
from cdgdevice.rules.steps import Check, Each, ListStep, Repeat, Say, Step
from cdgdevice.rules.texts import sentences
from cdgdevice.rules.wants import DieQuestion, WantsDie, WantsDone, WantsNumber


def number_test_holds(lists: list_memory.ListMemory, test: list_steps.NumberTest) -> bool:
    """Return whether a kept number is as a test wants it."""
    match test:
        case list_steps.AnyKept(name):
            return lists.number(name) > 0
        case list_steps.NumberAbove(above, name):
            return lists.number(name) > lists.number(above)
        case list_steps.NumberLasts(keep, name, amount):
            spent = 0 if amount is None else lists.number(amount)
            free = amount is not None and not spent
            return free or lists.number(name) - spent >= keep
        case _:
            assert_never(test)


def run_list_step(game: Game, course: RunningSteps, step: ListStep) -> StepResult:
    """Run a step of a guided list."""
    match step:
        case list_steps.Remember(_, text):
            asked = sentences.ask_number(text)
            return wait_for(game, course, step, WantsDie(DieQuestion.NUMBER, asked))
        case list_steps.SetNumber(name, value):
            return replace(game, lists=game.lists.with_change(name, value)), course
        case list_steps.HowMany(name, text, high, low, kind):
            want = WantsNumber(name, game.lists.fill(text), high, kind, low)
            return wait_for(game, course, step, want)
        case Each(name, steps, told):
            counted = game.lists.list_counted(name, told=told)
            each = (_write_number_into(one, n) for n in counted for one in steps)
            return game, run_first(course, *each)
        case list_steps.RunList():
            return _run_list(game, course, step)
        case list_steps.Phase(title):
            return replace(game, lists=replace(game.lists, phase=title)), course
        case Repeat(name, steps):
            return game, run_first(course, *((*steps, step) if game.lists.number(name) else ()))
        case list_steps.Divide(name, sharers, share, over):
            among_all = game.lists.number(sharers)
            whole = game.lists.number(name)
            part, rest = divmod(whole, among_all) if among_all else (0, whole)
            return game.with_number(share, part).with_number(over, rest), course
        case list_steps.PickNumber(name, text):
            among = game.lists.number(name)
            if among < 2:
                return game, course
            return wait_for(game, course, step, _ask_which(game, text, among))
        case list_steps.GoOn(text):
            return wait_for(game, course, step, WantsDone(game.lists.fill(text)))
        case list_steps.DeclareGameOver():
            return replace(game, stage=GameEnd(), roll=None), None
        case _:
            assert_never(step)


def _run_list(game: Game, course: RunningSteps, step: list_steps.RunList) -> StepResult:
    """Run a list of the sheet, or ask for its dice first if several are rolled together."""
    steps = game.sheet.list_steps(step.list)
    dice = _count_dice(game, steps) if step.together else 0
    if dice < 2:
        return game, run_first(course, *(map(silence, steps) if course.dice else steps))
    text = game.lists.fill(step.together)
    return wait_for(game, course, step, WantsDie(DieQuestion.TOGETHER, text, dice=dice))


def _count_dice(game: Game, steps: tuple[Step, ...]) -> int:
    """Count the dice of a list whose dice are rolled together, which no branch holds."""
    dice = 0
    for step in steps:
        match step:
            case Check() | list_steps.Remember():
                dice += 1
            case list_steps.PickNumber(name):
                dice += game.lists.number(name) > 1
            case Each(name, inner, told):
                times = len(game.lists.list_counted(name, told=told))
                dice += times * _count_dice(game, inner)
            case list_steps.RunList(name):
                dice += _count_dice(game, game.sheet.list_steps(name))
    return dice


def _ask_which(game: Game, text: str, choices: int) -> WantsDie:
    asked = sentences.ask_which(game.lists.fill(text), choices)
    return WantsDie(DieQuestion.NUMBER, asked, choices=choices)


def follow_list_die(
    game: Game, course: RunningSteps, step: ListStep, number: int, want: WantsDie
) -> StepResult:
    """Continue after the die of a list: `course` holds the steps after it."""
    match step:
        case list_steps.Remember(name):
            return game.with_number(name, number), course
        case list_steps.PickNumber(_, text):
            game, led_to = draw_by_die(game, number, want, want.choices)
            if led_to is None:
                return wait_for(game, course, step, _ask_which(game, text, want.choices))
            if isinstance(led_to, WantsDie):
                return wait_for(game, course, step, led_to)
            tell = TellPlayer(
                course.side,
                sentences.describe_picked_number(number, game.lists.fill(text), led_to + 1),
            )
            return game.with_instructions(tell), course
        case _:
            return game, course


def _write_number_into(step: Step, n: int | str) -> Step:
    """Write a number for `{n}` in all texts of a step, and of the steps within it."""

    def write(part: Any) -> Any:
        return part.replace("{n}", str(n)) if isinstance(part, str) else part

    written: Step = _change_parts(step, write)
    return written


def silence(step: Step) -> Step:
    """Return a step that says nothing, nor do those within it: they only remember what is told."""

    def drop_text(part: Any) -> Any:
        return replace(part, text="") if isinstance(part, Say) else part

    silent: Step = _change_parts(step, drop_text)
    return silent


def _change_parts(part: Any, change: Callable[[Any], Any]) -> Any:
    """Return a part of a step, such as a text, changed after the parts within it."""
    if isinstance(part, tuple):
        return tuple(_change_parts(one, change) for one in part)
    if isinstance(part, Struct):
        fields = ((name, getattr(part, name)) for name in part.__struct_fields__)
        part = replace(part, **{name: _change_parts(each, change) for name, each in fields})
    return change(part)


def draw_by_die(
    game: Game, number: int, want: WantsDie, among: int
) -> tuple[Game, int | WantsDie | None]:
    """Return which of `among` things, from 0, a throw picks, or the question for the next throw.

    A throw that picks none is announced; None: nothing of it is kept, and the choice begins again.
    """
    led_to = draw_fairly(number, among, want.draw_so_far)
    if led_to == NO_THROW_YET:
        return announce_outcome(game, sentences.throw_again(number)), None
    if isinstance(led_to, tuple):
        more = replace(want, text=sentences.THROW_ONCE_MORE, draw_so_far=led_to)
        return announce_outcome(game, sentences.not_decided(number)), more
    return game, led_to
