"""Empty piles and reshuffles, as each page says."""

from tests.naive.special import Special, Story
from tests.naive.table import SIDES, Table, left, lies, lying, other, places, put, set_chits


def pile_empty(at_most: int | None = None) -> Special:
    """The draw pile has no card: gaps stay. With a limit, of more chits only so many stay.

    A card that shows on C is the pile's last; a back there was only the pile's.
    """

    def story(table: Table, side: str, card: str) -> Story:
        pile = table["facts"]["family"] == "pile"
        for each in (side,) if pile else SIDES:
            table[each]["pile-empty"] = True
        seat = table[side]
        if pile and lies(seat, "C") == "down":
            put(seat, "C", None)
        if at_most is not None and (left(seat) or 0) > at_most:
            set_chits(table, side, seat["of"] - at_most, seat["of"])
        return ""
        yield

    return story


def reshuffle(takes: str, whose: str = "mine") -> Special:
    """Shuffle what is taken of a display into the pile, and deal face-down into every gap.

    `takes`: nothing; face-down (its cards, not the pile on C); pile (C with a face-up card on it);
    all (and the display is set up afresh). `whose`: mine or both.
    """

    def story(table: Table, side: str, card: str) -> Story:
        sides = (side,) if whose == "mine" else (table["active"], other(table["active"]))
        for each in sides:
            if takes == "face-down":
                for one in lying(table[each], "down"):
                    if not (table["facts"]["family"] == "pile" and one == "C"):
                        put(table[each], one, None)
        for each in sides:
            deal(table, each, takes)
        return ""
        yield

    return story


def deal(table: Table, side: str, takes: str) -> None:
    """Deal after a shuffle."""
    seat = table[side]
    for each in (side,) if table["facts"]["family"] == "pile" else SIDES:
        table[each]["pile-empty"] = False
    if takes == "all":
        for place in places(seat):
            put(seat, place, "up" if place[0] in table["facts"]["face-up"] else "down")
        return
    if takes == "pile":
        put(seat, "C", None)
    for gap in lying(seat, None):
        if table["under way"] != (side, gap):
            put(seat, gap, "down")
            step = {"do": "refill", "side": side, "card": gap, "from": "pile", "facing": "down"}
            table["steps"].append(step)
