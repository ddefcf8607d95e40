"""The documented example is true: it is the defaults, and it names every key."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from cdgdevice.config.config_file import read_config
from cdgdevice.config.effective import CHANGES_FILE, GOOD_FILE
from cdgdevice.config.menu_changes import SETTING_FIELDS
from cdgdevice.config.schema import (
    PIN_KEYS,
    Config,
    DieConfig,
    PanelConfig,
    PinsConfig,
    ReaderConfig,
    ScreensConfig,
    SleepConfig,
    SoundConfig,
)
from cdgdevice.system.folders import BOOT_CONFIG, SERVICE_FOLDER, SYSTEM_CONFIG

DOCS = Path(__file__).parents[2] / "docs"
EXAMPLE = (DOCS / "cdgdevice.toml").read_text(encoding="utf-8")
GAMES = Path("/var/lib/cdgdevice")


def test_the_example_is_the_reference_build() -> None:
    config = read_config(EXAMPLE, "cdgdevice.toml", sheets=["paths-of-glory-2022"], games=GAMES)
    assert config == Config(GAMES)


@pytest.mark.parametrize(
    ("section", "keys"),
    [
        ("games", {"folder"}),
        ("die", {field.name for field in fields(DieConfig)}),
        ("reader", {field.name for field in fields(ReaderConfig)}),
        ("pins", {f.name for f in fields(PinsConfig)} - {"inputs", "lamps"} | set(PIN_KEYS)),
        ("screens", {field.name for field in fields(ScreensConfig)} - {"left", "right"}),
        ("screens.left", {field.name for field in fields(PanelConfig)} | {"fitted"}),
        ("screens.right", {field.name for field in fields(PanelConfig)} | {"fitted"}),
        ("sleep", {field.name for field in fields(SleepConfig)}),
        ("sound", {field.name for field in fields(SoundConfig)}),
    ],
)
def test_the_example_names_every_key(section: str, keys: set[str]) -> None:
    text = EXAMPLE.split(f"\n[{section}]\n")[1].split("\n[")[0]
    assert set(re.findall(r"^(?:# )?([a-z_]+) = ", text, re.MULTILINE)) == keys


def test_the_example_names_every_section() -> None:
    named = set(re.findall(r"^\[(\w+)\]$", EXAMPLE, re.MULTILINE))
    assert named | {"sheet"} == {field.name for field in fields(Config)}


def test_the_small_builds_of_the_guide_are_good() -> None:
    guide = (DOCS / "CONFIGURATION.md").read_text(encoding="utf-8")
    builds = re.findall(r"^```toml\n(.*?)^```$", guide, re.MULTILINE | re.DOTALL)
    assert len(builds) == 2
    for build in builds:
        read_config(build, "guide", sheets=["paths-of-glory-2022"], games=GAMES)


def test_the_mistakes_that_the_guide_shows_are_what_is_said() -> None:
    guide = (DOCS / "CONFIGURATION.md").read_text(encoding="utf-8")
    source = '\n\n[die]\nsource = "buton"\n\n\n\n[pins]\nleft_button = 2\n'
    with pytest.raises(ValueError, match="buton") as refused:
        read_config(source, "cdgdevice.toml", sheets=[], games=GAMES)
    assert str(refused.value) in guide


def test_the_guide_names_every_setting_of_the_menu_and_its_fields() -> None:
    guide = (DOCS / "CONFIGURATION.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| (\w+) \| (`[^|]+) \|", guide, re.MULTILINE))
    for setting, fields_of_it in SETTING_FIELDS.items():
        assert re.findall(r"`([^`]+)`", rows[setting.value.capitalize()]) == list(fields_of_it)


def test_the_guide_names_the_files_where_they_are() -> None:
    guide = (DOCS / "CONFIGURATION.md").read_text(encoding="utf-8")
    for place in (SYSTEM_CONFIG, BOOT_CONFIG, SERVICE_FOLDER, GOOD_FILE, CHANGES_FILE):
        assert f"`{place}`" in guide
