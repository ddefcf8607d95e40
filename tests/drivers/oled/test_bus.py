import errno
import os
from pathlib import Path

import pytest
import smbus2

from cdgdevice.drivers.oled import i2c_bus
from cdgdevice.drivers.oled.framebuffer import FRAME_BYTES, pages_to_image
from cdgdevice.drivers.oled.i2c_bus import I2cBus, RecordingBus
from cdgdevice.drivers.oled.panels import SH1106, SSD1309
from cdgdevice.drivers.oled.screen import BusSettings, Screen
from cdgdevice.errors import HardwareError
from cdgdevice.service.world import open_bus
from cdgdevice.simulator.simulated_hardware import SimulatedI2cBus
from cdgdevice.simulator.simulated_panel import SimulatedPanel
from tests.drawn import show
from tests.drivers.fakes.recording_smbus import RecordingSMBus

PICTURE = pages_to_image(bytes(at % 251 for at in range(FRAME_BYTES)))


def bus_that_fails_to_open(
    monkeypatch: pytest.MonkeyPatch, number: int, *, acknowledge: bool = True
) -> I2cBus:
    def refuse(_port: int | str) -> None:
        raise OSError(number, os.strerror(number), "/dev/i2c-1")

    monkeypatch.setattr(smbus2, "SMBus", refuse)
    return I2cBus("/dev/i2c-1", acknowledge=acknowledge)


@pytest.mark.parametrize("acknowledge", [True, False])
@pytest.mark.parametrize(
    ("number", "remedy"),
    [
        (errno.ENOENT, "There is no I2C bus /dev/i2c-1: switch I2C on with"),
        (errno.EACCES, "sudo usermod -aG i2c USER"),
        (errno.ENOTTY, "check the buses of the screens in the configuration"),
    ],
)
def test_a_bus_that_does_not_open_is_a_sentence_with_the_remedy(
    monkeypatch: pytest.MonkeyPatch, number: int, remedy: str, acknowledge: bool
) -> None:
    bus = bus_that_fails_to_open(monkeypatch, number, acknowledge=acknowledge)
    with pytest.raises(HardwareError, match=remedy):
        bus.open_serial(0x3C)
    assert remedy in bus.find_fault()
    assert bus.scan_addresses() == ()


def test_a_screen_on_a_missing_bus_says_what_the_bus_says(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen(SSD1309, bus_that_fails_to_open(monkeypatch, errno.ENOENT), 0x3C)
    show(screen, PICTURE)
    assert screen.fault.startswith("There is no I2C bus")


def test_a_bus_that_is_an_overlay_s_is_missed_with_that() -> None:
    assert I2cBus("/dev/i2c-77").find_fault() == (
        "There is no I2C bus /dev/i2c-77: add its overlay to config.txt, as docs/CONFIGURATION.md "
        "shows, and restart."
    )


@pytest.mark.parametrize(
    ("name", "port"), [("/dev/i2c-20", 20), ("/dev/i2c-oled", "/dev/i2c-oled")]
)
def test_a_bus_is_opened_by_number_and_by_path_if_it_has_none(
    monkeypatch: pytest.MonkeyPatch, name: str, port: int | str
) -> None:
    opened: list[int | str] = []
    monkeypatch.setattr(smbus2, "SMBus", opened.append)
    I2cBus(name).open_serial(0x3C)
    assert opened == [port]


def test_a_scan_finds_who_answers_and_who_has_a_driver_already(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fake = RecordingSMBus([0x3C, 0x3D])
    fake.fail(0x68, errno.EBUSY)
    monkeypatch.setattr(smbus2, "SMBus", lambda _port: fake)
    assert I2cBus("/dev/i2c-1").scan_addresses() == (0x3C, 0x3D, 0x68)


def test_a_scan_of_a_stuck_bus_ends_at_the_first_address(monkeypatch: pytest.MonkeyPatch) -> None:
    fake = RecordingSMBus()
    fake.fail(0x08, errno.ETIMEDOUT)
    monkeypatch.setattr(smbus2, "SMBus", lambda _port: fake)
    assert I2cBus("/dev/i2c-1").scan_addresses() == ()


def test_a_recording_replayed_shows_what_was_shown(tmp_path: Path) -> None:
    path = tmp_path / "sent"
    screens = [
        Screen(SSD1309, open_bus(BusSettings(f"record:{path}")), 0x3C),
        Screen(SH1106, open_bus(BusSettings(f"record:{path}")), 0x3D),
    ]
    for screen in screens:
        show(screen, PICTURE)
        assert screen.fault is None
    panels = {0x3C: SimulatedPanel(SSD1309), 0x3D: SimulatedPanel(SH1106)}
    bus = SimulatedI2cBus(panels)
    with path.open("rb") as file:
        bus.replay(i2c_bus.parse_transfers(file))
    assert bus.picture(0x3C) == bus.picture(0x3D) == PICTURE


def test_a_recording_is_a_line_for_each_transfer(tmp_path: Path) -> None:
    path = tmp_path / "sent"
    bus = RecordingBus(str(path))
    serial = bus.open_serial(0x3C)
    serial.command(0xAE)
    serial.data(b"\xff\x00")
    bus.close()
    assert path.read_text() == "3c 00ae\n3c 40ff00\n"


def test_a_line_that_is_no_transfer_is_named() -> None:
    with pytest.raises(ValueError, match="Line 2 of the recording"):
        list(i2c_bus.parse_transfers([b"3c 00ae\n", b"3c 00zz\n"]))


def test_a_fifo_without_a_reader_is_a_screen_that_is_not_there_until_it_is_read(
    tmp_path: Path,
) -> None:
    path = tmp_path / "fifo"
    os.mkfifo(path)
    screen = Screen(SSD1309, open_bus(BusSettings(f"record:{path}")), 0x3C)
    show(screen, PICTURE)
    assert "can't be written" in screen.fault
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    try:
        screen.check(0.0)
        assert screen.fault is None
        assert os.read(reader, 100).startswith(b"3c 00")
    finally:
        os.close(reader)
    show(screen, pages_to_image(bytes(FRAME_BYTES)))
    assert screen.fault is not None


def test_a_recording_in_a_folder_that_is_not_there_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(HardwareError, match=r"check screens\.bus"):
        open_bus(BusSettings(f"record:{tmp_path}/none/sent")).open_serial(0x3C)


class UnheardSMBus:
    """A bus whose panel never acknowledges, as smbus2 opens it."""

    def __init__(self, funcs: int) -> None:
        self.funcs = funcs
        self.panel = SimulatedPanel(SSD1309)
        self.closed = False

    def i2c_rdwr(self, message: smbus2.i2c_msg) -> None:
        if not message.flags & i2c_bus.IGNORE_NAK:
            raise OSError(i2c_bus.NO_ANSWER, os.strerror(i2c_bus.NO_ANSWER))
        self.panel.receive(bytes(message))

    def close(self) -> None:
        self.closed = True


def test_a_panel_that_gives_no_ack_shows_its_pictures_on_a_bus_that_can_continue_without(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    unheard = UnheardSMBus(smbus2.I2cFunc.I2C | smbus2.I2cFunc.PROTOCOL_MANGLING)
    monkeypatch.setattr(smbus2, "SMBus", lambda _port: unheard)
    screen = Screen(SSD1309, open_bus(BusSettings("/dev/i2c-3", acknowledge=False)), 0x3C)
    show(screen, PICTURE)
    assert (screen.fault, unheard.panel.picture()) == (None, PICTURE)
    screen.close()
    assert unheard.closed


def test_a_bus_that_can_t_continue_without_an_ack_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    unheard = UnheardSMBus(smbus2.I2cFunc.I2C)
    monkeypatch.setattr(smbus2, "SMBus", lambda _port: unheard)
    bus = I2cBus("/dev/i2c-1", acknowledge=False)
    assert bus.find_fault().startswith("/dev/i2c-1 can't go on without an ACK, as the Pi's own")
    assert unheard.closed
    screen = Screen(SSD1309, bus, 0x3C)
    show(screen, PICTURE)
    assert screen.fault == bus.find_fault()
