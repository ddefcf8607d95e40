"""The same game on the screens, on the gadget's page, in a browser and in a terminal.

Whatever rolls, choices and undos it is played with there, its journal holds the same, line by line,
but for where an answer came from.
"""

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import partial
from itertools import cycle

from hypothesis import given
from hypothesis import strategies as st

from cdgdevice.browser.browser_play import BrowserPlay
from cdgdevice.browser.page_board import read_answer
from cdgdevice.cli.terminal_game import play_in_terminal
from cdgdevice.drivers.gpio.control_events import Control
from cdgdevice.games.game_folder import GameFolder
from cdgdevice.games.journal_format import decode_line
from cdgdevice.games.open_game import OpenGame, throw_missing_dice
from cdgdevice.games.sheet_library import sheet_ids
from cdgdevice.games.tabletop import Games
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.die import STANDARD_CONVERSION
from cdgdevice.rules.requests import (
    ChooseOption,
    NewGame,
    Request,
    RollDice,
    UndoLast,
    write_request,
)
from cdgdevice.service.board_requests import answer_board, find_board_id
from cdgdevice.service.loop import PageRequest
from cdgdevice.service.session import Session
from cdgdevice.ui.choices import find_highlighted, list_choices
from cdgdevice.ui.state import FlashLayer
from tests.examples import examples
from tests.simulated_disk import SimulatedDisk
from tests.whole_gadget import Gadget, plain

NOON = datetime(2026, 11, 3, 12, tzinfo=UTC)
BUTTONS = {Side.LEFT: Control.LEFT, Side.RIGHT: Control.RIGHT}
RESULT_SECONDS = 1.1
UNDO_SECONDS = 0.8
MOST_TOUCHES = 60
"""Touches after which an answer should long have been given."""
ONE_IN = 8
"""One answer in so many is taken back."""
DICE = (3, 1, 5, 2, 6, 4, 4)

Play = Callable[[SimulatedDisk, list[Request], Iterator[int]], None]


def deal(sheet: str) -> SimulatedDisk:
    """Give a disk with a game whose cards are dealt."""
    disk = SimulatedDisk()
    Games(GameFolder(disk), NewGame(sheet), clock)
    return disk


def clock() -> datetime:
    return NOON


def open_game(disk: SimulatedDisk) -> OpenGame:
    return Games(GameFolder(disk), NewGame("standard-2018"), clock).tabletop


def find_requests(sheet: str, moves: list[int]) -> list[Request]:
    """Play a game in memory, and return what was asked on the way."""
    game, dice, asked = OpenGame.new(GameFolder(SimulatedDisk()), NewGame(sheet)), cycle(DICE), []
    for move in moves:
        plain_choices = [
            choice.request
            for choice in list_choices(game.history.now)
            if isinstance(choice.request, RollDice | ChooseOption)
        ]
        if move % ONE_IN == 0 and game.history.past:
            request: Request = UndoLast()
        elif plain_choices:
            request = plain_choices[move // ONE_IN % len(plain_choices)]
        else:
            break
        asked.append(request)
        thrown = throw_missing_dice(game.history, request, lambda: next(dice))
        game.answer(thrown, "button", own=thrown != request)
    return asked


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
        throw=lambda: next(dice),
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
            for _ in range(MOST_TOUCHES):
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


def read_journal(disk: SimulatedDisk) -> list[object]:
    (name,) = (name for name in disk.names() if name.endswith(".journal"))
    lines = [decode_line(line).content for line in disk.read(name).splitlines()]
    return [{**line, "by": None} if "by" in line else line for line in lines]


@examples(2)
@given(st.sampled_from(sheet_ids()), st.lists(st.integers(0, 1000), min_size=5, max_size=60))
def test_a_game_is_kept_alike_whatever_it_is_played_with(sheet: str, moves: list[int]) -> None:
    requests = find_requests(sheet, moves)
    assert requests
    journals = {}
    for name, play in FRONT_ENDS.items():
        disk = deal(sheet)
        play(disk, requests, cycle(DICE))
        journals[name] = read_journal(disk)
    assert len(journals["browser"]) == len(requests) + 1
    for name, journal in journals.items():
        assert journal == journals["browser"], name
