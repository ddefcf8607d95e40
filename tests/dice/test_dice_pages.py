"""The dice in the gadget's menu: one die after the other, counted while the player waits."""

import math

from cdgdevice.config.settings import DieSource
from cdgdevice.dice.counting import DiceCounter
from cdgdevice.dice.pictures import DicePages, dice_pages
from cdgdevice.dice.report import DiceCount, DieColour, DieCount, DieIdentity, DieOwner
from cdgdevice.drivers.reader.reader_messages import SIMULATED_UID as SIMULATED
from cdgdevice.games import sheet_library
from cdgdevice.games.game_folder import GameFolder
from cdgdevice.games.journal_format import ReaderDie
from cdgdevice.games.open_game import OpenGame
from cdgdevice.render.draw import check_fit
from cdgdevice.render.views import BoardView, DiceCountView, MenuView, PageView
from cdgdevice.rules.card_display import Space
from cdgdevice.rules.die import DieResult
from cdgdevice.rules.requests import NewGame, RollDice
from cdgdevice.ui.intents_and_commands import DieThrown, PickSpace, Press, Scroll
from cdgdevice.ui.state import UiContext
from tests.service.session_table import LEFT, Table
from tests.simulated_disk import SimulatedDisk, Step

POG = "paths-of-glory-2022"


def at(disk: SimulatedDisk, source: DieSource = DieSource.BUTTON) -> Table:
    dice = DicePages(DiceCounter(GameFolder(disk), sheet_library.load_sheet)).look
    return Table(4, disk=disk, context=UiContext(die=source, dice=dice))


def thrown_elsewhere(disk: SimulatedDisk) -> None:
    """Another game, in which the reader's die was thrown once."""
    table = OpenGame.new(GameFolder(disk), NewGame(POG))
    die = ReaderDie("E6616407E3482C21", pips=False)
    table.answer(RollDice(result=DieResult.DE), "reader", (7, 1), reader=die)


def waited(table: Table) -> Table:
    """Let the gadget count, and look ahead, until it has done."""
    while (deadline := table.session.deadline()) < math.inf:
        table.waits(max(deadline - table.now, 0.0))
    return table


def test_the_dice_are_shown_one_after_the_other() -> None:
    disk = SimulatedDisk()
    table = at(disk).rolls()
    thrown_elsewhere(disk)
    waited(table.enters("Dice"))
    first = table.view()
    assert isinstance(first, DiceCountView)
    assert (first.title, first.counts) == ("The gadget's dice", (0, 0, 0, 1, 0, 0))
    assert (first.text, first.number, first.of) == ("1 roll: too few to tell.", 1, 2)
    second = table.does(Scroll(1)).view()
    assert isinstance(second, DiceCountView)
    assert (second.title, second.labels[2]) == ("Die reader", "DE")


def test_the_die_in_use_comes_first() -> None:
    disk = SimulatedDisk()
    table = at(disk, DieSource.READER)
    table.session.send(
        DieThrown(RollDice(result=DieResult.DE), (7, 1), "E6616407E3482C21"), table.now
    )
    for _ in range(2):
        other = OpenGame.new(GameFolder(disk), NewGame(POG))
        other.answer(RollDice(die=(4,)), "button", own=True)
    first = waited(table.waits(1.0).enters("Dice")).view()
    assert isinstance(first, DiceCountView)
    assert (first.title, first.number, first.of) == ("Die reader", 1, 2)


def test_presses_go_through_the_dice_and_then_back_to_the_menu() -> None:
    for press in (LEFT, Press.ADVANCE):
        disk = SimulatedDisk()
        table = at(disk).rolls()
        thrown_elsewhere(disk)
        waited(table.enters("Dice"))
        assert isinstance(table.does(press).view(), DiceCountView)
        assert isinstance(table.does(press).view(), MenuView)


def test_the_knob_closes_the_dice_and_stays_within_them() -> None:
    for close in (Press.KNOB, Press.UNDO):
        disk = SimulatedDisk()
        table = at(disk).rolls()
        thrown_elsewhere(disk)
        waited(table.enters("Dice"))
        before = table.view()
        assert table.does(Scroll(-1), Scroll(5), Scroll(-9), PickSpace(Space.A)).view() == before
        assert isinstance(table.does(close).view(), MenuView)


def test_counting_takes_no_longer_than_a_press_may_wait() -> None:
    disk = SimulatedDisk()
    table = at(disk).rolls()
    for _ in range(3):
        thrown_elsewhere(disk)
    table.enters("Dice")
    view = table.view()
    assert isinstance(view, PageView)
    assert view.progress == (0, 4)
    assert table.session.deadline() <= table.now
    assert isinstance(table.does(Press.KNOB).view(), MenuView)
    assert table.session.deadline() > table.now
    assert isinstance(waited(table).view(), MenuView)


def test_the_game_goes_on_while_the_dice_are_shown() -> None:
    table = waited(at(SimulatedDisk()).rolls().enters("Dice"))
    assert isinstance(table.does(Press.KNOB, Press.UNDO).view(), BoardView)


def test_a_later_look_counts_what_was_thrown_since() -> None:
    disk = SimulatedDisk()
    table = waited(at(disk).rolls().enters("Dice")).does(Press.KNOB, Press.UNDO)
    table.session.send(DieThrown(RollDice(result=DieResult.JR), None), table.now)
    assert "No roll is due now" in table.reads()
    table.does(Press.KNOB).enters("Undo")
    table.does(Press.KNOB)
    view = waited(table.enters("Dice")).view()
    assert isinstance(view, DiceCountView)
    assert view.counts == (0, 0, 0, 1, 0, 0)


def test_without_throws_that_is_said() -> None:
    view = waited(at(SimulatedDisk()).enters("Dice")).view()
    assert isinstance(view, PageView)
    assert view.text == ("No rolls are kept yet.",)


def test_a_game_that_can_t_be_read_is_told_after_the_dice() -> None:
    disk = SimulatedDisk()
    thrown_elsewhere(disk)
    with disk.append("0001-paths-of-glory-2022.journal") as file:
        file.write(b"9\t00000000\t{}\n")
    pages = DicePages(DiceCounter(GameFolder(disk), sheet_library.load_sheet))
    while (found := pages.look(DieSource.BUTTON)).counting:
        pass
    last = found.views[-1]
    assert isinstance(last, PageView)
    assert last.text == ("A game is left out.", "`cdgdevice dice` tells why.")


def test_a_disk_that_fails_is_told_and_nothing_stops() -> None:
    disk = SimulatedDisk()
    table = at(disk).rolls()
    disk.failing[Step.NAMES] = 5
    view = table.enters("Dice").view()
    assert isinstance(view, PageView)
    assert view.text[0].startswith("The folder of games can't be read")
    assert isinstance(table.does(Press.KNOB).view(), MenuView)


def test_every_die_there_can_be_fits_the_screen() -> None:
    dice = [
        DieCount(DieIdentity(whose, uid, pips, which), faces, 0)
        for whose, uid, pips in (
            (DieOwner.GADGET, "", None),
            (DieOwner.READER, "E6616407E3482C21", False),
            (DieOwner.READER, "E6616407E3482C21", True),
            (DieOwner.READER, SIMULATED, False),
            (DieOwner.READER, "", None),
            (DieOwner.HAND, "", None),
            (DieOwner.UNKNOWN, "", None),
        )
        for which in (DieColour if whose in (DieOwner.HAND, DieOwner.UNKNOWN) else (DieColour.ONE,))
        for faces in ((1, 0, 0, 0, 0, 0), (52, 47, 58, 55, 49, 51), (30_000, 9, 9, 9, 9, 9))
    ]
    counted = DiceCount(tuple(dice), 9, 9, ("0001 is damaged.",) * 9)
    found = dice_pages(counted, DieSource.BUTTON)
    assert [complaint for view in found.views for complaint in check_fit(view)] == []
