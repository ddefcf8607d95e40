"""The first picture, milliseconds after the start, before anything else is imported.

What to send is precomputed (`splash.recording`, made by `tools/make_splash.py`) and where to is
remembered in a small file from the last time the screens were well: neither the configuration
nor a driver is needed. A splash that fails is none: the real screens report later.

A place is a tuple: controller's name, bus (`/dev/i2c-1` or `record:PATH`), address, rotation.
"""

# ruff: noqa: PTH103, PTH105, PTH118, PTH120, PTH123, SIM105 - pathlib costs milliseconds of dark glass

import os

PanelPlace = tuple[str, str, int, int]

I2C_SLAVE = 0x0703
"""The ioctl that says to which address a bus's file writes."""
_CONTROLLERS = ("ssd1306", "ssd1309", "sh1106")
MAX_PLACES_BYTES = 1000
"""No file of places is longer."""


def show_splash(places: list[PanelPlace]) -> None:
    """Show the splash at each place; one that fails is passed over."""
    for place in places:
        try:
            _show_at(*place)
        except (OSError, ImportError, ValueError):  # ValueError: a name no file can have
            pass


def remember_places(path: str, places: list[PanelPlace]) -> None:
    """Keep the places for the next start; a file that can't be written is passed over.

    Its folder is made if need be: the games may lie in another. Not synced: after a pulled plug
    the worst is a start without a splash.
    """
    if recall_places(path) == places:
        return
    lines = [f"{controller} {at} {turn} {bus}\n" for controller, bus, at, turn in places]
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
    controller, address, rotation, bus = line.split(" ", 3)
    place = (controller, bus, int(address), int(rotation))
    if (
        controller not in _CONTROLLERS
        or not bus.startswith(("/dev/i2c-", "record:"))
        or not 0x08 <= place[2] <= 0x77
        or place[3] not in (0, 180)
    ):
        raise ValueError
    return place


def _show_at(controller: str, bus: str, address: int, rotation: int) -> None:
    if bus.startswith("record:"):
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NONBLOCK", 0)
        file = os.open(bus[len("record:") :], flags, 0o666)
    else:
        file = os.open(bus, os.O_RDWR)
    try:
        if not bus.startswith("record:"):
            import fcntl  # only Linux has such buses

            fcntl.ioctl(file, I2C_SLAVE, address)
        for payload in read_payloads("splash", controller, rotation):
            if bus.startswith("record:"):
                payload = b"%02x %s\n" % (address, payload.hex().encode())
            os.write(file, payload)
    finally:
        os.close(file)


def read_payloads(picture: str, controller: str, rotation: int) -> list[bytes]:
    """Return the transfers that make a panel show `splash` or `last_words`, in their order.

    They are the lines of `PICTURE.recording` for this panel: `ssd1306 180 00ae`.
    """
    start = f"{controller} {rotation} ".encode()
    with open(os.path.join(os.path.dirname(__file__), f"{picture}.recording"), "rb") as file:
        lines = file.read().split(b"\n")
    return [bytes.fromhex(line[len(start) :].decode()) for line in lines if line.startswith(start)]
