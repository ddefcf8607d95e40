"""The chips that drive the panels we know, and how each is told where pixels go."""

from enum import Enum
from functools import cache

from luma.oled.const import ssd1306 as code

from cdgdevice.drivers.oled import splash
from cdgdevice.drivers.oled.framebuffer import Addressing, Window

# A window takes two transfers, each with an address byte and a control byte. What luma and the
# kernel do for a transfer takes about as long as seven bytes at 400 kHz. Weighed like this, a
# changed picture takes three windows and not seven, for two bytes more in a hundred.
_WINDOW_OVERHEAD = 2 * (2 + 7)
_RECTANGLES = Addressing(window_cost=_WINDOW_OVERHEAD + 6, multi_page=True)
_STRIPS = Addressing(window_cost=_WINDOW_OVERHEAD + 3, multi_page=False)

_SET_PAGE = 0xB0
_SH1106_MARGIN = 2  # its RAM has 132 columns; the glass is in the middle of them


class Controller(Enum):
    """The chip behind a 128 x 64 panel, as the configuration names it."""

    SSD1306 = "ssd1306"
    """Most 0.96 inch panels."""
    SSD1309 = "ssd1309"
    """Most 2.42 inch panels: the SSD1306 without its charge pump."""
    SH1106 = "sh1106"
    """Most 1.3 inch panels: 132 columns, of which the middle 128 are seen."""

    @property
    def addressing(self) -> Addressing:
        """What the difference needs to know to weigh windows for this chip."""
        return _STRIPS if self is Controller.SH1106 else _RECTANGLES

    def window_commands(self, window: Window) -> tuple[int, ...]:
        """Return the command after which the bytes of the window land in their place."""
        if self is Controller.SH1106:
            column = window.column + _SH1106_MARGIN
            low, high = column & 0x0F, column >> 4
            return (_SET_PAGE | window.page, code.SETLOWCOLUMN | low, code.SETHIGHCOLUMN | high)
        return (
            code.COLUMNADDR,
            window.column,
            window.column + window.columns - 1,
            code.PAGEADDR,
            window.page,
            window.page + window.pages - 1,
        )

    @property
    def init_commands(self) -> tuple[tuple[int, ...], ...]:
        """The commands with which luma's driver sets the chip up, but contrast, off and on.

        Without these they may be sent at any time: a lit panel does not blink, and a panel that
        has lost its power stays dark until its RAM is written.
        """
        return _read_init_commands(self)


SET_CONTRAST = code.SETCONTRAST
"""Command: the next byte is the brightness, 0 to 255."""
DISPLAY_ON = code.DISPLAYON
"""Command: light the pixels that are set in the RAM."""
DISPLAY_OFF = code.DISPLAYOFF
"""Command: go dark; the RAM is kept."""


@cache
def _read_init_commands(controller: Controller) -> tuple[tuple[int, ...], ...]:
    """Read it from the splash, which begins so: luma's drivers themselves take long to load."""
    commands = [tuple(sent[1:]) for sent in splash.read_payloads("splash", controller.value, 0)]
    contrast = next(at for at, command in enumerate(commands) if command[0] == SET_CONTRAST)
    return tuple(commands[1:contrast])
