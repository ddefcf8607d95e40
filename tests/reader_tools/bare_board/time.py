"""MicroPython's `time`, for the unix port: all as it is there, but nobody is waited for long."""

import utime
from utime import *  # noqa: F403 - whatever it has


def sleep_ms(milliseconds):
    utime.sleep_ms(min(milliseconds, 20))
