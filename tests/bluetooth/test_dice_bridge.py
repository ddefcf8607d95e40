"""The bridge's I/O: the game's own port at one end, the Bluetooth library's seam at the other."""

import asyncio
import os
import random
import re
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread
from typing import TypeVar

import pytest
from bleak.exc import BleakDBusError, BleakError
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from cdgdevice.bluetooth.bluetooth_faults import ALL_FAULTS, BLOCKED, explain_bluetooth_error
from cdgdevice.bluetooth.dice_bridge import DiceBridge, Patience
from cdgdevice.bluetooth.dice_reader import PLACE_COLOURS
from cdgdevice.bluetooth.die_kind import DieKind
from cdgdevice.bluetooth.heard_dice import MOST_HEARD, HeardDice, HeardDie, list_dice
from cdgdevice.bluetooth.known_kinds import KNOWN_KINDS
from cdgdevice.bluetooth.taken_dice import TakenDice
from cdgdevice.drivers.reader.line import decode, encode
from cdgdevice.drivers.reader.port_lookup import explain_lost_port, sentence_for_player
from cdgdevice.drivers.reader.reader_conditions import CONDITION_SENTENCES, LinkState
from cdgdevice.drivers.reader.reader_link import AnswerReceived, ReaderCondition, ReaderLink
from cdgdevice.drivers.reader.reader_messages import (
    DICE_QUESTION,
    DieInRange,
    Nak,
    Pong,
    ReaderTrouble,
    encode_choice,
    encode_due,
    encode_first,
    parse_message,
)
from cdgdevice.drivers.reader.reader_port import ReaderPort
from cdgdevice.drivers.reader.unix_socket_port import UNIX_PREFIX
from cdgdevice.errors import CdgDeviceError
from tests.bluetooth.virtual_air import IS_DEBIAN_12, Air, AirDie, VirtualClient, VirtualScanner
from tests.bluetooth.virtual_dice import godice_rest, pixel_identity
from tests.drivers.reader.test_reader_port import Loop
from tests.patience import PATIENCE

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Unix sockets")

GODICE, PIXELS = KNOWN_KINDS
QUICK = Patience(
    scan=0.05, link=1.0, identify=PATIENCE, pause=0.01, longest_pause=0.02, glance=0.01
)
T = TypeVar("T")


def not_available(reason: str, text: str = "x") -> Exception:
    """Return what the library raises without Bluetooth; Debian 12's version gives no reasons."""
    if IS_DEBIAN_12:
        words = {"NO_BLUETOOTH": "No Bluetooth", "POWERED_OFF": "No powered Bluetooth"}
        known = reason in words
        return BleakError(f"{words[reason]} adapters found.") if known else PermissionError(text)
    from bleak.exc import BleakBluetoothNotAvailableError, BleakBluetoothNotAvailableReason

    return BleakBluetoothNotAvailableError(text, BleakBluetoothNotAvailableReason[reason])


class RunningBridge:
    """A bridge in a thread of its own."""

    def __init__(self, folder: Path, patience: Patience = QUICK) -> None:
        self.folder = folder
        self.patience = patience
        self.taken = TakenDice(folder / "state" / "dice")
        self.port = f"{UNIX_PREFIX}{folder / 'die'}"
        self.log: list[str] = []
        self.loop: asyncio.AbstractEventLoop | None = None
        self.when_made: Callable[[], object] = lambda: None
        """What happens before the bridge that was made begins to run."""

    def start(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.task = self.loop.create_task(self._run())
        # A test that fails leaves it running; that must not hold all the others.
        self.thread = Thread(target=self._serve, daemon=True)
        self.thread.start()

    async def _run(self) -> None:
        bridge = DiceBridge(
            self.port,
            self.taken,
            self.folder / "rolls",
            self.log.append,
            patience=self.patience,
            scanner=VirtualScanner,
            client=VirtualClient,
        )
        self.when_made()
        await bridge.run()

    def _serve(self) -> None:
        assert self.loop is not None
        with suppress(asyncio.CancelledError):
            self.loop.run_until_complete(self.task)
        self.loop.close()

    def call(self, do: Callable[[], T]) -> T:
        """Do something in the bridge's thread."""
        assert self.loop is not None

        async def work() -> T:
            return do()

        return asyncio.run_coroutine_threadsafe(work(), self.loop).result(PATIENCE)

    def stop(self) -> None:
        assert self.loop is not None
        self.loop.call_soon_threadsafe(self.task.cancel)
        self.thread.join(PATIENCE)

    def until(self, met: Callable[[], bool]) -> None:
        async def wait() -> None:
            while not met():
                await asyncio.sleep(0.005)

        assert self.loop is not None
        asyncio.run_coroutine_threadsafe(wait(), self.loop).result(PATIENCE)


@pytest.fixture
def air() -> Air:
    return Air()


@pytest.fixture
def bridge(air: Air, tmp_path: Path) -> Iterator[RunningBridge]:
    running = RunningBridge(tmp_path)
    running.taken.take("GoDice_1")
    air.dice.append(AirDie("GoDice_1", GODICE, {b"\3": b"Bat\x50"}))
    running.start()
    yield running
    if not running.task.done():
        running.stop()


@contextmanager
def playing(bridge: RunningBridge, loop: Loop) -> Iterator[Loop]:
    loop.port = ReaderPort(bridge.port, loop.queue.put)
    with loop.port:
        yield loop


def is_ready(loop: Loop) -> Callable[[], bool]:
    return lambda: loop.link.condition is not None and loop.link.condition.state is LinkState.LINKED


def throw(bridge: RunningBridge, die: AirDie, face: int) -> None:
    bridge.until(lambda: die.client is not None and die.client.notify is not None)
    bridge.call(lambda: die.send(b"R") and die.send(godice_rest(face)))


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


def ask(loop: Loop, line: bytes = DICE_QUESTION) -> None:
    """Ask the bridge, and wait until all that it answers has come."""
    assert loop.port is not None
    loop.effects.clear()
    # Another number than the link's own, whose answers it keeps to itself.
    loop.port.send(line + encode("PING", "7"))
    loop.until(lambda: AnswerReceived(Pong(7)) in loop.effects)


def listed(loop: Loop) -> dict[str, DieInRange]:
    """Return what was said last of each die."""
    answers = [e.answer for e in loop.effects if isinstance(e, AnswerReceived)]
    return {answer.name: answer for answer in answers if isinstance(answer, DieInRange)}


def is_heard(loop: Loop, die: AirDie) -> bool:
    return die.name in listed(loop) and listed(loop)[die.name].signal is not None


def lists(loop: Loop, **places: int) -> None:
    """Wait until these dice are told, asking again and again, each at its place."""
    until = time.monotonic() + PATIENCE
    while {name: die.place for name, die in listed(loop).items()} != places:
        assert time.monotonic() < until, listed(loop)
        ask(loop)


def test_a_host_sees_the_dice_takes_one_and_forgets_it_where_none_was_taken(
    air: Air, tmp_path: Path
) -> None:
    bridge = RunningBridge(tmp_path)
    air.dice += [AirDie("GoDice_1", GODICE), AirDie("Ännchen", PIXELS)]
    bridge.start()
    with playing(bridge, Loop()) as loop:
        loop.until(lambda: loop.link.hello is not None)
        lists(loop, **{"GoDice_1": 0, "-nnchen": 0})
        die, other = listed(loop)["GoDice_1"], listed(loop)["-nnchen"]
        assert (die.kind, die.signal, other.kind, other.signal) == ("GoDice", 100, "Pixels", 98)
        ask(loop, encode_choice(die))
        lists(loop, **{"GoDice_1": 1, "-nnchen": 0})
        throw(bridge, air.dice[0], 5)
        loop.until(lambda: loop.faces == [5])
        ask(loop, encode_choice(listed(loop)["GoDice_1"]))
        lists(loop, **{"GoDice_1": 0, "-nnchen": 0})
        bridge.until(lambda: air.dice[0].client is None)
    assert bridge.taken.read() == ()
    bridge.stop()


def test_a_die_is_told_as_soon_as_it_is_heard_without_another_question(
    air: Air, tmp_path: Path
) -> None:
    bridge = RunningBridge(tmp_path, replace(QUICK, scan=10 * PATIENCE, asked=10 * PATIENCE))
    bridge.start()
    with playing(bridge, Loop()) as loop:
        loop.until(lambda: loop.link.hello is not None)
        ask(loop)
        for name in ("GoDice_1", "GoDice_2"):
            air.dice.append(AirDie(name, GODICE))
            loop.until(lambda: name in listed(loop))  # noqa: B023
        answers = [effect for effect in loop.effects if isinstance(effect, AnswerReceived)]
        assert len(answers) == 3, "each is told once, beside the pong"
    bridge.stop()


@pytest.mark.parametrize("asks_first", [False, True])
def test_a_die_whose_link_hangs_keeps_no_other_one_from_the_list(
    asks_first: bool, air: Air, tmp_path: Path
) -> None:
    slow = 10 * PATIENCE
    patience = replace(QUICK, link=slow, hurried_link=0.05, glance=slow if asks_first else 0.05)
    bridge = RunningBridge(tmp_path, replace(patience, scan=slow, asked=slow))
    held, other = AirDie("GoDice_1", GODICE), AirDie("GoDice_2", GODICE)
    held.hangs = True
    bridge.taken.take(held.name)
    air.dice += [] if asks_first else [held]
    bridge.start()
    with playing(bridge, Loop()) as loop:
        loop.until(lambda: loop.link.hello is not None)
        if not asks_first:
            bridge.until(lambda: held.tried == 1)
        ask(loop)
        if asks_first:
            air.dice.append(held)
            loop.until(lambda: is_heard(loop, held))
        air.dice.append(other)
        loop.until(lambda: is_heard(loop, other))
        assert held.tried == (0 if asks_first else 1), "the others are looked for first"
    bridge.stop()


def test_a_die_that_is_taken_in_the_middle_of_a_look_is_linked_at_once(
    air: Air, tmp_path: Path
) -> None:
    bridge = RunningBridge(tmp_path, replace(QUICK, scan=10 * PATIENCE, asked=10 * PATIENCE))
    air.dice += [AirDie("GoDice_1", GODICE), AirDie("GoDice_2", GODICE)]
    bridge.start()
    with playing(bridge, Loop()) as loop:
        loop.until(lambda: loop.link.hello is not None)
        lists(loop, GoDice_1=0, GoDice_2=0)
        for number, die in enumerate(air.dice, 1):
            ask(loop, encode_choice(listed(loop)[die.name]))
            bridge.until(lambda: die.client is not None)  # noqa: B023
            lists(loop, GoDice_1=1, GoDice_2=number // 2 * 2)
    bridge.stop()


def test_two_dice_show_which_is_which_and_change_places_with_their_rolls(
    bridge: RunningBridge, air: Air
) -> None:
    white, green = (GODICE.encode_blinks(colour) for colour in PLACE_COLOURS)
    first, second = air.dice[0], AirDie("GoDice_2", GODICE)
    air.dice.append(second)
    with playing(bridge, Loop()) as loop:
        loop.until(is_ready(loop))
        lists(loop, GoDice_1=1, GoDice_2=0)
        ask(loop, encode_choice(listed(loop)["GoDice_2"]))
        bridge.until(lambda: white in first.commands and green in second.commands)
        lists(loop, GoDice_1=1, GoDice_2=2)
        ask(loop, encode_first(listed(loop)["GoDice_2"]))
        bridge.until(lambda: green in first.commands and white in second.commands)
        lists(loop, GoDice_1=2, GoDice_2=1)
        assert loop.port is not None
        loop.port.send(encode_due(2, (255, 0, 0)))
        bridge.until(lambda: GODICE.encode_blinks((255, 0, 0)) in second.commands)
        assert bridge.call(lambda: first.send(b"R") and first.send(godice_rest(3)))
        assert bridge.call(lambda: second.send(b"R") and second.send(godice_rest(6)))
        loop.until(lambda: loop.faces == [6, 3])
    assert (first.links, second.links) == (1, 1)
    assert bridge.taken.read() == ("GoDice_2", "GoDice_1")


def test_a_third_die_is_refused_and_so_is_one_that_the_disk_does_not_keep(
    bridge: RunningBridge, air: Air
) -> None:
    air.dice += [AirDie("GoDice_2", GODICE), AirDie("GoDice_3", GODICE)]
    with playing(bridge, Loop()) as loop:
        loop.until(is_ready(loop))
        lists(loop, GoDice_1=1, GoDice_2=0, GoDice_3=0)
        second, third = (listed(loop)[f"GoDice_{number}"] for number in (2, 3))
        bridge.taken.file.with_name("dice.new").mkdir()
        ask(loop, encode_choice(second))
        loop.until(lambda: AnswerReceived(Nak("UNSTORED")) in loop.effects)
        bridge.taken.file.with_name("dice.new").rmdir()
        ask(loop, encode_choice(second))
        ask(loop, encode_choice(third))
        loop.until(lambda: AnswerReceived(Nak("FULL")) in loop.effects)
        ask(loop, encode("TAKE", "0"))
        loop.until(lambda: AnswerReceived(Nak("UNKNOWN")) in loop.effects)
    assert bridge.taken.read() == ("GoDice_1", "GoDice_2")


def test_a_question_from_a_later_host_forgets_no_die(bridge: RunningBridge) -> None:
    with playing(bridge, Loop()) as loop:
        loop.until(is_ready(loop))
        lists(loop, GoDice_1=1)
        ask(loop, encode("DICE?", listed(loop)["GoDice_1"].id, "new"))
        loop.until(lambda: listed(loop)["GoDice_1"].place == 1 if listed(loop) else False)
    assert bridge.taken.read() == ("GoDice_1",)


def test_a_die_that_is_forgotten_twice_is_listed_again(bridge: RunningBridge) -> None:
    with playing(bridge, Loop()) as loop:
        loop.until(is_ready(loop))
        lists(loop, GoDice_1=1)
        forget = encode_choice(listed(loop)["GoDice_1"])
        ask(loop, forget)
        lists(loop, GoDice_1=0)
        ask(loop, forget)
        loop.until(lambda: bool(listed(loop)))
        assert listed(loop)["GoDice_1"].place == 0


def test_it_looks_for_dice_only_while_the_host_asks(bridge: RunningBridge, air: Air) -> None:
    for asked, looks in ((10 * PATIENCE, True), (0.0, False)):
        bridge.stop()
        bridge.patience = replace(QUICK, asked=asked)
        bridge.start()
        with playing(bridge, Loop()) as loop:
            loop.until(is_ready(loop))
            scans = air.scans
            ask(loop)
            if looks:
                bridge.until(lambda: air.scans > scans + 1)  # noqa: B023
            else:
                bridge.call(lambda: None)
                assert air.scans == scans


def test_a_die_that_is_heard_no_more_has_no_signal_after_the_next_look() -> None:
    heard = HeardDice(5.0)
    assert heard.want(0.0)
    heard.begin_look()
    heard.hear(HeardDie("a", "GoDice", -60))
    for signal in ("80", "80", ""):
        fields = decode(heard.encode(()))
        assert fields is not None
        assert fields[2:] == ("a", "GoDice", signal, "0")
        heard.begin_look()
    assert not heard.want(4.0)
    assert heard.want(10.0)
    assert heard.encode(()) == b""


@given(st.text(min_size=1, max_size=40), st.integers(-200, 100))
def test_a_die_of_any_name_is_told_in_a_line_that_the_host_understands(name: str, dbm: int) -> None:
    heard = HeardDice(5.0)
    heard.begin_look()
    heard.hear(HeardDie(name, "GoDice", dbm))
    for taken in ((), (name,)):
        fields = decode(heard.encode(taken))
        assert fields is not None
        assert isinstance(parse_message(fields), DieInRange)
        assert heard.find(fields[1], taken) == name


def test_dice_without_end_are_not_kept() -> None:
    heard = HeardDice(5.0)
    heard.begin_look()
    for number in range(1000):
        heard.hear(HeardDie(str(number), "GoDice", -60))
    assert heard.encode(()).count(b"$DIE") == MOST_HEARD


def test_dice_in_range_are_listed_by_name_and_signal(air: Air) -> None:
    air.dice += [AirDie("GoDice_1", GODICE), AirDie("Anna's", PIXELS)]
    heard = asyncio.run(list_dice(0.05, VirtualScanner))
    assert [(die.name, die.kind, die.signal) for die in heard] == [
        ("GoDice_1", "GoDice", -50),
        ("Anna's", "Pixels", -51),
    ]


def test_dice_are_taken_in_order_two_at_most(tmp_path: Path) -> None:
    taken = TakenDice(tmp_path / "a" / "dice")
    assert taken.read() == ()
    for name in ("one", "two", "one"):
        taken.take(name)
    assert TakenDice(taken.file).read() == ("one", "two")
    with pytest.raises(CdgDeviceError, match="two dice already"):
        taken.take("three")
    taken.put_first("two")
    assert taken.read() == ("two", "one")
    with pytest.raises(CdgDeviceError, match="No die is called three"):
        taken.put_first("three")
    taken.forget("one")
    assert taken.read() == ("two",)
    with pytest.raises(CdgDeviceError, match="No die is called one: two"):
        taken.forget("one")


@pytest.mark.parametrize(
    ("error", "said", "do"),
    [
        (not_available("NO_BLUETOOTH"), "no Bluetooth adapter", "Plug"),
        (not_available("POWERED_OFF"), "is off", "power on"),
        (not_available("DENIED_BY_SYSTEM"), "may not", "usermod"),
        (FileNotFoundError(2, "No such file"), "does not run", "apt install bluez"),
        (
            BleakDBusError("org.freedesktop.DBus.Error.ServiceUnknown", ["no org.bluez"]),
            "does not run",
            "systemctl start",
        ),
        (BleakDBusError("org.bluez.Error.InProgress", ["x"]), "is busy", "restart bluetooth"),
        (TimeoutError(), "does not answer", "shake it"),
        (BleakError("No Bluetooth adapters found."), "no Bluetooth adapter", "Plug"),
        (BleakError("No powered Bluetooth adapters found."), "is off", "power on"),
        (BleakError("odd"), "odd", "tried again"),
    ],
)
def test_each_fault_of_bluetooth_says_what_to_do(
    error: Exception, said: str, do: str, tmp_path: Path
) -> None:
    fault = explain_bluetooth_error(error, tmp_path)
    assert said in fault.sentence
    assert do in fault.remedy


def test_bluetooth_that_is_blocked_is_told_from_one_that_is_off(tmp_path: Path) -> None:
    switch = tmp_path / "rfkill0"
    switch.mkdir()
    for name, content in (("type", "bluetooth"), ("soft", "1"), ("hard", "0")):
        (switch / name).write_text(f"{content}\n")
    assert explain_bluetooth_error(not_available("POWERED_OFF"), tmp_path) is BLOCKED


def test_the_page_quotes_what_is_really_said() -> None:
    page = (Path(__file__).parents[2] / "docs" / "BLUETOOTH.md").read_text(encoding="utf-8")
    said = [*CONDITION_SENTENCES.values(), *(fault.sentence for fault in ALL_FAULTS)]
    said.append(sentence_for_player("unix:/run/die", explain_lost_port("unix:/run/die")))
    quoted = re.findall(r'^\| "([^"]+)"', page, re.MULTILINE)
    assert len(quoted) > 9
    for quote in quoted:
        assert any(quote in sentence for sentence in said), quote
    for fault in ALL_FAULTS:
        assert any(quote in fault.sentence for quote in quoted) or not fault.without_radio, fault
