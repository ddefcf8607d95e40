"""What a side may do in its round: roll, take another way, or play what a result offers."""

from tests.naive.asking import MANDATORY, NAMED, Options, excess_waits, for_uses
from tests.naive.table import SIDES, Table, left, lies, lying, places
from tests.naive.whose_round import has_round, ways


def forced(table: Table, side: str) -> Options:
    """Marked cards one of which must be played without a roll (mechanics #4 and #7)."""
    seat = table[side]
    chits = left(seat)
    if not chits:
        return {}
    must = last_chance(table, side)
    if not must and chits == 1:
        scoring = [card for card in places(seat) if seat["marks"].get(card) == "scoring"]
        return {card: ["any"] for card in scoring}
    return {card: ["event"] for card in must}


def last_chance(table: Table, side: str) -> list[str]:
    """The face-up mandatory cards, if they are as many as the chits left (mechanic #4).

    None where each is played uncounted as it turns up: the round's own card is still to come.
    """
    seat = table[side]
    if table["facts"]["mandatory at once"]:
        return []
    cards = [card for card in places(seat) if seat["marks"].get(card) in MANDATORY]
    return cards if left(seat) and len(cards) >= (left(seat) or 0) else []


def before_the_roll(table: Table, side: str) -> Options:
    """What a side may choose before a roll, or must."""
    must = forced(table, side)
    found = ways(table, side)
    if must and not last_chance(table, side):
        found = {}
    if must:  # a way that turns no chit leaves it for the card
        found = {id_: way for id_, way in found.items() if not turns_chit(way)}
    return {**must, **for_uses(found, [])}


def turns_chit(way: Table) -> bool:
    """Tell whether a way plays a card."""
    return bool(way.get("counts") or way.get("plays") or "story" in way or way.get("offers all"))


def may_roll(table: Table, side: str) -> bool:
    """Tell whether a side may roll for a round."""
    must = any(way.get("must") for way in ways(table, side).values())
    return (
        has_round(table, side) and left(table[side]) != 0 and not must and not forced(table, side)
    )


def owes_another_way(table: Table) -> bool:
    """Tell whether the active side must take its round, and not by a roll."""
    active = table["active"]
    must = any(way.get("must") for way in ways(table, active).values())
    return must or left(table[active]) == 0


def rollers(table: Table) -> list[str]:
    """The sides that may roll: none out of turn while the active side owes another way."""
    return [] if owes_another_way(table) else [side for side in SIDES if may_roll(table, side)]


def home_card(table: Table, result: str) -> bool:
    """Tell whether a home card may be played (mechanic #5): "whenever" the result has a C.

    It is asked before C is turned, whether or not there is anything to turn.
    """
    on, side = table["variants"], table["active"]
    theirs = not on.get("home-right" if side == "left" else "home-left")
    has = on.get("home-cards") and theirs and not table[side]["home out"]
    return bool(has) and "C" in NAMED[result]


def offers(table: Table, result: str | None) -> Options:
    """The cards that may be played, and for what."""
    seat = table[table["active"]]
    lowest = ["lowest-ops", *table["facts"]["also"]]
    found: Options = {}
    if result == "EVENT":
        found = for_uses(lying(seat, "up"), ["event", *lowest])
    elif result == "JR":
        found = for_uses(lying(seat, "up", "ABDE"), lowest)
        found |= for_uses(lying(seat, "up", "C"), ["any"])
    elif result:
        found = for_uses(lying(seat, "up", NAMED[result]), ["any"])
    for card in table["exchanged"]:  # for an event, which is nobody's lowest card
        found[card] = [use for use in found.get(card, []) if use != "lowest-ops"]
    for card, uses in table["also on offer"].items():
        if lies(seat, card) == "up":
            found[card] = [*found.get(card, []), *[u for u in uses if u not in found.get(card, [])]]
    for card, uses in found.items():
        if seat["marks"].get(card) in MANDATORY:  # it can't be discarded
            found[card] = [use for use in uses if use != "discard"]
            if table["facts"]["mandatory at once"] and {"any", "event"} & set(uses):
                found[card] = ["event"]
    must = triggered(table, result, found)
    if must:
        return must
    named = bool(result) and "C" in NAMED[str(result)]
    beside = [card for card in table["facts"]["beside"] if named and card in seat["beside"]]
    return {**dict(sorted(found.items())), **for_uses(beside, ["any"])}


def triggered(table: Table, result: str | None, found: Options) -> Options:
    """Marked cards that must be played now, of those that may be.

    By the Jolly Roger (#7); at first opportunity; before the chits run out (#4).
    """
    seat = table[table["active"]]
    marks = seat["marks"]
    if result == "JR" and table["facts"]["jolly roger"]:
        struck = [card for card in lying(seat, "up") if marks.get(card) in ("scoring", "special")]
        if struck:
            return for_uses(struck, ["any"])
    if table["facts"]["mandatory at once"]:
        turned = [card for card in found if card in table["turned"]]
        return {card: ["event"] for card in turned if marks.get(card) in MANDATORY}
    named = [card for card in found if result and card[0] in NAMED[result]]
    if result == "EVENT" and table["facts"].get("first by event"):
        named = list(found)
    first = [card for card in named if marks.get(card) == "first-opportunity"]
    too_late_to_wait = last_chance(table, table["active"])
    due = [card for card in first or too_late_to_wait if card in found]
    # One that the roll does not name should have been played without it.
    return {card: ["event"] for card in due or too_late_to_wait}


def asks_for_marks(table: Table) -> bool:
    """Whether the player is asked if a face-up card that bears no mark is mandatory.

    Before a roll, where they and the marked ones are as many as the chits left: all of them may
    have to be played. After a roll, of what it turned up: then one may be too many.
    """
    facts, seat = table["facts"], table[table["active"]]
    if "mandatory" not in facts["marks"] or table["aside"] or excess_waits(table):
        return False
    unknown = [card for card in lying(seat, "up") if card not in seat["marks"]]
    new = [card for card in unknown if card in table["turned"]]
    known = [card for card, kind in seat["marks"].items() if kind in MANDATORY]
    if facts["mandatory at once"]:
        due = [card for card in known if card in table["turned"] and card in table["options"]]
        return table["stage"] == "choose" and bool(table["roll"]) and bool(new) and not due
    if table["stage"] == "choose":
        asked = new if table["roll"] else []
    else:
        at_rest = table["stage"] in ("ready", "nominate")
        asked = unknown if at_rest and not forced(table, table["active"]) else []
    most = min(len(known) + len(unknown), facts.get("most mandatory", 99))
    return bool(asked) and len(known) < most and 0 < (left(seat) or 0) <= most
