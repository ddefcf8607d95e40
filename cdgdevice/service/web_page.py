"""The page of the gadget itself: what its glass shows, and a hand on its controls from elsewhere.

It is served at a socket that systemd hands over, or not at all, to browsers that were allowed. The
die is the player's own: no page throws it. A module of its own because it is loaded only where the
owner wants a page.
"""

import socket
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from functools import partial
from queue import SimpleQueue
from threading import Lock, Thread
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

from msgspec import Struct

from cdgdevice.browser.page_board import (
    NO_BOARD,
    answer_question,
    read_answer,
    write_reply,
    write_told,
)
from cdgdevice.config.keys_and_defaults import Config
from cdgdevice.drivers.gpio.control_events import Control
from cdgdevice.drivers.gpio.wired_devices import RemoteControls
from cdgdevice.errors import CdgDeviceError
from cdgdevice.games.disk import Disk, replace_file
from cdgdevice.games.tabletop import Games
from cdgdevice.render.describe import describe
from cdgdevice.render.draw import draw_view
from cdgdevice.render.language import Language
from cdgdevice.render.views import View
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.game_log import write_whole_log
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.requests import NotAllowedError, Request, RulesError, UndoLast
from cdgdevice.service.answer_page import PageAnswered, PageRequest, answer_board, undo_answers
from cdgdevice.service.screens_and_lamps import ScreenPower
from cdgdevice.ui.intents_and_commands import BrowserAllowed, PairingCode, WrongCodeTried
from cdgdevice.ui.state import UiContext
from cdgdevice.web.access import Pairing, allow_network
from cdgdevice.web.page_messages import (
    CancelPress,
    KeepPressed,
    Operation,
    PageDie,
    PageScreen,
    PageState,
    PressButton,
    ReleaseButton,
    TapScreen,
    TurnKnob,
)
from cdgdevice.web.server import PageServer

if TYPE_CHECKING:
    from cdgdevice.service.loop import LoopEvent, Service
    from cdgdevice.service.session import Session

Told = TypeVar("Told")

LONGEST_WAIT = 10.0
"""Seconds that a page waits until the loop has done what it asked for."""
MAX_WAITING_EVENTS = 100
"""So many events may wait for the game; more are refused, so that a flood is over when it ends."""


class BusyError(CdgDeviceError):
    """The game has too much to do already."""


class GadgetPage:
    """The gadget's page at `listener`; use it in a `with`, around the gadget's parts.

    What the page presses comes on the `queue`. In the folder `state` is kept who was allowed.
    `show` is called whenever something may have changed. The page is opened after the game has
    been shown for the first time, for its library takes a while to load, and without it the game
    goes on all the same.
    """

    def __init__(
        self,
        config: Config,
        listener: socket.socket,
        queue: "SimpleQueue[LoopEvent]",
        log: Callable[[str], None],
        state: Disk,
    ) -> None:
        self._pairing = open_pairing(state, queue.put)
        name = allow_network(socket.gethostname()).first
        port = listener.getsockname()[1]
        self._address = name if port == 80 else f"{name}:{port}"
        self._hand = RemoteControls(queue.put, monotonic)
        self._put = queue.put
        self._controls = frozenset(c for c in config.pins.inputs if isinstance(c, Control))
        self._lamps = frozenset(config.pins.lamps)
        self._listener = listener
        self._waiting = queue.qsize
        self._log = log
        self._drawn: dict[Side, tuple[View, bytes, tuple[str, ...]]] = {}
        self._state: PageState | None = None
        self._server: PageServer | None = None
        self._publishing = Lock()
        self._opening = Thread(target=self._open, name="panel-opening")

    def __enter__(self) -> "GadgetPage":
        return self

    def __exit__(self, *_: object) -> None:
        if self._opening.ident is not None:
            self._opening.join()
        if self._server is not None:
            self._server.close()
        self._listener.close()

    def open_pairing(self) -> PairingCode:
        """Return the code that allows one browser, and where that finds the page."""
        return PairingCode(self._pairing.open(), self._address)

    def show(self, service: "Service") -> None:
        """Show the gadget as it is now."""
        shown = service.front_panel.shown_views
        screens = tuple(self._screen(service, side, shown[side]) for side in Side if side in shown)
        state = make_page_state(service, screens, self._lamps, self._put)
        if state == self._state:
            return
        with self._publishing:
            self._state = state
            if self._server is not None:
                self._server.publish(state)
        if self._opening.ident is None:
            self._opening.start()

    def _open(self) -> None:
        try:
            server = PageServer(
                self._operate,
                controls=self._controls,
                listener=self._listener,
                pairing=self._pairing,
            )
        except CdgDeviceError as error:
            self._log(f"page: {error}")
            return
        with self._publishing:
            self._server = server
            # Before it serves: who asks first is shown the game too.
            if self._state is not None:
                server.publish(self._state)
        server.start()
        self._log(f"page: {server.url}")

    def _operate(self, operation: Operation) -> None:
        busy = self._waiting() >= MAX_WAITING_EVENTS
        match operation:
            # To let go is never refused: nothing is to stay held.
            case KeepPressed() if busy:
                return
            case PressButton() | TurnKnob() | TapScreen() if busy:
                raise BusyError("The gadget has its hands full: try again in a moment.")
        if not dispatch_control(self._hand, operation):
            raise CdgDeviceError("The die is a real one: roll it yourself.")

    def _screen(self, service: "Service", side: Side, view: View) -> PageScreen:
        if side not in self._drawn or self._drawn[side][0] != view:
            self._drawn[side] = view, draw_view(view).tobytes(), describe(view)
        _, picture, words = self._drawn[side]
        contrast = service.front_panel.find_contrast(side)
        return make_page_screen(service, side, picture, contrast, words)


PAIRED_BROWSERS = "paired-browsers"
"""The file, beside the games, of those who were allowed."""


def open_pairing(state: Disk, put: Callable[[BrowserAllowed | WrongCodeTried], None]) -> Pairing:
    """Return the pairing with the browsers that the folder has; `put` takes what browsers do.

    A folder that can't be read knows nobody: every browser needs a code.
    """
    try:
        kept = state.read(PAIRED_BROWSERS)
    except OSError:
        kept = b""
    return Pairing(
        partial(replace_file, state, PAIRED_BROWSERS),
        kept,
        allowed=lambda: put(BrowserAllowed()),
        refused=lambda *tried: put(WrongCodeTried(*tried)),
    )


def dispatch_control(hand: RemoteControls, operation: Operation) -> bool:
    """Do with the controls what a page asks for; return False where it asks for something else."""
    match operation:
        case PressButton(control):
            hand.down(control)
        case ReleaseButton(control):
            hand.up(control)
        case KeepPressed(control):
            hand.still(control)
        case CancelPress(control):
            hand.lose(control)
        case TurnKnob(steps):
            hand.turn(steps)
        case TapScreen(screen, x, y):
            hand.tap(screen, x, y)
        case _:
            return False
    return True


def make_page_state(
    service: "Service",
    screens: tuple[PageScreen, ...],
    lamps: frozenset[Side],
    put: Callable[[PageRequest], None],
    die: PageDie | None = None,
) -> PageState:
    """Return what a page shows of the gadget; `lamps` are the sides whose button has a lamp.

    `put` takes what the page answers, and a game that it brings, for the loop to keep it.
    """
    session = service.session
    history, file = session.history, session.games.tabletop.name
    game = _GameSnapshot(
        None if session.playing is None else history,
        session.context,
        session.fault,
        session.games.tabletop.answers,
        file,
        session.games,
        put,
        session.language,
    )
    return PageState(
        screens,
        frozenset(side.value for side in service.front_panel.outputs.lamps & lamps),
        service.reader_sentence,
        die,
        not history.now.sheet.family.rolls_method_die,
        game,
        sum(answer.rolled is not None for answer in history.past),
        None if game.history is None else game.entries,
        file,
        session.language.code,
    )


class _GameSnapshot(Struct, frozen=True):
    """The game as it was when the loop published it: threads of the page read nothing newer."""

    history: GameHistory | None
    """None while no game was chosen."""
    context: UiContext
    unsaved: str | None
    """Why the game is not saved; None while every answer is."""
    entries: int
    """How many answers and undos the game has had."""
    file: str | None
    """The file of the game on the table; None while there is none yet."""
    games_on_disk: Games
    """Asked only for files, which any thread may do."""
    put: Callable[[PageRequest], None]
    language: Language

    def ask(self, asked: Mapping[str, object]) -> Mapping[str, object]:
        """Answer a question of the board, or have the loop take its answer."""
        if self.history is None:
            return NO_BOARD
        try:
            return self._answer(asked, self.history)
        except (RulesError, CdgDeviceError) as refused:
            return {"error": str(refused)}

    def _answer(self, asked: Mapping[str, object], history: GameHistory) -> Mapping[str, object]:
        match asked:
            case {"do": "board"}:
                return self._write_board(history, self.unsaved, self.entries)
            case {"do": "answer", "request": dict(raw), "answers": int(answers)}:
                request = read_answer(raw)
                return self._request(request, partial(answer_board, request, answers))
            case {"do": "undo", "to": int(left)}:
                return self._request(UndoLast(), partial(undo_answers, left))
        answered = answer_question(asked, history, self.language)
        if answered is None:
            raise NotAllowedError("The page asks for something that this version doesn't know.")
        return answered

    def _request(
        self, request: Request, do: Callable[["Session", float], PageAnswered]
    ) -> Mapping[str, object]:
        answered = self._have_done(do)
        told = write_told(request, answered.result, self.language)
        return {
            **self._write_board(answered.result.history, answered.unsaved, answered.entries),
            "told": told,
        }

    def _write_board(
        self, history: GameHistory, unsaved: str | None, entries: int
    ) -> Mapping[str, object]:
        board = write_reply(history, self.language, self.context, unsaved=unsaved)
        return {**board, "entries": entries}

    def log(self) -> str:
        """Return the log of the whole game, a line for each round."""
        if self.history is None:
            return ""
        return "\n".join((*self.language.write(write_whole_log(self.history)), ""))

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
        return self._have_done(lambda session, _: session.games.keep(game))

    def _have_done(self, do: Callable[["Session", float], Told]) -> Told:
        """Have the loop do something, and return what came of it.

        Raises:
            BusyError: the loop did not come to it.
            CdgDeviceError, RulesError: it was refused.
        """
        done = Future[Told]()

        def act(session: "Session", now: float) -> None:
            try:
                done.set_result(do(session, now))
            except (RulesError, CdgDeviceError) as refused:
                done.set_exception(refused)

        self.put(PageRequest(act))
        try:
            return done.result(LONGEST_WAIT)
        except TimeoutError:
            raise BusyError("The gadget is busy: look in a moment what came of it.") from None


def make_page_screen(
    service: "Service", side: Side, picture: bytes, contrast: int, words: tuple[str, ...]
) -> PageScreen:
    """Return what a page shows of this side's screen."""
    session = service.session
    return PageScreen(
        side.value,
        "" if session.playing is None else session.language.write(session.side_names[side]),
        picture,
        on=service.front_panel.power is not ScreenPower.DARK,
        contrast=contrast,
        words=session.language.write(words),
    )
