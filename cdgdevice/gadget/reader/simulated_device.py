"""A die reader's side of the protocol, as firmware has to do it: bytes in, bytes out."""

from collections import deque

from cdgdevice.gadget.reader.line import LineBuffer, encode
from cdgdevice.gadget.reader.messages import DieState, Roll, Step, Trouble, Verdict

HEARTBEAT = 1.0
"""Seconds between two signs of life."""
REPEAT = 0.5
"""Seconds until a roll that was not acknowledged is sent again."""
REMEMBERED = 16
"""Rolls that are kept until they are acknowledged; beyond that the oldest is forgotten."""
UID = "SIMULATED"
"""What it calls itself: throws into it are no real die's."""
POSITIONS = 4
"""Positions in which calibration wants to see each face."""

_COLOURS = (
    (40, 44, 36, 120),
    (210, 880, 460, 1500),
    (1050, 260, 640, 1900),
    (1600, 1390, 380, 3300),
    (1630, 1720, 1350, 4600),
    (1010, 220, 190, 1380),
    (160, 490, 1030, 1640),
)
"""What it sees: the empty tray, then below each face that is on top the one opposite."""


class SimulatedDevice:
    """A reader from its start at `at` seconds; every method gives the bytes to send.

    A restart is a new device with a new `boot`, 1 to 4294967295.
    """

    def __init__(
        self,
        at: float,
        boot: int,
        *,
        uid: str = UID,
        protocol: str = "1.1",
        capabilities: tuple[str, ...] = ("cal", "raw"),
    ) -> None:
        self.boot = boot
        self.uid = uid
        self.protocol = protocol
        self.capabilities = capabilities
        self._started = at
        self._beat = at + HEARTBEAT
        self._repeat = at
        self._lines = LineBuffer()
        self._die = DieState.ABSENT
        self._face: int | None = None
        self._thrown = 0
        self._unacknowledged: deque[Roll] = deque(maxlen=REMEMBERED)
        self._taken: dict[int, int] | None = None
        """While it is calibrated: in how many positions each face was taken."""

    def greeting(self) -> bytes:
        """Say who it is: the answer to `HELLO?`, and the first word after a start."""
        capabilities = "+".join(self.capabilities)
        return encode("HELLO", self.protocol, "sim-1", self.uid, str(self.boot), capabilities)

    def throw(self, at: float, face: int, confidence: int = 97) -> bytes:
        """Throw the die: it moves, and comes to rest with `face`, 1 to 6."""
        moved = self.lie(DieState.MOVING) + self.lie(DieState.SETTLED)
        self._face = face
        if self._taken is not None or self._blank:
            return moved
        self._thrown += 1
        self._unacknowledged.append(Roll(self.boot, self._thrown, face, confidence))
        return moved + (self._roll(at) if len(self._unacknowledged) == 1 else b"")

    def lie(self, die: DieState) -> bytes:
        """Let the die lie otherwise: lifted, cocked, dazzled."""
        self._die = die
        self._face = None
        return encode("STATE", die.value)

    def received(self, at: float, data: bytes) -> bytes:
        """Answer what the host sent, cut anywhere."""
        return b"".join(self._answer(at, fields) for fields in self._lines.feed(data))

    def deadline(self) -> float:
        """Say at how many seconds `tick` is wanted."""
        return min(self._beat, self._repeat) if self._unacknowledged else self._beat

    def tick(self, at: float) -> bytes:
        """Send what is due at `at`: a heartbeat, or the oldest roll again."""
        due = b""
        if at >= self._beat:
            self._beat = at + HEARTBEAT
            due += encode("HB", str(int(at - self._started)), self._die.value)
        if self._unacknowledged and at >= self._repeat:
            due += self._roll(at)
        return due

    def _roll(self, at: float) -> bytes:
        self._repeat = at + REPEAT
        roll = self._unacknowledged[0]
        return encode("ROLL", *map(str, (roll.boot, roll.seq, roll.face, roll.confidence)))

    def _answer(self, at: float, fields: tuple[str, ...]) -> bytes:
        match fields:
            case ("HELLO?",):
                return self.greeting()
            case ("ACK", boot, seq):
                return self._acknowledged(at, boot, seq)
            case ("PING", number):
                return encode("PONG", number)
            case ("RAW?",) if "raw" in self.capabilities:
                return self._raw()
            case ("KNOWN?",) if "cal" in self.capabilities and self._blank:
                return encode("NAK", "BLANK")
            case ("KNOWN?",) if "cal" in self.capabilities:
                return b"".join(
                    encode("KNOWN", *map(str, (like, *colours, 20 if like else 0)))
                    for like, colours in enumerate(_COLOURS)
                )
            case ("CAL", step, *face) if "cal" in self.capabilities:
                return self._calibrate(step, face)
        return encode("NAK", "UNKNOWN")

    @property
    def _blank(self) -> bool:
        return Trouble.BLANK.value in self.capabilities

    def _raw(self) -> bytes:
        like, margin = ("", "") if self._blank else (str(self._face or 0), "400")
        colours = (0,) * 4 if self._face is None else _COLOURS[self._face]
        return encode("RAW", *map(str, colours), like, margin, "3")

    def _acknowledged(self, at: float, boot: str, seq: str) -> bytes:
        head = self._unacknowledged[0] if self._unacknowledged else None
        if head is None or (boot, seq) != (str(head.boot), str(head.seq)):
            return b""
        self._unacknowledged.popleft()
        return self._roll(at) if self._unacknowledged else b""

    def _calibrate(self, step: str, rest: list[str]) -> bytes:
        match step, rest, self._taken:
            case "BEGIN", [], _:
                self._taken = {}
            case "STOP", [], _:
                self._taken = None
            case "EMPTY" | "FACE" | "SAVE", _, None:
                return encode("NAK", "BEGIN")
            case "EMPTY", [], _:
                pass
            case "FACE", ["1" | "2" | "3" | "4" | "5" | "6" as face], dict(taken):
                taken[int(face)] = min(taken.get(int(face), 0) + 1, POSITIONS)
                return encode("CAL", step, Verdict.OK.value, face, str(taken[int(face)]))
            case "SAVE", [], dict(taken):
                return self._save(taken)
            case _:
                return encode("NAK", "UNKNOWN")
        return encode("CAL", step, Verdict.OK.value)

    def _save(self, taken: dict[int, int]) -> bytes:
        for face in range(1, 7):
            if taken.get(face, 0) < POSITIONS:
                return encode("CAL", Step.SAVE.value, Verdict.MISSING.value, str(face))
        self._taken = None
        saved = encode("CAL", Step.SAVE.value, Verdict.OK.value)
        if not self._blank:
            return saved
        self.capabilities = tuple(w for w in self.capabilities if w != Trouble.BLANK.value)
        return saved + self.greeting()
