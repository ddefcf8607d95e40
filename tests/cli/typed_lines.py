"""What the terminal says to lines that a test types."""

from cdgdevice.cli.terminal_board import resumed_lines
from cdgdevice.cli.terminal_game import play_in_terminal
from cdgdevice.games.sheet_library import load_sheet
from cdgdevice.rules.die import STANDARD_CONVERSION
from cdgdevice.rules.engine import AnswerResult, answer_request, begin_game
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.requests import NewGame, Request


def said(of: str, *lines: str, set_up: bool = False) -> list[str]:
    """Play these lines, and give what is said to each."""
    histories = [begin_game(load_sheet(of), NewGame(of, set_up=set_up))]
    answers: list[str] = []
    waiting = iter(lines)

    def take(request: Request, own: bool) -> AnswerResult:
        answered = answer_request(histories[-1], request)
        histories.append(answered.history)
        return answered

    def read(_: str) -> str:
        answers.append("")
        line = next(waiting, None)
        if line is None:
            raise EOFError
        return line

    def write(text: str) -> None:
        if answers:
            answers[-1] += f"{text}\n"

    play_in_terminal(histories[0], take, read, write, STANDARD_CONVERSION)
    return answers[:-1]


def resumed(of: str, *requests: Request) -> str:
    """Give what a game shows that goes on after these answers."""
    history = begun(of)
    for request in requests:
        history = answer_request(history, request).history
    return resumed_lines(history)


def begun(of: str) -> GameHistory:
    return begin_game(load_sheet(of), NewGame(of))
