"""The pin table: it is right by itself, and everything that says the same pins says the same."""

import re
import runpy
from pathlib import Path

import pytest
from gpiozero.pins import data

from cdgdevice.config.config_file import read_config
from cdgdevice.config.keys_and_defaults import PIN_KEYS, Config, PinsConfig, ScreensConfig
from cdgdevice.drivers.oled import splash
from cdgdevice.drivers.oled.spi_bus import CLOCK_HZ
from cdgdevice.drivers.oled.splash import DEFAULT_BUS, DEFAULT_PANELS
from hardware.tables import TablesError
from hardware.tables.headers import HEADERS, Board, Kind, pin_of
from hardware.tables.pins import PINS, Direction, PinTable, read_pin_table

ROOT = Path(__file__).parents[2]
KNOWN = data.PLUS_J8[2]
"""What gpiozero knows of each pin of the header that all Raspberry Pis with 40 pins have."""


def changed(tmp_path: Path, old: str, new: str) -> PinTable:
    text = PINS.read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "pins.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return read_pin_table(path)


def test_the_default_configuration_is_wired_as_the_table_says() -> None:
    pins = PinsConfig()
    wired = {**pins.inputs, **pins.lamps}
    said = {
        PIN_KEYS[pin.word][0]: pin.gpio
        for pin in read_pin_table().of(Board.PI)
        if pin.word in PIN_KEYS
    }
    fitted = {
        PIN_KEYS[p.word][0]
        for p in read_pin_table().of(Board.PI)
        if p.word in PIN_KEYS and p.fitted
    }
    assert wired == {thing: said[thing] for thing in fitted}
    assert pins.buzzer is None


def test_every_key_of_the_configuration_is_in_the_table_and_no_other() -> None:
    words = {
        pin.word for pin in read_pin_table().of(Board.PI) if pin.direction is not Direction.BUS
    }
    assert words == set(PIN_KEYS)


def test_lamps_and_buzzer_are_driven_and_all_else_is_read() -> None:
    driven = {pin.word for pin in read_pin_table().of(Board.PI) if pin.direction is Direction.OUT}
    assert driven == {"left_lamp", "right_lamp", "buzzer"}


def test_the_screens_have_the_table_s_addresses_by_default(tmp_path: Path) -> None:
    screens = Config(tmp_path).screens
    addresses = {"left": screens.left.address, "right": screens.right.address}
    assert addresses == read_pin_table().addresses
    assert screens.bus == f"/dev/i2c-{read_pin_table().buses[Board.PI].unit}"


def test_screens_on_spi_have_the_table_s_lines_by_default() -> None:
    spi = read_pin_table().spi
    screens = ScreensConfig(f"/dev/spidev{spi.unit}")
    left, right = (f"{side}.reset" for side in spi.resets)
    assert screens.lines == {
        "data_command": spi.data_command,
        left: spi.resets["left"],
        right: spi.resets["right"],
    }
    assert [HEADERS[Board.PI][pin_of(Board.PI, gpio)].name for gpio in spi.gpios] == [
        f"GPIO{gpio}" for gpio in spi.gpios
    ]
    assert CLOCK_HZ == splash._SPI_HZ == spi.frequency_hz
    assert DEFAULT_BUS["data_command"] == spi.data_command
    assert {side: panel["reset"] for side, panel in DEFAULT_PANELS.items()} == spi.resets


def test_the_firmware_s_board_file_says_what_the_table_says() -> None:
    said = runpy.run_path(str(ROOT / "firmware" / "board.py"))
    gpio = {pin.word: pin.gpio for pin in read_pin_table().of(Board.PICO)}
    bus = read_pin_table().buses[Board.PICO]
    assert {name: value for name, value in said.items() if name.isupper()} == {
        "I2C": bus.unit,
        "SDA": gpio["sda"],
        "SCL": gpio["scl"],
        "FREQUENCY": bus.frequency_hz,
        "LED": gpio["led"],
        "MOTOR": gpio["motor"],
    }


def test_the_documented_example_is_the_table_s_and_suggests_its_pins(tmp_path: Path) -> None:
    example = (ROOT / "docs" / "cdgdevice.toml").read_text(encoding="utf-8")
    read = read_config(example, "cdgdevice.toml", sheets=["paths-of-glory-2022"], games=tmp_path)
    assert read.pins == PinsConfig()
    keys = [str(read_pin_table().pins[f"pi.key_{space}"].gpio) for space in "abcde"]
    assert f"{', '.join(keys[:-1])} and {keys[-1]} are free" in example
    assert f"say on {read_pin_table().pins['pi.buzzer'].gpio}:" in example


def test_the_line_for_config_txt_in_the_guide_sets_the_table_s_clock() -> None:
    guide = (ROOT / "docs" / "INSTALL.md").read_text(encoding="utf-8")
    assert f"i2c_arm_baudrate={read_pin_table().buses[Board.PI].frequency_hz}\n" in guide


def test_the_overlays_of_a_second_bus_take_pins_that_are_free_in_every_build_on_i2c() -> None:
    guide = (ROOT / "docs" / "CONFIGURATION.md").read_text(encoding="utf-8")
    _, _, section = guide.partition("## Two screens at one address\n")
    section, _, _ = section.partition("\n## ")
    overlay = re.search(r"bus=(\d),i2c_gpio_sda=(\d+),i2c_gpio_scl=(\d+)", section)
    other = re.search(r"SDA is GPIO(\d+) then, SCL\sGPIO(\d+) and the bus `/dev/i2c-4`", section)
    assert overlay
    assert other
    taken = {pin.gpio for pin in read_pin_table().of(Board.PI)}
    gpios = {int(gpio) for gpio in (*overlay.groups()[1:], *other.groups())}
    assert not gpios & (taken | {0, 1, 14, 15})
    assert f'bus = "/dev/i2c-{overlay[1]}"' in section
    assert f"SDA of one to GPIO{overlay[2]} and SCL to GPIO{overlay[3]}" in section


def test_the_pi_s_header_is_the_one_that_gpiozero_knows() -> None:
    names = {"3V3": Kind.THREE, "5V": Kind.FIVE, "GND": Kind.GROUND}
    for number, known in KNOWN.items():
        pin = HEADERS[Board.PI][number]
        if "gpio" in known:
            assert (pin.kind, pin.name) == (Kind.GPIO, known["gpio"])
            assert pin.gpio == int(known["gpio"].removeprefix("GPIO"))
        else:
            assert pin.kind is names[known[""]]
    assert len(HEADERS[Board.PI]) == len(KNOWN) == 40


def test_the_bus_is_on_pins_that_can_serve_it() -> None:
    for word in ("sda", "scl"):
        pin = read_pin_table().pins[f"pi.{word}"]
        known = KNOWN[pin.header_pin]
        assert known["i2c"] == f"I2C{read_pin_table().buses[Board.PI].unit} {word.upper()}"
        # RP2040 data sheet: I2C0 SDA, I2C0 SCL, I2C1 SDA, I2C1 SCL, and again, from GP0 on.
        gpio = read_pin_table().pins[f"pico.{word}"].gpio
        assert (gpio // 2 % 2, gpio % 2) == (read_pin_table().buses[Board.PICO].unit, word == "scl")


def test_the_pico_s_header_has_each_line_once_and_a_ground_in_every_five() -> None:
    header = HEADERS[Board.PICO]
    lines = [pin.gpio for pin in header.values() if pin.gpio is not None]
    assert sorted(lines) == [*range(23), 26, 27, 28]
    assert [n for n, pin in header.items() if pin.kind is Kind.GROUND] == list(range(3, 40, 5))
    assert (header[36].kind, header[40].kind) == (Kind.THREE, Kind.FIVE)


def test_no_pin_is_used_twice_or_although_it_is_kept_free() -> None:
    for board in Board:
        gpios = [pin.gpio for pin in read_pin_table().of(board)]
        assert len(gpios) == len(set(gpios))
        assert not set(gpios) & set(read_pin_table().reserved[board])


def of(word: str, gpio: str | int | None = None) -> str:
    """Give a pin's section with its own GPIO, or with another."""
    at = read_pin_table().pins[word].gpio if gpio is None else gpio
    return f"[{word.replace('.', '.pins.')}]\ngpio = {at}\n"


@pytest.mark.parametrize(
    ("gpio", "sentence"),
    [
        ("pi.left_button", "serves left_button too; give each its own."),
        (9, "9 is kept free for the screens on SPI; take another."),
        (28, "28 is on no pin of the header; take one that is."),
        (60, "must be a whole number from 0 to 29, not 60."),
    ],
)
def test_a_gpio_that_cannot_be_is_told(tmp_path: Path, gpio: str | int, sentence: str) -> None:
    there = read_pin_table().pins[gpio].gpio if isinstance(gpio, str) else gpio
    with pytest.raises(TablesError, match=re.escape(sentence)) as caught:
        changed(tmp_path, of("pi.right_button"), of("pi.right_button", there))
    assert re.match(r"\S+/pins\.toml line \d+: pi\.pins\.right_button\.gpio: ", str(caught.value))


def test_what_is_driven_is_never_on_a_pin_that_is_high_while_the_pi_starts(tmp_path: Path) -> None:
    sentence = "4 is pulled up while the Pi starts: what it drives would be on"
    with pytest.raises(TablesError, match=sentence):
        changed(tmp_path, of("pi.left_lamp"), of("pi.left_lamp", 4))
    folder = tmp_path / "moved"
    folder.mkdir()
    moved = changed(folder, of("pi.left_button"), of("pi.left_button", 4))
    assert moved.pins["pi.left_button"].gpio == 4


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("\ngpio = ", "\n#", "pi.pins.sda.gpio: is missing; write this key."),
        ('direction = "in"', 'direction = "inn"', 'direction: "inn" is not known. Did you mean'),
        ("meaning = ", "meening = ", 'meening: is not a known key. Did you mean "meaning"?'),
        (
            '"7 to 11, 23 to 25"',
            '"seven"',
            'reserved.seven: must be GPIO numbers, like "7 to 11" or',
        ),
        ("left_reset = 25", "left_reset = 23", "pi.spi: two of its lines have one pin;"),
        ("left_reset = 25", "left_reset = 4", "pi.spi.left_reset: 4 is not in [pi.reserved]; keep"),
        ("left_reset = 25", "left_reset = 8", "pi.spi.left_reset: 8 is pulled up while the Pi"),
        ("0x3D", "0x3C", "right_address: is the left one's too; give each screen its own."),
    ],
)
def test_a_mistake_in_the_table_is_told_in_a_sentence(
    tmp_path: Path, old: str, new: str, sentence: str
) -> None:
    with pytest.raises(TablesError, match=re.escape(sentence)) as caught:
        changed(tmp_path, old, new)
    assert re.match(r"\S+/pins\.toml line \d+: ", str(caught.value))


def test_a_table_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(TablesError, match=r"pins\.toml can't be read: No such file"):
        read_pin_table(tmp_path / "pins.toml")
