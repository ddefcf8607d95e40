"""Caesar: Rome vs. Gaul (2022): what its own cards do."""

from tests.naive.asking import decide, for_uses, named, nominate, pick, random_card
from tests.naive.special import Story, at_once, round_now, take_off
from tests.naive.table import SIDES, Table, fill, lies, lying, other, places, put


def four_left(table: Table, side: str) -> bool:
    """Four cards left in a display and no pile: all are turned up and any is played, no roll."""
    cards = [card for card in places(table[side]) if lies(table[side], card)]
    return bool(table[side]["pile-empty"]) and len(cards) <= 4


@at_once
def discard_surprise(table: Table, side: str, card: str) -> None:
    """An unwanted Surprise card goes; its replacement comes face-up and may be played at once."""
    take_off(table, side, card)
    fill(table, side, card, "up")
    if lies(table[side], card) is None:
        table["due"][side, card] = "up"  # what is drawn elsewhere lies face-up as well
    table["also on offer"][card] = ["any"]


@at_once
def no_card_left(table: Table, side: str, card: str) -> None:
    """The deck ran out at this refill: it and those asked for after it have no card."""
    asked = [step["card"] for step in table["asked"] if step["side"] == side]
    for gap in asked[asked.index(card) :]:
        put(table[side], gap, None)
    for each in SIDES:
        table[each]["pile-empty"] = True


@at_once
def own_reaction(table: Table, side: str, card: str) -> None:
    """#24 in one's own round: uncounted, its gap is to be filled face-up."""
    take_off(table, side, card)
    table["due"][side, card] = "up"


def reaction(table: Table, side: str, card: str) -> Story:
    """The other side answers with the cards whose space the die names: uncounted.

    The gap of a Surprise card is filled face-down, that of #24 face-up, after the action.
    """
    answers = yield from named(table, (yield from nominate(table, side)))
    if not answers:
        return ""
    which = yield from decide(table, "none", "alone", "mixed")
    if which == "mixed":
        only = yield from pick(table, side)
        if only:
            take_off(table, side, only)
            table["due"][side, only] = "up"
        answers = yield from nominate(table, side)
    for one in answers:
        take_off(table, side, one)
        if which == "alone":
            table["due"][side, one] = "up"
    return ""


def draw_from_other(table: Table, side: str, card: str) -> Story:
    """The pile is gone: a random card of the other side, face-down if it has one, comes over."""
    theirs = yield from random_card(table, other(side), down_first=True)
    gaps = [gap for gap in lying(table[side], None) if table["under way"] != (side, gap)]
    now = round_now(table), side
    if theirs and gaps:
        opened = [gap for when, whose, gap in table["opened"] if (when, whose) == now]
        gap = next((gap for gap in reversed(opened) if gap in gaps), gaps[0])
        facing = lies(table[other(side)], theirs)
        put(table[other(side)], theirs, None)
        put(table[side], gap, table["due"].pop((side, gap), facing))
    return ""


def senate_outraged(table: Table, side: str, card: str) -> Story:
    """#42 and a random face-up card of Rome change places; then any face-up card may be played."""
    rome = other(side)
    theirs = yield from random_card(table, rome)
    if not theirs:
        return ""
    if table["under way"] and lies(table[side], table["under way"][1]) is None:
        put(table[side], table["under way"][1], "up")
        put(table[rome], theirs, "up")
        step = {"do": "refill", "side": rome, "card": theirs, "from": "played", "facing": "up"}
        table["steps"].append(step)
    table["also on offer"] = for_uses(lying(table[side], "up"), ["any"])
    return "choose among these"
