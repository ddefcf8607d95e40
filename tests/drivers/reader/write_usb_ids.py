"""Writes the list of USB ids into the udev rules and into docs/READER.md, from where it is kept:

.venv/bin/python -m tests.drivers.reader.write_usb_ids
"""

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from cdgdevice.drivers.reader.usb_ids import READER_USB_IDS
from hardware.tables.blocks import Marks, table, with_blocks

ROOT = Path(__file__).parents[3]
RULES, GUIDE = ROOT / "systemd" / "60-cdgdevice.rules", ROOT / "docs" / "READER.md"

_QUIET = 'ENV{ID_MM_DEVICE_IGNORE}="1"'
_NAMED = f'{_QUIET}, ENV{{ID_MM_PORT_IGNORE}}="1", SYMLINK+="cdgdevice-die", '
_GROUP = 'GROUP="dialout", MODE="0660"'


def documents() -> dict[Path, str]:
    """Return what is to be in each file."""
    rules, guide = (file.read_text(encoding="utf-8") for file in (RULES, GUIDE))
    return {
        RULES: with_blocks(rules, {"usb-ids": "\n".join(_write_rules())}, Marks.TOML),
        GUIDE: with_blocks(guide, {"usb-ids": table(("USB id", "what it is"), _write_rows())}),
    }


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


def _write_rows() -> Iterator[tuple[str, str]]:
    for (vendor, product), port in READER_USB_IDS.items():
        yield f"{vendor:04x}:{product:04x}", port.name


if __name__ == "__main__":
    for file, text in documents().items():
        file.write_text(text, encoding="utf-8")
