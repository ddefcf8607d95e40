"""A player's own sheet on the gadget: offered, played, gone on with, and read about."""

from cdgdevice.games.game_folder import GameFolder
from cdgdevice.games.open_game import OpeningNoticeKind
from cdgdevice.games.sheet_library import SheetLibrary, describe_left_out
from cdgdevice.games.tabletop import Games
from cdgdevice.render.views import MenuView, PageView
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.requests import NewGame, RollDice
from cdgdevice.service.assembly import list_offered_sheets
from cdgdevice.service.session import Session
from cdgdevice.sheet_tools.own_sheet import template
from cdgdevice.ui.intents_and_commands import Press, PressSide, Scroll
from cdgdevice.ui.state import UiContext
from tests.games.test_own_sheets import disk_with
from tests.simulated_disk import SimulatedDisk

NEW_SHEET = template("my-game")
BROKEN = NEW_SHEET.replace('family = "pile"', 'family = "pille"', 1)


def shelf(text: str) -> SheetLibrary:
    return SheetLibrary({"/own": disk_with(my_game=text)})


def opened(session: Session, title: str) -> None:
    """Go to the entry of this title in the open menu, and take it."""
    view = session.views((Side.LEFT,))[Side.LEFT]
    assert isinstance(view, MenuView)
    session.send(Scroll(view.items.index(title) - view.highlighted), 0.0)
    session.send(PressSide(Side.LEFT), 0.0)


def test_an_own_sheet_is_offered_for_a_new_game_by_its_title() -> None:
    titles = {offered.id: offered.title for offered in list_offered_sheets(shelf(NEW_SHEET))}
    assert titles["my-game"] == "My game"
    assert titles["paths-of-glory-2018"] == "Paths of Glory 2018 book"
    assert "my-game" not in {offered.id for offered in list_offered_sheets(shelf(BROKEN))}


def test_a_game_whose_sheet_was_broken_says_so_and_another_is_begun() -> None:
    disk = SimulatedDisk()
    games = Games(GameFolder(disk), NewGame("my-game"), find=shelf(NEW_SHEET).sheet)
    games.begin(NewGame("standard-2018"))
    (own,) = (name for name, _ in games.others())
    games.resume(own)
    again = Games(GameFolder(disk), NewGame("standard-2018"), find=shelf(BROKEN).sheet)
    assert again.tabletop.history.now.sheet.id == "standard-2018"
    assert again.notice.kind is OpeningNoticeKind.ANOTHER
    assert 'family: "pille" is not known' in again.notice.text
    mended = Games(GameFolder(disk), NewGame("standard-2018"), find=shelf(NEW_SHEET).sheet)
    assert mended.tabletop.history.now.sheet.id == "my-game"


def test_a_game_whose_sheet_is_taken_from_the_card_waits_until_it_is_back() -> None:
    disk = SimulatedDisk()
    games = Games(GameFolder(disk), NewGame("my-game"), find=shelf(NEW_SHEET).sheet)
    games.tabletop.answer(RollDice(die=(4,)), "hand")
    stood = games.tabletop.history
    without = Games(GameFolder(disk), NewGame("standard-2018"), find=SheetLibrary().sheet)
    assert without.tabletop.history.now.sheet.id == "standard-2018"
    assert 'There is no sheet "my-game".' in without.notice.text
    back = Games(GameFolder(disk), NewGame("standard-2018"), find=shelf(NEW_SHEET).sheet)
    assert back.tabletop.history == stood


def test_sheets_that_are_left_out_are_counted_and_the_command_that_tells_why_is_named() -> None:
    assert describe_left_out(shelf(NEW_SHEET)) == ()
    why = "`cdgdevice sheets` tells why."
    assert describe_left_out(shelf(BROKEN)) == ("A sheet of yours is left out.", why)
    two = SheetLibrary({"/own": disk_with(one=BROKEN, two=BROKEN)})
    assert describe_left_out(two) == ("2 sheets of yours are left out.", why)


def test_its_notes_are_read_on_the_screen() -> None:
    games = Games(GameFolder(SimulatedDisk()), NewGame("my-game"), find=shelf(NEW_SHEET).sheet)
    session = Session(games, UiContext(), lambda: 1, 1.0)
    while isinstance(session.views((Side.LEFT,))[Side.LEFT], PageView):
        session.send(PressSide(Side.LEFT), 0.0)  # how the cards are dealt
    session.send(Press.MENU, 0.0)
    opened(session, "Notes")
    opened(session, "#22 An example")
    page = session.views((Side.LEFT,))[Side.LEFT]
    assert isinstance(page, PageView)
    assert page.title == "#22 An example"
    assert page.text[0].startswith("Write in a few short sentences")
