"""A whole evening of a sheet, to be read beside its document: too long to be kept here.

`python -m tests.transcripts.evening SHEET [NUMBER]` prints one, and another for another number;
what follows begins the game as it does for `cdgdevice play`.
"""

import sys
from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from cdgdevice.cli.known_words import SideQuestion
from cdgdevice.cli.typed_words import LookUpNotes, LookUpRule, LookUpTerm, parse_typed
from cdgdevice.games.sheet_library import load_sheet
from cdgdevice.rules.die import STANDARD_CONVERSION
from cdgdevice.rules.engine import answer_request, begin_game
from cdgdevice.rules.game import GameEnd, SettingUp
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.player_actions import OfferedAction
from cdgdevice.rules.prompt import prompt
from cdgdevice.rules.questions import Option
from tests.rules.walking import thrown
from tests.transcripts.transcript import COMMAND, ENTER, TYPED, new_game, replayed

TURNS, ROUNDS = 6, 40
"""How long an evening is: of C&C, whose turns have one round a side, as long as forty of those."""
SELDOM = frozenset({"undo", "correct", "set-table", "mark", "range", "end-turn", "end-game"})
"""What corrects a slip or ends something: no part of a plain evening."""
OF_THE_DECK = frozenset({"pile-empty", "no-card-left"})
"""What says that a deck is empty, which happens seldom too."""
OF_ACTIONS, OF_WAYS = 0.12, 0.15
"""How often a sheet's action, or a way beside the roll, is taken while the round goes on."""
LIKELY = 6
"""Most numbers that are asked for are costs and counts of this size."""


def typed_evening(sheet: str, seed: int, *settings: str) -> Iterator[str]:
    """Give what somebody types in an evening, one line after the other."""
    new = replace(new_game(sheet, list(settings)), set_up=True, few_questions=True)
    history, random = begin_game(load_sheet(sheet), new), Random(seed)
    while not is_over(history):
        line = _next_line(history, random)
        request = parse_typed(line.split(), history, STANDARD_CONVERSION)
        assert not isinstance(request, SideQuestion | LookUpNotes | LookUpTerm | LookUpRule)
        history = answer_request(history, request).history
        yield line


def write_evening(sheet: str, seed: int, *settings: str) -> str:
    """Give the evening as a transcript."""
    lines = (f"{TYPED} {line}".rstrip() for line in typed_evening(sheet, seed, *settings))
    command = " ".join((f"{COMMAND}cdgdevice play {sheet}", *settings))
    return replayed("\n".join((command, *lines)), few_questions=True)


def is_over(history: GameHistory) -> bool:
    """Tell whether the evening has had its turns, or the game is over."""
    now = history.now
    long = now.turn > TURNS if now.sheet.words.has_turns else now.round > ROUNDS
    return long or isinstance(now.stage, GameEnd)


def _next_line(history: GameHistory, random: Random) -> str:
    now = prompt(history.now)
    if isinstance(history.now.stage, SettingUp):
        return ENTER
    actions = [action for action in now.actions if action.id not in SELDOM | OF_THE_DECK]
    if actions and random.random() < OF_ACTIONS:
        return _typed(random.choice(actions), random)
    if now.rollers and not (now.options and random.random() < OF_WAYS):
        throw = random.choice(thrown(history.now))
        return throw["result"].value if "result" in throw else " ".join(map(str, throw["die"]))
    return _answer(now.options, random)


def _typed(action: OfferedAction, random: Random) -> str:
    return " ".join((action.id, *(str(random.choice(values)) for _, values in action.args)))


def _answer(options: tuple[Option, ...], random: Random) -> str:
    small = [option for option in options if option.number is None or option.number <= LIKELY]
    return random.choice(small or options).id if options else ENTER


if __name__ == "__main__":
    _, of, *more = sys.argv
    print(write_evening(of, int(more[0]) if more else 0, *more[1:]), end="")
