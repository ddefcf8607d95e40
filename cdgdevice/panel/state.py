"""What the page shows: plain values, and how they travel to it."""

import base64
from dataclasses import asdict, dataclass

from cdgdevice.method.sheet import Note

PICTURE_BYTES = 128 * 64 // 8


@dataclass(frozen=True, slots=True)
class PanelScreen:
    """One screen of the gadget.

    Raises:
        ValueError: when the picture has not 1024 bytes or the contrast is not 0 to 255.
    """

    name: str
    """Where it is: "left" or "right"."""
    label: str
    """The side's name, such as "Central Powers"."""
    picture: bytes
    """128 by 64 pixels: 64 rows of 16 bytes, the leftmost pixel in the highest bit, 1 is lit."""
    on: bool
    """False while the screen sleeps; the picture is then not seen."""
    contrast: int
    """0 (dimmest) to 255."""
    words: tuple[str, ...]
    """The same in words, a line each, for a screen reader."""

    def __post_init__(self) -> None:
        if len(self.picture) != PICTURE_BYTES:
            raise ValueError(f"A picture has {PICTURE_BYTES} bytes, not {len(self.picture)}.")
        if not 0 <= self.contrast <= 255:
            raise ValueError(f"A contrast is 0 to 255, not {self.contrast}.")


@dataclass(frozen=True, slots=True)
class PanelDie:
    """How the die lies in the tray."""

    face: int | None = None
    """Which face was on top last, 1 to 6; None: the tray is empty."""
    leans: bool = False
    """It leans, so that the reader sees no face."""
    throws: int = 0
    """How often it has been put down: so the page can show a throw of the same face again."""


@dataclass(frozen=True, slots=True)
class PanelNotes:
    """What there is to read about the game on the table."""

    sheet: str = ""
    """The id of the game's sheet."""
    title: str = ""
    """The game's title."""
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True)
class PanelState:
    """Everything that the page shows."""

    screens: tuple[PanelScreen, ...]
    """One or two, from left to right."""
    lit: frozenset[str]
    """The controls whose lamp is on, by `Control` value: "left", "right"."""
    reader: str
    """What the die reader is doing, one sentence; empty where the build has no reader."""
    die: PanelDie | None = PanelDie()
    """The die in the simulated tray; None where a real reader has a real die."""
    notes: PanelNotes = PanelNotes()


def as_json(state: PanelState) -> dict[str, object]:
    """Give the state as the page reads it: each picture in Base64, of the notes only how many."""
    return {
        "screens": [
            {
                "name": screen.name,
                "label": screen.label,
                "picture": base64.b64encode(screen.picture).decode("ascii"),
                "on": screen.on,
                "contrast": screen.contrast,
                "words": screen.words,
            }
            for screen in state.screens
        ],
        "lit": sorted(state.lit),
        "reader": state.reader,
        "die": None if state.die is None else asdict(state.die),
        "notes": {
            "sheet": state.notes.sheet,
            "title": state.notes.title,
            "count": len(state.notes.notes),
        },
    }
