"""From the text of configuration files to its checked values: every mistake at once."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from cdgdevice.config.layers import Layer, Layers, Table
from cdgdevice.config.pins import SECTION, are_in_doubt, read_pins, undriven
from cdgdevice.config.shape import Config, Die, Panel, Reader, Screens, Sleep, Sound
from cdgdevice.errors import ConfigError
from cdgdevice.gadget.desk.settings import DieSource
from cdgdevice.gadget.glass.controller import Controller
from cdgdevice.gadget.glass.frame import Rotation
from cdgdevice.method.die import Conversion, Result
from cdgdevice.method.form import Form
from cdgdevice.method.mistakes import Mistakes, quoted
from cdgdevice.method.toml_lines import Lines

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
    read = read_layers([Layer(name, source)], sheets=sheets, games=games)
    return read.config, read.mistakes


@dataclass(frozen=True, slots=True)
class Read:
    """What was read."""

    config: Config
    mistakes: tuple[str, ...]
    """Each a sentence that names its file."""
    table: Table
    """What the files say, as they say it."""
    unused: tuple[str, ...] = ()
    """The files of which nothing is used; each has one mistake."""


def read_layers(layers: Sequence[Layer], *, sheets: Collection[str], games: Path) -> Read:
    """Read files of which each is laid over those before, as leniently as `read_leniently`."""
    files = Layers(layers)
    config = _config(files.form, sheets, games)
    if files.unused:
        config = replace(config, pins=undriven(config.pins))
    unread = tuple(layer.unread for layer in layers if layer.unread)
    return Read(config, (*unread, *files.mistakes.sentences), files.table, files.unused)


def read_table(table: Table, *, sheets: Collection[str], games: Path) -> Read:
    """Read what `Read.table` gave once; its mistakes name no file, for there is none."""
    mistakes = Mistakes("")
    config = _config(Form(dict(table), (), Lines(""), mistakes), sheets, games)
    return Read(config, mistakes.sentences, table)


def _config(form: Form, sheets: Collection[str], games: Path) -> Config:
    config = Config(
        games=_folder(form.table("games"), games),
        sheet=form.text("sheet", Config(games).sheet, choices=sheets),
        die=_die(form.table("die")),
        reader=_reader(form.table("reader")),
        pins=read_pins(form.table(SECTION)),
        screens=_screens(form.table("screens")),
        sleep=_sleep(form.table("sleep")),
        sound=Sound(form.table("sound").yes_no("on", Sound().on)),
    )
    if config.die.source is DieSource.READER and config.reader.port is None:
        form.table("die").refuse("source", 'is "reader", but reader.port is "none"; change one.')
    form.close()
    return replace(config, pins=undriven(config.pins)) if are_in_doubt(form) else config


def _folder(form: Form, default: Path) -> Path:
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
    form.refuse("folder", f'must be a whole path, like "{default}", not {quoted(text)}.')
    return default


def _die(form: Form) -> Die:
    default = Die()
    conversion = _conversion(form) if "conversion" in form else default.conversion
    return Die(form.one_of("source", DieSource, default.source), conversion)


def _conversion(form: Form) -> Conversion:
    inner = form.table("conversion")
    numbers = tuple(str(number) for number in range(1, 7))
    named = {number: inner.one_of(number, Result, None) for number in numbers if number in inner}
    faults = [f"{number} has no result" for number in numbers if number not in inner]
    for result in Result:
        having = [number for number, value in named.items() if value is result]
        if len(having) > 1:
            faults.append(f"{result.value} has {' and '.join(having)}")
        elif not having and None not in named.values():
            faults.append(f"{result.value} has no number")
    if faults:
        inner.refuse("", f"{', '.join(faults)}; give each result one number of 1 to 6.")
    results = tuple(result for result in named.values() if result is not None)
    return Conversion() if faults or len(results) < 6 else Conversion(results)


def _reader(form: Form) -> Reader:
    default = Reader()
    port = _place(
        form,
        "port",
        default.port,
        r"auto|none|/.+|COM\d+|[a-z][a-z0-9+.-]*://.+",
        '"auto", "none", a device like "/dev/cdgdevice-die" or a URL like "socket://127.0.0.1:7000"',
    )
    return Reader(port, form.whole("baud", default.baud, low=300, high=4_000_000))


def _screens(form: Form) -> Screens:
    default = Screens()
    bus = _place(
        form,
        "bus",
        default.bus,
        r"/dev/i2c-\d+|record:.+|none",
        '"none", a bus like "/dev/i2c-1" or a recording like "record:/tmp/glass"',
    )
    left = _panel(form.table("left"), Panel())
    right = _panel(form.table("right"), Panel(address=0x3D))
    if left and right and left.address == right.address:
        form.table("right" if "address" in form.table("right") else "left").refuse(
            "address",
            f"both screens have 0x{left.address:02X}; set the other one's jumper to "
            "another address, or write fitted = false for a screen that is not there.",
        )
        left, right = default.left, default.right
    result_ms = form.whole("result_ms", default.result_ms, low=0, high=10_000)
    return Screens(bus, result_ms, left, right)


def _panel(form: Form, default: Panel) -> Panel | None:
    panel = Panel(
        controller=form.one_of("controller", Controller, default.controller),
        address=_address(form, default.address),
        rotate=form.pick("rotate", default.rotate, allowed=_ROTATIONS),
        contrast=form.whole("contrast", default.contrast, low=0, high=255),
    )
    return panel if form.yes_no("fitted", True) else None


def _address(form: Form, default: int) -> int:
    address = form.whole("address", default, low=0, high=0xFF)
    if address in _ADDRESSES:
        return address
    if address >> 1 in _ADDRESSES and not address & 1:
        # Many panels are printed with the address as it goes over the wire.
        form.refuse("address", f"0x{address:02X} is the 8-bit form; write 0x{address >> 1:02X}.")
    else:
        form.refuse("address", f"must be 0x3C or 0x3D, not 0x{address:02X}.")
    return default


def _sleep(form: Form) -> Sleep:
    default = Sleep()
    return Sleep(
        form.whole("dim_after_s", default.dim_after_s, low=0, high=_DAY),
        form.whole("shift_every_s", default.shift_every_s, low=0, high=_DAY),
        form.whole("off_after_s", default.off_after_s, low=0, high=_DAY),
    )


def _place(form: Form, key: str, default: str | None, pattern: str, wanted: str) -> str | None:
    """Read where something is; None is what stands as `none` in the file."""
    text = form.text(key, default)
    if text is None or text == NONE:
        return None
    if text.isprintable() and re.fullmatch(pattern, text):
        return text
    form.refuse(key, f"must be {wanted}, not {quoted(text)}.")
    return default
