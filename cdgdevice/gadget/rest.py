"""When the screens dim and go dark, so that they don't burn in. Pure: told the time."""

from enum import Enum


class Light(Enum):
    """How bright the screens are."""

    FULL = "full"
    """In use."""
    DIM = "dim"
    """Nothing has happened for a while."""
    DARK = "dark"
    """Nothing has happened for long: off until a control is touched."""


class Rest:
    """Follows how long nothing has happened.

    `dim_after` and `dark_after` are seconds; 0 means never.
    """

    def __init__(self, dim_after: float, dark_after: float, now: float) -> None:
        self._after = ((dark_after, Light.DARK), (dim_after, Light.DIM))
        self._used = now

    def used(self, now: float) -> None:
        """Take note that the player, or a die, did something."""
        self._used = now

    def light(self, now: float) -> Light:
        """Tell how bright the screens are to be now."""
        for after, light in self._after:
            if after and now >= self._used + after:
                return light
        return Light.FULL

    def deadline(self, now: float) -> float | None:
        """Tell when the light changes next if nothing happens; None: never."""
        coming = [self._used + after for after, _ in self._after if after]
        return min((at for at in coming if at > now), default=None)
