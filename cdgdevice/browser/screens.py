"""The two screens of a gadget on which a game is played, as a page draws them.

Loaded only when a page asks: no start needs it.
"""

from base64 import b64encode

from cdgdevice.render.describe import describe
from cdgdevice.render.draw import draw_view
from cdgdevice.render.language import Language
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.requests import Json
from cdgdevice.ui.board import view_screens
from cdgdevice.ui.state import UiContext, UiState
from cdgdevice.ui.update import settle


def write_screens(history: GameHistory, language: Language) -> dict[str, Json]:
    """Write what both screens show, without the chances, which the page's own board has.

    `picture` is the 1,024 bytes of a panel's RAM in Base64: 8 pages of 128 columns, the lowest bit
    of a byte on top. `words` says the same in sentences.
    """
    state = settle(UiState(context=UiContext(language=language), screens=tuple(Side)), history)
    views, sides = view_screens(state, history), history.now.sheet.sides
    screens: list[Json] = [
        {
            "name": side.value,
            "label": language.write(sides[side]),
            "picture": b64encode(draw_view(view).pages()).decode("ascii"),
            "on": True,
            "contrast": 255,
            "words": list(language.write(describe(view))),
        }
        for side, view in views.items()
    ]
    return {"screens": screens, "language": language.code}
