""" "Safe to unplug": only when it is true, and written to nothing but a bus."""

import errno
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cdgdevice.drivers.oled import last_words, splash
from cdgdevice.drivers.oled.panels import SH1106, SSD1309
from cdgdevice.simulator.simulated_hardware import SimulatedI2cBus
from cdgdevice.simulator.simulated_panel import SimulatedPanel
from tests.drivers.oled.early_imports import SPLASH, find_imports
from tests.patience import PATIENCE
from tools import make_splash

HOOK = Path(__file__).parents[3] / "systemd" / "cdgdevice.shutdown"

MEMORY = """\
24 1 0:22 / /sys rw,nosuid shared:7 - sysfs sysfs rw
25 1 0:23 / /proc rw,nosuid shared:14 - proc proc rw
26 1 0:5 / /dev rw,nosuid shared:2 - devtmpfs udev rw,size=10k
28 1 0:25 / /run rw,nosuid shared:5 - tmpfs tmpfs rw,size=10k,mode=755
30 24 0:27 / /sys/fs/cgroup rw shared:9 - cgroup2 cgroup2 rw,nsdelegate
"""
ROOT = "1 1 179:2 / / ro,relatime shared:1 - ext4 /dev/mmcblk0p2 ro\n"
OFF = ROOT + MEMORY
"""A machine whose root is read-only and whose other disks are unmounted."""
OVERLAY = "1 1 0:40 / / rw - overlay overlay rw,lowerdir=/ro,upperdir={},workdir=/w\n"

PLACES: list[splash.PanelPlace] = [
    ("ssd1309", "/dev/i2c-1", 0x3C, 0),
    ("sh1106", "/dev/i2c-1", 0x3D, 180),
]


class Machine:
    """A machine at the end of its shutdown, with two panels."""

    def __init__(self, folder: Path) -> None:
        self.mounts = folder / "mountinfo"
        self.mounts.write_text(OFF)
        self.places = folder / "screens"
        splash.remember_places(str(self.places), PLACES)
        panels = {0x3C: SimulatedPanel(SSD1309), 0x3D: SimulatedPanel(SH1106)}
        self.bus = SimulatedI2cBus(panels)
        self.buses: list[str] = []

    def say(self) -> int:
        return last_words.show_last_words(str(self.places), str(self.mounts), self.send)

    def send(self, bus: str, address: int, payloads: list[bytes]) -> None:
        self.buses.append(bus)
        self.bus.replay((address, payload) for payload in payloads)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_every_screen_says_that_it_is_safe_to_unplug(machine: Machine) -> None:
    assert machine.say() == 0
    words = make_splash.load_splash_picture("last_words")
    assert machine.bus.picture(0x3C) == words
    assert machine.bus.picture(0x3D) == words.rotate(180)
    assert machine.buses == ["/dev/i2c-1", "/dev/i2c-1"]


def test_a_panel_that_is_gone_keeps_the_other_from_nothing(machine: Machine) -> None:
    machine.bus.unplug(0x3C)
    assert machine.say() == 0
    assert machine.bus.picture(0x3D).getbbox() is not None


@pytest.mark.parametrize(
    ("mount", "where"),
    [
        ("1 1 179:2 / / rw,relatime shared:1 - ext4 /dev/mmcblk0p2 rw\n", "/"),
        ("1 1 179:2 / / ro,relatime shared:1 - ext4 /dev/mmcblk0p2 rw,errors=continue\n", "/"),
        ("9 1 8:1 / /var rw - ext4 /dev/sda1 rw\n", "/var"),
        ("9 1 0:44 /@ /home rw master:3 propagate_from:2 - btrfs /dev/sda1 rw,ssd\n", "/home"),
        ("9 1 179:1 / /boot/firmware rw - vfat /dev/mmcblk0p1 rw,fmask=0022\n", "/boot/firmware"),
        ("9 1 0:50 / /tank rw - zfs tank rw,xattr\n", "/tank"),
        ("9 1 0:51 / /mnt/a\\040b rw - fuseblk /dev/sdb1 rw\n", "/mnt/a\\040b"),
        ("cut off", "cut off"),
        ("9 1 8:1 / /var rw - ext4", "/var"),
    ],
)
def test_nothing_is_said_while_a_disk_may_be_written_to(
    machine: Machine, mount: str, where: str, capsys: pytest.CaptureFixture[str]
) -> None:
    machine.mounts.write_text(MEMORY + mount)
    assert machine.say() == 1
    assert machine.bus.wire_bytes == 0
    assert capsys.readouterr().err == f"cdgdevice: {where} is still mounted for writing\n"


def test_a_bus_that_is_stuck_is_waited_for_once(machine: Machine) -> None:
    asked = []

    def stuck(bus: str, address: int, payloads: list[bytes]) -> None:
        asked.append((bus, address))
        raise OSError(errno.ETIMEDOUT if bus == "/dev/i2c-1" else errno.EREMOTEIO, "no answer")

    def asked_of(places: list[splash.PanelPlace]) -> list[tuple[str, int]]:
        asked.clear()
        splash.remember_places(str(machine.places), places)
        assert last_words.show_last_words(str(machine.places), str(machine.mounts), stuck) == 0
        return asked

    elsewhere: splash.PanelPlace = ("ssd1309", "/dev/i2c-3", 0x3C, 0)
    assert asked_of(PLACES) == [("/dev/i2c-1", 0x3C)]
    assert asked_of([PLACES[0], elsewhere]) == [("/dev/i2c-1", 0x3C), ("/dev/i2c-3", 0x3C)]
    # One that answers "nobody there" answers soon.
    assert asked_of([elsewhere, ("ssd1309", "/dev/i2c-3", 0x3D, 0)])[1:] == [("/dev/i2c-3", 0x3D)]


def test_no_more_screens_are_asked_than_the_gadget_has(machine: Machine) -> None:
    places: list[splash.PanelPlace] = [("ssd1309", f"/dev/i2c-{n}", 0x3C, 0) for n in range(30)]
    splash.remember_places(str(machine.places), places)
    machine.say()
    assert machine.buses == ["/dev/i2c-0", "/dev/i2c-1"]


def test_what_never_returns_is_ended_by_the_kernel(tmp_path: Path) -> None:
    waits = tmp_path / "mounts"
    os.mkfifo(waits)  # opening it waits for a writer that never comes, as on a bus that is stuck
    program = (
        "from cdgdevice.drivers.oled import last_words\n"
        f"last_words.main(['poweroff'], mounts={str(waits)!r}, within=0.05)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], timeout=PATIENCE, check=False, cwd=HOOK.parents[1]
    )
    assert done.returncode == -signal.SIGALRM


@pytest.mark.parametrize(
    "mount",
    [
        "9 1 8:1 / /var ro - ext4 /dev/sda1 ro,errors=remount-ro\n",
        "9 1 0:40 / / ro - overlay overlay ro,lowerdir=/lower,upperdir=/upper\n",
        "9 1 7:0 / /snap ro - squashfs /dev/loop0 ro\n",
        "9 25 0:61 / /proc/fs/nfsd rw - nfsd nfsd rw\n",
        "9 24 0:62 / /sys/fs/resctrl rw - resctrl resctrl rw\n",
        "9 25 0:63 / /proc/meminfo rw - fuse.lxcfs lxcfs rw\n",
    ],
)
def test_what_is_in_memory_or_read_only_does_no_harm(machine: Machine, mount: str) -> None:
    machine.mounts.write_text(OFF + mount)
    assert machine.say() == 0


@pytest.mark.parametrize(
    "layer",
    [
        "9 1 0:41 / /over rw - tmpfs tmpfs rw\n",
        "9 1 8:1 / /over ro - ext4 /dev/sda1 ro\n",
        "9 1 8:1 / /over rw - ext4 /dev/sda1 rw\n9 1 0:41 / /over rw - tmpfs tmpfs rw\n",
    ],
)
def test_an_overlay_is_believed_where_its_layer_is_seen_to_be_no_disk(layer: str) -> None:
    system = OVERLAY.format("/over/upper") + layer
    writable = "/over" if "rw - ext4" in layer else ""
    assert last_words.find_writable_mount(system, is_folder=lambda _: True) == writable


@pytest.mark.parametrize(
    "layer",
    [
        "",
        "9 1 0:41 / /elsewhere rw - tmpfs tmpfs rw\n",
        "9 1 0:41 / /over/upper/inside rw - tmpfs tmpfs rw\n",
        "9 1 0:41 / /ove rw - tmpfs tmpfs rw\n",
        "9 1 0:41 / /over rw - tmpfs tmpfs rw\n9 1 8:1 / /over rw - ext4 /dev/sda1 rw\n",
    ],
)
def test_an_overlay_is_a_disk_where_its_layer_is_not_seen_to_be_none(layer: str) -> None:
    system = OVERLAY.format("/over/upper") + layer
    assert last_words.find_writable_mount(system, is_folder=lambda _: True) == "/"


def test_the_layer_of_an_overlay_may_lie_on_a_disk_that_is_mounted_nowhere_any_more() -> None:
    """Its name then seems to lie on the tmpfs or the root that is left."""
    for upper in ("/run/card/upper", "/var/docker/upper"):
        system = ROOT.replace(" / / ", " / /var ") + MEMORY + OVERLAY.format(upper)
        assert last_words.find_writable_mount(system, is_folder=lambda _: False) == "/"


def test_a_disk_below_the_kernel_s_folders_is_a_disk() -> None:
    disk = "9 1 8:1 / /dev/shm/card rw - ext4 /dev/sda1 rw\n"
    assert last_words.find_writable_mount(OFF + disk) == "/dev/shm/card"


@pytest.mark.parametrize("nothing", [True, False])
def test_nothing_is_said_where_nobody_knows_what_is_mounted(
    machine: Machine, nothing: bool
) -> None:
    machine.mounts.unlink()
    if nothing:
        machine.mounts.touch()
    assert machine.say() == 1
    assert machine.bus.wire_bytes == 0


@pytest.mark.parametrize("why", ["reboot", "kexec", "", "suspend"])
def test_nothing_is_said_where_the_machine_comes_back(why: str) -> None:
    assert last_words.main([why] if why else []) == 0


@pytest.mark.parametrize(
    "bus",
    [
        "record:/tmp/file",
        "/dev/i2c-",
        "/dev/i2c-1/../sda",
        "/dev/i2c-x",
        "/dev/i2c-²",
        "/dev/i2c-1 ",
    ],
)
def test_a_place_that_is_no_bus_of_the_machine_is_not_believed(machine: Machine, bus: str) -> None:
    machine.places.write_text(f"ssd1309 60 0 {bus}\n")
    assert machine.say() == 0
    assert machine.buses == []


def _link_to(places: Path) -> None:
    places.symlink_to(places.with_name("old"))


def _nothing(places: Path) -> None:
    pass


@pytest.mark.parametrize("put", [_link_to, os.mkfifo, _nothing], ids=["link", "pipe", "nothing"])
def test_what_is_no_file_names_no_screens_and_holds_nothing_up(
    machine: Machine, put: Callable[[Path], None]
) -> None:
    machine.places.rename(machine.places.with_name("old"))
    put(machine.places)
    assert machine.say() == 0
    assert machine.buses == []


def test_only_a_bus_is_written_to(tmp_path: Path) -> None:
    file, link = tmp_path / "i2c-1", tmp_path / "i2c-2"
    file.write_bytes(b"mine")
    link.symlink_to("/dev/null")
    for name in (str(file), str(link), "/dev/null"):
        with pytest.raises(OSError, match=r"no bus of screens|symbolic links"):
            last_words.send_payloads(name, 0x3C, [b"\0\xae"])
    assert file.read_bytes() == b"mine"


def test_the_hook_runs_without_the_site_s_packages_and_says_nothing_at_a_reboot() -> None:
    source = HOOK.read_text()
    assert source.startswith("#!/usr/bin/python3 -ISB\n")
    program = source.replace("/usr/lib/cdgdevice", str(HOOK.parents[1]))
    done = subprocess.run(
        [sys.executable, "-ISB", "-c", program, "reboot"], capture_output=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_the_last_words_need_nothing_but_the_splash() -> None:
    found = find_imports("from cdgdevice.drivers.oled import last_words")
    not_python_s = {each for each in found if each.split(".")[0] not in sys.stdlib_module_names}
    assert not_python_s == {*SPLASH, "cdgdevice.drivers.oled.last_words"}
