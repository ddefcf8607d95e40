"""The games: each journal is read and played again, and none is touched."""

from functools import partial

from cdgdevice.errors import JournalError
from cdgdevice.selftest.finding import Finding, Step, What
from cdgdevice.table.game_folder import GameFolder
from cdgdevice.table.replay import FindSheet, replay


def fault_of(folder: GameFolder, name: str, find: FindSheet) -> str:
    """Say why the game in this file can't be gone on with; nothing where it can."""
    try:
        replay(name, folder.read(name), find)
    except JournalError as error:
        return str(error)
    return ""


def game_steps(folder: GameFolder, find: FindSheet) -> tuple[Step, ...]:
    """Give a step for each game, which finds something where it can't be gone on with.

    The last step says how many there are that can.
    """
    try:
        names = tuple(sorted(folder.sizes()))
    except JournalError as error:
        sentence = str(error)
        return (lambda: (Finding(What.GAMES_UNREADABLE, sentence),),)
    broken: list[str] = []

    def open_one(name: str) -> tuple[Finding, ...]:
        fault = fault_of(folder, name, find)
        if not fault:
            return ()
        broken.append(name)
        sentence = f"{fault} The file is kept; the other games are as they were."
        return (Finding(What.GAMES_BROKEN, sentence, f"{name} can't be gone on with."),)

    def count() -> tuple[Finding, ...]:
        whole = len(names) - len(broken)
        if not names:
            return (Finding(What.GAMES_NONE, "There are no games yet."),)
        if not whole:
            return ()
        games = "1 game opens" if whole == 1 else f"{whole} games open"
        return (Finding(What.GAMES_OPEN, f"{games}, played again from the first answer."),)

    return (*(partial(open_one, name) for name in names), count)
