"""The lines of the golden files, from the second reading. `uuddd`: A and B face-up, the rest down.

Each line tells of one facing and one result what is turned up, what may be played for what, and
how the display lies after the refill.
"""

from collections.abc import Iterator
from itertools import combinations, product

from tests.naive.asking import RESULTS
from tests.naive.model import Model
from tests.naive.table import SPACES


def all_facings() -> list[str]:
    """Every way that five cards can lie."""
    return ["".join(letters) for letters in product("ud", repeat=5)]


def rolled(sheet: str, facing: str, result: str) -> Model:
    """A game in which the left side has rolled this result on this display."""
    model = Model(sheet)
    for space, letter in zip(SPACES, facing, strict=True):
        model.table["left"]["display"][space] = ["up" if letter == "u" else "down"]
    model.take({"do": "roll", "side": "left", "result": result})
    return model


def turned_up(model: Model) -> str:
    """The cards that the last request turned up."""
    flips = [step["cards"] for step in model.state()["steps"] if step["do"] == "flip"]
    return "".join(card for cards in flips for card in cards)


def shown(model: Model) -> str:
    """How the left display lies."""
    display = model.table["left"]["display"]
    return "".join(display[space][0][0] for space in SPACES)


def ways_to_turn(model: Model) -> list[str]:
    """The cards turned up by the result, or every pick that EVENT leaves to the player."""
    if model.table["stage"] != "flip":
        return [turned_up(model)]
    one = model.table["facts"].get("event turns one")
    missing = 1 if one else 2 - shown(model).count("u")
    return ["".join(cards) for cards in combinations(model.table["options"], missing)]


def chosen(sheet: str, facing: str, result: str, turned: str) -> Model:
    """The game when the cards of choice are turned up."""
    model = rolled(sheet, facing, result)
    for card in turned if model.table["stage"] == "flip" else "":
        model.take({"do": "choose", "option": card})
    return model


def line(sheet: str, facing: str, result: str, turned: str) -> str:
    """One line of a golden file."""
    cards = []
    for card, uses in sorted(chosen(sheet, facing, result, turned).table["options"].items()):
        model = chosen(sheet, facing, result, turned)
        for option in (card, "done"):
            model.take({"do": "choose", "option": option})
        cards.append(f"{card} {' '.join(uses)} -> {shown(model)}")
    return f"{facing} | {result:5} | flip {turned or '-':3} | {' ; '.join(cards)}"


def lines(facings: list[str], sheet: str) -> Iterator[str]:
    """Every line for these facings: each result, each way to turn cards up."""
    for facing, result in product(facings, RESULTS):
        for turned in ways_to_turn(rolled(sheet, facing, result)):
            yield line(sheet, facing, result, turned)
