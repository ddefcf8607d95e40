"""Which dice were chosen, in which order: a file with a name on each line."""

import os
import sys
from contextlib import suppress
from pathlib import Path

from cdgdevice.bluetooth.dice_reader import MAX_DICE
from cdgdevice.errors import CdgDeviceError

DICE_SERVICE_FOLDER = Path("/var/lib/cdgdevice-dice")
"""Where the service keeps its dice."""


def locate_dice_file() -> Path:
    """Return the file: the service's, where this computer has it, else the user's own.

    Its folder is not that of the games: the bridge has it alone while it runs, as a game has that.
    """
    state = os.environ.get("STATE_DIRECTORY", "").split(":")[0]
    if state or DICE_SERVICE_FOLDER.is_dir():
        return Path(state or DICE_SERVICE_FOLDER) / "dice"
    base = os.environ.get("LOCALAPPDATA" if sys.platform == "win32" else "XDG_DATA_HOME")
    return Path(base or Path.home() / ".local" / "share") / "cdgdevice-dice" / "dice"


class TakenDice:
    """The dice of this computer; the first is the white one, where a game tells two apart."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def read(self) -> tuple[str, ...]:
        """Return their names; none where there is no file."""
        if self.file.is_symlink():  # root reads it too, and must follow no link of the service's
            return ()
        try:
            lines = self.file.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError):
            return ()
        return tuple(dict.fromkeys(line.strip() for line in lines if line.strip()))[:MAX_DICE]

    def take(self, name: str) -> None:
        """Add a die.

        Raises:
            CdgDeviceError: there are two already, or the file can't be written.
        """
        dice = self.read()
        if name.strip() not in dice:
            if len(dice) == MAX_DICE:
                raise CdgDeviceError(
                    f"There are two dice already, {dice[0]} and {dice[1]}: forget one of them."
                )
            self._write((*dice, name.strip()))

    def forget(self, name: str) -> None:
        """Remove a die.

        Raises:
            CdgDeviceError: there is no such die, or the file can't be written.
        """
        dice = self.read()
        self._check_taken(name, dice)
        self._write(tuple(die for die in dice if die != name))

    def put_first(self, name: str) -> None:
        """Have a die that is taken count first, of two.

        Raises:
            CdgDeviceError: there is no such die, or the file can't be written.
        """
        dice = self.read()
        self._check_taken(name, dice)
        self._write((name, *(die for die in dice if die != name)))

    def _check_taken(self, name: str, dice: tuple[str, ...]) -> None:
        if name not in dice:
            raise CdgDeviceError(f"No die is called {name}: {', '.join(dice) or 'there is none'}.")

    def _write(self, dice: tuple[str, ...]) -> None:
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            replace_text(self.file, "".join(f"{name}\n" for name in dice).encode())
        except OSError as error:
            raise CdgDeviceError(f"{self.file} can't be written: {error.strerror}.") from error


def replace_text(file: Path, content: bytes) -> None:
    """Write a file whole, or leave it as it is.

    Root writes in the service's folder too: a link that lies there is not followed, and the service
    can read what root has written.
    """
    coming = file.with_name(f"{file.name}.new")
    try:
        coming.unlink(missing_ok=True)
        with coming.open("xb") as opened:
            opened.write(content)
            if os.name == "posix":
                os.fchmod(opened.fileno(), 0o644)
        coming.replace(file)
    except OSError:
        with suppress(OSError):
            coming.unlink()
        raise
