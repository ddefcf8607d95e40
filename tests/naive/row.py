"""The two-dice methods: a row that moves like a conveyor (V3; Five).

At a side's round its row is turned up. It nominates a card; a white and a coloured die decide.
"""

from collections.abc import Callable, Generator
from functools import partial

from tests.naive.asking import (
    Doing,
    GameOver,
    Options,
    Request,
    TurnOver,
    ask,
    decide,
    nominate,
    one_of,
    pick,
    throw,
    throw_all,
)
from tests.naive.special import Story, at_once, by_occasion, take_off
from tests.naive.table import (
    SIDES,
    SPACES,
    Table,
    count,
    fill,
    left,
    lies,
    lying,
    other,
    put,
    set_chits,
    turn_up,
)
from tests.naive.whose_round import has_round, ways


def play_game(table: Table) -> Doing:
    """A whole game."""
    table["ranges"] = {**table["facts"]["ranges"]}
    for space in SPACES:
        table["ranges"][space] = table["variants"].get(
            f"range-{space.lower()}", table["ranges"][space]
        )
    table["passing"], table["in round"], table["doubles"] = [], False, False
    for side in SIDES:
        table[side] |= {"open": False, "gaps": {}, "extras": 0, "holds": []}
        table[side] |= {"trapped": False, "animal": False, "raced": 0}
    table["used up"] = False
    if "defcon" in table["facts"]["actions"]:
        table["defcon"] = 5
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


def play_turn(table: Table) -> Doing:
    """What a turn begins with, then the rounds of both sides by turns."""
    table["active"] = table["facts"]["first"]
    try:
        if table["facts"]["headlines"]:
            yield from headlines(table)
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
    if left(seat) == 0 or seat["trapped"]:
        return {}
    found = {card: table["ranges"][card] for card in lying(seat, "up")}
    found |= {card: table["facts"]["below"][card][1] for card in seat["holds"]}
    if seat["extras"]:
        found["extra"] = 4
    return found


def take_round(table: Table) -> Generator[None, Request, bool]:
    """One round; false where it has not been taken after all."""
    table["taken"] = set()

    def options() -> Options:
        return {card: [] for card in (*nominees(table), *ways(table, table["active"]))}

    request = yield from ask(table, "nominate", options)
    if request["do"] == "act":
        return False
    side, seat = table["active"], table[table["active"]]
    table["in round"], table["used up"] = True, False
    nominated = str(request["option"])
    if nominated in ways(table, side):
        way = table["facts"]["ways"][nominated]
        seat["used"].add(nominated)
        if "story" in way:
            yield from way["story"](table, side, "")
        if way.get("on map"):
            yield from carry_out(table)
        finish(table, counts=bool(way.get("counts")))
        return True
    card = yield from two_dice(table, nominated)
    if card in SPACES:
        put(seat, card, None)
    yield from carry_out(table)
    if card == "extra":
        seat["extras"] -= 1
    if card in seat["holds"]:
        seat["holds"].remove(card)
        table["passing"].append((other(side), card))
    finish(table, counts=True)
    return True


def two_dice(table: Table, nominated: str) -> Generator[None, Request, str]:
    """The card that the white and the coloured die play.

    Doubles: the card they name, for its event only. White within the range: the nominated card.
    Else the coloured die: 1 to 5 the cards A to E, 6 the top of the pile. Where no card lies, the
    coloured die is thrown again, and only that.
    """
    white, coloured = yield from throw_all(table, 2)
    doubles = white == coloured
    card = nominated
    if doubles or white > nominees(table)[nominated]:
        card = "pile" if coloured == 6 else SPACES[coloured - 1]
    while card in SPACES and not lies(table[table["active"]], card):
        coloured = yield from throw(table)
        card = "pile" if coloured == 6 else SPACES[coloured - 1]
    draw(table, int(card == "pile"))
    table["roll"] = {"die": [white, coloured], "result": card}
    table["doubles"] = doubles
    return card


def carry_out(table: Table) -> Doing:
    """The round is carried out on the map."""
    yield from ask(table, "play", lambda: {"done": []})


def finish(table: Table, *, counts: bool) -> None:
    """The conveyor moves, and a card that was played counts."""
    convey(table, table["active"])
    table["in round"] = False
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
        draw(table)
        step = {"do": "refill", "side": side, "card": space, "from": "pile", "facing": new}
        table["steps"].append(step)


def draw(table: Table, cards: int = 1) -> None:
    """Cards are dealt from the draw deck; if they were counted it is known how many are left.

    More than it had can only come from a new deck: it was shuffled, and nobody has counted it.
    """
    if "deck" in table:
        table["deck"] -= cards
        if table["deck"] < 0:
            del table["deck"]


def end_turn(table: Table) -> Doing:
    """The turn's end: extra cards leave, chits go back; Five: DEFCON rises by 1, up to 5."""
    if "defcon" in table:
        table["defcon"] = min(table["defcon"] + 1, 5)
    table["active"] = table["facts"]["first"]
    request: Request = {"do": "act"}
    while request["do"] == "act":
        request = yield from ask(table, "turn-end", lambda: {"next-turn": []})
    if table["turn"] == table["facts"]["last turn"]:
        raise GameOver
    table["turn"] += 1
    table["this turn"] = set()
    for side in SIDES:
        seat = table[side]
        set_chits(table, side, 0, seat["of"])
        seat |= {"rounds": 0, "open": False, "extras": 0, "raced": 0}
    if table["turn"] in (4, 8):
        # The Mid War cards are shuffled into the draw deck, then the Late War cards.
        table.pop("deck", None)
    for side, card in table["passing"]:
        table[side]["holds"].append(card)
    table["passing"] = []


def headlines(table: Table) -> Doing:
    """Five: cards are dealt until each side has a headline.

    A side's own event goes to it; anyone's to the first that needs one, the USSR before the US.
    """
    has: list[str] = []
    while len(has) < 2:
        whose = yield from decide(table, "left-event", "right-event", "mixed")
        draw(table)
        suits = {"left-event": ["left"], "right-event": ["right"], "mixed": ["left", "right"]}
        has += [side for side in suits[whose] if side not in has][:1]
    # Both are played before a row is turned up.
    request: Request = {"do": "act"}
    while request["do"] == "act":
        request = yield from ask(table, "ready", lambda: {"next": []})


@at_once
def open_row(table: Table, side: str, card: str) -> None:
    """Five: a hand is revealed; until the turn's end its new cards come face-up."""
    turn_up(table, side, list(SPACES))
    table[side]["open"] = True


@at_once
def extra_card(table: Table, side: str, card: str) -> None:
    """Five: a card below the row, until the turn's end."""
    table[side]["extras"] += 1


def steal(table: Table, side: str, card: str) -> Story:
    """Five: a card of the other row lies below one's own; it is not replaced."""
    robbed = other(side)
    if (yield from decide(table, "random", "chosen")) == "random":
        cards = [place for place in SPACES if lies(table[robbed], place)]
        gone = yield from one_of(table, cards)
    else:
        gone = yield from pick(table, robbed, any_card=True)
    if gone:
        yield from discard_stays(table, robbed, gone)
        table[side]["extras"] += 1
    return ""


@at_once
def no_card_left(table: Table, side: str, card: str) -> None:
    """The discards are shuffled into a new pile, and the deal goes on: no card of a row moves."""


@at_once
def china_given(table: Table, side: str, card: str) -> None:
    """Five: an event of the game hands the China Card over."""
    take_china(table, side)
    table[other(side)]["holds"].append("china")


@at_once
def china_given_down(table: Table, side: str, card: str) -> None:
    """Five: it is handed over face-down, to be played from the next turn on."""
    take_china(table, side)
    table["passing"].append((other(side), "china"))


def take_china(table: Table, side: str) -> None:
    """The side gives the China Card away, though it came face-down this turn."""
    assert "china" in table[side]["holds"] or (side, "china") in table["passing"]
    table[side]["holds"] = [card for card in table[side]["holds"] if card != "china"]
    table["passing"] = []


@at_once
def discard_stays(table: Table, side: str, card: str) -> None:
    """Five: the slot of a discard stays empty until the end of the side's next full impulse."""
    put(table[side], card, None)
    in_its_round = side == table["active"] and table["in round"]
    table[side]["gaps"][card] = 2 if in_its_round else 1


def random_discard(table: Table, side: str, card: str) -> Story:
    """Five: any card of the row at random, seen or not; its slot stays empty likewise."""
    cards = [place for place in SPACES if lies(table[side], place)]
    lost = yield from one_of(table, cards)
    if lost:
        yield from discard_stays(table, side, lost)
    return ""


def discard_replace(table: Table, side: str, card: str) -> Story:
    """Five: cards drawn for discards go into the slots that these left, A to E."""
    gone = yield from nominate(table, side, any_card=True)
    for one in gone:
        put(table[side], one, None)
    draw(table, len(gone))
    for one in gone:
        fill(table, side, one, "up" if table[side]["open"] else "down")
    return ""


def quagmire(table: Table, side: str, card: str) -> Story:
    """Five: a card is discarded without replacement and a die thrown; or the impulse is passed.

    An extra card is in the hand too, and leaves no slot empty.
    """
    if (yield from decide(table, "discard", "none")) == "discard":
        extra = table[side]["extras"] and (yield from decide(table, "row", "extra-card"))
        if extra == "extra-card":
            table[side]["extras"] -= 1
        elif gone := (yield from pick(table, side)):
            yield from discard_stays(table, side, gone)
        if (yield from throw(table)) <= 4:
            table[side]["trapped"] = False
    return ""


def has_extra(table: Table) -> bool:
    """An extra card lies below a row."""
    return at_its_moment(table) and any(table[side]["extras"] for side in SIDES)


@at_once
def discard_extra(table: Table, side: str, card: str) -> None:
    """Five: an extra card takes no slot: none is left empty."""
    table[side]["extras"] -= 1


def grain_sales(table: Table, side: str, card: str) -> Story:
    """Five: of a random card of the other row the event says whether it leaves it."""
    robbed = other(side)
    drawn = yield from one_of(table, [place for place in SPACES if lies(table[robbed], place)])
    if (yield from decide(table, "played", "kept")) == "played" and drawn:
        yield from discard_stays(table, robbed, drawn)
    return ""


def missile_envy(table: Table, side: str, card: str) -> Story:
    """Five: the other row loses its highest card for now, and has an extra card for it."""
    robbed = other(side)
    if taken := (yield from pick(table, robbed, any_card=True)):
        yield from discard_stays(table, robbed, taken)
    table[robbed]["extras"] += 1
    return ""


def set_defcon(table: Table, side: str, card: str) -> Story:
    """Five: DEFCON is what the player says; at 1 the game is over."""
    table["defcon"] = int((yield from decide(table, *"12345")))
    if table["defcon"] == 1:
        raise GameOver
    return ""


def count_deck(table: Table, side: str, card: str) -> Story:
    """Five: the player counts the draw deck; each card that is dealt is one fewer."""
    table["deck"] = int((yield from decide(table, *map(str, range(100)))))
    return ""


@at_once
def scored_for_good(table: Table, side: str, card: str) -> None:
    """Five: South East Asia Scoring has an asterisk, and leaves the game when it is scored."""
    table["sea gone"] = True


def may_leave(table: Table) -> bool:
    """Five: it is a Mid War card, and leaves only once."""
    moment = at_its_moment(table) or table["stage"] == "turn-end"
    return moment and table["turn"] >= 4 and not table.get("sea gone")


@at_once
def trapped(table: Table, side: str, card: str) -> None:
    """Five: the side has to free itself from its next impulse on."""
    table[side]["trapped"] = True


def may_trap(side: str) -> Callable[[Table], bool]:
    """Five: Quagmire traps the US, Bear Trap the USSR, and nobody is trapped twice."""
    return lambda table: at_its_moment(table) and not table[side]["trapped"]


def is_trapped(table: Table, side: str) -> bool:
    """Five: nothing else can be done until the trap is left."""
    return bool(table[side]["trapped"])


def at_its_moment(table: Table) -> bool:
    """Five: as the headlines are played, before an impulse, or while one is carried out."""
    return table["stage"] in ("ready", "nominate", "play")


@at_once
def animal(table: Table, side: str, card: str) -> None:
    """Five: the side has the Animal in Space."""
    table[side]["animal"] = True


@at_once
def animal_over(table: Table, side: str, card: str) -> None:
    """Five: the side has it no more."""
    table[side]["animal"] = False


def space_race(table: Table, side: str, card: str) -> Story:
    """Five: a victory point for each Ops short; the card is good for nothing else then."""
    table[side]["raced"] += 1
    table["used up"] = True
    yield from decide(table, "enough", "one", "two", "three")
    return ""


@at_once
def change_scoring_card(table: Table, side: str, card: str) -> None:
    """Five: Ask Not changes the face-up scoring card; no card of a row moves."""


def is_late(table: Table) -> bool:
    """Five: in a side's fifth or sixth impulse, while it is played."""
    return table["stage"] == "play" and table[table["active"]]["rounds"] in (4, 5)


def may_race(tries: int) -> Callable[[Table], bool]:
    """Five: not on doubles; once a turn, or twice with the Animal in Space."""

    def may(table: Table) -> bool:
        seat = table[table["active"]]
        again = tries == 1 or seat["animal"]
        # Who carries out anything else than a card, sends none.
        plays = table["stage"] == "play" and not table["doubles"] and not table["used up"]
        return plays and again and seat["raced"] == tries - 1

    return may


def guns_of_august(table: Table, side: str, card: str) -> Story:
    """V3: in the first round this card may be played as its event, without a roll."""
    gun = yield from pick(table, side)
    if gun:
        take_off(table, side, gun)
    return ""


@partial(by_occasion, of_card=False)
@at_once
def attack(table: Table, side: str, card: str) -> None:
    """V3: the attacker plays one combat card without a roll."""
    take_off(table, side, card)
    count(table, side)


@by_occasion
def defend(table: Table, side: str, card: str) -> Story:
    """V3: the defender's row is turned up; A to E, a die a card that fits, until one hits."""
    turn_up(table, side, list(SPACES))
    for one in (yield from nominate(table, side)):
        if (yield from throw(table)) <= table["ranges"][one]:
            take_off(table, side, one)
            count(table, side)
            break
    return ""
