"""The simulated world of `cdgdevice sim`, and what its page shows."""

import os
import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest
from msgspec.structs import replace

from cdgdevice.config.config_file import read_config
from cdgdevice.config.keys_and_defaults import Config, DieConfig
from cdgdevice.config.settings import DieSource
from cdgdevice.drivers.oled.panels import LUMA_PANELS, LumaPanel
from cdgdevice.drivers.reader.die_stickers import STICKERS
from cdgdevice.render.views import PageView as PageOnTheGlass
from cdgdevice.rules.card_display import Side
from cdgdevice.service.assembly import assemble_gadget
from cdgdevice.service.front_panel import ScreenPower
from cdgdevice.service.lamps_and_buzzer import Outputs
from cdgdevice.service.loop import LoopEvent, Service, Stop
from cdgdevice.simulator.simulated_reader import SimulatedReader
from cdgdevice.simulator.simulation import Simulation, SimulatorPage
from cdgdevice.web.requests_and_answers import PAGE
from tests.drawn import draw_view
from tests.patience import PATIENCE
from tests.web.browser_end import Page as Browser
from tests.web.browser_end import connected


@dataclass
class Simulated:
    page: SimulatorPage
    service: Service
    browser: Browser

    def state(self) -> dict[str, Any]:
        """Publish the gadget as it is, and give what the browser hears of it."""
        self.page.show(self.service)
        return self.browser.next_state()


@contextmanager
def simulated(config: Config) -> Iterator[Simulated]:
    """A gadget that has been switched on and off again, its page still open."""
    queue: SimpleQueue[LoopEvent] = SimpleQueue()
    queue.put(Stop())
    with (
        Simulation(config) as simulation,
        simulation.page(0, queue.put) as page,
        assemble_gadget(simulation.config, simulation.world, queue, log=lambda _: None) as service,
        connected(page.url) as browser,
    ):
        service.run()
        yield Simulated(page, service, browser)


@pytest.fixture
def gadget(tmp_path: Path) -> Iterator[Simulated]:
    with simulated(Config(tmp_path)) as gadget:
        yield gadget


def test_a_screen_keeps_its_sides_name_whatever_it_shows(tmp_path: Path) -> None:
    with simulated(Config(tmp_path, sheet="paths-of-glory-2022")) as gadget:
        assert isinstance(gadget.service.front_panel.shown_views[Side.LEFT], PageOnTheGlass)
        labels = [screen["label"] for screen in gadget.state()["screens"]]
        assert labels == ["Central Powers", "Allied Powers"]


def test_a_screen_has_no_name_before_a_game_is_chosen(gadget: Simulated) -> None:
    assert [screen["label"] for screen in gadget.state()["screens"]] == ["", ""]


@pytest.mark.parametrize("panel", LUMA_PANELS, ids=repr)
@pytest.mark.parametrize("one", [False, True])
def test_who_has_a_panel_of_luma_s_sees_each_picture_that_it_shows(
    panel: LumaPanel, one: bool, tmp_path: Path
) -> None:
    lines = f'controller = "{panel.name}"\nsize = "{panel.size}"\n'
    right = "fitted = false\n" if one else lines
    text = f'screens.bus = "/dev/spidev0"\n[screens.left]\n{lines}[screens.right]\n{right}'
    config = read_config(text, "c.toml", sheets=[], games=tmp_path)
    with simulated(config) as gadget:
        pictures = gadget.service.front_panel.shown_views
        assert (
            len(pictures)
            == len(gadget.state()["screens"])
            == (1 if one and panel.pictures != 2 else 2)
        )
        for side, view in pictures.items():
            assert gadget.page._simulation.picture(side).tobytes() == draw_view(view).tobytes()


def test_a_lamp_burns_on_the_page_as_it_burns_now_and_only_where_the_build_has_one(
    gadget: Simulated, tmp_path: Path
) -> None:
    assert gadget.state()["lit"] == [], "switched off"
    gadget.service.front_panel.set_outputs(Outputs(frozenset(Side)))
    assert gadget.state()["lit"] == ["left", "right"]
    config = Config(tmp_path / "other")
    with simulated(replace(config, pins=replace(config.pins, lamps={}))) as dark:
        dark.service.front_panel.set_outputs(Outputs(frozenset(Side)))
        assert dark.state()["lit"] == []


def test_the_die_lies_as_it_was_thrown_and_leans_when_it_was_leant(gadget: Simulated) -> None:
    assert gadget.state()["die"] == {"face": None, "leans": False, "throws": 0}
    gadget.browser.do(do="throw", face=3)
    assert gadget.state()["die"] == {"face": 3, "leans": False, "throws": 1}
    gadget.browser.do(do="cock")
    assert gadget.state()["die"] == {"face": 3, "leans": True, "throws": 2}
    gadget.browser.do(do="throw", face=None)
    assert gadget.state()["die"]["face"] in range(1, 7)


def test_a_die_that_is_taken_out_leaves_an_empty_tray(gadget: Simulated) -> None:
    gadget.browser.do(do="throw", face=3)
    gadget.browser.do(do="lift")
    assert gadget.state()["die"] == {"face": None, "leans": False, "throws": 1}


@pytest.mark.parametrize("operation", [{"do": "throw", "face": 5}, {"do": "cock"}])
def test_an_unplugged_reader_takes_no_die_and_the_tray_stays_as_it_was(
    gadget: Simulated, operation: dict[str, Any]
) -> None:
    gadget.browser.do(do="throw", face=3)
    gadget.browser.do(do="unplug")
    refused = gadget.browser.do(**operation)
    assert refused.status == 409
    assert refused.sentence == "The die reader is unplugged and sees no die: plug it in first."
    assert gadget.state()["die"]["face"] == 3, "the die stays in the tray"
    gadget.browser.do(do="replug")
    assert gadget.browser.do(**operation).status == 204


class Player:
    """Looks at a page whose gadget runs, and acts on it."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.now: dict[str, Any] = {}

    def sees(self, words: str) -> dict[str, Any]:
        """Wait until the left screen, or the line about the reader, says these words."""
        until = time.monotonic() + PATIENCE
        while words not in " ".join((*self._words(), self.now.get("reader", ""))):
            assert time.monotonic() < until, (
                f"{words} never came: {[*self._words(), self.now.get('reader')]}"
            )
            self.now = self.browser.next_state()
        return self.now

    def presses(self, control: str) -> None:
        self.browser.do(do="down", control=control)
        self.browser.do(do="up", control=control)

    def _words(self) -> list[str]:
        words: list[str] = self.now["screens"][0]["words"] if self.now else []
        return words


@contextmanager
def playing(config: Config, port: str | None = None) -> Iterator[Player]:
    """A gadget that runs, its die reader a simulated one or at this port."""
    config = replace(config, pins=replace(config.pins, debounce_ms=0))
    queue: SimpleQueue[LoopEvent] = SimpleQueue()
    with (
        Simulation(config, port, tumble=0.0) as simulation,
        simulation.page(0, queue.put) as page,
        assemble_gadget(
            config, simulation.world, queue, log=lambda _: None, watch=page.show
        ) as service,
        ThreadPoolExecutor() as threads,
        connected(page.url) as browser,
    ):
        served = threads.submit(service.run)
        try:
            yield Player(browser)
        finally:
            queue.put(Stop())
            served.result()


def test_the_reader_is_calibrated_on_the_page_as_on_the_screen(tmp_path: Path) -> None:
    with playing(Config(tmp_path, sheet="paths-of-glory-2022", set_up=False)) as player:
        player.sees("There is no die in the reader.")
        player.presses("knob")
        menu = player.sees("Menu: Menu")["screens"][0]["words"]
        place = next(n for n, line in enumerate(menu) if "Gadget" in line)
        player.browser.do(do="turn", steps=place - 1)
        player.sees("Gadget, highlighted")
        player.presses("knob")
        menu = player.sees("Menu: Gadget")["screens"][0]["words"]
        place = next(n for n, line in enumerate(menu) if "Die reader" in line)
        player.browser.do(do="turn", steps=place - 1)
        player.sees("Die reader, highlighted")
        player.presses("knob")
        player.sees("Calibrate, highlighted")
        player.presses("knob")
        player.sees("Take the die out of the tray")
        for taken in range(13):
            player.sees(f"{taken} of 13 done.")
            if taken:
                player.browser.do(do="throw", face=(taken + 1) // 2)
            player.presses("left")
        player.sees("The reader knows its die.")


@pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals are POSIX")
def test_a_real_reader_plays_and_the_page_has_no_die_to_throw(tmp_path: Path) -> None:
    config = Config(
        tmp_path, sheet="paths-of-glory-2022", set_up=False, die=DieConfig(DieSource.READER)
    )
    with SimulatedReader() as reader, playing(config, reader.url) as player:
        assert player.sees("There is no die in the reader.")["die"] is None
        for do in ("throw", "cock", "lift", "unplug", "replug"):
            refused = player.browser.do(do=do)
            assert refused.status == 409
            assert refused.sentence == "The die reader is a real one: roll your own die into it."
        reader.throw(4)
        player.sees("The die: A, B or C.")


def test_the_page_shows_the_die_with_the_stickers_that_are_printed() -> None:
    style = (PAGE / "tray.css").read_text()
    html = (PAGE / "index.html").read_text()
    for sticker in STICKERS:
        found = re.search(rf'\[data-face="{sticker.face}"\] {{ --ground: #(\w+);', style)
        digits = found[1] if len(found[1]) == 6 else "".join(2 * digit for digit in found[1])
        assert tuple(bytes.fromhex(digits)) == sticker.ground
        assert f"Roll a {sticker.face}: " in html
        assert f", {sticker.colour}" in html


def test_the_page_shows_a_screen_as_bright_as_it_is_set(gadget: Simulated) -> None:
    front = gadget.service.front_panel
    front.set_power(ScreenPower.FULL)
    assert {screen["contrast"] for screen in gadget.state()["screens"]} == {128}
    front.set_contrast(255)
    assert {screen["contrast"] for screen in gadget.state()["screens"]} == {255}


@pytest.mark.parametrize(
    ("sheet", "plain"),
    [("paths-of-glory-2022", False), ("paths-of-glory-2016", True), ("last-crusade", True)],
)
def test_the_die_in_the_tray_shows_numbers_where_the_game_reads_numbers(
    tmp_path: Path, sheet: str, plain: bool
) -> None:
    with simulated(Config(tmp_path, sheet=sheet)) as gadget:
        assert gadget.state()["plain_die"] is plain
