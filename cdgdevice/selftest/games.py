"""The games: each journal is read and played again, and none is touched."""

from cdgdevice.errors import JournalError
from cdgdevice.selftest.finding import Finding, Step, What
from cdgdevice.table.game_folder import GameFolder
from cdgdevice.table.replay import FindSheet, replay


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
        try:
            replay(name, folder.read(name), find)
        except JournalError as error:
            broken.append(name)
            return (Finding(What.GAMES_BROKEN, str(error), f"{name} can't be gone on with."),)
        return ()

    def count() -> tuple[Finding, ...]:
        whole = len(names) - len(broken)
        if not names:
            return (Finding(What.GAMES_NONE, "There are no games yet."),)
        games = "1 game opens" if whole == 1 else f"{whole} games open"
        return (Finding(What.GAMES_OPEN, f"{games}, played again from the first answer."),)

    def step(name: str) -> Step:
        return lambda: open_one(name)

    return (*map(step, names), count)
