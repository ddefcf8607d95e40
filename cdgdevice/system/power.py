"""The power that this computer runs on, as far as it tells: a Pi tells whether it is low.

It stands alone so that whoever adds a battery finds where its level belongs.
"""

from cdgdevice.system.system_files import SystemFiles

_HWMON = "/sys/class/hwmon"
_PLATFORM = "/sys/devices/platform"
_LOW_NOW, _LOW_BEFORE = 1 << 0, 1 << 16


def is_power_low(files: SystemFiles) -> bool | None:
    """Return whether the supply's voltage is too low; None if this computer does not tell."""
    low = _read_alarm(files)
    return _read_throttled(files) if low is None else low


def _read_alarm(files: SystemFiles) -> bool | None:
    """Read the kernel's own alarm; its number among the sensors differs from board to board."""
    for sensor in files.names(_HWMON):
        if files.text(f"{_HWMON}/{sensor}/name") == "rpi_volt":
            value = files.number(f"{_HWMON}/{sensor}/in0_lcrit_alarm")
            return None if value is None else value != 0
    return None


def _read_throttled(files: SystemFiles) -> bool | None:
    """Read what older kernels report; newer ones log a warning at this, so it comes last."""
    for soc in files.names(_PLATFORM):
        if soc == "soc" or soc.startswith("soc@"):
            value = files.number(f"{_PLATFORM}/{soc}/{soc}:firmware/get_throttled", 16)
            if value is not None:
                return bool(value & (_LOW_NOW | _LOW_BEFORE))
    return None
