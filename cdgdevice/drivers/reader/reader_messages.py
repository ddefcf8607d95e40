"""What a die reader says and is asked: one type a line, its ranges checked once, here."""

from enum import Enum
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from cdgdevice.drivers.reader.line import encode

_MAX_NUMBER = 4294967295


class DieState(Enum):
    """How the die lies, as the reader sees it."""

    ABSENT = "ABSENT"
    """No die lies in the tray."""
    MOVING = "MOVING"
    """Something moves over the window."""
    SETTLED = "SETTLED"
    """A die lies still and its face is known."""
    COCKED = "COCKED"
    """A die lies still and shows no face: it leans."""
    LIGHT = "LIGHT"
    """Stray light makes the readings worthless."""
    SATURATED = "SATURATED"
    """The sensor is at its limit."""


class ReaderTrouble(Enum):
    """What keeps a reader from its work: a word among its capabilities, the worst first."""

    BLIND = "blind"
    """Its sensor does not answer."""
    BLANK = "blank"
    """It knows no faces yet, and makes no rolls."""
    RADIO = "radio"
    """It reads its dice by radio, and there is none, or it is off."""
    NO_DIE = "none"
    """No die has been given to it yet."""
    SHAPE = "shape"
    """Its die has not the six faces that are needed."""
    ROLL_AGAIN = "reroll"
    """Its die could not be heard while it rolled."""
    AWAY = "away"
    """Its die can't be heard."""
    DIRTY = "dirty"
    """The empty tray looks different from when it was calibrated; it works on."""
    WEAK = "weak"
    """The battery of its die is nearly empty; it works on."""


class CalibrationStep(Enum):
    """A step of calibration, in the order of doing; the reader's answer names it again."""

    BEGIN = "BEGIN"
    """Forget what was taken and start again; what is stored stays in force."""
    EMPTY = "EMPTY"
    """Take the empty tray."""
    FACE = "FACE"
    """Take a face in one position; two positions a face."""
    SAVE = "SAVE"
    """Check that all faces are apart, store them and use them."""
    STOP = "STOP"
    """Give up; what is stored stays in force."""


class CalibrationVerdict(Enum):
    """The reader's answer to a step of calibration."""

    OK = "OK"
    """Done. For `FACE` followed by the face and how many positions of it are taken, 1 to 4."""
    CLOSE = "CLOSE"
    """Two faces look too much alike; the two follow."""
    MISSING = "MISSING"
    """A face has not been taken in as many positions as the reader wants; it follows."""
    MOVED = "MOVED"
    """Something moved: the same step again."""
    LIGHT = "LIGHT"
    """Too much stray light: shade the tray, the same step again."""
    SATURATED = "SATURATED"
    """The reader's own lamp is too bright for its sensor, whatever the gain."""
    UNSTORED = "UNSTORED"
    """The reader's memory did not take it."""


class Hello(Struct, frozen=True):
    """Who the reader is. Of another major protocol only `major` and `minor` are known."""

    major: int
    minor: int
    firmware: str = ""
    """Name and version, 1 to 16 characters."""
    uid: str = ""
    """The same for one reader for ever, 1 to 24 characters."""
    boot: int = 0
    """Random at each start, 1 to 4294967295; 0 for a simple reader."""
    capabilities: frozenset[str] = frozenset()
    """Small words such as `pips`."""

    @property
    def trouble(self) -> ReaderTrouble | None:
        """The worst of what is wrong; None while nothing is."""
        return next((each for each in ReaderTrouble if each.value in self.capabilities), None)

    @property
    def lists_dice(self) -> bool:
        """Whether the dice in range can be listed, taken and forgotten."""
        return "dice" in self.capabilities


class Heartbeat(Struct, frozen=True):
    """Sent each second: `uptime` in whole seconds, and how the die lies."""

    uptime: int
    die: DieState


class ReaderRoll(Struct, frozen=True):
    """A die came to rest. A simple reader sends boot 0 and no sequence."""

    boot: int
    seq: int | None
    """1 for the first roll after a start, then one more each; None exactly when boot is 0."""
    face: int
    """1 to 6: the number of pips, or the sticker (1 JR, 2 AB, 3 DE, 4 ABC, 5 CDE, 6 EVENT)."""
    confidence: int | None
    """Percent, 0 to 100; None when the reader doesn't know."""


class DieStateReport(Struct, frozen=True):
    """The die lies differently than before."""

    die: DieState


class BatteryReport(Struct, frozen=True):
    """How full the battery of its die is; of two dice that of the emptier one."""

    percent: int


Count = Annotated[int, Meta(ge=0, le=65535)]
"""What the sensor counts of a colour."""
Like = Annotated[int, Meta(ge=0, le=6)]
"""1 to 6 a face, 0 the empty tray."""
Margin = Annotated[int, Meta(ge=0, le=999)]
"""How much nearer the likeliest of these is than the next best: percent."""


class RawReading(Struct, frozen=True):
    """The sensor's reading less the empty tray's, 0 to 65535 each."""

    red: Count
    green: Count
    blue: Count
    clear: Count
    like: Like | None = None
    """What that looks like: 1 to 6 a face, 0 the empty tray, None none of them or not known."""
    margin: Margin | None = None
    stray: Count | None = None
    """The clear count with the reader's own light off, 0 to 65535."""

    @property
    def colours(self) -> tuple[int, int, int, int]:
        """Red, green, blue and clear."""
        return self.red, self.green, self.blue, self.clear


class KnownColours(Struct, frozen=True):
    """One line of what is calibrated: the counts, 0 to 65535 each, of the tray or a face."""

    like: int
    """1 to 6 a face, less the empty tray's counts; 0 the empty tray, the counts themselves."""
    red: int
    green: int
    blue: int
    clear: int
    spread: int
    """How far its own readings lay apart, in the reader's own measure."""


class Pong(Struct, frozen=True):
    """The answer to a ping with the same number, 0 to 4294967295."""

    number: int


class Nak(Struct, frozen=True):
    """The reader did not understand or can't do what was asked: one word says why."""

    reason: str


class CalibrationReply(Struct, frozen=True):
    """The answer to a step of calibration; `numbers` as `CalibrationVerdict` says, else empty."""

    step: CalibrationStep
    verdict: CalibrationVerdict
    numbers: tuple[int, ...] = ()


class MotorRan(Struct, frozen=True):
    """The motor in the tray runs, as it was asked to."""


class DieInRange(Struct, frozen=True):
    """A die that could be taken, or that is, of a reader with the word `dice`."""

    id: str
    """The same for one die for ever, 1 to 8 characters."""
    name: str
    """1 to 20 characters."""
    kind: str
    """What its maker calls such dice, up to 12 characters; empty while that is not known."""
    signal: int | None
    """How well it is heard: percent. None while it is not, as when it is linked."""
    place: int
    """1 for the first of the dice that are taken, 2 for the second; 0: it is not taken."""


ReaderAnswer = RawReading | KnownColours | Pong | Nak | CalibrationReply | MotorRan | DieInRange
"""What a reader says only when it is asked."""
ReaderMessage = Hello | Heartbeat | ReaderRoll | DieStateReport | BatteryReport | ReaderAnswer


def parse_message(fields: tuple[str, ...]) -> ReaderMessage | None:
    """Return what the fields of a line say; None for what no reader says.

    Fields after the known ones are ignored: a newer minor protocol may add some.
    """
    try:
        return _parse_fields(fields)
    except ValueError:
        return None


def _parse_fields(fields: tuple[str, ...]) -> ReaderMessage | None:
    match fields:
        case ("HELLO", version, *rest):
            return _parse_hello(version, rest)
        case ("HB", uptime, die, *_):
            return Heartbeat(_parse_number(uptime), DieState(die))
        case ("ROLL", "0", "", face, confidence, *_):
            return ReaderRoll(0, None, _parse_face(face), _parse_percent(confidence))
        case ("ROLL", boot, seq, face, confidence, *_):
            return ReaderRoll(
                _parse_number(boot, 1),
                _parse_number(seq, 1),
                _parse_face(face),
                _parse_percent(confidence),
            )
        case ("STATE", die, *_):
            return DieStateReport(DieState(die))
        case ("BATTERY", percent, *_):
            return BatteryReport(_parse_number(percent, 0, 100))
        case ("RAW", red, green, blue, clear, *rest):
            return _parse_raw((red, green, blue, clear), rest)
        case ("KNOWN", like, red, green, blue, clear, spread, *_):
            return KnownColours(
                _parse_number(like, 0, 6), *map(_parse_count, (red, green, blue, clear, spread))
            )
        case ("PONG", number, *_):
            return Pong(_parse_number(number))
        case ("SHAKE", "OK", *_):
            return MotorRan()
        case ("DIE", id_, name, kind, signal, place, *_):
            return _parse_die(id_, name, kind, signal, place)
        case ("NAK", reason, *_):
            return Nak(_parse_word(reason, 24))
        case ("CAL", step, verdict, *rest):
            return _parse_calibration(CalibrationStep(step), CalibrationVerdict(verdict), rest)
    return None


def _parse_raw(colours: tuple[str, str, str, str], rest: list[str]) -> RawReading:
    reading = RawReading(*map(_parse_count, colours))
    match rest:
        case [like, margin, stray, *_]:
            return replace(
                reading,
                like=_parse_number(like, 0, 6) if like else None,
                margin=_parse_number(margin, 0, 999) if margin else None,
                stray=_parse_count(stray),
            )
    return reading


def _parse_die(id_: str, name: str, kind: str, signal: str, place: str) -> DieInRange:
    return DieInRange(
        _parse_word(id_, 8),
        _parse_word(name, 20),
        _parse_word(kind, 12) if kind else "",
        _parse_percent(signal),
        _parse_number(place, 0, 2),
    )


def _parse_hello(version: str, rest: list[str]) -> Hello | None:
    left, _, right = version.partition(".")
    major, minor = _parse_number(left, 0, 99), _parse_number(right or "0", 0, 99)
    if major != 1:
        return Hello(major, minor)
    match rest:
        case (firmware, uid, boot, capabilities, *_):
            words = (
                [_parse_word(word, 24) for word in capabilities.split("+")] if capabilities else []
            )
            return Hello(
                major,
                minor,
                _parse_word(firmware, 16),
                _parse_word(uid, 24),
                _parse_number(boot),
                frozenset(words),
            )
    return None


def _parse_calibration(
    step: CalibrationStep, verdict: CalibrationVerdict, rest: list[str]
) -> CalibrationReply | None:
    match step, verdict, rest:
        case (CalibrationStep.FACE, CalibrationVerdict.OK, [face, taken, *_]):
            return CalibrationReply(step, verdict, (_parse_face(face), _parse_number(taken, 1, 4)))
        case (CalibrationStep.FACE, CalibrationVerdict.OK, _):
            return None
        case (_, CalibrationVerdict.CLOSE, [one, other, *_]) if one != other:
            return CalibrationReply(step, verdict, (_parse_face(one), _parse_face(other)))
        case (_, CalibrationVerdict.MISSING, [face, *_]):
            return CalibrationReply(step, verdict, (_parse_face(face),))
        case (_, CalibrationVerdict.CLOSE | CalibrationVerdict.MISSING, _):
            return None
    return CalibrationReply(step, verdict)


def _parse_number(text: str, lowest: int = 0, highest: int = _MAX_NUMBER) -> int:
    # `int` alone would take "+1", " 1", "1_0" and digits of other scripts.
    if not (text.isascii() and text.isdigit()) or len(text) > 10:
        raise ValueError(text)
    number = int(text)
    if str(number) != text or not lowest <= number <= highest:
        raise ValueError(text)
    return number


def _parse_count(text: str) -> int:
    return _parse_number(text, 0, 65535)


def _parse_face(text: str) -> int:
    return _parse_number(text, 1, 6)


def _parse_percent(text: str) -> int | None:
    return _parse_number(text, 0, 100) if text else None


def _parse_word(text: str, longest: int) -> str:
    if not 1 <= len(text) <= longest:
        raise ValueError(text)
    return text


HELLO_QUESTION = encode("HELLO?")
"""Asks the reader who it is."""
RAW_QUESTION = encode("RAW?")
"""Asks for the sensor's present reading."""
KNOWN_QUESTION = encode("KNOWN?")
"""Asks what is calibrated: seven lines answer."""
SHAKE_QUESTION = encode("SHAKE")
"""Asks a reader with the word `motor` to run its motor once."""
QUIET_REQUEST = encode("QUIET")
"""Asks a reader with the word `quiet` for no heartbeats: its line itself says when it is gone."""

DICE_QUESTION = encode("DICE?")
"""Asks a reader with the word `dice` for the dice in range; it looks for some a few seconds."""


def encode_die(die: DieInRange) -> bytes:
    """State what is known of a die in range."""
    signal = "" if die.signal is None else str(die.signal)
    return encode("DIE", die.id, die.name, die.kind, signal, str(die.place))


def encode_choice(die: DieInRange) -> bytes:
    """Have the reader take a die, or forget one that is taken."""
    return encode("FORGET" if die.place else "TAKE", die.id)


def encode_first(die: DieInRange) -> bytes:
    """Have the reader put a die that is taken first, of two."""
    return encode("FIRST", die.id)


def encode_acknowledgement(boot: int, seq: int | None) -> bytes:
    """State that a roll is safely counted, so that the reader stops repeating it."""
    return encode("ACK", str(boot), "" if seq is None else str(seq))


def encode_ping(number: int) -> bytes:
    """Ask for a sign of life; the answer carries the same `number`, 0 to 4294967295."""
    return encode("PING", str(number))


def encode_due(dice: int, colour: tuple[int, int, int]) -> bytes:
    """State how many dice are due, to a reader with the word `lamp`, and how they are lit."""
    return encode("DUE", *map(str, (dice, *colour)))


def encode_calibration_step(step: CalibrationStep, face: int | None = None) -> bytes:
    """Ask for a step of calibration; `face`, 1 to 6, goes with `CalibrationStep.FACE` alone."""
    if (face is not None) != (step is CalibrationStep.FACE):
        raise ValueError("A face is named for the FACE step of calibration, and for no other.")
    return encode("CAL", step.value) if face is None else encode("CAL", step.value, str(face))


SIMULATED_UID = "SIMULATED"
"""What it calls itself: throws into it are no real die's."""
