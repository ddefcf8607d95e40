"""The checked values of the configuration; the defaults are those of the reference build."""

from collections.abc import Mapping, Set
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from enum import Enum
from importlib.metadata import entry_points
from pathlib import Path
from typing import Final, Literal

from cdgdevice.config.default_pins import I2C, USUAL
from cdgdevice.config.settings import DieSource
from cdgdevice.drivers.gpio.events import Control, KnobPhase
from cdgdevice.drivers.oled.framebuffer import Rotation
from cdgdevice.drivers.oled.panels import SSD1309, PanelChip
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.die import DieConversion
from cdgdevice.tomlform.form import Form


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
"""The keys of the section: what each says the pin of, and that pin in the reference build."""

FACTORIES: Final = ("cdgdevice", "lgpio", "rpigpio", "pigpio", "native", "mock")
"""The gpiozero pin factories that may be named; the first is our own."""

SECTION: Final = "pins"

_STEPS: tuple[Literal[2, 4], ...] = (2, 4)
_WRONG = -1


@dataclass(frozen=True, slots=True)
class PinsConfig:
    """What is wired where, by BCM numbers (0 to 27); what is not fitted is not in the mappings."""

    factory: str = FACTORIES[0]
    inputs: Mapping[Control | KnobPhase, int] = field(
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
    debounce_ms: int = 20
    """How long a contact may bounce, 0 to 100 milliseconds."""
    hold_ms: int = 600
    """When a press becomes a hold, 200 to 5,000 milliseconds."""
    long_hold_ms: int = 2000
    """When a hold becomes a long one, longer than `hold_ms` and at most 20,000 milliseconds."""
    knob_steps_per_detent: Literal[2, 4] = 4
    """How many edges the knob gives from one click to the next."""


def read_pins(form: Form) -> PinsConfig:
    """Read the section; what is mistaken takes its default.

    Once the whole file is read ask `are_in_doubt` whether the pins that it gives may be driven.
    """
    default = PinsConfig()
    wired = _read_wiring(form)
    inputs = {thing: pin for thing, pin in wired.items() if not isinstance(thing, Side | Sounder)}
    lamps = {thing: pin for thing, pin in wired.items() if isinstance(thing, Side)}
    hold, long_hold = _read_holds(form, default)
    return PinsConfig(
        factory=form.text("factory", default.factory, choices=_factories(form)),
        inputs=inputs,
        lamps=lamps,
        buzzer=wired.get(Sounder.BUZZER),
        debounce_ms=form.whole("debounce_ms", default.debounce_ms, low=0, high=100),
        hold_ms=hold,
        long_hold_ms=long_hold,
        knob_steps_per_detent=form.pick(
            "knob_steps_per_detent", default.knob_steps_per_detent, allowed=_STEPS
        ),
    )


def undriven(pins: PinsConfig) -> PinsConfig:
    """Return the same without lamps and buzzer: what may be something else is not driven."""
    return replace(pins, lamps={}, buzzer=None)


def are_in_doubt(file: Form) -> bool:
    """Tell whether a mistake of a file that was read and closed is in `[pins]`, or may be about it.

    A key that is not known where it stands may have been meant for a pin, unless it is most like a
    key of something else.
    """
    ours = {SECTION, *file.table(SECTION).known()}
    return file.has_mistakes(SECTION) or any(
        _may_be_of(ours, key, value, set(file.known())) for key, value in file.unknown()
    )


def _may_be_of(ours: Set[str], key: str, value: object, known: Set[str]) -> bool:
    if isinstance(value, dict | list):  # a whole section: nobody knows what it describes
        return True
    like = get_close_matches(key.casefold().replace("-", "_"), sorted(ours | known), n=1)
    return not like or like[0] in ours


def _factories(form: Form) -> tuple[str, ...]:
    """Return the factories that may be named: the usual ones, and what is installed beside them."""
    if "factory" not in form:
        return FACTORIES
    installed = (entry.name for entry in entry_points(group="gpiozero_pin_factories"))
    return tuple(dict.fromkeys((*FACTORIES, *(name for name in installed if name.islower()))))


def _read_wiring(form: Form) -> dict[WiredPart, int]:
    """Return the pin of what is fitted."""
    taken: dict[int, str] = {}
    doubtful: list[str] = []
    for key, (_, usual) in PIN_KEYS.items():
        pin = form.whole_or_false(key, _WRONG, low=0, high=27) if key in form else usual
        if pin in I2C:
            form.refuse(key, f"GPIO{pin} carries the screens (I2C); choose another pin.")
            pin = _WRONG
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
    return wired


def _refuse_shared(form: Form, pin: int, key: str, other: str) -> None:
    if key not in form:  # it can only be mended where the file names the pin
        key, other = other, key
    note = "" if other in form else ", as it does where the file does not say"
    form.refuse(key, f"GPIO{pin} serves {other} too{note}; give each its own pin.")


def _check_playable(form: Form, wired: dict[WiredPart, int]) -> None:
    """Refuse half a knob, and a gadget without a button."""
    for key, other in (("knob_first", "knob_second"), ("knob_second", "knob_first")):
        if PIN_KEYS[key][0] in wired and PIN_KEYS[other][0] not in wired:
            form.refuse(other, f"a knob has two lines, and {key} is fitted; fit both or neither.")
    if not wired.keys() & {Control.LEFT, Control.RIGHT}:
        form.refuse("", "fit left_button or right_button at least: a round begins with one.")


def _read_holds(form: Form, default: PinsConfig) -> tuple[int, int]:
    hold = form.whole("hold_ms", default.hold_ms, low=200, high=5000)
    long_hold = form.whole("long_hold_ms", default.long_hold_ms, low=200, high=20_000)
    if hold < long_hold:
        return hold, long_hold
    named = "long_hold_ms" if "long_hold_ms" in form else "hold_ms"
    form.refuse(named, f"long_hold_ms ({long_hold}) must be more than hold_ms ({hold}).")
    return default.hold_ms, default.long_hold_ms


@dataclass(frozen=True, slots=True)
class DieConfig:
    """The section `[die]`."""

    source: DieSource = DieSource.BUTTON
    conversion: DieConversion = field(default_factory=DieConversion)
    """What each number of a numbered die stands for."""


@dataclass(frozen=True, slots=True)
class ReaderConfig:
    """The section `[reader]`."""

    port: str | None = "auto"
    """`auto`, a device path, or a URL that pyserial knows; None where there is no reader."""
    baud: int = 115200
    """Bits a second, 300 to 4,000,000."""


@dataclass(frozen=True, slots=True)
class PanelConfig:
    """One screen: the section `[screens.left]` or `[screens.right]`."""

    controller: PanelChip = SSD1309
    address: int = 0x3C
    """On the I2C bus: 0x3C or 0x3D."""
    rotate: Rotation = 0
    """Degrees."""
    contrast: int = 128
    """Brightness while somebody plays, 0 to 255."""


@dataclass(frozen=True, slots=True)
class ScreensConfig:
    """The section `[screens]`."""

    bus: str | None = "/dev/i2c-1"
    """A bus of the Pi, or `record:PATH`; None where there are no screens."""
    result_ms: int = 1200
    """How long a die's result fills the screen, 0 to 10,000 milliseconds; 0 leaves it out."""
    left: PanelConfig | None = field(default_factory=PanelConfig)
    """None where it is not fitted."""
    right: PanelConfig | None = field(default_factory=lambda: PanelConfig(address=0x3D))

    @property
    def fitted(self) -> Mapping[Side, PanelConfig]:
        """The screens that the build has, by side."""
        both = {Side.LEFT: self.left, Side.RIGHT: self.right}
        return {side: panel for side, panel in both.items() if panel is not None}


@dataclass(frozen=True, slots=True)
class SleepConfig:
    """The section `[sleep]`: seconds, 0 to 86,400; 0 is never."""

    dim_after_s: int = 120
    """Without a touch, until the screens dim."""
    shift_every_s: int = 60
    """How often a dim picture moves by a pixel, so that none burns in."""
    off_after_s: int = 900
    """Without a touch, until the screens are dark."""


@dataclass(frozen=True, slots=True)
class SoundConfig:
    """The section `[sound]`."""

    on: bool = True
    """The buzzer sounds, where one is fitted."""


@dataclass(frozen=True, slots=True)
class Config:
    """All of the configuration."""

    games: Path
    """The folder of the games, absolute."""
    sheet: str = "paths-of-glory-2022"
    """The sheet of the first game."""
    die: DieConfig = field(default_factory=DieConfig)
    reader: ReaderConfig = field(default_factory=ReaderConfig)
    pins: PinsConfig = field(default_factory=PinsConfig)
    screens: ScreensConfig = field(default_factory=ScreensConfig)
    sleep: SleepConfig = field(default_factory=SleepConfig)
    sound: SoundConfig = field(default_factory=SoundConfig)
