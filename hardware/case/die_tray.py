"""The die tray: a die rolls down the funnel and lies on the window; the sensor sees it from below.

The window hangs with the well and the sensor on springs, so that a small motor can shake them.

Everything but the Pico goes into the tray while it lies on its head: window, well, sensor board.
The tower is an option: it stands on the rim.
"""

from __future__ import annotations

from dataclasses import replace

from build123d import Pos, Rot

from hardware.case.assembly import Assembly, Fitted, Room
from hardware.case.bought.reader import colour_sensor, die, pico, window
from hardware.case.bought.shapes import block, rod
from hardware.case.bought.small import coin_motor, diode, foot, resistor, screw, transistor
from hardware.case.die_tray_printed import (
    CORNERS,
    board_holes,
    pico_place,
    plate,
    tray,
    well,
)
from hardware.case.die_tray_sizes import heights
from hardware.case.tables import Tables
from hardware.case.tower import tower

JUMPER_BEND = 4.0
MOTOR_ROOM = "the motor"
# In the Pico's left and right row, from its socket on; the motor's ground is the thirteenth pin.
PLUGS, PLUGS_WITH_MOTOR = (9, 9), (9, 13)
# From a leg of the transistor to that of the part below it, in the joint.
JOINED = 5.0
PLUG_LONG = 30.0


def die_tray(tables: Tables) -> Assembly:
    """Put the tray together."""
    return Assembly(
        "die-tray",
        (tray(tables), well(tables), plate(tables), tower(tables)),
        (*_reader(tables), *_screws(tables), *_feet(tables)),
        _rooms(tables, PLUGS),
    )


def die_tray_with_motor(tables: Tables) -> Assembly:
    """Put the tray together with its motor on the pad, and its circuit on the front wall."""
    tray = die_tray(tables)
    rooms = tuple(room for room in _rooms(tables, PLUGS_WITH_MOTOR) if room.name != MOTOR_ROOM)
    return replace(tray, name="motor", fitted=(*tray.fitted, *_motor(tables)), rooms=rooms)


def _motor(tables: Tables) -> tuple[Fitted, ...]:
    """Give the motor and what switches it: three parts, each in line with a leg of the transistor.

    The transistor's flat side looks into the tray; its legs point to the plate.
    """
    parts, case, at = tables.parts, tables.case["die_tray"], heights(tables)
    long = parts["motor-base-resistor"].mm("reach")
    middle, y = (
        at.floor + case["circuit_z"] + long / 2,
        case["wall"] + case["circuit"] - case["half"],
    )
    body = middle + long / 2 + JOINED + parts["motor-transistor"].mm("leg_length")
    # A resistor lies along y and its terminal 1 is there; a diode's ring is.
    down = Rot(-90, 0, 0)

    def beside(number: int) -> Pos:
        return Pos(case["circuit_x"] + number * case["circuit_pitch"], y, middle)

    return (
        coin_motor(parts["vibration-motor"]).at(
            Pos(0, -case["motor_y"], at.glass - case["ear_thickness"]) * Rot(0, 0, -90),
            "motor",
            "vibration-motor",
            "well",
        ),
        transistor(parts["motor-transistor"]).at(
            Pos(case["circuit_x"], y, body) * Rot(0, 0, 180), "transistor", "motor-transistor"
        ),
        diode(parts["motor-diode"]).at(beside(-1) * down, "diode", "motor-diode"),
        resistor(parts["motor-base-resistor"]).at(
            beside(0) * down, "base_resistor", "motor-base-resistor"
        ),
        resistor(parts["motor-down-resistor"]).at(
            beside(1) * down, "down_resistor", "motor-down-resistor"
        ),
    )


def _reader(tables: Tables) -> tuple[Fitted, ...]:
    parts, at = tables.parts, heights(tables)
    size = parts["colour-sensor"].mm
    below = Pos(-size("sensor_x"), -size("sensor_y"), at.board)
    face = Pos(0, 0, at.face)
    return (
        window(parts["window"]).at(face, "window", "window", "well", "die"),
        colour_sensor(parts["colour-sensor"]).at(below, "sensor", "colour-sensor", "well"),
        pico(parts["pico"]).at(pico_place(tables), "pico", "pico", "plate"),
        die(parts["die"]).at(face, "die", "die", "window"),
    )


def _screws(tables: Tables) -> tuple[Fitted, ...]:
    case, at = tables.case["die_tray"], heights(tables)
    model = screw(tables.parts["screw"])
    # Every screw goes in from below.
    up = Rot(180, 0, 0)
    base = [
        model.at(
            Pos(x * case["screw"], y * case["screw"], at.plate) * up,
            f"plate_screw_{number}",
            "screw",
            "plate",
            "tray",
        )
        for number, (x, y) in enumerate(CORNERS, start=1)
    ]
    ears = [
        model.at(
            Pos(x, 0, at.glass - case["ear_thickness"]) * up,
            f"well_screw_{number}",
            "screw",
            "well",
            "tray",
        )
        for number, x in enumerate((-case["ear"], case["ear"]), start=1)
    ]
    board = [
        model.at(Pos(x, y, at.board) * up, f"sensor_screw_{number}", "screw", "well", "sensor")
        for number, (x, y) in enumerate(board_holes(tables), start=1)
    ]
    return (*base, *ears, *board)


def _feet(tables: Tables) -> tuple[Fitted, ...]:
    case, at = tables.case["die_tray"], heights(tables)
    model = foot(tables.parts["foot"])
    inset = case["screw"] - 10
    return tuple(
        model.at(Pos(x * inset, y * case["screw"], at.plate), f"foot_{number}", "foot", "plate")
        for number, (x, y) in enumerate(CORNERS, start=1)
    )


def _rooms(tables: Tables, plugs: tuple[int, int]) -> tuple[Room, ...]:
    """Give what stays free, with so many plugs in the Pico's left and right row."""
    case, at = tables.case["die_tray"], heights(tables)
    sensor, board = tables.parts["colour-sensor"].mm, tables.parts["pico"].mm
    x, y = sensor("header_x") - sensor("sensor_x"), sensor("header_y") - sensor("sensor_y")
    plug = sensor("pins_below") - sensor("pin_length") + sensor("jumper_long") + JUMPER_BEND
    below_pins = at.board - sensor("pins_below") - 0.1
    rooms = [
        Room(
            "plugs of the sensor's wires",
            block((x - 1.4, y - 1.4, at.board - plug), (x + 16.7, y + 1.4, below_pins)),
        )
    ]
    place = pico_place(tables).position
    over_pins = place.Z + board("pins_below") + 0.1
    end = place.Y - board("pin_one_y") + 1.4
    for side, count in zip((-1, 1), plugs, strict=True):
        row = place.X + side * board("row_pitch") / 2
        rooms.append(
            Room(
                f"plugs at the Pico's pins, {'left' if side < 0 else 'right'}",
                block((row - 1.4, end - count * 2.54, over_pins), (row + 1.4, end, place.Z + plug)),
            )
        )
    middle = at.floor + case["pico_lift"] - board("usb_height") / 2
    front = place.Y + board("usb_out") + 0.2
    rooms.append(
        Room(
            "plug of the Pico's cable",
            block(
                (place.X - 5.3, front, middle - 4.25),
                (place.X + 5.3, front + PLUG_LONG, middle + 4.25),
            ),
        )
    )
    motor = tables.parts["vibration-motor"].mm
    pad = at.glass - case["ear_thickness"]
    rooms.append(
        Room(
            MOTOR_ROOM,
            rod(motor("diameter"), pad - motor("height"), pad - 0.01, 0, -case["motor_y"]),
        )
    )
    for name, low in (("thumb", -15.0), ("finger", 8.3)):
        rooms.append(Room(f"the {name}", block((low, -7, at.face + 10), (low + 6.7, 7, at.top))))
    return tuple(rooms)
