"""Lays out the schematics of the options: buzzer and keys, which no build wires; the motor."""

from collections.abc import Mapping
from typing import Final

from hardware.drawings.naming import BOARD_NAMES, pin_label
from hardware.drawings.sheet import Box, Point, Power, Sheet, Symbol, Transistor
from hardware.electricity.switched import switched_by
from hardware.tables.builds import Build
from hardware.tables.headers import HEADERS, Board, Kind
from hardware.tables.parts import Part
from hardware.tables.pins import Direction, Pin, read_pins
from hardware.tables.wires import End, read_wires

_TITLES: Final = {
    Board.PI: "cdgdevice: buzzer and keys, both options",
    Board.PICO: "cdgdevice: the die tray's motor, an option",
}
_NOTES: Final = {
    Board.PI: "Keys close to ground; their pull-ups are inside the Pi's chip."
    " Where both pins of 3.3 V are taken, join a screen's red wire.",
    Board.PICO: "The sensor's red wire comes from the joint at the diode's ring."
    " The reader knows the motor by the resistor to ground.",
}
_BUILDS: Final = {Board.PI: Build.REFERENCE, Board.PICO: Build.MOTOR}
"""The build whose free pins the Pi's options may take, and the one that wires the Pico's."""

_ROW: Final = 1.5
_TALL: Final = 3.2
"""From the row above to that of an output: its load stands above it."""
_AFTER_TALL: Final = 2.8
"""And from there to the next."""
_DOWN: Final = 1.6
"""And so much more where a resistor to ground stands below it."""
_ASIDE: Final = 0.4
"""How far that stands before the resistor of the base."""
_BOARD: Final = 6.5
"""The board's width."""
_FIRST: Final = 8.6
"""Where the first symbol of a row begins."""
_LONG: Final = 2.4
"""A symbol's length."""


def options_sheet(parts: Mapping[str, Part], board: Board = Board.PI) -> Sheet:
    """Place a board's pins that only options use, and what each takes."""
    optional = [pin for pin in read_pins().values() if pin.board is board and not pin.fitted]
    outputs = [pin for pin in optional if pin.direction is Direction.OUT]
    keys = [pin for pin in optional if pin.direction is Direction.IN]
    sheet = Sheet(_TITLES[board])
    sheet.note = _NOTES[board]
    threes, grounds = _power_pins(board, Kind.THREE), _grounds(board)
    rows = [threes[0], *map(_end, (*outputs, *keys)), grounds[0]]
    heights, below = [0.0], 0.0
    for pin in outputs:
        heights.append(round(heights[-1] - below - _TALL, 3))
        below = _AFTER_TALL + (_DOWN if switched_by(pin).down else 0.0)
    for _ in rows[len(heights) :]:
        heights.append(round(heights[-1] - (below or _ROW), 3))
        below = 0.0
    levels = dict(zip(rows, heights, strict=True))
    numbers = [_all(threes), *(str(end.pin) for end in rows[1:-1]), _all(grounds)]
    _board(sheet, board, levels, numbers)
    _to_power(sheet, "3V3", (_BOARD, 0.0))
    for pin in outputs:
        _switched(sheet, parts, pin, (_BOARD, levels[_end(pin)]))
    for pin in keys:
        _key(sheet, pin, (_BOARD, levels[_end(pin)]))
    _to_power(sheet, "GND", (_BOARD, heights[-1]))
    return sheet


def _end(pin: Pin) -> End:
    return End(pin.board.value, f"pin {pin.header_pin}")


def _power_pins(board: Board, kind: Kind) -> list[End]:
    header = HEADERS[board].values()
    return [End(board.value, f"pin {pin.number}") for pin in header if pin.kind is kind]


def _grounds(board: Board) -> list[End]:
    """Give the ground pins that the option is wired to, or those that the build leaves free."""
    taken = {wire.start for wire in read_wires(_BUILDS[board].value)}
    if board is Board.PICO:
        return [end for end in _power_pins(board, Kind.GROUND) if end in taken]
    return [end for end in _power_pins(board, Kind.GROUND) if end not in taken]


def _all(ends: list[End]) -> str:
    return " or ".join(str(end.pin) for end in ends)


def _board(sheet: Sheet, board: Board, levels: Mapping[End, float], numbers: list[str]) -> None:
    words: dict[Point, str] = {}
    for (end, level), number in zip(levels.items(), numbers, strict=True):
        words[(_BOARD - 0.2, level)] = pin_label(end)
        words[(_BOARD + 0.12, level + 0.42)] = number
    low = min(levels.values()) - 1.0
    terminals = {end: (_BOARD, level) for end, level in levels.items()}
    box = Box(BOARD_NAMES[board], (0.0, low), (_BOARD, 1.2 - low), terminals, words)
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


def _switched(sheet: Sheet, parts: Mapping[str, Part], pin: Pin, start: Point) -> None:
    """Draw pin, resistor, base; collector, load, 3.3 V; the diode beside the load."""
    behind = switched_by(pin)
    a, b = (_FIRST, start[1]), (_FIRST + _LONG, start[1])
    sheet.join(start, a)
    ends = (End("base_resistor", "1"), End("base_resistor", "2"))
    sheet.symbols.append(Symbol("resistor", _ohms(parts[behind.base]), ends, a, b))
    transistor = Transistor(f"{parts[behind.transistor].number}", "transistor", (b[0] + 1.0, b[1]))
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
    sheet.symbols.append(Symbol("diode", parts[behind.diode].number, diode, a, b))
    load = pin.word
    terminals = {End(load, "plus"): (box, high), End(load, "minus"): (box, low)}
    words = {(box + 0.25, at[1]): end.terminal for end, at in terminals.items()}
    name = f"{load.capitalize()} {parts[behind.load].number}".strip()
    sheet.boxes.append(Box(name, (box, low - 0.6), (4.2, high - low + 1.2), terminals, words))
    if behind.down:
        _down(sheet, parts[behind.down], (_FIRST - _ASIDE, start[1]))


def _down(sheet: Sheet, resistor: Part, start: Point) -> None:
    """Draw a resistor from the pin's line to ground."""
    x, level = round(start[0], 3), start[1]
    a, b = (x, round(level - 0.4, 3)), (x, round(level - 0.4 - _LONG, 3))
    sheet.join((x, level), a)
    ends = (End("down_resistor", "1"), End("down_resistor", "2"))
    sheet.symbols.append(Symbol("resistor", _ohms(resistor), ends, a, b))
    sheet.join(b, (x, round(b[1] - 0.3, 3)))
    sheet.powers.append(Power("GND", (x, round(b[1] - 0.3, 3))))


def _ohms(resistor: Part) -> str:
    ohm = resistor.figure("resistance_ohm").value
    return f"{ohm / 1000:g} kΩ" if ohm >= 1000 else f"{ohm:g} Ω"
