"""`.ci/image`, `.ci/pi-qemu`, `.ci/pi`: which image is tried, builds that are stopped or meet."""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.patience import PATIENCE
from tests.processes import Process

CHECKOUT = Path(__file__).parents[1]
SCRIPTS = "image", "pi", "pi-qemu", "counted", "contained", "mirror"
COMMANDS = {
    "id": "echo 0",
    "git": "echo 0",
    "dpkg-deb": "echo 1.0",
    "arch-test": "",
    "apt-get": """\
case $1 in
  indextargets) printf 'http://debian/debian%s\n' / -security/ ;;
  update)
    lists=${APT_CONFIG%.conf}/state/lists
    grep -c '^deb .*http://debian/debian' "${APT_CONFIG%.conf}/sources.list" >"$WORLD/sources"
    echo 'Date: Sat, 21 Nov 2026 09:15:44 UTC' >"$lists/debian_dists_trixie_InRelease"
    echo 'Date: Sat, 28 Nov 2026 02:53:01 UTC' >"$lists/debian_dists_trixie-security_InRelease" ;;
  install) printf "'http://debian/%s' %s_1.deb 1 SHA256:0\\n" tool tool ;;
esac""",
    "apt-cache": "echo ' Depends: linux-image-6'",
    # How many have asked is known before one of them waits.
    "flock": 'echo "$1" >>"$WORLD/asked"; exec "$REAL_FLOCK" "$1"',
    # It hears no Ctrl-C. Whoever stops it is waited for by the pipe; it says that it has begun.
    "mmdebstrap": """\
trap '' INT TERM
echo >>"$WORLD/installed"
if [ -e "$WORLD/begun" ]; then
  exec >"$WORLD/begun"
  echo begun
  exec sleep 10000
fi
until [ "$(wc -l <"$WORLD/asked")" = 2 ]; do sleep 0.1; done
mkdir -p "$WORLD/cache/cdgdevice/pi/qemu-trixie.part/usr/bin"
cp "$0" "$WORLD/cache/cdgdevice/pi/qemu-trixie.part/usr/bin/qemu-system-aarch64\"""",
}
"""What a build needs of the machine: a Debian where all is installed."""
PROJECT = {
    ".ci/installed": "",
    ".ci/deb": "mkdir -p dist && touch dist/cdgdevice_1.0_all.deb",
    ".venv/bin/pytest": 'echo "$PI_IMAGE"',
    ".venv/bin/python": 'echo "$3"',
}

CONTAINS = "unshare --mount --pid --fork --kill-child --mount-proc true"
BUILDS = [("image", "--root"), ("pi-qemu",)]

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="what it runs is Debian's")
contains = pytest.mark.skipif(
    shutil.which("unshare") is None
    or subprocess.run(CONTAINS.split(), capture_output=True, check=False).returncode != 0,
    reason="needs root, and namespaces of its own",
)


class World:
    """A checkout with the scripts, and a machine with all that they take from Debian."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name, body in PROJECT.items():
            self.plays(f"checkout/{name}", body)
        for name, body in COMMANDS.items():
            self.plays(f"bin/{name}", body)
        for name in SCRIPTS:
            shutil.copy(CHECKOUT / ".ci" / name, folder / "checkout/.ci")
        shutil.copytree(CHECKOUT / "systemd/image", folder / "checkout/systemd/image")
        self._environment = os.environ | {
            "PATH": f"{folder}/bin:{os.environ['PATH']}",
            "WORLD": str(folder),
            "XDG_CACHE_HOME": str(folder / "cache"),
            "TMPDIR": str(folder),
            "REAL_FLOCK": shutil.which("flock") or "",
        }

    def plays(self, name: str, body: str) -> None:
        """Put a script there."""
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"#!/bin/sh\n{body}\n")
        file.chmod(0o755)

    def begins(self, script: str, *words: str) -> Process[str]:
        """Run a script in this folder, where Ctrl-C is heard."""
        return Process(
            ["env", "--default-signal=INT,TERM", self.folder / "checkout/.ci" / script, *words],
            cwd=self.folder,
            env=self._environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    @property
    def leftovers(self) -> list[str]:
        """The names of what was put there for the time of a build."""
        return [path.name for path in self.folder.glob("tmp.*")]


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    return World(tmp_path)


@contains
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("script", BUILDS, ids=lambda script: script[0])
def test_whoever_stops_a_build_stops_the_tools_that_hear_no_signal(
    world: World, script: tuple[str, ...], how: signal.Signals
) -> None:
    os.mkfifo(world.folder / "begun")
    build = world.begins(*script)
    with (world.folder / "begun").open() as begun:
        assert begun.readline() == "begun\n"
        build.send_signal(how)
        build.communicate(timeout=PATIENCE)
        begun.read()  # to its end, when nobody is there any more
    assert build.returncode == 130
    assert world.leftovers == []


@contains
@pytest.mark.parametrize("script", BUILDS, ids=lambda script: script[0])
def test_of_two_builds_at_once_one_waits_and_finds_it_built(
    world: World, script: tuple[str, ...]
) -> None:
    builds = [world.begins(*script) for _ in range(2)]
    said = [build.communicate(timeout=PATIENCE)[0] for build in builds]
    assert [build.returncode for build in builds] == [0, 0], said
    assert (world.folder / "installed").read_text() == "\n"
    assert (
        len(re.findall("installing Debian 13 for the Pi|Fetching Debian 13's QEMU", "".join(said)))
        == 1
    )
    assert world.leftovers == []


def test_a_root_has_debian_s_security_fixes_and_the_date_of_its_newest_part(world: World) -> None:
    builds = [world.begins("image", "--root") for _ in range(2)]
    said = [build.communicate(timeout=PATIENCE)[0] for build in builds]
    assert [build.returncode for build in builds] == [0, 0], said
    assert (world.folder / "sources").read_text() == "2\n"
    (date,) = (world.folder / "cache/cdgdevice/image").glob("*/date")
    assert datetime.fromtimestamp(int(date.read_text()), UTC).day == 28


@pytest.mark.parametrize(
    ("apt", "words", "prints"),
    [
        ("http://debian/debian http://debian/debian-security", "", "http://debian/debian"),
        (
            "http://debian/debian http://debian/debian-security/",
            "security",
            "http://debian/debian-security/",
        ),
        ("http://debian/debian/", "security", "http://deb.debian.org/debian-security"),
        ("http://debian/debian-security", "", "This machine's apt names no mirror of Debian."),
    ],
)
def test_a_mirror_is_the_machine_s_own(world: World, apt: str, words: str, prints: str) -> None:
    world.plays("bin/apt-get", f"printf '%s\\n' {apt}")
    asked = world.begins("mirror", *words.split())
    assert asked.communicate(timeout=PATIENCE)[0] == f"{prints}\n"


@pytest.mark.parametrize("script", ["pi", "counted"])
def test_an_image_is_named_from_where_one_stands(world: World, script: str) -> None:
    world.plays("checkout/.ci/pi-qemu", "echo qemu")
    for folder in ".", "checkout":
        (world.folder / folder / "built.img").touch()
    tried = world.begins(script, "built.img")
    assert str(world.folder / "built.img") in tried.communicate(timeout=PATIENCE)[0].splitlines()
    assert tried.returncode == 0


@pytest.mark.parametrize("script", ["pi", "counted"])
def test_an_image_that_is_not_there_is_named(world: World, script: str) -> None:
    tried = world.begins(script, "built.img")
    assert tried.communicate(timeout=PATIENCE)[0] == "No such image: built.img\n"
    assert tried.returncode == 2
