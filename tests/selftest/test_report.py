"""The report for a bug's thread: it tells what matters, and nothing that is the owner's own."""

import re
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import pytest
from msgspec.structs import replace

from cdgdevice import __version__
from cdgdevice.config.config_file import ConfigLayer, read_layers
from cdgdevice.games.game_folder import GameFolder
from cdgdevice.games.open_game import OpenGame
from cdgdevice.games.sheet_library import SheetLibrary
from cdgdevice.rules.requests import NewGame
from cdgdevice.selftest.bug_report import (
    GONE,
    HEAD,
    flatten_text,
    names_of,
    remove_private,
    write_bug_report,
)
from cdgdevice.selftest.findings import Finding, FindingKind
from cdgdevice.selftest.hardware_checks import ReaderProbe, reader_findings
from cdgdevice.selftest.in_terminal import SelfTestBench, run_all
from cdgdevice.selftest.storage import OwnedData
from cdgdevice.sheet_tools.own_sheet import read_sheet_at
from tests.selftest.found import NOW, OURS, UNIT, bench, hello
from tests.selftest.pi_trees import MAC, MACHINE_ID, SERIAL, zero_2_w
from tests.simulated_disk import SimulatedDisk

USUAL = "~/.local/share/cdgdevice"
HOME = "/srv/people/wilhelmina"
SECRETS = {
    "user": "wilhelmina",
    "real name": "Wilhelmina",
    "family": "Featherstonehaugh",
    "host": "attic-of-mina",
    "serial": SERIAL,
    "mac": MAC,
    "machine": MACHINE_ID,
    "uid": "E6614103E7452D2F",
    "address": "192.168.178.42",
    "address 6": "fe80::2ecf:67ff:feaa:bbcc",
    "mail": "mina@example.org",
    "other home": "bartholomew",
    "by id": "usb-MicroPython_Board_in_FS_mode",
    "sheet": "minas-own-war",
    "title": "The War in Mina's Attic",
    "note": "Mother must not know",
    "password": "correct horse battery staple",
    "gone sheet": "the-lost-campaign",
    "broken sheet": "aunt-agathas-feud",
    "misnamed sheet": "Uncle Bob's war",
    "hidden sheet": "cousin-nells-siege",
    "stick": "Mina's stick",
}

CONFIG = f"""
# {SECRETS["note"]} and the Wi-Fi is {SECRETS["password"]}
sheet = "{SECRETS["sheet"]}"
wifi_password = "{SECRETS["password"]}"
[games]
folder = "{HOME}/games"
[reader]
port = "/dev/serial/by-id/{SECRETS["by id"]}_{SECRETS["uid"]}-if00"
[die]
source = "/home/{SECRETS["other home"]}/die"
"""

LOG = f"""\
the stick /run/media/{SECRETS["user"]}/{SECRETS["stick"]} is full
playing {SECRETS["sheet"]}
fault: /home/{SECRETS["other home"]}/x can't be written
die reader: {SECRETS["uid"]} at socket://{SECRETS["address"]}:7000
host {SECRETS["host"]} has {SECRETS["address 6"]}, {MAC} and {SECRETS["mail"]}
"""


def own_sheet(name: str = SECRETS["sheet"]) -> SimulatedDisk:
    """A folder with one sheet of the player's own, and one that is broken."""
    text = files("cdgdevice.sheets").joinpath("standard-2018.toml").read_text("utf-8")
    text = re.sub(r'^id = ".*"$', f'id = "{name}"', text, count=1, flags=re.MULTILINE)
    text = re.sub(
        r'^title = ".*"$', f'title = "{SECRETS["title"]}"', text, count=1, flags=re.MULTILINE
    )
    disk = SimulatedDisk()
    broken = f'title = "x"\nfamily = "{SECRETS["note"]}"\n'
    for file, content in (
        (f"{name}.toml", text),
        (f"{SECRETS['broken sheet']}.toml", broken),
        (f"{SECRETS['misnamed sheet']}.toml", text),
        (f"{SECRETS['hidden sheet']}.toml.txt", text),
    ):
        with disk.create(file) as opened:
            opened.write(content.encode())
            opened.sync()
    return disk


def poisoned(root: Path) -> tuple[SelfTestBench, SheetLibrary]:
    """A gadget on which every name and number is one to keep to oneself."""
    zero_2_w(root)
    (root / "etc/hostname").write_text(SECRETS["host"])
    (root / "etc/passwd").write_text(
        "root:x:0:0:root:/root:/bin/bash\n"
        f"{SECRETS['user']}:x:1000:1000:{SECRETS['real name']} {SECRETS['family']},,,:"
        f"{HOME}:/bin/sh\n"
    )
    shelf = SheetLibrary({f"{HOME}/sheets": own_sheet()})
    disk = SimulatedDisk()
    for sheet in (SECRETS["sheet"], "standard-2018"):
        OpenGame.new(GameFolder(disk), NewGame(sheet), lambda: NOW, shelf.sheet)
    lost = SheetLibrary({"elsewhere": own_sheet(SECRETS["gone sheet"])})
    OpenGame.new(GameFolder(disk), NewGame(SECRETS["gone sheet"]), lambda: NOW, lost.sheet)
    name = f"{HOME}/cdgdevice.toml"
    read = read_layers((ConfigLayer(name, CONFIG.encode()),), sheets=shelf.ids(), games=Path(HOME))
    made = bench(root)
    return (
        replace(
            made,
            config=read.config,
            owned=OwnedData(
                (name,),
                read.mistakes,
                shelf,
                read.config.games,
                disk,
                [key for key, _ in flatten_text(read.table)],
            ),
            machine=replace(made.machine, run=logging(LOG)),
            meet=lambda config, needed: met(),
        ),
        shelf,
    )


def logging(*lines: str) -> Callable[[tuple[str, ...]], str]:
    """Give a computer whose service runs and has these lines in its log."""
    return lambda command: UNIT if command[0] == "systemctl" else "\n".join(lines)


def met() -> ReaderProbe:
    greeting = hello("blank")
    return ReaderProbe(reader_findings(greeting, OURS), greeting)


def told(root: Path) -> str:
    made, _ = poisoned(root)
    found = tuple(run_all(made, None, write=False))
    return write_bug_report(
        made.machine, made.config, made.owned, found, met(), private=frozenset(), home=HOME
    )


def test_no_secret_of_a_poisoned_world_is_in_it(tmp_path: Path) -> None:
    text = told(tmp_path).lower()
    leaked = {what: secret for what, secret in SECRETS.items() if secret.lower() in text}
    assert leaked == {}


def test_the_poison_reaches_what_the_report_is_made_of(tmp_path: Path) -> None:
    """Without this the test before could not fail."""
    made, shelf = poisoned(tmp_path)
    found = tuple(run_all(made, None, write=False))
    raw = "\n".join(
        (
            *(each.sentence for each in found),
            *(game.title + game.name + game.sheet for game in GameFolder(made.owned.disk).saved()),
            str(made.config),
            str(met()),
            LOG,
            *names_of(made.machine.files),
            *shelf.mistakes,
        )
    )
    absent = {what for what, secret in SECRETS.items() if secret not in raw}
    assert absent <= {"password", "note"}, "a comment's words are never read at all"


def test_it_tells_what_matters(tmp_path: Path) -> None:
    text = told(tmp_path)
    assert text.startswith(HEAD)
    unfolded = " ".join(text.split())
    for words in (
        f"cdgdevice {__version__}",
        "gpiozero 2.",
        "Raspberry Pi Zero 2 W Rev 1.0",
        "Debian GNU/Linux 12 (bookworm)",
        "Set in them: sheet, games.folder, reader.port, die.source",
        "Also in them: 1 that is not known",
        f'games.folder = "~/{GONE}"',
        "screens.left.address = 0x3C",
        f"line 4: {GONE}: is not a known key.",
        f"die.source: {GONE} is not known. Allowed: button, reader, hand.",
        "The die reader does not know its die yet",
        "Firmware cdg-reader 1.0, protocol 1.1",
        "ActiveState=active",
        "playing (left out)",
        "3 games",
        "1 of standard-2018",
        "2 of other sheets",
    ):
        assert words in unfolded, words
    assert re.search(r"Game 3 is faulty: \d+ bytes, 1 line, digest [0-9a-f]{10}", text)


def test_one_game_is_one_game_and_a_section_that_says_nothing_is_not_named(tmp_path: Path) -> None:
    made, _ = poisoned(tmp_path)
    disk = SimulatedDisk()
    OpenGame.new(GameFolder(disk), NewGame("standard-2018"), lambda: NOW)
    empty = {"games": {}, "screens": {"left": {}, "right": {"rotate": 180}}}
    fields = [key for key, _ in flatten_text(empty)]
    own = replace(made.owned, disk=disk, fields=fields)
    text = write_bug_report(made.machine, made.config, own, (), ReaderProbe(()))
    assert "\n1 game\n" in text
    assert "Set in them: screens.right.rotate\n" in text


def test_a_game_of_a_sheet_s_file_is_faulty_only_if_that_file_is_gone(tmp_path: Path) -> None:
    made, _ = poisoned(tmp_path)
    folder = tmp_path / "For Ottilie only"
    folder.mkdir()
    file = folder / f"{SECRETS['gone sheet']}.toml"
    file.write_bytes(own_sheet(SECRETS["gone sheet"]).read(file.name))
    sheets = made.owned.game_sheets
    assert sheets.remember(read_sheet_at(file), file)

    def report() -> str:
        found = tuple(run_all(made, None, write=False))
        return write_bug_report(made.machine, made.config, made.owned, found, met())

    text = report()
    assert "3 games open" in text
    assert "is faulty" not in text
    file.unlink()
    text = report()
    assert "2 games open" in text
    assert "Game 3 is faulty" in text
    assert "Ottilie" not in text


@pytest.mark.parametrize(
    "mistake",
    [
        'die.source = "albertspassword"',
        'die.source = """a "button", or \'albert\' "x"."""',
        f'die.source = "{"albert" * 20}"',
        'sheet = "albert"',
        "[albert]",
        '[die."albert: or, albert"]',
        '[games]\nalbert = "x"',
        'screens.left.albert = "x"',
        'screens.bus = "my \\"albert\\" thing"',
        'reader.port = "albert"',
        'pins.left_button = "albert"',
        'games.folder = "albert/games"',
        'pins.factory = "albert"',
        '[[die]]\nsource = "albert"',
        'die.conversion = { 1 = "albert" }',
        'die.source = "albert',
        "die.source = albert",
        "albert",
        "[albert",
        "albert = 1\nalbert = 2",
        "die.source = \u201calbert\u201d",
        'games.folder = "C:\\Users\\albert\\games"',
        "{\\rtf1 albert}",
    ],
)
def test_what_the_configuration_does_not_know_is_not_quoted(mistake: str, tmp_path: Path) -> None:
    made, shelf = poisoned(tmp_path)
    read = read_layers((ConfigLayer("c.toml", mistake),), sheets=shelf.ids(), games=Path("/games"))
    assert read.mistakes
    own = replace(
        made.owned, mistakes=read.mistakes, fields=[key for key, _ in flatten_text(read.table)]
    )
    machine = replace(made.machine, run=logging(*read.mistakes))
    found = tuple(run_all(replace(made, owned=own, machine=machine), None, write=False))
    text = write_bug_report(machine, read.config, own, found, ReaderProbe(()))
    assert "albert" not in text
    assert "c.toml line " in text


def test_what_it_does_know_is_quoted(tmp_path: Path) -> None:
    made, shelf = poisoned(tmp_path)
    wrong = (
        'reader.port = "x"\ndie.source = "buton"\nsheet = "standard-201"\n'
        "screens.left.address = 0x99\nscreens.left.rotat = 0\n"
    )
    read = read_layers((ConfigLayer("c.toml", wrong),), sheets=shelf.ids(), games=Path("/games"))
    machine = replace(made.machine, run=logging(*read.mistakes))
    text = write_bug_report(machine, read.config, made.owned, (), ReaderProbe(()))
    for words in (
        f'c.toml line 1: reader.port: must be "auto", "none", a device like '
        f'"/dev/cdgdevice-die", a Unix socket like "unix:/run/die" or a URL like '
        f'"socket://{GONE}", not {GONE}.',
        f'c.toml line 2: die.source: {GONE} is not known. Did you mean "button"?',
        f'c.toml line 3: sheet: {GONE} is not known. Did you mean "standard-2018"?',
        "c.toml line 4: screens.left.address: must be 0x3C or 0x3D, not 0x99.",
        f'c.toml line 5: screens.left.{GONE}: is not a known key. Did you mean "rotate"?',
    ):
        assert words in text, read.mistakes


def test_a_name_of_several_words_is_not_told_on_two_lines_either(tmp_path: Path) -> None:
    made, _ = poisoned(tmp_path)
    for length in range(90):
        found = (
            Finding(FindingKind.GAMES_BROKEN, f"{'x' * length} {SECRETS['title']} is not here."),
        )
        text = write_bug_report(made.machine, made.config, made.owned, found, ReaderProbe(()))
        assert "Attic" not in text


def test_nothing_is_written_on_the_disk_for_it(tmp_path: Path) -> None:
    made, _ = poisoned(tmp_path)
    disk = made.owned.disk
    assert isinstance(disk, SimulatedDisk)
    kept = {name: disk.read(name) for name in disk.names()}
    disk.make_read_only()
    found = tuple(run_all(made, None, write=False))
    assert FindingKind.DISK_REFUSES not in {each.what for each in found}
    write_bug_report(made.machine, made.config, made.owned, found, met())
    assert {name: disk.read(name) for name in disk.names()} == kept


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("/home/anna/games and /root/x", f"~/{GONE} and ~/{GONE}"),
        ("C:\\Users\\Anna\\games", f"~\\{GONE}"),
        ("'/home/albert/Al's/secretgames is full", f"'~/{GONE} is full"),
        ("/home/anna and /root", "~ and ~"),
        (
            f"{USUAL}, /home/b/.local/share/cdgdevice/x.journal",
            f"{USUAL}, {USUAL}/{GONE}",
        ),
        ("socket://10.0.0.7:7000", f"socket://{GONE}"),
        ("at 10:45:12 on 2026-11-21", "at 10:45:12 on 2026-11-21"),
        ("6.12.25+rpt-rpi-v8 on Python 3.13.5", "6.12.25+rpt-rpi-v8 on Python 3.13.5"),
        ("fe80::1 and ::1, 2001:db8:1:2:3:4:5:6: all", f"{GONE} and {GONE}, {GONE}: all"),
        ("/media/jane.doe/Jane's Stick/games is full", f"/media/{GONE} is full"),
        ("/run/media/jane/Jane's Stick is full", f"/run/media/{GONE} is full"),
        ("/mnt/JaneDoe/games, line 3", f"/mnt/{GONE}, line 3"),
        ("/Volumes/Jane Doe/x.toml: /etc/y", f"/Volumes/{GONE}: /etc/y"),
        ("C:\\Users\\Jane Doe", "~"),
        ("C:\\Users\\jane doe\\games is full", f"~\\{GONE} is full"),
        ("the sheet that anna@10.0.0.7 lost: it", f"{GONE}: it"),
        ("2e8a:0005 at 0x3C", "2e8a:0005 at 0x3C"),
        ("Raspberry Pi of pi on raspberrypi", "Raspberry Pi of pi on raspberrypi"),
        ("Anna's annals", f"{GONE}'s annals"),
    ],
)
def test_what_is_private_goes_and_what_only_looks_so_stays(before: str, after: str) -> None:
    words = {"anna", "pi", "raspberrypi", "the sheet that anna@10.0.0.7 lost"}
    assert remove_private(before, words) == after


def test_sentences_about_one_s_own_sheets_are_counted_and_not_quoted(tmp_path: Path) -> None:
    made, _ = poisoned(tmp_path)
    found = (Finding(FindingKind.SHEETS_BROKEN, f"In line 3: {SECRETS['note']}."),)
    text = write_bug_report(made.machine, made.config, made.owned, found, ReaderProbe(()))
    assert "1 faults in sheets" not in text
    assert "A sheet of one's own is left out" in text
    assert SECRETS["note"] not in text
