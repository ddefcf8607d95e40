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

    `dim_after` and `dark_after` are seconds, and so is `shift_every`: how often a dim picture is
    to move. 0 means never.
    """

    def __init__(
        self, dim_after: float, dark_after: float, now: float, shift_every: float = 0
    ) -> None:
        self._after = ((dark_after, Light.DARK), (dim_after, Light.DIM))
        self._dim_after = dim_after
        self._shift_every = shift_every
        self._used = now

    def darken_after(self, seconds: float) -> None:
        """Have the screens go dark after so long from now on; 0 means never."""
        self._after = ((seconds, Light.DARK), (self._dim_after, Light.DIM))

    def used(self, now: float) -> None:
        """Take note that the player, or a die, did something."""
        self._used = now

    def light(self, now: float) -> Light:
        """Tell how bright the screens are to be now."""
        for after, light in self._after:
            if after and now >= self._used + after:
                return light
        return Light.FULL

    def shifts(self, now: float) -> int:
        """Tell how often a dim picture has moved by now; 0 for any other."""
        if not self._shift_every or self.light(now) is not Light.DIM:
            return 0
        dimmed_at = self._used + self._dim_after
        shifts = int((now - dimmed_at) / self._shift_every)
        # Its deadline has come, whatever the division made of it.
        return shifts + (now >= dimmed_at + (shifts + 1) * self._shift_every)

    def deadline(self, now: float) -> float | None:
        """Tell when the light or the place changes next if nothing happens; None: never."""
        coming = [self._used + after for after, _ in self._after if after]
        if self._shift_every and self.light(now) is Light.DIM:
            dimmed_at = self._used + self._dim_after
            coming.append(dimmed_at + (self.shifts(now) + 1) * self._shift_every)
        return min((at for at in coming if at > now), default=None)
