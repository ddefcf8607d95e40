"""Prepares a card with Raspberry Pi OS, as Raspberry Pi Imager has just written it, for the gadget.

    python3 tools/prepare_card.py [--spi | --i2c] BOOT-FOLDER PACKAGE.deb…

At its first start the Pi then installs the packages, as soon as it has a network. The boot folder
is the card's partition `bootfs`. Needs nothing but Python, on any system. What Imager wrote there
(user, Wi-Fi, SSH) stays as it is: of cloud-init's files ours is `vendor-data`, which Imager doesn't
write and which is used besides its `user-data`. Done twice, it changes nothing.
"""

import argparse
import os
import re
import sys
from pathlib import Path
from textwrap import fill
from typing import TextIO

_PROJECT = Path(__file__).resolve().parents[1]
OURS = _PROJECT / "systemd" / "raspios" / "vendor-data"
ON_SPI = _PROJECT / "hardware" / "reference.toml"
"""The configuration of a build whose screens are on SPI."""
OUR_MARK = b"cdgdevice"
"""What tells our `vendor-data`, of any version, from somebody else's."""
TOO_OLD = "2025-10-01"
"""The first Raspberry Pi OS Trixie, which Imager prepares in its old way, without cloud-init."""
BEGIN, END = "# What cdgdevice's screens need:", "# End of what cdgdevice's screens need."
I2C = """\
dtparam=i2c_arm=on,i2c_arm_baudrate=400000
[pi3]
core_freq=250
[pi02]
core_freq=250
[pi4]
core_freq_min=500
[all]
"""
SPI = "dtparam=spi=on\n"
BUSES = {"i2c": I2C, "spi": SPI}
DEVICES = {"i2c": "/dev/i2c-1", "spi": "/dev/spidev0"}
SETTINGS = "cdgdevice.toml"
"""The gadget's configuration; where it names no bus, the screens are on I2C."""


class CardError(Exception):
    """What is there can't be prepared; its text says why and what to do."""


def prepare_card(boot: Path, packages: list[Path], bus: str | None = None) -> list[str]:
    """Prepare the card and return the names of the files that changed, none if it was prepared.

    Without a bus, one of BUSES, that of an earlier run stays; the first one takes I2C. Where SPI is
    new, the gadget's configuration says so too, until I2C is asked for; its owner's own stays.

    Raises:
        CardError: it is no such card, or one of the files is no package.
    """
    _check_card(boot)
    for package in packages:
        _check_package(package)
    config = (boot / "config.txt").read_bytes()
    wanted = {package.name: package.read_bytes() for package in packages}
    settings, on_spi = boot / SETTINGS, ON_SPI.read_bytes().replace(b"\r\n", b"\n")
    with_bus = _add_bus(config, bus)
    if bus == "spi" and with_bus != config and not settings.exists():
        wanted[SETTINGS] = on_spi
    # After that: as long as it is as it was, another run writes both.
    wanted |= {"config.txt": with_bus}
    # The last one is what makes the Pi look at the others.
    wanted |= {"vendor-data": OURS.read_bytes().replace(b"\r\n", b"\n")}
    kinds = {name.partition("_")[0] for name in wanted if name.endswith(".deb")}
    earlier = [
        file
        for kind in sorted(kinds)
        for file in sorted(boot.glob(f"{kind}_*.deb"))
        if file.name not in wanted
    ]
    if bus == "i2c" and settings.exists() and settings.read_bytes() == on_spi:
        earlier.append(settings)
    changed = [name for name, data in wanted.items() if _write(boot / name, data)]
    for file in earlier:
        file.unlink()
    return [*changed, *(f"{file.name} (removed)" for file in earlier)]


def _check_card(boot: Path) -> None:
    def has(name: str) -> bool:
        return (boot / name).is_file()

    if not (has("config.txt") and has("cmdline.txt") and has("issue.txt")):
        raise CardError(
            f"{boot} is not the boot partition of Raspberry Pi OS: "
            "name the folder that has the card's config.txt and issue.txt."
        )
    built = re.search(r"\b20\d\d-\d\d-\d\d\b", (boot / "issue.txt").read_text("utf-8", "replace"))
    if has("firstrun.sh") or not (has("user-data") and has("meta-data")):
        raise CardError(
            f"{boot} has no settings for cloud-init: write the card again, with Raspberry Pi "
            "Imager 2.0 or newer and today's Raspberry Pi OS."
        )
    if built is None or built[0] <= TOO_OLD:
        raise CardError(
            f"The Raspberry Pi OS of {boot} is too old, or of unknown age: "
            f"write one to the card that is newer than {TOO_OLD}."
        )
    if has("kernel7.img"):
        raise CardError(
            f"{boot} has the 32-bit Raspberry Pi OS, for which Debian has no python3-msgspec: "
            "write the 64-bit one to the card."
        )
    if has("vendor-data") and OUR_MARK not in (boot / "vendor-data").read_bytes():
        raise CardError(
            f"{boot / 'vendor-data'} is from another program: remove it, or use another card."
        )


def _check_package(package: Path) -> None:
    try:
        with package.open("rb") as file:
            is_package = file.read(8) == b"!<arch>\n"
    except OSError as error:
        raise CardError(f"{package} can't be read ({error.strerror}): name a package.") from error
    if not is_package or package.suffix != ".deb":
        raise CardError(f"{package} is no Debian package: `make deb` makes one in dist/.")
    if package.name.startswith("cdgdevice-gpiod_") or package.stem.endswith("_amd64"):
        raise CardError(f"{package.name} can't be installed on this card: leave it out.")


def _add_bus(config: bytes, bus: str | None) -> bytes:
    """Return config.txt with the lines for the bus at its end, in place of an earlier run's."""
    begin, end = re.escape(BEGIN.encode()), re.escape(END.encode())
    earlier = rb"\[all\]\r?\n" + begin + rb"\r?\n.*?" + end + rb"\r?\n"
    found = re.search(earlier, config, re.DOTALL)
    if bus is None:
        bus = "spi" if found and SPI.strip().encode() in found[0] else "i2c"
    block = f"[all]\n{BEGIN}\n{BUSES[bus]}{END}\n".encode()
    if found:
        return config[: found.start()] + block + config[found.end() :]
    return config + (b"" if config.endswith(b"\n") else b"\n") + block


def find_other_bus(boot: Path) -> str | None:
    """Return the line that the gadget's configuration lacks for the card's bus; None if it fits.

    Where there is no configuration on the card, its owner's may be elsewhere.
    """
    settings, config = boot / SETTINGS, (boot / "config.txt").read_bytes()
    if not settings.exists():
        return None
    line = rb'^\s*bus\s*=\s*["\']/dev/(i2c|spi)'
    named = re.search(line, settings.read_bytes(), re.MULTILINE)
    bus = "spi" if _add_bus(config, "spi") == config else "i2c"
    if bus == (named[1].decode() if named else "i2c"):
        return None
    return f'bus = "{DEVICES[bus]}"'


def _write(path: Path, data: bytes) -> bool:
    """Write the file whole or not at all, and return whether it had to be written."""
    if path.exists() and path.read_bytes() == data:
        return False
    unfinished = path.with_name(path.name + ".part")
    with unfinished.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)
    return True


def _tell(text: str, stream: TextIO) -> None:
    """Write a sentence, broken for a terminal of 80 columns; a path stays whole."""
    folded = fill(text, 80, break_long_words=False, break_on_hyphens=False)
    print(folded if stream.isatty() else text, file=stream)


def main(arguments: list[str]) -> int:
    """Prepare the card that the arguments name and return the status to exit with."""
    about = (__doc__ or "").partition("\n")[0]
    parser = argparse.ArgumentParser("prepare_card.py", description=about)
    parser.add_argument("boot", type=Path, metavar="BOOT-FOLDER", help="the partition bootfs")
    parser.add_argument("packages", type=Path, nargs="+", metavar="PACKAGE.deb")
    which = parser.add_mutually_exclusive_group()
    for bus in BUSES:
        told = f"the screens are on {bus.upper()}"
        which.add_argument(f"--{bus}", dest="bus", action="store_const", const=bus, help=told)
    asked = parser.parse_args(arguments)
    try:
        changed = prepare_card(asked.boot, asked.packages, asked.bus)
    except CardError as error:
        _tell(str(error), sys.stderr)
        return 1
    except OSError as error:
        _tell(f"The card can't be written: {error}. Is it full, or read-only?", sys.stderr)
        return 1
    if changed:
        told = f"Written: {', '.join(changed)}. Eject the card, and start the Pi with a network."
        _tell(told, sys.stdout)
        print("If a Pi started from it before, it does not look: docs/INSTALL.md, By hand.")
    else:
        print("The card was prepared already.")
    if line := find_other_bus(asked.boot):
        _tell(
            f"The screens stay dark: {SETTINGS} is for the other bus. Let it say {line} under "
            "[screens], or name the other bus, --i2c or --spi.",
            sys.stdout,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
