"""Who has a round left, which one it is, and how it may be taken without a roll."""

from tests.naive.table import SIDES, Table, left


def has_round(table: Table, side: str) -> bool:
    """Tell whether a side has a round left in this turn."""
    seat, rounds = table[side], table["facts"]["rounds"]
    if seat["passed"] == table["turn"] or (rounds is not None and seat["rounds"] >= rounds):
        return False
    return left(seat) != 0 or bool(ways(table, side))


def round_number(table: Table) -> int:
    """The round: that of the side which is behind, of those that have one left."""
    resting = table["stage"] in ("ready", "nominate", "turn-end", "game-end")
    behind = [
        table[side]["rounds"]
        for side in SIDES
        if has_round(table, side) or (side == table["active"] and not resting)
    ]
    return int(min(behind)) + 1 if behind else max(1, *(table[side]["rounds"] for side in SIDES))


def ways(table: Table, side: str, moment: str = "ready") -> dict[str, Table]:
    """What a side may do instead of a roll, by id; a way that it must take is the only one."""
    found = {
        id_: way
        for id_, way in table["facts"]["ways"].items()
        if moment in way.get("when", ["ready"])
        and (id_ not in table["facts"]["variants"] or table["variants"][id_])
        and (way.get("variant") is None or table["variants"][way["variant"]])
        and (left(table[side]) != 0 or way.get("without cards"))
        and way.get("if", lambda *_: True)(table, side)
        and way.get("uses", way) in (way, *table[side]["beside"])
    }
    musts = {id_: way for id_, way in found.items() if way.get("must")}
    return musts or found
