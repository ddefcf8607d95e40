"""What is kept on this computer: the disk is tried; games, configuration and sheets are read."""

import errno
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

from msgspec import Struct

from cdgdevice.errors import JournalError
from cdgdevice.games.disk import NEW_FILE_ENDING, Disk, explain_disk_error
from cdgdevice.games.game_folder import GameFolder
from cdgdevice.games.replay import FindSheet, replay_entries
from cdgdevice.games.sheet_library import GameSheets, SheetLibrary
from cdgdevice.selftest import computer
from cdgdevice.selftest.findings import CheckStep, Finding, FindingKind
from cdgdevice.system.write_access import as_owner

FILE = f"self-test{NEW_FILE_ENDING}"
"""What is written; a file with this ending never counts as anybody's, should the power go now."""
SLOW = 1.0
"""Seconds that a sync may take: longer, and each press of the game is felt to wait."""
LITTLE = 20_000_000
"""Bytes that should be left: years of games, and room for what else the system writes."""

_CONTENT = bytes(range(256)) * 4


def check_disk(
    disk: Disk, room: Callable[[], int | None], clock: Callable[[], float], *, write: bool = True
) -> tuple[Finding, ...]:
    """Check that the disk keeps what is written; `room` returns the bytes left (None: unknown).

    Without `write` nothing is changed, and only the room is looked at.
    """
    left = room()
    space = "" if left is None else f"; {_size(left)} are left"
    untried = f"Nothing was written on the disk, so that nothing changes{space}."
    tried = _try_disk(disk, clock, space) if write else Finding(FindingKind.DISK_UNTRIED, untried)
    if left is None or left >= LITTLE:
        return (tried,)
    full = (
        f"Only {_size(left)} are left on the disk: remove what is not needed, or use a larger card."
    )
    return (tried, Finding(FindingKind.DISK_FULL, full))


def _try_disk(disk: Disk, clock: Callable[[], float], space: str) -> Finding:
    try:
        disk.sync_names()
    except FileNotFoundError:
        return Finding(
            FindingKind.DISK_UNTRIED,
            "The folder of the games is not there yet, so the disk was not tried: the first game "
            "makes it, where games.folder says.",
        )
    except OSError as error:
        return _refused(error)
    try:
        seconds, kept = _write_and_read(disk, clock)
    except OSError as error:
        # What was half written would only take room that a full disk needs.
        with suppress(OSError):
            disk.remove(FILE)
        return _refused(error)
    if kept != _CONTENT:
        return Finding(
            FindingKind.DISK_FORGETS,
            "The disk gives back other bytes than were written: the card is worn out; copy the "
            "games from it and use another.",
        )
    if seconds > SLOW:
        return Finding(
            FindingKind.DISK_SLOW,
            f"The disk took {seconds:.1f} s to keep a line: the card is worn or slow; use "
            'another, of the kind "A1" or better.',
        )
    return Finding(
        FindingKind.DISK_WRITES,
        f"The disk keeps what it is given: written, synced and read back in "
        f"{max(1, round(seconds * 1000))} ms{space}.",
    )


def _write_and_read(disk: Disk, clock: Callable[[], float]) -> tuple[float, bytes]:
    """Return how many seconds the disk took to keep a file, and what it read back."""
    begun = clock()
    with disk.create(FILE) as file:
        file.write(_CONTENT)
        file.sync()
    disk.sync_names()
    seconds = clock() - begun
    kept = disk.read(FILE)
    disk.remove(FILE)
    disk.sync_names()
    return seconds, kept


def _refused(error: OSError) -> Finding:
    if error.errno in (errno.EACCES, errno.EPERM):
        return Finding(
            FindingKind.DISK_NOT_OURS,
            "The games belong to another user, so the disk could not be tried: run "
            "`sudo cdgdevice selftest`.",
            "The games belong to another user, so the disk could not be tried.",
        )
    match error.errno:
        case errno.ENOSPC | errno.EDQUOT:
            remedy = "Remove what is not needed, or use a larger card."
        case errno.EROFS:
            remedy = "Switch the overlay file system off, or restart; a card that stays so is dead."
        case _:
            remedy = "Check the card and its slot, and restart."
    why = explain_disk_error(error)
    return Finding(FindingKind.DISK_REFUSES, f"The disk takes nothing: {why}. {remedy}")


def _size(count: int) -> str:
    return f"{count / 1e9:.1f} GB" if count >= 1e9 else f"{count / 1e6:.0f} MB"


AT_ONCE = 50
"""Answers that are played in one go: a tenth of a second on a slow Pi."""


def game_fault(folder: GameFolder, name: str, find: FindSheet) -> str:
    """Explain why the game in this file can't be continued; empty where it can."""
    return "".join(filter(None, _open_all(folder, name, find)))


def _open_all(folder: GameFolder, name: str, find: FindSheet) -> Iterator[str | None]:
    """Open a game in pieces: None while there is more; at the end what is wrong, or nothing."""
    try:
        for number, _ in enumerate(replay_entries(name, folder.read(name), find), 1):
            if number % AT_ONCE == 0:
                yield None
    except JournalError as error:
        yield str(error)
    else:
        yield ""


def games_check_steps(folder: GameFolder, find: FindSheet) -> tuple[CheckStep, ...]:
    """Return a step for each game, which finds something where the game can't be continued.

    The last step says how many there are that can.
    """
    try:
        names = tuple(sorted(folder.sizes()))
    except JournalError as error:
        sentence = str(error)
        return (lambda: (Finding(FindingKind.GAMES_UNREADABLE, sentence),),)
    broken: list[str] = []

    def go_on(name: str, opened: Iterator[str | None]) -> tuple[Finding, ...] | None:
        fault = next(opened)
        if fault is None:
            return None
        if not fault:
            return ()
        broken.append(name)
        sentence = f"{fault} The file is kept; the other games are as they were."
        return (Finding(FindingKind.GAMES_BROKEN, sentence, f"{name} can't be continued."),)

    def count() -> tuple[Finding, ...]:
        whole = len(names) - len(broken)
        if not names:
            return (Finding(FindingKind.GAMES_NONE, "There are no games yet."),)
        if not whole:
            return ()
        games = "1 game opens" if whole == 1 else f"{whole} games open"
        return (Finding(FindingKind.GAMES_OPEN, f"{games}, played again from the first answer."),)

    return (*(partial(go_on, name, _open_all(folder, name, find)) for name in names), count)


def check_configuration(
    files: Sequence[str], mistakes: Sequence[str], instead: str = ""
) -> tuple[Finding, ...]:
    """Describe which configuration is in force, and what is wrong in it.

    `files` are those that it was read from, the strongest first; `instead` is the sentence on
    what is used while there are mistakes.
    """
    if mistakes:
        wrong = (
            Finding(FindingKind.CONFIGURATION_MISTAKE, f"In the configuration: {mistake}")
            for mistake in mistakes
        )
        used = (Finding(FindingKind.CONFIGURATION_INSTEAD, instead),) if instead else ()
        return (*wrong, *used)
    if not files:
        none = "There is no configuration: the defaults hold."
        return (Finding(FindingKind.CONFIGURATION_NONE, none),)
    read = f"The configuration is {' over '.join(files)}."
    return (Finding(FindingKind.CONFIGURATION_READ, read),)


def check_sheets(count: int, mistakes: Sequence[str]) -> tuple[Finding, ...]:
    """Describe how many sheets can be played, and what is wrong with the player's own."""
    if mistakes:
        return tuple(Finding(FindingKind.SHEETS_BROKEN, mistake) for mistake in mistakes)
    return (Finding(FindingKind.SHEETS_READ, f"All {count} sheets can be played."),)


class OwnedData(Struct, frozen=True):
    """What the owner has put on the computer, and what came of it."""

    files: Sequence[str]
    """The files of the configuration that are in force, the strongest first."""
    mistakes: Sequence[str]
    """What is wrong in them."""
    shelf: SheetLibrary
    games: Path
    disk: Disk
    """The folder `games`."""
    fields: Sequence[str] = ()
    """What the files set, like `screens.left.address`."""
    instead: str = ""
    """What is used while there are mistakes, as a sentence."""

    @property
    def game_sheets(self) -> GameSheets:
        """The sheets of the games."""
        return GameSheets(self.shelf, self.disk)


def computer_steps(machine: computer.Machine) -> tuple[CheckStep, ...]:
    """Return the checks of the computer itself."""
    return (
        lambda: (computer.check_board(machine.files, machine.environment),),
        lambda: (computer.check_power(machine.files),),
        lambda: (computer.check_temperature(machine.files),),
        lambda: (computer.check_clock(machine.files, machine.now(), machine.installed),),
    )


def owned_steps(
    machine: computer.Machine, own: OwnedData, *, write: bool = True
) -> tuple[CheckStep, ...]:
    """Return the checks of the owner's files; without `write` the disk is left as it is."""

    def disk() -> tuple[Finding, ...]:
        return check_disk(own.disk, lambda: machine.room(own.games), machine.clock, write=write)

    def run_as_owner(step: CheckStep) -> tuple[Finding, ...] | None:
        # The owner may have put a link there to a file that only root may read.
        with as_owner(own.games):
            return step()

    with as_owner(own.games):
        games = games_check_steps(GameFolder(own.disk), own.game_sheets.find)
    return (
        lambda: check_configuration(own.files, own.mistakes, own.instead),
        lambda: check_sheets(len(own.shelf.ids()), own.shelf.mistakes),
        *(partial(run_as_owner, step) for step in (disk, *games)),
    )
