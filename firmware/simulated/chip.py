"""The TCS34725 behind its bus: registers, gain, and integrations that take their time.

After ams's data sheet of the TCS3472. Not modelled: the wait state, the interrupt, and a change
of ATIME or gain under way, which here counts from the next start. The sheet leaves open, and here
is assumed: reading goes on over the reserved registers between CONTROL and ID, which give 0; AVALID
goes off with AEN, or, in a `sticky` specimen, stays until the power goes.
"""

from firmware.simulated.tray import Tray

ADDRESS = 0x29
STEP = 2.4
"""Milliseconds of a step of ATIME, and of each start-up, in a typical chip (2.27 to 2.56)."""

_COMMAND = 0x80
_TYPE, _AUTO, _SPECIAL = 0x60, 0x20, 0x60
_NUMBER = 0x1F
_ENABLE, _ATIME, _CONTROL, _ID, _STATUS = 0x00, 0x01, 0x0F, 0x12, 0x13
_DATA = 0x14
_PON, _AEN = 0x01, 0x02
_AVALID = 0x01
_GAINS = (1, 4, 16, 60)
_READ_ONLY = range(_ID, 0x20)
_AT_POWER_ON = {_ATIME: 0xFF, 0x03: 0xFF}


class Chip:
    """A sensor that looks at `tray`. An `OSError` is a chip that does not acknowledge.

    `step` is the length of this specimen's step, `identity` what its ID register says, `sticky`
    whether AVALID outlasts AEN.
    """

    def __init__(
        self, tray: Tray, *, step: float = STEP, identity: int = 0x44, sticky: bool = False
    ) -> None:
        self._tray = tray
        self._step = step
        self._identity = identity
        self._sticky = sticky
        self._power_on()

    def write(self, data: bytes) -> None:
        """Take a write transfer: a command, then the values of the registers from there on."""
        self._answer()
        if not data or not data[0] & _COMMAND or data[0] & _TYPE == _SPECIAL:
            return
        self._pointer = data[0] & _NUMBER
        self._auto = data[0] & _TYPE == _AUTO
        for value in data[1:]:
            self._set(self._pointer, value)
            self._advance()

    def read(self, length: int) -> bytes:
        """Give the bytes of a read transfer, from where the last command points."""
        self._answer()
        self._look()
        read = bytearray()
        for _ in range(length):
            read.append(self._get(self._pointer))
            self._advance()
        return bytes(read)

    def _answer(self) -> None:
        since = self._tray.powered_since
        if since is None:
            raise OSError(5, "the sensor does not answer")
        if since != self._powered_since:
            self._power_on()

    def _power_on(self) -> None:
        self._powered_since = self._tray.powered_since
        self._registers = bytearray(0x20)
        for number, value in _AT_POWER_ON.items():
            self._registers[number] = value
        self._registers[_ID] = self._identity
        self._pointer = 0
        self._auto = False
        self._shadow = 0
        self._awake_at = 0.0
        self._begin: float | None = None
        """When the first integration begins; None while AEN is off."""
        self._done = 0
        """Integrations that have ended since then."""

    def _advance(self) -> None:
        if self._auto:
            self._pointer = (self._pointer + 1) & _NUMBER

    def _set(self, number: int, value: int) -> None:
        if number in _READ_ONLY:
            return
        before = self._registers[_ENABLE]
        if number == _ENABLE:
            self._look()
        self._registers[number] = value
        if number == _ENABLE:
            self._enable(before, value)

    def _enable(self, before: int, now: int) -> None:
        at = self._tray.clock()
        if now & _PON and not before & _PON:
            self._awake_at = at + self._step
        runs = now & (_PON | _AEN) == _PON | _AEN
        if runs and self._begin is None:
            self._begin = max(at, self._awake_at) + self._step
            self._length = (256 - self._registers[_ATIME]) * self._step
            self._limit = min(65535, (256 - self._registers[_ATIME]) * 1024)
            self._gain = _GAINS[self._registers[_CONTROL] & 3]
            self._done = 0
        elif not runs:
            self._begin = None
            if not self._sticky:
                self._registers[_STATUS] &= ~_AVALID

    def _look(self) -> None:
        """Put the last whole integration into the data registers."""
        if self._begin is None:
            return
        ended = int((self._tray.clock() - self._begin) // self._length)
        if ended <= self._done:
            return
        self._done = ended
        until = self._begin + ended * self._length
        red, green, blue, clear = self._tray.counts(until - self._length, until)
        for place, count in enumerate((clear, red, green, blue)):
            # The light is counted at gain 4.
            value = min(self._limit, max(0, round(count * self._gain / 4)))
            self._registers[_DATA + 2 * place : _DATA + 2 * place + 2] = value.to_bytes(2, "little")
        self._registers[_STATUS] |= _AVALID

    def _get(self, number: int) -> int:
        if number < _DATA or number > _DATA + 7:
            return self._registers[number]
        # A low byte's high byte is kept for the next read, so that one word is never torn.
        if not number & 1:
            self._shadow = self._registers[number + 1]
            return self._registers[number]
        return self._shadow
