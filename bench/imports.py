"""What the service imports before it can show anything, beside the same of an older commit."""

import os
import statistics
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

BASE = "a9e8959"
"""The commit that ours is compared with, from before the rooms and the records of today."""
BASE_MODULE, OUR_MODULE = "cdgdevice.commands", "cdgdevice.cli.gadget_commands"
PAIRS = 15
_TIMED = "import time; began = time.process_time(); import {}; print(time.process_time() - began)"


def compare_imports() -> str:
    """Import both in alternating pairs, and say the medians; without the commit, ours alone."""
    ours = Path(__file__).parents[1]
    with TemporaryDirectory(prefix="cdgdevice-bench-") as folder:
        base = Path(folder)
        there = _check_out(ours, base)
        cases = [(ours, OUR_MODULE), *([(base, BASE_MODULE)] if there else [])]
        for place, _ in cases:
            subprocess.run(
                [sys.executable, "-m", "compileall", "-q", place / "cdgdevice"], check=True
            )
        times: list[list[float]] = [[] for _ in cases]
        for _ in range(PAIRS):
            for taken, (place, module) in zip(times, cases, strict=True):
                taken.append(_time_import(place, module))
    medians = [1000 * statistics.median(taken) for taken in times]
    said = f"Imports of the service, processor time: {medians[0]:.0f} ms"
    if not there:
        return f"{said}; there is no commit {BASE} here to compare it with."
    return (
        f"{said}; at {BASE}: {medians[1]:.0f} ms; a share of {medians[0] / medians[1]:.2f} "
        f"({PAIRS} alternating pairs, medians)."
    )


def _check_out(checkout: Path, to: Path) -> bool:
    """Put the base's package into the folder `to`; False when git doesn't know the commit."""
    packed = subprocess.run(
        ["git", "-C", checkout, "archive", BASE, "cdgdevice"], capture_output=True, check=False
    )
    if packed.returncode != 0:
        return False
    subprocess.run(["tar", "-x", "-C", to], input=packed.stdout, check=True)
    return True


def _time_import(place: Path, module: str) -> float:
    # A checkout's folder comes first on the path, before what is installed.
    environment = {**os.environ, "PYTHONPATH": str(place)}
    command = [sys.executable, "-c", _TIMED.format(module)]
    done = subprocess.run(
        command, cwd=place, env=environment, stdout=subprocess.PIPE, text=True, check=True
    )
    return float(done.stdout)
