"""The panels we know: a chip is its init bytes, its addressing and its quirks.

Each maker wires a glass to its chip in his own way: `PanelChip.fit` makes the chip fit it.

To support another panel of 128 x 64, add an entry to `CHIPS`: the configuration, the screens, the
splash, the last words, the self-test and the simulator all go by it. The bytes are those that
luma.oled's drivers send, without those that a chip has no use for, and `2e` to stop scrolling.
Any other panel that luma.oled drives is an entry of `LUMA_PANELS`. The splash loads this: it
imports nothing.
"""

FRAME_BYTES = 1024
"""Bytes of a picture of 128 x 64 pixels: each is a column of 8 pixels in a page."""
COLUMNS = 128
"""Bytes in a page of a glass that lies as the picture does; a page is a strip of 8 rows."""
ROWS = 64
"""Rows of a picture."""

SET_CONTRAST = 0x81
"""Command: the next byte is the brightness, 0 to 255."""
DISPLAY_OFF = 0xAE
"""Command: go dark; the RAM is kept."""
DISPLAY_ON = 0xAF
"""Command: light the pixels that are set in the RAM."""

COM_PINS = 0x12
"""How the rows of most glasses are wired: in turn to the two halves of the chip's commons."""
DEFAULT_GLASS = (0, 0, False, COM_PINS, 0)
"""What mostly is in front of a chip, as `PanelChip.fit` takes one."""
_OUTER_COLUMNS = 4  # what the RAM of an SH1106 or SSD1305 has beside the 128 of a glass

_SET_COLUMNS, _SET_PAGES = 0x21, 0x22
_SET_PAGE, _SET_LOW_COLUMN, _SET_HIGH_COLUMN = 0xB0, 0x00, 0x10


class PanelChip:
    """The chip behind a panel of 128 x 64 pixels that we drive. Nobody changes one that is made."""

    def __init__(
        self,
        name: str,
        init: str,
        *,
        by_window: bool,
        margin: int = 0,
        columns: int = COLUMNS,
        pumped: bool = False,
        com_pins: tuple[int, ...] = (0x02, COM_PINS, 0x22, 0x32),
        multiplexes: tuple[int, ...] = (ROWS,),
        sold: str = "",
    ) -> None:
        self.name = name
        """As the configuration names it."""
        self.sold = sold
        """On which panels it is, for who has one: a line of the documentation."""
        self._commands = init  # with a space before each that `fit` changes
        self.init = bytes.fromhex(init)
        """The commands that set it up, but contrast, off and on: at most 32 bytes.

        Without these they may be sent at any time: a lit panel does not blink, and a panel that
        has lost its power stays dark until its RAM is written.
        """
        self.by_window = by_window
        """It takes a rectangle of pages and columns; otherwise one page at a time."""
        self.margin = margin
        """Columns of its RAM to the left of the screen, and as many to the right."""
        self.columns = columns
        """Bytes in a page, and so 1024 / `columns` pages; 64: the screen stands on its side."""
        self.pumped = pumped
        """It makes the screen's voltage itself, and is dark until it is told to."""
        self.com_pins = com_pins
        """Ways in which it can have the rows of its glass wired: what follows its command DA."""
        self.multiplexes = multiplexes
        """How many rows it can drive in turn, the usual number first: all of a glass, or more."""
        self.glass = DEFAULT_GLASS
        """What `fit` was given."""

    @property
    def column_offsets(self) -> range:
        """How far the picture can be moved to the right."""
        most = _OUTER_COLUMNS if self.columns == COLUMNS else 0
        return range(-self.margin, most - self.margin + 1)

    @property
    def word(self) -> str:
        """Its name, and its glass if that is another than usual: `find_panel` reads it."""
        glass = (
            "" if self.glass == DEFAULT_GLASS else ":" + ":".join(map(str, map(int, self.glass)))
        )
        return self.name + glass

    def fit(
        self, column: int, row: int, mirror: bool, com_pins: int, multiplex: int = 0
    ) -> "PanelChip":
        """Return this chip behind another glass: its init bytes and its margin follow from that.

        The picture is moved by `column` to the right and by `row` down, as a glass lies in front
        of its chip; `mirror` turns its columns round; `com_pins` is one of the chip's, and so is
        `multiplex`, where it is not 0: the usual one.
        """
        multiplex = 0 if multiplex == self.multiplexes[0] else multiplex
        glass = column, row, mirror, com_pins, multiplex
        if glass == self.glass:
            return self
        commands, lines = self._commands.split(), 8 * FRAME_BYTES // self.columns
        for at, command in enumerate(commands):
            name, value = command[:2], command[2:]
            if name == "d3":  # the commons of a glass on its side run from the bottom up
                down = row if self.columns < COLUMNS else -row
                commands[at] = f"d3{(int(value, 16) + down) % lines:02x}"
            elif name == "da":
                commands[at] = f"da{com_pins:02x}"
            elif name == "a8" and multiplex:
                commands[at] = f"a8{multiplex - 1:02x}"
            elif mirror and command in ("a0", "a1"):
                commands[at] = "a1" if command == "a0" else "a0"
        fitted = PanelChip(
            self.name,
            self._commands,
            by_window=self.by_window,
            margin=self.margin - self.glass[0] + column,  # no glass counts twice
            columns=self.columns,
            pumped=self.pumped,
            com_pins=self.com_pins,
            multiplexes=self.multiplexes,
            sold=self.sold,
        )
        fitted.init, fitted.glass = bytes.fromhex("".join(commands)), glass
        return fitted

    @property
    def pages(self) -> int:
        """Strips of 8 rows, from top to bottom."""
        return FRAME_BYTES // self.columns

    @property
    def size(self) -> str:
        """The pixels of its glass, as `LumaPanel.size` names them."""
        return f"{self.columns}x{8 * self.pages}"

    def __repr__(self) -> str:
        """Return its name, which tells all about it."""
        return self.name

    def window_commands(self, page: int, column: int, pages: int, columns: int) -> tuple[int, ...]:
        """Return the command after which bytes land in this rectangle of the screen.

        A chip that takes one page at a time is asked for one (`pages` is 1).
        """
        first = column + self.margin
        if self.by_window:
            last = first + columns - 1
            return (_SET_COLUMNS, first, last, _SET_PAGES, page, page + pages - 1)
        return (_SET_PAGE | page, _SET_LOW_COLUMN | first & 0x0F, _SET_HIGH_COLUMN | first >> 4)


# First of all 2e: a panel that another program left scrolling goes on doing so across a restart of
# the Pi, and meanwhile its RAM must not be written. The data sheets of all four have this command,
# and a CH1115 has it; those of the SH1106 and the SH1107 know no scrolling.
_SSD13XX_INIT = "2e d580 a83f d300 40 8d14 2000 a1 c8 da12 d9f1 db40 a4 a6"

SSD1306 = PanelChip("ssd1306", _SSD13XX_INIT, by_window=True, pumped=True, sold="most of 0.96 inch")
SSD1309 = PanelChip("ssd1309", _SSD13XX_INIT, by_window=True, sold="most of 2.42 inch")
"""The SSD1306 without its charge pump."""
SSD1315 = PanelChip(
    "ssd1315", _SSD13XX_INIT, by_window=True, pumped=True, sold="newer ones of 0.96 inch"
)
"""The SSD1306's successor."""
SSD1305 = PanelChip(
    "ssd1305", _SSD13XX_INIT.replace("8d14 ", ""), by_window=True, sold="some of 2.42 and 1.54 inch"
)
"""Fed with its voltage from outside: its data sheet (pages 33 to 36) has no command 8D."""
# An SH1106 knows neither 20 nor 8d: the arguments are column addresses to it, and are set again
# before each window. They are for an SSD13xx that is configured as an SH1106: in its page mode, and
# with its pump on, it shows the picture cut at an edge, by which the self-test knows it.
SH1106 = PanelChip(
    "sh1106",
    "2002 b0 c8 00 10 40 a1 a6 a83f a4 d300 d5f0 d922 da12 db20 8d14",
    by_window=False,
    margin=2,
    com_pins=(0x02, COM_PINS),
    sold="most of 1.3 inch",
)
"""132 columns, of which the middle 128 are seen."""
SH1107 = PanelChip(
    "sh1107",
    "20 a0 a6 a87f a4 c0 d360 d580 d922 db35 dc00",
    by_window=False,
    columns=64,
    com_pins=(COM_PINS,),
    multiplexes=(128, ROWS),
    sold="some of 1.3 and 0.96 inch",
)
"""A glass of 64 x 128 on its side. The chip's RAM has 128 columns; its offset makes the first 64 of
them those that are seen. It may drive all 128 in turn, as luma.oled and u8g2 have it, or those 64
alone, as Adafruit's driver does: then each is lit twice as long. Its data sheet has no command DA;
how another program turned it round, and where that had its first line, goes back to what it is
after a reset."""

CH1115 = PanelChip(
    "ch1115",
    "2e 2300 d580 a83f d300 40 ad8b a1 a2 c8 d922 db20 a4 a6",
    by_window=False,
    pumped=True,
    com_pins=(COM_PINS,),
    sold="some of 1.09 inch",
)
"""Driven as an SH1106, with 128 columns and no command DA; it can scroll and breathe (23), and its
segments can be in another order (A3). Most drivers that were tried on a glass begin at column 0
(zhyma/er-oledm_ch1115-attiny85 cab2ee0, zx1406232115/oled-library-for-ch1115 6353c6f,
Adafruit_SH110x pull request 31). luma.oled begins at 2: a glass as its author's has
`column_offset = 2`."""

CHIPS = {chip.name: chip for chip in (SSD1306, SSD1309, SSD1315, SSD1305, SH1106, SH1107, CH1115)}
"""Every chip that can be configured, by its name."""


def find_panel(word: str) -> "Panel":
    """Return the panel that its `word` names; raise ValueError or LookupError."""
    for panel in LUMA_PANELS:
        if panel.word == word:
            return panel
    name, *glass = word.split(":")
    if not glass:
        return CHIPS[name]
    # Earlier versions wrote no multiplex ratio.
    column, row, mirror, com_pins, multiplex = (*map(int, glass), 0)[:5]
    chip = CHIPS[name]
    possible = column in chip.column_offsets and com_pins in chip.com_pins
    if not possible or multiplex not in (0, *chip.multiplexes):
        raise ValueError(word)
    return chip.fit(column, row, bool(mirror), com_pins, multiplex)


class LumaPanel:
    """A panel that luma.oled's own driver sends to: a chip, and how many pixels its glass has."""

    multiplexes: tuple[int, ...] = ()

    def __init__(self, name: str, size: str, *, on_i2c: bool = False, also: str = "") -> None:
        self.name = name
        """As the configuration and luma.oled name the chip."""
        self.size = size
        """Its pixels, across and down as its maker has them: `256x64`."""
        self.on_i2c = on_i2c
        """Luma's driver works on I2C too; the others send arguments as only SPI can."""
        self.also = also
        """Commands of what luma's driver leaves as another program had it, as after a reset."""

    @property
    def pixels(self) -> tuple[int, int]:
        """Its pixels across and down, turned so that a picture fits."""
        width, height = map(int, self.size.split("x"))
        return (width, height) if width >= COLUMNS else (height, width)

    @property
    def pictures(self) -> int:
        """How many pictures of 128 x 64 it has room for."""
        width, height = self.pixels
        return (width // COLUMNS) * (height // ROWS)

    @property
    def word(self) -> str:
        """Its chip and size: `find_panel` reads it."""
        return f"{self.name}/{self.size}"

    def __repr__(self) -> str:
        """Return its chip and size."""
        return f"{self.name} {self.size}"


Panel = PanelChip | LumaPanel

LUMA_PANELS = (
    LumaPanel("ssd1322", "256x64"),
    LumaPanel("ssd1322", "128x64"),
    LumaPanel("ssd1322_nhd", "128x64", also="a100 a9"),
    LumaPanel("ssd1325", "128x64"),
    LumaPanel("ssd1327", "128x128", on_i2c=True),
    LumaPanel("ssd1351", "128x128"),
    LumaPanel("ssd1351", "128x96"),
    LumaPanel("ssd1362", "256x64", on_i2c=True),
    LumaPanel("ssd1363", "256x128", also="a100 a6 a9"),
    LumaPanel("sh1106", "128x128", on_i2c=True),
    LumaPanel("sh1107", "128x128", on_i2c=True, also="a0 c0 dc00"),
    LumaPanel("sh1107", "80x128", on_i2c=True, also="a0 c0 dc00"),
)
"""Every panel that is left to luma.oled; of one chip that with the usual size is the first."""


def list_panels(name: str = "") -> list[Panel]:
    """Return the panels with this chip, or all: first those that are driven directly."""
    panels: list[Panel] = [*CHIPS.values(), *LUMA_PANELS]
    return [panel for panel in panels if name in ("", panel.name)]


def choose_panel(name: str, size: str | None = None) -> Panel | None:
    """Return the panel of a chip and size, or that of its usual size; None: there is none.

    A glass on its side is sold by either size. What we drive ourselves is not left to luma: it
    sends 1.5 times as many bytes in a round on I2C, 4 to 9 times as many where only a highlight
    moves (`python -m bench.luma_path`), and works them out when they are due, pixel by pixel.
    """
    for panel in list_panels(name):
        if size in (None, panel.size, turn_size(panel.size)):
            return panel
    return None


def turn_size(size: str) -> str:
    """Return the size of a glass that is turned by a quarter."""
    return "x".join(reversed(size.split("x")))


# The SSD1316 drives 39 rows at most, so no glass of 64 rows has it; luma.oled's driver, too, is for
# 128 x 32. On an SSD1331 a letter, 5 columns wide with its gap, would have less than 4: its strokes
# run into each other.
TOO_SMALL = {"ssd1316": "128 x 32", "ssd1331": "96 x 64"}
"""Chips that are asked for and can't do, and the pixels of their glass."""
