"""The test machine's lines, cable and disks, and the words that the outside has for them."""

import json
from pathlib import Path

import pytest

from cdgdevice.drivers.gpio.gesture_recognizer import QuadratureDecoder
from cdgdevice.simulator.simulated_firmware import SimulatedFirmware
from tests.machine.world.disks import writable
from tests.machine.world.i2c_bus import I2cBus
from tests.machine.world.lines import Lines
from tests.machine.world.radio import Radio, packets
from tests.machine.world.reader import Reader
from tests.machine.world.requests import answer, deeds_of
from tests.machine.world.usb_gadget import ReportFaults

FIRST, SECOND = 17, 27


class Chip:
    """The kernel's files of simulated lines; nothing is pressed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.now = 0.0
        for pin in range(28):
            (folder / f"sim_gpio{pin}").mkdir()
            (folder / f"sim_gpio{pin}/pull").write_text("pull-up")
            self.put(pin, 0)
        self.lines = Lines(folder, clock=lambda: self.now, sleep=self.passes)
        self.seen: list[tuple[bool, bool]] = []
        """Which contacts of the knob were closed, each time that some time passed."""

    def put(self, pin: int, level: int) -> None:
        (self.folder / f"sim_gpio{pin}/value").write_text(f"{level}\n")

    def pull(self, pin: int) -> str:
        return (self.folder / f"sim_gpio{pin}/pull").read_text()

    def passes(self, seconds: float) -> None:
        """Let time pass, in which lamp 12 flashes."""
        self.now += seconds
        self.seen.append((self.pull(FIRST) == "pull-down", self.pull(SECOND) == "pull-down"))
        self.put(12, int(self.now * 10) % 2)


@pytest.fixture
def chip(tmp_path: Path) -> Chip:
    return Chip(tmp_path)


def test_a_press_pulls_the_line_to_ground_and_its_end_lets_it_go(chip: Chip) -> None:
    chip.lines.press(5)
    assert chip.pull(5) == "pull-down"
    chip.lines.release(5)
    assert chip.pull(5) == "pull-up"


def test_a_tap_lasts_as_long_as_is_said(chip: Chip) -> None:
    chip.lines.tap(5, seconds=0.7)
    assert chip.now == 0.7
    assert chip.pull(5) == "pull-up"


@pytest.mark.parametrize("detents", [1, 3, -1, -2])
def test_the_knob_turns_by_as_many_detents_as_the_gadget_counts(chip: Chip, detents: int) -> None:
    chip.lines.turn(FIRST, SECOND, detents)
    knob = QuadratureDecoder()
    assert sum(knob.feed(*levels) for levels in chip.seen) == detents
    assert len(chip.seen) == 4 * abs(detents)


def test_the_levels_are_what_the_kernel_says(chip: Chip) -> None:
    chip.put(13, 1)
    assert chip.lines.levels([12, 13]) == {12: 0, 13: 1}


def test_who_watches_a_lamp_sees_each_change_and_when(chip: Chip) -> None:
    seen = chip.lines.watch([12, 13], seconds=0.35)
    assert [(pin, level) for _, pin, level in seen] == [(12, 0), (13, 0), (12, 1), (12, 0), (12, 1)]
    assert [at for at, _, _ in seen] == pytest.approx([0, 0, 0.1, 0.2, 0.3], abs=0.01)


def test_a_report_is_lost_or_doubled_and_nothing_else_is() -> None:
    device, faults = SimulatedFirmware(0.0, boot=7), ReportFaults(lose=1, double=1)
    thrown = device.throw(0.0, 3)
    assert thrown.count(b"$ROLL") == 1
    assert faults.carried(thrown) == [
        line for line in thrown.splitlines(keepends=True) if not line.startswith(b"$ROLL")
    ]
    again = device.tick(0.6)
    assert faults.carried(again) == [again, again]
    assert faults.carried(again) == [again]


MOUNTED = """\
22 1 254:1 / / rw,relatime shared:1 - ext4 /dev/vda1 rw
23 22 0:21 / /proc rw,nosuid shared:12 - proc proc rw
25 22 254:2 / /boot/firmware ro,relatime shared:3 - vfat /dev/vda2 rw
26 22 254:3 / /srv rw,relatime - ext4 /dev/vda3 ro
27 22 0:24 / /run rw,nosuid shared:7 - tmpfs tmpfs rw,size=1024k
28 22 254:16 / /var rw - ext4 /dev/vdb rw"""


def test_a_disk_can_be_written_to_where_mount_and_file_system_allow_it() -> None:
    assert writable(MOUNTED.splitlines()) == ("/", "/var")


def test_each_request_has_an_answer_with_its_number(chip: Chip) -> None:
    bus = I2cBus((0x3C,), lambda *_: None, lambda *_: None)
    deeds = deeds_of(chip.lines, bus, Reader(), Radio())

    def says(**request: object) -> object:
        return json.loads(json.dumps(answer(deeds, {"id": 4, **request})))

    assert says(do="press", pin=5) == {"id": 4}
    assert says(do="level", pins=[12]) == {"id": 4, "levels": {"12": 0}}
    bus.write(0x3C, b"\x00\xaf")
    assert says(do="since_power", address=0x3C) == {"id": 4, "bytes": ["00af"], "in": True}
    assert says(do="bus", bits_per_second=100, stuck=True) == {"id": 4}
    assert (bus.bits_per_second, bus.stuck) == (100, True)
    assert says(do="run", command="echo out; echo err >&2; exit 3") == {
        "id": 4,
        "status": 3,
        "stdout": "out\n",
        "stderr": "err\n",
    }
    assert says(do="run", command=["printf", "%s", "a b"]) == {
        "id": 4,
        "status": 0,
        "stdout": "a b",
        "stderr": "",
    }


@pytest.mark.parametrize(
    ("request_", "why"),
    [
        ({"do": "sing"}, "The world can't 'sing'"),
        ({}, "The world can't None"),
        ({"do": "press"}, "missing 1 required"),
        ({"do": "press", "pin": 99}, "sim_gpio99"),
        ({"do": "pull", "address": 9}, "No panel was ever at 0x09"),
        ({"do": "throw", "face": 7}, "faces 1 to 6"),
        ({"do": "throw", "face": 3}, "never plugged in"),
        ({"do": "run", "command": "sleep 9", "timeout": 0}, "timed out"),
    ],
)
def test_what_the_world_cannot_do_it_says_and_goes_on(
    chip: Chip, request_: dict[str, object], why: str
) -> None:
    deeds = deeds_of(chip.lines, I2cBus((), lambda *_: None, lambda *_: None), Reader(), Radio())
    said = answer(deeds, {"id": 1, **request_})
    assert said["id"] == 1
    assert why in said["error"]


def test_an_adapters_packets_are_told_apart_wherever_the_stream_is_cut() -> None:
    whole = [
        bytes.fromhex("0103 0c 00"),  # a command without words
        bytes.fromhex("02 40 20 0300 aabbcc"),
        bytes.fromhex("04 0e 04 01030c00"),
    ]
    stream = b"".join(whole)
    for cut in range(len(stream) + 1):
        heard = list(packets(stream[:cut]))
        assert heard == whole[: len(heard)]
        assert [*heard, *packets(stream[len(b"".join(heard)) :])] == whole
