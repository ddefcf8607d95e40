"""A `DiceReader`, its dice and the game's own link to it, in one thread and without a clock."""

from collections import deque
from collections.abc import Iterable

from cdgdevice.bluetooth.dice_reader import DiceReader, Effect, SendToHost, WriteToDie
from cdgdevice.bluetooth.die_kind import DieKind
from cdgdevice.bluetooth.known_kinds import KNOWN_KINDS
from cdgdevice.bluetooth.roll_queue import RollRecord, read_record, write_record
from cdgdevice.drivers.reader.line import LineBuffer
from cdgdevice.drivers.reader.reader_link import (
    LinkEffect,
    ReaderCondition,
    ReaderLink,
    ReaderThrow,
    SendLine,
)
from cdgdevice.drivers.reader.reader_messages import parse_message
from tests.bluetooth.virtual_dice import godice_rest

GODICE = KNOWN_KINDS[0]
BOOT = 77


class LinkedDice:
    """Plays the I/O between them: what can be cut, lost or restarted has a method."""

    def __init__(self, dice: int = 1) -> None:
        self.names = tuple(f"GoDice_{number}" for number in range(dice))
        self.now = 0.0
        self.kept = write_record(RollRecord(BOOT))
        self.reader = DiceReader(self.names, RollRecord(BOOT))
        self.linked = [False] * dice
        self.settled: list[int] = []
        """What was reported final while linked."""
        self.counted: list[int] = []
        self.journal: list[tuple[int, int]] = []
        self.commands: list[tuple[int, bytes]] = []
        self.sentences: list[str] = []
        self.loses_acknowledgements = False
        self.host: ReaderLink | None = None
        self.lines = LineBuffer()
        self.unheard: deque[bytes] = deque()

    def carry_out(self, effects: Iterable[Effect]) -> None:
        self.kept = write_record(self.reader.record)
        for effect in effects:
            match effect:
                case WriteToDie(die, command):
                    self.commands.append((die, command))
                case SendToHost(lines):
                    self._hear(lines)

    def _hear(self, lines: bytes) -> None:
        """Hear lines one after the other, also those that an answer brings about."""
        self.unheard.append(lines)
        if len(self.unheard) > 1:
            return
        while self.unheard:
            for fields in self.lines.feed(self.unheard[0]):
                message = parse_message(fields)
                if self.host is not None and message is not None:
                    self._obey(self.host.handle_message(self.now, message))
            self.unheard.popleft()

    def _obey(self, effects: Iterable[LinkEffect]) -> None:
        assert self.host is not None
        for effect in effects:
            match effect:
                case SendLine(line):
                    if not (self.loses_acknowledgements and line.startswith(b"$ACK")):
                        self.carry_out(self.reader.handle_lines(self.now, line))
                case ReaderThrow():
                    assert effect.key is not None
                    assert effect.key not in self.journal
                    self.journal.append(effect.key)
                    self.counted.append(effect.face)
                    self._obey(self.host.acknowledge_throw(effect))
                case ReaderCondition(_, sentence):
                    self.sentences.append(sentence)

    def say(self, line: bytes) -> None:
        self.carry_out(self.reader.handle_lines(self.now, line))

    def start_host(self) -> None:
        self.lines = LineBuffer()
        self.host = ReaderLink(self.journal[-1:])
        effects = self.host.handle_opened(self.now)
        self.carry_out(self.reader.handle_host(self.now))
        self._obey(effects)

    def stop_host(self) -> None:
        self.reader.handle_host_gone()
        self.host = None

    def link(self, die: int = 0, kind: DieKind = GODICE) -> None:
        self.linked[die] = True
        self.carry_out(self.reader.handle_linked(die, kind))

    def cut(self, die: int = 0) -> None:
        self.linked[die] = False
        self.carry_out(self.reader.handle_lost(self.now, die))

    def notify(self, die: int, data: bytes) -> None:
        if self.linked[die]:
            self.carry_out(self.reader.handle_notification(self.now, die, data))

    def roll(self, die: int = 0) -> None:
        self.notify(die, b"R")

    def settle(self, face: int, die: int = 0) -> None:
        if self.linked[die]:
            self.settled.append(face)
        self.notify(die, godice_rest(face))

    def throw(self, face: int, die: int = 0) -> None:
        self.roll(die)
        self.settle(face, die)

    def restart_bridge(self) -> None:
        """Kill it: what was kept is all that is left; the dice and the host find it again."""
        had_host, linked = self.host is not None, self.linked
        record = read_record(self.kept)
        assert record is not None
        self.reader = DiceReader(self.names, record)
        self.linked = [False] * len(linked)
        if had_host:
            self.start_host()
        for die, was in enumerate(linked):
            if was:
                self.link(die)

    def wait(self, seconds: float) -> None:
        until = self.now + seconds
        while (due := min(self.reader.deadline(), self._host_deadline())) <= until:
            self.now = max(self.now, due)
            self.carry_out(self.reader.tick(self.now))
            if self.host is not None:
                self._obey(self.host.tick(self.now))
        self.now = until

    def _host_deadline(self) -> float:
        return float("inf") if self.host is None else self.host.deadline()
