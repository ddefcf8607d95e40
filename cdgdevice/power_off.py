"""How the computer is asked to shut down: by a file, so that the service needs no right to."""

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path

from cdgdevice.errors import HardwareError

POWER_OFF = "CDGDEVICE_POWER_OFF"
"""The environment variable that names the file; systemd shuts down when it is there."""


def power_off(environment: Mapping[str, str] = os.environ) -> Callable[[], None] | None:
    """Give the way to shut the computer down; None where there is none.

    It returns at once, and raises HardwareError where the file can't be made. What an earlier run
    asked for, and nobody did, is forgotten: the next start is not to end in a shutdown.
    """
    named = environment.get(POWER_OFF, "")
    if not named:
        return None
    with suppress(OSError):
        Path(named).unlink()
    return partial(_ask, Path(named))


def _ask(file: Path) -> None:
    try:
        file.touch()
    except OSError as why:
        raise HardwareError(
            f"Can't be asked to shut down ({file}: {why.strerror}). To pull the plug does no harm."
        ) from why
