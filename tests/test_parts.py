"""The parts, put together over simulated edges."""

from pathlib import Path
from queue import SimpleQueue

import pytest

from cdgdevice.config import Config
from cdgdevice.errors import HardwareError
from cdgdevice.gadget.events import Control
from cdgdevice.gadget.pins.gpiod_factory import GpiodFactory
from cdgdevice.gadget.pins.simulated_chips import SimulatedChips
from cdgdevice.parts import Edge, assembled
from cdgdevice.service import Event
from tests.gadget.fakes.fake_rpi_gpio import ZERO_2_W


def test_a_pin_that_goes_deaf_ends_the_service_with_a_sentence(tmp_path: Path) -> None:
    chips = SimulatedChips()
    config = Config(tmp_path)
    edge = Edge(lambda: GpiodFactory(ZERO_2_W, chips), None, None)
    queue: SimpleQueue[Event] = SimpleQueue()
    with assembled(config, edge, queue, log=print) as service:
        chips.lines[config.pins.inputs[Control.LEFT]].break_down()
        with pytest.raises(HardwareError, match="An input pin can't be watched any more"):
            service.run()
