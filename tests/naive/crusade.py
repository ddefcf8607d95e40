"""The Last Crusade, solitaire: no display, but aggression checks and the enemy's turn as a list."""

from tests.naive.asking import Doing, ask, decide, how_many, throw
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
    yield from go_on(table, 4)  # reinforcement: Specials, refit, deploy; air: Specials
    fighters = yield from how_many(table, 12)
    yours = fighters > 0 and (yield from decide(table, "yes", "no")) == "yes"
    for _ in range(fighters):
        launched = yield from passes(table)
        if launched and yours:
            yield from passes(table)  # attack, or CAP
    for _ in range((yield from how_many(table, 12))):
        if (yield from passes(table)):
            yield from passes(table)  # the rear, or the front
    yield from go_on(table, 2)  # recon; bombardment
    yield from throw(table)  # 1 to 3 from the left, 4 to 6 from the right
    columns = []
    for _ in range(3):
        columns.append((yield from passes(table)))
    if any(columns):
        yield from go_on(table, 2)  # assaults; the other marked zones move
    else:
        for _ in range((yield from how_many(table, 12))):
            yield from passes(table)  # each gun in range
    yield from go_on(table, 4)  # units behind; headquarters; its guns; is the game over?
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
