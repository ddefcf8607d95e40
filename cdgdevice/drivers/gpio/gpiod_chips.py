"""The real GPIO chips, through libgpiod's Python binding, version 2.1 or newer.

It stands alone because libgpiod is only there on Linux: `pin_factory` imports it when it is asked
for.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from threading import Lock

import gpiod
from gpiod.line import Bias, Direction, Edge, Value

from cdgdevice.drivers.gpio.gpio_lines import EdgeDetection, LineEdge, LineSettings, Pull

CONSUMER = "cdgdevice"
"""The name that `gpioinfo` shows beside our lines."""

_BIAS = {Pull.UP: Bias.PULL_UP, Pull.DOWN: Bias.PULL_DOWN, Pull.FLOATING: Bias.DISABLED}
_EDGE_DETECTION = {
    EdgeDetection.NONE: Edge.NONE,
    EdgeDetection.RISING: Edge.RISING,
    EdgeDetection.FALLING: Edge.FALLING,
    EdgeDetection.BOTH: Edge.BOTH,
}


def to_gpiod_settings(settings: LineSettings) -> gpiod.LineSettings:
    """Say the same in libgpiod's words; edges carry the monotonic clock's time by default."""
    return gpiod.LineSettings(
        direction=Direction.OUTPUT if settings.output else Direction.INPUT,
        edge_detection=_EDGE_DETECTION[settings.edges],
        bias=_BIAS[settings.pull],
        output_value=_to_gpiod_value(settings.high),
    )


def _to_gpiod_value(high: bool) -> Value:
    return Value.ACTIVE if high else Value.INACTIVE


class GpiodLine:
    """A Line on a libgpiod request; the lock is there because a request may not be shared."""

    def __init__(self, request: gpiod.LineRequest, offset: int) -> None:
        self._request = request
        self._offset = offset
        self._lock = Lock()

    def fileno(self) -> int:
        return self._request.fd

    def read(self) -> bool:
        with self._lock:
            return self._request.get_value(self._offset) is Value.ACTIVE

    def write(self, high: bool) -> None:
        with self._lock:
            self._request.set_value(self._offset, _to_gpiod_value(high))

    def reconfigure(self, settings: LineSettings) -> None:
        with self._lock:
            self._request.reconfigure_lines({self._offset: to_gpiod_settings(settings)})

    def edges(self) -> tuple[LineEdge, ...]:
        with self._lock:
            events = self._request.read_edge_events()
        rising = gpiod.EdgeEvent.Type.RISING_EDGE
        return tuple(LineEdge(e.timestamp_ns / 1e9, e.event_type is rising) for e in events)

    def release(self) -> None:
        with self._lock:
            self._request.release()


class GpiodChips:
    """The chips under /dev."""

    def __init__(self, folder: Path = Path("/dev")) -> None:
        self._folder = folder

    def labels(self) -> Mapping[str, str]:
        labels: dict[str, str] = {}
        for path in sorted(map(str, self._folder.glob("gpiochip*"))):
            try:
                with gpiod.Chip(path) as chip:
                    labels[path] = chip.get_info().label
            except OSError as why:
                # libgpiod doesn't say which file it was.
                raise OSError(why.errno, why.strerror, path) from why
        return labels

    def request(self, path: str, offset: int, settings: LineSettings) -> GpiodLine:
        config: dict[Iterable[int | str] | int | str, gpiod.LineSettings | None]
        config = {offset: to_gpiod_settings(settings)}
        return GpiodLine(gpiod.request_lines(path, config, consumer=CONSUMER), offset)

    def line_user(self, path: str, offset: int) -> str:
        with gpiod.Chip(path) as chip:
            info = chip.get_line_info(offset)
        return info.consumer if info.used else ""
