"""How it may stand with a die reader and its die, and the sentence for each."""

from enum import Enum

from cdgdevice.drivers.reader.reader_messages import DieState, ReaderTrouble
from cdgdevice.rules.texts.templates import Template


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


CONDITION_SENTENCES: dict[DieState | LinkState | ReaderTrouble, str] = {
    DieState.ABSENT: "There is no die in the reader.",
    DieState.MOVING: "The die is moving.",
    DieState.SETTLED: "The die lies still.",
    DieState.COCKED: "The die leans: nudge it.",
    DieState.LIGHT: "Too much light falls into the die reader: shade it.",
    DieState.SATURATED: "The die reader is dazzled: shade it and clean its window.",
    LinkState.LINKED: "The die reader is ready.",
    LinkState.SILENT: "The die reader does not answer: roll the die, or load its firmware.",
    LinkState.LOST: "The die reader has gone silent: unplug it and plug it in again.",
    LinkState.REFUSED: "The die reader speaks another protocol: update its firmware.",
    ReaderTrouble.BLIND: "The die reader's sensor does not answer: check its wires.",
    ReaderTrouble.BLANK: "The die reader does not know its die yet: calibrate it.",
    ReaderTrouble.RADIO: "Bluetooth does not work: see that it is on.",
    ReaderTrouble.NO_DIE: "No Bluetooth die was chosen yet.",
    ReaderTrouble.SHAPE: "The Bluetooth die does not have six faces: choose another.",
    ReaderTrouble.ROLL_AGAIN: "The die was out of reach while it rolled: roll it again.",
    ReaderTrouble.AWAY: "The die is asleep or out of reach: shake it near the gadget.",
    ReaderTrouble.DIRTY: (
        "The die reader's window is dirty: clean it, or calibrate the reader again."
    ),
    ReaderTrouble.WEAK: "The die's battery is nearly empty: charge it.",
}
"""The usual sentence for each state; a `ReaderCondition` may carry one that knows more.

They say what to do and not by which menu or command: whoever shows them knows that.
"""
with_battery = Template("{sentence} Its die's battery: {percent} %.")
"""How full the battery of a reader's die is, after the sentence of the reader's condition."""
CHOICE_REFUSALS = {
    "FULL": "Two dice are taken: forget one of them.",
    "UNSTORED": "The disk does not keep the choice.",
    "UNKNOWN": CONDITION_SENTENCES[ReaderTrouble.AWAY],
}
"""Why a reader does not take or forget a die, by its word for it."""
HOW_TO_CHOOSE = (
    "Shake your die near the gadget, and close its app on your phone.",
    "[1] counts first: it is the white die.",
    "%: how well a die is heard.",
)
"""What whoever chooses among dice should know."""
