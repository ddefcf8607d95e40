"""Panels that luma.oled drives, through our screen, before chips that count every argument."""

import errno
from random import Random
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageColor

from cdgdevice.drivers.oled import luma_screen
from cdgdevice.drivers.oled.luma_screen import LumaScreen, arrange
from cdgdevice.drivers.oled.panels import LUMA_PANELS, LumaPanel, choose_panel
from cdgdevice.drivers.oled.screen import RETRY_INTERVAL
from cdgdevice.simulator.simulated_hardware import SimulatedI2cBus, SimulatedSpiBus
from tests.drawn import show
from tests.drivers.oled.luma_chips import CHIPS, INVERSE, Chip
from tests.drivers.oled.pictures import BLACK, WHITE, noise, number

# Luma draws with a call that Pillow means to drop.
pytestmark = pytest.mark.filterwarnings("ignore:Image.Image.getdata:DeprecationWarning")

RED, BLUE = "#f2a897", "#9fc8f0"
each_panel = pytest.mark.parametrize("panel", LUMA_PANELS, ids=repr)
on_i2c = pytest.mark.parametrize("panel", [p for p in LUMA_PANELS if p.on_i2c], ids=repr)
GREY, COLOUR = choose_panel("ssd1322"), choose_panel("ssd1351")


PICTURES = (number(1), noise(3), number(2), BLACK, WHITE)


class Gadget:
    """A screen, its bus, and the chip at the other end."""

    def __init__(self, panel: LumaPanel, *, i2c: bool = False, **more: Any) -> None:
        if not hasattr(luma_screen.device, panel.name):
            pytest.skip(f"this luma.oled has no driver for {panel}")
        self.chip: Chip = CHIPS[repr(panel)]()
        place = 0x3C if i2c else 0
        self.bus = (SimulatedI2cBus if i2c else SimulatedSpiBus)({place: self.chip})
        self.screen = LumaScreen(panel, self.bus, place, **more)
        self.place = place

    def seen(self) -> Image.Image:
        return self.bus.picture(self.place)


def expected(panel: LumaPanel, chip: Chip, *pictures: Image.Image, colours: Any) -> Image.Image:
    """What is to be seen, put together without the code under test."""
    wide, high = panel.pixels
    seen = Image.new(chip.picture().mode, (wide, high))
    scale = 2 if wide == 256 and high == 128 else 1
    beside = len(pictures) == 2 and wide == 256
    above = len(pictures) == 2 and not beside
    left = 0 if beside else (wide - 128 * scale) // 2
    top = 0 if above else (high - 64 * scale) // 2
    for at, (picture, colour) in enumerate(zip(pictures, colours, strict=True)):
        word = zip(ImageColor.getrgb(colour), (0xF8, 0xFC, 0xF8), strict=True)
        shown = tuple(part & mask for part, mask in word) if seen.mode == "RGB" else 255
        lit = picture.resize((128 * scale, 64 * scale), Image.Resampling.NEAREST)
        seen.paste(shown, (left + 128 * at * beside, top + 64 * at * above), lit)
    # A glass that stands on its side is turned to the right.
    return seen if chip.width == wide else seen.transpose(Image.Transpose.ROTATE_270)


@each_panel
@pytest.mark.parametrize("rotate", [0, 180])
def test_the_panel_shows_each_picture_in_turn(panel: LumaPanel, rotate: Any) -> None:
    gadget = Gadget(panel, rotate=rotate, colours=(RED,))
    for picture in PICTURES:
        show(gadget.screen, picture)
        wanted = expected(panel, gadget.chip, picture, colours=(RED,))
        assert gadget.seen().tobytes() == wanted.rotate(rotate).tobytes()
    assert gadget.screen.fault is None


@on_i2c
def test_it_shows_them_on_i2c_too(panel: LumaPanel) -> None:
    gadget = Gadget(panel, i2c=True)
    for picture in PICTURES:
        show(gadget.screen, picture)
        assert gadget.seen() == expected(panel, gadget.chip, picture, colours=("white",))
    assert gadget.screen.fault is None


@each_panel
def test_the_same_picture_again_sends_nothing(panel: LumaPanel) -> None:
    gadget = Gadget(panel)
    for picture in PICTURES:
        show(gadget.screen, picture)
        sent = gadget.bus.wire_bytes
        show(gadget.screen, picture.copy())
        assert gadget.bus.wire_bytes == sent


@pytest.mark.parametrize("panel", [GREY, COLOUR, choose_panel("ssd1362")], ids=repr)
def test_a_changed_digit_takes_a_small_part_of_the_bytes(panel: LumaPanel) -> None:
    gadget = Gadget(panel)
    show(gadget.screen, number(1))
    first = gadget.bus.wire_bytes
    show(gadget.screen, number(2))
    assert 0 < gadget.bus.wire_bytes - first < first / 20


@each_panel
def test_contrast_off_and_on_reach_the_panel(panel: LumaPanel) -> None:
    gadget = Gadget(panel, contrast=40)
    show(gadget.screen, number(1))
    assert (gadget.chip.contrast, gadget.chip.on) == (40, True)
    gadget.screen.set_contrast(12)
    gadget.screen.sleep()
    assert (gadget.chip.contrast, gadget.chip.on) == (12, False)
    show(gadget.screen, number(2))
    assert not gadget.chip.on
    gadget.screen.wake()
    assert (gadget.chip.contrast, gadget.chip.on) == (12, True)
    assert gadget.seen() == expected(panel, gadget.chip, number(2), colours=("white",))


@each_panel
def test_nothing_is_sent_before_the_first_picture_nor_is_noise_seen(panel: LumaPanel) -> None:
    gadget = Gadget(panel)
    gadget.screen.set_contrast(5)
    gadget.screen.check(0.0)
    assert gadget.bus.wire_bytes == 0
    lit: list[Image.Image] = []
    gadget.bus.listen(lambda _: lit.append(gadget.chip.picture()) if gadget.chip.on else None)
    show(gadget.screen, noise(1))
    assert lit
    assert all(each == gadget.seen() for each in lit)


@each_panel
def test_what_is_sent_again_does_not_turn_the_panel_off(panel: LumaPanel) -> None:
    gadget = Gadget(panel)
    show(gadget.screen, noise(1))
    sent = gadget.bus.wire_bytes
    for now in (0.0, gadget.screen.refresh_interval):
        gadget.screen.check(now)
    assert gadget.bus.wire_bytes > sent + 1000
    assert gadget.chip.turned_off == 0
    assert gadget.seen() == expected(panel, gadget.chip, noise(1), colours=("white",))


@each_panel
def test_what_another_program_left_on_a_panel_ends_with_the_first_picture(
    panel: LumaPanel,
) -> None:
    gadget = Gadget(panel)
    gadget.bus = SimulatedSpiBus({0: gadget.chip}, resets={0: None})
    gadget.screen, chip = LumaScreen(panel, gadget.bus, 0), gadget.chip
    for command, values in chip.upright.items():
        chip.settings[command] = (3, 5) if values is None else tuple(each ^ 9 for each in values)
    chip.on, chip.mode, chip.window, chip.at = True, INVERSE, (1, 2, 3, 4), (2, 3, 0)
    show(gadget.screen, noise(1))
    assert gadget.seen() == expected(panel, chip, noise(1), colours=("white",))


@each_panel
def test_the_picture_is_there_or_back_wherever_the_power_failed(panel: LumaPanel) -> None:
    gadget, chance = Gadget(panel), Random(repr(panel))
    take, chip, now = gadget.chip.take, gadget.chip, 0.0
    left, transfers, failed = -1, 0, False

    def fail_or_take(content: bytes, *, pixels: bool) -> None:
        nonlocal left, transfers, failed
        if left == 0:
            chip.cut_power()
            failed = True
        left, transfers = left - 1, transfers + 1
        if not (failed and pixels and not chip.writing and not chip.waiting):
            take(content, pixels=pixels)  # data for which nothing asked any more does nothing

    chip.take = fail_or_take
    show(gadget.screen, noise(0))
    most, failures = transfers, 0
    for each in range(6):
        left, failed = chance.randrange(most), False
        picture = PICTURES[each % len(PICTURES)]
        show(gadget.screen, picture)
        left = -1
        if failed:
            failures += 1
            for _ in range(2):
                now += 1000.0
                gadget.screen.check(now)
        assert gadget.seen() == expected(panel, chip, picture, colours=("white",)), (each, failed)
    assert failures


def test_a_panel_that_was_put_back_unnoticed_has_its_picture_again() -> None:
    gadget = Gadget(GREY)
    show(gadget.screen, noise(1))
    before = gadget.seen()
    gadget.bus.unplug(0)
    gadget.bus.replug(0)
    assert gadget.seen() != before
    for now in (0.0, gadget.screen.refresh_interval):
        gadget.screen.check(now)
    assert gadget.seen() == before


@on_i2c
@pytest.mark.parametrize("after", [0, 1, 4, 9])
def test_a_panel_that_fails_is_reported_and_comes_back(panel: LumaPanel, after: int) -> None:
    gadget = Gadget(panel, i2c=True)
    show(gadget.screen, number(1))
    gadget.bus.unplug(0x3C, after)
    for picture in (noise(1), noise(2), number(2)):
        show(gadget.screen, picture)
    gadget.screen.set_contrast(7)
    assert gadget.screen.fault.startswith("No screen answers at 0x3C")
    assert gadget.screen.deadline() < RETRY_INTERVAL
    gadget.bus.replug(0x3C)
    gadget.screen.check(RETRY_INTERVAL)
    assert gadget.screen.fault is None
    assert gadget.chip.contrast == 7
    assert gadget.seen() == expected(panel, gadget.chip, number(2), colours=("white",))


def test_a_bus_of_spi_that_fails_is_reported_and_the_screen_comes_back() -> None:
    gadget = Gadget(COLOUR, colours=(BLUE,))
    show(gadget.screen, number(1))
    gadget.bus.refusal = errno.EIO
    show(gadget.screen, noise(1))
    assert gadget.screen.fault.startswith("/dev/spidev0.0 fails (")
    gadget.bus.refusal = 0
    gadget.screen.check(0.0)
    assert gadget.screen.fault is None
    assert gadget.seen() == expected(COLOUR, gadget.chip, noise(1), colours=(BLUE,))


def test_a_luma_that_is_too_old_for_a_panel_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    gadget = Gadget(GREY)
    monkeypatch.delattr(luma_screen.device, "ssd1322")
    show(gadget.screen, number(1))
    assert gadget.screen.fault == (
        "This luma.oled has no driver for an SSD1322: install a newer one, with "
        '"pip install --upgrade luma.oled".'
    )


TWO = [panel for panel in LUMA_PANELS if panel.pictures == 2]


@pytest.mark.parametrize("panel", TWO, ids=repr)
@pytest.mark.parametrize("rotate", [0, 180])
def test_a_panel_with_room_for_both_sides_shows_both(panel: LumaPanel, rotate: Any) -> None:
    gadget = Gadget(panel, rotate=rotate, colours=(RED, BLUE))
    left, right = gadget.screen, gadget.screen.beside
    show(left, noise(1))
    show(right, number(2))
    show(left, number(1))
    wanted = expected(panel, gadget.chip, number(1), number(2), colours=(RED, BLUE))
    assert ImageChops.difference(gadget.seen(), wanted.rotate(rotate)).getbbox() is None
    sent = gadget.bus.wire_bytes
    show(right, number(2))
    right.set_contrast(3)
    assert gadget.bus.wire_bytes == sent
    left.sleep()
    right.sleep()
    assert not gadget.chip.on
    left.wake()
    right.wake()
    assert ImageChops.difference(gadget.seen(), wanted.rotate(rotate)).getbbox() is None


def test_both_sides_know_of_the_fault_of_their_panel() -> None:
    gadget = Gadget(choose_panel("ssd1362"), i2c=True, colours=(RED, BLUE))
    left, right = gadget.screen, gadget.screen.beside
    gadget.bus.unplug(0x3C)
    show(right, number(2))
    assert left.fault == right.fault != None  # noqa: E711
    gadget.bus.replug(0x3C)
    left.check(0.0)
    assert (left.fault, right.fault) == (None, None)
    show(left, number(1))
    wanted = expected(
        choose_panel("ssd1362"), gadget.chip, number(1), number(2), colours=(RED, BLUE)
    )
    assert gadget.seen() == wanted


@pytest.mark.parametrize(
    ("pixels", "count", "arranged"),
    [
        ((128, 64), 1, (1, [(0, 0)])),
        ((128, 128), 1, (1, [(0, 32)])),
        ((256, 64), 1, (1, [(64, 0)])),
        ((256, 128), 1, (2, [(0, 0)])),
        ((256, 64), 2, (1, [(0, 0), (128, 0)])),
        ((128, 128), 2, (1, [(0, 0), (0, 64)])),
    ],
)
def test_pictures_are_in_the_middle_doubled_or_both_there(
    pixels: tuple[int, int], count: int, arranged: object
) -> None:
    assert arrange(pixels, count) == arranged
