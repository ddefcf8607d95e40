"""Empty piles and reshuffles, as each page says."""

from tests.naive.special import Special, at_once
from tests.naive.table import (
    SIDES,
    Table,
    fill,
    fill_gaps,
    left,
    lies,
    lying,
    other,
    places,
    put,
    set_chits,
    waits_for_kept,
)


def pile_empty(at_most: int | None = None, *, last_on_c: bool = False) -> Special:
    """The draw pile has no card: gaps stay. With a limit, of more chits only so many stay.

    A card that shows on C is the pile's last; a back there was only the pile's, unless the player
    says that it is the last card. A card that is being played will turn a chit of its own.
    """

    @at_once
    def story(table: Table, side: str, card: str) -> None:
        pile = table["facts"]["family"] == "pile"
        for each in (side,) if pile else SIDES:
            table[each]["pile-empty"] = True
        seat = table[side]
        if pile and lies(seat, "C") == "down" and not last_on_c:
            put(seat, "C", None)
            table["old gaps"].add((side, "C"))
        if at_most is not None:
            keep_chits(table, side, at_most)

    return story


def keep_chits(table: Table, side: str, stay: int) -> None:
    """Of more chits only so many stay, after the card that is being played."""
    seat = table[side]
    if table["stage"] == "play" and side == table["active"]:
        stay += bool(table["under way"] and table["card counts"])
    if (left(seat) or 0) > stay:
        set_chits(table, side, seat["of"] - stay, seat["of"])


def no_card_left(at_most: int | None = None) -> Special:
    """The pile ran out at this refill: it and those asked for after it have no card.

    A pile on C had the card on it, so that the first gap got it; what shows on C then comes last.
    One off the displays is both sides'.
    """

    @at_once
    def story(table: Table, side: str, card: str) -> None:
        pile = table["facts"]["family"] == "pile"
        drawn = [step["card"] for step in table["asked"] if step["side"] == side]
        if pile:
            gaps = [gap for gap in drawn if gap != "C"]
            drawn = [*(gaps if "C" in drawn else gaps[1:]), "C"]
        for gap in drawn[drawn.index(card) :]:
            put(table[side], gap, None)
        if at_most is not None:
            keep_chits(table, side, at_most)
        for each in (side,) if pile else SIDES:
            table[each]["pile-empty"] = True

    return story


def reshuffle(takes: str, whose: str = "mine") -> Special:
    """Shuffle what is taken of a display into the pile, and deal face-down into every gap.

    `takes`: nothing; face-down (its cards, not the pile on C); pile (C with a face-up card on it);
    all (and the display is set up again). `whose`: mine or both.
    """

    @at_once
    def story(table: Table, side: str, card: str) -> None:
        sides = (side,) if whose == "mine" else (table["active"], other(table["active"]))
        for each in sides:
            if takes == "face-down":
                for one in lying(table[each], "down"):
                    if not (table["facts"]["family"] == "pile" and one == "C"):
                        put(table[each], one, None)
        for each in sides:
            gone = table[each]["pile-empty"]
            deal(table, each, takes)
            begins = table["stage"] == "ready" and not any(table[one]["rounds"] for one in SIDES)
            if gone and begins and table["facts"].get("at most with an empty pile"):
                # Taken late: with a draw deck the draw phase gives all Cards Remaining back.
                set_chits(table, each, 0, table[each]["of"])

    return story


def deal(table: Table, side: str, takes: str) -> None:
    """Deal after a shuffle: face-down, or as at set-up; a back on C stays as it is."""
    seat, pile = table[side], table["facts"]["family"] == "pile"
    table["shuffled in"].add(side)
    for each in (side,) if pile else SIDES:
        table[each]["pile-empty"] = False
    if takes == "all":
        for place in places(seat):
            put(seat, place, "up" if place[0] in table["facts"]["face-up"] else "down")
        seat["kept"] = []
        seat["beside"] = [card for card in seat["beside"] if card != "kept"]
        return
    if takes == "pile" and pile and lies(seat, "C") == "up":
        put(seat, "C", None)
    if takes != "face-down":
        # No card of the display is shuffled: in a round only the pile on C is new.
        if table["stage"] not in ("choose", "play"):
            fill_gaps(table, side)
        elif pile and lies(seat, "C") is None and table["under way"] != (side, "C"):
            fill(table, side, "C")
        return
    for gap in sorted(lying(seat, None), key=lambda card: card != "C"):
        if table["under way"] == (side, gap) or waits_for_kept(table, side, gap):
            continue
        put(seat, gap, "down")
        source = "C" if pile and gap != "C" else "pile"
        step = {"do": "refill", "side": side, "card": gap, "from": source, "facing": "down"}
        table["steps"].append(step)
