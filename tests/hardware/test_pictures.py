"""The guides' pictures: every step has one, and together they fit every part and every wire."""

import io
import re
from collections import Counter
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from hardware.guide.tables import FOUR_PINS
from hardware.making.makers import ROOT
from hardware.pictures.alike import same_picture
from hardware.pictures.lettering import font
from hardware.pictures.places import PICTURES, THING_LIST, picture_path
from hardware.pictures.scene import Scene
from hardware.pictures.scenes import GUIDES, IN_THE_GUIDE_OF, OF_PAGES, OF_STEPS, SCENES, console
from hardware.pictures.step_wires import wires_of
from hardware.tables.wires import read_wires

_IMAGE = re.compile(r"!\[([^\]]*)\]\((?:hardware/)?(made/pictures/[^)]+)\)")
_LARGEST = 120_000


def scenes_of(build: str) -> list[Scene]:
    return [scene for scene in OF_STEPS if scene.build == build]


def images(page: str) -> list[tuple[str, str]]:
    return _IMAGE.findall((ROOT / "hardware" / page).read_text(encoding="utf-8"))


def things(kind: str) -> list[tuple[str, str]]:
    lines = (ROOT / THING_LIST).read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines]
    return [(row[0], row[2]) for row in rows if row[1] == kind]


def new_things(scene: Scene) -> set[str]:
    """What a scene says is new; a thing's nut and its rest are one."""
    return {shown.name.partition(".")[0] for shown in scene.things if shown.new}


def test_no_two_scenes_have_one_name() -> None:
    assert not [name for name, n in Counter(scene.name for scene in SCENES).items() if n > 1]


def test_there_is_a_picture_of_every_scene_and_of_nothing_else() -> None:
    there = {path.relative_to(ROOT) for path in (ROOT / PICTURES).glob("*.png")}
    assert there == {picture_path(scene) for scene in SCENES}


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_a_picture_is_as_wide_as_a_page_wants_and_small_to_fetch(scene: Scene) -> None:
    path = ROOT / picture_path(scene)
    assert path.stat().st_size < _LARGEST
    with Image.open(path) as picture:
        assert picture.width == 1200
        assert 300 <= picture.height <= 1000


@pytest.mark.parametrize(("build", "page"), GUIDES.items())
def test_a_guide_shows_all_its_pictures_in_the_order_of_the_steps(build: str, page: str) -> None:
    shown = dict.fromkeys(Path(path).stem for _, path in images(page))
    scenes = [s for s in OF_STEPS if IN_THE_GUIDE_OF.get(s.build, s.build) == build]
    assert list(shown) == [scene.name for scene in scenes]


def test_the_page_of_four_pins_shows_all_its_pictures_in_the_order_of_the_steps() -> None:
    shown = dict.fromkeys(Path(path).stem for _, path in images(FOUR_PINS.name))
    assert list(shown) == [scene.name for scene in scenes_of("four-pins")]


def test_the_overview_is_shown_where_readers_begin() -> None:
    found = dict(map(reversed, _IMAGE.findall((ROOT / "README.md").read_text(encoding="utf-8"))))
    assert "made/pictures/overview.png" in found


@pytest.mark.parametrize(("page", "scenes"), OF_PAGES.items())
def test_a_page_that_is_no_guide_shows_its_pictures(page: str, scenes: tuple[Scene, ...]) -> None:
    shown = dict.fromkeys(Path(path).stem for _, path in images(page))
    assert list(shown) == [scene.name for scene in scenes]


def test_screens_of_four_pins_have_every_wire_but_power_in_exactly_one_picture() -> None:
    laid = Counter(wire for scene in scenes_of("four-pins") for wire in wires_of(scene))
    power = {"GND", "VCC"}
    assert laid == Counter(w for w in read_wires("four-pins") if w.end.terminal not in power)


def test_the_motors_wires_and_legs_are_each_in_exactly_one_picture() -> None:
    laid = Counter(wire for scene in scenes_of("motor") for wire in wires_of(scene))
    assert laid == Counter(read_wires("motor"))


def test_the_motor_and_its_circuit_go_in_at_exactly_one_step() -> None:
    tray = {name for its, name in things("fitted") if its == "die-tray"}
    mine = {name for its, name in things("fitted") if its == "motor"} - tray
    new = Counter(name for scene in scenes_of("motor") for name in new_things(scene))
    assert mine >= {"motor", "transistor", "diode"}
    assert new == dict.fromkeys(mine, 1)


@pytest.mark.parametrize("build", GUIDES)
def test_no_step_lays_more_wires_than_can_be_followed(build: str) -> None:
    assert max(len(wires_of(scene)) for scene in scenes_of(build)) <= 6


@pytest.mark.parametrize("build", GUIDES)
def test_every_bought_part_goes_in_at_exactly_one_step(build: str) -> None:
    fitted = Counter(name for its, name in things("fitted") if its == build)
    new = Counter(name for scene in scenes_of(build) for name in new_things(scene))
    assert {name: new[name] for name in fitted} == dict.fromkeys(fitted, 1)


def test_every_part_of_the_console_goes_in_at_exactly_one_step() -> None:
    fitted = Counter(name for its, name in things("fitted") if its == "console")
    new = Counter(name for scene in console.SCENES for name in new_things(scene))
    assert fitted
    assert {name: new[name] for name in fitted} == dict.fromkeys(fitted, 1)


def test_a_scene_of_a_wire_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="lays the wires of"):
        wires_of(Scene("x", "reference", (), wires=("third_screen.VCC",)))


def test_every_letter_of_the_labels_is_in_the_letters_of_the_pictures() -> None:
    words = {char for scene in SCENES for label in scene.labels for char in label.text}
    nothing = font().getmask("\N{OBJECT REPLACEMENT CHARACTER}")
    drawn = {char: font().getmask(char) for char in words - set(" \n{}")}
    assert not [char for char, mask in drawn.items() if bytes(mask) == bytes(nothing)]


def drawn(*parts: tuple[int, int], shade: int = 90) -> bytes:
    """A picture with a round part of eight pixels at each place, as a screw's head is."""
    picture = Image.new("RGB", (400, 300), (255, 255, 255))
    pen = ImageDraw.Draw(picture)
    pen.rectangle((60, 40, 340, 260), fill=(235, 232, 224), outline=(50, 50, 50))
    for x, y in parts:
        pen.ellipse((x - 9, y - 9, x + 9, y + 9), fill=(shade, shade, shade))
    file = io.BytesIO()
    picture.save(file, "PNG")
    return file.getvalue()


def test_a_shade_more_or_less_is_the_same_picture() -> None:
    assert same_picture(drawn((100, 100)), drawn((100, 100), shade=96))


def test_a_part_that_moved_or_is_missing_is_another_picture() -> None:
    assert not same_picture(drawn((100, 100)), drawn((112, 100)))
    assert not same_picture(drawn((100, 100), (300, 200)), drawn((100, 100)))


def test_pictures_of_other_sizes_are_other_pictures() -> None:
    small = io.BytesIO()
    Image.new("RGB", (10, 10)).save(small, "PNG")
    assert not same_picture(drawn(), small.getvalue())
