"""Every key of the configuration, declared once: its type, its default, what it may be, its words.

A key is a field with a `Key` beside its type. Reading, checking, writing, the menu and the
documentation follow; after a change rewrite that: `python -m tests.config.write_documentation`.
The defaults are those of the reference build with four-pin screens, on I2C.
"""

from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from pathlib import Path
from typing import Annotated, Any, Final, Literal, get_type_hints

from msgspec import Struct, field
from msgspec.structs import replace

from cdgdevice.config import ASK, keys
from cdgdevice.config.default_pins import DATA_COMMAND, RESETS, USUAL
from cdgdevice.config.keys import Key
from cdgdevice.config.panel_keys import PanelConfig
from cdgdevice.config.settings import DieSource, Setting
from cdgdevice.drivers.gpio.control_events import Control, KnobPhase
from cdgdevice.drivers.oled.screen import I2C_PREFIX, SPI_PREFIX, BusSettings
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.die import DieConversion


class Section(Struct, frozen=True):
    """A section of the file: a field whose type has keys of its own."""

    about: str
    """What it says, to owners."""
    fitted: Key | None = None
    """The key that says whether its part is there; where it is not, the field is None."""


class Sounder(Enum):
    """What can sound."""

    BUZZER = "buzzer"
    """An active buzzer: it sounds while its pin is high."""


WiredPart = Control | KnobPhase | Side | Sounder
"""What a pin can be wired to; a side stands for the lamp in its button."""

_WIRED_PARTS: Final[Mapping[str, WiredPart]] = {
    "left_button": Control.LEFT,
    "right_button": Control.RIGHT,
    "knob_push": Control.KNOB,
    "knob_first": KnobPhase.FIRST,
    "knob_second": KnobPhase.SECOND,
    "left_lamp": Side.LEFT,
    "right_lamp": Side.RIGHT,
    "buzzer": Sounder.BUZZER,
    "key_a": Control.A,
    "key_b": Control.B,
    "key_c": Control.C,
    "key_d": Control.D,
    "key_e": Control.E,
}

PIN_KEYS: Final[Mapping[str, tuple[WiredPart, int | None]]] = {
    key: (thing, USUAL[key]) for key, thing in _WIRED_PARTS.items()
}
"""The keys of pins: what each says the pin of, and that pin in the reference build."""

WIRING: Final = keys.pin(
    "What is wired to which pin: its GPIO number (BCM), or `false` for what is not fitted."
)

FACTORIES: Final = ("cdgdevice", "lgpio", "rpigpio", "pigpio", "native", "mock")
"""The gpiozero pin factories that may be named; the first is our own."""

LANGUAGES: Final = ("en", "de")
"""What the screens can be written in: English, and a catalogue in `languages/` for each other."""


def _installed_factories() -> Iterator[str]:
    from importlib.metadata import entry_points  # takes long, and hardly anybody names another

    installed = (entry.name for entry in entry_points(group="gpiozero_pin_factories"))
    return (name for name in installed if name.islower())


class PinsConfig(Struct, frozen=True):
    """What is wired where, by BCM numbers (0 to 27); what is not fitted is not in the mappings."""

    factory: Annotated[
        str,
        keys.choice(
            'The gpiozero pin factory: `"cdgdevice"` is our own (libgpiod; sleeps until something '
            'happens), `"mock"` is no hardware.',
            FACTORIES,
            _installed_factories,
        ),
    ] = FACTORIES[0]
    inputs: Annotated[Mapping[Control | KnobPhase, int], PIN_KEYS] = field(
        default_factory=lambda: {
            thing: pin
            for thing, pin in PIN_KEYS.values()
            if pin is not None and not isinstance(thing, Side | Sounder)
        }
    )
    lamps: Mapping[Side, int] = field(
        default_factory=lambda: {
            thing: pin
            for thing, pin in PIN_KEYS.values()
            if pin is not None and isinstance(thing, Side)
        }
    )
    buzzer: int | None = None
    """None where no buzzer is fitted."""
    debounce_ms: Annotated[
        int, keys.whole("Milliseconds a contact may bounce; a press acts at once.", 0, 100)
    ] = 20
    hold_ms: Annotated[
        int, keys.whole("Milliseconds after which a press becomes a hold.", 200, 5000)
    ] = 600
    long_hold_ms: Annotated[
        int,
        keys.whole("Milliseconds until a hold is a long one; more than `hold_ms`.", 200, 20_000),
    ] = 2000
    knob_steps_per_detent: Annotated[
        Literal[2, 4],
        keys.pick("The knob's edges from click to click; try 2 if clicks are lost.", 2, 4),
    ] = 4

    def pin_of(self, part: WiredPart) -> int | None:
        """Return the pin of a part; None where it is not fitted."""
        if isinstance(part, Sounder):
            return self.buzzer
        return self.lamps.get(part) if isinstance(part, Side) else self.inputs.get(part)


class DieConfig(Struct, frozen=True):
    """Where a round's die comes from."""

    source: Annotated[
        DieSource,
        keys.member(
            "Where a round's die comes from: the side's button rolls it, or it is a real die in "
            "the die reader, or a real die whose result you name by hand.",
            DieSource,
            Setting.DIE,
        ),
    ] = DieSource.BUTTON
    conversion: Annotated[
        DieConversion, keys.conversion("What the numbers of a numbered die stand for.")
    ] = field(default_factory=DieConversion)


class ReaderConfig(Struct, frozen=True):
    """The die reader's line."""

    port: Annotated[
        str | None,
        keys.place(
            'The die reader: `"auto"` finds it on USB and asks where several could be it, '
            '`"none"` is for a build without one.',
            r"auto|none|/.+|COM\d+|unix:/.{1,106}|[a-z][a-z0-9+.-]*://.+",
            '"auto", "none", a device like "/dev/cdgdevice-die", a Unix socket like '
            '"unix:/run/die" or a URL like "socket://127.0.0.1:7000"',
        ),
    ] = "auto"
    """Another URL is one that pyserial knows; None where there is no reader."""
    baud: Annotated[
        int, keys.whole("Bits a second; a reader on USB does not care.", 300, 4_000_000)
    ] = 115200


_FITTED: Final = keys.switch("Whether there is such a screen; one screen shows both sides.")


class ScreensConfig(Struct, frozen=True):
    """The screens and their bus."""

    bus: Annotated[
        str | None,
        keys.place(
            "The bus of the screens: I2C, or SPI, which is faster, with its number alone; a "
            'recording keeps what would be sent in a file, and `"none"` is for a build without '
            "screens.",
            r"/dev/i2c-\d+|/dev/spidev\d+|record:.+|none",
            '"none", a bus like "/dev/i2c-1" or "/dev/spidev0", or a recording like '
            '"record:/tmp/glass"',
        ),
    ] = "/dev/i2c-1"
    acknowledge: Annotated[
        bool,
        keys.switch(
            "Whether the screens answer on I2C. `false` is for boards that give no ACK, on a bus "
            "that can go on without."
        ),
    ] = True
    data_command: Annotated[
        int,
        keys.whole("On SPI, the BCM number of the pin that DC of both screens is wired to.", 2, 27),
    ] = DATA_COMMAND
    result_ms: Annotated[
        int, keys.whole("Milliseconds a die's result fills the screen; 0 leaves it out.", 0, 10_000)
    ] = 1200
    chances: Annotated[
        bool,
        keys.switch(
            "Below each card, while there is room, stands how many results of its side's next roll "
            "offer it.",
            Setting.CHANCES,
        ),
    ] = True
    large_type: Annotated[
        bool, keys.switch("A short order fills the screen.", Setting.LARGE_TYPE)
    ] = False
    left: Annotated[PanelConfig | None, Section("the left screen", _FITTED)] = field(
        default_factory=PanelConfig
    )
    right: Annotated[PanelConfig | None, Section("the right screen", _FITTED)] = field(
        default_factory=lambda: PanelConfig(address=0x3D, chip_select=1)
    )

    @property
    def fitted(self) -> Mapping[Side, PanelConfig]:
        """The screens that the build has, by side, each with the bus that it is on.

        A recording is of all screens, and without a bus there is none.
        """
        both = {Side.LEFT: self.left, Side.RIGHT: self.right}
        return {
            side: replace(panel, bus=(self.is_wired and panel.bus) or self.bus)
            for side, panel in both.items()
            if panel is not None
        }

    @property
    def is_wired(self) -> bool:
        """The bus is one of the computer's."""
        return self.bus is not None and self.bus.startswith((I2C_PREFIX, SPI_PREFIX))

    @property
    def on_spi(self) -> bool:
        """Some screen is on SPI."""
        return self._is_any_on(SPI_PREFIX)

    @property
    def on_i2c(self) -> bool:
        """Some screen is on I2C."""
        return self._is_any_on(I2C_PREFIX)

    def _is_any_on(self, prefix: str) -> bool:
        names = {panel.bus for panel in self.fitted.values()} or {self.bus}
        return any(name is not None and name.startswith(prefix) for name in names)

    def address_of(self, panel: PanelConfig) -> int:
        """Return the address of one of the `fitted` on its bus: on SPI its chip select."""
        return panel.chip_select if panel.on_spi else panel.address

    def reset_of(self, side: Side) -> int | None:
        """Return the pin of a screen's reset line; None if there is no such wire."""
        panel = self.fitted[side]
        if panel.reset is None and panel.on_spi:
            return RESETS[side.value]
        return panel.reset if panel.reset is not False and self.is_wired else None

    @property
    def addresses(self) -> Mapping[Side, int]:
        """The addresses of the screens that the build has, by side."""
        return {side: self.address_of(panel) for side, panel in self.fitted.items()}

    @property
    def buses(self) -> Mapping[Side, BusSettings]:
        """The bus of each screen, as `open_buses` takes them: screens with one name share it."""
        resets: dict[str, dict[int, int | None]] = {}
        for side, panel in self.fitted.items():
            if panel.bus is not None:
                resets.setdefault(panel.bus, {})[self.address_of(panel)] = self.reset_of(side)
        return {
            side: BusSettings(panel.bus, self.acknowledge, self.data_command, resets[panel.bus])
            for side, panel in self.fitted.items()
            if panel.bus is not None
        }

    @property
    def lines(self) -> Mapping[str, int]:
        """The pins that go to screens beside those of the bus, each by the key that says it."""
        resets = {f"{side.value}.reset": self.reset_of(side) for side in self.fitted}
        wired = {key: pin for key, pin in resets.items() if pin is not None}
        return {"data_command": self.data_command, **wired} if self.on_spi else wired


_DAY: Final = 86_400


class SleepConfig(Struct, frozen=True):
    """What the screens do while nobody plays."""

    dim_after_s: Annotated[
        int, keys.whole("Seconds without a touch until the screens dim; 0 is never.", 0, _DAY)
    ] = 120
    shift_every_s: Annotated[
        int,
        keys.whole(
            "Seconds after which a dim picture moves by a pixel, so that none burns in; "
            "0 is never.",
            0,
            _DAY,
        ),
    ] = 60
    off_after_s: Annotated[
        int,
        keys.whole(
            "Seconds without a touch until the screens are dark; 0 is never. On a dark screen the "
            "first touch only wakes it.",
            0,
            _DAY,
            Setting.SLEEP,
        ),
    ] = 900


class SoundConfig(Struct, frozen=True):
    """What sounds."""

    on: Annotated[bool, keys.switch("The buzzer sounds, where one is fitted.", Setting.SOUND)] = (
        True
    )


class Config(Struct, frozen=True):
    """All of the configuration."""

    games: Annotated[
        Path,
        keys.folder(
            "Where the games are kept. Without this line: `/var/lib/cdgdevice` as a service, which "
            "can write nowhere else unless you let it, and `~/.local/share/cdgdevice` otherwise.",
            place="games.folder",
        ),
    ]
    """The folder of the games, absolute."""
    sheet: Annotated[
        str,
        keys.choice(
            "The sheet of the first game; later games are begun in the menu. "
            '`"ask"`: the first start asks which game you play.',
            (),
            takes=f'`"{ASK}"`, or what `cdgdevice sheets` lists',
        ),
    ] = ASK
    set_up: Annotated[
        bool,
        keys.switch(
            "The first game begins with its set-up, step by step, as those from the menu do; "
            "`false`: after it, with the cards dealt."
        ),
    ] = True
    language: Annotated[
        str,
        keys.choice(
            "What the screens are written in. German has the boards, menus and notes of Paths of "
            "Glory (2022); other games, faults, self-test and calibration are in English.",
            LANGUAGES,
        ),
    ] = LANGUAGES[0]
    die: Annotated[DieConfig, Section("where a round's die comes from")] = field(
        default_factory=DieConfig
    )
    reader: Annotated[ReaderConfig, Section("the die reader")] = field(default_factory=ReaderConfig)
    pins: Annotated[PinsConfig, Section("what is wired where, and what counts as a press")] = field(
        default_factory=PinsConfig
    )
    screens: Annotated[ScreensConfig, Section("the screens and their bus")] = field(
        default_factory=ScreensConfig
    )
    sleep: Annotated[SleepConfig, Section("when the screens rest")] = field(
        default_factory=SleepConfig
    )
    sound: Annotated[SoundConfig, Section("the buzzer")] = field(default_factory=SoundConfig)


_ON_SPI: Final = "a bus on SPI"


def _left(config: Config) -> PanelConfig:
    """Return the left screen; one that is not fitted would be on the bus of both."""
    screens = config.screens
    return screens.fitted.get(Side.LEFT) or PanelConfig(bus=screens.bus)


def _is_wired(config: Config) -> bool:
    return config.screens.is_wired


Need = tuple[str, Callable[[Config], bool]]
"""What a key is for, in words that follow "it is for", and whether that is there."""

NEEDS: Final[Mapping[str, Need]] = {
    "reader.baud": ("a die reader", lambda config: config.reader.port is not None),
    "screens.acknowledge": ("a bus on I2C", lambda config: config.screens.on_i2c),
    "screens.data_command": (_ON_SPI, lambda config: config.screens.on_spi),
    "screens.left.bus": ("screens whose bus is I2C or SPI", _is_wired),
    "screens.left.address": ("screens that are not on SPI", lambda c: not _left(c).on_spi),
    "screens.left.chip_select": (_ON_SPI, lambda config: _left(config).on_spi),
    "screens.left.reset": ("a bus on I2C or SPI", _is_wired),
    "sleep.shift_every_s": ("screens that dim", lambda config: config.sleep.dim_after_s > 0),
    "sound.on": ("a gadget with a buzzer", lambda config: config.pins.buzzer is not None),
}
"""The keys that have an effect only with something else; those of the left screen go for both."""


def list_without_effect(config: Config) -> Iterator[tuple[str, str]]:
    """Return each key that has no effect in a gadget of this configuration, and what it is for."""
    screens = config.screens
    mirrored = replace(config, screens=replace(screens, left=screens.right, right=screens.left))
    for path, (wanted, is_there) in NEEDS.items():
        if not is_there(config):
            yield path, wanted
        if ".left." in path and not is_there(mirrored):
            yield path.replace(".left.", ".right."), wanted


def find_declared(section: type) -> Mapping[str, Any]:
    """Return what the fields of a section are declared as: `Key`, `Section`, or the pins' keys."""
    hints = get_type_hints(section, include_extras=True)
    return {
        name: hint.__metadata__[0] for name, hint in hints.items() if hasattr(hint, "__metadata__")
    }


def list_keys(section: object, within: str = "") -> Iterator[tuple[str, Key, Any]]:
    """Return each key of a section with its whole name and its value, in the order of a file.

    A part that is not fitted has only the key that says so.
    """
    deeper: list[tuple[str, Key, Any]] = []
    for name, declared in find_declared(type(section)).items():
        path, value = within + name, getattr(section, name)
        match declared:
            case Key(place=""):
                yield path, declared, value
            case Key():
                deeper.append((within + declared.place, declared, value))
            case Section(fitted=fitted):
                if fitted is not None:
                    deeper.append((f"{path}.fitted", fitted, value is not None))
                deeper += list_keys(value, f"{path}.")
            case _ if isinstance(section, PinsConfig):
                for key, (part, _) in PIN_KEYS.items():
                    yield within + key, WIRING, section.pin_of(part)
    yield from deeper
