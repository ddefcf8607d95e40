"""The self-test of `cdgdevice sim`: the parts that are put together for it are those it tries."""

from pathlib import Path
from queue import SimpleQueue

from cdgdevice.config import Config
from cdgdevice.gadget.desk.intents import Intent, Menu, Move, Push
from cdgdevice.gadget.events import Control, HeldDown
from cdgdevice.gadget.views.describe import describe
from cdgdevice.gadget.views.view import Menu as MenuView
from cdgdevice.method.display import Side
from cdgdevice.parts import assembled
from cdgdevice.service import Event
from cdgdevice.simulation import Simulation
from cdgdevice.sitting import Sitting


class Player:
    """Moves through a sitting as a player does, without the loop."""

    def __init__(self, sitting: Sitting) -> None:
        self._sitting = sitting

    def reads(self) -> str:
        return "\n".join(describe(self._sitting.views(tuple(Side))[Side.LEFT]))

    def does(self, *intents: Intent) -> None:
        for intent in intents:
            self._sitting.intend(intent, 0.0)

    def takes(self, title: str) -> None:
        self.does(Menu())
        view = self._sitting.views(tuple(Side))[Side.LEFT]
        assert isinstance(view, MenuView)
        self.does(Move(view.items.index(title)), Push())

    def waits(self) -> None:
        """Let the loop do all that is due at once, at most a hundred things."""
        for _ in range(100):
            if self._sitting.deadline() is None:
                return
            self._sitting.tick(0.0)


def test_it_is_in_the_menu_and_tries_the_simulated_parts(tmp_path: Path) -> None:
    config = Config(tmp_path / "games")
    queue: SimpleQueue[Event] = SimpleQueue()
    with (
        Simulation(config) as simulation,
        assembled(
            config,
            simulation.edge,
            queue,
            log=lambda _: None,
            files=("/etc/cdgdevice/cdgdevice.toml",),
            mistakes=("cdgdevice.toml line 3: it is wrong.",),
        ) as service,
    ):
        player = Player(service.sitting)
        service.front.show(service.sitting.views(tuple(Side)))
        player.takes("Self-test")
        assert player.reads().startswith("Test pattern: left screen\n0x3C")
        service.front.show(service.sitting.views(tuple(Side)))
        shown = {simulation.picture(side).tobytes() for side in Side}
        assert len(shown) == 2, "each screen has its own name"
        player.does(*[Push()] * 5)
        assert player.reads().startswith("Note: Controls")
        service.sitting.touch(HeldDown(0.6, Control.LEFT, False))
        player.waits()
        pages = []
        while player.reads().startswith(("Fault: ", "Note: ")) and len(pages) < 40:
            pages.append(player.reads())
            player.does(Push())
    told = "\n".join(pages)
    assert "In the configuration: cdgdevice.toml line 3: it is wrong." in told
    assert "Not felt before the trial was ended: left button," in told
    assert "screen does not answer" not in told
    assert "Disk" not in told, "it writes"
    assert list((tmp_path / "games").glob("self-test*")) == []
