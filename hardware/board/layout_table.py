"""The table of the layout: small, committed, and compared in place of KiCad's own file.

For each net it has the number of its pads and vias and the length of its tracks on each side.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import hypot
from typing import Final

TABLE: Final = "layout.tsv"
_HEADS: Final = "net\tpads\tvias\tfront_mm\tback_mm"
_NET: Final = re.compile(r'\(net (?:\d+ )?"([^"]+)"\)')
_SEGMENT: Final = re.compile(
    r"\(segment\s+\(start ([-\d.]+) ([-\d.]+)\)\s+\(end ([-\d.]+) ([-\d.]+)\)\s+"
    r'\(width ([\d.]+)\)\s+\(layer "(\w)\.Cu"\)\s+\(net (?:"([^"]+)"|(\d+))\)'
)
_VIA: Final = re.compile(r'\(via\s.*?\(net (?:"([^"]+)"|(\d+))\)', re.DOTALL)


@dataclass(frozen=True, slots=True)
class Track:
    """A straight piece of a track."""

    net: str
    side: str
    """F for the front, B for the back."""
    width: float
    length: float


def tracks(layout: str) -> Iterator[Track]:
    """Yield every piece of a track in KiCad's file."""
    names = _names(layout)
    for x0, y0, x1, y1, width, side, net, number in _SEGMENT.findall(layout):
        length = hypot(float(x1) - float(x0), float(y1) - float(y0))
        yield Track(net or names[number], side, float(width), length)


def footprints(layout: str) -> Iterator[tuple[str, str]]:
    """Yield each part's reference and its text in KiCad's file."""
    for block in layout.split("\n\t(footprint ")[1:]:
        found = re.search(r'\(property "Reference" "([^"]+)"', block)
        assert found
        yield found[1], block.split("\n\t)\n")[0]


def pads(footprint: str) -> Iterator[tuple[str, str]]:
    """Yield the name of each pad of a footprint that has a net, and that net's name."""
    for pad in footprint.split("\n\t\t(pad ")[1:]:
        net = _NET.search(pad)
        if net and not net[1].startswith("unconnected-"):
            yield pad.split('"')[1], net[1]


def layout_table(layout: str) -> str:
    """Return the table as it is committed, a line for each net, in the order of the names."""
    names = _names(layout)
    counted = Counter(net for _, part in footprints(layout) for _, net in pads(part))
    vias = Counter(net or names[number] for net, number in _VIA.findall(layout))
    long: dict[tuple[str, str], float] = defaultdict(float)
    for track in tracks(layout):
        long[track.net, track.side] += track.length
    lines = [
        f"{net}\t{counted[net]}\t{vias[net]}\t{long[net, 'F']:.1f}\t{long[net, 'B']:.1f}"
        for net in sorted(counted)
    ]
    return "\n".join((_HEADS, *lines)) + "\n"


def _names(layout: str) -> Mapping[str, str]:
    """Return the names of the nets by their numbers."""
    return dict(re.findall(r'^\t\(net (\d+) "([^"]*)"\)', layout, re.MULTILINE))
