"""The file that carries a game to another computer: its journal, and a hash of it."""

from cdgdevice.errors import JournalError
from cdgdevice.games.journal_reader import LARGEST_JOURNAL

LARGEST_GAME_FILE = LARGEST_JOURNAL + 100
"""Bytes of the largest such file."""
_EXPORTED = b"cdgdevice game 1 "
"""How it begins; the hash of the rest ends that line."""


def pack_game(content: bytes) -> bytes:
    """Return the file that carries a journal: that it is whole can be told from it.

    The checksums of its lines alone would not miss the last ones.
    """
    from hashlib import sha256  # loads all of OpenSSL, which no start needs

    return _EXPORTED + sha256(content).hexdigest().encode("ascii") + b"\n" + content


def unpack_game(packed: bytes, name: str) -> bytes:
    """Return the journal in the file `name`, which `pack_game` wrote.

    Raises:
        JournalError: it is another kind of file, or not as it was written.
    """
    head, _, content = packed.partition(b"\n")
    if not head.startswith(_EXPORTED):
        raise JournalError(f"{name} holds no game that cdgdevice exported.")
    if len(packed) > LARGEST_GAME_FILE or pack_game(content) != packed:
        raise JournalError(f"{name} is damaged; export the game once more.")
    return content
