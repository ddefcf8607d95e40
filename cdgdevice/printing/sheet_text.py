"""What is printed of a sheet: blocks with headings, and for a mat what each space needs to say."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from cdgdevice.printing.printout import Block
from cdgdevice.rules.card_display import Space
from cdgdevice.rules.card_steps import FlipSpaces, Whose
from cdgdevice.rules.die import DieResult
from cdgdevice.rules.note_search import note_heading
from cdgdevice.rules.sheet import Sheet
from cdgdevice.rules.sheet_entries import SheetFamily
from cdgdevice.rules.steps import Step
from cdgdevice.rules.texts.templates import begin_sentence
from cdgdevice.rules.texts.words import BOOK_WORDS, Words
from cdgdevice.sheet_tools import sheet_words


class Spot(Struct, frozen=True):
    """A place for cards on a mat."""

    title: str
    """In the middle of the place: a letter or a few words."""
    lies: str
    """How its card lies when the game begins; empty where it is a pile."""
    results: tuple[DieResult, ...] = ()
    """The results that turn its card up."""
    reach: str = ""
    """Row family: the white dice that play its card when it is nominated."""
    pile: bool = False
    """Cards lie in a pile here."""
    words: Words = BOOK_WORDS

    @property
    def named(self) -> str:
        """What stands above the results or the white dice; empty where there are none."""
        if self.reach:
            return f"{self.words.nominated}, it is played by"
        return "turned up by" if self.results else ""


def display_spots(sheet: Sheet) -> tuple[Spot, ...]:
    """Return the places of one side's display from left to right; none without a display."""
    five = tuple(_spot(sheet, space) for space in Space)
    pile = begin_sentence(sheet.words.draw_pile)
    match sheet.family:
        case SheetFamily.PILE:
            return five
        case SheetFamily.OPEN:
            return (*five, Spot(f"{pile} or {sheet.words.discards}", "", pile=True))
        case SheetFamily.ROW:
            return (Spot(pile, "", pile=True), *five)
        case SheetFamily.CHECKS:
            return ()


def flipping_results(steps: Iterable[Step]) -> frozenset[Space]:
    """Return the spaces of the side's own display that a result turns up."""
    return frozenset(
        space
        for step in steps
        if isinstance(step, FlipSpaces) and step.whose is not Whose.OTHER
        for space in step.spaces
    )


def _spot(sheet: Sheet, space: Space) -> Spot:
    facing = "face-up" if space in sheet.face_up else "face-down"
    on_c = sheet.family.is_pile(space)
    naming = tuple(
        result
        for result, outcome in sheet.outcomes.items()
        if space in flipping_results(outcome.steps)
    )
    reach = "" if sheet.row is None else f"{sheet.words.white} 1 to {sheet.row.ranges[space]}"
    return Spot(space.value, f"set-up: {facing}", naming, reach, on_c, sheet.words)


def two_dice_words(words: Words) -> tuple[str, ...]:
    """Describe how a row is played."""
    white, coloured = words.white, words.coloured
    return (
        f"{begin_sentence(words.nominate)} a face-up card, or take another way. "
        f"Roll a {white} and a {coloured} die.",
        f"{begin_sentence(white)} within the range of its {words.space}, and no doubles: "
        "it is played, for anything.",
        f"Otherwise the {coloured} die: 1 to 5 play A to E, 6 the {words.pile}'s top card, "
        "for anything.",
        f"Doubles play what the {coloured} die says, as its {words.event}.",
        "Then the card in E leaves, the others slide toward E, and new cards come from the A end: "
        "face-down, unless the row is open.",
    )


_NAMELESS = {"Left side", "Right side"}
"""What sides are called that have no names of their own."""


def sheet_blocks(sheet: Sheet) -> Iterator[Block]:
    """Return all of a sheet but its results, in the order in which it is needed at the table."""
    family = sheet_words.family_words(sheet)
    named = not _NAMELESS.issuperset(sheet.sides.values())
    sides = (sheet_words.sides_words(sheet),) if named else ()
    course = (f"{family[0].upper()}{family[1:]}.", *sides, *sheet_words.course_words(sheet))
    yield Block("", course, "Set-up and course")
    if sheet.family.nominates:
        yield Block("", two_dice_words(sheet.words), "Two dice")
    usual = sheet.words.nomination if sheet.family.nominates else "roll"
    yield from _titled(
        f"Instead of a {usual}",
        ((way.title, sheet_words.outline_words(way, sheet)) for way in sheet.instead),
    )
    yield from _titled(
        "When it comes up: for either side, at any time, if no more is said",
        (
            (action.title, words)
            for action in sheet.actions
            if (words := sheet_words.outline_words(action, sheet))
        ),
    )
    # What actions place there is told with them.
    if beside := tuple(f"{card.title}." for card in sheet.beside if not card.tracked):
        yield Block("", beside, "Beside the display")
    yield from _titled("Notes", _notes(sheet))
    if sheet.variants:
        yield Block("", tuple(map(sheet_words.variant_words, sheet.variants)), "Variants")


def refill_words(sheet: Sheet, result: DieResult) -> tuple[str, ...]:
    """Describe which card fills the gap after a result, and whether it is face-up."""
    if sheet.family.shares_pile:
        return ("Refill: face-down.",)
    if Space.C in flipping_results(sheet.outcomes[result].steps):
        gap = "Refill: the card on C, face-up."
    elif result is DieResult.EVENT:
        gap = "Refill: the card on C, and keep its facing."
    else:
        gap = "Refill: the card on C, face-down unless it was face-up before."
    return (gap, "The next card on C stays face-down.")


def _notes(sheet: Sheet) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Return each text once, below the headings of all the notes that say it."""
    headings: dict[str, list[str]] = {}
    for note in sheet.notes:
        # A number stays on the line of the name that follows it.
        named = note_heading(note).replace(" ", "\N{NO-BREAK SPACE}", note.card is not None)
        headings.setdefault(note.text, []).append(named)
    for text, alike in headings.items():
        yield ", ".join(alike), (text,)


def _titled(title: str, parts: Iterator[tuple[str, tuple[str, ...]]]) -> Iterator[Block]:
    """Return a block for each part, the first of them below the title."""
    for name, lines in parts:
        # The gadget counts, on paper a letter stands for the number.
        yield Block(name, tuple(line.replace("{n}", "n") for line in lines), title)
        title = ""
