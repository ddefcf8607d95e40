"""A simulated panel: memory that obeys what luma's drivers send, as the datasheets say.

So a wrong driver shows the wrong picture that a real panel would show. Only what sets one chip
apart from another comes from the table of panels; luma's drivers in front of the model check that.
"""

from random import Random

from PIL import Image, ImageChops

from cdgdevice.drivers.oled.framebuffer import HEIGHT, WIDTH, pages_to_image
from cdgdevice.drivers.oled.i2c_bus import PIXEL_PREFIX
from cdgdevice.drivers.oled.panels import COM_PINS, PanelChip

_HORIZONTAL_MODE, _VERTICAL_MODE, _PAGE_MODE = 0, 1, 2

# How many bytes follow a command; one that is not listed stands alone, and one that the chip has no
# use for does nothing. Pages are those of the data sheets SSD1306 1.1 (commands: 28 to 32), SSD1309
# 1.1 (30 to 34), SSD1305 (33 to 36), SH1106 2.2 (19 to 31) and SH1107 2.1 (24 to 42); a CH1115's
# are those of its drivers that `panels.py` names, and of Matt-DESTROYER/ch1115 4e449fe.
_ARGUMENTS = {0x81: 1, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDB: 1}
_SSD13XX_ARGUMENTS = {0x20: 1, 0x21: 2, 0x22: 2, 0x26: 6, 0x27: 6, 0x29: 5, 0x2A: 5}
_SSD13XX_ARGUMENTS |= {0xA3: 2, 0xDA: 1, 0xFD: 1, **_ARGUMENTS}
_SSD1305_ARGUMENTS = {0x82: 1, 0x91: 4, 0x92: 4, 0x93: 4, 0xAB: 3, 0xAD: 1, 0xD8: 1}
_PUMP_ARGUMENTS = {0x8D: 1}  # SSD1306, page 62; the SSD1305 and the SSD1309 don't have it
_SH1106_ARGUMENTS = {0xAD: 1, 0xDA: 1, **_ARGUMENTS}
_CH1115_ARGUMENTS = {0x23: 1, 0x24: 2, 0x26: 3, 0x27: 3, 0x82: 1, 0xAD: 1, 0xDC: 1, **_ARGUMENTS}
_SH1107_ARGUMENTS = {0xAD: 1, 0xDC: 1, **_ARGUMENTS}
_FIRST_COMMON = 32  # of an SH1107: that of its panel with 64 x 128 pixels
_SPARE_COLUMNS = 4  # an SSD1305's RAM has them (page 33), and that of a panel with a column offset


def list_arguments(chip: PanelChip) -> dict[int, int]:
    """Return how many bytes follow each command of a chip."""
    if chip.name == "ch1115":
        return _CH1115_ARGUMENTS
    if not chip.by_window:
        return _SH1106_ARGUMENTS if chip.columns == WIDTH else _SH1107_ARGUMENTS
    own = _SSD1305_ARGUMENTS if chip.name == "ssd1305" else {}
    return {**_SSD13XX_ARGUMENTS, **own, **(_PUMP_ARGUMENTS if chip.pumped else {})}


def order_commons(pins: int) -> list[int]:
    """Return the pad of each of 64 rows, as the command DA has them.

    There are 32 pads at the chip's left, then 32 at its right (SSD1306, table 10-3 on page 40;
    SH1106, page 26). Bit 4 gives the rows to both in turn, bit 5 exchanges them.
    """
    other = 32 if pins & 0x20 else 0
    if pins & 0x10:
        return [row // 2 + (32 * (row % 2) ^ other) for row in range(HEIGHT)]
    return [row ^ other for row in range(HEIGHT)]


class SimulatedPanel:
    """A 128 x 64 panel that has just got its power: dark, and its RAM full of noise.

    Its glass is wired as `chip.glass` says.

    One that `needs_reset` is on a board that leaves RES to its user: until that was low once, the
    chip may be in any state, and here it takes and acknowledges nothing.
    """

    def __init__(self, chip: PanelChip, *, needs_reset: bool = False) -> None:
        self._chip = chip
        self._needs_reset = needs_reset
        self._upright = chip.columns < WIDTH
        """The screen stands on its side, as an SH1107's: the RAM has 16 pages of 128 columns."""
        self._pages = 16 if self._upright else 8
        spare = 2 * (chip.margin - chip.glass[0])
        if chip.name == "ssd1305" or (chip.glass[0] and not spare):
            spare = _SPARE_COLUMNS
        self._columns = WIDTH + spare
        self._arguments = list_arguments(chip)
        self._lines = WIDTH if self._upright else HEIGHT
        """The commons of the chip."""
        self._noise = Random(chip.name)
        self.cut_power()

    def cut_power(self) -> None:
        """Lose everything, as a panel does that is unplugged."""
        self._ram = bytearray(self._noise.randbytes(self._pages * self._columns))
        self.reset()
        self.acknowledges = not self._needs_reset

    def reset(self) -> None:
        """Lose all but the RAM, as a panel does whose reset line is pulled low."""
        self.acknowledges = True
        """It takes what it is sent; on I2C it says so."""
        self._pending: list[int] = []
        self._displaying = False
        self._scrolling = False
        self._breathing = False
        self._segments_apart = False
        self._voltage = not self._chip.pumped
        self.contrast = 0x7F
        """Brightness, 0 to 255."""
        self._inverted = False
        self._all_on = False
        self._segments_forward = True  # drivers turn both round, as panels stand on their heads
        self._commons_forward = True
        self._start_line = 0
        self._offset = 0
        self._multiplex = self._lines
        self._com_pins = COM_PINS
        self._mode = _PAGE_MODE
        self._column_window = (0, self._columns - 1)
        self._page_window = (0, self._pages - 1)
        self._column = 0
        self._page = 0

    @property
    def on(self) -> bool:
        """Whether the screen is lit at all."""
        return self._displaying and self._voltage

    def receive(self, payload: bytes) -> None:
        """Take one I2C transfer, beginning with the byte that tells commands from pixels."""
        self.take(payload[1:], pixels=bool(payload[0] & PIXEL_PREFIX))

    def take(self, content: bytes, *, pixels: bool) -> None:
        """Take pixels, or else commands.

        A panel that scrolls moves its RAM meanwhile, and pixels that are written then are lost.
        """
        if not self.acknowledges:
            return
        if self._scrolling:
            self._ram = self._ram[1:] + self._ram[:1]
        if pixels:
            self._store_pixels(self._noise.randbytes(len(content)) if self._scrolling else content)
        else:
            for byte in content:
                self._collect_command(byte)

    def picture(self) -> Image.Image:
        """Return what a person sees now: mode "1", 128 x 64, black if the panel is off.

        One that breathes is as dark as it gets.
        """
        if not self.on or self._breathing:
            return Image.new("1", (WIDTH, HEIGHT))
        if self._all_on:
            return Image.new("1", (WIDTH, HEIGHT), 1)
        image = self._read_upright() if self._upright else self._read_lying()
        return ImageChops.invert(image) if self._inverted else image

    def _read_lying(self) -> Image.Image:
        """Read the RAM by the rows that each line of a glass is wired to."""
        _, down, mirror, com_pins, _ = self._chip.glass
        # The first segment is at the right edge of the panel.
        first, way = self._chip.margin, 1 if mirror else -1
        rows = self._read_pages()
        if self._segments_apart:
            rows = [row[::2] + row[1::2] for row in rows]
        pages = [row[::way][first : first + WIDTH] for row in rows]
        packed, wide = pages_to_image(b"".join(pages)).tobytes(), WIDTH // 8
        wired, driven = order_commons(com_pins), order_commons(self._com_pins)
        lines = []
        for line in range(HEIGHT):
            row = self._find_line(driven.index(wired[(HEIGHT - 1 - line - down) % HEIGHT]))
            lines.append(bytes(wide) if row is None else packed[row * wide : (row + 1) * wide])
        return Image.frombytes("1", (WIDTH, HEIGHT), b"".join(lines))

    def _read_upright(self) -> Image.Image:
        """Read the RAM of an SH1107, whose commons run along its columns.

        The 64 of the screen are COM32 to COM95, and the display offset says at which column of the
        RAM the first common begins.
        """
        _, down, mirror, *_ = self._chip.glass
        first = _FIRST_COMMON - down
        seen = [self._find_line((first + at) % self._lines) for at in range(self._chip.columns)]
        rows = [bytes(0 if at is None else row[at] for at in seen) for row in self._read_pages()]
        image = pages_to_image(b"".join(rows), self._chip.columns)
        flipped = self._segments_forward == mirror
        return image.transpose(Image.Transpose.FLIP_LEFT_RIGHT) if flipped else image

    def _find_line(self, common: int) -> int | None:
        """Return which line of the RAM a common shows; None: it is not driven.

        SSD1306, tables 10-1 and 10-2 on pages 38 and 39; SH1107, pages 29 to 38.
        """
        place = common if self._commons_forward else self._multiplex - 1 - common
        row = (place + self._offset) % self._lines
        return (row + self._start_line) % self._lines if row < self._multiplex else None

    def _read_pages(self) -> list[bytes]:
        ram, columns = bytes(self._ram), self._columns
        return [ram[page * columns : (page + 1) * columns] for page in range(self._pages)]

    def _store_pixels(self, pixels: bytes) -> None:
        """Take pixels into the RAM, as many at once as lie in a row of the window."""
        while pixels:
            first, last = self._column_window
            vertical = self._mode == _VERTICAL_MODE
            room = 1 if vertical else max(last - self._column, 0) + 1
            row, pixels = pixels[:room], pixels[room:]
            # The two halves of a column number can name one that is not.
            self._store_row(row[: max(self._columns - self._column, 0)])
            if vertical:
                self._page, wrapped = _step_in_window(self._page, self._page_window)
                if wrapped:
                    self._column, _ = _step_in_window(self._column, self._column_window)
            elif len(row) < room:
                self._column += len(row)
            else:
                self._column = first
                if self._mode == _HORIZONTAL_MODE:
                    self._page, _ = _step_in_window(self._page, self._page_window)

    def _store_row(self, row: bytes) -> None:
        start = self._page * self._columns
        if self._segments_forward or self._upright:
            start += self._column
            self._ram[start : start + len(row)] = row
        else:
            end = start + self._columns - self._column
            self._ram[end - len(row) : end] = row[::-1]

    def _collect_command(self, byte: int) -> None:
        """Collect a command and its arguments, which may come in several transfers."""
        self._pending.append(byte)
        if len(self._pending) > self._arguments.get(self._pending[0], 0):
            command, *arguments = self._pending
            self._pending = []
            if not self._run_plain_command(command):
                self._run_command(command, arguments)

    @property
    def _by_page(self) -> bool:
        """The commands 00 to 1F and B0 to B7 count: SSD1306, pages 30 and 31; SSD1309, page 32."""
        return self._mode == _PAGE_MODE or not self._chip.by_window

    def _run_plain_command(self, command: int) -> bool:
        """Obey a command that both families have and that has no argument; say if it was one."""
        match command:
            case _ if command < (0x18 if self._upright else 0x20):  # SH1107, page 23
                if self._by_page:
                    high = command & 0x10
                    kept = self._column & (0x0F if high else 0xF0)
                    self._column = kept | ((command & 0x0F) << 4 if high else command)
            case _ if 0x40 <= command < 0x80 and not self._upright:
                self._start_line = command & 0x3F
            case _ if 0xB0 <= command < 0xB0 + self._pages:
                if self._by_page:
                    self._page = command & 0x0F
            case 0xA0 | 0xA1:
                self._segments_forward = command == 0xA0
            case 0xA4 | 0xA5:
                self._all_on = command == 0xA5
            case 0xA6 | 0xA7:
                self._inverted = command == 0xA7
            case 0xAE | 0xAF:
                self._displaying = command == 0xAF
            case 0xC0 | 0xC8:
                self._commons_forward = command == 0xC0
            case _:
                return False
        return True

    def _run_command(self, command: int, arguments: list[int]) -> None:
        """Obey a command with arguments; one that changes nothing to be seen is passed over."""
        match command, arguments:
            case ((0x2E | 0x2F), []) if 0x26 in self._arguments:
                if self._scrolling:  # the RAM must be written again
                    self._ram = bytearray(self._noise.randbytes(len(self._ram)))
                self._scrolling = command == 0x2F
            case ((0xA2 | 0xA3), []) if 0x23 in self._arguments:
                self._segments_apart = command == 0xA3
            case 0x23, [effect]:
                self._breathing = bool(effect & 0x80)
            case 0x20, [mode]:
                self._mode = mode & 0x03
            case ((0x20 | 0x21), []) if self._upright:  # SH1107, page 25
                self._mode = _PAGE_MODE if command == 0x20 else _VERTICAL_MODE
            # In the page mode these do nothing: SSD1306, pages 30 and 31.
            case (0x21, [first, last]) if not self._by_page:
                mask = 0x7F if self._columns == WIDTH else 0xFF
                self._column_window = (first & mask, last & mask)
                self._column = first & mask
            case (0x22, [first, last]) if not self._by_page:
                self._page_window = (first & 0x07, last & 0x07)
                self._page = first & 0x07
            case 0x81, [contrast]:
                self.contrast = contrast
            case 0x8D, [pump]:
                self._voltage = bool(pump & 0x04)
            case (0xA8, [ratio]) if ratio & 0x3F >= 15 or not self._chip.by_window:
                self._multiplex = (ratio & self._lines - 1) + 1
            case (0xAD, [converter]) if not self._chip.by_window:
                self._voltage = bool(converter & 0x01)
            case 0xD3, [offset]:
                self._offset = offset & self._lines - 1
            case 0xDA, [pins]:  # an SH1106 (page 26) can't exchange left and right
                self._com_pins = pins & (0x30 if self._chip.by_window else 0x10)
            case (0xDC, [line]) if self._upright:
                self._start_line = line & 0x7F


def _step_in_window(position: int, window: tuple[int, int]) -> tuple[int, bool]:
    """Step inside a window; the flag tells that the end was reached."""
    first, last = window
    return (first, True) if position >= last else (position + 1, False)
