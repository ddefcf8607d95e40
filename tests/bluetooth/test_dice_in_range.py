"""The list of dice in range: a host asks for it, takes dice, forgets them, puts one first."""

import asyncio
import os
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from cdgdevice.bluetooth.dice_reader import PLACE_COLOURS
from cdgdevice.bluetooth.heard_dice import MAX_HEARD, HeardDice, HeardDie, list_dice
from cdgdevice.drivers.reader.line import decode, encode
from cdgdevice.drivers.reader.reader_link import AnswerReceived
from cdgdevice.drivers.reader.reader_messages import (
    DICE_QUESTION,
    DieInRange,
    Nak,
    Pong,
    encode_choice,
    encode_due,
    encode_first,
    parse_message,
)
from tests.bluetooth.running_bridge import (
    GODICE,
    PIXELS,
    QUICK,
    RunningBridge,
    is_ready,
    playing,
    throw,
)
from tests.bluetooth.virtual_air import Air, AirDie, VirtualScanner
from tests.bluetooth.virtual_dice import godice_rest
from tests.drivers.reader.test_reader_port import Loop
from tests.patience import PATIENCE

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Unix sockets")


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
    bridge.until(lambda: air.scans == 1)
    with playing(bridge, Loop()) as loop:
        loop.until(lambda: loop.link.hello is not None)
        # The second look is for the host that has come, the third for its question.
        bridge.until(lambda: air.scans == 2 if asks_first else held.tried == 1)
        ask(loop)
        if asks_first:
            bridge.until(lambda: air.scans == 3)
            air.dice.append(held)
            loop.until(lambda: is_heard(loop, held))
        air.dice.append(other)
        loop.until(lambda: is_heard(loop, other))
        assert held.tried == (0 if asks_first else 1), "the others are looked for first"
        assert not any("answer" in line for line in bridge.log), "it was not given its time"
    bridge.stop()


@pytest.mark.parametrize("is_taken", [False, True], ids=["taken from the list", "taken before"])
def test_a_die_that_links_slowly_is_linked_while_the_list_is_open(
    is_taken: bool, air: Air, tmp_path: Path
) -> None:
    slow = 10 * PATIENCE
    bridge = RunningBridge(tmp_path, replace(QUICK, link=slow, hurried_link=0.05, asked=slow))
    die = AirDie("GoDice_1", GODICE)
    die.hangs = True
    air.dice.append(die)
    if is_taken:
        bridge.taken.take(die.name)
    bridge.start()
    with playing(bridge, Loop()) as loop:
        loop.until(lambda: loop.link.hello is not None)
        ask(loop)
        loop.until(lambda: is_heard(loop, die))
        if not is_taken:
            ask(loop, encode_choice(listed(loop)[die.name]))
        attempts = 2 if is_taken else 1
        bridge.until(lambda: die.tried == attempts)
        begun = time.monotonic()
        bridge.until(lambda: time.monotonic() > begun + 0.2)
        die.hangs = False
        bridge.until(lambda: die.client is not None)
        assert die.tried == attempts
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
    assert heard.encode(()).count(b"$DIE") == MAX_HEARD


def test_dice_in_range_are_listed_by_name_and_signal(air: Air) -> None:
    air.dice += [AirDie("GoDice_1", GODICE), AirDie("Anna's", PIXELS)]
    heard = asyncio.run(list_dice(0.05, VirtualScanner))
    assert [(die.name, die.kind, die.signal) for die in heard] == [
        ("GoDice_1", "GoDice", -50),
        ("Anna's", "Pixels", -51),
    ]
