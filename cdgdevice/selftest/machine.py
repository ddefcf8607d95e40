"""The edge of the self-test: this computer's files, commands, clocks and room on the disk."""

import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from cdgdevice.selftest.files import Files
from cdgdevice.selftest.service_state import Run

_WITHIN = 5.0
"""Seconds that a command may take."""


def _run(command: tuple[str, ...]) -> str:
    import subprocess  # slow to import, as shutil is, and the glass does without this

    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=_WITHIN,
            check=False,
            env={**os.environ, "LC_ALL": "C"},
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.decode("utf-8", "replace")


def _room(folder: Path) -> int | None:
    import shutil

    there = next((path for path in (folder, *folder.parents) if path.exists()), folder)
    try:
        return shutil.disk_usage(there).free
    except OSError:
        return None


def _installed() -> datetime:
    return datetime.fromtimestamp(Path(__file__).stat().st_mtime, UTC)


@dataclass(frozen=True, slots=True)
class Machine:
    """What the self-test asks a computer; the defaults ask this one."""

    files: Files = field(default_factory=Files)
    run: Run = _run
    room: Callable[[Path], int | None] = _room
    """Gives the bytes that are left on the disk of a folder; None: not known."""
    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    """The time of day, with its zone."""
    clock: Callable[[], float] = time.monotonic
    """Seconds of the monotonic clock."""
    installed: datetime = field(default_factory=_installed)
    """When the program was put on the computer: no set clock is before that."""
    environment: Mapping[str, str] = field(default_factory=lambda: os.environ)
