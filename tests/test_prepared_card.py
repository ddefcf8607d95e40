"""`tools/prepare_card.py`: a card with Raspberry Pi OS as Imager leaves it, and its first starts.

The folders of `prepared_card/` are written as Raspberry Pi Imager 2.0.11 writes them, by its
`customization_generator.cpp` and `downloadthread.cpp`; what it leaves alone is the image's.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import PATIENCE

CHECKOUT = Path(__file__).parents[1]
COMMAND = CHECKOUT / "tools/prepare_card.py"
VENDOR_DATA = CHECKOUT / "systemd/raspios/vendor-data"
CARDS = sorted((Path(__file__).parent / "prepared_card").iterdir())
PACKAGE = b"!<arch>\ndebian-binary   "
COMMANDS = {
    "cloud-init": 'echo "cloud-init $*" >>"$CALLS"',
    "dpkg": 'echo "dpkg $*" >>"$CALLS"',
    "sync": "",
    "systemctl": """\
echo "systemctl $*" >>"$CALLS"
if [ "$1" = enable ]; then
  mkdir -p "$ROOT/etc/systemd/system/multi-user.target.wants"
  touch "$ROOT/etc/systemd/system/multi-user.target.wants/$2"
fi""",
    "apt-get": """\
echo "apt-get $*" >>"$CALLS"
[ -e "$ROOT/network" ] || exit 100""",
}
"""What the first start runs of Raspberry Pi OS; there is a network if the world has that file."""

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="it is what a Pi runs")


class Card:
    """A boot partition with Raspberry Pi OS of 2026, and the root that it starts."""

    def __init__(self, folder: Path, settings: Path) -> None:
        self.root = folder / "root"
        self.boot = self.root / "boot/firmware"
        shutil.copytree(settings, self.boot)
        for made in ("etc/systemd/system", "bin"):
            (self.root / made).mkdir(parents=True)
        (self.boot / "issue.txt").write_text("Raspberry Pi reference 2026-06-18\nGenerated using")
        (self.boot / "config.txt").write_text("dtparam=audio=on\n\n[pi5]\ndtoverlay=nospi10\n")
        self.package = folder / "cdgdevice_0.2.0_all.deb"
        self.package.write_bytes(PACKAGE)
        for name, body in COMMANDS.items():
            (self.root / "bin" / name).write_text(f"#!/bin/sh\n{body}\n")
            (self.root / "bin" / name).chmod(0o755)

    def prepare(self, *words: str | Path) -> subprocess.CompletedProcess[str]:
        """Run the command by a Python that has nothing else."""
        return subprocess.run(
            [sys.executable, "-IS", COMMAND, self.boot, *(words or [self.package])],
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )

    @property
    def files(self) -> dict[str, bytes]:
        return {file.name: file.read_bytes() for file in self.boot.iterdir()}

    def run(self, script: Path) -> tuple[int, list[str]]:
        """Run one of ours at a start, and return its status and what it called."""
        ours = self.root / "run.sh"
        text = script.read_text("utf-8").removeprefix("#cloud-boothook\n")
        ours.write_text(re.sub(r"(?<![\w/])/(?=etc/|usr/local/|boot/)", f"{self.root}/", text))
        calls = self.root / "calls"
        calls.write_text("")
        done = subprocess.run(
            ["sh", ours],
            env={
                "PATH": f"{self.root}/bin:{os.environ['PATH']}",
                "ROOT": str(self.root),
                "CALLS": str(calls),
            },
            check=False,
            timeout=PATIENCE,
        )
        return done.returncode, calls.read_text().splitlines()

    def starts(self) -> tuple[int, list[str]]:
        """Do what cloud-init does with our file at a start."""
        return self.run(self.boot / "vendor-data")

    def installs(self) -> tuple[int, list[str]]:
        """Do what the unit does that our file left."""
        return self.run(self.root / "usr/local/sbin/cdgdevice-card")


@pytest.fixture(params=CARDS, ids=lambda folder: folder.name)
def card(request: pytest.FixtureRequest, tmp_path: Path) -> Card:
    return Card(tmp_path, request.param)


def test_what_imager_wrote_stays_to_the_byte(card: Card) -> None:
    before = card.files
    assert card.prepare().returncode == 0
    after = card.files
    assert {*after} - {*before} == {"vendor-data", card.package.name}
    assert {name for name in before if before[name] != after[name]} == {"config.txt"}
    assert after["config.txt"].startswith(before["config.txt"])
    assert after[card.package.name] == PACKAGE


def test_a_card_that_is_prepared_twice_is_the_same(card: Card) -> None:
    card.prepare()
    once = card.files
    again = card.prepare()
    assert (again.returncode, again.stdout) == (0, "The card was prepared already.\n")
    assert card.files == once


def test_the_bus_is_on_for_every_board_and_can_be_changed(card: Card) -> None:
    guide = (CHECKOUT / "docs/INSTALL.md").read_text("utf-8")
    (lines,) = re.findall(r"^    dtparam=i2c_arm.*?\[all\]$", guide, re.MULTILINE | re.DOTALL)
    card.prepare()
    config = (card.boot / "config.txt").read_text()
    assert "[all]\n# What" in config
    assert re.sub(r"^ +", "", lines, flags=re.MULTILINE) in config
    card.prepare("--spi", card.package)
    config = (card.boot / "config.txt").read_text()
    assert "[all]\n# What" in config
    assert "\ndtparam=spi=on\n" in config
    assert "i2c" not in config
    assert "already" in card.prepare().stdout  # an update keeps the bus
    card.prepare("--i2c", card.package)
    assert re.sub(r"^ +", "", lines, flags=re.MULTILINE) in (card.boot / "config.txt").read_text()


def test_for_spi_the_configuration_says_so_until_i2c_takes_it_back(card: Card) -> None:
    settings = card.boot / "cdgdevice.toml"
    assert "cdgdevice.toml" in card.prepare("--spi", card.package).stdout
    assert 'bus = "/dev/spidev0"' in settings.read_text("utf-8")
    assert "already" in card.prepare("--spi", card.package).stdout
    assert "cdgdevice.toml (removed)" in card.prepare("--i2c", card.package).stdout
    assert not settings.exists()


def test_what_a_full_card_interrupted_is_done_by_another_run(card: Card) -> None:
    in_the_way = card.boot / "config.txt.part"
    in_the_way.mkdir()
    assert "full, or read-only" in card.prepare("--spi", card.package).stderr
    in_the_way.rmdir()
    card.prepare("--spi", card.package)
    assert 'bus = "/dev/spidev0"' in (card.boot / "cdgdevice.toml").read_text("utf-8")
    assert "dtparam=spi=on" in (card.boot / "config.txt").read_text("utf-8")


def test_a_card_that_was_on_spi_already_gets_no_configuration(card: Card) -> None:
    card.prepare("--spi", card.package)
    (card.boot / "cdgdevice.toml").unlink()  # its owner's is in /etc
    card.prepare("--spi", card.package)
    assert not (card.boot / "cdgdevice.toml").exists()


ON_SPI = "[screens]\r\nbus = '/dev/spidev1'\r\n"


@pytest.mark.parametrize(
    ("bus", "written", "lacks"),
    [
        ("--spi", "[screens]\n# bus = '/dev/spidev0'\n", 'bus = "/dev/spidev0"'),
        ("--spi", ON_SPI, None),
        ("--i2c", ON_SPI, 'bus = "/dev/i2c-1"'),
        ("--i2c", "[screens]\n", None),
    ],
)
def test_a_configuration_that_its_owner_wrote_stays_and_the_line_it_lacks_is_named(
    card: Card, bus: str, written: str, lacks: str | None
) -> None:
    settings = card.boot / "cdgdevice.toml"
    settings.write_text(written, newline="")
    said = card.prepare(bus, card.package).stdout
    assert settings.read_bytes() == written.encode()
    assert ("stay dark" in said) == (lacks is not None)
    assert (lacks or "") in said


def test_the_bus_is_changed_in_a_file_with_the_line_ends_of_windows(card: Card) -> None:
    card.prepare()
    config = card.boot / "config.txt"
    config.write_bytes(config.read_bytes().replace(b"\n", b"\r\n"))
    card.prepare("--spi", card.package)
    assert b"dtparam=spi=on" in config.read_bytes()
    assert b"i2c" not in config.read_bytes()


def test_an_earlier_version_leaves_the_card(card: Card, tmp_path: Path) -> None:
    card.prepare()
    newer = tmp_path / "cdgdevice_0.3.0_all.deb"
    newer.write_bytes(PACKAGE)
    assert card.prepare(newer).returncode == 0
    assert [name for name in card.files if name.endswith(".deb")] == [newer.name]


SPOILED = {
    "another folder": (lambda boot: (boot / "issue.txt").unlink(), "is not the boot partition"),
    "Bookworm": (lambda boot: (boot / "user-data").unlink(), "has no settings for cloud-init"),
    "Imager 1": (lambda boot: (boot / "firstrun.sh").touch(), "Imager 2.0 or newer"),
    "the first Trixie": (
        lambda boot: (boot / "issue.txt").write_text("Raspberry Pi reference 2025-10-01\n"),
        "is too old",
    ),
    "32 bits": (lambda boot: (boot / "kernel7.img").touch(), "write the 64-bit one"),
    "another program's": (
        lambda boot: (boot / "vendor-data").write_text("#cloud-config\n"),
        "is from another program",
    ),
}


@pytest.mark.parametrize("what", SPOILED)
def test_what_is_no_such_card_is_refused_in_a_sentence_and_kept(what: str, tmp_path: Path) -> None:
    card = Card(tmp_path, CARDS[0])
    spoil, said = SPOILED[what]
    spoil(card.boot)
    before = card.files
    refused = card.prepare()
    assert refused.returncode == 1
    assert said in refused.stderr
    assert refused.stderr.count("\n") == 1
    assert card.files == before


def test_what_is_no_package_is_refused(card: Card) -> None:
    before = card.files
    card.package.write_text("<html>")
    assert "is no Debian package" in card.prepare().stderr
    card.package.unlink()
    assert "can't be read" in card.prepare().stderr
    assert card.files == before


@pytest.mark.parametrize("name", ["cdgdevice-gpiod_0.2.0_arm64.deb", "other_1_amd64.deb"])
def test_what_the_card_can_not_install_is_refused(card: Card, name: str) -> None:
    before = card.files
    other = card.package.with_name(name)
    other.write_bytes(PACKAGE)
    assert "leave it out" in card.prepare(card.package, other).stderr
    assert card.files == before


@on_linux
def test_without_a_network_the_package_is_kept_until_there_is_one(card: Card) -> None:
    card.prepare()
    status, calls = card.starts()
    assert status == 0
    assert calls[-1] == "systemctl start --no-block cdgdevice-card.service"
    assert card.starts() == (0, [])

    status, _ = card.installs()
    assert status != 0
    assert card.package.name in card.files

    (card.root / "network").touch()
    status, calls = card.installs()
    assert status == 0
    assert calls[:2] == ["cloud-init status --wait", "dpkg --force-confold --configure -a"]
    assert calls[-1].endswith(f"install --reinstall {card.boot / card.package.name}")
    assert card.package.name not in card.files
    assert card.installs() == (0, [])


@on_linux
def test_a_start_that_is_cut_short_is_done_again(card: Card) -> None:
    card.prepare()
    (card.root / "bin/sync").write_text("#!/bin/sh\nexit 1\n")
    status, calls = card.starts()
    assert (status != 0, calls) == (True, [])
    (card.root / "bin/sync").write_text("#!/bin/sh\n")
    status, calls = card.starts()
    assert (status, calls[0]) == (0, "systemctl enable cdgdevice-card.service")


def test_the_rest_of_the_start_waits_neither_for_the_network_nor_for_apt() -> None:
    _, _, text = VENDOR_DATA.read_text("utf-8").partition("<<'UNIT'\n")
    unit, _, _ = text.partition("\nUNIT\n")
    assert "\nType=exec\n" in unit  # multi-user.target would wait for a oneshot
    assert "\nRestart=on-failure\n" in unit
    assert "\nStartLimitIntervalSec=0\n" in unit
    assert "Wants=network-online" not in unit
