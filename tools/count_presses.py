"""Count the presses and detents that things take on the gadget: `python -m tools.count_presses`.

A press is a button or the knob pushed, a detent one click of the knob. The earlier figures are
those of the first version, a9e8959, played by hand on its simulator.

The enemy's turn of The Last Crusade is counted twice: its floor, in which every question has its
first answer, and busy turns of the modelled army in `tools.busy_enemy`: what those take at least,
in the median, and in 95 of 100.
"""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory

from msgspec import Struct

from cdgdevice.games.disk import FolderDisk
from cdgdevice.games.game_folder import GameFolder
from cdgdevice.games.tabletop import Games
from cdgdevice.render.views import BoardView, MenuView, View
from cdgdevice.rules.card_display import Mark, Side
from cdgdevice.rules.game import Playing, Ready
from cdgdevice.rules.prompt import prompt
from cdgdevice.rules.requests import ChooseOption, NewGame, RollDice
from cdgdevice.service.assembly import list_offered_sheets
from cdgdevice.service.session import Session
from cdgdevice.ui.board import count_pages
from cdgdevice.ui.choices import find_highlighted, list_choices
from cdgdevice.ui.intents_and_commands import Press, PressSide, Scroll
from cdgdevice.ui.state import UiContext
from cdgdevice.ui.texts import GAME_TITLE
from tools.busy_enemy import Enemy


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
        self._send(Press.KNOB)
        self._count = Count(self._count.presses + 1, self._count.detents)

    def turn(self, steps: int) -> None:
        """Turn the knob, a detent at a time."""
        for _ in range(abs(steps)):
            self._send(Scroll(1 if steps > 0 else -1))
        self._count = Count(self._count.presses, self._count.detents + abs(steps))

    def answers(self, option: str) -> None:
        """Read what is on the board, turn to an option or to the roll, and press."""
        history = self.session.history
        while self.session.state.page < count_pages(self.session.state, history) - 1:
            self.press()
        wanted = ChooseOption(option)
        choices = [choice.request for choice in list_choices(history.now)]
        there = next(
            n for n, each in enumerate(choices) if each == wanted or isinstance(each, RollDice)
        )
        self.turn(there - find_highlighted(history.now, 0))
        self.press()

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

    def _send(self, intent: PressSide | Press | Scroll) -> None:
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
    hand.takes("Paths of Glory 2018 book", "Begin")
    assert hand.session.sheet.id == "paths-of-glory-2018"


def _begin_and_roll(hand: Hand) -> None:
    """Choose a game, follow its guided set-up and roll."""
    hand.takes("Washington's War box")
    while hand.session.history.now.roll is None:
        hand.press()


def _begin_another(hand: Hand) -> None:
    hand.push()
    hand.takes(GAME_TITLE, "New game", "Paths of Glory 2018 book", "Begin")
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


def measure_busy_turns(games: int, turns: int) -> Iterator[Count]:
    """Yield what each enemy turn of the model takes, in so many games of so many turns."""
    for seed in range(games):
        with TemporaryDirectory() as folder:
            random = Random(seed)
            enemy = Enemy(random)
            hand = Hand(folder, "last-crusade", *random.choices(range(1, 7), k=200 * turns))
            for _ in range(turns):
                _play_modelled(hand, enemy, Side.LEFT)
                enemy.begin_turn()
                yield hand.counts(partial(_play_modelled, hand, enemy, Side.RIGHT))


def _play_modelled(hand: Hand, enemy: Enemy, side: Side) -> None:
    """Play as long as this side is at work."""
    while hand.session.history.now.active is side:
        game = hand.session.history.now
        options = [option.id for option in prompt(game).options]
        if len(options) > 1:
            question, supply = prompt(game).text[0], game.lists.number("supply")
            hand.answers(enemy.answer(question, game.phase, supply))
        else:
            hand.answers("".join(options))


def main() -> None:
    """Print the table."""
    print(f"{'presses + detents':36}  before  now")
    for what, now in measure().items():
        before = str(BEFORE.get(what, ""))
        print(f"{what:36}  {before:6}  {now}")
    busy = list(measure_busy_turns(games=15, turns=20))
    for name, taken in (
        ("presses", [count.presses for count in busy]),
        ("detents", [count.detents for count in busy]),
    ):
        high = quantiles(taken, n=20)[-1]
        shown = f"least {min(taken)}, median {median(taken):.0f}, 95 % up to {high:.0f}"
        print(f"{f'{name} of {len(busy)} busy enemy turns':36}  {shown}")


if __name__ == "__main__":
    main()
