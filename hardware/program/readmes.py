"""The wiring tables of the Raspberry Pi and the Pico."""

from collections.abc import Sequence
from typing import Final

from hardware.tables.blocks import table
from hardware.tables.headers import HEADERS, Board, Kind, pin_of
from hardware.tables.pins import Direction, PinTable
from hardware.tables.wires import End, Wire

_KINDS: Final = {Kind.THREE: "power, 3.3 V", Kind.GROUND: "ground"}


def pi_wiring(pins: PinTable) -> str:
    """Write what goes where on the Pi, in few words."""
    left, right = (f"0x{pins.addresses[side]:02X}" for side in ("left", "right"))
    three, ground = (_places(kind) for kind in (Kind.THREE, Kind.GROUND))
    rows = [
        ("the screens' power: 3.3 V, never 5 V", "", three),
        _row("left button, right button, to ground", pins, ("left_button", "right_button")),
        _row("lamps in the buttons, through their resistors", pins, ("left_lamp", "right_lamp")),
        _row("knob: push; turn", pins, ("knob_push",), ("knob_first", "knob_second")),
        ("ground of all these", "", ground),
        ("die reader", "USB", ""),
        _row("if you like: a buzzer behind a transistor", pins, ("buzzer",)),
        _row("if you like: keys A to E, to ground", pins, [f"key_{space}" for space in "abcde"]),
        _row(
            f"if the screens are on I2C, at {left} left and {right} right: SDA, SCL",
            pins,
            ("sda", "scl"),
        ),
    ]
    return table(("part", "GPIO", "pin of the header"), rows)


def spi_wiring(pins: PinTable) -> str:
    """Write what the lines of two screens on SPI are wired to."""
    spi, sides = pins.spi, ("left", "right")
    rows = [
        ("D0, SCL, SCK, CLK", "both", *_at(spi.clock)),
        ("D1, SDA, DIN, MOSI", "both", *_at(spi.data)),
        ("DC", "both", *_at(spi.data_command)),
        *(("CS", side, *_at(spi.selects[side])) for side in sides),
        *(("RES, RST", side, *_at(spi.resets[side])) for side in sides),
    ]
    return table(("printed on the screen", "screen", "GPIO", "pin of the header"), rows)


def _at(gpio: int) -> tuple[str, str]:
    return str(gpio), str(pin_of(Board.PI, gpio))


def _row(what: str, pins: PinTable, *groups: Sequence[str]) -> tuple[str, str, str]:
    of = [[pins.pins[f"pi.{word}"] for word in group] for group in groups]
    gpios = "; ".join(", ".join(str(pin.gpio) for pin in group) for group in of)
    places = "; ".join(", ".join(str(pin.header_pin) for pin in group) for group in of)
    return what, gpios, places


def _places(kind: Kind) -> str:
    """Write which pins of the Pi's header are of this kind: `6, 9 or 14`."""
    *others, last = (str(pin.number) for pin in HEADERS[Board.PI].values() if pin.kind is kind)
    return f"{', '.join(others)} or {last}"


def pico_wiring(pins: PinTable, wires: Sequence[Wire]) -> str:
    """Write the wires between the Pico and the sensor's board."""
    rows = []
    for wire in wires:
        board, sensor = wire.start, wire.end
        rows.append((*_on_the_pico(board), sensor.terminal, _meaning(pins, board)))
    return table(("Pico", "Pico's pin", "sensor board", "for"), rows)


def _on_the_pico(end: End) -> tuple[str, str]:
    if end.pin is None:
        raise ValueError(
            f"{end.thing}.{end.terminal} is not on the Pico; let the wire begin there."
        )
    return HEADERS[Board.PICO][end.pin].name, str(end.pin)


def _meaning(pins: PinTable, end: End) -> str:
    for pin in pins.of(Board.PICO):
        if pin.header_pin == end.pin:
            if pin.word == "scl":
                return f"{pin.meaning}, {pins.buses[Board.PICO].frequency_hz // 1000} kHz"
            return f"{pin.meaning}: high is lit" if pin.direction is Direction.OUT else pin.meaning
    return _KINDS[HEADERS[Board.PICO][end.pin or 0].kind]
