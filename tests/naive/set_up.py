"""Setting a table up: who has which cards lying how, and how many chits."""

from tests.naive import doubling
from tests.naive.table import SIDES, SPACES, Table, lies, places


def laid_out(facts: Table, options: dict[str, object], hands: list[int] | None) -> Table:
    """Set up: A and B face-up; C, D, E face-down; then the extra cards of #8, face-down.

    A card that a variant lays face-up on the display or on the pile is laid last.
    """
    chosen = {**facts["variants"], **options}
    table: Table = {
        "facts": facts,
        "variants": chosen,
        "options": {},
        "turn": 1,
        "active": facts["first"],
        "stage": "ready",
        "roll": None,
        "steps": [],
        "under way": None,
        "card counts": False,
        "purposes": [],
        "turned": [],
        "taken": set(),
        "this turn": set(),
        "since deal": set(),
        "shuffled in": set(),
        "also on offer": {},
        "led to": "",
        "aside": False,
        "questions aside": 0,
        "relief": [],
        "due": {},
        "old gaps": set(),
        "combat gaps": set(),
        "draws": [],
        "drawn before": [],
        "exchanged": [],
        "dice wanted": 1,
    }
    sizes = hands or scenario_hands(facts, chosen) or facts["hands"]
    for side, of in zip(SIDES, sizes, strict=True):
        table[side] = {
            "display": {space: [at_first(facts, space)] for space in SPACES},
            "of": of,
            "played": 0,
            "rounds": 0,
            "counted": facts["counted"],
            "marks": {},
            "pile-empty": False,
            "used": set(),
            "passed": None,
            "home played": False,
            "home out": False,
            "played once": "",
            "extra": 0,
            "next hand": None,
            "beside": [],
            "kept": [],
        }
    doubling.settle(table)
    for variant, (side, cards) in facts["laid face-up"].items():
        if chosen.get(variant):
            for card in cards:
                table[side]["display"][card][0] = "up"
    table["steps"] = [
        {"do": "deal", "side": side, "card": card, "facing": lies(table[side], card)}
        for side in SIDES
        for card in places(table[side])
        if lies(table[side], card)
    ]
    return table


def at_first(facts: Table, space: str) -> str | None:
    """How a space lies at set-up; without a display nothing lies there."""
    if facts["family"] == "checks":
        return None
    return "up" if space in facts["face-up"] else "down"


def scenario_hands(facts: Table, chosen: dict[str, object]) -> list[int] | None:
    """The hand sizes that a scenario of the pages prescribes."""
    for variant, hands in facts["scenario hands"].items():
        if chosen.get(variant):
            found: list[int] = hands
            return found
    return None
