"""What the Source Book of 2018 says of each game: its tweak sheets, front and back.

Left and right are the sides as the program seats them. A way instead of a roll says when it may be
had (`if`), whether something is done on the map, whether it counts, and whether it must be taken.
"""

from tests.naive import hands, special
from tests.naive.asking import MANDATORY
from tests.naive.piles import no_card_left, pile_empty, reshuffle
from tests.naive.table import SIDES, Table, left, lies, lying, other

STANDARD: Table = {
    "family": "pile",
    "face-up": "AB",
    "laid face-up": {},
    "hands": [7, 7],
    "scenario hands": {},
    "scenario doubles": {},
    "by turn": None,
    "counted": True,
    "first": "left",
    "rounds": None,
    "last turn": None,
    "fresh every": None,
    "discard": "none",
    "combat": False,
    "marks": (),
    "jolly roger": False,
    "also": [],
    "variants": {},
    "ways": {},
    "beside": (),
    "actions": {},
    "sets a card aside": None,
    "mandatory at once": False,
    "excess": "",
    "needs": {},
    "moments": {},
}
"""The standard rules; each game says what it changes."""


def first_round_card(which: str) -> Table:
    """#6: a card laid face-up on the pile at set-up is played in the first round, no roll."""

    def may(table: Table, side: str) -> bool:
        first = table["turn"] == 1 and table[side]["rounds"] == 0
        return side == which and first and lies(table[side], "C") == "up"

    return {"plays": "C", "must": True, "if": may}


def pass_with_a_held_card(table: Table, side: str) -> bool:
    """Wilderness War: with one chit left, and not two seasons running."""
    passed = table[side]["passed"]
    return left(table[side]) == 1 and (passed is None or passed < table["turn"] - 1)


def a_card_for_operations(table: Table) -> bool:
    """Empire of the Sun: the card is played, and not as its event alone; then it is aside."""
    aside = (table["active"], "reshuffle") in table["this turn"]
    playing = table["stage"] == "play" and not aside
    return playing and bool(table["purposes"]) and table["purposes"] != ["event"]


def the_only_surrender(table: Table) -> bool:
    """Wilderness War: the deck of both sides has one such card, set aside until the season ends."""
    gone = any((side, "surrender") in table["this turn"] for side in SIDES)
    return table["stage"] == "play" and not gone


def an_allied_event(table: Table) -> bool:
    """Empire of the Sun: a card turns a chit of Japan once in the round of the Allies."""
    allied = table["stage"] == "play" and table["active"] == "right"
    return allied and "japan-chit" not in table["taken"] and bool(left(table["left"]))


def a_card_to_set_aside(table: Table) -> bool:
    """Empire of the Sun: a card of the display that is being played, once."""
    playing = table["stage"] == "play" and table["under way"]
    return bool(playing) and "set-aside" not in table["taken"]


def a_future_card_of_the_other(table: Table) -> bool:
    """Empire of the Sun: a Future Offensives card may react, if the other side has one."""
    theirs = table[other(table["active"])]["beside"]
    return table["stage"] == "play" and "future-offensives" in theirs


def mata_hari(table: Table) -> bool:
    """Paths of Glory: by the event of a card that was rolled for; then it leaves the game."""
    hidden = lying(table[other(table["active"])], "down")
    gone = (table["active"], "reveal-display") in table["since deal"]
    return bool(table["stage"] == "play" and table["roll"] and hidden and not gone)


def exchange(table: Table) -> bool:
    """Washington's War: once a round, after the roll, a card on offer for the other side's discard.

    There is none before that side's first play, and after a shuffle until its next one.
    """
    theirs = other(table["active"])
    played = table["turn"] > 1 or table[theirs]["rounds"] > 0
    marks = table[table["active"]]["marks"]
    cards = [card for card in table["options"] if marks.get(card) not in MANDATORY]
    lying_up = [card for card in cards if card in lying(table[table["active"]], "up")]
    return (
        table["stage"] == "choose"
        and bool(table["roll"] and lying_up and played)
        and "exchange-card" not in table["taken"]
        and theirs not in table["shuffled in"]
    )


def by_deck(halves: special.Special, one: special.Special, own: special.Special) -> special.Special:
    """#1: what is done depends on whose the deck is: split in two, common, or each side's own."""

    def story(table: Table, side: str, card: str) -> special.Story:
        deck = halves
        if table["variants"].get("one-deck"):
            deck = one
        if table["variants"].get("own-decks"):
            deck = own
        return (yield from deck(table, side, card))

    return story


ONE_OPS = {"on map": True, "without cards": True}
"""Paths of Glory: a 1-Ops activation instead of a card; the only way without cards."""
NOMINATION = {"combat-nomination": ("active", special.combat_nomination)}

BOOK = {
    "standard-2018": STANDARD
    | {
        "discard": "any",
        "combat": "own gap first",
        "marks": ("mandatory", "first-opportunity", "scoring", "combat", "reaction", "special"),
        "first by event": True,
        "jolly roger": True,
        "variants": {
            "doubled-spaces": True,
            "one-ops": False,
            "pass": False,
            "free-round": False,
            "first-round-left": False,
            "first-round-right": False,
        },
        "laid face-up": {"first-round-left": ("left", "C"), "first-round-right": ("right", "C")},
        "ways": {
            "one-ops": {"on map": True},
            "pass": {},
            "free-round": {"on map": True},
            "first-round-left": first_round_card("left"),
            "first-round-right": first_round_card("right"),
        },
        "needs": {"random-discard": "a chit to lose, in a play"},
        "actions": NOMINATION
        | {
            "random-discard": ("inactive", special.random_discard),
            "pile-empty": (
                "either",
                by_deck(reshuffle("nothing"), reshuffle("nothing", "both"), pile_empty()),
            ),
            "no-card-left": (
                "either",
                by_deck(reshuffle("nothing"), reshuffle("nothing", "both"), no_card_left()),
            ),
            "reshuffle": (
                "either",
                by_deck(reshuffle("pile", "both"), reshuffle("nothing", "both"), reshuffle("pile")),
            ),
        },
    },
    "paths-of-glory-2018": STANDARD
    | {
        "rounds": 6,
        "discard": "combat",
        "combat": "own gap first",
        "marks": ("combat",),
        "variants": {"guns-of-august": False},
        "laid face-up": {"guns-of-august": ("left", "C")},
        "ways": {
            "guns-of-august": first_round_card("left"),
            "one-ops": ONE_OPS,
            "one-ops-after-all": {"on map": True, "when": ["nothing offered"]},
        },
        "moments": {"reveal-display": mata_hari},
        "actions": NOMINATION
        | {
            "reveal-display": ("active", special.reveal_display),
            "pile-empty": ("either", pile_empty()),
            "no-card-left": ("either", no_card_left()),
            "reshuffle": ("either", reshuffle("pile")),
        },
    },
    "for-the-people-2018": STANDARD
    | {
        "hands": [4, 4],
        "discard": "any",
        "most mandatory": 3,
        "marks": ("mandatory", "first-opportunity"),
        "actions": {
            "pile-empty": ("either", reshuffle("nothing")),
            "no-card-left": ("either", reshuffle("nothing")),
            "reshuffle": ("active", reshuffle("pile", "both")),
        },
    },
    "empire-of-the-sun-2018": STANDARD
    | {
        "most mandatory": 2,
        "marks": ("mandatory", "reaction"),
        "variants": {},
        "laid face-up": {
            "arcadia": ("right", "C"),
            "japanese-opening": ("left", "ABC"),
            "scenario-1942": ("left", "C"),
            "south-pacific": ("left", "C"),
        },
        "ways": {
            "pass": {"when": ["ready", "after the roll"], "uses": "passes"},
            "future-initiative": {
                "on map": True,
                "uses": "future-offensives",
                "if": lambda table, _: not (table["left"]["rounds"] or table["right"]["rounds"]),
            },
        },
        "beside": ("future-offensives",),
        "moments": {
            "japan-chit": an_allied_event,
            "set-aside": a_card_to_set_aside,
            "reshuffle": a_card_for_operations,
            "future-answers": a_future_card_of_the_other,
            "future-reaction": a_future_card_of_the_other,
        },
        "needs": {
            "reaction": "a card and a chit to spare",
            "reaction-draws": "a card and a chit to spare",
        },
        "actions": {
            "drew-card": ("active", special.uncounted),
            "future-drew-card": ("active", special.chit_more),
            "future-reaction": ("inactive", special.future_card_draws),
            "future-answers": ("inactive", special.beside_display("future-offensives", -1)),
            "set-aside": ("active", special.beside_display("future-offensives", 1)),
            "has-future": ("either", special.beside_display("future-offensives", 1)),
            "get-pass": ("either", special.beside_display("passes", 1)),
            "reaction": ("inactive", special.battle_event),
            "reaction-draws": ("inactive", special.battle_card),
            "swap-card": ("active", special.swap_card),
            "japan-chit": ("active", special.other_loses_chit),
            "discard-sandcrab": ("either", special.battle_event),
            "reshuffle": ("active", special.says_only),
            "pile-empty": ("either", reshuffle("nothing")),
        },
    },
    "wilderness-war-2018": STANDARD
    | {
        "family": "open",
        "hands": [8, 8],
        "marks": ("reaction",),
        "moments": {"surrender": the_only_surrender},
        "ways": {
            "pass": {
                "when": ["ready", "after the roll"],
                "if": pass_with_a_held_card,
                "ends turn": True,
            }
        },
        "needs": {
            "reaction": "a card and a chit to spare",
            "random-discard": "a chit to lose, once a round",
        },
        "actions": {
            "reaction": ("either", special.reaction_counted),
            "surrender": ("active", special.says_only),
            "courier": ("active", special.courier),
            "random-discard": ("inactive", special.random_or_certain_discard),
            "fetch-card": ("active", special.fetch_card),
            "pile-empty": ("active", reshuffle("nothing", "both")),
        },
    },
    "1866-2018": STANDARD
    | {
        "discard": "any",
        "combat": "own gap first",
        "most mandatory": 1,
        "marks": ("mandatory", "combat"),
        "ways": {"free-round": {"on map": True}},
        "needs": {"dispatches": "a chit to lose, in a play, once a round"},
        "actions": NOMINATION
        | {
            "dispatches": ("inactive", special.chit_moves),
            "france-intervenes": ("either", special.hand_grows),
            "pile-empty": ("active", reshuffle("pile", "both")),
            "no-card-left": ("either", reshuffle("pile", "both")),
        },
    },
    "washingtons-war-2018": STANDARD
    | {
        "event turns one": True,
        "family": "open",
        "also": ["discard"],
        "marks": ("mandatory", "combat"),
        "excess": "last",
        "needs": {
            "battle-card": "a card and a chit",
            "battle-event": "a card and a chit to spare",
            "random-discard": "a chit to lose, once a round",
        },
        "moments": {"exchange-card": exchange},
        "actions": {
            "campaign-first": ("active", special.offered_without_roll),
            "exchange-card": ("active", special.exchange_for_event),
            "return-excess": ("active", special.return_excess),
            "battle-card": ("either", special.battle_card),
            "battle-event": ("either", special.battle_event),
            "random-discard": ("inactive", special.random_discard_or_chit),
            "replay": ("active", special.replay),
            "pile-empty": ("active", reshuffle("nothing", "both")),
        },
    },
    "commands-and-colors-2018": STANDARD
    | {
        "event turns one": True,
        "family": "open",
        "hands": [5, 5],
        "counted": False,
        "variants": {"doubled-spaces": True, "tacticians-on-jr": True},
        "moments": {
            "refill-face-up": hands.order_one_unit,
            "no-section-card": hands.any_but_c,
            **{
                action: hands.special_card(action)
                for action in (*hands.SPECIAL_CARDS, *hands.OWN_FIRST_STRIKE)
            },
        },
        "actions": {
            "no-section-card": ("active", special.any_but_c),
            "reaction": ("inactive", special.reaction_uncounted),
            **dict.fromkeys(hands.OWN_FIRST_STRIKE, ("active", special.reaction_uncounted)),
            "refill-face-up": ("active", special.refilled_face_up_later),
            "draw-tactician": ("either", special.beside_display("tactician", 1)),
            **{
                action: (whose, special.beside_display("tactician", -1))
                for action, (whose, _, _) in hands.SPECIAL_CARDS.items()
            },
            "hand-shrinks": ("either", hands.leader_eliminated),
            "hand-grows": ("either", hands.larger),
            "pile-empty": ("active", reshuffle("nothing", "both")),
        },
    },
}
