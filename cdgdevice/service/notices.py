"""What the gadget says by itself: faults, mistakes, the die reader's state; by glass, code and log.

A page that nobody sees would swallow presses. So these pages wait while no screen answers, and
are laid over the board when one does.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from cdgdevice.drivers.reader.reader_link import LinkState
from cdgdevice.drivers.reader.reader_messages import DieState, ReaderTrouble
from cdgdevice.render.views import PageKind, PageView
from cdgdevice.service.signals import LampCode
from cdgdevice.ui.screen_pages import DIE_TITLE, READER_TITLE, build_die_page, build_reader_page

if TYPE_CHECKING:
    from cdgdevice.service.screens_and_lamps import FrontPanel
    from cdgdevice.service.session import Session

FAULT_TITLE, CONFIGURATION_TITLE, SHEETS_TITLE = "Fault", "Configuration", "Your sheets"
"""Titles of the pages that tell of a screen or a disk, and of the owner's files."""
MOVED = "Saved anew"
"""Title of the page that tells of a game whose file was lost."""
_NOTICE_TITLES = (SHEETS_TITLE, CONFIGURATION_TITLE, MOVED, FAULT_TITLE, READER_TITLE, DIE_TITLE)


class Notices:
    """Follows what is to be told, and lays it over the board of the sitting while it is seen.

    `log` is told each change of state once.
    """

    def __init__(self, sitting: "Session", front: "FrontPanel", log: Callable[[str], None]) -> None:
        self._session = sitting
        self._front_panel = front
        self._log = log
        self._faults: tuple[str, ...] = ()
        self._moved = 0
        self._has_mistakes = False
        self._reader_state: tuple[LinkState | ReaderTrouble, str] | None = None
        self._waiting_pages: dict[str, PageView] = {}
        self.reader_sentence = ""
        """What the die reader last had to say."""

    def show_mistakes(self, mistakes: Sequence[str], sheets: Sequence[str]) -> None:
        """Tell what is wrong with the configuration, and with the player's own sheets."""
        if sheets:
            self._push_page(PageView(PageKind.ERROR, SHEETS_TITLE, tuple(sheets)))
        if mistakes:
            self._has_mistakes = True
            self._push_page(PageView(PageKind.ERROR, CONFIGURATION_TITLE, tuple(mistakes)))

    def note_touch(self) -> None:
        """Take note of a touch: the lamps tell no more of the configuration."""
        self._has_mistakes = False

    def refresh(self) -> None:
        """Tell what has come or gone since, and lay or put aside what is seen or is not."""
        self._tell_moved()
        self._refresh_faults()
        if self._front_panel.is_blind:
            for title in _NOTICE_TITLES:
                page = self._session.remove_page(title)
                if page is not None:
                    self._waiting_pages[title] = page
            return
        for page in self._waiting_pages.values():
            self._session.push_page(page)
        self._waiting_pages.clear()

    def lamp_codes(self) -> Iterator[LampCode]:
        """Give what the lamps are to tell: what no glass can, and what is not to be overlooked."""
        if self._has_mistakes:
            yield LampCode.CONFIGURATION
        if not self._front_panel.is_blind:
            return
        if self._front_panel.faults:  # none is no fault where no screen is fitted
            yield LampCode.SCREENS
        if self._session.fault is not None:
            yield LampCode.DISK
        if self._session.needs_reader and self._session.context.reader is None:
            yield LampCode.READER

    def note_reader_state(
        self, state: LinkState | ReaderTrouble, sentence: str, cause: str
    ) -> None:
        """Tell how it stands with the die reader; `cause` is for the log."""
        if sentence != self.reader_sentence:
            self._log(f"die reader: {cause}")
        self.reader_sentence = sentence
        self._reader_state = state, sentence
        self._remove_page(DIE_TITLE)
        self.refresh_reader_page()

    def refresh_reader_page(self) -> None:
        """Tell of the die reader again, where it is needed now and was not before, or no more."""
        self._remove_page(READER_TITLE)
        if self._reader_state is None:
            return
        state, sentence = self._reader_state
        sitting = self._session
        page = build_reader_page(
            state, sentence, needed=sitting.needs_reader, calibrates=sitting.is_calibrating
        )
        if page is not None:
            self._push_page(page)

    def note_die_state(self, state: DieState, sentence: str) -> bool:
        """Tell how the die lies in its reader; False where that is nothing to the player."""
        sitting = self._session
        if not sitting.is_calibrating:  # the reader does not watch the die then
            self.reader_sentence = sentence
        due = sitting.wants_die and not sitting.is_calibrating
        page = build_die_page(state, sentence, needed=sitting.needs_reader, due=due)
        self._remove_page(DIE_TITLE)
        if page is not None:
            self._push_page(page)
        return page is not None

    def _tell_moved(self) -> None:
        """Tell each time that a game was written anew."""
        moved = self._session.moved[self._moved :]
        for sentence in moved:
            self._log(sentence)
            self._push_page(PageView(PageKind.NOTE, MOVED, (sentence,)))
        self._moved += len(moved)

    def _refresh_faults(self) -> None:
        """Tell the faults there are, once, when one comes or goes; each is logged."""
        faults = (
            *self._front_panel.faults,
            *((self._session.fault,) if self._session.fault else ()),
        )
        if faults == self._faults:
            return
        for fault in faults:
            if fault not in self._faults:
                self._log(f"fault: {fault}")
        for fault in self._faults:
            if fault not in faults:
                self._log(f"mended: {fault}")
        self._remove_page(FAULT_TITLE)
        if faults:
            self._push_page(PageView(PageKind.FAULT, FAULT_TITLE, faults))
        self._faults = faults

    def _push_page(self, page: PageView) -> None:
        self._waiting_pages.pop(page.title, None)
        if self._front_panel.is_blind:
            self._waiting_pages[page.title] = page
        else:
            self._session.push_page(page)

    def _remove_page(self, title: str) -> None:
        self._waiting_pages.pop(title, None)
        self._session.remove_page(title)


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
