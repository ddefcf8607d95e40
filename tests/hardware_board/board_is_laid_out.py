"""KiCad's layout of the board joins what the tables say. Run by .ci/board, after KiCad."""

import re
from collections import defaultdict
from functools import cache
from math import cos, radians, sin
from zipfile import ZipFile

import pytest

from hardware.board.circuit import PI_RIGHT, circuit, header_place
from hardware.board.files import PACKED
from hardware.board.layout_table import footprints, layout_table, pads, tracks
from hardware.making.makers import ROOT
from hardware.tables.headers import HEADERS, Board
from hardware.tables.parts import read_parts
from hardware.tables.pins import read_pin_table

FILES = ROOT / PACKED


@cache
def layout() -> str:
    return (FILES / "board.kicad_pcb").read_text(encoding="utf-8")


def test_kicad_finds_no_mistake_and_no_unconnected_pad() -> None:
    assert "ERC messages: 0  Errors 0  Warnings 0" in (FILES / "erc.rpt").read_text("utf-8")
    found = re.findall(r"\*\* Found (\d+) (.+) \*\*", (FILES / "drc.rpt").read_text("utf-8"))
    assert found == [("0", "DRC violations"), ("0", "unconnected pads"), ("0", "Footprint errors")]


def test_each_pad_is_on_the_net_of_the_tables() -> None:
    there = {ref: nets for ref, block in footprints(layout()) if (nets := dict(pads(block)))}
    parts = circuit(read_pin_table())
    assert there == {part.ref: dict(part.nets) for part in parts if part.nets}


def test_each_hole_of_the_socket_below_is_over_its_pin_of_the_pi() -> None:
    block = dict(footprints(layout()))["J1"]
    assert '(layer "B.Cu")' in block[:300]
    at = re.search(r"\n\t\t\(at ([-\d.]+) ([-\d.]+)(?: ([-\d.]+))?\)", block)
    assert at
    x, y, turn = float(at[1]), float(at[2]), radians(float(at[3] or 0))
    found = re.findall(r'\(pad "(\d+)" \w+ \w+\s+\(at ([-\d.]+) ([-\d.]+)', block)
    there = {
        int(pad): (
            x + float(dx) * cos(turn) + float(dy) * sin(turn),
            y - float(dx) * sin(turn) + float(dy) * cos(turn),
        )
        for pad, dx, dy in found
    }
    assert there.keys() == HEADERS[Board.PI].keys()
    pi = read_parts()["pi"]
    mm = {name: pi.mm(name) for name in ("pin_1_x", "pin_1_y", "pin_pitch")}
    for number in HEADERS[Board.PI]:
        column, even = divmod(number - 1, 2)
        # The Pi lies turned, its sockets to the rear: what is at its left is at the board's right.
        assert header_place(number) == pytest.approx(
            (PI_RIGHT - mm["pin_1_x"] - column * mm["pin_pitch"], mm["pin_1_y"] + even * 2.54)
        )
        assert there[number] == pytest.approx(header_place(number), abs=0.01)


def test_tracks_are_wide_enough_and_bus_lines_as_short_as_their_sum_assumes() -> None:
    long: dict[str, float] = defaultdict(float)
    found = list(tracks(layout()))
    assert len(found) > 200
    for track in found:
        assert track.width >= 0.25
        long[track.net] += track.length
    # A tenth of a picofarad for a millimetre, as board-blank.toml has it.
    most = 10 * read_parts()["board-blank"].figure("tracks_pF").value
    buses = {net: mm for net, mm in long.items() if net in ("SDA", "SCL") or net[:4] == "SPI_"}
    assert {"SDA", "SCL", "SPI_CLOCK", "SPI_DATA"} <= buses.keys()
    assert max(buses.values()) <= most, buses


def test_the_gerbers_have_copper_mask_and_print_of_both_sides_the_edge_and_the_holes() -> None:
    with ZipFile(FILES / "gerbers.zip") as packed:
        names = " ".join(packed.namelist())
    for layer in (
        "F_Cu",
        "B_Cu",
        "F_Mask",
        "B_Mask",
        "F_Silkscreen",
        "Edge_Cuts",
        "-PTH.drl",
        "-NPTH.drl",
    ):
        assert layer in names


def test_a_longer_track_a_via_and_another_net_change_the_table() -> None:
    was = layout_table(layout())
    segment = re.search(r"\(segment\s+\(start ([-\d.]+)", layout())
    assert segment
    moved = layout()[: segment.start(1)] + "0" + layout()[segment.end(1) :]
    assert layout_table(moved) != was
    assert layout_table(layout().replace("\t(via\n", "\t(gone\n", 1)) != was
    other = dict(re.findall(r'^\t\(net (\d+) "([^"]+)"\)', layout(), re.MULTILINE))["1"]
    assert layout_table(layout().replace(f'"{other}")', '"OTHER")')) != was
