"""All throws that the journals hold, each counted once, by die and face."""

from collections import Counter, defaultdict, deque
from collections.abc import Iterator, Mapping

from msgspec import Struct, field
from msgspec.structs import replace

from cdgdevice.dice.report import DiceCount, DieColour, DieCount, DieIdentity, DieOwner
from cdgdevice.errors import CdgDeviceError, JournalError
from cdgdevice.games.game_folder import GameFolder
from cdgdevice.games.journal_format import JournalEntry, ReaderDie, read_entry
from cdgdevice.games.journal_reader import JournalContent
from cdgdevice.games.replay import FindSheet
from cdgdevice.rules import requests
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.die import STANDARD_CONVERSION
from cdgdevice.rules.engine import UNDO_DEPTH, answer_request, begin_game
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.prompt import ONE_METHOD_DIE, prompt


class CountedThrow(Struct, frozen=True):
    """A die was thrown once."""

    die: DieIdentity
    face: int
    """What it showed, 1 to 6: the pips, or the number of the result by the standard table."""
    corrected: bool = False
    """It was taken for another face first. The program's own dice can't be misread: of them
    `face` is what was thrown, and not what the player made of it."""


_WHICH = {"white": DieColour.WHITE, "coloured": DieColour.COLOURED}


class _Answer(Struct, frozen=True):
    """An answer that can be taken back."""

    side: Side | None = None
    """The side that rolled, if it was a roll."""
    dice: tuple[int, ...] = ()
    """The dice of a roll, or of the roll that was corrected: their places among all throws."""
    method: bool = False
    """It was a roll of the Method die, or its correction."""
    before: tuple[CountedThrow, ...] = ()
    """What these dice were before a correction."""


class GameThrows:
    """Counts the throws of a game while its answers are taken, one after the other."""

    def __init__(self, history: GameHistory | None) -> None:
        """Take the game as it begins, to play it again; None: the rolls count as written.

        That is ten times as fast. Where it may miss or misname a throw, `sure` says so.
        """
        self._history = history
        self._throws: list[CountedThrow] = []
        self._first: list[tuple[int, ReaderDie | None]] = []
        """Of each throw the face that it was first taken for, and the die of a reader."""
        self._past: deque[_Answer] = deque(maxlen=UNDO_DEPTH)
        self._kept: dict[Side, tuple[int, ...]] = {}
        self._doubts = False

    @property
    def found(self) -> tuple[CountedThrow, ...]:
        """All throws so far."""
        return tuple(self._throws)

    @property
    def sure(self) -> bool:
        """No other count is possible; False: rolls count as written, and need not be as they say.

        Of a roll that was taken back dice are kept, and only the game tells which of them its next
        roll shows again; and only the game tells what dice it asked for.
        """
        return self._history is not None or not self._doubts

    def take(self, entry: JournalEntry) -> None:
        """Take the next answer."""
        match entry.request:
            case requests.RollDice():
                self._past.append(self._rolled(entry, entry.request))
            case requests.CorrectRoll() as correct if self._past:
                self._past.append(self._corrected(correct, self._past[-1]))
            case requests.UndoLast() if self._past:
                self._undo(self._past.pop())
            case _:
                # After some of these the last roll can still be corrected, as after a mark.
                last = self._past[-1] if self._past else _Answer()
                self._past.append(_Answer(dice=last.dice, method=last.method))
        if self._history is not None:
            try:
                self._history = answer_request(self._history, entry.request).history
            except (requests.RulesError, ValueError):
                # This version plays that game otherwise; what is written still counts.
                self._history, self._doubts = None, True

    def _rolled(self, entry: JournalEntry, roll: requests.RollDice) -> _Answer:
        side, kinds = self._asked(entry, roll)
        whose = _find_owner(entry, roll, kinds)
        numbers = roll.die if roll.result is None else (STANDARD_CONVERSION.number(roll.result),)
        kept = self._kept.get(side, ())
        used, self._kept[side] = kept[: len(kinds)], kept[len(kinds) :]
        missing = kinds[len(used) :]
        fresh = numbers[max(len(numbers) - len(missing), 0) :]
        method = kinds == ONE_METHOD_DIE
        if whose is DieOwner.READER:
            # A real throw, even where the game did not want it: a kept die shows again.
            for number in numbers[: len(numbers) - len(fresh)]:
                self._thrown(DieIdentity(whose), number, entry.reader, method)
        dice = tuple(
            self._thrown(
                DieIdentity(whose, which=_find_colour(whose, kind)), number, entry.reader, method
            )
            for kind, number in zip(missing, fresh, strict=False)
        )
        return _Answer(side, (*used, *dice), method)

    def _asked(self, entry: JournalEntry, roll: requests.RollDice) -> tuple[Side, tuple[str, ...]]:
        """Return the side that a roll is for, and the kinds of dice that it takes."""
        if self._history is not None:
            ask = prompt(self._history.now).ask
            return roll.side or self._history.now.active, ask.dice if ask else ONE_METHOD_DIE
        side = roll.side or next((side for side, kept in self._kept.items() if kept), Side.LEFT)
        if roll.result is not None:
            return side, ONE_METHOD_DIE
        self._doubts |= not entry.own and entry.reader is None
        # The program throws only the dice that none is kept for.
        kept = len(self._kept.get(side, ())) if entry.own or not roll.die else 0
        return side, ("any",) * (kept + len(roll.die))

    def _thrown(self, die: DieIdentity, number: int, reader: ReaderDie | None, method: bool) -> int:
        if reader is not None:
            die = replace(die, uid=reader.uid, pips=reader.pips)
        face = _face(number, reader, method)
        self._throws.append(CountedThrow(die, face))
        self._first.append((face, reader))
        return len(self._throws) - 1

    def _corrected(self, correct: requests.CorrectRoll, rolled: _Answer) -> _Answer:
        numbers = (
            correct.die if correct.result is None else (STANDARD_CONVERSION.number(correct.result),)
        )
        before = tuple(self._throws[place] for place in rolled.dice)
        for place, number in zip(rolled.dice, numbers, strict=False):
            die = self._throws[place].die
            first, reader = self._first[place]
            face = _face(number, reader, rolled.method)
            shown = first if die.whose is DieOwner.GADGET else face
            self._throws[place] = CountedThrow(die, shown, corrected=face != first)
        return _Answer(dice=rolled.dice, method=rolled.method, before=before)

    def _undo(self, last: _Answer) -> None:
        if last.side is not None:
            self._doubts = True
            self._kept[last.side] = (*last.dice, *self._kept.get(last.side, ()))
        for place, throw in zip(last.dice, last.before, strict=False):
            self._throws[place] = throw


def _find_owner(entry: JournalEntry, roll: requests.RollDice, kinds: tuple[str, ...]) -> DieOwner:
    if entry.by == "reader":
        return DieOwner.READER
    if entry.by == "hand":
        return DieOwner.HAND
    if entry.own:
        return DieOwner.GADGET
    # An older version wrote this. A Method die that was named it kept as a result.
    if roll.result is not None:
        return DieOwner.HAND
    return DieOwner.GADGET if kinds == ONE_METHOD_DIE else DieOwner.UNKNOWN


def _find_colour(whose: DieOwner, kind: str) -> DieColour:
    if whose in (DieOwner.READER, DieOwner.GADGET):
        return DieColour.ONE
    return _WHICH.get(kind, DieColour.ONE)


def _face(number: int, reader: ReaderDie | None, method: bool) -> int:
    """Return the face of the die for a number of the game.

    Where the game wants a result and the die has pips, or the other way round, the owner's
    conversion stands between.
    """
    if reader is None or reader.pips is not method:
        return number
    if reader.pips:
        return reader.conversion.number(STANDARD_CONVERSION.result(number))
    return STANDARD_CONVERSION.number(reader.conversion.result(number))


LINES_A_STEP = 100
"""Answers in a step: few enough that a press need not wait."""


class _CountedGame(Struct):
    size: int
    """Bytes of its journal when it was gone through."""
    throws: Counter[CountedThrow] = field(default_factory=Counter)
    left_out: tuple[str, ...] = ()
    as_written: tuple[str, ...] = ()


class DiceCounter:
    """Counts the throws of a folder of games: of all sheets, or of the sheet with one id."""

    def __init__(self, folder: GameFolder, find: FindSheet, sheet: str | None = None) -> None:
        self._folder = folder
        self._find = find
        self._sheet = sheet
        self._games: dict[str, _CountedGame] = {}
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
            game = _CountedGame(size)
            try:
                yield from self._count_game(name, game)
            except JournalError as error:
                game.left_out = (str(error),)
            self._games[name] = game

    def _count_game(self, name: str, game: _CountedGame) -> Iterator[None]:
        written = self._folder.read(name)
        yield
        request = written.header.get("request")
        sheet = request.get("sheet") if isinstance(request, dict) else None
        if self._sheet not in (None, sheet):
            return
        throws = GameThrows(None)
        yield from _taken(throws, written, name)
        history = None if throws.sure else _begun(request, self._find)
        if history is not None:
            throws = GameThrows(history)
            yield from _taken(throws, written, name)
        game.throws = Counter(throws.found)
        if not throws.sure:
            game.as_written = (
                f"{name} can't be replayed: its rolls count as they are written, and of those "
                "that were taken back a roll may be missed.",
            )

    def _is_known(self, name: str) -> bool:
        return name in self._games and self._games[name].size == self._sizes[name]

    def _so_far(self) -> DiceCount:
        games = [self._games[name] for name in self._sizes if self._is_known(name)]
        faces: defaultdict[DieIdentity, Counter[int]] = defaultdict(Counter)
        corrected: Counter[DieIdentity] = Counter()
        for game in games:
            for throw, times in game.throws.items():
                faces[throw.die][throw.face] += times
                corrected[throw.die] += times * throw.corrected
        dice = (
            DieCount(die, tuple(shown[face] for face in range(1, 7)), corrected[die])
            for die, shown in faces.items()
        )
        return DiceCount(
            tuple(sorted(dice, key=lambda counted: -counted.throws)),
            len(games),
            len(self._sizes),
            tuple(sentence for game in games for sentence in game.left_out),
            tuple(sentence for game in games for sentence in game.as_written),
        )


def _taken(throws: GameThrows, written: JournalContent, name: str) -> Iterator[None]:
    """Count the answers of a journal, in steps."""
    for number, raw in enumerate(written.entries, 1):
        try:
            throws.take(read_entry(raw))
        except (requests.RulesError, ValueError):
            raise JournalError(
                f"{name}: answer {number} is of another version of cdgdevice; "
                "the rolls of that game are left out."
            ) from None
        if number % LINES_A_STEP == 0:
            yield


def _begun(request: object, find: FindSheet) -> GameHistory | None:
    """Return a game as it began; None where its sheet is gone or begins otherwise today."""
    try:
        new = requests.read_request(request if isinstance(request, dict) else {})
        return begin_game(find(new.sheet), new) if isinstance(new, requests.NewGame) else None
    except (CdgDeviceError, requests.RulesError):
        return None
