"""What the dice of a game showed, as the board's page draws it.

Loaded only when a page asks: no start needs it.
"""

from cdgdevice.dice.fairness import FACES, FEWEST_ROLLS, SIGNIFICANCE, chi_square
from cdgdevice.render.language import IN_ENGLISH, Language
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.die import STANDARD_CONVERSION
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.requests import CorrectRoll, Json


def count_faces(history: GameHistory) -> dict[Side, tuple[int, ...]]:
    """Return how often the dice of each side showed 1 to 6 in the game as it stands.

    A corrected roll counts as corrected, one that was taken back not at all.
    """
    rolls: list[tuple[Side, tuple[int, ...]]] = []
    for answer in history.past:
        match answer.request:
            case CorrectRoll(die, result) if rolls:
                shown = die if result is None else (STANDARD_CONVERSION.number(result),)
                rolls[-1] = (rolls[-1][0], shown)
        if answer.rolled is not None:
            rolls.append(answer.rolled)
    shown_by = {side: [die for who, dice in rolls if who is side for die in dice] for side in Side}
    return {
        side: tuple(shown.count(face) for face in range(1, FACES + 1))
        for side, shown in shown_by.items()
    }


def write_statistics(history: GameHistory, language: Language = IN_ENGLISH) -> dict[str, Json]:
    """Write the faces of each side's dice, and whether all of them could be fair dice's.

    `p` is the share of fair dice that show them at least as unevenly, null where there are fewer
    than `needed` dice; `unlikely` tells that it is low.
    """
    counted = count_faces(history)
    faces = tuple(map(sum, zip(*counted.values(), strict=True)))
    test = chi_square(faces)
    sides: list[Json] = [
        {"name": language.write(history.now.sheet.sides[side]), "faces": list(counts)}
        for side, counts in counted.items()
    ]
    return {
        "sides": sides,
        "needed": FEWEST_ROLLS,
        "p": None if test is None else test.p,
        "unlikely": test is not None and test.p < SIGNIFICANCE,
    }
