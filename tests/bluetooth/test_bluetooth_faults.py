"""What is wrong with Bluetooth is told with what to do, as the page quotes it."""

import os
import re
from pathlib import Path

import pytest
from bleak.exc import BleakDBusError, BleakError

from cdgdevice.bluetooth.bluetooth_faults import ALL_FAULTS, BLOCKED, explain_bluetooth_error
from cdgdevice.drivers.reader.port_lookup import explain_lost_port, sentence_for_player
from cdgdevice.drivers.reader.reader_conditions import CONDITION_SENTENCES
from tests.bluetooth.running_bridge import (
    not_available,
)

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Unix sockets")


@pytest.mark.parametrize(
    ("error", "said", "do"),
    [
        (not_available("NO_BLUETOOTH"), "no Bluetooth adapter", "Plug"),
        (not_available("POWERED_OFF"), "is off", "power on"),
        (not_available("DENIED_BY_SYSTEM"), "may not", "usermod"),
        (FileNotFoundError(2, "No such file"), "does not run", "apt install bluez"),
        (
            BleakDBusError("org.freedesktop.DBus.Error.ServiceUnknown", ["no org.bluez"]),
            "does not run",
            "systemctl start",
        ),
        (BleakDBusError("org.bluez.Error.InProgress", ["x"]), "is busy", "restart bluetooth"),
        (TimeoutError(), "does not answer", "shake it"),
        (BleakError("No Bluetooth adapters found."), "no Bluetooth adapter", "Plug"),
        (BleakError("No powered Bluetooth adapters found."), "is off", "power on"),
        (BleakError("odd"), "odd", "tried again"),
    ],
)
def test_each_fault_of_bluetooth_says_what_to_do(
    error: Exception, said: str, do: str, tmp_path: Path
) -> None:
    fault = explain_bluetooth_error(error, tmp_path)
    assert said in fault.sentence
    assert do in fault.remedy


def test_bluetooth_that_is_blocked_is_told_from_one_that_is_off(tmp_path: Path) -> None:
    switch = tmp_path / "rfkill0"
    switch.mkdir()
    for name, content in (("type", "bluetooth"), ("soft", "1"), ("hard", "0")):
        (switch / name).write_text(f"{content}\n")
    assert explain_bluetooth_error(not_available("POWERED_OFF"), tmp_path) is BLOCKED


def test_the_page_quotes_what_is_really_said() -> None:
    page = (Path(__file__).parents[2] / "docs" / "BLUETOOTH.md").read_text(encoding="utf-8")
    said = [*CONDITION_SENTENCES.values(), *(fault.sentence for fault in ALL_FAULTS)]
    said.append(sentence_for_player("unix:/run/die", explain_lost_port("unix:/run/die")))
    quoted = re.findall(r'^\| "([^"]+)"', page, re.MULTILINE)
    assert len(quoted) > 9
    for quote in quoted:
        assert any(quote in sentence for sentence in said), quote
    for fault in ALL_FAULTS:
        assert any(quote in fault.sentence for quote in quoted) or not fault.without_radio, fault
