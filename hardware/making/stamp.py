"""What the committed models and pictures were made from: known without the tools that made them."""

import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final

from hardware.making.makers import ROOT
from hardware.tables.parts import read_parts

STAMP: Final = Path("hardware/made/made-from.txt")
"""Where it is written, from the repository's root."""

_CODE: Final = ("case", "pictures")
_TABLES: Final = ("case.toml", "pins.toml", "wires.toml")


def stamp(root: Path = ROOT) -> str:
    """Give a line for each file that a model or a picture depends on: its digest, its name.

    Of the parts only the sizes count: a price changes no model.
    """
    lines = [f"{_digest(file.read_bytes())}  {file.relative_to(root)}" for file in _files(root)]
    sizes = {
        part.id: {name: figure.value for name, figure in sorted(part.size.items())}
        for part in read_parts(root / "hardware" / "parts").values()
    }
    lines.append(f"{_digest(json.dumps(sizes, sort_keys=True).encode())}  the parts' sizes")
    return "".join(f"{line}\n" for line in sorted(lines, key=lambda line: line.split("  ")[1]))


def _files(root: Path) -> Iterator[Path]:
    hardware = root / "hardware"
    for folder in _CODE:
        yield from (hardware / folder).rglob("*.py")
        yield from (hardware / folder).rglob("*.toml")
    for table in _TABLES:
        yield hardware / table


def _digest(content: bytes) -> str:
    return sha256(content.replace(b"\r\n", b"\n")).hexdigest()[:16]
