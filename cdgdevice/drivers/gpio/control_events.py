"""Events of the controls: what callbacks put on the queue, and the gestures that come of it.

Every event has a time: seconds of the monotonic clock, taken where it happened.
"""

from enum import Enum

from msgspec import Struct


class Control(Enum):
    """A thing that the player presses."""

    LEFT = "left"
    """The left side's button."""
    RIGHT = "right"
    """The right side's button."""
    KNOB = "knob"
    """The knob, pushed."""
    A = "a"
    """The direct key of space A; B to E likewise (optional)."""
    B = "b"
    C = "c"
    D = "d"
    E = "e"


class KnobPhase(Enum):
    """One of the two lines of the knob's quadrature encoder."""

    FIRST = "knob-first"
    """The line that leads when the knob is turned clockwise."""
    SECOND = "knob-second"
    """The line that follows when the knob is turned clockwise."""


class PinEdge(Struct, frozen=True):
    """A pin changed its level: `active` is True when the switch is closed."""

    at: float
    pin: Control | KnobPhase
    active: bool


class RemoteTouchKind(Enum):
    """What a hand does that is elsewhere, and so may get lost."""

    DOWN = "down"
    STILL = "still"
    """It is still there: told often while it is down."""
    UP = "up"
    LOST = "lost"
    """It is gone, and nobody knows what it meant to do."""


MAX_TOUCH_SILENCE = 0.5
"""Seconds after which a touch of which nothing is heard counts as lost."""


class RemoteTouch(Struct, frozen=True):
    """A hand elsewhere touches a control: no contact, so there is nothing to debounce."""

    at: float
    control: Control
    touch: RemoteTouchKind


class Pressed(Struct, frozen=True):
    """A control went down (after debouncing)."""

    at: float
    control: Control


class Released(Struct, frozen=True):
    """A control came up after `held` seconds (after debouncing)."""

    at: float
    control: Control
    held: float


class Cancelled(Struct, frozen=True):
    """A press is over, but not because a finger went up: it means nothing more."""

    at: float
    control: Control


class HeldDown(Struct, frozen=True):
    """A control has been down for its hold time; `long` for the long one. Sent while still down."""

    at: float
    control: Control
    long: bool


class Turned(Struct, frozen=True):
    """The knob went `steps` detents: clockwise positive, never 0."""

    at: float
    steps: int


class ScreenTapped(Struct, frozen=True):
    """A finger elsewhere points at a place of a screen's picture, as a page shows it."""

    at: float
    screen: str
    """Where the screen is: "left" or "right"."""
    x: int
    """Column of the pixel, 0 to 127 from the left."""
    y: int
    """Row of the pixel, 0 to 63 from the top."""


RemoteEvent = RemoteTouch | Turned | ScreenTapped
"""What a hand elsewhere does."""
Gesture = Pressed | Released | Cancelled | HeldDown | Turned | ScreenTapped
