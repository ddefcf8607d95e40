import errno

import pytest

from cdgdevice.drivers.gpio.gpio_lines import GpioHeader, LineSettings
from cdgdevice.errors import HardwareError
from tests.simulated_chips import SimulatedGpioChips


@pytest.mark.parametrize("label", ["pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835"])
def test_the_chip_is_found_by_its_label_wherever_it_is(label: str) -> None:
    chips = SimulatedGpioChips(("gpio-brcmstb@107d508500", "raspberrypi-exp-gpio", label))
    assert GpioHeader(chips).path == "/dev/gpiochip2"


def test_a_machine_with_other_chips_only_is_told_what_was_found() -> None:
    with pytest.raises(HardwareError) as caught:
        GpioHeader(SimulatedGpioChips(("INT34C5:00", "nct6779")))
    assert str(caught.value) == (
        "No GPIO chip is labelled pinctrl-rp1, pinctrl-bcm2711 or pinctrl-bcm2835, as the one "
        "behind a Raspberry Pi's pins is; found /dev/gpiochip0 (INT34C5:00), /dev/gpiochip1 "
        '(nct6779). On another machine choose the pins "mock".'
    )


def test_a_machine_without_chips_is_told_so() -> None:
    with pytest.raises(HardwareError, match="found none at all"):
        GpioHeader(SimulatedGpioChips(()))


def test_no_permission_is_said_with_the_remedy() -> None:
    chips = SimulatedGpioChips()
    chips.refusal = PermissionError(errno.EACCES, "Permission denied", "/dev/gpiochip0")
    with pytest.raises(HardwareError) as caught:
        GpioHeader(chips)
    assert str(caught.value) == (
        "No permission to use /dev/gpiochip0: add your user to the group gpio with "
        "`sudo usermod -aG gpio $USER` and log in again."
    )


def test_a_busy_line_is_said_with_its_user() -> None:
    chips = SimulatedGpioChips()
    chips.users[8] = "spi0 CS0"
    with pytest.raises(HardwareError) as caught:
        GpioHeader(chips).line(8, LineSettings())
    assert str(caught.value) == ("GPIO8 is in use by spi0 CS0: stop that, or wire to another pin.")


def test_a_busy_line_of_someone_without_a_name() -> None:
    chips = SimulatedGpioChips()
    chips.users[8] = ""
    with pytest.raises(HardwareError, match="GPIO8 is in use by another program"):
        GpioHeader(chips).line(8, LineSettings())


def test_whatever_else_the_kernel_says_is_passed_on_with_the_chip() -> None:
    chips = SimulatedGpioChips()
    header = GpioHeader(chips)
    chips.refusal = OSError(errno.EINVAL, "Invalid argument")
    with pytest.raises(HardwareError, match="/dev/gpiochip0 can't be used: Invalid argument"):
        header.line(8, LineSettings())
