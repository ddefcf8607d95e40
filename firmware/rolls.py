"""Rolls that are told one at a time, in order, and again until each is acknowledged."""

from line import encode

REPEAT = 500
"""Milliseconds until a roll that was not acknowledged is told again."""
KEPT = 16
"""Rolls that wait; beyond that the oldest is forgotten."""
_LAST = 4294967295
"""The highest sequence that a line carries."""


class Rolls:
    """The rolls of one start of the board, `boot`; every method gives the bytes to send."""

    def __init__(self, boot: int) -> None:
        self._boot = boot
        self._seq = 0
        self._waiting: list[tuple[int, int, int]] = []
        self._tell_at = 0

    def add(self, at_ms: int, face: int, confidence: int) -> bytes:
        """Take a new roll; it is told at once if no other waits."""
        self._seq = min(self._seq + 1, _LAST)
        self._waiting.append((self._seq, face, confidence))
        if len(self._waiting) > KEPT:
            self._waiting.pop(0)
        return self._tell(at_ms) if len(self._waiting) == 1 else b""

    def acknowledged(self, at_ms: int, boot: str, seq: str) -> bytes:
        """Forget the roll that waits first, if it is this one, and tell the next."""
        if not self._waiting or (boot, seq) != (str(self._boot), str(self._waiting[0][0])):
            return b""
        self._waiting.pop(0)
        return self._tell(at_ms) if self._waiting else b""

    def tick(self, at_ms: int) -> bytes:
        """Tell the first again when it is due."""
        return self._tell(at_ms) if self._waiting and at_ms >= self._tell_at else b""

    def _tell(self, at_ms: int) -> bytes:
        self._tell_at = at_ms + REPEAT
        seq, face, confidence = self._waiting[0]
        return encode("ROLL", str(self._boot), str(seq), str(face), str(confidence))
