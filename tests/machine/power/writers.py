"""Runs inside the booted machine: the installed program writes, well or badly, and says what.

    python3 writers.py good:game:/mnt/a overwriting:settings:/mnt/b … <>/dev/virtio-ports/power >&0

After whatever a player would have seen it prints a line, and goes on when it is answered: so
whoever keeps the log of the disk knows how far that had come by then.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

sys.path.insert(0, "/usr/lib/cdgdevice")

from cdgdevice.games.disk import NEW_FILE_ENDING, Disk, FolderDisk, FolderFile, replace_file
from cdgdevice.games.game_folder import GameFolder
from cdgdevice.games.tabletop import Games
from cdgdevice.render.views import BoardView, MenuView, View
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.facts import write_facts
from cdgdevice.rules.requests import NewGame
from cdgdevice.service.assembly import list_offered_sheets
from cdgdevice.service.session import Session
from cdgdevice.ui.intents_and_commands import Intent, Press, PressSide, Scroll
from cdgdevice.ui.state import UiContext
from cdgdevice.ui.texts import GAME_TITLE

SHEET = "paths-of-glory-2022"
ANSWERS = 12
"""Answers between two changes of games."""
REPLACEMENTS = 40
SETTINGS = "settings"
KERNEL_WRITES = 7
"""Things told by a bad writer until the kernel writes, which of itself would wait half a minute."""
SECTORS = 12
"""Length of what is replaced, in sectors of the disk: as long as a configuration."""

Tell = Callable[[Mapping[str, object]], None]
"""Says what may be relied on from now on, and returns when that has been heard."""


class UnsyncedFile(FolderFile):
    """A file that only says it has synced."""

    def sync(self) -> None:
        pass


class Overwriting(FolderDisk):
    """Writes a new file straight over the old one, and leaves the rest to the kernel."""

    def create(self, name: str) -> FolderFile:
        return UnsyncedFile(self.path / name.removesuffix(NEW_FILE_ENDING), os.O_CREAT | os.O_TRUNC)

    def rename(self, old: str, new: str) -> None:
        pass

    def sync_names(self) -> None:
        pass


class InPlace(FolderDisk):
    """Writes new content into the blocks of the old, and syncs it."""

    def create(self, name: str) -> FolderFile:
        file = self.path / name.removesuffix(NEW_FILE_ENDING)
        return FolderFile(file, os.O_CREAT)

    def rename(self, old: str, new: str) -> None:
        pass


class UnsyncedFolder(FolderDisk):
    """Syncs every file, and the folder never."""

    def sync_names(self) -> None:
        pass


class UnsyncedRename(FolderDisk):
    """Renames a new file before it is synced."""

    def create(self, name: str) -> FolderFile:
        return UnsyncedFile(self.path / name, os.O_CREAT | os.O_TRUNC)

    def sync_names(self) -> None:
        pass


class Unsynced(UnsyncedRename):
    """Syncs nothing at all."""

    def append(self, name: str) -> FolderFile:
        return UnsyncedFile(self.path / name, os.O_APPEND)


UNSYNCED = ("overwriting", "unsynced-rename", "unsynced")
"""Disks on which nothing is written before the kernel does so by itself."""

DISKS: Mapping[str, Callable[[Path], Disk]] = {
    "good": FolderDisk,
    "in-place": InPlace,
    "overwriting": Overwriting,
    "unsynced-folder": UnsyncedFolder,
    "unsynced-rename": UnsyncedRename,
    "unsynced": Unsynced,
}


def play(disk: Disk, tell: Tell) -> None:
    """Play: answers, one taken back, another game begun, and back to the first."""
    games = Games(GameFolder(disk), NewGame(SHEET))
    dice = iter((3, 4, 2, 5, 1, 6) * 100)
    session = Session(games, UiContext(sheets=list_offered_sheets), lambda: next(dice), 0.0)

    def seen() -> None:
        session.tick(0.0)
        shown()
        tabletop = games.tabletop
        told = {"game": tabletop.name, "answers": tabletop.answers}
        tell({**told, "facts": write_facts(tabletop.history)})

    def does(*intents: Intent) -> None:
        for intent in intents:
            session.send(intent, 0.0)

    def shown() -> tuple[View, ...]:
        return tuple(session.views(tuple(Side)).values())

    def menu_of(title: str) -> MenuView:
        """Give the open menu that has this entry; what else is open is closed first."""
        for _ in range(9):
            for view in shown():
                if isinstance(view, MenuView) and any(i.startswith(title) for i in view.items):
                    return view
            does(Press.MENU)
        raise LookupError(title)

    def takes(*titles: str) -> None:
        for title in (GAME_TITLE, *titles):
            menu = menu_of(title)
            entry = next(item for item in menu.items if item.startswith(title))
            does(Scroll(menu.items.index(entry) - menu.highlighted), Press.KNOB)
        while not any(isinstance(view, BoardView) for view in shown()):
            does(Press.KNOB)
        seen()

    def answers() -> None:
        for number in range(ANSWERS):
            does(Press.UNDO if number == ANSWERS // 2 else PressSide(next(iter(session.lit_sides))))
            seen()

    seen()
    answers()
    takes("New game", "Twilight Struggle")
    answers()
    takes("Switch game", "Paths")
    answers()


def content(number: int) -> bytes:
    """Give what is written for this number: other bytes in every sector."""
    return b"".join((b"%d %d" % (number, at)).ljust(512) for at in range(SECTORS))


def set_often(disk: Disk, tell: Tell) -> None:
    """Exchange a whole file, as all is that is no game."""
    for number in range(1, REPLACEMENTS + 1):
        replace_file(disk, SETTINGS, content(number))
        tell({"number": number})


WRITERS: Mapping[str, Callable[[Disk, Tell], None]] = {"game": play, "settings": set_often}


def write(disk: str, writer: str, folder: str) -> None:
    """Have a writer write to a folder, over a disk that keeps what it says or does not."""
    number = 0

    def tell(what: Mapping[str, object]) -> None:
        nonlocal number
        print(json.dumps({"writer": f"{disk}:{writer}:{folder}", "told": what}), flush=True)
        sys.stdin.readline()
        number += 1
        if disk in UNSYNCED and number % KERNEL_WRITES == 0:
            subprocess.run(["sync", "--file-system", folder], check=True)

    WRITERS[writer](DISKS[disk](Path(folder)), tell)


def main() -> int:
    for each in sys.argv[1:]:
        write(*each.split(":"))
    print(json.dumps({"over": True}), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
