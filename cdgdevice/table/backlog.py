"""What still has to be written of a game while its disk fails: the game itself goes on."""

from collections.abc import Callable, Mapping

from cdgdevice.errors import JournalError
from cdgdevice.table.journal import Journal, LostError


class Backlog:
    """A game's journal and the entries that have not got into it, in their order.

    `unsaved` is None while all is durable, else the sentence that says why not; after a power
    cut the entries in the backlog would be missing. `moved` has a sentence for each time that the
    journal was lost and was written anew.
    """

    def __init__(
        self,
        start: Callable[[], Journal],
        anew: Callable[[Journal], Journal],
        *,
        name: str | None = None,
        at_once: bool = True,
    ) -> None:
        """Begin with a journal that `start` makes or opens; a JournalError of it is retried.

        `anew` writes one that was lost into another file. `name` is the file, where there is one
        already. Not `at_once`, it is made with the first entry: until then the disk is left as it
        is.
        """
        self._start = start
        self._anew = anew
        self._name = name
        self._at_once = at_once
        self._journal: Journal | None = None
        self._waiting: list[Mapping[str, object]] = []
        self.unsaved: str | None = None
        self.moved: tuple[str, ...] = ()
        self.catch_up()

    @property
    def name(self) -> str | None:
        """The journal's file; None while there is none."""
        return self._journal.name if self._journal else self._name

    @property
    def waiting(self) -> int:
        """How many entries have not got into the journal."""
        return len(self._waiting)

    def keep(self, entry: Mapping[str, object]) -> None:
        """Add an entry: durable on return unless `unsaved` says otherwise."""
        self._waiting.append(entry)
        self.catch_up()

    def catch_up(self) -> None:
        """Try to write what waits, oldest first, as far as the disk lets us."""
        if not (self._at_once or self._waiting or self._journal):
            return
        try:
            self._journal = self._journal or self._start()
            try:
                self._write(self._journal)
            except LostError:
                lost, self._journal = self._journal, self._anew(self._journal)
                self.moved += (_moved(lost.name, self._journal.name),)
                self._write(self._journal)
            self.unsaved = None
        except JournalError as error:
            self.unsaved = str(error)

    def _write(self, journal: Journal) -> None:
        journal.settle()
        if not self._waiting:
            journal.check()
        while self._waiting:
            journal.append(self._waiting[0])
            del self._waiting[0]


def _moved(old: str, new: str) -> str:
    if old == new:
        return f"The game's file was gone: all of it was written again. It is {new}."
    return f"{old} is gone, or was changed by something else: the game goes on in {new}."
