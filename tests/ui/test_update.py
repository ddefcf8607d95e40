"""The reducer: every message gives a state and commands, and nothing else changes."""

from typing import get_args

from hypothesis import given
from hypothesis import strategies as st

from cdgdevice.config.settings import DieSource
from cdgdevice.drivers.gpio.control_events import Control, Pressed
from cdgdevice.drivers.reader.reader_messages import Hello, Nak
from cdgdevice.games.game_folder import GameFolder
from cdgdevice.games.tabletop import Games
from cdgdevice.render.views import PageKind, PageView
from cdgdevice.rules.card_display import Side, Space
from cdgdevice.rules.die import DieResult
from cdgdevice.rules.engine import answer_request
from cdgdevice.rules.requests import NewGame, RollDice
from cdgdevice.service.session import Session
from cdgdevice.ui import state
from cdgdevice.ui.board import view_screens
from cdgdevice.ui.intents_and_commands import (
    CommandFailed,
    DieThrown,
    GameAnswered,
    GameRefused,
    GestureTried,
    NoticeCleared,
    NoticeRaised,
    PageId,
    PickSpace,
    Press,
    PressSide,
    ReaderAnswered,
    ReaderLinked,
    ScreensSeen,
    Scroll,
    SettingNotSaved,
    ShuttingDown,
    Signal,
    TapScreen,
)
from cdgdevice.ui.update import update
from tests.examples import examples
from tests.simulated_disk import SimulatedDisk

PAGE = PageView(PageKind.NOTE, "Title", ("Text.",))
READER = Hello(1, 1, "cdg-reader 1.0", "ABCD", 7, frozenset({"cal"}))
CONTEXT = state.UiContext(die=DieSource.READER)
ALONE: tuple[state.Message, ...] = (
    *(PressSide(Side.LEFT), PressSide(Side.RIGHT), Press.ADVANCE, Press.CONFIRM, Press.KNOB),
    *(Scroll(1), Scroll(-1), Press.MENU, Press.UNDO, PickSpace(Space.A)),
    *(TapScreen(Side.LEFT, 10, 20), TapScreen(Side.RIGHT, 60, 50)),
    GestureTried(Pressed(0.0, Control.LEFT)),
    DieThrown(RollDice(result=DieResult.JR), (7, 1), "ABCD"),
    *(ReaderLinked(READER), ReaderLinked(None), ReaderAnswered(Nak("BLIND"))),
    *(
        Signal.TICK,
        Signal.SCREENS_SLEPT,
        Signal.SCREENS_WOKE,
        ScreensSeen((Side.LEFT,)),
        ScreensSeen(tuple(Side)),
        ScreensSeen(()),
    ),
    *(NoticeRaised(PageId.FAULT, PAGE), NoticeCleared(PageId.FAULT)),
    *(
        GameRefused("No."),
        CommandFailed("No."),
        Signal.FIRST_GAME_WANTED,
        Signal.GAME_CHANGED,
        ShuttingDown(None),
    ),
    *(Signal.SETTINGS_SAVED, SettingNotSaved("Full."), state.ContextChanged(CONTEXT)),
    state.DiceCounted(state.DiceViews((PAGE,))),
)
"""Messages that need no game."""
IN_A_GAME = {state.ChancesCounted, GameAnswered, state.SelfTestStarted, state.SelfTestTicked}
"""Messages that what they tell of must come with."""


def test_every_message_is_tried_here() -> None:
    assert {type(message) for message in ALONE} | IN_A_GAME == set(get_args(state.Message))


def _session(dice: st.DataObject) -> tuple[Session, Games]:
    games = Games(GameFolder(SimulatedDisk()), NewGame("paths-of-glory-2022"))
    return Session(games, CONTEXT, lambda: dice.draw(st.integers(1, 6)), 1.0), games


@examples(0.6)
@given(st.lists(st.sampled_from(ALONE), max_size=25), st.data())
def test_every_message_has_one_outcome_in_every_state_that_is_reached(
    course: list[state.Message], data: st.DataObject
) -> None:
    session, games = _session(data)
    for number, message in enumerate(course):
        session.send(message, number / 2)
        history = games.tabletop.history
        for other in ALONE:
            once = update(session.state, history, other, number / 2)
            assert once == update(session.state, history, other, number / 2)
        before = session.state
        assert view_screens(before, history) == view_screens(session.state, history)
        assert session.state is before


@given(st.data())
def test_an_answer_ends_what_the_player_was_about_and_keeps_what_the_gadget_knows(
    data: st.DataObject,
) -> None:
    session, games = _session(data)
    session.send(PressSide(Side.LEFT), 0.0)
    result = answer_request(games.tabletop.history, RollDice(Side.LEFT, result=DieResult.JR))
    answered = GameAnswered(RollDice(Side.LEFT), result, 1.0)
    after = update(session.state, result.history, answered, 0.0).state
    assert after.throwing_side is None
    assert (after.context, after.screens) == (session.state.context, session.state.screens)
