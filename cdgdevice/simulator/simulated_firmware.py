"""A die reader's side of the protocol, as firmware has to do it: bytes in, bytes out."""

from collections import deque
from collections.abc import Mapping
from operator import itemgetter

from cdgdevice.drivers.reader.line import LineBuffer, encode
from cdgdevice.drivers.reader.reader_messages import (
    SIMULATED_UID,
    CalibrationStep,
    CalibrationVerdict,
    DieState,
    ReaderRoll,
    ReaderTrouble,
)

HEARTBEAT_INTERVAL = 1.0
"""Seconds between two signs of life."""
REPEAT_INTERVAL = 0.5
"""Seconds until a roll that was not acknowledged is sent again."""
MAX_UNACKNOWLEDGED = 16
"""Rolls that are kept until they are acknowledged; beyond that the oldest is forgotten."""
POSITIONS_PER_FACE = 2
"""Positions in which calibration wants to see each face."""
CALIBRATION_TIMEOUT = 120.0
"""Seconds without a step after which a calibration is given up."""
SHAKE_TIME = 0.7
"""Seconds that the motor runs when it is asked to, and the die swings after that."""

MIN_DIE_CLEAR = 96
"""Counts of clear above the empty tray that a die gives at least."""

_OWN_TYPES = ("HELLO", "HB", "ROLL", "STATE", "RAW", "KNOWN", "PONG", "NAK")
_VERDICTS = {verdict.value for verdict in CalibrationVerdict}
Colours = tuple[int, int, int, int]
"""Red, green, blue and clear, above those of the empty tray."""

_EMPTY = (40, 44, 36, 120)
_NOTHING = (0, 0, 0, 0)
_LEANING = (630, 570, 550, 1700)
_COLOURS = (
    _NOTHING,
    (210, 880, 460, 1500),
    (1050, 260, 640, 1900),
    (1600, 1390, 380, 3300),
    (1630, 1720, 1350, 4600),
    (1010, 220, 190, 1380),
    (160, 490, 1030, 1640),
)
"""What it sees above the empty tray: of no die nothing, of each face on top the one opposite."""
STICKER_COLOURS = {colours: face for face, colours in enumerate(_COLOURS) if face}
"""What the stickers of this program teach it: the face on top by the colours it sees."""


class SimulatedFirmware:
    """A reader from its start at `at` seconds; every method returns the bytes to send.

    A restart is a new device with a new `boot`, 1 to 4294967295.
    """

    def __init__(
        self,
        at: float,
        boot: int,
        *,
        uid: str = SIMULATED_UID,
        protocol: str = "1.1",
        capabilities: tuple[str, ...] = ("cal", "raw"),
        looks: Mapping[Colours, int] = STICKER_COLOURS,
        face: int | None = None,
    ) -> None:
        """Start it with `face` up in its tray, 1 to 6, which is no throw; None: the tray is empty.

        `looks` is what it was taught: the face that it reports by the colours that it sees.
        """
        self.boot = boot
        self.uid = uid
        self.protocol = protocol
        self.capabilities = capabilities
        self._started = at
        self._beat = at + HEARTBEAT_INTERVAL
        self._repeat = at
        self._lines = LineBuffer()
        self.looks = looks
        self._die = DieState.ABSENT if face is None else DieState.SETTLED
        self._face = face
        self._told_state = self._die
        self._blind = False
        self._unseen: int | None = None
        """The face of a throw that was made while it was blind."""
        self._touched = at
        self._thrown = 0
        self._unacknowledged: deque[ReaderRoll] = deque(maxlen=MAX_UNACKNOWLEDGED)
        self._shaken_until = at
        self._calibration: dict[int, list[Colours]] | None = None
        """While it is calibrated: what was seen of each face, and as 0 of the empty tray."""

    def greeting(self) -> bytes:
        """Say who it is: the answer to `HELLO?`, and the first word after a start."""
        words = (*self.capabilities, *([ReaderTrouble.BLIND.value] if self._blind else []))
        return encode("HELLO", self.protocol, "sim-1", self.uid, str(self.boot), "+".join(words))

    def throw(self, at: float, face: int, confidence: int = 97) -> bytes:
        """Throw the die: it moves, and comes to rest with `face` up, 1 to 6."""
        moved = b"" if self._die is DieState.MOVING else self.lie(DieState.MOVING)
        known = self.looks.get(_COLOURS[face])
        moved += self.lie(DieState.COCKED if known is None else DieState.SETTLED)
        self._face = face
        if self._blind:
            self._unseen = known
        if not self._watches or known is None:
            return moved
        return moved + self._queue_roll(at, known, confidence)

    def lie(self, die: DieState) -> bytes:
        """Move the die: lifted, cocked, dazzled."""
        self._die = die
        self._face = self._unseen = None
        return self._describe_state()

    def unsolder(self) -> bytes:
        """Take the sensor's wires off: it sees nothing any more."""
        told = self._told_state
        self._blind, self._told_state = True, DieState.ABSENT
        return self.greeting() + (b"" if told is self._told_state else encode("STATE", "ABSENT"))

    def solder(self, at: float) -> bytes:
        """Put them on again: a die that was thrown meanwhile lies there now."""
        self._blind = False
        found = self.greeting() + self._describe_state()
        if self._unseen is not None and self._watches:
            found += self._queue_roll(at, self._unseen, 97)
        self._unseen = None
        return found

    def received(self, at: float, data: bytes) -> bytes:
        """Answer what the host sent, cut anywhere."""
        return b"".join(self._answer(at, fields) for fields in self._lines.feed(data))

    def deadline(self) -> float:
        """Return at how many seconds `tick` is wanted."""
        due = [self._beat]
        if self._unacknowledged:
            due.append(self._repeat)
        if self._calibration is not None:
            due.append(self._touched + CALIBRATION_TIMEOUT)
        return min(due)

    def tick(self, at: float) -> bytes:
        """Send what is due at `at`: a heartbeat, or the oldest roll again."""
        due = b""
        if self._calibration is not None and at >= self._touched + CALIBRATION_TIMEOUT:
            due += self._stop_calibration()
        if at >= self._beat:
            self._beat = at + HEARTBEAT_INTERVAL
            due += encode("HB", str(int(at - self._started)), self._told_state.value)
        if self._unacknowledged and at >= self._repeat:
            due += self._encode_roll(at)
        return due

    @property
    def _watches(self) -> bool:
        """Whether throws count, and how the die lies is reported."""
        return self._calibration is None and not self._blank and not self._blind

    def _describe_state(self) -> bytes:
        if not self._watches or self._die is self._told_state:
            return b""
        self._told_state = self._die
        return encode("STATE", self._die.value)

    def _stop_calibration(self) -> bytes:
        """Watch the die again: one that lies there now is no roll."""
        self._calibration = None
        return self._describe_state()

    def _queue_roll(self, at: float, face: int, confidence: int) -> bytes:
        self._thrown += 1
        self._unacknowledged.append(ReaderRoll(self.boot, self._thrown, face, confidence))
        return self._encode_roll(at) if len(self._unacknowledged) == 1 else b""

    def _encode_roll(self, at: float) -> bytes:
        self._repeat = at + REPEAT_INTERVAL
        roll = self._unacknowledged[0]
        return encode("ROLL", *map(str, (roll.boot, roll.seq, roll.face, roll.confidence)))

    def _answer(self, at: float, fields: tuple[str, ...]) -> bytes:
        if _is_own(fields):  # as the firmware: answering an echo would never end
            return b""
        match fields:
            case ("HELLO?", *_):
                return self.greeting()
            case ("ACK", boot, seq, *_):
                return self._handle_acknowledgement(at, boot, seq)
            case ("PING", number, *_) if _is_number(number):
                return encode("PONG", number)
            case ("RAW?", *_) if "raw" in self.capabilities:
                return self._encode_raw()
            case ("KNOWN?", *_) if "cal" in self.capabilities and self._blank:
                return encode("NAK", "BLANK")
            case ("KNOWN?", *_) if "cal" in self.capabilities:
                known = [(_EMPTY, 0), *sorted(self.looks.items(), key=itemgetter(1))]
                return b"".join(
                    encode("KNOWN", *map(str, (like, *colours, 20 if like else 0)))
                    for colours, like in known
                )
            case ("CAL", *step) if "cal" in self.capabilities:
                return self._calibrate(at, step)
            case ("SHAKE",) if "motor" in self.capabilities:
                return self._shake(at)
        return encode("NAK", "UNKNOWN")

    @property
    def _blank(self) -> bool:
        return ReaderTrouble.BLANK.value in self.capabilities

    def _encode_raw(self) -> bytes:
        if self._blind:
            return encode("NAK", "BLIND")
        colours = self._colours_seen()
        found = 0 if colours == _NOTHING else self.looks.get(colours)
        like, margin = ("", "30") if found is None else (str(found), "400")
        if self._blank:
            like = margin = ""
        return encode("RAW", *map(str, colours), like, margin, "3")

    def _colours_seen(self) -> Colours:
        """Return what lies over the window, above the empty tray."""
        if self._face is not None:
            return _COLOURS[self._face]
        return _LEANING if self._die is DieState.COCKED else _NOTHING

    def _handle_acknowledgement(self, at: float, boot: str, seq: str) -> bytes:
        head = self._unacknowledged[0] if self._unacknowledged else None
        if head is None or (boot, seq) != (str(head.boot), str(head.seq)):
            return b""
        self._unacknowledged.popleft()
        return self._encode_roll(at) if self._unacknowledged else b""

    def _shake(self, at: float) -> bytes:
        if self._calibration is not None or at < self._shaken_until:
            return encode("NAK", "BUSY")
        self._shaken_until = at + SHAKE_TIME
        return encode("SHAKE", "OK")

    def _calibrate(self, at: float, step: list[str]) -> bytes:
        if step == ["STOP"]:
            return _reply(CalibrationStep.STOP, CalibrationVerdict.OK) + self._stop_calibration()
        if self._blind:
            return encode("NAK", "BLIND")
        match step:
            case ["BEGIN"]:
                self._calibration, self._touched = {}, at
                return _reply(CalibrationStep.BEGIN, CalibrationVerdict.OK)
            case ["EMPTY"] | ["SAVE"] | ["FACE", "1" | "2" | "3" | "4" | "5" | "6"]:
                if self._calibration is None:
                    return encode("NAK", "BEGIN")
            case _:
                return encode("NAK", "UNKNOWN")
        self._touched = at
        if step == ["SAVE"]:
            return self._save(self._calibration)
        if step == ["EMPTY"]:
            # Whatever lies there: what an empty tray looks like is what is being learnt.
            self._calibration[0] = [self._colours_seen()]
            return _reply(CalibrationStep.EMPTY, CalibrationVerdict.OK)
        return self._take_face(self._calibration, int(step[1]))

    def _take_face(self, taken: dict[int, list[Colours]], face: int) -> bytes:
        clear = self._colours_seen()[3]
        if clear - max(each[3] for each in taken.get(0, [_NOTHING])) < MIN_DIE_CLEAR:
            return _reply(CalibrationStep.FACE, CalibrationVerdict.MOVED)
        # Which face it is, only the player knows; a third position replaces the first.
        of_face = taken.setdefault(face, [])
        of_face.append(self._colours_seen())
        del of_face[:-POSITIONS_PER_FACE]
        return _reply(CalibrationStep.FACE, CalibrationVerdict.OK, face, len(of_face))

    def _save(self, taken: dict[int, list[Colours]]) -> bytes:
        if 0 not in taken:
            return encode("NAK", "EMPTY")
        looks: dict[Colours, int] = {}
        for face in range(1, 7):
            if len(taken.get(face, ())) < POSITIONS_PER_FACE:
                return _reply(CalibrationStep.SAVE, CalibrationVerdict.MISSING, face)
            for colours in taken[face]:
                other = looks.setdefault(colours, face)
                if other != face:
                    return _reply(CalibrationStep.SAVE, CalibrationVerdict.CLOSE, other, face)
        self.looks = looks
        was_blank = self._blank
        self.capabilities = tuple(w for w in self.capabilities if w != ReaderTrouble.BLANK.value)
        saved = _reply(CalibrationStep.SAVE, CalibrationVerdict.OK) + self._stop_calibration()
        return saved + (self.greeting() if was_blank else b"")


def _reply(step: CalibrationStep, verdict: CalibrationVerdict, *numbers: int) -> bytes:
    return encode("CAL", step.value, verdict.value, *map(str, numbers))


def _is_number(text: str) -> bool:
    return text.isdigit() and str(int(text)) == text and int(text) < 2**32


def _is_own(fields: tuple[str, ...]) -> bool:
    """Whether only a reader says that: of CAL and SHAKE, which a host says too, the answers."""
    match fields:
        case ("CAL", _, verdict, *_):
            return verdict in _VERDICTS
        case ("SHAKE", "OK", *_):
            return True
    return fields[0] in _OWN_TYPES
