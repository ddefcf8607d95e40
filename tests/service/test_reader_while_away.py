"""A reader that stays under power keeps what is thrown while the gadget is away."""

import pytest

from cdgdevice.config.settings import DieSource
from cdgdevice.drivers.gpio.control_events import Control
from cdgdevice.drivers.reader.reader_port import PortOpened
from cdgdevice.simulator.simulated_firmware import SimulatedFirmware
from tests.whole_gadget import Gadget

KNOB = Control.KNOB
READER = DieSource.READER


def thrown_while_away(*faces: int) -> SimulatedFirmware:
    device = SimulatedFirmware(0.0, 7)
    for face in faces:
        device.throw(0.0, face)
    return device


def back(gadget: Gadget, device: SimulatedFirmware) -> None:
    """Have the gadget come back to a reader that was never without power."""
    gadget.device = device
    gadget.time.put(PortOpened(gadget.time.now))
    gadget.passes(0.6)


def acknowledged(gadget: Gadget) -> int:
    return sum(line.startswith(b"$ACK") for line in gadget.sent)


def test_a_throw_made_while_the_gadget_starts_is_the_roll_that_is_due() -> None:
    with Gadget(die=READER) as gadget:
        back(gadget, thrown_while_away(2))
        assert gadget.reads() == "The die: A or B."
        assert (gadget.answers(), acknowledged(gadget)) == (1, 1)


@pytest.mark.parametrize("faces", [(2, 4), (2, 4, 4, 1, 6, 3)])
def test_of_several_the_first_counts_and_one_page_tells_that_the_others_do_not(
    faces: tuple[int, ...],
) -> None:
    with Gadget(die=READER) as gadget:
        back(gadget, thrown_while_away(*faces))
        gadget.passes(2.0)
        assert (gadget.answers(), acknowledged(gadget)) == (1, len(faces))
        assert "No roll is due now." in gadget.reads()
        gadget.press(KNOB)
        assert "Play A or B." in gadget.reads()
        assert gadget.answers() == 1


def test_where_two_dice_are_due_the_first_two_count() -> None:
    with Gadget(sheet="paths-of-glory-2016", die=READER) as gadget:
        while "Nominate" not in gadget.reads():
            gadget.press(Control.LEFT)
        gadget.press(Control.LEFT)
        back(gadget, thrown_while_away(6, 3, 1))
        gadget.passes(2.0)
        assert acknowledged(gadget) == 3
        assert "No roll is due now." in gadget.reads()
        assert gadget.answers() == 3, "the nomination and the two dice"
