"""Who makes what of hardware/ from its tables, and how two files of a kind compare."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Final

Content = str | bytes
Same = Callable[[bytes, bytes], bool]

ROOT: Final = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Maker:
    """What makes some of the files, named by module and function.

    It is only imported when it is wanted: some need tools that only `make hardware` installs.
    """

    what: str
    """The files, in a word or two."""
    module: str
    function: str
    same: Mapping[str, str]
    """By a file's ending, the function of `module:function` that compares two of that kind."""

    def make(self) -> Mapping[Path, bytes]:
        """Give each file's content, by its path from the repository's root."""
        made: Mapping[Path, Content] = getattr(import_module(self.module), self.function)()
        return {
            path: content.encode() if isinstance(content, str) else content
            for path, content in made.items()
        }

    def alike(self, path: Path) -> Same:
        """Give what says whether two contents of this file show the same thing."""
        if path.suffix not in self.same:
            return bytes.__eq__
        module, _, function = self.same[path.suffix].partition(":")
        same: Same = getattr(import_module(module), function)
        return same


def _texts(what: str, module: str) -> Maker:
    return Maker(what, module, "made_texts", {})


TEXTS: Final = (
    _texts("the program's pins", "hardware.program.texts"),
    _texts("the parts lists", "hardware.tables.pages"),
    _texts("the harnesses", "hardware.drawings.wiring"),
    _texts("the schematics", "hardware.drawings.schematic"),
    _texts("the headers", "hardware.drawings.headers"),
    _texts("the sums of electricity", "hardware.electricity.page"),
    _texts("the guides' tables", "hardware.guide.tables"),
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
            ".step": "hardware.case.exports:same_step",
            ".stl": "hardware.case.exports:same_stl",
        },
    ),
    Maker(
        "the guides' pictures",
        "hardware.pictures.steps",
        "made_files",
        {".png": "hardware.pictures.alike:same_picture"},
    ),
)
"""What needs Graphviz, build123d and VTK: `make hardware` brings them."""


def write(maker: Maker, root: Path = ROOT) -> Iterable[Path]:
    """Make a maker's files below `root`; give those that changed.

    A file that shows the same as before stays as it is: another version of a tool would else
    change bytes that mean nothing.
    """
    for path, content in maker.make().items():
        file = root / path
        if file.exists() and maker.alike(path)(file.read_bytes(), content):
            continue
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
        yield path


def stale(maker: Maker, root: Path = ROOT) -> Iterable[Path]:
    """Give a maker's files that are missing below `root`, or show something else."""
    for path, content in maker.make().items():
        file = root / path
        if not file.exists() or not maker.alike(path)(file.read_bytes(), content):
            yield path
