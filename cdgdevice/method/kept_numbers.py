"""The numbers that a die set for good, such as the enemy's level of aggression."""

from collections.abc import Iterator

from cdgdevice.method.game import Game
from cdgdevice.method.holding import deep
from cdgdevice.method.sheet import Sheet
from cdgdevice.method.steps import Remember, Step


def kept_numbers(game: Game) -> tuple[str, ...]:
    """Say each number that a die was thrown for and that is kept: `Aggression: 4.` is one.

    What a guided list only counts on its way is no such number.
    """
    if not game.known:
        return ()
    names = {step.name for step in deep(_steps(game.sheet)) if isinstance(step, Remember)}
    return tuple(
        f"{name[:1].upper()}{name[1:].replace('-', ' ')}: {number}."
        for name, number in game.known.items()
        if name in names
    )


def _steps(sheet: Sheet) -> Iterator[Step]:
    yield from sheet.turn.begins
    for outcome in sheet.outcomes.values():
        yield from outcome.steps
    for way in sheet.instead:
        yield from way.steps
    for action in sheet.actions:
        yield from action.steps
