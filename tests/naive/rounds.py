"""One round: by the Method die or without it; then refill, then count."""

from collections.abc import Generator

from tests.naive import doubling
from tests.naive.asking import (
    MANDATORY,
    NAMED,
    RESULTS,
    Asking,
    Doing,
    Options,
    Request,
    ask,
    excess,
    for_uses,
    numbers,
)
from tests.naive.offers import before_the_roll, forced, home_card, offers, triggered
from tests.naive.special import take_off
from tests.naive.table import (
    SIDES,
    Table,
    count,
    fill,
    fill_gaps,
    fill_own_gap_first,
    gaps_now,
    lying,
    places,
    put,
    turn_up,
)
from tests.naive.whose_round import ways


def take_round(table: Table) -> Generator[None, Request, bool]:
    """One round; false where it has not been taken after all."""
    table["turned"] = []
    table["taken"] = set()
    table["old gaps"] = gaps_now(table)
    table["combat gaps"] = set()
    request = yield from ask(table, "ready", lambda: before_the_roll(table, table["active"]))
    if request["do"] == "act":
        if table["led to"] == "choose among these":
            return (yield from by_result(table, None))
        return False  # chits may have changed: whose round it is must be looked at again
    table["active"] = request.get("side", table["active"])
    if request["do"] == "choose":
        return (yield from without_roll(table, str(request["option"])))
    number = numbers(request)[0]
    table["roll"] = {"die": [number], "result": RESULTS[number - 1]}
    return (yield from by_result(table, RESULTS[number - 1]))


def without_roll(table: Table, option: str) -> Generator[None, Request, bool]:
    """A round that is taken by a forced card, or by one of the ways instead of a roll."""
    side = table["active"]
    table["roll"], table["purposes"] = None, []
    if option in places(table[side]):
        table["purposes"] = forced(table, side)[option]
        return (yield from play_card(table, option))
    if option == "nothing":
        return True
    way = table["facts"]["ways"][option]
    table[side]["used"].add(option)
    if "uses" in way:
        table[side]["beside"].remove(way["uses"])
    if way.get("ends turn"):
        table[side]["passed"] = table["turn"]
    if way.get("plays"):
        return (yield from play_card(table, way["plays"]))
    if way.get("offers all"):
        turn_up(table, side, places(table[side]))
        table["also on offer"] = {card: ["any"] for card in lying(table[side], "up")}
        return (yield from by_result(table, None))
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
        table["exchanged"] = []
        if result:
            table["also on offer"] = {}
            if table["variants"].get("home-cards") and result in ("ABC", "CDE"):
                yield from flip(table, result.replace("C", ""))
            if home_card(table, result):
                answers = for_uses(["home", "turn-c", "none-left"], [])
                request = yield from ask(table, "home", lambda answers=answers: answers)
                answer = request["option"] if request["do"] == "choose" else ""
                if answer == "home":
                    table[side]["home played"] = True
                    return (yield from carry_out(table, counts=True))
                table[side]["home out"] = answer == "none-left"
            yield from flip(table, result)
        request = yield from choose(table, result)
        if request["do"] == "choose":
            option = str(request["option"])
            if table["facts"]["mandatory at once"] and triggered(
                table, result, offers(table, result)
            ):
                take_off(table, side, option)
                fill(table, side, option, "up")
                led_to, table["led to"] = False, ""
            elif option in places(table[side]):
                table["purposes"] = offers(table, result)[option]
                led_to = yield from play_card(table, option)
            elif option in table["facts"]["beside"]:
                table["purposes"] = ["any"]
                led_to = yield from carry_out(table, counts=False)
                table[side]["beside"].remove(option)
            else:
                return (yield from without_roll(table, option))
            if led_to:
                return True
        if table["led to"] == "roll again":
            doubling.settle(table)
            return False
        if table["led to"] == "choose among these":
            result = None


def flip(table: Table, result: str) -> Doing:
    """Turn up what the result names; on EVENT what the player picks, until two are face-up.

    Two sheets of the Book have one card turned up, whatever lies there.
    """
    side = table["active"]
    seat = table[side]
    before = lying(seat, "up")
    if result == "EVENT":
        one = table["facts"].get("event turns one")
        while lying(seat, "down") and len(lying(seat, "up")) < 2:
            down = for_uses(lying(seat, "down"), ["flip"])
            request = yield from ask(table, "flip", lambda down=down: down)  # type: ignore[misc]
            turn_up(table, side, [str(request["option"])])
            if one:
                break
    else:
        turn_up(table, side, places(seat, NAMED[result]))
    table["turned"] += [card for card in lying(seat, "up") if card not in before]


def choose(table: Table, result: str | None) -> Asking:
    """The player chooses among what the result offers."""

    def options() -> Options:
        if excess(table):
            return {}
        side = table["active"]
        found = offers(table, result)
        if not found:
            found = for_uses(ways(table, side, "nothing offered"), []) or {"nothing": []}
        return {**found, **for_uses(ways(table, side, "after the roll"), [])}

    return (yield from ask(table, "choose", options))


def play_card(table: Table, card: str) -> Generator[None, Request, bool]:
    """Play a card of the display: it leaves a gap until the round is done."""
    side = table["active"]
    put(table[side], card, None)
    table["under way"] = (side, card)
    table["card counts"] = True
    if "when chosen" in table["facts"]:
        yield from table["facts"]["when chosen"](table)
    return (yield from carry_out(table, counts=True))


def carry_out(table: Table, *, counts: bool) -> Generator[None, Request, bool]:
    """The round is carried out on the map until it is done; false where it led elsewhere."""
    table["card counts"] = counts
    while True:
        request = yield from ask(table, "play", lambda: {**seen_late(table), "done": []})
        if request["do"] == "act" or request["option"] == "done":
            break
        take_off(table, table["active"], str(request["option"]))
        fill(table, table["active"], str(request["option"]), "up")
    if request["do"] == "act":
        table["under way"], table["card counts"] = None, False
        return False
    if "when done" in table["facts"]:
        yield from table["facts"]["when done"](table)
    finish_round(table, counts=table["card counts"])
    return True


def seen_late(table: Table) -> Options:
    """Mandatory cards that this roll turned up and that are played at once, though seen late."""
    seat = table[table["active"]]
    if not table["facts"]["mandatory at once"]:
        return {}
    turned = [card for card in lying(seat, "up") if card in table["turned"]]
    return {card: ["event"] for card in turned if seat["marks"].get(card) in MANDATORY}


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
    fill_own_gap_first(table)
    for side in SIDES:
        fill_gaps(table, side)
    table["under way"], table["card counts"] = None, False
    for side in SIDES:
        fill_gaps(table, side)
    doubling.settle(table)
    table["relief"] = []
    if counts:
        count(table, table["active"])
