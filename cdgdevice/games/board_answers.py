"""What the board of a page is answered with: an answer to the board that stands, or an undo."""

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from cdgdevice.rules.history import PastAnswer
from cdgdevice.rules.instructions import Instruction, SetChits
from cdgdevice.rules.requests import NotAllowedError, UndoLast

if TYPE_CHECKING:
    from cdgdevice.games.open_game import OpenGame
    from cdgdevice.rules.engine import AnswerResult

NO_GAME = "No game has been chosen yet."
STALE = "The game has gone on since: look at the board again."
MAX_UNDONE_AT_ONCE = 100
"""So many answers can be taken back at once: each undo is kept on the disk for itself."""


class BoardAnswered(Struct, frozen=True):
    """What came of an answer that was given at a page's board."""

    result: "AnswerResult"
    board_id: str
    """Of the board that stands now."""
    unsaved: str | None
    """Why the game is not saved; None while every answer is."""
    undone: tuple[PastAnswer, ...] = ()
    """What was taken back."""


def make_board_id(tabletop: "OpenGame", *shown: object) -> str:
    """Return what tells a board from every other: of another game, and of this one at any time.

    `shown` is what else the board depends on. A page gives the id back with its answer.
    """
    return " ".join(map(str, (tabletop.name, tabletop.answers, *shown)))


def check_board_is_current(answered: str, current: str) -> None:
    """Check that the board with the id `answered` is the one that stands.

    Raises:
        NotAllowedError: the game has gone on since, or it is another.
    """
    if answered != current:
        raise NotAllowedError(STALE)


def undo_to(tabletop: "OpenGame", left: int, source: str) -> "AnswerResult":
    """Take answers back one by one until so many are `left`: what is put back is as of one undo.

    Raises:
        NotAllowedError: there is no answer to take back, or there are too many.
    """
    if not 0 <= left < len(tabletop.history.past) <= left + MAX_UNDONE_AT_ONCE:
        raise NotAllowedError("The game can't be taken back to there.")
    count, restore = 0, list[Instruction]()
    result = tabletop.answer(UndoLast(), source)
    while True:
        restore.extend(result.restore)
        count += 1
        if len(tabletop.history.past) <= left:
            break
        result = tabletop.answer(UndoLast(), source)
    last_count = {act.side: act for act in restore if isinstance(act, SetChits)}
    acts = (act for act in restore if not isinstance(act, SetChits))
    undone = result.undone if count == 1 else f"{count} answers"
    return replace(result, restore=(*acts, *last_count.values()), undone=undone)
