"""What the pages of the two-dice methods (V3; Five) and of The Last Crusade (Crusade) say."""

from tests.naive import crusade, row
from tests.naive.facts_book import ONE_OPS, STANDARD
from tests.naive.table import Table


def guns_of_august(table: Table, side: str) -> bool:
    """The Central Powers' first round of the game."""
    return side == "left" and table["turn"] == 1 and table[side]["rounds"] == 0


ROW = STANDARD | {
    "family": "row",
    "course": row.play_game,
    "rounds": 6,
    "ranges": {"A": 3, "B": 4, "C": 5, "D": 4, "E": 3},
    "below": {},
    "headlines": False,
}
"""Six rounds a side. Five gives A and E 3, B and D 4, C 5."""

ROWS = {
    "paths-of-glory-2016": ROW
    | {
        "face-up": "",
        # The display with V3's ranges is lost; the Book calls E likely, then B and D.
        "ranges": {"A": 3, "B": 4, "C": 3, "D": 4, "E": 5},
        "ways": {
            "one-ops": ONE_OPS,
            "guns-of-august": {
                "on map": True,
                "counts": True,
                "if": guns_of_august,
                "story": row.guns_of_august,
            },
        },
        "actions": {
            "combat-attack": ("active", row.attack),
            "combat-defence": ("inactive", row.defend),
            "no-card-left": ("either", row.no_card_left),
        },
    },
    "twilight-struggle-five-card": ROW
    | {
        "face-up": "ABCDE",
        "hands": [None, None],
        "counted": False,
        "last turn": 10,
        # The China card: who holds it at first, and the white die that plays it.
        "below": {"china": ("left", 4)},
        "headlines": True,
        "moments": {
            "space-race": row.may_race(1),
            "scoring-card-replace": row.is_late,
            "space-race-again": row.may_race(2),
            "quagmire-played": row.may_trap("right"),
            "bear-trap-played": row.may_trap("left"),
            "discard-extra": row.has_extra,
            "south-east-asia": row.may_leave,
        },
        "ways": {"quagmire": {"story": row.quagmire, "if": row.is_trapped, "must": True}},
        "actions": {
            "space-race": ("active", row.space_race),
            "space-race-again": ("active", row.space_race),
            "scoring-card-replace": ("active", row.change_scoring_card),
            "china-given-down": ("either", row.china_given_down),
            "quagmire-played": ("either", row.trapped),
            "bear-trap-played": ("either", row.trapped),
            "animal-in-space": ("either", row.animal),
            "animal-in-space-over": ("either", row.animal_over),
            "discard-stays": ("either", row.discard_stays),
            "random-discard": ("either", row.random_discard),
            "discard-replace": ("either", row.discard_replace),
            "no-card-left": ("active", row.no_card_left),
            "extra-card": ("either", row.extra_card),
            "discard-extra": ("either", row.discard_extra),
            "grain-sales": ("either", row.grain_sales),
            "missile-envy": ("either", row.missile_envy),
            "un-intervention": ("active", row.discard_stays),
            "defcon": ("active", row.set_defcon),
            "deck-counted": ("active", row.count_deck),
            "south-east-asia": ("either", row.scored_for_good),
            "stolen-card": ("either", row.steal),
            "china-given": ("either", row.china_given),
            "open-row": ("either", row.open_row),
        },
    },
}

CHECKS = {
    "last-crusade": STANDARD
    | {
        "family": "checks",
        "hands": [None, None],
        "counted": False,
        "rounds": 1,
        "at first": crusade.first_turn,
        "ways": {
            "your-turn": {
                "if": lambda table, side: side == "left",
                "story": crusade.your_turn,
            },
            "enemy-turn": {
                "if": lambda table, side: side == "right",
                "story": crusade.enemy_turn,
            },
        },
        "actions": {
            "set-up": ("active", crusade.set_up),
            "aggression-check": ("active", crusade.aggression_check),
            "enemy-special": ("active", crusade.enemy_special),
            "launch": ("active", crusade.launch),
            "victory-points": ("active", crusade.victory_points),
            "assault": ("active", crusade.assault),
            "headquarters": ("active", crusade.headquarters),
            "enemy-supply": ("active", crusade.enemy_supply),
            "random-choice": ("active", crusade.random_choice),
        },
    },
}
