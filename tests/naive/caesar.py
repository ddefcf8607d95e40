"""Caesar: Rome vs. Gaul (2022): what its own cards do."""

from tests.naive.asking import decide, for_uses, named, nominate, random_card
from tests.naive.special import Story, take_off
from tests.naive.table import Table, fill, lies, lying, other, places, put, turn_up


def deck_exhausted(table: Table) -> bool:
    """The pile is gone and four cards or fewer are left in the display."""
    seat = table[table["active"]]
    gone: bool = seat["pile-empty"]
    return table["stage"] == "ready" and gone and len(lying(seat, None)) >= 1


def all_up(table: Table, side: str, card: str) -> Story:
    """Four cards left in a display and no pile: all face-up, and any may be played, no roll."""
    turn_up(table, side, places(table[side]))
    table["also on offer"] = for_uses(lying(table[side], "up"), ["any"])
    return "choose among these"
    yield


def discard_surprise(table: Table, side: str, card: str) -> Story:
    """An unwanted Surprise card goes; its replacement comes face-up and may be played at once."""
    take_off(table, side, card)
    fill(table, side, card, "up")
    table["also on offer"][card] = ["any"]
    return ""
    yield


def own_reaction(table: Table, side: str, card: str) -> Story:
    """#24 in one's own round: uncounted, its gap face-up."""
    take_off(table, side, card)
    fill(table, side, card, "up")
    return ""
    yield


def reaction(table: Table, side: str, card: str) -> Story:
    """The other side answers with the cards whose space the die names: uncounted.

    The gap of a Surprise card is filled face-down, that of #24 face-up.
    """
    played = yield from named(table, (yield from nominate(table, side)))
    for one in played:
        take_off(table, side, one)
    if not played:
        return ""
    which = yield from decide(table, "none", "alone", "mixed")
    if which == "none":
        return ""  # these gaps are filled when the action has been resolved
    for one in played:
        fill(table, side, one, "up" if which == "alone" else None)
    if which == "mixed":
        space = yield from decide(table, "in-a", "in-b", "in-c", "in-d", "in-e")
        turn_up(table, side, places(table[side], space[-1].upper()))
    return ""


def senate_outraged(table: Table, side: str, card: str) -> Story:
    """#42 and a random face-up card of Rome change places; then any face-up card may be played."""
    rome = other(side)
    theirs = yield from random_card(table, rome)
    if theirs and table["under way"] and lies(table[side], table["under way"][1]) is None:
        put(table[side], table["under way"][1], "up")
        put(table[rome], theirs, "up")
        step = {"do": "refill", "side": rome, "card": theirs, "from": "played", "facing": "up"}
        table["steps"].append(step)
    table["also on offer"] = for_uses(lying(table[side], "up"), ["any"])
    return "choose among these"
