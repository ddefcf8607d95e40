"""What can't be counted."""

from cdgdevice.method.errors import MethodError


class NoFiguresError(MethodError):
    """These figures can't be had; the sentence says why."""
