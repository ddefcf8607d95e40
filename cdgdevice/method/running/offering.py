"""The steps of a result: they turn cards and offer them."""

from dataclasses import replace
from typing import assert_never

from cdgdevice.method.dealing import turned_up
from cdgdevice.method.display import Facing, Place
from cdgdevice.method.game import Game
from cdgdevice.method.running.ran import Ran, sides, waits
from cdgdevice.method.stage import Choosing, Course, Offered, TurningUp, WantsHome
from cdgdevice.method.steps import FlipSpaces, HomeCard, Offer, OfferBeside, ResultStep, TurnUp
from cdgdevice.method.terms import Use


def run(game: Game, course: Course, step: ResultStep) -> Ran:
    """Run a step of a result."""
    match step:
        case FlipSpaces(spaces, whose):
            for side in sides(game, course, whose):
                cards = game.seats[side].display.lying(Facing.DOWN, spaces)
                game = turned_up(game, side, cards)
                if side is game.active:
                    game = replace(game, turned=(*game.turned, *cards))
            return game, course
        case TurnUp(until):
            display = game.seats[course.side].display
            if display.lying(Facing.DOWN) and len(display.lying(Facing.UP)) < until:
                held = replace(course, steps=(step, *course.steps))
                return replace(game, stage=TurningUp(until, held)), None
            return game, course
        case Offer(spaces, uses):
            cards = game.seats[course.side].display.lying(Facing.UP, spaces)
            return game, offering(course, cards, uses)
        case OfferBeside(card):
            beside = next(each for each in game.sheet.beside if each.id == card)
            choosing = _choosing(course)
            return game, replace(course, back=replace(choosing, beside=(*choosing.beside, beside)))
        case HomeCard():
            if game.seats[course.side].home_played:
                return game, course
            return waits(game, course, step, WantsHome())
        case _:
            assert_never(step)


def offering(course: Course, cards: tuple[Place, ...], uses: tuple[Use, ...]) -> Course:
    """Offer these cards beside those on offer already, in the order A to E."""
    choosing = _choosing(course)
    merged = {offer.card: offer.uses for offer in choosing.offers}
    for card in cards:
        merged[card] = tuple(dict.fromkeys((*merged.get(card, ()), *uses)))
    offers = tuple(Offered(card, merged[card]) for card in sorted(merged, key=str))
    return replace(course, back=replace(choosing, offers=offers))


def _choosing(course: Course) -> Choosing:
    return course.back if isinstance(course.back, Choosing) else Choosing((), rolled=False)
