"""The gadget's face: its screens, its lamps, and which of them are there to be seen."""

from collections.abc import Mapping

from cdgdevice.gadget.glass.screen import Screen
from cdgdevice.gadget.pins.lamps import Lamps
from cdgdevice.gadget.rest import Light
from cdgdevice.gadget.views.draw import draw
from cdgdevice.gadget.views.view import View
from cdgdevice.method.display import Side

DIMMED = 16
"""Contrast of a dimmed screen, 0 to 255: legible in a dark room, and hardly ages the panel."""


class Front:
    """One or two screens, with or without lamps; a lost screen never stops anything.

    `contrast` is 0 to 255 by side, for the sides whose screen is fitted.
    """

    def __init__(self, screens: Mapping[Side, Screen], contrast: Mapping[Side, int]) -> None:
        self._screens = dict(screens)
        self._contrast = dict(contrast)
        self._lamps: Lamps | None = None
        self._light = Light.FULL
        self._shown: dict[Side, View] = {}

    def fit(self, lamps: Lamps) -> None:
        """Fit the lamps; the screens come first, so that they can tell when a pin is missing."""
        self._lamps = lamps

    @property
    def seen(self) -> tuple[Side, ...]:
        """The sides whose screen answers; all that are fitted if none does."""
        answering = tuple(side for side, screen in self._screens.items() if screen.fault is None)
        return answering or tuple(self._screens)

    @property
    def faults(self) -> tuple[str, ...]:
        """A sentence for each screen that does not answer."""
        return tuple(screen.fault for screen in self._screens.values() if screen.fault is not None)

    @property
    def shown(self) -> Mapping[Side, View]:
        """What was last shown on each screen."""
        return self._shown

    @property
    def light(self) -> Light:
        """How bright the screens are."""
        return self._light

    def show(self, views: Mapping[Side, View], lit: frozenset[Side]) -> None:
        """Show these views on the fitted screens and light these lamps; what is there stays."""
        for side, screen in self._screens.items():
            view = views.get(side)
            if view is not None and self._shown.get(side) != view:
                self._shown[side] = view
                screen.show(draw(view))
        if self._lamps is not None:
            self._lamps.show(lit if self._light is not Light.DARK else frozenset())

    def shine(self, light: Light) -> None:
        """Set how bright the screens are."""
        if light is self._light:
            return
        before, self._light = self._light, light
        for side, screen in self._screens.items():
            if light is Light.DARK:
                screen.sleep()
                continue
            if before is Light.DARK:
                screen.wake()
            level = self._contrast[side]
            screen.dim(min(level, DIMMED) if light is Light.DIM else level)

    def check(self, now: float) -> None:
        """Look after the screens: the lost are tried again, the others refreshed when due."""
        for screen in self._screens.values():
            screen.check(now)

    def deadline(self) -> float | None:
        """Say when `check` must be called next; None: not before something happens."""
        return min(
            (at for screen in self._screens.values() if (at := screen.deadline()) is not None),
            default=None,
        )

    def close(self) -> None:
        """Let go of the buses and pins; the screens go on showing the last picture."""
        for screen in self._screens.values():
            screen.close()
        if self._lamps is not None:
            self._lamps.close()
