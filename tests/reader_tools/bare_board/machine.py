"""MicroPython's `machine` of a Pico with nothing on its pins, for the unix port."""


class Pin:
    """A pin that leads nowhere: what is asked of it, its pull-up answers."""

    IN = 0
    OUT = 1
    PULL_UP = 1

    def __init__(self, number, mode=0, pull=None, *, value=None):
        pass

    def __call__(self, value=None):
        return 1 if value is None else None


class I2C:
    """A bus on which nobody answers."""

    def __init__(self, number, scl, sda, freq):
        pass

    def writeto(self, address, data, stop=True):
        raise OSError(5)

    readfrom = writeto


class WDT:
    """A watchdog that never bites."""

    def __init__(self, timeout):
        pass

    def feed(self):
        pass


mem32 = {}


def unique_id():
    return b"\xe6\x61\x41\x03\xe7\x45\x2d\x2f"


def reset():
    raise SystemExit
