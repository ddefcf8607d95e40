"""A report for a bug's thread: one Markdown text with what matters, and nothing private."""

import platform
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path, PurePath
from typing import Any

from msgspec.structs import replace

from cdgdevice import __version__, errors
from cdgdevice.config.config_file import write_config
from cdgdevice.config.keys import NONE
from cdgdevice.config.keys_and_defaults import FACTORIES, Config, list_keys
from cdgdevice.config.settings import DieSource
from cdgdevice.drivers.oled.panels import CHIPS, LUMA_PANELS
from cdgdevice.games.game_folder import GameFolder, SavedGame
from cdgdevice.games.sheet_library import sheet_ids
from cdgdevice.rules.die import DieResult
from cdgdevice.selftest.computer import UNIT, Machine, board_model, read_unit_state
from cdgdevice.selftest.findings import Finding, FindingKind, finding_lines, summary
from cdgdevice.selftest.hardware_checks import ReaderProbe
from cdgdevice.selftest.storage import OwnedData, game_fault
from cdgdevice.system.system_files import SystemFiles
from cdgdevice.system.write_access import as_owner

USUAL = {"root", "cdgdevice", "raspberrypi", "localhost", "user", "admin", "debian"}
"""Names that identify nobody: many computers and users have them."""

_HOMES = re.compile(
    r"(?:/home/|/Users/)[^/\s\"'`:,;)]+|/root(?=/|\b)"
    # On Windows a user may have two names, and a blank between them.
    r"|[A-Za-z]:\\Users\\(?:[^\\/\n\"'`:,;]+(?=\\)|[^\\/\s\"'`:,;)]+(?: [A-Z][^\\/\s\"'`:,;)]*)*)"
)
_AT_HOME = re.compile(r"(?<![\w/\\])~([/\\](?:\(left out\)|[^\s\"`:,;)])*)")
_DEFAULT_FOLDERS = ("/.local/share/cdgdevice", "/.config/cdgdevice")
"""Where everybody has it."""
_CARDS = re.compile(
    r"(/(?:run/)?(?:media|mnt)/|/Volumes/)"
    r"(?:[^/\n\"`:,;]+/)*[^/\s\"`:,;)]*(?: [A-Z][^/\s\"`:,;)]*)*"
)
"""Folders of cards and sticks, which are called after their owner and by them."""
_URL = re.compile(r"\b([a-z0-9+]+://)[^\s\"'`)]+")
_BY_ID = re.compile(r"(/dev/serial/by-(?:id|path)/)[^\s\"'`):,;]+")
_MAC = re.compile(r"(?<![0-9a-z])[0-9a-f]{2}(?:[:_-][0-9a-f]{2}){5}(?![0-9a-z])", re.IGNORECASE)
"""BlueZ writes those of dice as `dev_AA_BB_…`."""
_GROUPS = "(?:[0-9a-f]{1,4}(?::[0-9a-f]{1,4})*)"
_IPV6 = re.compile(
    rf"(?<![\w:])(?:{_GROUPS}?::{_GROUPS}|{_GROUPS}::|(?:[0-9a-f]{{1,4}}:){{7}}[0-9a-f]{{1,4}})(?!\w)",
    re.IGNORECASE,
)
_IPV4 = re.compile(r"\b(?:\d{1,3}\.){3}\d{1,3}\b")
_UUID = re.compile(r"\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b", re.IGNORECASE)
_LONG_NUMBER = re.compile(r"\b(?=[0-9a-f]*\d)[0-9a-f]{12,}\b", re.IGNORECASE)
_MAIL = re.compile(r"\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+\b")

GONE = "(left out)"
"""What stands in the place of what was left out."""


def remove_private(text: str, words: Collection[str], home: str = "") -> str:
    """Return `text` without these words, whatever their case, and without what looks like a number.

    Homes become `~`, and what lies in them is left out; `home` is one that may lie anywhere. Words
    of two letters or fewer stay, for they are in others.
    """
    # Several words together come first: there may be in them what is replaced below.
    phrases = {word for word in words if " " in word}
    text = _without(phrases, text)
    if len(home) > 1:
        text = text.replace(home, "~")
    text = _AT_HOME.sub(_at_home, _HOMES.sub("~", text))
    text = _CARDS.sub(rf"\1{GONE}", text)
    text = _URL.sub(rf"\1{GONE}", text)
    text = _BY_ID.sub(rf"\1{GONE}", text)
    for pattern in (_MAC, _UUID, _IPV6, _IPV4, _MAIL, _LONG_NUMBER):
        text = pattern.sub(GONE, text)
    return _without(set(words) - phrases, text)


def _at_home(path: re.Match[str]) -> str:
    """Keep of a path at home only what is the same for everybody."""
    rest, slash = path[1], path[1][0]
    usual = next((each for each in _DEFAULT_FOLDERS if f"{rest}/".startswith(f"{each}/")), "")
    return f"~{usual}" + (f"{slash}{GONE}" if rest.strip(slash) != usual.strip(slash) else "")


def _without(words: Collection[str], text: str) -> str:
    told = {word for word in words if len(word) > 2 and word.lower() not in USUAL}
    for word in sorted(told, key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", GONE, text, flags=re.IGNORECASE)
    return text


def names_of(files: SystemFiles) -> frozenset[str]:
    """Return the words that identify this computer."""
    found = {
        files.text("/etc/hostname"),
        files.text("/proc/sys/kernel/hostname"),
        files.text("/etc/machine-id"),
        files.text("/sys/firmware/devicetree/base/serial-number"),
    }
    for line in (files.text("/proc/cpuinfo") or "").splitlines():
        key, _, value = line.partition(":")
        if key.strip() == "Serial":
            found.add(value.strip())
    nets = "/sys/class/net"
    found |= {files.text(f"{nets}/{name}/address") for name in files.names(nets)}
    users = (files.text("/etc/passwd") or "").splitlines()
    # Users of people have the numbers from 1000 on; 65534 is nobody.
    for user in (line.split(":") for line in users):
        if len(user) > 4 and user[2].isdigit() and 1000 <= int(user[2]) < 65534:
            found |= {user[0], user[4].split(",")[0], *user[4].split(",")[0].split()}
    return frozenset(word for word in found if word)


_MISTAKE = re.compile(r" line \d+: ")
"""Stands in every sentence on a mistake, between the file's name and what is wrong."""
_KEY = re.compile(r"(?:[\w-]+|\(left out\))(?:\.[\w-]+|\.\(left out\)|\[\d+\])*(?=: )")
_QUOTE = re.compile(r'"([^"]*)"')
_FROM_FIRST_TO_LAST = re.compile(r'".*"')
_EXAMPLES = (
    *("auto", NONE, "/dev/cdgdevice-die", "unix:/run/die", "socket://127.0.0.1:7000"),
    *(f"/dev/{bus}" for bus in ("i2c-1", "i2c-3", "spidev0", "spidev1")),
    "record:/tmp/glass",
)
"""What sentences offer as examples."""

KEYS = tuple(
    name
    for path, key, value in list_keys(Config(Path("/games")))
    for name in key.lines(path, value) or (path,)
)
"""Every key of the configuration, with its whole name."""
_PARTS = {part for key in KEYS for part in key.split(".")} | {"file"}
_WORDS = {
    *_PARTS,
    *_EXAMPLES,
    *FACTORIES,
    *(each.value for kind in (DieSource, DieResult) for each in kind),
    *CHIPS,
    *(word for panel in LUMA_PANELS for word in (panel.name, panel.size)),
}


def without_quotes(sentence: str) -> str:
    """Return a sentence on a mistake without the texts and keys in it that are not the program's.

    Any other sentence is returned as it is.
    """
    found = _MISTAKE.search(sentence)
    if found is None:
        return sentence
    head, rest = sentence[: found.end()], sentence[found.end() :]
    known: list[str] = []

    def hide(quote: re.Match[str]) -> str:
        if quote[1] not in _WORDS and quote[1] not in sheet_ids():
            return quote[0]
        known.append(quote[0])
        return f"\0{len(known) - 1}\0"

    # What was written may have quotes in it: so all between the first and the last that are left.
    rest = _FROM_FIRST_TO_LAST.sub(GONE, _QUOTE.sub(hide, rest))
    rest = re.sub("\0(\\d+)\0", lambda number: known[int(number[1])], rest)
    return head + _KEY.sub(_known_parts, rest, count=1)


def _known_parts(path: re.Match[str]) -> str:
    if path.start():  # only what the sentence begins with
        return path[0]
    parts = path[0].split(".")
    return ".".join(each if each.split("[")[0] in _PARTS else GONE for each in parts)


HEAD = "# cdgdevice report"
"""The first line."""
LOG = ("journalctl", "-u", UNIT, "-b", "-n", "60", "-o", "cat", "--no-pager", "-q")
"""Asks for the last lines of the service's log, without times and the computer's name."""

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


def write_bug_report(
    machine: Machine,
    config: Config,
    owned: OwnedData,
    found: Sequence[Finding],
    met: ReaderProbe,
    *,
    private: frozenset[str] = frozenset(),
    home: str = "",
) -> str:
    """Return the text; `private` are further words to leave out."""
    with as_owner(owned.games):
        saved = _saved(owned)
        games = tuple(_games(owned, saved))
        sheets = owned.game_sheets.files().values()
    own = own_names(owned, saved)
    # Of a name with blanks in a path nobody can tell in a text where it ends.
    parts_of_paths = (
        part
        for path in (PurePath(config.games), *map(PurePath, owned.files), *sheets)
        for part in path.parts
    )
    blanks = {part for part in parts_of_paths if " " in part}
    words = private | names_of(machine.files) | own | blanks
    parts = {
        "Program": _program(),
        "Computer": _computer(machine.files),
        "Configuration in force": _configuration(config, owned),
        "Self-test": _findings(found, partial(remove_private, words=words, home=home)),
        "Die reader": _reader(met),
        "Service": _service(machine),
        "Games": games,
    }
    text = [f"{HEAD}\n\n{_PREFACE}\n"]
    for title, rows in parts.items():
        rest = remove_private("\n".join(rows), words, home).replace("```", "'''")
        text.append(f"## {title}\n\n```\n{rest}\n```\n")
    return "\n".join(text)


def own_names(owned: OwnedData, saved: Sequence[SavedGame] = ()) -> frozenset[str]:
    """Return what would betray the player's own sheets: names, titles, files, quoted texts.

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


def _saved(owned: OwnedData) -> tuple[SavedGame, ...]:
    try:
        return GameFolder(owned.disk).saved()
    except errors.JournalError:
        return ()


def _program() -> Iterator[str]:
    yield f"cdgdevice {__version__}"
    yield f"Python {platform.python_version()} ({platform.python_implementation()})"
    for name in _LIBRARIES:
        try:
            yield f"{name} {version(name)}"
        except PackageNotFoundError:
            yield f"{name}: not installed"


def _computer(files: SystemFiles) -> Iterator[str]:
    yield board_model(files) or "no Raspberry Pi"
    for line in (files.text("/etc/os-release") or "").splitlines():
        if line.startswith("PRETTY_NAME="):
            yield line.partition("=")[2].strip('"')
    yield f"{platform.system()} {platform.release()} {platform.machine()}"
    for line in (files.text("/proc/meminfo") or "").splitlines():
        if line.startswith("MemTotal:"):
            yield f"Memory {int(line.split()[1]) // 1024} MB"


def _configuration(config: Config, owned: OwnedData) -> Iterator[str]:
    yield f"Files: {', '.join(owned.files) or 'none'}"
    set_ = [key for key in owned.fields if key in KEYS]
    unknown = len(owned.fields) - len(set_)
    yield f"Set in them: {', '.join(set_) or 'nothing'}"
    if unknown:
        yield f"Also in them: {unknown} that {'is' if unknown == 1 else 'are'} not known"
    if owned.mistakes:
        yield f"Mistakes: {len(owned.mistakes)}, told below"
    for key, value in write_config(config):
        yield f"{key} = {value}"


def flatten_text(table: Any, within: str = "") -> Iterator[tuple[str, object]]:
    """Return each value of a table of tables, with its keys: `screens.left.address`."""
    for key, value in table.items():
        if isinstance(value, dict):
            yield from flatten_text(value, f"{within}{key}.")
        else:
            yield f"{within}{key}", value


def _findings(found: Sequence[Finding], clean: Callable[[str], str]) -> Iterator[str]:
    for each in found:
        if each.what is not FindingKind.SHEETS_BROKEN:
            # Before it is folded: a name of two words would be on two lines.
            yield from finding_lines(replace(each, sentence=clean(without_quotes(each.sentence))))
    sheets = sum(each.what is FindingKind.SHEETS_BROKEN for each in found)
    if sheets:
        # Its sentences quote what the player wrote.
        many = "A sheet of one's own is" if sheets == 1 else f"{sheets} sheets of one's own are"
        own = Finding(FindingKind.SHEETS_BROKEN, f"{many} left out.")
        yield from finding_lines(own)
    yield summary(found)


def _reader(met: ReaderProbe) -> Iterator[str]:
    hello, known, dice = met.hello, met.known, met.dice
    if dice is not None:
        # Their names are their owner's.
        yield f"Bluetooth dice: {', '.join(each.value for each in dice.troubles) or 'ready'}"
        yield f"Bluetooth: {dice.fault or 'no fault'}"
        yield f"Battery: {'not known' if dice.charge is None else f'{dice.charge} %'}"
        return
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
    state = read_unit_state(machine.run)
    yield ", ".join(f"{key}={value}" for key, value in sorted(state.items())) or "No systemd."
    log = [without_quotes(line) for line in machine.run(LOG).splitlines()]
    yield from log or ("Its log can't be read, or has nothing since the start of the computer.",)


def _games(owned: OwnedData, saved: Sequence[SavedGame]) -> Iterator[str]:
    known = set(sheet_ids())
    sheets = Counter(game.sheet if game.sheet in known else "other sheets" for game in saved)
    yield "1 game" if len(saved) == 1 else f"{len(saved)} games"
    for sheet, count in sorted(sheets.items()):
        yield f"{count} of {sheet}"
    yield from _broken(owned, saved)


def _broken(owned: OwnedData, saved: Sequence[SavedGame]) -> Iterator[str]:
    """Yield the length and the digest of each journal of a game that can't be continued."""
    for game in saved:
        if not game_fault(GameFolder(owned.disk), game.name, owned.game_sheets.find):
            continue
        try:
            content = owned.disk.read(game.name)
        except OSError:
            continue
        digest = sha256(content).hexdigest()[:10]
        count = content.count(b"\n")
        size = f"{len(content)} bytes, {count} line{'' if count == 1 else 's'}"
        yield f"Game {game.number} is faulty: {size}, digest {digest}"
