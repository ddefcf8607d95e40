"""The pictures of the guides' steps as files, and the list of what their assemblies hold."""

from collections.abc import Mapping
from pathlib import Path

from hardware.pictures.compose import picture_of, png_of
from hardware.pictures.holdings import Holdings
from hardware.pictures.places import THING_LIST, picture_path
from hardware.pictures.scenes import SCENES


def made_files() -> Mapping[Path, bytes]:
    """Model, paint and list everything; give each file's bytes by path from the repository's root.

    Needs build123d and VTK, and most of a minute.
    """
    holdings = Holdings()
    files = {
        picture_path(scene): png_of(picture_of(scene, holdings.of_scene(scene))) for scene in SCENES
    }
    return {**files, THING_LIST: holdings.thing_list().encode()}
