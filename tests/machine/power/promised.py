"""Whether a mounted folder holds what a writer had told by the time the power went."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from cdgdevice.errors import CdgDeviceError
from cdgdevice.games.disk import FolderDisk
from cdgdevice.games.game_folder import GameFolder
from cdgdevice.games.open_game import OpeningNoticeKind
from cdgdevice.games.tabletop import Games
from cdgdevice.rules.requests import NewGame
from tests.machine.power.writers import SETTINGS, SHEET, content

Told = Mapping[str, object]
"""What a writer said of one event, as it came over the line."""


def holds_games(folder: Path, told: Sequence[Told], following: Told | None) -> bool:
    """Open the games as the gadget does; tell whether every answer told is there, once.

    `following` is what would have been told next: it may be there already.
    """
    disk = FolderDisk(folder)
    try:
        return _holds_games(disk, told, following)
    except (CdgDeviceError, OSError):
        return False
    finally:
        disk.release()


def _holds_games(disk: FolderDisk, told: Sequence[Told], following: Told | None) -> bool:
    saved = GameFolder(disk)
    if told:
        games = Games(saved, NewGame(SHEET))
        if games.notice is not None and games.notice.kind is OpeningNoticeKind.ANOTHER:
            return False
        soon = told[-1] if following is None else following
        if games.tabletop.name not in (told[-1]["game"], soon["game"]):
            return False
    stood = [*told, *([] if following is None else [following])]
    for name in {str(each["game"]) for each in told}:
        written = saved.read(name)
        found = [entry["facts"] for entry in (written.header, *written.entries)]
        known = {each["answers"]: each["facts"] for each in stood if each["game"] == name}
        least = max(int(str(each["answers"])) for each in told if each["game"] == name)
        if not least <= len(found) - 1 <= max(int(str(answers)) for answers in known):
            return False
        if any(found[int(str(n))] != facts for n, facts in known.items() if int(str(n)) <= least):
            return False
    return True


def holds_settings(folder: Path, told: Sequence[Told], following: Told | None) -> bool:
    """Tell whether the file is the one told last, or the one that would have been told next."""
    if not told:
        return True
    numbers = [int(str(each["number"])) for each in (told[-1], following) if each is not None]
    try:
        return FolderDisk(folder).read(SETTINGS) in map(content, numbers)
    except OSError:
        return False


HOLDS = {"game": holds_games, "settings": holds_settings}
"""How to look after each of the writers."""
