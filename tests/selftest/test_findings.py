"""Everything that the self-test can find: it is found, in words that fit, and documented."""

import errno
import re
from pathlib import Path

import pytest

from cdgdevice.config.keys_and_defaults import Config
from cdgdevice.drivers.gpio.gpio_lines import REVISION_VARIABLE
from cdgdevice.drivers.oled.screen import BusSettings
from cdgdevice.fold_lines import COLUMNS
from cdgdevice.render.draw import check_fit, count_screenfuls
from cdgdevice.render.views import PageView
from cdgdevice.rules.card_display import Side
from cdgdevice.selftest.computer import check_board, check_power, check_service, is_pi
from cdgdevice.selftest.findings import (
    LEGEND,
    Finding,
    FindingKind,
    FindingState,
    exit_status,
    finding_lines,
    summary,
)
from cdgdevice.selftest.hardware_checks import (
    bus_findings,
    bus_speed_finding,
    open_screens,
    scan_bus,
)
from cdgdevice.selftest.stages import result_pages
from cdgdevice.selftest.storage import FILE, check_disk
from cdgdevice.service.world import open_bus
from cdgdevice.system.system_files import SystemFiles
from tests.selftest.found import BOTH, WORLDS, a_bus
from tests.selftest.pi_trees import named_only, pi_5, zero_2_w
from tests.simulated_disk import SimulatedDisk, Step

PAGE = (Path(__file__).parents[2] / "docs" / "SELFTEST.md").read_text("utf-8")
ROW = re.compile(r"(?m)^\| `([a-z-]+)` \| ([^|]+) \| ([^|]+) \|$")


def found_in(what: FindingKind, folder: Path) -> Finding:
    there = [each for each in WORLDS[what](folder) if each.what is what]
    assert there, f"{what} is not found in its world"
    return there[0]


@pytest.mark.parametrize("what", FindingKind)
def test_each_is_found_in_its_world_in_whole_sentences(what: FindingKind, tmp_path: Path) -> None:
    finding = found_in(what, tmp_path)
    assert finding.sentence.rstrip("`")[-1] in ".?!)", finding.sentence
    assert all(len(line) <= COLUMNS for line in finding_lines(finding))


@pytest.mark.parametrize(
    "what", [what for what in FindingKind if what.state is not FindingState.OK]
)
def test_each_fault_is_shown_whole_on_one_screenful_of_the_screen(
    what: FindingKind, tmp_path: Path
) -> None:
    for page in result_pages((found_in(what, tmp_path),))[1:]:
        assert isinstance(page, PageView)
        assert check_fit(page) == []
        assert count_screenfuls(page) == 1, page.text


def documented() -> dict[FindingState, dict[str, tuple[str, str]]]:
    """Give what the page says of each finding, by its heading; of those that are well the names."""
    _, faults, untold, well = re.split(r"(?m)^## (?:Faults|What can't be told|What is well)$", PAGE)
    tables = {FindingState.FAULT: faults, FindingState.UNKNOWN: untold}
    found = {
        state: {row[0]: (row[1], row[2]) for row in ROW.findall(table)}
        for state, table in tables.items()
    }
    names = re.findall(r"`([a-z-]+)`", well.partition("\n## ")[0])
    return {**found, FindingState.OK: dict.fromkeys(names, ("", ""))}


def test_the_documentation_names_each_finding_by_its_state_and_no_other() -> None:
    assert {state: set(rows) for state, rows in documented().items()} == {
        state: {what.id for what in FindingKind if what.state is state} for state in FindingState
    }


@pytest.mark.parametrize(
    "what", [what for what in FindingKind if what.state is not FindingState.OK]
)
def test_the_documentation_says_what_to_do_where_something_must_be_done(what: FindingKind) -> None:
    meaning, remedy = documented()[what.state][what.id]
    assert meaning.strip()[-1] in ".`"
    assert len(remedy.split()) > 1


def test_a_healthy_zero_2_w_and_a_healthy_pi_5_have_no_fault(tmp_path: Path) -> None:
    for name, tree in (("zero", zero_2_w), ("five", pi_5)):
        root = tree(tmp_path / name)
        assert check_power(SystemFiles(root)).what is FindingKind.POWER_ENOUGH
        assert bus_speed_finding("/dev/i2c-1", SystemFiles(root)).what is FindingKind.BUS_FAST


def test_a_board_that_says_no_revision_is_told_by_its_name(tmp_path: Path) -> None:
    files = SystemFiles(named_only(tmp_path, "raspberrypi,3-model-b", "Raspberry Pi 3 Model B"))
    assert is_pi(files, {})
    found = check_board(files, {})
    assert (found.what, found.sentence) == (
        FindingKind.BOARD_KNOWN,
        "This is a Raspberry Pi 3 Model B.",
    )


def test_of_a_board_that_is_not_known_it_is_told_what_its_pins_are_taken_for(
    tmp_path: Path,
) -> None:
    files = SystemFiles(named_only(tmp_path, "raspberrypi,6-model-b", "Raspberry Pi 6 Model B"))
    found = check_board(files, {})
    assert (found.what, found.shown) == (
        FindingKind.BOARD_KNOWN,
        "This is a Raspberry Pi 6 Model B.",
    )
    assert "its pins are taken to be the usual 40" in found.sentence


def test_what_is_said_of_the_board_and_is_no_code_is_told_with_the_board(tmp_path: Path) -> None:
    environment = {REVISION_VARIABLE: "Zero"}
    assert is_pi(SystemFiles(tmp_path), environment)
    assert (
        "CDGDEVICE_BOARD_REVISION is 'Zero'"
        in check_board(SystemFiles(tmp_path), environment).sentence
    )


def test_without_the_alarm_the_older_kernels_word_counts_also_for_what_was(tmp_path: Path) -> None:
    root = zero_2_w(tmp_path)
    (root / "sys/class/hwmon/hwmon1/name").unlink()
    assert check_power(SystemFiles(root)).what is FindingKind.POWER_ENOUGH
    word = root / "sys/devices/platform/soc/soc:firmware/get_throttled"
    word.write_text("50000\n")
    assert check_power(SystemFiles(root)).what is FindingKind.POWER_LOW
    word.write_text("80008\n")  # it was warm, which is something else
    assert check_power(SystemFiles(root)).what is FindingKind.POWER_ENOUGH


def test_the_older_kernels_word_is_not_asked_where_the_alarm_is(tmp_path: Path) -> None:
    """Reading it writes a warning with a trace into the kernel's log."""
    root = zero_2_w(tmp_path)
    (root / "sys/devices/platform/soc/soc:firmware/get_throttled").write_text("50005\n")
    assert check_power(SystemFiles(root)).what is FindingKind.POWER_ENOUGH


def test_a_missing_screen_is_told_with_the_addresses_that_do_answer() -> None:
    sentence = next(
        each.sentence
        for each in bus_findings("/dev/i2c-1", scan_bus(a_bus(0x3C, 0x50, 0x68)), BOTH)
        if each.what is FindingKind.SCREENS_MISSING
    )
    assert "right screen does not answer at 0x3D" in sentence
    assert "0x3C, 0x50 and 0x68" in sentence
    assert "with 0x7A 0x3D" in sentence, "the form that is printed on the panel"


def test_a_recording_is_neither_asked_nor_made(tmp_path: Path) -> None:
    bus = open_bus(BusSettings(f"record:{tmp_path / 'glass'}"))
    buses = dict.fromkeys(Side, bus)
    found = open_screens(Config(tmp_path), buses, SystemFiles(zero_2_w(tmp_path / "pi"))).found
    assert [each.what for each in found] == [FindingKind.SCREENS_NONE]
    assert not (tmp_path / "glass").exists()


@pytest.mark.parametrize("step", [Step.CREATE, Step.WRITE, Step.SYNC, Step.SYNC_NAMES])
def test_a_disk_that_refuses_any_step_is_told_with_what_to_do(step: Step) -> None:
    for number in (errno.ENOSPC, errno.EROFS, errno.EIO):
        disk = SimulatedDisk()
        disk.failing = {step: number}
        found = check_disk(disk, lambda: None, lambda: 0.0)
        assert [each.what for each in found] == [FindingKind.DISK_REFUSES]
        assert step is Step.REMOVE or disk.names() == ()


def test_on_a_full_disk_no_room_is_taken() -> None:
    disk = SimulatedDisk()
    disk.room = 100
    assert check_disk(disk, lambda: None, lambda: 0.0)[0].what is FindingKind.DISK_REFUSES
    assert disk.names() == ()


def test_the_disk_is_left_as_it_was() -> None:
    disk = SimulatedDisk()
    assert check_disk(disk, lambda: None, lambda: 0.0)[0].what is FindingKind.DISK_WRITES
    assert disk.names() == ()
    assert FILE.endswith(".new"), "what a power cut leaves counts as nobody's"


def test_the_exit_status_is_one_for_a_fault_and_no_other_state() -> None:
    ok, fault, unknown = (
        Finding(next(what for what in FindingKind if what.state is state), "It is so.")
        for state in FindingState
    )
    assert exit_status((ok, unknown)) == 0
    assert exit_status((ok, fault, unknown)) == 1
    assert summary((ok,)) == "No fault was found."
    assert summary((ok, fault, fault)) == f"2 faults were found.\n{LEGEND}"
    untold = "No fault was found; 1 of 2 things can't be told."
    assert summary((ok, unknown)) == f"{untold}\n{LEGEND}", "a ? stands for it"
    assert len(LEGEND) <= COLUMNS
    assert FindingState.UNKNOWN.value in LEGEND


@pytest.mark.parametrize(
    ("sub", "restarts", "what"),
    [
        ("start", "0", FindingKind.SERVICE_RUNS),
        ("auto-restart", "0", FindingKind.SERVICE_FAILED),
        ("start", "7", FindingKind.SERVICE_FAILED),
        ("auto-restart", "7", FindingKind.SERVICE_FAILED),
    ],
)
def test_a_service_between_two_starts_that_fail_does_not_run(
    sub: str, restarts: str, what: FindingKind
) -> None:
    unit = {"LoadState": "loaded", "ActiveState": "activating"}
    assert check_service({**unit, "SubState": sub, "NRestarts": restarts}).what is what
