"""Combat cards that are not discarded after play (Fate, Paths and Illusions of Glory).

Such a card is placed beside the display and may be used again, uncounted, until it is lost or the
turn ends. Its slot stays empty for so long; where it came from C, the deck's next card is there.
"""

from tests.naive.asking import decide
from tests.naive.special import Story, at_once, says_only
from tests.naive.table import SIDES, SPACES, Table, fill, gaps_now, leave_empty


@at_once
def keep(table: Table, side: str, card: str) -> None:
    """It is placed beside the display."""
    table["combat gaps"].remove((side, card))
    table[side]["beside"].append("kept")
    table[side]["kept"].append(card)
    if card == "C":
        fill(table, side, card)
    else:
        leave_empty(table, side, card)


def discard(table: Table, side: str, card: str) -> Story:
    """It is lost: its slot is filled when the combat is over."""
    slots = [space for space in SPACES if space in table[side]["kept"]]
    gone = slots[0] if len(slots) == 1 else ""
    if len(slots) > 1:
        gone = yield from decide(table, *slots, uses=["pick"])
    table[side]["beside"].remove("kept")
    if gone:
        table[side]["kept"].remove(gone)
    return ""


def may_keep(table: Table) -> bool:
    """A combat card was played, and its slot is not filled yet."""
    return table["stage"] == "play" and bool(table["combat gaps"] & gaps_now(table))


def may_use(table: Table) -> bool:
    """A side has one beside its display."""
    return table["stage"] == "play" and any("kept" in table[side]["beside"] for side in SIDES)


ACTIONS = {
    "keep-combat": ("either", keep),
    "use-kept": ("either", says_only),
    "discard-kept": ("either", discard),
}
MOMENTS = {"keep-combat": may_keep, "use-kept": may_use, "discard-kept": may_use}
