import errno

import pytest
from luma.core.error import DeviceNotFoundError
from luma.core.interface.serial import i2c
from PIL import Image

from cdgdevice.drivers.oled.framebuffer import FRAME_BYTES, image_to_pages
from cdgdevice.drivers.oled.i2c_bus import NO_ANSWER
from cdgdevice.drivers.oled.panels import CHIPS, SH1106, SSD1306, SSD1309, PanelChip
from cdgdevice.drivers.oled.screen import Screen, SerialInterface
from cdgdevice.simulator.simulated_hardware import SimulatedI2cBus
from cdgdevice.simulator.simulated_panel import SimulatedPanel
from tests.drawn import show
from tests.drivers.fakes.recording_smbus import RecordingSMBus
from tests.drivers.oled.pictures import PAGES, PICTURE


def lit(chip: PanelChip = SSD1306) -> SimulatedPanel:
    panel = SimulatedPanel(chip)
    show(Screen(chip, SimulatedI2cBus({0x3C: panel}), 0x3C), PICTURE)
    return panel


def commands(*values: int) -> bytes:
    return bytes([0x00, *values])


@pytest.mark.parametrize("chip", CHIPS.values(), ids=repr)
def test_a_panel_just_plugged_in_is_dark(chip: PanelChip) -> None:
    panel = SimulatedPanel(chip)
    assert not panel.on
    assert panel.picture().getbbox() is None


def test_an_ssd1306_stays_dark_until_its_charge_pump_runs() -> None:
    panel = SimulatedPanel(SSD1306)
    panel.receive(commands(0xAF))
    assert not panel.on
    panel.receive(commands(0x8D, 0x14))
    assert panel.on


def test_a_panel_switched_on_before_it_is_written_shows_noise() -> None:
    panel = SimulatedPanel(SSD1309)
    panel.receive(commands(0xAF))
    assert panel.picture().getbbox() is not None


def test_a_command_may_be_cut_between_two_transfers() -> None:
    panel = lit()
    panel.receive(commands(0x81))
    panel.receive(commands(33))
    assert panel.contrast == 33


def test_inverse_all_on_and_start_line_change_what_is_seen_and_not_the_ram() -> None:
    panel = lit()
    panel.receive(commands(0xA7))
    assert image_to_pages(panel.picture()) == bytes(byte ^ 0xFF for byte in PAGES)
    panel.receive(commands(0xA6, 0xA5))
    assert image_to_pages(panel.picture()) == b"\xff" * FRAME_BYTES
    panel.receive(commands(0xA4, 0x48))
    assert image_to_pages(panel.picture()) == PAGES[128:] + PAGES[:128]
    panel.receive(commands(0x40))
    assert panel.picture() == PICTURE


def test_the_scan_direction_turns_the_picture_over_and_the_remap_only_what_is_written_later() -> (
    None
):
    panel = lit()
    panel.receive(commands(0xC0, 0xA0))
    assert panel.picture().transpose(Image.Transpose.FLIP_TOP_BOTTOM) == PICTURE


def test_a_window_wraps_from_column_to_column_and_from_page_to_page() -> None:
    panel = lit()
    panel.receive(commands(0x21, 10, 11, 0x22, 2, 3))
    panel.receive(bytes([0x40, 1, 2, 3, 4, 5]))
    seen = image_to_pages(panel.picture())
    assert (seen[2 * 128 + 10], seen[2 * 128 + 11]) == (5, 2)
    assert (seen[3 * 128 + 10], seen[3 * 128 + 11]) == (3, 4)


def test_vertical_mode_fills_columns_first() -> None:
    panel = lit()
    panel.receive(commands(0x20, 1, 0x21, 10, 11, 0x22, 2, 3))
    panel.receive(bytes([0x40, 1, 2, 3, 4]))
    seen = image_to_pages(panel.picture())
    assert (seen[2 * 128 + 10], seen[3 * 128 + 10]) == (1, 2)
    assert (seen[2 * 128 + 11], seen[3 * 128 + 11]) == (3, 4)


def test_an_sh1106_written_page_by_page_like_an_ssd1306_shows_it_two_columns_to_the_left() -> None:
    panel = lit(SH1106)
    for page in range(8):
        panel.receive(commands(0xB0 | page, 0x00, 0x10))
        panel.receive(b"\x40" + PAGES[page * 128 : (page + 1) * 128])
    seen = image_to_pages(panel.picture())
    for page in range(8):
        assert seen[page * 128 :][:126] == PAGES[page * 128 + 2 :][:126]


def test_a_missing_panel_fails_as_luma_does() -> None:
    bus = SimulatedI2cBus({})
    own: SerialInterface = bus.open_serial(0x3C)
    lumas: SerialInterface = i2c(bus=RecordingSMBus(listener=bus.transfer), address=0x3C)
    for serial in (own, lumas):
        with pytest.raises(DeviceNotFoundError, match="I2C device not found on address: 0x3C"):
            serial.command(0xAE)
        with pytest.raises(OSError, match="Remote I/O error") as caught:
            serial.data(b"\xff")
        assert caught.value.errno == NO_ANSWER == errno.EREMOTEIO


def test_bytes_are_counted_with_address_and_control_byte() -> None:
    bus = SimulatedI2cBus({0x3C: SimulatedPanel(SSD1306)})
    bus.open_serial(0x3C).command(0xAE)
    bus.open_serial(0x3C).data(bytes(1024))
    assert bus.wire_bytes == 3 + 1026


def test_a_listener_hears_of_every_transfer_and_of_plugs() -> None:
    bus = SimulatedI2cBus({0x3C: SimulatedPanel(SSD1306)})
    heard: list[int] = []
    bus.listen(heard.append)
    bus.open_serial(0x3C).command(0xAE)
    bus.unplug(0x3C)
    bus.replug(0x3C)
    assert heard == [0x3C] * 3


def test_a_panel_pulled_out_is_black_and_no_longer_found() -> None:
    panel = lit()
    bus = SimulatedI2cBus({0x3C: panel})
    assert bus.picture(0x3C) == PICTURE
    bus.unplug(0x3C)
    assert bus.picture(0x3C).getbbox() is None
    assert bus.scan_addresses() == ()
