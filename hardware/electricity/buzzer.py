"""The buzzer, an option: what its transistor takes from the pin, and what that can switch."""

from hardware.electricity.sums import Limit, Load, Sum
from hardware.electricity.things import Circuit, ohm_band
from hardware.tables.pins import Pin

TRANSISTOR = "buzzer-transistor"
RESISTOR = "base-resistor"
DIODE = "buzzer-diode"


def base_load(circuit: Circuit, pin: Pin) -> Load:
    """Give what the transistor takes at its most: the pin does not feed the buzzer itself."""
    high = circuit.part(pin.board.value).figure("rail_high_V")
    drop, resistor = circuit.parts[TRANSISTOR].figure("base_low_V"), circuit.parts[RESISTOR]
    amount = 1000 * (high.value - drop.value) / ohm_band(resistor)[0]
    figures = (high, drop, *resistor.electric.values())
    return Load(f"{pin.meaning} (an option): its transistor's base", amount, figures)


def switching_sum(circuit: Circuit, pin: Pin) -> Sum:
    """Compare the buzzer's current with what the weakest transistor switches at its least."""
    transistor, resistor = circuit.parts[TRANSISTOR], circuit.parts[RESISTOR]
    driven = circuit.part(pin.board.value).figure("driven_high_V")
    drop, gain = transistor.figure("base_high_V"), transistor.figure("collector_for_1_base_mA")
    base = 1000 * (driven.value - drop.value) / ohm_band(resistor)[1]
    told = f"{driven.value:g} V at the pin, {drop.value:g} V at the base; {gain.told_by}"
    most = circuit.parts["buzzer"].figure("most_mA")
    figures = (most, driven, drop, gain, *resistor.electric.values())
    load = Load("buzzer (an option)", most.value, figures)
    limit = Limit(base * gain.value, gain.source, told)
    return Sum("the buzzer's transistor", "mA", (load,), limit)
