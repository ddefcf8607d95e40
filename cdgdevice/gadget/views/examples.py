"""A view of every kind and state, by name: for the documentation, the demo and the tests."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from cdgdevice.gadget.views.view import (
    Bars,
    Board,
    CardView,
    Flash,
    Menu,
    Mood,
    Page,
    Pattern,
    View,
)
from cdgdevice.method.die import Result
from cdgdevice.method.display import Facing
from cdgdevice.method.mark import Mark

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
    chosen: str | None = None,
    among: str = "",
) -> Board:
    """Give a board; a space's only card may stand for itself, and the rest has a likely value."""
    spaces = tuple((c,) if isinstance(c, CardView) else c for c in cards)
    return Board(side, turn, round, spaces, lines, left, of, quiet, chosen, among)


_READY = (UP, UP, DOWN, DOWN, DOWN)
_ROW = tuple(CardView(Facing.UP, offered=True, reach=reach) for reach in (3, 4, 5, 4, 3))
_MARKED = tuple(CardView(Facing.UP, mark=mark) for mark in tuple(Mark)[:5])
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

_NUMBERS = ("1", "2", "3", "4", "5", "6")
_RESULTS = ("JR", "AB", "DE", "ABC", "CDE", "EV")

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
    "another-way": board(_READY, "Roll or 1-Ops.", chosen="1-Ops"),
    "answer": board(
        (UP, (), DOWN, DOWN, UP), "Was #24 among them?", chosen="Yes, with others", among="3/3"
    ),
    "nominate": board((replace(_ROW[0], highlighted=True), *_ROW[1:]), "Nominate a card or 1-Ops."),
    "nominated": board(
        (
            *(replace(card, offered=False) for card in _ROW[:2]),
            replace(_ROW[2], highlighted=True),
            *(replace(card, offered=False) for card in _ROW[3:]),
        ),
        "C: white 1-5 plays it.",
    ),
    "marked": board(_MARKED, "No roll: A must be played."),
    "marked-special": board(
        (
            CardView(Facing.UP, offered=True, highlighted=True, mark=Mark.SPECIAL),
            (CardView(Facing.UP, mark=Mark.SCORING), UP),
            (UP, CardView(Facing.UP, mark=Mark.COMBAT)),
            DOWN,
            DOWN,
        ),
        "Play A.",
    ),
    "no-cards": board(
        (), "Fighter 1 flies CAP.", "Fighter 2 launches? On 1-4.", side="Enemy", left=None, of=None
    ),
    "no-cards-choice": board(
        (),
        "Enemy fighters in the airfield?",
        side="Enemy",
        left=None,
        of=None,
        chosen="3",
        among="0-12",
    ),
    "one-die": Flash((4,)),
    "two-dice": Flash((6, 3)),
    "doubles": Flash((2, 2)),
    "one-and-five": Flash((1, 5)),
    "menu": Menu("Menu", _MENU, 0),
    "set-up-list": Menu(
        "Empire of the Sun",
        ("Begin", "Japan: 7", "Allies: 7", "[x] Arcadia Conference", "[ ] South Pacific", "Back"),
        3,
    ),
    "menu-scrolled": Menu("Menu", _MENU, 6),
    "menu-short": Menu("Undo", ("Take back the card", "Cancel"), 1),
    "menu-long-names": Menu(
        "Choose a game",
        ("Washington's War (2018)", "Caesar: Rome vs. Gaul", "For the People (2022)"),
        0,
    ),
    "dice-even": Bars(
        "The gadget's own dice",
        (52, 47, 58, 55, 49, 51),
        _NUMBERS,
        "312 throws. Looks fair so far.",
        "1/3",
    ),
    "dice-uneven": Bars(
        "Die reader 5C21",
        (1204, 1013, 988, 1009, 1021, 1011),
        _RESULTS,
        "6246 throws. Unlikely for a fair die (p<0.001).",
        "2/3",
    ),
    "dice-few": Bars("By hand: white", (0, 1, 0, 2, 0, 1), _NUMBERS, "4 throws: too few to tell."),
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
    "progress": Page(
        Mood.DIE, "A B: 3 of 4", ("A quarter turn, red still on top, then press.",), 0, (7, 25)
    ),
    "pattern": Pattern("left", ("0x3C SSD1309", "Then press.")),
}

EXAMPLES: Mapping[str, View] = MappingProxyType(_VIEWS)
