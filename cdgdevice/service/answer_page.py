"""What a page answers, done in the loop; it stands alone so that loop and page both know it.

A refusal is told at the page, and on no screen.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec import Struct

from cdgdevice.games.board_answers import check_board_is_current, undo_to
from cdgdevice.games.journal_format import AnswerSource
from cdgdevice.rules.engine import AnswerResult
from cdgdevice.rules.requests import NotAllowedError, Request, UndoLast
from cdgdevice.ui.intents_and_commands import GameAnswered
from cdgdevice.ui.layers import find_self_test

if TYPE_CHECKING:
    from cdgdevice.service.session import Session


class PageRequest(Struct, frozen=True):
    """Somebody at a page has something done between two events: nothing else changes the game."""

    do: Callable[["Session", float], None]
    """Is given the session and the time now, and tells the page what came of it."""


class PageAnswered(Struct, frozen=True):
    """What came of an answer that was given at a page."""

    result: AnswerResult
    unsaved: str | None
    """Why the game is not saved; None while every answer is."""
    entries: int
    """How many answers and undos the game has had."""


def answer_board(request: Request, answers: int, session: "Session", now: float) -> PageAnswered:
    """Answer the board that so many `answers` led to.

    Raises:
        NotAllowedError: the game has gone on since, or does not allow it.
        CdgDeviceError: the answer can't be kept.
    """
    _must_be_free(session)
    check_board_is_current(session.games.tabletop, answers)
    return _tell_session(session, session.ask_game(request, None, now), now)


def undo_answers(left: int, session: "Session", now: float) -> PageAnswered:
    """Take answers back until so many are `left`.

    Raises:
        NotAllowedError: the game can't be taken back to there.
        CdgDeviceError: an undo can't be kept.
    """
    _must_be_free(session)
    undone = undo_to(session.games.tabletop, left, AnswerSource.BUTTON.value)
    answered = GameAnswered(UndoLast(), undone, now + session.result_for)
    return _tell_session(session, answered, now)


def _must_be_free(session: "Session") -> None:
    if session.playing is None:
        raise NotAllowedError("No game has been chosen yet.")
    if session.is_calibrating or find_self_test(session.state) is not None:
        raise NotAllowedError("The gadget is being tested: end the test first.")


def _tell_session(session: "Session", answered: GameAnswered, now: float) -> PageAnswered:
    session.send(answered, now)
    return PageAnswered(answered.result, session.fault, session.games.tabletop.answers)
