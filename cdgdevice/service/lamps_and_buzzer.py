"""What lamps and buzzer tell beside the screen, and for it when none answers. Pure: told the time.

The lamps show whose button is waited for. A *code* is told in between: after a second of darkness
all lamps flash together, as often as the code's number says.
"""

import math
from collections.abc import Collection, Iterator
from enum import Enum

from msgspec import Struct

from cdgdevice.rules.card_display import Side
from cdgdevice.ui.sounds import Sound


class LampCode(Enum):
    """What is told by flashes: each code's value is how many."""

    SCREENS = 2
    """No screen answers."""
    CONFIGURATION = 3
    """The configuration has mistakes; the screens name them too. Until the first touch."""
    DISK = 4
    """The disk does not take the game's answers."""
    READER = 5
    """The dice are to come from the die reader, and it is not linked, or can't read its die."""


FLASH_SECONDS = 0.25
"""Seconds that a flash lasts, and the darkness after it."""
DARK_BEFORE_SECONDS = 1.0
"""Seconds of darkness before a code, which tell its flashes from the lamp of a side."""
PAUSE_SECONDS = 4.0
"""Seconds after the codes in which the lamps show whose button is waited for."""
MAX_BUZZER_ROUNDS = 3
"""How often the buzzer gives a code before it leaves it to the lamps."""


class Outputs(Struct, frozen=True):
    """What burns and sounds at a moment."""

    lamps: frozenset[Side] = frozenset()
    buzzer: bool = False


class SignalSequencer:
    """Follows what lamps and buzzer are to tell.

    `sound` says whether the buzzer may sound at all; it may be changed at any time.
    """

    def __init__(self, *, sound: bool = True) -> None:
        self.sound = sound
        self._codes: tuple[LampCode, ...] = ()
        self._began: float | None = None
        self._silenced: frozenset[LampCode] = frozenset()
        self._sounded: dict[LampCode, int] = {}
        self._wanted: Sound | None = None
        self._sounds_until = math.inf
        self._phase_until = math.inf

    def play(self, sound: Sound) -> None:
        """Have a sound begin when `look` is called next; it takes the place of one before."""
        self._wanted = sound

    def note_touch(self) -> None:
        """Take note of a touch: of the codes that are there, the buzzer says no more."""
        self._silenced |= frozenset(self._codes)

    def find_outputs(
        self, now: float, lit: frozenset[Side], codes: Collection[LampCode], *, dark: bool = False
    ) -> Outputs:
        """Return what burns and sounds now.

        `lit` are the sides whose button is waited for, `codes` what the lamps tell. While the
        gadget is `dark` no lamp burns and no code is told; it begins again with the light.
        """
        self._follow_codes(now, tuple(code for code in LampCode if code in codes), dark=dark)
        sounding = self._is_sounding(now)
        phase = self._phase(now)
        self._phase_until = math.inf if phase is None else phase.until
        if dark:
            return Outputs(frozenset(), sounding)
        if phase is None or phase.code is None:
            return Outputs(lit, sounding)
        lamps = frozenset(Side) if phase.flash else frozenset()
        rounds = self._sounded.get(phase.code, 0) + phase.round
        told = self.sound and phase.code not in self._silenced and rounds < MAX_BUZZER_ROUNDS
        return Outputs(lamps, sounding or (told and phase.flash))

    def deadline(self) -> float:
        """Return when `find_outputs` is due next; infinity: not before something happens."""
        return min(self._sounds_until, self._phase_until)

    def _follow_codes(self, now: float, codes: tuple[LampCode, ...], *, dark: bool) -> None:
        if codes != self._codes or dark:
            self._stop(now)
            self._silenced &= frozenset(codes)
            self._sounded = {code: self._sounded.get(code, 0) for code in codes}
            self._codes = codes
        if self._began is None and codes and not dark:
            self._began = now

    def _stop(self, now: float) -> None:
        """Tell no more for now, but keep how often each code was told while it is there.

        Or a reader whose plug is loose would have the buzzer tell of the screens all night.
        """
        if self._began is None:
            return
        for code in self._codes:
            self._sounded[code] = self._sounded.get(code, 0) + self._count_begun(
                code, self._began, now
            )
        self._began = None

    def _count_begun(self, code: LampCode, since: float, now: float) -> int:
        """Return how often the flashes of a code have begun before now."""
        round_, at = self._round(since, now)
        for seconds, each, flash in _list_phases(self._codes):
            if each is code and flash:
                return round_ + (at < now)
            at += seconds
        return round_

    def _is_sounding(self, now: float) -> bool:
        if self._wanted is not None:
            # Its time begins now: on a slow disk the state that it tells of has long passed.
            self._sounds_until = now + self._wanted.value if self.sound else math.inf
            self._wanted = None
        if now >= self._sounds_until:
            self._sounds_until = math.inf
        return self._sounds_until < math.inf

    def _phase(self, now: float) -> "_SignalPhase | None":
        """Return the phase of the codes at this time; None where there is nothing to tell."""
        if self._began is None:
            return None
        round_, at = self._round(self._began, now)
        for seconds, code, flash in _list_phases(self._codes):
            at += seconds
            if now < at:
                return _SignalPhase(code, flash, round_, at)
        # A division came out a hair too low: the next round has begun.
        return _SignalPhase(
            self._codes[0], flash=False, round=round_ + 1, until=at + DARK_BEFORE_SECONDS
        )

    def _round(self, since: float, now: float) -> tuple[int, float]:
        """Return how many rounds are over, and when the present one began."""
        took = sum(seconds for seconds, _, _ in _list_phases(self._codes))
        round_ = int((now - since) / took)
        return round_, since + round_ * took


class _SignalPhase(Struct, frozen=True):
    """A stretch of time in which the lamps don't change."""

    code: LampCode | None
    """The code that is being told; None: the lamps are the sides' own."""
    flash: bool
    round: int
    """How often everything has been told before, from 0."""
    until: float


def _list_phases(codes: tuple[LampCode, ...]) -> Iterator[tuple[float, LampCode | None, bool]]:
    """Return one round: seconds, the code, and whether it flashes."""
    for code in codes:
        yield DARK_BEFORE_SECONDS, code, False
        for _ in range(code.value):
            yield FLASH_SECONDS, code, True
            yield FLASH_SECONDS, code, False
    yield PAUSE_SECONDS, None, False
