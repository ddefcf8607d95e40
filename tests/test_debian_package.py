"""The Debian package's own files: they agree with the program's, and with Debian."""

import os
import re
import subprocess
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from cdgdevice.config.effective import CHANGES_FILE, GOOD_FILE
from cdgdevice.games.disk import NEW_FILE_ENDING
from cdgdevice.system.folders import SERVICE_FOLDER, locate_splash_file
from tests.patience import PATIENCE

CHECKOUT = Path(__file__).parents[1]
SYSTEMD = CHECKOUT / "systemd"
DEBIAN = SYSTEMD / "debian"
NAMES = {"pyserial": "python3-serial", "pillow": "python3-pil", "gpiod": "python3-libgpiod"}
"""What Debian calls a package, where it is not `python3-` and its name."""
DEBIAN_12 = {
    "bleak": "0.20.2",
    "pyserial": "3.5",
    "pillow": "9.4.0",
    "reportlab": "3.6.12",
    "segno": "1.5.2",
    "shtab": "1.5.5",
    "spidev": "3.6",
}
"""The versions of the oldest system that the package is for."""
OF_WHAT_IS_CARRIED = {"python3-cbor2", "python3-smbus2", "python3-platformdirs"}
"""What luma and mpremote need."""
NOT_THE_PROGRAM = {"build", "dev", "drawings", "cad", "throws"}
"""What is only brought to whoever changes the project."""


def _project() -> dict[str, list[Requirement]]:
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    wanted = {"": project["dependencies"]} | {
        name: extras[name] for name in extras if name not in NOT_THE_PROGRAM
    }
    return {extra: [*map(Requirement, lines)] for extra, lines in wanted.items()}


def _carried() -> dict[str, str]:
    text = (SYSTEMD / "carried.txt").read_text() + (SYSTEMD / "carried-gpiod.txt").read_text()
    return dict(re.findall(r"^([\w.]+)==(\S+)", text, re.MULTILINE))


def _carried_for_debian_12() -> set[str]:
    text = (SYSTEMD / "carried-gpiod.txt").read_text()
    return set(re.findall(r"^([\w.]+)==", text, re.MULTILINE))


def _field(name: str, package: str = "cdgdevice") -> list[str]:
    text = (DEBIAN / "control").read_text()
    stanza = re.search(rf"^Package: {package}\n(.*?)(?:\n\n|\Z)", text, re.DOTALL | re.MULTILINE)
    assert stanza
    found = re.search(rf"^{name}: ((?:.+|\n )+)", stanza[1], re.MULTILINE)
    assert found
    return [part.strip() for part in found[1].replace("\n", "").split(",")]


def test_whatever_the_program_needs_is_carried_or_is_debian_s() -> None:
    named = {entry.split()[0] for entry in _field("Depends") + _field("Suggests")}
    carried = _carried()
    for wanted in [one for lines in _project().values() for one in lines]:
        name = NAMES.get(wanted.name, f"python3-{wanted.name}")
        assert (wanted.name in carried) or (name in named), wanted
        if wanted.name in carried:
            assert wanted.specifier.contains(carried[wanted.name], prereleases=True), wanted
        else:
            assert wanted.specifier.contains(DEBIAN_12[wanted.name]), wanted


def test_the_dice_bridge_is_tried_with_debian_12_s_library() -> None:
    groups = tomllib.loads((CHECKOUT / "pyproject.toml").read_text())["dependency-groups"]
    assert f"bleak=={DEBIAN_12['bleak']}" in groups["oldest"]


def test_what_it_can_t_run_without_is_no_mere_suggestion() -> None:
    depends = {entry.split()[0] for entry in _field("Depends")}
    for wanted in _project()[""]:
        if wanted.name in _carried_for_debian_12() or wanted.name not in _carried():
            assert NAMES.get(wanted.name, f"python3-{wanted.name}") in depends, wanted
    assert depends >= OF_WHAT_IS_CARRIED


@pytest.mark.parametrize(
    ("name", "instead"),
    # The first cdgdevice-gpiod had no msgspec.
    [("gpiod", "cdgdevice-gpiod"), ("msgspec", "cdgdevice-gpiod (>= 0.2.0)")],
)
def test_what_debian_13_has_is_as_new_as_the_program_wants_it(name: str, instead: str) -> None:
    wanted = next(one for one in _project()[""] if one.name == name)
    oldest = str(wanted.specifier).replace(">=", ">= ")
    package = NAMES.get(name, f"python3-{name}")
    assert f"{package} ({oldest}) | {instead}" in _field("Depends")


def test_the_oldest_python_is_the_program_s() -> None:
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text())["project"]
    oldest = project["requires-python"].removeprefix(">=")
    assert f"python3 (>= {oldest})" in _field("Depends")
    assert f"python3 (>= {oldest})" in _field("Depends", "cdgdevice-gpiod")


def test_every_wheel_that_is_carried_is_held_to_its_bytes() -> None:
    for name in ("carried.txt", "carried-gpiod.txt", "build.txt"):
        text = (SYSTEMD / name).read_text().replace("\\\n", " ")
        for line in text.splitlines():
            assert line.startswith("#") or "--hash=sha256:" in line


def test_what_builds_the_package_is_one_version_that_the_project_allows() -> None:
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text())
    pinned = dict(re.findall(r"^([\w-]+)==(\S+) ", (SYSTEMD / "build.txt").read_text(), re.M))
    for wanted in map(Requirement, project["build-system"]["requires"]):
        assert wanted.specifier.contains(pinned[wanted.name]), wanted
    assert "--no-build-isolation" in (CHECKOUT / ".ci/deb").read_text()


def test_the_configuration_that_is_installed_sets_nothing_until_a_line_is_taken_in() -> None:
    laid = _configuration()
    assert {key for key, value in _flat(tomllib.loads(laid))} == set()
    whole = re.sub(r"^#(?=[a-z_]+ = )", "", laid, flags=re.MULTILINE)
    assert tomllib.loads(whole) == tomllib.loads((CHECKOUT / "docs/cdgdevice.toml").read_text())


def _configuration() -> str:
    """Do to the documentation's example what the build does."""
    command = re.search(
        r"^(sed .*) docs/cdgdevice.toml >", (CHECKOUT / ".ci/deb").read_text(), re.M
    )
    assert command
    return subprocess.run(
        f"{command[1]} docs/cdgdevice.toml",
        shell=True,
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    ).stdout


def _flat(table: dict[str, object], path: str = "") -> list[tuple[str, object]]:
    flat: list[tuple[str, object]] = []
    for key, value in table.items():
        if isinstance(value, dict) and (value == {} or not path):
            flat += _flat(value, f"{path}{key}.")
        else:
            flat.append((f"{path}{key}", value))
    return [(key, value) for key, value in flat if value != {}]


@pytest.mark.parametrize(
    "script", sorted([*DEBIAN.glob("*.p*"), DEBIAN / "cdgdevice.rtupdate"]), ids=lambda p: p.name
)
def test_the_scripts_of_installing_and_removing_are_sound(script: Path) -> None:
    done = subprocess.run(
        ["sh", "-n", str(script)], capture_output=True, timeout=PATIENCE, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")
    text = script.read_text()
    assert text.startswith("#!/bin/sh\n")
    assert "set -e\n" in text


def test_purging_removes_all_that_is_kept_but_the_games(tmp_path: Path) -> None:
    state, run = tmp_path / "state", tmp_path / "run"
    games = {"0001-standard-2018.journal", "current"}
    settings = {locate_splash_file(""), GOOD_FILE, CHANGES_FILE, "groups"}
    for folder in (state, run):
        folder.mkdir()
        for name in games | settings | {name + NEW_FILE_ENDING for name in settings}:
            (folder / name).touch()
    told = _purged(state, run)
    assert {path.name for path in state.iterdir()} == games
    assert not run.exists()
    assert f"your games are still in {state}" in told
    for name in games:
        (state / name).unlink()
    assert _purged(state, run) == ""
    assert not state.exists()


def test_purging_removes_the_games_too_where_that_is_asked_for(tmp_path: Path) -> None:
    state = tmp_path / "state"
    (state / "deep").mkdir(parents=True)
    (state / "0001-standard-2018.journal").touch()
    assert _purged(state, tmp_path / "run", CDGDEVICE_GAMES="remove") == ""
    assert not state.exists()


def test_purging_goes_by_nothing_that_the_gadget_s_user_can_write(tmp_path: Path) -> None:
    state = tmp_path / "state"
    state.mkdir()
    (state / "groups").write_text("gpio\ni2c\n")
    assert "groupdel" not in _purged(state, tmp_path / "run", groupdel="echo groupdel")
    state.mkdir()
    (tmp_path / "cdgdevice.groups").write_text("gpio\n")
    told = _purged(state, tmp_path / "run", groupdel="echo groupdel")
    assert told.split() == ["groupdel", "gpio"]
    assert not (tmp_path / "cdgdevice.groups").exists()


def test_the_groups_that_installing_made_are_noted_where_no_link_of_the_gadget_s_user_leads(
    tmp_path: Path,
) -> None:
    state, elsewhere = tmp_path / "state", tmp_path / "elsewhere"
    state.mkdir()
    elsewhere.write_text("somebody else's\n")
    (state / "groups").symlink_to(elsewhere)
    script = _elsewhere("cdgdevice.postinst", state, tmp_path / "run")
    script = re.sub(r"\b(systemd-sysusers|install|py3compile)\b", "true", script)
    script = re.sub(r"\bgetent\b", "false", script)
    script = script.replace("/etc/systemd", str(tmp_path)).replace("/boot", str(tmp_path))
    subprocess.run(["sh", "-c", script], timeout=PATIENCE, check=True)
    assert elsewhere.read_text() == "somebody else's\n"
    assert (tmp_path / "cdgdevice.groups").read_text() == "gpio\ni2c\nspi\n"
    assert list(state.iterdir()) == []


def _elsewhere(script: str, state: Path, run: Path) -> str:
    """Give a script of the package with other folders."""
    text = (DEBIAN / script).read_text()
    for folder, other in (
        ("/var/lib/cdgdevice", state),
        ("/var/lib/misc", state.parent),
        ("/run/cdgdevice", run),
        ("/run/systemd/system", run / "systemd"),
    ):
        text = text.replace(folder, str(other))
    return text


def _purged(state: Path, run: Path, groupdel: str = "false", **asked: str) -> str:
    """Run what dpkg runs at the very end, on other folders, and on nobody's users."""
    script = _elsewhere("cdgdevice.postrm", state, run)
    script = re.sub(r"\bgroupdel\b", groupdel, script)
    script = re.sub(r"\b(userdel|dpkg-query|getent)\b", "false", script)
    done = subprocess.run(
        ["sh", "-c", script, "postrm", "purge"],
        capture_output=True,
        timeout=PATIENCE,
        check=True,
        env=os.environ | asked,
    )
    return done.stdout.decode()


@pytest.mark.parametrize(
    ("user", "welcome"),
    [
        ("", True),
        ("cdgdevice:x:995:995:CDG Solo Method gadget:/var/lib/cdgdevice:/usr/sbin/nologin", True),
        ("cdgdevice:x:1000:1000::/home/cdgdevice:/usr/sbin/nologin", False),
        ("cdgdevice:x:995:995::/home/cdgdevice:/bin/bash", False),
    ],
)
def test_a_login_that_has_the_gadget_s_name_is_not_taken_over(user: str, welcome: bool) -> None:
    script = (DEBIAN / "cdgdevice.preinst").read_text()
    there = f"echo '{user}'" if user else "false"
    script = script.replace("getent passwd cdgdevice", there)
    done = subprocess.run(["sh", "-c", script], capture_output=True, timeout=PATIENCE, check=False)
    assert (done.returncode == 0) == welcome
    assert (b"Rename the login" in done.stderr) == (not welcome)


def test_the_copyright_names_what_is_carried_and_where_its_source_is() -> None:
    text = (DEBIAN / "copyright").read_text()
    carried = _carried()
    for name in carried:
        assert f"Files: usr/lib/cdgdevice/{name.split('.')[0]}*" in text
    assert f"https://pypi.org/project/gpiod/{carried['gpiod']}/" in text
    for letters in (CHECKOUT / "cdgdevice/render/fonts").glob("LICENSE.*"):
        conditions = letters.read_text().split("\n\n")[-1].split()
        assert " ".join(conditions) in " ".join(text.split())


def test_a_stick_that_is_away_keeps_no_machine_from_starting() -> None:
    page = (CHECKOUT / "docs/INSTALL.md").read_text()
    (line,) = re.findall(r"^ +echo '(LABEL=.*)' \| sudo tee -a /etc/fstab$", page, re.MULTILINE)
    label, folder, _, options, *_ = line.split()
    assert {"nofail", "x-systemd.device-timeout=10s"} <= set(options.split(","))
    assert folder != SERVICE_FOLDER
    assert f"After={folder.strip('/').replace('/', '-')}.mount" in page
    assert f"ReadWritePaths=-{folder}\n" in page
    assert f"--folder {folder}\n" in page
    assert f"mkfs.ext4 -L {label.removeprefix('LABEL=')} " in page


@pytest.mark.parametrize("name", ["cdgdevice", "cdgdevice.shutdown"])
def test_what_the_package_starts_sees_only_its_own_folders(name: str) -> None:
    lines = (SYSTEMD / name).read_text().splitlines()
    assert lines[0] == "#!/usr/bin/python3 -ISB"
    assert 'sys.path.insert(0, "/usr/lib/cdgdevice")' in lines
    compile("\n".join(lines), name, "exec")
