"""From a die in the tray to the picture on the glass, through the firmware itself."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, Queue
from time import monotonic

import pytest

from cdgdevice.config.settings import DieSource
from cdgdevice.drivers.gpio.control_events import Control
from cdgdevice.drivers.reader import reader_link, reader_port
from cdgdevice.drivers.reader.die_stickers import STICKERS
from cdgdevice.drivers.reader.reader_conditions import LinkState
from firmware.simulated.lockstep import Board
from firmware.simulated.tray import Clock, Tray
from tests.patience import PATIENCE
from tests.simulated_disk import SimulatedDisk
from tests.terminals import TerminalCable
from tests.whole_gadget import Gadget

READER = DieSource.READER
LEFT = Control.LEFT
SAID = {
    1: "!!: C, or the lowest face-up card",
    2: "A or B",
    3: "D or E",
    4: "A, B or C",
    5: "C, D or E",
    6: "Event",
}


@contextmanager
def at_the_table(board: Board, disk: SimulatedDisk | None = None) -> Iterator["Play"]:
    """A gadget with the board on its port."""
    with Gadget(die=READER, disk=disk) as gadget:
        gadget.when_sent = board.send
        play = Play(gadget, board)
        play.plug()
        yield play


class Play:
    """The gadget and the board on one clock."""

    def __init__(self, gadget: Gadget, board: Board) -> None:
        self.gadget = gadget
        self.board = board

    def plug(self) -> None:
        self.gadget.time.put(reader_port.PortOpened(self.gadget.time.now))
        self.passes(0.5)

    def pull(self) -> None:
        """Pull the cable; the port tells so."""
        self.board.unplug()
        self.gadget.unplug_reader()

    def passes(self, seconds: float) -> None:
        for _ in range(round(seconds / 0.05)):
            self.gadget.passes(0.05)
            self.gadget.says(self.board.run(50.0))

    def asks(self) -> None:
        """Press for a roll; the glass says who rolls."""
        self.gadget.press(LEFT)
        self.passes(0.2)
        assert "Roll the die." in self.gadget.reads()

    def throws(self, face: int) -> None:
        self.board.tray.lift()
        self.passes(0.3)
        self.board.tray.throw(face, tumbles=400.0)
        self.passes(0.9)


def test_the_picture_of_each_face_that_is_thrown_comes_on_the_screen(board: Board) -> None:
    pictures = set()
    for sticker in STICKERS:
        with at_the_table(board) as play:
            play.asks()
            play.throws(sticker.face)
            assert play.gadget.reads() == f"The die: {SAID[sticker.face]}."
            assert play.gadget.answers() == 1
            pictures.add(play.gadget.picture())
    assert len(pictures) == 6


def test_a_die_that_leans_is_told_on_the_screen_until_it_is_nudged(board: Board) -> None:
    with at_the_table(board) as play:
        play.asks()
        board.tray.lean(1, 3)
        play.passes(3.0)
        assert "The die leans: nudge it." in play.gadget.reads()
        assert play.gadget.answers() == 0
        board.tray.place(3)
        play.passes(0.6)
        assert play.gadget.reads() == f"The die: {SAID[3]}."


def test_too_much_light_is_told_on_the_screen_and_the_next_throw_counts(board: Board) -> None:
    with at_the_table(board) as play:
        play.asks()
        board.tray.shine(4000.0)
        play.throws(4)
        assert "shade it" in play.gadget.reads()
        board.tray.shine(0.0)
        play.throws(4)
        assert play.gadget.reads() == f"The die: {SAID[4]}."
        assert play.gadget.answers() == 1


@pytest.mark.parametrize(
    "moment", [0.0, 0.2, 0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 1.0, 1.5, 3.0]
)
def test_a_cable_pulled_in_the_middle_of_a_throw_loses_nothing_and_doubles_nothing(
    board: Board, moment: float
) -> None:
    with at_the_table(board) as play:
        play.asks()
        board.tray.throw(5, tumbles=400.0)
        play.passes(moment)
        counted = play.gadget.answers()
        assert counted >= int(moment >= 0.85)
        assert counted <= int(moment > 0.6)
        play.pull()
        play.passes(1.0)
        board.replug()
        play.plug()
        play.passes(4.0)
        assert play.gadget.answers() == counted, "the die that lies there is not thrown again"
        if not counted:
            assert "Roll the die." in play.gadget.reads()
            play.throws(2)
            assert play.gadget.reads() == f"The die: {SAID[2]}."
            assert play.gadget.answers() == 1


def test_a_power_cut_of_the_gadget_counts_the_throw_once(board: Board) -> None:
    with at_the_table(board) as play:
        play.asks()
        play.gadget.when_sent = lambda _: None  # the acknowledgement is lost
        play.throws(6)
        assert play.gadget.answers() == 1
        disk = play.gadget.after_a_power_cut()
    with at_the_table(board, disk) as again:
        again.passes(3.0)
        assert again.gadget.answers() == 1
        assert board.run(2000).count(b"$ROLL") == 0, "the repeat was acknowledged"


def test_a_throw_while_the_gadget_is_off_counts_when_it_is_on_again(board: Board) -> None:
    board.tray.throw(3)
    board.run(5000.0)
    with at_the_table(board) as play:
        play.passes(1.0)
        assert play.gadget.answers() == 1


def test_wires_that_come_off_are_told_where_the_die_is_wanted(board: Board) -> None:
    with at_the_table(board) as play:
        play.asks()
        board.tray.unsolder()
        play.passes(2.0)
        assert "wires" in play.gadget.reads()
        board.tray.solder()
        play.passes(2.0)
        play.throws(1)
        assert play.gadget.answers() == 1


class Host:
    """The service's own port and link, on a terminal that the board is plugged into."""

    port: reader_port.ReaderPort

    def __init__(self, board: Board, carrier: TerminalCable) -> None:
        self.board = board
        self.carrier = carrier
        self.events: Queue[reader_port.PortEvent] = Queue()
        self.link = reader_link.ReaderLink()
        self.counted: list[int] = []
        self.shown: list[object] = []
        self.told: list[str] = []
        """Each state with its cause, as a failure of the test says it."""

    def lives_until(self, done: Callable[[], bool]) -> None:
        """Let both live until something is so; the thread of the port needs real time for it."""
        end = monotonic() + PATIENCE
        while monotonic() < end:
            if done():
                return
            if self.board.plugged:
                self.carrier.write(self.board.run(50.0))
                self.board.send(self.carrier.read())
            while True:
                try:
                    event = self.events.get(timeout=0.005)
                except Empty:
                    break
                self.take(event)
        raise AssertionError("\n".join((f"It never came; counted: {self.counted}", *self.told)))

    def take(self, event: reader_port.PortEvent) -> None:
        now = self.board.clock.ms / 1000
        if isinstance(event, reader_port.PortOpened):
            self.do(self.link.handle_opened(now))
        elif isinstance(event, reader_port.PortClosed):
            self.do(self.link.handle_closed(event.why))
        elif isinstance(event, reader_port.PortReceived):
            for _, message in event.take():
                self.do(self.link.handle_message(now, message))

    def do(self, effects: tuple[reader_link.LinkEffect, ...]) -> None:
        for effect in effects:
            if isinstance(effect, reader_link.SendLine):
                self.port.send(effect.line)
            elif isinstance(effect, reader_link.ReaderThrow):
                self.counted.append(effect.face)
                self.do(self.link.acknowledge_throw(effect))
            elif isinstance(effect, reader_link.ReaderCondition):
                self.shown.append(effect.state)
                self.told.append(f"{effect.state}: {effect.cause or effect.sentence}")


def test_over_a_real_terminal_every_face_counts_once_and_a_replug_doubles_none(
    folder: Path,
) -> None:
    carrier = TerminalCable()
    carrier.plug()
    board = Board(Tray(Clock(), 6), folder)
    host = Host(board, carrier)
    host.port = reader_port.ReaderPort(carrier.url, host.events.put)
    try:
        with board, host.port:
            host.lives_until(lambda: LinkState.LINKED in host.shown)
            for number, face in enumerate([1, 2, 3, 4, 5, 6, 6], 1):
                board.tray.lift()
                board.run(400.0)
                board.tray.throw(face)
                host.lives_until(lambda number=number: len(host.counted) == number)
            board.unplug()
            carrier.unplug()
            host.lives_until(lambda: host.shown[-1] is LinkState.LOST)
            carrier.plug()
            board.replug()
            host.lives_until(lambda: host.shown[-1] is not LinkState.LOST)
            board.tray.lift()
            board.run(400.0)
            board.tray.throw(2)
            host.lives_until(lambda: len(host.counted) == 8)
    finally:
        carrier.close()
    assert host.counted == [1, 2, 3, 4, 5, 6, 6, 2]
