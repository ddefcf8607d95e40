"""The page of the gadget itself: what its glass shows, and a hand on its controls from elsewhere.

It is served at a socket that systemd hands over, or not at all, to browsers that were allowed. The
die is the player's own: no page throws it. A module of its own because it is loaded only where the
owner wants a page.
"""

import socket
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from time import monotonic
from typing import TYPE_CHECKING

from msgspec import Struct

from cdgdevice.browser.page_board import describe_result, write_history, write_odds
from cdgdevice.config.keys_and_defaults import Config
from cdgdevice.drivers.gpio.control_events import Control
from cdgdevice.drivers.gpio.wired_devices import RemoteControls
from cdgdevice.errors import CdgDeviceError
from cdgdevice.games.disk import Disk, replace_file
from cdgdevice.games.tabletop import Games, ImportRequested
from cdgdevice.render.describe import describe
from cdgdevice.render.describe_cards import EMPTY, describe_card, describe_left
from cdgdevice.render.draw import draw_view
from cdgdevice.render.draw_board import find_space_centre, shows_cards
from cdgdevice.render.language import IN_ENGLISH, Language
from cdgdevice.render.views import BoardView, CardView, View
from cdgdevice.rules.card_display import Side, Space
from cdgdevice.rules.game import Game, list_cards_in_sight
from cdgdevice.rules.game_log import write_whole_log
from cdgdevice.rules.guided.kept_values import describe_kept_numbers
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.prompt import describe_what_to_do, prompt
from cdgdevice.rules.texts.sentences import describe_when
from cdgdevice.rules.texts.templates import Template
from cdgdevice.rules.wants import PickedCard
from cdgdevice.service.screens_and_lamps import ScreenPower
from cdgdevice.ui.choices import describe_which_throws_count
from cdgdevice.ui.intents_and_commands import BrowserAllowed, PairingCode, UndoAsked, WrongCodeTried
from cdgdevice.web.access import Pairing, allow_network
from cdgdevice.web.page_messages import (
    CancelPress,
    KeepPressed,
    Operation,
    PageDie,
    PageNotes,
    PageScreen,
    PageState,
    PressButton,
    ReleaseButton,
    TapScreen,
    TurnKnob,
    UndoTo,
)
from cdgdevice.web.server import PageServer

if TYPE_CHECKING:
    from cdgdevice.service.loop import LoopEvent, Service

LONGEST_WAIT = 10.0
"""Seconds that a page waits until a game which it brought is kept."""
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
            case PressButton() | TurnKnob() | TapScreen() | UndoTo() if busy:
                raise BusyError("The gadget has its hands full: try again in a moment.")
            case UndoTo(answers):
                self._put(UndoAsked(answers))
                return
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
    put: Callable[[ImportRequested], None],
    die: PageDie | None = None,
) -> PageState:
    """Return what a page shows of the gadget; `lamps` are the sides whose button has a lamp.

    `put` takes a game that the page brings, for the loop to keep it.
    """
    session, choosing = service.session, service.session.playing is None
    history = session.history
    sheet, language = history.now.sheet, session.language
    return PageState(
        screens,
        frozenset(side.value for side in service.front_panel.outputs.lamps & lamps),
        service.reader_sentence,
        die,
        not sheet.family.rolls_method_die,
        PageNotes()
        if choosing
        else PageNotes(sheet.id, language.write(sheet.title), language.write(sheet.notes)),
        _GameSnapshot(
            history,
            _find_open_sides(service),
            session.games.tabletop.name,
            session.games,
            put,
            language,
        ),
        sum(answer.rolled is not None for answer in history.past),
        choosing,
        language.code,
    )


def _find_open_sides(service: "Service") -> frozenset[Side]:
    """Return the sides whose board lies open on its screen, so that its cards can be tapped."""
    shown = service.front_panel.shown_views
    if service.session.state.layer is not None or len(shown) < len(Side):
        return frozenset()
    return frozenset(
        side for side, view in shown.items() if isinstance(view, BoardView) and shows_cards(view)
    )


class _GameSnapshot(Struct, frozen=True):
    """The game as it was when the loop published it: threads of the page read nothing newer."""

    answers: GameHistory
    open_sides: frozenset[Side]
    file: str | None
    """The file of the game on the table; None while there is none yet."""
    games_on_disk: Games
    """Asked only for files, which any thread may do."""
    put: Callable[[ImportRequested], None]
    language: Language

    def table(self) -> dict[str, object]:
        """Return the table; an offered card with its dot if its board is open."""
        return write_table(self.answers, self.open_sides, self.language)

    def odds(self) -> Mapping[str, object]:
        """Return the odds of the next throw."""
        return write_odds(self.answers)

    def history(self) -> Mapping[str, object]:
        """Return the latest answers."""
        return write_history(self.answers, self.language)

    def log(self) -> str:
        """Return the log of the whole game, a line for each round."""
        return "\n".join((*self.language.write(write_whole_log(self.answers)), ""))

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
        told: SimpleQueue[int | CdgDeviceError] = SimpleQueue()
        self.put(ImportRequested(game, told.put))
        try:
            number = told.get(timeout=LONGEST_WAIT)
        except Empty:
            raise BusyError("The gadget is busy: look whether the game is in the list.") from None
        if isinstance(number, CdgDeviceError):
            raise number
        return number


_SPACES = tuple(Space)


def write_table(
    history: GameHistory, open_sides: frozenset[Side], language: Language = IN_ENGLISH
) -> dict[str, object]:
    """Return the game in words, as the prompt of the rules has it: a page decides nothing.

    Its steps are those that stand on the screens since the last roll or choice.
    The offered cards of the `open_sides`, whose boards the screens show, have the dot to be tapped.
    """
    game = history.now
    now, write = prompt(game), language.write
    offered = {option.card for option in now.options if option.card is not None}
    return {
        "title": write(game.sheet.title),
        "where": write(_where(describe_when(game.turn, game.round, game.sheet.words))),
        "active": game.active.value,
        "result": write(describe_result(game)),
        "kept": write(describe_kept_numbers(game)),
        "steps": write(describe_what_to_do(game, history.orders.latest)),
        "asks": write((*now.text, *describe_which_throws_count(history))),
        "others": [write(option.title) for option in now.options if option.card is None],
        "sides": [
            {
                "place": side.value,
                "name": write(game.sheet.sides[side]),
                "left": write(describe_left(seat.chits_left, seat.hand_size)),
                "cards": _write_cards(game, side, offered, side in open_sides, language),
            }
            for side, seat in game.seats.items()
        ],
    }


_where = Template("{when:begin}")


def _write_cards(
    game: Game, side: Side, offered: Collection[PickedCard], is_open: bool, language: Language
) -> list[dict[str, object]]:
    display = game.seats[side].display
    cards: list[dict[str, object]] = []
    for place, facing in list_cards_in_sight(game, side):
        card, mark = PickedCard(side, place), display.mark_at(place)
        is_offered = card in offered
        dot = (side.value, *find_space_centre(_SPACES.index(place.space)))
        lies = facing and CardView(facing, mark=mark, offered=is_offered)
        cards.append(
            {
                "name": str(place),
                "facing": None if facing is None else facing.value,
                "marked": mark is not None,
                "offered": is_offered,
                "words": language.write(
                    EMPTY if lies is None else describe_card(lies, game.sheet.words)
                ),
                "at": dot if is_offered and is_open else None,
            }
        )
    return cards


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
