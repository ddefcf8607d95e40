"""What two Raspberry Pis tell of themselves in files, laid out as is publicly documented.

A Zero 2 W and a Pi 5 of 4 GB with Raspberry Pi OS Bookworm. They were put together from the
kernel's documentation and from what owners posted, not recorded from boards here. The names of
sensors and clocks, and where they lie, differ; the numbers are invented where they would tell one
board from another.
"""

from pathlib import Path

SERIAL = "10000000a1b2c3d4"
MAC = "2c:cf:67:aa:bb:cc"
MACHINE_ID = "0123456789abcdef0123456789abcdef"


def zero_2_w(root: Path, *, kilohertz: int = 400) -> Path:
    """No clock of its own, and the older kernels' word on its power beside the alarm."""
    _common(root, "Raspberry Pi Zero 2 W Rev 1.0", 0x902120, "48312", 415)
    _write(root, "/sys/class/hwmon/hwmon0/name", "cpu_thermal\n")
    _write(root, "/sys/class/hwmon/hwmon0/temp1_input", "48312\n")
    _write(root, "/sys/class/hwmon/hwmon1/name", "rpi_volt\n")
    _write(root, "/sys/class/hwmon/hwmon1/in0_lcrit_alarm", "0\n")
    _write(root, "/sys/devices/platform/soc/soc:firmware/get_throttled", "0\n")
    _bus(root, "bcm2835 (i2c@7e804000)", kilohertz)
    return root


def pi_5(root: Path, *, kilohertz: int = 400) -> Path:
    """A clock of its own, more sensors before the alarm, and no word on its power but that."""
    _common(root, "Raspberry Pi 5 Model B Rev 1.0", 0xC04170, "51800", 4006)
    for number, name in enumerate(("cpu_thermal", "rp1_adc", "pwmfan", "rpi_volt")):
        _write(root, f"/sys/class/hwmon/hwmon{number}/name", f"{name}\n")
    _write(root, "/sys/class/hwmon/hwmon3/in0_lcrit_alarm", "0\n")
    _write(root, "/sys/class/rtc/rtc0/name", "rpi-rtc soc@107c000000:rpi_rtc\n")
    (root / "sys/devices/platform/soc@107c000000/soc@107c000000:firmware").mkdir(parents=True)
    _bus(root, "Synopsys DesignWare I2C adapter", kilohertz)
    return root


def named_only(root: Path, compatible: str, model: str) -> Path:
    """A board whose boot loader says no revision; names in `compatible` stand apart by a blank."""
    tree = "/sys/firmware/devicetree/base"
    _write(root, f"{tree}/model", f"{model}\0")
    _write(root, f"{tree}/compatible", "".join(f"{name}\0" for name in compatible.split()))
    return root


def _common(root: Path, model: str, revision: int, temperature: str, megabytes: int) -> None:
    tree = "/sys/firmware/devicetree/base"
    _write(root, f"{tree}/model", f"{model}\0")
    _write(root, f"{tree}/serial-number", f"{SERIAL}\0")
    _write(root, f"{tree}/system/linux,revision", revision.to_bytes(4, "big"))
    _write(root, "/sys/class/thermal/thermal_zone0/type", "cpu-thermal\n")
    _write(root, "/sys/class/thermal/thermal_zone0/temp", f"{temperature}\n")
    _write(root, "/sys/class/net/wlan0/address", f"{MAC}\n")
    _write(root, "/etc/os-release", 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nID=debian\n')
    _write(root, "/etc/hostname", "raspberrypi\n")
    _write(root, "/etc/machine-id", f"{MACHINE_ID}\n")
    _write(root, "/proc/meminfo", f"MemTotal:  {megabytes * 1024} kB\nMemFree: 1 kB\n")
    _write(root, "/proc/cpuinfo", f"Revision\t: {revision:x}\nSerial\t\t: {SERIAL}\n")


def _bus(root: Path, name: str, kilohertz: int) -> None:
    device = "/sys/bus/i2c/devices/i2c-1"
    _write(root, f"{device}/name", f"{name}\n")
    _write(root, f"{device}/of_node/clock-frequency", (kilohertz * 1000).to_bytes(4, "big"))


def _write(root: Path, path: str, content: str | bytes) -> None:
    file = root / path.lstrip("/")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content.encode() if isinstance(content, str) else content)
