"""The gadget's parts, put together as the configuration says, over a real or a simulated world."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import cache, partial
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING

from msgspec.structs import replace

from cdgdevice import __version__, errors
from cdgdevice.config import ASK, menu_changes, name_first_sheet
from cdgdevice.config.schema import Config, PinsConfig, SleepConfig
from cdgdevice.config.settings import DieSource, Setting, Settings, SettingValue
from cdgdevice.drivers.gpio.control_events import KnobPhase
from cdgdevice.drivers.gpio.gesture_recognizer import GestureRecognizer
from cdgdevice.drivers.gpio.input_devices import SwitchInputs
from cdgdevice.drivers.gpio.output_devices import Buzzer, Lamps
from cdgdevice.drivers.oled.screen import Screen
from cdgdevice.drivers.reader.reader_link import ReaderLink
from cdgdevice.games.game_folder import GameFolder
from cdgdevice.games.sheet_library import BUILT_IN, SheetLibrary, distinguish_titles
from cdgdevice.games.tabletop import Games
from cdgdevice.render.language import load_language
from cdgdevice.render.views import PageKind, PageView
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.requests import NewGame, RulesError
from cdgdevice.service.loop import (
    HoldTiming,
    LoopEvent,
    Service,
    ThreadFailure,
    watch_nothing,
)
from cdgdevice.service.screens_and_lamps import FrontPanel, IdleTimer, ScreenPower
from cdgdevice.service.session import Session, count_chances
from cdgdevice.service.signals import Outputs, SignalSequencer
from cdgdevice.service.world import World
from cdgdevice.ui import intents_and_commands, state
from cdgdevice.ui.update import SIDE_OF_BUTTON

if TYPE_CHECKING:
    from cdgdevice.dice.pictures import DicePages


@contextmanager
def assemble_gadget(
    config: Config,
    edge: World,
    queue: "SimpleQueue[LoopEvent]",
    *,
    log: Callable[[str], None],
    watch: Callable[[Service], None] = watch_nothing,
    shelf: SheetLibrary = BUILT_IN,
    files: Sequence[str] = (),
    mistakes: Sequence[str] = (),
    remember: Callable[[Setting, SettingValue], None] | None = None,
    open_pairing: Callable[[], intents_and_commands.PairingCode] | None = None,
) -> Iterator[Service]:
    """Put the gadget together, and take it apart again at the end; `shelf` has the sheets.

    `files` are those of the configuration that are in force, and `mistakes` what is wrong in them:
    the self-test tells of both. `remember` keeps what is set in the menu, as `Session` says;
    without it nothing can be set there. `open_pairing` returns the code that allows a browser.

    Raises:
        CdgDeviceError, MethodError: a part is missing or the game is not available; the sentence is
            on the screen too, for the box has no keyboard.
    """
    with ExitStack() as parts:
        front = _build_front_panel(config, edge)
        parts.callback(front.close)
        try:
            inputs = _fit_pins(config, edge, queue, front, parts)
            disk = edge.disk(config.games)
            parts.callback(disk.release)
            folder = GameFolder(disk)
            games = _open_games(config, edge, folder, shelf)
        except (errors.CdgDeviceError, RulesError) as error:
            page = PageView(PageKind.FAULT, "Can't start", (str(error), *mistakes))
            front.set_power(ScreenPower.DIM)  # it stays there until somebody fixes it
            front.show(dict.fromkeys(Side, page))
            raise
        send: Callable[[bytes], None] = _send_nothing
        if edge.reader is not None:
            send = parts.enter_context(edge.reader(queue.put)).send
        signals = SignalSequencer(sound=config.sound.on)
        can_be_set = None if remember is None else menu_changes.menu_settings(config)
        session = Session(
            games,
            _build_context(config, edge, folder, shelf, can_be_set),
            edge.die,
            config.screens.result_ms / 1000,
            send,
            signals.play,
            remember or _store_nothing,
            front.prepare,
            log,
        )
        link = ReaderLink(games.tabletop.counted)

        def self_test() -> state.SelfTestRun:
            # Loaded only when it is wanted: the game is to start soon.
            from cdgdevice.selftest.on_gadget import RunningGadget
            from cdgdevice.selftest.storage import OwnedData

            return RunningGadget(
                config,
                front,
                edge.bus,
                inputs,
                lambda: link.hello,
                lambda: session.needs_reader,
                OwnedData(files, mistakes, shelf, config.games, disk),
                edge.computer(),
            ).begin_self_test()

        context = replace(session.context, self_test=self_test, open_pairing=open_pairing)
        session.send(state.ContextChanged(context), 0.0)
        session.show_notice()
        yield Service(
            queue=queue,
            session=session,
            front_panel=front,
            switchboard=_build_recognizer(config.pins, inputs),
            level=inputs.level,
            link=link,
            send=send,
            rest=_build_idle_timer(config.sleep, edge.clock()),
            signals=signals,
            timing=HoldTiming(config.pins.hold_ms / 1000, config.pins.long_hold_ms / 1000),
            systemd=edge.systemd,
            log=log,
            clock=edge.clock,
            watch=watch,
        )


def _fit_pins(
    config: Config,
    edge: World,
    queue: SimpleQueue[LoopEvent],
    front: FrontPanel,
    parts: ExitStack,
) -> SwitchInputs:
    """Take the pins for buttons, knob, lamps and buzzer; `parts` lets them go."""
    factory = edge.pins()
    parts.callback(factory.close)
    inputs = SwitchInputs(
        factory,
        config.pins.inputs,
        queue.put,
        edge.clock,
        lambda error: queue.put(ThreadFailure(error)),
    )
    parts.callback(inputs.close)
    if config.pins.lamps:
        front.fit(Lamps(factory, config.pins.lamps))
    if config.pins.buzzer is not None:
        front.fit(buzzer=Buzzer(factory, config.pins.buzzer))
    # Before the pins are let go: no lamp is to be lit and no buzzer to sound after the program.
    parts.callback(front.set_outputs, Outputs())
    return inputs


def _open_games(config: Config, edge: World, folder: GameFolder, shelf: SheetLibrary) -> Games:
    first = NewGame(name_first_sheet(config.sheet), set_up=config.set_up)
    busy = partial(edge.systemd.busy, edge.clock)
    return Games(folder, first, edge.wall, shelf.sheet, busy, ask_first=config.sheet == ASK)


def _build_recognizer(pins: PinsConfig, inputs: SwitchInputs) -> GestureRecognizer:
    return GestureRecognizer(
        pins.debounce_ms / 1000,
        pins.hold_ms / 1000,
        pins.long_hold_ms / 1000,
        transitions=pins.knob_steps_per_detent,
        closed=inputs.closed(),
    )


def _build_front_panel(config: Config, edge: World) -> FrontPanel:
    if edge.bus is None:
        return FrontPanel({}, {})
    bus = edge.bus
    panels = config.screens.fitted
    screens = {
        side: Screen(
            panel.controller,
            bus,
            config.screens.address_of(panel),
            rotate=panel.rotate,
            contrast=panel.contrast,
        )
        for side, panel in panels.items()
    }
    return FrontPanel(screens, {side: panel.contrast for side, panel in panels.items()})


def _build_idle_timer(sleep: SleepConfig, now: float) -> IdleTimer:
    return IdleTimer(sleep.dim_after_s, sleep.off_after_s, now, sleep.shift_every_s)


def _describe_version(games: Path) -> tuple[str, ...]:
    return (f"cdgdevice {__version__}", f"Python {sys.version.split()[0]}", f"Games: {games}")


def _store_nothing(_setting: Setting, _value: SettingValue) -> None:
    """Keep nothing: where nothing can be set."""


def _send_nothing(_line: bytes) -> None:
    """Send to the die reader of a build that has none."""


def list_offered_sheets(shelf: SheetLibrary = BUILT_IN) -> tuple[state.OfferedSheet, ...]:
    """Return every sheet, as the menu of a new game names it, in the order of these names."""
    sheets = tuple(map(shelf.sheet, shelf.ids()))
    named = zip(distinguish_titles(sheets), sheets, strict=True)
    return tuple(
        state.OfferedSheet(
            read.id,
            name,
            range(read.hands.low, read.hands.high + 1),
            read.hands.sizes_in(1),
            read.sides,
            read.variants,
            read.title,
        )
        for name, read in sorted(named, key=lambda each: (each[0].casefold(), each[1].id))
    )


def _count_dice(folder: GameFolder, shelf: SheetLibrary) -> Callable[[DieSource], state.DiceViews]:
    """Return what counts the dice; its modules take memory, so they wait for the first look."""

    @cache
    def open_pages() -> "DicePages":
        from cdgdevice.dice.counting import DiceCounter
        from cdgdevice.dice.pictures import DicePages

        return DicePages(DiceCounter(folder, shelf.sheet))

    return lambda source: open_pages().look(source)


def _build_context(
    config: Config,
    edge: World,
    folder: GameFolder,
    shelf: SheetLibrary,
    can_be_set: Settings | None,
) -> state.UiContext:
    fitted = config.pins.inputs
    return state.UiContext(
        die=config.die.source,
        conversion=config.die.conversion,
        knob=KnobPhase.FIRST in fitted,
        buttons=frozenset(side for control, side in SIDE_OF_BUTTON.items() if control in fitted),
        sheets=cache(partial(list_offered_sheets, shelf)),
        dice=_count_dice(folder, shelf),
        chances=count_chances() if can_be_set or config.screens.chances else None,
        settings=can_be_set,
        about=_describe_version(config.games),
        shut_down=edge.shut_down,
        language=load_language(config.language),
    )
