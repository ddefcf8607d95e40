"""What a page has the loop do; it stands alone so that the loop and the page both know it.

A refusal is told at the page, and on no screen.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec import Struct

from cdgdevice.games.board_answers import (
    NO_GAME,
    BoardAnswered,
    check_board_is_current,
    make_board_id,
    undo_to,
)
from cdgdevice.games.journal_format import AnswerSource
from cdgdevice.rules.history import PastAnswer
from cdgdevice.rules.requests import NewGame, NotAllowedError, Request, UndoLast
from cdgdevice.ui.intents_and_commands import GameAnswered, Signal
from cdgdevice.ui.layers import find_self_test, is_calibrating

if TYPE_CHECKING:
    from cdgdevice.service.session import Session


class PageRequest(Struct, frozen=True):
    """Somebody at a page has something done between two events: nothing else changes the game."""

    do: Callable[["Session", float], None]
    """Is given the session and the time now, and tells the page what came of it."""


def find_board_id(session: "Session") -> str:
    """Return the id of the board that stands."""
    tabletop, context = session.games.tabletop, session.state.context
    return make_board_id(tabletop, context.die.value, session.language.code, session.fault)


def answer_board(request: Request, board_id: str, session: "Session", now: float) -> BoardAnswered:
    """Answer the board with this id. A disk that fails is told by `unsaved`.

    Raises:
        NotAllowedError: another board stands, or the game does not allow it.
    """
    _check(session, board_id)
    return _tell_session(session, session.ask_game(request, None, now), now)


def undo_answers(left: int, board_id: str, session: "Session", now: float) -> BoardAnswered:
    """Take answers back until so many are `left`, as seen at the board with this id.

    Raises:
        NotAllowedError: another board stands, or the game can't be taken back to there.
    """
    _check(session, board_id)
    past = session.games.tabletop.history.past
    undone = undo_to(session.games.tabletop, left, AnswerSource.BUTTON.value)
    answered = GameAnswered(UndoLast(), undone, now + session.result_for)
    return _tell_session(session, answered, now, past.after(left))


def begin_game(new: NewGame, session: "Session", now: float) -> None:
    """Begin a game.

    Raises:
        NotAllowedError, CdgDeviceError: there is no such sheet, or it can't be read.
    """
    _refuse_in_a_test(session)
    session.games.begin(new)
    session.send(Signal.GAME_CHANGED, now)


def resume_game(number: int, session: "Session", now: float) -> None:
    """Continue the game with this number.

    Raises:
        CdgDeviceError: there is none, or it can't be played on.
    """
    _refuse_in_a_test(session)
    session.games.resume(session.games.folder.numbered(number))
    session.send(Signal.GAME_CHANGED, now)
    session.show_notice()


def _check(session: "Session", board_id: str) -> None:
    if session.playing is None:
        raise NotAllowedError(NO_GAME)
    check_board_is_current(board_id, find_board_id(session))
    _refuse_in_a_test(session)


def _refuse_in_a_test(session: "Session") -> None:
    if is_calibrating(session.state) or find_self_test(session.state) is not None:
        raise NotAllowedError("The gadget is being tested: end the test first.")


def _tell_session(
    session: "Session", answered: GameAnswered, now: float, undone: tuple[PastAnswer, ...] = ()
) -> BoardAnswered:
    session.send(answered, now)
    return BoardAnswered(answered.result, find_board_id(session), session.fault, undone)
