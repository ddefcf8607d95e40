import os
import socket
from contextlib import closing

import pytest

from cdgdevice.system import systemd
from cdgdevice.system.systemd import take_activated_socket

OWN = str(os.getpid())


@pytest.mark.parametrize(
    "environment",
    [
        {},
        {"LISTEN_PID": "1", "LISTEN_FDS": "1", "LISTEN_FDNAMES": "page"},
        {"LISTEN_PID": OWN, "LISTEN_FDS": "1", "LISTEN_FDNAMES": "other"},
        {"LISTEN_PID": OWN, "LISTEN_FDS": "1", "LISTEN_FDNAMES": "other:page"},
        {"LISTEN_PID": OWN, "LISTEN_FDS": "1"},
        {"LISTEN_PID": OWN, "LISTEN_FDS": "", "LISTEN_FDNAMES": "page"},
        {"LISTEN_PID": OWN, "LISTEN_FDS": "-1", "LISTEN_FDNAMES": "page"},
    ],
)
def test_what_is_not_handed_to_this_program_is_left_alone(environment: dict[str, str]) -> None:
    assert take_activated_socket("page", environment) is None


def test_a_socket_is_found_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(socket.socket()) as one, closing(socket.socket()) as two:
        two.bind(("127.0.0.1", 0))
        first = os.dup(one.fileno())
        second = os.dup2(two.fileno(), first + 1)
        monkeypatch.setattr(systemd, "FIRST_SOCKET", first)
        environment = {"LISTEN_PID": OWN, "LISTEN_FDS": "2", "LISTEN_FDNAMES": "other:page"}
        found = take_activated_socket("page", environment)
        os.close(first)
        assert found is not None
        with found:
            assert found.fileno() == second
            assert found.getsockname() == two.getsockname()
            assert not found.get_inheritable()
