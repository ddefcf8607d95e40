"""The gadget's face: its screens, its lamps, its buzzer, and which of them are there to be seen."""

import math
from collections import deque
from collections.abc import Mapping, Sequence

from cdgdevice.drivers.gpio.output_devices import Buzzer, Lamps
from cdgdevice.drivers.oled.screen import Screen
from cdgdevice.render.canvas import shift_picture
from cdgdevice.render.draw import draw_view
from cdgdevice.render.views import View, may_shift
from cdgdevice.rules.card_display import Side
from cdgdevice.service.idle import ScreenPower
from cdgdevice.service.signals import Outputs

DIM_CONTRAST = 16
"""Contrast of a dimmed screen, 0 to 255: legible in a dark room, and hardly ages the panel."""


_MOST_PREPARED = 48
"""So many frames are kept that may be shown next, 1 KiB each."""


class FrontPanel:
    """One or two screens, with or without lamps; a lost screen never stops anything.

    `contrast` is 0 to 255 by side, for the sides whose screen is fitted.
    """

    def __init__(self, screens: Mapping[Side, Screen], contrast: Mapping[Side, int]) -> None:
        self._screens = dict(screens)
        self._contrast = dict(contrast)
        self._lamps: Lamps | None = None
        self._buzzer: Buzzer | None = None
        self._light = ScreenPower.FULL
        self._shifts = 0
        self._shown: dict[Side, View] = {}
        self._drawn: dict[Side, tuple[View, int]] = {}
        self._prepared = deque[tuple[Side, View, bytes]](maxlen=_MOST_PREPARED)
        self._signal = Outputs()

    def fit(self, lamps: Lamps | None = None, buzzer: Buzzer | None = None) -> None:
        """Fit lamps and buzzer; the screens come first, so that they can tell of a missing pin."""
        self._lamps = self._lamps or lamps
        self._buzzer = self._buzzer or buzzer

    @property
    def has_signals(self) -> bool:
        """A lamp or a buzzer is fitted."""
        return self._lamps is not None or self._buzzer is not None

    @property
    def is_blind(self) -> bool:
        """No screen tells anything: none is fitted, or none of the fitted answers."""
        return all(screen.fault is not None for screen in self._screens.values())

    @property
    def answers(self) -> bool:
        """A screen that is pulled out is noticed; on SPI it is not."""
        return all(screen.answers for screen in self._screens.values())

    @property
    def visible_sides(self) -> tuple[Side, ...]:
        """The sides whose screen answers; all that are fitted if none does."""
        answering = tuple(side for side, screen in self._screens.items() if screen.fault is None)
        return answering or tuple(self._screens)

    @property
    def faults(self) -> tuple[str, ...]:
        """A sentence for each screen that does not answer."""
        return tuple(screen.fault for screen in self._screens.values() if screen.fault is not None)

    @property
    def shown_views(self) -> Mapping[Side, View]:
        """What was last shown on each screen."""
        return self._shown

    @property
    def power(self) -> ScreenPower:
        """How bright the screens are."""
        return self._light

    @property
    def outputs(self) -> Outputs:
        """What burns and sounds."""
        return self._signal

    def show(self, views: Mapping[Side, View]) -> None:
        """Show these views on the fitted screens; what is there stays."""
        self._shown.update((side, view) for side, view in views.items() if side in self._screens)
        for side, view in self._shown.items():
            shifts = self._shifts if may_shift(view) else 0
            if self._drawn.get(side) != (view, shifts):
                self._drawn[side] = (view, shifts)
                screen = self._screens[side]
                frame = None if shifts else self._find_prepared(side, view)
                screen.show_frame(frame or screen.pack(shift_picture(draw_view(view), shifts)))

    def prepare(self, moments: Sequence[Mapping[Side, View]]) -> None:
        """Draw views that may be shown next, one after the other; nothing is sent."""
        for side, screen in self._screens.items():
            seen = (views[side] for views in moments if side in views)
            screen.prepare(*(self._prepare_frame(side, view) for view in seen))

    def _prepare_frame(self, side: Side, view: View) -> bytes:
        frame = self._find_prepared(side, view)
        if frame is None:
            frame = self._screens[side].pack(draw_view(view))
            self._prepared.append((side, view, frame))
        return frame

    def _find_prepared(self, side: Side, view: View) -> bytes | None:
        frames = (kept for of, drawn, kept in self._prepared if of is side and drawn == view)
        return next(frames, None)

    def set_outputs(self, signal: Outputs) -> None:
        """Have these lamps burn and no others, and the buzzer sound or be silent."""
        self._signal = signal
        if self._lamps is not None:
            self._lamps.show(signal.lamps)
        if self._buzzer is not None:
            self._buzzer.sound(signal.buzzer)

    def set_power(self, light: ScreenPower, shifts: int = 0) -> None:
        """Set how bright the screens are, and how often a dim picture has moved by a pixel.

        The next `show` draws it at its place.
        """
        self._shifts = shifts
        if light is self._light:
            return
        before, self._light = self._light, light
        for side, screen in self._screens.items():
            if light is ScreenPower.DARK:
                screen.sleep()
                continue
            if before is ScreenPower.DARK:
                screen.wake()
            screen.set_contrast(self.find_contrast(side))

    def set_contrast(self, level: int) -> None:
        """Set the contrast that the screens have while they are in use, 0 to 255."""
        self._contrast = dict.fromkeys(self._contrast, level)
        for side, screen in self._screens.items():
            screen.set_contrast(self.find_contrast(side))

    def find_contrast(self, side: Side) -> int:
        """Return the contrast of a fitted screen while it is not dark, 0 to 255."""
        level = self._contrast[side]
        return min(level, DIM_CONTRAST) if self._light is ScreenPower.DIM else level

    def check(self, now: float) -> None:
        """Look after the screens: the lost are tried again, the others refreshed when due."""
        for screen in self._screens.values():
            screen.check(now)

    def deadline(self) -> float:
        """Return when `check` must be called next; infinity: not before something happens.

        While the gadget is dark nobody misses a lost screen: it is tried again with the light.
        """
        if self._light is ScreenPower.DARK:
            return math.inf
        return min((screen.deadline() for screen in self._screens.values()), default=math.inf)

    def close(self) -> None:
        """Let go of the buses and pins; the screens go on showing the last picture."""
        for screen in self._screens.values():
            screen.close()
        for part in (self._lamps, self._buzzer):
            if part is not None:
                part.close()
