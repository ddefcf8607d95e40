"""The library of sheets: those that come with cdgdevice, and the player's own.

A sheet is a file: its name is its id, and its content is TOML. A broken one harms no other.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from functools import cache, cached_property
from pathlib import Path
from zlib import crc32

from msgspec import Struct
from msgspec.structs import replace

from cdgdevice.errors import CdgDeviceError
from cdgdevice.games.disk import Disk, FolderDisk, explain_disk_error
from cdgdevice.games.state_files import DamagedFileError, read_checksummed, write_checksummed
from cdgdevice.rules.sheet import Sheet
from cdgdevice.rules.texts.near_words import find_most_like
from cdgdevice.rules.texts.templates import join_names, quote
from cdgdevice.sheets.reading.sheet_schema import SheetError, read_sheet
from cdgdevice.sheets.reading.step_schema import ID_PATTERN
from cdgdevice.sheets.reading.terms_schema import add_shared_terms
from cdgdevice.system.folders import locate_sheet_folders
from cdgdevice.tomlform.toml_source import LARGEST_FILE

_SHEETS = Path(__file__).parents[1] / "sheets"
"""The folder of those that come with cdgdevice."""
ENDING = ".toml"
"""What the name of a sheet's file ends in."""


def read_sheet_file(content: bytes, name: str) -> Sheet:
    """Read a sheet from the content of the file `name`.

    Raises:
        SheetError: the file has mistakes, or is not called as the sheet is; a sentence for each.
    """
    read = read_sheet(content, name)
    if f"{read.id}{ENDING}" != name:
        raise SheetError((f"{name}: its id is {quote(read.id)}; call the file {read.id}{ENDING}.",))
    return replace(add_shared_terms(read, _load_shared_terms()), checksum=crc32(content))


@cache
def _load_shared_terms() -> str:
    return (_SHEETS / "reading/terms.toml").read_text("utf-8")


_HIDDEN = f"{ENDING}.txt"
"""What Windows makes of the ending, and does not show."""


class BrokenSheetError(CdgDeviceError, ValueError):
    """A player's own sheet is left out; the sentence says why, and what to do."""


class OwnSheets(Struct, frozen=True):
    """What was found in the folders of the player's own sheets."""

    sheets: Mapping[str, Sheet]
    """Those that can be played, by id."""
    faults: Mapping[str, str]
    """Why a sheet is left out, in a sentence or two, by the id that its file's name gives."""
    mistakes: tuple[str, ...]
    """All that is wrong, each a sentence or two: the faults, and what else was passed over."""
    names: tuple[str, ...] = ()
    """What the player calls the files of sheets, without the ending, also those left out."""


def read_own_sheets(folders: Mapping[str, Disk], taken: Collection[str]) -> OwnSheets:
    """Read every file that ends in `.toml`, by the path of its folder; never raises.

    The ids `taken` are others'. Of two files of one name the one in the earlier folder counts.
    """
    sheets: dict[str, Sheet] = {}
    faults: dict[str, str] = {}
    passed_over: list[str] = []
    called: list[str] = []
    for folder, disk in folders.items():
        try:
            names = disk.names()
        except OSError as error:
            passed_over.append(
                f"Your sheets in {folder} can't be read: {explain_disk_error(error)}."
            )
            continue
        for name in names:
            if name.startswith("."):
                continue
            if name.lower().endswith((_HIDDEN, ENDING)):
                called.append(name[: name.lower().rindex(ENDING)])
            if name.lower().endswith(_HIDDEN):
                passed_over.append(_hidden_ending(name, folder))
                continue
            id_ = name.removesuffix(ENDING)
            if id_ == name:
                continue
            if not re.fullmatch(ID_PATTERN, id_) or id_ in (*taken, *sheets, *faults):
                passed_over.append(_wrong_name(id_, folder, taken))
                continue
            try:
                sheets[id_] = _read_own_sheet(disk, folder, name)
            except BrokenSheetError as error:
                faults[id_] = str(error)
    return OwnSheets(sheets, faults, (*passed_over, *faults.values()), tuple(called))


def _hidden_ending(name: str, folder: str) -> str:
    return f"{quote(name)} in {folder} is left out: take .txt off its name (Windows hides it)."


def _wrong_name(id_: str, folder: str, taken: Collection[str]) -> str:
    name = f"{id_}{ENDING}"
    if not re.fullmatch(ID_PATTERN, id_):
        return f"{quote(name)} in {folder} is left out: call it like my-game{ENDING}."
    if id_ in taken:
        return (
            f"{name} in {folder} is left out: that sheet comes with cdgdevice; "
            "give yours another id and name."
        )
    return f"{name} in {folder} is left out: there is another file of that name; rename one."


def _read_own_sheet(disk: Disk, folder: str, name: str) -> Sheet:
    try:
        return read_sheet_file(disk.read(name, 0, LARGEST_FILE + 1), name)
    except OSError as error:
        raise BrokenSheetError(
            f"{name} in {folder} can't be read: {explain_disk_error(error)}."
        ) from error
    except SheetError as error:
        first, *others = error.mistakes
        more = f"It has {len(others)} more; " if others else ""
        check = f"`cdgdevice check-sheet {folder}/{name}`"
        raise BrokenSheetError(f"{first} {more}{check} tells all.") from error


class NoSheetError(CdgDeviceError, LookupError):
    """There is no sheet of that id; the sentence names the nearest."""


@cache
def sheet_ids() -> tuple[str, ...]:
    """Return the ids of the sheets that come with cdgdevice, in alphabetical order."""
    names = (entry.name for entry in _SHEETS.iterdir())
    return tuple(sorted(name.removesuffix(ENDING) for name in names if name.endswith(ENDING)))


@cache
def load_sheet(id_: str) -> Sheet:
    """Read a sheet that comes with cdgdevice.

    Raises:
        NoSheetError: when there is none of this id.
        SheetError: when its file has mistakes.
    """
    if id_ not in sheet_ids():
        raise _no_such_sheet(id_, sheet_ids())
    name = f"{id_}{ENDING}"
    return read_sheet_file((_SHEETS / name).read_bytes(), name)


class SheetLibrary:
    """Every sheet there is. The player's own are read when anything is first asked for."""

    def __init__(self, own: Mapping[str, Disk] | None = None) -> None:
        """Take the player's own sheets from these folders, by path; without them there are none."""
        self._folders = own or {}

    def ids(self) -> tuple[str, ...]:
        """Return the ids of all sheets that can be played, in alphabetical order."""
        return tuple(sorted((*sheet_ids(), *self._own.sheets)))

    def sheet(self, id_: str) -> Sheet:
        """Return a sheet.

        Raises:
            NoSheetError: there is none of this id.
            BrokenSheetError: it is the player's own, and left out.
            SheetError: it comes with cdgdevice, and has mistakes.
        """
        if id_ in self._own.sheets:
            return self._own.sheets[id_]
        if id_ in self._own.faults:
            raise BrokenSheetError(self._own.faults[id_])
        if id_ not in sheet_ids():
            raise _no_such_sheet(id_, self.ids())
        return load_sheet(id_)

    @property
    def own(self) -> tuple[str, ...]:
        """The ids of the player's own sheets that can be played."""
        return tuple(self._own.sheets)

    @property
    def names(self) -> tuple[str, ...]:
        """What the player calls the files of their own sheets, also those that can't be played."""
        return self._own.names

    @property
    def mistakes(self) -> tuple[str, ...]:
        """What is wrong with the player's own sheets, each a sentence or two."""
        return self._own.mistakes

    @cached_property
    def _own(self) -> OwnSheets:
        return read_own_sheets(self._folders, sheet_ids())


BUILT_IN = SheetLibrary()
"""The library without any sheet of the player's own."""

_PLAYED_FILES = "sheet-files"
"""The file, beside the games, that says where sheets are that were played by their file alone."""


class GameSheets:
    """The sheets of the games in a folder: the library's, and those played by their file alone."""

    def __init__(self, shelf: SheetLibrary, games: Disk) -> None:
        self.shelf = shelf
        self._games = games

    def find(self, id_: str) -> Sheet:
        """Return the library's sheet of this id, or else that in the file it was played from.

        Raises:
            NoSheetError: there is neither.
            BrokenSheetError: the file is not there any more, or has mistakes.
            CdgDeviceError: as `SheetLibrary.sheet` does.
        """
        try:
            return self.shelf.sheet(id_)
        except NoSheetError:
            path = self.files().get(id_)
            if path is None:
                raise
        try:
            return _read_own_sheet(FolderDisk(path.parent), str(path.parent), path.name)
        except BrokenSheetError as error:
            moved = "If you moved it, name its new place to `cdgdevice play`."
            raise BrokenSheetError(f"{error} {moved}") from error

    def remember(self, sheet: Sheet, file: Path) -> bool:
        """Keep the place of a sheet that is played by its file; return whether `find` gives it now.

        It does not where the library has another of this id, nor where the disk fails.
        """
        with suppress(OSError, CdgDeviceError):
            try:
                known = read_checksummed(self._games, _PLAYED_FILES) or {}
            except DamagedFileError:
                known = {}  # it is lost; a file is known again once it is played again
            # A link keeps its own name: the sheet's id must be the file's name.
            files = {**known, sheet.id: str(file.absolute())}
            write_checksummed(self._games, _PLAYED_FILES, files)
        try:
            return self.find(sheet.id) == sheet
        except CdgDeviceError:
            return False

    def files(self) -> Mapping[str, Path]:
        """Return the remembered files by the ids of their sheets; none if they can't be read."""
        try:
            known = read_checksummed(self._games, _PLAYED_FILES) or {}
        except CdgDeviceError:
            return {}
        return {id_: Path(path) for id_, path in known.items() if isinstance(path, str)}


def name_edition(sheet: Sheet) -> str:
    """Return what an owner calls the edition; else the year that the id ends in, if in any."""
    last = sheet.id.rpartition("-")[2]
    return sheet.edition or (last if len(last) == 4 and last.isdigit() else "")


def name_in_full(sheet: Sheet) -> str:
    """Return the title of a sheet with its edition."""
    edition = name_edition(sheet)
    return sheet.title if edition in sheet.title else f"{sheet.title} ({edition})"


def shorten_editions(sheet: Sheet) -> tuple[str, ...]:
    """Return the title with the edition, then with less of it: "2022 box", "box", "2022", "'22"."""
    edition = name_edition(sheet)
    year, _, kind = edition.partition(" ")
    short = f"'{year[2:]}" if year.isdigit() else ""
    return tuple(f"{sheet.title} {each}" for each in (edition, kind, year, short) if each)


def _no_such_sheet(id_: str, known: Collection[str]) -> NoSheetError:
    alike = _name_alike(id_, known)
    meant = f" Did you mean {alike}?" if alike else ""
    return NoSheetError(f"There is no sheet {quote(id_)}.{meant} `cdgdevice sheets` lists them.")


_MAX_ALIKE = 6


def _name_alike(id_: str, known: Collection[str]) -> str:
    """Name the sheets whose ids have all words of this one, with their editions; else the nearest.

    Nothing is near: the empty text.
    """
    words = re.findall(r"[a-z0-9]+", id_.lower())
    alike = [each for each in known if words and all(word in each for word in words)]
    if not 1 <= len(alike) <= _MAX_ALIKE:
        alike = [near] if (near := find_most_like(id_, known, 0.4)) else []
    if len(alike) < 2:
        return "".join(map(quote, alike))
    return join_names([_name_with_edition(each) for each in alike], "or")


def _name_with_edition(id_: str) -> str:
    edition = f" ({name_edition(load_sheet(id_))})" if id_ in sheet_ids() else ""
    return f"{quote(id_)}{edition}"


LONGEST_TITLE = 24
"""Columns of a menu on the screen; a longer name is used only where no short one is unique."""


def distinguish_titles(sheets: Sequence[Sheet]) -> tuple[str, ...]:
    """Return a name for each of these sheets, no two alike.

    The title alone does, where no other has it; else the edition is added, or what the id says
    beyond the title; else it is the id. A player's copy of a sheet takes no name away from it.
    """
    titles = [sheet.title for sheet in sheets]
    shared = [sheet for sheet in sheets if titles.count(sheet.title) > 1]
    taken = [name for sheet in shared for name in set(_names(sheet))]
    built_in = frozenset(sheet_ids())
    ours = [name for sheet in shared if sheet.id in built_in for name in set(_names(sheet))]
    return tuple(
        next(
            (
                name
                for name in _names(sheet)
                if (ours if sheet.id in built_in else taken).count(name) == 1
                and len(name) <= LONGEST_TITLE
            ),
            sheet.id,
        )
        if sheet in shared
        else sheet.title
        for sheet in sheets
    )


def _names(sheet: Sheet) -> tuple[str, ...]:
    own = _as_id(sheet.title)
    if sheet.id == own:
        return (sheet.title,)
    beyond = sheet.id.removeprefix(f"{own}-")
    added = (f"{sheet.title} {beyond.replace('-', ' ')}",) if beyond != sheet.id else ()
    return (*shorten_editions(sheet), *added)


def _as_id(title: str) -> str:
    plain = re.sub(r"[^a-z0-9 -]", "", title.lower())
    return "-".join(plain.replace("-", " ").split())


def open_sheet_library(config: Path | None) -> SheetLibrary:
    """Return the shelf with the player's own sheets; `config` is the configuration, if named."""
    folders = locate_sheet_folders("" if config is None else str(config))
    return SheetLibrary({folder: FolderDisk(Path(folder)) for folder in folders})


def describe_left_out(shelf: SheetLibrary) -> tuple[str, ...]:
    """Describe how many of the player's own sheets can't be played, and what tells why."""
    count = len(shelf.mistakes)
    if not count:
        return ()
    some = "A sheet of yours is" if count == 1 else f"{count} sheets of yours are"
    return f"{some} left out.", "`cdgdevice sheets` tells why."
