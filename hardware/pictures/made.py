"""Everything that is made here: the guides' pictures, and two lists for the tests.

`scenes.tsv` holds each picture's name and a mark of the scene that it was painted from, so that a
picture older than its scene is found without painting; `things.tsv` holds what the assemblies
hold, so that a part that no step fits is found without modelling.
"""

import hashlib
from collections.abc import Mapping
from pathlib import Path

from hardware.pictures.scene import Scene
from hardware.pictures.scenes import SCENES
from hardware.pictures.step_wires import wires_of

HARDWARE = Path(__file__).resolve().parent.parent
PICTURES = HARDWARE / "made" / "pictures"
SCENE_LIST = PICTURES / "scenes.tsv"
THING_LIST = PICTURES / "things.tsv"


def made_files() -> Mapping[Path, bytes]:
    """Model, paint and list everything; give every file's bytes by its path.

    Needs build123d and VTK.
    """
    from hardware.pictures.compose import picture_of, png_of
    from hardware.pictures.holdings import Holdings

    holdings = Holdings()
    files = {
        picture_path(scene): png_of(picture_of(scene, holdings.of_scene(scene))) for scene in SCENES
    }
    files[SCENE_LIST] = scene_list().encode()
    files[THING_LIST] = holdings.thing_list().encode()
    return files


def picture_path(scene: Scene) -> Path:
    """Give where a scene's picture is kept."""
    return PICTURES / f"{scene.name}.png"


def scene_list() -> str:
    """Give each scene's name and mark, a line each, parted by a tab."""
    return "".join(f"{scene.name}\t{mark_of(scene)}\n" for scene in SCENES)


def mark_of(scene: Scene) -> str:
    """Give sixteen letters that change whenever the scene or one of its wires does."""
    wires = [(wire.start, wire.end, wire.colour) for wire in wires_of(scene)]
    return hashlib.sha256(repr((scene, wires)).encode()).hexdigest()[:16]
