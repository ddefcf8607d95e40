"""What a factory is given, and from what it was made.

`python -m hardware.board.files FOLDER`, which `.ci/board --write` runs, takes what KiCad made in
FOLDER to `hardware/board/made`; with `--made` it says whether what is there is up to date.
"""

from __future__ import annotations

import csv
import json
import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from io import StringIO
from pathlib import Path
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from hardware.board.circuit import HEIGHT, MARKS, POURS, WIDTH, Component, circuit
from hardware.board.names import unjoined
from hardware.making.inputs import digest
from hardware.tables.parts import Part, read_parts
from hardware.tables.pins import read_pin_table

HERE: Final = Path(__file__).parent
MADE: Final = HERE / "made"
MADE_FROM: Final = "made-from.txt"
_PROGRAMS: Final = ("layout.py", "names.py", "router.py", "schematic.py")
_KEPT: Final = (
    "board.kicad_pcb",
    "board.kicad_sch",
    "schematic.pdf",
    "erc.rpt",
    "drc.rpt",
    "top.png",
    "bottom.png",
)
_PLACED: Final = {"Designator": "Ref", "Mid X": "PosX", "Mid Y": "PosY", "Rotation": "Rot"}
"""What factories call the columns that KiCad calls otherwise."""


def told_to_layout(parts: Sequence[Component]) -> str:
    """Write all that `layout.py` needs to know."""
    told = {
        "width": WIDTH,
        "height": HEIGHT,
        "pours": POURS,
        "marks": [asdict(mark) for mark in MARKS],
        "parts": [asdict(part) for part in parts],
        # The Pi's pins that the board leaves alone; its socket is the only part with such pins.
        "unjoined": [
            unjoined(part.ref, str(pad))
            for part in parts
            if part.below
            for pad in range(1, 41)
            if str(pad) not in part.nets
        ],
    }
    return json.dumps(told, indent=1)


def made_from() -> str:
    """Write the digests of what the board is made from: its circuit, and each program."""
    told = {"the circuit": told_to_layout(circuit(read_pin_table())).encode()}
    told |= {name: (HERE / name).read_bytes().replace(b"\r\n", b"\n") for name in _PROGRAMS}
    return "".join(f"{digest(content)}  {name}\n" for name, content in told.items())


def bill_of_materials(parts: Sequence[Component], known: Mapping[str, Part]) -> str:
    """Write what is soldered on, a line for each kind, as factories read it."""
    kinds: dict[tuple[str, str], list[str]] = {}
    for one in parts:
        if one.part and one.fitted:
            kinds.setdefault((one.part, one.footprint), []).append(one.ref)
    rows = [
        (
            known[part].name,
            ",".join(refs),
            footprint.partition(":")[2],
            str(len(refs)),
            known[part].maker,
            known[part].number,
        )
        for (part, footprint), refs in kinds.items()
    ]
    return _csv(("Comment", "Designator", "Footprint", "Quantity", "Maker", "Number"), rows)


def placed(positions: str) -> str:
    """Write KiCad's list of places as factories read it."""
    rows = [
        (*(row[name] for name in _PLACED.values()), row["Side"].capitalize())
        for row in csv.DictReader(StringIO(positions))
    ]
    return _csv((*_PLACED, "Layer"), rows)


def is_made() -> bool:
    """Say whether what is kept was made from the tables and programs as they are."""
    kept = MADE / MADE_FROM
    return kept.exists() and kept.read_text(encoding="utf-8") == made_from()


def keep(made: Path) -> None:
    """Take what KiCad made to where it is kept."""
    shutil.rmtree(MADE, ignore_errors=True)
    MADE.mkdir()
    for name in _KEPT:
        shutil.copy(made / name, MADE / name)
    with ZipFile(MADE / "gerbers.zip", "w") as packed:
        for file in sorted((made / "gerbers").iterdir()):
            entry = ZipInfo(file.name, (2026, 1, 1, 0, 0, 0))
            packed.writestr(entry, file.read_bytes(), ZIP_DEFLATED)
    bill = bill_of_materials(circuit(read_pin_table()), read_parts())
    (MADE / "bom.csv").write_text(bill, encoding="utf-8")
    positions = (made / "positions.csv").read_text(encoding="utf-8")
    (MADE / "positions.csv").write_text(placed(positions), encoding="utf-8")
    (MADE / MADE_FROM).write_text(made_from(), encoding="utf-8")


def _csv(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(heads)
    writer.writerows(rows)
    return text.getvalue()


if __name__ == "__main__":
    if sys.argv[1:] == ["--made"]:
        sys.exit(not is_made())
    keep(Path(sys.argv[1]))
