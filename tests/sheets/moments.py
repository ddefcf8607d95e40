"""When each action of a sheet may be taken, as the documents say: a row an action, with its source.

The table is written from the documents and knows nothing of the conditions in the sheets.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from cdgdevice.rules.card_display import Facing, Mark, Place, Side, Space
from cdgdevice.rules.card_steps import CardUse
from cdgdevice.rules.game import Choosing, Game
from cdgdevice.rules.sheet import Alternative
from cdgdevice.rules.sheet_entries import SheetFamily

Test = Callable[[Game, Side], bool]
"""Whether something is so for the side that would take the action."""


class Moment(NamedTuple):
    """When an action may be taken."""

    when: str
    """The stages: ready, choose, play, turn-end, asked and set-up, by their first letters.

    None: it is asked by itself, and never among the offers.
    """
    who: str
    """The sides: active, inactive or either; left or right: that one, if the others allow it."""
    source: str
    """The document and the rule in it."""
    tests: tuple[Test, ...] = ()
    """What else must be so."""
    once: bool = False
    """Once a round and side."""
    narrower: bool = False
    """More decides than this table knows: such as which card is on offer, or was drawn."""
    once_a_deal: bool = False
    """Once and side until all cards are dealt again: there is one such card, and it was played."""
    till_turn_end: bool = False
    """Once and side in a turn: its card is aside until the turn's end."""
    of_both: bool = False
    """Both sides draw from the deck that has the one card: whoever plays it, it is gone."""


def up(game: Game, side: Side) -> bool:
    """A face-up card is in the display."""
    return bool(game.seats[side].display.places_facing(Facing.UP))


def a_card(game: Game, side: Side) -> bool:
    """A card is in the display."""
    return game.seats[side].display.count() > 0


def other_hidden(game: Game, side: Side) -> bool:
    """The other side has a face-down card."""
    return bool(game.seats[side.other].display.places_facing(Facing.DOWN))


def all_up(game: Game, side: Side) -> bool:
    """Every card of the display is face-up."""
    return all(facing is Facing.UP for _, facing in game.seats[side].display.cards())


def chit(game: Game, side: Side) -> bool:
    """A chit is left."""
    return game.seats[side].chits_left != 0


def other_chit(game: Game, side: Side) -> bool:
    """The other side has a chit left."""
    return chit(game, side.other)


def spare(game: Game, side: Side) -> bool:
    """A chit is left beside those of the card in play and of face-up mandatory cards."""
    left = game.seats[side].chits_left
    rules = game.sheet.marks
    kept = {Mark.MANDATORY, Mark.FIRST_OPPORTUNITY}
    marks = [mark for _, mark in game.seats[side].display.marks if mark in kept]
    due = 0 if rules is None or rules.played_at_once else len(marks)
    playing = game.under_way
    if side is game.active and playing is not None and playing.counts:
        due += not isinstance(playing.by, Alternative) or playing.by.counts
    return left is None or left > due


def free_card(game: Game, side: Side) -> bool:
    """A face-up card that is not mandatory is in the display."""
    marks = dict(game.seats[side].display.marks)
    kept = (Mark.MANDATORY, Mark.FIRST_OPPORTUNITY)
    cards = game.seats[side].display.places_facing(Facing.UP)
    return any(marks.get(card) not in kept for card in cards)


def rolled(game: Game, _: Side) -> bool:
    """The round was rolled for."""
    return game.roll is not None


def by_the_roll(game: Game, _: Side) -> bool:
    """What is on offer is the roll's, and no card's."""
    return isinstance(game.stage, Choosing) and game.stage.rolled and game.roll is not None


def card_in_play(game: Game, _: Side) -> bool:
    """A card is being played, no way in place of one."""
    playing = game.under_way
    return playing is not None and not isinstance(playing.by, Alternative)


def gap_in_play(game: Game, _: Side) -> bool:
    """A card of the display is being played, and its gap is open."""
    playing = game.under_way
    if playing is None or not isinstance(playing.by, Place):
        return False
    return game.seats[game.active].display.facing_at(playing.by) is None


def for_operations(game: Game, _: Side) -> bool:
    """A card is being played, and not as an event alone."""
    playing = game.under_way
    return playing is not None and any(use is not CardUse.EVENT for use in playing.uses)


def beside_in_play(game: Game, _: Side) -> bool:
    """What is being played is not a card of the display."""
    playing = game.under_way
    return playing is not None and not isinstance(playing.by, Place)


def fresh(game: Game, _: Side) -> bool:
    """No side has taken a round of the turn."""
    return all(seat.rounds_taken == 0 for seat in game.seats.values())


def pile(game: Game, side: Side) -> bool:
    """The draw pile is not known to be empty."""
    return not game.seats[side].pile_empty


def other_played(game: Game, side: Side) -> bool:
    """The other side has taken a round of the game."""
    return game.turn > 1 or game.seats[side.other].rounds_taken > 0


def up_but_c(game: Game, side: Side) -> bool:
    """A face-up card is in the display, and not in C."""
    return any(
        card.space is not Space.C for card in game.seats[side].display.places_facing(Facing.UP)
    )


def jolly_roger(game: Game, _: Side) -> bool:
    """The Jolly Roger was rolled."""
    return game.roll is not None and game.roll.result == "JR"


def excess(game: Game, side: Side) -> bool:
    """More face-up cards are marked mandatory than chits are left."""
    marks = [mark for _, mark in game.seats[side].display.marks]
    many = sum(mark in (Mark.MANDATORY, Mark.FIRST_OPPORTUNITY) for mark in marks)
    return many > (game.seats[side].chits_left or 0)


def extra(game: Game, side: Side) -> bool:
    """An extra card is below the row."""
    return game.seats[side].row.extra_cards > 0


def china(game: Game, side: Side) -> bool:
    """The side holds the China card."""
    seat = game.seats[side]
    return "china" in (*seat.beside_cards, *seat.next_beside_cards)


def future(game: Game, side: Side) -> bool:
    """The side has a Future Offensives card."""
    return "future-offensives" in game.seats[side].beside_cards


def turns(first: int, last: int) -> Test:
    """It is one of these turns."""
    return lambda game, _: first <= game.turn <= last


def variant(name: str) -> Test:
    """A variant is on."""
    return lambda game, _: bool(game.options[name])


def state(name: str) -> Test:
    """The side is in this state."""
    return lambda game, side: name in game.seats[side].states


def no_state(name: str) -> Test:
    """The side is not in this state."""
    return lambda game, side: name not in game.seats[side].states


def special(game: Game, side: Side) -> bool:
    """The side has a Tactician or Combat card."""
    return "tactician" in game.seats[side].beside_cards


def named_c(game: Game, _: Side) -> bool:
    """The roll's result has a C."""
    return game.roll is not None and game.roll.result in ("JR", "ABC", "CDE")


on_jr, on_c, always = map(variant, ("tacticians-on-jr", "tacticians-on-c", "tacticians-always"))

COMBAT_BY_DIE = Moment("p", "active", "Book, #3a: combat", (variant("nominated-combat"),))


def kept_combat(game: Game, side: Side) -> bool:
    """A combat card of the side is kept beside its display."""
    return "kept-combat" in game.seats[side].beside_cards


def combat_gap(game: Game, side: Side) -> bool:
    """A card was played and its slot is open; that of the round's own card is not meant."""
    playing = game.under_way
    own = playing.by if playing is not None and side is game.active else None
    seat = game.seats[side]
    kept = [space for space, _ in seat.row.kept_gaps]
    on_pile = game.sheet.family is SheetFamily.PILE
    waits = [space for space in kept if space is not Space.C or not on_pile]
    return any(gap != own and gap.space not in waits for gap in seat.display.gaps())


FIRST_STRIKE = "First Strike: face-up, in reaction to a play"
GREAT_WAR: Mapping[str, Moment] = {
    "pile-empty": Moment("rp", "either", "Fate, PoG: Draw Deck Exhaustion", (pile,)),
    "no-card-left": Moment(
        "rcp", "either", "Fate, PoG: Draw Deck Exhaustion", (pile, a_card), narrower=True
    ),
    "last-card-on-c": Moment("rp", "either", "Fate, PoG: Draw Deck Exhaustion", (pile,)),
    "reshuffle": Moment("rt", "either", "Fate, PoG: Reshuffle"),
    "status-reshuffle": Moment("rt", "either", "Fate, PoG: War Status Reshuffle"),
    "keep-combat": Moment("p", "either", "if discarded after play", (combat_gap,), narrower=True),
    "use-kept": Moment("p", "either", "a combat card that was not discarded", (kept_combat,)),
    "discard-kept": Moment("p", "either", "a combat card that was not discarded", (kept_combat,)),
}
MATA_HARI = Moment(
    "p",
    "active",
    "an event of a card that was rolled for, with an asterisk: it leaves the game",
    (rolled, other_hidden),
    once_a_deal=True,
)
COMMANDS: Mapping[str, Moment] = {
    "roll-again": Moment("c", "active", "Fate, C&C: Unplayable Results", (by_the_roll,)),
    "none-playable": Moment("c", "active", "Fate, C&C: five face-up cards", (by_the_roll, all_up)),
    "reaction": Moment("p", "inactive", FIRST_STRIKE, (up,)),
    "reshuffle": Moment("p", "active", "Fate, C&C: I Am Spartacus; Shogun"),
    "refill-face-up": Moment("p", "active", "Fate, C&C: Order One Unit", (), True),
}
WASHINGTON: Mapping[str, Moment] = {
    "campaign-first": Moment("r", "left", "5.3.A: the British, if active", (fresh, up)),
    "exchange-card": Moment(
        "c", "active", "6.32.C: on offer, after the roll", (rolled, other_played, up), True, True
    ),
    "battle-card": Moment("p", "either", "Battle Cards: a marker not at zero", (free_card, chit)),
    "battle-event": Moment("p", "either", "Battle Cards: it counts", (free_card, spare)),
    "random-discard": Moment("p", "inactive", "#84, #97, #102, #106, #109", (chit,), True),
}

MOMENTS: Mapping[str, Mapping[str, Moment]] = {
    "standard-2018": {
        "combat-nomination": COMBAT_BY_DIE,
        "random-discard": Moment("p", "inactive", "an event's order", (chit, card_in_play)),
        "pile-empty": Moment("rpt", "either", "Book, #1: a side runs out", narrower=True),
        "no-card-left": Moment("rp", "either", "Book, #1: a refill", (a_card,), narrower=True),
        "reshuffle": Moment("rpt", "either", "Book, #1: both run out, or an event"),
    },
    "paths-of-glory-2018": {
        "combat-nomination": COMBAT_BY_DIE,
        "reveal-display": MATA_HARI,
        "pile-empty": Moment("rp", "either", "PoG: shuffled in the draw phase only", (pile,)),
        "no-card-left": Moment("rp", "either", "PoG: a refill", (pile, a_card), narrower=True),
        "reshuffle": Moment("rt", "either", "PoG 6.0G and 16.1"),
    },
    "for-the-people-2018": {
        "pile-empty": Moment("rpt", "either", "Book, #1: a side runs out"),
        "no-card-left": Moment("rp", "either", "Book, #1: a refill", (a_card,), narrower=True),
        "reshuffle": Moment("rpt", "active", "Book, #1: both run out, or an event"),
    },
    "empire-of-the-sun-2018": {
        "set-aside": Moment("p", "active", "Future Offensives: a card play", (gap_in_play,), True),
        "has-future": Moment("r", "either", "Future Offensives: kept beside the display"),
        "get-pass": Moment("rcp", "either", "a pass, where the side has one"),
        "drew-card": Moment("p", "active", "events that draw", (gap_in_play,), True),
        "future-drew-card": Moment("p", "active", "events that draw", (beside_in_play,), True),
        "future-answers": Moment("p", "inactive", "Reaction: a Future card", (future,)),
        "future-reaction": Moment("p", "inactive", "Reaction: a Future card", (future,)),
        "reaction": Moment(
            "p", "inactive", "Reaction Cards: each flips a chit", (free_card, spare)
        ),
        "reaction-draws": Moment(
            "p", "inactive", "every Reaction needs a chit", (free_card, spare)
        ),
        "swap-card": Moment("p", "active", "JP#33, #67, #68, US#52", (), True, True),
        "japan-chit": Moment("p", "right", "US#60, #67, #72: Allied events", (other_chit,), True),
        "discard-sandcrab": Moment("rcp", "right", "US#30: at any time", (up,), True, True),
        "reshuffle": Moment(
            "p",
            "active",
            "JP#43, US#79, played for operations, aside until the turn's end",
            (for_operations,),
            till_turn_end=True,
        ),
        "pile-empty": Moment("rpt", "either", "Book, #1: a deck for each side"),
    },
    "wilderness-war-2018": {
        "reaction": Moment("p", "either", "Response Cards: each flips a chit", (up, spare)),
        "surrender": Moment(
            "p", "active", "#6 Surrender!, once a season", till_turn_end=True, of_both=True
        ),
        "courier": Moment("p", "active", "#35", (gap_in_play, other_chit), True),
        "random-discard": Moment("p", "inactive", "#36, #37", (chit,), True),
        "fetch-card": Moment("p", "active", "#62, #67, #69", (gap_in_play,), True),
        "pile-empty": Moment("rpt", "active", "Book, #1: one deck"),
    },
    "1866-2018": {
        "combat-nomination": COMBAT_BY_DIE,
        "dispatches": Moment("p", "inactive", "#1, an event", (chit, card_in_play), True),
        "france-intervenes": Moment("p", "right", "#28, an event", (card_in_play,), narrower=True),
        "pile-empty": Moment("rpt", "active", "6.4: Operations Deck"),
        "no-card-left": Moment("rp", "either", "6.4: a refill", (a_card,), narrower=True),
    },
    "washingtons-war-2018": {
        **WASHINGTON,
        "return-excess": Moment("c", "active", "Mandatory Cards", (excess,), narrower=True),
        "replay": Moment("p", "left", "6.34: the British", (variant("tournament"),), narrower=True),
        "pile-empty": Moment("rpt", "active", "Book, #1: one deck"),
    },
    "commands-and-colors-2018": {
        "draw-tactician": Moment("rp", "either", "Tactician/Combat Cards: drawn as ordered"),
        "play-tactician": Moment("p", "active", "with it", (special, on_jr, jolly_roger)),
        "play-tactician-on-c": Moment("p", "active", "Variant #1", (special, on_c, named_c)),
        "play-tactician-always": Moment("p", "active", "Variant #2", (special, always)),
        "react-tactician": Moment("p", "inactive", "in reaction, at any time", (special,)),
        "no-section-card": Moment("c", "active", "Jolly Roger", (jolly_roger, up_but_c), True),
        "first-strike": Moment("p", "active", "with it", (up, on_jr, jolly_roger)),
        "first-strike-on-c": Moment("p", "active", "Variant #1", (up, on_c, named_c)),
        "first-strike-always": Moment("p", "active", "Variant #2", (up, always)),
        "reaction": Moment("p", "inactive", FIRST_STRIKE, (up,)),
        "refill-face-up": Moment("p", "active", "Draw two, choose one", (), True),
        "hand-shrinks": Moment("p", "either", "#8: hands", (variant("hands-change"),)),
        "hand-grows": Moment("p", "either", "#8: hands", (variant("hands-change"),)),
        "pile-empty": Moment("rpt", "active", "Book, #1: one deck"),
    },
    "washingtons-war-2022": {
        **WASHINGTON,
        "mandatory-now": Moment("c", "active", "Mandatory Cards: revealed", (up,), narrower=True),
        "mandatory-late": Moment("p", "active", "Mandatory Cards: revealed", (up,), narrower=True),
        "reshuffle": Moment("rpt", "active", "Reshuffling: an event or a phase"),
        "no-card-left": Moment("rpt", "either", "a refill", (a_card,), narrower=True),
    },
    "caesar-rome-vs-gaul-2022": {
        "winter-campaign": Moment(
            "r", "left", "#47: Rome, before the die", (up, spare), once_a_deal=True
        ),
        "pile-empty": Moment("rp", "active", "turns 3 and 6", (pile, turns(3, 6))),
        "no-card-left": Moment("rcp", "either", "turns 3 and 6", (pile, a_card), narrower=True),
        "roll-again": Moment("c", "active", "only Surprise cards", (by_the_roll,)),
        "discard-surprise": Moment("c", "active", "7.5.4: by the roll", (rolled, up), False, True),
        "surprise": Moment("p", "active", "#52, #54, #55: face-up", (up,)),
        # It is gone, too, if the die named it among the other side's answers.
        "own-reaction": Moment(
            "p", "active", "#24: face-up", (up,), False, True, once_a_deal=True, of_both=True
        ),
        "reaction": Moment("p", "inactive", "Surprise and Reaction Cards"),
        "senate-outraged": Moment("p", "right", "#42: Gaul's", (gap_in_play,), once_a_deal=True),
    },
    "paths-of-glory-2022": {**GREAT_WAR, "reveal-display": MATA_HARI},
    "illusions-of-glory-2022": GREAT_WAR,
    "for-the-people-2022": {
        "campaign-first": Moment("r", "right", "3.31: the Confederates begin", (fresh, up)),
        "return-excess": Moment("c", "active", "Mandatory Cards", (excess,), narrower=True),
        "random-discard": Moment("p", "inactive", "#27, #119: by the roll", (chit, rolled), True),
        "reaction": Moment("p", "inactive", "Reaction: it counts", (free_card, spare)),
        "siege-guns": Moment("p", "left", "#130: the Union's, inactive", (free_card,), True),
    },
    "commands-and-colors-ancients-2022": {
        **COMMANDS,
        "leader-lost": Moment("p", "either", "Hellespont", (variant("hellespont"),)),
    },
    "commands-and-colors-samurai-2022": {
        **COMMANDS,
        "leader-lost": Moment("p", "either", "Leader Seppuku; Enemy Command Tent"),
        "oda-hand": Moment("", "left", "Tedorigawa: asked as Oda's card is chosen"),
    },
    "paths-of-glory-2016": {
        "combat-attack": Moment("p", "active", "V3: the attacker's card", (up, spare)),
        "combat-defence": Moment("p", "inactive", "V3: the defender's row", (spare,)),
        "no-card-left": Moment("rpt", "either", "V3, step 6: a refill"),
    },
    "twilight-struggle-five-card": {
        "quagmire-played": Moment("rp", "right", "Quagmire: the US", (no_state("trapped"),)),
        "bear-trap-played": Moment("rp", "left", "Bear Trap: the USSR", (no_state("trapped"),)),
        "deck-counted": Moment("rpt", "active", "After playing a card", narrower=True),
        "defcon": Moment("rp", "active", "Playing a card: a nuclear war", narrower=True),
        "south-east-asia": Moment("rpt", "left", "its asterisk", (turns(4, 10),), narrower=True),
        "space-race": Moment("p", "active", "Space Race", (no_state("space-race"),), narrower=True),
        "space-race-again": Moment(
            "p", "active", "Space Race: Animal", (state("animal-in-space"),), narrower=True
        ),
        "animal-in-space": Moment("rp", "either", "Space Race", (no_state("animal-in-space"),)),
        "animal-in-space-over": Moment("rp", "either", "Space Race", (state("animal-in-space"),)),
        "discard-stays": Moment("rp", "either", "Discards without replacement", (a_card,)),
        "discard-extra": Moment("rp", "either", "Discards without replacement", (extra,)),
        "missile-envy": Moment("rp", "either", "an exchange: no new card; an extra card"),
        "un-intervention": Moment("p", "active", "with another card of the row", (up,), True),
        "grain-sales": Moment("rp", "right", "Grain Sales to Soviets", narrower=True),
        "random-discard": Moment("rp", "either", "Discards without replacement"),
        "discard-replace": Moment("rp", "either", "Discards with replacement"),
        "scoring-card-replace": Moment("p", "active", "impulses 5 and 6", narrower=True),
        "no-card-left": Moment("rpta", "active", "After playing a card"),
        "extra-card": Moment("rp", "either", "Extra and stolen cards"),
        "stolen-card": Moment("rp", "either", "Extra and stolen cards"),
        "china-given": Moment("rp", "either", "the China Card", (china,)),
        "china-given-down": Moment("rp", "either", "the China Card", (china,)),
        "open-row": Moment("rp", "either", "Revealed hands"),
    },
    "last-crusade": {
        "set-up": Moment("r", "left", "Setup", (fresh, turns(1, 1)), narrower=True),
        "aggression-check": Moment("rat", "active", "Aggression Checks"),
        "random-choice": Moment("rats", "active", "choose randomly"),
        "enemy-special": Moment("rat", "active", "Enemy Card Play"),
        "launch": Moment("r", "left", "Air Action Phase: CAP"),
        "assault": Moment("r", "left", "Friendly Turns"),
        "victory-points": Moment("rats", "active", "Victory & Defeat"),
        "headquarters": Moment("rat", "active", "Victory & Defeat"),
        "enemy-supply": Moment("rats", "active", "Supply Stockpile", narrower=True),
    },
}
"""By sheet and action."""
