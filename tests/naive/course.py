"""The course of a game with a card display, told from its beginning to its end.

A round begins with the Method die if the side has cards left; flip, choose, carry the card out,
refill, count; the other side; at last the end of the turn.
"""

from tests.naive import doubling
from tests.naive.asking import MANDATORY, Doing, GameOver, Options, TurnOver, ask, for_uses
from tests.naive.piles import deal
from tests.naive.rounds import take_round
from tests.naive.table import SIDES, Table, fill_gaps, left, lying, other, put, set_chits
from tests.naive.whose_round import has_round


def play_game(table: Table) -> Doing:
    """A whole game."""
    try:
        if "at first" in table["facts"]:
            yield from table["facts"]["at first"](table, table["active"], "")
        while True:
            yield from play_turn(table)
            yield from end_turn(table)
    except GameOver:
        pass
    table["roll"] = None
    while True:
        yield from ask(table, "game-end", dict)


def play_turn(table: Table) -> Doing:
    """The rounds of a turn, one side after the other, while either has one left."""
    table["active"] = table["facts"]["first"]
    try:
        while any(has_round(table, side) for side in SIDES):
            if not has_round(table, table["active"]):
                table["active"] = other(table["active"])
            table["roll"] = None
            if (yield from take_round(table)):
                table[table["active"]]["rounds"] += 1
                table["shuffled in"].discard(table["active"])
                if has_round(table, other(table["active"])):
                    table["active"] = other(table["active"])
    except TurnOver:
        pass
    table["roll"] = None


def end_turn(table: Table) -> Doing:
    """The turn's end: discards for chits left, gaps filled, chits back to the hand size."""
    discarded = dict.fromkeys(SIDES, 0)
    first = table["facts"]["first"]

    def may(side: str) -> list[str]:
        """One card a chit left; a card that must be played can't be discarded."""
        spare = (left(table[side]) or 0) - discarded[side]
        allowed = table["facts"]["discard"] != "none" and spare > 0
        marks = table[side]["marks"]
        cards = lying(table[side], "up") if allowed else []
        return [card for card in cards if marks.get(card) not in MANDATORY]

    def options() -> Options:
        found = for_uses(may(table["active"]), ["discard"])
        if found and may(other(table["active"])):
            found["next-side"] = []
        return {**found, "next-turn": []}

    table["active"] = other(first) if may(other(first)) and not may(first) else first
    while True:
        request = yield from ask(table, "turn-end", options)
        if request["do"] == "act":
            continue
        option = str(request["option"])
        if option == "next-turn":
            if table["turn"] == table["facts"]["last turn"]:
                raise GameOver
            break
        if option == "next-side":
            table["active"] = other(table["active"])
            continue
        put(table[table["active"]], option, None)
        discarded[table["active"]] += 1
        if not may(table["active"]) and may(other(table["active"])):
            table["active"] = other(table["active"])
    next_turn(table)


def next_turn(table: Table) -> None:
    """Gaps filled, chits back to the hand size, home cards up again."""
    facts = table["facts"]
    for side in SIDES:
        if facts["fresh every"] and table["turn"] % facts["fresh every"] == 0:
            deal(table, side, "all")
            table["since deal"] = set()
    for side in SIDES:
        table[side]["kept"] = []
        fill_gaps(table, side)
    table["turn"] += 1
    table["this turn"] = set()
    for side in SIDES:
        seat = table[side]
        of = None if seat["of"] is None else seat["of"] - seat["extra"]
        if seat["next hand"] is not None:
            of, seat["next hand"] = seat["next hand"], None
        if facts["by turn"]:
            of = facts["by turn"][min(table["turn"], len(facts["by turn"])) - 1]
        seat["extra"] = 0
        most = facts.get("at most with an empty pile")
        set_chits(table, side, max(of - most, 0) if most and seat["pile-empty"] else 0, of)
        seat["beside"] = [card for card in seat["beside"] if card not in ("passes", "kept")]
        seat["rounds"], seat["home played"], seat["home out"] = 0, False, False
    doubling.settle(table)
