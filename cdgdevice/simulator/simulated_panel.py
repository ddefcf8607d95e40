"""A simulated panel: memory that obeys what luma's drivers send, as the datasheets say.

So a wrong driver shows the wrong picture that a real panel would show. Only what sets one chip
apart from another comes from the table of panels; luma's drivers in front of the model check that.
"""

from random import Random

from PIL import Image, ImageChops

from cdgdevice.drivers.oled.framebuffer import HEIGHT, WIDTH, pages_to_image
from cdgdevice.drivers.oled.i2c_bus import PIXEL_PREFIX
from cdgdevice.drivers.oled.panels import PanelChip

_HORIZONTAL_MODE, _VERTICAL_MODE, _PAGE_MODE = 0, 1, 2

# How many bytes follow a command; one that is not listed stands alone.
_ARGUMENTS = {0x81: 1, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}
_SSD13XX_ARGUMENTS = {0x20: 1, 0x21: 2, 0x22: 2, 0x26: 6, 0x27: 6, 0x29: 5, 0x2A: 5, 0x8D: 1}
_SSD13XX_ARGUMENTS |= {0xA3: 2, 0xFD: 1, **_ARGUMENTS}
_SH110X_ARGUMENTS = {0xAD: 1, **_ARGUMENTS}
_FIRST_COMMON = 32  # of an SH1107: that of its panel with 64 x 128 pixels


class SimulatedPanel:
    """A 128 x 64 panel that has just got its power: dark, and its RAM full of noise.

    One that `needs_reset` is on a board that leaves RES to its user: until that was low once, the
    chip may be in any state, and here it takes and acknowledges nothing.
    """

    def __init__(self, chip: PanelChip, *, needs_reset: bool = False) -> None:
        self._chip = chip
        self._needs_reset = needs_reset
        self._upright = chip.columns < WIDTH
        """The screen stands on its side, as an SH1107's: the RAM has 16 pages of 128 columns."""
        self._pages = 16 if self._upright else 8
        self._columns = WIDTH + 2 * chip.margin
        self._arguments = _SSD13XX_ARGUMENTS if chip.by_window else _SH110X_ARGUMENTS
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
        self._voltage = not self._chip.pumped
        self._contrast = 0x7F
        self._inverted = False
        self._all_on = False
        self._mirrored = True  # luma turns both round, for panels stand on their heads
        self._upside_down = True
        self._start_line = 0
        self._offset = 0
        self._mode = _PAGE_MODE
        self._column_window = (0, self._columns - 1)
        self._page_window = (0, self._pages - 1)
        self._column = 0
        self._page = 0

    @property
    def on(self) -> bool:
        """Whether the screen is lit at all."""
        return self._displaying and self._voltage

    @property
    def contrast(self) -> int:
        """Brightness, 0 to 255."""
        return self._contrast

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
        """Return what a person sees now: mode "1", 128 x 64, black if the panel is off."""
        if not self.on:
            return Image.new("1", (WIDTH, HEIGHT))
        if self._all_on:
            return Image.new("1", (WIDTH, HEIGHT), 1)
        image = self._read_upright() if self._upright else self._read_lying()
        return ImageChops.invert(image) if self._inverted else image

    def _read_lying(self) -> Image.Image:
        # The first segment is at the right edge of the panel.
        rows = [row[::-1] for row in self._read_pages()]
        margin = self._chip.margin
        image = pages_to_image(b"".join(row[margin : margin + WIDTH] for row in rows))
        image = ImageChops.offset(image, 0, -(self._start_line + self._offset))
        return image.transpose(Image.Transpose.FLIP_TOP_BOTTOM) if self._upside_down else image

    def _read_upright(self) -> Image.Image:
        """Read the RAM of an SH1107, whose commons run along its columns.

        The 64 of the screen are COM32 to COM95, and the display offset says at which column of the
        RAM the first common begins. Nothing turns its segments or commons round.
        """
        first = _FIRST_COMMON + self._offset
        seen = [(first + column) % self._columns for column in range(self._chip.columns)]
        rows = [bytes(row[column] for column in seen) for row in self._read_pages()]
        return pages_to_image(b"".join(rows), self._chip.columns)

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
        if self._mirrored:
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

    def _run_plain_command(self, command: int) -> bool:
        """Obey a command that both families have and that has no argument; say if it was one."""
        match command:
            case _ if command < 0x10:
                self._column = self._column & 0xF0 | command
            case _ if command < 0x20:
                self._column = self._column & 0x0F | (command & 0x0F) << 4
            case _ if 0x40 <= command < 0x80:
                self._start_line = command & 0x3F
            case _ if 0xB0 <= command < 0xB0 + self._pages:
                self._page = command & 0x0F
            case 0xA0 | 0xA1:
                self._mirrored = command == 0xA0
            case 0xA4 | 0xA5:
                self._all_on = command == 0xA5
            case 0xA6 | 0xA7:
                self._inverted = command == 0xA7
            case 0xAE | 0xAF:
                self._displaying = command == 0xAF
            case 0xC0 | 0xC8:
                self._upside_down = command == 0xC0
            case _:
                return False
        return True

    def _run_command(self, command: int, arguments: list[int]) -> None:
        """Obey a command with arguments; one that changes nothing to be seen is passed over."""
        match command, arguments:
            case ((0x2E | 0x2F), []) if self._chip.by_window:
                if self._scrolling:  # the RAM must be written again
                    self._ram = bytearray(self._noise.randbytes(len(self._ram)))
                self._scrolling = command == 0x2F
            case 0x20, [mode]:
                self._mode = mode & 0x03
            case 0x21, [first, last]:
                self._column_window = (first & 0x7F, last & 0x7F)
                self._column = first & 0x7F
            case 0x22, [first, last]:
                self._page_window = (first & 0x07, last & 0x07)
                self._page = first & 0x07
            case 0x81, [contrast]:
                self._contrast = contrast
            case 0x8D, [pump] if self._chip.pumped:
                self._voltage = bool(pump & 0x04)
            case 0xAD, [converter]:
                self._voltage = bool(converter & 0x01)
            case 0xD3, [offset]:
                self._offset = offset & (0x7F if self._upright else 0x3F)


def _step_in_window(position: int, window: tuple[int, int]) -> tuple[int, bool]:
    """Step inside a window; the flag tells that the end was reached."""
    first, last = window
    return (first, True) if position >= last else (position + 1, False)
