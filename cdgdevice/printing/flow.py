"""Words that flow through columns and over pages."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from cdgdevice.printing.pen import INK, Colour, Pen, Place, high

INDENT = 3.2
"""Millimetres by which a line is moved in that belongs to the one before it."""

_TOGETHER = 85.0
"""Millimetres up to which a block is not broken."""

_TITLE: Colour = (28, 62, 110)


class Style(Enum):
    """How words are set: points above the type of the text, and how it stands off what is above."""

    TITLE = (2.5, 0.55)
    """Of several headings."""
    HEADING = (0.5, 0.30)
    """Of a few lines."""
    LINE = (0.0, 0.08)
    """A line of text."""

    @property
    def larger(self) -> float:
        """Points above the type of the text."""
        return self.value[0]

    @property
    def space(self) -> float:
        """Millimetres above it for each point of the text's type."""
        return self.value[1]


@dataclass(frozen=True, slots=True)
class Block:
    """A heading with its lines; headings stay with the first line below them."""

    heading: str
    lines: tuple[str, ...]
    """Each is indented by two columns more for each level below the heading."""
    title: str = ""
    """Stands above the heading, where a new part of the text begins."""


@dataclass(frozen=True, slots=True)
class Column:
    """Where words may be: `at` is the top left corner, all in millimetres."""

    page: int
    at: Place
    width: float
    height: float


_Group = tuple[tuple[Style, str], ...]
"""Lines that must stay together."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A line of a block in its place."""

    page: int
    at: Place
    width: float
    words: str
    style: Style


def laid(
    blocks: Sequence[Block], columns: Sequence[Column], size: float
) -> tuple[Laid, ...] | None:
    """Lay blocks into columns, in type of this size; None where they don't fit."""
    found: list[Laid] = []
    waiting = iter(columns)
    column = next(waiting)
    used = 0.0
    for heading, group in _all_groups(blocks, column.width, size):
        lines, tall = _measured(group, column, used, size)
        if used + tall > column.height:
            following = next(waiting, None)
            if following is None:
                return None
            column, used = following, 0.0
            again = ((Style.HEADING, f"{heading} (goes on)"),) if heading else ()
            lines, tall = _measured((*again, *group), column, used, size)
            if tall > column.height:
                return None
        found += lines
        used += tall
    return tuple(found)


def write(pen: Pen, lines: Sequence[Laid], page: int, size: float) -> None:
    """Write those lines that are laid on a page."""
    for line in lines:
        if line.page == page:
            pen.prose(
                line.at,
                line.width,
                line.words,
                size + line.style.larger,
                colour=_TITLE if line.style is Style.TITLE else INK,
                bold=line.style is not Style.LINE,
            )


def _all_groups(blocks: Sequence[Block], width: float, size: float) -> Iterator[tuple[str, _Group]]:
    """Give the groups of all blocks, each with the heading of the block that it goes on with."""
    for block in blocks:
        heading = ""
        for group in _groups(block, width, size):
            yield heading, group
            heading = block.heading


def _groups(block: Block, width: float, size: float) -> Iterator[_Group]:
    """Give what must stay together: a small block; else its headings and its first line.

    A line that leads to the next, with a colon or a question, stays with it.
    """
    headings = ((Style.TITLE, block.title), (Style.HEADING, block.heading))
    whole = [each for each in headings if each[1]] + [(Style.LINE, line) for line in block.lines]
    small = _measured(whole, Column(0, (0, 0), width, 0), 0, size)[1] <= _TOGETHER
    group: list[tuple[Style, str]] = []
    for style, words in whole:
        group.append((style, words))
        if style is Style.LINE and words[-1] not in ":?" and not small:
            yield tuple(group)
            group = []
    if group:
        yield tuple(group)


def _measured(
    group: Sequence[tuple[Style, str]], column: Column, used: float, size: float
) -> tuple[list[Laid], float]:
    found, tall = [], 0.0
    for style, line in group:
        words = line.lstrip()
        moved = (len(line) - len(words)) / 2 * INDENT
        width = column.width - moved
        if used + tall > 0:
            tall += style.space * size
        at = (column.at[0] + moved, column.at[1] + used + tall)
        found.append(Laid(column.page, at, width, words, style))
        tall += high(words, width, size + style.larger, bold=style is not Style.LINE)
    return found, tall
