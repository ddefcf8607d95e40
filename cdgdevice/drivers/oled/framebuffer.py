"""A picture in the order of a controller's RAM, and what of it must be sent when it changes.

The RAM has 8 pages of 128 bytes. A byte is a column of 8 pixels, its lowest bit on top; a
page is a strip of 128 such columns; page 0 is the top strip. The whole is 1024 bytes. A
panel that stands on its side has 16 pages of 64 bytes, and the picture is turned to the right.

A panel takes a rectangle of pages and columns (a *window*) after a few bytes that say
where. Two changes close to each other are cheaper as one window with the unchanged bytes
between them; two far apart are cheaper as two.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple

from msgspec import Struct

from cdgdevice.drivers.oled import panels

if TYPE_CHECKING:
    from PIL.Image import Image

WIDTH = panels.COLUMNS
"""Pixels in a row, and bytes in a page."""
HEIGHT = 64
"""Rows of pixels."""
FRAME_BYTES = panels.FRAME_BYTES
"""Bytes in a frame."""

Rotation = Literal[0, 180]
"""Degrees by which a screen is turned in its case."""
PanelFit = tuple[str, Rotation]
"""How a screen is driven: the `PanelChip.word` of its chip and glass, and how it is turned."""


def turn_pages(frame: bytes, rotate: Rotation = 0, columns: int = WIDTH) -> bytes:
    """Turn a frame of 8 pages as a panel stands in its case, into one with pages of `columns`.

    That is 128, or 64 if the screen stands on its side.
    """
    if columns != WIDTH:
        frame = _stand_on_side(frame)
    return frame[::-1].translate(_UPSIDE_DOWN) if rotate else frame


_UPSIDE_DOWN = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


def _stand_on_side(frame: bytes) -> bytes:
    """Turn a frame a quarter to the right: each row of pixels, from the lowest, is a column."""
    bits, page = f"{int.from_bytes(frame, 'little'):0{8 * FRAME_BYTES}b}", 8 * WIDTH
    rows = (bits[at : at + page][row::8] for at in range(0, len(bits), page) for row in range(8))
    lying = b"".join(int(row, 2).to_bytes(WIDTH // 8, "little") for row in rows)
    return b"".join(lying[strip :: WIDTH // 8] for strip in range(WIDTH // 8))


def image_to_pages(image: "Image") -> bytes:
    """Turn an image of 128 x 64 pixels (mode "1") into a frame."""
    from PIL.Image import Transpose  # the gadget draws and sends without it

    # A quarter turn makes each column a row of 8 packed bytes, bottom pixel first: the bytes
    # are then right, and every eighth belongs to one page.
    turned = image.transpose(Transpose.ROTATE_270).tobytes()
    return b"".join(turned[7 - page :: 8] for page in range(8))


def pages_to_image(frame: bytes, columns: int = WIDTH) -> "Image":
    """Turn a frame, of pages with so many columns, into an image (mode "1") of 128 x 64 pixels."""
    from PIL import Image

    turned, pages = bytearray(FRAME_BYTES), FRAME_BYTES // columns
    for page in range(pages):
        turned[pages - 1 - page :: pages] = frame[page * columns : (page + 1) * columns]
    image = Image.frombytes("1", (8 * pages, columns), bytes(turned))
    image = image.transpose(Image.Transpose.ROTATE_90)
    return image if columns == WIDTH else image.transpose(Image.Transpose.ROTATE_90)


class Addressing(Struct, frozen=True):
    """How a controller is told where the next bytes belong."""

    window_cost: int
    """What a window costs beside its content, in bytes that the wire takes as long for."""
    multi_page: bool
    """A window may span several pages; otherwise it is one page high."""
    columns: int = WIDTH
    """Bytes in a page."""

    @property
    def pages(self) -> int:
        """Pages in a frame."""
        return FRAME_BYTES // self.columns


class Window(Struct, frozen=True):
    """A rectangle of a frame and the bytes that go there, page by page."""

    page: int
    """Its top page, 0 to 7 or 15."""
    column: int
    """Its left column, 0 to 127."""
    pages: int
    """Its height, 1 to 8 or 16 pages."""
    columns: int
    """Its width, 1 to 128 columns."""
    data: bytes
    """`pages * columns` bytes."""


@lru_cache(maxsize=48)
def diff_frames(old: bytes, new: bytes, addressing: Addressing) -> tuple[Window, ...]:
    """Find the windows that turn the frame `old` into `new` (1024 bytes each).

    Equal frames need none. The cost is never above that of the whole frame. What was found lately
    is kept: a difference that is foreseen is asked for twice.
    """
    boxes: Iterable[_Box] = _find_changes(old, new, addressing)
    if addressing.multi_page:
        boxes = _join_boxes(boxes, addressing.window_cost)
    found = tuple(_cut_window(new, box, addressing.columns) for box in sorted(boxes))
    cost = transfer_cost(found, addressing)
    if cost <= len(new):
        return found
    everything = full_frame_windows(new, addressing)
    return found if cost < transfer_cost(everything, addressing) else everything


def full_frame_windows(new: bytes, addressing: Addressing) -> tuple[Window, ...]:
    """Return the windows that send all of a frame, whatever the panel shows."""
    pages, columns = addressing.pages, addressing.columns
    height = pages if addressing.multi_page else 1
    return tuple(
        _cut_window(new, _Box(top, top + height, 0, columns), columns)
        for top in range(0, pages, height)
    )


def transfer_cost(of: Iterable[Window], addressing: Addressing) -> int:
    """Weigh these windows, in bytes on the wire."""
    return sum(addressing.window_cost + len(window.data) for window in of)


class _Box(NamedTuple):
    """Pages `top` to before `bottom`, columns `left` to before `right`."""

    top: int
    bottom: int
    left: int
    right: int


def _find_changes(old: bytes, new: bytes, addressing: Addressing) -> Iterator[_Box]:
    """Find runs of changed bytes in each page, over as many unchanged ones as a window costs."""
    gap, columns = addressing.window_cost, addressing.columns
    run_of_changes = re.compile(rb"[^\0]+(?:\0{1,%d}[^\0]+)*" % gap)
    differing = int.from_bytes(old, "big") ^ int.from_bytes(new, "big")
    changed = differing.to_bytes(FRAME_BYTES, "big")
    for page in range(addressing.pages):
        start = page * columns
        for run in run_of_changes.finditer(changed, start, start + columns):
            yield _Box(page, page + 1, run.start() - start, run.end() - start)


def _join_boxes(boxes: Iterable[_Box], overhead: int) -> list[_Box]:
    """Join boxes as long as one around two costs less than the two."""
    kept: list[_Box] = []
    for new in boxes:
        box, other = new, _find_best_partner(new, kept, overhead)
        while other is not None:
            kept.remove(other)
            box = _Box(
                min(box.top, other.top),
                max(box.bottom, other.bottom),
                min(box.left, other.left),
                max(box.right, other.right),
            )
            other = _find_best_partner(box, kept, overhead)
        kept.append(box)
    return kept


def _find_best_partner(box: _Box, others: Iterable[_Box], overhead: int) -> _Box | None:
    """Return the box that saves most when joined with this one; None if none saves anything."""
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


def _cut_window(frame: bytes, box: _Box, columns: int) -> Window:
    data = b"".join(
        frame[page * columns + box.left : page * columns + box.right]
        for page in range(box.top, box.bottom)
    )
    return Window(box.top, box.left, box.bottom - box.top, box.right - box.left, data)
