"""The gadget's parts, put together as the configuration says, over real or simulated edges."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from queue import SimpleQueue

from cdgdevice import __version__
from cdgdevice.config import Config, Sleep
from cdgdevice.config.changes import settings
from cdgdevice.edge import Edge
from cdgdevice.errors import CdgDeviceError
from cdgdevice.fair_dice.pages import DicePages
from cdgdevice.gadget.desk.intents import SIDE_OF
from cdgdevice.gadget.desk.moment import Around, OfferedSheet
from cdgdevice.gadget.desk.settings import Setting, Settings, Value
from cdgdevice.gadget.desk.trial import Trial
from cdgdevice.gadget.events import Phase
from cdgdevice.gadget.front import Front
from cdgdevice.gadget.glass.screen import Screen
from cdgdevice.gadget.pins.buzzer import Buzzer
from cdgdevice.gadget.pins.inputs import Inputs
from cdgdevice.gadget.pins.lamps import Lamps
from cdgdevice.gadget.pins.switchboard import Switchboard
from cdgdevice.gadget.reader.link import Link
from cdgdevice.gadget.rest import Light, Rest
from cdgdevice.gadget.signals import Signal, Signals
from cdgdevice.gadget.views.view import Mood, Page
from cdgdevice.method.display import Side
from cdgdevice.method.errors import MethodError
from cdgdevice.method.request import New
from cdgdevice.service import Broken, Event, Service, Timing
from cdgdevice.sitting import Sitting
from cdgdevice.table.dice_count import DiceCounter
from cdgdevice.table.game_folder import GameFolder
from cdgdevice.table.games import Games
from cdgdevice.table.shelf import BUILT_IN, Shelf
from cdgdevice.table.titles import told_apart


@contextmanager
def assembled(
    config: Config,
    edge: Edge,
    queue: "SimpleQueue[Event]",
    *,
    log: Callable[[str], None],
    watch: Callable[[Service], None] = lambda _: None,
    shelf: Shelf = BUILT_IN,
    files: Sequence[str] = (),
    mistakes: Sequence[str] = (),
    remember: Callable[[Setting, Value], None] | None = None,
) -> Iterator[Service]:
    """Put the gadget together, and take it apart again at the end; `shelf` has the sheets.

    `files` are those of the configuration that are in force, and `mistakes` what is wrong in them:
    the self-test tells of both. `remember` keeps what is set in the menu, as `Sitting` says;
    without it nothing can be set there.

    Raises:
        CdgDeviceError, MethodError: a part is missing or the game can't be had; the sentence is
            on the glass too, for the box has no keyboard.
    """
    with ExitStack() as parts:
        front = _front(config, edge)
        parts.callback(front.close)
        try:
            factory = edge.pins()
            parts.callback(factory.close)
            inputs = Inputs(
                factory,
                config.pins.inputs,
                queue.put,
                edge.clock,
                lambda error: queue.put(Broken(error)),
            )
            parts.callback(inputs.close)
            if config.pins.lamps:
                front.fit(Lamps(factory, config.pins.lamps))
            if config.pins.buzzer is not None:
                front.fit(buzzer=Buzzer(factory, config.pins.buzzer))
            # Before the pins are let go: nothing is to burn or sound on, whatever ends the program.
            parts.callback(front.give, Signal())
            disk = edge.disk(config.games)
            parts.callback(disk.release)
            folder = GameFolder(disk)
            busy = partial(edge.systemd.busy, edge.clock)
            games = Games(folder, New(config.sheet), edge.wall, shelf.sheet, busy)
        except (CdgDeviceError, MethodError) as error:
            page = Page(Mood.FAULT, "Can't start", (str(error), *mistakes))
            front.shine(Light.DIM)  # it stays there until somebody mends it
            front.show(dict.fromkeys(Side, page))
            raise
        send: Callable[[bytes], None] = _to_nobody
        if edge.reader is not None:
            send = parts.enter_context(edge.reader(queue.put)).send
        signals = Signals(sound=config.sound.on)
        sitting = Sitting(
            games,
            _around(config, edge, folder, shelf, None if remember is None else settings(config)),
            edge.die,
            config.screens.result_ms / 1000,
            send,
            signals.play,
            remember or _forget,
        )
        link = Link(games.tabletop.counted)

        def self_test() -> Trial:
            # Loaded only when it is wanted: the game is to start soon.
            from cdgdevice.own_parts import OwnParts
            from cdgdevice.selftest.looking import Owned

            return OwnParts(
                config,
                front,
                edge.bus,
                inputs,
                lambda: link.hello,
                lambda: sitting.needs_reader,
                Owned(files, mistakes, shelf, config.games, disk),
                edge.machine(),
            ).begin()

        sitting.around = replace(sitting.around, self_test=self_test)
        sitting.tell_notice()
        pins = config.pins
        yield Service(
            queue=queue,
            sitting=sitting,
            front=front,
            switchboard=Switchboard(
                pins.debounce_ms / 1000,
                pins.hold_ms / 1000,
                pins.long_hold_ms / 1000,
                transitions=pins.knob_steps_per_detent,
                closed=inputs.closed(),
            ),
            level=inputs.level,
            link=link,
            send=send,
            rest=_rest(config.sleep, edge.clock()),
            signals=signals,
            timing=Timing(pins.hold_ms / 1000, pins.long_hold_ms / 1000),
            systemd=edge.systemd,
            log=log,
            clock=edge.clock,
            watch=watch,
        )


def _front(config: Config, edge: Edge) -> Front:
    if edge.bus is None:
        return Front({}, {})
    bus = edge.bus
    panels = config.screens.fitted
    screens = {
        side: Screen(
            panel.controller, bus, panel.address, rotate=panel.rotate, contrast=panel.contrast
        )
        for side, panel in panels.items()
    }
    return Front(screens, {side: panel.contrast for side, panel in panels.items()})


def _rest(sleep: Sleep, now: float) -> Rest:
    return Rest(sleep.dim_after_s, sleep.off_after_s, now, sleep.shift_every_s)


def _about(games: Path) -> tuple[str, ...]:
    return (f"cdgdevice {__version__}", f"Python {sys.version.split()[0]}", f"Games: {games}")


def _forget(_setting: Setting, _value: Value) -> None:
    """Keep nothing: where nothing can be set."""


def _to_nobody(_line: bytes) -> None:
    """Send to the die reader of a build that has none."""


def offered_sheets(shelf: Shelf = BUILT_IN) -> tuple[OfferedSheet, ...]:
    """Give every sheet, as the menu of a new game names it, in the order of these names."""
    sheets = tuple(map(shelf.sheet, shelf.ids()))
    named = zip(told_apart(sheets), sheets, strict=True)
    return tuple(
        OfferedSheet(
            read.id,
            name,
            range(read.hands.low, read.hands.high + 1),
            read.hands.default,
            read.sides,
            read.variants,
        )
        for name, read in sorted(named, key=lambda each: (each[0].casefold(), each[1].id))
    )


def _around(
    config: Config, edge: Edge, folder: GameFolder, shelf: Shelf, can_be_set: Settings | None
) -> Around:
    fitted = config.pins.inputs
    return Around(
        die=config.die.source,
        conversion=config.die.conversion,
        knob=Phase.FIRST in fitted,
        buttons=frozenset(side for control, side in SIDE_OF.items() if control in fitted),
        sheets=cache(partial(offered_sheets, shelf)),
        dice=DicePages(DiceCounter(folder, shelf.sheet)).look,
        settings=can_be_set,
        about=_about(config.games),
        shut_down=edge.shut_down,
    )
