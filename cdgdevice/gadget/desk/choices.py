"""What the knob's highlight runs over: the prompt's options, and the roll where there is one."""

from dataclasses import dataclass

from cdgdevice.method.game import Game
from cdgdevice.method.prompt import prompt
from cdgdevice.method.remembered import remembered
from cdgdevice.method.request import Choose, Request, Roll
from cdgdevice.method.stage import Picked

ROLL = "Roll"
"""The title of the choice that throws the dice."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that a confirmation can take."""

    title: str
    request: Request
    card: Picked | None = None
    """The card of a display that it stands for."""


@remembered
def choices(game: Game) -> tuple[Choice, ...]:
    """Give the moment's choices, the plain one first; none when the game is over."""
    now = prompt(game)
    options = [Choice(option.title, Choose(option.id), option.card) for option in now.options]
    if now.stage == "turn-end":
        options.sort(key=lambda choice: _rank(game, choice))
    if game.active in now.rollers:
        return (Choice(ROLL, Roll(game.active)), *options)
    return tuple(options)


def _rank(game: Game, choice: Choice) -> int:
    """Order the turn's end: first the other side, once; then the next turn; then the discards.

    So a press that is one too many doesn't skip the other side, nor go to and fro for ever.
    """
    if choice.card is not None:
        return 2
    other_side = choice.request == Choose("next-side")
    return int(other_side is not (game.active is game.sheet.turn.first))
