"""What an option's output switches: what its transistor takes from the pin, and can bear."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from hardware.electricity.sums import Limit, Load, Sum
from hardware.electricity.things import Circuit, ohm_band
from hardware.tables.pins import Pin


@dataclass(frozen=True, slots=True)
class Switched:
    """The parts behind one pin: their ids in `parts/`."""

    load: str
    """What is switched, between 3.3 V and the transistor's collector."""
    transistor: str
    base: str
    """The resistor from the pin to the base."""
    diode: str
    """Across the load, its ring to 3.3 V."""
    down: str = ""
    """A resistor from the pin to ground, by which the board knows that the load is there."""


SWITCHED: Final[Mapping[str, Switched]] = MappingProxyType(
    {
        "pi.buzzer": Switched("buzzer", "buzzer-transistor", "base-resistor", "buzzer-diode"),
        "pico.motor": Switched(
            "vibration-motor",
            "motor-transistor",
            "motor-base-resistor",
            "motor-diode",
            "motor-down-resistor",
        ),
    }
)
"""By the pin's key: every output that is an option."""


def switched_by(pin: Pin) -> Switched:
    """Give what an optional output switches; KeyError with a sentence where nothing is told."""
    if pin.key not in SWITCHED:
        raise KeyError(f"{pin.key} switches nothing that is known; write it into SWITCHED.")
    return SWITCHED[pin.key]


def most(circuit: Circuit, pin: Pin) -> Load:
    """Give what the load takes of the 3.3 V rail."""
    figure = circuit.parts[switched_by(pin).load].figure("most_mA")
    return Load(f"{pin.word} (an option)", figure.value, (figure,))


def base_load(circuit: Circuit, pin: Pin) -> Load:
    """Give what the pin gives at its most: to the base, and to the resistor to ground."""
    parts = switched_by(pin)
    high = circuit.part(pin.board.value).figure("rail_high_V")
    drop, resistor = circuit.parts[parts.transistor].figure("base_low_V"), circuit.parts[parts.base]
    amount = 1000 * (high.value - drop.value) / ohm_band(resistor)[0]
    figures = (high, drop, *resistor.electric.values())
    if parts.down:
        down = circuit.parts[parts.down]
        amount += 1000 * high.value / ohm_band(down)[0]
        figures += tuple(down.electric.values())
    return Load(f"{pin.meaning} (an option): its transistor's base", amount, figures)


def option_sums(circuit: Circuit, pin: Pin) -> Iterable[Sum]:
    """Give whether the transistor switches the load, and whether the board knows of it."""
    yield _switching(circuit, pin)
    if switched_by(pin).down:
        yield _known(circuit, pin)


def _switching(circuit: Circuit, pin: Pin) -> Sum:
    """Compare the load's current with what the weakest transistor switches at its least."""
    parts = switched_by(pin)
    transistor, resistor = circuit.parts[parts.transistor], circuit.parts[parts.base]
    driven = circuit.part(pin.board.value).figure("driven_high_V")
    drop, gain = transistor.figure("base_high_V"), transistor.figure("collector_for_1_base_mA")
    base = 1000 * (driven.value - drop.value) / ohm_band(resistor)[1]
    told = f"{driven.value:g} V at the pin, {drop.value:g} V at the base; {gain.told_by}"
    load = most(circuit, pin)
    figures = (*load.figures, driven, drop, gain, *resistor.electric.values())
    limit = Limit(base * gain.value, gain.source, told)
    name = f"the {pin.word}'s transistor"
    return Sum(name, "mA", (Load(load.what, load.amount, figures),), limit)


def _known(circuit: Circuit, pin: Pin) -> Sum:
    """Give how high the chip's own pull-up lifts the pin while the board asks whether it is there.

    The base takes nothing of it: at so few volts no transistor conducts.
    """
    chip, resistor = circuit.part(pin.board.value), circuit.parts[switched_by(pin).down]
    high, pull_up = chip.figure("rail_high_V"), chip.figure("pull_up_low_ohm")
    ohm = ohm_band(resistor)[1]
    amount = high.value * ohm / (ohm + pull_up.value)
    figures = (high, pull_up, *resistor.electric.values())
    load = Load("the pull-up over the resistor to ground", amount, figures)
    limit = Limit.of(chip.figure("input_low_V"), 2 / 3)
    return Sum(f"the {pin.word}'s pin, asked whether it is there", "V", (load,), limit)
