"""What is looked up of the computer, the files and the disk: the same for glass and terminal."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cdgdevice.owner import as_owner
from cdgdevice.selftest.board import board, clock, power, warmth
from cdgdevice.selftest.disk import disk_findings
from cdgdevice.selftest.finding import Finding, Step
from cdgdevice.selftest.games import game_steps
from cdgdevice.selftest.machine import Machine
from cdgdevice.selftest.owned_files import configuration, sheets
from cdgdevice.table.disk import Disk
from cdgdevice.table.folder import FolderDisk
from cdgdevice.table.game_folder import GameFolder
from cdgdevice.table.shelf import Shelf


@dataclass(frozen=True, slots=True)
class Owned:
    """What the owner has put on the computer, and what came of it."""

    files: Sequence[str]
    """The files of the configuration that are in force, the strongest first."""
    mistakes: Sequence[str]
    """What is wrong in them."""
    shelf: Shelf
    games: Path
    disk: Disk
    """The folder `games`."""
    fields: Sequence[str] = ()
    """What the files set, like `screens.left.address`."""
    instead: str = ""
    """What is used while there are mistakes, as a sentence."""


def owned(
    files: Sequence[str],
    mistakes: Sequence[str],
    shelf: Shelf,
    games: Path,
    fields: Sequence[str] = (),
    instead: str = "",
) -> Owned:
    """Give what the owner has, with the games on the real disk."""
    return Owned(files, mistakes, shelf, games, FolderDisk(games), fields, instead)


def computer_steps(machine: Machine) -> tuple[Step, ...]:
    """Give what is looked up of the computer itself."""
    return (
        lambda: (board(machine.files, machine.environment),),
        lambda: (power(machine.files),),
        lambda: (warmth(machine.files),),
        lambda: (clock(machine.files, machine.now(), machine.installed),),
    )


def owned_steps(machine: Machine, own: Owned, *, write: bool = True) -> tuple[Step, ...]:
    """Give what is looked up of the owner's files; without `write` the disk is left as it is."""

    def disk() -> tuple[Finding, ...]:
        with as_owner(own.games):
            return disk_findings(
                own.disk, lambda: machine.room(own.games), machine.clock, write=write
            )

    return (
        lambda: configuration(own.files, own.mistakes, own.instead),
        lambda: sheets(len(own.shelf.ids()), own.shelf.mistakes),
        disk,
        *game_steps(GameFolder(own.disk), own.shelf.sheet),
    )
