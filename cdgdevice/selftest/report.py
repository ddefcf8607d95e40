"""A report for a bug's thread: one Markdown text with what matters, and nothing private."""

import platform
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from cdgdevice import __version__
from cdgdevice.config import Config
from cdgdevice.config.writing import written
from cdgdevice.errors import JournalError
from cdgdevice.gadget.reader.messages import Hello, Known
from cdgdevice.selftest.board import model
from cdgdevice.selftest.files import Files
from cdgdevice.selftest.finding import Finding, What
from cdgdevice.selftest.games import fault_of
from cdgdevice.selftest.hardware import Met
from cdgdevice.selftest.looking import Owned
from cdgdevice.selftest.machine import Machine
from cdgdevice.selftest.private import cleaned, names_in, names_of
from cdgdevice.selftest.quotes import known_keys, without_quotes
from cdgdevice.selftest.service_state import UNIT, unit_state
from cdgdevice.selftest.words import lines, summary
from cdgdevice.table.game_folder import GameFolder, SavedGame
from cdgdevice.table.shelf import sheet_ids

HEAD = "# cdgdevice report"
"""The first line."""
LOG = ("journalctl", "-u", UNIT, "-b", "-n", "60", "-o", "cat", "--no-pager", "-q")
"""What gives the last lines of the service's log, without times and the computer's name."""

_PREFACE = """\
This is what `cdgdevice report` collects for a bug report: versions, the board, the configuration
without its comments, what the self-test found without anybody pressing anything, the die reader's
word, the service's state and its last lines, and how many games there are of which sheets.

It leaves out names of users and computers, numbers of boards and networks, folders at home, titles,
ids and notes of your own sheets, and what you wrote that your configuration does not know. Read it
through before you send it all the same."""

_LIBRARIES = (
    *("gpiozero", "gpiod", "luma.oled", "luma.core", "smbus2", "pillow", "pyserial"),
    *("bottle", "reportlab", "mpremote"),
)


def report(
    machine: Machine,
    config: Config,
    owned: Owned,
    found: Sequence[Finding],
    met: Met,
    *,
    private: frozenset[str] = frozenset(),
    home: str = "",
) -> str:
    """Give the text; `private` are words to leave out beside those that the computer tells."""
    saved = _saved(owned)
    own = own_names(owned, saved)
    places = (str(config.games), *owned.files)
    words = private | names_of(machine.files) | own | names_in(places)
    parts = {
        "Program": _program(),
        "Computer": _computer(machine.files),
        "Configuration in force": _configuration(config, owned),
        "Self-test": _findings(found, partial(cleaned, words=words, home=home)),
        "Die reader": _reader(met.hello, met.known),
        "Service": _service(machine),
        "Games": _games(owned, saved),
    }
    text = [f"{HEAD}\n\n{_PREFACE}\n"]
    for title, rows in parts.items():
        rest = cleaned("\n".join(rows), words, home).replace("```", "'''")
        text.append(f"## {title}\n\n```\n{rest}\n```\n")
    return "\n".join(text)


def own_names(owned: Owned, saved: Sequence[SavedGame] = ()) -> frozenset[str]:
    """Give what tells of the player's own sheets: what they and their files are called, and say.

    Also of sheets that are broken, or gone.
    """
    ids = {game.sheet for game in saved if game.sheet} | set(owned.shelf.own)
    own = ids - set(sheet_ids())
    titles = {game.title for game in saved if game.sheet in own}
    titles |= {owned.shelf.sheet(each).title for each in owned.shelf.own}
    slugs = {Path(game.name).stem.partition("-")[2] for game in saved if not game.sheet}
    files = set(owned.shelf.names)
    # A log may have these as they are: they quote what the player wrote.
    quoting = set(owned.shelf.mistakes)
    return frozenset((own | titles | slugs | files | quoting) - set(sheet_ids()))


def _saved(owned: Owned) -> tuple[SavedGame, ...]:
    try:
        return GameFolder(owned.disk).saved()
    except JournalError:
        return ()


def _program() -> Iterator[str]:
    yield f"cdgdevice {__version__}"
    yield f"Python {platform.python_version()} ({platform.python_implementation()})"
    for name in _LIBRARIES:
        try:
            yield f"{name} {version(name)}"
        except PackageNotFoundError:
            yield f"{name}: not installed"


def _computer(files: Files) -> Iterator[str]:
    yield model(files) or "no Raspberry Pi"
    for line in (files.text("/etc/os-release") or "").splitlines():
        if line.startswith("PRETTY_NAME="):
            yield line.partition("=")[2].strip('"')
    yield f"{platform.system()} {platform.release()} {platform.machine()}"
    for line in (files.text("/proc/meminfo") or "").splitlines():
        if line.startswith("MemTotal:"):
            yield f"Memory {int(line.split()[1]) // 1024} MB"


def _configuration(config: Config, owned: Owned) -> Iterator[str]:
    yield f"Files: {', '.join(owned.files) or 'none'}"
    set_ = [*known_keys(owned.fields)]
    unknown = len(owned.fields) - len(set_)
    yield f"Set in them: {', '.join(set_) or 'nothing'}"
    if unknown:
        yield f"Also in them: {unknown} that {'is' if unknown == 1 else 'are'} not known"
    if owned.mistakes:
        yield f"Mistakes: {len(owned.mistakes)}, told below"
    for key, value in written(config):
        yield f"{key} = {value}"


def flat(table: Any, within: str = "") -> Iterator[tuple[str, object]]:
    """Give each value of a table of tables, with its keys: `screens.left.address`."""
    for key, value in table.items():
        if isinstance(value, dict):
            yield from flat(value, f"{within}{key}.")
        else:
            yield f"{within}{key}", value


def _findings(found: Sequence[Finding], clean: Callable[[str], str]) -> Iterator[str]:
    for each in found:
        if each.what is not What.SHEETS_BROKEN:
            # Before it is folded: a name of two words would be on two lines.
            yield from lines(replace(each, sentence=clean(without_quotes(each.sentence))))
    sheets = sum(each.what is What.SHEETS_BROKEN for each in found)
    if sheets:
        # Its sentences quote what the player wrote.
        many = "A sheet of one's own is" if sheets == 1 else f"{sheets} sheets of one's own are"
        own = Finding(What.SHEETS_BROKEN, f"{many} left out.")
        yield from lines(own)
    yield summary(found)


def _reader(hello: Hello | None, known: Sequence[Known]) -> Iterator[str]:
    if hello is None:
        yield "No die reader has said who it is."
        return
    # Its uid is the number of the board.
    yield f"Firmware {hello.firmware or 'without a name'}, protocol {hello.major}.{hello.minor}"
    yield f"Can and has: {', '.join(sorted(hello.capabilities)) or 'nothing'}"
    for each in known:
        counts = f"red {each.red}, green {each.green}, blue {each.blue}, clear {each.clear}"
        yield f"Known {each.like}: {counts}, spread {each.spread}"


def _service(machine: Machine) -> Iterator[str]:
    state = unit_state(machine.run)
    yield ", ".join(f"{key}={value}" for key, value in sorted(state.items())) or "No systemd."
    log = [without_quotes(line) for line in machine.run(LOG).splitlines()]
    yield from log or ("Its log can't be read, or has nothing since the start of the computer.",)


def _games(owned: Owned, saved: Sequence[SavedGame]) -> Iterator[str]:
    known = set(sheet_ids())
    sheets = Counter(game.sheet if game.sheet in known else "other sheets" for game in saved)
    yield "1 game" if len(saved) == 1 else f"{len(saved)} games"
    for sheet, count in sorted(sheets.items()):
        yield f"{count} of {sheet}"
    yield from _broken(owned, saved)


def _broken(owned: Owned, saved: Sequence[SavedGame]) -> Iterator[str]:
    """Tell the length and the digest of each journal that can't be gone on with."""
    for game in saved:
        if not fault_of(GameFolder(owned.disk), game.name, owned.shelf.sheet):
            continue
        try:
            content = owned.disk.read(game.name)
        except OSError:
            continue
        digest = sha256(content).hexdigest()[:10]
        count = content.count(b"\n")
        size = f"{len(content)} bytes, {count} line{'' if count == 1 else 's'}"
        yield f"Game {game.number} is faulty: {size}, digest {digest}"
