"""What the gadget goes by: the files, or the last good ones, and over them what its menu changed.

Beside the games two small files are kept: `configuration`, what the files said when they last had
no mistake, and `settings`, what was changed in the menu.
"""

import os
from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path

from cdgdevice.config import Config, Layer, Table, read_layers, read_table
from cdgdevice.config.changes import (
    Change,
    Changes,
    over,
    read_changes,
    said,
    still_made,
    write_changes,
)
from cdgdevice.configured import layers
from cdgdevice.errors import CdgDeviceError
from cdgdevice.gadget.desk.settings import DieSource, Setting, Value
from cdgdevice.places import SERVICE_FOLDER, games_folder
from cdgdevice.table.disk import Disk, reason
from cdgdevice.table.folder import FolderDisk
from cdgdevice.table.kept import keep, kept

GOOD, CHANGED = "configuration", "settings"
"""The files beside the games."""

LAST_GOOD = "Until that is mended the last good configuration is used."
DEFAULTS = "Until that is mended the default is used for what is wrong."


class InForce:
    """What the gadget goes by, and how the next start learns of it.

    `own`: the files are this computer's own configuration, and not one that was named.
    """

    def __init__(
        self,
        files: tuple[Layer, ...],
        sheets: Collection[str],
        games: Path,
        disk: Disk,
        *,
        own: bool,
    ) -> None:
        self._disk = disk
        self._own = own
        self.files = files
        """What was read, each laid over those before."""
        self.notes: tuple[str, ...] = ()
        """What is worth a line in the log, and no more."""
        read = read_layers(files, sheets=sheets, games=games)
        self.config: Config = read.config
        """What the files say, or the last good ones; what the menu changed is not in it."""
        self.table: Table = read.table
        """The same as the files say it."""
        self.mistakes: tuple[str, ...] = read.mistakes
        """What is wrong with the files, each a sentence that names its file."""
        self.instead = ""
        """What is used instead, as a sentence; empty where nothing is wrong."""
        if read.mistakes:
            good = self._last_good(sheets, games) if own else None
            self.config, self.table = good or (self.config, self.table)
            self.instead = DEFAULTS if good is None else LAST_GOOD
        kept_changes = self._kept_changes()
        self.changes: Changes = still_made(kept_changes, self.table)
        """What the menu changed, and no file was edited in since."""
        self._overruled = own and not read.mistakes and len(self.changes) < len(kept_changes)

    @property
    def names(self) -> tuple[str, ...]:
        """The files that were read."""
        return tuple(layer.name for layer in self.files if not layer.unread)

    @property
    def told(self) -> tuple[str, ...]:
        """What is wrong with the files, and at the end what is used instead."""
        return (*self.mistakes, self.instead) if self.mistakes else ()

    def over(self, config: Config) -> Config:
        """Give a configuration with what was changed in the menu."""
        return over(config, self.changes)

    def change(self, setting: Setting, value: Value) -> None:
        """Keep what was set in the menu, for good on return.

        Raises:
            CdgDeviceError: the disk refuses; the next start goes by what was set before.
        """
        change = Change(value, said(setting, self.table))
        self.changes = {**self.changes, setting: change}
        try:
            keep(self._disk, CHANGED, write_changes(self.changes))
        except OSError as error:
            name = setting.value.capitalize()
            raise CdgDeviceError(
                f"{name} is set until the gadget is switched off: {reason(error)}."
            ) from error

    def settle(self) -> tuple[str, ...]:
        """Keep what the next start may need, where it is new; give what the disk refused.

        Call it once the gadget is there: nothing waits for this.
        """
        try:
            if self._own and not self.mistakes and (self.table or GOOD in self._disk.names()):
                keep(self._disk, GOOD, self.table)
            if self._overruled:
                keep(self._disk, CHANGED, write_changes(self.changes))
        except OSError as error:
            return (f"The configuration is not kept beside the games: {reason(error)}.",)
        return ()

    def _last_good(self, sheets: Collection[str], games: Path) -> tuple[Config, Table] | None:
        """Give the last good configuration; None where there is none, or it said nothing."""
        table = self._kept(GOOD)
        if not table:
            return None
        read = read_table(table, sheets=sheets, games=games)
        if read.mistakes:
            # Another version kept it, or a sheet has gone since.
            self._note(f'The file "{GOOD}" beside the games is not understood; it is left out.')
            return None
        return read.config, read.table

    def _kept_changes(self) -> Changes:
        changes, unknown = read_changes(self._kept(CHANGED))
        for name in unknown:
            self._note(f"What was set in the menu as {name!a} is not understood; it is left out.")
        die = changes.get(Setting.DIE)
        if die is not None and die.value is DieSource.READER and self.config.reader.port is None:
            self._note("The menu set the die reader, but there is no port for one now.")
        return changes

    def _kept(self, name: str) -> Mapping[str, object]:
        try:
            return kept(self._disk, name) or {}
        except CdgDeviceError as error:
            self._note(f"{error} It is left out.")
            return {}

    def _note(self, sentence: str) -> None:
        self.notes = (*self.notes, sentence)


def service_folder() -> Path:
    """Give the folder of the games of this computer's service where it has one, else the user's."""
    service = Path(SERVICE_FOLDER)
    told = "STATE_DIRECTORY" in os.environ
    return service if service.is_dir() and not told else Path(games_folder())


def in_force(file: Path | None, folder: Path | None, sheets: Collection[str]) -> InForce:
    """Give what the gadget goes by: `file` alone, or else this computer's own configuration.

    `folder`, if named, has the games, and what is kept beside them.
    """
    state = (folder or Path(games_folder())).absolute()
    found = InForce(layers(file), sheets, state, FolderDisk(state), own=file is None)
    if folder is not None:
        found.config = replace(found.config, games=state)
    return found
