"""`cdgdevice play --reader`: the dice of a game at the terminal are those of a die reader."""

import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from threading import Thread
from typing import Self

import pytest

from cdgdevice.cli import game_commands
from cdgdevice.drivers.reader.line import LineBuffer, encode
from cdgdevice.drivers.reader.unix_socket_port import open_unix_door
from cdgdevice.games.journal_format import decode_line
from tests.cli.test_play import command
from tests.patience import PATIENCE
from tests.processes import Process

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Unix sockets")
REVERSED = "[die.conversion]\n1 = 'EVENT'\n2 = 'CDE'\n3 = 'ABC'\n4 = 'DE'\n5 = 'AB'\n6 = 'JR'\n"
TWO_DICE = "sheet = 'twilight-struggle-five-card'\n"
TO_TWO_DICE = ("mixed", "mixed", "next", "china")
BOOT, NEXT_BOOT, SIMPLE = "7", "9", "0"
NOT_DUE = "No roll is due now."


class FakeReader:
    """The reader's end of a Unix socket; a test says its lines."""

    def __init__(self, folder: Path) -> None:
        self.port = f"unix:{folder / 'die'}"
        self._opened = ExitStack()
        self._door = self._opened.enter_context(open_unix_door(folder / "die"))
        self._door.settimeout(PATIENCE)
        self._host: socket.socket
        self._lines = LineBuffer()
        self.heard: list[tuple[str, ...]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._opened.close()

    def greet(self, *words: str, boot: str = BOOT) -> None:
        """Wait for the host, and say who it is."""
        self.plug_in()
        self.start(*words, boot=boot)

    def plug_in(self) -> None:
        self._host = self._opened.enter_context(self._door.accept()[0])
        self._host.settimeout(PATIENCE)

    def unplug(self) -> None:
        self._host.close()

    def start(self, *words: str, boot: str) -> None:
        self.say("HELLO", "1.4", "test 1", "test", boot, "+".join(words))

    def say(self, *fields: str) -> None:
        self._host.sendall(encode(*fields))

    def roll(self, seq: int, face: int, boot: str = BOOT) -> None:
        self.say("ROLL", boot, "" if boot == SIMPLE else str(seq), str(face), "")

    def hears(self, *fields: str) -> None:
        """Wait until the host has said this line."""
        while fields not in self.heard:
            data = self._host.recv(4096)
            assert data, "the host has gone"
            self.heard += self._lines.feed(data)
        self.heard.remove(fields)


@pytest.fixture
def reader(tmp_path: Path) -> Iterator[FakeReader]:
    with FakeReader(tmp_path) as reader:
        yield reader


class Terminal:
    """The command in a thread of its own; `more` is of its configuration."""

    def __init__(self, reader: FakeReader, folder: Path, more: str = "") -> None:
        self._reader = reader
        self.games = folder / "games"
        self._config = folder / "config.toml"
        self._config.write_text(f"set_up = false\n{more}", "utf-8")
        self._said = ""
        self.ended_by: BaseException | None = None

    def __enter__(self) -> Self:
        given, self._typed = os.pipe()
        output, told = os.pipe()
        self.output = os.fdopen(output, "rb", buffering=0)
        # In the test itself: before it pytest sets both again.
        self._before = sys.stdin, sys.stdout
        sys.stdin, sys.stdout = os.fdopen(given), os.fdopen(told, "w")
        self._thread = Thread(target=self._play, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._typed)  # the end of the input
        try:
            self.waits_for_its_end()
        finally:
            sys.stdin.close()
            with suppress(BrokenPipeError):
                sys.stdout.close()
            sys.stdin, sys.stdout = self._before
            self.output.close()

    def _play(self) -> None:
        where = self._reader.port, self._config, self.games
        try:
            game_commands.play(None, None, False, None, None, (), *where)
        except BaseException as error:
            self.ended_by = error

    def waits_for_its_end(self) -> None:
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()

    def types(self, *lines: str) -> None:
        os.write(self._typed, "".join(f"{line}\n" for line in lines).encode())

    def says(self, sentence: str) -> str:
        """Wait for a sentence; return what is said before it, since the last one."""
        while sentence not in (said := " ".join(self._said.split())):
            ready, _, _ = select.select([self.output], [], [], PATIENCE)
            assert ready, said
            told = self.output.read(4096).decode()
            assert told, said
            self._said += told
        before, _, self._said = said.partition(sentence)
        return before

    def has_heard_all(self) -> None:
        """Wait until everything that the reader has said is dealt with."""
        self._reader.say("STATE", "COCKED")
        self.says("The die leans: nudge it.")
        self._reader.say("STATE", "SETTLED")

    def rolls(self) -> list[tuple[object, object, object, object]]:
        """Return of each roll in the journal: what it shows, whose it is, its key, who rolled."""
        (journal,) = self.games.glob("*.journal")
        entries = [decode_line(line).content for line in journal.read_bytes().splitlines()]
        return [
            (asked.get("result", asked.get("die")), e["by"], e.get("throw"), e.get("own"))
            for e in entries
            if isinstance(asked := e["request"], dict) and asked.get("do") == "roll"
        ]


@pytest.mark.parametrize(
    ("words", "more", "result"),
    [(("pips",), "", "AB"), (("pips",), REVERSED, "CDE"), ((), REVERSED, "AB")],
)
def test_a_roll_is_the_real_die_s_and_is_acknowledged_once_it_is_kept(
    words: tuple[str, ...], more: str, result: str, reader: FakeReader, tmp_path: Path
) -> None:
    with Terminal(reader, tmp_path, more) as terminal:
        reader.greet(*words)
        terminal.types("roll")
        terminal.says("Roll the die.")
        reader.roll(1, 2)
        reader.hears("ACK", BOOT, "1")
        assert terminal.rolls() == [(result, "reader", [7, 1], None)]
        terminal.says(f"The die: {result}.")


def test_of_two_dice_each_is_kept_before_the_next_is_rolled(
    reader: FakeReader, tmp_path: Path
) -> None:
    with Terminal(reader, tmp_path, TWO_DICE) as terminal:
        reader.greet("pips", "lamp")
        terminal.types(*TO_TWO_DICE)
        for seq, face in ((1, 3), (2, 5)):
            terminal.types("roll")
            terminal.says("Roll the die.")
            reader.hears("DUE", str(3 - seq), "255", "30", "0")
            reader.roll(seq, face)
            reader.hears("ACK", BOOT, str(seq))
            reader.hears("DUE", "0", "0", "0", "0")
    assert [roll[0] for roll in terminal.rolls()] == [3, 5]


def test_two_rolls_of_a_simple_reader_are_two_dice_where_two_are_due(
    reader: FakeReader, tmp_path: Path
) -> None:
    with Terminal(reader, tmp_path, TWO_DICE) as terminal:
        reader.greet("pips", boot=SIMPLE)
        terminal.types(*TO_TWO_DICE)
        terminal.says("Roll")
        reader.roll(1, 3, SIMPLE)
        reader.roll(2, 5, SIMPLE)
        terminal.has_heard_all()
        terminal.types("roll", "roll")
        reader.hears("ACK", SIMPLE, "")
        reader.hears("ACK", SIMPLE, "")
        assert NOT_DUE not in terminal.says("The dice: blue 3, red 5.")
    assert [roll[0] for roll in terminal.rolls()] == [3, 5]


@pytest.mark.parametrize(("boots", "key"), [((SIMPLE, SIMPLE), None), ((BOOT, NEXT_BOOT), [7, 1])])
def test_of_two_rolls_that_wait_the_first_counts_and_the_other_never(
    boots: tuple[str, str], key: object, reader: FakeReader, tmp_path: Path
) -> None:
    with Terminal(reader, tmp_path) as terminal:
        reader.plug_in()
        for boot, face in zip(boots, (2, 6), strict=True):
            reader.start(boot=boot)
            reader.roll(1, face, boot)
        terminal.has_heard_all()
        terminal.types("roll")
        for boot in boots:
            reader.hears("ACK", boot, "" if boot == SIMPLE else "1")
        terminal.says(NOT_DUE)
        terminal.says("The die: AB.")
        assert terminal.rolls() == [("AB", "reader", key, None)]
        terminal.types("A", "", "right roll")
        terminal.says("Roll the die.")
        reader.roll(2, 3, boots[1])
        terminal.says("The die: DE.")


def test_a_die_does_not_count_where_its_result_was_typed_or_none_is_due(
    reader: FakeReader, tmp_path: Path
) -> None:
    with Terminal(reader, tmp_path) as terminal:
        reader.greet("pips")
        reader.roll(1, 2)
        terminal.has_heard_all()
        terminal.types("ABCDE", "DE")
        terminal.says(NOT_DUE)
        reader.hears("ACK", BOOT, "1")
        reader.roll(2, 3)
        terminal.says(NOT_DUE)
        reader.hears("ACK", BOOT, "2")
        assert terminal.rolls() == [("DE", "hand", None, None)]


def test_a_die_that_was_taken_back_counts_again_and_no_other_is_rolled(
    reader: FakeReader, tmp_path: Path
) -> None:
    with Terminal(reader, tmp_path) as terminal:
        reader.greet("pips")
        reader.roll(1, 2)
        terminal.types("roll", "undo")
        terminal.says("You took back AB")
        reader.roll(2, 6)
        terminal.has_heard_all()
        terminal.types("roll")
        terminal.says(NOT_DUE)
        reader.hears("ACK", BOOT, "2")
        terminal.says("The roll that was taken back counts: AB.")
        assert [roll[1:] for roll in terminal.rolls()] == [
            ("reader", [7, 1], None),
            ("terminal", None, None),
        ]


def test_the_side_that_rolls_out_of_turn_is_lit_in_its_colour(
    reader: FakeReader, tmp_path: Path
) -> None:
    with Terminal(reader, tmp_path) as terminal:
        reader.greet("pips", "lamp")
        terminal.types("right roll")
        reader.hears("DUE", "1", "0", "60", "255")
        reader.roll(1, 5)
        reader.hears("DUE", "0", "0", "0", "0")
        terminal.says("-> Allied Powers")
        terminal.says("The die: CDE.")


def test_a_reader_that_restarts_or_is_unplugged_may_still_bring_the_die(
    reader: FakeReader, tmp_path: Path
) -> None:
    with Terminal(reader, tmp_path) as terminal:
        reader.greet("pips", "lamp")
        terminal.types("roll")
        reader.hears("DUE", "1", "255", "30", "0")
        reader.start("pips", "lamp", boot=NEXT_BOOT)
        reader.hears("DUE", "1", "255", "30", "0")
        reader.unplug()
        terminal.says("No program offers a die reader: start it.")
        reader.greet("pips", "lamp", boot=NEXT_BOOT)
        terminal.says("The die reader is ready.")
        reader.hears("DUE", "1", "255", "30", "0")
        reader.roll(1, 4, NEXT_BOOT)
        reader.hears("ACK", NEXT_BOOT, "1")
        assert terminal.rolls() == [("ABC", "reader", [9, 1], None)]


def test_a_battery_that_runs_down_is_not_told_each_time(reader: FakeReader, tmp_path: Path) -> None:
    with Terminal(reader, tmp_path) as terminal:
        reader.greet("pips")
        terminal.says("The die reader is ready.")
        for percent in range(80, 70, -1):
            reader.say("BATTERY", str(percent))
        reader.say("STATE", "COCKED")
        assert "battery" not in terminal.says("The die leans: nudge it.")


def test_the_game_ends_where_nobody_can_be_told_of_the_reader(
    reader: FakeReader, tmp_path: Path
) -> None:
    with Terminal(reader, tmp_path) as terminal:
        reader.greet("pips")
        terminal.types("roll")
        terminal.says("Roll the die.")
        terminal.output.close()
        reader.unplug()
        terminal.waits_for_its_end()
        assert isinstance(terminal.ended_by, BrokenPipeError)


def test_the_command_waits_for_the_die_and_when_continued_does_not_count_it_again(
    reader: FakeReader, tmp_path: Path
) -> None:
    with Process(
        [sys.executable, "-m", "cdgdevice", *command(tmp_path / "games"), "--reader", reader.port],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as playing:
        assert playing.stdin is not None
        assert playing.stdout is not None
        playing.stdin.write("roll\n")
        playing.stdin.flush()
        reader.greet("pips", "lamp")
        reader.hears("DUE", "1", "255", "30", "0")
        playing.send_signal(signal.SIGINT)
        reader.hears("DUE", "0", "0", "0", "0")
        playing.stdin.write("roll\n")
        playing.stdin.flush()
        reader.roll(1, 2)
        reader.hears("ACK", BOOT, "1")
        said, _ = playing.communicate("quit\n", PATIENCE)
    assert "No die was rolled: roll, or type what your die shows." in said
    assert "The die: AB." in said
    assert f"--reader {reader.port}" in said
    with Terminal(reader, tmp_path) as terminal:
        reader.greet("pips")
        reader.roll(1, 2)
        reader.hears("ACK", BOOT, "1")
        terminal.types("undo", "right roll")
        terminal.says("Roll the die.")
        reader.roll(2, 6)
        reader.hears("ACK", BOOT, "2")
    assert [roll[0] for roll in terminal.rolls()] == ["AB", "EVENT"]
