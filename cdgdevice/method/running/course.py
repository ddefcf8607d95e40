"""Running a course of steps in order, until it waits or has run."""

from dataclasses import replace
from typing import assert_never

from cdgdevice.method import turns
from cdgdevice.method.acts import Tell
from cdgdevice.method.dealing import settled
from cdgdevice.method.die import Result
from cdgdevice.method.display import Side
from cdgdevice.method.errors import NotAllowedError
from cdgdevice.method.game import Game, has_round
from cdgdevice.method.row import turned_row
from cdgdevice.method.running import chits, deciding, listing, offering, picked, picking, piles
from cdgdevice.method.running.ran import Ran, waits
from cdgdevice.method.sheet import Instead
from cdgdevice.method.stage import Choosing, Course, Nominating, Playing, Ready, WantsHeadline
from cdgdevice.method.steps import (
    Again,
    BranchStep,
    ChitStep,
    CourseStep,
    ExtraCard,
    HandOver,
    Headlines,
    ListStep,
    OpenRow,
    PickedStep,
    PickingStep,
    PileStep,
    ResultStep,
    RollAgain,
    Say,
    SayAtTurnEnd,
    Step,
)

MOST_STEPS = 10_000
"""So many steps may run at one answer; no sheet that can be played comes near it."""


def run(game: Game, course: Course) -> Game:
    """Run the steps of a course; then the game goes on where the course says.

    Raises:
        NotAllowedError: when the sheet has more steps than that run in one go.
    """
    going: Course | None = course
    ran = 0
    while going is not None and going.steps:
        ran += 1
        if ran > MOST_STEPS:
            raise NotAllowedError(
                f"Here {game.sheet.title} has more than {MOST_STEPS} steps in one go; nothing has "
                "changed. Shorten the sheet's steps, or take another way."
            )
        first, *rest = going.steps
        game, going = step(game, replace(going, steps=tuple(rest)), first)
    return game if going is None else finished(game, going)


def step(game: Game, course: Course, one: Step) -> Ran:
    """Run one step."""
    if isinstance(one, ResultStep):
        return offering.run(game, course, one)
    if isinstance(one, PickingStep):
        return picking.run(game, course, one)
    if isinstance(one, PickedStep):
        return picked.run(game, course, one)
    if isinstance(one, ChitStep):
        return chits.run(game, course, one)
    if isinstance(one, PileStep):
        return piles.run(game, course, one)
    if isinstance(one, BranchStep):
        return deciding.run(game, course, one)
    if isinstance(one, ListStep):
        return listing.run(game, course, one)
    return _change(game, course, one)


def finished(game: Game, course: Course) -> Game:
    """Go on where a course that has run came from."""
    match course.back:
        case None:
            return turns.arrived(game, course.side)
        case Playing(by, _, counts) if isinstance(by, Instead) and not by.on_map:
            return turns.done(replace(game, stage=course.back), by, counts)
        case Ready() | Nominating():
            game = settled(replace(game, stage=course.back))
            if not has_round(game, game.active):
                return turns.next_round(game)
            # Cards that came face-down into the active side's row are turned up with it.
            row = isinstance(course.back, Nominating)
            return turned_row(game, game.active) if row else game
        case _:
            return replace(game, stage=course.back)


def _change(game: Game, course: Course, one: CourseStep) -> Ran:
    match one:
        case Say():
            return _told(game, course, one), course
        case SayAtTurnEnd(text):
            return replace(game, later=(*game.later, (course.side, text))), course
        case Again():
            if game.roll is None:
                return game, course
            outcome = game.sheet.outcomes[Result(game.roll.result)]
            return game, Course(course.side, outcome.steps, Choosing(()))
        case RollAgain():
            return turns.ready(settled(game)), None
        case OpenRow():
            game = turned_row(game, course.side)
            return game.seated(course.side, replace(game.seats[course.side], open_row=True)), course
        case ExtraCard():
            seat = game.seats[course.side]
            return game.seated(course.side, replace(seat, extras=seat.extras + 1)), course
        case HandOver(card):
            return _handed_over(game, course.side, card), course
        case Headlines():
            return waits(game, course, one, WantsHeadline(()))
        case _:
            assert_never(one)


def _handed_over(game: Game, side: Side, card: str) -> Game:
    mine, theirs = game.seats[side], game.seats[side.other]
    if card not in mine.holds:
        return game
    game = game.seated(side, replace(mine, holds=mine.holds - {card}))
    return game.seated(side.other, replace(theirs, holds=theirs.holds | {card}))


def _told(game: Game, course: Course, say: Say) -> Game:
    """Say something; a guided list remembers it."""
    game = replace(game, acts=(*game.acts, Tell(course.side, say.text, say.undo)))
    if not (isinstance(course.back, Playing) and isinstance(course.back.by, Instead)):
        return game
    named = game.named
    if say.into is not None:
        named = {**named, say.into: (*named.get(say.into, ()), say.called)}
    return replace(game, noted=(*game.noted, say.text), named=named)
