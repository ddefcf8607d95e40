"""Which files of the package a press, a thrown die and an undo run through, and how many functions.

    python -m tests.house.run_through

A file counts, and a function, comprehension or lambda, as soon as one line of it runs between the
edge of a pin or the line of the die reader and the gadget's coming to rest. Simulated parts, which
a Pi does not have, are counted apart.
"""

import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FrameType

import cdgdevice
from cdgdevice.config.settings import DieSource
from cdgdevice.drivers.gpio.control_events import Control
from tests.whole_gadget import Gadget

PACKAGE = Path(cdgdevice.__file__).parent
SIMULATED = "simulator/"
UNDO_SECONDS = 0.8
"""A hold of the knob, but no long one."""


@dataclass(frozen=True, slots=True)
class FilesRun:
    """The files, named below the package's folder, of which code ran."""

    product: tuple[str, ...]
    functions: int
    simulated: tuple[str, ...]


class Recorder:
    """Notes the files of which code runs; what begins a thread is to be within its `with`."""

    def __init__(self) -> None:
        self._run: set[CodeType] | None = None

    def __enter__(self) -> "Recorder":
        threading.setprofile(self._note)
        sys.setprofile(self._note)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)
        threading.setprofile(None)

    def _note(self, frame: FrameType, event: str, _: object) -> None:
        if event == "call" and self._run is not None:
            self._run.add(frame.f_code)

    def files_run(self, doing: Callable[[], object]) -> FilesRun:
        """Return the files of which code runs meanwhile, in any thread."""
        found: set[CodeType] = set()
        self._run = found
        try:
            doing()
        finally:
            self._run = None
        paths = (Path(code.co_filename) for code in found)
        below = Counter(
            path.relative_to(PACKAGE).as_posix() for path in paths if path.is_relative_to(PACKAGE)
        )
        product = sorted(name for name in below if not name.startswith(SIMULATED))
        simulated = tuple(sorted(below.keys() - product))
        return FilesRun(tuple(product), sum(below[name] for name in product), simulated)


def files_of_a_press() -> FilesRun:
    """Return the files that a press of a side button runs through: it rolls the Method die."""
    with Recorder() as recorder, Gadget(3) as gadget:
        before = gadget.answers()
        found = recorder.files_run(lambda: gadget.press(Control.LEFT))
        assert gadget.answers() == before + 1
        return found


def files_of_a_throw() -> FilesRun:
    """Return the files that a die runs through which is thrown into the reader."""
    with Recorder() as recorder, Gadget(die=DieSource.READER) as gadget:
        gadget.plug_reader()
        before = gadget.answers()
        found = recorder.files_run(lambda: gadget.throw(3))
        assert gadget.answers() == before + 1
        return found


def files_of_an_undo() -> FilesRun:
    """Return the files that taking back a roll runs through."""
    with Recorder() as recorder, Gadget(3) as gadget:
        gadget.press(Control.LEFT)
        gadget.passes(2.0)
        before = gadget.answers()
        found = recorder.files_run(lambda: gadget.press(Control.KNOB, UNDO_SECONDS))
        assert gadget.answers() == before + 1
        return found


DOINGS: dict[str, Callable[[], FilesRun]] = {
    "a press": files_of_a_press,
    "a thrown die": files_of_a_throw,
    "an undo": files_of_an_undo,
}


def main() -> None:
    """Print the files of each doing, and how many they are.

    Each is done in a Python of its own: what an earlier one has drawn is not drawn again.
    """
    if not sys.argv[1:]:
        for name in DOINGS:
            subprocess.run([sys.executable, "-m", "tests.house.run_through", name], check=True)
        return
    for name in sys.argv[1:]:
        found = DOINGS[name]()
        print(
            f"{name}: {len(found.product)} files, {found.functions} functions, "
            f"{len(found.simulated)} files simulated"
        )
        for file in (*found.product, *found.simulated):
            print(f"    {file}")


if __name__ == "__main__":
    main()
