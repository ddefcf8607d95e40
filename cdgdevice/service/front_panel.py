"""The gadget's face: its screens, its lamps, its buzzer, and which of them are there to be seen.

When the screens dim and go dark, so that they don't burn in, and what lights them again, is
decided here too. A gesture on a dark gadget lights it up, and does nothing else.
"""

import math
from collections import deque
from collections.abc import Mapping, Sequence
from enum import Enum
from operator import attrgetter
from typing import TYPE_CHECKING

from cdgdevice.config.keys_and_defaults import ScreensConfig
from cdgdevice.drivers.gpio.control_events import (
    Cancelled,
    Control,
    Gesture,
    Pressed,
    Released,
    ScreenTapped,
    Turned,
)
from cdgdevice.drivers.oled.framebuffer import PanelFit
from cdgdevice.drivers.oled.panels import PanelChip
from cdgdevice.drivers.oled.screen import AnyScreen, PanelBus, Screen
from cdgdevice.render.bitmap import shift_picture
from cdgdevice.render.draw import draw_view
from cdgdevice.render.views import PageView, View, may_shift
from cdgdevice.rules.card_display import Side
from cdgdevice.service.lamps_and_buzzer import Outputs

if TYPE_CHECKING:
    from cdgdevice.drivers.gpio.wired_devices import Buzzer, SideLamps


class ScreenPower(Enum):
    """How bright the screens are."""

    FULL = "full"
    """In use."""
    DIM = "dim"
    """Nothing has happened for a while."""
    DARK = "dark"
    """Nothing has happened for long: off until a control is touched."""


class IdleTimer:
    """Follows how long nothing has happened.

    `dim_after` and `dark_after` are seconds, and so is `shift_every`: how often a dim picture is
    to move. 0 means never.
    """

    def __init__(
        self, dim_after: float, dark_after: float, now: float, shift_every: float = 0
    ) -> None:
        self._after = ((dark_after, ScreenPower.DARK), (dim_after, ScreenPower.DIM))
        self._dim_after = dim_after
        self._shift_every = shift_every
        self._used = now

    def set_dark_after(self, seconds: float) -> None:
        """Have the screens go dark after so long from now on; 0 means never."""
        self._after = ((seconds, ScreenPower.DARK), (self._dim_after, ScreenPower.DIM))

    def note_use(self, now: float) -> None:
        """Take note that the player, or a die, did something."""
        self._used = now

    def find_power(self, now: float) -> ScreenPower:
        """Return how bright the screens must be now."""
        for after, light in self._after:
            if after and now >= self._used + after:
                return light
        return ScreenPower.FULL

    def count_shifts(self, now: float) -> int:
        """Return how often a dim picture has moved by now; 0 for any other."""
        if not self._shift_every or self.find_power(now) is not ScreenPower.DIM:
            return 0
        dimmed_at = self._used + self._dim_after
        shifts = int((now - dimmed_at) / self._shift_every)
        # Its deadline has come, whatever the division made of it.
        return shifts + (now >= dimmed_at + (shifts + 1) * self._shift_every)

    def deadline(self, now: float) -> float:
        """Return when the light or the place changes next if nothing happens; infinity: never."""
        coming = [self._used + after for after, _ in self._after if after]
        if self._shift_every and self.find_power(now) is ScreenPower.DIM:
            dimmed_at = self._used + self._dim_after
            coming.append(dimmed_at + (self.count_shifts(now) + 1) * self._shift_every)
        return min((at for at in coming if at > now), default=math.inf)


TWIST_SECONDS = 0.5
"""Seconds after waking in which the knob's detents belong to the turn that woke the gadget."""


class WakeFilter:
    """Follows which gestures light the gadget up; each of them keeps `rest` from coming."""

    def __init__(self, rest: IdleTimer) -> None:
        self._rest = rest
        self._held: set[Control] = set()
        self._woken_at = -math.inf

    def consumes(self, gesture: Gesture, now: float) -> bool:
        """Return whether this gesture, at `now` seconds, does no more than light up the gadget."""
        dark = self._rest.find_power(now) is ScreenPower.DARK
        self._rest.note_use(now)
        if dark:
            self._woken_at = now
        match gesture:
            case Turned():
                # One twist of the wrist is several detents.
                return now < self._woken_at + TWIST_SECONDS
            case ScreenTapped():
                return dark
            case Pressed(_, control) if dark:
                self._held.add(control)
                return True
            case Released(_, control) | Cancelled(_, control) if control in self._held:
                self._held.discard(control)
                return True
            case _:
                return dark or gesture.control in self._held


DIM_CONTRAST = 16
"""Contrast of a dimmed screen, 0 to 255: legible in a dark room, and hardly ages the panel."""

_MAX_PREPARED = 48
"""So many frames are kept that may be shown next, 1 KiB each."""

_COLOURS = {Side.LEFT: "#f2a897", Side.RIGHT: "#9fc8f0"}
"""The sides' colours on panels that have any: as their names have them on a dark page."""


def fit_screens(screens: ScreensConfig, buses: Mapping[Side, PanelBus]) -> dict[Side, AnyScreen]:
    """Return the screens by side; a panel that is alone and has room for both sides shows both."""
    fitted = {s: fit_screen(screens, buses[s], s) for s in screens.fitted if s in buses}
    for first in fitted.values():
        if first.beside is not None:
            return {Side.LEFT: first, Side.RIGHT: first.beside}
    return fitted


def fit_screen(screens: ScreensConfig, bus: PanelBus, side: Side) -> AnyScreen:
    """Return the screen that is fitted for a side."""
    config = screens.fitted[side]
    panel, address = config.panel, screens.address_of(config)
    if isinstance(panel, PanelChip):
        return Screen(panel, bus, address, rotate=config.rotate, contrast=config.contrast)
    # Loaded only where there is such a panel: the game is to start soon.
    from cdgdevice.drivers.oled.luma_screen import LumaScreen

    both = len(screens.fitted) == 1 and panel.pictures == len(Side)
    colours = tuple(_COLOURS[each] for each in (Side if both else (side,)))
    return LumaScreen(
        panel, bus, address, rotate=config.rotate, contrast=config.contrast, colours=colours
    )


class FrontPanel:
    """One or two screens, with or without lamps; a lost screen never stops anything."""

    def __init__(self, screens: Mapping[Side, AnyScreen]) -> None:
        self._screens = dict(screens)
        seconds = {screen.beside for screen in screens.values()}
        self._panels = {s: each for s, each in screens.items() if each not in seconds}
        self._contrast = {side: screen.contrast for side, screen in screens.items()}
        """What each has while it is in use, 0 to 255."""
        self._lamps: SideLamps | None = None
        self._buzzer: Buzzer | None = None
        self.power = ScreenPower.FULL
        """How bright the screens are."""
        self._shifts = 0
        self.shown_views: dict[Side, View] = {}
        """What was last shown on each screen."""
        self._drawn: dict[Side, tuple[View, int]] = {}
        self._prepared = deque[tuple[Side, View, bytes]](maxlen=_MAX_PREPARED)
        self.outputs = Outputs()
        """What burns and sounds."""
        self._usual: dict[Side, PanelFit] = {}
        """How the screens are driven that something else was tried on."""
        self.on_trial = False
        """Some screen is driven otherwise than usual."""

    def fit(self, lamps: "SideLamps | None" = None, buzzer: "Buzzer | None" = None) -> None:
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
        return None not in map(attrgetter("fault"), self._screens.values())

    @property
    def answers(self) -> bool:
        """A screen that is pulled out is noticed; on SPI it is not."""
        return all(map(attrgetter("answers"), self._screens.values()))

    @property
    def visible_sides(self) -> tuple[Side, ...]:
        """The sides whose screen answers; all that are fitted if none does."""
        answering = tuple(side for side, screen in self._screens.items() if screen.fault is None)
        return answering or tuple(self._screens)

    @property
    def faults(self) -> Mapping[Side, str]:
        """A sentence for each screen that does not answer."""
        return {
            side: screen.fault for side, screen in self._panels.items() if screen.fault is not None
        }

    def show(self, views: Mapping[Side, View]) -> None:
        """Show these views on the fitted screens; what is there stays."""
        self.shown_views.update(
            (side, view) for side, view in views.items() if side in self._screens
        )
        for side, view in self.shown_views.items():
            shifts = self._shifts if may_shift(view) else 0
            if self._drawn.get(side) != (view, shifts):
                self._drawn[side] = (view, shifts)
                screen = self._screens[side]
                frame = None if shifts else self._find_prepared(side, view)
                if frame is None:
                    frame = screen.pack(shift_picture(draw_view(view), shifts).pages())
                screen.show_frame(frame)

    def try_fits(self, tried: Mapping[Side, PanelFit]) -> None:
        """Drive these screens otherwise, and all others as usual: the next `show` sets them up."""
        for side in {**self._usual, **tried}:
            screen = self._screens.get(side)
            if isinstance(screen, Screen):
                usual = self._usual.setdefault(side, screen.fit)
                if (fit := tried.get(side, usual)) != screen.fit:
                    screen.refit(fit)
                    self._drawn.pop(side, None)
                    self._prepared.clear()
        self.on_trial = bool(tried)

    def keep_fit(self, side: Side, fit: PanelFit) -> None:
        """Drive a screen so from now on."""
        self._usual[side] = fit

    def prepare(self, moments: Sequence[Mapping[Side, View]]) -> None:
        """Draw views that may be shown next, one after the other; nothing is sent."""
        for side, screen in self._screens.items():
            seen = (views[side] for views in moments if side in views)
            screen.prepare(*(self._prepare_frame(side, view) for view in seen))

    def _prepare_frame(self, side: Side, view: View) -> bytes:
        frame = self._find_prepared(side, view)
        if frame is None:
            frame = self._screens[side].pack(draw_view(view).pages())
            self._prepared.append((side, view, frame))
        return frame

    def _find_prepared(self, side: Side, view: View) -> bytes | None:
        frames = (kept for of, drawn, kept in self._prepared if of is side and drawn == view)
        return next(frames, None)

    def set_outputs(self, signal: Outputs) -> None:
        """Have these lamps burn and no others, and the buzzer sound or be silent."""
        self.outputs = signal
        if self._lamps is not None:
            self._lamps.show(signal.lamps)
        if self._buzzer is not None:
            self._buzzer.sound(signal.buzzer)

    def show_last_page(self, page: PageView) -> None:
        """Show a page that stays, maybe for weeks: dim, and nothing else burns or sounds."""
        self.set_outputs(Outputs())
        self.set_power(ScreenPower.DIM)
        self.show(dict.fromkeys(Side, page))

    def set_power(self, light: ScreenPower, shifts: int = 0) -> None:
        """Set how bright the screens are, and how often a dim picture has moved by a pixel.

        The next `show` draws it at its place.
        """
        self._shifts = shifts
        if light is self.power:
            return
        before, self.power = self.power, light
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
        return min(level, DIM_CONTRAST) if self.power is ScreenPower.DIM else level

    def check(self, now: float) -> None:
        """Look after the screens: the lost are tried again, the others refreshed when due."""
        for screen in self._panels.values():
            screen.check(now)

    def deadline(self) -> float:
        """Return when `check` must be called next; infinity: not before something happens.

        While the gadget is dark nobody misses a lost screen: it is tried again with the light.
        """
        if self.power is ScreenPower.DARK:
            return math.inf
        return min((screen.deadline() for screen in self._panels.values()), default=math.inf)

    def close(self) -> None:
        """Let go of the buses and pins; the screens go on showing the last picture."""
        for screen in self._panels.values():
            screen.close()
        for part in (self._lamps, self._buzzer):
            if part is not None:
                part.close()
