"""What the folder keeps of the last change of games: which one goes on, and which throws count.

A die reader repeats a throw until it is acknowledged, and meanwhile the player may begin another
game. So the change itself keeps which throws count already; those after it are in the journal of
the game that goes on.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Self

from cdgdevice.table.line import decode, encode
from cdgdevice.table.reading import Content

Key = tuple[int, int]
"""What a die reader calls a throw: the reader's boot, and the sequence, which only grows in it."""

STARTS = 8
"""Starts of die readers whose throws are known again, more than anyone has under power at once."""

BEFORE = 32
"""Games whose order of play is kept; a game that was not played for longer goes by its clock."""

LONGEST = 2048
"""Bytes that are read; a name has at most 255, a key at most 23, and a number a handful."""


def newest(keys: Iterable[Key]) -> tuple[Key, ...]:
    """Give the highest key of each of the last `STARTS` boots, the boot named last at the end."""
    found: dict[int, int] = {}
    for boot, sequence in keys:
        found[boot] = max(sequence, found.pop(boot, 0))
    return tuple(found.items())[-STARTS:]


def keys_in(contents: Iterable[Content]) -> Iterator[Key]:
    """Give the keys of the throws in these lines of a journal, in their order."""
    for content in contents:
        match content.get("throw"):
            case [int(boot), int(sequence)]:
                yield boot, sequence


@dataclass(frozen=True, slots=True)
class Current:
    """The last change of games."""

    game: str = ""
    """The file of the game that goes on; empty where that is not known."""
    answers: int = 0
    """How many answers it had then."""
    counted: tuple[Key, ...] = ()
    """The throws that counted by then, in whichever game, as `newest` gives them."""
    before: tuple[int, ...] = ()
    """The numbers of the games that were current before it, the last one first, `BEFORE` at most.

    A computer without a clock of its own can't tell which of its games was played last."""

    def write(self) -> bytes:
        """Write what `read` reads back to an equal one."""
        keys = [list(key) for key in self.counted]
        before = {"before": list(self.before)} if self.before else {}
        return encode(0, {"game": self.game, "answers": self.answers, "counted": keys, **before})

    @classmethod
    def read(cls, raw: bytes) -> Self:
        """Read it; older versions wrote no more than the file's name."""
        try:
            content = decode(raw.removesuffix(b"\n")).content
        except ValueError:
            return cls(raw.decode(errors="replace").strip())
        match content:
            case {"game": str(game), "answers": int(answers), "counted": list(keys)}:
                throws = newest(keys_in({"throw": key} for key in keys))
                return cls(game, answers, throws, _numbers(content.get("before")))
            case _:
                return cls()


def _numbers(raw: object) -> tuple[int, ...]:
    numbers = raw if isinstance(raw, list) else []
    return tuple(number for number in numbers if isinstance(number, int))[:BEFORE]
