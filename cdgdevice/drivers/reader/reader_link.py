"""The conversation with a die reader, without a port and without a clock.

It is told what happens and answers with effects: what to do. A throw is acknowledged only by
`ReaderLink.acknowledge_throw`, once it is in the journal; until then the reader repeats it, so that
a crash or an unplugged cable loses nothing and counts nothing twice.
"""

import math
from collections.abc import Iterable
from enum import Enum, auto

from msgspec import Struct

from cdgdevice.drivers.reader import reader_messages
from cdgdevice.drivers.reader.reader_conditions import CONDITION_SENTENCES, LinkState, with_battery
from cdgdevice.rules.die import DieResult
from cdgdevice.rules.requests import RollDice


class SendLine(Struct, frozen=True):
    """Write `line` to the port."""

    line: bytes


class ReaderThrow(Struct, frozen=True):
    """A die was thrown: keep it in the journal, then call `ReaderLink.acknowledge_throw`."""

    at: float
    face: int
    """1 to 6."""
    pips: bool
    """The die is numbered: the owner's conversion applies. Else its faces are results."""
    source: str
    """The reader's uid; empty for a simple reader that gave none."""
    boot: int
    seq: int | None
    """None for a simple reader, whose throws can't be told apart after a restart."""
    confidence: int | None
    """Percent, 0 to 100; None when the reader doesn't know."""

    @property
    def shown(self) -> RollDice:
        """What lies on top: a number of pips, or the result on the face of a stickered die."""
        if self.pips:
            return RollDice(die=(self.face,))
        return RollDice(result=tuple(DieResult)[self.face - 1])

    @property
    def key(self) -> tuple[int, int] | None:
        """What the journal keeps so that a restart doesn't count the throw again."""
        return None if self.seq is None else (self.boot, self.seq)


class ReaderCondition(Struct, frozen=True):
    """The state of the reader or the die has changed; `sentence` says so to the player."""

    state: reader_messages.DieState | LinkState | reader_messages.ReaderTrouble
    sentence: str
    cause: str = ""
    """The same for a log, with the port's name; empty where no port is meant."""


class AnswerReceived(Struct, frozen=True):
    """The reader answered a question that the link itself didn't ask."""

    answer: reader_messages.ReaderAnswer


LinkEffect = SendLine | ReaderThrow | ReaderCondition | AnswerReceived

REPEAT_WINDOW = 2.0
"""Seconds within which a simple reader's line with the same face is a repeat."""

_MAX_BOOTS = 8
"""Starts of readers that are remembered; more than anyone plugs in during a game."""


class RollStatus(Enum):
    """What a roll that has just been read is."""

    NEW = "new"
    """A throw never seen before."""
    WAITING = "waiting"
    """A repeat of a throw that is not yet safely counted."""
    COUNTED = "counted"
    """A repeat of a counted throw: its acknowledgement was lost."""


class _BootProgress(Struct):
    """How far the rolls of one start of a reader have come."""

    seen: int
    counted: int


class _SimpleRepeat(Struct):
    """A simple reader's face: when it was last read, and whether it is counted."""

    at: float
    counted: bool


class ThrowTally:
    """The throws seen and counted. Memory is bounded, whatever a reader sends.

    A reader sends its rolls in order, each until it is acknowledged; so the highest
    sequence tells all. `counted` are the (boot, sequence) that earlier runs counted: of each
    start of a reader the last, and the oldest start first.
    """

    def __init__(self, counted: Iterable[tuple[int, int]] = ()) -> None:
        self._boots = {boot: _BootProgress(seq, seq) for boot, seq in counted}
        self._faces: dict[int, _SimpleRepeat] = {}

    def classify(self, at: float, roll: reader_messages.ReaderRoll) -> RollStatus:
        """Return what `roll` is, which was read at `at` seconds, and remember it."""
        if roll.seq is None:
            return self._classify_simple(at, roll.face)
        boot = self._boots.pop(roll.boot, _BootProgress(0, 0))
        self._boots[roll.boot] = boot  # now the youngest
        if len(self._boots) > _MAX_BOOTS:
            del self._boots[next(iter(self._boots))]
        if roll.seq > boot.seen:
            boot.seen = roll.seq
            return RollStatus.NEW
        return RollStatus.COUNTED if roll.seq <= boot.counted else RollStatus.WAITING

    def _classify_simple(self, at: float, face: int) -> RollStatus:
        last = self._faces.get(face)
        if last is None or at - last.at >= REPEAT_WINDOW:
            self._faces[face] = _SimpleRepeat(at, counted=False)
            return RollStatus.NEW
        last.at = at
        return RollStatus.COUNTED if last.counted else RollStatus.WAITING

    def mark_counted(self, boot: int, seq: int | None, face: int) -> None:
        """Remember that a throw is safely counted."""
        if seq is None:
            if face in self._faces:
                self._faces[face].counted = True
        elif boot in self._boots:
            self._boots[boot].counted = max(self._boots[boot].counted, seq)


PROTOCOL_MAJOR = 1
"""The major protocol that is spoken here."""
ASK_INTERVAL = 1.0
"""Seconds until an unanswered question is asked again; doubled each time."""
MAX_ASK_INTERVAL = 32.0
"""The longest that the doubling comes to, in seconds."""
SILENT_AFTER = 5.0
"""Seconds after which a port that nothing answers at is called silent."""
LOST_AFTER = 3.5
"""Seconds without a word: three heartbeats, and half a second for a slow one."""

PING_INTERVAL = 20.0
"""Seconds between two signs that the host is there; a reader that gets none goes dark."""
_PONG = reader_messages.Pong(1)
"""What comes back."""


class _LinkPhase(Enum):
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


MAX_CHANGES = 12
"""Changes of condition that are shown at once, more than a throw makes."""
CHANGE_INTERVAL = 0.25
"""Seconds for each of those that come without a pause."""


class _Conditions:
    """Shows each change of the reader's and the die's condition, but not each of a flood.

    A reader that says another thing with every line must not fill the screens' bus and the log. Of
    what comes too fast only the last is shown, once there is time for it.
    """

    def __init__(self) -> None:
        self._shown: dict[bool, ReaderCondition] = {}  # the die's own, and the reader's
        self._held: dict[bool, ReaderCondition] = {}
        self._paid_until = -math.inf
        """When all changes so far have had their interval."""

    @property
    def deadline(self) -> float:
        """At how many seconds `show_held` is wanted."""
        return self._paid_until - (MAX_CHANGES - 1) * CHANGE_INTERVAL if self._held else math.inf

    def show(self, at: float, condition: ReaderCondition) -> tuple[LinkEffect, ...]:
        """Show a condition, unless it is shown already; hold it while there are too many."""
        self._held[isinstance(condition.state, reader_messages.DieState)] = condition
        return self.show_held(at)

    def show_held(self, at: float) -> tuple[LinkEffect, ...]:
        """Show what is held, as far as there is time for it at `at` seconds."""
        for of_die, condition in tuple(self._held.items()):
            if condition == self._shown.get(of_die):
                del self._held[of_die]
        shown: tuple[LinkEffect, ...] = ()
        while at >= self.deadline:
            self._paid_until = max(self._paid_until, at) + CHANGE_INTERVAL
            shown += self.show_at_once(next(iter(self._held.values())))
        return shown

    def show_at_once(self, condition: ReaderCondition) -> tuple[LinkEffect, ...]:
        """Show a condition that no flood makes, unless it is shown already."""
        of_die = isinstance(condition.state, reader_messages.DieState)
        self._held.pop(of_die, None)
        if condition == self._shown.get(of_die):
            return ()
        self._shown[of_die] = condition
        return (condition,)

    @property
    def of_reader(self) -> ReaderCondition | None:
        """The reader's own condition that is shown."""
        return self._shown.get(False)

    def forget_die(self) -> None:
        """Take the die's condition as not known."""
        self._shown.pop(True, None)
        self._held.pop(True, None)


def _describe(
    state: reader_messages.DieState | LinkState | reader_messages.ReaderTrouble,
) -> ReaderCondition:
    return ReaderCondition(state, CONDITION_SENTENCES[state])


class ReaderLink:
    """One reader's conversation. `counted` are the throws of earlier runs, as for `ThrowTally`."""

    def __init__(self, counted: Iterable[tuple[int, int]] = ()) -> None:
        self._tally = ThrowTally(counted)
        self._phase = _LinkPhase.CLOSED
        self._hello: reader_messages.Hello | None = None
        self._heard_at = 0.0
        self._asked_at = 0.0
        self._ask_again = 0.0
        self._ask_interval = ASK_INTERVAL
        self._ping_at = math.inf
        self._silent_at = math.inf
        self._due = (0, (0, 0, 0))
        """What a reader with lamps was told since it started."""
        self._battery: int | None = None
        self._conditions = _Conditions()

    @property
    def hello(self) -> reader_messages.Hello | None:
        """Who the linked reader is; None while none is linked that has said so."""
        return self._hello if self._phase in (_LinkPhase.LINKED, _LinkPhase.SIMPLE) else None

    @property
    def condition(self) -> ReaderCondition | None:
        """How it stands with the reader, as was said last; None before anything has happened."""
        return self._conditions.of_reader

    def handle_opened(self, at: float) -> tuple[LinkEffect, ...]:
        """Take note that the port is open, at `at` seconds."""
        self._hello = None
        self._conditions.forget_die()
        self._silent_at = at + SILENT_AFTER
        return self._start_asking(at)

    def handle_closed(self, why: str, shown: str = "") -> tuple[LinkEffect, ...]:
        """Take note that the port is closed or can't be opened.

        `why` is a sentence for the log, `shown` one for the player: the same unless given.
        """
        self._phase = _LinkPhase.CLOSED
        self._conditions.forget_die()
        return self._conditions.show_at_once(ReaderCondition(LinkState.LOST, shown or why, why))

    def handle_message(
        self, at: float, message: reader_messages.ReaderMessage
    ) -> tuple[LinkEffect, ...]:
        """Take a message that was read at `at` seconds."""
        if self._phase is _LinkPhase.CLOSED:
            return ()
        if isinstance(message, reader_messages.Hello):
            return self._handle_hello(at, message)
        if self._phase is _LinkPhase.REFUSED:
            return ()
        if isinstance(message, reader_messages.ReaderRoll):
            return self._handle_roll(at, message)
        if self._phase is _LinkPhase.ASKING:
            return self._ask_soon(at)
        self._heard_at = at
        if message == _PONG:
            return ()
        if isinstance(message, reader_messages.BatteryReport):
            self._battery = message.percent
            return self._show_reader(at)
        if isinstance(message, reader_messages.Heartbeat | reader_messages.DieStateReport):
            return self._conditions.show(at, _describe(message.die))
        return (AnswerReceived(message),)

    def acknowledge_throw(self, throw: ReaderThrow) -> tuple[LinkEffect, ...]:
        """Acknowledge `throw`: it is in the journal, or was looked at and is not wanted."""
        self._tally.mark_counted(throw.boot, throw.seq, throw.face)
        if self._phase is _LinkPhase.CLOSED:
            return ()
        return (SendLine(reader_messages.encode_acknowledgement(throw.boot, throw.seq)),)

    def show_due(self, dice: int, colour: tuple[int, int, int]) -> tuple[SendLine, ...]:
        """Tell a reader with lamps how many dice are due, and in which colour they are lit.

        It is told once; a reader without lamps is told nothing.
        """
        hello, due = self.hello, (dice, colour if dice else (0, 0, 0))
        if hello is None or "lamp" not in hello.capabilities or due == self._due:
            return ()
        self._due = due
        return (SendLine(reader_messages.encode_due(*due)),)

    def deadline(self) -> float:
        """Return at how many seconds `tick` is wanted; infinity when nothing is awaited."""
        held = self._conditions.deadline
        if self._phase is _LinkPhase.LINKED:
            return min(held, self._lost_at, self._ping_at)
        if self._phase is _LinkPhase.ASKING:
            return min(held, self._ask_again, self._silent_at)
        return held

    def tick(self, at: float) -> tuple[LinkEffect, ...]:
        """Do what is due at `at` seconds; nothing when called early."""
        if self._phase is _LinkPhase.LINKED and at >= self._lost_at:
            self._conditions.forget_die()
            return self._conditions.show(at, _describe(LinkState.LOST)) + self._start_asking(at)
        effects: tuple[LinkEffect, ...] = self._conditions.show_held(at)
        if self._phase is _LinkPhase.LINKED and at >= self._ping_at:
            effects += self._ping(at)
        if self._phase is _LinkPhase.ASKING:
            if at >= self._silent_at:
                self._silent_at = math.inf
                effects += self._conditions.show(at, _describe(LinkState.SILENT))
            if at >= self._ask_again:
                self._ask_interval = min(2 * self._ask_interval, MAX_ASK_INTERVAL)
                effects += self._ask(at)
        return effects

    @property
    def _lost_at(self) -> float:
        """When a reader counts as lost that says nothing more: never, if it was asked for quiet."""
        return self._heard_at + LOST_AFTER if self._ping_at < math.inf else math.inf

    def _handle_hello(self, at: float, hello: reader_messages.Hello) -> tuple[LinkEffect, ...]:
        self._heard_at = at
        self._silent_at = math.inf
        if hello.major != PROTOCOL_MAJOR:
            self._phase = _LinkPhase.REFUSED
            side = "the reader's firmware" if hello.major < PROTOCOL_MAJOR else "this program"
            sentence = (
                f"The die reader speaks protocol {hello.major} and this program {PROTOCOL_MAJOR}: "
                f"update {side}."
            )
            return self._conditions.show(at, ReaderCondition(LinkState.REFUSED, sentence))
        if self._hello is not None and hello.boot != self._hello.boot:
            self._due, self._battery = (0, (0, 0, 0)), None
        self._hello = hello
        self._phase = _LinkPhase.LINKED if hello.boot else _LinkPhase.SIMPLE
        quiet = "quiet" in hello.capabilities
        self._ping_at = math.inf if quiet else at + PING_INTERVAL
        return ((SendLine(reader_messages.QUIET_REQUEST),) if quiet else ()) + self._show_reader(at)

    def _show_reader(self, at: float) -> tuple[LinkEffect, ...]:
        """Show what is wrong with the linked reader, or that nothing is."""
        trouble = None if self._hello is None else self._hello.trouble
        condition = _describe(trouble or LinkState.LINKED)
        if trouble is None and self._battery is not None:
            sentence = with_battery(condition.sentence, self._battery)
            condition = ReaderCondition(condition.state, sentence)
        return self._conditions.show(at, condition)

    def _handle_roll(self, at: float, roll: reader_messages.ReaderRoll) -> tuple[LinkEffect, ...]:
        met: tuple[LinkEffect, ...] = ()
        if roll.boot == 0 and self._phase is _LinkPhase.ASKING:
            # A simple reader need not answer questions: its throw is its greeting.
            self._phase = _LinkPhase.SIMPLE
            met = self._conditions.show(at, _describe(LinkState.LINKED))
        hello = self._hello
        if roll.boot != (hello.boot if hello else 0) or self._phase is _LinkPhase.ASKING:
            # Who is this? Whether its die is numbered only its hello says. It will repeat.
            self._phase = _LinkPhase.ASKING
            self._hello = None
            return self._ask_soon(at)
        self._heard_at = at
        standing = self._tally.classify(at, roll)
        if standing is RollStatus.WAITING:
            return met
        if standing is RollStatus.COUNTED:
            return (*met, SendLine(reader_messages.encode_acknowledgement(roll.boot, roll.seq)))
        pips = hello is not None and "pips" in hello.capabilities
        source = hello.uid if hello else ""
        return (
            *met,
            ReaderThrow(at, roll.face, pips, source, roll.boot, roll.seq, roll.confidence),
        )

    def _start_asking(self, at: float) -> tuple[LinkEffect, ...]:
        self._hello = self._battery = None
        self._due = (0, (0, 0, 0))
        self._phase = _LinkPhase.ASKING
        self._ask_interval = ASK_INTERVAL
        return self._ask(at)

    def _ask_soon(self, at: float) -> tuple[LinkEffect, ...]:
        """Ask a reader that was heard but isn't known: at most once in `ASK_INTERVAL`."""
        self._ask_interval = ASK_INTERVAL
        if at - self._asked_at >= ASK_INTERVAL:
            return self._ask(at)
        self._ask_again = self._asked_at + ASK_INTERVAL
        return ()

    def _ask(self, at: float) -> tuple[LinkEffect, ...]:
        self._asked_at = at
        self._ask_again = at + self._ask_interval
        return (SendLine(reader_messages.HELLO_QUESTION),)

    def _ping(self, at: float) -> tuple[LinkEffect, ...]:
        self._ping_at = at + PING_INTERVAL
        return (SendLine(reader_messages.encode_ping(_PONG.number)),)
