"""What a program imports, as the gadget's first and last pictures must not wait for it."""

import subprocess
import sys
from pathlib import Path

SPLASH = {
    "cdgdevice",
    "cdgdevice.drivers",
    "cdgdevice.drivers.oled",
    "cdgdevice.drivers.oled.panels",
    "cdgdevice.drivers.oled.splash",
}


def find_imports(program: str, *, packages: bool = False) -> set[str]:
    """Return the modules that a program imports beside those that Python starts with.

    Without `packages` it has only Python's own library and ours.
    """
    before = "import site, sys; before = set(sys.modules)"
    watched = f"{before}\n{program}\nprint(*set(sys.modules) - before)\n"
    run = subprocess.run(
        [sys.executable, *([] if packages else ["-S"]), "-c", watched],
        cwd=Path(__file__).parents[3],
        capture_output=True,
        text=True,
        check=True,
    )
    return set(run.stdout.split())
