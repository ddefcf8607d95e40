"""The commands that are the gadget, or show it, and the check of its configuration."""

import gc
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from socket import socket
from time import monotonic

from msgspec.structs import replace

from cdgdevice.cli.streams import drop_output
from cdgdevice.config.config_file import read_layers
from cdgdevice.config.effective import (
    USES_LAST_GOOD,
    ConfigKeeper,
    EffectiveConfig,
    load_effective_config,
    locate_service_folder,
    read_config_files,
)
from cdgdevice.config.keys_and_defaults import Config, SleepConfig
from cdgdevice.config.menu_changes import KeepPanel, apply_changes, name_change
from cdgdevice.config.panel_keys import PanelConfig
from cdgdevice.config.settings import DieSource, SettingValue
from cdgdevice.drivers.oled import splash
from cdgdevice.errors import CdgDeviceError, ConfigError, MissingPackageError
from cdgdevice.fold_lines import fold_sentences
from cdgdevice.games.disk import FolderDisk
from cdgdevice.games.sheet_library import SheetLibrary, describe_left_out, open_sheet_library
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.requests import RulesError
from cdgdevice.service.assembly import Installation, assemble_gadget
from cdgdevice.service.loop import LoopEvent, Service, Stop, ThreadFailure
from cdgdevice.service.notices import RateLimitedLog
from cdgdevice.service.world import build_real_world
from cdgdevice.system import folders, systemd, write_access
from cdgdevice.ui.intents_and_commands import BrowserAllowed, PairingCode, WrongCodeTried


def check_config(file: Path | None) -> int:
    """Report every mistake of a configuration, and of this computer's own what is in force.

    Raises:
        ConfigError: there are mistakes; it has a sentence for each.
    """
    sheets = open_sheet_library(file).ids()
    state = locate_service_folder()
    if file is None:
        found, _ = load_effective_config(None, sheets, state=state)
        return _report_config(found)
    (only,) = read_config_files(file)
    if only.unread:
        raise ConfigError((only.unread,))
    read = read_layers([only], sheets=sheets, games=state)
    if read.mistakes:
        raise ConfigError(read.mistakes)
    for sentence in read.without_effect:
        _say(sentence)
    print(f"{file}: no mistakes.")
    return 0


def _report_config(found: EffectiveConfig) -> int:
    reading = {layer.name: "not read" if layer.unread else "read" for layer in found.files}
    for place in (folders.SYSTEM_CONFIG, folders.BOOT_CONFIG):
        _say(f"{place}: {reading.get(place, 'not there')}.")
    for what, change in found.changes.items():
        if isinstance(change.value, PanelConfig):
            listed = ", ".join(change.value.list_fit_lines())
            _say(f"Found by the self-test: {name_change(what)} with {listed}.")
        else:
            _say(f"Set in the menu: {name_change(what)} = {_written(change.value)}.")
    for note in (*found.notes, *write_access.warn_of_write_access(found.config.games)):
        _say(note)
    if found.complaints:
        sys.stdout.flush()  # the mistakes go another way, and come last
        raise ConfigError(found.complaints)
    _say("No mistakes.")
    return 0


def _say(sentence: str) -> None:
    print(fold_sentences(sentence, sys.stdout))


def _written(value: SettingValue) -> str:
    match value:
        case DieSource():
            return value.value
        case bool():
            return "on" if value else "off"
    return str(value)


def run(config_file: Path | None, folder: Path | None) -> int:
    """Be the gadget until a signal stops it."""
    shelf, state = open_sheet_library(config_file), _state(folder)
    goes_by = partial(load_effective_config, config_file, shelf.ids(), state=state, games=folder)
    found, kept = goes_by()
    for sentence in (*found.complaints, *found.notes, *describe_left_out(shelf)):
        _log(sentence)
    queue = _open_queue()
    with ExitStack() as parts:
        parts.push(folders.note_failed_start)
        listener = systemd.take_activated_socket("page")
        if listener is not None:
            parts.enter_context(listener)
        gadget = partial(_gadget, shelf=shelf, state=state, queue=queue, listener=listener)
        try:
            service = parts.enter_context(gadget(found, kept))
        except (CdgDeviceError, RulesError) as error:
            good, kept = goes_by(refused=str(error))
            if good.instead != USES_LAST_GOOD or good.table == found.table:
                raise
            service = parts.enter_context(gadget(good, kept))
            for sentence in good.complaints:
                _log(sentence)
        # What is loaded by now stays for ever: no press is to wait while it is looked through for
        # garbage. Nor did the start: until here nothing was collected.
        gc.freeze()
        gc.enable()
        service.run()
    return 0


@contextmanager
def _gadget(
    found: EffectiveConfig,
    kept: ConfigKeeper,
    *,
    shelf: SheetLibrary,
    state: Path,
    queue: "SimpleQueue[LoopEvent]",
    listener: socket | None,
) -> Iterator[Service]:
    """Put the gadget together over this computer, with its page at `listener`, if there is one."""
    splash_keeper = _KeepsSplash(found.config, state)
    watchers: list[Callable[[Service], None]] = [splash_keeper]

    def keep_panel(side: Side, panel: PanelConfig) -> str:
        splash_keeper.refit(side, panel)
        return kept.keep_panel(side, panel)

    with ExitStack() as parts:
        open_pairing: Callable[[], PairingCode] | None = None
        if listener is not None:
            # Loaded only where the owner wants a page: the game is to start soon.
            from cdgdevice.service.web_page import GadgetPage

            page = parts.enter_context(
                GadgetPage(found.config, listener.dup(), queue, _log, FolderDisk(state))
            )
            watchers.append(page.show)
            open_pairing = page.open_pairing
        yield parts.enter_context(
            assemble_gadget(
                found.config,
                build_real_world(found.config),
                queue,
                _describe_installation(shelf, found, kept, open_pairing, keep_panel),
                log=RateLimitedLog(_log, monotonic),
                watch=settling(kept, *watchers),
            )
        )


def _describe_installation(
    shelf: SheetLibrary,
    found: EffectiveConfig,
    kept: ConfigKeeper,
    open_pairing: Callable[[], PairingCode] | None,
    keep_panel: KeepPanel | None = None,
) -> Installation:
    return Installation(
        shelf,
        found.names,
        mistakes=(*found.mistakes, *found.warnings),
        complaints=found.complaints,
        remember=kept.keep_change,
        keep_panel=keep_panel or kept.keep_panel,
        open_pairing=open_pairing,
    )


def _configure_simulator(given: EffectiveConfig, reader: str | None) -> Config:
    """Return what is in force without a configuration file: a page does not burn in.

    A gadget found dark on a laptop would look broken.
    """
    awake = replace(given.config, sleep=SleepConfig(dim_after_s=0, off_after_s=0))
    config = apply_changes(awake, given.changes)
    if reader is None:
        return config
    return replace(config, die=replace(config.die, source=DieSource.READER))


def simulate(
    config_file: Path | None,
    folder: Path | None,
    port: int,
    browser: bool,
    reader: str | None,
    share: bool,
) -> int:
    """Be the gadget with simulated pins and screens, shown as a page.

    The die reader is simulated too, or a real one at the port `reader`. The page is for this
    computer alone, or, to `share` it, for whoever in its network is let in.
    """
    from webbrowser import open as open_browser

    from cdgdevice.simulator.simulation import Simulation

    shelf, state = open_sheet_library(config_file), _state(folder)
    given, kept = load_effective_config(config_file, shelf.ids(), state=state, games=folder)
    config = given.config if config_file else _configure_simulator(given, reader)
    queue = _open_queue()
    shared = _SharedPage(port, state, queue.put) if share else None
    listener, pairing = (shared.listener, shared.pairing) if shared else (None, None)
    with (
        Simulation(config, reader) as simulation,
        simulation.page(port, queue.put, listener, pairing) as page,
        assemble_gadget(
            simulation.config,
            simulation.world,
            queue,
            _describe_installation(shelf, given, kept, shared.open_pairing if shared else None),
            log=_log,
            watch=settling(kept, page.show),
        ) as service,
    ):
        _announce_page(page.url, shared)
        if browser:
            open_browser(shared.local_url if shared else page.url)
        service.run()
    return 0


def _announce_page(url: str, shared: "_SharedPage | None") -> None:
    if shared is not None:
        shared.print_invitation()
    try:
        print(f"The gadget is at {url} (Ctrl-C ends it).", flush=True)
    except BrokenPipeError:  # the game continues in the browser though nobody reads this
        drop_output()


class _SharedPage:
    """The simulator's page for the network: where it is, and by which code a browser is allowed."""

    def __init__(
        self, port: int, state: Path, put: Callable[[BrowserAllowed | WrongCodeTried], None]
    ) -> None:
        from cdgdevice.service.web_page import open_pairing
        from cdgdevice.web.server import find_network_address, listen_to_network

        self.listener = listen_to_network(port)
        self.pairing = open_pairing(FolderDisk(state), put)
        port = self.listener.getsockname()[1]
        self.local_url = f"http://127.0.0.1:{port}/"
        """Where a browser of this computer finds it, which needs no code."""
        self._address = f"{find_network_address()}:{port}"

    def open_pairing(self) -> PairingCode:
        """Return the code that allows one browser, and where that finds the page."""
        return PairingCode(self.pairing.open(), self._address)

    def print_invitation(self) -> None:
        """Print the address, the code, and what a phone's camera needs to come in with both."""
        try:
            import segno
        except ModuleNotFoundError as error:
            raise MissingPackageError("Sharing the page", str(error.name)) from error
        _say(
            "A browser of this network that names the code can see this game and play. The page is "
            "plain http: anybody who can listen in on the network can read it, and the code."
        )
        code = self.pairing.open()
        segno.make(f"http://{self._address}/#{code}", micro=False).terminal(compact=True)
        print(f"On the phone: http://{self._address}/ with the code {code[:3]} {code[3:]}, or by")
        print("this picture: for one browser, within ten minutes. For another one choose Gadget,")
        print("Allow a browser in the menu.", flush=True)


def _state(folder: Path | None) -> Path:
    """Return the folder of what the program keeps: that of the games, if one was named."""
    return folder or Path(folders.locate_default_games_folder())


class _KeepsSplash:
    """Remembers where the screens are, for the last words and for the next start's splash.

    The splash only once all of them answer: a mistake in the configuration may still be fixed.
    """

    def __init__(self, config: Config, state: Path) -> None:
        # Not in the configuration's folder: the splash has not read that yet when it looks here.
        self._file = folders.locate_splash_file(str(state))
        self._screens = config.screens
        self._remember()

    def refit(self, side: Side, panel: PanelConfig) -> None:
        """Remember another chip or glass of a screen."""
        self._screens = replace(self._screens, **{side.value: panel})
        self._remember()

    def _remember(self) -> None:
        screens = self._screens
        self._places: list[splash.PanelPlace] = [
            (
                panel.panel.word,
                splash.name_way(
                    panel.bus,
                    screens.address_of(panel),
                    screens.acknowledge,
                    screens.data_command,
                    screens.reset_of(side),
                ),
                screens.address_of(panel),
                panel.rotate,
            )
            for side, panel in screens.fitted.items()
            if panel.bus is not None
        ]
        self._done = screens.bus is None
        if screens.bus is not None and (words := folders.locate_last_words_file()):
            splash.remember_places(words, self._places)

    def __call__(self, service: Service) -> None:
        if not self._done and not service.front_panel.faults:
            splash.remember_places(self._file, self._places)
            self._done = True


def settling(kept: ConfigKeeper, *watchers: Callable[[Service], None]) -> Callable[[Service], None]:
    """Watch; and keep what the next start may need, once the gadget is there for the first time."""
    settled: bool | None = None  # and whether a game was played by then

    def watched(service: Service) -> None:
        nonlocal settled
        for watch in watchers:
            watch(service)
        has_answers = service.session.games.tabletop.answers > 0
        if settled or settled is has_answers:
            return
        if settled is None:
            folders.forget_failed_starts()
        settled = has_answers
        for refused in kept.keep_good(played=has_answers):
            _log(refused)

    return watched


def _open_queue() -> "SimpleQueue[LoopEvent]":
    """Return the queue of the gadget, to which signals and threads that fail put its end."""
    queue: SimpleQueue[LoopEvent] = SimpleQueue()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: queue.put(Stop()))

    def put(thread: threading.ExceptHookArgs) -> None:
        if thread.exc_value is not None:
            queue.put(ThreadFailure(thread.exc_value))

    # Without that thread the service would be deaf.
    threading.excepthook = put
    return queue


def _log(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)
