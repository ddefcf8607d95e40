"""What can't be counted."""

from cdgdevice.method.errors import MethodError
from cdgdevice.method.sheet import Sheet


class NoFiguresError(MethodError):
    """These figures can't be had; the sentence says why."""


class NoRoundsError(NoFiguresError):
    """The rounds of a sheet can't be listed, and so nothing of them can be counted."""

    def __init__(self, sheet: Sheet, why: str, wanted: str = "odds of this kind") -> None:
        """Say what was `wanted`, and why there is none: both without a full stop."""
        super().__init__(f"{sheet.title} ({sheet.id}) has no {wanted}: {why}.")
        self.why = why
