from pathlib import Path

import pytest
from PIL import Image, ImageChops

from cdgdevice.render.draw import check_fit
from tests.drawn import draw_view
from tools.example_views import EXAMPLE_VIEWS

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize("name", EXAMPLE_VIEWS)
def test_every_example_looks_as_it_did_when_somebody_last_looked(name: str) -> None:
    picture = draw_view(EXAMPLE_VIEWS[name])
    actual = GOLDEN / f"{name}.actual.png"
    with Image.open(GOLDEN / f"{name}.png") as golden:
        if golden.size == picture.size and _same(golden.convert("1"), picture):
            actual.unlink(missing_ok=True)
            return
    picture.save(actual)
    pytest.fail(
        f"{name} is drawn differently: compare {actual} with {name}.png beside it. "
        "If the new one is right: python tests/render/write_golden_pictures.py"
    )


def test_no_golden_picture_is_left_over() -> None:
    kept = {p.name.split(".")[0] for p in GOLDEN.glob("*.png")}
    assert kept == set(EXAMPLE_VIEWS)


@pytest.mark.parametrize("name", EXAMPLE_VIEWS)
def test_no_text_of_an_example_is_cut(name: str) -> None:
    assert check_fit(EXAMPLE_VIEWS[name]) == []


def _same(one: Image.Image, other: Image.Image) -> bool:
    return ImageChops.logical_xor(one, other).getbbox() is None
