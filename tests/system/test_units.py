"""What systemd is told of the gadget: the units, read by systemd itself."""

import configparser
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from ipaddress import ip_network
from pathlib import Path

import pytest

from cdgdevice.bluetooth import taken_dice
from cdgdevice.drivers.oled.splash import remember_places
from cdgdevice.system.folders import SERVICE_FOLDER, locate_splash_file
from cdgdevice.web.access import is_local_address
from tests.patience import PATIENCE

SYSTEMD = Path(__file__).parents[2] / "systemd"
UNITS = [
    path for kind in ("service", "path", "socket") for path in sorted(SYSTEMD.glob(f"*.{kind}"))
]
CARD_UNITS = sorted((SYSTEMD / "image/root/usr/lib/systemd/system").iterdir())
UNIT = SYSTEMD / "cdgdevice.service"
DICE = SYSTEMD / "cdgdevice-dice.service"
MAX_EXPOSURE = {
    "cdgdevice": 0.4,
    "cdgdevice-dice": 0.4,
    "cdgdevice-power-off": 0.4,
    "cdgdevice-devices": 1.0,  # it hears udev, which is outside
    "cdgdevice-keep-games": 1.8,  # root's: opens the boot partition for writing
    "cdgdevice-prove-program": 1.2,  # root's: removes a file of root's
    "cdgdevice-prove-update": 1.9,  # root's: opens the boot partition for writing
    "cdgdevice-ssh": 9.3,  # a shell of root's
    "cdgdevice-fetch-update": 1.3,  # it reaches the network
    "cdgdevice-update": 1.7,  # root's: writes to the card
    "cdgdevice-wifi": 2.4,  # root's, with the rights to the radio
    "cdgdevice-wifi-trouble": 0.9,  # it looks at the networks
}
"""What `systemd-analyze security` may find, from 0 (nothing is left to take away) to 10."""

NEEDED = 48
"""MB of memory that a gadget with an open page and a game of 1,000 answers has at most."""
SMALLEST_PI = 512

by_systemd = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="systemd-analyze is missing"
)


def _read(path: Path) -> configparser.RawConfigParser:
    unit = configparser.RawConfigParser(strict=False)
    unit.optionxform = str  # type: ignore[assignment, method-assign] # keys are told by their case
    unit.read_string(path.read_text())
    return unit


def _analyze(*arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["systemd-analyze", *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def _written(folder: Path, units: Iterable[Path], misspelt: bool = False) -> list[Path]:
    programs = "/usr/bin/cdgdevice|/usr/lib/cdgdevice-image/[a-z-]+|/usr/sbin/[a-z_]+"
    written = []
    for unit in units:
        text = re.sub(programs, sys.executable, unit.read_text())
        written.append(folder / unit.name)
        written[-1].write_text(text.replace("WatchdogSec", "WatchDogSec") if misspelt else text)
    return written


@by_systemd
@pytest.mark.parametrize("units", [UNITS, CARD_UNITS], ids=["package", "card"])
def test_systemd_finds_nothing_to_say_about_the_units(tmp_path: Path, units: list[Path]) -> None:
    done = _analyze("verify", "--man=no", *_written(tmp_path, units))
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


@by_systemd
def test_a_misspelt_key_would_be_found(tmp_path: Path) -> None:
    done = _analyze("verify", "--man=no", *_written(tmp_path, UNITS, misspelt=True))
    assert "WatchDogSec" in done.stderr


@by_systemd
@pytest.mark.parametrize(
    "unit",
    [unit for unit in (*UNITS, *CARD_UNITS) if unit.suffix == ".service"],
    ids=lambda path: path.stem,
)
def test_next_to_nothing_is_left_to_take_away(unit: Path) -> None:
    done = _analyze("security", "--offline=yes", "--no-pager", unit)
    found = re.search(r"Overall exposure level.*: ([0-9.]+)", done.stdout)
    assert found, done.stderr
    assert float(found[1]) <= MAX_EXPOSURE[unit.stem]


def test_nothing_of_the_gadget_runs_as_root() -> None:
    for unit in SYSTEMD.glob("*.service"):
        service = _read(unit)["Service"]
        user = "cdgdevice-dice" if unit == DICE else "cdgdevice"
        assert (service["User"], service["CapabilityBoundingSet"]) == (user, "")


def test_the_dice_reach_nothing_but_d_bus_and_the_gadget_does_not_reach_them_otherwise() -> None:
    dice, gadget = _read(DICE)["Service"], _read(UNIT)["Service"]
    assert dice["ExecStart"] == "/usr/bin/cdgdevice dice-bridge"
    assert dice["RestrictAddressFamilies"] == "AF_UNIX"
    assert (dice["PrivateNetwork"], dice["DevicePolicy"]) == ("yes", "closed")
    assert "bluetooth" not in UNIT.read_text()
    assert dice["Group"] == gadget["Group"], "it may write to the socket"
    assert dice["UMask"] == "0007"
    assert "InaccessiblePaths=-/var/lib/cdgdevice\n" in DICE.read_text()
    assert dice["RuntimeDirectoryPreserve"] == "yes", "rolls outlive a restart"
    assert str(taken_dice.DICE_SERVICE_FOLDER) == f"/var/lib/{dice['StateDirectory']}"
    port = f"unix:/run/{dice['RuntimeDirectory']}/die"
    assert port in (SYSTEMD.parent / "docs" / "BLUETOOTH.md").read_text()


def test_the_gadget_is_watched_and_started_again_however_often_it_failed() -> None:
    unit = _read(UNIT)
    service = unit["Service"]
    assert service["Type"] == "notify"
    assert service["ExecStart"] == "/usr/bin/cdgdevice run"
    assert int(service["WatchdogSec"]) > 0
    assert service["Restart"] == "always"
    assert unit["Unit"]["StartLimitIntervalSec"] == "0"
    assert int(service["TimeoutStopSec"]) > 0


def test_what_runs_wild_is_ended_long_before_the_smallest_pi_is_full() -> None:
    service = _read(UNIT)["Service"]
    high, most = (int(service[key].removesuffix("M")) for key in ("MemoryHigh", "MemoryMax"))
    assert 4 * NEEDED <= high < most <= SMALLEST_PI / 2
    assert "OOMPolicy" not in service, "as it is set, it ends, and is started again"


def test_the_gadget_waits_for_no_network_and_no_clock() -> None:
    unit = _read(UNIT)["Unit"]
    assert unit["DefaultDependencies"] == "no"
    mounts = ["local-fs.target", "boot-firmware.mount"]
    assert unit["After"].split() == ["cdgdevice-devices.service", *mounts]
    waits = _read(SYSTEMD / "cdgdevice-devices.service")["Unit"]["After"]
    assert not re.search("network|time|sysinit|basic", waits)


def test_the_fetch_of_an_update_waits_for_the_end_of_another_and_nothing_else_does() -> None:
    (update,) = (path for path in CARD_UNITS if path.stem == "cdgdevice-update")
    assert _read(update)["Service"]["Type"] == "oneshot", "it has started once it has ended"
    # By which its target, and whatever waits for that, does not wait for it.
    assert re.search("^After=.* multi-user.target", update.read_text(), re.MULTILINE)
    assert "Before" not in _read(update)["Unit"]
    waits = re.compile(rf"^(After|Requires|BindsTo)=.*\b(?<!-){update.name}", re.MULTILINE)
    named = [path.stem for path in (*UNITS, *CARD_UNITS) if waits.search(path.read_text())]
    assert named == ["cdgdevice-fetch-update"]


def test_a_unit_that_starts_early_still_ends_at_a_shutdown() -> None:
    for path in UNITS:
        unit = _read(path)["Unit"]
        if unit.get("DefaultDependencies") == "no":
            assert (unit["Conflicts"], unit["Before"]) == ("shutdown.target",) * 2


def test_a_card_whose_gadget_hangs_soon_starts_the_rest_all_the_same() -> None:
    (rest,) = (_read(path) for path in CARD_UNITS if path.suffix == ".timer")
    assert rest["Unit"]["After"] == UNIT.name
    assert int(rest["Unit"]["JobTimeoutSec"]) <= 20
    assert rest["Unit"]["OnFailure"] == rest["Timer"]["Unit"] == "multi-user.target"


def test_the_gadget_has_a_folder_for_the_games_and_one_to_work_in_that_outlives_it() -> None:
    service = _read(UNIT)["Service"]
    assert service["StateDirectory"] == "cdgdevice"
    assert service["WorkingDirectory"] == f"/run/{service['RuntimeDirectory']}"
    assert service["RuntimeDirectoryPreserve"] == "yes"


def test_the_gadget_may_use_its_devices_and_no_others() -> None:
    lines = UNIT.read_text().splitlines()
    allowed = {line.split("=")[1].split()[0] for line in lines if line.startswith("DeviceAllow=")}
    assert "DevicePolicy=closed" in lines
    assert allowed == {"char-gpiochip", "char-i2c", "char-spi", "char-ttyACM", "char-ttyUSB"}


def test_the_gadget_waits_for_no_folder_that_systemd_must_tidy_first() -> None:
    for unit in SYSTEMD.glob("*.service"):
        service = _read(unit)["Service"]
        assert "PrivateTmp" not in service
        assert service["InaccessiblePaths"] == "-/tmp -/var/tmp"


def test_the_pins_are_waited_for_by_a_name_that_udev_gives_and_the_screens_where_they_were(
    tmp_path: Path,
) -> None:
    wait = _read(SYSTEMD / "cdgdevice-devices.service")["Service"]["ExecStart"]
    link = re.search(r"/dev/(cdgdevice-\w+)", wait)
    assert link
    assert f'SYMLINK+="{link[1]}"' in (SYSTEMD / "60-cdgdevice.rules").read_text()
    screens = Path(locate_splash_file(str(tmp_path)))
    script = re.sub(r"^-/bin/sh -c '(.*)'$", r"\1", wait.replace("\\\n", ""), flags=re.DOTALL)
    script = script.replace("$$", "$").replace("exec udevadm wait --timeout=4", "echo")
    script = script.replace(locate_splash_file(SERVICE_FOLDER), str(screens))
    assert _told(script) == ["/dev/cdgdevice-pins", "/dev/i2c-1"]
    remember_places(
        str(screens), [("ssd1309", "/dev/i2c-3", 60, 0), ("sh1106", "/dev/i2c-5", 61, 180)]
    )
    assert _told(script) == ["/dev/cdgdevice-pins", "/dev/i2c-3", "/dev/i2c-5"]
    unheard, spi = "/dev/i2c-3 unacknowledged", "/dev/spidev0.1 24 23"
    remember_places(str(screens), [("ssd1309", unheard, 60, 0), ("ssd1309", spi, 1, 0)])
    assert _told(script) == ["/dev/cdgdevice-pins", "/dev/i2c-3", "/dev/spidev0.1"]
    remember_places(str(screens), [("ssd1309", "record:/tmp/dev/i2c-3", 60, 0)])
    assert _told(script) == ["/dev/cdgdevice-pins", "/dev/i2c-1"]


def _told(script: str) -> list[str]:
    done = subprocess.run(
        ["/bin/sh", "-c", script], capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    return done.stdout.split()


def test_the_page_is_off_until_its_owner_wants_it_and_goes_with_the_gadget() -> None:
    door = _read(SYSTEMD / "cdgdevice-page.socket")
    assert "cdgdevice-page.socket" in _read(UNIT)["Service"]["Sockets"].split()
    assert "Install" not in door
    assert door["Unit"]["ConditionPathExists"].startswith("|/boot/firmware/cdgdevice-page")
    assert door["Unit"]["PartOf"] == door["Socket"]["Service"] == UNIT.name
    program = (SYSTEMD.parent / "cdgdevice" / "cli" / "gadget_commands.py").read_text()
    assert f'take_activated_socket("{door["Socket"]["FileDescriptorName"]}")' in program


def test_only_networks_at_home_reach_the_page() -> None:
    door = _read(SYSTEMD / "cdgdevice-page.socket")["Socket"]
    assert door["IPAddressDeny"] == "any"
    for network in door["IPAddressAllow"].split():
        assert network == "localhost" or ip_network(network).is_private
        # What systemd lets in to the gadget, the simulator lets in to its own page.
        assert network == "localhost" or is_local_address(str(ip_network(network)[1]))


def test_only_networks_at_home_reach_a_shell() -> None:
    (ssh,) = (_read(path)["Service"] for path in CARD_UNITS if path.stem == "cdgdevice-ssh")
    assert ssh["IPAddressDeny"] == "any"
    localhost, *networks = ssh["IPAddressAllow"].split()
    assert localhost == "localhost"
    assert all(ip_network(network).is_private for network in networks)


def test_the_user_and_every_group_of_the_gadget_are_made() -> None:
    made = set()
    for line in (SYSTEMD / "cdgdevice.sysusers").read_text().splitlines():
        if line[:1] in ("u", "g"):
            made.add(tuple(line.split()[:2]))
    service = _read(UNIT)["Service"]
    wanted = {("g", group) for group in service["SupplementaryGroups"].split()}
    assert made == wanted | {("u", service["User"]), ("u", _read(DICE)["Service"]["User"])}
    rules = (SYSTEMD / "60-cdgdevice.rules").read_text()
    assert {("g", group) for group in re.findall(r'GROUP="(\w+)"', rules)} == wanted


def test_the_file_that_the_menu_makes_is_the_one_that_shuts_the_machine_down() -> None:
    wish = _read(UNIT)["Service"]["Environment"].removeprefix("CDGDEVICE_POWER_OFF=")
    assert _read(SYSTEMD / "cdgdevice-power-off.path")["Path"]["PathExists"] == wish
    taken = _read(SYSTEMD / "cdgdevice-power-off.service")
    shutdown = taken["Service"]
    assert shutdown["ExecStart"].split()[-1] == wish
    assert taken["Unit"]["SuccessAction"] == "poweroff"


def test_what_an_earlier_run_asked_for_is_forgotten_before_systemd_looks() -> None:
    door = _read(SYSTEMD / "cdgdevice-power-off.path")["Unit"]
    assert door["After"] == door["PartOf"] == UNIT.name
