"""The gadget is played in a booted machine: kernel lines pressed, an I2C bus's glass looked at."""

from cdgdevice.drivers.gpio.control_events import Control
from cdgdevice.drivers.reader.die_stickers import STICKERS
from cdgdevice.rules.card_display import Side
from tests.machine.laptop import Laptop, answers
from tests.machine.machine import Machine
from tests.machine.world_port import RIGHT

ROUND = (Control.LEFT, Control.LEFT, Control.LEFT)
"""Roll, card, done."""


def test_presses_give_the_pictures_that_they_give_on_a_laptop(machine: Machine) -> None:
    presses = (*ROUND, Control.RIGHT, Control.RIGHT, Control.RIGHT, Control.LEFT)
    shown = []
    for control in presses:
        machine.press(control)
        shown.append(machine.pictures())

    journal = machine.journal()
    with Laptop(journal) as laptop:
        assert shown == laptop.plays(*presses)
        assert len(answers(journal)) == laptop.answers()


def test_the_knob_turns_and_is_pushed(machine: Machine) -> None:
    machine.press(Control.LEFT)
    machine.turn(1)
    turned = machine.pictures()
    machine.press(Control.KNOB)

    with Laptop(machine.journal()) as laptop:
        laptop.plays(Control.LEFT)
        laptop.turn(1)
        assert turned == tuple(map(laptop.picture, Side))
        assert [machine.pictures()] == laptop.plays(Control.KNOB)


def test_the_lamp_of_the_side_that_is_due_burns(machine: Machine) -> None:
    assert machine.lamps() == {Side.LEFT: True, Side.RIGHT: False}
    for control in ROUND:
        machine.press(control)
    assert machine.lamps() == {Side.LEFT: False, Side.RIGHT: True}


def test_the_die_reader_is_found_lost_and_found_again_and_its_throws_count(
    machine: Machine,
) -> None:
    machine.world.ask("plug")
    machine.until(
        "the reader has its name", lambda: machine.can("test -c $(realpath /dev/cdgdevice-die)")
    )
    assert machine.shell("stat -Lc %G /dev/cdgdevice-die") == "dialout"
    machine.logs("The die reader is ready.")
    machine.world.ask("throw", face=4)
    machine.until("the throw counts", lambda: answers(machine.journal()), pause=0.3)
    (answer,) = answers(machine.journal())
    assert answer["do"] == "roll"
    assert answer["result"] == STICKERS[4 - 1].result.value

    machine.world.ask("unplug")
    machine.logs("is gone: plug it in again.")
    machine.world.ask("plug")
    machine.until(
        "it is found again",
        lambda: "The die reader is ready." in machine.log().rpartition("is gone: plug it in")[2],
        pause=0.5,
    )


def test_a_panel_that_is_pulled_out_stops_no_game_and_is_healed_when_it_is_put_back(
    machine: Machine,
) -> None:
    machine.world.ask("pull", address=RIGHT)
    machine.press(Control.LEFT)
    machine.logs("fault: ")
    machine.press(Control.KNOB)  # what the other glass tells of it is read
    machine.press(Control.LEFT)
    machine.world.ask("put_back", address=RIGHT)
    machine.logs("fixed: ")
    machine.settles()

    done = len(answers(machine.journal()))
    assert done >= 2
    with Laptop(machine.journal()) as laptop:
        assert laptop.plays(*ROUND[:done])[-1] == machine.pictures()
