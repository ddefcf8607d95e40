"""The chips of panels that luma.oled drives, from memory of their data sheets and not from luma.

The tables were compared with other drivers of these chips, which each class names: how many bytes
follow a command, and whether D/C is high with them (u8g2, tools/codebuild/codebuild.c: cad_011, or
cad_001 where it is low). `csrc/` is u8g2's, commit ab9e48b2; `fbtft/` is drivers/staging/fbtft/ of
Linux. What these never send (A3, an A8 with two bytes, a B8 with 15) is as in further drivers,
named with their commits. No driver is known to send an SSD1362 a B8, so here it has none.

A chip counts the arguments of each command, takes pixels only where it is told to, and refuses a
command that it does not have, a window outside its RAM, and a setting that is not modelled here.
How a glass lies before its chip no data sheet says: the value of A0 that a chip is given here is
that by which makers have their glass upright.
"""

# ruff: noqa: RUF012 - nobody changes these tables

from random import Random

from PIL import Image

DARK, NORMAL, LIT, INVERSE = range(4)


class Chip:
    """A chip with its glass, which has just got its power: dark, and its RAM full of noise."""

    lengths: dict[int, int]
    """Commands, and the bytes that follow each."""
    upright: dict[int, tuple[int, ...] | None]
    """Settings that belong to the glass: any other value would turn or shuffle the picture."""
    after_reset: dict[int, tuple[int, ...]] = {0xA1: (0,)}
    """Those that are upright without being set."""
    arguments_are_data = False
    """On SPI arguments come with D/C high; otherwise with it low, as the command does."""
    write = 0
    """The command after which pixels come; 0: they may come at any time."""
    modes = {0xA4: NORMAL, 0xA5: LIT, 0xA6: DARK, 0xA7: INVERSE}
    contrast_command = 0x81
    wakes_locked = False
    cell, cell_bytes = 2, 1
    """Pixels of a column address, and the bytes that hold them."""
    first = 0
    """The column address of the glass's left edge."""

    def __init__(self, width: int, height: int, address_columns: int, rows: int) -> None:
        self.width, self.height = width, height
        self.columns, self.rows = address_columns, rows
        self.noise = Random(type(self).__name__)
        self.cut_power()

    def cut_power(self) -> None:
        self.ram = bytearray(self.noise.randbytes(self.rows * self.columns * self.cell_bytes))
        self.reset()

    def reset(self) -> None:
        self.acknowledges = True
        self.on = False
        self.turned_off = 0
        """How often it went dark."""
        self.mode = NORMAL
        self.contrast = 0x7F
        self.settings = dict(self.after_reset)
        self.unlocked = not self.wakes_locked
        self.window = (0, self.columns - 1, 0, self.rows - 1)
        self.at = (0, 0, 0)
        self.writing = not self.write
        self.waiting: list[int] = []

    def receive(self, payload: bytes) -> None:
        """Take a transfer on I2C."""
        assert payload[0] in (0x00, 0x40)
        self.take(payload[1:], pixels=payload[0] == 0x40)

    def take(self, content: bytes, *, pixels: bool) -> None:
        for byte in content:
            asked = bool(self.waiting) and self.arguments_are_data
            if pixels and not asked:
                assert not self.waiting, f"pixels within the command {self.waiting[0]:02x}"
                assert self.writing, "pixels that were not announced"
                self._store(byte)
                continue
            assert pixels == asked, f"{byte:02x} comes as a command within another one"
            self.waiting.append(byte)
            assert self.waiting[0] in self.lengths, f"{self.waiting[0]:02x} is no command"
            if len(self.waiting) > self.lengths[self.waiting[0]]:
                command, *values = self.waiting
                self.waiting = []
                self._obey(command, tuple(values))

    def _obey(self, command: int, values: tuple[int, ...]) -> None:
        if self.write:
            self.writing = command == self.write
        left, right, top, bottom = self.window
        if command == 0x15:
            left, right = values
        elif command == 0x75:
            top, bottom = values
        elif command in (0xAE, 0xAF):
            self.turned_off += self.on and command == 0xAE
            self.on = command == 0xAF
        elif command in self.modes:
            self.mode = self.modes[command]
        elif command == self.contrast_command:
            assert len(set(values)) == 1
            self.contrast = values[0]
        elif command == 0xA9:  # partial display (A8) ends
            self.settings.pop(0xA8, None)
        elif command == 0xFD:
            self.unlocked = values[0] in (0x12, 0xB1)
        elif command != self.write:
            assert self.unlocked
            self.settings[command] = values
        if command in (0x15, 0x75):
            assert left <= right < self.columns, "a window outside the RAM"
            assert top <= bottom < self.rows, "a window outside the RAM"
            self.window = left, right, top, bottom
            self.at = left, top, 0

    def _store(self, byte: int) -> None:
        left, right, top, bottom = self.window
        column, row, part = self.at
        self.ram[(row * self.columns + column) * self.cell_bytes + part] = byte
        part += 1
        if part == self.cell_bytes:
            column, part = column + 1, 0
        if column > right:
            column, row = left, row + 1
        self.at = (column, top if row > bottom else row, part)

    def picture(self) -> Image.Image:
        """Return what a person sees: in colour or grey, each pixel at its brightest 255."""
        seen = Image.new("RGB" if self.cell == 1 else "L", (self.width, self.height))
        for command, values in self.upright.items():
            assert not self.on or self.settings.get(command) == values, f"{command:02x}"
        if not self.on or self.mode == DARK:
            return seen
        assert self.mode == NORMAL
        seen.putdata([p for row in range(self.height) for p in self._read_row(row)])
        return seen

    def _read_row(self, row: int) -> list[object]:
        start = (row * self.columns + self.first) * self.cell_bytes
        packed = self.ram[start : start + self.width // self.cell * self.cell_bytes]
        return self.read(packed)

    def read(self, packed: bytes) -> list[object]:
        """Read a row: the low half of a byte is the left one of two pixels."""
        return [17 * half for byte in packed for half in (byte & 15, byte >> 4)]


class Announced(Chip):
    """Pixels come only after the command 5C, and arguments as data do."""

    arguments_are_data = True
    write = 0x5C
    modes = {0xA4: DARK, 0xA5: LIT, 0xA6: NORMAL, 0xA7: INVERSE}
    contrast_command = 0xC1


class SSD1322(Announced):
    """480 x 128 of 16 greys, of which a glass has the middle; no I2C (data sheet 1.2).

    csrc/u8x8_d_ssd1322.c: lines 273 to 292 for a glass of 256 x 64, its first column 1C (line 260).
    edarc/ssd1322 16e5686, src/command.rs: A8 with two bytes (line 327), B8 with 15 (413 to 427).
    """

    lengths = {0x00: 0, 0x15: 2, 0x5C: 0, 0x75: 2, 0xA0: 2, 0xA1: 1, 0xA2: 1, 0xA4: 0, 0xA5: 0}
    lengths |= {0xA6: 0, 0xA7: 0, 0xA8: 2, 0xA9: 0, 0xAB: 1, 0xAE: 0, 0xAF: 0, 0xB1: 1, 0xB3: 1}
    lengths |= {0xB4: 2, 0xB5: 1, 0xB6: 1, 0xB8: 15, 0xB9: 0, 0xBB: 1, 0xBE: 1, 0xC1: 1, 0xC7: 1}
    lengths |= {0xCA: 1, 0xD1: 2, 0xFD: 1}
    upright = {0xA0: (0x14, 0x11), 0xA1: (0,), 0xA2: (0,), 0xA8: None, 0xCA: (0x3F,)}
    cell, cell_bytes = 4, 2

    def __init__(self, width: int = 256) -> None:
        self.first = (480 - width) // 2 // self.cell
        super().__init__(width, 64, 120, 128)

    def read(self, packed: bytes) -> list[object]:
        return [17 * half for byte in packed for half in (byte >> 4, byte & 15)]


class WideSSD1322(SSD1322):
    """The glass of Newhaven with 128 x 64: each of its pixels is wired to two of the chip's.

    csrc/u8x8_d_ssd1322.c, line 377: A0 16 11.
    """

    upright = {0xA0: (0x16, 0x11), 0xA1: (0,), 0xA2: (0,), 0xA8: None, 0xCA: (0x3F,)}
    first = 28

    def __init__(self) -> None:
        super().__init__(256)
        self.width = 128

    def _read_row(self, row: int) -> list[object]:
        start = (row * self.columns + self.first) * self.cell_bytes
        pairs = [divmod(byte, 16) for byte in self.ram[start : start + 128]]
        assert all(one == other for one, other in pairs)
        return [17 * one for one, _ in pairs]


class SSD1325(Chip):
    """128 x 80 of 16 greys, of which a glass has 64 rows; no I2C (data sheet 1.4).

    csrc/u8x8_d_ssd1325.c, lines 234 to 262; fbtft/fb_ssd1325.c: B8 with 8 bytes, D/C low. With bit
    1 of A0, which luma leaves out, the upper half of a byte is the left pixel (line 240).
    """

    lengths = {0x15: 2, 0x23: 1, 0x75: 2, 0x81: 1, 0x84: 0, 0x85: 0, 0x86: 0}
    lengths |= {0xA0: 1, 0xA1: 1, 0xA2: 1}
    lengths |= {0xA4: 0, 0xA5: 0, 0xA6: 0, 0xA7: 0, 0xA8: 1, 0xAD: 1, 0xAE: 0, 0xAF: 0, 0xB0: 1}
    lengths |= {0xB1: 1, 0xB2: 1, 0xB3: 1, 0xB4: 1, 0xB8: 8, 0xBC: 1, 0xBE: 1, 0xBF: 1, 0xE3: 0}
    upright = {0xA0: (0x50,), 0xA1: (0,), 0xA2: (0x4C,), 0xA8: (0x3F,)}

    def __init__(self) -> None:
        super().__init__(128, 64, 64, 80)


class SSD1327(Chip):
    """128 x 128 of 16 greys, on I2C or SPI (data sheet 1.1).

    csrc/u8x8_d_ssd1327.c, lines 274 to 299, and 635 to 640 for this glass; B8 with 15 bytes in
    SnijderC/ssd1327Grayscale fb8622d, src/ssd1327.h (lines 200 to 205) and src/ssd1327.cpp (177).
    Of luma's B8 with 8 bytes of a table of 15 the next seven bytes become the rest: what those
    would have set stays as it is after a reset, and 08, which is no command, does nothing.
    """

    lengths = {0x08: 0, 0x15: 2, 0x75: 2, 0x81: 1, 0xA0: 1, 0xA1: 1, 0xA2: 1, 0xA4: 0, 0xA5: 0}
    lengths |= {0xA6: 0, 0xA7: 0, 0xA8: 1, 0xAB: 1, 0xAE: 0, 0xAF: 0, 0xB1: 1, 0xB3: 1, 0xB5: 1}
    lengths |= {0xB6: 1, 0xB8: 15, 0xB9: 0, 0xBC: 1, 0xBE: 1, 0xD5: 1, 0xFD: 1}
    upright = {0xA0: (0x53,), 0xA1: (0,), 0xA2: (0,), 0xA8: (0x7F,)}

    def __init__(self) -> None:
        super().__init__(128, 128, 64, 128)


class SSD1351(Announced):
    """128 x 128 in 65,536 colours; no I2C (data sheet 1.5).

    fbtft/fb_ssd1351.c: init_display, set_addr_win, set_gamma (B8 with 63 bytes), set_var (A0 70).
    """

    lengths = {0x15: 2, 0x5C: 0, 0x75: 2, 0xA0: 1, 0xA1: 1, 0xA2: 1, 0xA4: 0, 0xA5: 0, 0xA6: 0}
    lengths |= {0xA7: 0, 0xAB: 1, 0xAE: 0, 0xAF: 0, 0xB1: 1, 0xB2: 3, 0xB3: 1, 0xB4: 3, 0xB5: 1}
    lengths |= {0xB6: 1, 0xB8: 63, 0xB9: 0, 0xBB: 1, 0xBE: 1, 0xC1: 3, 0xC7: 1, 0xCA: 1, 0xFD: 1}
    upright = {0xA0: (0x70,), 0xA1: (0,), 0xA2: (0,), 0xCA: (0x7F,)}
    wakes_locked = True
    cell, cell_bytes = 1, 2

    def __init__(self, height: int = 128) -> None:
        super().__init__(128, height, 128, 128)

    def read(self, packed: bytes) -> list[object]:
        words = [one << 8 | other for one, other in zip(packed[::2], packed[1::2], strict=True)]
        return [(word >> 11 << 3, (word >> 5 & 63) << 2, (word & 31) << 3) for word in words]


class SSD1362(Chip):
    """256 x 64 of 16 greys, on I2C or SPI (data sheet 1.0).

    csrc/u8x8_d_ssd1362.c, lines 346 to 387; the window of 15 and 75 in lines 179 to 192. A3 with
    two bytes, and A8 with one, in devboard-io/ssd1362 85013e9, src/command.rs, lines 112 and 114.
    """

    lengths = {0x15: 2, 0x23: 1, 0x75: 2, 0x81: 1, 0xA0: 1, 0xA1: 1, 0xA2: 1, 0xA3: 2}
    lengths |= {0xA4: 0, 0xA5: 0}
    lengths |= {0xA6: 0, 0xA7: 0, 0xA8: 1, 0xAB: 1, 0xAD: 1, 0xAE: 0, 0xAF: 0, 0xB1: 1, 0xB3: 1}
    lengths |= {0xB5: 1, 0xB6: 1, 0xB9: 0, 0xBC: 1, 0xBD: 1, 0xBE: 1, 0xFD: 1}
    upright = {0xA0: (0x43,), 0xA1: (0,), 0xA2: (0,), 0xA8: (0x3F,)}

    def __init__(self) -> None:
        super().__init__(256, 64, 128, 64)


class SSD1363(Announced):
    """320 x 160 of 16 greys, of which a glass has 256 x 128; as SSD1322, and pairs exchanged.

    csrc/u8x8_d_ssd1363.c, lines 260 to 304; A0 32 00 and A2 20 in line 207, the first column 8 in
    line 247, columns of 4 pixels in line 160, 160 rows in line 263. B8 with 15 bytes in Zephyr
    df979d36, drivers/display/display_ssd1363.c, lines 27 and 51.
    """

    lengths = {0x15: 2, 0x5C: 0, 0x75: 2, 0xA0: 2, 0xA1: 1, 0xA2: 1, 0xA4: 0, 0xA5: 0, 0xA6: 0}
    lengths |= {0xA7: 0, 0xA9: 0, 0xAB: 1, 0xAD: 1, 0xAE: 0, 0xAF: 0, 0xB1: 1, 0xB3: 1, 0xB4: 2}
    lengths |= {0xB6: 1, 0xB8: 15, 0xB9: 0, 0xBA: 1, 0xBB: 1, 0xBE: 1, 0xC1: 1, 0xCA: 1, 0xFD: 1}
    upright = {0xA0: (0x32, 0x00), 0xA1: (0,), 0xA2: (0x20,), 0xCA: (0x7F,)}
    cell, cell_bytes = 4, 2
    first = 8

    def __init__(self) -> None:
        super().__init__(256, 128, 80, 160)

    def read(self, packed: bytes) -> list[object]:
        turned = bytearray(packed)
        turned[::2], turned[1::2] = packed[1::2], packed[::2]
        return super().read(turned)


class Paged(Chip):
    """One colour, in pages of 8 rows, a page at a time: SH1106, SH1107 (pages 24 to 42).

    csrc/u8x8_d_sh1107.c: how a glass of 128 x 128 is wired in lines 477 to 505, one of 80 x 128 in
    lines 706 to 732.
    """

    lengths = {**dict.fromkeys(range(0x20), 0), **dict.fromkeys(range(0x40, 0x80), 0)}
    lengths |= dict.fromkeys(range(0xB0, 0xC0), 0) | {0x20: 0, 0x21: 0, 0xA0: 0, 0xA1: 0, 0xA4: 0}
    lengths |= {0xA5: 0, 0xA6: 0, 0xA7: 0, 0xA8: 1, 0xC0: 0, 0xC8: 0, 0xD3: 1, 0xD5: 1, 0xD9: 1}
    lengths |= {0x81: 1, 0xAD: 1, 0xAE: 0, 0xAF: 0, 0xDA: 1, 0xDB: 1, 0xDC: 1, 0x8D: 1}
    # Which way segments (A0, A1) and commons (C0, C8) run, and the first line (DC).
    after_reset = {0xA0: (0,), 0xC0: (0,), 0xDC: (0,), 0xA8: (0x7F,), 0xD3: (0,)}
    modes = {0xA6: NORMAL, 0xA7: INVERSE}
    cell = 8  # rows, here

    def __init__(
        self, width: int, height: int, margin: int = 0, **upright: tuple[int, ...]
    ) -> None:
        self.upright = {int(name[1:], 16): values for name, values in upright.items()}
        self.first = margin
        super().__init__(width, height, width + 2 * margin, height // 8)
        self.noise.seed(0)

    def _obey(self, command: int, values: tuple[int, ...]) -> None:
        column, page, _ = self.at
        if command < 0x10:
            self.at = column & 0xF0 | command, page, 0
        elif command < 0x20:
            self.at = column & 0x0F | command % 16 << 4, page, 0
        elif 0xB0 <= command < 0xC0:
            self.at = column, command - 0xB0, 0
        elif command in (0xA0, 0xA1, 0xC0, 0xC8):
            self.settings[command & 0xF0] = (command & 0x0F,)
        else:
            super()._obey(command, values)

    def _store(self, byte: int) -> None:
        column, page, _ = self.at
        self.ram[page * self.columns + column] = byte
        self.at = column + 1, page, 0

    def _read_row(self, row: int) -> list[object]:
        start = row // 8 * self.columns + self.first
        return [255 * (byte >> row % 8 & 1) for byte in self.ram[start : start + self.width]]


SH1107_GLASS = {"_A0": (0,), "_C0": (0,), "_DC": (0,)}

CHIPS = {
    "ssd1322 256x64": SSD1322,
    "ssd1322 128x64": lambda: SSD1322(128),
    "ssd1322_nhd 128x64": WideSSD1322,
    "ssd1325 128x64": SSD1325,
    "ssd1327 128x128": SSD1327,
    "ssd1351 128x128": SSD1351,
    "ssd1351 128x96": lambda: SSD1351(96),
    "ssd1362 256x64": SSD1362,
    "ssd1363 256x128": SSD1363,
    "sh1106 128x128": lambda: Paged(128, 128, 2, _A0=(1,), _C0=(8,)),
    "sh1107 128x128": lambda: Paged(128, 128, **SH1107_GLASS, _A8=(0x7F,), _D3=(0,)),
    "sh1107 80x128": lambda: Paged(80, 128, **SH1107_GLASS, _A8=(0x4F,), _D3=(0x68,)),
}
"""What is behind each panel, by how the table writes it."""
