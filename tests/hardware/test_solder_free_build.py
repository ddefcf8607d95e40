"""The solder-free build: nothing of it is soldered, and a round is played with what it has."""

from pathlib import Path

from msgspec.structs import replace

from cdgdevice.config.config_file import read_config
from cdgdevice.config.keys_and_defaults import Config
from cdgdevice.drivers.gpio.control_events import Control, KnobPhase
from cdgdevice.games.sheet_library import sheet_ids
from hardware.tables.parts import Joint, joint_of
from hardware.tables.roles import Role, role_of
from hardware.tables.wires import read_wires
from tests.hardware.known import parts
from tests.whole_gadget import Gadget

FILE = Path(__file__).parents[2] / "hardware" / "solder-free.toml"


def config() -> Config:
    text = FILE.read_text(encoding="utf-8")
    return read_config(text, FILE.name, sheets=sheet_ids(), games=Path("/games"))


def test_no_end_of_a_wire_is_soldered() -> None:
    ends = {end for wire in read_wires("solder-free") for end in (wire.start, wire.end)}
    assert Role.SPLICE not in {role_of(end.thing) for end in ends}
    joints = {joint_of(end.thing, "solder-free", parts()) for end in ends}
    assert joints == {Joint.SOCKET, Joint.RECEPTACLE, Joint.PLUG}


def test_it_has_one_screen_one_button_and_a_knob() -> None:
    built = config()
    assert set(built.pins.inputs) == {Control.LEFT, Control.KNOB, *KnobPhase}
    assert built.screens.left is not None
    assert built.screens.right is None


def test_a_round_is_played_with_button_and_knob() -> None:
    with Gadget(4, config=replace(config(), sheet="paths-of-glory-2022")) as gadget:
        before = gadget.answers()
        gadget.press(Control.LEFT).passes(2.0)
        gadget.turn(1).press(Control.KNOB).passes(2.0)
        assert gadget.answers() == before + 2
