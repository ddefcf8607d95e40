"""What tests and builds take from Python's registry is one version, held to its bytes."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

CHECKOUT = Path(__file__).parents[1]
LOCKED = CHECKOUT / "requirements"
PROJECT = tomllib.loads((CHECKOUT / "pyproject.toml").read_text())
MACHINES = [
    {"python_version": python, "python_full_version": f"{python}.0", "platform_machine": machine}
    for python in ("3.11", "3.13")
    for machine in ("x86_64", "aarch64")
]
"""What the project is tested on, by what a requirement can ask for."""

SETS = {
    "test": ("extra", "dev"),
    "cad": ("extra", "cad"),
    "browser": ("group", "browser"),
    "oldest": ("group", "oldest"),
    "pico": ("group", "pico"),
}
"""What each file is written from."""


def asked(name: str) -> list[Requirement]:
    """Give all that a set asks for, what it takes in of other sets included."""
    kind, of = SETS[name]
    if kind == "group":
        return [*map(Requirement, PROJECT["dependency-groups"][of])]
    project = PROJECT["project"]
    wanted = [*map(Requirement, project["dependencies"])]
    extras = [of]
    while extras:
        for each in map(Requirement, project["optional-dependencies"][extras.pop()]):
            extras.extend(each.extras if each.name == project["name"] else ())
            wanted.extend([each] if each.name != project["name"] else [])
    return wanted


def pins(file: Path) -> dict[str, list[Requirement]]:
    """Give the pins of a file by their plain names: one for each kind of machine."""
    found: dict[str, list[Requirement]] = {}
    for line in file.read_text().replace("\\\n", " ").splitlines():
        if not line.startswith("#"):
            pin = Requirement(line.partition(" --hash=")[0])
            found.setdefault(canonicalize_name(pin.name), []).append(pin)
    return found


def applying(some: list[Requirement], machine: dict[str, str]) -> list[Requirement]:
    return [one for one in some if one.marker is None or one.marker.evaluate(machine)]


@pytest.mark.parametrize("name", SETS)
def test_all_that_is_asked_for_is_pinned_on_every_machine_to_a_version_that_is_allowed(
    name: str,
) -> None:
    pinned = pins(LOCKED / f"{name}.txt")
    for machine in MACHINES:
        for wanted in applying(asked(name), machine):
            (pin,) = applying(pinned[canonicalize_name(wanted.name)], machine)
            (version,) = pin.specifier
            assert version.operator == "=="
            assert wanted.specifier.contains(version.version, prereleases=True), (wanted, pin)


@pytest.mark.parametrize("name", SETS)
def test_every_pin_is_held_to_its_bytes_and_no_registry_is_named(name: str) -> None:
    text = (LOCKED / f"{name}.txt").read_text()
    for line in text.replace("\\\n", " ").splitlines():
        assert line.startswith("#") or re.search(r"==\S+ .*--hash=sha256:[0-9a-f]{64}", line)
    assert "://" not in text
    assert not re.search(r"^-", text, re.MULTILINE)


@pytest.mark.parametrize("name", SETS)
def test_what_the_debian_package_is_built_with_and_carries_is_what_is_tried(name: str) -> None:
    pinned = pins(LOCKED / f"{name}.txt")
    for file in ("build.txt", "carried.txt", "carried-gpiod.txt"):
        for package, (shipped,) in pins(CHECKOUT / "systemd" / file).items():
            for tried in pinned.get(package, []):
                assert tried.specifier == shipped.specifier, (tried, shipped)


def test_nothing_is_installed_for_tests_and_builds_that_is_not_pinned() -> None:
    scripts = [CHECKOUT / "Makefile", *(CHECKOUT / ".ci").iterdir()]
    text = "\n".join(script.read_text() for script in scripts).replace("\\\n", " ")
    calls = [
        line
        for line in text.splitlines()
        if re.search(r"\$\(PIP\)|\bpip\b.* (install|wheel|download) ", line)
        and not line.startswith("PIP :=")
    ]
    held = re.compile(r"--require-hashes|--no-deps .*--no-build-isolation|==")
    (free,) = [line for line in calls if not held.search(line)]
    assert "'.[panel,print,reader,share]'" in free  # to play
    assert len(calls) > 1
