"""Which wires a step lays."""

from hardware.pictures.scene import Scene
from hardware.tables.wires import End, Wire, read_wires


def names_of(end: End) -> frozenset[str]:
    """Give the words by which a scene may name an end: `knob`, `knob.A`."""
    return frozenset((end.thing, f"{end.thing}.{end.terminal}"))


def wires_of(scene: Scene) -> tuple[Wire, ...]:
    """Give the wires that a scene lays, in the order of `wires.toml`.

    Raises:
        ValueError: with a sentence, when a word of the scene names no wire's end.
    """
    return _of(scene, scene.wires)


def wires_before(scene: Scene) -> tuple[Wire, ...]:
    """Give the wires that were laid before and are seen, in the order of `wires.toml`."""
    return _of(scene, scene.wires_before)


def wires_loose(scene: Scene) -> tuple[Wire, ...]:
    """Give the wires of which only the near end is seen, in the order of `wires.toml`."""
    return _of(scene, scene.wires_loose)


def _of(scene: Scene, words: tuple[str, ...]) -> tuple[Wire, ...]:
    wires = read_wires(scene.build)
    for word in words:
        if not any(word in names_of(end) for wire in wires for end in (wire.start, wire.end)):
            raise ValueError(
                f'Picture {scene.name} lays the wires of "{word}"; wires.toml has none.'
            )
    wanted = frozenset(words)
    return tuple(w for w in wires if wanted & (names_of(w.start) | names_of(w.end)))
