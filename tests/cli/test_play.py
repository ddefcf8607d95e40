"""`cdgdevice play`: a game by hand over a pipe and at a terminal, and what is left when it dies."""

import os
import random
import re
import select
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import StringIO
from pathlib import Path

import pytest

from cdgdevice.cli.known_words import SideQuestion, list_completions
from cdgdevice.cli.parser import run_command
from cdgdevice.cli.terminal_board import resumed_lines
from cdgdevice.cli.typed_words import LookUpNotes, parse_typed
from cdgdevice.games.disk import FolderDisk
from cdgdevice.games.game_folder import GameFolder
from cdgdevice.games.sheet_library import load_sheet
from cdgdevice.games.tabletop import Games
from cdgdevice.rules.die import STANDARD_CONVERSION
from cdgdevice.rules.engine import answer_request, begin_game
from cdgdevice.rules.requests import NewGame, RollDice
from tests.cli.program import cdgdevice, here
from tests.patience import PATIENCE
from tests.processes import Process
from tests.terminals import open_terminal

TURN = ["AB", "A", ""] * 12
"""Every round of a turn of Paths of Glory: the die is named, A is played, done."""


PROGRAM = (sys.executable, "-m", "cdgdevice")


def command(folder: Path, *more: str) -> list[str]:
    """The command that plays in this folder, its first game without its set-up."""
    plain = folder.parent / f"{folder.name}.toml"
    plain.write_text("set_up = false\n", "utf-8")
    return ["play", "--config", str(plain), "--folder", str(folder), *more]


def finish(words: list[str], *lines: str) -> str:
    """Return what a command says to these lines, which are followed by the end of input."""
    typed = "".join(f"{line}\n" for line in lines)
    done = cdgdevice(*words, given=typed.encode(errors="surrogateescape"))
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode()


def played(folder: Path, *lines: str, more: tuple[str, ...] = ()) -> list[str]:
    """Play these lines, and give what is said to each, the greeting first."""
    said, _, kept = finish(command(folder, *more), *lines).rpartition("\n> ")
    assert max(map(len, [*said.splitlines(), *kept.splitlines()[:-1]])) <= 80
    return said.split("\n> ")


def next_command(said: str) -> list[str]:
    """Return the command that is named for continuing a game, as a shell would divide it."""
    return shlex.split(said.splitlines()[-1])


def test_a_whole_turn_is_played_over_a_pipe(tmp_path: Path) -> None:
    said = played(tmp_path, *TURN, "", "")
    assert "Roll or 1-Ops." in said[0]
    assert "The die: AB." in said[1]
    assert "Play A, then done." in said[2]
    assert "Fill A from C" in said[3]
    assert "Turn 1 is over" in said[len(TURN)]
    assert "Turn 1 is over" in said[len(TURN) + 1], "the other side has discards, too"
    assert "turn 2, round 1" in said[len(TURN) + 2]


def test_what_was_misread_is_corrected_and_what_was_done_is_undone(tmp_path: Path) -> None:
    said = played(tmp_path, "ABC", "correct DE", "D", "undo", "undo", "roll")
    assert "Flip C." in said[1]
    assert "Flip C face-down." in said[2]
    assert "The die: DE." in said[2]
    assert "By hand:\n  Put D back, face-up." in said[4]
    assert "By hand:" in said[5]


def test_a_roll_taken_back_shows_the_same_die_again(tmp_path: Path) -> None:
    said = played(tmp_path, "ABC", "undo", "JR")
    assert "The die: ABC." in said[3]


def test_help_tells_the_words_of_the_moment(tmp_path: Path) -> None:
    said = played(tmp_path, "help", "4", "A", "help")
    assert "Enter" in said[1]
    assert "one-ops" in said[1]
    assert "combat-card" in said[4]


def test_help_names_enter_only_where_it_takes_a_step(tmp_path: Path) -> None:
    said = played(tmp_path, "help", "4", "help", "", "A", "help")
    assert ["the usual next step" in each for each in (said[1], said[3], said[6])] == [
        True,
        False,
        True,
    ]
    assert said[4].startswith("Type "), "nor does it take one then"


NONSENSE = ("C", "7", "rol", "x" * 5000, "1" * 5000, "\x00", "\udcff")


def test_nonsense_is_answered_with_what_is_meant_and_changes_nothing(tmp_path: Path) -> None:
    said = played(tmp_path, *NONSENSE, "4")
    assert len(said) == len(NONSENSE) + 2
    for refusal in said[1:-1]:
        assert "Roll or 1-Ops. Or type help." in " ".join(refusal.split()), refusal
    assert "The die: ABC." in said[-1]


def test_the_next_start_goes_on_and_new_begins_another(tmp_path: Path) -> None:
    before = played(tmp_path, "ABC", "B")[-1]
    again = played(tmp_path)[0]
    assert "Continuing Paths of Glory (2022 box), game 1; --new begins another." in again
    assert before.splitlines()[-4:] == again.splitlines()[-4:]
    assert "Continuing" not in played(tmp_path, more=("--new",))[0]
    assert len(list(tmp_path.glob("*.journal"))) == 2


def test_the_sheet_that_is_named_is_begun_though_another_game_was_never_played(
    tmp_path: Path,
) -> None:
    played(tmp_path)
    assert "Standard rules" in played(tmp_path, more=("standard-2018",))[0]
    hands = played(tmp_path, more=("standard-2018", "--hands", "3", "5"))[0]
    assert "3 of 3 left" in hands


def test_the_sides_keep_the_names_that_a_new_game_gave_them(tmp_path: Path) -> None:
    game = ("commands-and-colors-2018", "--names", "Romans", "Gauls")
    said = played(tmp_path, "skip", "AB", "A", "done", more=game)
    assert "Romans: Fill A, face-down.\nGauls: Roll." in said[-1]
    assert "Romans: Fill A, face-down.\nGauls: Roll." in played(tmp_path)[0]


def test_a_new_game_is_guided_through_its_set_up_by_enter_alone(tmp_path: Path) -> None:
    said = played(tmp_path, "", "", "", "", "", more=("--new", "paths-of-glory-2022"))
    assert "Guns of August?" in said[0]
    assert "Eight-card hands?" in said[1]
    assert "Shuffle each side's deck." in said[2]
    assert "Place your draw deck on C" in said[3]
    assert "Roll or 1-Ops." in said[5]


def test_a_hand_is_asked_for_with_what_enter_takes(tmp_path: Path) -> None:
    asked = played(tmp_path, more=("--new", "standard-2018", "--option", "no-one-ops"))[0]
    said = played(tmp_path, *[""] * 12, more=("--new", "for-the-people-2018"))
    hands = [text for text in (asked, *said) if "hand: how many cards?" in text]
    assert hands
    assert all(re.search(r"Type \d+ to \d+\. Enter: \d+\.", text) for text in hands)


def test_the_first_game_of_all_is_guided_through_its_set_up(tmp_path: Path) -> None:
    assert "Guns of August?" in finish(["play", "--folder", str(tmp_path)])


def test_a_sheet_that_is_named_continues_with_its_last_game(tmp_path: Path) -> None:
    played(tmp_path, "skip", "ABC", "B", more=("standard-2018",))
    played(tmp_path, "skip", "ABC", more=("washingtons-war-2022",))
    again = played(tmp_path, more=("standard-2018",))[0]
    assert "Continuing Standard rules (2018 book), game 1;" in again
    assert "Play B, then done." in again
    assert "Continuing Standard rules (2018 book), game 1;" in played(tmp_path)[0]
    second = played(tmp_path, more=("--game", "2"))[0]
    assert "Continuing Washington's War (2022 box), game 2;" in second
    assert len(list(tmp_path.glob("*.journal"))) == 2


@contextmanager
def at_a_terminal(folder: Path, **environment: str) -> Iterator[tuple[Process[bytes], int]]:
    """A game that stands at its first question, and our end of its terminal."""
    ours, theirs = open_terminal()
    with Process(
        [*PROGRAM, *command(folder)],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, "TERM": "dumb", **environment},
    ) as process:
        os.close(theirs)
        try:
            assert "Roll or 1-Ops." in _until(ours, "> ")
            yield process, ours
        finally:
            process.kill()
            os.close(ours)


def test_at_a_terminal_it_is_left_with_ctrl_d(tmp_path: Path) -> None:
    with at_a_terminal(tmp_path) as (process, ours):
        for typed, said in (
            ("ABC\n", "Play A, B or C."),
            ("help all\n", "Now also"),
            ("B\n", "Play B, then done."),
            ("undo\n", "Put B back"),
            ("correct JR\n", "The die: !!."),
        ):
            os.write(ours, typed.encode())
            text = _until(ours, "\n> ")
            assert said in text
            assert max(map(len, text.splitlines())) <= 80
        os.write(ours, b"\x04")
        assert process.wait(PATIENCE) == 0


def test_at_a_terminal_tab_completes_words_and_an_arrow_calls_a_line_back(tmp_path: Path) -> None:
    up = b"\x1b[A"
    with at_a_terminal(tmp_path) as (_, ours):
        for typed, said in (
            (b"AB\n", "Play A or B."),
            (b"un\t\n", "Undone: T1 R1, the roll."),
            (up + up + b"\n", "The die: AB."),
            (b"corr\tABCD\x08\n", "The die: ABC."),
            (b"tab\tC dwn\x1b[D\x1b[Do\n", "Play A or B."),
        ):
            os.write(ours, typed)
            assert said in _until(ours, "\n> ")


def test_a_terminal_shows_in_colour_what_is_offered_unless_nobody_wants_colours(
    tmp_path: Path,
) -> None:
    for number, (environment, coloured) in enumerate(
        (
            ({"TERM": "xterm", "NO_COLOR": ""}, True),
            ({"TERM": "xterm", "NO_COLOR": "1"}, False),
            ({"TERM": "dumb", "NO_COLOR": ""}, False),
        )
    ):
        with at_a_terminal(tmp_path / str(number), **environment) as (_, ours):
            os.write(ours, b"ABC\n")
            text = _until(ours, "\n> ")
        assert ("\x1b[1;32m[A]*\x1b[0m" in text) is coloured
        assert ("\x1b[1mThe die: ABC.\x1b[0m" in text) is coloured
        assert re.sub(r"\x1b\[[0-9;]*m", "", text).count("[A]*") == 1


def test_a_word_is_completed_by_what_may_follow_it_now() -> None:
    game = begin_game(load_sheet("paths-of-glory-2022"), NewGame("paths-of-glory-2022"))
    assert list_completions(game, "un") == ["undo"]
    assert list_completions(game, "table tu") == ["turn"]
    assert "set-table" not in list_completions(game, "why ")
    assert list_completions(game, "nonsense a") == []


def test_a_word_after_help_is_completed_by_what_help_explains() -> None:
    game = begin_game(load_sheet("paths-of-glory-2022"), NewGame("paths-of-glory-2022"))
    assert list_completions(game, "help fate d") == ["Die"]
    assert list_completions(game, "help d") == ["discard pile", "display", "draw deck"]
    assert list_completions(game, "h un") == list_completions(game, "? un") == ["undo"]


def test_ctrl_c_at_a_terminal_names_the_command_that_continues(tmp_path: Path) -> None:
    with at_a_terminal(tmp_path / "my games") as (process, ours):
        os.write(ours, b"ABC\n")
        _until(ours, "\n> ")
        assert _interrupt(process) == 130
        said = _until(ours, "games'\r\n")
    assert "Traceback" not in said
    assert "Paths of Glory (2022 box) is saved; to continue:\n" in said
    config, folder = tmp_path / "my games.toml", tmp_path / "my games"
    options = ["--game", "1", "--config", str(config), "--folder", str(folder)]
    assert next_command(said) == ["cdgdevice", "play", *options]


def _interrupt(process: Process[bytes]) -> int:
    """Press Ctrl-C and return the status; again if it came just before the program waited."""
    for _ in range(int(PATIENCE / 10)):
        process.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            return process.wait(10)
    raise AssertionError("Ctrl-C does not end it")


class InterruptedOutput(StringIO):
    """Ctrl-C comes while the first prompt is written."""

    interrupted = False

    def flush(self) -> None:
        if not self.interrupted and self.getvalue().endswith("> "):
            self.interrupted = True
            raise KeyboardInterrupt


def test_ctrl_c_while_the_prompt_is_written_is_not_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", StringIO())
    monkeypatch.setattr(sys, "stdout", InterruptedOutput())
    assert run_command(["play", "--folder", str(tmp_path)]) == 130


@pytest.mark.parametrize("leave", [(), ("quit",)])
def test_whoever_leaves_reads_the_command_that_continues(
    tmp_path: Path, leave: tuple[str, ...]
) -> None:
    left = finish(command(tmp_path / "games"), "ABC", *leave)
    assert "Paths of Glory (2022 box) is saved; to continue:\n" in left
    again = finish(next_command(left)[1:])
    assert "Continuing Paths of Glory (2022 box), game 1;" in again
    assert next_command(again) == next_command(left)


def test_a_game_of_an_own_sheet_s_file_is_a_game_as_any_other(tmp_path: Path) -> None:
    sheet, folder = str(tmp_path / "verdun.toml"), ("--folder", str(tmp_path / "games"))
    assert here("sheets", "new", sheet).returncode == 0
    left = finish(["play", sheet, *folder], "skip", "4")
    assert next_command(left) == ["cdgdevice", "play", "--game", "1", *folder]
    for named in ([], ["--game", "1"], ["verdun"], [sheet]):
        assert "Continuing My game, game 1;" in finish(["play", *named, *folder])
    assert here("games", "log", "1", *folder).stdout.startswith(b"My game\n")
    assert b"1 game opens, played again" in here("selftest", *folder).stdout


def test_where_the_file_of_a_played_sheet_is_gone_it_is_said_what_to_do(tmp_path: Path) -> None:
    sheet, folder = tmp_path / "verdun.toml", ("--folder", str(tmp_path / "games"))
    assert here("sheets", "new", str(sheet)).returncode == 0
    finish(["play", str(sheet), *folder], "skip", "4")
    (tmp_path / "made").mkdir()
    moved = sheet.rename(tmp_path / "made" / "verdun.toml")
    told = " ".join(finish(["play", *folder]).split())
    assert f"verdun.toml in {tmp_path} can't be read" in told
    assert "If you moved it, name its new place to `cdgdevice play`." in told
    assert "Continuing My game" in finish(["play", str(moved), *folder])
    assert "Continuing My game" in finish(["play", *folder])


def test_a_draft_beside_an_installed_sheet_of_its_id_is_continued_by_its_file(
    tmp_path: Path,
) -> None:
    own, draft = tmp_path / "cdgdevice.toml", tmp_path / "draft" / "verdun.toml"
    installed = tmp_path / "sheets" / "verdun.toml"
    where = ("--config", str(own), "--folder", str(tmp_path / "games"))
    own.write_text("")
    for folder in (draft.parent, installed.parent):
        folder.mkdir()
    assert here("sheets", "new", installed).returncode == 0
    draft.write_text(installed.read_text().replace('"My game"', '"My draft"'))
    left = finish(["play", str(draft), *where], "skip", "4")
    assert next_command(left) == ["cdgdevice", "play", str(draft), *where]
    again = finish(next_command(left)[1:])
    assert "Continuing My draft, game 1;" in again
    assert next_command(again) == next_command(left)
    installed.write_bytes(draft.read_bytes())
    same = finish(next_command(left)[1:])
    assert next_command(same) == ["cdgdevice", "play", "--game", "1", *where]
    assert "Continuing My draft, game 1;" in finish(next_command(same)[1:])


def test_a_link_to_a_sheet_is_remembered_by_its_own_name(tmp_path: Path) -> None:
    draft, link = tmp_path / "draft-3.toml", tmp_path / "verdun.toml"
    folder = ("--folder", str(tmp_path / "games"))
    assert here("sheets", "new", link).returncode == 0
    link.rename(draft)
    link.symlink_to(draft.name)
    left = finish(["play", str(link), *folder], "skip", "4")
    assert next_command(left) == ["cdgdevice", "play", "--game", "1", *folder]
    assert "Continuing My game, game 1;" in finish(next_command(left)[1:])


def test_nothing_is_said_to_be_kept_if_nothing_was_played(tmp_path: Path) -> None:
    assert "kept" not in finish(command(tmp_path))


def test_killed_at_any_moment_it_continues_with_no_less_than_was_shown(tmp_path: Path) -> None:
    chance = random.Random(7)
    screens = [_board(text) for text in played(tmp_path / "whole", *TURN)]
    starts = [_board(text) for text in _starts()]
    assert len(set(starts)) == len(starts) == len(screens)
    for start, played_screen in zip(starts, screens, strict=True):
        # A start also tells the older orders: the lines that told them may be gone.
        assert _without_names(played_screen) <= _without_names(start)
    for number in range(2):
        folder = tmp_path / str(number)
        shown = _killed(folder, after=chance.randrange(1, 30))
        now = starts.index(_board(played(folder)[0]))
        assert now >= shown - 1, "what was shown is kept"
        journal = next(folder.glob("*.journal"))
        journal.write_bytes(journal.read_bytes()[:-7])  # the plug is pulled in the midst of a line
        torn = played(folder)[0]
        assert "The power was cut" in torn
        assert starts.index(_board(torn)) == now - 1


def _starts() -> Iterator[str]:
    """Give what a start shows before the turn, and after each of its lines: all that stands."""
    history = begin_game(load_sheet("paths-of-glory-2022"), NewGame("paths-of-glory-2022"))
    yield resumed_lines(history)
    for line in TURN:
        request = parse_typed(line.split(), history, STANDARD_CONVERSION)
        assert not isinstance(request, SideQuestion | LookUpNotes)
        history = answer_request(history, request).history
        yield resumed_lines(history)


def _without_names(board: str) -> set[str]:
    """Give the lines of a screen; whose an order is, is said only where two sides have some."""
    return {line.partition("Powers: ")[2] or line for line in board.splitlines()}


def _killed(folder: Path, after: int) -> int:
    """Play the turn as fast as it goes, kill it after so many screens, and count the screens."""
    with Process(
        [*PROGRAM, *command(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        process.stdin.write("".join(f"{line}\n" for line in TURN).encode())
        process.stdin.flush()
        said = ""
        while said.count("\n> ") < after:
            said += _read(process.stdout.fileno())
        process.kill()
        while more := _read(process.stdout.fileno()):
            said += more
        return said.count("\n> ")


def _board(text: str) -> str:
    """Cut a screen out of what was said: from its title on."""
    return text[text.index("Paths of Glory, turn") :].strip().removesuffix("\n>")


def _until(source: int, end: str) -> str:
    said = ""
    while not said.endswith(end):
        more = _read(source)
        assert more, said
        said += more
    return said.replace("\r\n", "\n")


def _read(source: int) -> str:
    ready, _, _ = select.select([source], [], [], PATIENCE)
    assert ready, "nothing is said any more"
    return os.read(source, 65536).decode()


@pytest.mark.parametrize(
    "arguments", [("--new",), ("--hands", "8", "8"), ("washingtons-war-2022",)]
)
def test_a_game_begun_by_hand_knows_the_die_readers_throws_of_the_one_before(
    tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    disk = FolderDisk(tmp_path)
    games = Games(GameFolder(disk), NewGame("paths-of-glory-2022"))
    games.tabletop.answer(RollDice(die=(4,)), "reader", (7, 1))
    disk.release()
    played(tmp_path, more=arguments)
    disk = FolderDisk(tmp_path)
    assert Games(GameFolder(disk), NewGame("paths-of-glory-2022")).tabletop.counted == ((7, 1),)
    disk.release()
