"""Each chip behind each glass: what a decoder of its own sees, whatever was sent before."""

from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from cdgdevice.drivers.oled import splash
from cdgdevice.drivers.oled.framebuffer import FRAME_BYTES, full_frame_windows, pages_to_image
from cdgdevice.drivers.oled.i2c_bus import TRANSFER_COST, TransferInterface
from cdgdevice.drivers.oled.panels import CHIPS, COM_PINS, DEFAULT_GLASS, PanelChip, find_panel
from cdgdevice.drivers.oled.screen import Screen, addressing_of
from cdgdevice.simulator.simulated_panel import SimulatedPanel
from tests.drawn import show
from tests.drivers.oled.datasheet_decoder import Decoder
from tests.examples import examples
from tools.make_splash import load_splash_picture

FOREIGN_OF = {"ch1115": ("a3", "23 9f")}
"""What only this chip may have been left with: segments in another order, and breathing."""

PICTURES = st.binary(min_size=FRAME_BYTES, max_size=FRAME_BYTES).map(pages_to_image)


class OneWay:
    """A bus with one panel, which is told all that is sent."""

    name, answers, transfer_cost = "bus", True, TRANSFER_COST

    def __init__(self, panel: Decoder | SimulatedPanel) -> None:
        self._panel = panel

    def open_serial(self, address: int) -> TransferInterface:
        return TransferInterface(lambda _, payload: self._panel.receive(payload), address)

    def find_fault(self) -> str:
        return ""

    def scan_addresses(self) -> tuple[int, ...]:
        return ()

    def name_address(self, address: int) -> str:
        return hex(address)

    def explain_failure(self, _address: int, error: Exception) -> str:
        raise error


@st.composite
def fitted(draw: st.DrawFn) -> PanelChip:
    chip = draw(st.sampled_from(list(CHIPS.values())))
    return chip.fit(
        draw(st.sampled_from(chip.column_offsets)),
        draw(st.integers(-63, 63) if chip.columns == 128 else st.integers(-32, 32)),
        draw(st.booleans()),
        draw(st.sampled_from(chip.com_pins)),
        draw(st.sampled_from(chip.multiplexes)),
    )


@st.composite
def found(draw: st.DrawFn) -> tuple[PanelChip, bytes]:
    """A panel and what another program may have set, each command whole."""
    chip = draw(fitted())
    plain = st.sampled_from([0xA0, 0xA1, 0xA4, 0xA5, 0xA6, 0xA7, 0xAF, 0xC0, 0xC8])
    placed = st.integers(0x00, 0x1F) | st.integers(0x40, 0x7F) | st.integers(0xB0, 0xB7)
    said = [bytes([each]) for each in draw(st.lists(plain | placed))]
    known = {0x20, 0x81, 0xA8, 0xD3, 0xDA, 0xDC} & Decoder(
        chip.name, *chip.glass, b"0"
    ).lengths.keys()
    said += draw(
        st.lists(st.sampled_from([bytes([each, n]) for each in known for n in range(15, 64)]))
    )
    for own in FOREIGN_OF.get(chip.name, ()):
        said += draw(st.lists(st.just(bytes.fromhex(own)), max_size=1))
    return chip, b"".join(said)


@examples(0.3)
@given(found(), st.binary(min_size=1, max_size=50), st.lists(PICTURES, max_size=2))
def test_the_exact_picture_is_seen_whatever_was_sent_before(
    real: tuple[PanelChip, bytes], ram: bytes, pictures: list[Image.Image]
) -> None:
    chip, before = real
    panel = Decoder(chip.name, *chip.glass, ram)
    for byte in before:
        panel.receive(bytes([0, byte]))
    screen = Screen(chip, OneWay(panel), 0x3C)
    for picture in (*pictures, load_splash_picture("splash")):
        show(screen, picture)
        assert panel.picture() == picture
    for payload in splash.picture_payloads("last_words", find_panel(chip.word), 180):
        panel.receive(payload)
    assert panel.picture() == load_splash_picture("last_words").rotate(180)


@examples(0.3)
@given(found(), fitted())
def test_the_simulated_panel_shows_what_the_decoder_does_of_any_chip_s_bytes(
    real: tuple[PanelChip, bytes], configured: PanelChip
) -> None:
    chip, before = real
    decoder, panel = Decoder(chip.name, *chip.glass, b"\0"), SimulatedPanel(chip)
    panels = (decoder, panel)
    pages, wide = len(decoder.ram), decoder.segments
    blank = [bytes((0, *chip.init, 0x21, 0, wide - 1, 0x22, 0, 7)), b"\x40" + bytes(pages * wide)]
    if not chip.by_window:
        each_page = [(bytes((0, 0xB0 | page, 0x00, 0x10)), blank[1]) for page in range(pages)]
        blank = [bytes((0, *chip.init)), *(part[: wide + 1] for two in each_page for part in two)]
    for each in panels:
        for payload in blank:
            each.receive(payload)
        each.receive(bytes((0, *before)))
        show(Screen(configured, OneWay(each), 0x3C), load_splash_picture("splash"))
    assert panel.picture() == decoder.picture() or not panel.on


@pytest.mark.parametrize("chip", CHIPS.values(), ids=repr)
def test_the_usual_glass_changes_nothing(chip: PanelChip) -> None:
    assert chip.fit(*DEFAULT_GLASS) is chip is find_panel(chip.word)
    assert chip.word == chip.name


@given(fitted(), fitted())
def test_a_chip_that_was_fitted_is_fitted_again_as_one_that_was_not(
    chip: PanelChip, other: PanelChip
) -> None:
    again = CHIPS[chip.name].fit(*other.glass).fit(*chip.glass)
    assert (again.init, again.margin, again.glass) == (chip.init, chip.margin, chip.glass)


@given(fitted())
def test_the_word_of_a_panel_says_all_of_it(chip: PanelChip) -> None:
    again = find_panel(chip.word)
    assert (again.init, again.margin, again.glass) == (chip.init, chip.margin, chip.glass)


@pytest.mark.parametrize(
    "word",
    [
        "ssd1309:9:0:0:18:0",
        "sh1106:0:0:0:34:0",
        "ssd1309:0:0:0:18:128",
        "ssd1309:0:0",
        "x:0:0:0:18:0",
    ],
)
def test_a_word_of_no_panel_is_refused(word: str) -> None:
    with pytest.raises((ValueError, LookupError)):
        find_panel(word)


def test_only_what_a_glass_changes_is_changed_in_the_bytes() -> None:
    chip = CHIPS["ssd1309"].fit(2, 3, True, 0x02)
    usual = CHIPS["ssd1309"].init.hex(" ")
    assert chip.init.hex(" ") == (
        usual.replace("d3 00", "d3 3d").replace("a1", "a0").replace(f"da {COM_PINS:02x}", "da 02")
    )
    assert chip.window_commands(0, 0, 8, 128) == (0x21, 2, 129, 0x22, 0, 7)


def test_only_an_sh1107_may_drive_fewer_rows_and_then_shows_the_whole_picture_too() -> None:
    assert [name for name, chip in CHIPS.items() if len(chip.multiplexes) > 1] == ["sh1107"]
    chip = CHIPS["sh1107"].fit(*DEFAULT_GLASS[:4], 64)
    assert chip.init.hex() == CHIPS["sh1107"].init.hex().replace("a87f", "a83f")
    assert chip is not CHIPS["sh1107"] is CHIPS["sh1107"].fit(*DEFAULT_GLASS[:4], 128)
    for panel in (Decoder(chip.name, *chip.glass, b"\xa5"), SimulatedPanel(chip)):
        show(Screen(chip, OneWay(panel), 0x3C), load_splash_picture("splash"))
        assert panel.picture() == load_splash_picture("splash")


@pytest.mark.parametrize("chip", CHIPS.values(), ids=repr)
def test_offsets_move_the_picture_right_and_down_and_mirror_turns_it_round(chip: PanelChip) -> None:
    picture = Image.new("1", (128, 64))
    picture.paste(1, (50, 20, 60, 23))
    panel = Decoder(chip.name, *DEFAULT_GLASS, b"\0")
    right = chip.column_offsets[-1] if chip.name in ("ssd1305", "sh1106") else 0
    show(Screen(chip.fit(right, 3, False, COM_PINS), OneWay(panel), 1), picture)
    assert panel.picture().getbbox() == (50 + right, 23, 60 + right, 26)
    if chip.name != "ssd1305":  # its glass is at one end of the RAM
        show(Screen(chip.fit(0, 0, True, COM_PINS), OneWay(panel), 1), picture)
        assert panel.picture().getbbox() == (68, 20, 78, 23)


FOREIGN = ("", "a5", "a7", "a0 c0", "ad 8b", "a8 1f", "d3 20", "da 02", "40 5f", "20 01", "20 02")
FOREIGN += ("2007 b3", "21 10 20", "22 02 03")
"""What another program left: some of it is no command of some chips."""


OPERATIONS = 2000
"""Of each chip, together, behind all its glasses and from all that another program left."""


class FailingPower:
    """A panel whose power fails after so many transfers more, and comes back at once."""

    def __init__(self, chip: PanelChip, chance: Random) -> None:
        self._chip, self._chance = chip, chance
        self.fail_after(-1)
        self.fail()

    def fail_after(self, transfers: int) -> None:
        self._left, self.failed = transfers, False

    def fail(self) -> None:
        self.decoder = Decoder(self._chip.name, *self._chip.glass, self._chance.randbytes(99))
        self.failed = True

    def receive(self, payload: bytes) -> None:
        if self._left == 0:
            self.fail()
        self._left -= 1
        self.decoder.receive(payload)


class Watched:
    """A screen of which we know what is to be seen on it."""

    def __init__(self, chip: PanelChip, foreign: str, chance: Random) -> None:
        self.panel, self._chance = FailingPower(chip, chance), chance
        self.panel.receive(b"\0" + bytes.fromhex(foreign))
        self.screen = Screen(chip, OneWay(self.panel), 0x3C)
        self.wanted, self.awake, self.now = load_splash_picture("splash"), True, 0.0
        show(self.screen, self.wanted)

    def operate(self) -> None:
        chosen = self._chance.randrange(8)
        if chosen == 0:
            self.screen.set_contrast(self._chance.randrange(256))
        elif chosen == 1:
            self.awake = False
            self.screen.sleep()
        elif chosen == 2 or not self.awake:
            self.awake = True
            self.screen.wake()
        elif chosen == 3:
            self.look_after()
        elif chosen == 4:
            self.wanted = pages_to_image(self._chance.randbytes(FRAME_BYTES))
            show(self.screen, self.wanted)
        else:
            left, top = self._chance.randrange(127), self._chance.randrange(63)
            right, bottom = self._chance.randrange(left, 128), self._chance.randrange(top, 64)
            self.wanted = self.wanted.copy()
            self.wanted.paste(chosen % 2, (left, top, right + 1, bottom + 1))
            show(self.screen, self.wanted)

    def look_after(self) -> None:
        """Have the screen sent everything again, as it is some seconds later."""
        for _ in range(2):
            self.now += 1000.0
            self.screen.check(self.now)

    def is_right(self) -> bool:
        seen = self.panel.decoder.picture()
        return seen == self.wanted if self.awake else seen.getbbox() is None


@pytest.mark.parametrize("name", CHIPS)
def test_the_exact_picture_is_there_or_back_wherever_the_power_failed(name: str) -> None:
    chance, failures = Random(name), 0
    left = (*FOREIGN, *FOREIGN_OF.get(name, ()))
    glasses = list(product(CHIPS[name].column_offsets, (False, True), left))
    most = 2 * sum(1 for _ in full_frame_windows(bytes(FRAME_BYTES), addressing_of(CHIPS[name], 9)))
    for column, mirror, foreign in glasses:
        wired = chance.choice(CHIPS[name].com_pins), chance.choice(CHIPS[name].multiplexes)
        chip = CHIPS[name].fit(column, chance.randint(-32, 32), mirror, *wired)
        watched = Watched(chip, foreign, chance)
        assert watched.is_right(), (chip.word, foreign)
        for number in range(-(-OPERATIONS // len(glasses))):
            watched.panel.fail_after(chance.randrange(most + 4))
            watched.operate()
            if watched.panel.failed:
                failures += 1
                watched.panel.fail_after(-1)
                watched.look_after()
            assert watched.is_right(), (chip.word, foreign, number)
    assert failures > OPERATIONS / 8
