"""Writes the list of USB ids into the udev rules, from where it is kept:

.venv/bin/python -m tests.drivers.reader.write_usb_ids
"""

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from cdgdevice.drivers.reader.usb_ids import READER_USB_IDS
from hardware.tables.blocks import Marks, with_blocks

ROOT = Path(__file__).parents[3]
RULES = ROOT / "systemd" / "60-cdgdevice.rules"

_QUIET = 'ENV{ID_MM_DEVICE_IGNORE}="1"'
_NAMED = f'{_QUIET}, ENV{{ID_MM_PORT_IGNORE}}="1", SYMLINK+="cdgdevice-die", '
_GROUP = 'GROUP="dialout", MODE="0660"'


def written_rules() -> str:
    """Return what is to be in the file of the rules."""
    rules = RULES.read_text(encoding="utf-8")
    return with_blocks(rules, {"usb-ids": "\n".join(_write_rules())}, Marks.TOML)


def _write_rules() -> Iterator[str]:
    for adapter in (False, True):
        products: dict[str, list[str]] = defaultdict(list)
        for (vendor, product), port in READER_USB_IDS.items():
            if port.adapter is adapter:
                products[f"{vendor:04x}"].append(f"{product:04x}")
                yield f"# {vendor:04x}:{product:04x} {port.name}"
        for vendor, those in products.items():
            ids = f'{{idVendor}}=="{vendor}", ATTR%s{{idProduct}}=="{"|".join(those)}"'
            if not adapter:
                yield (f'SUBSYSTEM=="usb", ENV{{DEVTYPE}}=="usb_device", ATTR{ids % ""}, {_QUIET}')
            yield f'SUBSYSTEM=="tty", ATTRS{ids % "S"}, {"" if adapter else _NAMED}{_GROUP}'


if __name__ == "__main__":
    RULES.write_text(written_rules(), encoding="utf-8")
