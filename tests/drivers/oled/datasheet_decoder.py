"""What a panel of a given glass shows: written from the data sheets, apart from the simulator.

It lights each pixel of a glass by the pads of the chip that its row and column are wired to.
Pages are those of the data sheets SSD1306 1.1, SH1106 2.2 and SH1107 2.1. The commands of a CH1115,
and what they are after a reset, are those of five drivers that quote its data sheet or were tried:
gavinlyonsrepo/ER_OLEDM1_CH1115 42c8243, Matt-DESTROYER/ch1115 4e449fe, and those that its entry
among the panels names.
"""

from functools import cache

from PIL import Image

# Command, and the bytes that follow it.
LENGTHS = {
    "ssd1306": {0x8D: 1},
    "ssd1315": {0x8D: 1},
    "ssd1309": {},
    "ssd1305": {0x82: 1, 0x91: 4, 0x92: 4, 0x93: 4, 0xAB: 3, 0xAD: 1, 0xD8: 1},
    "sh1106": {0xAD: 1, 0xDA: 1},
    "sh1107": {0xAD: 1, 0xDC: 1},
    "ch1115": {0x23: 1, 0x24: 2, 0x26: 3, 0x27: 3, 0x82: 1, 0xAD: 1, 0xDC: 1},
}
ALL = {0x81: 1, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDB: 1}
SOLOMON = {0x20: 1, 0x21: 2, 0x22: 2, 0xA3: 2, 0xDA: 1, 0xFD: 1, 0x26: 6, 0x27: 6, 0x29: 5, 0x2A: 5}
PIXEL_OF_BIT = [bytes(255 * (byte >> bit & 1) for byte in range(256)) for bit in range(8)]
EIGHT_PIXELS = [bytes(255 * (byte >> bit & 1) for bit in range(8)) for byte in range(256)]
INVERTED = bytes(255 - pixel for pixel in range(256))


@cache
def pads_of_rows(setting: int) -> list[int]:
    """Return at which of 64 pads, left ones first, each row is (SSD1306, page 40, table 10-3)."""
    left, right = list(range(32)), list(range(32, 64))
    if setting & 0x20:
        left, right = right, left
    if setting & 0x10:
        return [pad for both in zip(left, right, strict=True) for pad in both]
    return left + right


class Decoder:
    """A chip, and a glass before it that is moved, mirrored, and wired by `com_pins`.

    A glass has all its 64 rows, however many the chip is told to drive.
    """

    def __init__(
        self,
        name: str,
        column: int,
        row: int,
        mirror: bool,
        com_pins: int,
        _multiplex: int,
        ram: bytes,
    ) -> None:
        """`ram` is what the chip's RAM holds: it is repeated until that is full."""
        self.name, self.column, self.row = name, column, row
        self.mirror, self.com_pins = mirror, com_pins
        self.solomon = name.startswith("ssd")
        self.upright = name == "sh1107"
        wide = name in ("ssd1305", "sh1106") or (column and not self.upright)
        self.segments = 132 if wide else 128
        """Segments; of an SH1107, columns of the RAM."""
        pages = 16 if self.upright else 8
        noise = ram * (pages * self.segments // len(ram) + 1)
        self.ram = [
            bytearray(noise[page * self.segments : (page + 1) * self.segments])
            for page in range(pages)
        ]
        self.commons = 128 if self.upright else 64
        self.lengths = ALL | LENGTHS[name] | (SOLOMON if self.solomon else {})
        self.waiting: list[int] = []
        self.a1 = self.c8 = self.all_on = self.inverse = self.on = False
        self.a3 = self.breathes = False  # of a CH1115
        self.start = self.offset = 0
        self.mux, self.pins, self.mode = self.commons, 0x12, 2
        self.x, self.y = 0, 0
        self.left, self.right, self.top, self.bottom = 0, self.segments - 1, 0, pages - 1

    def receive(self, payload: bytes) -> None:
        """Take a transfer on I2C."""
        if payload[0] & 0x40:
            self._write(payload[1:])
            return
        for byte in payload[1:]:
            self.waiting.append(byte)
            if len(self.waiting) > self.lengths.get(self.waiting[0], 0):
                code, *values = self.waiting
                self.waiting = []
                self._place(code, values)
                self._set(code, values)

    def _place(self, code: int, values: list[int]) -> None:
        """Obey what says where the next byte goes."""
        if not self.solomon or self.mode == 2:  # SSD1306, pages 30 and 31
            if code < 0x10:
                self.x = self.x & 0xF0 | code
            elif code < (0x18 if self.upright else 0x20):  # SH1107, page 23
                self.x = self.x & 0x0F | code % 16 * 16
            elif 0xB0 <= code < 0xB0 + len(self.ram):
                self.y = code - 0xB0
        elif code == 0x21:
            bits = 0x7F if self.segments == 128 else 0xFF
            self.x, self.left, self.right = values[0] & bits, values[0] & bits, values[1] & bits
        elif code == 0x22:
            self.y, self.top, self.bottom = values[0] & 7, values[0] & 7, values[1] & 7
        if code == 0x20 and self.solomon:
            self.mode = values[0] & 3
        elif code in (0x20, 0x21) and self.upright:  # SH1107, page 25
            self.mode = 2 if code == 0x20 else 1

    def _set(self, code: int, values: list[int]) -> None:
        """Obey what says how the RAM is shown."""
        if 0x40 <= code < 0x80 and not self.upright:
            self.start = code - 0x40
        elif code in (0xDA, 0xDC) and not values:
            return  # a chip that has no such command
        elif code == 0xDC and self.upright:
            self.start = values[0] & 0x7F
        elif code in (0xA0, 0xA1):
            self.a1 = code == 0xA1
        elif code in (0xA4, 0xA5):
            self.all_on = code == 0xA5
        elif code in (0xA6, 0xA7):
            self.inverse = code == 0xA7
        elif code in (0xAE, 0xAF):
            self.on = code == 0xAF
        elif code in (0xC0, 0xC8):
            self.c8 = code == 0xC8
        elif code in (0xA2, 0xA3) and self.name == "ch1115":
            self.a3 = code == 0xA3
        elif code == 0x23 and values:
            self.breathes = values[0] >= 0x80
        elif code == 0xA8:
            self.mux = values[0] % self.commons + 1
        elif code == 0xD3:
            self.offset = values[0] % self.commons
        elif code == 0xDA:
            self.pins = values[0] & (0x30 if self.solomon else 0x10)

    def _write(self, pixels: bytes) -> None:
        while pixels:
            run = 1 if self.mode == 1 else max(self.right - self.x, 0) + 1
            taken, pixels = pixels[:run], pixels[run:]
            stored = taken[: max(self.segments - self.x, 0)]
            # What is in the RAM stays at its segment (SSD1306, page 36).
            first, end = self.x, self.x + len(stored)
            if self.a1 and not self.upright:
                first, end, stored = self.segments - end, self.segments - first, stored[::-1]
            self.ram[self.y][first:end] = stored
            if self.mode == 1:
                self.y += 1
                if self.y > self.bottom:
                    self.y, self.x = self.top, self.left if self.x == self.right else self.x + 1
                continue
            self.x += len(taken)
            if self.x > self.right:
                self.x = self.left
                if self.mode == 0:
                    self.y = self.top if self.y == self.bottom else self.y + 1

    def picture(self) -> Image.Image:
        """Return what is seen."""
        if self.breathes:  # at its darkest
            return Image.new("1", (128, 64))
        if not self.on or self.all_on:
            return Image.new("1", (128, 64), int(self.on))
        glass, driven = pads_of_rows(self.com_pins), pads_of_rows(self.pins)
        dark = bytes(128)
        lines = []
        for line in range(64):
            # Of an SH1107 the top of the picture is the last of its commons.
            common = 95 - line - self.row if self.upright else (63 - line - self.row) % 64
            common = common if self.upright else driven.index(glass[common])
            row = self._row_of(common)
            lines.append(dark if row is None else self._read(row))
        pixels = b"".join(lines)
        if self.inverse:
            pixels = pixels.translate(INVERTED)
        return Image.frombytes("L", (128, 64), pixels).convert("1")

    def _read(self, row: int) -> bytes:
        """Return the pixels of a line of the RAM, as they are beside each other on the glass."""
        if self.upright:
            segments = b"".join(EIGHT_PIXELS[page[row]] for page in self.ram)
            return segments if self.mirror == self.a1 else segments[::-1]
        first = (2 if self.name == "sh1106" else 0) + self.column
        bits = self.ram[row // 8]
        if self.a3:  # the pads of even segments before those of odd ones
            bits = bits[::2] + bits[1::2]
        bits = bits if self.mirror else bits[::-1]
        return bits[first : first + 128].translate(PIXEL_OF_BIT[row % 8])

    def _row_of(self, common: int) -> int | None:
        """Return the line of the RAM at a common (SSD1306, pages 38 and 39); None: it is dark."""
        row = self.mux - 1 - common if self.c8 else common
        row = (row + self.offset) % self.commons
        return (row + self.start) % self.commons if row < self.mux else None
