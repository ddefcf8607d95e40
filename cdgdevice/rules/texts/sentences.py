"""The sentences of the rules: what they ask, offer and decide, each written once.

The orders of the hands and a document's own words are in `words`, a sheet's texts
in its file. What is said to a program that speaks the text protocol is in `requests`.
"""

from collections.abc import Iterable, Mapping

from cdgdevice.rules.die import DieResult
from cdgdevice.rules.steps import CardUse
from cdgdevice.rules.texts.words import (
    BOOK_WORDS,
    Words,
    begin_sentence,
    join_names,
    possessive_of,
)

# What a round and a turn ask.

NEXT_PAGE = "Done: next"
SKIP_SET_UP = "Skip the set-up"
ONE_CARD_ON = "Done: go on"
NO_MORE_CARDS = "No more cards"
WHO_BEGINS = "Whoever begins rolls."
"""What is asked where the game's own rules say who has a turn's first round."""
MANDATORY_QUESTION = "Mandatory card? Mark it."
"""What is asked where such a card would have to be played; who goes on has said no.

It is before a side's last roll of a turn or, by some sheets, after each that turns a card up. One
line of the glass, so that the order of the last round stays in sight above it."""
MANDATORY = "Mandatory"
"""Why a card is played, before a colon."""
GAME_OVER = "The game is over."
ROLL = "roll"
PLAY_NOTHING = "Play nothing"
NOTHING_TO_PLAY = "Nothing to play."
DONE = "Done: refill and count"
DONE_UNCOUNTED = "Done: refill"
OTHER_SIDES_DISCARDS = "Their discards"
PLAY_HOME_CARD = "Play a home card"
EITHER_SIDES = "Either side's"
WHEN_DONE = "When it is done"
"""Before the rules of what follows a card that is being played."""


def about_order(order: str) -> str:
    """Name an order before its rule."""
    return f'About "{order}"'


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
HOME_CARD_DOWN = ("Turn the home card face-down.", "Turn the home card face-up again.")
HOME_CARDS_UP = ("Turn your home cards face-up.", "Turn the home cards face-down again.")
SHUFFLE_ALL = "Shuffle all cards with the discards."
KEEP_CARD_ON_TOP = "Keep the face-up card on top."
STAYS_SHUFFLED = "The cards are mixed: leave the new ones, facing as the screen shows."
"""What an undo says of a shuffle."""
SHUFFLE_AT_SET_UP = "Shuffle the cards, face-down."
THROW_ONCE_MORE = "Throw once more."
DISCARD_HEADLINE = "Discard it, deal another."
NOTHING_TO_NOMINATE = "No card is left to nominate."
DICE_TAKEN_BACK = "You took back its dice."


def join_ways(ways: Iterable[str]) -> str:
    """Say in one sentence what may be done instead of each other: `Roll, pass or 1-Ops.`."""
    return f"{begin_sentence(join_names(ways, 'or'))}."


def ask_who_begins(ways: str) -> str:
    """Say in what ways a turn may begin whose first round either side may have."""
    return f"Whoever begins: {ways[:1].lower()}{ways[1:]}"


def ask_for_page(number: int, of: int) -> str:
    """Describe which page of the set-up is to be done."""
    return f"Set-up, {number} of {of}."


def count_page(number: int, of: int) -> str:
    """Describe which page it is of a text that goes on: no choice and no count looks so."""
    return f"page {number}/{of}"


def count_die(number: int, of: int) -> str:
    """Describe which die it is of those that were counted, each on a page of its own."""
    return f"die {number}/{of}"


def ask_for_hand(name: str) -> str:
    """Ask how many cards a side holds."""
    return f"{possessive_of(name)} hand: how many cards?"


def ask_for_variant(title: str) -> str:
    """Ask whether a variant is played with."""
    return f"{title}?"


def answer_variant(title: str, *, on: bool) -> str:
    """Title the answer that plays with a variant, or without it."""
    return f"{title}: {'yes' if on else 'no'}"


def ask_for_group(group: str) -> str:
    """Ask which one of a group of variants is played: `Which scenario?`."""
    return f"Which {group.replace('-', ' ')}?"


NONE_OF_THESE = "None of these"


REVEALED = "Revealed"
"""At the top of a side's screen: its row is open."""


def name_extras(number: int) -> str:
    """Say at the top of a side's screen how many extra cards it holds."""
    return "Extra" if number == 1 else f"{number} extra"


def describe_clock(turn: int, round_: int, words: Words) -> str:
    """Describe which round it is in few letters: `T1 R4`, or by the sheet's words `T1 I4`."""
    in_turn = f"{words.round[:1].upper()}{round_}"
    return f"{words.turn[:1].upper()}{turn} {in_turn}" if words.has_turns else in_turn


def count_turns(turn: int, round_: int, words: Words) -> tuple[str, int]:
    """Return what a game counts, and which one it is at: its turns, or its rounds without any."""
    return (words.turn, turn) if words.has_turns else (words.round, round_)


def describe_when(turn: int, round_: int, words: Words, period: str | None = None) -> str:
    """Describe which round it is: `turn 1, round 4`; with the name of the turn's period, if any."""
    turns = (f"{words.turn} {turn}", period) if words.has_turns else ()
    return ", ".join(filter(None, (*turns, f"{words.round} {round_}")))


def list_in_line(named: Iterable[str]) -> str:
    """Say in a line what the top of a screen has no room for."""
    return f"{', '.join(named)}."


def explain_variant(title: str, text: str) -> str:
    """Describe what a variant of a group means."""
    return f"{title}: {text}"


def keep_pile_beside(words: Words) -> str:
    """Describe where the common draw pile is."""
    return f"Keep the {words.draw_pile} off the displays."


def place_pile_on_c(words: Words) -> str:
    """Describe where a side's own draw pile is."""
    return f"Lay your {words.draw_pile} on C, face-down."


def name_result(result: DieResult, words: Words) -> str:
    """Name what the Method die shows: `ABC`, `JR`, or the signs of the sheet for it."""
    signs = words.signs_of_jolly_roger if result is DieResult.JR else None
    return signs or result.value


def describe_thrown(result: str, *, two_dice: bool) -> str:
    """Say in few letters what a round's result is: `die ABC`, or of two dice `dice W6 C1`."""
    return f"{'dice' if two_dice else 'die'} {result}"


def describe_roll(result: DieResult | None, numbers: tuple[int, ...], words: Words) -> str:
    """Describe what the dice of a round show: `The die: ABC.`, or the two dice by their names."""
    if result is not None:
        return f"The die: {name_result(result, words)}."
    white, coloured = numbers
    return f"The dice: {words.white} {white}, {words.coloured} {coloured}."


def describe_kept(title: str, value: int | Iterable[str]) -> str:
    """Describe what a sheet keeps in sight: `Aggression: 4.`, or the names it holds."""
    return f"{title}: {value if isinstance(value, int) else join_names(value, 'and')}."


def title_kept(name: str) -> str:
    """Title a number that a sheet keeps by its name alone."""
    return begin_sentence(name.replace("-", " "))


MOST_NAMED = 4
"""More cards than this are not named one by one: the glass shows which they are."""


def describe_offers(
    cards: Iterable[tuple[str, tuple[CardUse, ...]]],
    beside: Iterable[str] = (),
    lowest_of: str = "Ops",
    as_event: str = BOOK_WORDS.event,
) -> str:
    """Say in one sentence what may be played: cards by their letters, and what they may be for."""
    freely: list[str] = []
    event: list[str] = []
    lowest: list[str] = []
    discard = False
    for card, uses in cards:
        if CardUse.ANY in uses:
            freely.append(card)
        if CardUse.EVENT in uses:
            event.append(card)
        if CardUse.LOWEST_OPS in uses and CardUse.ANY not in uses:
            lowest.append(card)
        discard = discard or CardUse.DISCARD in uses
    parts = []
    if freely:
        parts.append(f"play {join_names(freely, 'or')}")
    if event:
        named = join_names(event, "or") if len(event) <= MOST_NAMED else "any face-up card"
        parts.append(f"play {named} as {as_event}")
    if lowest:
        of_them = "" if lowest == event else f" of {join_names(lowest, 'or')}"
        short = len(lowest) <= MOST_NAMED
        parts.append(f"lowest {lowest_of}{of_them}" if short else f"lowest face-up {lowest_of}")
    if discard:
        parts.append("discard an event")
    parts.extend(beside)
    sentence = f"{', '.join(parts[:-1])}, or {parts[-1]}" if len(parts) > 1 else parts[0]
    return f"{begin_sentence(sentence)}."


_SHORTER_WORDS = (
    (" any face-up card ", " any card "),
    ("Play ", ""),
    ("play ", ""),
    (" face-up", ""),
)
"""What `describe_offers` says more fully than need be."""


def shorten_offers(sentence: str) -> str:
    """Say in fewer words what may be played, where the glass shows the cards anyhow."""
    for long, short in _SHORTER_WORDS:
        sentence = sentence.replace(long, short)
    return begin_sentence(sentence)


def or_ways(sentence: str, ways: Iterable[str]) -> str:
    """Add to a sentence what may be done instead."""
    return f"{sentence.removesuffix('.')}, or {join_names(ways, 'or')}."


def describe_purpose(
    uses: tuple[CardUse, ...], lowest_of: str = "Ops", as_event: str = BOOK_WORDS.event
) -> str:
    """Say in a few words for what a chosen card may be played; nothing where for anything."""
    names = {
        CardUse.EVENT: as_event,
        CardUse.LOWEST_OPS: f"lowest {lowest_of}",
        CardUse.DISCARD: "discard",
    }
    found = [names[use] for use in uses if use in names]
    if CardUse.ANY in uses or not found:
        return ""
    if uses == (CardUse.LOWEST_OPS,):
        return " for any purpose"
    if set(uses) == {CardUse.EVENT, CardUse.LOWEST_OPS}:
        # Only the player sees whether the card is the lowest.
        return f" as {as_event}, or freely as lowest {lowest_of}"
    if len(found) == len(names):
        # All three are two lines on the glass only if they are short.
        return f": {as_event}, discard or lowest {lowest_of}"
    if CardUse.DISCARD in uses and len(found) > 1:
        return f" as {found[0]}, or discard it"
    return f" as {join_names(found, 'or')}"


def use_card(what: str, asked: tuple[str, ...], *, of_display: bool) -> str:
    """State that a card is under way, and what is asked meanwhile."""
    return " ".join((f"{_use(what, of_display=of_display)}.", *asked))


def use_then_done(what: str, purpose: str, *, of_display: bool) -> str:
    """State that a card is under way, and for what; a press says that it is done.

    A card `of_display` is played: this sentence is the order to play it, too.
    """
    return f"{_use(what, of_display=of_display)}{purpose}, then done."


def _use(what: str, *, of_display: bool) -> str:
    """Say to play a card of the display, or to use what else the round is taken by."""
    return f"{'Play' if of_display else 'Use'} {what}"


def discard_then_done(what: str) -> str:
    """State that the round's own card can be discarded only."""
    return f"{title_discard(what)}, then done."


def use_by_dice(why: str, what: str, purpose: str) -> str:
    """Describe which card the two dice play, why, and for what."""
    return f"{why}: play {what}{purpose}, then done."


def any_purpose(words: str) -> str:
    """State that a card of the row may be played freely, in the sheet's words for it."""
    return f", {words}"


def title_play(card: str) -> str:
    """Title the choice of a card to play."""
    return f"Play {card}"


def title_pick(card: str) -> str:
    """Title the choice of a card that something else asks for."""
    return f"Card {card}"


def title_discard(card: str) -> str:
    """Title the choice of a card to discard."""
    return f"Discard {card}"


def ask_for_home_card(words: Words) -> str:
    """Ask whether a home card is played instead of what turns C up."""
    return f"Home card, or {_turn_c(words)}?"


def title_turn_c(words: Words, *, none_left: bool) -> str:
    """Title the choice of no home card, and that of a side that has none left."""
    turn_c = _turn_c(words)
    return f"None left: {turn_c}" if none_left else begin_sentence(turn_c)


def _turn_c(words: Words) -> str:
    return "draw to C" if words.pile_off_displays else "turn C"


def title_turn_up(card: str, *, drawn: bool) -> str:
    """Title the choice of a card to turn up, or of one that is drawn for it."""
    return f"Draw a card to {card}" if drawn else f"Flip {card}"


def title_nominate(card: str, words: Words) -> str:
    """Title the choice of a card to nominate."""
    return f"{begin_sentence(words.nominate)} {card}"


def nominate_card(words: Words) -> str:
    """State that a card of the row may be nominated."""
    return f"{words.nominate} a card"


def title_end_of_turn(words: Words) -> str:
    """Title the action that ends a turn."""
    return f"End the {words.turn}"


def title_range(words: Words) -> str:
    """Title the action that sets the range of a space."""
    return f"Range of a {words.space}"


def title_next_turn(words: Words, *, last: bool) -> str:
    """Title the choice that leaves a turn which is over."""
    return "End of the game" if last else f"Next {words.turn}"


def ask_to_turn_up(missing: int) -> str:
    """Ask which cards are turned up."""
    return f"Flip {'a card' if missing == 1 else f'{missing} cards'} of your choice."


def ask_for_headline(dealt: int) -> str:
    """Ask whose event the card is that was dealt as a headline."""
    return f"Headline: deal {'a card' if dealt == 1 else f'card {dealt}'}. Whose event?"


def title_headline(name: str, *, has_one: bool) -> str:
    """Title the answer that a dealt card is this side's event."""
    return f"{possessive_of(name)}{': discard' if has_one else ' event'}"


def describe_compelled(sentence: str, words: Words, *, as_event: bool) -> str:
    """Explain why a roll offers nothing else: a mandatory card is an event, others are JR's."""
    why = MANDATORY if as_event else begin_sentence(words.jolly_roger)
    return f"{why}: {sentence[:1].lower()}{sentence[1:]}"


def must_be_played(cards: Iterable[str], free_ways: tuple[str, ...]) -> str:
    """State that a side does not roll, for mandatory cards are due; and what stays open."""
    but = f", or {join_names(free_ways, 'or')}" if free_ways else ""
    return f"No roll: {join_names(cards, 'or')} must be played{but}."


def too_many_mandatory(words: Words, *, of_flip: bool) -> str:
    """State that mandatory cards go back into the pile before anything is chosen."""
    which = "those just flipped" if of_flip else "those in excess"
    return f"More mandatory cards than {words.chits}: {which} go back first."


def play_at_once(cards: Iterable[str]) -> str:
    """State that a mandatory card is played at once."""
    return f"{MANDATORY}: play {join_names(cards, 'or')} now, uncounted."


def nothing_but(way: str) -> str:
    """State that the result offers no card, and what is left."""
    return f"Nothing to play: {way}."


def describe_target(card: str, high: int) -> str:
    """Describe what the white die plays a nominated card on: a line of the largest letters."""
    return f"Roll: {card} on {describe_span(1, high)}."


def ask_for_coloured(white: int, words: Words) -> str:
    """Describe what the white die shows, and ask for the other."""
    return f"{begin_sentence(words.white)} is {white}. Throw the {words.coloured} die."


def turn_over(turn: int, words: Words) -> str:
    """State that a turn is over."""
    return f"{begin_sentence(words.turn)} {turn} is over."


def turn_over_with_discards(turn: int, may: int, words: Words, *, combat: bool) -> str:
    """State that a turn is over, and how many cards may be discarded before the next."""
    kind = f"{'combat ' if combat else ''}card{'' if may == 1 else 's'}"
    return f"{begin_sentence(words.turn)} {turn} is over: you may discard {may} {kind}."


def describe_answer(clock: str, what: str) -> str:
    """Describe which answer it was, after the round that it was in: `T1 R4, the roll`."""
    return f"{clock}, {what}"


THE_ROLL = "the roll"
THE_CORRECTED_DIE = "the corrected die"
THE_CARD_DONE = "done"


def next_hand(of: int, words: Words) -> str:
    """State that a hand size holds from the next turn on."""
    return f"{begin_sentence(words.hand_size)} {of} from the next {words.turn}."


def play_as_event(words: Words) -> str:
    """State that a mandatory card that was to be discarded is played."""
    return f"Play it for its {words.event}."


# What the two dice of the row family do.


def describe_miss(white: int, card: str, high: int, words: Words) -> str:
    """State that the white die does not play the card that was nominated, and what would have."""
    return f"{begin_sentence(words.white)} {white}: not {card} ({describe_span(1, high)})."


def describe_empty_space(space: str, words: Words) -> str:
    """State that the coloured die named an empty space."""
    return f"{space} is empty: throw the {words.coloured} die again."


def describe_why(number: int, words: Words, *, hit: bool) -> str:
    """Describe which die plays a card: `White 3`."""
    return begin_sentence(f"{words.white if hit else words.coloured} {number}")


DOUBLES = "Doubles"


def draw_top_card(words: Words) -> tuple[str, str]:
    """Order the draw of the pile's top card, and its undoing."""
    return f"Draw the {words.pile}'s top card.", f"Put that card back on the {words.pile}."


def give_card(card: str, to: str, back_to: str) -> tuple[str, str]:
    """Order that a card beside the row goes to the other side, and its undoing."""
    return f"Give the {card} to {to}, face-down.", f"Give the {card} back to {back_to}."


def turn_card_up(card: str) -> tuple[str, str]:
    """Order that a card beside the row, which came face-down, may be played now; its undoing."""
    return f"Turn the {card} face-up.", f"Turn the {card} face-down again."


def stays_empty(space: str) -> str:
    """State that the gap of a discarded card is kept."""
    return f"{space} stays empty."


def describe_headline(name: str) -> str:
    """Say whose headline a dealt card is."""
    return f"{possessive_of(name)} headline."


def take_headline_back(name: str, next_card: int | None) -> str:
    """Undo a headline; the next card, if one was dealt, goes back first."""
    return f"{_put_card_back(next_card)}Take back {possessive_of(name)} headline."


def take_card_back(card: int, next_card: int | None) -> str:
    """Undo the discard of a dealt card; the next card, if one was dealt, goes back first."""
    return f"{_put_card_back(next_card)}Take card {card} back from the discards."


def _put_card_back(card: int | None) -> str:
    return "" if card is None else f"Put card {card} back on the pile. "


# What dice decide.


def describe_span(low: int, high: int) -> str:
    """Name the numbers of a die from `low` to `high`."""
    return f"{low}" if low == high else f"{low}-{high}"


def ask_check(text: str, low: int, high: int) -> str:
    """Ask for the die of a check, and say on what it passes."""
    return f"{text} {_roll_for_yes(low, high)}"


def ask_number(text: str) -> str:
    """Ask for the die whose number is kept; the sheet says what for."""
    return f"{text} Roll."


def ask_check_against(text: str, high: int) -> str:
    """Ask for the die of a check against a level that is kept."""
    return f"{text} {_roll_for_yes(1, high)}"


def ask_if_named(cards: str, words: Words) -> str:
    """Ask for the Method die that names one of these cards, or none."""
    return f"Roll the {words.die}: is {cards} named?"


def ask_if_played(card: str, high: int) -> str:
    """Ask for the die that plays a card of the row by its range."""
    return f"Is {card} played? {_roll_for_yes(1, high)}"


def ask_which(text: str, choices: int) -> str:
    """Ask for a die that picks one of some numbers."""
    return f"Roll: {text[:1].lower()}{text[1:]} 1 to {choices}."


def _roll_for_yes(low: int, high: int) -> str:
    """Ask for the die that answers a question: these numbers are its yes."""
    return f"Roll {describe_span(low, high)}."


def describe_check(number: int, passed: bool, low: int, high: int) -> str:
    """Describe how a check went and why, as in `4: no, it takes 1-3`."""
    return f"{number}: {'yes' if passed else 'no'}, it takes {describe_span(low, high)}."


def describe_named(result: str, cards: str, *, named: int, played: bool) -> str:
    """Return whether the Method die named cards, and what becomes of them; `named` is how many."""
    is_ = "is not" if not named else "is" if named == 1 else "are"
    return f"{result}: {cards} {is_} {_word_for(played=played)}."


def ask_for_number(number: int, card: str, high: int, *, passed: bool, played: bool) -> str:
    """Return whether a die plays a card of the row, and what it takes."""
    is_ = "is" if passed else "is not"
    return f"{number}: {card} {is_} {_word_for(played=played)}, it takes {describe_span(1, high)}."


def _word_for(*, played: bool) -> str:
    """Describe what becomes of a card that a die hits."""
    return "played" if played else "named"


def describe_random_choice(throws: Mapping[str, str], over: int, owner: str) -> str:
    """Describe which throw picks which card; `over` numbers at the end decide nothing.

    `owner` is named where the other side is at work.
    """
    said = ", ".join(f"{throw} {card}" for throw, card in throws.items())
    if over:
        said += f", {'6' if over == 1 else f'{7 - over}-6'} again"
    return f"Roll for {possessive_of(owner) if owner else 'a'} card: {said}."


def describe_one_of_many(cards: int, owner: str) -> str:
    """State that a card is picked by more than one throw."""
    whose = f"{possessive_of(owner)} " if owner else ""
    return f"Roll: one of {whose}{cards} cards at random."


def describe_drawn(number: int, card: str, *, own: bool) -> str:
    """Describe which card a die picked at random."""
    return f"{number}: card {card}." if own else f"{number}: {card}."


def describe_only_card(card: str) -> str:
    """Describe which card a random choice takes where there is only one."""
    return f"No roll: {card}."


def describe_picked_number(number: int, text: str, picked: int) -> str:
    """Describe which number a die picked."""
    return f"{number}: {text} {picked}."


def throw_again(number: int) -> str:
    """State that a throw decides nothing."""
    return f"{number}: throw again."


def not_decided(number: int) -> str:
    """State that a throw decides a part only."""
    return f"{number}: not decided yet."


def name_owned(letters: str, owner: str) -> str:
    """Name cards of the side that is not at work."""
    return f"{possessive_of(owner)} {letters}"
