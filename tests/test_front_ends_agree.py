"""The same game on the screens, on the gadget's page, in a browser and in a terminal.

Whatever rolls, choices and undos it is played with there, its journal holds the same, line by line,
but for where an answer came from.
"""

from itertools import cycle

from hypothesis import given
from hypothesis import strategies as st

from cdgdevice.games.game_folder import GameFolder
from cdgdevice.games.open_game import OpenGame, throw_missing_dice
from cdgdevice.games.sheet_library import sheet_ids
from cdgdevice.rules.requests import ChooseOption, NewGame, Request, RollDice, UndoLast
from cdgdevice.ui.choices import list_choices
from tests.examples import examples
from tests.front_ends import FRONT_ENDS, deal, read_journal
from tests.simulated_disk import SimulatedDisk

ONE_IN = 8
"""One answer in so many is taken back."""
DICE = (3, 1, 5, 2, 6, 4, 4)


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


@examples(2)
@given(st.sampled_from(sheet_ids()), st.lists(st.integers(0, 1000), min_size=5, max_size=60))
def test_a_game_is_kept_alike_whatever_it_is_played_with(sheet: str, moves: list[int]) -> None:
    requests = find_requests(sheet, moves)
    assert requests
    journals = {}
    for name, play in FRONT_ENDS.items():
        disk = deal(NewGame(sheet))
        play(disk, requests, cycle(DICE))
        journals[name] = read_journal(disk)
    assert len(journals["browser"]) == len(requests) + 1
    for name, journal in journals.items():
        assert journal == journals["browser"], name
