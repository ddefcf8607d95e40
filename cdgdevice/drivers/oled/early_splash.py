"""The splash before systemd: the card image shows it as root, as soon as its disks are mounted.

It stands alone, as the last words do, and writes to buses of this machine only: an ordinary user
wrote where the screens are.
"""

import signal

from cdgdevice.drivers.oled import last_words, splash


def show_early_splash(
    remembered: str,
    configurations: tuple[str, ...],
    carry: last_words.SendPayloads = last_words.send_payloads,
    within: float = 5.0,
) -> None:
    """Show it where the screens were last, or where the configuration has them at a first start.

    After `within` seconds the kernel ends this process, whatever it waits for: a bus that is stuck
    must not hold the start up.
    """
    signal.setitimer(signal.ITIMER_REAL, within)
    places = last_words.read_places(remembered) or splash.read_splash_places(configurations)
    wired = [place for place in places if splash.is_hardware(place[1])]
    last_words.show_picture("splash", wired, carry)
    signal.setitimer(signal.ITIMER_REAL, 0)
