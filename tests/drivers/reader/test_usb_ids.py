"""The list of USB ids is one: the program, the udev rules, the service and the guide agree."""

import re
from pathlib import Path

from cdgdevice.drivers.reader.usb_ids import READER_USB_IDS
from tests.drivers.reader.write_usb_ids import RULES, written_rules

SYSTEMD = Path(__file__).parents[3] / "systemd"
DRIVERS = {"ttyACM": "cdc-acm", "ttyUSB": "usbserial"}


def find_ids(line: str) -> set[tuple[int, int]]:
    found = re.search(r'idVendor\}=="(\w{4})", ATTRS?\{idProduct\}=="([\w|]+)"', line)
    assert found
    return {(int(found[1], 16), int(product, 16)) for product in found[2].split("|")}


def read_ids(marked: str) -> set[tuple[int, int]]:
    lines = RULES.read_text(encoding="utf-8").splitlines()
    return {
        ids for line in lines if "idVendor" in line and marked in line for ids in find_ids(line)
    }


def test_the_udev_rules_are_in_step_with_the_list() -> None:
    again = "write it again: .venv/bin/python -m tests.drivers.reader.write_usb_ids"
    assert RULES.read_text(encoding="utf-8") == written_rules(), again


def test_the_udev_rules_give_every_listed_device_to_the_gadget_and_boards_a_name() -> None:
    boards = {ids for ids, port in READER_USB_IDS.items() if not port.adapter}
    assert read_ids('GROUP="dialout", MODE="0660"') == READER_USB_IDS.keys()
    assert read_ids('SYMLINK+="cdgdevice-die"') == boards
    assert read_ids('SUBSYSTEM=="usb"') == boards


def test_only_boards_are_kept_from_a_manager_of_modems() -> None:
    boards = {ids for ids, port in READER_USB_IDS.items() if not port.adapter}
    assert read_ids("ID_MM_DEVICE_IGNORE") == boards


def test_the_service_may_open_every_listed_device_and_its_driver_is_loaded() -> None:
    allowed = (SYSTEMD / "cdgdevice.service").read_text(encoding="utf-8")
    loaded = (SYSTEMD / "cdgdevice.modules").read_text(encoding="utf-8").splitlines()
    for kernel in {port.kernel for port in READER_USB_IDS.values()}:
        assert f"DeviceAllow=char-{kernel} rw\n" in allowed
        assert DRIVERS[kernel] in loaded


def test_the_guide_names_every_kind_of_listed_device() -> None:
    guide = (SYSTEMD.parent / "docs" / "READER.md").read_text(encoding="utf-8")
    (told,) = re.findall(r"(?ms)^## Which device is the reader\n(.*?)^## ", guide)
    for port in READER_USB_IDS.values():
        name = port.name.removeprefix("Raspberry Pi ").removesuffix(" at its own USB")
        words = re.split(r" with (?:a )?|-|, | or ", name.removesuffix(" adapter"))
        assert [word for word in words if word and word not in told] == [], port.name
    assert f"../systemd/{RULES.name}" in told
