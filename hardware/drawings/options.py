"""Lays out the schematic of the options, which no build wires: the buzzer and the keys."""

from collections.abc import Mapping
from typing import Final

from hardware.drawings.naming import BOARD_NAMES, pin_label
from hardware.drawings.sheet import Box, Point, Power, Sheet, Symbol, Transistor
from hardware.electricity.buzzer import DIODE, RESISTOR, TRANSISTOR
from hardware.tables.headers import HEADERS, Board, Kind
from hardware.tables.parts import Part
from hardware.tables.pins import Direction, Pin, read_pins
from hardware.tables.wires import End, read_wires

_ROW: Final = 1.5
_BOARD: Final = 6.5
"""The board's width."""
_FIRST: Final = 8.6
"""Where the first symbol of a row begins."""
_LONG: Final = 2.4
"""A symbol's length."""


def options_sheet(parts: Mapping[str, Part]) -> Sheet:
    """Place the pins that only options use, and what each takes."""
    optional = [pin for pin in read_pins().values() if not pin.fitted]
    (buzzer,) = (pin for pin in optional if pin.direction is Direction.OUT)
    keys = [pin for pin in optional if pin.direction is Direction.IN]
    sheet = Sheet("cdgdevice: buzzer and keys, both options")
    sheet.note = (
        "Keys close to ground; their pull-ups are inside the Pi's chip."
        " Where both pins of 3.3 V are taken, join a screen's red wire."
    )
    heights = [0.0, -3.2, *(-6.0 - _ROW * number for number in range(len(keys) + 1))]
    threes, grounds = _power_pins(Kind.THREE), _free_grounds()
    ends = [threes[0], _end(buzzer), *map(_end, keys), grounds[0]]
    numbers = [_all(threes), *(str(end.pin) for end in ends[1:-1]), _all(grounds)]
    levels = dict(zip(ends, heights, strict=True))
    _board(sheet, levels, numbers)
    _to_power(sheet, "3V3", (_BOARD, 0.0))
    _buzzer(sheet, parts, (_BOARD, levels[_end(buzzer)]))
    for pin in keys:
        _key(sheet, pin, (_BOARD, levels[_end(pin)]))
    _to_power(sheet, "GND", (_BOARD, heights[-1]))
    return sheet


def _end(pin: Pin) -> End:
    return End(pin.board.value, f"pin {pin.header_pin}")


def _power_pins(kind: Kind) -> list[End]:
    header = HEADERS[Board.PI].values()
    return [End(Board.PI.value, f"pin {pin.number}") for pin in header if pin.kind is kind]


def _free_grounds() -> list[End]:
    """Give the ground pins that the reference build leaves free."""
    taken = {wire.start for wire in read_wires("reference")}
    return [end for end in _power_pins(Kind.GROUND) if end not in taken]


def _all(ends: list[End]) -> str:
    return " or ".join(str(end.pin) for end in ends)


def _board(sheet: Sheet, levels: Mapping[End, float], numbers: list[str]) -> None:
    words: dict[Point, str] = {}
    for (end, level), number in zip(levels.items(), numbers, strict=True):
        words[(_BOARD - 0.2, level)] = pin_label(end)
        words[(_BOARD + 0.12, level + 0.42)] = number
    low = min(levels.values()) - 1.0
    terminals = {end: (_BOARD, level) for end, level in levels.items()}
    box = Box(BOARD_NAMES[Board.PI], (0.0, low), (_BOARD, 1.2 - low), terminals, words)
    sheet.boxes.append(box)


def _to_power(sheet: Sheet, name: str, start: Point, along: float = 3.2) -> None:
    there = (round(start[0] + along, 3), start[1])
    sheet.join(start, there)
    sheet.powers.append(Power(name, there))


def _key(sheet: Sheet, pin: Pin, start: Point) -> None:
    a, b = (_FIRST, start[1]), (_FIRST + _LONG, start[1])
    sheet.join(start, a)
    said = pin.meaning[0].upper() + pin.meaning[1:]
    ends = (End(pin.word, "1"), End(pin.word, "2"))
    sheet.symbols.append(Symbol("button", said, ends, a, b))
    _to_power(sheet, "GND", b, 0.6)


def _buzzer(sheet: Sheet, parts: Mapping[str, Part], start: Point) -> None:
    """Draw pin, resistor, base; collector, buzzer, 3.3 V; the diode beside the buzzer."""
    ohm = parts[RESISTOR].figure("resistance_ohm").value
    a, b = (_FIRST, start[1]), (_FIRST + _LONG, start[1])
    sheet.join(start, a)
    ends = (End("base_resistor", "1"), End("base_resistor", "2"))
    sheet.symbols.append(Symbol("resistor", f"{ohm / 1000:g} kΩ", ends, a, b))
    transistor = Transistor(f"{parts[TRANSISTOR].number}", "transistor", (b[0] + 1.0, b[1]))
    sheet.transistors.append(transistor)
    _, collector, emitter = transistor.points
    sheet.join(b, transistor.at)
    x, low, high = collector[0], round(start[1] + 1.8, 3), round(start[1] + 4.2, 3)
    sheet.join(emitter, (x, emitter[1] - 0.4))
    sheet.powers.append(Power("GND", (x, round(emitter[1] - 0.4, 3))))
    beside, box = round(x + 2.0, 3), round(x + 4.4, 3)
    sheet.join(collector, (x, low), (beside, low), (box, low))
    sheet.join((x, high), (beside, high), (box, high))
    sheet.powers.append(Power("3V3", (x, high)))
    a, b = (beside, round(low + 0.3, 3)), (beside, round(high - 0.3, 3))
    sheet.join((beside, low), a)
    sheet.join((beside, high), b)
    diode = (End("diode", "anode"), End("diode", "ring"))
    sheet.symbols.append(Symbol("diode", parts[DIODE].number, diode, a, b))
    terminals = {End("buzzer", "plus"): (box, high), End("buzzer", "minus"): (box, low)}
    words = {(box + 0.25, at[1]): end.terminal for end, at in terminals.items()}
    name = f"Buzzer {parts['buzzer'].number}"
    sheet.boxes.append(Box(name, (box, low - 0.6), (4.2, high - low + 1.2), terminals, words))
