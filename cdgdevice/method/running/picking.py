"""The steps that pick cards: by the player's choice, or at random."""

from dataclasses import replace
from typing import assert_never

from cdgdevice.method.chance import chart
from cdgdevice.method.display import Facing, Place
from cdgdevice.method.forced import spare_chits
from cdgdevice.method.game import Game
from cdgdevice.method.running.ran import Ran, sides, waits
from cdgdevice.method.stage import Course, DieFor, Picked, WantsCard, WantsCards, WantsDie
from cdgdevice.method.steps import Nominate, Pick, PickingStep, PickRandom, PickUnderWay
from cdgdevice.method.terms import Among, Whose


def run(game: Game, course: Course, step: PickingStep) -> Ran:
    """Run a step that picks cards."""
    match step:
        case Pick(whose, among, text, spaces):
            cards = candidates(game, course, whose, among)
            cards = tuple(card for card in cards if card.card.space in spaces)
            if len(cards) < 2:
                return game, replace(course, picked=cards)
            return waits(game, course, step, WantsCard(cards, text))
        case PickRandom(whose, among, picked):
            cards = candidates(game, course, whose, among)
            if picked:
                cards = tuple(card for card in cards if card in course.picked)
            if len(cards) < 2:
                return game, replace(course, picked=cards)
            want = WantsDie(DieFor.CARD, random_text(game, cards), among=cards)
            return waits(game, course, step, want)
        case PickUnderWay():
            playing = game.under_way
            if playing is None or not isinstance(playing.by, Place):
                return game, replace(course, picked=())
            return game, replace(course, picked=(Picked(game.active, playing.by),))
        case Nominate(_, text):
            cards = nominees(game, course, step)
            return waits(game, course, step, WantsCards(cards, text)) if cards else (game, course)
        case _:
            assert_never(step)


def nominees(game: Game, course: Course, step: Nominate) -> tuple[Picked, ...]:
    """Give the cards that may still be nominated; by chits, as many as are to spare."""
    cards = [
        card
        for card in candidates(game, course, step.whose, step.among)
        if card not in course.picked
    ]
    if step.chits:
        cards = [card for card in cards if _has_chit(game, course, card)]
    return tuple(cards)


def _has_chit(game: Game, course: Course, card: Picked) -> bool:
    spare = spare_chits(game, card.side)
    return spare is None or spare > len(course.picks(card.side))


def candidates(game: Game, course: Course, whose: Whose, among: Among) -> tuple[Picked, ...]:
    """Give the cards that may be picked, A to E; those of a doubled space one after the other."""
    facings = {
        Among.UP: (Facing.UP,),
        Among.DOWN: (Facing.DOWN,),
        Among.UP_FIRST: (Facing.UP, Facing.DOWN),
        Among.DOWN_FIRST: (Facing.DOWN, Facing.UP),
    }
    if among is Among.ANY:
        return tuple(
            Picked(side, card)
            for side in sides(game, course, whose)
            for card, lies in game.seats[side].display.cards()
            if lies is not None
        )
    for facing in facings[among]:
        found = tuple(
            Picked(side, card)
            for side in sides(game, course, whose)
            for card in game.seats[side].display.lying(facing)
        )
        if found:
            return found
    return ()


def random_text(game: Game, cards: tuple[Picked, ...]) -> str:
    """Say which throw picks which card, as far as one throw decides (Random Card Selection).

    It is said whose cards they are where the other side is at work.
    """
    other = game.active.other
    whose = f"{game.sheet.sides[other]}: " if all(card.side is other for card in cards) else ""
    if len(cards) > 6:
        return f"{whose}{'one' if whose else 'One'} of {len(cards)} cards at random."
    named = zip(chart(len(cards)), cards, strict=True)
    throws = ", ".join(f"{throw} {picked.card}" for throw, picked in named)
    return f"{whose}random card {throws}." if whose else f"Random card: {throws}."
