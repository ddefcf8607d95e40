"""Commands & Colors (2022): hands that shrink, and a display of which nothing can be played."""

from collections.abc import Callable

from tests.naive.asking import decide, random_card
from tests.naive.special import Story, at_once, take_off
from tests.naive.table import Table, fill, lies, lying, other, places, put, set_chits


def smaller(table: Table, side: str, into: str | None) -> None:
    """A side's hand is one card less; a second card that this frees goes into the gap.

    The display follows when the round's gaps are filled.
    """
    seat = table[side]
    set_chits(table, side, seat["played"], max(seat["of"] - 1, 1))
    if into:
        table["relief"].append((side, into))


@at_once
def larger(table: Table, side: str, card: str) -> None:
    """A scenario of the Book in which a side's hand grows by one card, to ten at most."""
    seat = table[side]
    set_chits(table, side, seat["played"], min(seat["of"] + 1, 10))


@at_once
def leader_eliminated(table: Table, side: str, card: str) -> None:
    """Ancients, Hellespont: the hand of the leader's side shrinks."""
    smaller(table, side, None)


def leader_lost(table: Table, side: str, card: str) -> Story:
    """Samurai: a random card goes; its gap takes a freed second card as it lies, or a new card."""
    lost = yield from random_card(table, side, else_down=True)
    if lost:
        put(table[side], lost, None)
    smaller(table, side, lost)
    return ""


def oda_across_the_river(table: Table) -> Story:
    """Samurai, Tedorigawa: with few Oda units across, its hand shrinks as it plays a card.

    A freed card takes the place of the one played.
    """
    side, card = table["under way"]
    if table["variants"].get("tedorigawa") and side == "left":
        across = yield from decide(table, "yes", "no")
        if across == "no":
            smaller(table, side, card)
    return ""


def nothing_drawn(table: Table) -> bool:
    """A roll was made, and no playable card was drawn for A in place of its cards."""
    return table["stage"] == "choose" and "none-playable" not in table["taken"]


def five_face_up(table: Table) -> bool:
    """A roll decides, and every card of the display is face-up."""
    return nothing_drawn(table) and not lying(table[table["active"]], "down")


def order_one_unit(table: Table) -> bool:
    """A card is used, and its gap was not said to be refilled face-up yet."""
    return table["stage"] == "play" and "refill-face-up" not in table["taken"]


SPECIAL_CARDS = {
    "play-tactician": ("active", "tacticians-on-jr", ("JR",)),
    "play-tactician-on-c": ("active", "tacticians-on-c", ("JR", "ABC", "CDE")),
    "play-tactician-always": ("active", "tacticians-always", ()),
    "react-tactician": ("inactive", "", ()),
}
"""Who plays a Tactician or Combat card, with which variant and after which results; any: none."""

OWN_FIRST_STRIKE = {
    "first-strike": "play-tactician",
    "first-strike-on-c": "play-tactician-on-c",
    "first-strike-always": "play-tactician-always",
}
"""The active side plays First Strike, a card of its display, when it plays such cards."""


def any_but_c(table: Table) -> bool:
    """The Jolly Roger of 2018: C can't be played, no Section card is face-up, but another card."""
    rolled = (table["roll"] or {}).get("result")
    others = lying(table[table["active"]], "up", "ABDE")
    now = table["stage"] == "choose" and "no-section-card" not in table["taken"]
    return now and rolled == "JR" and bool(others)


def special_card(action: str) -> Callable[[Table], bool]:
    """First Strike, in the display, and the special cards beside it: played while there is one."""
    whose, variant, results = SPECIAL_CARDS[OWN_FIRST_STRIKE.get(action, action)]

    def may(table: Table) -> bool:
        side = table["active"] if whose == "active" else other(table["active"])
        rolled = (table["roll"] or {}).get("result")
        return (
            table["stage"] == "play"
            and bool(
                lying(table[side], "up")
                if action in OWN_FIRST_STRIKE
                else "tactician" in table[side]["beside"]
            )
            and (not variant or bool(table["variants"].get(variant)))
            and (not results or rolled in results)
        )

    return may


def none_playable(table: Table, side: str, card: str) -> Story:
    """Five face-up cards, none playable: A goes, and cards are drawn until one can be played."""
    in_a = [place for place in places(table[side], "A") if lies(table[side], place) == "up"]
    gone = (yield from decide(table, *in_a, uses=["pick"])) if len(in_a) > 1 else in_a[0]
    take_off(table, side, gone)
    fill(table, side, gone, "up")
    table["also on offer"] = {gone: ["any"]}
    return "choose among these"
