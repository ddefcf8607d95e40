"""The test machine's I2C bus, as the kernel's i2c-tiny-usb sees it through USB/IP."""

import errno
import socket
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from threading import Thread

import pytest

from tests.machine.world.i2c_bus import I2cBus
from tests.machine.world.i2c_tiny_usb import I2cTinyUsb
from tests.machine.world.usbip import serve
from tests.patience import PATIENCE

LEFT, RIGHT, NOBODY = 0x3C, 0x3D, 0x50
GET_STATUS, TRANSFER = 3, 7
ANSWERED, NOT_ANSWERED = 1, 2
STALLED = -errno.EPIPE


@dataclass
class Kernel:
    """The host's end of the cable, and what the world told meanwhile."""

    line: socket.socket
    bus: I2cBus
    told: list[tuple[int, bytes, bool]]
    changed: list[tuple[int, bool]]
    slept: list[float]
    number: int = field(default=0)

    def asks(self, setup: bytes, length: int, data: bytes = b"") -> int:
        """Send a request; give its number."""
        self.number += 1
        to_host = setup[0] >> 7
        head = struct.pack(">IIIII", 1, self.number, 0x10001, to_host, 0)
        head += struct.pack(">IiiII", 0x200, length, 0, 0, 0) + setup
        self.line.sendall(head + data)
        return self.number

    def hears(self, to_host: bool) -> tuple[int, int, bytes]:
        """Give number, status and data of the next answer."""
        head = self.line.recv(48, socket.MSG_WAITALL)
        what, number, _, _, _, status, count = struct.unpack(">IIIIIii", head[:28])
        assert what == 3
        data = self.line.recv(count, socket.MSG_WAITALL) if to_host and count else b""
        return number, status, data

    def gets(self, setup: bytes, length: int) -> tuple[int, bytes]:
        number = self.asks(setup, length)
        answered, status, data = self.hears(to_host=True)
        assert answered == number
        return status, data

    def starts_write(self, address: int, data: bytes) -> int:
        setup = struct.pack("<BBHHH", 0x41, TRANSFER, 0, address, len(data))
        return self.asks(setup, len(data), data)

    def writes(self, address: int, data: bytes) -> int:
        """Write as i2c-tiny-usb does, and give the status that it reads then."""
        number = self.starts_write(address, data)
        assert self.hears(to_host=False) == (number, 0, b"")
        return self.status()

    def reads(self, address: int, count: int) -> tuple[bytes, int]:
        setup = struct.pack("<BBHHH", 0xC1, TRANSFER, 1, address, count)
        return self.gets(setup, count)[1], self.status()

    def status(self) -> int:
        return self.gets(struct.pack("<BBHHH", 0xC1, GET_STATUS, 0, 0, 1), 1)[1][0]

    def takes_back(self, number: int) -> int:
        """Unlink a request; give the status of that."""
        self.number += 1
        self.line.sendall(struct.pack(">IIIIII24x", 2, self.number, 0x10001, 0, 0, number))
        head = self.line.recv(48, socket.MSG_WAITALL)
        what, answered, _, _, _, status = struct.unpack(">IIIIIi", head[:24])
        assert (what, answered) == (4, self.number)
        return int(status)


@pytest.fixture
def kernel() -> Iterator[Kernel]:
    told: list[tuple[int, bytes, bool]] = []
    changed: list[tuple[int, bool]] = []
    slept: list[float] = []
    bus = I2cBus(
        (LEFT, RIGHT),
        lambda *words: told.append(words),
        lambda *words: changed.append(words),
        slept.append,
    )
    ours, its = socket.socketpair()
    ours.settimeout(PATIENCE)
    device = Thread(target=serve, args=(its, I2cTinyUsb(bus)))
    device.start()
    with its, ours:
        yield Kernel(ours, bus, told, changed, slept)
        ours.shutdown(socket.SHUT_RDWR)
        device.join()


def test_the_kernel_finds_the_ids_of_an_i2c_tiny_usb(kernel: Kernel) -> None:
    status, device = kernel.gets(struct.pack("<BBHHH", 0x80, 6, 0x0100, 0, 64), 64)
    assert status == 0
    assert len(device) == device[0] == 18
    assert struct.unpack_from("<HH", device, 8) == (0x0403, 0xC631)


def test_the_configuration_is_as_long_as_it_says(kernel: Kernel) -> None:
    first = kernel.gets(struct.pack("<BBHHH", 0x80, 6, 0x0200, 0, 9), 9)[1]
    (length,) = struct.unpack_from("<H", first, 2)
    whole = kernel.gets(struct.pack("<BBHHH", 0x80, 6, 0x0200, 0, length), length)[1]
    assert len(first) == 9
    assert len(whole) == length == whole[0] + whole[9]


def test_a_request_that_no_adapter_knows_is_refused(kernel: Kernel) -> None:
    assert kernel.gets(struct.pack("<BBHHH", 0xC1, 99, 0, 0, 4), 4) == (STALLED, b"")
    assert kernel.gets(struct.pack("<BBHHH", 0x80, 6, 0x0600, 0, 10), 10) == (STALLED, b"")


def test_what_is_written_is_told_before_the_write_is_over(kernel: Kernel) -> None:
    number = kernel.starts_write(LEFT, b"\x40" + bytes(1024))
    kernel.hears(to_host=False)
    assert kernel.told == [(LEFT, b"\x40" + bytes(1024), True)]
    assert (kernel.status(), number) == (ANSWERED, 1)


def test_where_nobody_is_nobody_answers(kernel: Kernel) -> None:
    assert kernel.writes(NOBODY, b"\x00\xae") == NOT_ANSWERED
    assert kernel.reads(NOBODY, 2) == (b"\x00\x00", NOT_ANSWERED)
    assert kernel.told == [(NOBODY, b"\x00\xae", False)]


def test_a_panel_answers_a_question_with_nothing(kernel: Kernel) -> None:
    assert kernel.reads(RIGHT, 3) == (bytes(3), ANSWERED)


def test_a_panel_that_is_pulled_out_is_silent_and_the_other_is_not(kernel: Kernel) -> None:
    kernel.bus.pull(LEFT)
    assert kernel.writes(LEFT, b"\x00") == NOT_ANSWERED
    assert kernel.writes(RIGHT, b"\x00") == ANSWERED
    assert kernel.changed == [(LEFT, False)]


def test_a_panel_may_go_in_the_midst_of_a_picture(kernel: Kernel) -> None:
    kernel.bus.pull(LEFT, after=2)
    assert [kernel.writes(LEFT, b"\x40") for _ in range(3)] == [ANSWERED, ANSWERED, NOT_ANSWERED]
    assert kernel.changed == [(LEFT, False)]


def test_a_panel_that_is_put_back_has_lost_what_it_was_sent(kernel: Kernel) -> None:
    kernel.writes(LEFT, b"\x00\xaf")
    assert kernel.bus.since_power(LEFT) == ((b"\x00\xaf",), True)
    kernel.bus.pull(LEFT)
    kernel.bus.put_back(LEFT)
    assert kernel.bus.since_power(LEFT) == ((), True)
    assert kernel.writes(LEFT, b"\x00\xae") == ANSWERED
    assert kernel.bus.since_power(LEFT) == ((b"\x00\xae",), True)
    assert kernel.changed == [(LEFT, False), (LEFT, True)]


def test_a_slow_wire_takes_nine_bits_for_each_byte_and_the_address(kernel: Kernel) -> None:
    kernel.writes(LEFT, bytes(999))
    assert kernel.slept == []
    kernel.bus.bits_per_second = 9_000
    kernel.writes(LEFT, bytes(999))
    assert kernel.slept == [1.0]


def test_a_stuck_wire_hangs_until_the_kernel_gives_up_and_then_goes_on(kernel: Kernel) -> None:
    kernel.bus.stuck = True
    hanging = kernel.starts_write(LEFT, b"\x00\xae")
    assert kernel.takes_back(hanging) == -errno.ECONNRESET
    kernel.bus.stuck = False
    assert kernel.writes(LEFT, b"\x00\xaf") == ANSWERED
    assert kernel.told == [(LEFT, b"\x00\xaf", True)]


def test_what_was_answered_is_not_taken_back(kernel: Kernel) -> None:
    number = kernel.starts_write(LEFT, b"\x00")
    kernel.hears(to_host=False)
    assert kernel.takes_back(number) == 0


def test_a_panel_that_never_was_is_not_pulled_out(kernel: Kernel) -> None:
    with pytest.raises(ValueError, match="No panel was ever at 0x50"):
        kernel.bus.pull(NOBODY)
