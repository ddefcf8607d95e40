"""Lines for the narrowest terminal that is written for."""

from textwrap import fill

COLUMNS = 80


def wrapped(line: str) -> str:
    """Break a line where it is too long; what follows is indented by two columns more than it."""
    indent = len(line) - len(line.lstrip())
    return fill(line, COLUMNS, subsequent_indent=" " * (indent + 2), break_on_hyphens=False)
