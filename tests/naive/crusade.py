"""The Last Crusade, solitaire: no display, but aggression checks and the enemy's turn as a list."""

from collections.abc import Generator

from tests.naive.asking import Doing, GameOver, Request, ask, decide, how_many, throw
from tests.naive.chance import CHART, picked
from tests.naive.special import Story
from tests.naive.table import Table


def go_on(table: Table, times: int = 1) -> Doing:
    """Something to do on the map; the player says when it is done."""
    for _ in range(times):
        yield from ask(table, "ready", lambda: {"next": []}, aside=True)


def passes(table: Table) -> Story:
    """An aggression check: passed when the die is at most the level. It gives "yes" or ""."""
    number = yield from throw(table)
    return "yes" if number <= table["aggression"] else ""


def first_turn(table: Table, side: str, card: str) -> Story:
    """The enemy's Supply and aggression level, once in a game."""
    yield from know_supply(table)
    table["aggression"] = yield from throw(table)
    table |= {"on-cap": 0, "your-points": 0, "enemy-points": 0}
    return ""


def know_supply(table: Table) -> Doing:
    """The enemy's Supply, as the player counts it; what it rolled for this turn is in it."""
    if "supply" not in table:
        table["supply"] = yield from how_many(table, 60)
        table["has rolled"] = True


def pays(table: Table, high: int = 20, keep: int = 5) -> Generator[None, Request, bool]:
    """The enemy pays if so much Supply stays; what costs nothing it always may."""
    cost = yield from how_many(table, high)
    if cost and table["supply"] - cost < keep:
        return False
    table["supply"] = max(table["supply"] - cost, 0)
    return True


def one_of_several(table: Table) -> Doing:
    """Equal ones: dice pick one of them."""
    yield from pick_one(table, (yield from how_many(table, 20)))


def pick_one(table: Table, things: int) -> Doing:
    """Dice pick one of so many things."""
    throws: list[int] = []
    while things > 1 and picked(things, throws) is None:
        throws.append((yield from throw(table)))
        if things in CHART and picked(things, throws) is None:
            throws = []


def special(table: Table) -> Doing:
    """A Special card, if 5 Supply stay."""
    if (yield from pays(table)):
        yield from go_on(table)


def specials(table: Table) -> Doing:
    """One Special after the other; of several that exclude each other dice pick one."""
    yield from know_supply(table)
    if table.get("no specials"):
        return  # its hand is open
    ways = ("none", "one", "several", "empty")
    while (found := (yield from decide(table, *ways))) != "none":
        if found == "empty":
            table["no specials"] = True
            return
        if found == "several":
            yield from one_of_several(table)
        yield from special(table)


def target(table: Table) -> Doing:
    """The type, then the defence, then the firepower; then dice."""
    for _ in range(3):
        if (yield from decide(table, "one", "several")) == "one":
            return
    yield from one_of_several(table)


def forward_most(table: Table) -> Doing:
    """Of equal places dice pick one."""
    if (yield from decide(table, "one", "several")) == "several":
        yield from one_of_several(table)


def your_turn(table: Table, side: str, card: str) -> Story:
    """The player says what concerns the enemy, until the turn is over."""
    yield from specials(table)
    ways = ("end", "assault", "launch", "special", "points", "headquarters")
    while (done := (yield from decide(table, *ways))) != "end":
        if done == "assault":
            yield from assault(table, side, card)
        elif done == "launch":
            yield from launch(table, side, card)
        elif done == "special":
            table["no specials"] = False
            yield from specials(table)
        elif done == "points":
            yield from gain(table, "your-points")
        else:
            yield from judge(table)
    return ""


def enemy_turn(table: Table, side: str, card: str) -> Story:
    """The whole turn of the enemy, phase by phase."""
    table["met"] = False
    yield from specials(table)
    steps = "draw", "supply", "refit", "deploy"
    if "usual card" not in table:
        table["usual card"] = (yield from decide(table, "yes", "no")) == "yes"
    if table["usual card"]:
        for step in steps:
            yield from reinforce(table, step)
    else:
        while (step := (yield from decide(table, *steps, "no"))) != "no":
            yield from reinforce(table, step)
    table["has rolled"] = False
    yield from specials(table)
    if table["on-cap"]:
        table["on-cap"] = yield from how_many(table, 12)
    strikers = yield from aircraft(table)
    yield from specials(table)
    while (zones := (yield from decide(table, "no", "one", "several"))) != "no":
        if zones == "several":
            yield from one_of_several(table)
        yield from recon(table)
    yield from specials(table)
    if strikers:
        for _ in range((yield from how_many(table, 12))):
            yield from target(table)
            yield from go_on(table)
    yield from specials(table)
    yield from fire_and_maneuver(table)
    yield from headquarters_movement(table)
    end = yield from decide(table, "no", "mine", "enemy")
    if end == "mine":
        raise GameOver
    if end == "enemy":
        yield from judge(table)
    return ""


def reinforce(table: Table, step: str) -> Doing:
    """A step of the turn card; what is drawn, or can be paid for now, may be a Special."""
    if step == "draw":
        table["no specials"] = (yield from decide(table, "none", "some")) == "none"
        yield from specials(table)
    elif step == "supply" and table["has rolled"]:
        table["has rolled"] = False  # the first Supply is rolled before the first turn
    elif step == "supply":
        income = yield from how_many(table, 60)
        table["supply"] += income
        yield from specials(table)
    elif step == "refit":
        while (damaged := (yield from decide(table, "no", "one", "several"))) != "no":
            if damaged == "several":
                yield from one_of_several(table)
            yield from special(table)  # paid for alike
    else:
        yield from deploy(table)


def deploy(table: Table) -> Doing:
    """The most expensive first; once HQ is full no units any more, only other cards."""
    full = False
    while True:
        cards = ("no", "other", "equal") if full else ("no", "unit", "equal", "other", "full")
        card = yield from decide(table, *cards)
        if card == "no":
            return
        if card == "equal":
            yield from one_of_several(table)
            card = "other" if full else (yield from decide(table, "unit", "other", "full"))
        if card == "full":
            full = True
        elif (yield from pays(table)):
            if card == "other":
                yield from forward_most(table)
            yield from go_on(table)


def recon(table: Table) -> Doing:
    """Dice shared evenly over the unspotted units; those left over at units picked at random."""
    dice = yield from how_many(table, 20)
    units = yield from how_many(table, 12)
    if not units:
        return
    for picked_already in range(dice % units):
        yield from pick_one(table, units - picked_already)
    yield from go_on(table)


def aircraft(table: Table) -> Generator[None, Request, int]:
    """Fighters, then bombers: a check, the cost, a second check. It gives how many attack."""
    kinds = yield from decide(table, "none", "fighters", "bombers", "both")
    attacking = 0
    if kinds in ("fighters", "both"):
        fighters = yield from how_many(table, 12)
        yours = fighters > 0 and (yield from decide(table, "yes", "no")) == "yes"
        for _ in range(fighters):
            if (yield from passes(table)) and (yield from pays(table)):
                # Only a check that fails brings CAP, and without aircraft of yours there is none.
                if not yours or (yield from passes(table)):
                    yield from forward_most(table)
                    attacking += 1
                else:
                    table["on-cap"] += 1
                yield from go_on(table)
    if kinds in ("bombers", "both"):
        for _ in range((yield from how_many(table, 12))):
            if (yield from passes(table)) and (yield from pays(table)):
                attacking += 1
                yield from passes(table)
                yield from forward_most(table)  # or rear-most: asked for alike
                yield from go_on(table)
    return attacking


def fire_and_maneuver(table: Table) -> Doing:
    """The order, a check a column; then assaults and advances, or else bombardments."""
    yield from throw(table)  # 1 to 3 from the left, 4 to 6 from the right
    columns = []
    for _ in range(3):
        columns.append((yield from passes(table)))
    aggressive = sum(map(bool, columns))
    if aggressive:
        yield from assaults(table, aggressive)
    else:
        for _ in range((yield from how_many(table, 12))):
            if (yield from passes(table)) and (yield from pays(table)):
                if (yield from decide(table, "one", "several")) == "several":
                    yield from target(table)
                yield from go_on(table)
    yield from go_on(table, 2)  # advance and close up; then artillery, and dig in


def assaults(table: Table, columns: int) -> Doing:
    """Each marked zone assaults, alone or with others, or moves on after all assaults.

    Then the other zones of its column that lie next to the player's.
    """
    if (yield from decide(table, "no", "yes")) == "no":
        return
    for _ in range(columns):
        attack = yield from decide(table, "no", "alone", "flank", "done")
        if attack != "done":
            yield from attacks(table, attack)
        while (attack := (yield from decide(table, "no", "alone", "flank"))) != "no":
            yield from attacks(table, attack)


def attacks(table: Table, attack: str) -> Generator[None, Request, bool]:
    """An assault, if it is supplied; of several zones dice leave out one after the other."""
    if attack == "no":
        return False
    supplied = yield from pays(table, 40 if attack == "alone" else 60)
    if attack == "flank":
        while not supplied:
            joining = yield from decide(table, "two", "three", "four", "one")
            if joining == "one":
                break
            yield from pick_one(table, {"two": 2, "three": 3, "four": 4}[joining])
            supplied = yield from pays(table, 60)
    if supplied:
        yield from resolve_assault(table)
    return supplied


def resolve_assault(table: Table) -> Doing:
    """Specials, up to two artillery that support it; then it is fought, and a force moves in."""
    yield from specials(table)
    yield from support(table, keep=5)
    ends = "no", "yes", "several", "headquarters", "target"
    while (taken := (yield from decide(table, *ends))) == "target":
        yield from target(table)
    if taken == "headquarters":
        raise GameOver
    if taken == "no":
        return
    if taken == "several":
        yield from forward_most(table)  # the costliest; of equal ones dice pick
    yield from go_on(table)
    yield from gain(table, "enemy-points")


def gain(table: Table, points: str) -> Doing:
    """Victory points are added to those kept."""
    gained = yield from how_many(table, 20)
    table[points] = table.get(points, 0) + gained


def support(table: Table, keep: int) -> Doing:
    """Up to two artillery that can be supplied; after one that is too dear, the next is tried."""
    guns = 0
    while guns < 2 and (yield from decide(table, "no", "yes")) == "yes":
        guns += yield from pays(table, keep=keep)


def headquarters_movement(table: Table) -> Doing:
    """Empty columns are filled, then a unit a column; artillery last."""
    there = yield from decide(table, "none", "guns", "units", "both")
    if there in ("units", "both"):
        yield from go_on(table, (yield from how_many(table, 3)))
        if (yield from decide(table, "no", "yes")) == "yes":
            yield from go_on(table)
    if there in ("guns", "both"):
        yield from go_on(table)


def victory_points(table: Table, side: str, card: str) -> Story:
    """Both are told anew."""
    table["your-points"] = yield from how_many(table, 99)
    table["enemy-points"] = yield from how_many(table, 99)
    return ""


def judge(table: Table) -> Doing:
    """More than the enemy's: won; otherwise a draw."""
    yield from victory_points(table, "", "")
    raise GameOver


def enemy_special(table: Table, side: str, card: str) -> Story:
    """A Special of the enemy, in anyone's turn."""
    yield from know_supply(table)
    yield from special(table)
    return ""


def launch(table: Table, side: str, card: str) -> Story:
    """The player's first aircraft of a turn meets the fighters on CAP; some may stay there."""
    if table.get("on-cap") and not table.get("met"):
        yield from go_on(table)
        table["on-cap"] = yield from how_many(table, 12)
        table["met"] = True
    return ""


def assault(table: Table, side: str, card: str) -> Story:
    """In defence the enemy pays whatever it has."""
    yield from know_supply(table)
    while (cost := (yield from how_many(table, 40))) > table["supply"]:
        pass  # not all can be paid for: what those cost that can
    table["supply"] -= cost
    yield from specials(table)
    yield from support(table, keep=0)
    while (taken := (yield from decide(table, "no", "yes", "headquarters", "target"))) == "target":
        yield from target(table)
    if taken == "yes":
        yield from gain(table, "your-points")
    elif taken == "headquarters":
        yield from judge(table)
    return ""


def headquarters(table: Table, side: str, card: str) -> Story:
    """One of them is taken."""
    whose = yield from decide(table, "mine", "enemy", "none")
    if whose == "mine":
        raise GameOver
    if whose == "enemy":
        yield from judge(table)
    return ""


def enemy_supply(table: Table, side: str, card: str) -> Story:
    """The stockpile is put right."""
    table["supply"] = yield from how_many(table, 60)
    return ""


def set_up(table: Table, side: str, card: str) -> Story:
    """The set-up once more: zones are filled until all three are full."""
    yield from go_on(table, 7)
    full = "no"
    while full == "no":
        yield from go_on(table, 4)
        full = yield from decide(table, "no", "yes")
        yield from go_on(table, full == "no")
    yield from go_on(table, 7)
    table["supply"] = yield from how_many(table, 60)
    table["has rolled"] = True
    return ""


def aggression_check(table: Table, side: str, card: str) -> Story:
    """A single check; before the level is rolled there is nothing to check."""
    if "aggression" in table:
        yield from throw(table)
    return ""


def random_choice(table: Table, side: str, card: str) -> Story:
    """A fair choice among any number of things."""
    yield from one_of_several(table)
    return ""


KEPT = ("aggression", "supply", "on-cap", "your-points", "enemy-points", "defcon")
"""What the gadget keeps, by the names of the text protocol."""
