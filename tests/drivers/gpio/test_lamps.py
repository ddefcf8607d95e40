import pytest
from gpiozero.pins.mock import MockFactory

from cdgdevice.drivers.gpio.pin_factory import GpiodFactory
from cdgdevice.drivers.gpio.wired_devices import SideLamps
from cdgdevice.errors import HardwareError
from cdgdevice.rules.card_display import Side
from tests.drivers.fakes.fake_rpi_gpio import ZERO_2_W, rpi_gpio_factory
from tests.simulated_chips import SimulatedGpioChips

LEFT, RIGHT = Side.LEFT, Side.RIGHT
WIRING = {LEFT: 5, RIGHT: 6}
BOTH = frozenset(Side)
NONE: frozenset[Side] = frozenset()


def test_only_what_changes_is_written() -> None:
    with rpi_gpio_factory() as (factory, gpio):
        lamps = SideLamps(factory, WIRING)
        gpio.writes.clear()
        lamps.show(frozenset({LEFT}))
        lamps.show(frozenset({LEFT}))
        lamps.show(frozenset({RIGHT}))
        assert sorted(gpio.writes) == [(5, False), (5, True), (6, True)]
        lamps.close()


def test_the_kernels_lines_carry_the_lamps() -> None:
    chips = SimulatedGpioChips()
    with GpiodFactory(ZERO_2_W, chips) as factory:
        lamps = SideLamps(factory, WIRING)
        assert [chips.lines[gpio].read() for gpio in (5, 6)] == [False, False]
        lamps.show(BOTH)
        assert [chips.lines[gpio].read() for gpio in (5, 6)] == [True, True]
        lamps.show(frozenset({RIGHT}))
        assert [chips.lines[gpio].read() for gpio in (5, 6)] == [False, True]
        lamps.close()
    assert chips.lines == {}


def test_closing_puts_the_lamps_out() -> None:
    with rpi_gpio_factory() as (factory, gpio):
        lamps = SideLamps(factory, WIRING)
        lamps.show(BOTH)
        gpio.writes.clear()
        lamps.close()
        assert sorted(gpio.writes) == [(5, False), (6, False)]
        lamps.close()


def test_a_side_without_a_lamp_is_no_fault() -> None:
    with MockFactory() as factory:
        lamps = SideLamps(factory, {LEFT: 5})
        lamps.show(BOTH)
        assert factory.pin(5).state
        lamps.show(NONE)
        assert not factory.pin(5).state
        lamps.close()


def test_a_lamp_on_a_pin_that_does_not_exist_is_named() -> None:
    with (
        MockFactory() as factory,
        pytest.raises(HardwareError, match=r"The left lamp can.t be wired to GPIO77"),
    ):
        SideLamps(factory, {LEFT: 77})
