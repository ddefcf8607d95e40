"""The sentences of the rules: what they ask, offer and decide, each written once.

The orders of the hands and a document's own words are in `words`, a sheet's texts
in its file. What is said to a program that speaks the text protocol is in `requests`.
"""

from collections.abc import Iterable, Mapping

from cdgdevice.rules.card_steps import CardUse
from cdgdevice.rules.die import DieResult
from cdgdevice.rules.texts.templates import Template, Text
from cdgdevice.rules.texts.words import BOOK_WORDS, Words

# What a round and a turn ask.

NEXT_PAGE = "Done: next"
SKIP_SET_UP, MORE_OPTIONS = "Skip the set-up", "More options"
describe_assumed = Template("Set up with: {answers:list}.")
describe_hand = Template("{name} {number}")
GO_ON = "Done: go on"
NO_MORE_CARDS = "No more cards"
WHO_BEGINS = "Whoever begins rolls."
"""What is asked where the game's own rules say who has a turn's first round."""
MANDATORY_QUESTION = "Mandatory card? Mark it."
"""What is asked where such a card would have to be played; who goes on has said no.

It is asked when as many chits are left as there are such cards or, by some sheets, after each roll
that turns a card up. One line of the screen, so that the last round's order stays in sight."""
GAME_OVER = "The game is over."
ROLL = "roll"
PLAY_NOTHING = "Play nothing"
NOTHING_TO_PLAY = "Nothing to play"
DONE = "Done: refill and count"
DONE_UNCOUNTED = "Done: refill"
OTHER_SIDES_DISCARDS = "Their discards"
PLAY_HOME_CARD = "Play a home card"
HOME_CARD_OR_ANOTHER = "Home card, or another?"
PLAY_ANOTHER_CARD = "Play another card"
NO_HOME_CARD_LEFT = "None left: play another"
EITHER_SIDES = "Either side's"
WHEN_DONE = "When it is done"
"""Before the rules of what follows a card that is being played."""
about_orders, quote_order = Template("About {orders:and}"), Template('"{order}"')
PILE_TOP_CARD = "the pile's top card"
TOP_CARD = "the top card"
HOME_CARD = "Home card"
EXTRA_CARD = "Extra card"

# The titles of the actions that every sheet has.

COMBAT_CARD = "Combat card"
COMBAT_OVER = "Combat over: refill"
MARK_CARD = "Mark a card"
PUT_TABLE_RIGHT = "Put the table right"
END_GAME = "End the game"

# Orders that no single card is the object of; the second undoes the first.

DISCARD_EXTRA_CARD = ("Discard the extra card.", "Take back the extra card.")
DISCARD_EXTRA_CARDS = ("Discard the extra cards.", "Take back the extra cards.")
BESIDE_AGAIN = "Place what was beside the display there again."
HOME_CARD_DOWN = ("Flip the home card face-down.", "Flip the home card face-up again.")
HOME_CARDS_UP = ("Flip your home cards face-up.", "Flip the home cards face-down again.")
SHUFFLE_ALL = "Shuffle all cards with the discards."
KEEP_CARD_ON_TOP = "Keep the face-up card on top."
STAYS_SHUFFLED = "The cards are mixed: leave the new ones, facing as the screen shows."
"""What an undo says of a shuffle."""
SHUFFLE_AT_SET_UP = "Shuffle the cards, face-down."
ANOTHER_OCCASION = "Another occasion?"
YES, NO = "Yes", "No"
THROW_ONCE_MORE = "Roll once more."
DISCARD_HEADLINE = "Discard it, deal another."
NOTHING_TO_NOMINATE = "No card is left to nominate."
DICE_TAKEN_BACK = "You took back its dice."
join_ways = Template("{ways:or:begin}.")
ask_who_begins = Template("Whoever begins: {ways:inside}")
ask_for_page = Template("Set-up, {number} of {of}.")
count_page = Template("page {number}/{of}")
count_die = Template("die {number}/{of}")
ask_for_hand = Template("{name:of} hand: how many cards?")
ask_for_variant = Template("{title}?")
answer_variant = Template("{title}: {on:no|yes}")
ask_for_group = Template("Which {group:plain}?")
none_of_group = Template("No {group:plain}")
REVEALED = "Revealed"
"""At the top of a side's screen: its row is open."""
name_extras = Template("{number:|Extra|{number} extra}")
"""At the top of a side's screen: how many extra cards it holds."""
name_beside = Template("{number:({name})|{name}|{name} x{number}}", "name", "number")
"""What a side has beside its display, and how many; in brackets what it can't play yet."""
describe_clock = Template(
    "{words.has_turns:|{words.turn:initial}{turn} }{words.round:initial}{round}",
    *("turn", "round", "words"),
)
"""Which round it is in few letters: `T1 R4`, or by the sheet's words `T1 I4`."""


describe_standing = Template(
    "{words.has_turns:{words.round} {round}|{words.turn} {turn}}", "turn", "round", "words"
)
"""Which turn a game is in, or which round where it has no turns: `turn 3`, `season 1`."""
shorten_standing = Template(
    "{words.has_turns:{words.round:initial}{round}|{words.turn:initial}{turn}}",
    *("turn", "round", "words"),
)
"""The same in few letters: T3."""
describe_when = Template(
    "{words.has_turns:|{words.turn} {turn}, }{period:|{period}, }{words.round} {round}",
    *("turn", "round", "words", "period"),
)
"""Which round it is: `turn 1, round 4`; with the name of the turn's period, if any."""
list_in_line = Template("{named:list}.")
explain_variant = Template("{title}: {text}")
keep_aside = Template("Leave the {words.set_aside} aside.")
keep_pile_beside = Template("Keep the {words.draw_pile} off the displays.")
place_pile_on_c = Template("Place your {words.draw_pile} on C, face-down.")


def name_result(result: DieResult, words: Words) -> str:
    """Name what the Method die shows: `ABC`, `JR`, or the signs of the sheet for it."""
    signs = words.signs_of_jolly_roger if result is DieResult.JR else None
    return signs or result.value


describe_thrown = Template("{two_dice:die|dice} {result}", "result", "two_dice")
_the_die = Template("The die: {result}.")
_the_dice = Template(
    "The dice: {words.white} {white}, {words.coloured} {coloured}.", "white", "coloured", "words"
)


def describe_roll(result: DieResult | None, numbers: tuple[int, ...], words: Words) -> Text:
    """Describe what the dice of a round show: `The die: ABC.`, or the two dice by their names."""
    return _the_dice(*numbers, words) if result is None else _the_die(name_result(result, words))


_kept_number, _kept_names = Template("{title}: {number}."), Template("{title}: {names:and}.")


def describe_kept(title: str, value: int | tuple[str, ...]) -> Text:
    """Describe what a sheet keeps in sight: `Aggression: 4.`, or the names it holds."""
    return (_kept_number if isinstance(value, int) else _kept_names)(title, value)


name_kept = Template("{title} {value}")
title_kept = Template("{name:plain:begin}")
MAX_NAMED = 4
"""More cards than this are not named one by one: the screen shows which they are."""
_play = Template("play {cards:or}", short="{cards:or}")
_play_as = Template("play {cards:or} as {event}", short="{cards:or} as {event}")
_play_any_as = Template("play any face-up card as {event}", short="any card as {event}")
_lowest = Template("lowest {what}")
_lowest_freely = Template("lowest {what} (any purpose)", short="lowest {what}")
_lowest_of = Template(
    "lowest {what} of {cards:or} (any purpose)", short="lowest {what} of {cards:or}"
)
_lowest_of_all = Template("lowest face-up {what} (any purpose)", short="lowest {what}")
_play_way = Template("play {way}")
_DISCARD_AN_EVENT = "discard an event"
_offers = Template("{ways:series}")
offer = Template("{what:begin}{ways:else}.")
"""What may be played, and what may be done instead."""


def describe_offers(
    cards: Iterable[tuple[str, tuple[CardUse, ...]]],
    beside: Iterable[str] = (),
    lowest_of: str = "Ops",
    as_event: str = BOOK_WORDS.event,
) -> Text:
    """Say what may be played: cards by their letters, and what they may be for; no full stop."""
    offered = tuple(cards)
    freely = tuple(card for card, uses in offered if CardUse.ANY in uses)
    event = tuple(card for card, uses in offered if CardUse.EVENT in uses)
    lowest = tuple(
        card for card, uses in offered if CardUse.LOWEST_OPS in uses and CardUse.ANY not in uses
    )
    ways: list[str] = [_play(freely)] if freely else []
    if event:
        named = len(event) <= MAX_NAMED
        ways.append(_play_as(event, as_event) if named else _play_any_as(as_event))
    if lowest:
        if len(lowest) > MAX_NAMED:
            way = _lowest_of_all(lowest_of)
        else:
            way = _lowest_freely(lowest_of) if lowest == event else _lowest_of(lowest_of, lowest)
        ways.append(way if ways else _play_way(way))
    if any(CardUse.DISCARD in uses for _, uses in offered):
        ways.append(_DISCARD_AN_EVENT)
    return _offers((*ways, *beside))


_FOR_ANY_PURPOSE, _AS_DISCARD = " for any purpose", " as discard"
_event_or_lowest = Template(" as {event}, or freely as lowest {lowest}")
_any_of_three = Template(": {event}, discard or lowest {lowest}")
_or_discard = Template(" as {what}, or discard it")
_as = Template(" as {what}")


def describe_purpose(
    uses: tuple[CardUse, ...], lowest_of: str = "Ops", as_event: str = BOOK_WORDS.event
) -> str:
    """Say in a few words for what a chosen card may be played; nothing where for anything."""
    event, lowest, discard = (
        use in uses for use in (CardUse.EVENT, CardUse.LOWEST_OPS, CardUse.DISCARD)
    )
    if CardUse.ANY in uses:
        return ""
    if event and lowest:
        # Only the player sees whether the card is the lowest. All three are two lines of the
        # screen only if they are short.
        return (_any_of_three if discard else _event_or_lowest)(as_event, lowest_of)
    if lowest and not discard:
        return _FOR_ANY_PURPOSE
    if event or lowest:
        what = as_event if event else _lowest(lowest_of)
        return (_or_discard if discard else _as)(what)
    return _AS_DISCARD if discard else ""


use_card = Template(
    "{of_display:Use|Play} {what}. {asked}",
    *("what", "asked", "of_display"),
    short="{of_display:Use |}{what}. {asked}",
)
"""What is under way, and what is asked meanwhile."""
use_then_done = Template(
    "{of_display:Use|Play} {what}{purpose}, then done.",
    *("what", "purpose", "of_display"),
    short="{of_display:Use |}{what}{purpose}, then done.",
)
"""What is under way, and for what; a press says that it is done.

A card `of_display` is played: this sentence is the order to play it, too.
"""
discard_then_done = Template("Discard {what}, then done.")
use_by_dice = Template(
    "{why}: play {what}{purpose}, then done.", short="{why}: {what}{purpose}, then done."
)
any_purpose = Template(", {words}")
title_play = Template("Play {card}")
title_pick = Template("Card {card}")
title_discard = Template("Discard {card}")
ask_for_home_card = Template("Home card, or {words.pile_off_displays:flip|draw to} C?")
title_turn_c = Template("{words.pile_off_displays:Flip|Draw to} C")
title_none_left = Template("None left: {words.pile_off_displays:flip|draw to} C")
title_turn_up = Template("{drawn:Flip|Draw a card to} {card}", "card", "drawn")
title_nominate = Template("{words.nominate:begin} {card}", "card", "words")
nominate_card = Template("{words.nominate} a card")
title_end_of_turn = Template("End the {words.turn}")
title_range = Template("Range of a {words.space}")
title_next_turn = Template("{last:Next {words.turn}|End of the game}", "words", "last")
ask_to_turn_up = Template("Flip {missing:|a card|{missing} cards} of your choice.")
ask_for_headline = Template("Headline: deal {dealt:|a card|card {dealt}}. Whose event?")
title_headline = Template("{name:of}{has_one: event|: discard}")
describe_compelled = Template(
    "{as_event:{words.jolly_roger:begin}|Mandatory}: {what}", "what", "words", "as_event"
)
"""Why a roll offers nothing else: a mandatory card is an event, others are JR's."""
must_be_played = Template("No roll: {cards:or} must be played{ways:else}.")
too_many_mandatory = Template(
    "More mandatory cards than {words.chits}: those {of_flip:in excess|just flipped} go back first."
)
play_at_once = Template(
    "Mandatory: play {cards:or} now, uncounted", short="Mandatory: {cards:or} now, uncounted"
)
nothing_but = Template("Nothing to play: {way}")
describe_target = Template("Roll: {card} on {high:up-to}.")
ask_for_coloured = Template(
    "{words.white:begin} is {white}. Roll the {words.coloured} die.", "white", "words"
)
turn_over = Template("{words.turn:begin} {turn} is over.", "turn", "words")
turn_over_with_discards = Template(
    "{words.turn:begin} {turn} is over: "
    "you may discard up to {may} {combat:|combat }card{may:s||s}.",
    *("turn", "may", "words", "combat"),
)
describe_answer = Template("{clock}, {what}")
THE_ROLL = "the roll"
THE_CORRECTED_DIE = "the corrected die"
THE_CARD_DONE = "done"
next_hand = Template("{words.hand_size:begin} {of} from the next {words.turn}.", "of", "words")
play_as_event = Template("Play it for its {words.event}.")


# What the two dice of the row family do.


describe_miss = Template(
    "{words.white:begin} {white}: not {card} ({high:up-to}).", "white", "card", "high", "words"
)
describe_empty_space = Template(
    "{die:begin} {number}: {space} is empty, roll it again{is_event:.|; its event only.}"
)
describe_why = Template("{die:begin} {number}")
"""Which die plays a card: `White 3`."""
DOUBLES = "Doubles"
draw_top_card = Template("Draw the {words.pile}'s top card.")
put_top_card_back = Template("Put that card back on the {words.pile}.")
give_card = Template("Give the {card} to {side}, face-down.")
give_card_back = Template("Give the {card} back to {side}.")
turn_card_up = Template("Flip the {card} face-up.")
turn_card_down = Template("Flip the {card} face-down again.")
discard_kept = Template("{card}: discard the one from {space}.")
stays_empty = Template("{space} stays empty.")
describe_headline = Template("{name:of} headline.")
_PUT_BACK_FIRST = "{next_card:|Put card {next_card} back on the pile. }"
"""In an undo: the next card, if one was dealt."""
take_headline_back = Template(
    f"{_PUT_BACK_FIRST}Take back {{name:of}} headline.", "name", "next_card"
)
take_card_back = Template(
    f"{_PUT_BACK_FIRST}Take card {{card}} back from the discards.", "card", "next_card"
)
# What dice decide.

ask_check = Template("{text} Roll {span:span}.")
describe_check = Template("{number}: {passed:no|yes}, it takes {span:span}.")
ask_number = Template("{text} Roll.")
ask_together = Template("{text} Roll {dice} {dice:dice|die|dice}.")
describe_together = Template("Dice: {dice:list}.")
ask_check_against = Template("{text} Roll {high:up-to}.")
ask_if_named = Template("Roll the {words.die}: is {cards} named?", "cards", "words")
ask_if_played = Template("Is {card} played? Roll {high:up-to}.")
ask_which = Template("Roll: {text:inside} 1 to {choices}.")
describe_named = Template("{result}: {cards} {named:is not|is|are} {played:named|played}.")
"""Whether the Method die named cards, and what becomes of them; `named` is how many."""
describe_range_check = Template(
    "{number}: {card} {passed:is not|is} {played:named|played}, it takes {high:up-to}.",
    *("number", "card", "high", "passed", "played"),
)
"""Whether a die plays a card of the row, and what it takes."""
_pick = Template("Roll for {owner:a|{owner:of}} card: {rolls:list}.", "rolls", "owner")
_throw, _again = Template("{throw} {card}"), Template("{rolls:span} again")


def describe_random_choice(rolls: Mapping[str, str], over: int, owner: str) -> Text:
    """Describe which throw picks which card; `over` numbers at the end decide nothing.

    `owner` is named where the other side is at work.
    """
    said = (_throw(throw, card) for throw, card in rolls.items())
    return _pick((*said, *((_again((7 - over, 6)),) if over else ())), owner)


describe_one_of_many = Template("Roll: one of {owner:|{owner:of} }{number} cards at random.")
describe_drawn = Template("{number}: {own:|card }{card}.", "number", "card", "own")
describe_only_card = Template("No roll: {card}.")
describe_picked_number = Template("{number}: {text} {picked}.")
throw_again = Template("{number}: roll again.")
not_decided = Template("{number}: not decided yet.")
name_owned = Template("{owner:of} {letters}", "letters", "owner")
