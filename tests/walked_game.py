"""A short game from its set-up to the end of a turn, and a player who looks before acting.

The player reads what lies over the board before the next act, as a person does; when no screen
answers they act all the same, as a person does who knows the next press by heart.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import count

from cdgdevice.config.settings import DieSource
from cdgdevice.drivers.gpio.control_events import Control
from cdgdevice.render.describe import describe
from cdgdevice.render.views import BoardView, MenuView, PageView, View
from cdgdevice.rules.card_display import Side
from cdgdevice.service.assembly import list_offered_sheets
from cdgdevice.simulator.simulated_firmware import SimulatedFirmware
from cdgdevice.ui.state import FlashLayer
from cdgdevice.ui.texts import READ_ON
from cdgdevice.ui.update import NAME_SECONDS
from tests.menu_groups import through_groups
from tests.simulated_disk import SimulatedDisk
from tests.standing import standing
from tests.whole_gadget import Gadget

KNOB = Control.KNOB
BUTTONS = {Side.LEFT: Control.LEFT, Side.RIGHT: Control.RIGHT}
OFFERED = list_offered_sheets()
DIE = 4
"""What every die shows: A, B or C."""


class Wall:
    """A clock on the wall, which can be put back."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 3, 12, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.now += timedelta(seconds=30)
        return self.now


class LooseLine(SimulatedFirmware):
    """A die reader whose line can lose or double what is said, once."""

    loses_report = loses_acknowledgement = doubles = False

    def throw(self, at: float, face: int, confidence: int = 97) -> bytes:
        line = super().throw(at, face, confidence) * (2 if self.doubles else 1)
        lost, self.loses_report = self.loses_report, False
        return b"" if lost else line

    def received(self, at: float, data: bytes) -> bytes:
        if self.loses_acknowledgement and data.startswith(b"$ACK"):
            self.loses_acknowledgement = False
            return b""
        return super().received(at, data)


_BOOTS = count(7)


def started(at: float) -> LooseLine:
    """Give a reader that starts now: each start has a number of its own, as real ones do."""
    return LooseLine(at, next(_BOOTS))


class Player:
    """Plays on a gadget; `told` is all that they have read on the glass."""

    def __init__(self) -> None:
        self.told: set[str] = set()
        self.saw = True
        """There has always been a screen to look at."""
        self.wall = Wall()
        self.device = started(0.0)

    @contextmanager
    def at(self, disk: SimulatedDisk, bounce: Sequence[float] = ()) -> Iterator[None]:
        """Switch a gadget on that has this disk, with the die reader plugged in."""
        self._switch_on(disk, bounce, 0.0)
        try:
            yield
        finally:
            self.gadget.stops()

    def loses_power(self, disk: SimulatedDisk, *, with_reader: bool) -> None:
        """Pull the plug, so that the disk is left like this, and put it back."""
        now = self.gadget.time.now
        self.gadget.stops()
        if with_reader:
            self.device = started(now)
        self._switch_on(disk, (), now)

    def _switch_on(self, disk: SimulatedDisk, bounce: Sequence[float], now: float) -> None:
        die = DieSource.READER
        self.gadget = Gadget(*[DIE] * 99, disk=disk, die=die, bounce=bounce, wall=self.wall)
        self.gadget.time.now = now
        self.gadget.__enter__()
        self.gadget.plug_reader(device=self.device)

    @property
    def stands(self) -> str:
        """How the game stands."""
        return standing(self.gadget.games.tabletop.history)

    @property
    def sees(self) -> bool:
        """A screen answers at least."""
        return len(self.gadget.front.faults) < len(Side)

    def looks(self) -> None:
        """Read what the screens say."""
        self.saw &= self.sees
        if self.sees:
            shown = self.gadget.front.shown_views
            words = [" ".join(describe(shown[side])) for side in self.gadget.front.visible_sides]
            self.told.update(words)

    def clears(self) -> None:
        """Read all that lies over the board, and put it away."""
        for _ in range(20):
            self.looks()
            if not self.sees:
                return
            shown = self.gadget.front.shown_views
            views = [shown[side] for side in self.gadget.front.visible_sides]
            if isinstance(self.gadget.session.state.layer, FlashLayer):
                # The name of a game goes of its own accord.
                self.gadget.passes(NAME_SECONDS)
            elif any(isinstance(view, PageView) for view in views):
                self.gadget.press(KNOB)
            elif any(isinstance(view, MenuView) for view in views):
                self.gadget.press(KNOB, 0.7)
            elif any(self._goes_on(view, alone=len(views) == 1) for view in views):
                self.presses()
            else:
                return
        raise AssertionError(f"There is no end to what lies over the board: {views}")

    @staticmethod
    def _goes_on(view: View, *, alone: bool) -> bool:
        """Tell whether a press of the side at work turns a page of its board."""
        return isinstance(view, BoardView) and view.chosen == READ_ON and (alone or not view.quiet)

    def presses(self) -> None:
        """Press the button that is waited for."""
        self.looks()
        lit = self.gadget.session.lit_sides
        self.gadget.press(BUTTONS[next(iter(lit), Side.LEFT)])

    def enters(self, *titles: str) -> None:
        """Go down through a menu that is open."""
        for title in through_groups(*titles):
            menu = self._menu()
            if menu is None:  # a fault's page lies over it: this attempt is over
                return
            place = next(at for at, item in enumerate(menu.items) if item.startswith(title))
            self.gadget.turn(place - menu.highlighted).press(KNOB)

    def opens_menu(self) -> None:
        """Turn the knob past every choice, and push it."""
        self.gadget.turn(9)
        if self._menu() is None:
            self.gadget.press(KNOB)

    def _menu(self) -> MenuView | None:
        self.looks()
        views = self.gadget.front.shown_views.values()
        return next((view for view in views if isinstance(view, MenuView)), None)


@dataclass(frozen=True, slots=True)
class Act:
    """Something that a player does: one answer, or one game begun."""

    name: str
    do: Callable[[Player], None]


def _set_up(player: Player) -> None:
    player.opens_menu()
    player.enters("New game", "Standard rules", *["Left"] * 6, *["Right"] * 6, "Begin")


def _throw(player: Player) -> None:
    gadget = player.gadget
    line = player.device.throw(gadget.time.now, DIE)
    if gadget.device is not None:  # else the cable is out
        gadget.says(line)


def _button(player: Player) -> None:
    player.presses()
    player.enters("Let the gadget roll")


def _second(player: Player) -> None:
    # No further back than to the first: beyond it what was flipped is offered to be marked.
    if away := 1 - player.gadget.session.state.highlight:
        player.gadget.turn(away)
    player.presses()


def _undo(player: Player) -> None:
    player.gadget.hand.down(KNOB)
    # While the knob is held chances are drawn, and with them a screen may be found dead.
    player.gadget.passes(0.55)
    player.looks()
    player.gadget.passes(0.15)
    player.gadget.hand.up(KNOB)
    player.gadget.passes(0.05)


PRESS = Act("press", Player.presses)
THROW = Act("throw", _throw)
BUTTON = Act("the gadget rolls", _button)
SECOND = Act("choose the second", _second)
UNDO = Act("undo", _undo)
ACTS = (
    Act("set up", _set_up),
    Act("skip the set-up", _second),
    *(THROW, SECOND, UNDO, SECOND, PRESS),
    *(BUTTON, PRESS, UNDO, UNDO, BUTTON, SECOND, PRESS),
    *(PRESS, THROW, PRESS),
)
"""The game, act by act: a turn of one round for each side, and the beginning of the next."""


@dataclass(frozen=True, slots=True)
class Walked:
    """The game as it goes where nothing fails."""

    disks: tuple[SimulatedDisk, ...]
    """Before each act, and after the last."""
    stands: tuple[str, ...]
    """How the game stood then."""


def copy(disk: SimulatedDisk) -> SimulatedDisk:
    """Give a disk of its own with the same files."""
    return disk.cut(lambda _: 0)


@cache
def walked() -> Walked:
    """Play the game once."""
    player = Player()
    disk = SimulatedDisk()
    with player.at(disk):
        disks, stands = [], []
        for act in ACTS:
            player.clears()
            disks.append(copy(disk))
            stands.append(player.stands)
            act.do(player)
            player.gadget.passes(1.2)
        return Walked((*disks, copy(disk)), (*stands, player.stands))
