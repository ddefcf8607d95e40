"""The rolls and links of the bridge, between the game's own port and the Bluetooth library."""

import os
import random
import socket
from pathlib import Path

import pytest
from bleak.exc import BleakDBusError
from msgspec.structs import replace

from cdgdevice.bluetooth.die_kind import DieKind
from cdgdevice.bluetooth.known_kinds import KNOWN_KINDS
from cdgdevice.drivers.reader.reader_conditions import CONDITION_SENTENCES
from cdgdevice.drivers.reader.reader_link import ReaderCondition, ReaderLink
from cdgdevice.drivers.reader.reader_messages import (
    ReaderTrouble,
    encode_due,
)
from tests.bluetooth.running_bridge import (
    GODICE,
    PIXELS,
    QUICK,
    RunningBridge,
    is_ready,
    not_available,
    playing,
    throw,
)
from tests.bluetooth.virtual_air import Air, AirDie
from tests.bluetooth.virtual_dice import godice_rest, pixel_identity
from tests.drivers.reader.test_reader_port import Loop
from tests.patience import PATIENCE

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Unix sockets")


def test_five_hundred_rolls_count_once_each_whatever_is_cut_in_between(
    bridge: RunningBridge, air: Air
) -> None:
    rng, rolled, loop = random.Random(500), [], Loop()
    (die,) = air.dice
    counted: list[int] = []
    counted_pairs: list[tuple[int, int]] = []
    while len(rolled) < 500:
        loop.link = ReaderLink(counted_pairs)
        with playing(bridge, loop):
            for _ in range(50):
                face = rng.randint(1, 6)
                throw(bridge, die, face)
                rolled.append(face)
                if rng.random() < 0.1:
                    bridge.call(lambda: die.send(b"R"))
                    bridge.call(die.drop)
                if rng.random() < 0.04:
                    bridge.stop()
                    bridge.start()
            loop.until(lambda: len(loop.faces) >= len(rolled))
        counted = loop.faces
        counted_pairs = [
            (effect.boot, effect.seq) for effect in loop.effects if hasattr(effect, "boot")
        ][-1:]
    assert counted == rolled


def test_a_die_that_falls_asleep_is_told_and_counts_when_it_is_woken(
    bridge: RunningBridge, air: Air
) -> None:
    (die,) = air.dice
    with playing(bridge, Loop()) as loop:
        loop.until(is_ready(loop))
        die.awake = False
        bridge.call(die.drop)
        away = CONDITION_SENTENCES[ReaderTrouble.AWAY]
        loop.until(lambda: loop.link.condition is not None and loop.link.condition.sentence == away)
        die.awake = True
        loop.until(is_ready(loop))
        throw(bridge, die, 6)
        loop.until(lambda: loop.faces == [6])
    assert die.commands[0] == b"\3"


def test_an_adapter_that_goes_and_comes_back_is_told_and_needs_no_restart(
    bridge: RunningBridge, air: Air
) -> None:
    (die,) = air.dice
    with playing(bridge, Loop()) as loop:
        loop.until(is_ready(loop))
        air.fault = not_available("NO_BLUETOOTH")
        bridge.call(die.drop)
        told = CONDITION_SENTENCES[ReaderTrouble.RADIO]
        loop.until(lambda: loop.link.condition is not None and loop.link.condition.sentence == told)
        assert any("no Bluetooth adapter" in line for line in bridge.log)
        air.fault = None
        loop.until(is_ready(loop))


def test_bluez_in_progress_is_no_end(bridge: RunningBridge, air: Air) -> None:
    (die,) = air.dice
    with playing(bridge, Loop()) as loop:
        loop.until(is_ready(loop))
        air.link_fault = BleakDBusError("org.bluez.Error.InProgress", ["br-connection-busy"])
        bridge.call(die.drop)
        bridge.until(lambda: any("busy" in line for line in bridge.log))
        air.link_fault = None
        throw(bridge, die, 2)
        loop.until(lambda: loop.faces == [2])


@pytest.mark.parametrize("kind", KNOWN_KINDS, ids=lambda kind: kind.title)
def test_ten_thousand_malformed_notifications_count_for_nothing(
    kind: DieKind, bridge: RunningBridge, air: Air
) -> None:
    die = AirDie(f"{kind.name_prefix}2", kind, {b"\1": pixel_identity(2)})
    air.dice.append(die)
    bridge.taken.take(die.name)
    rng = random.Random(30)
    noise = [malform(rng, kind) for _ in range(9_000)]
    noise += [rng.choice(noise) for _ in range(1_000)]
    assert {*range(30)} < {len(data) for data in noise} <= {*range(513)}
    with playing(bridge, Loop()) as loop:
        loop.until(is_ready(loop))
        assert bridge.call(lambda: all(die.send(data) for data in noise))
        sound = {"GoDice": b"R", "Pixels": b"\3\3\0"}[kind.title]
        rest = {"GoDice": godice_rest(4), "Pixels": b"\3\1\3"}[kind.title]
        assert bridge.call(lambda: die.send(pixel_identity(2)) and die.send(sound))
        assert bridge.call(lambda: die.send(rest))
        throw(bridge, air.dice[0], 6)
        loop.until(lambda: len(loop.faces) == 2)
    assert loop.faces == [4, 6]
    assert die.links == 1


def malform(rng: random.Random, kind: DieKind) -> bytes:
    """Return what a die may not send: noise, a word without its end or with a wrong one."""
    words = {
        "GoDice": (b"R", b"S", b"FS", b"TS", b"MS", b"Bat", b"Col"),
        "Pixels": (b"\1", b"\2", b"\3", b"\3\1", b"\x22", b"\x1d"),
    }[kind.title]
    while True:
        data = rng.randbytes(rng.choice((rng.randrange(30), rng.randrange(513))))
        match rng.randrange(3):
            case 0:
                data = rng.choice(words) + data[:509]
            case 1:
                whole = rng.choice((godice_rest(2), b"Bat\x20", pixel_identity(2), b"\3\1\2"))
                data = whole[: rng.randrange(len(whole))]
        # What by chance says how the die came to rest would be a roll.
        rest, length = {"GoDice": (b"S", 4), "Pixels": (b"\3\1", 3)}[kind.title]
        if not (data.startswith(rest) and len(data) >= length):
            return data


def test_a_die_that_can_not_be_linked_does_not_hold_the_other_one(air: Air, tmp_path: Path) -> None:
    bridge = RunningBridge(tmp_path)
    air.dice += [AirDie("GoDice_1", GODICE), AirDie("GoDice_2", GODICE)]
    first, second = air.dice
    first.refuses = True
    for die in air.dice:
        bridge.taken.take(die.name)
    bridge.start()
    bridge.until(lambda: second.client is not None)
    first.refuses = False
    bridge.until(lambda: first.client is not None)
    bridge.stop()


def test_dice_that_can_not_be_linked_are_each_tried_once_before_a_pause(
    air: Air, tmp_path: Path
) -> None:
    bridge = RunningBridge(tmp_path, replace(QUICK, pause=10 * PATIENCE))
    air.dice += [AirDie("GoDice_1", GODICE), AirDie("GoDice_2", GODICE)]
    for die in air.dice:
        die.refuses = True
        bridge.taken.take(die.name)
    bridge.start()
    bridge.until(lambda: air.scans >= 2)
    for _ in range(300):  # so often its loop goes round, and more
        bridge.call(lambda: None)
    assert air.scans == 2
    bridge.stop()


def test_a_foreign_die_nearby_is_left_alone(bridge: RunningBridge, air: Air) -> None:
    foreign = AirDie("GoDice_9", GODICE)
    air.dice.insert(0, foreign)
    with playing(bridge, Loop()) as loop:
        loop.until(is_ready(loop))
    assert foreign.links == 0


def test_two_dice_within_fifty_milliseconds_are_the_first_and_the_second(
    bridge: RunningBridge, air: Air
) -> None:
    second = AirDie("Anna's", PIXELS, {b"\1": pixel_identity(2)})
    air.dice.append(second)
    bridge.taken.take("Anna's")
    (first, _) = air.dice
    with playing(bridge, Loop()) as loop:
        bridge.until(lambda: all(die.client and die.client.notify for die in air.dice))
        loop.until(is_ready(loop))
        assert loop.port is not None
        for white, coloured in ((3, 5), (6, 1)):
            loop.port.send(encode_due(2, (0, 60, 255)))
            bridge.until(lambda: bool(second.commands) and second.commands[-1][0] == 29)
            second.commands.clear()
            assert bridge.call(lambda: second.send(b"\3\3\0") and first.send(b"R"))
            assert bridge.call(lambda: second.send(bytes([3, 1, coloured - 1])))  # noqa: B023
            assert bridge.call(lambda: first.send(godice_rest(white)))  # noqa: B023
    # The game's own queue may have been left with the last ones.
    with playing(bridge, loop):
        loop.until(lambda: len(loop.faces) == 4)
    assert loop.faces == [3, 5, 6, 1]
    assert first.links == 1, "it stayed linked when the other one was taken"


def test_a_die_that_is_taken_or_forgotten_is_linked_or_let_go_without_a_restart(
    bridge: RunningBridge, air: Air
) -> None:
    (die,) = air.dice
    other = AirDie("GoDice_2", GODICE)
    air.dice.append(other)
    with playing(bridge, Loop()) as loop:
        loop.until(is_ready(loop))
        bridge.taken.forget("GoDice_1")
        none = CONDITION_SENTENCES[ReaderTrouble.NO_DIE]
        loop.until(lambda: loop.link.condition is not None and loop.link.condition.sentence == none)
        bridge.until(lambda: die.client is None)
        bridge.taken.take("GoDice_2")
        loop.until(is_ready(loop))
        assert loop.link.hello is not None
        assert loop.link.hello.uid == "GoDice-2"
        throw(bridge, other, 4)
        loop.until(lambda: loop.faces == [4])


def test_a_die_that_is_taken_while_the_bridge_starts_is_linked(air: Air, tmp_path: Path) -> None:
    bridge = RunningBridge(tmp_path)
    air.dice.append(die := AirDie("GoDice_1", GODICE))
    bridge.when_made = lambda: bridge.taken.take("GoDice_1")
    bridge.start()
    bridge.until(lambda: die.client is not None)
    bridge.stop()


def test_a_pixel_that_does_not_say_what_it_is_is_asked_again(air: Air, tmp_path: Path) -> None:
    bridge = RunningBridge(tmp_path, replace(QUICK, identify=0.1))
    bridge.taken.take("Pixel")
    die = AirDie("Pixel", PIXELS)
    air.dice.append(die)
    bridge.start()
    bridge.until(lambda: die.links > 1)
    die.answers = {b"\1": pixel_identity(7)}
    with playing(bridge, Loop()) as loop:
        shape = CONDITION_SENTENCES[ReaderTrouble.SHAPE]
        loop.until(
            lambda: any(
                isinstance(e, ReaderCondition) and e.sentence == shape for e in loop.effects
            )
        )
    bridge.stop()


def test_while_it_serves_one_host_no_second_one_comes_in(bridge: RunningBridge) -> None:
    with playing(bridge, Loop()) as loop:
        loop.until(is_ready(loop))
        with socket.socket(socket.AF_UNIX) as other, pytest.raises(ConnectionRefusedError):
            other.connect(str(bridge.folder / "die"))


def test_a_stopped_bridge_leaves_no_socket_and_no_link(bridge: RunningBridge, air: Air) -> None:
    (die,) = air.dice
    bridge.until(lambda: die.client is not None)
    bridge.stop()
    assert not (bridge.folder / "die").exists()
    assert die.client is None


def test_at_rest_with_its_die_linked_it_does_not_scan(bridge: RunningBridge, air: Air) -> None:
    (die,) = air.dice
    with playing(bridge, Loop()) as loop:
        loop.until(is_ready(loop))
        bridge.until(lambda: die.client is not None)
        scans = air.scans
        bridge.call(lambda: None)
        assert loop.link.deadline() == float("inf")
        assert air.scans == scans
