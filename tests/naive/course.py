"""The course of a game with a card display, told from its beginning to its end.

The turn is the documents' own: a round begins with the Method die if the side has cards left; flip,
choose, carry the card out, refill, count; the other side; at last the end of the turn.
"""

from collections.abc import Generator

from tests.naive import doubling
from tests.naive.asking import (
    MANDATORY,
    NAMED,
    RESULTS,
    Asking,
    Doing,
    GameOver,
    Options,
    Request,
    TurnOver,
    ask,
    for_uses,
    numbers,
)
from tests.naive.piles import deal
from tests.naive.table import (
    SIDES,
    SPACES,
    Table,
    count,
    fill_gaps,
    left,
    lies,
    lying,
    other,
    places,
    put,
    set_chits,
    turn_up,
)


def laid_out(facts: Table, options: dict[str, object], hands: list[int] | None) -> Table:
    """Set up: A and B face-up; C, D, E face-down; then the extra cards of #8, face-down.

    A card that a variant lays face-up on the display or on the pile is laid last.
    """
    chosen = {**facts["variants"], **options}
    table: Table = {
        "facts": facts,
        "variants": chosen,
        "options": {},
        "turn": 1,
        "active": facts["first"],
        "stage": "ready",
        "roll": None,
        "steps": [],
        "under way": None,
        "card counts": False,
        "turned": [],
        "also on offer": {},
        "led to": "",
        "aside": False,
        "relief": [],
        "due": {},
        "two dice": False,
    }
    sizes = hands or scenario_hands(facts, chosen) or facts["hands"]
    for side, of in zip(SIDES, sizes, strict=True):
        table[side] = {
            "display": {space: [at_first(facts, space)] for space in SPACES},
            "of": of,
            "played": 0,
            "rounds": 0,
            "counted": facts["counted"],
            "marks": {},
            "pile-empty": False,
            "used": set(),
            "passed": None,
            "home played": False,
            "played once": "",
            "extra": 0,
        }
    doubling.settle(table)
    for variant, (side, cards) in facts["laid face-up"].items():
        if chosen.get(variant):
            for card in cards:
                table[side]["display"][card][0] = "up"
    table["steps"] = [
        {"do": "deal", "side": side, "card": card, "facing": lies(table[side], card)}
        for side in SIDES
        for card in places(table[side])
        if lies(table[side], card)
    ]
    return table


def at_first(facts: Table, space: str) -> str | None:
    """How a space lies at set-up; without a display nothing lies there."""
    if facts["family"] == "checks":
        return None
    return "up" if space in facts["face-up"] else "down"


def scenario_hands(facts: Table, chosen: dict[str, object]) -> list[int] | None:
    """The hand sizes that a scenario of the pages prescribes."""
    for variant, hands in facts["scenario hands"].items():
        if chosen.get(variant):
            found: list[int] = hands
            return found
    return None


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
    return min(behind) + 1 if behind else max(1, *(table[side]["rounds"] for side in SIDES))


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
    }
    musts = {id_: way for id_, way in found.items() if way.get("must")}
    return musts or found


def forced(table: Table, side: str) -> Options:
    """Marked cards one of which must be played without a roll (mechanics #4 and #7)."""
    seat = table[side]
    chits = left(seat)
    if not chits:
        return {}
    must = last_chance(seat)
    if not must and chits == 1:
        scoring = [card for card in places(seat) if seat["marks"].get(card) == "scoring"]
        return {card: ["any"] for card in scoring}
    return {card: ["event"] for card in must}


def last_chance(seat: Table) -> list[str]:
    """The face-up mandatory cards, if they are as many as the chits left (mechanic #4)."""
    cards = [card for card in places(seat) if seat["marks"].get(card) in MANDATORY]
    return cards if left(seat) and len(cards) >= (left(seat) or 0) else []


def play_game(table: Table) -> Doing:
    """A whole game."""
    try:
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
                if has_round(table, other(table["active"])):
                    table["active"] = other(table["active"])
    except TurnOver:
        pass
    table["roll"] = None


def take_round(table: Table) -> Generator[None, Request, bool]:
    """One round; false where it has not been taken after all."""
    table["turned"] = []
    request = yield from ask(table, "ready", lambda: before_the_roll(table))
    if request["do"] == "act":
        if table["led to"] == "choose among these":
            return (yield from by_result(table, None))
        return False  # chits may have changed: whose round it is must be looked at again
    if request["do"] == "choose":
        return (yield from without_roll(table, str(request["option"])))
    table["active"] = request.get("side", table["active"])
    number = numbers(request)[0]
    table["roll"] = {"die": [number], "result": RESULTS[number - 1]}
    return (yield from by_result(table, RESULTS[number - 1]))


def before_the_roll(table: Table) -> Options:
    """What may be chosen before a roll, or must be."""
    side = table["active"]
    must = forced(table, side)
    return must or for_uses(ways(table, side), [])


def may_roll(table: Table, side: str) -> bool:
    """Tell whether a side may roll for a round."""
    must = any(way.get("must") for way in ways(table, side).values())
    return (
        has_round(table, side) and left(table[side]) != 0 and not must and not forced(table, side)
    )


def without_roll(table: Table, option: str) -> Generator[None, Request, bool]:
    """A round that is taken by a forced card, or by one of the ways instead of a roll."""
    side = table["active"]
    table["roll"] = None
    if option in places(table[side]):
        return (yield from play_card(table, option))
    if option == "nothing":
        return True
    way = table["facts"]["ways"][option]
    table[side]["used"].add(option)
    if way.get("ends turn"):
        table[side]["passed"] = table["turn"]
    if way.get("plays"):
        return (yield from play_card(table, way["plays"]))
    if "story" in way:
        yield from way["story"](table, side, "")
    if way.get("on map"):
        return (yield from carry_out(table, counts=bool(way.get("counts"))))
    finish_round(table, counts=bool(way.get("counts")))
    return True


def by_result(table: Table, result: str | None) -> Generator[None, Request, bool]:
    """A round by a result of the Method die; without one, by cards that an action put on offer."""
    side = table["active"]
    while True:
        if result:
            table["also on offer"] = {}
            if home_card(table, result):
                request = yield from ask(table, "home", lambda: {"home": [], "turn-c": []})
                if request["do"] == "choose" and request["option"] == "home":
                    table[side]["home played"] = True
                    return (yield from carry_out(table, counts=True))
            yield from flip(table, result)
        request = yield from choose(table, result)
        if request["do"] == "choose":
            option = str(request["option"])
            if option in places(table[side]):
                led_to = yield from play_card(table, option)
            elif option in table["facts"]["beside"]:
                led_to = yield from carry_out(table, counts=False)
            else:
                return (yield from without_roll(table, option))
            if led_to:
                return True
        if table["led to"] == "roll again":
            return False
        if table["led to"] == "choose among these":
            result = None


def flip(table: Table, result: str) -> Doing:
    """Turn up what the result names; on EVENT what the player picks, until two are face-up."""
    side = table["active"]
    seat = table[side]
    before = lying(seat, "up")
    if result == "EVENT":
        while lying(seat, "down") and len(lying(seat, "up")) < 2:
            down = for_uses(lying(seat, "down"), ["flip"])
            request = yield from ask(table, "flip", lambda down=down: down)  # type: ignore[misc]
            turn_up(table, side, [str(request["option"])])
    else:
        turn_up(table, side, places(seat, NAMED[result]))
    table["turned"] += [card for card in lying(seat, "up") if card not in before]


def home_card(table: Table, result: str) -> bool:
    """Tell whether a home card may be played instead of turning C (mechanic #5)."""
    has = table["variants"].get("home-cards") and not table[table["active"]]["home played"]
    return bool(has) and "C" in NAMED[result]


def choose(table: Table, result: str | None) -> Asking:
    """The player chooses among what the result offers."""

    def options() -> Options:
        side = table["active"]
        found = offers(table, result)
        if not found:
            found = for_uses(ways(table, side, "nothing offered"), []) or {"nothing": []}
        return {**found, **for_uses(ways(table, side, "after the roll"), [])}

    return (yield from ask(table, "choose", options))


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
    for card, uses in table["also on offer"].items():
        if lies(seat, card) == "up":
            found[card] = [*found.get(card, []), *[u for u in uses if u not in found.get(card, [])]]
    must = triggered(table, result, found)
    if must:
        return must
    beside = table["facts"]["beside"] if result and "C" in NAMED[result] else ()
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
    named = [card for card in found if result and card[0] in NAMED[result]]
    first = [card for card in named if marks.get(card) == "first-opportunity"]
    return {card: ["event"] for card in first or last_chance(seat) if card in found}


def play_card(table: Table, card: str) -> Generator[None, Request, bool]:
    """Play a card of the display: it leaves a gap until the round is done."""
    side = table["active"]
    put(table[side], card, None)
    table["under way"] = (side, card)
    return (yield from carry_out(table, counts=True))


def carry_out(table: Table, *, counts: bool) -> Generator[None, Request, bool]:
    """The round is carried out on the map until it is done; false where it led elsewhere."""
    table["card counts"] = counts
    request = yield from ask(table, "play", lambda: {"done": []})
    if request["do"] == "act":
        table["under way"], table["card counts"] = None, False
        return False
    finish_round(table, counts=table["card counts"])
    return True


def finish_round(table: Table, *, counts: bool) -> None:
    """Combat is over first, and its gaps are filled; then refill, then count.

    A hand that shrank gives up second cards before that. One that grew gets its extra cards, which
    come face-down, after it.
    """
    under_way = table["under way"]
    if under_way and len(table[under_way[0]]["display"][under_way[1][0]]) == 2:
        table[under_way[0]]["played once"] += under_way[1][0]
    for side in SIDES:
        doubling.relieve(table, side)
    for side in SIDES:
        fill_gaps(table, side)
    table["under way"], table["card counts"] = None, False
    for side in SIDES:
        fill_gaps(table, side)
    doubling.settle(table)
    table["relief"] = []
    if counts:
        count(table, table["active"])


def end_turn(table: Table) -> Doing:
    """The turn's end: discards for chits left, gaps filled, chits back to the hand size."""
    discarded = dict.fromkeys(SIDES, 0)
    first = table["facts"]["first"]

    def may(side: str) -> list[str]:
        spare = (left(table[side]) or 0) - discarded[side]
        allowed = table["facts"]["discard"] != "none" and spare > 0
        return lying(table[side], "up") if allowed else []

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
    for side in SIDES:
        fill_gaps(table, side)
    table["turn"] += 1
    for side in SIDES:
        seat = table[side]
        of = None if seat["of"] is None else seat["of"] - seat["extra"]
        if facts["by turn"]:
            of = facts["by turn"][min(table["turn"], len(facts["by turn"])) - 1]
        seat["extra"] = 0
        set_chits(table, side, 0, of)
        seat["rounds"], seat["home played"] = 0, False
    doubling.settle(table)
