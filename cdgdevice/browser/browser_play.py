"""The program of a page that needs no gadget: requests in, what its board shows out, as JSON.

It runs in a worker of the browser, whose files are in memory: the worker keeps what a request
changed before it shows the answer, so that nothing which was shown is lost.
"""

import json
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from io import BytesIO
from typing import TYPE_CHECKING, TypeVar
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from msgspec import Struct

from cdgdevice.browser import page_board
from cdgdevice.errors import CdgDeviceError, JournalError
from cdgdevice.games.board_answers import (
    BoardAnswered,
    check_board_is_current,
    make_board_id,
    undo_to,
)
from cdgdevice.games.disk import Disk
from cdgdevice.games.exported_game import LARGEST_GAME_FILE, pack_game
from cdgdevice.games.game_folder import GameFolder
from cdgdevice.games.journal_format import AnswerSource
from cdgdevice.games.open_game import Clock, names_dice, throw_die, throw_missing_dice, utc_now
from cdgdevice.games.sheet_library import BUILT_IN, SheetLibrary, name_edition
from cdgdevice.games.tabletop import Games, ImportedGame
from cdgdevice.render.language import IN_ENGLISH, load_language
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.engine import AnswerResult
from cdgdevice.rules.history import PastAnswer
from cdgdevice.rules.requests import (
    Json,
    NewGame,
    NotAllowedError,
    Request,
    RulesError,
    read_names,
)
from cdgdevice.ui.texts import CHOOSE_GAME_FIRST

if TYPE_CHECKING:
    from cdgdevice.browser.linked_die import LinkedDie

Reply = TypeVar("Reply", str, bytes)

ENDING = ".cdg"
"""What the file of a game ends in."""
MAX_BROUGHT = 64 * 1024 * 1024
"""Bytes of all games that an archive may have."""
LONGEST_LINK = 8 * 1024
"""Characters of a game in a link: some programs that pass links on take no longer ones."""
_HIDDEN = "._"
"""What the names of files begin with that some systems add to an archive."""
_ARCHIVE = b"PK"
_NOT_UNPACKED = "is packed in a way that is not known here: pack it as zip, without a password."


class _BroughtFile(Struct, frozen=True):
    """The file of a game, as it was brought."""

    file: str
    packed: bytes
    name_given: str = ""


class BrowserPlay:
    """All games of a browser, one of them on the table."""

    def __init__(
        self,
        disk: Disk,
        language: str = IN_ENGLISH.code,
        throw: Callable[[], int] = throw_die,
        clock: Clock = utc_now,
        library: SheetLibrary = BUILT_IN,
    ) -> None:
        """Continue with the games on this disk; without any the page asks for one first."""
        self._language = load_language(language)
        self._throw = throw
        self._library = library
        # Any sheet: it stands there only until the player has chosen a game.
        first = NewGame(library.ids()[0], set_up=True)
        self._games = Games(GameFolder(disk), first, clock, library.sheet, ask_first=True)
        self._die: LinkedDie | None = None

    def ask(self, line: str) -> str:
        """Answer one request; an `error` is a sentence for the player, and nothing has changed."""
        return self._or_refuse(lambda: json.dumps(self._add_die(self._answer(json.loads(line)))))

    def bring(self, packed: bytes | memoryview, name: str) -> str:
        """Keep the game in the file `name`, or all games of an archive, and play the last of them.

        An archive of which any game can't be played is refused whole.
        """
        return self._or_refuse(lambda: json.dumps(self._bring(_unpack(bytes(packed), name))))

    def export(self, number: int) -> bytes | str:
        """Return the file that carries a game to a gadget or another browser, or a refusal."""
        return self._or_refuse(lambda: self._games.folder.export(number))

    def export_all(self) -> bytes | str:
        """Return an archive with the files of all games that can be played on, or a refusal.

        The one last played comes last; what the player calls a game is the comment of its file.
        """
        return self._or_refuse(self._pack_all)

    def _bring(self, brought: list[_BroughtFile]) -> dict[str, Json]:
        games = [self._games.check(each.packed, each.file) for each in brought]
        for game, each in zip(games, brought, strict=True):
            file = self._keep(game)
            if each.name_given:
                self._games.rename(file, each.name_given)
        self._games.resume(file)
        return self._board()

    def _keep(self, game: ImportedGame) -> str:
        """Keep a game, unless it is here already; return its file."""
        folder = self._games.folder
        for kept in folder.saved():
            if kept.fault is None and folder.read_bytes(kept.name) == game.content:
                return kept.name
        return folder.numbered(self._games.keep(game))

    def _pack_all(self) -> bytes:
        packed = BytesIO()
        with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
            for game in reversed(self._games.folder.saved()):
                with suppress(CdgDeviceError):
                    member = ZipInfo(f"{game.name.removesuffix('.journal')}{ENDING}")
                    member.compress_type = ZIP_DEFLATED
                    member.comment = game.name_given.encode()
                    archive.writestr(member, self._games.folder.export(game.number))
        return packed.getvalue()

    @property
    def _shown(self) -> page_board.Board:
        tabletop = self._games.tabletop
        language = self._language.for_sheet(tabletop.history.now.sheet.id)
        id_ = None if self._games.asks_for_game else make_board_id(tabletop)
        return page_board.Board(
            id_, tabletop.history, language, tabletop.unsaved, self._take_current, self._undo
        )

    def _take_current(self, request: Request, board_id: str) -> BoardAnswered:
        check_board_is_current(board_id, make_board_id(self._games.tabletop))
        return self._take(request)

    def _undo(self, left: int, board_id: str) -> BoardAnswered:
        tabletop = self._games.tabletop
        check_board_is_current(board_id, make_board_id(tabletop))
        undone = tabletop.history.past.after(left)
        return self._tell(undo_to(tabletop, left, AnswerSource.BUTTON.value), undone)

    def _answer(self, asked: dict[str, object]) -> dict[str, Json]:
        for answer in (self._answer_own, self._write_aside, self._follow_die):
            if (answered := answer(asked)) is not None:
                return answered
        return page_board.answer_question(asked, self._shown)

    def _answer_own(self, asked: dict[str, object]) -> dict[str, Json] | None:
        """Answer what only this page asks, of games and languages; None for all else."""
        match asked:
            case {"do": "board"}:
                return self._board()
            case {"do": "language", "code": str(code)}:
                self._language = load_language(code)
                return self._board()
            case {"do": "share"}:
                return {"shared": self._share()}
            case {"do": "games"}:
                return {"games": self._write_games()}
            case {"do": "begin", "sheet": str(sheet), "options": dict(options)}:
                on = tuple(sorted((str(name), bool(value)) for name, value in options.items()))
                names = read_names(asked.get("names"))
                new = NewGame(sheet, options=on, set_up=True, few_questions=True, names=names)
                self._games.begin(new)
                return self._board()
            case {"do": "resume", "number": int(number)}:
                self._games.resume(self._games.folder.numbered(number))
                return self._board()
            case {"do": "open", "shared": str(shared)}:
                game = self._games.check(_read_link(shared), "The link")
                self._games.resume(self._games.folder.numbered(self._games.keep(game)))
                return self._board()
            case {"do": "rename", "number": int(number), "name": str(name)}:
                self._games.rename(self._games.folder.numbered(number), name)
                return {"games": self._write_games()}
            case {"do": "delete", "number": int(number)}:
                self._games.delete(self._games.folder.numbered(number))
                return {"games": self._write_games()}
        return None

    def _write_aside(self, asked: dict[str, object]) -> dict[str, Json] | None:
        """Write what no start needs, of the game on the table; None for all else."""
        if self._games.asks_for_game:
            return None
        shown = self._shown
        match asked:
            case {"do": "played"}:
                from cdgdevice.browser.statistics import write_played

                return write_played(self._games, shown.history.now.sheet, shown.language)
            case {"do": "screens"}:
                from cdgdevice.browser.screens import write_screens

                return write_screens(shown.history, shown.language)
        return None

    def _follow_die(self, asked: dict[str, object]) -> dict[str, Json] | None:
        """Do what concerns a Bluetooth die; None where something else is asked."""
        if not str(asked.get("do")).startswith("die-"):
            return None
        # No start needs them.
        from cdgdevice.bluetooth.known_kinds import find_kind
        from cdgdevice.browser.linked_die import LinkedDie, write_kinds

        match asked:
            case {"do": "die-kinds"}:
                return {"kinds": write_kinds()}
            case {
                "do": "die-linked",
                "name": str(name),
                "has": list(has),
                "at": int() | float() as at,
            }:
                kind = find_kind(name, [str(each) for each in has])
                if kind is None:
                    return {"service": None}
                self._die = LinkedDie(name, kind, at)
                return self._die.write_kind()
            case {"do": "die-heard", "bytes": list(heard), "at": int() | float() as at}:
                faces = [] if self._die is None else self._die.hear(at, bytes(heard))
                reply: dict[str, Json] = {"said": None}
                for face in faces:
                    reply = self._take_roll(face, plays=asked.get("plays") is True)
                return reply
            case {"do": "die-lost", "at": int() | float() as at} if self._die is not None:
                lost, self._die = self._die, None
                lost.lose(at)
                return {"die": lost.write()}
        return None

    def _take_roll(self, face: int, *, plays: bool) -> dict[str, Json]:
        """Take a roll of the Bluetooth die as one that the player names; `said` is why it is none.

        `plays`: the board is in sight.
        """
        from cdgdevice.browser.linked_die import mean_roll

        if self._games.asks_for_game or not plays:
            return {"said": self._language.write(CHOOSE_GAME_FIRST)}
        shown = self._shown
        meant = mean_roll(shown.history, face)
        said = " ".join(shown.language.write(meant.said)) or None
        if meant.request is None:
            return {"said": said}
        came = self._take(meant.request)
        return {**page_board.write_answered(meant.request, came, shown), "said": said}

    def _add_die(self, reply: dict[str, Json]) -> dict[str, Json]:
        """Add how a linked die does, and the commands for it."""
        if self._die is None:
            return reply
        if not self._games.asks_for_game:
            self._die.show_due(self._games.tabletop.history)
        return {**reply, "die": self._die.write()}

    def _share(self) -> str:
        name = self._games.tabletop.name
        if name is None:
            raise NotAllowedError("There is no game yet.")
        return _write_link(pack_game(self._games.folder.read_bytes(name)))

    def _take(self, request: Request) -> BoardAnswered:
        tabletop = self._games.tabletop
        asked = throw_missing_dice(tabletop.history, request, self._throw)
        source = AnswerSource.HAND if names_dice(request) else AnswerSource.BUTTON
        return self._tell(tabletop.answer(asked, source.value, own=asked != request))

    def _tell(self, result: AnswerResult, undone: tuple[PastAnswer, ...] = ()) -> BoardAnswered:
        tabletop = self._games.tabletop
        return BoardAnswered(result, make_board_id(tabletop), tabletop.unsaved, undone)

    def _board(self) -> dict[str, Json]:
        """Write the board, and what is told of it once."""
        reply = page_board.write_board_of(self._shown)
        if self._games.asks_for_game or self._games.notice is None:
            return reply
        notice, self._games.notice = self._games.notice, None
        return {**reply, "notice": notice.text}

    def _write_games(self) -> list[Json]:
        name, write = self._games.tabletop.name, self._language.write
        return self._games.write_saved(name, _write_time, write)

    def _or_refuse(self, reply: Callable[[], Reply]) -> Reply | str:
        """Return the reply; if it is refused, or there is a mistake, the sentence as `error`."""
        try:
            return reply()
        except (RulesError, CdgDeviceError) as refused:
            return json.dumps({"error": self._language.write(refused.args[0])})
        except Exception as mistake:
            what = " ".join(f"{type(mistake).__name__}: {mistake}".split())
            return json.dumps({"error": f"This is a mistake of cdgdevice; report it: {what}."})


def _write_link(packed: bytes) -> str:
    """Return the file of a game as the end of a link.

    Raises:
        NotAllowedError: it is too long for one.
    """
    link = urlsafe_b64encode(zlib.compress(packed, 9)).decode().rstrip("=")
    if len(link) > LONGEST_LINK:
        raise NotAllowedError("This game is too long for a link. Save it as a file instead.")
    return link


def _read_link(link: str) -> bytes:
    """Return the file of the game in a link; what it says of its own length is not believed.

    Raises:
        JournalError: it is too long, or nothing that `_write_link` wrote.
    """
    unpacker, game = zlib.decompressobj(), b""
    if len(link) <= LONGEST_LINK:
        with suppress(ValueError, zlib.error):
            packed = urlsafe_b64decode(link + "=" * (-len(link) % 4))
            game = unpacker.decompress(packed, LARGEST_GAME_FILE)
    if not unpacker.eof:
        raise JournalError("The link is damaged, or not whole: copy it once more.")
    return game


def _unpack(packed: bytes, name: str) -> list[_BroughtFile]:
    """Return the files of games in the file `name`: itself, or those of an archive.

    Raises:
        JournalError: it is an archive without any, or of too much, or can't be unpacked.
    """
    if not packed.startswith(_ARCHIVE):
        return [_BroughtFile(name, packed)]
    try:
        with ZipFile(BytesIO(packed)) as archive:
            members = [each for each in archive.infolist() if _is_game(each.filename)]
            games = [_read_member(archive, member, name) for member in members]
    except RuntimeError as error:  # it wants a password, or is of a later kind of zip
        raise JournalError(f"{name} {_NOT_UNPACKED}") from error
    except (BadZipFile, zlib.error, EOFError) as error:
        raise JournalError(f"{name} is damaged: fetch it again.") from error
    if sum(len(game.packed) for game in games) > MAX_BROUGHT:
        raise JournalError(f"{name} has more games than can be added at once.")
    if not games:
        raise JournalError(f"{name} has no game of cdgdevice.")
    return games


def _is_game(file: str) -> bool:
    return file.endswith(ENDING) and not file.rpartition("/")[2].startswith(_HIDDEN)


def _read_member(archive: ZipFile, member: ZipInfo, name: str) -> _BroughtFile:
    """Return a file of an archive; what it says of its own length is not believed."""
    if member.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        raise JournalError(f"{name} {_NOT_UNPACKED}")
    with archive.open(member) as file:
        content = file.read(LARGEST_GAME_FILE + 1)
    if len(content) > LARGEST_GAME_FILE:
        raise JournalError(f"{member.filename} in {name} is too large to be a game.")
    return _BroughtFile(member.filename, content, member.comment.decode("utf-8", "replace"))


def _write_time(at: datetime) -> str:
    """Write a time for the browser, which shows it in its own zone."""
    return at.astimezone(UTC).isoformat()


def write_offered_sheets(library: SheetLibrary = BUILT_IN) -> list[Json]:
    """Write what a list of games to begin tells of each sheet.

    A page has it written beforehand: to read every sheet takes seconds in a browser.
    """
    return [
        {
            "id": sheet.id,
            "title": sheet.title,
            "edition": name_edition(sheet),
            "year": sheet.year,
            "publisher": sheet.publisher,
            "sides": [sheet.sides[side] for side in Side],
            "source": sheet.source,
        }
        for sheet in map(library.sheet, library.ids())
    ]
