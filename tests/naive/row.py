"""The two-dice methods: a row that moves like a conveyor (V3; Five).

At a side's round its row is turned up. It nominates a card; a white and a coloured die decide.
"""

from collections.abc import Generator

from tests.naive.asking import Doing, GameOver, Options, Request, TurnOver, ask, how_many
from tests.naive.special import Story
from tests.naive.table import (
    SIDES,
    SPACES,
    Table,
    count,
    left,
    lying,
    other,
    put,
    set_chits,
    turn_up,
)


def play_game(table: Table) -> Doing:
    """A whole game."""
    table["ranges"] = {**table["facts"]["ranges"]}
    for space in SPACES:
        table["ranges"][space] = table["variants"].get(
            f"range-{space.lower()}", table["ranges"][space]
        )
    for side in SIDES:
        table[side] |= {"open": False, "gaps": {}, "extras": 0, "holds": []}
    for card, (holder, _) in table["facts"]["below"].items():
        table[holder]["holds"].append(card)
    try:
        while True:
            yield from play_turn(table)
            yield from end_turn(table)
    except GameOver:
        pass
    table["roll"] = None
    while True:
        yield from ask(table, "game-end", dict)


def has_round(table: Table, side: str) -> bool:
    """Six rounds a turn, with cards or without."""
    return bool(table[side]["rounds"] < table["facts"]["rounds"])


def play_turn(table: Table) -> Doing:
    """What a turn begins with, then the rounds of both sides by turns."""
    table["active"] = table["facts"]["first"]
    if table["facts"]["headlines"]:
        yield from headlines(table)
    try:
        while any(has_round(table, side) for side in SIDES):
            if not has_round(table, table["active"]):
                table["active"] = other(table["active"])
            table["roll"] = None
            turn_up(table, table["active"], list(SPACES))
            if (yield from take_round(table)):
                table[table["active"]]["rounds"] += 1
                if has_round(table, other(table["active"])):
                    table["active"] = other(table["active"])
    except TurnOver:
        pass
    table["roll"] = None


def nominees(table: Table) -> dict[str, int]:
    """What may be nominated, and the highest white die that plays it."""
    seat = table[table["active"]]
    if left(seat) == 0:
        return {}
    found = {card: table["ranges"][card] for card in lying(seat, "up")}
    found |= {card: table["facts"]["below"][card][1] for card in seat["holds"]}
    if seat["extras"]:
        found["extra"] = 4
    return found


def ways(table: Table) -> dict[str, Table]:
    """What the side may do instead of nominating a card, and must without cubes."""
    side = table["active"]
    return {
        id_: way
        for id_, way in table["facts"]["ways"].items()
        if (left(table[side]) != 0 or way.get("without cards"))
        and way.get("if", lambda *_: True)(table, side)
    }


def take_round(table: Table) -> Generator[None, Request, bool]:
    """One round; false where it has not been taken after all."""
    options: Options = {card: [] for card in (*nominees(table), *ways(table))}
    request = yield from ask(table, "nominate", lambda: options)
    if request["do"] == "act":
        return False
    nominated = str(request["option"])
    if nominated in ways(table):
        way = table["facts"]["ways"][nominated]
        if way.get("plays"):
            put(table[table["active"]], way["plays"], None)
        if way.get("on map"):
            yield from carry_out(table)
        finish(table, counts=bool(way.get("counts")))
        return True
    card, event_only = yield from two_dice(table, nominated, nominees(table)[nominated])
    seat = table[table["active"]]
    if card in SPACES:
        put(seat, card, None)
    yield from carry_out(table)
    if card == "extra":
        seat["extras"] -= 1
    if card in seat["holds"]:
        seat["holds"].remove(card)
        table["passing"].append((other(table["active"]), card))
    finish(table, counts=True)
    return True


def two_dice(
    table: Table, nominated: str, range_: int
) -> Generator[None, Request, tuple[str, bool]]:
    """The card that white and coloured die play, and whether for its event only.

    Doubles: that card's event. White within the range: the nominated card. Else the coloured die:
    1 to 5 the cards A to E, 6 the top of the pile. A space without a card: both again.
    """
    while True:
        white, coloured = yield from throw_two(table)
        if white != coloured and white <= range_:
            card = nominated
        else:
            card = "pile" if coloured == 6 else SPACES[coloured - 1]
        if card in SPACES and card not in lying(table[table["active"]], "up"):
            continue
        table["roll"] = {"die": [white, coloured], "result": card}
        return card, white == coloured


def throw_two(table: Table) -> Generator[None, Request, tuple[int, int]]:
    """Both dice, thrown together or one after the other."""
    numbers: list[int] = []
    while len(numbers) < 2:
        request = yield from ask(table, "dice", dict)
        die = request["die"]
        numbers += die if isinstance(die, list) else [int(str(die))]
    return numbers[0], numbers[1]


def carry_out(table: Table) -> Doing:
    """The round is carried out on the map."""
    yield from ask(table, "play", lambda: {"done": []})


def finish(table: Table, *, counts: bool) -> None:
    """The conveyor moves, and a card that was played counts."""
    convey(table, table["active"])
    if counts:
        count(table, table["active"])


def convey(table: Table, side: str) -> None:
    """E leaves; the others slide toward E; new cards come from the A end.

    A gap that must stay (Five) stays where it is, and the cards slide past it.
    """
    seat = table[side]
    row = seat["display"]
    seat["gaps"] = {space: rounds - 1 for space, rounds in seat["gaps"].items() if rounds > 1}
    row["E"] = [None]
    slots = [space for space in reversed(SPACES) if space not in seat["gaps"]]
    cards = [row[space][0] for space in slots if row[space][0]]
    for space in SPACES:
        row[space] = [None]
    for space, facing in zip(slots, cards, strict=False):
        row[space] = [facing]
    new = "up" if seat["open"] else "down"
    for space in reversed(slots[len(cards) :]):
        row[space] = [new]
        step = {"do": "refill", "side": side, "card": space, "from": "pile", "facing": new}
        table["steps"].append(step)


def end_turn(table: Table) -> Doing:
    """The turn's end: extra cards leave, chits go back."""
    table["active"] = table["facts"]["first"]
    request: Request = {"do": "act"}
    while request["do"] == "act":
        request = yield from ask(table, "turn-end", lambda: {"next-turn": []})
    if table["turn"] == table["facts"]["last turn"]:
        raise GameOver
    table["turn"] += 1
    for side in SIDES:
        seat = table[side]
        set_chits(table, side, 0, seat["of"])
        seat |= {"rounds": 0, "open": False, "extras": 0}
    for side, card in table["passing"]:
        table[side]["holds"].append(card)
    table["passing"] = []


def headlines(table: Table) -> Doing:
    """Five: cards are dealt until each side has a headline.

    A side's own event goes to it; anyone's to the first that needs one, the USSR before the US.
    """
    first = table["facts"]["first"]
    has: list[str] = []
    while len(has) < 2:
        options: Options = {"left-event": [], "right-event": [], "mixed": []}
        request = yield from ask(table, "choose", lambda options=options: options, aside=True)  # type: ignore[misc]
        whose = {"left-event": ["left"], "right-event": ["right"], "mixed": [first, other(first)]}
        has += [side for side in whose[str(request["option"])] if side not in has][:1]


def reveal(table: Table, side: str, card: str) -> Story:
    """Five, CIA Created: the other row is turned up, and its cards come face-up this turn."""
    turn_up(table, other(side), list(SPACES))
    table[other(side)]["open"] = True
    return ""
    yield


__all__ = ["how_many"]
