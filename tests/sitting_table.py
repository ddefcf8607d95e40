"""A player at the table: a sitting with loaded dice, and a clock that moves when it is told to."""

from cdgdevice.gadget.desk.intents import Intent, Menu, Move, Press, Push
from cdgdevice.gadget.desk.moment import Around
from cdgdevice.gadget.views.describe import describe
from cdgdevice.gadget.views.view import Board, Page
from cdgdevice.gadget.views.view import Menu as MenuView
from cdgdevice.method.display import Side
from cdgdevice.method.request import New
from cdgdevice.sitting import Sitting
from cdgdevice.table.game_folder import GameFolder
from cdgdevice.table.games import Games
from cdgdevice.table.simulated import SimulatedDisk

LEFT, RIGHT = Press(Side.LEFT), Press(Side.RIGHT)
BOTH = (Side.LEFT, Side.RIGHT)


class Table:
    """A sitting with loaded dice, and a clock that moves when it is told to."""

    def __init__(
        self,
        *dice: int,
        sheet: str = "paths-of-glory-2022",
        around: Around | None = None,
        disk: SimulatedDisk | None = None,
        hands: tuple[int, int] | None = None,
    ) -> None:
        self.dice = list(dice)
        self.now = 0.0
        self.disk = disk or SimulatedDisk()
        self.games = Games(GameFolder(self.disk), New(sheet, hands))
        self.sitting = Sitting(self.games, around or Around(), lambda: self.dice.pop(0), 1.0)

    def does(self, *intents: Intent) -> "Table":
        for intent in intents:
            self.sitting.intend(intent, self.now)
        return self

    def waits(self, seconds: float) -> "Table":
        self.now += seconds
        self.sitting.tick(self.now)
        return self

    def rolls(self, side: Intent = LEFT) -> "Table":
        return self.does(side).waits(1.0)

    def reads(self, side: Side = Side.LEFT, seen: tuple[Side, ...] = BOTH) -> str:
        return "\n".join(describe(self.sitting.views(seen)[side]))

    def reads_on(self, control: Intent = LEFT, seen: tuple[Side, ...] = BOTH) -> "Table":
        """Turn the pages that lie over the board, one after the other."""
        while any(isinstance(view, Page) for view in self.sitting.views(seen).values()):
            self.does(control)
        return self

    def enters(self, *titles: str) -> "Table":
        """Open the menu and go down through these entries."""
        return self.does(Menu()).takes(*titles)

    def takes(self, *titles: str) -> "Table":
        """Take these entries of the open menu and of those that it opens."""
        for title in titles:
            menu = self.view()
            assert isinstance(menu, MenuView)
            assert title in menu.items, menu.items
            self.does(Move(menu.items.index(title) - menu.highlighted), Push())
        return self

    def view(self, side: Side | None = None) -> object:
        views = self.sitting.views(BOTH)
        if side is not None:
            return views[side]
        return next((v for v in views.values() if not isinstance(v, Board)), views[Side.LEFT])
