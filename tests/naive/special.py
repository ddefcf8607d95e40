"""What special cards and rules of the pages do, for several games: each a short story.

Each is told by the side whose card it is, with the card that it names (or ""). It gives where it
leads the round, or "" where the round goes on as it was.
"""

from collections.abc import Callable, Generator

from tests.naive import doubling
from tests.naive.asking import (
    Request,
    decide,
    excess,
    for_uses,
    named,
    nominate,
    one_of,
    random_card,
    throw,
)
from tests.naive.table import (
    Table,
    count,
    fill,
    leave_empty,
    left,
    lies,
    lying,
    other,
    places,
    put,
    set_chits,
    turn_up,
)

Story = Generator[None, Request, str]
Special = Callable[[Table, str, str], Story]


def at_once(doing: Callable[[Table, str, str], str | None]) -> Special:
    """Make a story of something that asks the player nothing."""

    def story(table: Table, side: str, card: str) -> Story:
        yield from ()
        return doing(table, side, card) or ""

    return story


def take_off(table: Table, side: str, card: str) -> None:
    """A face-up card leaves the display, played or discarded."""
    assert lies(table[side], card) == "up"
    put(table[side], card, None)


@at_once
def reveal_display(table: Table, side: str, card: str) -> None:
    """Mata Hari; Cloak and Dagger: the other display is turned up, C too."""
    turn_up(table, other(side), places(table[other(side)]))


@at_once
def says_only(table: Table, side: str, card: str) -> None:
    """Something to do by hand; no facing and no chit changes."""


def random_discard(table: Table, side: str, card: str) -> Story:
    """A side loses a random face-up card and counts it; without one it loses nothing."""
    lost = yield from random_card(table, side)
    if lost:
        lose(table, side, lost)
    return ""


def random_discard_or_chit(table: Table, side: str, card: str) -> Story:
    """Washington's War: likewise, but without a face-up card a chit turns all the same."""
    lost = yield from random_card(table, side)
    if lost:
        lose(table, side, lost)
    else:
        count(table, side)
    return ""


def random_or_certain_discard(table: Table, side: str, card: str) -> Story:
    """Wilderness War: the event names a random card, or a kind of which a die picks one."""
    how = yield from decide(table, "random", "kind")
    if how == "random":
        lost = yield from random_card(table, side)
    else:
        lost = yield from one_of(table, (yield from nominate(table, side)))
    if lost:
        lose(table, side, lost)
    return ""


def lose(table: Table, side: str, card: str) -> None:
    """A card is discarded, its gap filled as the family says, and it counts."""
    take_off(table, side, card)
    fill(table, side, card)
    count(table, side)


@at_once
def reaction_counted(table: Table, side: str, card: str) -> None:
    """A reaction: played, its gap filled as the family says, counted."""
    assert left(table[side]), "a reaction that counts needs a chit"
    lose(table, side, card)


@at_once
def reaction_uncounted(table: Table, side: str, card: str) -> None:
    """A reaction that turns no chit."""
    take_off(table, side, card)
    if card[1:] and card[0] in doubling.only_once(table, side):
        table[side]["played once"] += card[0]
        leave_empty(table, side, card)
        doubling.narrow(table[side], card)
    else:
        fill(table, side, card)


def by_occasion(then: Special, *, of_card: bool = True) -> Special:
    """What is done once is not done again, `of_card` with the same card, but for something else.

    Such as to roll for a card that the die has refused.
    """

    def story(table: Table, side: str, card: str) -> Story:
        done = (then, side, card if of_card else "")
        if done in table["taken"] and (yield from decide(table, "yes", "no")) == "no":
            return ""
        table["taken"].add(done)
        return (yield from then(table, side, card))

    return story


def on_1_to_3(then: Special) -> Special:
    """For the People 2022: on 1 to 3 the reaction is played."""

    @by_occasion
    def reaction(table: Table, side: str, card: str) -> Story:
        if (yield from throw(table)) <= 3:
            yield from then(table, side, card)
        return ""

    return reaction


@at_once
def battle_card(table: Table, side: str, card: str) -> None:
    """Washington's War: uncounted, and its gap waits until the combat is over."""
    take_off(table, side, card)


@at_once
def battle_event(table: Table, side: str, card: str) -> None:
    """Washington's War: an event discarded for a battle counts; so does US#30 at any time."""
    take_off(table, side, card)
    count(table, side)


@by_occasion
def combat_nomination(table: Table, side: str, card: str) -> Story:
    """#3a: attacker and defender nominate; a Method die for each that did."""
    chosen = {side: (yield from nominate(table, side, by_chits=True))}
    turn_up(table, other(side), places(table[other(side)], "C"))
    chosen[other(side)] = yield from nominate(table, other(side), by_chits=True)
    for each in (side, other(side)):
        played = yield from named(table, chosen[each])
        for one in played:
            take_off(table, each, one)
        count(table, each, len(played))
    return ""


@at_once
def swap_card(table: Table, side: str, card: str) -> None:
    """The card is changed for one of the discards, face-up; what was said of it goes with it."""
    turn_up(table, side, [card])
    put(table[side], card, "up")


@at_once
def exchange_for_event(table: Table, side: str, card: str) -> None:
    """Washington's War: likewise, for an event that the other side discarded."""
    put(table[side], card, "up")
    table["exchanged"].append(card)


@at_once
def again(table: Table, side: str, card: str) -> str:
    """The same result once more, as from the roll."""
    return "the result again"


@at_once
def roll_again(table: Table, side: str, card: str) -> str:
    """The side rolls again; its round is still to come."""
    return "roll again"


@at_once
def mandatory_now(table: Table, side: str, card: str) -> str:
    """Washington's War 2022: played at once, uncounted, the gap filled face-up, and on it goes."""
    take_off(table, side, card)
    fill(table, side, card, "up")
    return "the result again"


@at_once
def mandatory_late(table: Table, side: str, card: str) -> None:
    """The same, seen after the round's card was chosen: that one stays chosen."""
    take_off(table, side, card)
    fill(table, side, card, "up")


@at_once
def replay(table: Table, side: str, card: str) -> str:
    """6.34 (2018): the replacement comes face-up and the same result is used again."""
    whose, gap = table["under way"]
    fill(table, whose, gap, "up")
    return "the result again"


@at_once
def offered_without_roll(table: Table, side: str, card: str) -> str:
    """A face-up Campaign card may be played without a roll, as such, to begin (5.3.A; 3.31)."""
    table["active"] = side
    table["also on offer"] = {card: ["event"]}
    return "choose among these"


@at_once
def uncounted(table: Table, side: str, card: str) -> None:
    """The card under way turns no chit."""
    table["card counts"] = False


@at_once
def fetch_card(table: Table, side: str, card: str) -> None:
    """A card from the discards, face-up, in the place of the card under way, which is uncounted."""
    if table["under way"]:
        whose, gap = table["under way"]
        if lies(table[whose], gap) is None:
            put(table[whose], gap, "up")
            step = {"do": "refill", "side": whose, "card": gap, "from": "discards", "facing": "up"}
            table["steps"].append(step)
    table["card counts"] = False


def courier(table: Table, side: str, card: str) -> Story:
    """Courier Intercepted: on 3 to 6 a random face-up card of the other side comes to my gap.

    The other side's gap is filled face-down and the other side counts; I don't.
    """
    if (yield from throw(table)) < 3:
        return ""
    theirs = other(side)
    taken = yield from random_card(table, theirs)
    if taken:
        put(table[theirs], taken, None)
        put(table[side], table["under way"][1], "up")
        fill(table, theirs, taken)
        count(table, theirs)
        table["card counts"] = False
    return ""


@at_once
def chit_moves(table: Table, side: str, card: str) -> None:
    """Dispatches Compromised: a chit of this side goes to the other, for this turn."""
    for each, by in ((side, -1), (other(side), 1)):
        seat = table[each]
        seat["extra"] += by
        set_chits(table, each, seat["played"], seat["of"] + by)


@at_once
def chit_more(table: Table, side: str, card: str) -> None:
    """A Future Offensives card whose event draws a card adds a chit."""
    seat = table[side]
    seat["extra"] += 1
    set_chits(table, side, seat["played"], seat["of"] + 1)


def beside_display(what: str, more: int) -> Special:
    """One more of these is beside a side's display, or one fewer."""

    @at_once
    def story(table: Table, side: str, card: str) -> None:
        if more > 0:
            table[side]["beside"].append(what)
        else:
            table[side]["beside"].remove(what)

    return story


def future_card_draws(table: Table, side: str, card: str) -> Story:
    """A Future Offensives card reacts, and its event draws a card."""
    yield from beside_display("future-offensives", -1)(table, side, card)
    return (yield from chit_more(table, side, card))


@at_once
def other_loses_chit(table: Table, side: str, card: str) -> None:
    """A chit of the other side turns, if it has one."""
    count(table, other(side))


@at_once
def hand_grows(table: Table, side: str, card: str) -> None:
    """France Intervenes: one card more for good, from 7 to 8."""
    seat = table[side]
    hand = min(seat["of"] - seat["extra"] + 1, 8)
    set_chits(table, side, seat["played"], hand + seat["extra"])


@at_once
def return_excess(table: Table, side: str, card: str) -> str:
    """Mandatory cards in excess go back into the pile, all of them; then the gaps are filled."""
    gaps = excess(table)
    for one in gaps:
        put(table[side], one, None)
    for one in gaps:
        fill(table, side, one, "up")
    return "the result again" if table["facts"]["excess"] == "last" else ""


@at_once
def any_but_c(table: Table, side: str, card: str) -> str:
    """Commands & Colors: with no Section card and an unplayable C, any other face-up card."""
    table["also on offer"] = for_uses(lying(table[side], "up", "ABDE"), ["any"])
    return "choose among these"


@at_once
def refilled_face_up_later(table: Table, side: str, card: str) -> None:
    """Commands & Colors: the space is refilled as ever, after the card was used, but face-up."""
    table["due"][table["under way"]] = "up"
