"""Draws the board's schematic as KiCad's own file: each part with its nets by name at its pins."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import ceil
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

from hardware.board.circuit import FIVE, GROUND, SUPPLY, THREE, Component

# Millimetres of KiCad's grid of 50 mil, and of the columns that the parts stand in.
GRID, COLUMN, MARGIN, BOTTOM = 1.27, 63.5, 25.4, 260.0
# Sources of power: KiCad wants to be told of each net that one feeds.
FED = (GROUND, SUPPLY, FIVE, THREE)
_FLAG = "power:PWR_FLAG"


def schematic(parts: Sequence[Component], libraries: Path) -> str:
    """Give the text of the `.kicad_sch`; `libraries` is KiCad's folder of symbols."""
    symbols = {name: _symbol(libraries, name) for name in {part.symbol for part in parts} | {_FLAG}}
    flags = [
        Component(f"#FLG{n}", "", _FLAG, "", "PWR_FLAG", {"1": net}, (0, 0))
        for n, net in enumerate(FED, start=1)
    ]
    root = _id("sheet")
    body = "".join(_placed([*parts, *flags], symbols, root))
    drawn = "\n".join(text for _, text in sorted(symbols.items()))
    return (
        f'(kicad_sch (version 20250114) (generator "cdgdevice") (generator_version "9.0")\n'
        f'(uuid "{root}") (paper "A2")\n'
        '(title_block (title "cdgdevice: the board under the panel"))\n'
        f"(lib_symbols\n{drawn}\n)\n{body}"
        '(sheet_instances (path "/" (page "1")))\n(embedded_fonts no))\n'
    )


def _placed(parts: Sequence[Component], symbols: dict[str, str], root: str) -> Iterator[str]:
    x, y = MARGIN, MARGIN
    for part in parts:
        pins = _pins(symbols[part.symbol])
        up = max(high for _, (_, high, _) in pins.items()) if pins else 0
        down = min(high for _, (_, high, _) in pins.items()) if pins else 0
        tall = ceil((up - down + 15.24) / GRID) * GRID
        if y + tall > BOTTOM * 1.5:
            x, y = x + COLUMN, MARGIN
        middle = round((y + up + 7.62) / GRID) * GRID
        here = round(x / GRID) * GRID + 20.32
        yield _instance(part, pins, (here, middle), root)
        for pad, (px, py, turn) in pins.items():
            at = here + px, middle - py
            net = part.nets.get(pad)
            if net is None:
                yield f'(no_connect (at {at[0]:.2f} {at[1]:.2f}) (uuid "{_id(part.ref, pad)}"))\n'
            else:
                yield _label(net, at, (turn + 180) % 360, _id(part.ref, pad, net))
        y += tall


def _instance(
    part: Component, pins: dict[str, tuple[float, float, int]], at: tuple[float, float], root: str
) -> str:
    flag = part.ref.startswith("#")
    lines = "".join(f'(pin "{pad}" (uuid "{_id(part.ref, "pin", pad)}"))' for pad in pins)
    texts = "".join(
        f'(property "{name}" "{value}" (at {at[0]:.2f} {at[1] + shift:.2f} 0) '
        f"(effects (font (size 1.27 1.27)) {'(hide yes)' if hide else ''}))"
        for name, value, shift, hide in (
            ("Reference", part.ref, -2.54, flag),
            ("Value", part.value, 2.54, flag),
            ("Footprint", part.footprint, 0, True),
            ("Datasheet", "", 0, True),
            ("Description", "", 0, True),
        )
    )
    return (
        f'(symbol (lib_id "{part.symbol}") (at {at[0]:.2f} {at[1]:.2f} 0) (unit 1) '
        f"(exclude_from_sim no) (in_bom {_said(bool(part.part) and part.fitted)}) "
        f"(on_board {_said(not flag)}) (dnp {_said(not part.fitted)}) "
        f'(uuid "{_id(part.ref)}") {texts}{lines}'
        f'(instances (project "board" (path "/{root}" (reference "{part.ref}") (unit 1)))))\n'
    )


def _said(yes: bool) -> str:
    return "yes" if yes else "no"


def _label(net: str, at: tuple[float, float], turn: int, name: str) -> str:
    side = "right" if turn in (180, 270) else "left"
    return (
        f'(global_label "{net}" (shape passive) (at {at[0]:.2f} {at[1]:.2f} {turn}) '
        f'(effects (font (size 1.27 1.27)) (justify {side})) (uuid "{name}"))\n'
    )


def _symbol(libraries: Path, name: str) -> str:
    """Give a symbol's text out of its library, under its full name."""
    library, short = name.split(":")
    text = (libraries / f"{library}.kicad_sym").read_text(encoding="utf-8")
    start = text.index(f'\n\t(symbol "{short}"\n') + 2
    found = text[start : _closing(text, start)]
    return found.replace(f'(symbol "{short}"', f'(symbol "{name}"', 1)


def _closing(text: str, start: int) -> int:
    depth, inside = 0, False
    for place in range(start, len(text)):
        letter = text[place]
        if letter == '"' and text[place - 1] != "\\":
            inside = not inside
        elif not inside and letter in "()":
            depth += 1 if letter == "(" else -1
            if depth == 0:
                return place + 1
    raise ValueError("A symbol of KiCad's libraries has no end.")


def _pins(symbol: str) -> dict[str, tuple[float, float, int]]:
    """Give by number where each pin ends and the way it points into the symbol."""
    pattern = r'\(pin \w+ \w+\s+\(at ([-\d.]+) ([-\d.]+) (\d+)\).*?\(number "([^"]+)"'
    return {
        number: (float(x), float(y), int(turn))
        for x, y, turn, number in re.findall(pattern, symbol, re.DOTALL)
    }


def _id(*words: str) -> str:
    return str(uuid5(NAMESPACE_URL, "/".join(("cdgdevice board", *words))))
