"""The current of each GPIO at its worst, of all together, and of what they switch."""

from collections.abc import Iterable
from math import inf

from hardware.electricity.bus import PullUp, board_pull_up, pull_ups
from hardware.electricity.spi import is_spi, line_load
from hardware.electricity.sums import Limit, Load, Sum
from hardware.electricity.switched import base_load, option_sums
from hardware.electricity.things import Circuit, ohm_band
from hardware.tables.headers import Board
from hardware.tables.nets import Net, board_of, pin_at
from hardware.tables.parts import Part
from hardware.tables.pins import Direction, Pin, read_pins
from hardware.tables.roles import Role, role_of
from hardware.tables.wires import End


def pin_sums(circuit: Circuit, board: Board) -> tuple[Sum, ...]:
    """Give the sums of a board's pins: each, all together, each resistor, each contact."""
    chip = circuit.part(board.value)
    limit = Limit.of(chip.figure("pin_limit_mA"))
    each = tuple(
        Sum(f"pin {pin.header_pin}, {pin.name}: {pin.meaning}", "mA", (load,), limit)
        for pin, load in _loads(circuit, board).items()
    )
    every = all_pins_sum(circuit, board)
    outputs = [pin for pin in optional_pins(circuit, board) if pin.direction is Direction.OUT]
    options = [row for pin in outputs for row in option_sums(circuit, pin)]
    return (*each, every, *_resistors(circuit, board), *_contacts(circuit, chip), *options)


def all_pins_sum(circuit: Circuit, board: Board) -> Sum:
    """Add up what all pins of a board carry at once."""
    limit = Limit.of(circuit.part(board.value).figure("all_pins_limit_mA"))
    return Sum("all pins at once", "mA", tuple(_loads(circuit, board).values()), limit)


def _loads(circuit: Circuit, board: Board) -> dict[Pin, Load]:
    """Give the load of each pin that has one, in the order of the header."""
    chip = circuit.part(board.value)
    loads = {pin: load for net in circuit.nets for pin, load in _driven(circuit, net, board)}
    for pin in optional_pins(circuit, board):
        loads[pin] = (
            _contact(chip, pin) if pin.direction is Direction.IN else base_load(circuit, pin)
        )
    return dict(sorted(loads.items(), key=lambda row: row[0].header_pin))


def _driven(circuit: Circuit, net: Net, board: Board) -> Iterable[tuple[Pin, Load]]:
    pins = (pin_at(end) for end in net.ends if board_of(end) is board)
    for pin in (pin for pin in pins if pin):
        chip = circuit.part(board.value)
        if pin.direction is Direction.OUT:
            yield (
                pin,
                line_load(circuit, net, pin) if is_spi(net) else _driving(circuit, net, pin),
            )
        elif pin.direction is Direction.IN:
            yield pin, _contact(chip, pin, _own_pull_ups(circuit, net))
        else:
            yield pin, _bus(circuit, net, pin)


def _driving(circuit: Circuit, net: Net, pin: Pin) -> Load:
    if any(role_of(end.thing) is Role.SENSOR for end in net.ends):
        sensor = next(end.thing for end in net.ends if role_of(end.thing) is Role.SENSOR)
        figure = circuit.part(sensor).figure("led_pin_mA")
        return Load(f"{pin.meaning}, its transistor", figure.value, (figure,))
    return _lamp(circuit, net, pin)


def _lamp(circuit: Circuit, net: Net, pin: Pin) -> Load:
    """Give the most that a lamp takes from its pin, through whatever resistor is in between."""
    high = circuit.part(pin.board.value).figure("rail_high_V")
    ohm, figures = 0.0, [high]
    far = net
    for end in net.ends:
        if role_of(end.thing) is Role.RESISTOR:
            part = circuit.part(end.thing)
            figures += [part.figure("resistance_ohm"), part.figure("tolerance_percent")]
            ohm += ohm_band(part)[0]
            far = _beyond(circuit, end) or net
    lamps = [end for end in far.ends if role_of(end.thing) is Role.LAMP]
    amount = 0.0
    for lamp in lamps:
        part = circuit.part(lamp.thing)
        drop, inside = part.figure("forward_low_V"), part.figure("inside_low_ohm")
        figures += [drop, inside]
        whole = ohm + inside.value
        amount += 1000 * (high.value - drop.value) / whole if whole else inf
    return Load(pin.meaning, amount, tuple(figures))


def _beyond(circuit: Circuit, end: End) -> Net | None:
    """Give the net at the other end of a resistor."""
    there = (other for net in circuit.nets for other in net.ends if other.thing == end.thing)
    return next((circuit.net(other) for other in there if other != end), None)


def _contact(chip: Part, pin: Pin, own: tuple[PullUp, ...] = ()) -> Load:
    """Give what a closed contact carries: the chip's pull-up, and those of the contact's board."""
    high, pull_up = chip.figure("rail_high_V"), chip.figure("pull_up_low_ohm")
    least = (pull_up.value, *(up.least_ohm for up in own))
    figures = (high, pull_up, *(figure for up in own for figure in up.figures))
    return Load(f"{pin.meaning}, closed", sum(1000 * high.value / ohm for ohm in least), figures)


def _own_pull_ups(circuit: Circuit, net: Net) -> tuple[PullUp, ...]:
    """Give the pull-ups of the boards on a net that carry a contact."""
    parts = (circuit.part(end.thing) for end in net.ends if role_of(end.thing) is Role.KNOB)
    return tuple(
        board_pull_up("the knob", part) for part in parts if "pull_up_ohm" in part.electric
    )


def _bus(circuit: Circuit, net: Net, pin: Pin) -> Load:
    """Give what a line of the bus puts into the pin that pulls it low."""
    high = circuit.part(pin.board.value).figure("rail_high_V")
    ups = pull_ups(circuit, net)
    amount = sum(1000 * high.value / up.least_ohm for up in ups)
    figures = (figure for up in ups for figure in up.figures)
    return Load(f"{pin.meaning}, pulled low", amount, (high, *figures))


def optional_pins(circuit: Circuit, board: Board) -> tuple[Pin, ...]:
    """Give the pins that only options use, where all others but a bus are wired."""
    pins = [pin for pin in read_pins().values() if pin.board is board]
    wired = {pin_at(end) for net in circuit.nets for end in net.ends}
    own = [pin for pin in pins if pin.fitted and pin.direction is not Direction.BUS]
    return tuple(pin for pin in pins if not pin.fitted) if wired.issuperset(own) else ()


def _resistors(circuit: Circuit, board: Board) -> Iterable[Sum]:
    """Give what each lamp's resistor must get rid of as heat, were its lamp a short circuit."""
    for thing in circuit.those(Role.RESISTOR):
        part = circuit.part(thing)
        high, power = circuit.part(board.value).figure("rail_high_V"), part.figure("power_W")
        amount = 1000 * high.value**2 / ohm_band(part)[0]
        figures = (high, part.figure("resistance_ohm"), part.figure("tolerance_percent"))
        limit = Limit(power.value * 1000, power.source, power.told_by)
        yield Sum(
            f"{thing.replace('_', ' ')}: heat",
            "mW",
            (Load("its lamp a short circuit", amount, figures),),
            limit,
        )


def _contacts(circuit: Circuit, chip: Part) -> Iterable[Sum]:
    """Give what each contact of the knob switches."""
    high, pull_up = chip.figure("rail_high_V"), chip.figure("pull_up_low_ohm")
    for thing in circuit.those(Role.KNOB):
        part = circuit.part(thing)
        limit = Limit.of(part.figure("contact_limit_mA"))
        loads = [Load("a pull-up of the Pi", 1000 * high.value / pull_up.value, (high, pull_up))]
        if "pull_up_ohm" in part.electric:
            own = board_pull_up("the knob", part)
            amount = 1000 * high.value / own.least_ohm
            loads.append(Load("a pull-up of its board", amount, (high, *own.figures)))
        yield Sum(f"{thing}: each contact", "mA", tuple(loads), limit)
