"""The conversation with a die reader, without a port and without a clock.

It is told what happens and answers with what to do. A throw is acknowledged only by
`Link.counted`, once it is in the journal; until then the reader repeats it, so that a
crash or an unplugged cable loses nothing and counts nothing twice.
"""

from collections.abc import Iterable
from enum import Enum, auto

from cdgdevice.gadget.reader.asking import acknowledge, ask_hello
from cdgdevice.gadget.reader.effects import (
    SENTENCES,
    Condition,
    Effect,
    LinkState,
    Send,
    Thrown,
    Told,
)
from cdgdevice.gadget.reader.messages import (
    DieState,
    Heartbeat,
    Hello,
    Message,
    Roll,
    State,
    Trouble,
)
from cdgdevice.gadget.reader.tally import Standing, Tally

PROTOCOL = 1
"""The major protocol that is spoken here."""
ASK_EVERY = 1.0
"""Seconds until an unanswered question is asked again; doubled each time."""
ASK_SELDOM = 32.0
"""The longest that the doubling comes to, in seconds."""
SILENT_AFTER = 5.0
"""Seconds after which a port that nothing answers at is called silent."""
LOST_AFTER = 3.5
"""Seconds without a word: three heartbeats, and half a second for a slow one."""


class _Talk(Enum):
    """How far the conversation has come."""

    CLOSED = auto()
    """No port is open."""
    ASKING = auto()
    """The reader has been asked who it is."""
    LINKED = auto()
    """A reader with heartbeats has answered."""
    SIMPLE = auto()
    """A simple reader is there: no heartbeat is expected."""
    REFUSED = auto()
    """The reader speaks another major protocol: only a new hello is heard."""


class Link:
    """One reader's conversation. `counted` are the throws of earlier runs, as for `Tally`."""

    def __init__(self, counted: Iterable[tuple[int, int]] = ()) -> None:
        self._tally = Tally(counted)
        self._talk = _Talk.CLOSED
        self._hello: Hello | None = None
        self._heard = 0.0
        self._asked = 0.0
        self._ask_again = 0.0
        self._patience = ASK_EVERY
        self._silent_at: float | None = None
        self._shown_link: Condition | None = None
        self._shown_die: DieState | None = None

    @property
    def hello(self) -> Hello | None:
        """Who the linked reader is; None while none is linked that has said so."""
        return self._hello if self._talk in (_Talk.LINKED, _Talk.SIMPLE) else None

    def opened(self, at: float) -> tuple[Effect, ...]:
        """Take note that the port is open, at `at` seconds."""
        self._hello = None
        self._shown_die = None
        self._silent_at = at + SILENT_AFTER
        return self._ask_afresh(at)

    def closed(self, why: str, shown: str = "") -> tuple[Effect, ...]:
        """Take note that the port is closed or can't be opened.

        `why` is a sentence for the log, `shown` one for the player: the same unless given.
        """
        self._talk = _Talk.CLOSED
        self._shown_die = None
        return self._show(LinkState.LOST, shown or why, why)

    def received(self, at: float, message: Message) -> tuple[Effect, ...]:
        """Take a message that was read at `at` seconds."""
        if self._talk is _Talk.CLOSED:
            return ()
        if isinstance(message, Hello):
            return self._greeted(at, message)
        if self._talk is _Talk.REFUSED:
            return ()
        if isinstance(message, Roll):
            return self._rolled(at, message)
        if self._talk is _Talk.ASKING:
            return self._ask_soon(at)
        self._heard = at
        if isinstance(message, Heartbeat | State):
            return self._lies(message.die)
        return (Told(message),)

    def counted(self, throw: Thrown) -> tuple[Effect, ...]:
        """Acknowledge `throw`: it is in the journal, or was looked at and is not wanted."""
        self._tally.counted(throw.boot, throw.seq, throw.face)
        if self._talk is _Talk.CLOSED:
            return ()
        return (Send(acknowledge(throw.boot, throw.seq)),)

    def deadline(self) -> float | None:
        """Say at how many seconds `tick` is wanted; None when nothing is awaited."""
        if self._talk is _Talk.LINKED:
            return self._heard + LOST_AFTER
        if self._talk is _Talk.ASKING:
            if self._silent_at is not None:
                return min(self._ask_again, self._silent_at)
            return self._ask_again
        return None

    def tick(self, at: float) -> tuple[Effect, ...]:
        """Do what is due at `at` seconds; nothing when called early."""
        if self._talk is _Talk.LINKED and at >= self._heard + LOST_AFTER:
            self._shown_die = None
            return self._show(LinkState.LOST) + self._ask_afresh(at)
        effects: tuple[Effect, ...] = ()
        if self._talk is _Talk.ASKING:
            if self._silent_at is not None and at >= self._silent_at:
                self._silent_at = None
                effects += self._show(LinkState.SILENT)
            if at >= self._ask_again:
                self._patience = min(2 * self._patience, ASK_SELDOM)
                effects += self._ask(at)
        return effects

    def _greeted(self, at: float, hello: Hello) -> tuple[Effect, ...]:
        self._heard = at
        self._silent_at = None
        if hello.major != PROTOCOL:
            self._talk = _Talk.REFUSED
            side = "the reader's firmware" if hello.major < PROTOCOL else "this program"
            return self._show(
                LinkState.REFUSED,
                f"The die reader speaks protocol {hello.major} and this program {PROTOCOL}: "
                f"update {side}.",
            )
        self._hello = hello
        self._talk = _Talk.LINKED if hello.boot else _Talk.SIMPLE
        return self._show(hello.trouble or LinkState.LINKED)

    def _rolled(self, at: float, roll: Roll) -> tuple[Effect, ...]:
        met: tuple[Effect, ...] = ()
        if roll.boot == 0 and self._talk is _Talk.ASKING:
            # A simple reader need not answer questions: its throw is its greeting.
            self._talk = _Talk.SIMPLE
            met = self._show(LinkState.LINKED)
        hello = self._hello
        if roll.boot != (hello.boot if hello else 0) or self._talk is _Talk.ASKING:
            # Who is this? Whether its die is numbered only its hello says. It will repeat.
            self._talk = _Talk.ASKING
            self._hello = None
            return self._ask_soon(at)
        self._heard = at
        standing = self._tally.judge(at, roll)
        if standing is Standing.WAITING:
            return met
        if standing is Standing.COUNTED:
            return (*met, Send(acknowledge(roll.boot, roll.seq)))
        pips = hello is not None and "pips" in hello.capabilities
        source = hello.uid if hello else ""
        return (
            *met,
            Thrown(at, roll.face, pips, source, roll.boot, roll.seq, roll.confidence),
        )

    def _ask_afresh(self, at: float) -> tuple[Effect, ...]:
        self._hello = None
        self._talk = _Talk.ASKING
        self._patience = ASK_EVERY
        return self._ask(at)

    def _ask_soon(self, at: float) -> tuple[Effect, ...]:
        """Ask a reader that was heard but isn't known: at most once in `ASK_EVERY`."""
        self._patience = ASK_EVERY
        if at - self._asked >= ASK_EVERY:
            return self._ask(at)
        self._ask_again = self._asked + ASK_EVERY
        return ()

    def _ask(self, at: float) -> tuple[Effect, ...]:
        self._asked = at
        self._ask_again = at + self._patience
        return (Send(ask_hello()),)

    def _lies(self, die: DieState) -> tuple[Effect, ...]:
        if die is self._shown_die:
            return ()
        self._shown_die = die
        return (Condition(die, SENTENCES[die]),)

    def _show(
        self, state: LinkState | Trouble, sentence: str | None = None, cause: str = ""
    ) -> tuple[Effect, ...]:
        condition = Condition(state, sentence or SENTENCES[state], cause)
        if condition == self._shown_link:
            return ()
        self._shown_link = condition
        return (condition,)
