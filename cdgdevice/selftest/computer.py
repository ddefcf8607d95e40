"""This computer: board, power, warmth, clock and service, read from its files and commands."""

import os
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path

from msgspec import Struct, field

from cdgdevice.drivers.gpio.gpio_lines import TREE, find_board
from cdgdevice.errors import HardwareError
from cdgdevice.selftest.findings import Finding, FindingKind
from cdgdevice.system.power import is_power_low
from cdgdevice.system.system_files import SystemFiles

HOT = 80
"""Degrees Celsius at which a Raspberry Pi begins to slow down."""

_SUPPLY = "use a supply of 5.1 V and a short thick cable"


def board_model(files: SystemFiles) -> str:
    """Return what the board calls itself; empty where it does not say."""
    return files.text(f"{TREE}/model") or ""


def is_pi(files: SystemFiles, environment: Mapping[str, str]) -> bool:
    """Return whether this has the pins of a Raspberry Pi, or the environment says so."""
    return _note(files, environment) is not None


def _note(files: SystemFiles, environment: Mapping[str, str]) -> str | None:
    """Return a remark on the board's pins, mostly empty; None: it is no Raspberry Pi."""
    try:
        found = find_board(lambda path: files.raw(f"{TREE}/{path}"), environment)
    except HardwareError as why:  # it is said to be one, but not which
        return str(why)
    return None if found is None else found.note


def check_board(files: SystemFiles, environment: Mapping[str, str]) -> Finding:
    """Describe which board this is."""
    note = _note(files, environment)
    if note is not None:
        this = f"This is a {board_model(files) or 'board with the pins of a Pi'}."
        return Finding(FindingKind.BOARD_KNOWN, f"{this} {note}".rstrip(), this)
    return Finding(
        FindingKind.BOARD_OTHER,
        "This computer is no Raspberry Pi, so what would be wired to one can't be tried; "
        "`cdgdevice sim` shows the gadget without it.",
        "This is no Raspberry Pi: what would be wired to one can't be tried.",
    )


def check_power(files: SystemFiles) -> Finding:
    """Return whether the supply holds its voltage."""
    low = is_power_low(files)
    if low is None:
        return Finding(
            FindingKind.POWER_UNTOLD, "This computer does not tell whether its power is low."
        )
    if low:
        return Finding(FindingKind.POWER_LOW, f"The power is too low: {_SUPPLY}.")
    return Finding(FindingKind.POWER_ENOUGH, "The power is enough.")


def check_temperature(files: SystemFiles) -> Finding:
    """Describe how warm the processor is."""
    found = files.number("/sys/class/thermal/thermal_zone0/temp")
    if found is None:
        return Finding(FindingKind.WARMTH_UNTOLD, "This computer does not tell how warm it is.")
    degrees = round(found / 1000)
    if degrees >= HOT:
        return Finding(
            FindingKind.WARMTH_HIGH,
            f"The processor is at {degrees} degrees Celsius: give its box holes for air.",
        )
    return Finding(FindingKind.WARMTH_FINE, f"The processor is at {degrees} degrees Celsius.")


def check_clock(files: SystemFiles, now: datetime, installed: datetime) -> Finding:
    """Return whether the clock is set; `installed` is when the program was put on this computer."""
    keeps = files.names("/sys/class/rtc")
    kept = "has a clock of its own" if keeps else "has no clock of its own"
    if now < installed:
        return Finding(
            FindingKind.CLOCK_UNSET,
            f"The clock is not set: this computer {kept}. Games don't need it; "
            "only the times in the list of games are wrong.",
            "The clock is not set. Games don't need it.",
        )
    return Finding(FindingKind.CLOCK_SET, f"The clock is set; this computer {kept}.")


UNIT = "cdgdevice.service"
UNIT_QUERY = (
    "systemctl",
    "show",
    UNIT,
    "--property=LoadState,ActiveState,SubState,Result,NRestarts,UnitFileState",
)
"""Asks for the state of the unit; it needs no rights."""

RunCommand = Callable[[tuple[str, ...]], str]
"""Runs a command and returns what it printed; empty where it can't be run."""


def read_unit_state(run: RunCommand) -> Mapping[str, str]:
    """Ask systemd for the state of the unit; nothing where there is no systemd."""
    pairs = (line.partition("=") for line in run(UNIT_QUERY).splitlines())
    return {key: value for key, _, value in pairs}


def check_service(state: Mapping[str, str]) -> Finding:
    """Describe how it stands with the service."""
    if not state:
        return Finding(
            FindingKind.SERVICE_UNTOLD,
            "No systemd runs here, so nothing is known of the service cdgdevice.",
        )
    if state.get("LoadState") != "loaded":
        return Finding(FindingKind.SERVICE_NONE, "This computer has no service cdgdevice.")
    active = state.get("ActiveState")
    restarts = state.get("NRestarts") or "0"
    if active == "activating" and (restarts != "0" or state.get("SubState") == "auto-restart"):
        return Finding(
            FindingKind.SERVICE_FAILED,
            "The service does not start: `journalctl -u cdgdevice -b` tells why.",
        )
    if active == "failed":
        return Finding(
            FindingKind.SERVICE_FAILED,
            f"The service ended with {state.get('Result', 'a fault')}: "
            "`journalctl -u cdgdevice -b` tells why.",
        )
    if active not in ("active", "activating", "reloading"):
        boot = "" if state.get("UnitFileState") == "enabled" else "enable --now"
        return Finding(
            FindingKind.SERVICE_STOPPED,
            f"The service is stopped: `sudo systemctl {boot or 'start'} cdgdevice` starts it.",
        )
    if restarts != "0":
        times = "once" if restarts == "1" else f"{restarts} times"
        return Finding(
            FindingKind.SERVICE_RESTARTED,
            f"The service runs, but had to be restarted {times}: "
            "`journalctl -u cdgdevice -b` tells why.",
        )
    return Finding(FindingKind.SERVICE_RUNS, "The service runs.")


_WITHIN = 5.0
"""Seconds that a command may take."""


def _run_command(command: tuple[str, ...]) -> str:
    import subprocess  # slow to import, as shutil is, and the screen does without this

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


def _free_bytes(folder: Path) -> int | None:
    import shutil

    there = next((path for path in (folder, *folder.parents) if path.exists()), folder)
    try:
        return shutil.disk_usage(there).free
    except OSError:
        return None


def _installed_at() -> datetime:
    return datetime.fromtimestamp(Path(__file__).stat().st_mtime, UTC)


class Machine(Struct, frozen=True):
    """What the self-test asks a computer; the defaults ask this one."""

    files: SystemFiles = field(default_factory=SystemFiles)
    run: RunCommand = _run_command
    room: Callable[[Path], int | None] = _free_bytes
    """Returns the bytes that are left on the disk of a folder; None: not known."""
    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    """The time of day, with its zone."""
    clock: Callable[[], float] = time.monotonic
    """Seconds of the monotonic clock."""
    installed: datetime = field(default_factory=_installed_at)
    """When the program was put on the computer: no set clock is before that."""
    environment: Mapping[str, str] = field(default_factory=lambda: os.environ)
