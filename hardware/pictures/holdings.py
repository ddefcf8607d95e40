"""The assemblies that pictures are of, each modelled once."""

from collections.abc import Callable, Mapping

import numpy as np

from hardware.case.assembly import Assembly
from hardware.case.console import console
from hardware.case.die_tray import die_tray, die_tray_with_motor
from hardware.case.fit_piece import NAME as FIT
from hardware.case.fit_piece import tried_piece
from hardware.case.minimal import minimal
from hardware.case.reference import four_pins, reference
from hardware.case.solder_free import solder_free
from hardware.case.tables import Tables, read_tables
from hardware.case.wooden import NAME as WOODEN
from hardware.case.wooden import wooden_console
from hardware.pictures.contents import contents
from hardware.pictures.props import props
from hardware.pictures.scene import Scene
from hardware.pictures.thing import Thing

_MADE_BY: Mapping[str, Callable[[Tables], Assembly]] = {
    "solder-free": solder_free,
    "reference": reference,
    "four-pins": four_pins,
    "minimal": minimal,
    "die-tray": die_tray,
    "motor": die_tray_with_motor,
    "console": console,
    WOODEN: wooden_console,
    FIT: tried_piece,
}
_BESIDE = 40.0


class Holdings:
    """What each build's assembly holds."""

    def __init__(self) -> None:
        tables = read_tables()
        self._assemblies = {build: make(tables) for build, make in _MADE_BY.items()}
        self._things = {
            build: contents(made, tables.parts) for build, made in self._assemblies.items()
        }
        self._props = {
            build: {prop.name: prop for prop in props(things, tables.parts)}
            for build, things in self._things.items()
        }

    def of_scene(self, scene: Scene) -> Mapping[str, Thing]:
        """Give all things that a scene may show, by name."""
        things = self._things[scene.build]
        if not scene.beside:
            return {**things, **self._props[scene.build]}
        other = self._things[scene.beside]
        right = max(float(thing.corners()[:, 0].max()) for thing in things.values())
        left = min(float(thing.corners()[:, 0].min()) for thing in other.values())
        by = np.array((right - left + _BESIDE, 0.0, 0.0))
        named = {f"{scene.beside}:{name}": thing for name, thing in other.items()}
        beside = {name: thing.shifted(name, by) for name, thing in named.items()}
        return {**things, **self._props[scene.build], **beside}

    def thing_list(self) -> str:
        """Give the build, the kind, the name and the part of each thing, parted by tabs."""
        rows = []
        for build, made in self._assemblies.items():
            rows += [(build, "printed", printed.name, "") for printed in made.printed]
            rows += [(build, "fitted", fitted.name, fitted.part) for fitted in made.fitted]
            rows += [(build, "room", room.name, "") for room in made.rooms]
        return "".join("\t".join(row) + "\n" for row in rows)
