"""How contacts bounce: seconds after the first touch at which the level flips again.

These are synthetic models, written after published oscilloscope pictures of such parts (a burst of
some tens to hundreds of microseconds that gets slower, sometimes a late straggler); they were not
recorded from this gadget's buttons. Each has an even number of flips: the level stays as it was
after the first touch.
"""

MICROSECOND = 1e-6


def _trace(*flips: int) -> tuple[float, ...]:
    return tuple(flip * MICROSECOND for flip in flips)


TRACES: dict[str, tuple[float, ...]] = {
    "clean": (),
    "tactile switch, short burst": _trace(12, 31, 58, 77, 140, 166),
    "arcade button, long burst": _trace(
        40, 95, 210, 260, 430, 520, 890, 1010, 1500, 1640, 2400, 2490
    ),
    "micro switch, two bursts": _trace(25, 60, 110, 150, 3100, 3160, 3300, 3350),
    "worn switch, late straggler": _trace(80, 200, 450, 700, 6200, 6900),
    "knob's push, at its data sheet's limit of 10 ms and beyond": _trace(
        300, 900, 1800, 2600, 4200, 5100, 7600, 8300, 10_400, 12_000
    ),
    "chattering reed": _trace(*range(150, 4951, 150), 5100),
}
