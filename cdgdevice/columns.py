"""Lines for the narrowest terminal that is written for."""

from textwrap import fill
from typing import TextIO

COLUMNS = 80
"""No line is longer."""


def folded(text: str, first: str = "", rest: str | None = None) -> str:
    """Break a text into lines of at most `COLUMNS`; a word such as end-game stays whole.

    `first` stands before the first line, `rest` before every further one: as `first` if not said.
    """
    return fill(
        text,
        COLUMNS,
        initial_indent=first,
        subsequent_indent=first if rest is None else rest,
        break_on_hyphens=False,
    )


def sentences(text: str, stream: TextIO) -> str:
    """Fold what a person reads, each line by itself; in a log or a pipe a sentence keeps its line.

    `stream` is where the text goes.
    """
    lines = text.splitlines()
    return "\n".join(folded(line, rest="  ") for line in lines) if stream.isatty() else text
