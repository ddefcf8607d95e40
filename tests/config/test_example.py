"""The documented example is true: it is the defaults, and it names every key."""

import re
from pathlib import Path

import pytest

from cdgdevice.config.config_file import read_config
from cdgdevice.config.effective import CHANGES_FILE, GOOD_FILE
from cdgdevice.config.keys_and_defaults import Config, PinsConfig, Section, find_declared, list_keys
from cdgdevice.config.menu_changes import SETTING_KEYS
from cdgdevice.system.folders import BOOT_CONFIG, SERVICE_FOLDER, SYSTEM_CONFIG
from tests.config.write_documentation import documents

DOCS = Path(__file__).parents[2] / "docs"
EXAMPLE = (DOCS / "cdgdevice.toml").read_text(encoding="utf-8")
GAMES = Path("/var/lib/cdgdevice")


def test_the_example_is_the_reference_build() -> None:
    config = read_config(EXAMPLE, "cdgdevice.toml", sheets=["paths-of-glory-2022"], games=GAMES)
    assert config == Config(GAMES)


def test_the_documentation_is_in_step_with_the_keys() -> None:
    for file, text in documents().items():
        assert file.read_text(encoding="utf-8") == text, (
            "write it anew: .venv/bin/python -m tests.config.write_documentation"
        )


def test_the_documentation_tells_each_key_with_its_default() -> None:
    guide = (DOCS / "CONFIGURATION.md").read_text(encoding="utf-8")
    for path, key, value in list_keys(Config(GAMES)):
        name = path.rpartition(".")[2]
        assert f"`{name}`" in guide
        for line in key.lines(path, value).values():
            assert line in EXAMPLE
        assert re.search(rf"^(# )?{name} = ", EXAMPLE, re.MULTILINE)


def test_every_field_of_the_configuration_is_declared() -> None:
    sections: list[object] = [Config(GAMES)]
    for section in sections:
        declared = find_declared(type(section))
        wired = {"lamps", "buzzer"} if isinstance(section, PinsConfig) else set()
        assert set(section.__annotations__) - wired == set(declared)
        sections += [
            getattr(section, n) for n, each in declared.items() if isinstance(each, Section)
        ]


def test_the_small_builds_of_the_guide_are_good() -> None:
    guide = (DOCS / "CONFIGURATION.md").read_text(encoding="utf-8")
    builds = re.findall(r"^```toml\n(.*?)^```$", guide, re.MULTILINE | re.DOTALL)
    assert len(builds) == 7
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
    rows = dict(re.findall(r"^\| (\w[\w ]+) \| (`[^|]+) \|", guide, re.MULTILINE))
    for setting, fields_of_it in SETTING_KEYS.items():
        assert re.findall(r"`([^`]+)`", rows[setting.value.capitalize()]) == list(fields_of_it)


def test_the_guide_names_the_files_where_they_are() -> None:
    guide = (DOCS / "CONFIGURATION.md").read_text(encoding="utf-8")
    for place in (SYSTEM_CONFIG, BOOT_CONFIG, SERVICE_FOLDER, GOOD_FILE, CHANGES_FILE):
        assert f"`{place}`" in guide
