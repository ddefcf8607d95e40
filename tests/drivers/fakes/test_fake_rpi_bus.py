import errno

import pytest
from luma.core.interface.serial import i2c
from smbus2 import i2c_msg

from tests.drivers.fakes.fake_rpi_bus import RecordingSMBus


def test_it_records_what_the_real_luma_interface_sends() -> None:
    bus = RecordingSMBus([0x3C])
    serial = i2c(bus=bus, address=0x3C)
    serial.command(0xAE, 0xAF)
    serial.data(bytes(range(40)))
    assert bus.written(0x3C) == [
        bytes([0x00, 0xAE, 0xAF]),
        bytes([0x40, *range(32)]),
        bytes([0x40, *range(32, 40)]),
    ]


def test_a_long_message_is_one_transfer() -> None:
    bus = RecordingSMBus()
    bus.i2c_rdwr(i2c_msg.write(0x3D, [0x40, *bytes(1024)]))
    assert bus.transfers == [(0x3D, bytes([0x40]) + bytes(1024))]


def test_a_read_gives_the_reply_that_was_laid_ready() -> None:
    bus = RecordingSMBus()
    bus.replies[0x3C] = b"\x43"
    message = i2c_msg.read(0x3C, 2)
    bus.i2c_rdwr(message)
    assert list(message) == [0x43, 0]
    assert bus.read_byte(0x3C) == 0x43


def test_an_absent_address_answers_with_an_error() -> None:
    bus = RecordingSMBus([0x3C])
    with pytest.raises(OSError, match="does not answer") as caught:
        bus.write_quick(0x3D)
    assert caught.value.errno == errno.EREMOTEIO


def test_a_device_can_be_lost_and_come_back() -> None:
    bus = RecordingSMBus([0x3C])
    bus.fail(0x3C, errno.ENXIO)
    with pytest.raises(OSError, match="does not answer"):
        bus.write_byte(0x3C, 1)
    bus.heal(0x3C)
    bus.write_byte(0x3C, 2)
    assert bus.written(0x3C) == [b"\x02"]
