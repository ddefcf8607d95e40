import errno

import pytest
import serial

from cdgdevice.drivers.reader.port_lookup import (
    explain_hung_port,
    explain_lost_port,
    explain_open_failure,
    is_port_absent,
    sentence_for_player,
)
from cdgdevice.errors import HardwareError

DIE = "/dev/cdgdevice-die"


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (serial.SerialException(errno.ENOENT, "x"), "not plugged in"),
        (serial.SerialException(errno.EACCES, "x"), "dialout"),
        (serial.SerialException(errno.EBUSY, "x"), "Another program"),
        (serial.SerialException(errno.EAGAIN, "x"), "Another program"),
        (serial.SerialException("x"), "can't be opened as a serial port"),
        (ValueError("x"), "can't be opened as a serial port"),
    ],
)
def test_each_reason_not_to_open_a_port_is_one_sentence(error: Exception, words: str) -> None:
    fault = explain_open_failure("/dev/cdgdevice-die", error)
    assert isinstance(fault, HardwareError)
    assert words in str(fault)
    assert "/dev/cdgdevice-die" in str(fault)
    assert str(fault).endswith(".")
    assert "\n" not in str(fault)


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.ENOENT, "No program offers a die reader at unix:/run/die: start it"),
        (errno.EACCES, "let the user of cdgdevice write to that socket"),
        (errno.ECONNREFUSED, "Another program has the die reader at unix:/run/die open, or"),
    ],
)
def test_each_reason_not_to_open_a_socket_is_one_sentence(number: int, words: str) -> None:
    fault = str(explain_open_failure("unix:/run/die", OSError(number, "x")))
    assert words in fault
    assert fault.endswith(".")
    assert "\n" not in fault


def test_a_url_that_nothing_answers_at_is_named() -> None:
    fault = explain_open_failure("socket://127.0.0.1:1", serial.SerialException("Could not open"))
    assert str(fault).startswith("Nothing answers at socket://127.0.0.1:1")


def test_a_url_of_an_unknown_kind_is_told_with_those_that_are_known() -> None:
    with pytest.raises(ValueError, match="not known") as unknown:
        serial.serial_for_url("foo://x")
    fault = explain_open_failure("foo://x", unknown.value)
    assert str(fault).startswith("foo://x is no port that this program knows")


@pytest.mark.parametrize(
    "fault",
    [
        explain_lost_port(DIE),
        explain_hung_port(DIE),
        *(explain_open_failure(DIE, OSError(number, "x")) for number in (2, 13, 16)),
    ],
)
def test_the_screen_has_no_room_for_a_port_s_name(fault: HardwareError) -> None:
    assert DIE in str(fault)
    assert "/" not in sentence_for_player(DIE, fault)
    assert sentence_for_player(DIE, fault).startswith(
        ("The die reader ", "Another program has the die")
    )


def test_a_pulled_cable_and_a_missing_one_are_the_same_to_the_player() -> None:
    missing = explain_open_failure(DIE, OSError(errno.ENOENT, "x"))
    for fault in (missing, explain_lost_port(DIE)):
        assert sentence_for_player(DIE, fault) == "The die reader is unplugged: plug it in."


def test_of_a_socket_nothing_is_unplugged() -> None:
    missing = explain_open_failure("unix:/run/die", OSError(errno.ENOENT, "x"))
    for fault in (missing, explain_lost_port("unix:/run/die")):
        told = sentence_for_player("unix:/run/die", fault)
        assert told == "No program offers a die reader: start it."


def test_only_a_missing_device_is_awaited_without_trying_again() -> None:
    assert is_port_absent(serial.SerialException(errno.ENOENT, "x"))
    assert not is_port_absent(serial.SerialException(errno.EBUSY, "x"))
    assert not is_port_absent(ValueError("x"))
