"""A new key of the configuration: in a copy of the checkout, by what CONTRIBUTING's row names."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROW = re.compile(r"^\| add a key to the configuration \| (.*) \|$", re.MULTILINE)
DOCUMENTS = {"docs/cdgdevice.toml", "docs/CONFIGURATION.md"}

FIELD = """    fade_ms: Annotated[
        int, keys.whole("Milliseconds for which a screen fades; 0 is at once.", 0, 2000)
    ] = 250
"""
"""What somebody writes who adds the key `sleep.fade_ms`."""

READ = """
from pathlib import Path
from cdgdevice.config.config_file import read_config, write_config
from cdgdevice.config.keys_and_defaults import SleepConfig
from cdgdevice.errors import ConfigError

def read(text):
    return read_config(text, "c.toml", sheets=["paths-of-glory-2022"], games=Path("/games"))

config = read("[sleep]\\nfade_ms = 80")
print(SleepConfig().fade_ms, config.sleep.fade_ms, dict(write_config(config))["sleep.fade_ms"])
try:
    read("[sleep]\\nfade_ms = 3000")
except ConfigError as refused:
    print(refused)
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout where the key has been added and nothing else was done but the row's command."""
    (row,) = ROW.findall((ROOT / "CONTRIBUTING.md").read_text("utf-8"))
    named = re.findall(r"`([^`]+)`", row)
    command = shlex.split(named.pop())
    assert named[0] == "config/keys_and_defaults.py"
    copy = tmp_path_factory.mktemp("checkout")
    for room in ("cdgdevice", "docs", "hardware", "tests/config"):
        shutil.copytree(
            ROOT / room, copy / room, ignore=shutil.ignore_patterns("made", "__pycache__", "*.png")
        )
    before = digests(copy)
    schema = copy / "cdgdevice" / named[0]
    head = '    """What the screens do while nobody plays."""\n\n'
    text = schema.read_text("utf-8")
    assert head in text
    schema.write_text(text.replace(head, head + FIELD), "utf-8")
    assert command[0] == ".venv/bin/python"
    run(copy, command[1:])
    after = digests(copy)
    assert {path for path in after if after[path] != before.get(path)} == {
        "cdgdevice/config/keys_and_defaults.py",
        *DOCUMENTS,
    }
    return copy


def digests(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): sha256(path.read_bytes()).digest()
        for path in folder.rglob("*")
        if path.is_file()
    }


def run(copy: Path, arguments: list[str]) -> str:
    found = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, *arguments]
    done = subprocess.run(command, cwd=copy, env=found, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_new_key_is_read_and_written_and_refused_when_it_is_wrong(copy: Path) -> None:
    assert run(copy, ["-c", READ]).splitlines() == [
        "250 80 80",
        "c.toml line 2: sleep.fade_ms: must be a whole number from 0 to 2000, not 3000.",
    ]


def test_a_new_key_is_documented(copy: Path) -> None:
    guide, example = (
        (copy / path).read_text("utf-8")
        for path in ("docs/CONFIGURATION.md", "docs/cdgdevice.toml")
    )
    about = "Milliseconds for which a screen fades; 0 is at once."
    assert f"| `fade_ms` | `250` | 0 to 2,000 | {about} |" in guide
    assert f"# {about} May be: 0 to 2,000.\nfade_ms = 250\n" in example
