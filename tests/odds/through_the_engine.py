"""Rounds played out through the engine itself: one side takes every round that there is.

Nothing here knows the rules. What may be answered is read off the prompt, and the policy is told
by the result's name, as the documents name it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from msgspec.structs import replace

from cdgdevice.rules.card_display import Display, Side, Space
from cdgdevice.rules.die import DieResult
from cdgdevice.rules.engine import answer_request, begin_game
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.prompt import prompt
from cdgdevice.rules.requests import ChooseOption, NewGame, RollDice
from cdgdevice.rules.sheet import Sheet

LETTERS = {space.value for space in Space}
SIDE = Side.LEFT


@dataclass(frozen=True)
class Round:
    """A round that was played out."""

    name: tuple[str, tuple[str, ...], str]
    """Result, cards turned up by choice, card played."""
    offered: tuple[str, ...]
    chance: Fraction
    after: GameHistory

    @property
    def display(self) -> Display:
        return self.after.now.seats[SIDE].display


def begun(sheet: Sheet, display: Display | None = None) -> GameHistory:
    """A game with its sheet's own options and the largest hands; the cards may be laid so.

    A card set aside fills a single gap of the game, and is left out.
    """
    history = begin_game(
        replace(sheet, set_aside=None), NewGame(sheet.id, (sheet.hands.high, sheet.hands.high))
    )
    if display is None:
        return history
    game = history.now
    seat = replace(game.seats[SIDE], display=display)
    return GameHistory(game.with_seat(SIDE, seat))


def rounds(before: GameHistory) -> Iterator[Round]:
    """Every way that this side's next round can go."""
    for result in DieResult:
        rolled = answer_request(before, RollDice(SIDE, result=result)).history
        for turned, chance, ready in turned_up(rolled):
            offered = cards(ready)
            for card in offered:
                after = answer_request(ready, ChooseOption(card)).history
                yield Round(
                    (result.value, turned, card),
                    offered,
                    chance * policy(result, card, offered) / 6,
                    answer_request(after, ChooseOption("done")).history,
                )


def turned_up(history: GameHistory) -> Iterator[tuple[tuple[str, ...], Fraction, GameHistory]]:
    """Every way to turn up what the result asks for, card by card."""
    if prompt(history.now).stage != "flip":
        yield (), Fraction(1), history
        return
    down = cards(history)
    for card in down:
        for later, chance, ready in turned_up(answer_request(history, ChooseOption(card)).history):
            yield (card, *later), chance / len(down), ready


def cards(history: GameHistory) -> tuple[str, ...]:
    """The cards of the display that may be chosen now."""
    return tuple(option.id for option in prompt(history.now).options if option.id in LETTERS)


def policy(result: DieResult, card: str, offered: tuple[str, ...]) -> Fraction:
    """How often this card is played: C half the time on the Jolly Roger, else any alike."""
    if result is not DieResult.JR or len(offered) == 1:
        return Fraction(1, len(offered))
    return Fraction(1, 2) if card == "C" else Fraction(1, 2 * (len(offered) - 1))
