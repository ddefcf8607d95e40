"""Text for the narrowest terminal that is written for: 80 columns."""

import re
from textwrap import fill
from typing import TextIO

COLUMNS = 80
"""No line is longer."""


def fold_text(text: str, first: str = "", rest: str | None = None) -> str:
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


def fold_sentences(text: str, stream: TextIO) -> str:
    """Fold what a person reads, each line by itself; in a log or a pipe a sentence keeps its line.

    `stream` is where the text goes.
    """
    lines = text.splitlines()
    return "\n".join(fold_text(line, rest="  ") for line in lines) if stream.isatty() else text


def wrap_lines(line: str) -> str:
    """Break a line where it is too long; what follows is indented by two columns more than it."""
    indent = len(line) - len(line.lstrip())
    return fold_text(line, rest=" " * (indent + 2))


_COLOURS = re.compile("\x1b\\[[0-9;]*m")


def fold_wide(line: str) -> str:
    """Wrap a line that is too long, colours not counted; any other stays as it is."""
    return line if len(_COLOURS.sub("", line)) <= COLUMNS else wrap_lines(line)
