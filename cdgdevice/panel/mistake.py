"""A mistake of the program, met while it answers a page: one sentence in the log or terminal."""

import sys

ON_THE_PAGE = "This is a mistake of cdgdevice; its log says which."
"""What the page is told of it."""


def own_up(mistake: Exception) -> None:
    """Tell a mistake, without a traceback."""
    print(f"This is a mistake of cdgdevice's page; please report it: {mistake!r}.", file=sys.stderr)
