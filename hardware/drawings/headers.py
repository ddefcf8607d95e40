"""The pictures of the two boards' pins, as they lie in the box, and of the parts' terminals."""

from collections.abc import Callable, Iterable, Mapping
from math import ceil, sqrt
from pathlib import Path
from typing import Final

from hardware.case.bought.terminals import on_pi, on_pico
from hardware.drawings.colours import DRAWN, letters_on
from hardware.drawings.svg import INK, Spot, box, disc, page, stroke, words
from hardware.drawings.telling import colour_at, leads_to, wire_word
from hardware.drawings.terminals import terminal_pictures
from hardware.tables.builds import Build
from hardware.tables.headers import HEADERS, Board, HeaderPin, Kind
from hardware.tables.parts import Part, read_parts
from hardware.tables.wires import End, Wire, read_wires

FOLDER: Final = Path("hardware/made/headers")
"""Where the pictures stand, from the repository's root."""

_BOARD: Final = "#cfe8d5"
_METAL: Final = "#c9ccd1"
_DANGER: Final = "#c1121f"
_LETTERS: Final = 26
_LETTER: Final = 0.56 * _LETTERS
"""How wide a letter is, about."""
_ROUND: Final = 22
_TICK: Final = 30
"""How long the line is from a pin to its words, in pixels."""
_PI_SCALE: Final = 20.0
_PI_CORNER: Final = Spot(240, 140)
_PICO_SCALE: Final = 19.0
_PICO_TOP: Final = Spot(680, 150)
"""The middle of the Pico's edge with the socket."""


def made_texts() -> Mapping[Path, str]:
    """Draw every picture, by its place from the repository's root."""
    parts = read_parts()
    boards = {
        f"pi-{build.value}": pi_picture(parts["pi"], read_wires(build.value))
        for build in (Build.SOLDER_FREE, Build.MINIMAL, Build.REFERENCE, Build.FOUR_PINS)
    }
    boards["pico"] = pico_picture(parts["pico"], read_wires(Build.DIE_TRAY.value))
    return {
        FOLDER / f"{name}.svg": text for name, text in (boards | terminal_pictures(parts)).items()
    }


def pi_picture(part: Part, wires: tuple[Wire, ...]) -> str:
    """Draw the Pi from above as it lies in the box: sockets at the rear, card at the right."""
    scale, corner = _PI_SCALE, _PI_CORNER

    def spot(x: float, y: float) -> Spot:
        return _on_pi(part, x, y)

    wide, high = part.mm("length") * scale, part.mm("width") * scale
    shapes = [
        words(Spot(corner.x + wide / 2, 34), "rear wall of the box", _LETTERS, anchor="middle"),
        box(corner, wide, high, _BOARD, round_by=part.mm("corner_radius") * scale),
        *_pi_sockets(part, spot, scale),
    ]
    spots = pi_spots(part)
    for number, pin in HEADERS[Board.PI].items():
        way = Spot(0, 1 if number % 2 == 0 else -1)
        shapes += _pin(wires, Board.PI, pin, spots[number], way)
    foot = corner.by(40, high + 345)
    shapes.append(words(foot, "front of the box: you", _LETTERS))
    title = "The pins of the Raspberry Pi, seen from above with its sockets away from you"
    said = (
        spots[number].y + _TICK + _ROUND + _LETTER * len(_said(wires, Board.PI, pin)) / sqrt(2)
        for number, pin in HEADERS[Board.PI].items()
        if number % 2 == 0
    )
    lowest = max(corner.y + high + 385, 30 + max(said))
    return page(corner.x + wide + 110, ceil(lowest), title, shapes)


def pi_spots(part: Part) -> dict[int, Spot]:
    """Give where the Pi's pins 1 to 40 are in its picture."""
    return {
        number: _on_pi(part, x, y) for number, (x, y) in enumerate(on_pi(part).values(), start=1)
    }


def _on_pi(part: Part, x: float, y: float) -> Spot:
    """Give a place on the board: the maker's drawing has its corner at the card, turned."""
    return _PI_CORNER.by((part.mm("length") - x) * _PI_SCALE, y * _PI_SCALE)


def _pi_sockets(part: Part, spot: Callable[[float, float], Spot], scale: float) -> Iterable[str]:
    for name, said in (("hdmi", "HDMI: free"), ("usb", "USB: die reader"), ("power", "PWR IN")):
        width = part.mm("hdmi_width" if name == "hdmi" else "usb_width")
        out = part.mm("hdmi_out" if name == "hdmi" else "usb_out")
        at = spot(part.mm(f"{name}_x") + width / 2, -out)
        yield box(at, width * scale, (out + 3) * scale, _METAL, round_by=6)
        yield words(at.by(width * scale / 2, -26), said, _LETTERS, anchor="middle")
    width = part.mm("card_width")
    card = spot(6, part.mm("card_y") - width / 2)
    yield box(card, (6 + part.mm("card_out")) * scale, width * scale, _METAL, round_by=6)
    middle = card.by((6 + part.mm("card_out")) * scale / 2, width * scale / 2)
    yield words(middle, "card", _LETTERS, anchor="middle")


def pico_picture(part: Part, wires: tuple[Wire, ...]) -> str:
    """Draw the Pico as it lies in the tray: its pins up, its USB socket away from you."""
    scale = _PICO_SCALE
    wide, high = part.mm("width") * scale, part.mm("length") * scale
    usb, out = part.mm("usb_width") * scale, part.mm("usb_out") * scale
    corner = _PICO_TOP.by(-wide / 2, 0)
    seen = "Seen from the pins' side, as it lies in the tray: USB socket away from you."
    shapes = [
        words(Spot(40, 44), seen, _LETTERS),
        # Under the board: only its mouth shows.
        box(_PICO_TOP.by(-usb / 2, -out), usb, 2 * out, _METAL),
        box(corner, wide, high, _BOARD, round_by=16),
        words(_PICO_TOP.by(0, -out - 24), "USB", _LETTERS, anchor="middle"),
        words(_PICO_TOP.by(0, high / 2 - 18), "the side", _LETTERS, anchor="middle"),
        words(_PICO_TOP.by(0, high / 2 + 18), "with the pins", _LETTERS, anchor="middle"),
    ]
    spots = pico_spots(part)
    for number, pin in HEADERS[Board.PICO].items():
        way = Spot(1 if spots[number].x > _PICO_TOP.x else -1, 0)
        shapes += _pin(wires, Board.PICO, pin, spots[number], way)
    title = "The pins of the Pico, seen from their side with the USB socket at the top"
    return page(1360, corner.y + high + 40, title, shapes)


def pico_spots(part: Part) -> dict[int, Spot]:
    """Give where the Pico's pins 1 to 40 are in its picture: turned over, left is right."""
    return {
        number: _PICO_TOP.by(-x * _PICO_SCALE, -y * _PICO_SCALE)
        for number, (x, y) in enumerate(on_pico(part).values(), start=1)
    }


def _pin(
    wires: tuple[Wire, ...], board: Board, pin: HeaderPin, at: Spot, way: Spot
) -> Iterable[str]:
    """Draw one pin with its number, and where it is wired its name and the wire's.

    `way` is the direction of the line from the pin to its words, one pixel long.
    """
    end = End(board.value, f"pin {pin.number}")
    colour = colour_at(wires, end)
    fill, letters = (DRAWN[colour], letters_on(colour)) if colour else ("#f3f3f3", "#6b6b6b")
    danger = board is Board.PI and pin.kind is Kind.FIVE
    if colour:
        yield from _label(at, _said(wires, board, pin), way, INK)
    elif danger:
        yield from _label(at, "5V · leave free", way, _DANGER)
    yield disc(at, _ROUND, fill, line=_DANGER if danger else INK)
    yield words(at, str(pin.number), 20, anchor="middle", colour=letters, bold=bool(colour))


def _said(wires: tuple[Wire, ...], board: Board, pin: HeaderPin) -> str:
    """Say a pin's name, where its wire leads and its colour; empty where it has none."""
    end = End(board.value, f"pin {pin.number}")
    if not colour_at(wires, end):
        return ""
    return f"{pin.name} · {leads_to(wires, end)} · {wire_word(wires, end)}"


def _label(at: Spot, said: str, way: Spot, colour: str) -> Iterable[str]:
    """Write at the end of a short line from a pin; slanted where pins stand side by side."""
    far = _ROUND + _TICK
    there = at.by(way.x * far, way.y * far)
    yield stroke((at, there), colour)
    gap = there.by(10 * way.x, 10 * way.y)
    anchor = "start" if way.x + way.y > 0 else "end"
    turned = 45 if way.y else 0
    yield words(gap, said, _LETTERS, anchor=anchor, turned=turned, colour=colour)
