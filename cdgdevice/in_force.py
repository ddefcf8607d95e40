"""What the gadget goes by: the files, or the last good ones, and over them what its menu changed.

Two small files are kept in the folder of the program's state, wherever the games are:
`configuration`, what the files said when they last had no mistake, and `settings`, what was
changed in the menu. A configuration that was named knows nothing of either.
"""

import os
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from cdgdevice.config import Config, Layer, Read, Table, read_layers, read_table
from cdgdevice.config.changes import (
    Change,
    Changes,
    over,
    read_changes,
    said,
    still_made,
    write_changes,
)
from cdgdevice.configured import away, layers, overlooked
from cdgdevice.errors import CdgDeviceError
from cdgdevice.gadget.desk.settings import DieSource, Setting, Value
from cdgdevice.places import SERVICE_FOLDER, games_folder
from cdgdevice.sandbox import shut_out
from cdgdevice.table.disk import Disk, reason
from cdgdevice.table.folder import FolderDisk
from cdgdevice.table.kept import keep, kept

GOOD, CHANGED = "configuration", "settings"
"""The files in the folder of the state."""

LAST_GOOD = "Until that is mended the last good configuration is used."
DEFAULTS = "Until that is mended the default is used for what is wrong."
NOTHING = "Until that is mended nothing in {} is used."
NOTHING_AND_DEFAULTS = (
    "Until that is mended nothing in {} is used, and the default for what else is wrong."
)
REFUSED = "With this configuration the gadget can't start: {}"
GONE = (
    "{} was read before, and now its folder is empty: restart, and if that does not help look at "
    "the SD card."
)


@dataclass(frozen=True, slots=True)
class Found:
    """What the gadget goes by, and how that came about."""

    config: Config
    """What the files say, or the last good ones, with what was changed in the menu."""
    table: Table
    """What they say, as they say it."""
    files: tuple[Layer, ...] = ()
    """What was read, each laid over those before."""
    own: bool = True
    """The files are this computer's own configuration, and not one that was named."""
    mistakes: tuple[str, ...] = ()
    """What is wrong with the files, each a sentence that names its file."""
    amiss: tuple[str, ...] = ()
    """What else is to be mended, though every file that is read counts."""
    instead: str = ""
    """What is used instead, as a sentence; empty where nothing is wrong."""
    notes: tuple[str, ...] = ()
    """What is worth a line in the log, and no more."""
    kept: Changes = field(default_factory=dict)
    """What the menu changed at any time, whether it counts now or not."""

    @property
    def changes(self) -> Changes:
        """What the menu changed, and no file was edited in since."""
        return still_made(self.kept, self.table)

    @property
    def names(self) -> tuple[str, ...]:
        """The files that were read."""
        return tuple(layer.name for layer in self.files if not layer.unread)

    @property
    def told(self) -> tuple[str, ...]:
        """What is wrong with the files and what is used instead, and what else is to be mended."""
        return (*self.mistakes, *([self.instead] if self.mistakes else []), *self.amiss)


class Kept:
    """Keeps in the folder of the state, on `disk`, what the next start may need."""

    def __init__(self, found: Found, state: Path, disk: Disk) -> None:
        self._found = found
        self._state = state
        self._disk = disk
        self._changes = found.kept

    def change(self, setting: Setting, value: Value) -> None:
        """Keep what was set in the menu, for good on return; not over a named configuration.

        Raises:
            CdgDeviceError: the disk refuses. The next change, or the same one again, keeps this
                one too.
        """
        change = Change(value, said(setting, self._found.table))
        self._changes = {**self._changes, setting: change}
        if not self._found.own:
            return
        try:
            keep(self._disk, CHANGED, write_changes(self._changes))
        except OSError as error:
            name = setting.value.capitalize()
            raise CdgDeviceError(f"{name} is not kept yet: {reason(error)}.") from error

    def settle(self, *, played: bool) -> tuple[str, ...]:
        """Keep these files as the last good ones, where they are; give what the disk refused.

        Files that say nothing are good only once they were `played` with: before, the owner may
        not have told yet what is fitted. Changes that a file was edited in since are forgotten.
        Call it once the gadget is there: nothing waits for this.
        """
        found = self._found
        if not found.own or found.mistakes:
            return ()
        changes = still_made(self._changes, found.table)
        try:
            if found.table or played or GOOD in self._disk.names():
                keep(self._disk, GOOD, {"files": list(found.names), "says": found.table})
            if len(changes) < len(self._changes):
                keep(self._disk, CHANGED, write_changes(changes))
        except OSError as error:
            return (f"The configuration is not kept in {self._state}: {reason(error)}.",)
        self._changes = changes
        return ()


def find(
    files: tuple[Layer, ...],
    sheets: Collection[str],
    state: Path,
    disk: Disk,
    *,
    own: bool,
    games: Path | None = None,
    gone: Collection[str] = (),
    refused: str = "",
) -> Found:
    """Find what to go by: these files, and what is kept on `disk`, which is the folder `state`.

    The games are in `games` if that is named, else where the files say, else in `state`. `gone`
    are files of which nobody can tell whether they are there, for their folder is empty. `refused`
    says why the gadget could not start with these files, if that was tried.
    """
    read = read_layers(files, sheets=sheets, games=state)
    mistakes = (*read.mistakes, *([REFUSED.format(refused)] if refused else []))
    found = Found(read.config, read.table, files, own, mistakes)
    if found.mistakes:
        found = replace(found, instead=_without(read, mistakes))
    if own:
        held = _Held(disk, state)
        good = held.good(sheets) if found.mistakes or gone else None
        if good is not None:
            missed = tuple(GONE.format(name) for name in good.files if name in gone)
            found = replace(found, mistakes=(*missed, *found.mistakes))
        if good is not None and found.mistakes:
            found = replace(found, config=good.config, table=good.table, instead=LAST_GOOD)
        changes = held.changes()
        if _is_reader(changes) and found.config.reader.port is None:
            held.note("The menu set the die reader, but there is no port for one now.")
        found = replace(found, kept=changes, notes=held.notes)
    config = over(found.config, found.changes)
    return replace(found, config=config if games is None else replace(config, games=games))


def in_force(
    file: Path | None,
    sheets: Collection[str],
    *,
    state: Path,
    games: Path | None = None,
    refused: str = "",
) -> tuple[Found, Kept]:
    """Find what to go by: `file` alone, or else this computer's own configuration.

    `state` is the folder of the program's state, and `games` that of the games, if it is named.
    `refused` says why the gadget could not start with the files, if that was tried.
    """
    state, disk = state.absolute(), FolderDisk(state.absolute())
    games = None if games is None else games.absolute()
    own = file is None
    gone = away() if own else ()
    found = find(
        layers(file), sheets, state, disk, own=own, games=games, gone=gone, refused=refused
    )
    if own:
        found = replace(found, amiss=(*overlooked(), *shut_out(found.config.games)))
    return found, Kept(found, state, disk)


def _without(read: Read, mistakes: tuple[str, ...]) -> str:
    """Say what is used while nothing better is known."""
    if not read.unused:
        return DEFAULTS
    more = len(mistakes) > len(read.unused)
    return (NOTHING_AND_DEFAULTS if more else NOTHING).format(" and ".join(read.unused))


def service_folder() -> Path:
    """Give the folder of the games of this computer's service where it has one, else the user's."""
    service = Path(SERVICE_FOLDER)
    told = "STATE_DIRECTORY" in os.environ
    return service if service.is_dir() and not told else Path(games_folder())


@dataclass(frozen=True, slots=True)
class _Good:
    """The last good configuration, and the files that it came from."""

    config: Config
    table: Table
    files: tuple[str, ...]


class _Held:
    """What the folder of the state holds; what can't be used is left out with a note."""

    def __init__(self, disk: Disk, state: Path) -> None:
        self._disk = disk
        self._state = state
        self.notes: tuple[str, ...] = ()

    def note(self, sentence: str) -> None:
        self.notes = (*self.notes, sentence)

    def good(self, sheets: Collection[str]) -> _Good | None:
        """Give the last good configuration; None where there is none."""
        match self._content(GOOD):
            case None:
                return None
            case {"files": [*names], "says": dict(table)}:
                read = read_table(table, sheets=sheets, games=self._state)
                if not read.mistakes:
                    return _Good(read.config, read.table, tuple(map(str, names)))
        # Another version kept it, or a sheet has gone since.
        self.note(f"{self._state / GOOD} is not understood; it is left out.")
        return None

    def changes(self) -> Changes:
        """Give what was changed in the menu."""
        changes, unknown = read_changes(self._content(CHANGED) or {})
        for name in unknown:
            self.note(f"What was set in the menu as {name!a} is not understood; it is left out.")
        return changes

    def _content(self, name: str) -> Mapping[str, object] | None:
        try:
            return kept(self._disk, name, self._state / name)
        except CdgDeviceError as error:
            self.note(f"{error} It is left out.")
            return None


def _is_reader(changes: Changes) -> bool:
    die = changes.get(Setting.DIE)
    return die is not None and die.value is DieSource.READER
