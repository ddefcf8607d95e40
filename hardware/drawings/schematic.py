"""The schematics: a page of A4 for each build and for the options, drawn by schemdraw alone."""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

import schemdraw
from schemdraw import elements
from schemdraw.backends import svg

from hardware.drawings.layout import lay_out
from hardware.drawings.options import options_sheet
from hardware.drawings.sheet import Box, Frame, Power, Sheet
from hardware.electricity.builds import circuit_of
from hardware.tables.builds import GOES_INTO, Build
from hardware.tables.headers import Board
from hardware.tables.parts import Part, read_parts

elm: Any = elements  # its types are partial
FOLDER: Final = Path("hardware/made/schematic")
"""Where they stand, from the repository's root."""
OPTIONS: Final = {Board.PI: "options", Board.PICO: "motor"}
"""What the schematics of each board's options are called: buzzer and keys, the tray's motor."""

_PAGE: Final = (297.0, 210.0)  # A4, in millimetres
_TWO_ENDED: Final = {
    "button": elm.Button,
    "resistor": elm.ResistorIEC,
    "lamp": elm.LED,
    "diode": elm.Diode,
}


def made_texts() -> Mapping[Path, str]:
    """Draw each build's schematic and the options', by its place from the repository's root."""
    parts = read_parts()
    sheets = {
        build.value: sheet_of(build, parts) for build in Build if build.value not in GOES_INTO
    }
    sheets |= {name: options_sheet(parts, board) for board, name in OPTIONS.items()}
    return {FOLDER / f"{name}.svg": drawn(sheet) for name, sheet in sheets.items()}


def sheet_of(build: Build, parts: Mapping[str, Part]) -> Sheet:
    """Lay out a build's schematic."""
    board = Board.PICO if build is Build.DIE_TRAY else Board.PI
    sheet = lay_out(circuit_of(build, parts), board, f"cdgdevice: {build.title}")
    if build is Build.FOUR_PINS:
        sheet.note = "All else is as in the reference build."
    elif board is Board.PI:
        sheet.note = "Contacts close to ground; their pull-ups are inside the Pi's chip."
    return sheet


def drawn(sheet: Sheet) -> str:
    """Draw a sheet as SVG, on a page of A4."""
    schemdraw.use("svg")
    svg.config.text = "text"
    with schemdraw.Drawing(show=False) as drawing:
        drawing.config(fontsize=13, font="Helvetica, Arial, sans-serif", lw=1.6, bgcolor="white")
        for element in _elements(sheet):
            drawing.add(element)
    return _on_a4(drawing.get_imagedata("svg").decode(), sheet)


def _elements(sheet: Sheet) -> Iterable[Any]:
    for line in sheet.lines:
        yield elm.Line().endpoints(line.a, line.b)
    for dot in sheet.dots:
        yield elm.Dot(radius=0.09).at(dot)
    for symbol in sheet.symbols:
        shape = _TWO_ENDED[symbol.kind]().endpoints(symbol.a, symbol.b)
        under = symbol.kind == "lamp"  # its arrows are above
        yield shape.label(
            symbol.said, loc="bottom" if under else "top", ofst=0.3 if under else 0.1, fontsize=11
        )
    for transistor in sheet.transistors:
        shape = elm.BjtNpn().at(transistor.at).anchor("base").theta(0)
        yield shape.label(transistor.said, loc="right", fontsize=11)
    for inside in sheet.insides:
        shape = elm.ResistorIEC().endpoints(inside.a, inside.b)
        yield shape.label(inside.said, loc="bottom", fontsize=10)
    for power in sheet.powers:
        yield _power(power)
    for box in sheet.boxes:
        yield from _box(box)
    for frame in sheet.frames:
        yield from _frame(frame)


def _power(power: Power) -> Any:
    if power.name == "GND":
        return elm.Ground().at(power.at).theta(0)
    return elm.Vdd().at(power.at).theta(0).label(power.name, fontsize=11)


def _box(box: Box) -> Iterable[Any]:
    x, y = box.corner
    wide, high = box.size
    yield elm.Rect((0, 0), (wide, high)).at((x, y)).theta(0)
    yield elm.Label().at((x + wide / 2, y + high + 0.3)).theta(0).label(box.said, fontsize=14)
    for (left, level), said in box.words.items():
        side = "right" if x + wide / 2 < left < x + wide else "left"
        word = elm.Label().at((left, level - 0.2)).theta(0)  # schemdraw writes above it
        yield word.label(said, halign=side, valign="center", ofst=0)


def _frame(frame: Frame) -> Iterable[Any]:
    x, y = frame.corner
    wide, high = frame.size
    yield elm.Rect((0, 0), (wide, high), ls="--", lw=1).at((x, y)).theta(0)
    place = (x + wide / 2, y + high + 0.25)
    yield elm.Label().at(place).theta(0).label(frame.said, fontsize=11)


def _on_a4(picture: str, sheet: Sheet) -> str:
    """Put a drawing into the middle of a page, as large as fits, with its name above."""
    box = re.search(r'viewBox="([^"]+)"', picture)
    if box is None:
        raise ValueError("schemdraw's SVG has no viewBox any more; mend schematic.py.")
    x, y, wide, high = map(float, box[1].split())
    margin = 0.05 * max(wide, high)
    scale = max((wide + 2 * margin) / _PAGE[0], (high + 3.6 * margin) / _PAGE[1])
    page = (_PAGE[0] * scale, _PAGE[1] * scale)
    left, top = x - (page[0] - wide) / 2, y - (page[1] - high) / 2 - margin / 4
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" xml:lang="en" width="{_PAGE[0]:g}mm"'
        f' height="{_PAGE[1]:g}mm" viewBox="{left:.1f} {top:.1f} {page[0]:.1f} {page[1]:.1f}">\n'
        f'<rect x="{left:.1f}" y="{top:.1f}" width="{page[0]:.1f}" height="{page[1]:.1f}"'
        f' fill="#fff"/>\n<text x="{left + margin:.1f}" y="{top + margin:.1f}"'
        f' font-family="Helvetica, Arial, sans-serif" font-size="{0.5 * margin:.1f}"'
        f' font-weight="bold">{sheet.title}</text>\n<text x="{left + margin:.1f}"'
        f' y="{top + 1.6 * margin:.1f}" font-family="Helvetica, Arial, sans-serif"'
        f' font-size="{0.33 * margin:.1f}">{sheet.note}</text>\n'
    )
    return head + picture[picture.index(">") + 1 :].strip() + "\n"
