"""A pin that the gadget drives."""

from gpiozero import DigitalOutputDevice
from gpiozero.pins import Factory

from cdgdevice.errors import CdgDeviceError, HardwareError


def open_output(factory: Factory, what: str, gpio: int) -> DigitalOutputDevice:
    """Take a pin as an output, low at first; `what` names what is wired to it, in sentences.

    Raises:
        HardwareError: the pin does not exist, is wired twice or can't be had.
    """
    try:
        return DigitalOutputDevice(gpio, pin_factory=factory)
    except CdgDeviceError:
        raise
    except Exception as why:  # each back end has errors of its own
        raise HardwareError(f"The {what} can't be wired to GPIO{gpio}: {why}.") from why
