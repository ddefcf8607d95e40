"""A player's own sheet on the gadget: offered, played, gone on with, and read about."""

from cdgdevice.gadget.desk.intents import Menu, Move, Press
from cdgdevice.gadget.desk.moment import Around
from cdgdevice.gadget.views.view import Menu as MenuView
from cdgdevice.gadget.views.view import Page
from cdgdevice.method.display import Side
from cdgdevice.method.request import New, Roll
from cdgdevice.parts import offered_sheets
from cdgdevice.shelves import left_out
from cdgdevice.sitting import Sitting
from cdgdevice.table.game_folder import GameFolder
from cdgdevice.table.games import Games, NoticeKind
from cdgdevice.table.shelf import Shelf
from cdgdevice.table.simulated import SimulatedDisk
from cdgdevice.workshop.template import template
from tests.table.test_own_sheets import disk_with

NEW_SHEET = template("my-game")
BROKEN = NEW_SHEET.replace('family = "pile"', 'family = "pille"', 1)


def shelf(text: str) -> Shelf:
    return Shelf({"/own": disk_with(my_game=text)})


def opened(sitting: Sitting, title: str) -> None:
    """Go to the entry of this title in the open menu, and take it."""
    view = sitting.views((Side.LEFT,))[Side.LEFT]
    assert isinstance(view, MenuView)
    sitting.intend(Move(view.items.index(title) - view.highlighted), 0.0)
    sitting.intend(Press(Side.LEFT), 0.0)


def test_an_own_sheet_is_offered_for_a_new_game_by_its_title() -> None:
    titles = {offered.id: offered.title for offered in offered_sheets(shelf(NEW_SHEET))}
    assert titles["my-game"] == "My game"
    assert titles["paths-of-glory-2018"] == "Paths of Glory 2018"
    assert "my-game" not in {offered.id for offered in offered_sheets(shelf(BROKEN))}


def test_a_game_whose_sheet_was_broken_says_so_and_another_is_begun() -> None:
    disk = SimulatedDisk()
    games = Games(GameFolder(disk), New("my-game"), find=shelf(NEW_SHEET).sheet)
    games.begin(New("standard-2018"))
    (own,) = (name for name, _ in games.others())
    games.resume(own)
    again = Games(GameFolder(disk), New("standard-2018"), find=shelf(BROKEN).sheet)
    assert again.tabletop.history.now.sheet.id == "standard-2018"
    assert again.notice is not None
    assert again.notice.kind is NoticeKind.ANOTHER
    assert 'family: "pille" is not known' in again.notice.text
    mended = Games(GameFolder(disk), New("standard-2018"), find=shelf(NEW_SHEET).sheet)
    assert mended.tabletop.history.now.sheet.id == "my-game"


def test_a_game_whose_sheet_is_taken_from_the_card_waits_until_it_is_back() -> None:
    disk = SimulatedDisk()
    games = Games(GameFolder(disk), New("my-game"), find=shelf(NEW_SHEET).sheet)
    games.tabletop.answer(Roll(die=(4,)), "hand")
    stood = games.tabletop.history
    without = Games(GameFolder(disk), New("standard-2018"), find=Shelf().sheet)
    assert without.tabletop.history.now.sheet.id == "standard-2018"
    assert without.notice is not None
    assert 'There is no sheet "my-game".' in without.notice.text
    back = Games(GameFolder(disk), New("standard-2018"), find=shelf(NEW_SHEET).sheet)
    assert back.tabletop.history == stood


def test_sheets_that_are_left_out_are_counted_and_the_command_that_tells_why_is_named() -> None:
    assert left_out(shelf(NEW_SHEET)) == ()
    why = "`cdgdevice sheets` tells why."
    assert left_out(shelf(BROKEN)) == ("A sheet of yours is left out.", why)
    two = Shelf({"/own": disk_with(one=BROKEN, two=BROKEN)})
    assert left_out(two) == ("2 sheets of yours are left out.", why)


def test_its_notes_are_read_on_the_glass() -> None:
    games = Games(GameFolder(SimulatedDisk()), New("my-game"), find=shelf(NEW_SHEET).sheet)
    sitting = Sitting(games, Around(), lambda: 1, 1.0)
    sitting.intend(Menu(), 0.0)
    opened(sitting, "Notes")
    opened(sitting, "#22 An example")
    page = sitting.views((Side.LEFT,))[Side.LEFT]
    assert isinstance(page, Page)
    assert page.title == "#22 An example"
    assert page.text[0].startswith("Write in a few short sentences")
