"""Read configuration files into checked values, every mistake at once, and write them as keys."""

from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from functools import reduce
from pathlib import Path
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from cdgdevice.config import ASK, settings
from cdgdevice.config.default_pins import I2C, SPI
from cdgdevice.config.keys import Key, choice
from cdgdevice.config.keys_and_defaults import (
    PIN_KEYS,
    WIRING,
    Config,
    PinsConfig,
    ScreensConfig,
    Section,
    Sounder,
    WiredPart,
    find_declared,
    list_keys,
    list_without_effect,
)
from cdgdevice.config.panel_keys import PanelConfig
from cdgdevice.drivers.gpio.control_events import Control, KnobPhase
from cdgdevice.drivers.oled.panels import PanelChip, choose_panel, list_panels
from cdgdevice.errors import ConfigError
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.texts.near_words import find_most_like
from cdgdevice.tomlform.form import Form
from cdgdevice.tomlform.toml_source import KeyPath, Mistakes, TomlLines, decode_text, load_tables

PINS: Final = "pins"
"""The section of what is driven: with a mistake in it no lamp is lit."""
_WRONG: Final = -1

ConfigTable = Mapping[str, Any]
"""What TOML files say: texts, numbers, yes and no, and tables of these under their keys."""

WHOLE: Final = frozenset({("die", "conversion")})
"""The tables that are one field."""
DEEPEST: Final = 3
"""Keys from the top to the deepest field, as in `screens.left.contrast`."""


class ConfigLayer(Struct, frozen=True):
    """One file of the configuration."""

    name: str
    """What it is called in sentences."""
    content: str | bytes
    unread: str = ""
    """Why it could not be read, as a sentence; empty where it could."""


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


def read_config(source: str | bytes, name: str, *, sheets: Collection[str], games: Path) -> Config:
    """Read one file as `read_layers` does; `name` is what it is called in sentences.

    Raises:
        ConfigError: when the file has mistakes; it has a sentence for each.
    """
    read = read_layers([ConfigLayer(name, source)], sheets=sheets, games=games)
    if read.mistakes:
        raise ConfigError(read.mistakes)
    return read.config


class ConfigReading(Struct, frozen=True):
    """What was read."""

    config: Config
    mistakes: tuple[str, ...]
    """Each a sentence that names its file."""
    table: ConfigTable
    """What the files say, as they say it."""
    unused: tuple[str, ...] = ()
    """The files of which nothing is used; each has one mistake."""
    without_effect: tuple[str, ...] = ()
    """A sentence for each key that has no effect; none while anything is mistaken."""


def read_layers(
    layers: Sequence[ConfigLayer], *, sheets: Collection[str], games: Path
) -> ConfigReading:
    """Read files of which each is laid over those before; never raises.

    So a gadget without a keyboard can show on its own screens what is wrong. What is mistaken
    takes its default, except that no lamp and no buzzer is driven while a pin is in doubt.

    `sheets` are the ids of the sheets there are, `games` the folder of the games unless a file
    names one.
    """
    names = [layer.name for layer in layers]
    found = Mistakes(*names)
    said: ConfigTable = {}
    unused: tuple[str, ...] = ()
    texts = []
    for number, layer in enumerate(layers):
        mistakes = Mistakes(layer.name)
        text = decode_text(layer.content, mistakes)
        table = None if text is None else load_tables(text, mistakes)
        found.include(mistakes, number)
        if text is None or table is None or layer.unread:
            unused = (*unused, layer.name)
            texts.append("")
        else:
            said = overlay_tables(said, table)
            texts.append(text)
    lines = TomlLines(*texts or [""])
    config = _read_whole(Form(dict(said), (), lines, found), sheets, games)
    if unused:
        config = replace(config, pins=undriven(config.pins))
    told = (*(layer.unread for layer in layers if layer.unread), *found.sentences)
    idle = Mistakes(*names)
    if not told:
        _refuse_without_effect(Form(dict(said), (), lines, idle), config)
    return ConfigReading(config, told, said, unused, idle.sentences)


def _refuse_without_effect(form: Form, config: Config) -> None:
    """Refuse each key that is there and has no effect on this `config`."""
    for path, wanted in list_without_effect(config):
        *tables, key = path.split(".")
        home = reduce(Form.table, tables, form)
        if key in home:
            home.refuse(key, f"has no effect: it is for {wanted}.")


def read_table(table: ConfigTable, *, sheets: Collection[str], games: Path) -> ConfigReading:
    """Read what `ConfigReading.table` gave once; its mistakes name no file, for there is none."""
    mistakes = Mistakes("")
    config = _read_whole(Form(dict(table), (), TomlLines(""), mistakes), sheets, games)
    return ConfigReading(config, mistakes.sentences, table)


def _read_whole(form: Form, sheets: Collection[str], games: Path) -> Config:
    known_sheets = {"sheet": choice("", (ASK, *sheets))}
    config: Config = _read_section(form, Config(games), known_sheets)
    die, pins, screens = (form.table(name) for name in ("die", PINS, "screens"))
    if config.die.source is settings.DieSource.READER and config.reader.port is None:
        die.refuse("source", 'is "reader", but reader.port is "none"; change one.')
    fitting = _check_glasses(screens, config.screens)
    settled = _check_lines(screens, _check_addresses(screens, fitting))
    wiring = _read_wiring(pins, _check_holds(pins, config.pins), settled, screens)
    config = replace(config, pins=wiring, screens=settled)
    form.close(_list_other_names(games))
    return replace(config, pins=undriven(config.pins)) if are_in_doubt(form) else config


def _list_other_names(games: Path) -> dict[str, tuple[str, ...]]:
    """Return what keys may be taken to be called, each with the whole names of those keys.

    It is the last part of a key's name, or what the menu calls its setting.
    """
    found: dict[str, tuple[str, ...]] = {}
    for path, key, _ in list_keys(Config(games)):
        names = {path.rpartition(".")[2], "" if key.menu is None else key.menu.value}
        for name in names - {"", path}:
            found[name] = (*found.get(name, ()), path)
    return found


def _read_section(form: Form, default: Any, more: Mapping[str, Key] = {}) -> Any:
    """Read the keys of a section; `more` are those of which more is known than was declared."""
    values = {}
    for name, declared in {**find_declared(type(default)), **more}.items():
        usual = getattr(default, name)
        match declared:
            case Key(place=place):
                *tables, key = (place or name).split(".")
                home = form.table(*tables) if tables else form
                values[name] = declared.read(home, key, usual)
            case Section(fitted=fitted):
                inner = form.table(name)
                values[name] = _read_section(inner, usual)
                if fitted is not None and not fitted.read(inner, "fitted", True):
                    values[name] = None
    return replace(default, **values)


def _check_glasses(form: Form, screens: ScreensConfig) -> ScreensConfig:
    """Refuse a glass that the chip of its screen can't have."""
    for side, panel in screens.fitted.items():
        home, given = form.table(side.value), getattr(screens, side.value)
        fitting = _check_glass(home, _choose_panel(home, given, on_i2c=panel.on_i2c))
        if fitting is not given:
            screens = replace(screens, **{side.value: fitting})
    return screens


def _choose_panel(home: Form, panel: PanelConfig, *, on_i2c: bool) -> PanelConfig:
    """Return a screen with the panel of its chip and size, if there is one that its bus carries."""
    chip = panel.controller.name
    named = _name_chip(chip)
    found = choose_panel(chip, panel.size)
    if found is None:
        sizes = " or ".join(each.size for each in list_panels(chip))
        home.refuse("size", f"{named} can have {sizes}; write that.")
        return replace(panel, size=None)
    if isinstance(found, PanelChip):
        return panel
    usual = PanelConfig()
    for key in ("column_offset", "row_offset", "mirror", "com_pins", "multiplex"):
        if getattr(panel, key) != getattr(usual, key):
            driven = f"luma.oled, which drives {named}, does not have it"
            home.refuse(key, f"{driven}: remove this line.")
            panel = replace(panel, **{key: getattr(usual, key)})
    if on_i2c and not found.on_i2c:
        limit = f"luma.oled drives {named} only on SPI"
        home.refuse("controller", f'{limit}: write bus = "/dev/spidev0" in [screens].')
        return replace(panel, controller=usual.controller, size=None)
    return replace(panel, controller=found)


def _check_glass(home: Form, panel: PanelConfig) -> PanelConfig:
    """Refuse what a chip that we drive ourselves does not do for its glass."""
    chip, usual = panel.controller, PanelConfig()
    if not isinstance(chip, PanelChip):
        return panel
    offsets = chip.column_offsets
    most = f"{offsets[0]} to {offsets[-1]}" if len(offsets) > 1 else "0"
    allowed = {
        "column_offset": (offsets, most),
        "com_pins": (chip.com_pins, " or ".join(f"0x{each:02X}" for each in chip.com_pins)),
        "multiplex": ((None, *chip.multiplexes), " or ".join(map(str, chip.multiplexes))),
    }
    for key, (values, listed) in allowed.items():
        if getattr(panel, key) not in values:
            home.refuse(key, f"{_name_chip(chip.name)} can have {listed}; write that.")
            panel = replace(panel, **{key: getattr(usual, key)})
    return panel


def _name_chip(chip: str) -> str:
    """Return a chip's name as a sentence has it: `an SSD1309`, `a CH1115`."""
    return f"{'a' if chip.startswith('c') else 'an'} {chip.upper()}"


def _check_addresses(form: Form, screens: ScreensConfig) -> ScreensConfig:
    """Refuse one address for two screens on one bus."""
    panels = tuple(screens.fitted.values())
    if len({(panel.bus, screens.address_of(panel)) for panel in panels}) == len(panels):
        return screens
    left, _ = panels
    key = "chip_select" if left.on_spi else "address"
    advice = f"both screens have 0x{left.address:02X}"
    if left.on_spi:
        advice = (
            f"both screens have {left.chip_select}; wire CS of one to CE0 and of the other to CE1"
        )
    elif left.on_i2c:
        advice += "; set the other one's jumper to another address, or give it a bus of its own"
    else:
        advice += ", and no bus of its own with this screens.bus; give one another address"
    form.table("right" if key in form.table("right") else "left").refuse(
        key, f"{advice}, or write fitted = false for a screen that is not there."
    )
    default = ScreensConfig()
    return replace(screens, left=default.left, right=default.right)


def _check_lines(form: Form, screens: ScreensConfig) -> ScreensConfig:
    """Refuse a pin that two of the screens' lines share, or that is the bus's own."""
    taken = {pin: f"the screens ({kind})" for pin, kind in _list_bus_pins(screens).items()}
    wrong = False
    for key, pin in screens.lines.items():
        if pin in taken:
            one, other = key, taken[pin]
            side, _, name = key.rpartition(".")
            if other in screens.lines and name not in (form.table(side) if side else form):
                one, other = other, key  # it can only be fixed in a line that names the pin
            _refuse_line(form, one, f"GPIO{pin} serves {other} too; give each its own pin.")
            wrong = True
        taken.setdefault(pin, key)
    if not wrong:
        return screens
    left, right = screens.left, screens.right
    return replace(
        screens,
        data_command=ScreensConfig().data_command,
        left=left and replace(left, reset=None),
        right=right and replace(right, reset=None),
    )


def _list_bus_pins(screens: ScreensConfig) -> dict[int, str]:
    """Return the pins of the screens' buses, each with the kind of that bus."""
    spi = dict.fromkeys(SPI, "SPI") if screens.on_spi else {}
    return spi if spi and not screens.on_i2c else {**dict.fromkeys(I2C, "I2C"), **spi}


def _refuse_line(form: Form, key: str, sentence: str) -> None:
    """Refuse `data_command` or `left.reset` in the section of the screens."""
    side, _, name = key.rpartition(".")
    (form.table(side) if side else form).refuse(name, sentence)


def _check_holds(form: Form, pins: PinsConfig) -> PinsConfig:
    if pins.hold_ms < pins.long_hold_ms:
        return pins
    named = "long_hold_ms" if "long_hold_ms" in form else "hold_ms"
    sentence = f"long_hold_ms ({pins.long_hold_ms}) must be more than hold_ms ({pins.hold_ms})."
    form.refuse(named, sentence)
    default = PinsConfig()
    return replace(pins, hold_ms=default.hold_ms, long_hold_ms=default.long_hold_ms)


def _read_wiring(form: Form, pins: PinsConfig, screens: ScreensConfig, beside: Form) -> PinsConfig:
    """Return the pins with what is wired to them; ask `are_in_doubt` whether to drive these.

    `screens` have pins of their own; `beside` is the section that says those.
    """
    taken: dict[int, str] = {}
    doubtful: list[str] = []
    for key in PIN_KEYS:
        pin = _read_pin(form, key, screens, beside)
        if pin in taken:
            _refuse_shared(form, pin, key, taken[pin])
            pin = _WRONG
        if pin == _WRONG:
            doubtful.append(key)
        elif pin is not None:
            taken[pin] = key
    for key in doubtful:
        usual = PIN_KEYS[key][1]
        if usual is not None:
            taken.setdefault(usual, key)
    wired = {PIN_KEYS[key][0]: pin for pin, key in taken.items()}
    if not doubtful:
        _check_playable(form, wired)
    if len({KnobPhase.FIRST, KnobPhase.SECOND} & wired.keys()) == 1:
        wired = {thing: pin for thing, pin in wired.items() if not isinstance(thing, KnobPhase)}
    return replace(
        pins,
        inputs={part: pin for part, pin in wired.items() if not isinstance(part, Side | Sounder)},
        lamps={part: pin for part, pin in wired.items() if isinstance(part, Side)},
        buzzer=wired.get(Sounder.BUZZER),
    )


def _read_pin(form: Form, key: str, screens: ScreensConfig, beside: Form) -> int | None:
    """Return the pin of a key; `_WRONG` if it can't be read, or carries the screens."""
    own = _list_bus_pins(screens)
    lines = {pin: line for line, pin in screens.lines.items()}
    pin: int | None = WIRING.read(form, key, _WRONG) if key in form else PIN_KEYS[key][1]
    if pin in own or (pin in lines and key in form):
        kind = own.get(pin, "SPI" if screens.on_spi else "I2C")
        form.refuse(key, f"GPIO{pin} carries the screens ({kind}); choose another pin.")
        return _WRONG
    if pin is not None and pin in lines:
        shared = f"GPIO{pin} serves pins.{key} too; give each its own pin."
        _refuse_line(beside, lines[pin], shared)
        return _WRONG
    return pin


def _refuse_shared(form: Form, pin: int, key: str, other: str) -> None:
    if key not in form:  # it can only be fixed in a line that names the pin
        key, other = other, key
    note = "" if other in form else ", as it does where the file does not say"
    form.refuse(key, f"GPIO{pin} serves {other} too{note}; give each its own pin.")


def _check_playable(form: Form, wired: Mapping[WiredPart, int]) -> None:
    """Refuse half a knob, and a gadget without a button."""
    for key, other in (("knob_first", "knob_second"), ("knob_second", "knob_first")):
        if PIN_KEYS[key][0] in wired and PIN_KEYS[other][0] not in wired:
            form.refuse(other, f"a knob has two lines, and {key} is fitted; fit both or neither.")
    if not wired.keys() & {Control.LEFT, Control.RIGHT}:
        form.refuse("", "fit left_button or right_button at least: a round begins with one.")


def undriven(pins: PinsConfig) -> PinsConfig:
    """Return the same without lamps and buzzer: what may be something else is not driven."""
    return replace(pins, lamps={}, buzzer=None)


def are_in_doubt(file: Form) -> bool:
    """Return whether a mistake of a file that was read is in `[pins]`, or may be about it.

    A key that is not known where it stands may have been meant for a pin, unless it is most like a
    key of something else.
    """
    ours = {PINS} | file.table(PINS).known()
    return file.has_mistakes(PINS) or any(
        _may_be_of(ours, key, value, file.known()) for key, value in file.unknown()
    )


def _may_be_of(ours: Set[str], key: str, value: object, known: Set[str]) -> bool:
    if isinstance(value, dict | list):  # a whole section: nobody knows what it describes
        return True
    like = find_most_like(key.casefold().replace("-", "_"), sorted(ours | known))
    return like is None or like in ours


def write_config(config: Config) -> Iterator[tuple[str, str]]:
    """Return every key and its value, as a file would have them, in the order of the sections."""
    for path, key, value in list_keys(config):
        yield from key.lines(path, value).items()
