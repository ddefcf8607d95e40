"""A Pi has no clock of its own: what the wall's clock says is written down, and decides nothing."""

import ast
from datetime import UTC, datetime
from pathlib import Path

import cdgdevice
from cdgdevice.drivers.gpio.control_events import Control
from tests.simulated_disk import SimulatedDisk
from tests.whole_gadget import Gadget

PACKAGE = Path(cdgdevice.__file__).parent
LOOKS = {"time", "time_ns", "now", "utcnow", "today", "localtime", "gmtime", "ctime"}
"""What tells the time of day, as methods of `time`, `datetime` and `date`."""
MAY_LOOK = {
    "games/open_game.py": "the time of an answer is kept beside it",
    "cli/reader_commands.py": "the time of a recording is kept in its header",
    "selftest/computer.py": "whether the clock is right is what it finds out",
}


def looks(source: str) -> bool:
    """Tell whether a source asks for the time of day."""
    return any(
        (
            isinstance(node, ast.Attribute)
            and node.attr in LOOKS
            and isinstance(node.value, ast.Name)
            and node.value.id in ("time", "datetime", "date")
        )
        or (
            isinstance(node, ast.ImportFrom)
            and node.module == "time"
            and LOOKS & {name.name for name in node.names}
        )
        for node in ast.walk(ast.parse(source))
    )


def test_nobody_looks_at_the_clock_on_the_wall_but_to_write_it_down() -> None:
    found = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        if looks(path.read_text(encoding="utf-8"))
    }
    assert found == set(MAY_LOOK)


def test_a_look_is_found_however_it_is_spelt() -> None:
    assert looks("import time\ntime.time()")
    assert looks("from datetime import UTC, datetime\nat = datetime.now(UTC)")
    assert looks("from time import time_ns as t")
    assert not looks("from time import monotonic\nimport time\ntime.monotonic()\nnow = 3")


def test_after_a_boot_into_1970_the_game_goes_on_where_the_screen_showed_it() -> None:
    with Gadget(4, wall=lambda: datetime(2026, 11, 3, tzinfo=UTC)) as gadget:
        gadget.press(Control.LEFT).passes(1.5)
        shown, disk = gadget.reads(), gadget.after_a_power_cut()
    with Gadget(disk=disk, wall=lambda: datetime(1970, 1, 1, tzinfo=UTC)) as again:
        assert again.reads() == shown
        again.press(Control.LEFT).passes(1.0)
        shown, disk = again.reads(), again.after_a_power_cut()
    with Gadget(disk=disk, wall=lambda: datetime(2026, 11, 4, tzinfo=UTC)) as later:
        assert later.reads() == shown
        assert later.answers(disk) == 2


def test_a_clock_that_stands_still_disturbs_no_game() -> None:
    disk = SimulatedDisk()
    with Gadget(4, disk=disk, wall=lambda: datetime(1970, 1, 1, tzinfo=UTC)) as gadget:
        gadget.press(Control.LEFT).passes(1.5).press(Control.LEFT).press(Control.LEFT)
        assert gadget.answers() == 3
