"""A picture tells when something in it is moved, and is the same when nothing is."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest

from hardware.pictures.alike import same_picture
from hardware.pictures.compose import picture_of, png_of
from hardware.pictures.holdings import Holdings
from hardware.pictures.placing import place
from hardware.pictures.scene import Scene, Shown
from hardware.pictures.scenes import SCENES
from hardware.pictures.thing import Thing
from hardware.pictures.wiring import lay


@pytest.fixture(scope="module")
def holdings() -> Holdings:
    return Holdings()


def scene(name: str) -> Scene:
    return next(scene for scene in SCENES if scene.name == name)


def painted(scene: Scene, things: Mapping[str, Thing]) -> bytes:
    return png_of(picture_of(scene, things))


@pytest.mark.parametrize("name", ["reference-pi", "reference-power", "die-tray-closing"])
def test_painted_twice_it_is_the_same_to_the_byte(name: str, holdings: Holdings) -> None:
    things = holdings.of_scene(scene(name))
    assert painted(scene(name), things) == painted(scene(name), things)


def test_a_screw_that_stands_out_by_four_millimetres_is_found(holdings: Holdings) -> None:
    right = scene("reference-finished")
    things = holdings.of_scene(right)

    def moved(shown: Shown) -> Shown:
        is_it = shown.name == "panel_screw_1"
        return replace(shown, moved=(0.0, 0.0, 4.0), arrow=False) if is_it else shown

    wrong = replace(right, things=tuple(map(moved, right.things)))
    assert not same_picture(painted(right, things), painted(wrong, things))


def test_a_screen_with_another_view_is_found(holdings: Holdings) -> None:
    right = scene("reference-self-test")
    things = holdings.of_scene(right)
    left, _ = right.on_glass
    wrong = replace(right, on_glass=(left, ("right_screen", left[1])))
    assert not same_picture(painted(right, things), painted(wrong, things))


@pytest.mark.parametrize("name", [scene.name for scene in SCENES if scene.wires])
def test_wires_are_drawn_no_longer_than_they_are(name: str, holdings: Holdings) -> None:
    only = replace(scene(name), wires_before=())
    drawn = lay(only, place(only, holdings.of_scene(only))).lengths
    assert drawn
    # A wire that must go over a wall may be drawn a fifth longer than its ends are apart.
    far = [wire for wire, long, apart in drawn if long > max(wire.length_mm, 1.2 * apart)]
    assert not far


def test_a_wire_that_is_far_too_short_is_found(holdings: Holdings) -> None:
    right = replace(scene("reference-power"), wires_before=())
    placed = place(right, holdings.of_scene(right))
    away = [
        replace(one, shift=one.shift + np.array((0.0, 300.0, 0.0)))
        if one.shown.turned_over
        else one
        for one in placed
    ]
    assert any(long > wire.length_mm for wire, long, _ in lay(right, away).lengths)


def test_a_name_that_the_assembly_lacks_is_told(holdings: Holdings) -> None:
    wrong = replace(scene("minimal-pi"), things=(Shown("pie"),), labels=())
    with pytest.raises(KeyError, match='shows "pie"'):
        painted(wrong, holdings.of_scene(wrong))
