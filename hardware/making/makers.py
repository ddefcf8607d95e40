"""Who makes what of hardware/ from its tables, and how two files of a kind compare."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Final

Same = Callable[[bytes, bytes], bool]

ROOT: Final = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Maker:
    """What makes some of the files, named by module and function.

    It is only imported when it is wanted: some need tools that only `make hardware` brings.
    """

    what: str
    """The files, in a word or two."""
    module: str
    function: str
    same: Mapping[str, str] = field(default_factory=dict)
    """By a file's ending, the function of `module:function` that compares two of that kind."""
    uncommitted: bool = False
    """Some of its files are not committed: they have to be made to be there."""

    def make(self) -> Mapping[Path, bytes]:
        """Give each file's content, by its path from the repository's root."""
        made: Mapping[Path, str | bytes] = getattr(import_module(self.module), self.function)()
        return {
            path: content.encode() if isinstance(content, str) else content
            for path, content in made.items()
        }

    def alike(self, path: Path, kept: bytes, made: bytes) -> bool:
        """Say whether two contents of this file show the same, though another tool made one."""
        if kept == made or path.suffix not in self.same:
            return kept == made
        module, _, function = self.same[path.suffix].partition(":")
        same: Same = getattr(import_module(module), function)
        try:
            return same(kept, made)
        except Exception:  # whatever its library makes of a broken file
            return False


TEXTS: Final = (
    Maker("the program's pins", "hardware.program.texts", "made_texts"),
    Maker("the parts lists", "hardware.tables.pages", "made_texts"),
    Maker("the harnesses", "hardware.drawings.wiring", "made_texts"),
    Maker("the schematics", "hardware.drawings.schematic", "made_texts"),
    Maker("the headers", "hardware.drawings.headers", "made_texts"),
    Maker("the sums of electricity", "hardware.electricity.page", "made_texts"),
    Maker("the guides' tables", "hardware.guide.tables", "made_texts"),
    Maker("the board's pictures", "hardware.board.pictures", "made_texts"),
    Maker("the console's table", "hardware.guide.console", "made_texts"),
    Maker("the board's tables", "hardware.board.page", "made_texts"),
)
"""What `make test` makes again too: it needs nothing but the project's own environment."""

MODELS: Final = (
    Maker(
        "the wiring pictures",
        "hardware.drawings.wiring_pictures",
        "made_files",
        {
            ".svg": "hardware.drawings.wiring_pictures:same_picture",
            ".png": "hardware.drawings.wiring_pictures:same_harness",
        },
    ),
    Maker(
        "the case",
        "hardware.case.exports",
        "made_files",
        {
            ".tsv": "hardware.case.models_table:same_table",
            ".dxf": "hardware.case.dxf:same_drawing",
        },
        uncommitted=True,
    ),
    Maker(
        "the guides' pictures",
        "hardware.pictures.steps",
        "made_files",
        {".png": "hardware.pictures.alike:same_picture"},
    ),
)
"""What needs Graphviz, build123d and VTK: `make hardware` brings them."""


def differing(
    maker: Maker, files: Mapping[Path, bytes], root: Path, *, to_the_byte: bool
) -> list[Path]:
    """Give those of a maker's files that `root` lacks or has otherwise.

    Only where nothing has changed that they are made from may two differ and show the same: then
    another version of a tool made one of them.
    """

    def stands(path: Path) -> bool:
        if not (root / path).exists():
            return False
        kept = (root / path).read_bytes()
        return kept == files[path] if to_the_byte else maker.alike(path, kept, files[path])

    return [path for path in files if not stands(path)]
