"""What is on the board and what is joined, made from the pin table.

The board lies over the Pi like a hat: its socket, below, takes the Pi's pins, and four bolts stand
between the holes of both. Millimetres, x to the right and y towards the player, from the corner at
the rear on the left: so one sees it from above, and so KiCad counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from hardware.board.names import POURED
from hardware.tables.headers import HEADERS, Board, Kind, pin_of
from hardware.tables.parts import Part
from hardware.tables.pins import Direction, Pin, PinTable

WIDTH: Final = 110.0
HEIGHT: Final = 62.0
REVISION: Final = "A"
"""Printed on the board: the next letter with each change of what a factory makes."""
PI_RIGHT: Final = WIDTH
"""The Pi's edge with the card lies under the board's right edge, its sockets under the rear one."""
GROUND: Final = POURED
THREE: Final = "+3V3"
FIVE: Final = "+5V"
SUPPLY: Final = "USB_5V"
Corners = tuple[tuple[float, float], ...]
POURS: Final[tuple[tuple[str, Corners], ...]] = (
    (
        SUPPLY,
        (
            (12.1, 5.9),
            (12.9, 5.9),
            (12.9, 7.9),
            (15.1, 7.9),
            (15.1, 5.9),
            (15.9, 5.9),
            (15.9, 7.9),
            (22.0, 7.9),
            (24.5, 4.5),
            (27.6, 4.5),
            (27.6, 10.2),
            (12.1, 10.2),
        ),
    ),
    (
        FIVE,
        (
            (27.9, 3.6),
            (40.0, 3.6),
            (44.5, 9.0),
            (44.5, 29.4),
            (97.8, 29.4),
            (97.8, 27.0),
            (102.8, 27.0),
            (102.8, 32.4),
            (40.5, 32.4),
            (40.5, 12.0),
            (38.0, 9.0),
            (27.9, 9.0),
        ),
    ),
)
"""The supply's way from its socket over the switch to the Pi, as wide as it can be."""
_POWER: Final = {Kind.GROUND: GROUND, Kind.THREE: THREE, Kind.FIVE: FIVE}
_SERIAL: Final = "the serial console"
"""What the pin table keeps those two pins free for that the serial plug brings out."""
_BROKEN_OFF: Final = ("board-pins",)
"""Sold as a strip of which all its pieces are broken off."""
_SIDES: Final = ("left", "right")
_XH: Final = "Connector_JST:JST_XH_B{0}B-XH-A_1x{0:02}_P2.50mm_Vertical"
_PINS: Final = "Connector_PinHeader_2.54mm:PinHeader_1x{0:02}_P2.54mm_Vertical"


@dataclass(frozen=True, slots=True)
class Mark:
    """A word printed on the board."""

    text: str
    at: tuple[float, float]
    """Its middle."""
    size: float = 0.8
    """Height of its letters."""


@dataclass(frozen=True, slots=True)
class Component:
    """One part: its symbol and footprint in KiCad's libraries, its nets by pad, its place."""

    ref: str
    part: str
    """Its file in `parts/`; empty for what is not bought: a hole, a place that stays empty."""
    symbol: str
    footprint: str
    value: str
    nets: Mapping[str, str]
    """By pad; a pad that is not here is joined to nothing."""
    at: tuple[float, float]
    """Of its first pad, or of its middle where its footprint has that at its origin."""
    turned: float = 0.0
    """Degrees, counterclockwise."""
    below: bool = False
    fitted: bool = True
    """False for a place that stays empty."""
    marks: tuple[Mark, ...] = ()
    """What is printed beside it, instead of its bare reference."""


MARKS: Final = (
    Mark("NEVER TOGETHER WITH THE PI'S PWR IN", (21.0, 20.0), 1.0),
    Mark("THE PI'S CARD >", (100.0, 22.0), 1.0),
    Mark(f"cdgdevice  REV {REVISION}  CERN-OHL-P-2.0", (78.0, 2.0), 1.0),
)
"""What is printed on the board beside no part."""


def circuit(pins: PinTable) -> tuple[Component, ...]:
    """Give every part of the board."""
    return (
        _header(pins),
        *_inputs(pins),
        *_drivers(pins),
        *_screens(pins),
        *_plugs(pins),
        *_supply(),
        *_holes(),
    )


def counted(parts: Sequence[Component]) -> Mapping[str, int]:
    """Give how many of each part of `parts/` are soldered on."""
    return Counter(one.part for one in parts if one.part and one.fitted)


def unlike_tables(parts: Sequence[Component], known: Mapping[str, Part]) -> tuple[str, ...]:
    """Say where the board takes other parts than the parts' files say, a sentence each."""
    takes = {name: 1 if name in _BROKEN_OFF else count for name, count in counted(parts).items()}
    return tuple(
        f"the board takes {count} of {name}; write board = {count} into parts/{name}.toml."
        for name, count in sorted(takes.items())
        if known[name].board != count
    )


def _net(pin: Pin) -> str:
    return pin.word.upper()


def _spi(pins: PinTable) -> Mapping[int, str]:
    """Give the nets of the screens on SPI by GPIO."""
    return {pin.gpio: f"SPI_{pin.word.upper()}" for pin in pins.spi.pins().values()}


def _serial(pins: PinTable) -> Mapping[int, str]:
    """Give the nets of the serial plug by GPIO: what the Pi says, and what it hears."""
    says, hears = sorted(
        gpio for gpio, why in pins.reserved[Board.PI].items() if why.startswith(_SERIAL)
    )
    return {says: "SERIAL_OUT", hears: "SERIAL_IN"}


def header_place(number: int) -> tuple[float, float]:
    """Give where a pin of the Pi's header comes up through the board."""
    column, even = divmod(number - 1, 2)
    return PI_RIGHT - 8.37 - 2.54 * column, 25.23 + 2.54 * even


def _header(pins: PinTable) -> Component:
    nets = {
        str(number): _POWER[pin.kind]
        for number, pin in HEADERS[Board.PI].items()
        if pin.kind in _POWER
    }
    nets |= {str(pin.header_pin): _net(pin) for pin in pins.of(Board.PI)}
    for lines in (_spi(pins), _serial(pins)):
        nets |= {str(pin_of(Board.PI, gpio)): net for gpio, net in lines.items()}
    return Component(
        "J1",
        "board-socket",
        "Connector_Generic:Conn_02x20_Odd_Even",
        "Connector_PinSocket_2.54mm:PinSocket_2x20_P2.54mm_Vertical",
        "Raspberry Pi, from below",
        nets,
        header_place(1),
        below=True,
    )


def _inputs(pins: PinTable) -> Iterator[Component]:
    """Give each contact 1 kΩ in its line and 10 nF to ground."""
    contacts = [pin for pin in pins.of(Board.PI) if pin.direction is Direction.IN]
    for number, pin in enumerate(contacts, start=1):
        x = 9.0 + 10.0 * (number - 1)
        pads = {"1": _net(pin), "2": f"{_net(pin)}_CONTACT"}
        yield _resistor(f"R{number}", "board-1k", "1k", pads, (x, 39.5))
        yield _capacitor(f"C{number}", "board-10n", "10n", _net(pin), (x, 36.0))


def _drivers(pins: PinTable) -> Iterator[Component]:
    """Give each output its transistor, which is off while the Pi starts."""
    places = {"left_lamp": (28.6, 51.0), "right_lamp": (82.0, 51.0), "buzzer": (86.0, 12.0)}
    outputs = [pin for pin in pins.of(Board.PI) if pin.direction is Direction.OUT]
    for number, pin in enumerate(outputs, start=1):
        x, y = places[pin.word]
        gate = _net(pin)
        yield Component(
            f"Q{number}",
            "board-transistor",
            "Transistor_FET:Q_NMOS_GSD",
            "Package_TO_SOT_SMD:SOT-23",
            "AO3400A",
            {"1": gate, "2": GROUND, "3": f"{gate}_LOW"},
            (x, y),
        )
        pads = {"1": gate, "2": GROUND}
        yield _resistor(f"R{20 + number}", "board-100k", "100k", pads, (x - 5.0, y), 90)
    yield Component(
        "BZ1",
        "buzzer",
        "Device:Buzzer",
        "Buzzer_Beeper:Buzzer_12x9.5RM7.6",
        "active, 3 V",
        {"1": THREE, "2": "BUZZER_LOW"},
        (60.0, 12.0),
    )
    yield Component(
        "D1",
        "board-diode",
        "Device:D",
        "Diode_SMD:D_SOD-123",
        "1N4148W",
        {"1": THREE, "2": "BUZZER_LOW"},
        (77.0, 8.0),
    )


def _screens(pins: PinTable) -> Iterator[Component]:
    """Give each screen seven pins for SPI, and a socket of STEMMA QT."""
    spi = _spi(pins)
    for number, (side, x) in enumerate(zip(_SIDES, (10.0, 63.0), strict=True), start=2):
        lines = {
            "GND": GROUND,
            "VCC": THREE,
            "D0": spi[pins.spi.clock],
            "D1": spi[pins.spi.data],
            "RES": spi[pins.spi.resets[side]],
            "DC": spi[pins.spi.data_command],
            "CS": spi[pins.spi.selects[side]],
        }
        yield _row(
            f"J{number}",
            "board-pins",
            f"{side} screen, SPI",
            lines,
            (x, 46.5),
            title=f"J{number} {side.upper()} SCREEN, SPI",
        )
        yield Component(
            f"J{number + 2}",
            "board-qt",
            "Connector_Generic_MountingPin:Conn_01x04_MountingPin",
            "Connector_JST:JST_SH_BM04B-SRSS-TB_1x04-1MP_P1.00mm_Vertical",
            f"{side} screen, STEMMA QT",
            {"1": GROUND, "2": THREE, "3": "SDA", "4": "SCL", "MP": GROUND},
            (x + 25, 46.5),
            marks=(Mark(f"J{number + 2} {side.upper()} QT", (x + 25, 42.4)),),
        )
        pads = {"1": THREE, "2": GROUND}
        yield _part(
            f"C{18 + number}", "board-10u", "C", "Capacitor_SMD:C_0805_2012Metric", "10u", pads,
            (x + 33, 46.5), 90,
        )  # fmt: skip


def _plugs(pins: PinTable) -> Iterator[Component]:
    """Give what goes to the front: buttons, lamps, knob, keys, and the serial plug."""
    places = (("J6", "J13", "R31", 10.0, 19.5, 39.5), ("J7", "J14", "R32", 99.0, 89.0, 92.5))
    for side, (button, lamp, ohm, x, by, there) in zip(_SIDES, places, strict=True):
        name, low = side.upper(), f"{side.upper()}_LAMP_LOW"
        yield _plug(
            button,
            f"{side} button",
            (f"{name}_BUTTON_CONTACT", GROUND),
            (x, 57.0),
            f"{button} {name[0]} BUTTON",
        )
        yield _plug(
            lamp, f"{side} lamp", (f"{name}_LAMP_PLUS", low), (by, 57.0), f"+ {lamp} {name[0]} LAMP"
        )
        pads = {"1": FIVE, "2": f"{name}_LAMP_PLUS"}
        yield _part(
            ohm, "board-220", "R", "Resistor_SMD:R_1206_3216Metric", "220", pads, (there, 51.0)
        )
    keys = [pin for pin in pins.of(Board.PI) if pin.word.startswith("key_")]
    nets = (*(f"{_net(pin)}_CONTACT" for pin in keys), GROUND)
    yield _plug("J9", "keys A to E", nets, (29.0, 57.0), "J9 KEYS A B C D E GND")
    knob = {
        "CLK": "KNOB_FIRST_CONTACT",
        "DT": "KNOB_SECOND_CONTACT",
        "SW": "KNOB_PUSH_CONTACT",
        "+": THREE,
        "GND": GROUND,
        "GND ": GROUND,
    }
    yield _row("J8", "board-pins", "knob", knob, (50.0, 57.0), title="J8 KNOB")
    says, hears = _serial(pins).values()
    yield Component(
        "J12",
        "",
        "Connector_Generic:Conn_01x04",
        _XH.format(4),
        "serial line",
        {"1": FIVE, "2": GROUND, "3": says, "4": hears},
        (71.0, 57.0),
        fitted=False,
        marks=(Mark("J12 5V GND TX RX", (74.75, 53.2)),),
    )


def _supply() -> Iterator[Component]:
    """Give the USB-C socket with what makes a supply switch on, the switch's plug, and a buffer."""
    yield Component(
        "J10",
        "board-usb",
        "Connector:USB_C_Receptacle_PowerOnly_6P",
        "Connector_USB:USB_C_Receptacle_GCT_USB4125-xx-x_6P_TopMnt_Horizontal",
        "5 V",
        {
            "A5": "CC1",
            "B5": "CC2",
            "A9": SUPPLY,
            "B9": SUPPLY,
            "A12": GROUND,
            "B12": GROUND,
            "S1": GROUND,
        },
        (14.0, 3.4),
        180,
        marks=(Mark("J10 5 V 3 A", (14.0, 11.6), 1.0),),
    )
    for ref, line, x in (("R33", "CC1", 5.5), ("R34", "CC2", 22.5)):
        yield _resistor(ref, "board-5k1", "5k1", {"1": line, "2": GROUND}, (x, 13.5))
    yield _plug("J11", "switch", (SUPPLY, FIVE), (26.5, 6.0), "J11 SWITCH", above=-4.6)
    yield Component(
        "C31",
        "board-100u",
        "Device:C_Polarized",
        "Capacitor_THT:CP_Radial_D6.3mm_P2.50mm",
        "100u",
        {"1": FIVE, "2": GROUND},
        (36.0, 6.5),
    )


def _holes() -> Iterator[Component]:
    """Give the Pi's four holes, and two more at the board's front."""
    left, right = PI_RIGHT - 61.5, PI_RIGHT - 3.5
    pi = [(x, y) for y in (3.5, 26.5) for x in (left, right)]
    for number, at in enumerate((*pi, (3.5, 58.5), (106.5, 47.0)), start=1):
        yield Component(
            f"H{number}",
            "",
            "Mechanical:MountingHole",
            "MountingHole:MountingHole_2.7mm_M2.5",
            "M2.5",
            {},
            at,
        )


def _part(
    ref: str,
    part: str,
    letter: str,
    footprint: str,
    value: str,
    nets: Mapping[str, str],
    at: tuple[float, float],
    turned: float = 0,
) -> Component:
    return Component(ref, part, f"Device:{letter}", footprint, value, nets, at, turned)


def _resistor(
    ref: str,
    part: str,
    value: str,
    nets: Mapping[str, str],
    at: tuple[float, float],
    turned: float = 0,
) -> Component:
    return _part(ref, part, "R", "Resistor_SMD:R_0805_2012Metric", value, nets, at, turned)


def _capacitor(ref: str, part: str, value: str, net: str, at: tuple[float, float]) -> Component:
    nets = {"1": net, "2": GROUND}
    return _part(ref, part, "C", "Capacitor_SMD:C_0805_2012Metric", value, nets, at)


def _plug(
    ref: str,
    value: str,
    nets: Sequence[str],
    at: tuple[float, float],
    title: str,
    above: float = 3.8,
) -> Component:
    """Give a plug with walls, JST XH, its title over it."""
    pads = {str(pad): net for pad, net in enumerate(nets, start=1)}
    middle = at[0] + 1.25 * (len(nets) - 1)
    return Component(
        ref,
        f"board-plug-{len(nets)}",
        f"Connector_Generic:Conn_01x{len(nets):02}",
        _XH.format(len(nets)),
        value,
        pads,
        at,
        marks=(Mark(title, (middle, at[1] - above)),),
    )


def _row(
    ref: str,
    part: str,
    value: str,
    lines: Mapping[str, str],
    at: tuple[float, float],
    *,
    title: str,
) -> Component:
    """Give a row of pins, each with its name over it."""
    pads = {str(pad): net for pad, net in enumerate(lines.values(), start=1)}
    x, y = at
    names = tuple(
        Mark(name.strip(), (x + 2.54 * place, y - 2.4)) for place, name in enumerate(lines)
    )
    middle = x + 1.27 * (len(lines) - 1)
    return Component(
        ref,
        part,
        f"Connector_Generic:Conn_01x{len(lines):02}",
        _PINS.format(len(lines)),
        value,
        pads,
        at,
        90,
        marks=(Mark(title, (middle, y - 4.1), 1.0), *names),
    )
