"""Caesar: Rome vs. Gaul (2022): what its own cards do."""

from tests.naive.asking import decide, for_uses, named, nominate, random_card
from tests.naive.special import Story, at_once, by_occasion, take_off
from tests.naive.table import SIDES, Table, fill, left, lies, lying, other, places, put, turn_up


def four_left(table: Table, side: str) -> bool:
    """At most four cards left and no pile: all are turned up and any is played, without a roll."""
    cards = [card for card in places(table[side]) if lies(table[side], card)]
    return bool(table[side]["pile-empty"]) and 1 <= len(cards) <= 4


def none_left(table: Table, side: str) -> bool:
    """No card and no pile: the side has nothing to play any more this turn."""
    passed = table[side]["passed"]
    cards = [card for card in places(table[side]) if lies(table[side], card)]
    again = passed is None or passed < table["turn"] - 1
    return bool(table[side]["pile-empty"]) and not cards and again


def discard_surprise(table: Table, side: str, card: str) -> Story:
    """An unwanted Surprise card goes; its replacement comes face-up and may be played at once."""
    take_off(table, side, card)
    table["draws"] = [(side, card, "up")]
    if table[side]["pile-empty"]:
        yield from draw_from_other(table)
    else:
        fill(table, side, card, "up")
        table["drawn before"], table["draws"] = table["draws"], []
    table["also on offer"][card] = ["any"]
    return ""


def no_card_left(table: Table, side: str, card: str) -> Story:
    """The deck ran out at this refill: it and those asked for after it have no card.

    Those of a Surprise or Reaction card come from the other side.
    """
    asked = [step["card"] for step in table["asked"] if step["side"] == side]
    missing = asked[asked.index(card) :]
    for gap in missing:
        put(table[side], gap, None)
    for each in SIDES:
        table[each]["pile-empty"] = True
    before = table["drawn before"]
    table["draws"] = [draw for draw in before if draw[0] == side and draw[1] in missing]
    yield from draw_from_other(table)
    return ""


@at_once
def surprise(table: Table, side: str, card: str) -> None:
    """A Surprise card in one's own round: uncounted, its gap is filled when the action is over."""
    take_off(table, side, card)
    table["draws"].append((side, card, "down"))


def gone_24(table: Table) -> bool:
    """Either side has played #24 since the deal: both draw from one deck, which has one of it."""
    return any(played[1] in ("own-reaction", "#24") for played in table["since deal"])


def number_24(table: Table) -> bool:
    """A face-up card may be #24 in one's own round, until it was played."""
    able = table["stage"] == "play" and not gone_24(table)
    return able and bool(lying(table[table["active"]], "up"))


def winter_campaign(table: Table) -> bool:
    """A face-up card of Rome may be #47 before any roll; there is one of it until the next deal."""
    rome = table["left"]
    able = table["stage"] == "ready" and bool(left(rome)) and bool(lying(rome, "up"))
    return able and ("left", "winter-campaign") not in table["since deal"]


def number_42(table: Table) -> bool:
    """The card under way of Gaul may be #42; there is one of it until the next deal."""
    gaul = table["stage"] == "play" and table["active"] == "right" and bool(table["under way"])
    return gaul and ("right", "senate-outraged") not in table["since deal"]


@at_once
def own_reaction(table: Table, side: str, card: str) -> None:
    """#24 in one's own round: uncounted, its gap is to be filled face-up."""
    take_off(table, side, card)
    table["due"][side, card] = "up"
    table["draws"].append((side, card, "up"))


@by_occasion
def reaction(table: Table, side: str, card: str) -> Story:
    """The other side answers with the cards whose space the die names: uncounted.

    The gap of a Surprise card is filled face-down, that of #24 face-up, after the action.
    """
    answers = yield from named(table, (yield from nominate(table, side)))
    if not answers:
        return ""
    gone = gone_24(table)
    which = "none" if gone else (yield from decide(table, "none", "alone"))
    for one in answers:
        take_off(table, side, one)
    number = ""
    if which == "alone":
        table["since deal"].add((side, "#24"))
        several = len(answers) > 1
        number = (yield from decide(table, *answers, uses=["pick"])) if several else answers[0]
        table["due"][side, number] = "up"
    table["draws"] += [(side, one, "up" if one == number else "down") for one in answers]
    return ""


def draw_from_other(table: Table) -> Story:
    """With no pile, what was played draws a random card of the other side, face-down if it can."""
    for side, gap, facing in table["draws"]:
        if not table[side]["pile-empty"] or lies(table[side], gap):
            continue
        theirs = yield from random_card(table, other(side), down_first=True)
        if theirs:
            seen = lies(table[other(side)], theirs)
            put(table[other(side)], theirs, None)
            put(table[side], gap, seen)
            table["due"].pop((side, gap), None)
            if facing == "up":
                turn_up(table, side, [gap])
    table["drawn before"], table["draws"] = table["draws"], []
    return ""


def senate_outraged(table: Table, side: str, card: str) -> Story:
    """#42 and a random face-up card of Rome change places; then any face-up card may be played."""
    rome = other(side)
    theirs = yield from random_card(table, rome)
    if not theirs:
        return ""
    if table["under way"] and lies(table[side], table["under way"][1]) is None:
        put(table[side], table["under way"][1], "up")
        put(table[rome], theirs, "up")
        step = {"do": "refill", "side": rome, "card": theirs, "from": "played", "facing": "up"}
        table["steps"].append(step)
    table["also on offer"] = for_uses(lying(table[side], "up"), ["any"])
    return "choose among these"
