"""The splash of the very first start, when no file remembers yet where the screens are."""

import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cdgdevice.__main__ import main
from cdgdevice.config.config_file import read_config
from cdgdevice.config.keys_and_defaults import ScreensConfig
from cdgdevice.drivers.oled import splash
from cdgdevice.drivers.oled.panels import CHIPS
from cdgdevice.drivers.oled.splash import read_splash_places
from tests.drivers.oled.early_imports import SPLASH, find_imports

REFERENCE: list[splash.PanelPlace] = [
    ("ssd1309", "/dev/i2c-1", 0x3C, 0),
    ("ssd1309", "/dev/i2c-1", 0x3D, 0),
]


def look(folder: Path, *texts: str | bytes) -> list[splash.PanelPlace]:
    files = []
    for number, text in enumerate(texts):
        file = folder / f"{number}.toml"
        file.write_bytes(text.encode() if isinstance(text, str) else text)
        files.append(str(file))
    return read_splash_places(tuple(files))


def told(text: str) -> list[splash.PanelPlace]:
    """What the whole configuration says of the same text."""
    config = read_config(text, "cdgdevice.toml", sheets=["paths-of-glory-2022"], games=Path("/"))
    on = config.screens
    return [
        (
            panel.panel.word,
            splash.name_way(
                panel.bus, on.address_of(panel), on.acknowledge, on.data_command, on.reset_of(side)
            ),
            on.address_of(panel),
            panel.rotate,
        )
        for side, panel in on.fitted.items()
        if panel.bus is not None
    ]


def test_where_nothing_is_said_the_screens_of_the_reference_build_are_tried(tmp_path: Path) -> None:
    assert told("") == REFERENCE
    assert read_splash_places(()) == REFERENCE
    assert read_splash_places((str(tmp_path / "none.toml"), str(tmp_path))) == REFERENCE
    commented = (Path(__file__).parents[3] / "docs" / "cdgdevice.toml").read_text()
    assert look(tmp_path, "".join(f"# {line}\n" for line in commented.split("\n"))) == REFERENCE


def panels(reset: str) -> st.SearchStrategy[dict[str, str]]:
    return st.fixed_dictionaries(
        {},
        optional={
            "controller": st.sampled_from([f'"{name}"' for name in CHIPS]),
            "rotate": st.sampled_from(["0", "180"]),
            "fitted": st.sampled_from(["true", "false"]),
            "reset": st.sampled_from(["false", reset]),
            "column_offset": st.just("0"),
            "row_offset": st.integers(-63, 63).map(str),
            "mirror": st.sampled_from(["true", "false"]),
            "com_pins": st.just("0x12"),
            "multiplex": st.just("64"),
        },
    )


@given(
    left=panels("16"),
    right=panels("20"),
    bus=st.sampled_from(["", '"/dev/i2c-7"', '"none"', '"record:/tmp/a b"', '"/dev/spidev0"']),
    own=st.sampled_from(["", '"/dev/i2c-3"', '"/dev/spidev1"']),
    more=st.sampled_from(["", "acknowledge = false", "data_command = 4"]),
    swapped=st.booleans(),
)
def test_what_is_seen_is_what_the_whole_configuration_says(
    left: dict[str, str],
    right: dict[str, str],
    bus: str,
    own: str,
    more: str,
    swapped: bool,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    lines = ["[screens]", f"bus = {bus}", more] if bus else []
    for side, panel, address in (("left", left, "0x3D"), ("right", right, "60")):
        lines += [f"[screens.{side}]", *(f"{key} = {value}" for key, value in panel.items())]
        select = int(side == "left")
        lines += [f"address = {address}", f"chip_select = {select}"] if swapped else []
        lines += [f"bus = {own}"] if own and side == "right" else []
    text = "\r\n".join([*lines, ""])
    assert look(tmp_path_factory.getbasetemp(), b"\xef\xbb\xbf" + text.encode()) == told(text)


def test_the_later_file_wins_field_by_field(tmp_path: Path) -> None:
    system = '[screens]\nbus = "/dev/i2c-3"\n[screens.left]\ncontroller = "sh1106"\n'
    owner = "screens.left.rotate = 180\nscreens.right.fitted = false\n"
    assert look(tmp_path, system, owner) == [("sh1106", "/dev/i2c-3", 0x3C, 180)]


@pytest.mark.parametrize(
    "text",
    [
        "[screens\n",
        "screens = 3\n",
        b"\xff\xfe[\0screens]",
        "[screens]\nleft = 3\n",
        "[other]\n[other.screens]\nbus = 3\n",
        "[screens]\nx = " + "[" * 5000,
    ],
)
def test_a_configuration_that_makes_no_sense_is_passed_over(
    tmp_path: Path, text: str | bytes
) -> None:
    assert look(tmp_path, text) == REFERENCE


@pytest.mark.parametrize(
    "text",
    [
        'bus = "/dev/sda"',
        "bus = 3",
        "left = { address = 3.5 }",
        "left = { address = true }",
        "left = { rotate = 90 }",
        'left = { controller = "ssd1308" }',
        'left = { controller = "ssd1306 60" }',
        'left = { column_offset = "2" }',
        "left = { column_offset = 9 }",
        "left = { mirror = [] }",
    ],
)
def test_a_place_that_can_not_be_is_passed_over(tmp_path: Path, text: str) -> None:
    found = look(tmp_path, f"[screens]\nright.fitted = false\n{text}\n")
    assert found == []


def test_the_splash_fits_the_panel_that_is_configured(tmp_path: Path) -> None:
    text = "[screens.left]\ncolumn_offset = 2\ncom_pins = 0x02\n"
    (left, right), heard = look(tmp_path, text), told(text)
    assert [left, right] == heard
    assert (left[0], right[0]) == ("ssd1309:2:0:0:2:0", "ssd1309")


def test_the_first_start_of_all_shows_the_splash_where_the_configuration_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent, config = tmp_path / "sent", tmp_path / "cdgdevice.toml"
    config.write_text(f'[screens]\nbus = "record:{sent}"\n')
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    monkeypatch.setattr(sys, "argv", ["cdgdevice", "run", "--nonsense", "--config", str(config)])
    assert main() == 2
    assert {line[:2] for line in sent.read_bytes().splitlines()} == {b"3c", b"3d"}


@pytest.mark.parametrize(
    "text",
    [
        '# [screens]\nsheet = "labyrinth-2010"\n',
        '[screens]\n#bus = "none"\n[screens.left]\n#fitted = false  # no = here\n',
    ],
    ids=["another key", "headings"],
)
def test_where_nothing_is_said_of_the_screens_nothing_that_takes_time_is_imported(
    text: str, tmp_path: Path
) -> None:
    assert look(tmp_path, text) == REFERENCE
    program = (
        "from cdgdevice.drivers.oled.splash import read_splash_places;"
        f"read_splash_places(({str(tmp_path / '0.toml')!r},))"
    )
    assert find_imports(program) <= SPLASH


def test_a_build_without_a_bus_has_no_splash(tmp_path: Path) -> None:
    assert ScreensConfig().bus is not None
    assert look(tmp_path, '[screens]\nbus = "none"\n') == []
