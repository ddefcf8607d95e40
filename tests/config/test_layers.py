"""Files laid over each other: field by field, and each mistake with the right file and line."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cdgdevice.config import keys_and_defaults
from cdgdevice.config.config_file import ConfigLayer, ConfigReading, read_layers
from cdgdevice.config.panel_keys import PanelConfig
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.die import DieConversion, DieResult

SHEETS = ("paths-of-glory-2022", "standard-2018")
GAMES = Path("/var/lib/cdgdevice")
ETC, BOOT = "/etc/cdgdevice/cdgdevice.toml", "/boot/firmware/cdgdevice.toml"


def read(*contents: str | bytes) -> ConfigReading:
    layers = [
        ConfigLayer(name, content) for name, content in zip((ETC, BOOT), contents, strict=False)
    ]
    return read_layers(layers, sheets=SHEETS, games=GAMES)


def test_what_the_owner_does_not_say_is_as_the_system_has_it() -> None:
    config = read("[sleep]\ndim_after_s = 5\noff_after_s = 6\n", "sleep.off_after_s = 7").config
    assert config.sleep == keys_and_defaults.SleepConfig(dim_after_s=5, off_after_s=7)


@pytest.mark.parametrize(
    "owners",
    ["[screens.left]\nrotate = 180\n", "screens = { left = { rotate = 180 } }\n"],
    ids=["a section", "in one line"],
)
def test_a_table_is_merged_however_it_is_written(owners: str) -> None:
    screens = read("[screens.left]\ncontrast = 3\n[screens.right]\nfitted = false", owners)
    assert screens.config.screens == keys_and_defaults.ScreensConfig(
        left=PanelConfig(contrast=3, rotate=180), right=None
    )


def test_the_numbers_of_a_die_are_one_field() -> None:
    turned = DieConversion(
        (DieResult.EVENT, DieResult.CDE, DieResult.ABC, DieResult.DE, DieResult.AB, DieResult.JR)
    )
    numbers = ", ".join(f"{n} = '{r.value}'" for n, r in enumerate(turned.results, 1))
    both = read("[die.conversion]\n1 = 'AB'\n2 = 'AB'\n", f"die.conversion = {{ {numbers} }}")
    assert (both.config.die.conversion, both.mistakes) == (turned, ())
    (only,) = read(f"die.conversion = {{ {numbers} }}", "[die]\nconversion = { 1 = 'JR' }").mistakes
    assert only.startswith(f"{BOOT} line 2: die.conversion: 2 has no result, 3 has no result,")


def test_each_mistake_names_its_file_and_its_line() -> None:
    both = read("\n[sleep]\ndim_after_s = -1\nof_after = 2\n", "colour = 3\n[pins]\nkey_a = 99")
    assert both.mistakes == (
        f"{ETC} line 3: sleep.dim_after_s: must be a whole number from 0 to 86400, not -1.",
        f"{ETC} line 4: sleep.of_after: is not a known key. "
        'Did you mean "off_after_s"? Known here: dim_after_s, shift_every_s, off_after_s.',
        f"{BOOT} line 1: colour: is not a known key. "
        "Known here: games, sheet, set_up, language, die, reader, pins, screens, sleep, sound.",
        f"{BOOT} line 3: pins.key_a: must be a whole number from 0 to 27, or false, not 99.",
    )


def test_a_contradiction_between_two_files_is_told_once_and_where_it_can_be_fixed() -> None:
    (only,) = read("[pins]\nleft_button = 16\n", "\n[pins]\nkey_a = 16\n").mistakes
    assert only.startswith(f"{BOOT} line 3: pins.key_a: GPIO16 serves left_button too;")

    (only,) = read("[pins]\nright_button = false\n", "pins.left_button = false\n").mistakes
    assert only.startswith(f"{BOOT} line 1: pins: fit left_button or right_button at least")


def test_a_mistake_that_the_owner_has_overruled_is_none() -> None:
    both = read("[sleep]\noff_after_s = 'soon'\n[pins]\nkey_a = 99\n", "sleep.off_after_s = 8\n")
    assert len(both.mistakes) == 1
    assert both.config.sleep.off_after_s == 8


@pytest.mark.parametrize("broken", [0, 1])
def test_of_a_file_that_is_no_toml_nothing_is_used_and_nothing_is_driven(broken: int) -> None:
    contents = ["[sleep]\noff_after_s = 8\n"] * 2
    contents[broken] = "[pins]\nleft_lamp = 4\nwhat\n"
    both = read(*contents)
    (only,) = both.mistakes
    assert only.startswith(f"{(ETC, BOOT)[broken]} line 3: ")
    assert both.config.sleep == keys_and_defaults.SleepConfig(off_after_s=8)
    assert both.config.pins == keys_and_defaults.PinsConfig(lamps={})


def test_a_file_that_cannot_be_read_is_told_and_the_rest_is_used() -> None:
    layers = [
        ConfigLayer(ETC, "[pins]\nbuzzer = 25\nkey_a = 16\n"),
        ConfigLayer(BOOT, b"", "It is a folder."),
    ]
    both = read_layers(layers, sheets=SHEETS, games=GAMES)
    assert both.mistakes == ("It is a folder.",)
    assert both.config.pins.buzzer is None
    assert both.config.pins.lamps == {}
    assert 16 in both.config.pins.inputs.values()


def test_each_file_may_come_from_another_system() -> None:
    both = read("sleep.off_after_s = 3\r".encode("utf-16"), b"\xef\xbb\xbfsound.on = false\r\n")
    assert (both.config.sleep.off_after_s, both.config.sound.on) == (3, False)


def test_no_file_at_all_is_the_reference_build() -> None:
    assert read_layers([], sheets=SHEETS, games=GAMES).config.pins.lamps.keys() == set(Side)


# --- any two files are the one that has the fields of both ----------------------------------------

VALUES: Mapping[tuple[str, ...], Sequence[Any]] = {
    ("sheet",): (*SHEETS, "nosuch", 3),
    ("games", "folder"): ("/a", "/b", "c"),
    ("die", "source"): ("button", "reader", "hand", "buton"),
    ("die", "conversion"): (
        {"1": "JR", "2": "AB", "3": "DE", "4": "ABC", "5": "CDE", "6": "EVENT"},
        {"6": "JR", "5": "AB", "4": "DE", "3": "ABC", "2": "CDE", "1": "EVENT"},
        {"1": "JR"},
        {},
        3,
    ),
    ("reader", "port"): ("auto", "none", "/dev/x", "x"),
    ("screens", "left", "contrast"): (0, 9, 255, 256),
    ("screens", "left", "address"): (0x3C, 0x3D),
    ("screens", "right", "fitted"): (True, False, 1),
    ("screens", "right", "contrast"): (0, 9, "high"),
    ("sleep", "off_after_s"): (0, 60, -1),
    ("sound", "on"): (True, False, 1),
    **{("pins", key): (5, 6, 12, 16, False, 28) for key in keys_and_defaults.PIN_KEYS},
}
FIELDS = st.fixed_dictionaries(
    {}, optional={path: st.sampled_from(values) for path, values in VALUES.items()}
)


def written(fields: Mapping[tuple[str, ...], Any]) -> str:
    return "".join(f"{'.'.join(path)} = {_value(value)}\n" for path, value in fields.items())


def _value(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {_value(inner)}" for key, inner in value.items()) + "}"
    return json.dumps(value)


@given(FIELDS, FIELDS)
def test_two_files_are_one_with_the_fields_of_the_second(
    first: Mapping[tuple[str, ...], Any], second: Mapping[tuple[str, ...], Any]
) -> None:
    both = read(written(first), written(second))
    one = read(written({**first, **second}))
    assert both.config == one.config
    assert len(both.mistakes) == len(one.mistakes)
    assert both.table == one.table


@given(FIELDS, FIELDS)
def test_a_mistake_is_told_of_a_file_that_names_its_field(
    first: Mapping[tuple[str, ...], Any], second: Mapping[tuple[str, ...], Any]
) -> None:
    for sentence in read(written(first), written(second)).mistakes:
        place, _, told = sentence.partition(" line ")
        number, _, rest = told.partition(": ")
        path = tuple(rest.split(": ")[0].split("."))
        source = written(first) if place == ETC else written(second)
        if path == ("pins",):  # of the section as a whole
            assert "pins." in source
        else:
            assert source.splitlines()[int(number) - 1].startswith(".".join(path))


@given(st.binary(max_size=60), st.binary(max_size=60))
def test_whatever_two_files_hold_they_are_read_or_refused(first: bytes, second: bytes) -> None:
    for sentence in read(first, second).mistakes:
        assert sentence.startswith((f"{ETC} line ", f"{BOOT} line "))
        assert sentence.isprintable()


def test_tables_in_tables_without_end_are_refused_not_followed() -> None:
    deep = "[" + ".".join("a" * 480) + "]\n" + ".".join("a" * 480) + " = 1\n"
    assert len(read(deep, deep).mistakes) == 1


def test_keys_that_have_no_effect_are_named_with_what_they_are_for() -> None:
    i2c = "screens.data_command = 24\nscreens.left.chip_select = 0\nscreens.left.address = 0x3C\n"
    found = read(i2c + "sound.on = true\n", "screens.right.chip_select = 1\n")
    assert found.mistakes == ()
    assert found.without_effect == (
        f"{ETC} line 1: screens.data_command: has no effect: it is for a bus on SPI.",
        f"{ETC} line 2: screens.left.chip_select: has no effect: it is for a bus on SPI.",
        f"{ETC} line 4: sound.on: has no effect: it is for a gadget with a buzzer.",
        f"{BOOT} line 1: screens.right.chip_select: has no effect: it is for a bus on SPI.",
    )


@pytest.mark.parametrize(
    ("source", "idle"),
    [
        ('bus = "/dev/spidev0"\nleft.address = 0x3C\nacknowledge = false', 2),
        ('bus = "/dev/spidev0"\nleft.reset = 25\ndata_command = 24\nleft.chip_select = 0', 0),
        ("left.reset = 25\nleft.address = 0x3C\nacknowledge = true", 0),
        ('bus = "none"\nleft.reset = 25\nleft.chip_select = 0\nacknowledge = true', 3),
        ("right.fitted = false\nright.chip_select = 1", 1),
        ('bus = "record:/tmp/glass"\nleft.bus = "/dev/i2c-3"', 1),
        ('right.bus = "/dev/spidev0"\nright.address = 0x3D\nright.chip_select = 1', 1),
        ('right.bus = "/dev/spidev0"\nleft.address = 0x3C\ndata_command = 24', 0),
        ("left.chip_select = 5", 0),
    ],
)
def test_whether_a_key_of_the_screens_has_an_effect_depends_on_their_bus(
    source: str, idle: int
) -> None:
    assert len(read(f"[screens]\n{source}\n").without_effect) == idle


def test_every_need_is_of_a_key_and_is_met_by_some_build() -> None:
    keys = {path for path, _, _ in keys_and_defaults.list_keys(keys_and_defaults.Config(GAMES))}
    spi = "screens.bus = '/dev/spidev0'\npins.buzzer = 16\n"
    builds = [read(text).config for text in ("", spi)]
    assert set(keys_and_defaults.NEEDS) <= keys
    assert all(
        any(is_there(build) for build in builds) for _, is_there in keys_and_defaults.NEEDS.values()
    )
