"""Import fake-rpi without its greetings: it prints when imported and at every call."""

import contextlib
import io

with contextlib.redirect_stdout(io.StringIO()):
    import fake_rpi
    from fake_rpi import RPi

fake_rpi.toggle_print(False)
FakeGPIO = RPi._GPIO

__all__ = ["FakeGPIO"]
