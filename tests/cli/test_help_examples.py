"""Whatever the help of the terminal offers can be typed: in every sheet, on some evening."""

import re
from collections.abc import Iterator

import pytest

from cdgdevice.cli import typed_words
from cdgdevice.cli.known_words import WHOLE_HELP, SideQuestion
from cdgdevice.cli.terminal_help import help_page
from cdgdevice.cli.typed_actions import NothingChangesError
from cdgdevice.games.open_game import throw_missing_dice
from cdgdevice.games.sheet_library import load_sheet, sheet_ids
from cdgdevice.rules.die import STANDARD_CONVERSION
from cdgdevice.rules.engine import answer_request, begin_game
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.requests import NewGame, RulesError
from cdgdevice.rules.sheet_entries import LIST_OF_TERMS
from cdgdevice.sheet_tools.look_up import look_up_notes, look_up_term

LONGEST_WALK = 60
"""So many lines are typed at most until each example has been tried where it means something."""


def lines_of(example: str) -> Iterator[str]:
    """Yield what a person types who reads an example in the left column of the help."""
    if example == "Enter":
        yield ""
    elif between := re.fullmatch(r"(\w) to (\w)", example):
        yield from map(chr, range(ord(between[1]), ord(between[2]) + 1))
    else:
        yield from example.split(", ")


def examples(history: GameHistory) -> tuple[set[str], list[str]]:
    """Return the lines that the help names for the whole game, and those for this moment."""
    always, _, now = help_page(history.now).partition("\n  Now also:\n")
    named = re.findall(r"^  (\S.*?) {2,}\S", always, re.MULTILINE)
    told = re.sub(r"\n {8}", " ", now).splitlines()
    return {line for each in named for line in lines_of(each)}, [
        " ".join(word.split("|")[0] for word in each.split()) for each in told
    ]


def answered(history: GameHistory, line: str) -> GameHistory:
    """Type a line; what the program throws for it is a 4."""
    meant = typed_words.parse_typed(line.split(), history, STANDARD_CONVERSION)
    match meant:
        case SideQuestion() | typed_words.LookUpRule():
            return history
        case typed_words.LookUpTerm(word):
            assert word in (WHOLE_HELP, LIST_OF_TERMS) or look_up_term(history.now.sheet, word)
            return history
        case typed_words.LookUpNotes(words):
            assert not words or look_up_notes(history.now.sheet, words)
            return history
    return answer_request(history, throw_missing_dice(history, meant, lambda: 4)).history


@pytest.mark.parametrize("sheet", sheet_ids())
def test_every_example_of_the_help_can_be_typed(sheet: str) -> None:
    history = begin_game(load_sheet(sheet), NewGame(sheet))
    untried, _ = examples(history)
    for step in range(LONGEST_WALK):
        _, now = examples(history)
        for line in now:
            try:
                answered(history, line)  # whatever is named for this moment is allowed now
            except NothingChangesError:
                continue  # of what the table may be corrected to, one is as it is already
        for line in sorted(untried):
            try:
                answered(history, line)
            except RulesError:
                continue
            untried.discard(line)
        if not untried:
            return
        # A to C are offered and then C to E; whatever else there is comes where nothing else goes.
        for line in (
            ("3 5", "5 3")[step % 2],
            ("4", "5")[step % 2],
            "",
            "ABCDE"[step % 5],
            *now[step % 2 :][:1],
        ):
            try:
                history = answered(history, line)
                break
            except RulesError:
                continue
    assert untried == set()
