"""The tables of BOARD.md: what is soldered where, and what each plug takes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from hardware.board.circuit import FIVE, GROUND, SUPPLY, THREE, Component, circuit
from hardware.board.pictures import PICTURES
from hardware.tables.blocks import filled, table
from hardware.tables.headers import Board
from hardware.tables.parts import Parts, read_parts
from hardware.tables.pins import PinTable, read_pin_table

PAGE: Final = Path("hardware/BOARD.md")
"""Where it stands, from the repository's root."""
_BY_HAND: Final = ("socket", "pins", "plugs", "tall")
"""The steps in which something is soldered."""
_PLUGGED: Final = ("J6", "J13", "J7", "J14", "J8", "J2", "J3", "J4", "J5", "J9", "J11", "J10")
_POWERS: Final = {GROUND: "GND", THREE: "3.3 V", FIVE: "5 V", SUPPLY: "5 V of the supply"}


def made_texts() -> Mapping[Path, str]:
    """Give the page by its place.

    Raises:
        ValueError: when the page lacks the place of a table.
    """
    pins, known = read_pin_table(), read_parts()
    parts = circuit(pins)
    blocks = {
        one.name: _soldered([part for part in parts if part.ref in one.refs], known)
        for one in PICTURES
        if one.name in _BY_HAND
    }
    flat = {part.ref for part in _flat_ones(parts)}
    left_out = (part.ref for part in parts if part.part and part.fitted and part.ref not in flat)
    blocks["left-out"] = ", ".join(sorted(left_out, key=_by_number))
    blocks["plugged"] = _plugged(parts, pins)
    blocks["configuration"] = _configuration(pins)
    return {PAGE: filled(PAGE, blocks)}


def _soldered(parts: Sequence[Component], known: Parts) -> str:
    rows = [(part.ref, part.value, _name(part, known)) for part in parts]
    return table(("printed on the board", "for", "part"), rows)


def parts_soldered_by_the_factory() -> frozenset[str]:
    """Give the ids of the parts that no step solders."""
    return frozenset(part.part for part in _flat_ones(circuit(read_pin_table())))


def _by_number(ref: str) -> tuple[str, int]:
    """Sort `J2` before `J10`."""
    letters = ref.rstrip("0123456789")
    return letters, int(ref.removeprefix(letters))


def _flat_ones(parts: Sequence[Component]) -> Iterator[Component]:
    by_hand = {ref for one in PICTURES if one.name in _BY_HAND for ref in one.refs}
    return (part for part in parts if part.part and part.fitted and part.ref not in by_hand)


def _name(part: Component, known: Parts) -> str:
    bought = known[part.part]
    return f"{bought.name} ({bought.maker} {bought.number})" if bought.maker else bought.name


def _plugged(parts: Sequence[Component], pins: PinTable) -> str:
    by_ref = {part.ref: part for part in parts}
    rows = []
    for ref in _PLUGGED:
        part = by_ref[ref]
        if ref == "J10":
            rows.append((ref, "supply", "USB-C"))
            continue
        lines = (net for pad, net in part.nets.items() if pad.isdigit())
        rows.append((ref, part.value, ", ".join(_said(lines, pins))))
    return table(("printed on the board", "for", "its pins, from the left"), rows)


def _configuration(pins: PinTable) -> str:
    """Write the lines for what the program does not take for granted."""
    options = [pin for pin in pins.of(Board.PI) if not pin.fitted]
    lines = ("[pins]", *(f"{pin.word} = {pin.gpio}" for pin in options))
    return "\n".join(("```toml", *lines, "```"))


def _said(nets: Iterable[str], pins: PinTable) -> Iterable[str]:
    """Write what each line is, with the GPIO that it comes from."""
    gpios = {pin.word.upper(): pin.name for pin in pins.every.values() if pin.key[:3] == "pi."}
    gpios |= {f"SPI_{pin.word.upper()}": pin.name for pin in pins.spi.pins().values()}
    for net in nets:
        if net in _POWERS:
            yield _POWERS[net]
        elif net.endswith("_LAMP_PLUS"):
            yield "plus"
        elif net.endswith("_LOW"):
            yield f"minus, switched by {gpios[net.removesuffix('_LOW')]}"
        else:
            yield gpios[net.removesuffix("_CONTACT")]
