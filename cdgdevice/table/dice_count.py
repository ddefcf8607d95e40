"""All throws that the journals hold, counted by die and face.

To go through hundreds of games takes a while, so that is done in small steps between which others
may work. A journal only ever grows: a game that has as many bytes as before is not read again.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from cdgdevice.errors import CdgDeviceError, JournalError
from cdgdevice.method.errors import MethodError
from cdgdevice.method.history import History, begin
from cdgdevice.method.request import New, read_request
from cdgdevice.table.entry import read_entry
from cdgdevice.table.game_folder import GameFolder
from cdgdevice.table.reading import Written
from cdgdevice.table.replay import FindSheet
from cdgdevice.table.thrown import Die, Throw
from cdgdevice.table.throws import Throws

STEP = 100
"""Answers in a step: few enough that a press need not wait."""


@dataclass(frozen=True, slots=True)
class Counted:
    """The throws of one die."""

    die: Die
    faces: tuple[int, ...]
    """How often each face came up, from 1 to 6."""
    corrected: int
    """How many of the throws were first taken for another face."""

    @property
    def throws(self) -> int:
        """How often it was thrown."""
        return sum(self.faces)


@dataclass(frozen=True, slots=True)
class DiceCount:
    """What has been counted so far."""

    dice: tuple[Counted, ...]
    """The die that was thrown most comes first."""
    counted: int
    """How many games have been gone through."""
    games: int
    """How many there are."""
    left_out: tuple[str, ...] = ()
    """A sentence for each game that can't be read, and so is left out."""
    as_written: tuple[str, ...] = ()
    """A sentence for each game that can't be replayed, so that its rolls count as written."""

    @property
    def done(self) -> bool:
        """All games have been gone through."""
        return self.counted == self.games


@dataclass(slots=True)
class _Game:
    size: int
    """Bytes of its journal when it was gone through."""
    throws: Counter[Throw] = field(default_factory=Counter)
    left_out: tuple[str, ...] = ()
    as_written: tuple[str, ...] = ()


class DiceCounter:
    """Counts the throws of a folder of games: of all sheets, or of the sheet with one id."""

    def __init__(self, folder: GameFolder, find: FindSheet, sheet: str | None = None) -> None:
        self._folder = folder
        self._find = find
        self._sheet = sheet
        self._games: dict[str, _Game] = {}
        self._sizes: Mapping[str, int] = {}
        self._steps: Iterator[None] | None = None

    def count(self) -> DiceCount:
        """Count all there is.

        Raises:
            JournalError: the folder can't be read now.
        """
        while not (count := self.step()).done:
            pass
        return count

    def step(self) -> DiceCount:
        """Count a little more or, once all is done, what has been played since.

        Raises:
            JournalError: the folder can't be read now.
        """
        if self._steps is None:
            self._sizes = self._folder.sizes()
            # What could not be read may be readable now.
            self._games = {name: game for name, game in self._games.items() if not game.left_out}
            self._steps = self._through()
        if next(self._steps, self) is self:
            self._steps = None
        return self._so_far()

    def _through(self) -> Iterator[None]:
        for name, size in self._sizes.items():
            if self._is_known(name):
                continue
            game = _Game(size)
            try:
                yield from self._gone_through(name, game)
            except JournalError as error:
                game.left_out = (str(error),)
            self._games[name] = game

    def _gone_through(self, name: str, game: _Game) -> Iterator[None]:
        written = self._folder.read(name)
        yield
        request = written.header.get("request")
        sheet = request.get("sheet") if isinstance(request, dict) else None
        if self._sheet not in (None, sheet):
            return
        throws = Throws(None)
        yield from _taken(throws, written, name)
        history = None if throws.sure else _begun(request, self._find)
        if history is not None:
            throws = Throws(history)
            yield from _taken(throws, written, name)
        game.throws = Counter(throws.found)
        if not throws.sure:
            game.as_written = (
                f"{name} can't be replayed: its rolls count as they are written, and of those "
                "that were taken back a throw may be missed.",
            )

    def _is_known(self, name: str) -> bool:
        return name in self._games and self._games[name].size == self._sizes[name]

    def _so_far(self) -> DiceCount:
        games = [self._games[name] for name in self._sizes if self._is_known(name)]
        faces: defaultdict[Die, Counter[int]] = defaultdict(Counter)
        corrected: Counter[Die] = Counter()
        for game in games:
            for throw, times in game.throws.items():
                faces[throw.die][throw.face] += times
                corrected[throw.die] += times * throw.corrected
        dice = (
            Counted(die, tuple(shown[face] for face in range(1, 7)), corrected[die])
            for die, shown in faces.items()
        )
        return DiceCount(
            tuple(sorted(dice, key=lambda counted: -counted.throws)),
            len(games),
            len(self._sizes),
            tuple(sentence for game in games for sentence in game.left_out),
            tuple(sentence for game in games for sentence in game.as_written),
        )


def _taken(throws: Throws, written: Written, name: str) -> Iterator[None]:
    """Take all that is written of a game, in steps."""
    for number, raw in enumerate(written.entries, 1):
        try:
            throws.take(read_entry(raw))
        except (MethodError, ValueError):
            raise JournalError(
                f"{name}: answer {number} is of another version of cdgdevice; "
                "the throws of that game are left out."
            ) from None
        if number % STEP == 0:
            yield


def _begun(request: object, find: FindSheet) -> History | None:
    """Give a game as it began; None where its sheet is gone or begins otherwise today."""
    try:
        new = read_request(request if isinstance(request, dict) else {})
        return begin(find(new.sheet), new) if isinstance(new, New) else None
    except (CdgDeviceError, MethodError):
        return None
