"""Lines of which each brings its own indent."""

from cdgdevice.columns import folded


def wrapped(line: str) -> str:
    """Break a line where it is too long; what follows is indented by two columns more than it."""
    indent = len(line) - len(line.lstrip())
    return folded(line, rest=" " * (indent + 2))
