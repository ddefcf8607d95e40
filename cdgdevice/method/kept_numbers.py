"""The numbers that a die set for good, such as the enemy's level of aggression."""

from cdgdevice.method.game import Game
from cdgdevice.method.holding import every_step
from cdgdevice.method.steps import Remember


def kept_numbers(game: Game) -> tuple[str, ...]:
    """Say each number that a die was thrown for and that is kept: `Aggression: 4.` is one.

    What a guided list only counts on its way is no such number.
    """
    if not game.known:
        return ()
    names = {step.name for step in every_step(game.sheet) if isinstance(step, Remember)}
    return tuple(
        f"{name[:1].upper()}{name[1:].replace('-', ' ')}: {number}."
        for name, number in game.known.items()
        if name in names
    )
