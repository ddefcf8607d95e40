"""MicroPython's `os` of a Pico, for the unix port: all as it is there, but who it is."""

from uos import *  # noqa: F403 - whatever it has


def uname():
    return ("rp2", "rp2", "1.28.0", "v1.28.0", "Raspberry Pi Pico with RP2040")
