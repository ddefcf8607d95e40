"""The command line: what it answers, and that every mistake is one clear sentence."""

import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path

import pytest

from cdgdevice.cli import run_command
from cdgdevice.method.request import New
from cdgdevice.table.folder import FolderDisk
from cdgdevice.table.game_folder import GameFolder
from cdgdevice.table.shelf import sheet_ids
from cdgdevice.table.tabletop import Tabletop

COMMANDS = (
    *("sheets", "check-sheet", "notes", "engine", "play", "games", "run", "sim", "demo"),
    "check-config",
    "dice",
    "reader",
)
PATIENCE = 30.0


def cdgdevice(
    *arguments: str | Path, given: bytes = b"", stdout: int | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run the program to its end; no run may ever show a traceback."""
    done = subprocess.run(
        [sys.executable, "-m", "cdgdevice", *map(str, arguments)],
        input=given,
        stdout=subprocess.PIPE if stdout is None else stdout,
        stderr=subprocess.PIPE,
        timeout=PATIENCE,
        check=False,
    )
    assert b"Traceback" not in (done.stdout or b"") + done.stderr, done.stderr.decode()
    assert b"mistake of cdgdevice" not in done.stderr, done.stderr.decode()
    return done


def here(*arguments: str | Path) -> subprocess.CompletedProcess[bytes]:
    """Run a command in this process: much faster, where streams and signals don't matter."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        try:
            status = run_command(list(map(str, arguments)))
        except SystemExit as left:
            status = int(left.code or 0)
    return subprocess.CompletedProcess(
        arguments, status, out.getvalue().encode(), err.getvalue().encode()
    )


def in_shell(line: str, *arguments: str | Path) -> subprocess.CompletedProcess[bytes]:
    """Run a line of sh; `$0` is the program's Python, `$1` and so on the arguments."""
    done = subprocess.run(
        ["sh", "-c", line, sys.executable, *map(str, arguments)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    assert b"Traceback" not in done.stdout + done.stderr, done.stderr.decode()
    assert b"Exception ignored" not in done.stderr, done.stderr.decode()
    return done


def refused(done: subprocess.CompletedProcess[bytes], *words: str, status: int = 1) -> None:
    """Check that a run was refused in one sentence that holds these words."""
    said = done.stderr.decode()
    assert done.returncode == status, said
    if status == 1:
        assert said.count("\n") == 1, said
        assert said.strip()[-1] in ".?!)", said
    assert all(word in said for word in words), said


@pytest.mark.parametrize("command", [(), *((name,) for name in COMMANDS)], ids=" ".join)
def test_help_fits_a_terminal_of_80_columns(
    command: Sequence[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    done = here(*command, "--help")
    assert done.returncode == 0
    lines = done.stdout.decode().splitlines()
    assert max(map(len, lines)) <= 80
    if not command:
        assert all(any(name in line for line in lines) for name in COMMANDS)


def test_sheets_lists_every_sheet_with_its_family_title_and_source() -> None:
    said = here("sheets").stdout.decode()
    lines = {line.split()[0]: line.split() for line in said.splitlines()}
    assert set(sheet_ids()) <= set(lines)
    assert lines["standard-2018"][1:] == ["pile", "Standard", "rules"]
    assert "Book v1.10 (2018), Standard Method Rules" in said
    assert max(map(len, said.splitlines())) <= 80


def test_sheets_shows_one_sheet_and_writes_a_new_one_that_is_checked_and_played(
    tmp_path: Path,
) -> None:
    assert "Flip A and B." in here("sheets", "standard-2018").stdout.decode()
    config = tmp_path / "cdgdevice.toml"
    config.write_text("")
    sheets = tmp_path / "sheets"
    sheets.mkdir()
    new = sheets / "my-game.toml"
    said = here("sheets", "new", new, "--config", config).stdout.decode()
    assert f"check-sheet {new}" in said
    assert str(sheets) in "".join(said.split("\n  "))
    assert "A round of it" in here("check-sheet", new).stdout.decode()
    refused(here("sheets", "new", new), "is there already")
    assert "My game, yours" in here("sheets", "--config", config).stdout.decode()
    assert "My game" in here("sheets", "my-game", "--config", config).stdout.decode()
    assert "An example" in here("notes", "my-game", "22", "--config", config).stdout.decode()
    asked = b'{"do": "new", "sheet": "my-game"}\n'
    (answer,) = cdgdevice("engine", "--config", config, given=asked).stdout.splitlines()
    assert json.loads(answer)["state"]["sheet"] == "my-game"
    played = ("play", "my-game", "--config", config, "--folder", tmp_path / "games")
    assert b"My game, turn 1" in cdgdevice(*played, given=b"4\n").stdout
    # Broken from now on: its game says so, another is begun, and no other sheet is harmed.
    new.write_text(new.read_text().replace('family = "pile"', 'family = "pille"', 1))
    refused(here("check-sheet", new), 'my-game.toml line 15: family: "pille" is not known.')
    said = " ".join(cdgdevice(*played[:1], *played[2:]).stdout.decode().split())
    assert "0001-my-game.journal can't be played: my-game.toml line 15" in said
    assert "Another game was begun" in said
    refused(cdgdevice(*played), 'family: "pille" is not known')
    said = here("sheets", "--config", config).stdout.decode()
    assert "tells all" in said
    assert "My game" not in said


def test_an_own_sheet_laid_in_while_nothing_runs_is_found_by_the_next_command(
    tmp_path: Path,
) -> None:
    (tmp_path / "cdgdevice.toml").write_text("")
    own = ("--config", tmp_path / "cdgdevice.toml")
    kept = ("--folder", tmp_path / "games")
    assert "my-game" not in here("sheets", *own).stdout.decode()
    refused(here("notes", "my-game", *own), 'There is no sheet "my-game"')
    (tmp_path / "sheets").mkdir()
    here("sheets", "new", tmp_path / "sheets" / "my-game.toml", *own)
    assert "my-game" in here("sheets", *own).stdout.decode()
    assert "An example" in here("notes", "my-game", *own).stdout.decode()
    assert "lines of play" in here("perft", "my-game", "2", *own).stdout.decode()
    assert b"My game, turn 1" in cdgdevice("play", "my-game", *own, *kept).stdout
    (tmp_path / "sheets" / "my-game.toml").unlink()
    refused(here("notes", "my-game", *own), 'There is no sheet "my-game"')


def test_a_sheet_with_several_mistakes_tells_each_on_a_line_of_its_own(tmp_path: Path) -> None:
    new = tmp_path / "my-game.toml"
    here("sheets", "new", new)
    new.write_text(new.read_text().replace('first = "left"', 'first = "lef"\nlst = 1', 1))
    done = here("check-sheet", new)
    assert done.returncode == 1
    assert [line.split(":")[0] for line in done.stderr.decode().splitlines()] == [
        "my-game.toml line 33",
        "my-game.toml line 34",
    ]


def test_notes_are_told_and_what_has_none_is_refused() -> None:
    assert "Refilling" in here("notes", "standard-2018").stdout.decode()
    said = here("notes", "standard-2018", "refill").stdout.decode()
    assert said.startswith("Refilling\n")
    refused(here("notes", "standard-2018", "a", "submarine"), 'is on "a submarine"')
    refused(here("notes", "standart-2018"), 'Did you mean "standard-2018"?')


def test_the_version_is_told() -> None:
    assert here("--version").stdout.startswith(b"cdgdevice ")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "COMMAND"),
        (("plya",), "invalid choice: 'plya'"),
        (("sheets", "standard-2018", "extra"), "only `sheets new` takes a file"),
        (("check-sheet",), "the following arguments are required: FILE"),
        (("play", "--hands", "7"), "--hands"),
        (("play", "--hands", "a", "b"), "invalid int value: 'a'"),
        (("play", "--folder", ""), "the name is empty"),
        (("play", "--game", "x"), "invalid int value: 'x'"),
        (("play", "--game", "1", "--new"), "nothing else can be said of it"),
        (("play", "standard-2018", "--game", "1"), "nothing else can be said of it"),
        (("run", "--config"), "expected one argument"),
        (("sim", "--port", "x"), "invalid int value: 'x'"),
    ],
    ids=str,
)
def test_misuse_has_status_2_and_says_what_is_wrong(arguments: Sequence[str], words: str) -> None:
    refused(here(*arguments), words, status=2)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("paths-of-glroy-2022",), 'Did you mean "paths-of-glory-2022"?'),
        (("--hands", "99", "1"), "from 7 to 8"),
        (("--hands", "-1", "7"), "from 7 to 8"),
        (("standard-2018", "--option", "one-opps"), "one-ops"),
        (("standard-2018", "--option", ""), "one-ops"),
        (("../../etc/passwd",), "There is no sheet"),
        (("\x1b]0;owned\x07",), r'There is no sheet "\u001B]0;owned\u0007".'),
        (("--game", "7"), "There is no game 7; `cdgdevice games` lists them."),
    ],
    ids=str,
)
def test_a_game_that_can_t_be_begun_is_refused(
    tmp_path: Path, arguments: Sequence[str], words: str
) -> None:
    refused(here("play", *arguments, "--folder", tmp_path / "games"), words)


def test_a_configuration_that_can_t_be_read_is_told(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path, why in (
        (tmp_path / "none.toml", "No such file"),
        (tmp_path, "no ordinary file"),
        (pipe, "no ordinary file"),
        (Path("/dev/zero"), "no ordinary file"),
    ):
        refused(here("check-config", path), str(path), why)


def test_of_a_huge_configuration_only_the_start_is_read(tmp_path: Path) -> None:
    file = tmp_path / "cdgdevice.toml"
    with file.open("wb") as huge:
        huge.truncate(2**40)  # with a hole in it: no disk is filled
    refused(here("check-config", file), "larger than 64 KiB")


def test_check_config_reports_every_mistake_and_says_where(tmp_path: Path) -> None:
    file = tmp_path / "cdgdevice.toml"
    file.write_text('sheet = "paths-of-glroy"\n[pins]\nleft_button = 99\n')
    done = here("check-config", file)
    said = done.stderr.decode()
    assert done.returncode == 1
    assert "line 1" in said
    assert "line 3" in said
    file.write_text("")
    assert here("check-config", file).stdout.decode() == f"{file}: no mistakes.\n"


@pytest.mark.parametrize("content", [b"\xff\xfe", b"sheet = ", b"\x00" * 10, b"[[[[" * 1000])
def test_a_configuration_that_is_no_toml_is_told(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "cdgdevice.toml"
    file.write_bytes(content)
    refused(here("check-config", file), "cdgdevice.toml")


def test_a_folder_that_another_process_plays_from_is_refused(tmp_path: Path) -> None:
    disk = FolderDisk(tmp_path)
    disk.claim()
    try:
        refused(cdgdevice("play", "--folder", tmp_path), "Another cdgdevice is playing")
    finally:
        disk.release()


@pytest.mark.parametrize("folder", ["/dev/null", "/proc/none/here"])
def test_a_folder_that_can_t_be_is_told_at_once_and_at_the_end(folder: str) -> None:
    done = cdgdevice("play", "--folder", folder, given=b"4\n")
    said = done.stdout.decode()
    assert "The die: ABC." in said, "the game goes on all the same"
    assert said.index("can't be") < said.index("The die: ABC.")
    refused(done, "can't be")


def test_a_damaged_game_is_told_and_kept_and_another_one_begun(tmp_path: Path) -> None:
    cdgdevice("play", "--folder", tmp_path, given=b"4\nA\ndone\n")
    journal = next(tmp_path.glob("*.journal"))
    lines = journal.read_bytes().split(b"\n")
    journal.write_bytes(b"\n".join([*lines[:2], b"x" + lines[2], *lines[3:]]))
    for _ in range(2):
        done = cdgdevice("play", "--folder", tmp_path)
        assert b"is damaged in line 3" in done.stdout
        assert b"Another game was begun" in done.stdout
        assert b"round 1" in done.stdout
        assert list(tmp_path.glob("*.journal")) == [journal], "nothing was played in the other"
    cdgdevice("play", "--folder", tmp_path, given=b"4\n")
    assert b"Going on with 0002-" in cdgdevice("play", "--folder", tmp_path).stdout
    refused(cdgdevice("play", "--game", "1", "--folder", tmp_path), "is damaged in line 3")


def listed(folder: Path) -> list[str]:
    done = here("games", "--folder", folder)
    assert (done.returncode, done.stderr) == (0, b"")
    lines = done.stdout.decode().splitlines()
    assert all(len(line) <= 80 and line.isascii() and line.isprintable() for line in lines)
    return lines


def test_games_lists_every_game_with_its_sheet_turn_and_time(tmp_path: Path) -> None:
    assert listed(tmp_path) == ["There are no games yet; `cdgdevice play` begins one."]
    for day, sheet in enumerate(("paths-of-glory-2022", "standard-2018"), 3):
        noon = datetime(2026, 11, day, 12, tzinfo=UTC)
        disk = FolderDisk(tmp_path)
        Tabletop.new(GameFolder(disk), New(sheet), lambda at=noon: at)
        disk.release()
    time = r"2026-11-0\d \d\d:\d\d"
    first, second = listed(tmp_path)
    assert re.fullmatch(rf" +2  standard-2018 +turn 1 +{time}", first)
    assert re.fullmatch(rf" +1  paths-of-glory-2022 +turn 1 +{time}", second)


def test_a_game_whose_file_is_no_journal_is_one_line_of_the_list_all_the_same(
    tmp_path: Path,
) -> None:
    for name in (f"0077-{'x' * 90}", "0078-\u2028\udcff"):
        (tmp_path / f"{name}.journal").write_bytes(b"?")
    lines = listed(tmp_path)
    assert [line.split()[0] for line in lines] == ["77", "78"]
    assert all("can't be gone on with" in line for line in lines)


@pytest.mark.parametrize("port", ["99999", "-1"])
def test_a_port_that_can_t_be_is_told(tmp_path: Path, port: str) -> None:
    done = here("sim", "--no-browser", "--port", port, "--folder", tmp_path)
    refused(done, f"Port {port} ", "choose another")


# --- streams --------------------------------------------------------------------------------------


def test_output_that_nobody_reads_any_more_is_no_reason_for_words(tmp_path: Path) -> None:
    for command in ("sheets", f"play --folder {tmp_path}", "demo"):
        reads, writes = os.pipe()
        os.close(reads)
        done = cdgdevice(*command.split(), given=b"4\n", stdout=writes)
        os.close(writes)
        assert (done.returncode, done.stderr) == (1, b""), command


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("command", ["sheets", "demo"])
def test_a_full_disk_behind_the_output_is_told(command: str) -> None:
    done = in_shell(f'"$0" -m cdgdevice {command} >/dev/full')
    refused(done, "No space left on device")


def test_closed_streams_are_taken_for_empty_ones(tmp_path: Path) -> None:
    for line in (
        '"$0" -m cdgdevice sheets >&-',
        '"$0" -m cdgdevice engine <&-',
        '"$0" -m cdgdevice play --folder "$1" <&- >&- 2>&-',
    ):
        assert in_shell(line, tmp_path).returncode == 0, line
    assert in_shell('"$0" -m cdgdevice play nosuch --folder "$1" 2>&-', tmp_path).stdout == b""


# --- engine ---------------------------------------------------------------------------------------


def test_engine_answers_every_line_with_one_line_and_ends_with_its_input() -> None:
    lines = [
        b'{"do": "new", "sheet": "standard-2018"}',
        b"",
        b"no json",
        b"\xff\xfe\xfa",
        b'{"do": "\xc3\x28"}',
        b"[" * 50_000,
        b'{"do": "roll", "die": 4}',
        b'{"do": "state"}',  # the last line without its end
    ]
    done = cdgdevice("engine", given=b"\n".join(lines))
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["ok"] for answer in answers] == [True, *[False] * 5, True, True]
    assert all("\n" not in answer.get("error", "") for answer in answers)
    assert done.returncode == 0
    assert done.stderr == b""


def test_engine_answers_a_line_of_any_length_once_and_keeps_none_of_it() -> None:
    megabytes = 400
    done = in_shell(
        f"""ulimit -v {megabytes * 1024} || exit 3
        {{ head -c {megabytes * 1024 * 1024} /dev/zero; echo; echo '{{"do": "state"}}'; }} |
        "$0" -m cdgdevice engine"""
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["ok"] for answer in answers] == [False, False]
    assert answers[0]["error"] == "A request has at most 100000 characters; this has more."
    assert "There is no game yet" in answers[1]["error"]


def test_engine_answers_each_line_before_the_next_is_sent() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "cdgdevice", "engine"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as engine:
        assert engine.stdin is not None
        assert engine.stdout is not None
        for _ in range(3):
            engine.stdin.write(b'{"do": "state"}\n')
            engine.stdin.flush()
            assert json.loads(engine.stdout.readline())["ok"] is False
        engine.stdin.close()
        assert engine.wait(PATIENCE) == 0


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_a_refusal_is_folded_for_a_terminal_and_one_line_in_a_log(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    said = []
    for stream in (Terminal(), StringIO()):
        monkeypatch.setattr(sys, "stderr", stream)
        assert run_command(["reader", "info", "--port", str(tmp_path / ("x" * 30))]) == 1
        said.append(stream.getvalue())
    assert said[0].count("\n") > 1
    assert max(map(len, said[0].splitlines())) <= 80
    assert said[1].count("\n") == 1
