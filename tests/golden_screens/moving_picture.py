"""The moving picture of the README: a round of either side, on both screens."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from PIL import Image

from cdgdevice.render.contact_sheet import encode_animation
from cdgdevice.rules.card_display import Side
from tests.drawn import draw_view
from tests.service.session_table import BOTH, LEFT, RIGHT, Table

PICTURE = Path(__file__).parents[2] / "docs" / "round.gif"
RESULT_SECONDS, READ_SECONDS = 1.2, 2.6
SCALE = 3


def _frames() -> Iterator[tuple[Sequence[Image.Image], float]]:
    table = Table(4, 3, sheet="paths-of-glory-2018").reads_on()
    yield _screens(table), READ_SECONDS
    for button in (LEFT, RIGHT):
        yield _screens(table.does(button)), RESULT_SECONDS
        yield _screens(table.waits(1.0)), READ_SECONDS
        yield _screens(table.does(button)), READ_SECONDS
        yield _screens(table.does(button)), READ_SECONDS


def _screens(table: Table) -> tuple[Image.Image, ...]:
    views = table.session.views(BOTH)
    return tuple(draw_view(views[side]) for side in Side)


def draw_moving_picture() -> bytes:
    """Return the GIF."""
    return encode_animation(tuple(_frames()), SCALE)
