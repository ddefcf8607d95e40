"""The sentences with which the rules refuse a request: why not, and what is allowed instead."""

from collections.abc import Iterable

from cdgdevice.rules.texts.templates import Template

NOTHING_TO_UNDO = "There is nothing to take back."
NO_ROLL_TO_CORRECT = "There is no roll that could be corrected."
BEGIN_ANOTHER = "The game is over. Begin another."
ROUND_UNDER_WAY = "A round is under way: finish it, or undo it, first."
TURN_IS_OVER = "The turn is over: set the turn, or who is active."


def describe_allowed(
    rollers: Iterable[str],
    options: Iterable[str],
    out_of_turn: Iterable[str],
    actions: Iterable[str],
) -> str:
    """Say in one sentence what is allowed, in the ids of the text protocol."""
    ways = []
    if sides := tuple(rollers):
        ways.append(f"roll ({' or '.join(sides)})")
    if ids := (*options, *out_of_turn):
        ways.append(f"choose {', '.join(ids)}")
    if ids := tuple(dict.fromkeys(actions)):
        ways.append(f"act {', '.join(ids)}")
    return f"Allowed now: {'; '.join([*ways, 'undo'])}."


cannot_roll = Template("{name} can't roll now. {allowed}")
not_offered = Template("{given:quoted} is not offered now.{hint} {allowed}")
needs_dice = Template("A {correction:roll|correction} needs {wanted}.", "wanted", "correction")
no_such_result = Template("Only the Method die has such a result; give {wanted}.")
too_many_dice = Template("{given} dice are too many; give {wanted}.")
TWO_DICE = '"die": two numbers, white and coloured'
METHOD_DIE = '"die" (1 to 6) or "result"'
ONE_DIE = '"die": a number from 1 to 6'
several_dice = Template('"die": up to {dice} numbers, each from 1 to 6')
chosen_since = Template(
    "{card:Something was chosen|A card was taken} since the last roll: undo that first, then "
    "correct the die."
)
name_sides = Template(
    "Give the sides two different names in Latin letters, of at most {most} characters each; ß "
    "counts as two."
)
ask_to_repeat = Template("{title}: say so again.")
too_many_steps = Template(
    "Here {title} has more than {most} steps in one go; nothing has changed. Shorten the "
    "sheet's steps, or take another way."
)


def one_thing_at_a_time(forms: Iterable[Iterable[str]]) -> str:
    """Refuse `set-table` with arguments that don't go together."""
    return f"set-table takes one thing at a time: {'; '.join(' '.join(each) for each in forms)}."


no_count = Template("{name} has no count of cards.")
cannot_change_hand = Template("{name} can't change its {words.hand_size} now.")
no_number_kept = Template("No number {given:quoted} is kept. Kept now: {names:none|{names:and}}.")
no_round_left = Template("{name} has no round left in this turn.")
neither_side = Template('"{name}" is {given:quoted}. It must be left or right.')
no_display = Template("{title} has no card display.")
no_such_facing = Template("A card lies {facings:or}, not {given:quoted}.")
no_such_place = Template("{name} has no {given:quoted}. Its places are {places:and}.")
card_is_needed = Template("{card} is needed for what is open now: finish that, or undo it.")
last_of_row = Template("{card} is the last card of {name}: the row can't be empty.")
no_such_number = Template("{given:quoted} is not possible: give a number from {low} to {high}.")


def hands_are(title: str, low: int, high: int) -> str:
    """Refuse hand sizes that the sheet does not have."""
    sizes = str(low) if low == high else f"from {low} to {high}"
    return f"Hand sizes in {title} are {sizes} cards a side."


no_such_option = Template(
    "{title} has no option {name:quoted}.{hint} Its options: {options:none|{options:list}}.",
)
option_must_be = Template(
    "The option {name:quoted} must be {switch:a whole number from 1 to 6|true or false}."
)
only_one_of = Template("Only one of {first} and {second} can be on; switch one off.")
