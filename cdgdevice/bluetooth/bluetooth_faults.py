"""What can go wrong with Bluetooth, and what to do about each: one table."""

from pathlib import Path

from msgspec import Struct

RFKILL_SWITCHES = Path("/sys/class/rfkill")


class BluetoothFault(Struct, frozen=True):
    """A fault: a sentence, what to do, and whether no die at all can be heard with it."""

    sentence: str
    remedy: str
    without_radio: bool = True

    def __str__(self) -> str:
        return f"{self.sentence} {self.remedy}"


BLOCKED = BluetoothFault(
    "Bluetooth is blocked on this computer.",
    "Run `sudo rfkill unblock bluetooth`, or move its switch.",
)
_OFF = BluetoothFault("Bluetooth is off.", "Run `bluetoothctl power on`.")
_DENIED = BluetoothFault(
    "This user may not use Bluetooth.", "Run `sudo usermod -aG bluetooth NAME`, and log in again."
)
_NO_BLUEZ = BluetoothFault(
    "The system's Bluetooth service does not run.",
    "Run `sudo apt install bluez`, then `sudo systemctl start bluetooth`.",
)
_OUT_OF_REACH = BluetoothFault(
    "The die does not answer.",
    "It is asleep, out of reach or linked to a phone: shake it nearby, and close its app.",
    without_radio=False,
)
_UNUSABLE = BluetoothFault(
    "The die offers nothing that this program knows.",
    "Update the die with its maker's app.",
    without_radio=False,
)
_TABLE = (
    (("POWERED_OFF", "NotReady", "No powered"), _OFF),
    (
        ("NO_BLUETOOTH", "NO_BLE_CENTRAL_ROLE", "No Bluetooth adapters"),
        BluetoothFault(
            "There is no Bluetooth adapter.",
            "Plug one in, or take `dtoverlay=disable-bt` out of /boot/firmware/config.txt.",
        ),
    ),
    (("DENIED", "AccessDenied", "NotPermitted", "PermissionError"), _DENIED),
    (("ServiceUnknown", "NameHasNoOwner", "FileNotFoundError", "ConnectionRefused"), _NO_BLUEZ),
    (
        ("InProgress",),
        BluetoothFault(
            "Bluetooth is busy with something else.",
            "It is tried again. If it stays so, run `sudo systemctl restart bluetooth`.",
            without_radio=False,
        ),
    ),
    (("CharacteristicNotFound",), _UNUSABLE),
    (
        ("Timeout", "DeviceNotFound", "UnknownObject", "le-connection-abort", "not connected"),
        _OUT_OF_REACH,
    ),
)
"""Words of an error's kind, its reason or its text, and the fault; the first that fits."""
ALL_FAULTS = (BLOCKED, *(fault for _, fault in _TABLE))


def explain_bluetooth_error(
    error: BaseException, switches: Path = RFKILL_SWITCHES
) -> BluetoothFault:
    """Return what an error of the library means.

    It is told by names, for the library's versions have different classes.
    """
    reason = getattr(getattr(error, "reason", None), "name", "")
    told = f"{type(error).__name__} {reason} {error}"
    for words, fault in _TABLE:
        if any(word in told for word in words):
            return BLOCKED if fault is _OFF and is_blocked(switches) else fault
    return BluetoothFault(
        f"Bluetooth reports: {told.strip()}.", "It is tried again.", without_radio=False
    )


def is_blocked(switches: Path = RFKILL_SWITCHES) -> bool:
    """Return whether a switch of the system or of the case blocks Bluetooth."""
    try:
        return any(
            (switch / "type").read_text().strip() == "bluetooth"
            and "1" in (switch / "soft").read_text() + (switch / "hard").read_text()
            for switch in switches.iterdir()
        )
    except OSError:
        return False
