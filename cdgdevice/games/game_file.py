"""One file that carries a game to another computer, checked there before it is kept."""

from hashlib import sha256

from cdgdevice.errors import JournalError
from cdgdevice.games.game_folder import GameFolder
from cdgdevice.games.journal_reader import LARGEST_JOURNAL, parse_journal

_HEAD = b"cdgdevice game 1 "
"""How the file begins; the hash of the rest ends that line."""
LARGEST_GAME_FILE = LARGEST_JOURNAL + 100
"""Bytes of the largest file."""


def export_game(folder: GameFolder, number: int) -> bytes:
    """Return the file that carries the game with this number.

    Raises:
        JournalError: there is none, it can't be read now, or is damaged.
    """
    name = folder.numbered(number)
    content = folder.read_bytes(name)
    parse_journal(content, name)  # a damaged game is not carried on
    return pack_game(content)


def pack_game(content: bytes) -> bytes:
    """Return the file that carries a journal: that it is whole can be told from it.

    The checksums of its lines alone would not miss the last ones.
    """
    return _HEAD + sha256(content).hexdigest().encode("ascii") + b"\n" + content


def unpack_game(packed: bytes, name: str) -> bytes:
    """Return the journal in the file `name`, which `pack_game` wrote.

    Raises:
        JournalError: it is another kind of file, or not as it was written.
    """
    head, _, content = packed.partition(b"\n")
    if not head.startswith(_HEAD):
        raise JournalError(f"{name} holds no game that cdgdevice exported.")
    if len(packed) > LARGEST_GAME_FILE or pack_game(content) != packed:
        raise JournalError(f"{name} is damaged; export the game once more.")
    return content
