"""The firmware and the host on a wire that drops, doubles, damages, delays and breaks."""

from pathlib import Path
from random import Random

import pytest

from cdgdevice.drivers.reader.line import LineBuffer
from cdgdevice.drivers.reader.reader_link import ReaderLink, ReaderThrow
from cdgdevice.drivers.reader.reader_messages import Hello, parse_message
from firmware.simulated.lockstep import Board
from firmware.simulated.tray import Clock, Tray
from tests.drivers.reader.bad_wire import Host
from tests.firmware.quick_board import QuickBoard

STEP = 110.0
"""Milliseconds: two frames."""
KEPT = 16


class Table:
    """A host, a board with its tray beside it, and a bad wire between."""

    def __init__(self, board: Board | QuickBoard, rng: Random) -> None:
        self.board = board
        self.rng = rng
        self.host = Host(rng)
        self.rested: list[int] = []
        """The faces that lay still under power, less those that a power cut may have taken."""
        self.at_stake: list[int] = []
        """The faces of this start of the board that the host has not counted."""
        self.host.opens(self.at)

    @property
    def at(self) -> float:
        return self.board.clock.ms / 1000

    def settle_up(self) -> None:
        """Move what the host has counted from what is at stake."""
        counted = len(self.host.journal) - len(self.rested)
        self.rested += self.at_stake[:counted]
        del self.at_stake[:counted]

    def passes(self, ms: float) -> None:
        until = self.board.clock.ms + ms
        while self.board.clock.ms < until:
            self.board.send(self.host.down.take(self.at))
            self.host.up.put(self.at, self.board.run(STEP))
            self.host.hears(self.at)
            self.settle_up()

    def throw(self) -> None:
        """Lift and throw the die, and wait until it has lain half a second."""
        if len(self.at_stake) >= KEPT:
            return
        face = self.rng.randint(1, 6)
        self.board.tray.lift()
        self.passes(330.0)
        self.board.tray.throw(face, tumbles=self.rng.uniform(100.0, 900.0))
        self.at_stake.append(face)
        self.passes(900.0 + 500.0)

    def wait(self) -> None:
        self.passes(self.rng.uniform(100.0, 5000.0))

    def cut(self) -> None:
        """The port closes and opens again; the board keeps its power."""
        self.host.closes()
        self.host.opens(self.at)

    def crash(self) -> None:
        self.host.crashes()
        self.settle_up()
        self.host.opens(self.at)

    def replug(self) -> None:
        """The cable is pulled: what the board had not told is lost; nothing else may be."""
        self.board.unplug()
        while self.host.uncounted:  # told, and so counted now or later
            self.host.writes()
        self.settle_up()
        self.at_stake.clear()
        self.board.replug()
        self.cut()

    def calm(self) -> None:
        """Let the wire be sound, and the rolls that wait be told."""
        self.host.up.sound = self.host.down.sound = True
        self.passes(12_000.0)

    def check(self) -> None:
        journal = self.host.journal
        keys = [entry[:2] for entry in journal]
        assert len(set(keys)) == len(keys), "none counts twice"
        assert [face for *_, face in journal] == self.rested, "each in its order"
        assert self.at_stake == [], "none is lost"


def play(table: Table, steps: int) -> None:
    moves = [table.throw] * 4 + [table.wait] * 2 + [table.cut, table.crash, table.replug]
    for _ in range(steps):
        table.rng.choice(moves)()
    table.calm()
    table.check()


@pytest.mark.parametrize("seed", range(0, 200, 20))
def test_every_throw_that_lay_still_counts_exactly_once(seed: int, calibration: Path) -> None:
    counted = 0
    for each in range(seed, seed + 20):
        table = Table(QuickBoard(Tray(Clock(), each), calibration), Random(each))
        play(table, steps=10)
        counted += len(table.host.journal)
    assert counted > 40


def test_and_so_it_does_under_micropython(folder: Path) -> None:
    with Board(Tray(Clock(), 1), folder) as board:
        table = Table(board, Random(1))
        play(table, steps=60)
        assert len(table.host.journal) > 10


def test_a_wire_on_which_nothing_is_sound_makes_no_throw_of_noise(calibration: Path) -> None:
    rng = Random(5)
    board = QuickBoard(Tray(Clock(), 5), calibration)
    link = ReaderLink()
    link.handle_opened(0.0)
    lines = LineBuffer()
    for _ in range(500):
        said = bytearray(board.run(STEP))
        for place in range(0, len(said), 17):
            said[place] = rng.randrange(256)
        for fields in lines.feed(bytes(said)):
            message = parse_message(fields)
            if message is not None:
                effects = link.handle_message(board.clock.ms / 1000, message)
                assert not any(isinstance(effect, ReaderThrow) for effect in effects)
        board.send(bytes(rng.randrange(256) for _ in range(rng.randrange(200))))
        if rng.random() < 0.05:
            board.tray.throw(rng.randint(1, 6))
    board.send(b"\n$HELLO?*134D\n")
    fields = LineBuffer().feed(board.run(200))
    assert any(isinstance(parse_message(each), Hello) for each in fields)
