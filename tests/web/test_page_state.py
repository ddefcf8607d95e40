"""What a page is told of the gadget: in which language, and how long it holds a control."""

import pytest
from msgspec.structs import replace

from cdgdevice.render.describe import describe
from cdgdevice.render.views import BoardView
from cdgdevice.rules.card_display import Side
from cdgdevice.service.page_state import PageRequests, make_page_screen, make_page_state
from tests.whole_gadget import Gadget, plain


def test_the_page_writes_screens_table_and_notes_in_the_language_of_the_game() -> None:
    config = replace(plain(sheet="paths-of-glory-2022"), language="de")
    with Gadget(config=config) as gadget:
        state = make_page_state(gadget.service, (), frozenset(), PageRequests(lambda _: None))
        screen = make_page_screen(
            gadget.service,
            Side.LEFT,
            bytes(1024),
            127,
            describe(BoardView("X", 1, 2, (), (), 3, 7)),
        )
    assert state.language == "de"
    assert state.game is not None
    board = state.game.ask({"do": "board"})["board"]
    assert isinstance(board, dict)
    assert (board["where"], board["active"]) == ("Zug 1, Runde 1", "left")
    assert screen.words[-1] == "Restkarten: 3 von 7."
    notes = state.game.ask({"do": "notes", "words": ""})["notes"]
    assert isinstance(notes, list)
    assert any("Mittelmächte" in note["text"] for note in notes)


@pytest.mark.parametrize(
    ("set_to", "holds"),
    [((600, 2000), (1000, 2400)), ((5000, 20_000), (5400, 20_400)), ((600, 700), (650, 1100))],
)
def test_a_page_holds_as_long_as_the_owner_set_it(
    set_to: tuple[int, int], holds: tuple[int, int]
) -> None:
    config = plain()
    pins = replace(config.pins, hold_ms=set_to[0], long_hold_ms=set_to[1])
    with Gadget(config=replace(config, pins=pins)) as gadget:
        state = make_page_state(gadget.service, (), frozenset(), PageRequests(lambda _: None))
    assert state.holds == holds


@pytest.mark.parametrize("own", ["en", "de"])
def test_each_browser_is_answered_in_the_language_that_it_names(own: str) -> None:
    config = replace(plain(sheet="paths-of-glory-2022"), language=own)
    with Gadget(config=config) as gadget:
        state = make_page_state(gadget.service, (), frozenset(), PageRequests(lambda _: None))
    game = state.game
    assert game is not None

    def where(**named: str) -> object:
        reply = game.ask({"do": "board", **named})
        assert isinstance(reply["board"], dict)
        return reply["language"], reply["board"]["where"]

    written = {"en": ("en", "Turn 1, round 1"), "de": ("de", "Zug 1, Runde 1")}
    for language, board in written.items():
        assert where(language=language) == board
    assert where() == written[own]
    assert where(language="../../etc/passwd") == written[own]
    assert state.language == own


def test_a_game_that_has_no_german_is_in_english_for_who_asks_for_german() -> None:
    with Gadget(config=plain(sheet="standard-2018")) as gadget:
        state = make_page_state(gadget.service, (), frozenset(), PageRequests(lambda _: None))
    assert state.game is not None
    assert state.game.ask({"do": "board", "language": "de"})["language"] == "en"
