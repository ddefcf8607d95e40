"""Which thing is wired to which pin: the section `[pins]`."""

from collections.abc import Mapping, Set
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from enum import Enum
from importlib.metadata import entry_points
from typing import Final, Literal

from cdgdevice.config.wiring import I2C, USUAL
from cdgdevice.gadget.events import Control, Phase
from cdgdevice.method.display import Side
from cdgdevice.method.form import Form


class Sounder(Enum):
    """What can sound."""

    BUZZER = "buzzer"
    """An active buzzer: it sounds while its pin is high."""


Thing = Control | Phase | Side | Sounder
"""What a pin can be wired to; a side stands for the lamp in its button."""

_THINGS: Final[Mapping[str, Thing]] = {
    "left_button": Control.LEFT,
    "right_button": Control.RIGHT,
    "knob_push": Control.KNOB,
    "knob_first": Phase.FIRST,
    "knob_second": Phase.SECOND,
    "left_lamp": Side.LEFT,
    "right_lamp": Side.RIGHT,
    "buzzer": Sounder.BUZZER,
    "key_a": Control.A,
    "key_b": Control.B,
    "key_c": Control.C,
    "key_d": Control.D,
    "key_e": Control.E,
}

WIRING: Final[Mapping[str, tuple[Thing, int | None]]] = {
    key: (thing, USUAL[key]) for key, thing in _THINGS.items()
}
"""The keys of the section: what each says the pin of, and that pin in the reference build."""

FACTORIES: Final = ("cdgdevice", "lgpio", "rpigpio", "pigpio", "native", "mock")
"""The gpiozero pin factories that may be named; the first is our own."""

SECTION: Final = "pins"

_STEPS: tuple[Literal[2, 4], ...] = (2, 4)
_WRONG = -1


@dataclass(frozen=True, slots=True)
class Pins:
    """What is wired where, by BCM numbers (0 to 27); what is not fitted is not in the mappings."""

    factory: str = FACTORIES[0]
    inputs: Mapping[Control | Phase, int] = field(
        default_factory=lambda: {
            thing: pin
            for thing, pin in WIRING.values()
            if pin is not None and not isinstance(thing, Side | Sounder)
        }
    )
    lamps: Mapping[Side, int] = field(
        default_factory=lambda: {
            thing: pin
            for thing, pin in WIRING.values()
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


def read_pins(form: Form) -> Pins:
    """Read the section; what is mistaken takes its default.

    Once the whole file is read ask `are_in_doubt` whether the pins that it gives may be driven.
    """
    default = Pins()
    wired = _read_wiring(form)
    inputs = {thing: pin for thing, pin in wired.items() if not isinstance(thing, Side | Sounder)}
    lamps = {thing: pin for thing, pin in wired.items() if isinstance(thing, Side)}
    hold, long_hold = _read_holds(form, default)
    return Pins(
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


def undriven(pins: Pins) -> Pins:
    """Give the same without lamps and buzzer: what may be something else is not driven."""
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
    """Give the factories that may be named: the usual ones, and what is installed beside them."""
    if "factory" not in form:
        return FACTORIES
    installed = (entry.name for entry in entry_points(group="gpiozero_pin_factories"))
    return tuple(dict.fromkeys((*FACTORIES, *(name for name in installed if name.islower()))))


def _read_wiring(form: Form) -> dict[Thing, int]:
    """Give the pin of what is fitted."""
    taken: dict[int, str] = {}
    doubtful: list[str] = []
    for key, (_, usual) in WIRING.items():
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
        usual = WIRING[key][1]
        if usual is not None:
            taken.setdefault(usual, key)
    wired = {WIRING[key][0]: pin for pin, key in taken.items()}
    if not doubtful:
        _check_playable(form, wired)
    if len({Phase.FIRST, Phase.SECOND} & wired.keys()) == 1:
        wired = {thing: pin for thing, pin in wired.items() if not isinstance(thing, Phase)}
    return wired


def _refuse_shared(form: Form, pin: int, key: str, other: str) -> None:
    if key not in form:  # it can only be mended where the file names the pin
        key, other = other, key
    note = "" if other in form else ", as it does where the file does not say"
    form.refuse(key, f"GPIO{pin} serves {other} too{note}; give each its own pin.")


def _check_playable(form: Form, wired: dict[Thing, int]) -> None:
    """Refuse half a knob, and a gadget without a button."""
    for key, other in (("knob_first", "knob_second"), ("knob_second", "knob_first")):
        if WIRING[key][0] in wired and WIRING[other][0] not in wired:
            form.refuse(other, f"a knob has two lines, and {key} is fitted; fit both or neither.")
    if not wired.keys() & {Control.LEFT, Control.RIGHT}:
        form.refuse("", "fit left_button or right_button at least: a round begins with one.")


def _read_holds(form: Form, default: Pins) -> tuple[int, int]:
    hold = form.whole("hold_ms", default.hold_ms, low=200, high=5000)
    long_hold = form.whole("long_hold_ms", default.long_hold_ms, low=200, high=20_000)
    if hold < long_hold:
        return hold, long_hold
    named = "long_hold_ms" if "long_hold_ms" in form else "hold_ms"
    form.refuse(named, f"long_hold_ms ({long_hold}) must be more than hold_ms ({hold}).")
    return default.hold_ms, default.long_hold_ms
