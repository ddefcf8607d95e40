"""A newer package on the boot partition: taken at the next start, given up where it fails."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.patience import PATIENCE

CHECKOUT = Path(__file__).parents[2]
TAKE = CHECKOUT / "systemd/image/root/usr/lib/cdgdevice-image/take-program"
STARTS_ON_TRIAL = 3
"""So many starts may find a version on trial; the last of them gives it up."""

pytestmark = [
    pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="packages are Debian's"),
    pytest.mark.skipif(
        not hasattr(os, "geteuid") or os.geteuid() != 0, reason="as at the start, root"
    ),
]


class Card:
    """A card's boot partition, the programs on it, and the root with its own version."""

    def __init__(self, folder: Path) -> None:
        self.boot, self.programs, self.root = (
            folder / name for name in ("boot", "programs", "root")
        )
        self.boot.mkdir()
        _write_program(self.root, "0.2.0")

    def put(self, version: str, name: str = "", package: str = "cdgdevice", **fields: str) -> Path:
        """Put a package of this version on the boot partition."""
        made = self.boot.parent / f"{package}-{version}"
        _write_program(made, version)
        control = {"Package": package, "Version": version, "Architecture": "all"}
        control |= {"Maintainer": "Nobody <nobody@localhost>", "Description": "none"} | fields
        (made / "DEBIAN").mkdir()
        (made / "DEBIAN/control").write_text("".join(f"{k}: {v}\n" for k, v in control.items()))
        deb = self.boot / (name or f"{package}_{version}_all.deb")
        subprocess.run(
            ["dpkg-deb", "--build", "-Znone", "--root-owner-group", made, deb],
            check=True,
            capture_output=True,
            timeout=PATIENCE,
        )
        shutil.rmtree(made)
        return deb

    def start(self) -> str:
        """Start once, and return what was told."""
        return subprocess.run(
            [TAKE, self.boot, self.programs, self.root],
            check=True,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        ).stdout

    @property
    def runs(self) -> str:
        """The version that is laid over /usr; "" for that which came with the card."""
        current = self.programs / "current"
        if not current.is_symlink():
            return ""
        return (current / "usr/lib/cdgdevice/cdgdevice/__init__.py").read_text().split('"')[1]

    @property
    def on_trial(self) -> bool:
        """Whether the version that runs may still be given up."""
        return (self.programs / "trial").exists()

    def prove(self) -> None:
        """End the trial, as prove-program does once the gadget runs."""
        (self.programs / "trial").unlink()


def _write_program(root: Path, version: str) -> None:
    package = root / "usr/lib/cdgdevice/cdgdevice"
    (package / "cli").mkdir(parents=True)
    (package / "__init__.py").write_text(f'__version__ = "{version}"\n')
    (package / "cli/__init__.py").touch()
    (package / "cli/parser.py").write_text("def build_parser(): ...\n")


@pytest.fixture
def card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Card:
    # `python3` is the interpreter itself, as on the card, and not what chooses among several.
    monkeypatch.setenv("PATH", f"{sys.base_prefix}/bin:{os.environ['PATH']}")
    return Card(tmp_path)


def test_without_a_package_the_card_s_own_version_runs(card: Card) -> None:
    assert (card.start(), card.runs) == ("", "")


def test_a_newer_package_is_taken_once_under_any_name(card: Card) -> None:
    card.put("0.10.0", name="cdgdevice (1).deb")
    assert card.start() == "cdgdevice (1).deb was taken: version 0.10.0.\n"
    assert card.runs == "0.10.0"
    card.prove()
    assert (card.start(), card.runs) == ("", "0.10.0")


def test_a_package_older_than_an_updated_root_is_not_taken(card: Card) -> None:
    card.put("0.3.0")
    card.start()
    card.prove()
    shutil.rmtree(card.root)
    _write_program(card.root, "0.5.0")
    card.put("0.4.0")
    assert "it is not newer than 0.5.0" in card.start()


def test_a_start_below_a_newer_root_is_no_trial_of_a_package(card: Card) -> None:
    card.put("0.3.0")
    card.start()
    older = card.root.rename(card.root.with_name("older"))
    _write_program(card.root, "0.5.0")
    for _ in range(STARTS_ON_TRIAL + 1):
        assert "did not work" not in card.start()
    shutil.rmtree(card.root)
    older.rename(card.root)
    assert (card.start(), card.runs, card.on_trial) == ("", "0.3.0", True)


def test_what_was_taken_is_compiled_for_a_root_that_is_only_read(card: Card) -> None:
    card.put("0.3.0")
    card.start()
    (compiled,) = (card.programs / "current").rglob("parser.*.pyc")
    assert compiled.read_bytes()[4] == 1  # by its source's bytes, which nobody looks up again


def test_a_version_that_never_runs_gives_way_to_the_one_before_for_good(card: Card) -> None:
    card.put("0.3.0")
    card.start()
    card.prove()
    card.put("0.4.0")
    told = [card.start() for _ in range(STARTS_ON_TRIAL)]
    assert (card.runs, told[1]) == ("0.4.0", "")
    assert card.start() == "cdgdevice_0.4.0_all.deb did not work: back to the one before.\n"
    assert (card.start(), card.runs) == ("", "0.3.0")


def test_a_first_version_that_never_runs_gives_way_to_the_card_s_own(card: Card) -> None:
    card.put("0.3.0")
    for _ in range(STARTS_ON_TRIAL + 1):
        card.start()
    assert (card.start(), card.runs) == ("", "")


def test_a_fixed_package_of_the_same_version_is_taken_after_all(card: Card) -> None:
    card.put("0.3.0")
    for _ in range(STARTS_ON_TRIAL + 1):
        card.start()
    card.put("0.3.0", Description="mended")
    assert (card.start(), card.runs) == (
        "cdgdevice_0.3.0_all.deb was taken: version 0.3.0.\n",
        "0.3.0",
    )


def test_of_several_packages_the_newest_is_taken_and_tried(card: Card) -> None:
    card.put("0.3.0")
    card.start()
    card.prove()
    for version in ("0.4.0", "0.10.0", "0.5.0"):
        card.put(version)
    assert card.start() == "cdgdevice_0.10.0_all.deb was taken: version 0.10.0.\n"
    assert (card.runs, card.on_trial) == ("0.10.0", True)


def test_a_trial_s_way_back_is_the_last_proven_version(card: Card) -> None:
    card.put("0.3.0")
    card.start()
    card.prove()
    failing = card.put("0.4.0")
    card.start()
    newer = card.put("0.5.0")
    card.start()
    assert (card.runs, card.on_trial) == ("0.5.0", True)
    failing.unlink()
    newer.unlink()
    for _ in range(STARTS_ON_TRIAL):
        card.start()
    assert (card.runs, card.on_trial) == ("0.3.0", False)


def test_after_the_newest_failed_the_next_newest_is_tried(card: Card) -> None:
    card.put("0.3.0")
    card.put("0.4.0")
    for _ in range(STARTS_ON_TRIAL + 1):
        card.start()
    assert (card.runs, card.on_trial) == ("0.3.0", True)


def test_no_version_runs_untried_after_a_plug_was_pulled(card: Card) -> None:
    card.put("0.3.0")
    card.start()
    (card.programs / "current").unlink()  # as if pulled before the link was made
    card.start()
    assert (card.runs, card.on_trial) == ("0.3.0", True)


@pytest.mark.parametrize("fails", ["dpkg-deb -x", "python3 -m"])
def test_a_package_without_room_is_taken_once_there_is_room(
    card: Card, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    card.put("0.3.0")
    program, option = fails.split()
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / program).write_text(
        f'#!/bin/sh\n[ "$1" != {option} ] || exit 1\nexec {shutil.which(program)} "$@"\n'
    )
    (tools / program).chmod(0o755)
    with monkeypatch.context() as full:
        full.setenv("PATH", f"{tools}:{os.environ['PATH']}")
        told = [card.start(), card.start()]
    assert told == ["cdgdevice_0.3.0_all.deb was not taken: there is no room for it.\n", ""]
    card.start()
    assert card.runs == "0.3.0"


def _damaged(card: Card) -> None:
    deb = card.put("0.3.0")
    deb.write_bytes(deb.read_bytes()[:-2000])


REFUSED = {
    "older": (lambda card: card.put("0.1.0"), "it is not newer than 0.2.0."),
    "damaged": (_damaged, "it is damaged"),
    "of something else": (
        lambda card: card.put("0.3.0", package="cdgdevice-other"),
        "not the gadget's package",
    ),
    "needs what the card has not": (
        lambda card: card.put("0.3.0", Depends="libc6, dpkg (>> 9:1)"),
        "it needs what this card has not: dpkg (>> 9:1).",
    ),
}


@pytest.mark.parametrize(("put", "says"), REFUSED.values(), ids=REFUSED.keys())
def test_what_can_t_be_taken_is_told_once_and_never_runs(
    card: Card, put: Callable[[Card], object], says: str
) -> None:
    put(card)
    (said,) = card.start().splitlines()
    assert "_all.deb was not taken: " in said
    assert says in said
    assert (card.start(), card.runs) == ("", "")


def test_a_package_that_needs_what_is_there_is_taken(card: Card) -> None:
    card.put("0.3.0", Depends="no-such-package | dpkg (>= 1.15), libc6")
    card.start()
    assert card.runs == "0.3.0"


def test_a_start_that_was_cut_short_is_made_up_for(card: Card) -> None:
    card.put("0.3.0")
    (card.programs / "new/usr").mkdir(parents=True)
    (card.programs / "new/usr/half").touch()
    card.start()
    assert card.runs == "0.3.0"
    assert not (card.programs / "current/usr/half").exists()


def test_only_the_version_before_is_kept_beside_the_one_that_runs(card: Card) -> None:
    for version in ("0.3.0", "0.4.0", "0.5.0"):
        card.put(version)
        card.start()
        card.prove()
    assert card.runs == "0.5.0"
    assert (
        len([path for path in card.programs.iterdir() if path.is_dir() and not path.is_symlink()])
        == 2
    )
