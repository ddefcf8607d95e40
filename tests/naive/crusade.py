"""The Last Crusade, solitaire: no display, but aggression checks and the enemy's turn as a list."""

from collections.abc import Generator

from tests.naive.asking import Doing, GameOver, Request, ask, decide, how_many, throw
from tests.naive.chance import CHART, picked
from tests.naive.special import Story
from tests.naive.table import Table


def go_on(table: Table, times: int = 1) -> Doing:
    """Something to carry out on the map; the player says when it is done."""
    for _ in range(times):
        yield from ask(table, "ready", lambda: {"next": []}, aside=True)


def passes(table: Table) -> Story:
    """An aggression check: passed when the die is at most the level. It gives "yes" or ""."""
    number = yield from throw(table)
    return "yes" if number <= table["level"] else ""


def aggression(table: Table, side: str, card: str) -> Story:
    """The enemy's aggression level, once in a game."""
    table["level"] = yield from throw(table)
    return ""


def enemy_turn(table: Table, side: str, card: str) -> Story:
    """The whole turn of the enemy, phase by phase."""
    table["cap"] = 0
    if "supply" in table:
        table["supply"] += yield from how_many(table, 60)
    else:
        yield from stockpile(table)
    yield from go_on(table)  # reinforcement: cards and Specials
    for _ in ("refit", "deploy"):
        while (yield from decide(table, "yes", "no")) == "yes":
            if (yield from pays(table)):
                yield from go_on(table)
    yield from go_on(table)  # air: Specials
    fighters = yield from how_many(table, 12)
    yours = fighters > 0 and (yield from decide(table, "yes", "no")) == "yes"
    for _ in range(fighters):
        if (yield from passes(table)) and (yield from pays(table)) and yours:
            attacks = yield from passes(table)
            table["cap"] += not attacks
    for _ in range((yield from how_many(table, 12))):
        if (yield from passes(table)) and (yield from pays(table)):
            yield from passes(table)  # the rear, or the front
    yield from go_on(table, 2)  # recon; bombardment
    yield from throw(table)  # 1 to 3 from the left, 4 to 6 from the right
    columns = []
    for _ in range(3):
        columns.append((yield from passes(table)))
    if any(columns):
        yield from go_on(table)  # which columns, in which order
        while (yield from decide(table, "yes", "no")) == "yes":
            if (yield from pays(table, 40)):
                yield from pays(table)  # its artillery
                yield from go_on(table)
                if (yield from decide(table, "yes", "no")) == "yes":
                    yield from go_on(table)  # who moves in
        yield from go_on(table)  # the other marked zones move
    else:
        for _ in range((yield from how_many(table, 12))):
            if (yield from passes(table)) and (yield from pays(table)):
                yield from go_on(table)  # each artillery in range
    yield from go_on(table, 5)  # close up; dig in; headquarters, artillery last
    if (yield from decide(table, "yes", "no")) == "yes":
        raise GameOver
    if (yield from decide(table, "yes", "no")) == "yes":
        yield from victory_points(table)
    return ""


def stockpile(table: Table) -> Doing:
    """The enemy's Supply, as the player counts it."""
    table["supply"] = yield from how_many(table, 60)


def pays(table: Table, high: int = 20, keep: int = 5) -> Generator[None, Request, bool]:
    """The enemy pays if so much Supply stays; what costs nothing it always may."""
    cost = yield from how_many(table, high)
    if cost and table["supply"] - cost < keep:
        return False
    table["supply"] = max(table["supply"] - cost, 0)
    return True


def victory_points(table: Table) -> Doing:
    """More than the enemy's: won; otherwise a draw."""
    yield from decide(table, "yes", "no")
    raise GameOver


def enemy_special(table: Table, side: str, card: str) -> Story:
    """A Special of the enemy, in anyone's turn."""
    if "supply" not in table:
        yield from stockpile(table)
    yield from pays(table)
    return ""


def launch(table: Table, side: str, card: str) -> Story:
    """The player's first aircraft meets the fighters on CAP."""
    if table.get("cap"):
        table["cap"] = 0
        yield from go_on(table)
    return ""


def assault(table: Table, side: str, card: str) -> Story:
    """In defence the enemy pays whatever it has."""
    if "supply" not in table:
        yield from stockpile(table)
    table["supply"] = max(table["supply"] - (yield from how_many(table, 40)), 0)
    yield from pays(table, keep=0)
    yield from go_on(table)
    return ""


def headquarters(table: Table, side: str, card: str) -> Story:
    """One of them is taken."""
    whose = yield from decide(table, "mine", "enemy", "none")
    if whose == "mine":
        raise GameOver
    if whose == "enemy":
        yield from victory_points(table)
    return ""


def enemy_supply(table: Table, side: str, card: str) -> Story:
    """The stockpile is put right."""
    yield from stockpile(table)
    return ""


def set_up(table: Table, side: str, card: str) -> Story:
    """The set-up, step by step."""
    yield from go_on(table, 9)
    return ""


def aggression_check(table: Table, side: str, card: str) -> Story:
    """A single check; before the level is known there is nothing to check."""
    if "level" in table:
        yield from passes(table)
    return ""


def random_choice(table: Table, side: str, card: str) -> Story:
    """A fair choice among any number of things."""
    things = yield from how_many(table, 20)
    throws: list[int] = []
    while things > 1 and picked(things, throws) is None:
        throws.append((yield from throw(table)))
        if things in CHART and picked(things, throws) is None:
            throws = []
    return ""
