"""The reader's whole duty but for pins: frames and received bytes in, bytes to send out."""

import classify
from calibration import DEFAULT_GAIN, Taking, store
from idle import Idle
from line import LineBuffer, encode
from motor import Shaker
from rolls import Rolls
from settle import Settle
from window import Window

PROTOCOL = "1.1"
FIRMWARE = "cdg-reader 1.1.1"
HEARTBEAT = 1000
"""Milliseconds between two signs of life."""
GIVE_UP = 120_000
"""Milliseconds without a step after which a calibration is given up."""
GLIMPSE_FRAMES = 3
"""Frames that one glimpse stands for where a window's dirt is averaged."""
BLIND = 4
"""Frames in a row without an answer of the sensor; one alone is a spark on the wires."""

SHAKEN = 3
"""Beside the paces of `idle`: the tray shakes the die, and nobody looks."""

_NO_TRAY = (0, 0, 0, 0)
_OWN = ("HELLO", "HB", "ROLL", "STATE", "RAW", "KNOWN", "PONG", "NAK")
_VERDICTS = ("OK", "CLOSE", "MISSING", "MOVED", "LIGHT", "SATURATED", "UNSTORED")


class Reader:
    """A reader from its start at `now_ms`; every method gives the bytes to send.

    Times are milliseconds that only grow. `known` is the calibration in force, None when there
    is none; `path` is where `SAVE` stores a new one; `has_motor` is whether a motor can shake the
    window.
    """

    def __init__(
        self,
        uid: str,
        boot: int,
        known: classify.Known | None,
        path: str,
        now_ms: int,
        has_motor: bool = False,
    ) -> None:
        self._uid = uid
        self._has_motor = has_motor
        self._shaker = Shaker()
        self._boot = boot
        self._path = path
        self._started = self._beat_at = now_ms
        self._lines = LineBuffer()
        self._rolls = Rolls(boot)
        self._said = ""
        self._told = "ABSENT"
        self._frame: tuple[tuple[int, int, int, int], tuple[int, int, int, int]] | None = None
        self._missed = 0
        self._idle = Idle(now_ms)
        self._gain = DEFAULT_GAIN
        self._skip = 0  # frames that were begun with another gain
        self._use(known)
        self._stop()

    @property
    def trouble(self) -> str:
        """What is wrong: "blind", "blank", "dirty", or "" while nothing is."""
        if self._missed >= BLIND:
            return "blind"
        if self._known is None:
            return "blank"
        return "dirty" if self._window.dirty else ""

    def frame(
        self,
        at_ms: int,
        frame: tuple[tuple[int, int, int, int], tuple[int, int, int, int]] | None,
    ) -> bytes:
        """Take a frame, LED off and LED on, or None when the sensor did not answer."""
        if frame is None:
            self._idle.wake(at_ms)
            return self._lose_sight()
        if self._skip:
            self._skip -= 1
            return b""
        self._missed = 0
        if self._shaker.is_busy(at_ms):
            return b""
        self._frame = frame
        if self._taking is not None:
            self._idle.wake(at_ms)
            said = self._take(self._taking.frame(frame))
            self._set_gain(self._taking.gain)
            return said
        if self._known is None:
            self._idle.frame(at_ms, True, None)
            return b""
        colours = classify.reading(frame, self._known.empty)
        label, margin = classify.judge(self._known, colours)
        fault = classify.fault(frame, self._known)
        if fault is None:
            label = self._window.frame(label, colours)
        skin = classify.may_be_skin(self._known, colours)
        face = self._settle.frame(at_ms, label, margin, colours, frame[0][3], fault, skin)
        self._idle.frame(at_ms, self._settle.rests and fault is None, colours)
        self._shaker.see(at_ms, self._settle.state)
        if self._has_motor and self._settle.is_cocked_and_still and self._shaker.may_shake:
            self._shaker.begin(at_ms)
            self._settle.shaken()
        told = self._describe_state()
        return told + self._rolls.add(at_ms, face, self._settle.confidence) if face else told

    @property
    def gain(self) -> int:
        """The gain that the sensor shall have: 1, 4 or 16."""
        return self._gain

    def pace(self, at_ms: int) -> int:
        """Describe how often to look: FULL, GLIMPSES or DARK of `idle`, or SHAKEN for not now."""
        return SHAKEN if self._shaker.is_busy(at_ms) else self._idle.pace(at_ms)

    def shakes(self, at_ms: int) -> bool:
        """Return whether the motor is to run."""
        return self._shaker.runs(at_ms)

    def is_glimpse_due(self, at_ms: int) -> bool:
        """Return whether it is time for the next glimpse."""
        return self._idle.is_due(at_ms)

    def glimpse(
        self, at_ms: int, frame: tuple[tuple[int, int, int, int], tuple[int, int, int, int]]
    ) -> bytes:
        """Take a glimpse, a frame whose LED was lit for a moment.

        Where it shows that something moves, it counts as one, and whole frames are wanted at once.
        """
        self._missed = 0
        known = self._known
        # Where it was under way when `SHAKE` came, the motor may have turned already.
        if known is None or self._taking is not None or self._shaker.is_busy(at_ms):
            self._idle.skip(at_ms)
            return b""
        colours = classify.reading(frame, known.empty)
        label, margin = classify.judge(known, colours)
        fault = classify.fault(frame, known)
        if self._idle.glimpse(at_ms, known.white, colours):
            self._window.forget()
            self._settle.frame(at_ms, label, margin, colours, frame[0][3], fault)
            return self._describe_state()
        if fault or (label and label != self._settle.label):
            self._idle.wake(at_ms)
        else:
            self._window.frame(label, colours, GLIMPSE_FRAMES)
        return b""

    def shade(self, at_ms: int, colours: tuple[int, int, int, int]) -> None:
        """Take a reading with the LED off, between two glimpses."""
        self._missed = 0
        self._idle.shade(at_ms, colours[3])

    def received(self, at_ms: int, data: bytes) -> bytes:
        """Answer what the host sent, cut anywhere."""
        return b"".join([self._answer(at_ms, fields) for fields in self._lines.feed(data)])

    def tick(self, at_ms: int) -> bytes:
        """Send what is due: a hello that says something new, a heartbeat, a roll again."""
        if self._taking is not None and at_ms - self._touched >= GIVE_UP:
            self._stop()
        due = self._hello() if self._capabilities() != self._said else b""
        if at_ms >= self._beat_at:
            self._beat_at += HEARTBEAT
            if self._beat_at <= at_ms:  # the board was held up: what was missed is not made up for
                self._beat_at = at_ms + HEARTBEAT
            due += encode("HB", str((at_ms - self._started) // 1000), self._told)
        return due + self._rolls.tick(at_ms)

    def _use(self, known: classify.Known | None) -> None:
        self._known = known
        if known is not None:
            self._window = Window(known)

    def _set_gain(self, gain: int) -> None:
        if gain != self._gain:
            self._gain = gain
            # One was under way already, when the one before it was judged.
            self._skip = 1

    def _stop(self) -> None:
        """End a calibration, if there is one, and watch the die."""
        self._taking: Taking | None = None
        self._asked: tuple[str, ...] = ()
        self._touched = 0
        self._shaker.stop()
        self._set_gain(self._known.gain if self._known else DEFAULT_GAIN)
        self._watch()

    def _watch(self) -> None:
        """Watch the die from afresh: one that lies there now, or next, may have been counted."""
        if self._known is not None:
            self._settle = Settle(self._known.white)

    def _capabilities(self) -> str:
        words = "raw+cal+motor" if self._has_motor else "raw+cal"
        return words + "+" + self.trouble if self.trouble else words

    def _hello(self) -> bytes:
        self._said = self._capabilities()
        return encode("HELLO", PROTOCOL, FIRMWARE, self._uid, str(self._boot), self._said)

    def _describe_state(self) -> bytes:
        if self._settle.state == self._told:
            return b""
        self._told = self._settle.state
        return encode("STATE", self._told)

    def _answer(self, at_ms: int, fields: tuple[str, ...]) -> bytes:
        # A terminal that echoes gives the reader its own words: answering would never end.
        if _is_own(fields):
            return b""
        kind, rest = fields[0], fields[1:]
        self._idle.heard(at_ms, kind == "PING")
        if kind in ("RAW?", "CAL", "SHAKE"):
            self._idle.wake(at_ms)
        if kind == "HELLO?":
            return self._hello()
        if kind == "ACK" and len(rest) >= 2:
            return self._rolls.acknowledged(at_ms, rest[0], rest[1])
        if kind == "PING" and rest and _is_number(rest[0]):
            return encode("PONG", rest[0])
        if kind == "RAW?":
            return self._raw()
        if kind == "KNOWN?":
            return self._describe_known()
        if kind == "CAL":
            return self._calibrate(at_ms, rest)
        if kind == "SHAKE" and self._has_motor and not rest:
            return self._shake(at_ms)
        return encode("NAK", "UNKNOWN")

    def _raw(self) -> bytes:
        if self._frame is None:
            return encode("NAK", "BLIND")
        # What is being learned may have another gain than what is known.
        known = self._known if self._taking is None else None
        colours = classify.reading(self._frame, known.empty if known else _NO_TRAY)
        like = margin = ""
        if known:
            label, part = classify.judge(known, colours)
            like, margin = "" if label is None else str(label), str(part)
        return encode("RAW", *_on_the_wire(colours), like, margin, str(self._frame[0][3]))

    def _describe_known(self) -> bytes:
        if self._known is None:
            return encode("NAK", "BLANK")
        said = encode("KNOWN", "0", *_on_the_wire(self._known.empty), "0")
        for face in range(1, 7):
            said += encode("KNOWN", str(face), *_on_the_wire(self._known.faces[face]))
        return said

    def _shake(self, at_ms: int) -> bytes:
        """Shake at the host's word, for whoever listens; what lies there then is no roll.

        Not while a buzz goes on, which may be that of a throw, nor while a die is being learned,
        which may turn.
        """
        if self._taking is not None or self._shaker.is_busy(at_ms):
            return encode("NAK", "BUSY")
        self._shaker.begin(at_ms, counts=False)
        self._watch()
        return encode("SHAKE", "OK")

    def _calibrate(self, at_ms: int, step: tuple[str, ...]) -> bytes:
        if step == ("STOP",):
            if self._taking is not None:  # else a die that falls just now would not count
                self._stop()
            return encode("CAL", "STOP", "OK")
        if self._missed >= BLIND:
            return encode("NAK", "BLIND")
        if step == ("BEGIN",):
            self._stop()
            self._taking = Taking()
            self._set_gain(self._taking.gain)
            self._touched = at_ms
            return encode("CAL", "BEGIN", "OK")
        if not _is_step(step):
            return encode("NAK", "UNKNOWN")
        if self._taking is None:
            return encode("NAK", "BEGIN")
        self._touched = at_ms
        if step == ("SAVE",):
            return self._save(self._taking)
        self._asked = step
        if step == ("EMPTY",):
            self._taking.want_empty()
        else:
            self._taking.want_face(int(step[1]))
        return b""  # the answer comes once some frames are seen

    def _take(self, found: tuple[str, tuple[int, ...]] | None) -> bytes:
        if found is None or not self._asked:
            return b""
        verdict, numbers = found
        step, self._asked = self._asked[0], ()
        return encode("CAL", step, verdict, *[str(number) for number in numbers])

    def _save(self, taking: Taking) -> bytes:
        verdict, numbers, known = taking.save()
        if known is None:
            if numbers == (0,):
                return encode("NAK", "EMPTY")  # the empty tray is missing, which is no face
            return encode("CAL", "SAVE", verdict, *[str(number) for number in numbers])
        try:
            store(self._path, known)
        except OSError:
            return encode("CAL", "SAVE", "UNSTORED")
        self._use(known)
        self._stop()
        return encode("CAL", "SAVE", "OK")

    def _lose_sight(self) -> bytes:
        """Take a gap in what is seen; a short one changes nothing, or a spark cost a throw."""
        self._missed += 1
        if self._missed != BLIND:
            return b""
        self._frame = None
        told = b""
        if self._known is not None:
            self._settle.reset_tracking()
            told = self._describe_state()
        if not self._asked:
            return told
        self._asked = ()
        return told + encode("NAK", "BLIND")


def _on_the_wire(counts: tuple[int, ...]) -> list[str]:
    return [str(min(65535, max(0, count))) for count in counts]


def _is_number(text: str) -> bool:
    return 0 < len(text) <= 10 and text.isdigit() and str(int(text)) == text and int(text) < 2**32


def _is_own(fields: tuple[str, ...]) -> bool:
    """Tell what only a reader says. CAL and SHAKE the host says too, but without a verdict."""
    if fields[0] == "CAL":
        return len(fields) > 2 and fields[2] in _VERDICTS
    return fields[0] in _OWN or fields[:2] == ("SHAKE", "OK")


def _is_step(step: tuple[str, ...]) -> bool:
    """Tell a step that needs BEGIN."""
    if step in (("EMPTY",), ("SAVE",)):
        return True
    return len(step) == 2 and step[0] == "FACE" and step[1] in ("1", "2", "3", "4", "5", "6")
