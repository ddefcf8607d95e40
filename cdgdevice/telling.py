"""What the gadget tells by itself: faults, mistakes, the die reader's state; by glass and by code.

A page that nobody sees would swallow presses. So these pages wait while no screen answers, and
are laid over the board when one does.
"""

from collections.abc import Callable, Iterator, Sequence

from cdgdevice.gadget.desk.reader_pages import DIE, READER, die_page, reader_page
from cdgdevice.gadget.front import Front
from cdgdevice.gadget.reader.effects import LinkState
from cdgdevice.gadget.reader.messages import DieState, Trouble
from cdgdevice.gadget.signals import Code
from cdgdevice.gadget.views.view import Mood, Page
from cdgdevice.sitting import Sitting

FAULT, CONFIGURATION, SHEETS = "Fault", "Configuration", "Your sheets"
"""Titles of the pages that tell of a screen or a disk, and of the owner's files."""
MOVED = "Saved anew"
"""Title of the page that tells of a game whose file was lost."""
_TITLES = (SHEETS, CONFIGURATION, MOVED, FAULT, READER, DIE)


class Telling:
    """Follows what is to be told, and lays it over the board of the sitting while it is seen.

    `log` is told each change of state once.
    """

    def __init__(self, sitting: Sitting, front: Front, log: Callable[[str], None]) -> None:
        self._sitting = sitting
        self._front = front
        self._log = log
        self._faults: tuple[str, ...] = ()
        self._moved = 0
        self._mistaken = False
        self._linked: tuple[LinkState | Trouble, str] | None = None
        self._unseen: dict[str, Page] = {}
        self.reader = ""
        """What the die reader last had to say."""

    def begin(self, mistakes: Sequence[str], sheets: Sequence[str]) -> None:
        """Tell what is wrong with the configuration, and with the player's own sheets."""
        if sheets:
            self._lay(Page(Mood.ERROR, SHEETS, tuple(sheets)))
        if mistakes:
            self._mistaken = True
            self._lay(Page(Mood.ERROR, CONFIGURATION, tuple(mistakes)))

    def touched(self) -> None:
        """Take note of a touch: the lamps tell no more of the configuration."""
        self._mistaken = False

    def look(self) -> None:
        """Tell what has come or gone since, and lay or put aside what is seen or is not."""
        self._tell_moved()
        self._tell_faults()
        if self._front.blind:
            for title in _TITLES:
                page = self._sitting.untell(title)
                if page is not None:
                    self._unseen[title] = page
            return
        for page in self._unseen.values():
            self._sitting.lay(page)
        self._unseen.clear()

    def codes(self) -> Iterator[Code]:
        """Give what the lamps are to tell: what no glass can, and what is not to be overlooked."""
        if self._mistaken:
            yield Code.CONFIGURATION
        if not self._front.blind:
            return
        if self._front.faults:  # none is no fault where no screen is fitted
            yield Code.SCREENS
        if self._sitting.fault is not None:
            yield Code.DISK
        if self._sitting.needs_reader and self._sitting.around.reader is None:
            yield Code.READER

    def reader_is(self, state: LinkState | Trouble, sentence: str, cause: str) -> None:
        """Tell how it stands with the die reader; `cause` is for the log."""
        if sentence != self.reader:
            self._log(f"die reader: {cause}")
        self.reader = sentence
        self._linked = state, sentence
        self._take_away(DIE)
        self.tell_reader()

    def tell_reader(self) -> None:
        """Tell of the die reader again, where it is needed now and was not before, or no more."""
        self._take_away(READER)
        if self._linked is None:
            return
        state, sentence = self._linked
        sitting = self._sitting
        page = reader_page(
            state, sentence, needed=sitting.needs_reader, calibrates=sitting.calibrates
        )
        if page is not None:
            self._lay(page)

    def die_is(self, state: DieState, sentence: str) -> bool:
        """Tell how the die lies in its reader; False where that is nothing to the player."""
        sitting = self._sitting
        if not sitting.calibrates:  # the reader does not watch the die then
            self.reader = sentence
        due = sitting.wants_die and not sitting.calibrates
        page = die_page(state, sentence, needed=sitting.needs_reader, due=due)
        self._take_away(DIE)
        if page is not None:
            self._lay(page)
        return page is not None

    def _tell_moved(self) -> None:
        """Tell each time that a game was written anew."""
        moved = self._sitting.moved[self._moved :]
        for sentence in moved:
            self._log(sentence)
            self._lay(Page(Mood.NOTE, MOVED, (sentence,)))
        self._moved += len(moved)

    def _tell_faults(self) -> None:
        """Tell the faults there are, once, when one comes or goes; each is logged."""
        faults = (*self._front.faults, *((self._sitting.fault,) if self._sitting.fault else ()))
        if faults == self._faults:
            return
        for fault in faults:
            if fault not in self._faults:
                self._log(f"fault: {fault}")
        for fault in self._faults:
            if fault not in faults:
                self._log(f"mended: {fault}")
        self._take_away(FAULT)
        if faults:
            self._lay(Page(Mood.FAULT, FAULT, faults))
        self._faults = faults

    def _lay(self, page: Page) -> None:
        self._unseen.pop(page.title, None)
        if self._front.blind:
            self._unseen[page.title] = page
        else:
            self._sitting.lay(page)

    def _take_away(self, title: str) -> None:
        self._unseen.pop(title, None)
        self._sitting.untell(title)
