"""The self-test of `cdgdevice sim`: the parts that are put together for it are those it tries."""

import math
from pathlib import Path
from queue import SimpleQueue

from cdgdevice.config.keys_and_defaults import Config
from cdgdevice.drivers.gpio.control_events import Control, HeldDown
from cdgdevice.render.describe import describe
from cdgdevice.render.views import MenuView
from cdgdevice.rules.card_display import Side
from cdgdevice.service.assembly import Installation, assemble_gadget
from cdgdevice.service.loop import LoopEvent
from cdgdevice.service.session import Session
from cdgdevice.simulator.simulation import Simulation
from cdgdevice.ui.intents_and_commands import GestureTried, Intent, Press, Scroll
from tests.menu_groups import through_groups


class Player:
    """Moves through a session as a player does, without the loop."""

    def __init__(self, session: Session) -> None:
        self._sitting = session

    def reads(self) -> str:
        return "\n".join(describe(self._sitting.views(tuple(Side))[Side.LEFT]))

    def does(self, *intents: Intent) -> None:
        for intent in intents:
            self._sitting.send(intent, 0.0)

    def takes(self, title: str) -> None:
        self.does(Press.MENU)
        for each in through_groups(title):
            view = self._sitting.views(tuple(Side))[Side.LEFT]
            assert isinstance(view, MenuView)
            self.does(Scroll(view.items.index(each) - view.highlighted), Press.KNOB)

    def waits(self) -> None:
        """Let the loop do all that is due at once, at most a hundred things."""
        for _ in range(100):
            if self._sitting.deadline() == math.inf:
                return
            self._sitting.tick(0.0)


def test_it_is_in_the_menu_and_tries_the_simulated_parts(tmp_path: Path) -> None:
    config = Config(tmp_path / "games", sheet="paths-of-glory-2022")
    queue: SimpleQueue[LoopEvent] = SimpleQueue()
    with (
        Simulation(config) as simulation,
        assemble_gadget(
            config,
            simulation.world,
            queue,
            Installation(
                files=("/etc/cdgdevice/cdgdevice.toml",),
                mistakes=("cdgdevice.toml line 3: it is wrong.",),
            ),
            log=lambda _: None,
        ) as service,
    ):
        player = Player(service.session)
        service.front_panel.show(service.session.views(tuple(Side)))
        player.takes("Self-test")
        assert player.reads().startswith("Test pattern: left screen\n0x3C")
        service.front_panel.show(service.session.views(tuple(Side)))
        shown = {simulation.picture(side).tobytes() for side in Side}
        assert len(shown) == 2, "each screen has its own name"
        player.does(*[Press.KNOB] * 5)
        assert player.reads().startswith("Note: Controls")
        service.session.send(GestureTried(HeldDown(0.6, Control.LEFT, False)), 0.0)
        player.waits()
        pages = []
        while player.reads().startswith(("Fault: ", "Note: ")) and len(pages) < 40:
            pages.append(player.reads())
            player.does(Press.KNOB)
    told = "\n".join(pages)
    assert "In the configuration: cdgdevice.toml line 3: it is wrong." in told
    assert "Not felt before the trial was ended: left button," in told
    assert "screen does not answer" not in told
    assert "Disk" not in told, "it writes"
    assert list((tmp_path / "games").glob("self-test*")) == []
