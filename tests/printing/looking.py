"""Looks at printed pages as pictures and as texts: pixels, words and where they stand."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import pypdfium2 as pdfium

from cdgdevice.printing.pen import Colour

DOTS = 10
"""Pixels to a millimetre in a picture."""
_POINT = 25.4 / 72

Picture = np.ndarray[Any, np.dtype[np.uint8]]
"""Rows of pixels: red, green and blue."""
Mask = np.ndarray[Any, np.dtype[np.bool_]]
"""Of each pixel, or each of a line: whether it is meant."""


@dataclass(frozen=True)
class Words:
    """A piece of text, and where it stands in millimetres from the top left corner."""

    words: str
    left: float
    top: float
    right: float
    bottom: float


@lru_cache(maxsize=4)
def pictures(pdf: bytes) -> list[Picture]:
    """Each page as a picture of `DOTS` pixels to a millimetre."""
    document = pdfium.PdfDocument(pdf)
    scale = DOTS * _POINT
    return [page.render(scale=scale, rev_byteorder=True).to_numpy()[:, :, :3] for page in document]


def sizes(pdf: bytes) -> list[tuple[float, float]]:
    """Width and height of each page in millimetres."""
    found = (page.get_size() for page in pdfium.PdfDocument(pdf))
    return [(round(width * _POINT, 2), round(height * _POINT, 2)) for width, height in found]


def texts(pdf: bytes) -> list[str]:
    """All words of each page, one blank between two."""
    document = pdfium.PdfDocument(pdf)
    return [" ".join(page.get_textpage().get_text_range().split()) for page in document]


def words(pdf: bytes) -> Iterator[list[Words]]:
    """Each page's pieces of text."""
    for page in pdfium.PdfDocument(pdf):
        height = page.get_height()
        text = page.get_textpage()
        found = []
        for number in range(text.count_rects()):
            left, bottom, right, top = text.get_rect(number)
            said = text.get_text_bounded(left, bottom, right, top).strip()
            edges = (left, height - top, right, height - bottom)
            found.append(Words(said, *(edge * _POINT for edge in edges)))
        yield found


def covered(picture: Picture, colour: Colour, near: int = 12) -> Mask:
    """Which pixels have a colour, or nearly."""
    low, high = (np.clip(np.array(colour) + off, 0, 255).astype(np.uint8) for off in (-near, near))
    found = np.ones(picture.shape[:2], dtype=bool)
    for channel in range(3):
        found &= picture[:, :, channel] >= low[channel]
        found &= picture[:, :, channel] <= high[channel]
    return found


def runs(line: Mask) -> list[tuple[float, float]]:
    """Start and length in millimetres of every run along a line of pixels."""
    edges = np.flatnonzero(np.diff(np.concatenate(([0], line.astype(int), [0]))))
    starts, ends = edges[::2], edges[1::2]
    return [
        (float(start) / DOTS, float(end - start) / DOTS)
        for start, end in zip(starts, ends, strict=True)
    ]
