"""A board's text on as few pages as there can be: what has no room at once is divided.

Of several ways to say the same the fullest that can be read is shown.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import chain

from msgspec import Struct
from msgspec.structs import replace

from cdgdevice.render.draw_board import (
    is_legible,
    keeps_cards,
    list_kept_left_out,
    rank_arrangement,
)
from cdgdevice.render.views import NO_BREAK, BoardView
from cdgdevice.rules.guided.kept_values import KeptValue
from cdgdevice.rules.texts.sentences import count_page, list_in_line
from cdgdevice.rules.texts.templates import Text, join_lines, shorten
from cdgdevice.rules.texts.words import describe_of
from cdgdevice.ui import texts


class BoardText(Struct, frozen=True):
    """A side's sentences in the order of doing, and the highlighted choice."""

    acts: tuple[str, ...] = ()
    """What the hands do first; chits are not counted in words, for the board shows them."""
    older: tuple[str, ...] = ()
    """What was asked before the last roll or choice and still stands, where there is room."""
    older_is_past: bool = False
    """The side's next round is due: bare, it would be read as a fresh order."""
    prompt: tuple[str, ...] = ()
    """What is asked then."""
    chosen: str | None = None
    """The highlighted choice where it is no card."""
    among: str = ""
    """What it is one of."""
    prompt_is_optional: bool = False
    """The board shows what is asked without its words."""
    asked_again: tuple[str, ...] = ()
    """What is asked, without what was read before."""
    kept: tuple[KeptValue, ...] = ()
    """What the sheet keeps in sight."""
    hint: str = ""
    """How the last question is answered, where there is room for it."""

    @property
    def sentences(self) -> tuple[str, ...]:
        """Return all the sentences, but for those that stood before."""
        return (*self.acts, *self.prompt)

    @property
    def prompts(self) -> tuple[tuple[str, ...], ...]:
        """Return what is asked, first with the hint if there is one."""
        if not self.hint:
            return (self.prompt,)
        *asked, last = self.prompt
        return (*asked, texts.with_hint(last, self.hint)), self.prompt

    @property
    def shortenings(self) -> tuple[tuple[tuple[str, ...], ...], ...]:
        """Return what may be shown, the fullest first; those of a group tell the same."""
        if self.hint:
            hinted, plain = (replace(self, prompt=each, hint="") for each in self.prompts)
            both = zip(hinted.shortenings, plain.shortenings, strict=True)
            return tuple(chain.from_iterable(both))
        lossy = (self.acts,) if self.prompt_is_optional else ()
        if self.asked_again:
            lossy = (*lossy, (*self.acts, *self.asked_again))
        same = _join_or_not(self.sentences)
        return (*self._with_older(), same, *((lines,) for lines in lossy))

    def _with_older(self) -> tuple[tuple[tuple[str, ...], ...], ...]:
        if not self.older:
            return ()
        bare = _join_or_not((*self.older, *self.sentences))
        if not self.older_is_past:
            return (bare,)
        first, *rest = self.older
        return (_join_or_not((texts.ask_if_done(first), *rest, *self.sentences)), bare)


def _join_or_not(sentences: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Return sentences each on a line of its own, and one after the other."""
    return sentences, (join_lines(*sentences),)


def divide_board(board: BoardView, says: BoardText) -> tuple[BoardView, ...]:
    """Return a board with its sentences, on as few pages as there can be.

    Beside a long choice its place among others would have a row of its own: no text gives way.
    """
    pages = _divide_text(board, says)
    if len(pages) == 1 or not board.among:
        return pages
    bare = _divide_text(replace(board, among=""), says)
    return bare if len(bare) < len(pages) else pages


def _divide_text(board: BoardView, says: BoardText) -> tuple[BoardView, ...]:
    """Return a board with its sentences: one page wherever there is room, of the fullest text."""
    if not board.spaces:
        # The room of the display is for the numbers that are kept, but for no order's room.
        for lines in ((*says.older, *says.sentences), says.sentences):
            for numbers in _shorten_numbers(says.kept):
                numbered = replace(board, lines=(*filter(None, (numbers,)), *lines))
                if is_legible(numbered):
                    return (numbered,)
                if lines:
                    break
    for alike in says.shortenings:
        ways = [way for lines in alike if is_legible(way := replace(board, lines=lines))]
        if ways:
            return (_with_kept_below(max(ways, key=rank_arrangement)),)
    shorter = tuple(tuple(map(shorten, asked)) for asked in says.prompts)
    for lines in chain.from_iterable(map(_join_or_not, (*says.prompts, *shorter))):
        if is_legible(end := replace(board, lines=lines)):
            pages = fill_pages(board, says.acts)
            break
    else:
        # Of several sentences the first is the question: it is there again where it is answered.
        end = replace(board, lines=says.prompt[:1])
        end = end if is_legible(end) else replace(board, lines=())
        pages = fill_pages(board, says.sentences)
    if pages and is_legible(last := replace(end, lines=(*pages[-1].lines, *end.lines))):
        return number_pages((*pages[:-1], last))
    if pages and board.quiet and not end.lines:
        return number_pages((*pages[:-1], replace(pages[-1], chosen=None, among="")))
    return number_pages((*pages, end))


def fill_pages(board: BoardView, said: tuple[str, ...]) -> tuple[BoardView, ...]:
    """Return pages of a board that are read before its choices, as few as there can be.

    What is said together stays on a page where that takes no further one, and after the name of
    a side always.
    """
    # What is divided is what the player reads, whose words are others in another language.
    written = board.language.write(said)
    together = _fill_in_order(board, written)
    if len(together) < 2:
        return together
    apart = (
        (one,) if _has_name(of) else _END_OF_SENTENCE.split(one)
        for of, one in zip(said, written, strict=True)
    )
    return min(together, _fill_in_order(board, tuple(chain(*apart))), key=len)


def _has_name(said: str) -> bool:
    """Return whether a side's name stands before what is said."""
    return isinstance(said, Text) and said.template in (describe_of, texts.describe_then)


_END_OF_SENTENCE = re.compile("(?<=[.?!]) ")


def _fill_in_order(board: BoardView, sentences: tuple[str, ...]) -> tuple[BoardView, ...]:
    # No card can be taken before the last page, so they may give the text all their room.
    spaces = tuple(
        tuple(replace(card, offered=False, highlighted=False) for card in cards)
        for cards in board.spaces
    )
    empty = replace(board, spaces=spaces, lines=(), chosen=texts.READ_ON, among=count_page(9, 9))
    pages = [empty]
    left = list(sentences)
    while left:
        sentence = left.pop(0)
        lines = (*pages[-1].lines, sentence)
        ways = (replace(empty, lines=way) for way in (lines, (" ".join(lines),)))
        longer = next(filter(is_legible, ways), None)
        if longer is not None:
            pages[-1] = longer
        elif pages[-1].lines:
            pages.append(empty)
            left.insert(0, sentence)
        else:
            words = sentence.split(" ")
            starts = (" ".join(words[:many]) for many in range(len(words) - 1, 0, -1))
            fit = [each for each in starts if is_legible(replace(empty, lines=(each,)))]
            whole = (each for each in fit if each[-1] in ".?!")
            start = next(whole, fit[0] if fit else words[0])
            pages[-1] = replace(empty, lines=(start,))
            left = [sentence[len(start) :].lstrip(), *left] if len(words) > 1 else left
    return tuple(page for page in pages if page.lines)


def number_pages(pages: tuple[BoardView, ...]) -> tuple[BoardView, ...]:
    """Say on each page but the last which it is, in place of a choice."""
    *read, last = pages
    of = len(pages)
    return (
        *(
            replace(page, chosen=texts.READ_ON, among=count_page(n, of))
            for n, page in enumerate(read, 1)
        ),
        last,
    )


def describe_kept(kept: Iterable[KeptValue]) -> tuple[str, ...]:
    """Describe what is kept; a number stays beside its name where a list of names may wrap."""
    return tuple(
        each.sentence.replace(" ", NO_BREAK) if isinstance(each.value, int) else each.sentence
        for each in kept
    )


def _shorten_numbers(kept: tuple[KeptValue, ...]) -> Iterator[str]:
    """Yield what is kept, the fullest first: then without what is at 0, then with fewer numbers.

    What is no number, such as an order that was rolled, is of this moment and stays.
    """
    yield " ".join(describe_kept(kept))
    at_0 = [each for each in kept if each.value == 0]
    others = [each for each in kept if isinstance(each.value, int) and each.value]
    for left_out in range(1, len(others) + 1):
        without = {*at_0, *others[len(others) - left_out + 1 :]}
        yield " ".join(describe_kept(each for each in kept if each not in without))


def _with_kept_below(board: BoardView) -> BoardView:
    """Add below the rest the kept numbers that the title leaves out, as far as there is room."""
    left_out = list_kept_left_out(board)
    for many in range(len(left_out), 0, -1):
        told = replace(board, lines=(*board.lines, list_in_line(left_out[:many])))
        if is_legible(told) and keeps_cards(board, told):
            return told
    return board
