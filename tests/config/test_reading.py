"""The configuration: every mistake at once, and what can be used beside them."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cdgdevice.config import keys_and_defaults
from cdgdevice.config.config_file import ConfigLayer, read_config, read_layers
from cdgdevice.config.panel_keys import PanelConfig
from cdgdevice.config.settings import DieSource
from cdgdevice.drivers.gpio.control_events import Control, KnobPhase
from cdgdevice.drivers.oled.panels import CHIPS, SH1106, list_panels
from cdgdevice.drivers.oled.screen import BusSettings
from cdgdevice.errors import ConfigError
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.die import DieConversion, DieResult

SHEETS = ("paths-of-glory-2018", "paths-of-glory-2022", "twilight-struggle-five-card")
GAMES = (Path.home() / "games").absolute()
DEFAULTS = keys_and_defaults.Config(GAMES)
INPUTS = DEFAULTS.pins.inputs
TAKEN = {*INPUTS.values(), *DEFAULTS.pins.lamps.values()}
FREE, ANOTHER = [gpio for gpio in range(27, 15, -1) if gpio not in TAKEN][:2]
"""Pins that nothing is wired to unless a file says so."""
ALL_CHIPS = ", ".join(dict.fromkeys(panel.name for panel in list_panels()))


ON_SPI = "[screens]\nbus = '/dev/spidev0'\n"


def read(source: str | bytes) -> keys_and_defaults.Config:
    return read_config(source, "c.toml", sheets=SHEETS, games=GAMES)


def mistakes(source: str | bytes) -> list[str]:
    with pytest.raises(ConfigError) as refused:
        read(source)
    return list(refused.value.mistakes)


def leniently(source: str | bytes) -> keys_and_defaults.Config:
    config, sentences = read_all(source)
    assert sentences
    return config


def read_all(source: str | bytes) -> tuple[keys_and_defaults.Config, tuple[str, ...]]:
    found = read_layers([ConfigLayer("c.toml", source)], sheets=SHEETS, games=GAMES)
    return found.config, found.mistakes


@pytest.mark.parametrize("source", ["", b"", "# nothing\n", "[pins]\n[screens.left]\n"])
def test_an_empty_file_is_the_reference_build(source: str | bytes) -> None:
    assert read(source) == DEFAULTS


def test_every_value_can_be_set() -> None:
    config = read(
        f"""
        sheet = "twilight-struggle-five-card"
        games.folder = '{GAMES / "elsewhere"}'
        [die]
        source = "reader"
        conversion = {{ 6 = "JR", 5 = "AB", 4 = "DE", 3 = "ABC", 2 = "CDE", 1 = "EVENT" }}
        [reader]
        port = "/dev/cdgdevice-die"
        baud = 9600
        [pins]
        factory = "mock"
        left_button = 16
        right_button = false
        knob_push = false
        knob_first = false
        knob_second = false
        left_lamp = 20
        right_lamp = false
        key_a = 21
        buzzer = 25
        debounce_ms = 12
        hold_ms = 500
        long_hold_ms = 1500
        knob_steps_per_detent = 2
        [screens]
        bus = "record:/tmp/glass"
        acknowledge = false
        data_command = 22
        result_ms = 0
        left.controller = "sh1106"
        left.size = "128x64"
        left.address = 0x3D
        left.chip_select = 1
        left.reset = false
        left.rotate = 180
        left.contrast = 1
        right.fitted = false
        [sleep]
        dim_after_s = 0
        shift_every_s = 5
        off_after_s = 2
        [sound]
        on = false
        """
    )
    assert config == keys_and_defaults.Config(
        games=GAMES / "elsewhere",
        sheet="twilight-struggle-five-card",
        die=keys_and_defaults.DieConfig(
            DieSource.READER,
            DieConversion(
                (
                    DieResult.EVENT,
                    DieResult.CDE,
                    DieResult.ABC,
                    DieResult.DE,
                    DieResult.AB,
                    DieResult.JR,
                ),
            ),
        ),
        reader=keys_and_defaults.ReaderConfig("/dev/cdgdevice-die", 9600),
        pins=keys_and_defaults.PinsConfig(
            factory="mock",
            inputs={Control.LEFT: 16, Control.A: 21},
            lamps={Side.LEFT: 20},
            buzzer=25,
            debounce_ms=12,
            hold_ms=500,
            long_hold_ms=1500,
            knob_steps_per_detent=2,
        ),
        screens=keys_and_defaults.ScreensConfig(
            "record:/tmp/glass",
            acknowledge=False,
            data_command=22,
            result_ms=0,
            left=PanelConfig(SH1106, "128x64", None, 0x3D, 1, False, 180, 1),
            right=None,
        ),
        sleep=keys_and_defaults.SleepConfig(dim_after_s=0, shift_every_s=5, off_after_s=2),
        sound=keys_and_defaults.SoundConfig(on=False),
    )


EVERYTHING_WRONG = (
    """sheet = "paths-of-glroy-2022"
colour = 3
[games]
folder = "games"
[die]
source = "buton"
conversion = { 1 = "JR", 2 = "AB", 3 = "AB", 4 = "ABC", 5 = "CDE" }
# EVENT is nowhere
[reader]
port = "atuo"
baud = 12
[pins]
factory = "lgpoi"
left_button = 2
right_button = 28
knob_push = "22"
left_lamp = KNOB
buzzer = ANOTHER
key_a = FREE
key_b = FREE
debounce_ms = -1
hold_ms = 3000
knob_steps_per_detent = 3
result_ms = 5
[screens]
bus = "i2c-1"
[screens.left]
controller = "ssd1308"
address = 0x78
rotate = 90
contrast = 256
fitted = 1
[screens.right]
adress = 0x3D
address = 0x50
[sleep]
dim_after_s = 1.5
of_after_s = 3
[sound]
on = 1
""".replace("KNOB", str(INPUTS[KnobPhase.FIRST]))
    .replace("FREE", str(FREE))
    .replace("ANOTHER", str(ANOTHER))
)


def test_every_mistake_is_told_at_once_with_its_line_and_its_remedy() -> None:
    assert mistakes(EVERYTHING_WRONG) == [
        'c.toml line 1: sheet: "paths-of-glroy-2022" is not known. Did you mean '
        '"paths-of-glory-2022"? Allowed: ask, paths-of-glory-2018, paths-of-glory-2022, '
        "twilight-struggle-five-card.",
        "c.toml line 2: colour: is not a known key. "
        "Known here: games, sheet, set_up, language, die, reader, pins, screens, sleep, sound.",
        f'c.toml line 4: games.folder: must be a whole path, like "{GAMES}", not "games".',
        'c.toml line 6: die.source: "buton" is not known. Did you mean "button"? '
        "Allowed: button, reader, hand.",
        "c.toml line 7: die.conversion: 6 has no result, AB has 2 and 3, DE has no number, "
        "EVENT has no number; give each result one number of 1 to 6.",
        'c.toml line 10: reader.port: must be "auto", "none", a device like '
        '"/dev/cdgdevice-die", a Unix socket like "unix:/run/die" or a URL like '
        '"socket://127.0.0.1:7000", not "atuo".',
        "c.toml line 11: reader.baud: must be a whole number from 300 to 4000000, not 12.",
        'c.toml line 13: pins.factory: "lgpoi" is not known. Did you mean "lgpio"? '
        "Allowed: cdgdevice, lgpio, rpigpio, pigpio, native, mock.",
        "c.toml line 14: pins.left_button: GPIO2 carries the screens (I2C); choose another pin.",
        "c.toml line 15: pins.right_button: must be a whole number from 0 to 27, or false, not 28.",
        'c.toml line 16: pins.knob_push: must be a whole number from 0 to 27, or false, not "22".',
        f"c.toml line 17: pins.left_lamp: GPIO{INPUTS[KnobPhase.FIRST]} serves knob_first too, "
        "as it does where the file does not say; give each its own pin.",
        f"c.toml line 20: pins.key_b: GPIO{FREE} serves key_a too; give each its own pin.",
        "c.toml line 21: pins.debounce_ms: must be a whole number from 0 to 100, not -1.",
        "c.toml line 22: pins.hold_ms: long_hold_ms (2000) must be more than hold_ms (3000).",
        "c.toml line 23: pins.knob_steps_per_detent: must be 2 or 4, not 3.",
        "c.toml line 24: pins.result_ms: belongs in [screens], not here.",
        'c.toml line 26: screens.bus: must be "none", a bus like "/dev/i2c-1" or '
        '"/dev/spidev0", or a recording like "record:/tmp/glass", not "i2c-1".',
        'c.toml line 28: screens.left.controller: "ssd1308" is not known. Did you mean "ssd1309"?',
        "c.toml line 29: screens.left.address: 0x78 is the 8-bit form; write 0x3C.",
        "c.toml line 30: screens.left.rotate: must be 0 or 180, not 90.",
        "c.toml line 31: screens.left.contrast: must be a whole number from 0 to 255, not 256.",
        "c.toml line 32: screens.left.fitted: must be true or false, not 1.",
        'c.toml line 34: screens.right.adress: is not a known key. Did you mean "address"?',
        "c.toml line 35: screens.right.address: must be 0x3C or 0x3D, not 0x50.",
        "c.toml line 37: sleep.dim_after_s: must be a whole number from 0 to 86400, not 1.5.",
        'c.toml line 38: sleep.of_after_s: is not a known key. Did you mean "off_after_s"? '
        "Known here: dim_after_s, shift_every_s, off_after_s.",
        "c.toml line 40: sound.on: must be true or false, not 1.",
    ]


def test_mistaken_values_take_their_defaults_but_no_lamp_is_driven_on_a_doubtful_pin() -> None:
    config = leniently(EVERYTHING_WRONG)
    assert config.pins == keys_and_defaults.PinsConfig(
        inputs={**DEFAULTS.pins.inputs, Control.A: FREE},
        lamps={},
    )
    assert config.games == GAMES
    assert config.sheet == DEFAULTS.sheet
    assert config.die == DEFAULTS.die
    assert config.screens == DEFAULTS.screens
    assert config.sleep == DEFAULTS.sleep


def test_the_good_values_beside_a_mistake_are_used() -> None:
    config = leniently("[die]\nsource = 'hand'\n[sleep]\noff_after_s = 60\ndim_after_s = 'x'\n")
    assert config.die.source is DieSource.HAND
    assert config.sleep == keys_and_defaults.SleepConfig(off_after_s=60)
    assert config.pins == DEFAULTS.pins


def test_a_file_that_is_no_toml_leaves_the_reference_build_with_its_lamps_dark() -> None:
    config = leniently("[die\nsource = 'hand'\n")
    assert config == keys_and_defaults.Config(GAMES, pins=keys_and_defaults.PinsConfig(lamps={}))


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        (
            "[screens.left]\naddress = 0x3D\n",
            "line 2: screens.left.address: both screens have 0x3D;",
        ),
        (
            "[screens.left]\naddress = 0x3C\n[screens.right]\naddress = 0x3C\n",
            "line 4: screens.right.address: both screens have 0x3C; set the other one's jumper to "
            "another address, or give it a bus of its own, or",
        ),
        (
            "[screens]\nbus = 'record:/tmp/glass'\nright.bus = '/dev/i2c-3'\n"
            "right.address = 0x3C\n",
            "line 4: screens.right.address: both screens have 0x3C, and no bus of its own with "
            "this screens.bus; give one another address, or",
        ),
        (
            "[screens]\nleft.bus = '/dev/i2c-3'\nright = { bus = '/dev/i2c-3', address = 0x3C }\n",
            "line 3: screens.right.address: both screens have 0x3C; set",
        ),
        (
            "[screens.left]\nbus = 'none'\n",
            'line 2: screens.left.bus: must be a bus like "/dev/i2c-3" or "/dev/spidev1", not "n',
        ),
        (
            f"{ON_SPI}[screens.left]\nchip_select = 1\n",
            "line 4: screens.left.chip_select: both screens have 1; wire CS of one to CE0 and",
        ),
        (
            f"{ON_SPI}[screens.left]\nreset = 23\n",
            "line 4: screens.left.reset: GPIO23 serves",
        ),
        (
            f"{ON_SPI}data_command = 9\n",
            "line 3: screens.data_command: GPIO9 serves the screens (SPI) too; give each its own",
        ),
        (
            f"{ON_SPI}data_command = 5\n",
            "line 3: screens.data_command: GPIO5 serves pins.left_button too; give each its own",
        ),
        (
            "[screens.left]\ncolumn_offset = -1\n",
            "line 2: screens.left.column_offset: an SSD1309 can have 0 to 4; write that.",
        ),
        (
            '[screens.left]\ncontroller = "sh1106"\ncom_pins = 0x32\n',
            "line 3: screens.left.com_pins: an SH1106 can have 0x02 or 0x12; write that.",
        ),
        (
            '[screens.right]\ncontroller = "sh1107"\ncolumn_offset = 1\n',
            "line 3: screens.right.column_offset: an SH1107 can have 0; write that.",
        ),
        (
            '[screens.right]\ncontroller = "ch1115"\ncolumn_offset = -2\n',
            "line 3: screens.right.column_offset: a CH1115 can have 0 to 4; write that.",
        ),
        (
            "[screens.left]\ncom_pins = 18.5\n",
            "line 2: screens.left.com_pins: must be a whole number",
        ),
        (
            "[screens.left]\ncom_pins = 0x10\n",
            "line 2: screens.left.com_pins: must be 0x02, 0x12, 0x22, 0x32, not 0x10.",
        ),
        (
            "[screens.left]\nmultiplex = 128\n",
            "line 2: screens.left.multiplex: an SSD1309 can have 64; write that.",
        ),
        (
            '[screens.left]\ncontroller = "sh1107"\nmultiplex = 63\n',
            "line 3: screens.left.multiplex: must be 64 or 128, not 63.",
        ),
        (
            "[screens.left]\nreset = 5\n",
            "line 2: screens.left.reset: GPIO5 serves pins.left_button too; give each its own pin.",
        ),
        (
            "[screens.left]\nreset = 16\n[screens.right]\nreset = 16\n",
            "line 4: screens.right.reset: GPIO16 serves left.reset too; give each its own pin.",
        ),
        (
            "[screens.left]\nreset = 16\n[pins]\nkey_a = 16\n",
            "line 4: pins.key_a: GPIO16 carries the screens (I2C); choose another pin.",
        ),
        (
            "[screens.left]\nreset = 3\n",
            "line 2: screens.left.reset: GPIO3 serves the screens (I2C) too; give each its own",
        ),
        (
            f"{ON_SPI}[pins]\nkey_a = 24\n",
            "line 4: pins.key_a: GPIO24 carries the screens (SPI); choose another pin.",
        ),
        (
            "[screens]\nleft.bus = '/dev/spidev0'\n[pins]\nkey_a = 2\n",
            "line 4: pins.key_a: GPIO2 carries the screens (I2C); choose another pin.",
        ),
        (
            "[screens]\nleft.bus = '/dev/spidev0'\n[pins]\nbuzzer = 9\n",
            "line 4: pins.buzzer: GPIO9 carries the screens (SPI); choose another pin.",
        ),
        (
            f"{ON_SPI}[pins]\nbuzzer = 9\n",
            "line 4: pins.buzzer: GPIO9 carries the screens (SPI); choose another pin.",
        ),
        (
            "[die]\nsource = 'reader'\n[reader]\nport = 'none'\n",
            'line 2: die.source: is "reader", but reader.port is "none"; change one.',
        ),
        (
            f"[pins]\nkey_c = {INPUTS[Control.RIGHT]}\n",
            f"line 2: pins.key_c: GPIO{INPUTS[Control.RIGHT]} serves right_button too, as it does "
            "where the file does",
        ),
        (
            "[pins]\nleft_button = 3\n",
            "line 2: pins.left_button: GPIO3 carries the screens (I2C); choose another pin.",
        ),
        (
            "[pins]\nknob_first = false\n",
            "line 2: pins.knob_first: a knob has two lines, and knob_second is fitted;",
        ),
        (
            "[pins]\nleft_button = false\nright_button = false\nknob_push = false\n",
            "line 1: pins: fit left_button or right_button at least: a round begins with one.",
        ),
        (
            "[pins]\nhold_ms = 2000\nlong_hold_ms = 2000\n",
            "line 3: pins.long_hold_ms: long_hold_ms (2000) must be more than hold_ms (2000).",
        ),
        ("[die]\nconversion = 3\n", "line 2: die.conversion: must be a section, not 3."),
        ("[die]\n[die.conversion]\n1 = 'JR'\n", "line 2: die.conversion: 2 has no result, 3 has"),
        ('[games]\nfolder = "/a\\u0000"', "line 2: games.folder: must be a whole path,"),
        ("[games]\nfolder = '~nobody-here/x'", "line 2: games.folder: must be a whole path,"),
        ('[reader]\nport = "/dev/\\n"', "line 2: reader.port: must be"),
        ("[pins]\nkey_a = true", "line 2: pins.key_a: must be a whole number from 0 to 27, or"),
    ],
)
def test_a_contradiction_is_one_sentence(source: str, sentence: str) -> None:
    (only,) = mistakes(source)
    assert only.startswith(f"c.toml {sentence}")


def test_a_mistaken_pin_takes_no_pin_that_the_file_gives_to_another() -> None:
    its_own = INPUTS[Control.LEFT]
    source = f"[pins]\nleft_button = 99\nkey_a = {its_own}\n"
    config, sentences = read_all(source)
    assert len(sentences) == 1
    assert config.pins.inputs[Control.A] == its_own
    assert Control.LEFT not in config.pins.inputs


def test_half_a_knob_is_no_knob() -> None:
    config = leniently("[pins]\nknob_second = false\n")
    assert not config.pins.inputs.keys() & set(KnobPhase)


def test_a_gadget_of_one_button_and_one_screen_is_a_gadget() -> None:
    config = read(
        "pins = { right_button = false, knob_push = false, knob_first = false, "
        "knob_second = false, left_lamp = false, right_lamp = false }\n"
        "screens.left.controller = 'ssd1306'\nscreens.right = { address = 0x3C, fitted = false }\n"
    )
    assert config.pins.inputs == {Control.LEFT: INPUTS[Control.LEFT]}
    assert config.pins.lamps == {}
    assert config.screens.right is None


@pytest.mark.parametrize("name", CHIPS)
def test_every_chip_of_the_table_can_be_named(name: str) -> None:
    left = read(f'screens.left.controller = "{name}"').screens.left
    assert left.controller is CHIPS[name]


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        (
            '"ssd1316"',
            "an SSD1316 panel shows 128 x 32 pixels, and the gadget draws 128 x 64: "
            "use another panel.",
        ),
        (
            '"st7789"',
            f'"st7789" is not known. Allowed: {ALL_CHIPS}.',
        ),
        ("1306", "must be a text in quotes, not 1306."),
    ],
)
def test_a_panel_that_cannot_be_is_one_sentence(written: str, sentence: str) -> None:
    source = f"screens.left.controller = {written}"
    assert mistakes(source) == [f"c.toml line 1: screens.left.controller: {sentence}"]
    assert leniently(source).screens.left == PanelConfig()


def test_none_stands_for_no_bus_and_no_port() -> None:
    config = read("screens.bus = 'none'\nreader.port = 'none'\n")
    assert config.screens.bus is None
    assert config.reader.port is None


@pytest.mark.parametrize("port", ["/dev/ttyACM0", "COM3", "socket://127.0.0.1:7000"])
def test_devices_and_urls_name_a_port(port: str) -> None:
    assert read(f"reader.port = '{port}'").reader.port == port


def test_a_home_folder_may_be_written_with_a_tilde() -> None:
    assert read("games.folder = '~/cdg'").games == Path.home() / "cdg"


WORDS = st.sampled_from(
    [line + "\n" for line in EVERYTHING_WRONG.splitlines()]
    + ["[", "]", "=", '"', "{", "}", ",", "\n", ".", "pins", "screens", "left_button", "= false\n"]
    + ["die.conversion.1 = 'JR'\n", "[[pins]]\n", "[screens]\nleft = []\n", "die = 3\n", "\x00"]
)


@given(st.one_of(st.binary(max_size=100), st.text(), st.lists(WORDS, max_size=15).map("".join)))
def test_whatever_the_file_holds_it_is_read_or_refused_in_sentences(source: str | bytes) -> None:
    config, sentences = read_all(source)
    assert all(s.startswith("c.toml line ") and s.isprintable() for s in sentences)
    pins = [*config.pins.inputs.values(), *config.pins.lamps.values()]
    assert len(set(pins)) == len(pins)
    assert {2, 3}.isdisjoint(pins)
    if sentences:
        assert tuple(mistakes(source)) == sentences
    else:
        assert read(source) == config


def test_the_pins_of_spi_are_free_for_all_else_while_the_screens_are_on_i2c() -> None:
    config = read("pins = { key_a = 24, key_b = 25, key_c = 23, key_d = 7, buzzer = 11 }\n")
    assert config.pins.inputs[Control.A] == 24
    assert config.pins.buzzer == 11


def test_screens_on_spi_have_lines_of_their_own_and_leave_those_of_i2c_free() -> None:
    config = read(f"{ON_SPI}left.reset = false\n[pins]\nkey_a = 2\nkey_b = 25\n")
    one = BusSettings("/dev/spidev0", True, 24, {0: None, 1: 23})
    assert config.screens.buses == dict.fromkeys(Side, one)
    assert config.screens.addresses == {Side.LEFT: 0, Side.RIGHT: 1}
    assert (config.pins.inputs[Control.A], config.pins.inputs[Control.B]) == (2, 25)


def test_two_screens_at_one_address_may_each_have_a_bus() -> None:
    screens = read("[screens]\nright.bus = '/dev/i2c-3'\nright.address = 0x3C\n").screens
    assert screens.addresses == {Side.LEFT: 0x3C, Side.RIGHT: 0x3C}
    assert {side: each.name for side, each in screens.buses.items()} == {
        Side.LEFT: "/dev/i2c-1",
        Side.RIGHT: "/dev/i2c-3",
    }


def test_one_screen_may_be_on_i2c_and_the_other_on_spi() -> None:
    screens = read("[screens.left]\nreset = 16\n[screens.right]\nbus = '/dev/spidev0'\n").screens
    assert screens.buses == {
        Side.LEFT: BusSettings("/dev/i2c-1", True, 24, {0x3C: 16}),
        Side.RIGHT: BusSettings("/dev/spidev0", True, 24, {1: 23}),
    }
    assert screens.lines == {"data_command": 24, "left.reset": 16, "right.reset": 23}


@pytest.mark.parametrize("bus", ["none", "record:/tmp/glass"])
def test_without_a_bus_of_the_computer_no_screen_has_its_own(bus: str) -> None:
    screens = read(f"[screens]\nbus = '{bus}'\nleft.bus = '/dev/i2c-3'\n").screens
    assert {panel.bus for panel in screens.fitted.values()} == {screens.bus}


def test_a_mistake_in_the_lines_of_spi_leaves_those_of_the_reference_build() -> None:
    config = leniently(f"{ON_SPI}[screens.left]\nreset = 23\n")
    assert config.screens.lines == keys_and_defaults.ScreensConfig("/dev/spidev0").lines


def test_a_key_that_the_menu_or_another_section_calls_so_is_told_its_own_name() -> None:
    wrong = "brightnes = 3\n[screens]\nbrightness = 3\nchanses = true\n[pins]\noff_after = 3\n"
    _, mistakes = read_all(wrong)
    contrast = 'Did you mean "screens.left.contrast" or "screens.right.contrast"?'
    assert mistakes[0].endswith(contrast)
    assert mistakes[1].endswith(contrast)
    assert 'Did you mean "chances"?' in mistakes[2]
    assert mistakes[3].endswith('Did you mean "sleep.off_after_s"?')
