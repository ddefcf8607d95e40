"""What is said to systemd, and when."""

import socket
from pathlib import Path

import pytest

from cdgdevice.system.systemd import SystemdNotifier
from tests.patience import PATIENCE
from tests.service_manager import Manager


def test_nothing_is_said_where_there_is_no_systemd() -> None:
    systemd = SystemdNotifier({})
    systemd.notify_ready("x")
    systemd.notify_alive()
    systemd.notify_stopping()
    assert systemd.watchdog_every is None


def test_a_manager_that_has_gone_stops_nothing(tmp_path: Path) -> None:
    SystemdNotifier({"NOTIFY_SOCKET": str(tmp_path / "gone")}).notify_alive()


def test_an_abstract_socket_is_reached() -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.settimeout(PATIENCE)
        manager.bind("\0cdgdevice-test-notify")
        SystemdNotifier({"NOTIFY_SOCKET": "@cdgdevice-test-notify"}).notify_ready("Playing.")
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
        assert SystemdNotifier(manager.environment | environment).watchdog_every == every


def test_a_manager_that_is_too_busy_to_listen_holds_nothing_up(tmp_path: Path) -> None:
    with Manager(tmp_path) as manager:
        systemd = SystemdNotifier(manager.environment)
        for _ in range(2000):  # more than any queue of the kernel's
            systemd.notify_alive()
        assert set(manager.heard()) == {"WATCHDOG=1"}


def test_a_long_work_asks_for_time_every_few_seconds_and_a_short_one_not_at_all(
    tmp_path: Path,
) -> None:
    now = 100.0
    with Manager(tmp_path) as manager:
        go_on = SystemdNotifier(manager.environment).busy(lambda: now)
        for _ in range(49):
            now += 0.1
            go_on()
        assert manager.heard() == []
        for _ in range(200):
            now += 0.1
            go_on()
        assert manager.heard() == ["EXTEND_TIMEOUT_USEC=60000000\nWATCHDOG=1"] * 4
