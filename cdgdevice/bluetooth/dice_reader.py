"""One or two dice as one die reader: what they report goes in, lines and commands to them come out.

Pure: it is told the time, and does nothing itself. A roll counts once the die has reported that it
lies still. One whose link broke before that is asked for again. A die that is picked up is linked
while it rolls: what it reports waits until it has said what it is.
"""

import math

from msgspec import Struct

from cdgdevice.bluetooth import die_kind
from cdgdevice.bluetooth.roll_queue import RollQueue, RollRecord
from cdgdevice.drivers.reader.line import LineBuffer, encode
from cdgdevice.drivers.reader.reader_messages import DieState, ReaderTrouble

HEARTBEAT_INTERVAL = 1.0
"""Seconds between two signs of life, for a host that has not asked for quiet."""
WEAK_BATTERY = 15
"""Percent of charge below which the player is told."""
MAX_DICE = 2
PLACE_COLOURS = ((255, 255, 255), (0, 255, 0))
"""In which the first die and the second show which is which: `name_blinking_die` names them."""
_FIRST, _SECOND = 0, 1
_CAPABILITIES = ("pips", "lamp", "quiet", "dice")
_OWN_TYPES = {"HELLO", "HB", "ROLL", "STATE", "BATTERY", "DIE", "PONG", "NAK"}


class SendToHost(Struct, frozen=True):
    """Write these lines to the host, if there is one."""

    lines: bytes


class WriteToDie(Struct, frozen=True):
    """Write a command to a die that is linked."""

    die: int
    """0 is the first die, 1 the second."""
    command: bytes


class AskAboutDice(Struct, frozen=True):
    """The host asks which dice are in range, or has one taken, forgotten or put first: its line."""

    fields: tuple[str, ...]


Effect = SendToHost | WriteToDie | AskAboutDice


class _Die(Struct):
    """What is known of one of the dice."""

    kind: die_kind.DieKind | None = None
    """None while it is not linked."""
    usable: bool | None = None
    """None until it is linked and has said what it is."""
    lying: DieState = DieState.ABSENT
    """As it was reported last; absent until it has said."""
    must_roll_again: bool = False
    """Its link broke while it rolled."""
    percent: int | None = None
    """The charge of its battery, as it said last."""
    settled: int | None = None
    """The face on which it settled, if it has not moved since: the same face again is a repeat."""
    waiting: tuple[die_kind.DieNews, ...] = ()
    """What it has reported of its rolls before it said what it is, in order."""

    @property
    def counts(self) -> bool:
        """Whether it is linked, and its rolls count."""
        return self.usable is True

    @property
    def rolls(self) -> bool:
        """Whether a roll of it is under way, or waits; what was only moved was not rolled."""
        waits = any(
            isinstance(news, die_kind.DieRolling | die_kind.DieSettled) for news in self.waiting
        )
        return waits or (self.counts and self.lying is DieState.MOVING)


class DiceReader:
    """The reader's side of the protocol, for the dice of these names.

    `record` is what earlier runs have left.
    """

    def __init__(self, names: tuple[str, ...], record: RollRecord) -> None:
        self._names = names
        self._dice = [_Die() for _ in names]
        self._rolls = RollQueue(record)
        self._first_came = False
        """Since two dice have been due, the first has been rolled."""
        self._radio = True
        self._host = False
        self._lines = LineBuffer()
        self._beat_at = math.inf
        self._started = math.nan
        self._unshown: set[int] = set()
        """Dice that were chosen or changed places, and have not shown their place yet."""
        self._due = 0
        self._last_due = 0 if record.held is None else MAX_DICE
        """As the host said last, also while none is there."""
        self._tells_due = False
        """The host that is there says when dice are due."""
        self._colour: die_kind.Colour = (0, 0, 0)
        self._told: tuple[DieState, ReaderTrouble | None] = (DieState.ABSENT, None)
        self._told_tenths: int | None = None

    @property
    def record(self) -> RollRecord:
        """What must be kept before any effect is obeyed."""
        return self._rolls.record

    @property
    def is_due(self) -> bool:
        """Whether the host wants a roll."""
        return self._due > 0

    def is_known(self, die: int) -> bool:
        """Return whether a linked die has said what it is."""
        return self._dice[die].usable is not None

    def take_dice(self, at: float, names: tuple[str, ...]) -> tuple[Effect, ...]:
        """Be the reader of other dice from now on; those that stay are linked as they were."""
        effects = self._release_held(at, whatever=True)
        before = dict(zip(self._names, self._dice, strict=True))
        self._names, self._dice = names, [before.get(name, _Die()) for name in names]
        self._unshown = set(range(MAX_DICE)) if len(names) == MAX_DICE else set()
        for die in range(len(names)):
            effects += self._show_place(die)
        return (*effects, *self._send(self._greet() if self._host else b""), *self._report())

    def handle_radio(self, *, works: bool) -> tuple[Effect, ...]:
        """Take note whether there is Bluetooth at all."""
        self._radio = works
        return self._report()

    def handle_linked(self, die: int, kind: die_kind.DieKind) -> tuple[Effect, ...]:
        """Take note that a die is linked and its notifications come."""
        known = self._dice[die]
        known.kind, known.lying = kind, DieState.ABSENT
        known.usable = None if kind.says_shape else True
        greeting = tuple(WriteToDie(die, command) for command in kind.greeting)
        return (*greeting, *self._light(die), *self._show_place(die), *self._report())

    def handle_lost(self, at: float, die: int) -> tuple[Effect, ...]:
        """Take note that a die's link has broken."""
        known = self._dice[die]
        # The second die's roll that is held counts still.
        held = die == _SECOND and self.record.held is not None
        awaited = (self.is_due or not self._tells_due) and not held
        known.must_roll_again |= awaited and known.rolls
        known.kind = known.usable = known.settled = None
        known.lying, known.waiting = DieState.ABSENT, ()
        return (*self._release_held(at), *self._report())

    def handle_notification(self, at: float, die: int, data: bytes) -> tuple[Effect, ...]:
        """Take what a die has sent."""
        kind = self._dice[die].kind
        effects: tuple[Effect, ...] = ()
        for news in () if kind is None else kind.decode(data):
            effects += self._handle_news(at, die, news)
        return (*effects, *self._release_held(at), *self._report())

    def handle_host(self, at: float) -> tuple[Effect, ...]:
        """Take note that a host has come."""
        self._host, self._lines = True, LineBuffer()
        self._started = at if math.isnan(self._started) else self._started
        self._beat_at = at + HEARTBEAT_INTERVAL
        self._told = self._find_state(), self._find_trouble()
        return self._send(self._greet() + self._rolls.send_first(at))

    def handle_host_gone(self) -> None:
        """Take note that the host has gone: nothing is awaited any more."""
        self._host, self._beat_at, self._due = False, math.inf, 0
        self._tells_due = False

    def handle_lines(self, at: float, data: bytes) -> tuple[Effect, ...]:
        """Take what the host has sent, cut anywhere."""
        effects: tuple[Effect, ...] = ()
        for fields in self._lines.feed(data):
            effects += self._answer(at, fields)
        return effects

    def deadline(self) -> float:
        """Return at how many seconds `tick` is wanted; infinity while nothing is awaited."""
        return min(self._beat_at, self._rolls.deadline()) if self._host else math.inf

    def tick(self, at: float) -> tuple[Effect, ...]:
        """Do what is due."""
        if not self._host:
            return ()
        due = self._rolls.tick(at)
        if at >= self._beat_at:
            self._beat_at = at + HEARTBEAT_INTERVAL
            due += encode("HB", str(int(at - self._started)), self._find_state().value)
        return self._send(due)

    def _handle_news(self, at: float, die: int, news: die_kind.DieNews) -> tuple[Effect, ...]:
        known = self._dice[die]
        match news:
            case die_kind.DieIdentified(usable):
                return self._identify(at, die, usable=usable)
            case die_kind.DieBattery(percent):
                known.percent = percent
            case _ if known.usable is None:
                known.waiting += (news,)
            case die_kind.DieRolling():
                known.lying, known.settled = DieState.MOVING, None
            case die_kind.DieLies(leans):
                known.lying, known.settled = DieState.COCKED if leans else DieState.SETTLED, None
            case die_kind.DieSettled(face):
                known.lying = DieState.SETTLED
                return self._take_roll(at, die, face) if known.counts else ()
        return ()

    def _identify(self, at: float, die: int, *, usable: bool) -> tuple[Effect, ...]:
        known = self._dice[die]
        known.usable = usable
        waiting, known.waiting = known.waiting, ()
        effects: tuple[Effect, ...] = ()
        for news in waiting:
            effects += (*self._handle_news(at, die, news), *self._release_held(at))
        return effects

    def _take_roll(self, at: float, die: int, face: int) -> tuple[Effect, ...]:
        known = self._dice[die]
        known.must_roll_again = False
        if known.settled == face:
            return ()
        known.settled = face
        if die == _SECOND:
            self._rolls.hold(face)  # instead of one that was picked up again before it counted
            return ()
        self._first_came = True
        return self._send(self._rolls.add(at, face))

    def _release_held(self, at: float, *, whatever: bool = False) -> tuple[Effect, ...]:
        """Let the second die's roll follow, unless the first die's or a later one is to come."""
        face = self.record.held
        if face is None or ((self._awaits_first() or self._awaits_second()) and not whatever):
            return ()
        self._rolls.hold(None)
        return self._send(self._rolls.add(at, face))

    def _awaits_first(self) -> bool:
        if self._dice[_FIRST].rolls:
            return True
        return self._last_due >= MAX_DICE and not self._first_came

    def _awaits_second(self) -> bool:
        """Return whether the second die is in the hand, or leans and may be nudged."""
        return any(
            die.rolls or (die.counts and die.lying is DieState.COCKED)
            for die in self._dice[_SECOND:]
        )

    def _answer(self, at: float, fields: tuple[str, ...]) -> tuple[Effect, ...]:
        match fields:
            case ("HELLO?", *_):
                return self._send(self._greet())
            case ("ACK", boot, seq, *_):
                return self._send(self._rolls.acknowledge(at, boot, seq))
            case ("PING", number, *_) if number.isdigit() and len(number) <= 10:
                return self._send(encode("PONG", number))
            case ("QUIET", *_):
                self._beat_at = math.inf
                return self._send(encode("STATE", self._find_state().value))
            case ("DUE", count, red, green, blue, *_):
                return self._take_due(at, (count, red, green, blue))
            case ("DICE?", *_) | ("TAKE" | "FORGET" | "FIRST", _, *_):
                return (AskAboutDice(fields),)
        if fields[0] in _OWN_TYPES:  # an echo: answering it would never end
            return ()
        return self._send(encode("NAK", "UNKNOWN"))

    def _take_due(self, at: float, fields: tuple[str, ...]) -> tuple[Effect, ...]:
        if not all(field.isdigit() and len(field) <= 3 for field in fields):
            return self._send(encode("NAK", "UNKNOWN"))
        due, *colour = map(int, fields)
        red, green, blue = (min(255, part) for part in colour)
        # Of two that were due one has come: the other blinks already.
        goes_on = 0 < due < self._due
        self._due = self._last_due = min(due, MAX_DICE)
        self._tells_due = True
        self._colour = red, green, blue
        self._first_came &= due < MAX_DICE
        effects = self._release_held(at)
        for die, known in enumerate(self._dice):
            known.must_roll_again &= due > 0
            effects += () if goes_on else self._light(die)
        return (*effects, *self._report())

    def _light(self, die: int) -> tuple[Effect, ...]:
        """Have a die blink if its roll is due: of two, the first where one is due."""
        kind = self._dice[die].kind
        if kind is None or die >= self._due:
            return ()
        return (WriteToDie(die, kind.encode_blinks(self._colour)),)

    def _show_place(self, die: int) -> tuple[Effect, ...]:
        """Have one of two dice blink in the colour of its place, once it is linked."""
        kind = self._dice[die].kind
        if kind is None or die not in self._unshown:
            return ()
        self._unshown.remove(die)
        return (WriteToDie(die, kind.encode_blinks(PLACE_COLOURS[die])),)

    def _find_state(self) -> DieState:
        """Return how the dice lie: what is still to come before what is there."""
        lying = {die.lying for die in self._dice}
        for each in (DieState.MOVING, DieState.COCKED, DieState.SETTLED):
            if each in lying:
                return each
        return DieState.ABSENT

    def find_charge(self) -> int | None:
        """Return the charge of the emptiest battery; None while none is known."""
        known = [die.percent for die in self._dice if die.percent is not None]
        return min(known, default=None)

    def find_troubles(self) -> tuple[ReaderTrouble, ...]:
        """Return all that is wrong, the worst first."""
        dice, charge = self._dice, self.find_charge()
        wrong = {
            ReaderTrouble.RADIO: not self._radio,
            ReaderTrouble.NO_DIE: not dice,
            ReaderTrouble.SHAPE: any(die.usable is False for die in dice),
            ReaderTrouble.ROLL_AGAIN: any(die.must_roll_again for die in dice),
            ReaderTrouble.AWAY: any(die.usable is None for die in dice),
            ReaderTrouble.WEAK: (100 if charge is None else charge) < WEAK_BATTERY,
        }
        return tuple(trouble for trouble, is_so in wrong.items() if is_so)

    def _find_trouble(self) -> ReaderTrouble | None:
        """Return the worst of what is wrong; a line has room for no more."""
        return next(iter(self.find_troubles()), None)

    def _report(self) -> tuple[Effect, ...]:
        """Say to the host what has changed."""
        told = self._find_state(), self._find_trouble()
        state, trouble = self._told
        self._told = told
        lines = encode("STATE", told[0].value) if told[0] is not state else b""
        charge = self.find_charge()
        if told[1] is not trouble or (charge is not None and charge // 10 != self._told_tenths):
            lines += self._greet()
        return self._send(lines)

    def _greet(self) -> bytes:
        trouble = self._find_trouble()
        words = (*_CAPABILITIES, *(() if trouble is None else (trouble.value,)))
        charge, boot = self.find_charge(), str(self.record.boot)
        self._told_tenths = None if charge is None else charge // 10
        return encode(
            "HELLO", "1.4", "dice-bridge 1", describe_uid(self._names), boot, "+".join(words)
        ) + (b"" if charge is None else encode("BATTERY", str(charge)))

    def _send(self, lines: bytes) -> tuple[Effect, ...]:
        return (SendToHost(lines),) if lines and self._host else ()


def describe_uid(names: tuple[str, ...]) -> str:
    """Return the reader's id: the die's name, or the ends of both, as a line can carry it."""
    share = 24 if len(names) < MAX_DICE else 11
    plain = ("".join(c if c.isascii() and c.isalnum() else "-" for c in name) for name in names)
    return "+".join(name[-share:] for name in plain) or "no-die"
