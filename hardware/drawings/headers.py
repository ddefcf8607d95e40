"""The pictures of the two boards' pins, as they lie in the box, and of the parts' terminals."""

from collections.abc import Callable, Iterable, Mapping
from math import cos, radians, sin
from pathlib import Path
from typing import Final

from hardware.drawings.colours import DRAWN, letters_on
from hardware.drawings.svg import INK, Spot, box, disc, page, words
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
_ROUND: Final = 22


def made_texts() -> Mapping[Path, str]:
    """Draw every picture, by its place from the repository's root."""
    parts = read_parts()
    boards = {
        f"pi-{build.value}": pi_picture(parts["pi"], read_wires(build.value))
        for build in (Build.MINIMAL, Build.REFERENCE)
    }
    boards["pico"] = pico_picture(parts["pico"], read_wires(Build.DIE_TRAY.value))
    return {
        FOLDER / f"{name}.svg": text for name, text in (boards | terminal_pictures(parts)).items()
    }


def pi_picture(part: Part, wires: tuple[Wire, ...]) -> str:
    """Draw the Pi from above as it lies in the box: sockets at the rear, card at the right."""
    scale, corner = 20.0, Spot(240, 140)

    def spot(x: float, y: float) -> Spot:  # the maker's drawing has its corner at the card, turned
        return corner.by((part.mm("length") - x) * scale, y * scale)

    wide, high = part.mm("length") * scale, part.mm("width") * scale
    shapes = [
        words(Spot(corner.x + wide / 2, 34), "rear wall of the box", _LETTERS, anchor="middle"),
        box(corner, wide, high, _BOARD, round_by=part.mm("corner_radius") * scale),
        *_pi_sockets(part, spot, scale),
    ]
    for number, pin in HEADERS[Board.PI].items():
        outer = 1 - number % 2
        x = part.mm("pin_1_x") + (number - 1) // 2 * part.mm("pin_pitch")
        at = spot(x, part.mm("pin_1_y") + outer * part.mm("pin_pitch"))
        shapes += _pin(wires, Board.PI, pin, at, turned=45 if outer else 225)
    foot = corner.by(40, high + 290)
    shapes.append(words(foot, "front of the box: you", _LETTERS))
    title = "The pins of the Raspberry Pi, seen from above with its sockets away from you"
    return page(corner.x + wide + 110, corner.y + high + 330, title, shapes)


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
    """Draw the Pico from above, its USB socket at the top."""
    scale, corner = 19.0, Spot(480, 90)
    wide, high = part.mm("width") * scale, part.mm("length") * scale
    usb = part.mm("usb_width") * scale
    shapes = [
        box(corner, wide, high, _BOARD, round_by=16),
        box(corner.by((wide - usb) / 2, -part.mm("usb_out") * scale), usb, 6 * scale, _METAL),
        words(Spot(corner.x + wide / 2, 32), "USB", _LETTERS, anchor="middle"),
    ]
    pitch, rows = part.mm("pin_pitch") * scale, part.mm("row_pitch") * scale
    top = (high - 19 * pitch) / 2
    for number, pin in HEADERS[Board.PICO].items():
        left = number <= 20
        place = number - 1 if left else 40 - number
        at = corner.by((wide - rows) / 2 + (0 if left else rows), top + place * pitch)
        shapes += _pin(wires, Board.PICO, pin, at, turned=180 if left else 0)
    title = "The pins of the Pico, seen from above with its USB socket at the top"
    return page(1360, corner.y + high + 40, title, shapes)


def _pin(
    wires: tuple[Wire, ...], board: Board, pin: HeaderPin, at: Spot, *, turned: float
) -> Iterable[str]:
    """Draw one pin with its number, and where it is wired its name and the wire's."""
    end = End(board.value, f"pin {pin.number}")
    colour = colour_at(wires, end)
    fill, letters = (DRAWN[colour], letters_on(colour)) if colour else ("#f3f3f3", "#6b6b6b")
    danger = board is Board.PI and pin.kind is Kind.FIVE
    yield disc(at, _ROUND, fill, line=_DANGER if danger else INK)
    yield words(at, str(pin.number), 20, anchor="middle", colour=letters, bold=bool(colour))
    if colour:
        said = f"{pin.name} · {leads_to(wires, end)} · {wire_word(wires, end)}"
        yield _label(at, said, turned, INK)
    elif danger:
        yield _label(at, "5V · leave free", turned, _DANGER)


def _label(at: Spot, said: str, turned: float, colour: str) -> str:
    """Write beside a pin, in the direction `turned`; never upside down."""
    away, slope = _ROUND + 12, radians(turned)
    start = at.by(away * cos(slope), away * sin(slope))
    if turned < 90:
        return words(start, said, _LETTERS, turned=turned, colour=colour)
    return words(start, said, _LETTERS, turned=turned - 180, anchor="end", colour=colour)
