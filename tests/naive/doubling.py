"""Hands of different size (Book, common mechanic #8; Fate, Variable Hand Size)."""

from tests.naive.table import SIDES, Table, fill_gaps, leave_empty, lies, other, places, put

DOUBLED = ("", "A", "AD", "ABD", "ABDE")
"""The spaces with a second card, for 0, 1, 2, 3, 4 or more cards of difference."""


def wanted(table: Table, side: str) -> str:
    """The spaces of this side that hold two cards: as a scenario says, or by #8."""
    for variant, (which, spaces, once) in table["facts"]["scenario doubles"].items():
        if table["variants"].get(variant):
            gone = table[side]["played once"]
            kept = [space for space in spaces if space not in once or space not in gone]
            return "".join(kept) if which == side else ""
    if not table["variants"].get("doubled-spaces"):
        return ""
    difference = hand(table[side]) - hand(table[other(side)])
    return DOUBLED[min(max(difference, 0), 4)]


def only_once(table: Table, side: str) -> str:
    """The spaces of this side that a scenario doubles until a card of them is played."""
    scenarios = table["facts"]["scenario doubles"].items()
    return "".join(
        once
        for variant, (which, _, once) in scenarios
        if which == side and table["variants"].get(variant)
    )


def hand(seat: Table) -> int:
    """The hand size itself, without chits that came or went for this turn only."""
    return (seat["of"] or 0) - int(seat["extra"])


def widen(seat: Table, space: str) -> None:
    """Give a space a second place, a gap at first."""
    if space in seat["marks"]:
        seat["marks"][space + "1"] = seat["marks"].pop(space)
    seat["display"][space].append(None)


def narrow(seat: Table, card: str) -> None:
    """Take this place, with the card in it, out of its doubled space."""
    space = card[0]
    stays = space + ("1" if card.endswith("2") else "2")
    mark = seat["marks"].get(stays)
    put(seat, card, None)
    seat["marks"].pop(stays, None)
    del seat["display"][space][1 if card.endswith("2") else 0]
    if mark:
        seat["marks"][space] = mark


def relieve(table: Table, side: str) -> None:
    """Take second cards away in the order E, B, D, A; a gap goes first, else the second card.

    The card goes into the gap that waits for relief, as it lies, if there is one; else it goes.
    """
    seat = table[side]
    into = next((gap for whose, gap in table["relief"] if whose == side), None)
    for space in "EBDA":
        if len(seat["display"][space]) == 1 or space in wanted(table, side):
            continue
        gaps = [card for card in places(seat, space) if lies(seat, card) is None]
        goes = gaps[0] if gaps else space + "2"
        if not gaps and into and lies(seat, into) is None:
            mark = seat["marks"].get(goes)
            put(seat, into, lies(seat, goes))
            if mark:
                seat["marks"][into] = mark
        if len(gaps) == 1:
            leave_empty(table, side, goes)
        narrow(seat, goes)
        if into and into[0] == space:
            into = None


def double(table: Table, side: str) -> None:
    """Bring a display to the size that the hands ask for."""
    relieve(table, side)
    for space in wanted(table, side):
        if len(table[side]["display"][space]) == 1:
            widen(table[side], space)


def settle(table: Table) -> None:
    """Bring both displays to their size, and fill what is empty."""
    for side in SIDES:
        double(table, side)
        fill_gaps(table, side)
