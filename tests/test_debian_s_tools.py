"""What the builds take from Debian: it is installed where it is missing, and only there."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.patience import PATIENCE

CHECKOUT = Path(__file__).parents[1]

DPKG_QUERY = """\
while [ $# != 0 ]; do
  case $1 in
    -W | --show) ;;
    -f) format=$2; shift ;;
    *) names="$names $1" ;;
  esac
  shift
done
failed=0
for name in $names; do
  status=$(sed -n "s/^$name //p" "$WORLD/status")
  [ -n "$status" ] || { echo "no packages found matching $name" >&2; failed=1; continue; }
  case $format in
    *Status-Status*) echo "$status" ;;
    *) echo "$name 1.0" ;;
  esac
done
exit $failed
"""
"""As Debian's: for a package that is known by name and not installed it has a line too, and 0."""

APT_GET = """\
echo "$*" >>"$WORLD/apt"
[ "$1" != install ] || exit 100
"""
"""Takes note of what it is asked for, and then has no network: the build ends there."""

ROOT = {"sudo": 'exec "$@"\n', "id": "echo 0\n", "losetup": "", "flock": ""}
GIT = {"git": "exit 1\n"}
"""No build goes on without it."""


class World:
    """A machine with packages in some state, and a copy of the build scripts."""

    def __init__(self, folder: Path, status: dict[str, str]) -> None:
        self.folder = folder
        (folder / "status").write_text("".join(f"{name} {is_}\n" for name, is_ in status.items()))
        (folder / "apt").touch()
        (folder / "bin").mkdir()
        for name, body in {"dpkg-query": DPKG_QUERY, "apt-get": APT_GET, **ROOT, **GIT}.items():
            command = folder / "bin" / name
            command.write_text(f"#!/bin/sh\n{body}")
            command.chmod(0o755)
        shutil.copytree(CHECKOUT / ".ci", folder / ".ci")
        image = folder / ".ci/machine-image"
        image.write_text(image.read_text().replace("/run/lock", str(folder)))
        (folder / "tests/machine/world").mkdir(parents=True)

    def run(self, script: str, *words: str) -> int:
        return subprocess.run(
            [self.folder / ".ci" / script, *words],
            env={
                "PATH": f"{self.folder / 'bin'}:{os.environ['PATH']}",
                "HOME": str(self.folder),
                "WORLD": str(self.folder),
            },
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        ).returncode

    @property
    def wanted(self) -> list[str]:
        """What apt was to install."""
        calls = map(str.split, (self.folder / "apt").read_text().splitlines())
        installs = [words[1:] for words in calls if words[0] == "install"]
        return [word for words in installs for word in words if not word.startswith("-")]


@pytest.mark.parametrize("status", ["not-installed", "config-files"])
@pytest.mark.parametrize(
    ("script", "tool"),
    [
        (("deb",), "debhelper"),
        (("pico-image",), "cmake"),
        (("machine-image", "bookworm"), "mmdebstrap"),
    ],
    ids=lambda value: value if isinstance(value, str) else value[0],
)
def test_what_dpkg_only_knows_by_name_is_installed_before_a_build_needs_it(
    tmp_path: Path, script: tuple[str, ...], tool: str, status: str
) -> None:
    text = (CHECKOUT / ".ci" / script[0]).read_text()
    known = dict.fromkeys(text.replace("(", " ").replace(")", " ").split(), "installed")
    world = World(tmp_path, known | {tool: status})
    assert world.run(*script) != 0
    assert world.wanted == [tool]


def test_what_debian_never_heard_of_is_asked_for_too(tmp_path: Path) -> None:
    world = World(tmp_path, {"cmake": "installed"})
    assert world.run("installed", "cmake", "debhelper") == 100
    assert world.wanted == ["debhelper"]


def test_where_all_is_installed_apt_is_left_alone(tmp_path: Path) -> None:
    world = World(tmp_path, {"cmake": "installed", "debhelper": "installed"})
    assert world.run("installed", "cmake", "debhelper") == 0
    assert (tmp_path / "apt").read_text() == ""
