"""The pins of the reference build, by GPIO number.

Made from hardware/pins.toml by `make hardware`, so it stands alone: change them there.
"""

from collections.abc import Mapping
from typing import Final

USUAL: Final[Mapping[str, int | None]] = {
    "left_button": 5,
    "right_button": 6,
    "knob_push": 22,
    "knob_first": 17,
    "knob_second": 27,
    "left_lamp": 12,
    "right_lamp": 13,
    "buzzer": None,
    "key_a": None,
    "key_b": None,
    "key_c": None,
    "key_d": None,
    "key_e": None,
}
"""The pin of each key of `[pins]`; None is for what the reference build does not have."""

I2C: Final = (2, 3)
"""The screens' bus on I2C: data, clock."""

SPI: Final = (7, 8, 9, 10, 11)
"""The screens' bus on SPI: chip selects, the way back that no screen uses, data, clock."""
DATA_COMMAND: Final = 24
"""The line that tells pixels from commands on SPI."""
RESETS: Final[Mapping[str, int]] = {"left": 25, "right": 23}
"""Each screen's reset line on SPI."""
SPI_WIRES: Final[Mapping[str, tuple[int, ...]]] = {
    "selects": (8, 7),
    "clock": (11,),
    "data": (10,),
}
"""What of that bus a screen is wired to; the chip selects by their number."""
