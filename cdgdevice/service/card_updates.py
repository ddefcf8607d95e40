"""What became of updates of the whole card, as the card image says it.

A module of its own because it is loaded only on the card image, once a menu is opened.
"""

from collections.abc import Iterator
from pathlib import Path

from cdgdevice.ui.intents_and_commands import CardUpdate, UpdateOutcome


def read_card_updates(path: Path) -> tuple[CardUpdate, ...]:
    """Return what the file says, a line an update; none where it can't be read.

    Words of a later image say nothing here.
    """
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, ValueError):
        return ()
    return tuple(_read_lines(lines))


def _read_lines(lines: list[str]) -> Iterator[CardUpdate]:
    for line in lines:
        try:
            file, outcome, version, made = line.split("\t")
            yield CardUpdate(file, UpdateOutcome(outcome), version, made)
        except ValueError:
            continue
