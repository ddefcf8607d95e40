"""The Last Crusade, solitaire: no display, but aggression checks and the enemy's turn as a list."""

from collections.abc import Generator

from tests.naive.asking import Doing, GameOver, Request, ask, decide, how_many, throw, throw_all
from tests.naive.chance import CHART, picked
from tests.naive.special import Story
from tests.naive.table import Table


def go_on(table: Table, times: int = 1) -> Doing:
    """Something to do on the map; the player says when it is done."""
    for _ in range(times):
        yield from ask(table, "ready", lambda: {"next": []}, aside=True)


def passing(table: Table, checks: int) -> Generator[None, Request, list[int]]:
    """Aggression checks: passed when the die is at most the level. It gives which did, from 0."""
    shown = yield from throw_all(table, checks)
    return [n for n, number in enumerate(shown) if number <= table["aggression"]]


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


def pick_each(table: Table, among: list[int]) -> Doing:
    """Dice pick one of so many things, again and again; they are thrown together."""
    thrown = yield from throw_all(table, sum(things > 1 for things in among))
    for things in among:
        yield from pick_one(table, things, thrown)


def pays(table: Table, high: int = 20, keep: int = 5) -> Generator[None, Request, bool]:
    """The enemy pays if so much Supply stays; what costs nothing it always may."""
    return lasts(table, (yield from how_many(table, high)), keep)


def lasts(table: Table, cost: int, keep: int = 5) -> bool:
    """Spend so much if enough stays."""
    if not affords(table, cost, keep):
        return False
    table["supply"] = max(table["supply"] - cost, 0)
    return True


def affords(table: Table, cost: int, keep: int = 5) -> bool:
    """Whether enough stays; what costs nothing it always may."""
    return not cost or bool(table["supply"] - cost >= keep)


def one_of_several(table: Table) -> Doing:
    """Equal ones: dice pick one of them."""
    yield from pick_one(table, (yield from how_many(table, 20)))


def pick_one(table: Table, things: int, thrown: list[int] | None = None) -> Doing:
    """Dice pick one of so many things; those that were thrown already first."""
    throws: list[int] = []
    while things > 1 and picked(things, throws) is None:
        throws.append(thrown.pop(0) if thrown else (yield from throw(table)))
        if things in CHART and picked(things, throws) is None:
            throws = []


def specials(table: Table) -> Doing:
    """One Special after the other; of several that exclude each other dice pick one."""
    yield from know_supply(table)
    if table.get("no specials"):
        return  # its hand is open
    ways = "none", "later", "turn", "assault", "one", "several"
    while (found := (yield from decide(table, *ways))) != "later":
        if found in ("none", "turn", "assault"):
            # Until its hand or its Supply changes, or the next turn or assault begins.
            table["no specials"] = True
            table["until " + found] = True
            return
        if found == "several":
            yield from one_of_several(table)
        yield from pays(table)


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


def begin_turn(table: Table) -> None:
    """What could not be played in the last turn may be in this one."""
    if table.pop("until turn", False):
        table["no specials"] = False


def assault_specials(table: Table) -> Doing:
    """Those that may be played in an assault only are asked for in it."""
    if table.pop("until assault", False):
        table["no specials"] = False
    yield from specials(table)


def your_turn(table: Table, side: str, card: str) -> Story:
    """The player says what concerns the enemy, until the turn is over."""
    begin_turn(table)
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
    begin_turn(table)
    yield from specials(table)
    steps = "draw", "supply", "refit", "deploy"
    if "usual card" not in table:
        table["usual card"] = (yield from decide(table, "yes", "no")) == "yes"
    if table["usual card"]:
        for step in steps:
            yield from reinforce(table, step)
    else:
        left = [*steps]
        while left:
            for step in [*left]:
                answer = yield from decide(table, "yes", "no", "skip")
                if answer != "no":
                    left.remove(step)
                if answer == "yes":
                    yield from reinforce(table, step)
    table["has rolled"] = False
    yield from specials(table)
    if table["on-cap"]:
        table["on-cap"] = yield from how_many(table, 12)
    strikers = yield from aircraft(table)
    yield from specials(table)
    for _ in range((yield from how_many(table, 12))):
        zones = yield from decide(table, "one", "several", "no")
        if zones == "several":
            yield from one_of_several(table)
        if zones != "no":
            yield from recon(table)
    yield from specials(table)
    if strikers:
        for _ in range((yield from how_many(table, 12))):
            yield from target(table)
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
        table["none in hand"] = table["no specials"]
        table["until turn"] = table["until assault"] = False
        yield from specials(table)
    elif step == "supply" and table["has rolled"]:
        table["has rolled"] = False  # the first Supply is rolled before the first turn
    elif step == "supply":
        if "dice a turn" not in table:
            table["dice a turn"] = yield from how_many(table, 12)
        dice = table["dice a turn"] or (yield from how_many(table, 12))
        income = sum((yield from throw_all(table, dice)))
        table["supply"] = min(table["supply"] + income, 99)
        table["no specials"] = bool(table.get("none in hand"))
        yield from specials(table)
    elif step == "refit":
        if (yield from decide(table, "no", "yes")) == "no" or (yield from pays(table, 60)):
            return  # all damage can be repaired
        while (damaged := (yield from decide(table, "no", "one", "several"))) != "no":
            if damaged == "several":
                yield from one_of_several(table)
            yield from pays(table)
    else:
        yield from deploy(table)


def deploy(table: Table) -> Doing:
    """The most expensive first; once HQ is full no units any more, only other cards."""
    full = False
    while True:
        all_ways = ("no", "unit", "units", "other", "others", "equal", "full")
        card = yield from decide(table, *(("no", "other", "others") if full else all_ways))
        if card == "no":
            return
        if card in ("units", "others"):
            yield from deploy_equal(table, units=card == "units")
            continue
        if card == "equal":
            yield from one_of_several(table)
            card = yield from decide(table, "unit", "other", "full")
        if card == "full":
            full = True
        elif (yield from pays(table)) and card == "other":
            yield from forward_most(table)


def deploy_equal(table: Table, *, units: bool) -> Doing:
    """Cards of equal cost: all of them where Supply lasts, else dice pick one."""
    many = yield from how_many(table, 12)
    cost = yield from how_many(table, 20)
    placed = many
    if not lasts(table, many * cost):
        placed = int(affords(table, cost))
        if placed:
            yield from pick_one(table, many)
            lasts(table, cost)
    for _ in range(0 if units else placed):
        yield from forward_most(table)


def recon(table: Table) -> Doing:
    """Dice shared evenly over the unspotted units; those left over at units picked at random."""
    dice = yield from how_many(table, 20)
    units = yield from how_many(table, 12)
    if not units:
        return
    yield from pick_each(table, [units - picked for picked in range(dice % units)])


def aircraft(table: Table) -> Generator[None, Request, int]:
    """All checks to launch, the costs, all second checks. It gives how many groups may attack."""
    fighters = yield from how_many(table, 12)
    bombers = yield from how_many(table, 12)
    ready = yield from passing(table, fighters + bombers)
    up = {True: 0, False: 0}
    if ready and not affords(table, table.get("launch", 0)):
        # The last launch would be too dear now: the cheapest may be, too.
        table["launch"] = yield from how_many(table, 20)
        ready = ready if affords(table, table["launch"]) else []
    for place in ready:
        table["launch"] = yield from how_many(table, 20)
        up[place < fighters] += lasts(table, table["launch"])
    # Only a check that fails brings CAP, and without aircraft of yours there is none.
    yours = up[True] > 0 and (yield from decide(table, "yes", "no")) == "yes"
    checked = up[True] if yours else 0
    passed = yield from passing(table, checked + up[False])
    rear = sum(place >= checked for place in passed)
    forward = up[False] - rear + (len(passed) - rear if yours else up[True])
    on_cap = up[True] + up[False] - rear - forward
    table["on-cap"] += on_cap
    groups = 0
    if forward:
        several = (yield from decide(table, "one", "several")) == "several"
        if several:
            yield from pick_each(table, [(yield from how_many(table, 20))] * forward)
        groups = forward if several else 1
    if rear:
        if (yield from decide(table, "one", "several")) == "several":
            yield from pick_each(table, [(yield from how_many(table, 20))] * rear)
        groups += 1
    if forward or rear or on_cap:
        yield from go_on(table)
    return groups


def fire_and_maneuver(table: Table) -> Doing:
    """The order and a check a column; then assaults and advances, or else bombardments."""
    _, *columns = yield from throw_all(table, 4)  # 1 to 3 from the left, 4 to 6 from the right
    aggressive = sum(number <= table["aggression"] for number in columns)
    if aggressive:
        yield from assaults(table, aggressive)
    else:
        for _ in (yield from passing(table, (yield from how_many(table, 12)))):
            if (yield from pays(table)) and (yield from decide(table, "one", "several")) != "one":
                yield from target(table)
    yield from go_on(table)  # those that do not move dig in


def assaults(table: Table, columns: int) -> Doing:
    """Each marked zone assaults, alone or with others, or moves on after all assaults.

    Then the other zones of its column that lie next to the player's. Units behind follow those
    that moved, and no others.
    """
    supplied = table["supply"] > 5
    if not supplied or (columns > 1 and (yield from decide(table, "no", "yes")) == "no"):
        yield from go_on(table)
        return
    moves = 0
    for _ in range(columns):
        others = False
        ways = "no", "alone", "flank", "done", "more"
        while (attack := (yield from decide(table, *ways))) == "more":
            others = True
        if attack != "done":
            moves += not (yield from attacks(table, attack))
        while others and (attack := (yield from decide(table, "no", "alone", "flank"))) != "no":
            yield from attacks(table, attack)
    yield from go_on(table, int(moves > 0))


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
    yield from assault_specials(table)
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
    yield from gain(table, "enemy-points")


def gain(table: Table, points: str) -> Doing:
    """Victory points are added to those kept."""
    gained = yield from how_many(table, 20)
    table[points] = min(table.get(points, 0) + gained, 99)


def support(table: Table, keep: int) -> Doing:
    """Up to two artillery that can be supplied; after one that is too dear, the next is tried."""
    guns = 0
    while guns < 2 and (there := (yield from decide(table, "no", "one", "yes"))) != "no":
        guns += yield from pays(table, keep=keep)
        if there == "one":
            return


def headquarters_movement(table: Table) -> Doing:
    """Empty columns are filled, then a unit a column; artillery last."""
    yield from go_on(table, 2)


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
    yield from pays(table)
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
    yield from assault_specials(table)
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
    table["no specials"] = False
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


KEPT = ("aggression", "supply", "on-cap", "your-points", "enemy-points", "defcon", "deck")
"""What the gadget keeps, by the names of the text protocol."""
