"""What a round puts on the wire by our own path and by luma's: `python -m bench.luma_path`.

The same dice are thrown in each. Luma's drivers of the chips that we drive are in front of the same
pictures; the other panels have nothing beside them.
"""

from itertools import cycle
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory

from bench.bus import FAST_I2C, FAST_SPI
from bench.play import FLASH_MS, TOUCHES, play_ours
from cdgdevice.drivers.oled.panels import CHIPS, LUMA_PANELS, LumaPanel, Panel

ROUNDS = 12
HIGHLIGHT = TOUCHES[1]


def count_bytes(panel: Panel, bus: str) -> tuple[float, float]:
    """Return the mean of a round, and that of its least change: the highlight moves."""
    dice = cycle((4, 1, 6, 2, 5, 3))
    with TemporaryDirectory(prefix="cdgdevice-bench-") as folder:
        played = play_ours(
            Path(folder), ROUNDS, FLASH_MS, bus_name=bus, die=lambda: next(dice), panel=panel
        )
    return fmean(played["bytes"]), fmean(played[HIGHLIGHT])


def main() -> None:
    """Print the figures."""
    for bus, fast in (("/dev/i2c-1", FAST_I2C), ("/dev/spidev0", FAST_SPI)):
        for chip in CHIPS.values():
            ours, least = count_bytes(chip, bus)
            lumas, its_least = count_bytes(LumaPanel(chip.name, chip.size), bus)
            print(
                f"{bus} {chip.name}: {ours:,.0f} bytes a round, luma {lumas / ours:.1f} times as "
                f"many; {least:,.0f} a highlight, luma {its_least / least:.1f} times as many"
            )
        for panel in LUMA_PANELS:
            if panel.on_i2c or bus != "/dev/i2c-1":
                sent, _ = count_bytes(panel, bus)
                print(f"{bus} {panel}: {sent:,.0f} bytes a round, {sent / fast * 1000:.0f} ms")


if __name__ == "__main__":
    main()
