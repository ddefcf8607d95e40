"""The sums of the board under the panel: what it has otherwise than the reference build's wires."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from math import log
from typing import Final

from hardware.electricity.builds import circuit_of
from hardware.electricity.bus import bus_sums
from hardware.electricity.pins import all_pins_sum
from hardware.electricity.spi import spi_sums
from hardware.electricity.sums import Limit, Load, Sum
from hardware.electricity.supply import SHARE, rail_sum, steady_sum, supply_sum
from hardware.electricity.things import Circuit, ohm_band
from hardware.tables.builds import Build
from hardware.tables.figure import Figure, Source
from hardware.tables.headers import Board
from hardware.tables.parts import Part
from hardware.tables.pins import Direction, read_pin_table
from hardware.tables.wires import read_wires

SQUARES: Final = 40
"""How many times longer than wide the 5 V is on its way over the board, and ground back."""
LED_MOST: Final = Limit(20, Source.ASSUMPTION, "usual for a small LED")
FAST_TURN: Final = Limit(
    1000 / (5 * 24 * 4), Source.ASSUMPTION, "a knob of 24 clicks at five turns a second: each edge"
)
_THROUGH_PINS: Final = "through its pins"


def board_sums(parts: Mapping[str, Part]) -> tuple[Sum, ...]:
    """Give every sum of the board."""
    circuit = circuit_of(Build.REFERENCE, parts)
    return (
        *_five_volts(circuit, parts),
        *_rails(circuit, parts),
        *_lamps(circuit, parts),
        *_inputs(parts),
        *_outputs(parts),
        _all_pins(circuit, parts),
        *_buses(circuit, parts),
    )


def lamp_in_play(parts: Mapping[str, Part]) -> float:
    """Give a lamp's current as its part is told to be, not at its worst, in mA."""
    lamp, supply = parts["lit-button"], parts["board-supply"]
    ohm = parts["board-220"].figure("resistance_ohm").value + lamp.figure("inside_ohm").value
    return 1000 * (supply.figure("supply_V").value - lamp.figure("forward_V").value) / ohm


def _highest(parts: Mapping[str, Part]) -> tuple[float, tuple[Figure, ...]]:
    volts, band = (parts["board-supply"].figure(n) for n in ("supply_V", "tolerance_percent"))
    return volts.value * (1 + band.value / 100), (volts, band)


def _lamp(parts: Mapping[str, Part], side: str) -> Load:
    """Give the most that a lamp takes, had it no resistor of its own."""
    high, figures = _highest(parts)
    lamp, resistor = parts["lit-button"], parts["board-220"]
    drop, inside = lamp.figure("forward_low_V"), lamp.figure("inside_low_ohm")
    amount = 1000 * (high - drop.value) / (ohm_band(resistor)[0] + inside.value)
    told = (resistor.figure("resistance_ohm"), resistor.figure("tolerance_percent"))
    return Load(f"{side} lamp, from 5 V", amount, (*figures, *told, drop, inside))


def _gates(parts: Mapping[str, Part]) -> tuple[Load, ...]:
    high, resistor = parts["pi"].figure("rail_high_V"), parts["board-100k"]
    amount = 1000 * high.value / ohm_band(resistor)[0]
    outputs = (p for p in read_pin_table().of(Board.PI) if p.direction is Direction.OUT)
    figures = (high, resistor.figure("resistance_ohm"), resistor.figure("tolerance_percent"))
    return tuple(Load(f"{pin.meaning}: its transistor", amount, figures) for pin in outputs)


def _all_pins(circuit: Circuit, parts: Mapping[str, Part]) -> Sum:
    """Give the reference build's sum, with transistors where that has lamps and a base."""
    whole = all_pins_sum(circuit, Board.PI)
    outputs = [p.meaning for p in read_pin_table().of(Board.PI) if p.direction is Direction.OUT]
    kept = (load for load in whole.loads if not load.what.startswith(tuple(outputs)))
    return replace(whole, loads=(*kept, *_gates(parts)))


def _rails(circuit: Circuit, parts: Mapping[str, Part]) -> Iterable[Sum]:
    pins = _all_pins(circuit, parts)
    through = Load(_THROUGH_PINS, pins.total, pins.figures)
    for row in (rail_sum(circuit, Board.PI), steady_sum(circuit, Board.PI)):
        yield replace(row, loads=(*(x for x in row.loads if x.what != _THROUGH_PINS), through))


def _five_volts(circuit: Circuit, parts: Mapping[str, Part]) -> Iterable[Sum]:
    tray = replace(circuit, build=Build.DIE_TRAY.value, wires=read_wires(Build.DIE_TRAY.value))
    # The rail of this sum still has the lamps at their pins: they are counted twice here.
    loads = (
        *supply_sum(circuit, tray).loads,
        *(_lamp(parts, side) for side in ("left", "right")),
    )
    total = sum(load.amount for load in loads)
    figures = tuple(dict.fromkeys(one for load in loads for one in load.figures))
    supply = parts["board-supply"]
    limit = Limit.of(supply.figure("limit_mA"), SHARE)
    yield Sum("supply at the board, with the die tray", "mA", loads, limit)
    for name, part in (
        ("USB-C socket", "board-usb"),
        ("plug of the switch", "board-plug-2"),
        ("switch", "board-switch"),
    ):
        whole = Load("what the supply gives", total, figures)
        yield Sum(name, "mA", (whole,), Limit.of(parts[part].figure("limit_mA")))
    blank, plug, switch = (parts[f"board-{n}"] for n in ("blank", "plug-2", "switch"))
    sheet, warm = blank.figure("sheet_ohm"), blank.figure("warm_percent")
    contact, rocker = plug.figure("contact_ohm"), switch.figure("contact_ohm")
    ohms = (
        ("copper of the board", SQUARES * sheet.value * (1 + warm.value / 100), (sheet, warm)),
        ("both contacts of the switch's plug", 2 * contact.value, (contact,)),
        ("switch", rocker.value, (rocker,)),
    )
    lost = tuple(Load(what, total / 1000 * ohm, (*figures, *own)) for what, ohm, own in ohms)
    volts, band, least = (supply.figure(n) for n in ("supply_V", "tolerance_percent", "least_V"))
    room = volts.value * (1 - band.value / 100) - least.value
    yield Sum("5 V: lost before the Pi", "V", lost, Limit(room, least.source, least.told_by))


def _lamps(circuit: Circuit, parts: Mapping[str, Part]) -> Iterable[Sum]:
    lamp, resistor, transistor = (
        _lamp(parts, "each"), parts["board-220"], parts["board-transistor"]
    )  # fmt: skip
    yield Sum("lamp without a resistor inside", "mA", (lamp,), LED_MOST)
    high, figures = _highest(parts)
    power = resistor.figure("power_W")
    heat = Load("its lamp a short circuit", 1000 * high**2 / ohm_band(resistor)[0], figures)
    limit = Limit(power.value * 1000, power.source, power.told_by)
    yield Sum("a lamp's resistor: heat", "mW", (heat,), limit)
    most = circuit.parts["buzzer"].figure("most_mA")
    buzzer = Load("buzzer", most.value, (most,))
    bears = Limit.of(transistor.figure("limit_mA"))
    yield Sum("a lamp's transistor", "mA", (lamp,), bears)
    yield Sum("the buzzer's transistor on the board", "mA", (buzzer,), bears)
    gate, driven = transistor.figure("gate_V"), parts["pi"].figure("driven_high_V")
    wants = Load("what turns it fully on", gate.value, (gate,))
    yield Sum("a transistor's gate", "V", (wants,), Limit.of(driven))


def _inputs(parts: Mapping[str, Part]) -> Iterable[Sum]:
    pi, resistor, capacitor = parts["pi"], parts["board-1k"], parts["board-10n"]
    high, least, most = (
        pi.figure(n) for n in ("rail_high_V", "pull_up_low_ohm", "pull_up_high_ohm")
    )
    ohm = ohm_band(resistor)[1]
    own = (resistor.figure("resistance_ohm"), resistor.figure("tolerance_percent"))
    low = Load("pull-up over 1 kΩ", high.value * ohm / (ohm + least.value), (high, least, *own))
    yield Sum(
        "a contact, closed: its level", "V", (low,), Limit.of(pi.figure("input_low_V"), 2 / 3)
    )
    farad, band = capacitor.figure("capacity_pF"), capacitor.figure("tolerance_percent")
    held = farad.value * 1e-12 * (1 + band.value / 100)
    rise = 1000 * most.value * held * log(1 / 0.3)
    figures = (most, farad, band)
    yield Sum("a contact that opens: until it is seen", "ms",
              (Load("from 0 to 70 %", rise, figures),), FAST_TURN)  # fmt: skip


def _outputs(parts: Mapping[str, Part]) -> Iterable[Sum]:
    limit = Limit.of(parts["pi"].figure("pin_limit_mA"))
    outputs = (p for p in read_pin_table().of(Board.PI) if p.direction is Direction.OUT)
    for pin, load in zip(outputs, _gates(parts), strict=True):
        yield Sum(f"pin {pin.header_pin}, {pin.name}: {pin.meaning}", "mA", (load,), limit)


def _buses(circuit: Circuit, parts: Mapping[str, Part]) -> Iterable[Sum]:
    """Give the buses' sums with the board's tracks on each line."""
    tracks = parts["board-blank"].figure("tracks_pF")
    on_i2c = bus_sums(circuit_of(Build.FOUR_PINS, parts), Board.PI)
    held = next(row for row in on_i2c if row.unit == "pF").total
    for row in on_i2c:
        if row.unit == "pF":
            yield _more(row, tracks.value, tracks)
        elif row.unit == "ns":
            yield _more(row, row.total / held * tracks.value, tracks)
        else:
            yield row
    wire = parts["jumper-wires"].figure("wire_pF")
    for row in spi_sums(circuit, Board.PI):
        if row.unit == "ns":
            screen = next(load for load in row.loads if load.what.endswith("its pin"))
            a_pin = parts["pi"].figure("i2c_input_pF").value
            each = screen.amount / a_pin
            short = next(load for load in row.loads if load.what.endswith("of wire"))
            long = Load("two whole jumpers", each * 2 * wire.value, (wire,))
            others = tuple(load for load in row.loads if load is not short)
            with_wires = replace(row, loads=(long, *others))
            yield _more(with_wires, each * tracks.value, tracks)


def _more(row: Sum, amount: float, told: Figure) -> Sum:
    return replace(row, loads=(*row.loads, Load("the board's tracks", amount, (told,))))
