"""The commands that need the gadget's parts."""

import gc
import signal
import sys
import threading
import webbrowser
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue
from stat import S_ISREG

from cdgdevice.columns import COLUMNS, folded
from cdgdevice.config import Config, Sleep, read_config, read_leniently
from cdgdevice.errors import CdgDeviceError, ConfigError
from cdgdevice.gadget.desk.moment import DieSource
from cdgdevice.gadget.glass import splash
from cdgdevice.method.request import New
from cdgdevice.method.toml_text import LARGEST
from cdgdevice.parts import assembled, fitted_screens, real_edge
from cdgdevice.places import SYSTEM_CONFIG, games_folder, splash_file
from cdgdevice.service import Broken, Event, Service, Stop
from cdgdevice.shelves import shelf_beside
from cdgdevice.table.dice import is_named
from cdgdevice.table.folder import FolderDisk
from cdgdevice.table.game_folder import GameFolder
from cdgdevice.table.games import Games, NoticeKind
from cdgdevice.table.shelf import Shelf
from cdgdevice.table.tabletop import TORN, Tabletop
from cdgdevice.terminal import play as play_here


def run(config_file: Path | None, folder: Path | None) -> int:
    """Be the gadget until told to stop."""
    shelf = shelf_beside(config_file)
    config, mistakes = _configured(config_file, folder, shelf)
    for mistake in (*mistakes, *shelf.mistakes):
        _log(mistake)
    queue: SimpleQueue[Event] = SimpleQueue()
    _stop_on_signals(queue)
    _end_on_mistakes(queue)
    edge = real_edge(config)
    with assembled(
        config, edge, queue, log=_log, watch=_Remembers(config, folder), shelf=shelf
    ) as service:
        # What is loaded by now stays for ever: no press is to wait while it is looked through for
        # garbage.
        gc.collect()
        gc.freeze()
        service.run(mistakes, left_out(shelf))
    return 0


def simulate(
    config_file: Path | None, folder: Path | None, port: int, browser: bool, reader: str | None
) -> int:
    """Be the gadget with simulated pins and screens, shown as a local page.

    The die reader is simulated too, or a real one at the port `reader`.
    """
    from cdgdevice.simulation import Simulation

    shelf = shelf_beside(config_file)
    config, mistakes = _configured(config_file, folder, shelf)
    if config_file is None:
        # A page does not burn in, and a gadget found dark on a laptop looks broken.
        config = replace(config, sleep=Sleep(0, 0))
        if reader is not None:
            config = replace(config, die=replace(config.die, source=DieSource.READER))
    queue: SimpleQueue[Event] = SimpleQueue()
    _stop_on_signals(queue)
    _end_on_mistakes(queue)
    with (
        Simulation(config, reader) as simulation,
        simulation.page(port) as page,
        assembled(
            config, simulation.edge, queue, log=_log, watch=page.show, shelf=shelf
        ) as service,
    ):
        print(f"The gadget is at {page.url} (Ctrl-C ends it).", flush=True)
        if browser:
            webbrowser.open(page.url)
        service.run(mistakes, left_out(shelf))
    return 0


def left_out(shelf: Shelf) -> tuple[str, ...]:
    """Say how many of the player's own sheets can't be played, and what tells why."""
    count = len(shelf.mistakes)
    if not count:
        return ()
    some = "A sheet of yours is" if count == 1 else f"{count} sheets of yours are"
    return f"{some} left out.", "`cdgdevice sheets` tells why."


def demonstrate(out: Path) -> int:
    """Play one scripted turn through everything."""
    from cdgdevice.demo import demonstrate as play_scripted

    return play_scripted(out, print)


def play(
    sheet: str | None,
    game: int | None,
    new: bool,
    hands: Sequence[int] | None,
    options: Sequence[str],
    config_file: Path | None,
    folder: Path | None,
) -> int:
    """Play by hand in this terminal: game number `game`, else a new one if anything of it is said.

    Else the last one of the sheet, or the last one of all.
    """
    shelf = shelf_beside(config_file)
    kept, config = _games_kept(config_file, folder, shelf)
    if shelf.mistakes:
        print(folded(" ".join(left_out(shelf))))
    find = shelf.sheet
    wanted = New(
        sheet or config.sheet,
        (hands[0], hands[1]) if hands else None,
        tuple(sorted((name.removeprefix("no-"), not name.startswith("no-")) for name in options)),
    )
    table: Tabletop
    if game is not None:
        table = Tabletop.resume(kept, kept.numbered(game), find=find)
    elif new or hands or options:
        table = Tabletop.new(kept, wanted, find=find)
    elif sheet:
        last = kept.last_of(sheet)
        if last is None:
            table = Tabletop.new(kept, wanted, find=find)
        else:
            table = Tabletop.resume(kept, last, find=find)
    else:
        games = Games(kept, wanted, find=find)
        table = games.tabletop
        if games.notice is not None and games.notice.kind is NoticeKind.ANOTHER:
            print(folded(games.notice.text))
    if table.torn:
        print(folded(TORN))
    if table.answers:
        print(f"Going on with {table.name}; --new begins another.")
    told: str | None = None

    def take_line(prompt: str) -> str:
        nonlocal told
        if table.unsaved is not None and table.unsaved != told:
            print(folded(table.unsaved))
        told = table.unsaved
        return input(prompt)

    play_here(
        table.history,
        lambda request, own: table.answer(
            request, "hand" if is_named(request) and not own else "terminal", own=own
        ),
        take_line,
        print,
        config.die.conversion,
    )
    unsaved = table.save()
    if unsaved is not None:
        raise CdgDeviceError(unsaved)
    return 0


def list_games(config_file: Path | None, folder: Path | None) -> int:
    """List the games, the one last played first."""
    kept, _ = _games_kept(config_file, folder, shelf_beside(config_file))
    saved = kept.saved()
    if not saved:
        print("There are no games yet; `cdgdevice play` begins one.")
    for game in saved:
        stands = f"turn {game.turn}" if game.turn else ""
        when = "can't be gone on with"
        if game.last is not None and game.fault is None:
            when = f"{game.last.astimezone():%Y-%m-%d %H:%M}"
        # Whatever a file says, a line of the list stays a line of plain characters.
        name = ascii(game.sheet or game.name)[1:-1][:34]
        print(f"{game.number:5}  {name:34}  {stands:9}  {when}"[:COLUMNS])
    return 0


def check_config(file: Path | None) -> int:
    """Report every mistake of a configuration."""
    path = file or _found_config()
    if path is None:
        print("There is no configuration file: the reference build's defaults are used.")
        return 0
    sheets = shelf_beside(file).ids()
    read_config(_bytes(path), path.name, sheets=sheets, games=Path(games_folder()))
    print(f"{path}: no mistakes.")
    return 0


def _games_kept(
    config_file: Path | None, folder: Path | None, shelf: Shelf
) -> tuple[GameFolder, Config]:
    """Give the folder of the games, and the configuration that says where it is.

    Raises:
        ConfigError: the configuration has mistakes.
    """
    config, mistakes = _configured(config_file, folder, shelf)
    if mistakes:
        raise ConfigError(mistakes)
    return GameFolder(FolderDisk(config.games)), config


def configured(file: Path | None) -> Config:
    """Give the configuration of `file`, or of this computer.

    Raises:
        ConfigError: it has mistakes.
    """
    config, mistakes = _configured(file, None, shelf_beside(file))
    if mistakes:
        raise ConfigError(mistakes)
    return config


class _Remembers:
    """Remembers, once all screens answer, where they are: for the next start's splash."""

    def __init__(self, config: Config, folder: Path | None) -> None:
        bus = config.screens.bus
        # Not in the configuration's folder: the splash has not read that yet when it looks here.
        self._file = splash_file(str(folder or games_folder()))
        self._places: list[splash.Place] = [
            (panel.controller.value, bus or "", panel.address, panel.rotate)
            for panel in fitted_screens(config).values()
        ]
        self._done = bus is None

    def __call__(self, service: Service) -> None:
        if not self._done and not service.front.faults:
            splash.remember(self._file, self._places)
            self._done = True


def _configured(
    file: Path | None, folder: Path | None, shelf: Shelf
) -> tuple[Config, tuple[str, ...]]:
    """Read the configuration; what is wrong with it, or that it is not there, is told beside."""
    path = file or _found_config()
    games = (folder or Path(games_folder())).absolute()
    missing: tuple[str, ...] = ()
    raw = b""
    try:
        raw = b"" if path is None else _bytes(path)
    except CdgDeviceError as error:
        missing = (str(error),)
    name = "cdgdevice.toml" if path is None else path.name
    config, mistakes = read_leniently(raw, name, sheets=shelf.ids(), games=games)
    if folder is not None:
        config = replace(config, games=games)
    return config, (*missing, *mistakes)


def _found_config() -> Path | None:
    system = Path(SYSTEM_CONFIG)
    return system if system.exists() else None


def _bytes(path: Path) -> bytes:
    """Read a configuration, of a device or a pipe nothing, and no more than the size allowed."""
    why = "it is no ordinary file"
    try:
        # Asked first: to open a pipe would wait for somebody to write into it.
        if S_ISREG(path.stat().st_mode):
            with path.open("rb") as file:
                return file.read(LARGEST + 1)
    except OSError as error:
        why = str(error.strerror)
    raise CdgDeviceError(f"The configuration {path} can't be read ({why}); name another.")


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
