"""A table in plain dicts, lists and strings, and what two hands can do on it.

This package is a second reading of the documents. It imports nothing of the program, so a mistake
of the program can't be a mistake here. A display is `{"A": ["up"], "B": ["down"], ...}`; a doubled
space has two entries; None is a gap. A card's id is `A`, or `A1` and `A2` in a doubled space.
"""

from typing import Any

Table = dict[str, Any]
"""Everything that lies on the table, and what is waited for."""

SIDES = ("left", "right")
SPACES = "ABCDE"


def other(side: str) -> str:
    """The side across the table."""
    return "right" if side == "left" else "left"


def places(seat: Table, spaces: str = SPACES) -> list[str]:
    """The ids of every place of these spaces, gaps too, A to E."""
    found = []
    for space in SPACES:
        if space in spaces:
            double = len(seat["display"][space]) == 2
            found += [space + "1", space + "2"] if double else [space]
    return found


def lies(seat: Table, card: str) -> str | None:
    """How the card in this place lies; None for a gap."""
    facing: str | None = seat["display"][card[0]][1 if card.endswith("2") else 0]
    return facing


def lying(seat: Table, facing: str | None, spaces: str = SPACES) -> list[str]:
    """The places whose card lies so, A to E."""
    return [card for card in places(seat, spaces) if lies(seat, card) == facing]


def put(seat: Table, card: str, facing: str | None) -> None:
    """Lay another card here, or leave a gap: what was said of the old card is forgotten."""
    seat["display"][card[0]][1 if card.endswith("2") else 0] = facing
    seat["marks"].pop(card, None)


def turn_up(table: Table, side: str, cards: list[str]) -> None:
    """Turn these cards up; those that are face-up stay as they are."""
    seat = table[side]
    turned = [card for card in cards if lies(seat, card) == "down"]
    for card in turned:
        seat["display"][card[0]][1 if card.endswith("2") else 0] = "up"
    if turned:
        table["steps"].append({"do": "flip", "side": side, "cards": turned})


def move(seat: Table, start: str, end: str) -> None:
    """Move a card to another place, with what is said of it."""
    mark = seat["marks"].get(start)
    put(seat, end, lies(seat, start))
    put(seat, start, None)
    if mark:
        seat["marks"][end] = mark


def fill(table: Table, side: str, gap: str, facing: str | None = None) -> None:
    """Lay a card in a gap: as the family says, or with this facing where a page says so.

    Pile: the top card of C goes there as it lies, and C shows its next card, face-down.
    Open: a card from the pile, face-down. An empty pile gives nothing.
    """
    seat = table[side]
    if table["facts"]["family"] in ("row", "checks") and not facing:
        return  # a row's conveyor fills it
    if is_for_the_card_set_aside(table, side, gap):
        seat["used"].add("card set aside")
        put(seat, gap, "up")
        step = {"do": "refill", "side": side, "card": gap, "from": "aside", "facing": "up"}
        table["steps"].append(step)
        return
    from_c = table["facts"]["family"] == "pile" and gap != "C"
    if from_c:
        drawn, source = lies(seat, "C"), "C"
        if drawn is None and not seat["pile-empty"]:
            # The card from C is being played; the next one of the pile is drawn.
            drawn, source = "down", "pile"
    else:
        drawn, source = None if seat["pile-empty"] else "down", "pile"
    if drawn is None:
        leave_empty(table, side, gap)
        return
    if source == "C" and lies(seat, "C") is not None:
        move(seat, "C", gap)
        table["old gaps"].add((side, "C"))  # nobody played it: nothing is left to say
    else:
        put(seat, gap, drawn)
    if facing:
        seat["display"][gap[0]][1 if gap.endswith("2") else 0] = facing
    table["steps"].append(
        {"do": "refill", "side": side, "card": gap, "from": source, "facing": lies(seat, gap)}
    )
    if from_c and not seat["pile-empty"] and table["under way"] != (side, "C"):
        put(seat, "C", "down")


def gaps_now(table: Table) -> set[tuple[str, str]]:
    """All gaps of both displays."""
    return {(side, gap) for side in SIDES for gap in lying(table[side], None)}


def leave_empty(table: Table, side: str, gap: str) -> None:
    """Say of a new gap that it stays empty; of an older one that was said already."""
    if (side, gap) not in table["old gaps"]:
        table["old gaps"].add((side, gap))
        table["steps"].append({"do": "leave-empty", "side": side, "card": gap})


def is_for_the_card_set_aside(table: Table, side: str, gap: str) -> bool:
    """Illusions of Glory: the chosen 4-Ops card fills the first gap of turn 1, not a draw."""
    fills = side == table["facts"]["sets a card aside"] and table["turn"] == 1 and gap[0] in "ABDE"
    return fills and "card set aside" not in table[side]["used"]


def fill_gaps(table: Table, side: str) -> None:
    """Fill every gap of a side, C first, but not the one of the card that is being carried out."""
    gaps = lying(table[side], None)
    for gap in sorted(gaps, key=lambda card: card != "C"):
        if table["under way"] != (side, gap) and not waits_for_kept(table, side, gap):
            fill(table, side, gap, table["due"].pop((side, gap), None))
    # A gap that another card of the display took is not filled from the pile.
    for key in [key for key in table["due"] if key[0] == side and key != table["under way"]]:
        del table["due"][key]


def waits_for_kept(table: Table, side: str, gap: str) -> bool:
    """Whether the slot stays empty for a combat card that is kept; C is the deck, and never is."""
    return gap != "C" and gap in table[side]["kept"]


def fill_own_gap_first(table: Table) -> None:
    """Book: C, turned up by this roll, is drawn for the card played; combat gaps follow."""
    if table["facts"]["combat"] != "own gap first" or not table["under way"]:
        return
    side, card = table["under way"]
    if (
        card in lying(table[side], None)
        and "C" in table["turned"]
        and lies(table[side], "C") == "up"
    ):
        fill(table, side, card)


def left(seat: Table) -> int | None:
    """Chits not turned yet; None where the sheet counts none."""
    if seat["of"] is None or not seat["counted"]:
        return None
    return max(int(seat["of"]) - int(seat["played"]), 0)


def set_chits(table: Table, side: str, played: int, of: int | None) -> None:
    """Set what a side has played and holds; the hands touch the chits only where they change."""
    seat = table[side]
    before = left(seat), seat["of"]
    seat["played"], seat["of"] = played, of
    if left(seat) is not None and (left(seat), of) != before:
        table["steps"].append({"do": "count", "side": side, "left": left(seat), "of": of})


def count(table: Table, side: str, cards: int = 1) -> None:
    """Turn a chit for each card played; none is left to turn below nought."""
    seat = table[side]
    set_chits(table, side, seat["played"] + min(cards, left(seat) or 0), seat["of"])
