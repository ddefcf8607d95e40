"""What the gadget says by itself: faults, mistakes, the die reader's state; by glass, code and log.

A page that nobody sees would swallow presses. So these pages wait while no screen answers, and
are laid over the board when one does.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from cdgdevice.drivers.reader.reader_conditions import LinkState
from cdgdevice.drivers.reader.reader_messages import DieState, Hello, ReaderTrouble
from cdgdevice.render.views import PageKind, PageView
from cdgdevice.service.lamps_and_buzzer import LampCode
from cdgdevice.ui import layers, texts
from cdgdevice.ui.intents_and_commands import (
    BrowserAllowed,
    NoticeCleared,
    NoticeRaised,
    PageId,
    WrongCodeTried,
)
from cdgdevice.ui.layers import is_calibrating

if TYPE_CHECKING:
    from cdgdevice.service.front_panel import FrontPanel
    from cdgdevice.service.session import Session

FAULT_TITLE, CONFIGURATION_TITLE, SHEETS_TITLE = "Fault", "Configuration", "Your sheets"
"""Titles of the pages that tell of a screen or a disk, and of the owner's files."""
_NOTICES = (
    PageId.SHEETS,
    PageId.CONFIGURATION,
    PageId.SAVED_ANEW,
    PageId.FAULT,
    PageId.READER,
    PageId.DIE,
    PageId.PAIRING,
)
_ATTENDED_TROUBLES = (ReaderTrouble.BLANK, ReaderTrouble.NO_DIE, ReaderTrouble.AWAY)
"""Troubles that are no news to whoever calibrates the reader or chooses its die."""


class Notices:
    """Follows what must be told, and lays it over the board of the session while it is seen.

    `log` is told each change of state once.
    """

    def __init__(self, session: "Session", front: "FrontPanel", log: Callable[[str], None]) -> None:
        self._session = session
        self._front_panel = front
        self._log = log
        self._faults: tuple[str, ...] = ()
        self._moved = 0
        self._has_mistakes = False
        self._reader_state: tuple[LinkState | ReaderTrouble, str, bool] | None = None
        self._withheld = False
        """The reader's trouble is told once the list of Bluetooth dice is closed."""
        self._waiting_pages: dict[PageId, PageView] = {}
        self.reader_sentence = ""
        """What the die reader last had to say."""

    def show_mistakes(self, mistakes: Sequence[str], sheets: Sequence[str]) -> None:
        """Tell what is wrong with the configuration, and with the player's own sheets."""
        if sheets:
            self._push_page(PageId.SHEETS, PageView(PageKind.ERROR, SHEETS_TITLE, tuple(sheets)))
        if mistakes:
            self._has_mistakes = True
            page = PageView(PageKind.ERROR, CONFIGURATION_TITLE, tuple(mistakes))
            self._push_page(PageId.CONFIGURATION, page)

    def note_pairing(self, event: BrowserAllowed | WrongCodeTried) -> None:
        """Log what a browser did with the code; the code's page shows it if it is there."""
        shown = layers.find_page(self._session.state.layer, PageId.PAIRING)
        if isinstance(event, BrowserAllowed):
            self._log("page: a browser was allowed")
            page: PageView | None = texts.BROWSER_ALLOWED_PAGE
        else:
            wrong = texts.describe_wrong_codes(event)
            self._log(f"page: {wrong}")
            page = None if shown is None else replace(shown, text=(*shown.text[:2], wrong))
        if shown is not None and page is not None:
            self._remove_page(PageId.PAIRING)
            self._push_page(PageId.PAIRING, page)

    def note_touch(self) -> None:
        """Take note of a touch: the lamps tell no more of the configuration."""
        self._has_mistakes = False

    def refresh(self) -> None:
        """Tell what has come or gone since, and lay or put aside what is seen or is not."""
        self._publish_move()
        self._refresh_faults()
        if self._withheld and layers.find_list_of_dice(self._session.state) is None:
            self.refresh_reader_page()
        if self._front_panel.is_blind:
            for id_ in _NOTICES:
                page = layers.find_page(self._session.state.layer, id_)
                if page is not None:
                    self._waiting_pages[id_] = page
                    self._session.send(NoticeCleared(id_), 0.0)
            return
        for id_, page in self._waiting_pages.items():
            self._session.send(NoticeRaised(id_, page), 0.0)
        self._waiting_pages.clear()

    def lamp_codes(self) -> Iterator[LampCode]:
        """Return what the lamps show: what no screen can, and what must not be overlooked."""
        if self._has_mistakes:
            yield LampCode.CONFIGURATION
        if not self._front_panel.is_blind:
            return
        if self._front_panel.faults:  # none is no fault where no screen is fitted
            yield LampCode.SCREENS
        if self._session.fault is not None:
            yield LampCode.DISK
        if self._session.needs_reader and not self._can_roll():
            yield LampCode.READER

    def _can_roll(self) -> bool:
        reader = self._session.state.context.reader
        return reader is not None and reader.trouble in (None, *texts.PASSING_TROUBLES)

    def note_reader_state(
        self, state: LinkState | ReaderTrouble, sentence: str, cause: str, reader: Hello | None
    ) -> None:
        """Tell how it stands with the die reader; `cause` is for the log."""
        if sentence != self.reader_sentence:
            self._log(f"die reader: {cause}")
        self.reader_sentence = sentence
        self._reader_state = state, sentence, reader is not None and reader.lists_dice
        self._remove_page(PageId.DIE)
        self.refresh_reader_page()

    def refresh_reader_page(self) -> None:
        """Tell of the die reader again, where it is needed now and was not before, or no more."""
        self._remove_page(PageId.READER)
        if self._reader_state is None:
            return
        state, sentence, lists_dice = self._reader_state
        session = self._session
        attended = state in _ATTENDED_TROUBLES
        self._withheld = attended and layers.find_list_of_dice(session.state) is not None
        if self._withheld or (attended and is_calibrating(session.state)):
            return
        needed = session.needs_reader
        page = texts.build_reader_page(state, sentence, needed=needed, lists_dice=lists_dice)
        if page is not None:
            self._push_page(PageId.READER, page)

    def note_die_state(self, state: DieState, sentence: str) -> bool:
        """Tell how the die lies in its reader; False if that is nothing to the player.

        A die that leans was thrown, even if the gadget has dice of its own; bad light bothers only
        whoever needs the reader.
        """
        session = self._session
        if not is_calibrating(session.state):  # the reader does not watch the die then
            self.reader_sentence = sentence
        due = session.due_dice > 0 and not is_calibrating(session.state)
        bad_light = state in (DieState.LIGHT, DieState.SATURATED)
        told = due and (state is DieState.COCKED or (bad_light and session.needs_reader))
        self._remove_page(PageId.DIE)
        if told:
            self._push_page(PageId.DIE, PageView(PageKind.NOTE, texts.DIE_TITLE, (sentence,)))
        return told

    def _publish_move(self) -> None:
        """Tell each time that a game was written again."""
        moved = self._session.games.tabletop.moved[self._moved :]
        for sentence in moved:
            self._log(sentence)
            page = PageView(PageKind.NOTE, texts.SAVED_ANEW_TITLE, (sentence,))
            self._push_page(PageId.SAVED_ANEW, page)
        self._moved += len(moved)

    def _refresh_faults(self) -> None:
        """Tell the faults there are, once, when one comes or goes; each is logged."""
        faults = (
            *self._front_panel.faults.values(),
            *((self._session.fault,) if self._session.fault else ()),
        )
        if faults == self._faults:
            return
        for fault in faults:
            if fault not in self._faults:
                self._log(f"fault: {fault}")
        for fault in self._faults:
            if fault not in faults:
                self._log(f"fixed: {fault}")
        self._remove_page(PageId.FAULT)
        if faults:
            self._push_page(PageId.FAULT, PageView(PageKind.FAULT, FAULT_TITLE, faults))
        self._faults = faults

    def _push_page(self, id_: PageId, page: PageView) -> None:
        self._waiting_pages.pop(id_, None)
        if self._front_panel.is_blind:
            self._waiting_pages[id_] = page
        else:
            self._session.send(NoticeRaised(id_, page), 0.0)

    def _remove_page(self, id_: PageId) -> None:
        self._waiting_pages.pop(id_, None)
        self._session.send(NoticeCleared(id_), 0.0)


LOG_BURST = 30
"""Lines that may follow each other: more than a good evening has."""
LOG_REFILL_SECONDS = 600.0
"""Seconds until one line more may be written."""


class RateLimitedLog:
    """Hands sentences on to `write`, as many as there is room for; `clock` is in seconds.

    A cable that comes and goes each second would else write a line for each, for weeks. What is
    left out is counted, and the next line says how many there were.
    """

    def __init__(self, write: Callable[[str], None], clock: Callable[[], float]) -> None:
        self._write = write
        self._clock = clock
        self._room = float(LOG_BURST)
        self._looked = clock()
        self._left_out = 0

    def __call__(self, sentence: str) -> None:
        """Write a sentence if there is room."""
        now = self._clock()
        self._room = min(LOG_BURST, self._room + (now - self._looked) / LOG_REFILL_SECONDS)
        self._looked = now
        if self._room < 1:
            self._left_out += 1
            return
        self._room -= 1
        if self._left_out:
            sentence = f"{sentence} ({self._left_out} lines before this were left out)"
            self._left_out = 0
        self._write(sentence)
