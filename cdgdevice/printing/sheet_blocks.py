"""A sheet in words for paper: the same words as in the terminal, in blocks with headings."""

from collections.abc import Iterator

from cdgdevice.method.die import Result
from cdgdevice.method.display import Space
from cdgdevice.method.notes import heading
from cdgdevice.method.sheet import Sheet
from cdgdevice.method.terms import Family
from cdgdevice.printing.flow import Block
from cdgdevice.printing.spaces import flipped
from cdgdevice.workshop.sheet_words import course_words, family_words, sides_words, variant_words
from cdgdevice.workshop.way_words import action_words, instead_words

TWO_DICE = (
    "Nominate a face-up card, or take another way. Throw a white and a coloured die.",
    "White within the range of its space, and no doubles: it is played, for anything.",
    "Otherwise the coloured die: 1 to 5 play A to E, 6 the pile's top card, for anything.",
    "Doubles play what the coloured die says, as its event.",
    "Then the card in E leaves, the others slide toward E, and new cards come from the A end: "
    "face-down, unless the row is open.",
)
"""How a row is played."""
_NAMELESS = {"Left side", "Right side"}
"""What sides are called that have no names of their own."""


def blocks(sheet: Sheet) -> Iterator[Block]:
    """Give all of a sheet but its results, in the order in which it is needed at the table."""
    family = family_words(sheet)
    named = not _NAMELESS.issuperset(sheet.sides.values())
    sides = (sides_words(sheet),) if named else ()
    course = (f"{family[0].upper()}{family[1:]}.", *sides, *course_words(sheet))
    yield Block("", course, "Set-up and course")
    if sheet.family is Family.ROW:
        yield Block("", TWO_DICE, "Two dice")
    usual = "nomination" if sheet.family is Family.ROW else "roll"
    yield from _titled(
        f"Instead of a {usual}", ((way.title, instead_words(way, sheet)) for way in sheet.instead)
    )
    yield from _titled(
        "When it comes up",
        ((action.title, action_words(action, sheet)) for action in sheet.actions),
    )
    if sheet.beside:
        yield Block("", tuple(f"{card.title}." for card in sheet.beside), "Beside the display")
    yield from _titled("Notes", _notes(sheet))
    if sheet.variants:
        yield Block("", tuple(map(variant_words, sheet.variants)), "Variants")


def refill_words(sheet: Sheet, result: Result) -> tuple[str, ...]:
    """Say how the gap of the card that a result played is filled, and which way up."""
    if sheet.family is Family.OPEN:
        return ("Refill: face-down.",)
    if Space.C in flipped(sheet.outcomes[result].steps):
        gap = "Refill: the card on C, face-up."
    elif result is Result.EVENT:
        gap = "Refill: the card on C, as it lies."
    else:
        gap = "Refill: the card on C, face-down unless it was face-up before."
    return (gap, "The next card on C stays face-down.")


def _notes(sheet: Sheet) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Give each text once, below the headings of all the notes that say it."""
    headings: dict[str, list[str]] = {}
    for note in sheet.notes:
        # A number stays on the line of the name that follows it.
        named = heading(note).replace(" ", "\N{NO-BREAK SPACE}", note.card is not None)
        headings.setdefault(note.text, []).append(named)
    for text, alike in headings.items():
        yield ", ".join(alike), (text,)


def _titled(title: str, parts: Iterator[tuple[str, tuple[str, ...]]]) -> Iterator[Block]:
    """Give a block for each part, the first of them below the title."""
    for name, lines in parts:
        # The gadget counts, on paper a letter stands for the number.
        yield Block(name, tuple(line.replace("{n}", "n") for line in lines), title)
        title = ""
