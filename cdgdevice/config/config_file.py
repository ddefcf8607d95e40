"""Read configuration files into checked values, every mistake at once, and write them as keys."""

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from cdgdevice.config.schema import (
    PIN_KEYS,
    SECTION,
    Config,
    DieConfig,
    PanelConfig,
    PinsConfig,
    ReaderConfig,
    ScreensConfig,
    SleepConfig,
    SoundConfig,
    Sounder,
    are_in_doubt,
    read_pins,
    undriven,
)
from cdgdevice.config.settings import DieSource
from cdgdevice.drivers.gpio.events import Control, KnobPhase
from cdgdevice.drivers.oled.framebuffer import Rotation
from cdgdevice.drivers.oled.panels import CHIPS, TOO_LOW, PanelChip
from cdgdevice.errors import ConfigError
from cdgdevice.rules.die import DieConversion, DieResult
from cdgdevice.rules.words import quote
from cdgdevice.tomlform.form import Form
from cdgdevice.tomlform.toml_source import KeyPath, Mistakes, TomlLines, decode_text, load_tables

ConfigTable = Mapping[str, Any]
"""What TOML files say: texts, numbers, yes and no, and tables of these under their keys."""

WHOLE: Final = frozenset({("die", "conversion")})
"""The tables that are one field."""
DEEPEST: Final = 3
"""Keys from the top to the deepest field, as in `screens.left.contrast`."""


@dataclass(frozen=True, slots=True)
class ConfigLayer:
    """One file of the configuration."""

    name: str
    """What it is called in sentences."""
    content: str | bytes
    unread: str = ""
    """Why it could not be read, as a sentence; empty where it could."""


class ConfigLayers:
    """What files say when each is laid over those before; wrong ones say nothing."""

    def __init__(self, layers: Sequence[ConfigLayer]) -> None:
        self.mistakes = Mistakes(*(layer.name for layer in layers))
        """What is wrong with the files; what their `form` finds comes to these."""
        self.unused: tuple[str, ...] = ()
        """The files that can't be read at all: there is no telling what they say."""
        self.table: ConfigTable = {}
        """What they say."""
        texts = []
        for number, layer in enumerate(layers):
            mistakes = Mistakes(layer.name)
            text = decode_text(layer.content, mistakes)
            table = None if text is None else load_tables(text, mistakes)
            self.mistakes.include(mistakes, number)
            if text is None or table is None or layer.unread:
                self.unused = (*self.unused, layer.name)
                texts.append("")
            else:
                self.table = overlay_tables(self.table, table)
                texts.append(text)
        self.form = Form(dict(self.table), (), TomlLines(*texts or [""]), self.mistakes)
        """The same, to be read."""


def overlay_tables(lower: ConfigTable, upper: ConfigTable, within: KeyPath = ()) -> dict[str, Any]:
    """Lay a table over another one; `within` says where they stand."""
    merged = dict(lower)
    for key, value in upper.items():
        path = (*within, key)
        below = merged.get(key)
        one = path in WHOLE or len(path) >= DEEPEST
        if isinstance(value, dict) and isinstance(below, dict) and not one:
            merged[key] = overlay_tables(below, value, path)
        else:
            merged[key] = value
    return merged


NONE: Final = "none"
"""What stands for a port or a bus where there is none."""

_ADDRESSES = (0x3C, 0x3D)
_ROTATIONS: tuple[Rotation, ...] = (0, 180)
_DAY = 86_400


def read_config(source: str | bytes, name: str, *, sheets: Collection[str], games: Path) -> Config:
    """Read a configuration; `name` is the file's name in sentences.

    `sheets` are the ids of the sheets there are, `games` the folder of the games where the file
    does not say.

    Raises:
        ConfigError: when the file has mistakes; it has a sentence for each.
    """
    config, mistakes = read_leniently(source, name, sheets=sheets, games=games)
    if mistakes:
        raise ConfigError(mistakes)
    return config


def read_leniently(
    source: str | bytes, name: str, *, sheets: Collection[str], games: Path
) -> tuple[Config, tuple[str, ...]]:
    """Read as `read_config` does, but give the mistakes beside what can be used; never raises.

    So a gadget without a keyboard can show on its own screens what is wrong. What is mistaken
    takes its default, except that no lamp and no buzzer is driven while a pin is in doubt.
    """
    read = read_layers([ConfigLayer(name, source)], sheets=sheets, games=games)
    return read.config, read.mistakes


@dataclass(frozen=True, slots=True)
class ConfigReading:
    """What was read."""

    config: Config
    mistakes: tuple[str, ...]
    """Each a sentence that names its file."""
    table: ConfigTable
    """What the files say, as they say it."""
    unused: tuple[str, ...] = ()
    """The files of which nothing is used; each has one mistake."""


def read_layers(
    layers: Sequence[ConfigLayer], *, sheets: Collection[str], games: Path
) -> ConfigReading:
    """Read files of which each is laid over those before, as leniently as `read_leniently`."""
    files = ConfigLayers(layers)
    config = _read_whole(files.form, sheets, games)
    if files.unused:
        config = replace(config, pins=undriven(config.pins))
    unread = tuple(layer.unread for layer in layers if layer.unread)
    return ConfigReading(config, (*unread, *files.mistakes.sentences), files.table, files.unused)


def read_table(table: ConfigTable, *, sheets: Collection[str], games: Path) -> ConfigReading:
    """Read what `ConfigReading.table` gave once; its mistakes name no file, for there is none."""
    mistakes = Mistakes("")
    config = _read_whole(Form(dict(table), (), TomlLines(""), mistakes), sheets, games)
    return ConfigReading(config, mistakes.sentences, table)


def _read_whole(form: Form, sheets: Collection[str], games: Path) -> Config:
    config = Config(
        games=_read_folder(form.table("games"), games),
        sheet=form.text("sheet", Config(games).sheet, choices=sheets),
        die=_read_die(form.table("die")),
        reader=_read_reader_section(form.table("reader")),
        pins=read_pins(form.table(SECTION)),
        screens=_read_screens(form.table("screens")),
        sleep=_read_sleep(form.table("sleep")),
        sound=SoundConfig(form.table("sound").yes_no("on", SoundConfig().on)),
    )
    if config.die.source is DieSource.READER and config.reader.port is None:
        form.table("die").refuse("source", 'is "reader", but reader.port is "none"; change one.')
    form.close()
    return replace(config, pins=undriven(config.pins)) if are_in_doubt(form) else config


def _read_folder(form: Form, default: Path) -> Path:
    text = form.text("folder", None)
    if text is None:
        return default
    if text.isprintable():
        try:
            folder = Path(text).expanduser()
        except RuntimeError:  # "~somebody": no such person
            folder = Path(text)
        if folder.is_absolute():
            return folder
    form.refuse("folder", f'must be a whole path, like "{default}", not {quote(text)}.')
    return default


def _read_die(form: Form) -> DieConfig:
    default = DieConfig()
    conversion = _read_conversion(form) if "conversion" in form else default.conversion
    return DieConfig(form.one_of("source", DieSource, default.source), conversion)


def _read_conversion(form: Form) -> DieConversion:
    inner = form.table("conversion")
    numbers = tuple(str(number) for number in range(1, 7))
    named = {number: inner.one_of(number, DieResult, None) for number in numbers if number in inner}
    faults = [f"{number} has no result" for number in numbers if number not in inner]
    for result in DieResult:
        having = [number for number, value in named.items() if value is result]
        if len(having) > 1:
            faults.append(f"{result.value} has {' and '.join(having)}")
        elif not having and None not in named.values():
            faults.append(f"{result.value} has no number")
    if faults:
        inner.refuse("", f"{', '.join(faults)}; give each result one number of 1 to 6.")
    results = tuple(result for result in named.values() if result is not None)
    return DieConversion() if faults or len(results) < 6 else DieConversion(results)


def _read_reader_section(form: Form) -> ReaderConfig:
    default = ReaderConfig()
    port = _read_place(
        form,
        "port",
        default.port,
        r"auto|none|/.+|COM\d+|[a-z][a-z0-9+.-]*://.+",
        '"auto", "none", a device like "/dev/cdgdevice-die" or a URL like "socket://127.0.0.1:7000"',
    )
    return ReaderConfig(port, form.whole("baud", default.baud, low=300, high=4_000_000))


def _read_screens(form: Form) -> ScreensConfig:
    default = ScreensConfig()
    bus = _read_place(
        form,
        "bus",
        default.bus,
        r"/dev/i2c-\d+|record:.+|none",
        '"none", a bus like "/dev/i2c-1" or a recording like "record:/tmp/glass"',
    )
    left = _read_panel(form.table("left"), PanelConfig())
    right = _read_panel(form.table("right"), PanelConfig(address=0x3D))
    if left and right and left.address == right.address:
        form.table("right" if "address" in form.table("right") else "left").refuse(
            "address",
            f"both screens have 0x{left.address:02X}; set the other one's jumper to "
            "another address, or write fitted = false for a screen that is not there.",
        )
        left, right = default.left, default.right
    result_ms = form.whole("result_ms", default.result_ms, low=0, high=10_000)
    return ScreensConfig(bus, result_ms, left, right)


def _read_panel(form: Form, default: PanelConfig) -> PanelConfig | None:
    panel = PanelConfig(
        controller=_read_controller(form, default.controller),
        address=_read_address(form, default.address),
        rotate=form.pick("rotate", default.rotate, allowed=_ROTATIONS),
        contrast=form.whole("contrast", default.contrast, low=0, high=255),
    )
    return panel if form.yes_no("fitted", True) else None


def _read_controller(form: Form, default: PanelChip) -> PanelChip:
    too_low = {
        name: f"an {name.upper()} panel shows {pixels} pixels, and the gadget draws 128 x 64: "
        "use another panel."
        for name, pixels in TOO_LOW.items()
    }
    return CHIPS[form.text("controller", default.name, choices=CHIPS, refused=too_low)]


def _read_address(form: Form, default: int) -> int:
    address = form.whole("address", default, low=0, high=0xFF)
    if address in _ADDRESSES:
        return address
    if address >> 1 in _ADDRESSES and not address & 1:
        # Many panels are printed with the address as it goes over the wire.
        form.refuse("address", f"0x{address:02X} is the 8-bit form; write 0x{address >> 1:02X}.")
    else:
        form.refuse("address", f"must be 0x3C or 0x3D, not 0x{address:02X}.")
    return default


def _read_sleep(form: Form) -> SleepConfig:
    default = SleepConfig()
    return SleepConfig(
        form.whole("dim_after_s", default.dim_after_s, low=0, high=_DAY),
        form.whole("shift_every_s", default.shift_every_s, low=0, high=_DAY),
        form.whole("off_after_s", default.off_after_s, low=0, high=_DAY),
    )


def _read_place(form: Form, key: str, default: str | None, pattern: str, wanted: str) -> str | None:
    """Read where something is; None is what stands as `none` in the file."""
    text = form.text(key, default)
    if text is None or text == NONE:
        return None
    if text.isprintable() and re.fullmatch(pattern, text):
        return text
    form.refuse(key, f"must be {wanted}, not {quote(text)}.")
    return default


def write_config(config: Config) -> Iterator[tuple[str, str]]:
    """Return every key and its value, as a file would have them, in the order of the sections."""
    yield "sheet", _write_text(config.sheet)
    yield "games.folder", _write_text(str(config.games))
    yield "die.source", _write_text(config.die.source.value)
    for number, result in enumerate(config.die.conversion.results, 1):
        yield f"die.conversion.{number}", _write_text(result.value)
    yield "reader.port", _write_text(config.reader.port or NONE)
    yield "reader.baud", str(config.reader.baud)
    yield from _write_pins(config.pins)
    screens = config.screens
    yield "screens.bus", _write_text(screens.bus or NONE)
    yield "screens.result_ms", str(screens.result_ms)
    yield from _write_panel("screens.left", screens.left)
    yield from _write_panel("screens.right", screens.right)
    yield "sleep.dim_after_s", str(config.sleep.dim_after_s)
    yield "sleep.off_after_s", str(config.sleep.off_after_s)
    yield "sleep.shift_every_s", str(config.sleep.shift_every_s)
    yield "sound.on", _yes_no(config.sound.on)


def _write_pins(pins: PinsConfig) -> Iterator[tuple[str, str]]:
    yield "pins.factory", _write_text(pins.factory)
    for key, (thing, _) in PIN_KEYS.items():
        if isinstance(thing, Sounder):
            gpio = pins.buzzer
        elif isinstance(thing, Control | KnobPhase):
            gpio = pins.inputs.get(thing)
        else:
            gpio = pins.lamps.get(thing)
        yield f"pins.{key}", _yes_no(False) if gpio is None else str(gpio)
    yield "pins.debounce_ms", str(pins.debounce_ms)
    yield "pins.hold_ms", str(pins.hold_ms)
    yield "pins.long_hold_ms", str(pins.long_hold_ms)
    yield "pins.knob_steps_per_detent", str(pins.knob_steps_per_detent)


def _write_panel(section: str, panel: PanelConfig | None) -> Iterator[tuple[str, str]]:
    yield f"{section}.fitted", _yes_no(panel is not None)
    if panel is None:
        return
    yield f"{section}.controller", _write_text(panel.controller.name)
    yield f"{section}.address", f"0x{panel.address:02X}"
    yield f"{section}.rotate", str(panel.rotate)
    yield f"{section}.contrast", str(panel.contrast)


def _write_text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _yes_no(value: bool) -> str:
    return "true" if value else "false"
