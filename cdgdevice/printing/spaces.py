"""What a mat says of a space: how its card lies at first, and which results name it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from cdgdevice.method.die import Result
from cdgdevice.method.display import Space
from cdgdevice.method.sheet import Sheet
from cdgdevice.method.steps import FlipSpaces, Step
from cdgdevice.method.terms import Family, Whose


@dataclass(frozen=True, slots=True)
class Spot:
    """A place for cards on a mat."""

    title: str
    """In the middle of the place: a letter or a few words."""
    lies: str
    """How its card lies when the game begins; empty where it is a pile."""
    results: tuple[Result, ...] = ()
    """The results that turn its card up."""
    reach: str = ""
    """Row family: the white dice that play its card when it is nominated."""
    pile: bool = False
    """Cards lie in a pile here."""

    @property
    def named(self) -> str:
        """What stands above the results or the white dice; empty where there are none."""
        if self.reach:
            return "nominated, it is played by"
        return "turned up by" if self.results else ""


def spots(sheet: Sheet) -> tuple[Spot, ...]:
    """Give the places of one side's display from left to right; none where there is no display."""
    five = tuple(_spot(sheet, space) for space in Space)
    match sheet.family:
        case Family.PILE:
            return five
        case Family.OPEN:
            return (*five, Spot("Draw pile or discards", "", pile=True))
        case Family.ROW:
            return (Spot("Draw pile", "", pile=True), *five)
        case Family.CHECKS:
            return ()


def flipped(steps: Iterable[Step]) -> frozenset[Space]:
    """Give the spaces of the side's own display that a result turns up."""
    return frozenset(_flipped(steps))


def _spot(sheet: Sheet, space: Space) -> Spot:
    facing = "face-up" if space in sheet.face_up else "face-down"
    on_c = sheet.family is Family.PILE and space is Space.C
    naming = tuple(
        result for result, outcome in sheet.outcomes.items() if space in flipped(outcome.steps)
    )
    reach = "" if sheet.row is None else f"white 1 to {sheet.row.ranges[space]}"
    return Spot(space.value, f"set-up: {facing}", naming, reach, on_c)


def _flipped(steps: Iterable[Step]) -> Iterator[Space]:
    for step in steps:
        if isinstance(step, FlipSpaces) and step.whose is not Whose.OTHER:
            yield from step.spaces
