"""Every command that the documentation and the program's own words name does what they say."""

import re
import shlex
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from random import Random
from shutil import copytree

import pytest

from cdgdevice.cli import typed_words
from cdgdevice.cli.known_words import SideQuestion
from cdgdevice.cli.parser import build_parser
from cdgdevice.cli.terminal_help import help_page
from cdgdevice.cli.typed_actions import NothingChangesError
from cdgdevice.errors import CdgDeviceError
from cdgdevice.games.open_game import throw_missing_dice
from cdgdevice.games.sheet_library import load_sheet, sheet_ids
from cdgdevice.printing.products_and_sizes import OF_A_GAME, Product
from cdgdevice.rules.die import STANDARD_CONVERSION
from cdgdevice.rules.engine import answer_request, begin_game
from cdgdevice.rules.game import GameEnd
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.prompt import prompt
from cdgdevice.rules.requests import ChooseOption, NewGame, RollDice, RulesError
from cdgdevice.sheet_tools.look_up import look_up_notes
from tests.cli.program import cdgdevice, here

ROOT = Path(__file__).parents[1]
PAGES = (*(ROOT / "docs").glob("*.md"), ROOT / "CONTRIBUTING.md")
MANUALS = (
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "hardware").glob("*.md")),
    *sorted((ROOT / "firmware").glob("*.md")),
    *sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml")),
)
GAMES = ROOT / "tests" / "games_of_before" / "home" / "data" / "cdgdevice"
PROGRAM = sorted((ROOT / "cdgdevice").rglob("*.py"))
NAMED = re.compile(r"(\S*python) -m ((?:tests|bench|pytest)[\w.]*)")

_IN_TEXT = re.compile(r"`(?:sudo )?(?:\.venv/bin/)?cdgdevice ([^`]+)`")
_ON_A_LINE = re.compile(r"^ {4,}(?:sudo )?(?:\.venv/bin/)?cdgdevice ([^#\n]+?)(?: *#.*)?$", re.M)
_STANDS_FOR = {
    "SHEET": "paths-of-glory-2022",
    "{sheet.id}": "paths-of-glory-2022",
    "DEPTH": "2",
    "FILE": "verdun.toml",
    "{folder}/{name}": "verdun.toml",
    ".../{file.name}": "verdun.toml",
    "PORT": "/dev/cdg-none",
    "COMMAND": "play",
}
"""What is put for the words that stand for something of the reader's own."""

ONLY_PARSED = {
    "run": "is the gadget, and needs its pins and screens",
    "sim": "is the gadget as a page, until it is stopped",
    "demo": "plays for a while; it has tests of its own",
    "selftest": "tries the parts of this computer; its status is theirs",
    "dice-bridge": "needs Bluetooth; simulated dice have tests of their own",
    "reader": "needs a die reader; simulated ones have tests of their own",
}
"""The commands of which the examples are not run, and why."""
NEED_MORE = {
    *("check-sheet", "completion", "notes", "odds", "perft"),
    *("play --names", "reader judge", "reader test --record"),
}
"""Names of commands and options, said without what has to follow them."""
PLOTTED = {"maker       ratio"}
"""What looks like a command, and is the head of a table."""


def commands(text: str) -> Iterator[str]:
    """Every command of the program in a text, with something put for what is the reader's."""
    for found in (*_IN_TEXT.findall(text), *_ON_A_LINE.findall(text)):
        if found.strip() in PLOTTED:
            continue
        for word, stands_for in _STANDS_FOR.items():
            found = found.replace(word, stands_for)
        yield found.strip()


NAMED_COMMANDS = sorted(
    {
        command
        for page in (*MANUALS, *PROGRAM)
        for command in commands(page.read_text(encoding="utf-8"))
    }
)


@pytest.fixture
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of a new user's, with a sheet of their own in it."""
    for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.chdir(tmp_path)
    for name in ("verdun.toml", "my-game.toml"):
        assert here("sheets", "new", name).returncode == 0
    return tmp_path


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_module_that_a_page_runs_is_there_and_its_python_is_the_one_that_has_all_of_it(
    page: Path,
) -> None:
    text = page.read_text(encoding="utf-8")
    assert "bin/pytest" not in text, "`make sim` brings no pytest"
    for python, module in NAMED.findall(text):
        assert python.strip("`") == ".venv/bin/python", module
        assert find_spec(module) is not None
        assert "`make test`" in text or "make test " in text, "or what it needs is not there"


def test_commands_are_found_in_manuals_and_in_the_program() -> None:
    found = {command.split()[0] for command in NAMED_COMMANDS}
    assert {"play", "games", "reader", "check-sheet", "print", "dice", "selftest"} <= found
    assert set(ONLY_PARSED) <= found, "a reason for what nobody names"


@pytest.fixture(scope="module")
def converted_games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a game of nearly every sheet."""
    games = copytree(GAMES, tmp_path_factory.mktemp("games") / "cdgdevice")
    assert cdgdevice("games", "convert", "--folder", str(games)).returncode == 0
    return games


@pytest.mark.parametrize("command", NAMED_COMMANDS)
def test_a_command_that_is_named_does_what_it_says(
    command: str, at_home: Path, converted_games: Path
) -> None:
    words = shlex.split(command)
    if command in NEED_MORE:
        names = [word for word in words if word[0] != "-"]
        told = here(*names, "--help").stdout.decode()
        assert told.startswith(f"usage: cdgdevice {' '.join(names)} ")
        assert all(word in told for word in words)
        return
    if words[0] in ONLY_PARSED:
        build_parser().parse_args(words)
        return
    if words[:2] == ["sheets", "new"]:
        (at_home / (words[2] if len(words) > 2 else "my-game.toml")).unlink()
    of_saved = words[0] == "dice" or words[:2] == ["play", "--game"]
    if of_saved or (words[0] == "games" and len(words) > 1):
        copytree(converted_games, at_home / "cdgdevice")
    if words[:2] == ["games", "import"]:
        assert here("games", "export", "3", words[2]).returncode == 0
    asks = words[0] in ("play", "engine") or words[:2] == ["games", "delete"]
    done = cdgdevice(*words, given=b"quit\n") if asks else here(*words)
    assert (done.returncode, done.stderr) == (0, b""), done.stderr.decode()


def test_print_says_which_of_its_products_are_a_game_s() -> None:
    said = here("print").stdout.decode()
    assert "last three" not in said
    assert "A game's are chits, mat and quick-sheet:" in said
    assert set(OF_A_GAME) < set(Product)


def test_the_notes_that_the_manuals_look_up_are_there_in_a_first_game(at_home: Path) -> None:
    typed = {
        words
        for page in MANUALS
        for words in re.findall(r"`(notes [a-z0-9# ]+)`", page.read_text(encoding="utf-8"))
    }
    assert len(typed) > 1
    script = "".join(f"{words}\n" for words in sorted(typed))
    said = cdgdevice("play", given=f"{script}quit\n".encode()).stdout.decode()
    assert "No note of" not in said
    assert said.count("\n> ") == len(typed) + 1
    assert list(at_home.rglob("*.journal"))


def states(sheet_id: str) -> Iterator[GameHistory]:
    """A game as it goes, with every answer taken back once more."""
    history = begin_game(load_sheet(sheet_id), NewGame(sheet_id))
    chance = Random(7)
    for _ in range(150):
        yield history
        now = prompt(history.now)
        if isinstance(history.now.stage, GameEnd):
            return
        option = chance.choice(now.options).id if now.options else ""
        if now.rollers and (not option or chance.random() < 0.8):
            request = throw_missing_dice(history, RollDice(), lambda: chance.randint(1, 6))
        else:
            request = ChooseOption(option)
        history = answer_request(history, request).history


def is_taken(typed: str, history: GameHistory) -> bool:
    """Whether a line means something at this moment."""
    try:
        meant = typed_words.parse_typed(typed.split(), history, STANDARD_CONVERSION)
        if isinstance(meant, typed_words.LookUpNotes):
            look_up_notes(history.now.sheet, meant.words)
        elif not isinstance(meant, SideQuestion | typed_words.LookUpRule | typed_words.LookUpTerm):
            answer_request(history, throw_missing_dice(history, meant, lambda: 3))
    except NothingChangesError:
        return True  # it is understood; the game has it so already
    except (RulesError, CdgDeviceError):
        return False
    return True


def written_out(words: str) -> tuple[str, ...]:
    """The lines to type that a word of the help stands for."""
    match words:
        case "Enter":
            return ("",)
        case "1 to 6":
            return tuple("123456")
        case "A to E":
            return tuple("ABCDE")
        case _:
            return tuple(words.split(", "))


@pytest.mark.parametrize("sheet_id", sheet_ids())
def test_every_word_of_the_help_means_something_in_a_game_of_the_sheet(sheet_id: str) -> None:
    games = list(states(sheet_id))
    always, _, _ = help_page(games[0].now).partition("  Now also:")
    named = re.findall(r"^  (\S.*?)  +\S", always, re.MULTILINE)
    lines = [line for words in named if words[0] != "[" for line in written_out(words)]
    assert {"", "undo", "notes", "help", "quit"} <= set(lines)
    examples = re.findall(r"notes [^\s,;.]+", always)
    assert examples
    lines += examples
    for line in lines:
        assert any(is_taken(line, game) for game in games), line


@pytest.mark.parametrize("sheet_id", sheet_ids())
def test_every_form_that_the_help_offers_at_a_moment_can_be_typed_then(sheet_id: str) -> None:
    for game in states(sheet_id):
        _, _, now_also = help_page(game.now).partition("  Now also:")
        for form in now_also.replace("\n        ", " ").split("\n    ")[1:]:
            line = " ".join(word.split("|")[0] for word in form.split())
            assert is_taken(line, game), line


@pytest.mark.parametrize("sheet_id", sheet_ids())
def test_no_text_of_a_sheet_speaks_of_the_menu_that_only_the_screen_has(sheet_id: str) -> None:
    text = (ROOT / "cdgdevice" / "sheets" / f"{sheet_id}.toml").read_text(encoding="utf-8")
    texts = re.findall(r'text = "([^"]*)"', text)
    assert not [said for said in texts if re.search(r"\bmenu\b", said)]


def test_what_troubleshooting_quotes_is_what_the_program_says() -> None:
    page = (ROOT / "docs" / "TROUBLESHOOTING.md").read_text(encoding="utf-8")
    quoted = re.findall(r'^\|[^|]*"([^"|]+)"', page, re.MULTILINE)
    files = (*PROGRAM, *(ROOT / "cdgdevice").rglob("*.js"))
    said = "\n".join(file.read_text(encoding="utf-8") for file in files)
    assert len(quoted) > 4
    assert [words for words in quoted if words not in said] == []


def test_findings_that_troubleshooting_names_are_on_the_page_that_explains_them() -> None:
    page = (ROOT / "docs" / "TROUBLESHOOTING.md").read_text(encoding="utf-8")
    explained = (ROOT / "docs" / "SELFTEST.md").read_text(encoding="utf-8")
    named = re.findall(r"`([a-z]+-[a-z]+)`", page)
    assert "power-low" in named
    assert [name for name in named if f"| `{name}` |" not in explained] == []
