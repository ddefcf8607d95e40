"""The wiring diagrams: the builds' harnesses as WireViz reads them, and what they need."""

from collections.abc import Iterable, Mapping
from html import escape
from pathlib import Path
from textwrap import wrap
from typing import Any

import yaml
from wireviz.Harness import Harness
from wireviz.wireviz import parse
from wireviz.wv_bom import bom_list
from wireviz.wv_helper import tuplelist2tsv

from hardware.drawings.naming import is_splice, parts_by_thing, pin_label, title
from hardware.drawings.telling import spoken
from hardware.tables.builds import BUILDS
from hardware.tables.nets import board_of
from hardware.tables.parts import Part, read_parts
from hardware.tables.roles import Role, role_of
from hardware.tables.wires import End, Wire, read_wires

FOLDER = Path("hardware/made/wiring")
"""Where the drawings stand, from the repository's root."""

Yaml = dict[str, Any]


def harness_of(build: str, wires: tuple[Wire, ...], parts: Mapping[str, Part]) -> Yaml:
    """Give a build's harness as WireViz reads it."""
    bundles = _bundles(wires)
    return {
        "metadata": {"title": f"cdgdevice: wiring of the build {build}"},
        "options": {"color_mode": "full", "fontname": "Helvetica", "mini_bom_mode": False},
        "connectors": _connectors(build, wires, parts),
        "cables": {
            name: {
                "category": "bundle",
                "colors": [wire.colour for wire in bundle],
                "wirelabels": [f" {_said(wire.start)} to {_said(wire.end)}" for wire in bundle],
                "length": bundle[0].length_mm,
                "length_unit": "mm",
                "show_name": False,
                "show_wirecount": False,
                **({"ignore_in_bom": True} if _is_a_parts_own(bundle[0]) else {}),
            }
            for name, bundle in bundles.items()
        },
        "connections": [
            [
                {title(wire.start.thing): _place(wire.start)},
                {name: number},
                {title(wire.end.thing): _place(wire.end)},
            ]
            for name, bundle in bundles.items()
            for number, wire in enumerate(bundle, 1)
        ],
        "additional_bom_items": _bought(build, wires, parts),
        "tweak": {"override": {"graph": {"ranksep": "0.9", "nodesep": "0.08"}}},
    }


def _is_a_parts_own(wire: Wire) -> bool:
    """Say whether a wire comes with its part: a leg, or a lead of the motor."""
    return wire.is_leg or role_of(wire.end.thing) is Role.MOTOR


def _bundles(wires: Iterable[Wire]) -> Mapping[str, list[Wire]]:
    """Put wires together that go the same way and are of one length."""
    ways: dict[tuple[str, str, int], list[Wire]] = {}
    for wire in wires:
        way = (wire.start.thing, wire.end.thing, wire.length_mm)
        ways.setdefault(way, []).append(wire)
    return {f"W{number}": bundle for number, bundle in enumerate(ways.values(), 1)}


def _place(end: End) -> str | int:
    """Give an end's place at its connector; a splice is drawn as one box in the wire."""
    if is_splice(end.thing):
        return 1
    if end.pin is not None:
        return end.pin
    name = spoken(end.terminal)
    return int(name) if name.isdecimal() else name  # as WireViz reads numbers


def _said(end: End) -> str:
    """Give an end's place as the label of a wire says it."""
    if is_splice(end.thing):
        return title(end.thing)
    name = spoken(end.terminal)
    return f"{title(end.thing)} {name}" if role_of(end.thing) is Role.RESISTOR else name


def _connectors(build: str, wires: tuple[Wire, ...], parts: Mapping[str, Part]) -> Yaml:
    ends: dict[str, list[End]] = {}
    for wire in wires:
        for end in (wire.start, wire.end):
            known = ends.setdefault(end.thing, [])
            if end not in known:
                known.append(end)
    behind = parts_by_thing(parts, build)
    return {
        title(thing): _connector(thing, places, behind.get(thing)) for thing, places in ends.items()
    }


def _connector(thing: str, ends: list[End], part: Part | None) -> Yaml:
    kind = part.name if part else "soldered together" if is_splice(thing) else ""
    made: Yaml = {
        "type": f"<b>{escape(title(thing))}</b>",
        "show_name": False,  # WireViz would repeat it on every wire
        "show_pincount": False,
        "ignore_in_bom": True,
    }
    if kind:
        made["notes"] = "\n".join(wrap(escape(kind), 26))
    if is_splice(thing):
        return made | {"style": "simple"}
    made["pins"] = [_place(end) for end in ends]
    if board_of(ends[0]):
        made["pinlabels"] = [pin_label(end) for end in ends]
    return made


def _bought(build: str, wires: tuple[Wire, ...], parts: Mapping[str, Part]) -> list[Yaml]:
    """Give the bought parts that wires go to, each with what the drawing calls it."""
    wired = {end.thing for wire in wires for end in (wire.start, wire.end)}
    things: dict[str, list[str]] = {}
    for thing, part in parts_by_thing(parts, build).items():
        if thing in wired and build in part.builds:
            things.setdefault(part.id, []).append(title(thing))
    return [
        {
            "description": parts[name].name,
            "qty": parts[name].builds[build],
            "designators": titles,
            "manufacturer": parts[name].maker,
            "mpn": parts[name].number,
        }
        for name, titles in sorted(things.items())
    ]


def yaml_text(harness: Yaml) -> str:
    """Write a harness as WireViz's own file."""
    head = "# Made by `make hardware` from hardware/wires.toml and hardware/pins.toml.\n"
    return head + yaml.safe_dump(harness, sort_keys=False, allow_unicode=True, width=100)


def read_harness(text: str) -> Harness:
    """Give WireViz's reading of a harness's file."""
    return parse(yaml.safe_load(text), return_types="harness")


def bom_text(harness: Harness) -> str:
    """Give the list of what a harness needs, tab-separated."""
    text: str = tuplelist2tsv(bom_list(harness.bom()))
    return text


def made_texts() -> Mapping[Path, str]:
    """Give each build's harness and its list, by their places from the repository's root."""
    parts = read_parts()
    made = {}
    for build in BUILDS:
        harness = yaml_text(harness_of(build, read_wires(build), parts))
        made[FOLDER / f"{build}.yml"] = harness
        made[FOLDER / f"{build}.bom.tsv"] = bom_text(read_harness(harness))
    return made
