"""The first picture, milliseconds after the start, before anything else is imported.

The picture lies ready in the order of a panel's RAM (`splash.frames`, made by
`tools/make_splash.py`), and where to send it is remembered in a small file from the last time the
screens were well: neither the configuration nor a driver is needed. A splash that fails is none:
the real screens report later.

A place is a tuple: chip's name, bus (`/dev/i2c-1` or `record:PATH`), address, rotation.
"""

# ruff: noqa: PTH103, PTH105, PTH118, PTH120, PTH123, SIM105 - pathlib costs milliseconds of dark glass

import os

from cdgdevice.drivers.oled import panels

PanelPlace = tuple[str, str, int, int]

I2C_SLAVE = 0x0703
"""The ioctl that says to which address a bus's file writes."""
MAX_PLACES_BYTES = 1000
"""No file of places is longer."""
# A Pi that is off still feeds its panels: the last words may stand for weeks, so they are faint.
CONTRAST = {"splash": 0x7F, "last_words": 0x20}
"""The pictures that lie ready, and the contrast of each, 0 to 255."""


def show_splash(places: list[PanelPlace]) -> None:
    """Show the splash at each place; one that fails is passed over."""
    for place in places:
        try:
            _show_at(*place)
        except (OSError, ImportError, LookupError, ValueError):
            pass


def remember_places(path: str, places: list[PanelPlace]) -> None:
    """Keep the places for the next start; a file that can't be written is passed over.

    Its folder is made if need be: the games may lie in another. Not synced: after a pulled plug
    the worst is a start without a splash.
    """
    if recall_places(path) == places:
        return
    lines = [f"{chip} {at} {turn} {bus}\n" for chip, bus, at, turn in places]
    text = "".join(lines).encode("utf-8", "surrogateescape")
    try:
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        with open(path + ".new", "wb") as file:
            file.write(text)
        os.replace(path + ".new", path)
    except OSError:
        pass


def recall_places(path: str) -> list[PanelPlace]:
    """Return the places that were remembered; none if there is no file or it is garbage."""
    try:
        with open(path, "rb") as file:
            return parse_places(file.read(MAX_PLACES_BYTES))
    except OSError:
        return []


def parse_places(kept: bytes) -> list[PanelPlace]:
    """Return the places that a file holds; none if it is garbage."""
    try:
        lines = kept.decode("utf-8", "surrogateescape").split("\n")
        return [_parse_place(line) for line in lines if line]
    except ValueError:
        return []


def _parse_place(line: str) -> PanelPlace:
    chip, address, rotation, bus = line.split(" ", 3)
    place = (chip, bus, int(address), int(rotation))
    if (
        chip not in panels.CHIPS
        or not bus.startswith(("/dev/i2c-", "record:"))
        or not 0x08 <= place[2] <= 0x77
        or place[3] not in (0, 180)
    ):
        raise ValueError
    return place


def _show_at(chip: str, bus: str, address: int, rotation: int) -> None:
    payloads = picture_payloads("splash", panels.CHIPS[chip], rotation)
    if bus.startswith("record:"):
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NONBLOCK", 0)
        file = os.open(bus[len("record:") :], flags, 0o666)
    else:
        file = os.open(bus, os.O_RDWR)
    try:
        if not bus.startswith("record:"):
            import fcntl  # only Linux has such buses

            fcntl.ioctl(file, I2C_SLAVE, address)
        for payload in payloads:
            if bus.startswith("record:"):
                payload = b"%02x %s\n" % (address, payload.hex().encode())
            os.write(file, payload)
    finally:
        os.close(file)


def picture_payloads(picture: str, chip: panels.PanelChip, rotation: int) -> list[bytes]:
    """Return the transfers that make a panel show `splash` or `last_words`, in their order."""
    frame = _read_frame(picture, chip.columns, rotation)
    width, height = chip.columns, chip.pages if chip.by_window else 1
    sent = [
        bytes((0, panels.DISPLAY_OFF)),
        bytes((0, *chip.init)),
        bytes((0, panels.SET_CONTRAST, CONTRAST[picture])),
    ]
    for page in range(0, chip.pages, height):
        sent.append(bytes((0, *chip.window_commands(page, 0, height, width))))
        sent.append(b"\x40" + frame[page * width : (page + height) * width])
    return [*sent, bytes((0, panels.DISPLAY_ON))]


def _read_frame(picture: str, columns: int, rotation: int) -> bytes:
    """Read the picture: a line of `PICTURE.frames` for each way a glass lies, `128/180 00c040…`."""
    with open(os.path.join(os.path.dirname(__file__), f"{picture}.frames"), "rb") as file:
        frames = dict(line.split() for line in file)
    return bytes.fromhex(frames[b"%d/%d" % (columns, rotation)].decode())
