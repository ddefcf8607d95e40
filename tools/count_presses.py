"""Count the presses and detents that things take on the gadget: `python -m tools.count_presses`.

A press is a button or the knob pushed, a detent one click of the knob. The earlier figures are
those of the first version, a9e8959, played by hand on its simulator.

Of the enemy's turn four presses are dice: the order, and a check for each column. Three do what its
rules order: the cards drawn, the units moved, the artillery closed up and the rest dug in. Eight
answer what the map alone tells and the rules decide by: a Special card, a refit, a deployment,
aircraft, a recon, an assault, units in its Headquarters, who has won; and once a game the order of
the turn card. One begins the turn. What is known already is not asked for: Special cards of a hand
that has none until cards are drawn, air strikes where nothing flies, the card's order from the
second turn on, the first Supply, which was rolled at the set-up.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct

from cdgdevice.games.disk import FolderDisk
from cdgdevice.games.game_folder import GameFolder
from cdgdevice.games.tabletop import Games
from cdgdevice.render.views import BoardView, MenuView, View
from cdgdevice.rules.card_display import Mark, Side
from cdgdevice.rules.game import Playing, Ready
from cdgdevice.rules.requests import NewGame
from cdgdevice.service.assembly import list_offered_sheets
from cdgdevice.service.session import Session
from cdgdevice.ui.intents_and_commands import PressSide, PushKnob, Scroll
from cdgdevice.ui.state import UiContext
from cdgdevice.ui.texts import GAME_TITLE


class Count(Struct, frozen=True):
    """What something takes."""

    presses: int
    detents: int

    @property
    def gestures(self) -> int:
        """Presses and detents together."""
        return self.presses + self.detents

    def __str__(self) -> str:
        return f"{self.presses} + {self.detents}"


BEFORE = {
    "a round": Count(3, 0),
    "a marked card": Count(3, 3),
    "a corrected die": Count(3, 9),
    "a new game, from the first screen": Count(4, 19),
    "an attacker's combat card": Count(2, 1),
    "an enemy's turn, nothing in the air": Count(18, 0),
}
"""The first version's figures; where they differed from case to case, the most."""


class Hand:
    """A player's hand at a gadget with a knob, whose dice are given; it counts what it does."""

    def __init__(self, folder: str, sheet: str, *dice: int, ask: bool = False) -> None:
        games = Games(GameFolder(FolderDisk(Path(folder))), NewGame(sheet), ask_first=ask)
        context = UiContext(sheets=list_offered_sheets)
        self._dice = list(dice)
        self.session = Session(games, context, self._throw, 0.0)
        self.session.show_notice()
        self._now = 0.0
        self._count = Count(0, 0)

    def counts(self, does: Callable[[], None]) -> Count:
        """Return what it takes to do this."""
        self._count = Count(0, 0)
        does()
        return self._count

    def press(self) -> None:
        """Press the button of the side at work."""
        side = self.session.history.now.active
        self._send(PressSide(side))
        self._count = Count(self._count.presses + 1, self._count.detents)

    def push(self) -> None:
        """Push the knob."""
        self._send(PushKnob())
        self._count = Count(self._count.presses + 1, self._count.detents)

    def turn(self, steps: int) -> None:
        """Turn the knob, a detent at a time."""
        for _ in range(abs(steps)):
            self._send(Scroll(1 if steps > 0 else -1))
        self._count = Count(self._count.presses, self._count.detents + abs(steps))

    def takes(self, *titles: str) -> None:
        """Take these entries, one menu after the other, by the shorter way round."""
        for title in titles:
            menu = next(view for view in self.views() if isinstance(view, MenuView))
            there = next(n for n, item in enumerate(menu.items) if item.startswith(title))
            ahead, back = there - menu.highlighted, there - menu.highlighted - len(menu.items)
            # Only the first entry leads round to the last.
            self.turn(back if menu.highlighted == 0 and -back < ahead else ahead)
            self.push()

    def views(self) -> tuple[View, ...]:
        """Return what the screens show."""
        return tuple(self.session.views(tuple(Side)).values())

    def _send(self, intent: PressSide | PushKnob | Scroll) -> None:
        self.session.send(intent, self._now)
        self.views()
        self._now += 2.0
        self.session.tick(self._now)

    def _throw(self) -> int:
        return self._dice.pop(0) if self._dice else 4


def _play_round(hand: Hand) -> None:
    hand.press()
    hand.press()
    hand.press()
    assert isinstance(hand.session.history.now.stage, Ready)


def _mark_card(hand: Hand) -> None:
    hand.turn(-1)
    hand.push()
    marks = hand.session.history.now.seats[Side.LEFT].display.marks
    assert [(str(card), mark) for card, mark in marks] == [("C", Mark.COMBAT)]


def _correct_die(hand: Hand) -> None:
    hand.turn(3)  # past A, B and C
    hand.push()
    hand.takes("Correct")
    hand.takes("5: ")
    assert hand.session.history.now.roll is not None


def _play_combat_card(hand: Hand) -> None:
    hand.turn(1)
    hand.takes("Attack", "B")
    assert all(isinstance(view, BoardView) for view in hand.views())
    assert len(hand.session.history.now.gaps_of_round) == 2  # the round's own card, and this one


def _play_enemy(hand: Hand) -> None:
    """Press on: each question has its first answer, each die shows 3."""
    while hand.session.history.now.active is Side.RIGHT:
        hand.press()


def _begin_game(hand: Hand) -> None:
    hand.takes("Paths of Glory 2018", "Begin")
    assert hand.session.sheet.id == "paths-of-glory-2018"


def _begin_and_roll(hand: Hand) -> None:
    """Choose a game, follow its guided set-up and roll."""
    hand.takes("Washington's War 2022")
    while hand.session.history.now.roll is None:
        hand.press()


def _begin_another(hand: Hand) -> None:
    hand.push()
    hand.takes(GAME_TITLE, "New game", "Paths of Glory 2018", "Begin")
    assert hand.session.sheet.id == "paths-of-glory-2018"


def measure() -> dict[str, Count]:
    """Return what each thing takes now."""
    found = {}
    with TemporaryDirectory() as folder:
        new = partial(Hand, sheet="paths-of-glory-2022")
        hand = new(f"{folder}/round")
        found["a round"] = hand.counts(partial(_play_round, hand))
        hand = Hand(f"{folder}/mark", "paths-of-glory-2018", 4)
        hand.press()
        found["a marked card"] = hand.counts(partial(_mark_card, hand))
        hand = new(f"{folder}/die")
        hand.press()
        found["a corrected die"] = hand.counts(partial(_correct_die, hand))
        hand = new(f"{folder}/first", ask=True)
        first = "a new game, from the first screen"
        found[first] = hand.counts(partial(_begin_game, hand))
        hand = Hand(f"{folder}/combat", "paths-of-glory-2016", 3, 4)
        while not isinstance(hand.session.history.now.stage, Playing):
            hand.press()
        found["an attacker's combat card"] = hand.counts(partial(_play_combat_card, hand))
        hand = Hand(f"{folder}/enemy", "last-crusade", *[3] * 100)
        while hand.session.history.now.active is Side.LEFT:
            hand.press()
        found["an enemy's turn, nothing in the air"] = hand.counts(partial(_play_enemy, hand))
        hand = new(f"{folder}/roll", ask=True)
        found["a first roll, from the first screen"] = hand.counts(partial(_begin_and_roll, hand))
        hand = new(f"{folder}/another")
        found["another new game"] = hand.counts(partial(_begin_another, hand))
    return found


def main() -> None:
    """Print the table."""
    print(f"{'presses + detents':36}  before  now")
    for what, now in measure().items():
        before = str(BEFORE.get(what, ""))
        print(f"{what:36}  {before:6}  {now}")


if __name__ == "__main__":
    main()
