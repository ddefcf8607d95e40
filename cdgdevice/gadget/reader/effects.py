"""What the link to a die reader asks of the world around it."""

from dataclasses import dataclass
from enum import Enum

from cdgdevice.gadget.reader.messages import Answer, DieState, Trouble
from cdgdevice.method.die import Result


class LinkState(Enum):
    """How things stand between host and reader."""

    LINKED = "linked"
    """A reader is there and its throws count."""
    SILENT = "silent"
    """A port is open but nothing has answered: a simple reader, or one without firmware."""
    LOST = "lost"
    """No reader: unplugged, not to be opened, or gone silent."""
    REFUSED = "refused"
    """A reader is there whose protocol this program doesn't speak."""


@dataclass(frozen=True, slots=True)
class Send:
    """Write `line` to the port."""

    line: bytes


@dataclass(frozen=True, slots=True)
class Thrown:
    """A die was thrown: put it into the journal, then call `Link.counted` with it."""

    at: float
    face: int
    """1 to 6."""
    pips: bool
    """The die is numbered: the owner's conversion applies. Else its faces are results."""
    source: str
    """The reader's uid; empty for a simple reader that gave none."""
    boot: int
    seq: int | None
    """None for a simple reader, whose throws can't be told apart after a restart."""
    confidence: int | None
    """Percent, 0 to 100; None when the reader doesn't know."""

    @property
    def die(self) -> int | None:
        """The number of pips; None for a die with results on its faces."""
        return self.face if self.pips else None

    @property
    def result(self) -> Result | None:
        """The result on the face of a stickered die; None for a numbered die."""
        return None if self.pips else tuple(Result)[self.face - 1]

    @property
    def key(self) -> tuple[int, int] | None:
        """What the journal keeps so that a restart doesn't count the throw again."""
        return None if self.seq is None else (self.boot, self.seq)


@dataclass(frozen=True, slots=True)
class Condition:
    """The reader or the die is otherwise than before; `sentence` says so to the player."""

    state: DieState | LinkState | Trouble
    sentence: str
    cause: str = ""
    """The same for a log, with the port's name; empty where no port is meant."""


@dataclass(frozen=True, slots=True)
class Told:
    """The reader answered a question that the link itself didn't ask."""

    answer: Answer


Effect = Send | Thrown | Condition | Told

SENTENCES: dict[DieState | LinkState | Trouble, str] = {
    DieState.ABSENT: "No die lies in the reader.",
    DieState.MOVING: "The die is moving.",
    DieState.SETTLED: "The die lies still.",
    DieState.COCKED: "The die leans: nudge it.",
    DieState.LIGHT: "Too much light falls into the die reader: shade it.",
    DieState.SATURATED: "The die reader is dazzled: shade it and clean its window.",
    LinkState.LINKED: "The die reader is ready.",
    LinkState.SILENT: "The die reader does not answer: throw the die, or load its firmware.",
    LinkState.LOST: "The die reader has gone silent: unplug it and plug it in again.",
    LinkState.REFUSED: "The die reader speaks another protocol: update its firmware.",
    Trouble.BLIND: "The die reader's sensor does not answer: check its wires.",
    Trouble.BLANK: "The die reader does not know its die yet: calibrate it.",
    Trouble.DIRTY: "The die reader's window is dirty: clean it, or calibrate the reader anew.",
}
"""The usual sentence for each state; a `Condition` may carry one that knows more.

They say what is to be done and not by which menu or command: whoever shows them knows that.
"""
