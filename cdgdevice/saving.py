"""What the disk did not take is tried again: answers of the game, and what was set in the menu."""

import math
from collections.abc import Callable

from cdgdevice.errors import CdgDeviceError
from cdgdevice.gadget.desk.settings import Setting, Value
from cdgdevice.table.games import Games

SAVE_AGAIN = 10.0
"""Seconds between two attempts to save what the disk did not take."""


class Saving:
    """Saves the game on the table, and what was set in the menu.

    `remember` keeps a setting and whatever it refused before, for good on return; it may raise
    CdgDeviceError.
    """

    def __init__(self, games: Games, remember: Callable[[Setting, Value], None]) -> None:
        self._games = games
        self._remember = remember
        self._refused: tuple[Setting, Value] | None = None
        self._again_at: float | None = None

    @property
    def fault(self) -> str | None:
        """Why the game is not saved; None while every answer is."""
        return self._games.tabletop.unsaved

    @property
    def settings_kept(self) -> bool:
        """All that was set in the menu is kept."""
        return self._refused is None

    def keep(self, setting: Setting, value: Value) -> None:
        """Keep what was set.

        Raises:
            CdgDeviceError: the disk refuses; it is tried again.
        """
        self._refused = setting, value
        self._remember(setting, value)
        self._refused = None

    def again(self) -> None:
        """Try to save what is not saved."""
        self._games.tabletop.save()
        if self._refused is not None:
            try:
                self.keep(*self._refused)
            except CdgDeviceError:
                return  # the first refusal was told

    def tick(self, now: float) -> None:
        """Do what is due by now."""
        if self.fault is None and self.settings_kept:
            self._again_at = None
        elif self._again_at is None or now >= self._again_at:
            self.again()
            self._again_at = now + SAVE_AGAIN

    def deadline(self) -> float:
        """Say when `tick` must be called next; infinity: not before something happens."""
        if self.fault is None and self.settings_kept:
            return math.inf
        return -math.inf if self._again_at is None else self._again_at
