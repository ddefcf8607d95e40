"""A transcript: sessions in plain text, with the rules to check written beside the moves.

What was typed is its source. What the program said can be written anew from that.
"""

import json
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import wrap

from msgspec.structs import replace

from cdgdevice.cli.engine_command import EngineProtocol
from cdgdevice.cli.terminal_game import play_in_terminal
from cdgdevice.fold_lines import COLUMNS
from cdgdevice.games.sheet_library import load_sheet
from cdgdevice.rules.die import STANDARD_CONVERSION
from cdgdevice.rules.engine import AnswerResult, answer_request, begin_game
from cdgdevice.rules.game import Nominating, Ready, TurnEnd
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.requests import NewGame, Request

FOLDER = Path(__file__).parent
COMMENT, COMMAND, TYPED = "#", "$ ", ">"
ENTER = ""
"""The plain answer: a session that begins with it is led through its set-up."""
BESIDE = "  # "
"""What stands between something typed and a comment on the same line."""
ROWS = 3
"""The table on top of what the terminal says: the title and a line for each side."""
TABLE = ("White plays", "The di", "Marked, ", "Aggression: ", "DEFCON: ", "Noted for ")
"""Other lines that tell how the table stands: ranges, the roll, marks, a number that is kept."""


@dataclass(frozen=True)
class Session:
    """What was played after one command."""

    said: list[list[str]]
    """The lines said at the beginning, and to each line that was typed."""
    at_rest: list[bool]
    """For each line that was typed: it begins a round or the like."""
    games: list[GameHistory] = field(default_factory=list)
    """The game at the beginning and after each request that was taken."""
    taken: list[Request] = field(default_factory=list)


def sessions(text: str, *, few_questions: bool = False) -> list[Session]:
    """Play what a transcript says was typed.

    `few_questions`: a set-up asks only the usual ones, as the program does.
    """
    typed: list[tuple[str, list[str]]] = []
    for line in text.splitlines():
        if line.startswith(COMMAND):
            typed.append((line, []))
        elif line.startswith(TYPED):
            typed[-1][1].append(line.removeprefix(TYPED).partition(BESIDE)[0].strip())
    return [_session(command, lines, few_questions) for command, lines in typed]


def replayed(text: str, *, few_questions: bool = False) -> str:
    """Give a transcript with what the program says written anew."""
    return "\n".join(_rewritten(text, few_questions)) + "\n"


def transcripts() -> list[Path]:
    """Give the files of all transcripts."""
    return sorted(FOLDER.glob("*.txt"))


def _rewritten(text: str, few_questions: bool) -> Iterator[str]:
    playing = iter(sessions(text, few_questions=few_questions))
    answers: Iterator[tuple[bool, list[str]]] = iter(())
    after_comment, gap = True, False
    for line in text.splitlines():
        if line.startswith((COMMENT, COMMAND, TYPED)):
            apart, said = True, list[str]()
            if line.startswith(COMMAND):
                session = next(playing)
                answers = zip(session.at_rest, session.said[1:], strict=True)
                said = session.said[0]
            elif line.startswith(TYPED):
                apart, said = next(answers)
            if gap if after_comment else apart:
                yield ""
            yield line
            yield from said
            after_comment = line.startswith(COMMENT)
        gap = not line


def _session(command: str, typed: list[str], few_questions: bool) -> Session:
    match shlex.split(command.removeprefix(COMMAND)):
        case ["cdgdevice", "play", name, *settings]:
            # As in the program; other sessions begin where the set-up is over.
            led = few_questions or (bool(typed) and typed[0] == ENTER)
            new = replace(new_game(name, settings), set_up=led, few_questions=few_questions)
            return _at_the_terminal(new, typed)
        case ["cdgdevice", "engine"]:
            return _at_the_text_protocol(typed)
    raise ValueError(f"{command} begins no session")


def _at_the_terminal(new: NewGame, typed: list[str]) -> Session:
    session = Session([[]], [], [begin_game(load_sheet(new.sheet), new)])
    waiting, shown = iter(typed), list[str]()

    def take(request: Request, own: bool) -> AnswerResult:
        answered = answer_request(session.games[-1], request)
        session.games.append(answered.history)
        session.taken.append(request)
        return answered

    def read(_: str) -> str:
        line = next(waiting, None)
        if line is None:
            raise EOFError
        stage = session.games[-1].now.stage
        session.at_rest.append(isinstance(stage, Ready | Nominating | TurnEnd))
        session.said.append([])
        return line

    def write(text: str) -> None:
        lines = text.removeprefix("\n").splitlines()
        session.said[-1].extend(_news(lines, shown))
        # A screen begins with an empty line; what is put back by hand and refusals are no screens.
        if text.startswith("\n"):
            shown[:] = lines

    play_in_terminal(session.games[0], take, read, write, STANDARD_CONVERSION)
    # The greeting is the same for all games, and the end of input leaves an empty line.
    del session.said[0][0]
    return session


def _at_the_text_protocol(typed: list[str]) -> Session:
    server = EngineProtocol()
    said = [_wrapped(server.answer_line(line)) for line in typed]
    return Session([[], *said], [True] * len(typed))


def _news(lines: list[str], before: list[str]) -> Iterator[str]:
    """Give what is said, without what of the table stands as it stood."""
    of_table = False
    for at, line in enumerate(lines):
        of_table = (
            at < ROWS or line.startswith(TABLE) or (of_table and _goes_on(lines[at - 1], line))
        )
        if line not in before or not of_table:
            yield line


def _goes_on(line: str, after: str) -> bool:
    """Tell whether a line that was too long goes on in the next one."""
    return len(line) + len(after.partition(" ")[0]) >= COLUMNS


def new_game(name: str, settings: list[str]) -> NewGame:
    """Read what `cdgdevice play` is told of a new game."""
    hands: tuple[int, int] | None = None
    options: list[tuple[str, int]] = []
    while settings:
        match settings:
            case ["--hands", left, right, *more]:
                hands = int(left), int(right)
            case ["--option", option, *more]:
                options.append((option.removeprefix("no-"), not option.startswith("no-")))
            case _:
                raise ValueError(f"{settings[0]} is nothing of a new game")
        settings = more
    return NewGame(name, hands, tuple(options))


def _wrapped(line: str) -> list[str]:
    """Break a line of JSON at its spaces; joined by spaces it is the same line again."""
    lines = wrap(line, COLUMNS, break_long_words=False, break_on_hyphens=False)
    assert json.loads(" ".join(lines)) == json.loads(line)
    return lines
