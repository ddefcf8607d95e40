"""What a factory is given, and from what it was made.

`.ci/board` runs `python -m hardware.board.files FOLDER`. It takes what KiCad made in FOLDER to
`hardware/files/board`, which is not committed, and fails if its layout is not the committed one.
With `--write` before FOLDER it also writes `hardware/board/made`: pictures, lists and the table of
the layout. With `--made` alone it fails if any of these is missing or out of date.
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
from hardware.board.layout_table import TABLE, layout_table
from hardware.board.names import unjoined
from hardware.making.inputs import digest
from hardware.making.makers import ROOT
from hardware.places import FILES
from hardware.tables.blocks import write_csv
from hardware.tables.parts import DISTRIBUTORS, Part, read_parts
from hardware.tables.pins import read_pin_table

HERE: Final = Path(__file__).parent
MADE: Final = HERE / "made"
MADE_FROM: Final = "made-from.txt"
_PROGRAMS: Final = ("layout.py", "names.py", "router.py", "schematic.py")
PACKED: Final = FILES / "board"
"""What is not committed, from the repository's root."""
_FOR_THE_FACTORY: Final = (
    "board.kicad_pcb",
    "board.kicad_sch",
    "schematic.pdf",
    "erc.rpt",
    "drc.rpt",
)
_PICTURES: Final = ("top.png", "bottom.png")
_PLACED: Final = {"Designator": "Ref", "Mid X": "PosX", "Mid Y": "PosY", "Rotation": "Rot"}
"""What factories call the columns that KiCad calls otherwise."""
_BILL: Final = (
    *("Comment", "Designator", "Footprint", "Quantity", "Manufacturer", "Manufacturer Part"),
    *("JLCPCB Part #", "DigiKey Part", "Mouser Part", "Looked up"),
)
"""As JLCPCB reads it, and others by the maker's numbers; a distributor's are in their order."""


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
            len(refs),
            known[part].maker,
            known[part].number,
            *(known[part].sold.get(name, "") for name in DISTRIBUTORS),
            known[part].looked_up or "",
        )
        for (part, footprint), refs in kinds.items()
    ]
    return write_csv(_BILL, rows)


def placed(positions: str) -> str:
    """Write KiCad's list of places as factories read it."""
    rows = [
        (*(row[name] for name in _PLACED.values()), row["Side"].capitalize())
        for row in csv.DictReader(StringIO(positions))
    ]
    return write_csv((*_PLACED, "Layer"), rows)


def is_made() -> bool:
    """Say whether what is kept was made from the tables and programs as they are."""
    kept = MADE / MADE_FROM
    return kept.exists() and kept.read_text(encoding="utf-8") == made_from()


def is_packed() -> bool:
    """Return whether the files for the factory are here too."""
    return all((ROOT / PACKED / name).exists() for name in (*_FOR_THE_FACTORY, "gerbers.zip"))


def pack(made: Path) -> None:
    """Take what KiCad made to `hardware/files/board`."""
    folder = ROOT / PACKED
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name in _FOR_THE_FACTORY:
        shutil.copy(made / name, folder / name)
    with ZipFile(folder / "gerbers.zip", "w") as packed:
        for file in sorted((made / "gerbers").iterdir()):
            entry = ZipInfo(file.name, (2026, 1, 1, 0, 0, 0))
            packed.writestr(entry, file.read_bytes(), ZIP_DEFLATED)


def committed(made: Path) -> Mapping[str, str]:
    """Return the texts that are committed, as they follow from what KiCad made."""
    return {
        TABLE: layout_table((made / "board.kicad_pcb").read_text(encoding="utf-8")),
        "bom.csv": bill_of_materials(circuit(read_pin_table()), read_parts()),
        "positions.csv": placed((made / "positions.csv").read_text(encoding="utf-8")),
        MADE_FROM: made_from(),
    }


def write(made: Path) -> None:
    """Write what is committed."""
    shutil.rmtree(MADE, ignore_errors=True)
    MADE.mkdir()
    for name in _PICTURES:
        shutil.copy(made / name, MADE / name)
    for name, text in committed(made).items():
        (MADE / name).write_text(text, encoding="utf-8")


def differing(made: Path) -> list[str]:
    """Return the names of the committed texts that are missing or say something else."""

    def is_kept(name: str, text: str) -> bool:
        file = MADE / name
        return file.exists() and file.read_text(encoding="utf-8") == text

    return [name for name, text in committed(made).items() if not is_kept(name, text)]


def main(words: Sequence[str]) -> int:
    """Do what the words ask for; 1 if something is out of date."""
    if words == ["--made"]:
        return not (is_made() and is_packed())
    made = Path(words[-1])
    pack(made)
    if words[0] == "--write":
        write(made)
    for name in (out_of_date := differing(made)):
        print(f"hardware/board/made/{name} is out of date: run `make board`.", file=sys.stderr)
    return bool(out_of_date)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
