"""The simulated chip that the driver and every emulator are tried on, against its data sheet."""

import pytest

from firmware.simulated.chip import STEP
from tests.firmware import sensor_world


def test_a_byte_without_the_command_bit_is_no_command() -> None:
    world = sensor_world.World()
    world.chip.write(bytes((sensor_world.AUTO | sensor_world.ID,)))
    world.chip.write(bytes((sensor_world.ENABLE, 3)))
    assert world.get(sensor_world.ENABLE) == 0
    world.chip.write(bytes((0x20 | sensor_world.ID,)))
    assert world.get(sensor_world.ID) == 0x44


def test_registers_go_up_only_after_an_auto_increment_command() -> None:
    world = sensor_world.World().started()
    world.passes(30.0)
    world.chip.write(bytes((sensor_world.REPEATED | sensor_world.ID,)))
    assert world.chip.read(3) == b"\x44\x44\x44"
    world.chip.write(bytes((sensor_world.AUTO | sensor_world.ID,)))
    assert world.chip.read(2) == bytes((0x44, 0x01))


def test_what_is_read_only_stays() -> None:
    world = sensor_world.World()
    world.set(sensor_world.ID, 0x99)
    world.set(sensor_world.STATUS, 0xFF)
    assert (world.get(sensor_world.ID), world.get(sensor_world.STATUS)) == (0x44, 0)


def test_nothing_is_valid_before_the_first_integration_has_ended() -> None:
    world = sensor_world.World().started()
    world.passes(23.9)
    assert world.get(sensor_world.STATUS) & 1 == 0
    world.passes(0.2)
    assert world.get(sensor_world.STATUS) & 1 == 1


def test_without_the_oscillator_nothing_is_counted() -> None:
    world = sensor_world.World()
    world.set(sensor_world.ENABLE, 2)
    world.passes(1000.0)
    assert world.get(sensor_world.STATUS) & 1 == 0


def test_the_data_are_those_of_the_last_whole_integration() -> None:
    world = sensor_world.World()
    expected = sensor_world.paper(world, 4)
    world.started()
    world.passes(24.5)
    world.tray.light(False)
    assert sensor_world.close(world.word(sensor_world.CLEAR), expected)
    world.passes(23.0)
    assert sensor_world.close(world.word(sensor_world.CLEAR), expected), "the second has not ended"
    world.passes(25.0)
    assert world.word(sensor_world.CLEAR) < 20


def test_a_light_that_is_switched_on_the_way_mixes() -> None:
    world = sensor_world.World()
    expected = sensor_world.paper(world, 4)
    world.started()
    world.passes(12.0)
    world.tray.light(False)
    world.passes(12.1)
    assert sensor_world.close(world.word(sensor_world.CLEAR), expected / 2)


def test_a_sticky_specimen_says_valid_until_its_power_goes() -> None:
    world = sensor_world.World(sticky=True).started()
    world.passes(24.1)
    world.set(sensor_world.ENABLE, 0)
    assert world.get(sensor_world.STATUS) & 1 == 1
    world.tray.unsolder()
    world.tray.solder()
    assert world.get(sensor_world.STATUS) & 1 == 0


def test_a_start_breaks_off_what_was_under_way() -> None:
    world = sensor_world.World()
    sensor_world.paper(world, 4)
    world.started()
    world.passes(20.0)
    world.set(sensor_world.ENABLE, 1)
    world.set(sensor_world.ENABLE, 3)
    world.passes(26.0)
    assert world.get(sensor_world.STATUS) & 1 == 0
    world.passes(0.5)
    assert world.get(sensor_world.STATUS) & 1 == 1


def test_reading_word_by_word_tears_and_reading_at_one_go_does_not() -> None:
    world = sensor_world.World()
    sensor_world.paper(world, 4)
    world.started()
    world.passes(23.95 + 24.0)
    bright = world.word(sensor_world.CLEAR)
    world.tray.light(False)
    world.passes(24.2)
    torn = (bright, world.word(sensor_world.CLEAR + 2))
    assert torn[0] > 1000 > 20 > torn[1]
    world.chip.write(bytes((sensor_world.AUTO | sensor_world.CLEAR,)))
    whole = world.chip.read(8)
    assert max(whole[1::2]) == 0


def test_one_word_is_never_torn() -> None:
    world = sensor_world.World()
    sensor_world.paper(world, 4)
    world.started()
    world.passes(24.5)
    world.chip.write(bytes((sensor_world.AUTO | sensor_world.CLEAR,)))
    low = world.chip.read(1)[0]
    world.tray.light(False)
    world.passes(48.0)
    high = world.chip.read(1)[0]
    assert high << 8 | low > 1000


@pytest.mark.parametrize(("code", "gain"), [(0, 1), (1, 4), (2, 16), (3, 60)])
def test_the_gain_multiplies(code: int, gain: int) -> None:
    world = sensor_world.World()
    expected = sensor_world.paper(world, 1) * gain / 4
    world.set(sensor_world.CONTROL, code)
    world.set(sensor_world.ATIME, 256 - 40)
    world.set(sensor_world.ENABLE, 1)
    world.set(sensor_world.ENABLE, 3)
    world.passes(2 * STEP + 40 * STEP + 0.1)
    assert abs(world.word(sensor_world.CLEAR) / min(40 * 1024, 4 * expected) - 1) < 0.15


def test_power_gives_all_registers_their_first_values() -> None:
    world = sensor_world.World().started()
    world.tray.unsolder()
    with pytest.raises(OSError, match="not answer"):
        world.chip.read(1)
    world.tray.solder()
    assert (world.get(sensor_world.ENABLE), world.get(sensor_world.ATIME)) == (0, 0xFF)
