"""What has to be sent so that a panel which shows one frame shows another.

A panel takes a rectangle of pages and columns (a *window*) after a few bytes that say where
it lies. Two changes close to each other are cheaper as one window with the unchanged bytes
between them; two far apart are cheaper as two.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from cdgdevice.gadget.glass.frame import FRAME_BYTES, PAGES, WIDTH


@dataclass(frozen=True, slots=True)
class Addressing:
    """How a controller is told where the next bytes belong."""

    cost: int
    """What a window costs beside its content, in bytes that the wire takes as long for."""
    tall: bool
    """A window may span several pages; otherwise it is one page high."""


@dataclass(frozen=True, slots=True)
class Window:
    """A rectangle of a frame and the bytes that go there, page by page."""

    page: int
    """Its top page, 0 to 7."""
    column: int
    """Its left column, 0 to 127."""
    pages: int
    """Its height, 1 to 8 pages."""
    columns: int
    """Its width, 1 to 128 columns."""
    data: bytes
    """`pages * columns` bytes."""


def windows(old: bytes, new: bytes, addressing: Addressing) -> tuple[Window, ...]:
    """Find the windows that turn the frame `old` into `new` (1024 bytes each).

    Equal frames need none. The cost is never above that of the whole frame.
    """
    boxes: Iterable[_Box] = _changes(old, new, addressing.cost)
    if addressing.tall:
        boxes = _joined(boxes, addressing.cost)
    found = tuple(_cut(new, box) for box in sorted(boxes))
    if cost(found, addressing) <= len(new):
        return found
    everything = whole(new, addressing)
    return found if cost(found, addressing) < cost(everything, addressing) else everything


def whole(new: bytes, addressing: Addressing) -> tuple[Window, ...]:
    """Give the windows that send all of a frame, whatever the panel shows."""
    height = PAGES if addressing.tall else 1
    return tuple(_cut(new, _Box(top, top + height, 0, WIDTH)) for top in range(0, PAGES, height))


def cost(of: Iterable[Window], addressing: Addressing) -> int:
    """Weigh these windows, in bytes on the wire."""
    return sum(addressing.cost + len(window.data) for window in of)


class _Box(NamedTuple):
    """Pages `top` to before `bottom`, columns `left` to before `right`."""

    top: int
    bottom: int
    left: int
    right: int


def _changes(old: bytes, new: bytes, gap: int) -> Iterator[_Box]:
    """Find runs of changed bytes in each page, over up to `gap` unchanged ones."""
    differing = int.from_bytes(old, "big") ^ int.from_bytes(new, "big")
    changed = differing.to_bytes(FRAME_BYTES, "big")
    for page in range(PAGES):
        start = page * WIDTH
        for run in _run_of_changes(gap).finditer(changed, start, start + WIDTH):
            yield _Box(page, page + 1, run.start() - start, run.end() - start)


@cache
def _run_of_changes(gap: int) -> re.Pattern[bytes]:
    return re.compile(rb"[^\0]+(?:\0{1,%d}[^\0]+)*" % gap)


def _joined(boxes: Iterable[_Box], overhead: int) -> list[_Box]:
    """Join boxes as long as one around two costs less than the two."""
    kept: list[_Box] = []
    for new in boxes:
        box, other = new, _best(new, kept, overhead)
        while other is not None:
            kept.remove(other)
            box = _around(box, other)
            other = _best(box, kept, overhead)
        kept.append(box)
    return kept


def _best(box: _Box, others: Iterable[_Box], overhead: int) -> _Box | None:
    """Give the box that saves most when it is joined with this one; None if none saves anything."""
    found, most = None, 0
    top, bottom, left, right = box
    area = (bottom - top) * (right - left)
    # Written out, for this is asked some fifty times a picture: with max, min and properties it
    # took three quarters of the time of a difference.
    for other in others:
        its_top, its_bottom, its_left, its_right = other
        height = bottom if bottom > its_bottom else its_bottom
        height -= top if top < its_top else its_top
        width = right if right > its_right else its_right
        width -= left if left < its_left else its_left
        its_area = (its_bottom - its_top) * (its_right - its_left)
        saving = area + its_area + overhead - height * width
        if saving > most:
            found, most = other, saving
    return found


def _around(one: _Box, other: _Box) -> _Box:
    return _Box(
        min(one.top, other.top),
        max(one.bottom, other.bottom),
        min(one.left, other.left),
        max(one.right, other.right),
    )


def _cut(frame: bytes, box: _Box) -> Window:
    data = b"".join(
        frame[page * WIDTH + box.left : page * WIDTH + box.right]
        for page in range(box.top, box.bottom)
    )
    return Window(box.top, box.left, box.bottom - box.top, box.right - box.left, data)
