"""What a page shows of the gadget and its game, and what it has the loop do."""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import CancelledError, Future
from functools import cache, partial
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import Struct

from cdgdevice.browser.page_board import Board, answer_question
from cdgdevice.config.keys_and_defaults import LANGUAGES
from cdgdevice.errors import CdgDeviceError
from cdgdevice.render.language import Language, load_language
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.game_log import write_whole_log
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.requests import NewGame, RulesError, read_names
from cdgdevice.service import board_requests
from cdgdevice.service.front_panel import ScreenPower
from cdgdevice.ui.games_menu import sort_offered
from cdgdevice.ui.state import DiceLayer, MenuLayer, UiContext
from cdgdevice.web.page_messages import PageDie, PageScreen, PageState

if TYPE_CHECKING:
    from cdgdevice.games.tabletop import Games
    from cdgdevice.service.loop import HoldTiming, Service
    from cdgdevice.service.session import Session

Told = TypeVar("Told")

LONGEST_WAIT = 5.0
"""Seconds that a page waits until the loop comes to what it asked for."""

_HOLDS_LONGER = 0.4
"""Seconds that a page keeps a control down beyond what counts as a hold: a network may be slow."""

_load_language = cache(load_language)
"""A catalogue is read when the first page asks for it, in that page's thread."""


class BusyError(CdgDeviceError):
    """The game has too much to do already."""


class PageRequests:
    """What pages have the loop do: each waits until it is done, and what it led to is published.

    Whoever asks next is so never answered from an earlier state of the game. `put` takes a request
    to the loop; it may raise CdgDeviceError. Threads may call `have_done`, the loop the others.
    """

    def __init__(self, put: Callable[[board_requests.PageRequest], None]) -> None:
        self._put = put
        self._lock = Lock()
        self._open = set[Future[Any]]()
        self._untold: list[Callable[[], None]] = []
        self._closed = False

    def have_done(self, do: Callable[["Session", float], Told]) -> Told:
        """Have the loop do something, and return what came of it.

        Raises:
            BusyError: the loop did not come to it, and will not.
            CdgDeviceError, RulesError: it was refused.
        """
        done = Future[Told]()
        with self._lock:
            if self._closed:
                raise BusyError("The gadget is being switched off.")
            self._open.add(done)
        try:
            self._put(board_requests.PageRequest(partial(self._act, do, done)))
            return done.result(LONGEST_WAIT)
        except TimeoutError:
            if done.cancel():
                raise BusyError("The gadget is busy, and has done nothing: try again.") from None
            return done.result()  # the loop is at it
        except CancelledError:
            raise BusyError("The gadget is being switched off.") from None
        finally:
            with self._lock:
                self._open.discard(done)

    def _act(
        self,
        do: Callable[["Session", float], Told],
        done: Future[Told],
        session: "Session",
        now: float,
    ) -> None:
        if not done.set_running_or_notify_cancel():
            return  # who asked for it has been told that it is not done
        try:
            self._untold.append(partial(done.set_result, do(session, now)))
        except (RulesError, CdgDeviceError) as refused:
            self._untold.append(partial(done.set_exception, refused))

    def tell(self) -> None:
        """Tell who waits what came of it: the state that follows is published."""
        untold, self._untold = self._untold, []
        for tell in untold:
            tell()

    def close(self) -> None:
        """Let nobody wait any more: the loop has ended."""
        self.tell()
        with self._lock:
            self._closed = True
            for done in self._open:
                done.cancel()


class GameSnapshot(Struct, frozen=True):
    """The game as it was when the loop published it: threads of the page read nothing newer."""

    history: GameHistory
    board_id: str | None
    """None while no game was chosen."""
    context: UiContext
    unsaved: str | None
    """Why the game is not saved; None while every answer is."""
    file: str | None
    """The file of the game on the table; None while there is none yet."""
    games_on_disk: "Games"
    """Asked only for files, which any thread may do."""
    requests: PageRequests
    language: Language
    """What a page is answered in that asks for no other `language`."""

    def ask(self, asked: Mapping[str, object]) -> Mapping[str, object]:
        """Answer a question of the page's, or have the loop do what it asks for."""
        try:
            match asked:
                case {"do": "sheets"}:
                    return {"sheets": self._write_sheets()}
                case {"do": "begin", "sheet": str(sheet)}:
                    names = read_names(asked.get("names"))
                    new = NewGame(sheet, set_up=True, few_questions=True, names=names)
                    self.requests.have_done(partial(board_requests.begin_game, new))
                    return {}
                case {"do": "resume", "number": int(number)}:
                    self.requests.have_done(partial(board_requests.resume_game, number))
                    return {}
                case {"do": "played"} if self.board_id is not None:
                    return self._write_played(asked.get("language"))
            return answer_question(asked, self._show_board(asked.get("language")))
        except (RulesError, CdgDeviceError) as refused:
            return {"error": str(refused)}

    def _show_board(self, code: object) -> Board:
        have_done = self.requests.have_done
        return Board(
            self.board_id,
            self.history,
            self._find_language(code),
            self.unsaved,
            lambda request, id_: have_done(partial(board_requests.answer_board, request, id_)),
            lambda left, id_: have_done(partial(board_requests.undo_answers, left, id_)),
            self.context,
        )

    def _find_language(self, code: object) -> Language:
        """Return the language with this code; where there is none, the one set here."""
        if code not in LANGUAGES:
            return self.language
        return _load_language(code).for_sheet(self.history.now.sheet.id)

    def _write_sheets(self) -> list[Mapping[str, object]]:
        """Write the sheets that a game may be begun with, as the gadget's menu lists them."""
        if self.context.sheets is None:
            return []
        offered = sort_offered(self.context.sheets(), self.context.played())
        return [
            {"id": sheet.id, "title": sheet.title, "sides": [*sheet.sides.values()]}
            for sheet in offered
        ]

    def _write_played(self, code: object) -> Mapping[str, object]:
        from cdgdevice.browser.statistics import write_played  # no start needs it

        sheet = self.history.now.sheet
        return write_played(self.games_on_disk, sheet, self._find_language(code))

    def log(self, language: str) -> str:
        """Return the log of the whole game, a line for each round, in a language by its code."""
        write = self._find_language(language).write
        return "\n".join((*write(write_whole_log(self.history)), ""))

    def games(self) -> Sequence[object]:
        """Return the games that are kept, the one last played first."""
        return self.games_on_disk.write_saved(
            self.file, lambda at: f"{at.astimezone():%Y-%m-%d %H:%M}"
        )

    def export(self, number: int) -> bytes:
        """Return the file that carries the game with this number elsewhere."""
        return self.games_on_disk.folder.export(number)

    def bring(self, packed: bytes, name: str) -> int:
        """Check the file here, and have the loop keep the game: nothing else writes games."""
        game = self.games_on_disk.check(packed, name)
        return self.requests.have_done(lambda session, _: session.games.keep(game))


def take_snapshot(session: "Session", requests: PageRequests) -> GameSnapshot:
    """Return the game as it is now."""
    return GameSnapshot(
        session.history,
        None if session.playing is None else board_requests.find_board_id(session),
        session.state.context,
        session.fault,
        session.games.tabletop.name,
        session.games,
        requests,
        session.language,
    )


def make_page_state(
    service: "Service",
    screens: tuple[PageScreen, ...],
    lamps: frozenset[Side],
    requests: PageRequests,
    die: PageDie | None = None,
) -> PageState:
    """Return what a page shows of the gadget; `lamps` are the sides whose button has a lamp.

    `requests` takes what the page has the loop do.
    """
    session = service.session
    history, game = session.history, take_snapshot(session, requests)
    return PageState(
        screens,
        frozenset(side.value for side in service.front_panel.outputs.lamps & lamps),
        service.reader_sentence,
        die,
        not history.now.sheet.family.rolls_method_die,
        game,
        history.past.rolls,
        game.board_id,
        game.file,
        session.language.code,
        isinstance(session.state.layer, MenuLayer | DiceLayer),
        _time_holds(service.timing),
    )


def _time_holds(timing: "HoldTiming") -> tuple[int, int]:
    """Return the milliseconds of both holds: 0.4 s longer, the first at most midway."""
    middle = (timing.hold + timing.long_hold) / 2
    hold = min(timing.hold + _HOLDS_LONGER, middle)
    return round(hold * 1000), round((timing.long_hold + _HOLDS_LONGER) * 1000)


def make_page_screen(
    service: "Service", side: Side, picture: bytes, contrast: int, words: tuple[str, ...]
) -> PageScreen:
    """Return what a page shows of this side's screen."""
    session = service.session
    return PageScreen(
        side.value,
        "" if session.playing is None else session.language.write(session.sheet.sides[side]),
        picture,
        on=service.front_panel.power is not ScreenPower.DARK,
        contrast=contrast,
        words=session.language.write(words),
    )
