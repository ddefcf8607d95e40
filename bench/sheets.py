"""How long it takes to read each of the sheets that come with cdgdevice."""

import statistics
import time
from importlib.resources import files

from cdgdevice.games.sheet_library import ENDING, read_sheet_file, sheet_ids

_TIMES = 5


def reading() -> str:
    """Describe what reading a sheet takes, from its bytes to checked values."""
    took = {id_: _took(id_) for id_ in sheet_ids()}
    slowest = max(took, key=lambda id_: took[id_])
    return (
        f"Reading a sheet takes {statistics.median(took.values()):.1f} ms (the median of "
        f"{len(took)} sheets),\nthe slowest {took[slowest]:.1f} ms ({slowest})."
    )


def _took(id_: str) -> float:
    """Return the quickest of a few readings, in ms."""
    name = f"{id_}{ENDING}"
    raw = files("cdgdevice.sheets").joinpath(name).read_bytes()
    took = []
    for _ in range(_TIMES):
        start = time.perf_counter()
        read_sheet_file(raw, name)
        took.append(time.perf_counter() - start)
    return min(took) * 1000
