"""MicroPython's `time` for a board whose clock is that of its world."""

import machine

_PERIOD = 1 << 30


def sleep_ms(ms: int) -> None:
    """Let the world go on for so long."""
    sleep_us(1000 * ms)


def sleep_us(us: int) -> None:
    """Let the world go on for so long."""
    machine.ask(b"T", us)


def ticks_ms() -> int:
    """Give milliseconds that begin again at 0 after 2**30, as on the RP2040."""
    return machine.now() // 1000 % _PERIOD


def ticks_us() -> int:
    """Give microseconds that begin again at 0 after 2**30, as on the RP2040."""
    return machine.now() % _PERIOD


def ticks_diff(end: int, start: int) -> int:
    """Give the ticks from `start` to `end`, which lie less than half a period apart."""
    return (end - start + _PERIOD // 2) % _PERIOD - _PERIOD // 2
