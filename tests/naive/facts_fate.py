"""What the playsheets of 2022 say of each game (the Fate die)."""

from tests.naive import caesar, hands, kept, special
from tests.naive.asking import not_mandatory
from tests.naive.facts_book import ONE_OPS, STANDARD, exchange, first_round_card, mata_hari
from tests.naive.piles import no_card_left, pile_empty, reshuffle
from tests.naive.table import Table

OPEN = STANDARD | {"family": "open"}
"""The draw pile stands off the display."""

AUTOMATIC_OPS = {"on map": True, "when": ["nothing offered"]}
"""A result that offers nothing while the pile is empty: an automatic operation of value 1."""

GREAT_WAR = {
    "pile-empty": ("either", pile_empty(at_most=4)),
    "no-card-left": ("either", no_card_left(at_most=4)),
    "last-card-on-c": ("either", pile_empty(at_most=4, last_on_c=True)),
    "reshuffle": ("either", reshuffle("face-down")),
    "status-reshuffle": ("either", reshuffle("all")),
    **kept.ACTIONS,
}


COMMANDS = OPEN | {
    "hands": [5, 5],
    "counted": False,
    "variants": {"doubled-spaces": True},
    "moments": {
        "roll-again": hands.nothing_drawn,
        "none-playable": hands.five_face_up,
        "refill-face-up": hands.order_one_unit,
    },
    "actions": {
        "roll-again": ("active", special.roll_again),
        "none-playable": ("active", hands.none_playable),
        "reaction": ("inactive", special.reaction_uncounted),
        "reshuffle": ("active", reshuffle("face-down", "both")),
        "refill-face-up": ("active", special.refilled_face_up_later),
    },
}
"""Commands & Colors: no chits, and #8 for hands of different size."""


def set_aside(table: Table, side: str) -> bool:
    """Illusions of Glory: once in turns 1 and 2 the Allies may play it instead of a roll."""
    return side == "right" and table["turn"] <= 2 and "set-aside" not in table[side]["used"]


def siege_guns(table: Table) -> bool:
    """For the People: #130, the Union's alone, answers the Confederates once a round."""
    answers = table["stage"] == "play" and table["active"] == "right"
    return answers and "siege-guns" not in table["taken"] and bool(not_mandatory(table, "left"))


FATE = {
    "washingtons-war-2022": OPEN
    | {
        "moments": {"exchange-card": exchange},
        "mandatory at once": True,
        "also": ["discard"],
        "marks": ("mandatory", "combat"),
        "needs": {
            "battle-card": "a card and a chit",
            "battle-event": "a card and a chit to spare",
            "random-discard": "a chit to lose, once a round",
        },
        "actions": {
            "campaign-first": ("active", special.offered_without_roll),
            "exchange-card": ("active", special.exchange_for_event),
            "mandatory-now": ("active", special.mandatory_now),
            "mandatory-late": ("active", special.mandatory_late),
            "battle-card": ("either", special.battle_card),
            "battle-event": ("either", special.battle_event),
            "random-discard": ("inactive", special.random_discard_or_chit),
            "reshuffle": ("active", reshuffle("face-down", "both")),
            "no-card-left": ("either", no_card_left()),
        },
    },
    "caesar-rome-vs-gaul-2022": OPEN
    | {
        "moments": {
            "winter-campaign": caesar.winter_campaign,
            "own-reaction": caesar.number_24,
            "senate-outraged": caesar.number_42,
        },
        "hands": [8, 8],
        "last turn": 6,
        "fresh every": 3,
        "ways": {
            "all-up": {"must": True, "if": caesar.four_left, "offers all": True},
            "no-card": {"must": True, "if": caesar.none_left, "ends turn": True},
        },
        "when done": caesar.draw_from_other,
        "marks": ("reaction",),
        "actions": {
            "winter-campaign": ("either", special.reaction_counted),
            "pile-empty": ("active", pile_empty()),
            "no-card-left": ("either", caesar.no_card_left),
            "roll-again": ("active", special.roll_again),
            "discard-surprise": ("active", caesar.discard_surprise),
            "surprise": ("active", caesar.surprise),
            "own-reaction": ("active", caesar.own_reaction),
            "reaction": ("inactive", caesar.reaction),
            "senate-outraged": ("active", caesar.senate_outraged),
        },
    },
    "paths-of-glory-2022": STANDARD
    | {
        "at most with an empty pile": 4,
        "rounds": 6,
        "discard": "combat",
        "combat": True,
        "marks": ("combat",),
        "variants": {"guns-of-august": False},
        "laid face-up": {"guns-of-august": ("left", "C")},
        "scenario hands": {"eight-cards": [8, 8]},
        "ways": {
            "guns-of-august": first_round_card("left"),
            "one-ops": ONE_OPS,
            "automatic-ops": AUTOMATIC_OPS,
        },
        "moments": {**kept.MOMENTS, "reveal-display": mata_hari},
        "actions": GREAT_WAR | {"reveal-display": ("active", special.reveal_display)},
    },
    "illusions-of-glory-2022": STANDARD
    | {
        "at most with an empty pile": 4,
        "first": "right",
        "sets a card aside": "left",
        "rounds": 6,
        "discard": "combat",
        "combat": True,
        "marks": ("combat",),
        "ways": {
            "set-aside": {"on map": True, "counts": True, "if": set_aside},
            "one-ops": ONE_OPS,
            "automatic-ops": AUTOMATIC_OPS,
        },
        "moments": kept.MOMENTS,
        "actions": GREAT_WAR,
    },
    "for-the-people-2022": OPEN
    | {
        "moments": {"siege-guns": siege_guns},
        "hands": [4, 4],
        "by turn": [4, 5, 6, 7],
        "most mandatory": 3,
        "marks": ("mandatory", "first-opportunity", "reaction"),
        "excess": "flip",
        "needs": {
            "reaction": "a card and a chit to spare",
            "random-discard": "a chit to lose, rolled, once a round",
        },
        "actions": {
            "campaign-first": ("inactive", special.offered_without_roll),
            "return-excess": ("active", special.return_excess),
            "random-discard": ("inactive", special.random_discard),
            "reaction": ("inactive", special.on_1_to_3(special.reaction_counted)),
            "siege-guns": ("inactive", special.on_1_to_3(special.reaction_uncounted)),
        },
    },
    "commands-and-colors-ancients-2022": COMMANDS
    | {
        # Each scenario: whose spaces are doubled, which, and which of them only once.
        "scenario doubles": {
            "lake-trasimenus": ("left", "ABDE", "DE"),
            "brindisi-raid": ("left", "ABD", "ABD"),
            "phyle": ("left", "ABDE", "E"),
        },
        "scenario hands": {
            "lake-trasimenus": [6, 2],
            "hellespont": [6, 5],
            "brindisi-raid": [5, 2],
            "phyle": [7, 3],
        },
        "actions": COMMANDS["actions"] | {"leader-lost": ("either", hands.leader_eliminated)},
    },
    "commands-and-colors-samurai-2022": COMMANDS
    | {
        "scenario hands": {"tedorigawa": [6, 5]},
        "when chosen": hands.oda_across_the_river,
        "actions": COMMANDS["actions"] | {"leader-lost": ("either", hands.leader_lost)},
    },
}
