"""One game, played on the screens, on the gadget's page, in a browser and in a terminal.

    python -m tests.front_ends FOLDER

plays the games of the files in a folder, which another front end exported, again with each of
these: their journals hold the same, line by line, but for when and from where an answer came.
"""

import json
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import partial
from itertools import chain, repeat
from pathlib import Path

from msgspec.structs import replace

from cdgdevice.browser.browser_play import BrowserPlay
from cdgdevice.browser.page_board import read_answer
from cdgdevice.cli.terminal_game import play_in_terminal
from cdgdevice.drivers.gpio.control_events import Control
from cdgdevice.games.exported_game import unpack_game
from cdgdevice.games.game_folder import GameFolder
from cdgdevice.games.journal_format import decode_line
from cdgdevice.games.open_game import OpenGame, throw_missing_dice
from cdgdevice.games.tabletop import Games
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.die import STANDARD_CONVERSION
from cdgdevice.rules.requests import (
    ChooseOption,
    NewGame,
    Request,
    RollDice,
    UndoLast,
    read_request,
    write_request,
)
from cdgdevice.service.board_requests import answer_board, find_board_id
from cdgdevice.service.loop import PageRequest
from cdgdevice.service.session import Session
from cdgdevice.ui.choices import find_highlighted, list_choices
from cdgdevice.ui.state import FlashLayer
from tests.simulated_disk import SimulatedDisk
from tests.whole_gadget import Gadget, plain

NOON = datetime(2026, 11, 3, 12, tzinfo=UTC)
BUTTONS = {Side.LEFT: Control.LEFT, Side.RIGHT: Control.RIGHT}
RESULT_SECONDS = 1.1
UNDO_SECONDS = 0.8
MAX_TOUCHES = 60
"""Touches after which an answer should long have been given."""

Play = Callable[[SimulatedDisk, list[Request], Iterator[int]], None]


def deal(new: NewGame) -> SimulatedDisk:
    """Give a disk with a game that has begun."""
    disk = SimulatedDisk()
    Games(GameFolder(disk), new, clock)
    return disk


def clock() -> datetime:
    return NOON


def open_game(disk: SimulatedDisk) -> OpenGame:
    return Games(GameFolder(disk), NewGame("standard-2018"), clock).tabletop


def play_in_browser(disk: SimulatedDisk, requests: list[Request], dice: Iterator[int]) -> None:
    page = BrowserPlay(disk, throw=lambda: next(dice), clock=clock)
    reply = json.loads(page.ask('{"do": "board"}'))
    for request in requests:
        asked = {"do": "answer", "request": write_request(request), "id": reply["id"]}
        reply = json.loads(page.ask(json.dumps(asked)))
        assert "error" not in reply, reply


def play_in_a_terminal(disk: SimulatedDisk, requests: list[Request], dice: Iterator[int]) -> None:
    game = open_game(disk)
    lines = map(type_line, requests)

    def read(_: str) -> str:
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    play_in_terminal(
        game.history,
        lambda request, own: game.answer(request, "terminal", own=own),
        read,
        lambda _: None,
        STANDARD_CONVERSION,
        roll=partial(throw_missing_dice, throw=lambda: next(dice)),
    )


def type_line(request: Request) -> str:
    match request:
        case RollDice(side):
            return "roll" if side is None else f"{side.value} roll"
        case ChooseOption(option):
            return option
        case _:
            return "undo"


def play_on_the_page(disk: SimulatedDisk, requests: list[Request], dice: Iterator[int]) -> None:
    with switch_on(disk, dice) as gadget:
        for request in requests:
            gadget.time.put(PageRequest(partial(answer_from_the_page, request)))
            gadget.passes(RESULT_SECONDS)


def answer_from_the_page(request: Request, session: Session, now: float) -> None:
    asked = read_answer(write_request(request))
    answer_board(asked, find_board_id(session), session, now)


def play_on_the_screens(disk: SimulatedDisk, requests: list[Request], dice: Iterator[int]) -> None:
    with switch_on(disk, dice) as gadget:
        for request in requests:
            before = gadget.answers()
            for _ in range(MAX_TOUCHES):
                touch(gadget, request)
                if gadget.answers() > before:
                    break
            else:
                raise AssertionError(f"{request} was not taken")


def touch(gadget: Gadget, request: Request) -> None:
    """Do the next thing by which a player gives an answer."""
    state, game = gadget.session.state, gadget.games.tabletop.history.now
    if isinstance(state.layer, FlashLayer):
        gadget.passes(RESULT_SECONDS)
    elif state.layer is not None:
        gadget.press(Control.KNOB)
    elif isinstance(request, UndoLast):
        gadget.press(Control.KNOB, UNDO_SECONDS)
    elif isinstance(request, RollDice):
        gadget.press(BUTTONS[request.side or game.active])
    else:
        wanted = [choice.request for choice in list_choices(game)].index(request)
        steps = wanted - find_highlighted(game, state.highlight)
        if steps:
            gadget.turn(steps)
        else:
            gadget.press(BUTTONS[game.active])


def switch_on(disk: SimulatedDisk, dice: Iterator[int]) -> Gadget:
    return Gadget(*(next(dice) for _ in range(400)), disk=disk, wall=clock, config=plain())


FRONT_ENDS: dict[str, Play] = {
    "browser": play_in_browser,
    "screens": play_on_the_screens,
    "page": play_on_the_page,
    "terminal": play_in_a_terminal,
}


def read_journal(disk: SimulatedDisk) -> list[dict[str, object]]:
    (name,) = (name for name in disk.names() if name.endswith(".journal"))
    return read_lines(disk.read(name))


def read_lines(journal: bytes) -> list[dict[str, object]]:
    """Return what a journal says, but for when and from where an answer came."""
    lines = [decode_line(line).content for line in journal.splitlines()]
    return [
        {key: value for key, value in line.items() if key not in {"at", "by"}} for line in lines
    ]


def find_disagreements(journal: bytes) -> list[str]:
    """Play the game of a journal on the other front ends; name those that keep another one."""
    header, *played = read_lines(journal)
    new = read_request(header["request"])
    answers = [read_request(line["request"]) for line in played]
    dice = [die for each in answers if isinstance(each, RollDice) for die in each.die]
    asked = [replace(each, die=()) if isinstance(each, RollDice) else each for each in answers]
    disagree = []
    for name, play in FRONT_ENDS.items():
        disk = deal(new)
        play(disk, asked, chain(dice, repeat(1)))
        if read_journal(disk) != [header, *played]:
            disagree.append(name)
    return disagree


def main(folder: Path) -> int:
    """Play all files again; return how many front ends keep other games."""
    files = sorted(folder.iterdir())
    amiss = 0
    for file in files:
        for front_end in find_disagreements(unpack_game(file.read_bytes(), file.name)):
            print(f"{file}: kept otherwise: {front_end}")
            amiss += 1
    print(f"{len(files)} games, each played {len(FRONT_ENDS)} times more: {amiss} kept otherwise.")
    return amiss


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])) > 0)
