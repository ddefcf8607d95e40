"""The first picture, milliseconds after the start, before anything else is imported.

The picture lies ready in the order of a panel's RAM (`splash.frames`, made by
`tools/make_splash.py`), and where to send it is remembered in a small file from the last time the
screens were well: neither the configuration nor a driver is needed. A splash that fails is none:
the real screens report later.

A place is a tuple: panel (`PanelChip.word`), way, address, rotation. A *way* is a bus and what
belongs to it, in words with a space between them: `/dev/i2c-1`; `/dev/i2c-3 unacknowledged`, and
each with the GPIO number of a reset line behind it, if there is one; `/dev/spidev0.1 24 23` with
the GPIO numbers of D/C and reset, the latter `-` where there is none; or `record:PATH`. A payload
begins, on each of them, with the byte by which I2C tells commands (0x00) from pixels (0x40). All go
by the kernel's own calls; what has more time uses `i2c_bus`, `spi_bus` and `gpio_lines`.
"""

# ruff: noqa: PTH103, PTH105, PTH118, PTH120, PTH123 - pathlib costs milliseconds of dark glass

import os
import time

from cdgdevice.drivers.oled import panels

PanelPlace = tuple[str, str, int, int]

MAX_PLACES_BYTES = 1000
"""No file of places is longer."""
# A Pi that is off still feeds its panels: the last words may stand for weeks, so they are faint.
CONTRAST = {"splash": 0x7F, "last_words": 0x20}
"""The pictures that lie ready, and the contrast of each, 0 to 255."""

I2C_SLAVE = 0x0703
"""The ioctl that says to which address a bus's file writes."""
HIGHEST_GPIO = 27
"""The last GPIO number on the header."""

UNACKNOWLEDGED = "unacknowledged"
_I2C, _SPI, _RECORDING = "/dev/i2c-", "/dev/spidev", "record:"
_I2C_MAJOR, _SPI_MAJOR = 89, 153  # the kernel's numbers for these among character devices
_I2C_RDWR, _IGNORE_NAK = 0x0707, 0x1000
_SPI_MODE, _SPI_SPEED = 0x40016B01, 0x40046B04
_SPI_HZ = 4_000_000
_NO_WIRE = "-"

CHIP_LABELS = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")
"""What the header's chip is labelled: on a Raspberry Pi 5; on a 4; on earlier ones and Zeros."""
DEVICES = "/dev"
"""The folder of the chips."""

# As linux/gpio.h has them; a test asks a C compiler, where there is one with those headers.
_GET_CHIP_INFO = 0x8044B401
_GET_LINES = 0xC250B407
_SET_VALUES = 0xC010B40F
_CHIP_INFO_BYTES = 68
_LABEL = slice(32, 64)
_REQUEST_BYTES = 592
_CONSUMER_AT, _FLAGS_AT, _COUNT_AT, _FILE_AT = 256, 288, 560, 588
_OUTPUT, _PULL_UP = 1 << 3, 1 << 8

DEFAULT_BUS = {"bus": "/dev/i2c-1", "acknowledge": True, "data_command": 24}
_GLASS_KEYS = ("column_offset", "row_offset", "mirror", "com_pins", "multiplex")
DEFAULT_GLASS = dict(zip(_GLASS_KEYS, panels.DEFAULT_GLASS, strict=True))
_BOTH = {"controller": "ssd1309", "rotate": 0, "fitted": True}
DEFAULT_PANELS = {
    "left": {**_BOTH, "address": 0x3C, "chip_select": 0, "reset": 25},
    "right": {**_BOTH, "address": 0x3D, "chip_select": 1, "reset": 23},
}
"""The screens of the reference build, as the defaults have them; its reset lines are for SPI."""
_MAX_BYTES = 100_000  # no configuration is longer


def show_splash(places: list[PanelPlace]) -> None:
    """Show the splash at each place; one that fails is passed over."""
    for chip, way, address, rotation in places:
        try:
            payloads = picture_payloads("splash", panels.find_panel(chip), rotation)
            send_payloads(way, address, payloads)
        except (OSError, ImportError, LookupError, ValueError):
            pass


def remember_places(path: str, places: list[PanelPlace]) -> None:
    """Keep the places for the next start; a file that can't be written is passed over.

    Its folder is made if need be: the games may lie in another. Not synced: after a pulled plug
    the worst is a start without a splash.
    """
    if recall_places(path) == places:
        return
    lines = [f"{chip} {at} {turn} {way}\n" for chip, way, at, turn in places]
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
        *lines, cut_off = kept.decode("utf-8", "surrogateescape").split("\n")
        # A number that has lost a digit would be another one.
        return [] if cut_off else [_parse_place(line) for line in lines if line]
    except ValueError:
        return []


def _parse_place(line: str) -> PanelPlace:
    chip, address, rotation, way = line.split(" ", 3)
    try:
        panel = panels.find_panel(chip)
    except LookupError:
        raise ValueError(line) from None
    place = (panel.word, way, int(address), int(rotation))
    if not is_way(way, place[2]) or place[3] not in (0, 180):
        raise ValueError
    return place


def picture_payloads(picture: str, chip: panels.Panel, rotation: int) -> list[bytes]:
    """Return the transfers that make a panel show `splash` or `last_words`, in their order."""
    if not isinstance(chip, panels.PanelChip):
        from cdgdevice.drivers.oled import luma_pictures

        return luma_pictures.read_payloads(picture, chip, rotation)
    # The file has a line for each way a panel is turned: `128/180 00c040…`.
    with open(os.path.join(os.path.dirname(__file__), f"{picture}.frames"), "rb") as file:
        frames = dict(line.split() for line in file)
    frame = bytes.fromhex(frames[b"%d/%d" % (chip.columns, rotation)].decode())
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


def name_way(
    bus: str, address: object, acknowledge: object, data_command: object, reset: object
) -> str:
    """Return the way to a panel at an address of `bus`, as the configuration names all of it."""
    if bus.startswith(_SPI):
        line = _NO_WIRE if reset is None or reset is False else reset
        return f"{bus}.{address} {data_command} {line}"
    if not bus.startswith(_I2C):
        return bus
    words = [UNACKNOWLEDGED] if acknowledge is False else []
    words += [] if reset is None or reset is False else [str(reset)]
    return " ".join([bus, *words])


def is_way(way: str, address: int) -> bool:
    """Return whether these words are a way, and the address one that it can have."""
    bus, *words = way.split(" ")
    if bus.startswith(_SPI):
        number, _, select = bus[len(_SPI) :].partition(".")
        return (
            _is_number(number)
            and select == str(address)
            and len(words) == 2
            and _is_gpio(words[0])
            and (words[1] == _NO_WIRE or _is_gpio(words[1]))
        )
    if not 0x08 <= address <= 0x77:
        return False
    if bus.startswith(_I2C):
        _, resets = _split_i2c_words(words)
        return not resets or (len(resets) == 1 and _is_gpio(resets[0]))
    return way.startswith(_RECORDING)


def _split_i2c_words(words: list[str]) -> tuple[bool, list[str]]:
    """Return whether the panels acknowledge, and which words are left: those of reset lines."""
    unheard = words[:1] == [UNACKNOWLEDGED]
    return not unheard, words[1:] if unheard else words


def is_hardware(way: str) -> bool:
    """Return whether a way leads to a bus of this machine, by a name that the kernel gives."""
    bus = way.split(" ")[0]
    if bus.startswith(_I2C):
        return _is_number(bus[len(_I2C) :])
    return bus.startswith(_SPI)


def _is_wired(bus: str) -> bool:
    return bus.startswith((_I2C, _SPI))


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()


def _is_gpio(text: str) -> bool:
    return _is_number(text) and int(text) <= HIGHEST_GPIO


def send_payloads(way: str, address: int, payloads: list[bytes], *, checked: bool = False) -> None:
    """Send transfers to a panel; `checked`: only if the file of this name is a bus.

    Raises:
        OSError: nothing answers, or the file is none or no bus; then nothing is written.
    """
    if way.startswith(_RECORDING):
        _record(way[len(_RECORDING) :], address, payloads)
        return
    import fcntl  # only Linux has such buses

    bus, *words = way.split(" ")
    is_spi = bus.startswith(_SPI)
    file = os.open(bus, os.O_RDWR | (os.O_NOFOLLOW | os.O_NONBLOCK if checked else 0))
    try:
        if checked:
            _check_kind(file, bus, _SPI_MAJOR if is_spi else _I2C_MAJOR)
        if is_spi:
            _send_spi(file, words, payloads)
            return
        fcntl.ioctl(file, I2C_SLAVE, address)
        _send_i2c(file, address, words, payloads)
    finally:
        os.close(file)


def _send_i2c(file: int, address: int, words: list[str], payloads: list[bytes]) -> None:
    acknowledges, resets = _split_i2c_words(words)
    lines = RawOutputs([int(reset) for reset in resets]) if resets else None
    try:
        if lines is not None:
            lines.end_reset(*map(int, resets))
        for payload in payloads:
            if acknowledges:
                os.write(file, payload)
            else:
                _send_unacknowledged(file, address, payload)
    finally:
        if lines is not None:
            lines.close()


def _record(path: str, address: int, payloads: list[bytes]) -> None:
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NONBLOCK", 0)
    file = os.open(path, flags, 0o666)
    try:
        for payload in payloads:
            os.write(file, b"%02x %s\n" % (address, payload.hex().encode()))
    finally:
        os.close(file)


def _check_kind(file: int, bus: str, major: int) -> None:
    import errno
    import stat

    status = os.fstat(file)
    if not stat.S_ISCHR(status.st_mode) or os.major(status.st_rdev) != major:
        raise OSError(errno.ENODEV, "no bus of screens", bus)


def _send_unacknowledged(file: int, address: int, payload: bytes) -> None:
    """Send a transfer to its end though nothing acknowledges; the bus's driver must be able to."""
    import ctypes  # takes milliseconds, which few need
    import fcntl

    content = ctypes.create_string_buffer(payload, len(payload))

    class Message(ctypes.Structure):
        _fields_ = (
            ("address", ctypes.c_uint16),
            ("flags", ctypes.c_uint16),
            ("length", ctypes.c_uint16),
            ("content", ctypes.c_void_p),
        )

    class Messages(ctypes.Structure):
        _fields_ = (("first", ctypes.c_void_p), ("count", ctypes.c_uint32))

    message = Message(address, _IGNORE_NAK, len(payload), ctypes.addressof(content))
    fcntl.ioctl(file, _I2C_RDWR, Messages(ctypes.addressof(message), 1))


def _send_spi(file: int, words: list[str], payloads: list[bytes]) -> None:
    import fcntl

    data_command, *resets = (int(word) for word in words if word != _NO_WIRE)
    fcntl.ioctl(file, _SPI_MODE, b"\0")
    fcntl.ioctl(file, _SPI_SPEED, _SPI_HZ.to_bytes(4, "little"))
    lines = RawOutputs([data_command, *resets])
    try:
        lines.end_reset(*resets)
        for payload in payloads:
            lines.write(data_command, high=payload[0] != 0)
            os.write(file, payload[1:])
    finally:
        lines.close()


class RawOutputs:
    """Some lines of the header, by their GPIO numbers: low until they are set.

    They are pulled up: so a reset line that is let go of stays high.
    """

    def __init__(self, gpios: list[int], devices: str = DEVICES) -> None:
        """Take the lines.

        Raises:
            OSError: there is no such chip, or a line is in use.
        """
        import fcntl  # only Linux has such chips

        request = bytearray(_REQUEST_BYTES)
        for number, gpio in enumerate(gpios):
            request[4 * number : 4 * number + 4] = gpio.to_bytes(4, "little")
        request[_CONSUMER_AT : _CONSUMER_AT + 9] = b"cdgdevice"
        request[_FLAGS_AT : _FLAGS_AT + 8] = (_OUTPUT | _PULL_UP).to_bytes(8, "little")
        request[_COUNT_AT : _COUNT_AT + 4] = len(gpios).to_bytes(4, "little")
        chip = _open_header(devices)
        try:
            fcntl.ioctl(chip, _GET_LINES, request)
        finally:
            os.close(chip)
        self._gpios = gpios
        self._file = int.from_bytes(request[_FILE_AT:], "little")

    def write(self, gpio: int, high: bool) -> None:
        """Set one of the lines; raise OSError."""
        import fcntl

        mask = 1 << self._gpios.index(gpio)
        values = (mask * high).to_bytes(8, "little") + mask.to_bytes(8, "little")
        fcntl.ioctl(self._file, _SET_VALUES, values)

    def end_reset(self, *gpios: int) -> None:
        """Set these lines, which reset panels while low; `reset_lines` has the timing too."""
        for gpio in gpios:
            time.sleep(0.001)
            self.write(gpio, high=True)
            time.sleep(0.01)

    def close(self) -> None:
        """Let go of the lines."""
        os.close(self._file)


def _open_header(devices: str) -> int:
    """Open the header's chip, which has another number on each kernel; raise OSError."""
    import fcntl

    for name in sorted(os.listdir(devices)):  # noqa: PTH208 - pathlib costs milliseconds
        if not name.startswith("gpiochip"):
            continue
        chip = os.open(f"{devices}/{name}", os.O_RDWR)
        info = bytearray(_CHIP_INFO_BYTES)
        try:
            fcntl.ioctl(chip, _GET_CHIP_INFO, info)
        except OSError:
            os.close(chip)
            raise
        if info[_LABEL].rstrip(b"\0").decode("ascii", "replace") in CHIP_LABELS:
            return chip
        os.close(chip)
    raise FileNotFoundError(devices)


def read_splash_places(files: tuple[str, ...]) -> list[PanelPlace]:
    """Return the places of the screens, at a first look: for the very first splash.

    Of these files, which need not be there, the last wins. Later a file remembers the places.
    To read the whole configuration would load half of the program, so only its section of the
    screens is looked at; what is wrong in it is told by those who read all.
    """
    found: dict[str, object] = {}
    for name in files:
        for key, value in _read_section(name).items():
            match found.get(key), value:
                case dict(before), dict(more):
                    found[key] = before | more
                case _:
                    found[key] = value
    return [place for side in DEFAULT_PANELS for place in _find_fitted(found, side)]


def _read_section(name: str) -> dict[str, object]:
    """Read the section of the screens; nothing where there is none or it can't be read."""
    try:
        with open(name, "rb") as file:
            text = file.read(_MAX_BYTES)
        # What reads TOML takes as long to load as Python itself, and is seldom needed: the file
        # that is installed has headings only.
        said = b"".join(line.split(b"#")[0] for line in text.splitlines())
        if b"screens" not in said or b"=" not in said:
            return {}
        import tomllib

        section = tomllib.loads(text.decode("utf-8-sig").replace("\r", "\n")).get("screens")
    except (OSError, ValueError, RecursionError):
        return {}
    return section if isinstance(section, dict) else {}


def _find_fitted(screens: dict[str, object], side: str) -> list[PanelPlace]:
    own = screens.get(side)
    bus = {key: screens.get(key, usual) for key, usual in DEFAULT_BUS.items()}
    name = str(bus["bus"])
    if isinstance(own, dict) and _is_wired(name) and _is_wired(str(own.get("bus"))):
        name = str(own["bus"])
    is_spi = name.startswith(_SPI)
    usual = DEFAULT_PANELS[side] if is_spi else {**DEFAULT_PANELS[side], "reset": None}
    panel = {**DEFAULT_GLASS, **usual, **(own if isinstance(own, dict) else {})}
    known = panels.choose_panel(str(panel["controller"]), panel.get("size"))
    if panel["fitted"] is False or known is None:
        return []
    address = panel["chip_select" if is_spi else "address"]
    way = name_way(name, address, bus["acknowledge"], bus["data_command"], panel["reset"])
    try:
        glass = "".join(f":{panel[key]:d}" for key in DEFAULT_GLASS)
    except (TypeError, ValueError):
        return []
    word = f"{known.name}{glass}" if isinstance(known, panels.PanelChip) else known.word
    line = f"{word} {address} {panel['rotate']} {way}\n"
    return parse_places(line.encode("utf-8", "surrogatepass"))
