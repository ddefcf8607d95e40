"""A figure of a part, and who says so."""

from dataclasses import dataclass
from enum import Enum

from cdgdevice.tomlform.form import Form


class Source(Enum):
    """What kind of word stands behind a figure."""

    DATA_SHEET = "data sheet"
    """The maker's data sheet or mechanical drawing of the part."""
    MAKER = "maker"
    """The maker's or the seller's page."""
    STANDARD = "standard"
    """A standard or its specification."""
    OTHERS = "others"
    """A third party's drawing, measurement or note in public: better than a guess."""
    ASSUMPTION = "assumption"
    """Nobody we could ask: measure the part before you rely on it."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One number; its unit stands where it is named."""

    value: float
    source: Source
    told_by: str
    """`Bourns PEC11R, page 2`; for an assumption, why we assume it."""


def read_figure(form: Form, key: str) -> Figure:
    """Read `key = { value = 6.5, source = "data sheet", told_by = "…" }`."""
    inner = form.table(key)
    return Figure(
        inner.number("value", low=-1e9, high=1e9),
        inner.one_of("source", Source),
        inner.text("told_by"),
    )
