"""A model of a panel: its controller's RAM behind the bus, and the glass in front of it.

It obeys every command that luma's drivers send, as the data sheets of SSD1306, SSD1309 and
SH1106 tell, so a wrong driver shows the wrong picture that a real panel would show.
"""

from random import Random

from PIL import Image, ImageChops

from cdgdevice.gadget.glass.controller import Controller
from cdgdevice.gadget.glass.frame import HEIGHT, PAGES, WIDTH, to_image
from cdgdevice.gadget.glass.wire import PIXELS

_HORIZONTAL, _VERTICAL, _PAGE = 0, 1, 2

# How many bytes follow a command; one that is not listed stands alone.
_SSD_ARGUMENTS = {0x20: 1, 0x21: 2, 0x22: 2, 0x26: 6, 0x27: 6, 0x29: 5, 0x2A: 5, 0x81: 1}
_SSD_ARGUMENTS |= {0x8D: 1, 0xA3: 2, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}
_SSD_ARGUMENTS |= {0xFD: 1}
_SH_ARGUMENTS = {0x81: 1, 0xA8: 1, 0xAD: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}


class SimulatedPanel:
    """A 128 x 64 panel that has just got its power: dark, and its RAM full of noise."""

    def __init__(self, controller: Controller) -> None:
        self.controller = controller
        self._sh1106 = controller is Controller.SH1106
        self._columns = 132 if self._sh1106 else WIDTH
        self._margin = (self._columns - WIDTH) // 2
        self._arguments = _SH_ARGUMENTS if self._sh1106 else _SSD_ARGUMENTS
        self._noise = Random(controller.value)
        self.cut_power()

    def cut_power(self) -> None:
        """Lose everything, as a panel does that is unplugged."""
        self._ram = bytearray(self._noise.randbytes(PAGES * self._columns))
        self._pending: list[int] = []
        self._displaying = False
        # Only the SSD1306 makes its own voltage and has to be told to.
        self._voltage = self.controller is not Controller.SSD1306
        self._contrast = 0x7F
        self._inverted = False
        self._all_on = False
        self._mirrored = True  # luma turns both round, for panels stand on their heads
        self._upside_down = True
        self._start_line = 0
        self._offset = 0
        self._mode = _PAGE
        self._column_window = (0, self._columns - 1)
        self._page_window = (0, PAGES - 1)
        self._column = 0
        self._page = 0

    @property
    def on(self) -> bool:
        """Whether the glass is lit at all."""
        return self._displaying and self._voltage

    @property
    def contrast(self) -> int:
        """Brightness, 0 to 255."""
        return self._contrast

    def receive(self, payload: bytes) -> None:
        """Take one I2C transfer, beginning with the byte that tells commands from pixels."""
        if payload[0] & PIXELS:
            self._store(payload[1:])
        else:
            for byte in payload[1:]:
                self._take(byte)

    def picture(self) -> Image.Image:
        """Give what a person sees now: mode "1", 128 x 64, black if the panel is off."""
        if not self.on:
            return Image.new("1", (WIDTH, HEIGHT))
        if self._all_on:
            return Image.new("1", (WIDTH, HEIGHT), 1)
        ram = bytes(self._ram)
        # The first segment is at the right edge of the glass.
        rows = [
            ram[page * self._columns : (page + 1) * self._columns][::-1] for page in range(PAGES)
        ]
        image = to_image(b"".join(row[self._margin : self._margin + WIDTH] for row in rows))
        image = ImageChops.offset(image, 0, -(self._start_line + self._offset))
        if self._upside_down:
            image = image.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
        return ImageChops.invert(image) if self._inverted else image

    def _store(self, pixels: bytes) -> None:
        """Take pixels into the RAM, as many at once as lie in a row of the window."""
        while pixels:
            first, last = self._column_window
            vertical = self._mode == _VERTICAL
            room = 1 if vertical else max(last - self._column, 0) + 1
            row, pixels = pixels[:room], pixels[room:]
            # The two halves of a column number can name one that is not.
            self._put(row[: max(self._columns - self._column, 0)])
            if vertical:
                self._page, wrapped = _next(self._page, self._page_window)
                if wrapped:
                    self._column, _ = _next(self._column, self._column_window)
            elif len(row) < room:
                self._column += len(row)
            else:
                self._column = first
                if self._mode == _HORIZONTAL:
                    self._page, _ = _next(self._page, self._page_window)

    def _put(self, row: bytes) -> None:
        start = self._page * self._columns
        if self._mirrored:
            start += self._column
            self._ram[start : start + len(row)] = row
        else:
            end = start + self._columns - self._column
            self._ram[end - len(row) : end] = row[::-1]

    def _take(self, byte: int) -> None:
        """Collect a command and its arguments, which may come in several transfers."""
        self._pending.append(byte)
        if len(self._pending) > self._arguments.get(self._pending[0], 0):
            command, *arguments = self._pending
            self._pending = []
            if not self._obey_plain(command):
                self._obey(command, arguments)

    def _obey_plain(self, command: int) -> bool:
        """Obey a command that both families have and that has no argument; say if it was one."""
        match command:
            case _ if command < 0x10:
                self._column = self._column & 0xF0 | command
            case _ if command < 0x20:
                self._column = self._column & 0x0F | (command & 0x0F) << 4
            case _ if 0x40 <= command < 0x80:
                self._start_line = command & 0x3F
            case _ if 0xB0 <= command < 0xB8:
                self._page = command & 0x07
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

    def _obey(self, command: int, arguments: list[int]) -> None:
        """Obey a command with arguments; one that changes nothing to be seen is passed over."""
        match command, arguments:
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
            case 0x8D, [pump] if self.controller is Controller.SSD1306:
                self._voltage = bool(pump & 0x04)
            case 0xAD, [converter]:
                self._voltage = bool(converter & 0x01)
            case 0xD3, [offset]:
                self._offset = offset & 0x3F


def _next(position: int, window: tuple[int, int]) -> tuple[int, bool]:
    """Step inside a window; the flag tells that the end was reached."""
    first, last = window
    return (first, True) if position >= last else (position + 1, False)
