"""The sounds of the buzzer."""

from enum import Enum


class Sound(Enum):
    """What the buzzer says of the moment, by how long it sounds: its value, in seconds."""

    COUNTED = 0.06
    """A die was rolled, and counts."""
    REFUSED = 0.4
    """What was pressed or rolled does not count; the screens say why."""
