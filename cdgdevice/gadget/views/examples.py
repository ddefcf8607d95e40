"""A view of every kind and state, by name: for the documentation, the demo and the tests."""

from collections.abc import Mapping
from types import MappingProxyType

from cdgdevice.gadget.views.view import Board, CardView, Flash, Menu, Mood, Page, View
from cdgdevice.method.die import Result
from cdgdevice.method.display import Facing

UP = CardView(Facing.UP)
DOWN = CardView(Facing.DOWN)
UP_OFFERED = CardView(Facing.UP, offered=True)
DOWN_OFFERED = CardView(Facing.DOWN, offered=True)
UP_HIGHLIGHTED = CardView(Facing.UP, offered=True, highlighted=True)
DOWN_HIGHLIGHTED = CardView(Facing.DOWN, offered=True, highlighted=True)


def board(
    cards: tuple[CardView | tuple[CardView, ...], ...],
    *lines: str,
    side: str = "Central Powers",
    turn: int = 3,
    round: int = 2,
    left: int | None = 6,
    of: int | None = 7,
    quiet: bool = False,
) -> Board:
    """Give a board; a space's only card may stand for itself, and the rest has a likely value."""
    spaces = tuple((c,) if isinstance(c, CardView) else c for c in cards)
    return Board(side, turn, round, spaces, lines, left, of, quiet)


_READY = (UP, UP, DOWN, DOWN, DOWN)
_MENU = (
    "Other ways to play",
    "Combat card",
    "Reaction",
    "Random card",
    "Mark a card",
    "Undo",
    "Last rolls",
    "Switch game",
    "Shut down",
)

_VIEWS: dict[str, View] = {
    "ready": board(_READY, "Press to roll."),
    "result-jr": Flash(Result.JR),
    "result-ab": Flash(Result.AB),
    "result-de": Flash(Result.DE),
    "result-abc": Flash(Result.ABC),
    "result-cde": Flash(Result.CDE),
    "result-event": Flash(Result.EVENT),
    "choose": board(
        (UP_OFFERED, UP_OFFERED, UP_HIGHLIGHTED, DOWN, DOWN), "Flip C.", "Play A, B or C."
    ),
    "choose-jolly-roger": board(
        (UP_OFFERED, UP_OFFERED, UP_HIGHLIGHTED, DOWN, DOWN),
        "Flip C.",
        "Play C, or the lowest Ops.",
    ),
    "choose-event": board(
        (UP_HIGHLIGHTED, UP_OFFERED, DOWN, UP_OFFERED, DOWN),
        "Play any face-up: event, or the lowest Ops.",
    ),
    "event-flips": board(
        (UP, DOWN_OFFERED, DOWN_OFFERED, DOWN_HIGHLIGHTED, DOWN_OFFERED), "Turn up a card: 1 to go."
    ),
    "carry-out": board(((), UP, UP, DOWN, DOWN), "Carry out A, then press."),
    "refill": board(
        (UP, UP, DOWN, DOWN, DOWN), "Fill A from C, face-up.", "6 of 7 left.", quiet=True
    ),
    "waiting": board(_READY, "Allied Powers to play.", quiet=True),
    "waiting-offered": board((UP_OFFERED, (), DOWN_OFFERED, UP_HIGHLIGHTED, DOWN), quiet=True),
    "out-of-turn": board(
        _READY, "Not your round. Press again to take it.", side="Allied Powers", left=7
    ),
    "turn-end": board((UP, DOWN, UP, UP, DOWN), "The turn is over.", "Press for turn 4.", left=0),
    "last-chit": board(_READY, "Roll, or 1-Ops.", left=1),
    "twelve-chits": board(_READY, "Throw the die.", left=9, of=12),
    "twenty-chits": board(_READY, "Throw the die.", left=13, of=20),
    "more-than-the-hand": board(_READY, "Throw the die.", left=9, of=7),
    "no-hand-size": board(_READY, "Throw the die.", left=5, of=None),
    "not-counted": board(_READY, "Roll for your order.", side="British", left=None, of=None),
    "hand-size-only": board(_READY, "Roll for your order.", side="British", left=None, of=6),
    "long-name": board(
        _READY, "Fill A from C, face-up.", "6 of 7 left.", side="Austria-Hungary & Germany"
    ),
    "long-name-twenty-chits": board(
        _READY, "Throw the die.", side="Austria-Hungary & Germany", turn=12, round=10, left=7, of=20
    ),
    "two-digits": board(_READY, "Throw the die.", turn=12, round=10),
    "doubled": board(((UP, DOWN), UP, (), (DOWN, UP), (DOWN, DOWN)), "Throw the die."),
    "doubled-first": board(
        ((UP_HIGHLIGHTED, UP_OFFERED), (UP_OFFERED, DOWN), UP, (DOWN, DOWN), (UP, DOWN)),
        "Flip A, B.",
        "Play A or B.",
    ),
    "doubled-second": board(
        ((UP_OFFERED, UP_HIGHLIGHTED), (UP_OFFERED, DOWN_OFFERED), UP, (DOWN, DOWN), (UP, DOWN)),
        "Flip A, B.",
        "Play A or B.",
    ),
    "doubled-face-down": board(
        ((DOWN_OFFERED, DOWN_OFFERED), DOWN, UP, (DOWN_HIGHLIGHTED, UP), (UP, DOWN_OFFERED)),
        "Turn up a card: 1 to go.",
    ),
    "menu": Menu("Menu", _MENU, 0),
    "menu-scrolled": Menu("Menu", _MENU, 6),
    "menu-short": Menu("Undo", ("Take back the card", "Cancel"), 1),
    "menu-long-names": Menu(
        "Choose a game",
        ("Washington's War (2018)", "Caesar: Rome vs. Gaul", "For the People (2022)"),
        0,
    ),
    "note": Page(Mood.NOTE, "Last rolls", ("Central Powers: ABC, JR.", "Allied Powers: EVENT.")),
    "note-second-screen": Page(
        Mood.NOTE,
        "Guns of August",
        (
            "In the first round the Central Powers play Guns of August as its event.",
            "It needs no roll. It counts as a card like any other. Then the Allied Powers roll.",
            "Press for more.",
        ),
        1,
    ),
    "error": Page(
        Mood.ERROR,
        "Mistake",
        ("config line 12: no sheet 'paths-of-glroy'. Did you mean paths-of-glory-2022?",),
    ),
    "fault": Page(
        Mood.FAULT,
        "Right screen",
        ("It does not answer at 0x3D. Check its four wires. The game goes on.",),
    ),
    "put-back": Page(Mood.PUT_BACK, "Put back", ("Turn C face-down.", "Put a chit back.")),
}

EXAMPLES: Mapping[str, View] = MappingProxyType(_VIEWS)
