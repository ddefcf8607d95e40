"""The throws of one game, each counted once.

A roll that is taken back keeps its dice for that side's next roll, so that roll throws nothing new;
a misread die counts with the face that it was corrected to.
"""

from collections import deque
from dataclasses import dataclass, replace

from cdgdevice.method.die import STANDARD
from cdgdevice.method.display import Side
from cdgdevice.method.errors import MethodError
from cdgdevice.method.history import UNDO_DEPTH, History, answer
from cdgdevice.method.prompt import METHOD_DIE, prompt
from cdgdevice.method.request import Correct, Roll, Undo
from cdgdevice.table.entry import Entry, ReaderDie
from cdgdevice.table.thrown import Die, Throw, Which, Whose

_WHICH = {"white": Which.WHITE, "coloured": Which.COLOURED}


@dataclass(frozen=True, slots=True)
class _Answer:
    """An answer that can be taken back."""

    side: Side | None = None
    """The side that rolled, if it was a roll."""
    dice: tuple[int, ...] = ()
    """The dice of a roll, or of the roll that was corrected: their places among all throws."""
    method: bool = False
    """It was a roll of the Method die, or its correction."""
    before: tuple[Throw, ...] = ()
    """What these dice were before a correction."""


class Throws:
    """Counts the throws of a game while its answers are taken, one after the other."""

    def __init__(self, history: History | None) -> None:
        """Take the game as it begins, to play it again; None: the rolls count as written.

        That is ten times as fast. Where it may miss or misname a throw, `sure` says so.
        """
        self._history = history
        self._throws: list[Throw] = []
        self._first: list[tuple[int, ReaderDie | None]] = []
        """Of each throw the face that it was first taken for, and the die of a reader."""
        self._past: deque[_Answer] = deque(maxlen=UNDO_DEPTH)
        self._kept: dict[Side, tuple[int, ...]] = {}
        self._doubts = False

    @property
    def found(self) -> tuple[Throw, ...]:
        """All throws so far."""
        return tuple(self._throws)

    @property
    def sure(self) -> bool:
        """No other count is possible; False: rolls count as written, and need not be as they say.

        Of a roll that was taken back dice are kept, and only the game tells which of them its next
        roll shows again; and only the game tells what dice it asked for.
        """
        return self._history is not None or not self._doubts

    def take(self, entry: Entry) -> None:
        """Take the next answer."""
        match entry.request:
            case Roll():
                self._past.append(self._rolled(entry, entry.request))
            case Correct() as correct if self._past:
                self._past.append(self._corrected(correct, self._past[-1]))
            case Undo() if self._past:
                self._undo(self._past.pop())
            case _:
                # After some of these the last roll can still be corrected, as after a mark.
                last = self._past[-1] if self._past else _Answer()
                self._past.append(_Answer(dice=last.dice, method=last.method))
        if self._history is not None:
            try:
                self._history = answer(self._history, entry.request).history
            except (MethodError, ValueError):
                # This version plays that game otherwise; what is written still counts.
                self._history, self._doubts = None, True

    def _rolled(self, entry: Entry, roll: Roll) -> _Answer:
        side, kinds = self._asked(entry, roll)
        whose = _whose(entry, roll, kinds)
        numbers = roll.die if roll.result is None else (STANDARD.number(roll.result),)
        kept = self._kept.get(side, ())
        used, self._kept[side] = kept[: len(kinds)], kept[len(kinds) :]
        missing = kinds[len(used) :]
        fresh = numbers[max(len(numbers) - len(missing), 0) :]
        method = kinds == METHOD_DIE
        if whose is Whose.READER:
            # A real throw, even where the game did not want it: a kept die shows again.
            for number in numbers[: len(numbers) - len(fresh)]:
                self._thrown(Die(whose), number, entry.reader, method)
        dice = tuple(
            self._thrown(Die(whose, which=_which(whose, kind)), number, entry.reader, method)
            for kind, number in zip(missing, fresh, strict=False)
        )
        return _Answer(side, (*used, *dice), method)

    def _asked(self, entry: Entry, roll: Roll) -> tuple[Side, tuple[str, ...]]:
        """Give the side that a roll is for, and the kinds of dice that it takes."""
        if self._history is not None:
            ask = prompt(self._history.now).ask
            return roll.side or self._history.now.active, ask.dice if ask else METHOD_DIE
        side = roll.side or next((side for side, kept in self._kept.items() if kept), Side.LEFT)
        if roll.result is not None:
            return side, METHOD_DIE
        self._doubts |= not entry.own and entry.reader is None
        # The program throws only the dice that none is kept for.
        kept = len(self._kept.get(side, ())) if entry.own or not roll.die else 0
        return side, ("any",) * (kept + len(roll.die))

    def _thrown(self, die: Die, number: int, reader: ReaderDie | None, method: bool) -> int:
        if reader is not None:
            die = replace(die, uid=reader.uid, pips=reader.pips)
        face = _face(number, reader, method)
        self._throws.append(Throw(die, face))
        self._first.append((face, reader))
        return len(self._throws) - 1

    def _corrected(self, correct: Correct, rolled: _Answer) -> _Answer:
        numbers = correct.die if correct.result is None else (STANDARD.number(correct.result),)
        before = tuple(self._throws[place] for place in rolled.dice)
        for place, number in zip(rolled.dice, numbers, strict=False):
            die = self._throws[place].die
            first, reader = self._first[place]
            face = _face(number, reader, rolled.method)
            shown = first if die.whose is Whose.GADGET else face
            self._throws[place] = Throw(die, shown, corrected=face != first)
        return _Answer(dice=rolled.dice, method=rolled.method, before=before)

    def _undo(self, last: _Answer) -> None:
        if last.side is not None:
            self._doubts = True
            self._kept[last.side] = (*last.dice, *self._kept.get(last.side, ()))
        for place, throw in zip(last.dice, last.before, strict=False):
            self._throws[place] = throw


def _whose(entry: Entry, roll: Roll, kinds: tuple[str, ...]) -> Whose:
    if entry.by == "reader":
        return Whose.READER
    if entry.by == "hand":
        return Whose.HAND
    if entry.own:
        return Whose.GADGET
    # An older version wrote this. A Method die that was named it kept as a result.
    if roll.result is not None:
        return Whose.HAND
    return Whose.GADGET if kinds == METHOD_DIE else Whose.UNKNOWN


def _which(whose: Whose, kind: str) -> Which:
    if whose in (Whose.READER, Whose.GADGET):
        return Which.ONE
    return _WHICH.get(kind, Which.ONE)


def _face(number: int, reader: ReaderDie | None, method: bool) -> int:
    """Give the face of the die for a number of the game.

    Where the game wants a result and the die has pips, or the other way round, the owner's
    conversion stands between.
    """
    if reader is None or reader.pips is not method:
        return number
    if reader.pips:
        return reader.conversion.number(STANDARD.result(number))
    return STANDARD.number(reader.conversion.result(number))
