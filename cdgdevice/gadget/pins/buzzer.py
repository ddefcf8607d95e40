"""The buzzer."""

from gpiozero.pins import Factory

from cdgdevice.gadget.pins.output import open_output


class Buzzer:
    """An active buzzer, which sounds while its pin is high.

    gpiozero's own would beep from a thread; here whoever has the time says when.

    Raises:
        HardwareError: the pin does not exist, is wired twice or can't be had.
    """

    def __init__(self, factory: Factory, gpio: int) -> None:
        self._pin = open_output(factory, "buzzer", gpio)
        self._sounding = False

    def sound(self, sounding: bool) -> None:
        """Sound, or be silent; only a change is written."""
        if sounding is not self._sounding and not self._pin.closed:
            self._pin.value = sounding
        self._sounding = sounding

    def close(self) -> None:
        """Be silent and release the pin; more than once does no harm."""
        self.sound(False)
        self._pin.close()
