"""Which computer this is, whether its power is enough, how warm it is, and its clock."""

from collections.abc import Mapping
from datetime import datetime

from cdgdevice.errors import HardwareError
from cdgdevice.gadget.pins.board import TREE, find_board
from cdgdevice.selftest.files import Files
from cdgdevice.selftest.finding import Finding, What

HOT = 80
"""Degrees Celsius at which a Raspberry Pi begins to slow down."""

_HWMON = "/sys/class/hwmon"
_PLATFORM = "/sys/devices/platform"
_LOW_NOW, _LOW_BEFORE = 1 << 0, 1 << 16
_SUPPLY = "use a supply of 5.1 V and a short thick cable"


def model(files: Files) -> str:
    """Give what the board calls itself; empty where it does not say."""
    return files.text(f"{TREE}/model") or ""


def is_pi(files: Files, environment: Mapping[str, str]) -> bool:
    """Tell whether this has the pins of a Raspberry Pi, or is said to have them."""
    return _note(files, environment) is not None


def _note(files: Files, environment: Mapping[str, str]) -> str | None:
    """Give what is to be said of the board's pins, mostly nothing; None: it is no Raspberry Pi."""
    try:
        found = find_board(lambda path: files.raw(f"{TREE}/{path}"), environment)
    except HardwareError as why:  # it is said to be one, but not which
        return str(why)
    return None if found is None else found.note


def board(files: Files, environment: Mapping[str, str]) -> Finding:
    """Say which board this is."""
    note = _note(files, environment)
    if note is not None:
        this = f"This is a {model(files) or 'board with the pins of a Pi'}."
        return Finding(What.BOARD_KNOWN, f"{this} {note}".rstrip(), this)
    return Finding(
        What.BOARD_OTHER,
        "This computer is no Raspberry Pi, so what would be wired to one can't be tried; "
        "`cdgdevice sim` shows the gadget without it.",
        "This is no Raspberry Pi: what would be wired to one can't be tried.",
    )


def power(files: Files) -> Finding:
    """Say whether the supply holds its voltage."""
    low = _alarm(files)
    if low is None:
        low = _throttled(files)
    if low is None:
        return Finding(What.POWER_UNTOLD, "This computer does not tell whether its power is low.")
    if low:
        return Finding(What.POWER_LOW, f"The power is too low: {_SUPPLY}.")
    return Finding(What.POWER_ENOUGH, "The power is enough.")


def _alarm(files: Files) -> bool | None:
    """Read the kernel's own alarm; its number among the sensors differs from board to board."""
    for sensor in files.names(_HWMON):
        if files.text(f"{_HWMON}/{sensor}/name") == "rpi_volt":
            value = files.number(f"{_HWMON}/{sensor}/in0_lcrit_alarm")
            return None if value is None else value != 0
    return None


def _throttled(files: Files) -> bool | None:
    """Read the older kernels' word; newer ones log a warning when it is read, so it comes last."""
    for soc in files.names(_PLATFORM):
        if soc == "soc" or soc.startswith("soc@"):
            value = files.number(f"{_PLATFORM}/{soc}/{soc}:firmware/get_throttled", 16)
            if value is not None:
                return bool(value & (_LOW_NOW | _LOW_BEFORE))
    return None


def warmth(files: Files) -> Finding:
    """Say how warm the processor is."""
    found = files.number("/sys/class/thermal/thermal_zone0/temp")
    if found is None:
        return Finding(What.WARMTH_UNTOLD, "This computer does not tell how warm it is.")
    degrees = round(found / 1000)
    if degrees >= HOT:
        return Finding(
            What.WARMTH_HIGH,
            f"The processor is at {degrees} degrees Celsius: give its box holes for air.",
        )
    return Finding(What.WARMTH_FINE, f"The processor is at {degrees} degrees Celsius.")


def clock(files: Files, now: datetime, installed: datetime) -> Finding:
    """Say whether the clock is set; `installed` is when the program was put on this computer."""
    keeps = files.names("/sys/class/rtc")
    kept = "has a clock of its own" if keeps else "has no clock of its own"
    if now < installed:
        return Finding(
            What.CLOCK_UNSET,
            f"The clock is not set: this computer {kept}. Games don't need it; "
            "only the times in the list of games are wrong.",
            "The clock is not set. Games don't need it.",
        )
    return Finding(What.CLOCK_SET, f"The clock is set; this computer {kept}.")
