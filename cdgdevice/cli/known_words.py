"""The words that are understood in a game at the terminal, and which of them a slip may mean."""

from collections.abc import Iterable, Iterator
from enum import Enum

from cdgdevice.cli.typed_actions import SELDOM, TABLE_WORD, form
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.game import Game
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.note_search import list_actions_and_ways
from cdgdevice.rules.player_actions import SET_TABLE
from cdgdevice.rules.prompt import list_options, prompt
from cdgdevice.rules.questions import Prompt
from cdgdevice.rules.requests import UndoLast
from cdgdevice.rules.sheet_entries import LIST_OF_TERMS
from cdgdevice.rules.texts.near_words import find_most_like
from cdgdevice.rules.texts.templates import quote


class SideQuestion(Enum):
    """A word to the program itself, which asks nothing of the game."""

    HELP = "help"
    """Show the words that are understood."""
    LOG = "log"
    """Tell what was played so far."""
    QUIT = "quit"
    """Leave."""


WHOLE_HELP = "all"
"""What follows `help` for the whole page."""
_TO_LEAVE = ("quit", "q", "exit")
ALONE: dict[str, SideQuestion | UndoLast] = {
    **dict.fromkeys(("help", "h", "?"), SideQuestion.HELP),
    **dict.fromkeys(("log", "history"), SideQuestion.LOG),
    **dict.fromkeys(_TO_LEAVE, SideQuestion.QUIT),
    **dict.fromkeys(("undo", "u"), UndoLast()),
}
ROLL = "roll"
ROLLS: dict[str, Side | None] = {ROLL: None, "r": None, "left": Side.LEFT, "right": Side.RIGHT}
_SHORTEST_SLIP = 3
"""A shorter word that is not understood is no slip of the keys."""


def _list_first_words(history: GameHistory) -> tuple[str, ...]:
    """Return the words that a line can begin with now, in small letters."""
    now = prompt(history.now)
    rolls = tuple(ROLLS) if now.rollers else ()
    correct = ("correct",) if history.open_roll else ()
    options = (option.id.lower() for option in now.options)
    done = (TABLE_WORD if action.id == SET_TABLE else action.id for action in now.actions)
    return (*ALONE, *rolls, *correct, "notes", "why", *options, *done)


def guess(words: list[str], history: GameHistory) -> str:
    """Return ` Did you mean "x"?` where the line is a slip of the keys for what is allowed now.

    A word that means something else is none: `no` is not `no-card-left`.
    """
    first, *rest = map(str.lower, words)
    now = prompt(history.now)
    others = {entry.id for entry in list_actions_and_ways(history.now.sheet)}
    if len(first) < _SHORTEST_SLIP or first in others:
        return ""
    # Nobody is led out of the game by a guess: "next" is near to "exit".
    unlikely = {*_TO_LEAVE, *(each.id for each in now.actions if rest and not each.args)}
    known = [word for word in _list_first_words(history) if word not in unlikely]
    # Who types the beginning of a word of two, as next, means that word.
    begun = find_most_like(first, (word.partition("-")[0] for word in known), 0.8)
    whole = [word for word in known if begun and word.startswith(f"{begun}-")]
    one = len(whole) == 1 and begun not in known and not rest
    near = whole[0] if one else find_most_like(first, known, 0.75)
    return f" Did you mean {quote(near)}?" if near else ""


def list_completions(history: GameHistory, typed: str) -> list[str]:
    """Return the words that may follow, for a line that was typed up to its last word.

    The line's last word is the beginning of each; where the line ends in a space, any may follow.
    """
    now = prompt(history.now)
    *before, begun = typed.lower().split(" ")
    words: Iterable[str] = (word for word in _list_first_words(history) if len(word) > 1)
    if before:
        forms = (form(action).replace("|", " ").split() for action in now.actions)
        words = (word for first, *rest in forms if first == before[0] for word in rest)
        words = (word for word in words if word != "...")
        if ALONE.get(before[0]) is SideQuestion.HELP:
            words = _list_after_help(history.now, before[1:])
        if before[0] == "why":
            words = list_explained(now)
        if isinstance(side := ROLLS.get(before[0]), Side):
            words = list_after_side(side, history.now)
    return sorted({word for word in words if word.lower().startswith(begun)})


def _list_after_help(game: Game, before: list[str]) -> Iterator[str]:
    """Yield what `help` explains, or of that which begins with the words `before` the rest."""
    now = prompt(game)
    if not before:
        yield WHOLE_HELP
        if game.sheet.terms:
            yield LIST_OF_TERMS
        yield from (word for word in ALONE if len(word) > 1)
        yield from ("roll", "correct", "notes", "why", TABLE_WORD)
        yield from (option.id for option in now.options if option.card is None)
        yield from (action.id for action in now.actions if action.id != SET_TABLE)
    begun = "".join(f"{word} " for word in before)
    for term in game.sheet.terms:
        if term.word.lower().startswith(begun):
            yield term.word[len(begun) :]


def list_explained(now: Prompt) -> tuple[str, ...]:
    """Return the actions of which `why` can tell the rule now."""
    return tuple(action.id for action in now.actions if action.id not in SELDOM)


def list_after_side(side: Side, game: Game) -> tuple[str, ...]:
    """Return what may follow the name of a side, beside what its own die shows."""
    rolls = (ROLL,) if side in prompt(game).rollers else ()
    return (*rolls, *(way.id for way in list_options(game, side)))
