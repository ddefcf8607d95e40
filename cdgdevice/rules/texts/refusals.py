"""The sentences with which the rules refuse a request: why not, and what is allowed instead."""

from collections.abc import Iterable

from cdgdevice.rules.texts.words import Words, did_you_mean, join_names, quote

NOTHING_TO_UNDO = "There is nothing to take back."
NO_ROLL_TO_CORRECT = "There is no roll that could be corrected."
BEGIN_ANOTHER = "The game is over. Begin another."
ROUND_UNDER_WAY = "A round is under way: finish it, or undo it, first."
TURN_IS_OVER = "The turn is over: set the turn, or who is active."


def describe_allowed(rollers: Iterable[str], options: Iterable[str], actions: Iterable[str]) -> str:
    """Say in one sentence what is allowed, in the ids of the text protocol."""
    ways = []
    if sides := tuple(rollers):
        ways.append(f"roll ({' or '.join(sides)})")
    if ids := tuple(options):
        ways.append(f"choose {', '.join(ids)}")
    if ids := tuple(dict.fromkeys(actions)):
        ways.append(f"act {', '.join(ids)}")
    return f"Allowed now: {'; '.join([*ways, 'undo'])}."


def cannot_roll(name: str, allowed: str) -> str:
    """Refuse a side's roll."""
    return f"{name} can't roll now. {allowed}"


def not_offered(given: str, known: tuple[str, ...], allowed: str) -> str:
    """Refuse an option or action, and name the nearest of the known ones."""
    return f"{quote(given)} is not offered now.{did_you_mean(given, known)} {allowed}"


def needs_dice(wanted: str, *, correction: bool) -> str:
    """Refuse a roll or correction without its dice."""
    return f"A {'correction' if correction else 'roll'} needs {wanted}."


def no_such_result(wanted: str) -> str:
    """Refuse a result of the Method die where another die is wanted."""
    return f"Only the Method die has such a result; give {wanted}."


def too_many_dice(given: int, wanted: str) -> str:
    """Refuse more dice than are wanted."""
    return f"{given} dice are too many; give {wanted}."


TWO_DICE = '"die": two numbers, white and coloured'
METHOD_DIE = '"die" (1 to 6) or "result"'
ONE_DIE = '"die": a number from 1 to 6'


def chosen_since(*, card: bool) -> str:
    """Refuse to correct a roll on which something was chosen."""
    what = "A card was taken" if card else "Something was chosen"
    return f"{what} since the last roll: undo that first, then correct the die."


def describe_repeat(title: str) -> str:
    """State that what was said since a roll must be said anew after its correction."""
    return f"{title}: say so again."


def too_many_steps(title: str, most: int) -> str:
    """Refuse to run a sheet's steps for ever."""
    return (
        f"Here {title} has more than {most} steps in one go; nothing has changed. Shorten the "
        "sheet's steps, or take another way."
    )


def one_thing_at_a_time(forms: Iterable[Iterable[str]]) -> str:
    """Refuse `set-table` with arguments that don't go together."""
    return f"set-table takes one thing at a time: {'; '.join(' '.join(each) for each in forms)}."


def no_count(name: str) -> str:
    """Refuse to set the count of a side that has none."""
    return f"{name} has no count of cards."


def cannot_change_hand(name: str, words: Words) -> str:
    """Refuse to set a hand size that does not vary now."""
    return f"{name} can't change its {words.hand_size} now."


def no_number_kept(given: str, kept: Iterable[str]) -> str:
    """Refuse to set a number that the sheet does not keep."""
    names = join_names(kept, "and") if (kept := tuple(kept)) else "none"
    return f"No number {quote(given)} is kept. Kept now: {names}."


def no_round_left(name: str) -> str:
    """Refuse to make a side active that has no round left."""
    return f"{name} has no round left in this turn."


def neither_side(name: str, given: str) -> str:
    """Refuse what names neither side."""
    return f'"{name}" is {quote(given)}. It must be left or right.'


def no_display(title: str) -> str:
    """Refuse a card of a game that has no display."""
    return f"{title} has no card display."


def no_such_facing(facings: Iterable[str], given: str) -> str:
    """Refuse a facing that is none."""
    return f"A card lies {join_names(facings, 'or')}, not {quote(given)}."


def no_such_place(name: str, given: str, places: Iterable[str]) -> str:
    """Refuse a place that the display of a side does not have."""
    return f"{name} has no {quote(given)}. Its places are {join_names(places, 'and')}."


def card_is_needed(card: str) -> str:
    """Refuse to put a card right that an open question is about."""
    return f"{card} is needed for what is open now: finish that, or undo it."


def last_of_row(card: str, name: str) -> str:
    """Refuse to take the last card off a row."""
    return f"{card} is the last card of {name}: the row can't be empty."


def no_such_number(name: str, given: str, low: int, high: int) -> str:
    """Refuse a number out of range."""
    return f'"{name}" is {quote(given)}. It must be a number from {low} to {high}.'


def hands_are(title: str, low: int, high: int) -> str:
    """Refuse hand sizes that the sheet does not have."""
    sizes = str(low) if low == high else f"from {low} to {high}"
    return f"Hand sizes in {title} are {sizes} cards a side."


def no_such_option(title: str, name: str, options: tuple[str, ...]) -> str:
    """Refuse an option that the sheet does not have."""
    known = ", ".join(options) or "none"
    return (
        f"{title} has no option {quote(name)}.{did_you_mean(name, options)} Its options: {known}."
    )


def option_must_be(name: str, *, switch: bool) -> str:
    """Refuse a value of an option."""
    wanted = "true or false" if switch else "a whole number from 1 to 6"
    return f"The option {quote(name)} must be {wanted}."


def only_one_of(first: str, second: str) -> str:
    """Refuse two variants of one group."""
    return f"Only one of {first} and {second} can be on; switch one off."
