"""Checkpoints: how a game stood after so many of its journal's answers, so that a start is short.

The journal is what counts. A checkpoint beside it saves a start from playing all answers again,
and is used only where it fits: it was written by this version, for these very bytes of the journal
and this sheet, and puts on the table what the journal says. Else it is as if there were none.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Self
from zlib import crc32

from msgspec import Struct
from msgspec.structs import replace

from cdgdevice import __version__
from cdgdevice.games.journal_format import ThrowKey, decode_line, encode_line, find_throw_keys
from cdgdevice.games.journal_reader import CheckpointError, JournalStart
from cdgdevice.rules import card_display
from cdgdevice.rules.facts import write_facts
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.record_codec import PackedAnswers, pack_records, unpack_records
from cdgdevice.rules.requests import Json
from cdgdevice.rules.set_up import drop_own_names, with_words_of_game
from cdgdevice.rules.sheet import Sheet


@cache
def name_program() -> str:
    """Return the version, and a checksum of which files it has: rules may be fixed within one."""
    rules = Path(card_display.__file__).parent
    files = ((each.name, each.stat()) for each in sorted(rules.rglob("*.py")))
    told = [(name, found.st_size, found.st_mtime_ns) for name, found in files]
    return f"{__version__} {crc32(repr(told).encode()):08x}"


class Checkpoint(Struct, frozen=True):
    """A checkpoint as it is kept on the disk."""

    start: JournalStart
    """The part of the journal that it stands for."""
    sheet: int
    """The checksum of the sheet's file."""
    counted: tuple[ThrowKey, ...]
    """The die reader's throws that counted by then."""
    rules_changed: bool
    """The cards were still to be compared with the screens."""
    older: tuple[PackedAnswers, ...]
    """The answers before those in `state`."""
    state: bytes
    """The game's history without the older answers, as `pack_records` writes it."""

    @classmethod
    def make(
        cls,
        history: GameHistory,
        start: JournalStart,
        counted: tuple[ThrowKey, ...],
        *,
        rules_changed: bool,
    ) -> Self:
        """Return the checkpoint of a game whose history is packed."""
        sheet = history.now.sheet
        newer = replace(history, past=replace(history.past, older=()))
        state = pack_records((newer,), sheet)
        return cls(start, sheet.checksum, counted, rules_changed, history.past.older, state)

    def restore(
        self, sheet: Sheet, facts: Mapping[str, Json], names: tuple[str, str] | None
    ) -> GameHistory:
        """Return the history of the game of this sheet, of which the journal keeps these facts.

        `names` are those that the player gave the sides, if any.

        Raises:
            CheckpointError: the sheet or the program was changed, or the facts are others.
        """
        try:
            (newer,) = unpack_records(self.state, sheet)
            # The state says which variants are on; what they call the sides is the sheet's to say.
            given = drop_own_names(sheet, names)
            worded = with_words_of_game(sheet, newer.now.options, given)
            if worded is not sheet:
                (newer,) = unpack_records(self.state, worded)
            restored: GameHistory = replace(newer, past=replace(newer.past, older=self.older))
            fits = sheet.checksum == self.sheet and write_facts(restored) == facts
        except (AttributeError, LookupError, TypeError, ValueError) as error:
            raise CheckpointError("another program") from error
        if not fits:
            raise CheckpointError("another table")
        return restored

    def write(self) -> bytes:
        """Return the content of its file: a line of JSON, then what is packed."""
        packed = b"".join([*(some.packed for some in self.older), self.state])
        head = {
            "checkpoint": name_program(),
            "journal": [self.start.answers, self.start.length, self.start.checksum],
            "sheet": self.sheet,
            "counted": self.counted,
            "changed": self.rules_changed,
            "older": [[len(some.packed), some.count, some.rolls] for some in self.older],
            "packed": crc32(packed),
        }
        return encode_line(0, head) + packed

    @classmethod
    def read(cls, content: bytes) -> Self:
        """Read what `write` wrote.

        Raises:
            TypeError, ValueError: it is damaged, or another version wrote it.
        """
        line, _, packed = content.partition(b"\n")
        match decode_line(line).content:
            case {
                "checkpoint": version,
                "journal": [int(answers), int(size), int(checksum)],
                "sheet": int(sheet),
                "counted": list(keys),
                "changed": bool(changed),
                "older": list(lengths),
                "packed": int(found),
            } if version == name_program() and found == crc32(packed):
                older: list[PackedAnswers] = []
                for length, count, rolls in lengths:
                    older.append(PackedAnswers(packed[:length], count, rolls))
                    packed = packed[length:]
                counted = tuple(find_throw_keys({"throw": key} for key in keys))
                start = JournalStart(answers, size, checksum)
                return cls(start, sheet, counted, changed, tuple(older), packed)
        raise ValueError("not a checkpoint of this version")
