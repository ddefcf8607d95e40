"""A view of every kind and state, by name, for documentation, pictures of the case, and tests.

python -m tools.example_views docs/screens.png
"""

import sys
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from msgspec.structs import replace

from cdgdevice.render.contact_sheet import (
    draw_contact_sheet,
)
from cdgdevice.render.draw import draw_view
from cdgdevice.render.views import (
    BoardView,
    CardView,
    DiceCountView,
    DiceView,
    MenuView,
    PageKind,
    PageView,
    PatternView,
    View,
)
from cdgdevice.rules.card_display import Facing, Mark
from cdgdevice.rules.die import DieResult

UP = CardView(Facing.UP)
DOWN = CardView(Facing.DOWN)
UP_OFFERED = CardView(Facing.UP, offered=True)
DOWN_OFFERED = CardView(Facing.DOWN, offered=True)
UP_HIGHLIGHTED = CardView(Facing.UP, offered=True, highlighted=True)
DOWN_HIGHLIGHTED = CardView(Facing.DOWN, offered=True, highlighted=True)


def example_board(
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
) -> BoardView:
    """Return a board; a space's only card may stand for itself, and the rest has a likely value."""
    spaces = tuple((c,) if isinstance(c, CardView) else c for c in cards)
    return BoardView(side, turn, round, spaces, lines, left, of, quiet, chosen, among)


_READY = (UP, UP, DOWN, DOWN, DOWN)
_ROW = tuple(CardView(Facing.UP, offered=True, reach=reach) for reach in (3, 4, 5, 4, 3))
_MARKED = tuple(CardView(Facing.UP, mark=mark) for mark in tuple(Mark)[:5])
_MENU_ITEMS = (
    "Other ways to play",
    "Combat card",
    "Reaction",
    "Random card",
    "Mark a card",
    "Undo",
    "Log",
    "Switch game",
    "Shut down",
)

_NUMBER_LABELS = ("1", "2", "3", "4", "5", "6")
_RESULT_LABELS = ("JR", "AB", "DE", "ABC", "CDE", "EV")

_VIEWS: dict[str, View] = {
    "ready": example_board(_READY, "Press to roll."),
    "result-jr": DiceView(DieResult.JR),
    "result-ab": DiceView(DieResult.AB),
    "result-de": DiceView(DieResult.DE),
    "result-abc": DiceView(DieResult.ABC),
    "result-cde": DiceView(DieResult.CDE),
    "result-event": DiceView(DieResult.EVENT),
    "choose": example_board(
        (UP_OFFERED, UP_OFFERED, UP_HIGHLIGHTED, DOWN, DOWN), "Flip C.", "Play A, B or C."
    ),
    "choose-jolly-roger": example_board(
        (UP_OFFERED, UP_OFFERED, UP_HIGHLIGHTED, DOWN, DOWN),
        "Flip C.",
        "Play C, or the lowest Ops.",
    ),
    "choose-event": example_board(
        (UP_HIGHLIGHTED, UP_OFFERED, DOWN, UP_OFFERED, DOWN),
        "Play any face-up: event, or the lowest Ops.",
    ),
    "event-flips": example_board(
        (UP, DOWN_OFFERED, DOWN_OFFERED, DOWN_HIGHLIGHTED, DOWN_OFFERED), "Flip a card: 1 to go."
    ),
    "carry-out": example_board(((), UP, UP, DOWN, DOWN), "Play A, then done."),
    "refill": example_board(
        (UP, UP, DOWN, DOWN, DOWN), "Fill A from C, face-up.", "6 of 7 left.", quiet=True
    ),
    "waiting": example_board(_READY, "Allied Powers to play.", quiet=True),
    "waiting-offered": example_board(
        (UP_OFFERED, (), DOWN_OFFERED, UP_HIGHLIGHTED, DOWN), quiet=True
    ),
    "out-of-turn": example_board(
        _READY, "Not your round. Press: roll. Knob: more.", side="Allied Powers", left=7
    ),
    "turn-end": example_board(
        (UP, DOWN, UP, UP, DOWN), "The turn is over.", "Press for turn 4.", left=0
    ),
    "last-chit": example_board(_READY, "Roll, or 1-Ops.", left=1),
    "twelve-chits": example_board(_READY, "Roll the die.", left=9, of=12),
    "twenty-chits": example_board(_READY, "Roll the die.", left=13, of=20),
    "more-than-the-hand": example_board(_READY, "Roll the die.", left=9, of=7),
    "no-hand-size": example_board(_READY, "Roll the die.", left=5, of=None),
    "not-counted": example_board(
        _READY, "Roll for your order.", side="British", left=None, of=None
    ),
    "hand-size-only": example_board(
        _READY, "Roll for your order.", side="British", left=None, of=6
    ),
    "long-name": example_board(
        _READY, "Fill A from C, face-up.", "6 of 7 left.", side="Austria-Hungary & Germany"
    ),
    "long-name-twenty-chits": example_board(
        _READY, "Roll the die.", side="Austria-Hungary & Germany", turn=12, round=10, left=7, of=20
    ),
    "two-digits": example_board(_READY, "Roll the die.", turn=12, round=10),
    "doubled": example_board(((UP, DOWN), UP, (), (DOWN, UP), (DOWN, DOWN)), "Roll the die."),
    "doubled-first": example_board(
        ((UP_HIGHLIGHTED, UP_OFFERED), (UP_OFFERED, DOWN), UP, (DOWN, DOWN), (UP, DOWN)),
        "Flip A, B.",
        "Play A or B.",
    ),
    "doubled-second": example_board(
        ((UP_OFFERED, UP_HIGHLIGHTED), (UP_OFFERED, DOWN_OFFERED), UP, (DOWN, DOWN), (UP, DOWN)),
        "Flip A, B.",
        "Play A or B.",
    ),
    "doubled-face-down": example_board(
        ((DOWN_OFFERED, DOWN_OFFERED), DOWN, UP, (DOWN_HIGHLIGHTED, UP), (UP, DOWN_OFFERED)),
        "Flip a card: 1 to go.",
    ),
    "another-way": example_board(_READY, "Roll or 1-Ops.", chosen="1-Ops"),
    "answer": example_board(
        (UP, (), DOWN, DOWN, UP), "Was #24 among them?", chosen="Yes, with others", among="<3/3>"
    ),
    "nominate": example_board(
        (replace(_ROW[0], highlighted=True), *_ROW[1:]), "Nominate a card or 1-Ops."
    ),
    "nominated": example_board(
        (
            *(replace(card, offered=False) for card in _ROW[:2]),
            replace(_ROW[2], highlighted=True),
            *(replace(card, offered=False) for card in _ROW[3:]),
        ),
        "Roll: C on 1-5.",
    ),
    "marked": example_board(_MARKED, "No roll: A must be played."),
    "marked-special": example_board(
        (
            CardView(Facing.UP, offered=True, highlighted=True, mark=Mark.SPECIAL),
            (CardView(Facing.UP, mark=Mark.SCORING), UP),
            (UP, CardView(Facing.UP, mark=Mark.COMBAT)),
            DOWN,
            DOWN,
        ),
        "Play A, then done.",
    ),
    "no-cards": example_board(
        (),
        "Fighter 1 flies CAP.",
        "Fighter 2 launches? Roll 1-4.",
        side="Enemy",
        left=None,
        of=None,
    ),
    "no-cards-choice": example_board(
        (),
        "Enemy fighters in the airfield?",
        side="Enemy",
        left=None,
        of=None,
        chosen="3",
        among="<0-12>",
    ),
    "one-die": DiceView((4,)),
    "two-dice": DiceView((6, 3)),
    "doubles": DiceView((2, 2)),
    "one-and-five": DiceView((1, 5)),
    "menu": MenuView("Menu", _MENU_ITEMS, 0),
    "set-up-list": MenuView(
        "Empire of the Sun",
        ("Begin", "Japan: 7", "Allies: 7", "[x] Arcadia Conference", "[ ] South Pacific", "Back"),
        3,
    ),
    "menu-scrolled": MenuView("Menu", _MENU_ITEMS, 6),
    "menu-short": MenuView("Undo", ("Take back the card", "Cancel"), 1),
    "menu-long-names": MenuView(
        "Choose a game",
        ("Washington's War book", "Caesar: Rome vs. Gaul", "For the People 2022 box"),
        0,
    ),
    "dice-even": DiceCountView(
        "The gadget's dice",
        (52, 47, 58, 55, 49, 51),
        _NUMBER_LABELS,
        "312 rolls. Looks fair so far.",
        1,
        3,
    ),
    "dice-uneven": DiceCountView(
        "Die reader 5C21",
        (1204, 1013, 988, 1009, 1021, 1011),
        _RESULT_LABELS,
        "6246 rolls. Unlikely for a fair die (p<0.001).",
        2,
        3,
    ),
    "dice-few": DiceCountView(
        "By hand: white", (0, 1, 0, 2, 0, 1), _NUMBER_LABELS, "4 rolls: too few to tell."
    ),
    "note": PageView(
        PageKind.NOTE, "Log", ("T1 R2 Central Powers: ABC.", "T1 R1 Allied Powers: EVENT.")
    ),
    "note-second-screen": PageView(
        PageKind.NOTE,
        "Guns of August",
        (
            "In the first round the Central Powers play Guns of August as its event.",
            "It needs no roll. It counts as a card like any other. Then the Allied Powers roll.",
            "Press for more.",
        ),
        1,
    ),
    "error": PageView(
        PageKind.ERROR,
        "Mistake",
        ("config line 12: no sheet 'paths-of-glroy'. Did you mean paths-of-glory-2022?",),
    ),
    "fault": PageView(
        PageKind.FAULT,
        "Right screen",
        ("It does not answer at 0x3D. Check its four wires. The game goes on.",),
    ),
    "put-back": PageView(PageKind.PUT_BACK, "Put back", ("Flip C face-down.", "Put a chit back.")),
    "progress": PageView(
        PageKind.DIE, "A B: 2 of 2", ("A quarter turn, red still on top, then press.",), 0, (4, 13)
    ),
    "pattern": PatternView("left", ("0x3C SSD1309", "Then press.")),
}

EXAMPLE_VIEWS: Mapping[str, View] = MappingProxyType(_VIEWS)

DOCUMENTED_VIEWS = (
    "ready",
    "result-abc",
    "choose",
    "carry-out",
    "refill",
    "waiting",
    "result-jr",
    "choose-jolly-roger",
    "result-event",
    "event-flips",
    "doubled-second",
    "nominate",
    "two-dice",
    "answer",
    "turn-end",
    "menu",
    "put-back",
    "fault",
)
"""The examples that the documentation shows, in the order of a game."""


def main(targets: Sequence[str]) -> None:
    """Write the documentation's contact sheet to each of `targets`."""
    views = {name: EXAMPLE_VIEWS[name] for name in DOCUMENTED_VIEWS}
    sheet = draw_contact_sheet(
        [(name.replace("-", " "), draw_view(view).to_image()) for name, view in views.items()]
    )
    for target in targets:
        sheet.quantize(64).save(target, optimize=True)
        print(f"wrote {target}")


if __name__ == "__main__":
    main(sys.argv[1:])
