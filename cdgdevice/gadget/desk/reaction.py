"""What comes of an intent."""

from dataclasses import dataclass

from cdgdevice.gadget.desk.moment import Moment
from cdgdevice.gadget.desk.wishes import Wish


@dataclass(frozen=True, slots=True)
class Reaction:
    """The moment after an intent, and what the player wishes by it."""

    moment: Moment
    wish: Wish | None = None
