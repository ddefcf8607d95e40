"""Small files of the program's state: a JSON object with a checksum, and which game is current.

A die reader repeats a throw until it is acknowledged, and meanwhile the player may begin another
game. So the change of games itself keeps which throws count already; those after it are in the
journal of the game that goes on.
"""

import errno
from collections.abc import Mapping
from contextlib import suppress
from typing import Self

from msgspec import Struct

from cdgdevice.errors import CdgDeviceError
from cdgdevice.games import journal_format
from cdgdevice.games.disk import Disk, explain_disk_error, replace_file

LONGEST_STATE_FILE = 256 * 1024
"""Bytes that are read; nothing that is kept is longer."""


class DamagedFileError(CdgDeviceError):
    """A file of the state is not as it was written: what it held is lost."""


def write_checksummed(disk: Disk, name: str, content: Mapping[str, object]) -> None:
    """Keep this in the file `name`, durable on return; what it holds already is not written again.

    Raises:
        OSError: the disk refuses; the file is as it was, or, when only the last sync failed, new.
    """
    line, held = journal_format.encode_line(0, content), b""
    with suppress(OSError):
        held = disk.read(name, 0, LONGEST_STATE_FILE)
    if held != line:
        replace_file(disk, name, line)
        return
    try:
        # An earlier attempt may have failed, or been cut off, just before this.
        disk.sync_names()
    except OSError as error:
        if error.errno != errno.EROFS:  # there is nothing to sync then
            raise


def read_checksummed(disk: Disk, name: str, called: object = "") -> Mapping[str, object] | None:
    """Return what is kept in the file `name`; None where there is no such file.

    `called` is what sentences call it, such as its whole path.

    Raises:
        DamagedFileError: it is not as it was written.
        CdgDeviceError: it can't be read now.
    """
    try:
        raw = disk.read(name, 0, LONGEST_STATE_FILE)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise CdgDeviceError(
            f"{called or name} can't be read: {explain_disk_error(error)}."
        ) from error
    try:
        return journal_format.decode_line(raw.removesuffix(b"\n")).content
    except ValueError:
        raise DamagedFileError(f"{called or name} is damaged.") from None


KEPT_PREVIOUS_GAMES = 32
"""Games whose order of play is kept; a game that was not played for longer goes by its clock."""

LONGEST_CURRENT_FILE = 2048
"""Bytes that are read; a name has at most 255, a key at most 23, and a number a handful."""


class CurrentGame(Struct, frozen=True):
    """The last change of games."""

    game: str = ""
    """The file of the game that goes on; empty where that is not known."""
    answers: int = 0
    """How many answers it had then."""
    counted: tuple[journal_format.ThrowKey, ...] = ()
    """The throws that counted by then, in whichever game, as `newest_throw_keys` gives them."""
    before: tuple[int, ...] = ()
    """The numbers of the games that were current before it, the last one first,
    `KEPT_PREVIOUS_GAMES` at most.

    A computer without a clock of its own can't tell which of its games was played last."""

    def write(self) -> bytes:
        """Write what `read` reads back to an equal one."""
        keys = [list(key) for key in self.counted]
        before = {"before": list(self.before)} if self.before else {}
        return journal_format.encode_line(
            0, {"game": self.game, "answers": self.answers, "counted": keys, **before}
        )

    @classmethod
    def read(cls, raw: bytes) -> Self:
        """Read it; older versions wrote no more than the file's name."""
        try:
            content = journal_format.decode_line(raw.removesuffix(b"\n")).content
        except ValueError:
            return cls(raw.decode(errors="replace").strip())
        match content:
            case {"game": str(game), "answers": int(answers), "counted": list(keys)}:
                throws = journal_format.newest_throw_keys(
                    journal_format.find_throw_keys({"throw": key} for key in keys)
                )
                return cls(game, answers, throws, _read_numbers(content.get("before")))
            case _:
                return cls()


def _read_numbers(raw: object) -> tuple[int, ...]:
    numbers = raw if isinstance(raw, list) else []
    return tuple(number for number in numbers if isinstance(number, int))[:KEPT_PREVIOUS_GAMES]
