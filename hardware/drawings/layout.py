"""Lays a schematic out: the board at the left, what it switches beside it, modules at the right."""

from dataclasses import dataclass
from typing import Final

from hardware.drawings.naming import pin_label, title
from hardware.drawings.sheet import Box, Frame, Inside, Point, Power, Sheet, Symbol
from hardware.electricity.bus import PullUp, lines, pull_ups
from hardware.electricity.things import Circuit
from hardware.tables.headers import Board
from hardware.tables.nets import Net
from hardware.tables.roles import Role, role_of
from hardware.tables.wires import End

_ROW: Final = 1.5
"""From one row to the next. Modules' terminals lie half a row off: no two lines share a height."""
_BOARD: Final = 6.5
"""The board's width."""
_FIRST: Final = 8.6
"""Where the first symbol of a row begins."""
_LONG: Final = 2.4
"""A symbol's length."""
_POWER: Final = ("3V3", "GND", "5V")
_BOXED: Final = (Role.SCREEN, Role.SENSOR, Role.KNOB)
_SYMBOLS: Final = {Role.BUTTON: "button", Role.LAMP: "lamp", Role.RESISTOR: "resistor"}


def lay_out(circuit: Circuit, board: Board, what: str) -> Sheet:
    """Place everything of a circuit on a sheet."""
    return _Layout(circuit, board, Sheet(what)).done()


@dataclass(slots=True)
class _Layout:
    circuit: Circuit
    board: Board
    sheet: Sheet

    def done(self) -> Sheet:
        bus = lines(self.circuit, self.board)
        mine = [net for net in self.circuit.nets if net.at(self.board.value)]
        others = [net for net in mine if net not in bus and net.name not in _POWER]
        power = [net for net in mine if net.name in _POWER]
        rows = {
            net: (_BOARD, -number * _ROW)
            for number, net in enumerate((*reversed(bus), *sorted(others, key=_pins), *power))
        }
        self._place_board(rows)
        reach = self._pull_ups(bus, rows)
        for net in power:
            self._power(net.name, rows[net], 3.2)
        for net in others:
            self._chain(net, rows[net])
        self._modules(rows, max(reach, 16.0))
        return self.sheet

    def _place_board(self, rows: dict[Net, Point]) -> None:
        name = self.board.value
        terminals: dict[End, Point] = {}
        words: dict[Point, str] = {}
        for net, at in rows.items():
            ends = sorted((end for end in net.ends if end.thing == name), key=lambda e: e.pin or 0)
            terminals |= dict.fromkeys(ends, at)
            numbers = ", ".join(str(end.pin) for end in ends)
            words[(_BOARD - 0.2, at[1])] = pin_label(ends[0])
            words[(_BOARD + 0.12, at[1] + 0.42)] = numbers
        high = (len(rows) + 0.6) * _ROW
        corner = (0.0, -high + 1.2)
        self.sheet.boxes.append(Box(title(name), corner, (_BOARD, high), terminals, words))

    def _pull_ups(self, bus: tuple[Net, ...], rows: dict[Net, Point]) -> float:
        """Draw what pulls the bus up, framed by whose it is; give where that ends at the right."""
        owners: dict[str, list[tuple[Net, PullUp]]] = {}
        for net in reversed(bus):
            for up in pull_ups(self.circuit, net):
                if up.behind:  # inside the module, which is drawn as one box
                    continue
                owners.setdefault(up.whose, []).append((net, up))
        x = _BOARD + 1.2
        for whose in sorted(owners, key=lambda name: not name.startswith("the Pi")):
            begun = x
            for net, up in owners[whose]:
                self.sheet.join((x, rows[net][1]), (x, 1.2))
                self.sheet.insides.append(Inside(_ohm(up), (x, 1.2), (x, 3.2)))
                self.sheet.powers.append(Power("3V3", (x, 3.2)))
                x = round(x + 1.7, 3)
            said = f"on the {whose.removeprefix('the ').replace('_', ' ')}"
            self.sheet.frames.append(Frame(said, (begun - 0.5, 0.75), (x - begun, 3.6)))
            x = round(x + 0.4, 3)
        return x

    def _power(self, name: str, start: Point, along: float) -> None:
        """Lead to the symbol of a power net."""
        there = (start[0] + along, start[1])
        self.sheet.join(start, there)
        self.sheet.powers.append(Power(name, (round(there[0], 3), there[1])))

    def _chain(self, net: Net, start: Point) -> None:
        """Draw what a pin switches in its row: resistor and lamp, or a button."""
        x, here, seen = _FIRST, start, set[str]()
        while True:
            ends = [end for end in sorted(net.ends, key=str) if end.thing not in seen]
            near = next((end for end in ends if role_of(end.thing) in _SYMBOLS), None)
            if near is None:
                break
            seen.add(near.thing)
            far, beyond = self._other(near)
            a, b = (x, start[1]), (round(x + _LONG, 3), start[1])
            self.sheet.join(here, a)
            kind = _SYMBOLS[role_of(near.thing)]
            said = self._name(near.thing)
            self.sheet.symbols.append(Symbol(kind, said, (near, far), a, b))
            x, here, net = x + _LONG + 0.6, b, beyond
            if net.name in _POWER:
                self._power(net.name, here, 0.6)
                break

    def _name(self, thing: str) -> str:
        """Give a part's name, a resistor's with its value."""
        if role_of(thing) is not Role.RESISTOR:
            return title(thing)
        return f"{title(thing)}, {self.circuit.part(thing).figure('resistance_ohm').value:g} Ω"

    def _other(self, near: End) -> tuple[End, Net]:
        """Give the other terminal of a part with two, and its net."""
        return next(
            (end, net)
            for net in self.circuit.nets
            for end in net.ends
            if end.thing == near.thing and end != near
        )

    def _modules(self, rows: dict[Net, Point], x: float) -> None:
        """Stack the modules at the right; each line has an upright way of its own to them."""
        things = [thing for role in _BOXED for thing in self.circuit.those(role)]
        served = [net for net in rows if any(net.at(thing) for thing in things)]
        ways = {
            net: round(x + 0.6 * n, 3) for n, net in enumerate(served) if net.name not in _POWER
        }
        left = round(x + 0.6 * len(ways) + 2.2, 3)
        top = 2.25
        for thing in things:
            top = self._module(thing, ways, (left, top))
        for net, way in ways.items():
            self.sheet.join(rows[net], (way, rows[net][1]))
            levels = [a[1] for a in (line.a for line in self.sheet.lines) if a[0] == way]
            levels.append(rows[net][1])
            self.sheet.join((way, max(levels)), (way, min(levels)))

    def _module(self, thing: str, ways: dict[Net, float], at: Point) -> float:
        """Draw one module and its lines; give where the next may begin."""
        nets = {End(thing, word): net for net in self.circuit.nets for word in net.at(thing)}
        order = sorted(nets, key=lambda end: (_rank(nets[end].name), end.terminal))
        terminals, words = {}, {}
        for number, end in enumerate(order):
            place = (at[0], round(at[1] - number * _ROW, 3))
            terminals[end] = place
            words[(at[0] + 0.25, place[1])] = end.terminal
            net = nets[end]
            if net.name in _POWER:
                self._power(net.name, place, -1.0)
            else:
                self.sheet.join((ways[net], place[1]), place)
        high = len(order) * _ROW
        corner = (at[0], round(at[1] - high + 0.65, 3))
        self.sheet.boxes.append(Box(title(thing), corner, (4.2, high), terminals, words))
        return round(at[1] - high - _ROW, 3)


def _rank(name: str) -> int:
    """Put 3.3 V first and ground last."""
    return {"3V3": 0, "5V": 0, "GND": 2}.get(name, 1)


def _pins(net: Net) -> tuple[str, int]:
    """Sort nets by what hangs on them, then by pin."""
    far = min(end.thing for end in net.ends if role_of(end.thing) is not Role.BOARD)
    return far.rsplit("_", 1)[-1], min(end.pin or 99 for end in net.ends)


def _ohm(up: PullUp) -> str:
    """Write a pull-up's value; a chip's own has only a wide band."""
    if up.most_ohm > 1.5 * up.least_ohm:
        return f"{up.least_ohm / 1000:g} to\n{up.most_ohm / 1000:g} kΩ"
    return f"{up.nominal_ohm / 1000:g} kΩ"
