"""The simulated reader and the firmware say the same: one corpus of conversations for both."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import pytest

from cdgdevice.drivers.reader.line import LineBuffer, encode
from cdgdevice.drivers.reader.reader_messages import DieState
from cdgdevice.simulator.simulated_firmware import SimulatedFirmware
from firmware.simulated.tray import Clock, Tray
from tests.firmware.quick_board import QuickBoard

LOOKS_OVER = 2500
"""Milliseconds after each doing: a step of calibration, and a die that leans, take up to two."""

_TAKEN = "\n".join(
    f"throw {face}\nCAL,FACE,{face}: CAL,FACE,OK,{face},{position}"
    for face in range(1, 7)
    for position in range(1, 3)
)

CONVERSATIONS = {
    "who it is": """
        HELLO?: HELLO,1.1,*,*,*,cal+raw
        HELLO?,2,more: HELLO,1.1,*,*,*,cal+raw
        HELLO?: HELLO,1.1,*,*,*,cal+raw
        PING,0: PONG,0
        PING,7: PONG,7
        PING,4294967295,8: PONG,4294967295
    """,
    "what it does not know": """
        PING: NAK,UNKNOWN
        PING,-1: NAK,UNKNOWN
        PING,007: NAK,UNKNOWN
        PING,x: NAK,UNKNOWN
        PING,4294967296: NAK,UNKNOWN
        WHAT: NAK,UNKNOWN
        Hello?: NAK,UNKNOWN
        ACK: NAK,UNKNOWN
        ACK,1: NAK,UNKNOWN
        CAL: NAK,UNKNOWN
        CAL,JUMP: NAK,UNKNOWN
        CAL,EMPTY,1: NAK,UNKNOWN
        CAL,FACE: NAK,UNKNOWN
        CAL,FACE,0: NAK,UNKNOWN
        CAL,FACE,7: NAK,UNKNOWN
        CAL,FACE,7,1: NAK,UNKNOWN
    """,
    "its own words come back": """
        STATE,ABSENT:
        NAK,UNKNOWN:
        ROLL,7,1,4,97:
        HELLO,1.1,x,y,7,raw:
        CAL,STOP,OK:
        CAL,FACE,OK,3,1:
        CAL,SAVE,CLOSE,2,5:
        CAL,EMPTY,MOVED:
        SHAKE,OK:
    """,
    "throws": """
        throw 4: STATE,SETTLED | ROLL,BOOT,1,4,*
        ACK,BOOT,2: ROLL,BOOT,1,4,*
        ACK,BOOT,: ROLL,BOOT,1,4,*
        ACK,1,1: ROLL,BOOT,1,4,*
        ACK,x,1: ROLL,BOOT,1,4,*
        ACK,BOOT,1:
        lift: STATE,ABSENT
        throw 4: STATE,SETTLED | ROLL,BOOT,2,4,*
        lift: STATE,ABSENT | ROLL,BOOT,2,4,*
        throw 6: STATE,SETTLED | ROLL,BOOT,2,4,*
        ACK,BOOT,2: ROLL,BOOT,3,6,*
        ACK,BOOT,3,more:
    """,
    "what it sees": """
        RAW?: RAW,*,*,*,*,0,*,*
        throw 3: STATE,SETTLED | ROLL,BOOT,1,3,*
        ACK,BOOT,1:
        RAW?: RAW,*,*,*,*,3,*,*
        lean: STATE,COCKED
        RAW?: RAW,*,*,*,*,,*,*
        lift: STATE,ABSENT
        RAW?,more: RAW,*,*,*,*,0,*,*
    """,
    "what it knows": """
        KNOWN?: """
    + " | ".join(f"KNOWN,{like},*,*,*,*,*" for like in range(7)),
    "a calibration that is stopped": """
        CAL,EMPTY: NAK,BEGIN
        CAL,FACE,3: NAK,BEGIN
        CAL,SAVE: NAK,BEGIN
        CAL,STOP: CAL,STOP,OK
        CAL,BEGIN: CAL,BEGIN,OK
        CAL,SAVE: NAK,EMPTY
        CAL,FACE,0: NAK,UNKNOWN
        CAL,EMPTY: CAL,EMPTY,OK
        CAL,SAVE: CAL,SAVE,MISSING,1
        throw 3:
        CAL,FACE,1: CAL,FACE,OK,1,1
        CAL,STOP: CAL,STOP,OK | STATE,SETTLED
        CAL,SAVE: NAK,BEGIN
        lift: STATE,ABSENT
        throw 3: STATE,SETTLED | ROLL,BOOT,1,3,*
    """,
    "a calibration that nobody goes on with": """
        CAL,BEGIN: CAL,BEGIN,OK
        throw 3:
        wait 112:
        CAL,FACE,7: NAK,UNKNOWN
        wait 1: STATE,SETTLED
        CAL,EMPTY: NAK,BEGIN
        CAL,BEGIN: CAL,BEGIN,OK
        wait 112:
        CAL,FACE,3: CAL,FACE,OK,3,1
        wait 112:
        CAL,FACE,3: CAL,FACE,OK,3,2
        wait 120:
        CAL,SAVE: NAK,BEGIN
        lift: STATE,ABSENT
        throw 5: STATE,SETTLED | ROLL,BOOT,1,5,*
    """,
    "a calibration that is saved": f"""
        CAL,BEGIN: CAL,BEGIN,OK
        CAL,EMPTY: CAL,EMPTY,OK
        {_TAKEN}
        lift:
        CAL,SAVE: CAL,SAVE,OK
        throw 2: STATE,SETTLED | ROLL,BOOT,1,2,*
    """,
    "a sensor whose wires are off": """
        unsolder: HELLO,1.1,*,*,*,blind+cal+raw
        RAW?: NAK,BLIND
        CAL,BEGIN: NAK,BLIND
        CAL,EMPTY: NAK,BLIND
        CAL,FACE,7: NAK,BLIND
        CAL,STOP: CAL,STOP,OK
        PING,3: PONG,3
        throw 4:
        KNOWN?: """
    + " | ".join(f"KNOWN,{like},*,*,*,*,*" for like in range(7))
    + """
        HELLO?: HELLO,1.1,*,*,*,blind+cal+raw
        solder: HELLO,1.1,*,*,*,cal+raw | STATE,SETTLED | ROLL,BOOT,1,4,*
        ACK,BOOT,1:
        unsolder: HELLO,1.1,*,*,*,blind+cal+raw | STATE,ABSENT
        solder: HELLO,1.1,*,*,*,cal+raw | STATE,SETTLED
    """,
    "a sensor that goes blind in a calibration": """
        CAL,BEGIN: CAL,BEGIN,OK
        CAL,EMPTY: CAL,EMPTY,OK
        unsolder: HELLO,1.1,*,*,*,blind+cal+raw
        CAL,SAVE: NAK,BLIND
        solder: HELLO,1.1,*,*,*,cal+raw
        CAL,SAVE: CAL,SAVE,MISSING,1
    """,
}
"""Doings, one a line, and what is said to each: to a line of the host, or in the tray.

`*` is any field. Of what is said meanwhile the heartbeats are left out, of repeated rolls the
repeats, and of the states all but the last, with which it must have changed.
"""
BLANK = f"""
    HELLO?: HELLO,1.1,*,*,*,blank+cal+raw
    KNOWN?: NAK,BLANK
    throw 4:
    RAW?: RAW,*,*,*,*,,,*
    lift:
    CAL,BEGIN: CAL,BEGIN,OK
    CAL,EMPTY: CAL,EMPTY,OK
    {_TAKEN}
    lift:
    CAL,SAVE: CAL,SAVE,OK | HELLO,1.1,*,*,*,cal+raw
    throw 5: STATE,SETTLED | ROLL,BOOT,1,5,*
"""
"""The same for a reader that knows no die yet."""
MOTOR = """
    HELLO?: HELLO,1.1,*,*,*,cal+motor+raw
    SHAKE: SHAKE,OK
    SHAKE & SHAKE: SHAKE,OK | NAK,BUSY
    CAL,BEGIN: CAL,BEGIN,OK
    SHAKE: NAK,BUSY
    CAL,STOP: CAL,STOP,OK
    SHAKE: SHAKE,OK
"""
"""The same for a reader with a motor. Between `&` stand lines that come at once."""


class Reader(Protocol):
    """A reader that a conversation is held with."""

    boot: int

    def does(self, doing: str, argument: int) -> bytes: ...

    def hears(self, line: bytes) -> bytes: ...

    def runs(self, ms: int) -> bytes: ...


class Firmware:
    """The firmware's duty over an ideal sensor."""

    def __init__(self, path: Path, *, motor: bool = False) -> None:
        self._board = QuickBoard(Tray(Clock(), seed=5), path, motor=motor)
        self.boot = self._board.boot

    def does(self, doing: str, argument: int) -> bytes:
        tray = self._board.tray
        match doing:
            case "throw":
                tray.throw(argument)
            case "lift":
                tray.lift()
            case "lean":
                tray.lean(1, 4)
            case "unsolder" | "solder":
                self._board.sees = doing == "solder"
        return b""

    def hears(self, line: bytes) -> bytes:
        self._board.send(line)
        return b""

    def runs(self, ms: int) -> bytes:
        return self._board.run(ms)


class Simulated:
    """The simulated reader."""

    boot = 2971215073

    def __init__(self, *capabilities: str) -> None:
        self._at = 0.0
        self._device = SimulatedFirmware(0.0, self.boot, capabilities=capabilities)

    def does(self, doing: str, argument: int) -> bytes:
        match doing:
            case "throw":
                return self._device.throw(self._at, argument)
            case "lift":
                return self._device.lie(DieState.ABSENT)
            case "lean":
                return self._device.lie(DieState.MOVING) + self._device.lie(DieState.COCKED)
            case "unsolder":
                return self._device.unsolder()
            case "solder":
                return self._device.solder(self._at)
        return b""

    def hears(self, line: bytes) -> bytes:
        return self._device.received(self._at, line)

    def runs(self, ms: int) -> bytes:
        said = b""
        until = self._at + ms / 1000
        while self._device.deadline() <= until:
            self._at = self._device.deadline()
            said += self._device.tick(self._at)
        self._at = until
        return said


def hold(reader: Reader, conversation: str) -> None:
    """Hold the conversation, and find that each answer is the one that is written."""
    reader.runs(500)
    told = "ABSENT"
    for line in filter(None, map(str.strip, conversation.splitlines())):
        doing, _, expected = (part.strip() for part in line.partition(":"))
        word, _, argument = doing.partition(" ")
        if word == "wait":
            said = reader.runs(int(argument) * 1000)
        elif word.islower():
            said = reader.does(word, int(argument or 0)) + reader.runs(LOOKS_OVER)
        else:
            lines = doing.replace("BOOT", str(reader.boot)).split(" & ")
            sent = b"".join(encode(*each.split(",")) for each in lines)
            said = reader.hears(sent) + reader.runs(LOOKS_OVER)
        found = list(_heard(said, told))
        told = next((each[1] for each in found if each[0] == "STATE"), told)
        wanted = [w.strip() for w in expected.replace("BOOT", str(reader.boot)).split("|")]
        pattern = sorted(tuple(w.split(",")) for w in wanted if w)
        assert _fits(sorted(found), pattern), (line, found)


def _heard(said: bytes, told: str) -> Iterator[tuple[str, ...]]:
    """Give what was said, but for what takes its time or is said again."""
    state, rolls = told, set()
    for fields in LineBuffer().feed(said):
        match fields:
            case ("HB", _, die):
                assert die == state
            case ("STATE", die):
                state = die
            case ("HELLO", *rest, words):
                yield ("HELLO", *rest, "+".join(sorted(words.split("+"))))
            case ("ROLL", *_) if fields in rolls:
                pass
            case _:
                rolls.add(fields)
                yield fields
    if state != told:
        yield ("STATE", state)


def _fits(found: list[tuple[str, ...]], pattern: list[tuple[str, ...]]) -> bool:
    return [len(each) for each in found] == [len(each) for each in pattern] and all(
        want in ("*", got)
        for fields, wanted in zip(found, pattern, strict=True)
        for got, want in zip(fields, wanted, strict=True)
    )


@pytest.mark.parametrize("name", CONVERSATIONS)
def test_the_firmware_says_what_is_written(name: str, calibration: Path, tmp_path: Path) -> None:
    hold(Firmware(shutil.copy(calibration, tmp_path)), CONVERSATIONS[name])


@pytest.mark.parametrize("name", CONVERSATIONS)
def test_the_simulated_reader_says_what_is_written(name: str) -> None:
    hold(Simulated("raw", "cal"), CONVERSATIONS[name])


def test_both_are_taught_their_die_as_is_written(tmp_path: Path) -> None:
    hold(Firmware(tmp_path / "calibration.txt"), BLANK)
    hold(Simulated("raw", "cal", "blank"), BLANK)


def test_both_shake_as_is_written(calibration: Path, tmp_path: Path) -> None:
    hold(Firmware(shutil.copy(calibration, tmp_path), motor=True), MOTOR)
    hold(Simulated("raw", "cal", "motor"), MOTOR)
