"""What the gadget goes by: the files, or the last good ones, and over them what it changed.

The files are the one that is named, or else this computer's own. Two small files are kept in the
folder of the program's state, wherever the games are: `configuration`, what the files said when
they last had no mistake, and `settings`, what was changed on the gadget. A configuration that was
named knows nothing of either.
"""

import os
import re
from collections.abc import Collection, Mapping
from contextlib import suppress
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from cdgdevice.config import config_file, menu_changes
from cdgdevice.config.keys_and_defaults import Config
from cdgdevice.config.panel_keys import PanelConfig
from cdgdevice.config.settings import DieSource, Setting, SettingValue
from cdgdevice.errors import CdgDeviceError, ConfigError
from cdgdevice.games.disk import Disk, FolderDisk, explain_disk_error, read_regular_file
from cdgdevice.games.sheet_library import open_sheet_library
from cdgdevice.games.state_files import read_checksummed, write_checksummed
from cdgdevice.rules.card_display import Side
from cdgdevice.system.folders import (
    BOOT_CONFIG,
    SERVICE_FOLDER,
    SYSTEM_CONFIG,
    locate_default_games_folder,
)
from cdgdevice.system.write_access import explain_no_write_access
from cdgdevice.tomlform.toml_source import LARGEST_FILE

_NEARLY_NAMED = re.compile(r"cdgdevice( ?\(\d+\)| - .*)?(\.toml|\.txt|\.rtf)*", re.IGNORECASE)
"""What computers make of the name `cdgdevice.toml`, and mostly do not show."""


def require_config(file: Path | None, folder: Path | None = None) -> Config:
    """Return the configuration of `file`, or of this computer; `folder`, if named, has the games.

    Raises:
        ConfigError: it has mistakes, or can't be read.
    """
    games = (folder or Path(locate_default_games_folder())).absolute()
    read = config_file.read_layers(
        read_config_files(file), sheets=open_sheet_library(file).ids(), games=games
    )
    if read.mistakes:
        raise ConfigError(read.mistakes)
    return read.config if folder is None else replace(read.config, games=games)


def read_config_files(file: Path | None) -> tuple[config_file.ConfigLayer, ...]:
    """Return `file`, and nothing else; or what this computer has, each laid over those before.

    That is the system's configuration, and over it the owner's on the boot partition. The files
    are only ever read.
    """
    if file is not None:
        return (_read_named(file),)
    both = (
        _read_own(Path(SYSTEM_CONFIG)),
        _read_own(Path(BOOT_CONFIG)) or _find_misnamed(Path(BOOT_CONFIG)),
    )
    return tuple(layer for layer in both if layer is not None)


def list_unmounted_files() -> tuple[str, ...]:
    """Name the files of this computer's own whose folder is empty or missing.

    Mostly the partition is not mounted then, and a file that is on it was not taken away.
    """
    try:
        empty = not list(Path(BOOT_CONFIG).parent.iterdir())
    except (FileNotFoundError, NotADirectoryError):
        empty = True
    except OSError:  # it is there, and can't be looked into: reading the file tells that
        empty = False
    return (BOOT_CONFIG,) if empty else ()


def warn_of_second_name() -> tuple[str, ...]:
    """Tell of a `.txt` beside the owner's configuration: who looks sees the same name twice.

    Mostly that is the one that was edited. Other names beside it are copies.
    """
    wanted = Path(BOOT_CONFIG)
    with suppress(OSError):
        if wanted.is_file():
            return tuple(
                f"{path} is not read, for {wanted.name} is there too: keep one of the two "
                "(Windows hides .txt at its end)."
                for path in sorted(wanted.parent.iterdir())
                if _NEARLY_NAMED.fullmatch(path.name) and path.suffix.casefold() == ".txt"
            )
    return ()


def _read_named(path: Path) -> config_file.ConfigLayer:
    try:
        return config_file.ConfigLayer(path.name, read_regular_file(path, LARGEST_FILE + 1))
    except OSError as error:
        return _make_unreadable(path, error, "name another")


def _read_own(path: Path) -> config_file.ConfigLayer | None:
    try:
        return config_file.ConfigLayer(str(path), read_regular_file(path, LARGEST_FILE + 1))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        return _make_unreadable(path, error, "write it again or take it away")


def _make_unreadable(path: Path, error: OSError, remedy: str) -> config_file.ConfigLayer:
    why = f"The configuration {path} can't be read ({error.strerror}); {remedy}."
    return config_file.ConfigLayer(str(path), b"", why)


def _find_misnamed(wanted: Path) -> config_file.ConfigLayer | None:
    """Return a file that was meant to be the owner's configuration, but has not quite its name."""
    with suppress(OSError):
        for path in sorted(wanted.parent.iterdir()):
            if _NEARLY_NAMED.fullmatch(path.name) and path.is_file():
                return config_file.ConfigLayer(
                    str(path), b"", f"{path} is not read: {_describe_remedy(path, wanted)}"
                )
    return None


def _describe_remedy(path: Path, wanted: Path) -> str:
    match path.suffix.casefold():
        case ".txt":
            return f"change its name to {wanted.name} (Windows hides .txt at its end)."
        case ".rtf":
            return f"save it as plain text, and call it {wanted.name}."
        case _:
            return f"change its name to {wanted.name}."


GOOD_FILE, CHANGES_FILE = "configuration", "settings"
"""The files in the folder of the state."""

USES_LAST_GOOD = "Until that is fixed the last good configuration is used."
USES_DEFAULTS = "Until that is fixed the default is used for what is wrong."
USES_NOTHING = "Until that is fixed nothing in {} is used."
USES_NOTHING_AND_DEFAULTS = (
    "Until that is fixed nothing in {} is used, and the default for what else is wrong."
)
CANNOT_START = "With this configuration the gadget can't start: {}"
FILE_IS_GONE = (
    "{} was read before, and now its folder is empty: restart, and if that does not help look at "
    "the SD card."
)


class EffectiveConfig(Struct, frozen=True):
    """What the gadget goes by, and how that came about."""

    config: Config
    """What the files say, or the last good ones, with what was changed on the gadget."""
    table: config_file.ConfigTable
    """What they say, as they say it."""
    files: tuple[config_file.ConfigLayer, ...] = ()
    """What was read, each laid over those before."""
    is_own: bool = True
    """The files are this computer's own configuration, and not one that was named."""
    mistakes: tuple[str, ...] = ()
    """What is wrong with the files, each a sentence that names its file."""
    warnings: tuple[str, ...] = ()
    """What else must be fixed, though every file that is read counts."""
    instead: str = ""
    """What is used instead, as a sentence; empty where nothing is wrong."""
    notes: tuple[str, ...] = ()
    """What is worth a line in the log, and no more."""
    all_changes: menu_changes.MenuChanges = field(default_factory=dict)
    """What the gadget changed at any time, whether it counts now or not."""

    @property
    def changes(self) -> menu_changes.MenuChanges:
        """What the gadget changed, and no file was edited in since."""
        return menu_changes.drop_edited(self.all_changes, self.table)

    @property
    def names(self) -> tuple[str, ...]:
        """The files that were read."""
        return tuple(layer.name for layer in self.files if not layer.unread)

    @property
    def complaints(self) -> tuple[str, ...]:
        """What is wrong with the files and what is used instead, and what else must be fixed."""
        return (*self.mistakes, *([self.instead] if self.mistakes else []), *self.warnings)


class ConfigKeeper:
    """Keeps in the folder of the state, on `disk`, what the next start may need."""

    def __init__(self, found: EffectiveConfig, state: Path, disk: Disk) -> None:
        self._found = found
        self._state = state
        self._disk = disk
        self._changes = found.all_changes

    def keep_change(self, what: menu_changes.Changeable, value: SettingValue | PanelConfig) -> None:
        """Keep what the gadget changed, for good on return; not over a named configuration.

        Raises:
            CdgDeviceError: the disk refuses. The next change, or the same one again, keeps this
                one too.
        """
        change = menu_changes.MenuChange(value, menu_changes.file_values(what, self._found.table))
        self._changes = {**self._changes, what: change}
        if not self._found.is_own:
            return
        try:
            write_checksummed(self._disk, CHANGES_FILE, menu_changes.write_changes(self._changes))
        except OSError as error:
            name = menu_changes.name_change(what).capitalize()
            raise CdgDeviceError(f"{name} is not kept yet: {explain_disk_error(error)}.") from error

    def keep_panel(self, side: Side, panel: PanelConfig) -> str:
        """Keep how a screen is wired; return the named configuration that must say so instead.

        Empty where none was named: it is kept. Raises as `keep_change` does.
        """
        self.keep_change(side, panel)
        return "" if self._found.is_own else self._found.files[0].name

    def keep_good(self, *, played: bool) -> tuple[str, ...]:
        """Keep these files as the last good ones, where they are; give what the disk refused.

        Files that say nothing are good only once they were `played` with: before, the owner may
        not have told yet what is fitted. Changes that a file was edited in since are forgotten.
        Call it once the gadget is there: nothing waits for this.
        """
        found = self._found
        if not found.is_own or found.mistakes:
            return ()
        changes = menu_changes.drop_edited(self._changes, found.table)
        try:
            if found.table or played or GOOD_FILE in self._disk.names():
                write_checksummed(
                    self._disk, GOOD_FILE, {"files": list(found.names), "says": found.table}
                )
            if len(changes) < len(self._changes):
                write_checksummed(self._disk, CHANGES_FILE, menu_changes.write_changes(changes))
        except OSError as error:
            return (
                f"The configuration is not kept in {self._state}: {explain_disk_error(error)}.",
            )
        self._changes = changes
        return ()


def resolve_config(
    files: tuple[config_file.ConfigLayer, ...],
    sheets: Collection[str],
    state: Path,
    disk: Disk,
    *,
    own: bool,
    games: Path | None = None,
    gone: Collection[str] = (),
    refused: str = "",
) -> EffectiveConfig:
    """Find what to go by: these files, and what is kept on `disk`, which is the folder `state`.

    The games are in `games` if that is named, else where the files say, else in `state`. `gone`
    are files of which nobody can tell whether they are there, for their folder is empty. `refused`
    says why the gadget could not start with these files, if that was tried.
    """
    read = config_file.read_layers(files, sheets=sheets, games=state)
    mistakes = (*read.mistakes, *([CANNOT_START.format(refused)] if refused else []))
    notes = read.without_effect
    found = EffectiveConfig(read.config, read.table, files, own, mistakes, notes=notes)
    if found.mistakes:
        found = replace(found, instead=_describe_what_is_used(read, mistakes))
    if own:
        held = _StateFolder(disk, state)
        needed = bool(found.mistakes or gone)
        good, good_files = held.read_last_good(sheets) if needed else (None, ())
        if good is not None:
            missed = tuple(FILE_IS_GONE.format(name) for name in good_files if name in gone)
            found = replace(found, mistakes=(*missed, *found.mistakes))
        if good is not None and found.mistakes:
            found = replace(found, config=good.config, table=good.table, instead=USES_LAST_GOOD)
        changes = held.read_changes()
        die = changes.get(Setting.DIE)
        wants_reader = die is not None and die.value is DieSource.READER
        if wants_reader and found.config.reader.port is None:
            held.note("The menu set the die reader, but there is no port for one now.")
        found = replace(found, all_changes=changes, notes=(*notes, *held.notes))
    config = menu_changes.apply_changes(found.config, found.changes)
    return replace(found, config=config if games is None else replace(config, games=games))


def load_effective_config(
    file: Path | None,
    sheets: Collection[str],
    *,
    state: Path,
    games: Path | None = None,
    refused: str = "",
) -> tuple[EffectiveConfig, ConfigKeeper]:
    """Find what to go by: `file` alone, or else this computer's own configuration.

    `state` is the folder of the program's state, and `games` that of the games, if it is named.
    `refused` says why the gadget could not start with the files, if that was tried.
    """
    state, disk = state.absolute(), FolderDisk(state.absolute())
    games = None if games is None else games.absolute()
    own = file is None
    gone = list_unmounted_files() if own else ()
    found = resolve_config(
        read_config_files(file),
        sheets,
        state,
        disk,
        own=own,
        games=games,
        gone=gone,
        refused=refused,
    )
    if own:
        found = replace(
            found, warnings=(*warn_of_second_name(), *explain_no_write_access(found.config.games))
        )
    return found, ConfigKeeper(found, state, disk)


def _describe_what_is_used(read: config_file.ConfigReading, mistakes: tuple[str, ...]) -> str:
    """Describe what is used while nothing better is known."""
    if not read.unused:
        return USES_DEFAULTS
    more = len(mistakes) > len(read.unused)
    return (USES_NOTHING_AND_DEFAULTS if more else USES_NOTHING).format(" and ".join(read.unused))


def locate_service_folder() -> Path:
    """Return the games folder of this computer's service if it has one, else the user's."""
    service = Path(SERVICE_FOLDER)
    told = "STATE_DIRECTORY" in os.environ
    return service if service.is_dir() and not told else Path(locate_default_games_folder())


class _StateFolder:
    """What the folder of the state holds; what can't be used is left out with a note."""

    def __init__(self, disk: Disk, state: Path) -> None:
        self._disk = disk
        self._state = state
        self.notes: tuple[str, ...] = ()

    def note(self, sentence: str) -> None:
        self.notes = (*self.notes, sentence)

    def read_last_good(
        self, sheets: Collection[str]
    ) -> tuple[config_file.ConfigReading | None, tuple[str, ...]]:
        """Return the last good configuration, if there is one, and the files it came from."""
        match self._read_file(GOOD_FILE):
            case None:
                return None, ()
            case {"files": [*names], "says": dict(table)}:
                read = config_file.read_table(table, sheets=sheets, games=self._state)
                if not read.mistakes:
                    return read, tuple(map(str, names))
        # Another version kept it, or a sheet has gone since.
        self.note(f"{self._state / GOOD_FILE} is not understood; it is left out.")
        return None, ()

    def read_changes(self) -> menu_changes.MenuChanges:
        """Return what was changed on the gadget."""
        changes, unknown = menu_changes.read_changes(self._read_file(CHANGES_FILE) or {})
        for name in unknown:
            self.note(f"What was set on the gadget as {name!a} is not understood; it is left out.")
        return changes

    def _read_file(self, name: str) -> Mapping[str, object] | None:
        try:
            return read_checksummed(self._disk, name, self._state / name)
        except CdgDeviceError as error:
            self.note(f"{error} It is left out.")
            return None
