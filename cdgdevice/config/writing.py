"""From checked values back to the keys of the file, each with its whole name.

    screens.left.address = 0x3C

Every such line is TOML, and all of them together read as the same configuration again.
"""

import json
from collections.abc import Iterator

from cdgdevice.config.pins import WIRING, Pins, Sounder
from cdgdevice.config.reading import NONE
from cdgdevice.config.shape import Config, Panel
from cdgdevice.gadget.events import Control, Phase


def written(config: Config) -> Iterator[tuple[str, str]]:
    """Give every key and its value, as a file would have them, in the order of the sections."""
    yield "sheet", _text(config.sheet)
    yield "games.folder", _text(str(config.games))
    yield "die.source", _text(config.die.source.value)
    for number, result in enumerate(config.die.conversion.results, 1):
        yield f"die.conversion.{number}", _text(result.value)
    yield "reader.port", _text(config.reader.port or NONE)
    yield "reader.baud", str(config.reader.baud)
    yield from _pins(config.pins)
    screens = config.screens
    yield "screens.bus", _text(screens.bus or NONE)
    yield "screens.result_ms", str(screens.result_ms)
    yield from _panel("screens.left", screens.left)
    yield from _panel("screens.right", screens.right)
    yield "sleep.dim_after_s", str(config.sleep.dim_after_s)
    yield "sleep.off_after_s", str(config.sleep.off_after_s)
    yield "sleep.shift_every_s", str(config.sleep.shift_every_s)
    yield "sound.on", _yes_no(config.sound.on)


def _pins(pins: Pins) -> Iterator[tuple[str, str]]:
    yield "pins.factory", _text(pins.factory)
    for key, (thing, _) in WIRING.items():
        if isinstance(thing, Sounder):
            gpio = pins.buzzer
        elif isinstance(thing, Control | Phase):
            gpio = pins.inputs.get(thing)
        else:
            gpio = pins.lamps.get(thing)
        yield f"pins.{key}", _yes_no(False) if gpio is None else str(gpio)
    yield "pins.debounce_ms", str(pins.debounce_ms)
    yield "pins.hold_ms", str(pins.hold_ms)
    yield "pins.long_hold_ms", str(pins.long_hold_ms)
    yield "pins.knob_steps_per_detent", str(pins.knob_steps_per_detent)


def _panel(section: str, panel: Panel | None) -> Iterator[tuple[str, str]]:
    yield f"{section}.fitted", _yes_no(panel is not None)
    if panel is None:
        return
    yield f"{section}.controller", _text(panel.controller.value)
    yield f"{section}.address", f"0x{panel.address:02X}"
    yield f"{section}.rotate", str(panel.rotate)
    yield f"{section}.contrast", str(panel.contrast)


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _yes_no(value: bool) -> str:
    return "true" if value else "false"
