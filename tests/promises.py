"""What was promised to the player and to the die reader, and whether a disk still holds it."""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cache

from cdgdevice.config.effective import CHANGES_FILE, GOOD_FILE, USES_LAST_GOOD
from cdgdevice.config.settings import Setting
from cdgdevice.errors import JournalError
from cdgdevice.games.disk import Disk, replace_file
from cdgdevice.games.game_folder import GameFolder
from cdgdevice.games.journal_format import ThrowKey, find_throw_keys
from cdgdevice.games.journal_reader import JournalContent, LineContent
from cdgdevice.games.open_game import OpeningNoticeKind
from cdgdevice.games.tabletop import Games
from cdgdevice.rules.facts import write_facts
from cdgdevice.rules.requests import NewGame
from tests import recorded_evening
from tests.recorded_disk import Course, Mark, Replay
from tests.simulated_disk import SimulatedDisk

MISTAKEN = "[sleep]\noff_after_s = true\n"


class Loss(Enum):
    """What was promised and is not there, or is there and never was."""

    UNREADABLE = "unreadable"
    """A game can't be read."""
    GAME = "game"
    """A game is gone."""
    ANSWERS = "answers"
    """Answers that were shown are gone."""
    OTHER_ANSWERS = "other answers"
    """There are answers that nobody gave."""
    CURRENT = "current"
    """Another game goes on."""
    TWICE = "twice"
    """A throw is in the journals twice."""
    ACKNOWLEDGED = "acknowledged"
    """A throw is gone that the die reader was told to forget."""
    AGAIN = "again"
    """A throw would count again."""
    SETTING = "setting"
    """What was set is forgotten, or can't be read."""
    CONFIGURATION = "configuration"
    """The last good configuration is gone, or can't be read."""


class JournalLostError(Exception):
    """A promise is broken, in one way and said in a sentence."""

    def __init__(self, loss: Loss, sentence: str) -> None:
        super().__init__(sentence)
        self.loss = loss


@dataclass(slots=True)
class Promise:
    """What the player and the die reader were told by the time the power goes."""

    written: Mapping[str, JournalContent]
    """What is in each journal at the end, when no power is cut."""
    games: dict[str, recorded_evening.Shown] = field(default_factory=dict)
    current: str | None = None
    thrown: int = 0
    acknowledged: set[ThrowKey] = field(default_factory=set)
    brightness: int | None = None
    off_after: int | None = None
    """When the screens go dark, by the last good configuration."""

    def take(self, mark: Mark) -> None:
        match mark.what:
            case recorded_evening.Shown(str(game)) as shown:
                self.games[game] = shown
                self.current = game
            case recorded_evening.Thrown(sequence):
                self.thrown = sequence
            case recorded_evening.Acknowledged() as acknowledged:
                self.acknowledged.add((recorded_evening.BOOT, acknowledged.sequence))
            case recorded_evening.SetTo(brightness):
                self.brightness = brightness
            case recorded_evening.Configured(off_after):
                self.off_after = off_after


Next = Mapping[type, object]
"""What would have been promised next, of each kind: it may be there already."""


@dataclass(frozen=True, slots=True)
class Found:
    """All that a start reads of a disk."""

    games: tuple[tuple[str, JournalContent], ...]
    current: str | None
    counted: tuple[ThrowKey, ...]
    brightness: int | None
    off_after: int | None

    def summary(self) -> object:
        """Tell it from others: the entries are the recorded ones, so their number is enough."""
        games = tuple((name, len(each.entries), each.torn) for name, each in self.games)
        return games, self.current, self.counted, self.brightness, self.off_after


def read(disk: SimulatedDisk) -> Found:
    """Read a disk as the next start does, but for the answers, and each journal by itself."""
    folder = GameFolder(disk)
    try:
        games = tuple((name, _read_game(name, disk.read(name))) for name in sorted(folder.sizes()))
        kept = _kept(disk, CHANGES_FILE), _kept(disk, GOOD_FILE)
        return Found(games, folder.current(), folder.counted(), *_in_force(*kept))
    except JournalError as error:
        raise JournalLostError(Loss.UNREADABLE, str(error)) from error


@cache
def _read_game(name: str, content: bytes) -> JournalContent:
    """Read a journal, once: most cuts leave all of them but one as another cut left them."""
    disk = SimulatedDisk()
    replace_file(disk, name, content)
    return GameFolder(disk).open(name)[1]


def _kept(disk: SimulatedDisk, name: str) -> bytes | None:
    return disk.read(name) if name in disk.names() else None


@cache
def _in_force(changed: bytes | None, good: bytes | None) -> tuple[int | None, int | None]:
    """Give what was set, and what the last good configuration said, of these files beside games."""
    disk = SimulatedDisk()
    for name, content in ((CHANGES_FILE, changed), (GOOD_FILE, good)):
        if content is not None:
            replace_file(disk, name, content)
    start, _ = recorded_evening.starts(disk, MISTAKEN)
    if start.notes:
        kind = (
            Loss.SETTING
            if any(CHANGES_FILE in note for note in start.notes)
            else Loss.CONFIGURATION
        )
        raise JournalLostError(kind, " ".join(start.notes))
    brightness = start.changes.get(Setting.BRIGHTNESS)
    off_after = start.config.sleep.off_after_s if start.instead == USES_LAST_GOOD else None
    return None if brightness is None else brightness.value, off_after


@cache
def written_in_all() -> dict[str, JournalContent]:
    """Give what is in each journal at the end of the evening, when no power was cut."""
    return written_in(recorded_evening.evening())


def written_in(course: Course) -> dict[str, JournalContent]:
    """Give what is in each journal when all of a course is done."""
    disk = SimulatedDisk()
    replay = Replay(disk)
    for step in course:
        replay.do(step)
    return dict(read(disk).games)


def check(found: Found, promise: Promise, upcoming: Next) -> None:
    """Compare what is there with what was promised."""
    there = dict(found.games)
    for game, shown in promise.games.items():
        if game not in there:
            raise JournalLostError(Loss.GAME, f"{game} is gone")
        if len(there[game].entries) < shown.answers:
            raise JournalLostError(Loss.ANSWERS, f"{game} has lost answers")
        stood: LineContent = (there[game].header, *there[game].entries)[shown.answers]
        assert json.dumps(stood["facts"]) == shown.facts
    for game, written in there.items():
        whole, count = promise.written[game], len(written.entries)
        if written.entries != whole.entries[:count]:
            raise JournalLostError(Loss.OTHER_ANSWERS, f"{game} has other answers than were given")
        shown_of = promise.games.get(game)
        assert count <= (shown_of.answers if shown_of else 0) + 1, "only one is ever under way"
    following = upcoming.get(recorded_evening.Shown)
    if promise.games and found.current not in (promise.current, getattr(following, "game", None)):
        raise JournalLostError(Loss.CURRENT, f"{found.current} goes on, and not {promise.current}")
    times = Counter(key for written in there.values() for key in find_throw_keys(written.entries))
    if set(times.values()) - {1}:
        raise JournalLostError(Loss.TWICE, "a throw is there twice")
    if not promise.acknowledged <= times.keys():
        raise JournalLostError(Loss.ACKNOWLEDGED, "a throw that was acknowledged is gone")
    newest = max((sequence for _, sequence in times), default=0)
    if newest and (recorded_evening.BOOT, newest) not in found.counted:
        raise JournalLostError(Loss.AGAIN, "a throw that is there would count again")
    following = upcoming.get(recorded_evening.SetTo)
    if found.brightness not in (promise.brightness, getattr(following, "brightness", None)):
        raise JournalLostError(Loss.SETTING, "the brightness that was set is forgotten")
    following = upcoming.get(recorded_evening.Configured)
    if found.off_after not in (promise.off_after, getattr(following, "off_after", None)):
        raise JournalLostError(Loss.CONFIGURATION, "the last good configuration is gone")


def opens(disk: Disk, found: Found) -> None:
    """Start the game over a disk, as the gadget does: every answer is played again."""
    games = Games(GameFolder(disk), NewGame(recorded_evening.SHEET))
    assert games.notice is None or games.notice.kind is OpeningNoticeKind.TORN
    if found.current is not None:
        entries = dict(found.games)[found.current].entries
        assert games.tabletop.name == found.current
        assert games.tabletop.answers == len(entries)
        if entries:
            assert write_facts(games.tabletop.history) == entries[-1]["facts"]
    assert games.tabletop.unsaved is None
