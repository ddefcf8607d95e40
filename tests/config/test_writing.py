"""The configuration in force, in the keys of the file: read again it is the same."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from cdgdevice.config.config_file import read_config, write_config
from cdgdevice.config.keys_and_defaults import (
    PIN_KEYS,
    Config,
    PinsConfig,
    ReaderConfig,
    ScreensConfig,
)
from cdgdevice.config.panel_keys import PanelConfig
from cdgdevice.drivers.gpio.control_events import Control
from cdgdevice.drivers.oled.panels import CHIPS
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.die import DieConversion, DieResult

EXAMPLE = Path(__file__).parents[2] / "docs" / "cdgdevice.toml"
PANELS = st.builds(
    PanelConfig,
    controller=st.sampled_from(list(CHIPS.values())),
    rotate=st.sampled_from((0, 180)),
    contrast=st.integers(0, 255),
    row_offset=st.integers(-63, 63),
    mirror=st.booleans(),
    multiplex=st.sampled_from((None, 64)),
    bus=st.sampled_from((None, "/dev/i2c-3", "/dev/spidev1")),
)
SCREENS = st.builds(
    ScreensConfig,
    bus=st.sampled_from((None, "/dev/i2c-1", 'record:/tmp/a \\ b"c')),
    left=st.none() | PANELS,
    right=st.none() | PANELS.map(lambda panel: replace(panel, address=0x3D, chip_select=1)),
)
CONFIGS = st.builds(
    Config,
    games=st.just(Path("/var/lib/cdgdevice")),
    screens=SCREENS,
    reader=st.builds(ReaderConfig, port=st.sampled_from((None, "auto", "/dev/ttyACM0"))),
    pins=st.builds(
        PinsConfig,
        inputs=st.sampled_from((PinsConfig().inputs, {Control.LEFT: 5, Control.A: 16})),
        lamps=st.sampled_from((PinsConfig().lamps, {Side.RIGHT: 21}, {})),
        buzzer=st.sampled_from((None, 26)),
    ),
)


def text_of(config: Config) -> str:
    return "".join(f"{key} = {value}\n" for key, value in write_config(config))


def again(text: str, config: Config) -> Config:
    return read_config(text, "again.toml", sheets=(config.sheet,), games=Path("/elsewhere"))


@given(CONFIGS)
def test_what_is_written_reads_as_the_same_configuration(config: Config) -> None:
    assert again(text_of(config), config) == config


@given(st.permutations(tuple(DieResult)))
def test_a_die_s_conversion_is_written_number_by_number(results: list[DieResult]) -> None:
    config = Config(Path("/games"))
    config = replace(config, die=replace(config.die, conversion=DieConversion(tuple(results))))
    assert again(text_of(config), config) == config


def test_every_key_of_the_example_is_written_in_its_order() -> None:
    keys = [key for key, _ in write_config(Config(Path("/games")))]
    # Not until somebody says it.
    each = ("bus", "reset", "size", "multiplex")
    not_said = {f"screens.{side.value}.{key}" for side in Side for key in each}
    shown, section = [], ""
    for line in EXAMPLE.read_text("utf-8").splitlines():
        key, equals, _ = line.removeprefix("# ").partition(" = ")
        if line.startswith("["):
            section = line.strip("[]") + "."
        elif equals and key.isidentifier() and f"{section}{key}" not in not_said:
            shown.append(f"{section}{key}")
    numbers = [f"die.conversion.{number}" for number in range(1, 7)]
    at = shown.index("die.conversion")
    shown[at : at + 1] = numbers
    assert keys == shown


def test_what_is_not_fitted_is_false_and_an_address_is_hexadecimal() -> None:
    said = dict(write_config(Config(Path("/games"))))
    assert said["pins.left_button"] == str(PinsConfig().inputs[Control.LEFT])
    assert {said[f"pins.{key}"] for key, (_, usual) in PIN_KEYS.items() if usual is None} == {
        "false"
    }
    assert said["screens.left.address"] == "0x3C"
    one = replace(Config(Path("/games")), screens=ScreensConfig(right=None))
    said = dict(write_config(one))
    assert [key for key in said if key.startswith("screens.right")] == ["screens.right.fitted"]
    assert said["screens.right.fitted"] == "false"
