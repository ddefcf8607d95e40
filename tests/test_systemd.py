"""The service's unit, read by systemd itself, and what is said to systemd."""

import configparser
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from cdgdevice.systemd import Systemd
from tests.whole_gadget import Manager

UNIT = Path(__file__).parents[1] / "systemd" / "cdgdevice.service"


def _unit() -> configparser.RawConfigParser:
    unit = configparser.RawConfigParser(strict=False)
    unit.optionxform = str  # type: ignore[assignment, method-assign] # keys are told by their case
    unit.read_string(UNIT.read_text())
    return unit


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is missing")
def test_systemd_finds_nothing_to_say_about_the_unit(tmp_path: Path) -> None:
    text = UNIT.read_text().replace("/usr/bin/cdgdevice", sys.executable)
    unit = tmp_path / UNIT.name
    unit.write_text(text)
    done = _verify(unit)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
    unit.write_text(text.replace("WatchdogSec", "WatchDogSec"))
    assert _verify(unit).stderr, "a misspelt key is found"


def _verify(unit: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(unit)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_the_unit_starts_the_service_watches_it_and_starts_it_again() -> None:
    service = _unit()["Service"]
    assert service["Type"] == "notify"
    assert service["ExecStart"].split()[1] == "run"
    assert int(service["WatchdogSec"]) > 0
    assert service["Restart"] in ("on-failure", "always")
    assert int(service["TimeoutStopSec"]) > 0


def test_the_unit_gives_a_folder_for_the_games_and_one_to_work_in() -> None:
    service = _unit()["Service"]
    assert service["StateDirectory"] == "cdgdevice"
    assert service["WorkingDirectory"] == f"/run/{service['RuntimeDirectory']}"


def test_the_unit_may_use_the_devices_of_the_gadget_and_no_others() -> None:
    lines = UNIT.read_text().splitlines()
    allowed = {line.split("=")[1].split()[0] for line in lines if line.startswith("DeviceAllow=")}
    assert "DevicePolicy=closed" in lines
    serial = {f"char-tty{kind}" for kind in ("ACM", "USB", "AMA", "S")}
    assert allowed == {"char-gpiochip", "char-i2c", *serial}


def test_nothing_is_said_where_there_is_no_systemd() -> None:
    systemd = Systemd({})
    systemd.ready("x")
    systemd.alive()
    systemd.stopping()
    assert systemd.watchdog_every is None


def test_a_manager_that_has_gone_stops_nothing(tmp_path: Path) -> None:
    Systemd({"NOTIFY_SOCKET": str(tmp_path / "gone")}).alive()


def test_an_abstract_socket_is_reached() -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.settimeout(5)
        manager.bind("\0cdgdevice-test-notify")
        Systemd({"NOTIFY_SOCKET": "@cdgdevice-test-notify"}).ready("Playing.")
        assert manager.recv(100) == b"READY=1\nSTATUS=Playing."


@pytest.mark.parametrize(
    ("environment", "every"),
    [
        ({"WATCHDOG_USEC": "30000000"}, 15.0),
        ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "1"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
        ({"WATCHDOG_USEC": "2000"}, 0.001),
        ({"WATCHDOG_USEC": "-2000"}, None),
        ({"WATCHDOG_USEC": "²"}, None),
        ({}, None),
    ],
)
def test_signs_of_life_are_given_at_half_the_time_that_is_allowed_to_this_process(
    tmp_path: Path, environment: dict[str, str], every: float | None
) -> None:
    with Manager(tmp_path) as manager:
        assert Systemd(manager.environment | environment).watchdog_every == every


def test_a_manager_that_is_too_busy_to_listen_holds_nothing_up(tmp_path: Path) -> None:
    with Manager(tmp_path) as manager:
        systemd = Systemd(manager.environment)
        for _ in range(2000):  # more than any queue of the kernel's
            systemd.alive()
        assert set(manager.heard()) == {"WATCHDOG=1"}
