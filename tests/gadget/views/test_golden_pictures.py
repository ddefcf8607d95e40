from pathlib import Path

import pytest
from PIL import Image, ImageChops

from cdgdevice.gadget.views.draw import draw, fits
from cdgdevice.gadget.views.examples import EXAMPLES

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_example_looks_as_it_did_when_somebody_last_looked(name: str) -> None:
    picture = draw(EXAMPLES[name])
    actual = GOLDEN / f"{name}.actual.png"
    with Image.open(GOLDEN / f"{name}.png") as golden:
        if golden.size == picture.size and _same(golden.convert("1"), picture):
            actual.unlink(missing_ok=True)
            return
    picture.save(actual)
    pytest.fail(
        f"{name} is drawn differently: compare {actual} with {name}.png beside it. "
        "If the new one is right: python tests/gadget/views/write_golden_pictures.py"
    )


def test_no_golden_picture_is_left_over() -> None:
    kept = {p.name.split(".")[0] for p in GOLDEN.glob("*.png")}
    assert kept == set(EXAMPLES)


@pytest.mark.parametrize("name", EXAMPLES)
def test_no_text_of_an_example_is_cut(name: str) -> None:
    assert fits(EXAMPLES[name]) == []


def _same(one: Image.Image, other: Image.Image) -> bool:
    return ImageChops.logical_xor(one, other).getbbox() is None
