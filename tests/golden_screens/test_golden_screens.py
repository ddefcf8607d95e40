"""What the player sees in real games, pixel by pixel."""

import io
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageSequence

from tests.golden_screens.moments import MOMENTS, sheet
from tests.golden_screens.moving_picture import PICTURE, draw_moving_picture

FOLDER = Path(__file__).parent


@pytest.mark.parametrize("name", MOMENTS)
def test_both_screens_look_as_they_were_approved(name: str, tmp_path: Path) -> None:
    """To approve a change: python -m tests.golden_screens.write_golden_screens, and look at it."""
    seen = sheet(name)
    with Image.open(FOLDER / f"{name}.png") as file:
        approved = file.convert("L")
    if ImageChops.difference(seen, approved).getbbox() is not None:
        seen.save(tmp_path / f"{name}.actual.png")
        pytest.fail(f"{name} looks otherwise: compare it with {tmp_path / name}.actual.png")


def test_every_approved_picture_is_of_a_moment() -> None:
    assert {picture.stem for picture in FOLDER.glob("*.png")} == set(MOMENTS)


def test_the_moving_picture_of_the_readme_is_the_round_as_it_looks_now() -> None:
    """To draw it anew: python -m tests.golden_screens.write_golden_screens."""

    def frames(gif: io.BytesIO | Path) -> list[bytes]:
        with Image.open(gif) as film:
            return [frame.convert("RGB").tobytes() for frame in ImageSequence.Iterator(film)]

    assert frames(PICTURE) == frames(io.BytesIO(draw_moving_picture()))
