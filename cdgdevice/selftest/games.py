"""The games: each journal is read and played again, and none is touched."""

from collections.abc import Iterator
from functools import partial

from cdgdevice.errors import JournalError
from cdgdevice.selftest.finding import Finding, Step, What
from cdgdevice.table.game_folder import GameFolder
from cdgdevice.table.replay import FindSheet, replaying

AT_ONCE = 50
"""Answers that are played in one go: a tenth of a second on a slow Pi."""


def fault_of(folder: GameFolder, name: str, find: FindSheet) -> str:
    """Say why the game in this file can't be gone on with; nothing where it can."""
    return "".join(filter(None, _opened(folder, name, find)))


def _opened(folder: GameFolder, name: str, find: FindSheet) -> Iterator[str | None]:
    """Open a game in pieces: None while there is more; at the end what is wrong, or nothing."""
    try:
        for number, _ in enumerate(replaying(name, folder.read(name), find), 1):
            if number % AT_ONCE == 0:
                yield None
    except JournalError as error:
        yield str(error)
    else:
        yield ""


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

    def go_on(name: str, opened: Iterator[str | None]) -> tuple[Finding, ...] | None:
        fault = next(opened)
        if fault is None:
            return None
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

    return (*(partial(go_on, name, _opened(folder, name, find)) for name in names), count)
