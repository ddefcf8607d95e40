"""What the player can set in the menu; the configuration gives what it begins with."""

from enum import Enum

from msgspec import Struct
from msgspec.structs import replace


class DieSource(Enum):
    """Where the Method die comes from."""

    BUTTON = "button"
    """The gadget throws it when a side's button is pressed."""
    READER = "reader"
    """The player throws it into the die reader's tray."""
    HAND = "hand"
    """The player throws it on the table and names the result."""


class Setting(Enum):
    """Something that can be set in the menu."""

    BRIGHTNESS = "brightness"
    """The contrast of the screens while somebody plays, 0 to 255."""
    SLEEP = "sleep"
    """Seconds without a touch until the screens are dark, 0 to 86,400; 0 is never."""
    DIE = "die"
    """Where the Method die comes from: a `DieSource`."""
    SOUND = "sound"
    """The buzzer sounds: True or False."""
    CHANCES = "chances"
    """Below each card stands how many throws of the next roll offer it: True or False."""
    LARGE_TYPE = "large type"
    """A short order fills the screen: True or False."""


SettingValue = int | bool | DieSource
"""What `Setting` says of each."""


class Settings(Struct, frozen=True):
    """What is in force now of all that can be set: a field for each `Setting`."""

    brightness: int | None = 128
    """The contrast of the screens while somebody plays, 0 to 255; None: each has its own."""
    sleep: int = 900
    """Seconds without a touch until the screens are dark; 0 is never."""
    die: DieSource = DieSource.BUTTON
    sound: bool | None = None
    """The buzzer sounds; None: the build has no buzzer."""
    chances: bool = True
    """Below each card stands how many throws of the next roll offer it."""
    large_type: bool = False
    """A short order fills the screen; the knob, or the next press, shows the board."""
    reader: bool = True
    """The build has a port for a die reader."""

    def with_change(self, setting: Setting, value: SettingValue) -> "Settings":
        """Return the settings with this one changed; `value` is what `Setting` says of it."""
        return replace(self, **{setting.name.lower(): value})
