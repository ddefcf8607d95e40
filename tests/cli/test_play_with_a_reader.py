"""`cdgdevice play --reader`: the dice of a game at the terminal are those of a die reader."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Self

import pytest

from cdgdevice.cli.reader_dice import ReaderDice
from cdgdevice.drivers.reader.line import LineBuffer, encode
from cdgdevice.drivers.reader.unix_socket_port import open_unix_door
from cdgdevice.games.game_folder import GameFolder
from cdgdevice.games.journal_format import decode_line
from cdgdevice.games.open_game import OpenGame
from cdgdevice.rules.die import STANDARD_CONVERSION, DieConversion, DieResult
from cdgdevice.rules.prompt import prompt
from cdgdevice.rules.requests import ChooseOption, NewGame, Request, RollDice
from tests.cli.test_play import command
from tests.patience import PATIENCE
from tests.processes import Process
from tests.simulated_disk import SimulatedDisk

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Unix sockets")
METHOD, TWO_DICE = "paths-of-glory-2022", "twilight-struggle-five-card"
REVERSED = DieConversion(tuple(DieResult)[::-1])
BOOT = "7"


class FakeReader:
    """The reader's end of a Unix socket; a test says its lines."""

    def __init__(self, folder: Path) -> None:
        self.port = f"unix:{folder / 'die'}"
        self._door = open_unix_door(folder / "die")
        self._lines = LineBuffer()
        self.heard: list[tuple[str, ...]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._door.close()
        self._host.close()

    def greet(self, *words: str) -> None:
        """Wait for the host, and say who it is."""
        self._door.settimeout(PATIENCE)
        self._host, _ = self._door.accept()
        self._host.settimeout(PATIENCE)
        self.say("HELLO", "1.4", "test 1", "test", BOOT, "+".join(words))

    def say(self, *fields: str) -> None:
        self._host.sendall(encode(*fields))

    def roll(self, seq: int, face: int) -> None:
        self.say("ROLL", BOOT, str(seq), str(face), "")

    def hears(self, *fields: str) -> None:
        """Wait until the host has said this line."""
        while fields not in self.heard:
            self.heard += self._lines.feed(self._host.recv(4096))
        self.heard.remove(fields)


@pytest.fixture
def reader(tmp_path: Path) -> Iterator[FakeReader]:
    with FakeReader(tmp_path) as reader:
        yield reader


class Terminal:
    """A game, its dice, and what the player is told."""

    def __init__(
        self,
        reader: FakeReader,
        sheet: str = METHOD,
        conversion: DieConversion = STANDARD_CONVERSION,
        counted: tuple[tuple[int, int], ...] = (),
    ) -> None:
        self.disk = SimulatedDisk()
        self.table = OpenGame.new(GameFolder(self.disk), NewGame(sheet), counted=counted)
        self.told: list[str] = []
        self.dice = ReaderDice(reader.port, 115200, self.table, conversion, self.told.append)

    def types(self, request: Request) -> None:
        """Answer as `cdgdevice play` does."""
        asked = self.dice.roll(self.table.history, request)
        if self.dice.answer(asked, is_rolled=asked != request) is None:
            self.table.answer(asked, "hand")

    def last(self) -> tuple[dict[str, object], object]:
        """Return what the journal has of the last answer: the request, and where it came from."""
        assert self.table.name is not None
        line = self.disk.read(self.table.name).splitlines()[-1]
        content = decode_line(line).content
        request = content["request"]
        assert isinstance(request, dict)
        return request, content["by"]


@pytest.mark.parametrize(
    ("words", "conversion", "result"),
    [
        (("pips",), STANDARD_CONVERSION, "AB"),
        (("pips",), REVERSED, "CDE"),
        ((), REVERSED, "AB"),
    ],
)
def test_a_roll_is_the_real_die_s_and_is_acknowledged_once_it_is_kept(
    words: tuple[str, ...], conversion: DieConversion, result: str, reader: FakeReader
) -> None:
    terminal = Terminal(reader, conversion=conversion)
    with terminal.dice:
        reader.greet(*words)
        reader.roll(1, 2)
        terminal.types(RollDice())
        reader.hears("ACK", BOOT, "1")
    request, by = terminal.last()
    assert (request["result"], by) == (result, "reader")
    assert terminal.table.counted == ((7, 1),)


def test_of_two_dice_each_is_kept_before_the_next_is_rolled(reader: FakeReader) -> None:
    terminal = Terminal(reader, TWO_DICE)
    while not (now := prompt(terminal.table.history.now)).rollers:
        terminal.table.answer(ChooseOption(now.options[-1].id), "hand")
    wanted = []
    with terminal.dice:
        reader.greet("pips", "lamp")
        for seq, face in ((1, 3), (2, 5)):
            reader.roll(seq, face)
            terminal.types(RollDice())
            reader.hears("ACK", BOOT, str(seq))
            wanted.append(terminal.last()[0]["die"])
    assert wanted == [3, 5]


def test_a_roll_that_an_earlier_run_has_counted_does_not_count_again(reader: FakeReader) -> None:
    terminal = Terminal(reader, counted=((7, 4),))
    with terminal.dice:
        reader.greet("pips")
        reader.roll(4, 2)
        reader.hears("ACK", BOOT, "4")
        reader.roll(5, 6)
        terminal.types(RollDice())
        reader.hears("ACK", BOOT, "5")
    assert terminal.last()[0]["result"] == "EVENT"


def test_a_die_does_not_count_where_its_result_was_typed_or_none_is_due(
    reader: FakeReader,
) -> None:
    terminal = Terminal(reader)
    with terminal.dice:
        reader.greet("pips")
        reader.roll(1, 2)
        terminal.dice.roll(terminal.table.history, RollDice())  # it has come
        terminal.types(RollDice(result=DieResult.DE))
        reader.hears("ACK", BOOT, "1")
        assert terminal.told[-1] == "No roll is due now."
        reader.roll(2, 3)
        reader.hears("ACK", BOOT, "2")
    assert terminal.told[-2:] == ["No roll is due now."] * 2
    request, by = terminal.last()
    assert (request["result"], by) == ("DE", "hand")


def test_the_command_waits_for_the_die_and_names_the_reader_at_its_end(
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
        reader.greet("pips")
        reader.roll(1, 2)
        reader.hears("ACK", BOOT, "1")
        said, _ = playing.communicate("quit\n", PATIENCE)
    assert "Roll the die." in said
    assert "The die: AB." in said
    assert f"--reader {reader.port}" in said
