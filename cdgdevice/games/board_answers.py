"""What the board of a page is answered with: an answer to the board that stands, or an undo."""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from cdgdevice.games.journal_format import MAX_UNDONE_AT_ONCE
from cdgdevice.rules.engine import AnswerResult
from cdgdevice.rules.instructions import Instruction, SetChits
from cdgdevice.rules.requests import NotAllowedError, UndoLast

if TYPE_CHECKING:
    from cdgdevice.games.open_game import OpenGame

STALE = "The game has gone on since: look at the board again."


def check_board_is_current(tabletop: "OpenGame", answers: int) -> None:
    """Check that the board which is answered, after so many `answers`, is the one that stands.

    Raises:
        NotAllowedError: the game has gone on since.
    """
    if answers != len(tabletop.history.past):
        raise NotAllowedError(STALE)


def undo_to(tabletop: "OpenGame", left: int, source: str) -> AnswerResult:
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
