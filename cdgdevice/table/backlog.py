"""What still has to be written of a game while its disk fails: the game itself goes on."""

from collections.abc import Callable, Mapping

from cdgdevice.errors import JournalError
from cdgdevice.table.journal import Journal


class Backlog:
    """A game's journal and the entries that have not got into it, in their order.

    `unsaved` is None while all is durable, else the sentence that says why not; after a power
    cut the entries in the backlog would be missing.
    """

    def __init__(
        self, start: Callable[[], Journal], *, name: str | None = None, at_once: bool = True
    ) -> None:
        """Begin with a journal that `start` makes or opens; a JournalError of it is retried.

        `name` is its file, where there is one already. Not `at_once`, it is made with the first
        entry: until then the disk is left as it is.
        """
        self._start = start
        self._name = name
        self._at_once = at_once
        self._journal: Journal | None = None
        self._waiting: list[Mapping[str, object]] = []
        self.unsaved: str | None = None
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
            self._journal.settle()
            while self._waiting:
                self._journal.append(self._waiting[0])
                del self._waiting[0]
            self.unsaved = None
        except JournalError as error:
            self.unsaved = str(error)
