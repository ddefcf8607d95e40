"""What models and pictures are made from: told without the tools that make them."""

import ast
import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final

from cdgdevice.render.draw import draw_view
from hardware.making.makers import MODELS
from hardware.tables.parts import read_parts

MADE_FROM: Final = Path("hardware/made/made-from.txt")
"""Where it is kept, from the repository's root."""

_TABLES: Final = ("case.toml", "pins.toml", "wires.toml")


def made_from(root: Path) -> str:
    """Give a line for each thing that a model or a picture depends on: its digest, its name.

    Of the parts only what they hold counts, and where: a price changes no model. Of the gadget's
    own program only what its screens show in the pictures does.
    """
    from hardware.pictures.scenes import SCENES  # reads a table, which may be mistaken

    hardware = root / "hardware"
    modules = _imported(root, *(maker.module for maker in MODELS))
    found = {path.as_posix(): _text(root / path) for path in modules}
    found |= {f"hardware/{name}": _text(hardware / name) for name in _TABLES}
    found["the parts' sizes and terminals"] = _parts(hardware / "parts")
    found["what the screens show"] = b"".join(
        draw_view(view).to_image().tobytes() for scene in SCENES for _, view in scene.on_glass
    )
    found["the tools' versions"] = _text(root / "requirements" / "cad.txt")
    return "".join(f"{digest(content)}  {name}\n" for name, content in sorted(found.items()))


def digest(content: bytes) -> str:
    """Give sixteen letters that change when the content does."""
    return sha256(content).hexdigest()[:16]


def _text(file: Path) -> bytes:
    return file.read_bytes().replace(b"\r\n", b"\n")


def _parts(folder: Path) -> bytes:
    told = {
        part.id: (
            {name: figure.value for name, figure in sorted(part.size.items())},
            dict(sorted(part.builds.items())),
            repr(part.wired),
        )
        for part in read_parts(folder).values()
    }
    return json.dumps(told, sort_keys=True).encode()


def _imported(root: Path, *names: str) -> set[Path]:
    """Give the files of `hardware` that these modules need, by their paths from `root`."""
    found: set[Path] = set()
    waiting = list(names)
    while waiting:
        for path in _files_of(root, waiting.pop()):
            if path not in found:
                found.add(path)
                waiting += _named_in(ast.parse((root / path).read_bytes()))
    return found


def _files_of(root: Path, module: str) -> Iterator[Path]:
    """Give the files that an import of this name reads, if it is one of ours."""
    place = Path(*module.split("."))
    for path in (place.with_suffix(".py"), *(up / "__init__.py" for up in (place, *place.parents))):
        if path.parts[0] == "hardware" and (root / path).exists():
            yield path


def _named_in(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            # What is imported may be a module itself.
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
