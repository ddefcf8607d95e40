"""Lays the board out with KiCad's own library, draws the tracks, and saves it.

Run by the Python that KiCad brings: python3 -m hardware.board.layout CIRCUIT.json BOARD.kicad_pcb
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pcbnew

from hardware.board.names import POURED, unjoined
from hardware.board.router import DRILL, GRID, TRACK, VIA, Grid, Pad, Ways, route

_MM = 1_000_000
_STITCH = 3.0
"""How far apart the vias stand that join the two pours."""
_INSET = 0.5


def main(source: Path, target: Path) -> None:
    """Make the board of `source`, which `hardware.board` has written."""
    told = json.loads(source.read_text(encoding="utf-8"))
    board = pcbnew.CreateEmptyBoard()
    settings = board.GetDesignSettings()
    settings.m_CopperEdgeClearance = _mm(0.4)
    # One bar joins a pad to the poured ground where no more have room: it is joined by a track too.
    settings.m_MinResolvedSpokes = 1
    nets: dict[str, Any] = {}
    for net in sorted({net for part in told["parts"] for net in part["nets"].values()}):
        nets[net] = pcbnew.NETINFO_ITEM(board, net)
        board.Add(nets[net])
    for net in told["unjoined"]:
        nets[net] = pcbnew.NETINFO_ITEM(board, net)
        board.Add(nets[net])
    for part in told["parts"]:
        _place(board, part, nets)
        for mark in part["marks"]:
            _print(board, mark)
    for mark in told["marks"]:
        _print(board, mark)
    size = (told["width"], told["height"])
    _outline(board, *size)
    areas = [(net, [tuple(corner) for corner in corners]) for net, corners in told["pours"]]
    drawn, grid = route(size, list(_pads(board)), POURED, areas)
    for net, ways in drawn.items():
        _draw(board, nets[net], ways)
    _stitch(board, grid, nets[POURED])
    _pour(board, size, areas, nets)
    pcbnew.SaveBoard(str(target), board)
    # A board that was read fills its zones; one that was only put together crashes.
    board = pcbnew.LoadBoard(str(target))
    pcbnew.ZONE_FILLER(board).Fill(board.Zones())
    pcbnew.SaveBoard(str(target), board)


def _mm(value: float) -> int:
    return round(value * _MM)


def _at(x: float, y: float) -> Any:
    return pcbnew.VECTOR2I(_mm(x), _mm(y))


def _place(board: Any, part: Mapping[str, Any], nets: Mapping[str, Any]) -> None:
    library, name = part["footprint"].split(":")
    folder = Path(os.environ["KICAD9_FOOTPRINT_DIR"]) / f"{library}.pretty"
    footprint = pcbnew.FootprintLoad(str(folder), name)
    footprint.SetFPID(pcbnew.LIB_ID(library, name))
    footprint.SetReference(part["ref"])
    footprint.SetValue(part["value"])
    board.Add(footprint)
    footprint.SetPosition(_at(*part["at"]))
    if part["below"]:
        _turn_to_the_pi(footprint)
    else:
        footprint.SetOrientationDegrees(part["turned"])
    if not part["fitted"]:
        footprint.SetDNP(True)
        footprint.SetExcludedFromBOM(True)
    for pad in footprint.Pads():
        number = pad.GetNumber()
        net = nets.get(part["nets"].get(number) or unjoined(part["ref"], number))
        if net:
            pad.SetNet(net)
    footprint.Value().SetVisible(False)
    footprint.Reference().SetVisible(bool(part["nets"]) and not part["marks"])


def _turn_to_the_pi(footprint: Any) -> None:
    """Put the socket below, so that the Pi's pin 1 comes up at its right end, in the rear row."""
    footprint.Flip(footprint.GetPosition(), pcbnew.FLIP_DIRECTION_LEFT_RIGHT)
    for turn in (0, 90, 180, 270):
        footprint.SetOrientationDegrees(turn)
        one, two, three = (footprint.FindPadByNumber(n).GetPosition() for n in "123")
        if three.x < one.x - _mm(2) and two.y > one.y + _mm(2):
            return
    raise SystemExit("The Pi's socket can't be turned so that the Pi fits.")


def _print(board: Any, mark: Mapping[str, Any]) -> None:
    text = pcbnew.PCB_TEXT(board)
    text.SetText(mark["text"])
    text.SetPosition(_at(*mark["at"]))
    text.SetLayer(pcbnew.F_SilkS)
    text.SetTextSize(_at(mark["size"], mark["size"]))
    text.SetTextThickness(_mm(0.15 * mark["size"]))
    board.Add(text)


def _outline(board: Any, width: float, height: float) -> None:
    corners = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)]
    for start, end in zip(corners, corners[1:] + corners[:1], strict=True):
        line = pcbnew.PCB_SHAPE(board)
        line.SetShape(pcbnew.SHAPE_T_SEGMENT)
        line.SetLayer(pcbnew.Edge_Cuts)
        line.SetStart(_at(*start))
        line.SetEnd(_at(*end))
        line.SetWidth(_mm(0.1))
        board.Add(line)


def _pour(
    board: Any,
    size: tuple[float, float],
    areas: Iterable[tuple[str, Sequence[Any]]],
    nets: Mapping[str, Any],
) -> None:
    """Pour the ground on both sides, and the supply's way from socket to switch to Pi."""
    wide, high = size[0] - _INSET, size[1] - _INSET
    whole = [(_INSET, _INSET), (wide, _INSET), (wide, high), (_INSET, high)]
    for layer in (pcbnew.F_Cu, pcbnew.B_Cu):
        _zone(board, nets[POURED], layer, whole, 0, pcbnew.ZONE_CONNECTION_THT_THERMAL)
    for order, (net, corners) in enumerate(areas, start=1):
        _zone(board, nets[net], pcbnew.F_Cu, corners, order, pcbnew.ZONE_CONNECTION_FULL)


def _zone(
    board: Any, net: Any, layer: Any, corners: Sequence[Any], order: int, joined: Any
) -> None:
    area = pcbnew.ZONE(board)
    area.SetLayer(layer)
    area.SetNet(net)
    area.SetAssignedPriority(order)
    area.SetLocalClearance(_mm(0.25))
    area.SetMinThickness(_mm(0.25))
    area.SetPadConnection(joined)
    area.SetIslandRemovalMode(pcbnew.ISLAND_REMOVAL_MODE_ALWAYS)
    chain = pcbnew.SHAPE_LINE_CHAIN()
    for x, y in corners:
        chain.Append(_mm(x), _mm(y))
    chain.SetClosed(True)
    area.AddPolygon(chain)
    board.Add(area)


def _pads(board: Any) -> Iterator[Pad]:
    for footprint in board.GetFootprints():
        for pad in footprint.Pads():
            box = pad.GetBoundingBox()
            edges = (box.GetLeft(), box.GetTop(), box.GetRight(), box.GetBottom())
            left, top, right, bottom = (edge / _MM for edge in edges)
            at = pad.GetPosition()
            yield Pad(
                pad.GetNetname(),
                (at.x / _MM, at.y / _MM),
                tuple(n for n, on in enumerate((pcbnew.F_Cu, pcbnew.B_Cu)) if pad.IsOnLayer(on)),
                (left, top, right, bottom),
                tied=footprint.GetReference() == "J1",
            )


def _draw(board: Any, net: Any, ways: Ways) -> None:
    for layer, x0, y0, x1, y1 in ways.tracks:
        track = pcbnew.PCB_TRACK(board)
        track.SetLayer((pcbnew.F_Cu, pcbnew.B_Cu)[layer])
        track.SetStart(_at(x0, y0))
        track.SetEnd(_at(x1, y1))
        track.SetWidth(_mm(TRACK))
        track.SetNet(net)
        board.Add(track)
    for x, y in ways.vias:
        _add_via(board, net, x, y)


def _add_via(board: Any, net: Any, x: float, y: float) -> None:
    via = pcbnew.PCB_VIA(board)
    via.SetPosition(_at(x, y))
    via.SetWidth(pcbnew.F_Cu, _mm(VIA))
    via.SetDrill(_mm(DRILL))
    via.SetNet(net)
    board.Add(via)


def _stitch(board: Any, grid: Grid, net: Any) -> None:
    """Join the two pours all over the board, so that no part of one is cut off."""
    step = round(_STITCH / GRID)
    for i in range(step, grid.wide - step // 2, step):
        for j in range(step, grid.high - step // 2, step):
            if grid.has_room_for_via(i, j, POURED):
                x, y = i * GRID, j * GRID
                grid.keep(POURED, Ways(vias=[(x, y)]))
                _add_via(board, net, x, y)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
