"""The gadget's parts, put together as the configuration says, over a real or a simulated world."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import cache, partial
from queue import SimpleQueue
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from cdgdevice import __version__, errors
from cdgdevice.config import ASK, name_first_sheet
from cdgdevice.config.keys_and_defaults import Config, PinsConfig
from cdgdevice.config.menu_changes import KeepPanel, keep_nothing, menu_settings
from cdgdevice.config.panel_keys import PanelConfig
from cdgdevice.config.settings import DieSource, Setting, SettingValue
from cdgdevice.drivers.gpio.control_events import KnobPhase
from cdgdevice.drivers.gpio.gesture_recognizer import GestureRecognizer
from cdgdevice.drivers.reader.reader_link import ReaderLink
from cdgdevice.games.game_folder import GameFolder
from cdgdevice.games.replay import FindSheet
from cdgdevice.games.sheet_library import (
    BUILT_IN,
    GameSheets,
    SheetLibrary,
    describe_left_out,
    distinguish_titles,
)
from cdgdevice.games.tabletop import Games
from cdgdevice.render.language import load_language
from cdgdevice.render.views import PageKind, PageView
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.requests import NewGame, RulesError
from cdgdevice.service.chances import count_chances
from cdgdevice.service.front_panel import FrontPanel, IdleTimer, fit_screens
from cdgdevice.service.lamps_and_buzzer import Outputs, SignalSequencer
from cdgdevice.service.loop import HoldTiming, LoopEvent, Service, ThreadFailure, watch_nothing
from cdgdevice.service.notices import Notices
from cdgdevice.service.session import Session
from cdgdevice.service.world import World
from cdgdevice.ui import intents_and_commands, state, texts
from cdgdevice.ui.gestures import SIDE_OF_BUTTON

if TYPE_CHECKING:
    from cdgdevice.dice.pictures import DicePages
    from cdgdevice.drivers.gpio.wired_devices import SwitchInputs


class Installation(Struct, frozen=True):
    """What the gadget has beside its configuration: sheets, and what its owner may change."""

    shelf: SheetLibrary = BUILT_IN
    files: Sequence[str] = ()
    """The files of the configuration that are in force; the self-test names them."""
    mistakes: Sequence[str] = ()
    """What is wrong in them, each as a sentence."""
    complaints: Sequence[str] = ()
    """What is shown of that before the game, with what is used instead."""
    remember: Callable[[Setting, SettingValue], None] | None = None
    """Keeps what is set in the menu, as `Session` says; None: nothing can be set there."""
    keep_panel: KeepPanel = keep_nothing
    open_pairing: Callable[[], intents_and_commands.PairingCode] | None = None
    """Returns the code that allows a browser; None: there is no page for others."""


NOTHING_INSTALLED = Installation()
"""The sheets of the program alone, and nothing that can be changed."""


@contextmanager
def assemble_gadget(
    config: Config,
    world: World,
    queue: "SimpleQueue[LoopEvent]",
    installation: Installation = NOTHING_INSTALLED,
    *,
    log: Callable[[str], None],
    watch: Callable[[Service], None] = watch_nothing,
) -> Iterator[Service]:
    """Put the gadget together, its first picture shown, and take it apart again at the end.

    Raises:
        CdgDeviceError, MethodError: a part is missing or the game is not available; the sentence is
            on the screen too, for the box has no keyboard.
    """
    with ExitStack() as parts:
        yield _Assembly(config, world, queue, installation, log, parts).build_service(watch)


class _Assembly:
    """The parts, in the order in which they are put together; `parts` takes them apart again."""

    def __init__(
        self,
        config: Config,
        world: World,
        queue: "SimpleQueue[LoopEvent]",
        installation: Installation,
        log: Callable[[str], None],
        parts: ExitStack,
    ) -> None:
        self.config, self.world, self.queue, self.log = config, world, queue, log
        self.installation, self.parts = installation, parts
        self.front = FrontPanel(fit_screens(config.screens, world.buses))
        parts.callback(self.front.close)
        self.signals = SignalSequencer(sound=config.sound.on)
        self.send: Callable[[bytes], None] = lambda _: None  # of a build without a die reader
        try:
            self.disk = world.disk(config.games)
            parts.callback(self.disk.release)
            self.folder = GameFolder(self.disk)
            self.find_sheet = GameSheets(installation.shelf, self.disk).find
            self.games = self.open_games()
            self.session = self.open_session()
            self.notices = self.show_first_picture()
            self.inputs = self.fit_pins()
        except Exception as error:
            with suppress(Exception):  # the screens may be what broke down
                self.front.show_last_page(self.describe_failed_start(error))
            raise
        self.link = ReaderLink(self.games.tabletop.counted)
        if world.reader is not None:
            self.send = parts.enter_context(world.reader(queue.put)).send

    def describe_failed_start(self, error: Exception) -> PageView:
        """Say why it can't start: what the owner can fix, or that the program broke down."""
        if isinstance(error, errors.CdgDeviceError | RulesError):
            says = (str(error), *self.installation.mistakes)
            return PageView(PageKind.FAULT, "Can't start", says)
        return texts.build_breakdown_page(error)

    def show_first_picture(self) -> Notices:
        """Show the game, or what is wrong before it; return what follows that from then on."""
        notices = Notices(self.session, self.front, self.log)
        installed = self.installation
        notices.show_mistakes(installed.complaints, describe_left_out(installed.shelf))
        notices.refresh()
        self.front.show(self.session.views(self.front.visible_sides))
        return notices

    def fit_pins(self) -> "SwitchInputs":
        """Take the pins for buttons, knob, lamps and buzzer."""
        # Loaded only now, with gpiozero, which takes long: the game is to be seen soon.
        from cdgdevice.drivers.gpio.wired_devices import Buzzer, SideLamps, SwitchInputs

        pins, parts, queue = self.config.pins, self.parts, self.queue
        factory = self.world.pins()
        parts.callback(factory.close)
        inputs = SwitchInputs(
            factory,
            pins.inputs,
            queue.put,
            self.world.clock,
            lambda error: queue.put(ThreadFailure(error)),
        )
        parts.callback(inputs.close)
        if pins.lamps:
            self.front.fit(SideLamps(factory, pins.lamps))
        if pins.buzzer is not None:
            self.front.fit(buzzer=Buzzer(factory, pins.buzzer))
        # Before the pins are let go: no lamp is to be lit and no buzzer to sound after the program.
        parts.callback(self.front.set_outputs, Outputs())
        return inputs

    def open_games(self) -> Games:
        """Open the saved games, with that on the table."""
        config, world = self.config, self.world
        first = NewGame(name_first_sheet(config.sheet), set_up=config.set_up, few_questions=True)
        busy = partial(world.systemd.busy, world.clock)
        ask = config.sheet == ASK
        return Games(self.folder, first, world.wall, self.find_sheet, busy, ask_first=ask)

    def open_session(self) -> Session:
        """Begin to play at the game on the table."""
        config, remember = self.config, self.installation.remember
        session = Session(
            self.games,
            self.build_context(),
            self.world.die,
            config.screens.result_ms / 1000,
            lambda line: self.send(line),  # the die reader comes last
            self.signals.play,
            remember or (lambda _setting, _value: None),
            self.front.prepare,
            self.log,
        )
        session.show_notice()
        return session

    def build_context(self) -> state.UiContext:
        """Return what the menu and the pages offer on this gadget."""
        config, shelf = self.config, self.installation.shelf
        fitted = config.pins.inputs
        settings = None if self.installation.remember is None else menu_settings(config)
        return state.UiContext(
            die=config.die.source,
            conversion=config.die.conversion,
            knob=KnobPhase.FIRST in fitted,
            buttons=frozenset(side for button, side in SIDE_OF_BUTTON.items() if button in fitted),
            sheets=cache(partial(list_offered_sheets, shelf)),
            dice=_count_dice(self.folder, self.find_sheet),
            chances=count_chances() if settings or config.screens.chances else None,
            settings=settings,
            about=(
                f"cdgdevice {__version__}",
                f"Python {sys.version.split()[0]}",
                f"Games: {config.games}",
            ),
            card_updates=self.world.card_updates,
            shut_down=self.world.shut_down,
            language=load_language(config.language),
            self_test=self.begin_self_test,
            open_pairing=self.installation.open_pairing,
        )

    def begin_self_test(self) -> state.SelfTestRun:
        """Begin the self-test; it is loaded only when it is wanted: the game is to start soon."""
        from cdgdevice.selftest.on_gadget import RunningGadget
        from cdgdevice.selftest.storage import OwnedData

        installed = self.installation
        return RunningGadget(
            self.config,
            self.front,
            self.world.buses,
            self.inputs,
            self.link,
            lambda: self.session.needs_reader,
            OwnedData(
                installed.files, installed.mistakes, installed.shelf, self.config.games, self.disk
            ),
            self.world.computer(),
            self.keep_panel,
        ).begin_self_test()

    def keep_panel(self, side: Side, panel: PanelConfig) -> str:
        """Drive a screen so from now on; what `Installation.keep_panel` returns."""
        self.front.keep_fit(side, panel.fit)
        screens = replace(self.config.screens, **{side.value: panel})
        self.config = replace(self.config, screens=screens)
        return self.installation.keep_panel(side, panel)

    def build_service(self, watch: Callable[[Service], None]) -> Service:
        """Return what runs the session on the parts; `watch` is called as `Service` says."""
        pins, sleep, world = self.config.pins, self.config.sleep, self.world
        return Service(
            queue=self.queue,
            session=self.session,
            front_panel=self.front,
            notices=self.notices,
            recognizer=_build_recognizer(pins, self.inputs),
            level=self.inputs.level,
            link=self.link,
            send=self.send,
            idle_timer=IdleTimer(
                sleep.dim_after_s, sleep.off_after_s, world.clock(), sleep.shift_every_s
            ),
            signals=self.signals,
            timing=HoldTiming(pins.hold_ms / 1000, pins.long_hold_ms / 1000),
            systemd=world.systemd,
            log=self.log,
            clock=world.clock,
            watch=watch,
        )


def _build_recognizer(pins: PinsConfig, inputs: "SwitchInputs") -> GestureRecognizer:
    return GestureRecognizer(
        pins.debounce_ms / 1000,
        pins.hold_ms / 1000,
        pins.long_hold_ms / 1000,
        transitions=pins.knob_steps_per_detent,
        closed=inputs.closed(),
    )


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


def _count_dice(folder: GameFolder, find: FindSheet) -> Callable[[DieSource], state.DiceViews]:
    """Return what counts the dice; its modules take memory, so they wait for the first look."""

    @cache
    def open_pages() -> "DicePages":
        from cdgdevice.dice.counting import DiceCounter
        from cdgdevice.dice.pictures import DicePages

        return DicePages(DiceCounter(folder, find))

    return lambda source: open_pages().look(source)
