"""The commands that need the parts of the gadget, and so every room."""

import gc
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from socket import socket
from time import monotonic

from cdgdevice import failed_start
from cdgdevice.config import Config, Sleep
from cdgdevice.config.changes import over
from cdgdevice.edge import real_edge
from cdgdevice.errors import CdgDeviceError
from cdgdevice.gadget.desk.settings import DieSource
from cdgdevice.gadget.glass import splash
from cdgdevice.handed import handed_socket
from cdgdevice.in_force import LAST_GOOD, Found, Kept, in_force
from cdgdevice.method.errors import MethodError
from cdgdevice.parts import assembled
from cdgdevice.places import games_folder, last_words_file, splash_file
from cdgdevice.service import Broken, Event, Service, Stop
from cdgdevice.shelves import left_out, shelf_beside
from cdgdevice.sparing_log import SparingLog
from cdgdevice.table.shelf import Shelf


def run(config_file: Path | None, folder: Path | None) -> int:
    """Be the gadget until told to stop."""
    shelf, state = shelf_beside(config_file), _state(folder)
    goes_by = partial(in_force, config_file, shelf.ids(), state=state, games=folder)
    found, kept = goes_by()
    for sentence in (*found.told, *found.notes, *left_out(shelf)):
        _log(sentence)
    queue: SimpleQueue[Event] = SimpleQueue()
    _stop_on_signals(queue)
    _end_on_mistakes(queue)
    with ExitStack() as parts:
        parts.push(failed_start.note)
        listener = handed_socket("page")
        if listener is not None:
            parts.enter_context(listener)
        gadget = partial(_gadget, shelf=shelf, state=state, queue=queue, listener=listener)
        try:
            service = parts.enter_context(gadget(found, kept))
        except (CdgDeviceError, MethodError) as error:
            good, kept = goes_by(refused=str(error))
            if good.instead != LAST_GOOD or good.table == found.table:
                raise
            found, service = good, parts.enter_context(gadget(good, kept))
            for sentence in good.told:
                _log(sentence)
        # What is loaded by now stays for ever: no press is to wait while it is looked through for
        # garbage. Nor did the start: until here nothing was collected.
        gc.freeze()
        gc.enable()
        service.run(mistakes=found.told, sheets=left_out(shelf))
    return 0


@contextmanager
def _gadget(
    found: Found,
    kept: Kept,
    *,
    shelf: Shelf,
    state: Path,
    queue: "SimpleQueue[Event]",
    listener: socket | None,
) -> Iterator[Service]:
    """Put the gadget together over this computer, with its page at `listener`, if there is one."""
    watch = settling(kept, _Remembers(found.config, state))
    with ExitStack() as parts:
        if listener is not None:
            # Loaded only where the owner wants a page: the game is to start soon.
            from cdgdevice.own_page import OwnPage

            page = parts.enter_context(OwnPage(found.config, listener.dup(), queue, _log))
            watch = _both(watch, page.show)
        yield parts.enter_context(
            assembled(
                found.config,
                real_edge(found.config),
                queue,
                log=SparingLog(_log, monotonic),
                watch=watch,
                shelf=shelf,
                files=found.names,
                mistakes=(*found.mistakes, *found.amiss),
                remember=kept.change,
            )
        )


def simulate(
    config_file: Path | None, folder: Path | None, port: int, browser: bool, reader: str | None
) -> int:
    """Be the gadget with simulated pins and screens, shown as a local page.

    The die reader is simulated too, or a real one at the port `reader`.
    """
    import webbrowser

    from cdgdevice.simulation import Simulation

    shelf = shelf_beside(config_file)
    given, kept = in_force(config_file, shelf.ids(), state=_state(folder), games=folder)
    config = given.config
    if config_file is None:
        # A page does not burn in, and a gadget found dark on a laptop looks broken.
        awake = replace(config, sleep=Sleep(dim_after_s=0, off_after_s=0))
        config = over(awake, given.changes)
    if config_file is None and reader is not None:
        config = replace(config, die=replace(config.die, source=DieSource.READER))
    queue: SimpleQueue[Event] = SimpleQueue()
    _stop_on_signals(queue)
    _end_on_mistakes(queue)
    with (
        Simulation(config, reader) as simulation,
        simulation.page(port, queue.put) as page,
        assembled(
            config,
            simulation.edge,
            queue,
            log=_log,
            watch=settling(kept, page.show),
            shelf=shelf,
            files=given.names,
            mistakes=(*given.mistakes, *given.amiss),
            remember=kept.change,
        ) as service,
    ):
        print(f"The gadget is at {page.url} (Ctrl-C ends it).", flush=True)
        if browser:
            webbrowser.open(page.url)
        service.run(mistakes=given.told, sheets=left_out(shelf))
    return 0


def demonstrate(out: Path) -> int:
    """Play one scripted turn through everything."""
    from cdgdevice.demo import demonstrate as play_scripted

    return play_scripted(out, print)


def _state(folder: Path | None) -> Path:
    """Give the folder of what the program keeps: that of the games, if one was named."""
    return folder or Path(games_folder())


class _Remembers:
    """Remembers where the screens are, for the last words and for the next start's splash.

    The splash only once all of them answer: what is wrong in the configuration may be mended.
    """

    def __init__(self, config: Config, state: Path) -> None:
        bus = config.screens.bus
        # Not in the configuration's folder: the splash has not read that yet when it looks here.
        self._file = splash_file(str(state))
        self._places: list[splash.Place] = [
            (panel.controller.value, bus or "", panel.address, panel.rotate)
            for panel in config.screens.fitted.values()
        ]
        self._done = bus is None
        if bus is not None and (words := last_words_file()):
            splash.remember(words, self._places)

    def __call__(self, service: Service) -> None:
        if not self._done and not service.front.faults:
            splash.remember(self._file, self._places)
            self._done = True


def settling(kept: Kept, watch: Callable[[Service], None]) -> Callable[[Service], None]:
    """Watch; and keep what the next start may need, once the gadget is there for the first time."""
    settled: bool | None = None  # and whether a game was played by then

    def watched(service: Service) -> None:
        nonlocal settled
        watch(service)
        if settled or settled is service.sitting.played:
            return
        if settled is None:
            failed_start.forget()
        settled = service.sitting.played
        for refused in kept.settle(played=settled):
            _log(refused)

    return watched


def _both(
    one: Callable[[Service], None], other: Callable[[Service], None]
) -> Callable[[Service], None]:
    """Have both watch."""

    def watched(service: Service) -> None:
        one(service)
        other(service)

    return watched


def _stop_on_signals(queue: "SimpleQueue[Event]") -> None:
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: queue.put(Stop()))


def _end_on_mistakes(queue: "SimpleQueue[Event]") -> None:
    """Have an error that ends a thread end the service: without that thread it would be deaf."""

    def put(thread: threading.ExceptHookArgs) -> None:
        if thread.exc_value is not None:
            queue.put(Broken(thread.exc_value))

    threading.excepthook = put


def _log(sentence: str) -> None:
    # A log that nobody takes any more stops no game.
    with suppress(OSError):
        print(sentence, file=sys.stderr, flush=True)
