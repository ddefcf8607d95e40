"""Play rounds in this process: `python -m bench.play WHO ROUNDS [FLASH_MS [BUS]]` prints what they
took.

WHO is `maker`, or the folder where this gadget is to keep its games. FLASH_MS is how long a
result fills this gadget's screen; by default a twentieth of the usual, to get on. BUS
is the screens' bus, `/dev/spidev0` or the usual one.
"""

import json
import os
import sys
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from threading import Thread
from typing import TYPE_CHECKING

from gpiozero.pins.mock import MockFactory

from bench.bus import SpiStopwatch, Stopwatch
from bench.finger import Finger
from cdgdevice.config.keys_and_defaults import Config, ReaderConfig, ScreensConfig
from cdgdevice.config.panel_keys import PanelConfig
from cdgdevice.drivers.oled.panels import SSD1309, Panel
from cdgdevice.games.open_game import throw_die
from cdgdevice.render.describe import describe
from cdgdevice.render.views import DiceView
from cdgdevice.rules.card_display import Side
from cdgdevice.service.assembly import assemble_gadget
from cdgdevice.service.loop import LoopEvent, Service, Stop
from cdgdevice.service.world import World

if TYPE_CHECKING:
    from cdgdevice.service.web_page import GadgetPage

FLASH_MS = 60

Played = dict[str, list[float]]
"""`times`: each answer in milliseconds; `bytes`: what each round put on the wire.

Of this gadget's rounds also what each touch did, under the names of `TOUCHES`.
"""
TOUCHES = "roll, and its result", "highlight", "choose", "done"
"""What a round is made of."""


OpenPage = Callable[[Config, "SimpleQueue[LoopEvent]"], AbstractContextManager["GadgetPage"]]
"""Opens the gadget's page for as long as it is played."""

MakeFinger = Callable[[MockFactory, Stopwatch | SpiStopwatch], Finger]
"""Gives the finger that touches the gadget's pins, with its screens on this bus."""


def play_ours(
    folder: Path,
    rounds: int,
    flash_ms: int = FLASH_MS,
    open_page: OpenPage | None = None,
    bus_name: str = "/dev/i2c-1",
    make_finger: MakeFinger = Finger,
    clock: Callable[[], float] = time.perf_counter,
    die: Callable[[], int] = throw_die,
    panel: Panel = SSD1309,
) -> Played:
    """Play rounds, timed by `clock`, which counts seconds; `die` throws the gadget's die.

    Both screens have such a `panel`.
    """
    screens = ScreensConfig(
        bus_name,
        result_ms=flash_ms,
        left=PanelConfig(panel),
        right=PanelConfig(panel, address=0x3D, chip_select=1),
    )
    bus = SpiStopwatch() if screens.on_spi else Stopwatch(clock)
    factory, queue = MockFactory(), SimpleQueue[LoopEvent]()
    config = Config(
        folder,
        sheet="paths-of-glory-2022",
        set_up=False,
        reader=ReaderConfig(None),
        screens=screens,
    )
    edge = World(lambda: factory, dict.fromkeys(Side, bus), None, die=die)
    with ExitStack() as parts:
        page = None if open_page is None else parts.enter_context(open_page(config, queue))
        watch = _watch_nothing if page is None else page.show
        service = parts.enter_context(
            assemble_gadget(config, edge, queue, log=lambda _: None, watch=watch)
        )
        loop = Thread(target=service.run)
        loop.start()
        try:
            _until_says(service, "Roll or")
            finger = make_finger(factory, bus)
            sent = [_our_round(service, finger, bus) for _ in range(rounds)]
        finally:
            queue.put(Stop())
            loop.join()
    touches = zip(TOUCHES, zip(*sent, strict=True), strict=True)
    played = {"times": finger.times, "bytes": [float(sum(each)) for each in sent]}
    return played | {touch: [float(each) for each in bytes_] for touch, bytes_ in touches}


def _watch_nothing(_: Service) -> None:
    """Show no page."""


def _our_round(
    service: Service, finger: Finger, bus: Stopwatch | SpiStopwatch
) -> tuple[int, int, int, int]:
    """Play a round; return what each of its `TOUCHES` put on the wire."""
    while "Roll or" not in _words(service):  # a turn is over: its presses are no round's
        finger.press(_active(service))
    began = bus.sent
    side = _active(service)
    finger.press(side)
    _until_says(service, "highlighted")
    while "of your choice" in _words(service):  # the player is to turn a card over first
        finger.press(side)
    rolled = bus.sent
    finger.turn()
    turned = bus.sent
    finger.press(side)
    _until_says(service, "done")
    chosen = bus.sent
    finger.press(side)
    return rolled - began, turned - rolled, chosen - turned, bus.sent - chosen


def _active(service: Service) -> int:
    (side,) = service.session.lit_sides
    return tuple(Side).index(side)


def _words(service: Service) -> str:
    return "\n".join(
        line for view in service.front_panel.shown_views.values() for line in describe(view)
    )


def _until_says(service: Service, words: str) -> None:
    """Wait for words on the screens, and for the result to go from them."""
    end = time.monotonic() + 5
    while words not in _words(service) or any(
        isinstance(view, DiceView) for view in service.front_panel.shown_views.values()
    ):
        if time.monotonic() > end:
            raise SystemExit(f'Waited for "{words}"; the screens say:\n{_words(service)}')
        time.sleep(0.002)


def play_maker(
    rounds: int,
    make_finger: MakeFinger = Finger,
    clock: Callable[[], float] = time.perf_counter,
) -> Played:
    os.environ["GPIOZERO_PIN_FACTORY"] = "mock"
    from gpiozero import Device

    from bench import maker_script

    bus = Stopwatch(clock)
    game, *controls = maker_script.main(bus.carry)
    finger = make_finger(Device.pin_factory, bus)
    sent = []
    for _ in range(rounds):
        before, side = bus.sent, game.active
        finger.press(side)
        finger.turn()
        finger.press(side)
        finger.press(side)
        sent.append(bus.sent - before)
    for control in controls:
        control.close()
    return {"times": finger.times, "bytes": sent}


def main() -> None:
    who, rounds = sys.argv[1], int(sys.argv[2])
    flash_ms = int(sys.argv[3]) if len(sys.argv) > 3 else FLASH_MS
    if who == "maker":
        played = play_maker(rounds)
    else:
        with TemporaryDirectory(prefix="cdgdevice-bench-", dir=who) as folder:
            bus_name = sys.argv[4] if len(sys.argv) > 4 else "/dev/i2c-1"
            played = play_ours(Path(folder), rounds, flash_ms, bus_name=bus_name)
    print(json.dumps(played))


if __name__ == "__main__":
    main()
