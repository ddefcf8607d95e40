"""A player at the table: a session with loaded dice, and a clock that moves when it is told to."""

from cdgdevice.games.game_folder import GameFolder
from cdgdevice.games.tabletop import Games
from cdgdevice.render.describe import describe
from cdgdevice.render.views import BoardView, MenuView, PageView
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.requests import NewGame
from cdgdevice.service.session import Session
from cdgdevice.ui.intents_and_commands import Intent, Press, PressSide, Scroll
from cdgdevice.ui.state import FlashLayer, MenuLayer, UiContext
from cdgdevice.ui.texts import READ_ON
from cdgdevice.ui.update import NAME_SECONDS
from tests.menu_groups import through_groups
from tests.simulated_disk import SimulatedDisk

LEFT, RIGHT = PressSide(Side.LEFT), PressSide(Side.RIGHT)
BOTH = (Side.LEFT, Side.RIGHT)


def has(text: str, *parts: str) -> None:
    """Fail unless each of the parts is in what is read."""
    for part in parts:
        assert part in text, text


class Table:
    """A session with loaded dice, and a clock that moves when it is told to."""

    def __init__(
        self,
        *dice: int,
        sheet: str = "paths-of-glory-2022",
        context: UiContext | None = None,
        disk: SimulatedDisk | None = None,
        hands: tuple[int, int] | None = None,
        options: tuple[tuple[str, int], ...] = (),
    ) -> None:
        self.dice = list(dice)
        self.now = 0.0
        self.disk = disk or SimulatedDisk()
        self.games = Games(GameFolder(self.disk), NewGame(sheet, hands, options))
        self.session = Session(self.games, context or UiContext(), lambda: self.dice.pop(0), 1.0)

    def does(self, *intents: Intent) -> "Table":
        for intent in intents:
            self.session.send(intent, self.now)
        return self

    def waits(self, seconds: float) -> "Table":
        self.now += seconds
        self.session.tick(self.now)
        return self

    def rolls(self, side: Intent = LEFT) -> "Table":
        return self.does(side).waits(1.0)

    def reads(self, side: Side = Side.LEFT, seen: tuple[Side, ...] = BOTH) -> str:
        return "\n".join(describe(self.session.views(seen)[side]))

    def reads_on(self, control: Intent = LEFT, seen: tuple[Side, ...] = BOTH) -> "Table":
        """Turn the pages that lie over the board, then those into which it is divided."""
        while any(isinstance(view, PageView) for view in self.session.views(seen).values()):
            flashes = isinstance(self.session.state.layer, FlashLayer)
            self.waits(NAME_SECONDS) if flashes else self.does(control)
        while self._goes_on(seen):
            self.does(PressSide(self.session.history.now.active))
        return self

    def _goes_on(self, seen: tuple[Side, ...]) -> bool:
        """Tell whether the text of the side at work, or of the only screen, goes on."""
        boards = [v for v in self.session.views(seen).values() if isinstance(v, BoardView)]
        read = (board for board in boards if len(seen) == 1 or not board.quiet)
        return any(board.chosen == READ_ON for board in read)

    def skips_set_up(self) -> "Table":
        """Leave the set-up of a game that was begun: the last choice of the board.

        What is to be done on the table is read.
        """
        self.reads_on()
        while isinstance(view := self.view(), BoardView) and view.chosen != "Skip the set-up":
            self.does(Scroll(1))
        return self.does(LEFT).reads_on()

    def enters(self, *titles: str) -> "Table":
        """Open the menu and go down through these entries."""
        return self.does(Press.MENU).takes(*through_groups(*titles))

    def takes(self, *titles: str, waits: bool = True) -> "Table":
        """Take these entries of the open menu and of those that it opens.

        Where a game's name is shown then, it is gone unless `waits` is false.
        """
        for title in titles:
            items, highlighted = self.menu()
            assert title in items, items
            self.does(Scroll(items.index(title) - highlighted), Press.KNOB)
        layer = self.session.state.layer
        if waits and isinstance(layer, FlashLayer) and isinstance(layer.shown, PageView):
            self.waits(NAME_SECONDS)  # the game's name
        return self

    def menu(self) -> tuple[tuple[str, ...], int]:
        """Give the titles of the open menu, and which is highlighted; cards show theirs."""
        layer = self.session.state.layer
        if isinstance(layer, MenuLayer):
            return tuple(entry.title for entry in layer.entries), layer.highlighted
        menu = self.shown_menu()
        return menu.items, menu.highlighted

    def shown_menu(self) -> MenuView:
        """Give the menu that is shown; without one the test fails."""
        menu = self.view()
        assert isinstance(menu, MenuView)
        return menu

    def view(self, side: Side | None = None) -> object:
        views = self.session.views(BOTH)
        if side is not None:
            return views[side]
        return next((v for v in views.values() if not isinstance(v, BoardView)), views[Side.LEFT])
