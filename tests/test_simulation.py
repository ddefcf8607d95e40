"""The simulated world of `cdgdevice sim`, and what its page shows."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest

from cdgdevice.config import Config
from cdgdevice.gadget.views.view import Page as PageOnTheGlass
from cdgdevice.method.display import Side
from cdgdevice.parts import assembled
from cdgdevice.service import Event, Service, Stop
from cdgdevice.simulation import Page, Simulation
from tests.panel.browser_end import Page as Browser
from tests.panel.browser_end import connected


@dataclass
class Simulated:
    page: Page
    service: Service
    browser: Browser

    def state(self) -> dict[str, Any]:
        """Publish the gadget as it is, and give what the browser hears of it."""
        self.page.show(self.service)
        return self.browser.next_state()


@contextmanager
def simulated(config: Config) -> Iterator[Simulated]:
    """A gadget that has been switched on and off again, its page still open."""
    queue: SimpleQueue[Event] = SimpleQueue()
    queue.put(Stop())
    with (
        Simulation(config) as simulation,
        simulation.page(0) as page,
        assembled(config, simulation.edge, queue, log=lambda _: None) as service,
        connected(page.url) as browser,
    ):
        service.run()
        yield Simulated(page, service, browser)


@pytest.fixture
def gadget(tmp_path: Path) -> Iterator[Simulated]:
    with simulated(Config(tmp_path)) as gadget:
        yield gadget


def test_a_screen_keeps_its_sides_name_whatever_it_shows(gadget: Simulated) -> None:
    assert isinstance(gadget.service.front.shown[Side.LEFT], PageOnTheGlass)
    labels = [screen["label"] for screen in gadget.state()["screens"]]
    assert labels == ["Central Powers", "Allied Powers"]


def test_a_lamp_is_lit_only_where_the_build_has_one(gadget: Simulated, tmp_path: Path) -> None:
    assert gadget.state()["lit"] == ["left"]
    config = Config(tmp_path / "other")
    with simulated(replace(config, pins=replace(config.pins, lamps={}))) as dark:
        assert dark.state()["lit"] == []


def test_the_die_lies_as_it_was_thrown_and_leans_when_it_was_leant(gadget: Simulated) -> None:
    assert gadget.state()["die"] == {"face": None, "leans": False, "throws": 0}
    gadget.browser.do(do="throw", face=3)
    assert gadget.state()["die"] == {"face": 3, "leans": False, "throws": 1}
    gadget.browser.do(do="cock")
    assert gadget.state()["die"] == {"face": 3, "leans": True, "throws": 2}
    gadget.browser.do(do="throw", face=None)
    assert gadget.state()["die"]["face"] in range(1, 7)


@pytest.mark.parametrize("operation", [{"do": "throw", "face": 5}, {"do": "cock"}])
def test_an_unplugged_reader_takes_no_die_and_shows_none(
    gadget: Simulated, operation: dict[str, Any]
) -> None:
    gadget.browser.do(do="throw", face=3)
    gadget.browser.do(do="unplug")
    refused = gadget.browser.do(**operation)
    assert refused.status == 409
    assert refused.sentence == "The die reader is unplugged and sees no die: plug it in first."
    assert gadget.state()["die"]["face"] is None
    gadget.browser.do(do="replug")
    assert gadget.browser.do(**operation).status == 204
