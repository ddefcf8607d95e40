"""The self-test and the report say what Bluetooth lacks, while the game has the bridge's socket."""

import fcntl
import os
import subprocess
import sys
from pathlib import Path

import pytest
from bleak.exc import BleakDBusError
from msgspec.structs import replace

from cdgdevice.bluetooth.bluetooth_faults import ALL_FAULTS, BluetoothFault, explain_bluetooth_error
from cdgdevice.bluetooth.bridge_status import (
    BridgeStatus,
    StatusFile,
    locate_status,
    read_status,
)
from cdgdevice.config.keys_and_defaults import Config, ReaderConfig
from cdgdevice.drivers.reader.reader_conditions import CONDITION_SENTENCES
from cdgdevice.drivers.reader.reader_messages import ReaderTrouble
from cdgdevice.render.draw import check_fit, count_screenfuls
from cdgdevice.render.views import PageView
from cdgdevice.selftest.bug_report import remove_private, write_bug_report
from cdgdevice.selftest.dice_findings import describe_dice
from cdgdevice.selftest.findings import FindingKind
from cdgdevice.selftest.hardware_checks import ReaderProbe, probe_reader
from cdgdevice.selftest.stages import result_pages
from tests.bluetooth.running_bridge import RunningBridge, is_ready, not_available, playing
from tests.bluetooth.virtual_air import Air
from tests.drivers.reader.test_reader_port import Loop
from tests.patience import PATIENCE
from tests.processes import Process
from tests.selftest.found import bench

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Unix sockets")
BUSY = BleakDBusError("org.bluez.Error.InProgress", ["br-connection-busy"])
NO_BLUEZ = BleakDBusError("org.freedesktop.DBus.Error.ServiceUnknown", ["no org.bluez"])


def probe(bridge: RunningBridge) -> ReaderProbe:
    config = replace(Config(bridge.folder), reader=ReaderConfig(bridge.port))
    return probe_reader(config, needed=True, ports=tuple)


def test_while_the_game_has_the_socket_dice_that_are_ready_are_no_fault(
    bridge: RunningBridge, air: Air
) -> None:
    (die,) = air.dice
    with playing(bridge, Loop()) as loop:
        loop.until(is_ready(loop))
        bridge.until(lambda: "80 %" in probe(bridge).found[0].sentence)
        assert probe(bridge).found[0].what is FindingKind.READER_READY
        bridge.call(lambda: die.send(b"Bat\x09"))
        (found,) = probe(bridge).found
        assert found.what is FindingKind.READER_DICE
        assert found.sentence.startswith(CONDITION_SENTENCES[ReaderTrouble.WEAK])
        assert "9 %" in found.sentence


@pytest.mark.parametrize(
    ("error", "troubles"),
    [
        (not_available("NO_BLUETOOTH"), [ReaderTrouble.RADIO, ReaderTrouble.AWAY]),
        (not_available("POWERED_OFF"), [ReaderTrouble.RADIO, ReaderTrouble.AWAY]),
        (NO_BLUEZ, [ReaderTrouble.RADIO, ReaderTrouble.AWAY]),
        (BUSY, [ReaderTrouble.AWAY]),
    ],
)
def test_each_fault_of_bluetooth_is_found_with_what_to_do_until_it_works_again(
    error: Exception, troubles: list[ReaderTrouble], bridge: RunningBridge, air: Air
) -> None:
    (die,) = air.dice
    bridge.until(lambda: die.client is not None and die.client.notify is not None)
    air.fault = error
    bridge.call(die.drop)
    fault = explain_bluetooth_error(error)
    bridge.until(lambda: str(fault) in bridge.log)
    met = probe(bridge)
    assert met.dice is not None
    assert list(met.dice.troubles) == troubles
    assert [(found.what, found.sentence) for found in met.found] == [
        (FindingKind.READER_DICE, str(fault))
    ]
    air.fault = None
    bridge.until(lambda: probe(bridge).found[0].what is FindingKind.READER_READY)


def test_a_die_that_is_asleep_and_one_that_was_never_chosen_are_found(
    bridge: RunningBridge, air: Air
) -> None:
    (die,) = air.dice
    bridge.until(lambda: die.client is not None and die.client.notify is not None)
    die.awake = False
    bridge.call(die.drop)
    assert probe(bridge).found[0].brief == CONDITION_SENTENCES[ReaderTrouble.AWAY]
    bridge.call(lambda: bridge.taken.forget(die.name))
    chosen = CONDITION_SENTENCES[ReaderTrouble.NO_DIE]
    bridge.until(lambda: probe(bridge).found[0].brief == chosen)


def test_a_bridge_that_does_not_run_is_named_with_the_command_that_starts_it(
    bridge: RunningBridge,
) -> None:
    bridge.stop()
    assert not find_status(bridge.port).exists()
    (found,) = probe(bridge).found
    assert found.what is FindingKind.READER_UNUSABLE
    assert "systemctl enable --now cdgdevice-dice" in found.sentence


def find_status(port: str) -> Path:
    file = locate_status(port)
    assert file is not None
    return file


LONG = b'{"charge": 9' + b" " * 4096 + b"}"


@pytest.mark.parametrize("content", [b"", b"[]", b"\xff", b'{"troubles": ["new"]}', LONG])
def test_what_is_no_status_is_no_word_of_a_bridge(content: bytes, tmp_path: Path) -> None:
    port = f"unix:{tmp_path / 'die'}"
    find_status(port).write_bytes(content)
    with find_status(port).open() as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        assert read_status(port) is None


def test_what_nobody_holds_is_no_word_of_a_bridge(tmp_path: Path) -> None:
    port = f"unix:{tmp_path / 'die'}"
    find_status(port).write_bytes(b'{"charge": 9}')
    assert read_status(port) is None
    with find_status(port).open() as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        assert read_status(port) == BridgeStatus(charge=9)


def test_what_a_killed_bridge_has_left_is_no_word_of_it(tmp_path: Path) -> None:
    port = f"unix:{tmp_path / 'die'}"
    code = (
        "import sys; from cdgdevice.bluetooth.bridge_status import BridgeStatus, StatusFile\n"
        "kept = StatusFile(sys.argv[1])\n"
        "for charge in 8, 9: kept.leave(BridgeStatus(charge=charge))\n"
        "print(flush=True); sys.stdin.read()"
    )
    with Process(
        [sys.executable, "-c", code, port], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as bridge:
        assert bridge.stdout is not None
        bridge.stdout.readline()
        assert read_status(port) == BridgeStatus(charge=9)
        bridge.kill()
        bridge.wait(PATIENCE)
        assert find_status(port).exists()
        assert read_status(port) is None


def test_word_is_left_again_where_an_earlier_bridge_was_killed(tmp_path: Path) -> None:
    port = f"unix:{tmp_path / 'die'}"
    find_status(port).write_bytes(b"{}")
    find_status(port).with_name("die.status.new").write_bytes(b"")
    kept = StatusFile(port)
    kept.leave(BridgeStatus(charge=7))
    assert read_status(port) == BridgeStatus(charge=7)
    kept.remove()
    assert list(tmp_path.iterdir()) == []


def test_no_link_is_followed_and_no_terminal_is_written_to(tmp_path: Path) -> None:
    port = f"unix:{tmp_path / 'die'}"
    kept = StatusFile(port)
    fault = BluetoothFault("\x1b[2JBad\n.", "Do\x07.")
    kept.leave(BridgeStatus((ReaderTrouble.RADIO,), fault))
    status = read_status(port)
    assert status is not None
    assert str(status.fault) == "[2JBad. Do."
    file = find_status(port)
    file.rename(tmp_path / "elsewhere")
    file.symlink_to(tmp_path / "elsewhere")
    assert read_status(port) is None
    kept.remove()


@pytest.mark.parametrize("fault", [None, *ALL_FAULTS], ids=str)
def test_on_the_screen_whatever_dice_lack_is_one_screenful(fault: BluetoothFault | None) -> None:
    status = BridgeStatus(tuple(ReaderTrouble), fault, 9)
    for page in result_pages(describe_dice(status))[1:]:
        assert isinstance(page, PageView)
        assert check_fit(page) == []
        assert count_screenfuls(page) == 1, page.text


def test_the_report_says_how_it_stands_with_the_dice_and_names_none(tmp_path: Path) -> None:
    made = bench(tmp_path)
    fault = explain_bluetooth_error(
        BleakDBusError("org.bluez.Error.Failed", ["/org/bluez/hci0/dev_D6_7B_2C_11_22_33"])
    )
    status = BridgeStatus((ReaderTrouble.AWAY, ReaderTrouble.WEAK), fault, 9)
    found = describe_dice(status)
    met = ReaderProbe(found, dice=status)
    text = write_bug_report(made.machine, made.config, made.owned, found, met)
    assert "Bluetooth dice: away, weak" in text
    assert "Battery: 9 %" in text
    assert "Bluetooth: Bluetooth reports:" in text
    assert "D6_7B" not in text
    assert remove_private("a D6:7B:2C:11:22:33 b", ()) == "a (left out) b"
