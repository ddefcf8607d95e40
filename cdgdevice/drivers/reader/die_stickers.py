"""The stickers of a die for the tray: the one table of results, colours and opposite faces.

The sensor looks up at the face that lies below; calibration teaches it which face is then on
top, so the reader itself needs no such table. The colours are chosen so that those which can
be mixed up lie opposite: a die that leans shows two neighbours, never two opposite faces.
"""

from msgspec import Struct

from cdgdevice.rules.die import DieResult


class Sticker(Struct, frozen=True):
    """One face of the die."""

    face: int
    """What the reader reports while this face is on top, 1 to 6."""
    result: DieResult
    colour: str
    """The ground's name, as a player is told it."""
    ground: tuple[int, int, int]
    """The ground as it is printed: red, green and blue, 0 to 255 each."""

    @property
    def name(self) -> str:
        """The result as a player is told it, such as `A B`."""
        return _RESULT_NAMES.get(self.result) or " ".join(self.result.value)

    @property
    def opposite(self) -> int:
        """The face that lies below while this one is on top: both add up to 7."""
        return 7 - self.face


_RESULT_NAMES = {DieResult.JR: "Jolly Roger", DieResult.EVENT: "Event"}
_GROUNDS = (
    ("blue", (0, 80, 200)),
    ("red", (220, 20, 30)),
    ("white", (255, 255, 255)),
    ("yellow", (255, 225, 0)),
    ("magenta", (225, 0, 170)),
    ("green", (0, 150, 60)),
)

STICKERS = tuple(
    Sticker(face, result, *ground)
    for face, (result, ground) in enumerate(zip(DieResult, _GROUNDS, strict=True), 1)
)
"""The six stickers, by face."""

TEST_STRIP = tuple(STICKERS[face - 1] for face in (3, 4, 5, 2, 6, 1))
"""The stickers whose grounds are the fields of a printed test strip, from end to end. White comes
first: the reader fits its gain to the brightest."""
