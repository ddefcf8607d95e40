"""The guides' tables: what to measure first, and which wire goes where, step by step."""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from hardware.drawings.naming import is_splice, reaches, title
from hardware.drawings.no_ack import no_ack_picture
from hardware.drawings.telling import spoken
from hardware.guide.measures import measure_table
from hardware.guide.no_ack import no_ack_table
from hardware.guide.splice import splice_picture
from hardware.pictures.scene import Scene
from hardware.pictures.scenes import GUIDES, SCENES
from hardware.pictures.step_wires import wires_of
from hardware.tables import parts_page
from hardware.tables.blocks import filled, table
from hardware.tables.builds import Build
from hardware.tables.nets import header_pin
from hardware.tables.parts import Joint, Parts, joint_of, read_parts
from hardware.tables.wires import COLOURS, End, Wire, read_wires

HEADS: Final = ("from", "to", "wire, mm", "its ends")
MEASURE: Final = "measure"
"""The block of every guide that tells what to measure before anything is printed."""
ALONE: Final = "alone"
"""The block that tells how one screen is tried on the Pi, alone."""
OPTION_MEASURE: Final = "motor-measure"
"""The block of the tray's guide that tells how large its motor may be."""
FOUR_PINS: Final = Path("hardware/FOUR-PINS.md")
"""What is otherwise in the reference build where its screens are on I2C."""
START: Final = Path("hardware/README.md")
SPLICE: Final = Path("hardware/made/guide/splice.svg")
NO_ACK: Final = Path("hardware/made/guide/no-ack.svg")
SELF_TEST: Final = Path("docs/SELFTEST.md")


def made_texts() -> Mapping[Path, str]:
    """Give the guides' pages and their drawing, by the path from the repository's root.

    Raises:
        ValueError: when a guide lacks the place of a table.
    """
    pages = {build: Path("hardware") / page for build, page in GUIDES.items()}
    texts = {page: filled(page, blocks(build)) for build, page in pages.items()}
    costs = {"cost": parts_page.cost_table(read_parts().values())}
    return {
        **texts,
        FOUR_PINS: filled(FOUR_PINS, wire_blocks(Build.FOUR_PINS.value)),
        START: filled(START, costs),
        SELF_TEST: filled(SELF_TEST, {"no-ack": no_ack_table()}),
        SPLICE: splice_picture(),
        NO_ACK: no_ack_picture(),
    }


def blocks(build: str) -> dict[str, str]:
    """Give the blocks of a build's guide: what to measure, and each step's wires."""
    made = {**wire_blocks(build), MEASURE: measure_table(build)}
    if build == Build.DIE_TRAY.value:
        option = Build.MOTOR.value
        made |= {scene.name: wire_table(scene) for scene in wiring_steps(option)}
        made[OPTION_MEASURE] = measure_table(option)
    return made


def wire_blocks(build: str) -> dict[str, str]:
    """Give each step's wires, and those of a screen that is tried alone where there are two."""
    made = {scene.name: wire_table(scene) for scene in wiring_steps(build)}
    if any(wire.end.thing == "right_screen" for wire in read_wires(build)):
        made[ALONE] = _alone(read_wires(build))
    return made


def wiring_steps(build: str) -> tuple[Scene, ...]:
    """Give the scenes of a build that lay wires and not only legs, in the guide's order."""
    return tuple(
        scene
        for scene in SCENES
        if scene.build == build and any(not wire.is_leg for wire in wires_of(scene))
    )


def wire_table(scene: Scene) -> str:
    """Write a row for each wire that a step lays; the legs of parts are none."""
    return table(HEADS, [row(wire) for wire in wires_of(scene) if not wire.is_leg])


def row(wire: Wire) -> tuple[str, ...]:
    """Give a wire's row: from where to where, which wire, and how it is joined."""
    start, build = header_pin(wire.start), min(wire.build)
    return (
        f"**{spoken(wire.start.terminal)}**, {start.name}" if start else _said(wire.start),
        _said(wire.end),
        f"{COLOURS[wire.colour]}, {wire.length_mm}",
        f"{_joined(wire.start, build)}, {_joined(wire.end, build)}",
    )


def _said(end: End) -> str:
    if is_splice(end.thing):
        return title(end.thing)
    return f"{title(end.thing)}: **{spoken(end.terminal)}**"


def _joined(end: End, build: str) -> str:
    joint = Joint.SOLDER if is_splice(end.thing) else joint_of(end.thing, build, _parts())
    return joint.value


@cache
def _parts() -> Parts:
    """Read the parts once: every row asks for them."""
    return read_parts()


def _alone(wires: Sequence[Wire]) -> str:
    """Write where the pins of a screen go while it is tried alone, without a splice."""
    ends = dict.fromkeys(wire.end for wire in wires if wire.end.thing == "left_screen")
    rows = []
    for end in ends:
        (pin,) = (one for one in reaches(tuple(wires), end) if header_pin(one))
        place = header_pin(pin)
        colour = next(COLOURS[wire.colour] for wire in wires if wire.end == end)
        rows.append((end.terminal, f"**{pin.terminal}**", place.name if place else "", colour))
    return table(("on the screen", "on the Raspberry Pi", "which is", "colour"), rows)
