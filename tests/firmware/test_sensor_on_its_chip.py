"""The sensor's driver, and the chip that it and every emulator are tried on."""

import pytest
from sensor import Sensor

from firmware.simulated.chip import STEP, Chip
from firmware.simulated.tray import Clock, Tray

ENABLE, ATIME, CONTROL, ID, STATUS, CLEAR = 0x00, 0x01, 0x0F, 0x12, 0x13, 0x14
AUTO, REPEATED = 0xA0, 0x80


class World:
    """A chip over a tray, and a bus of 400 kHz that takes its time."""

    def __init__(self, **specimen: float) -> None:
        self.clock = Clock()
        self.tray = Tray(self.clock)
        self.chip = Chip(self.tray, **specimen)  # type: ignore[arg-type]
        self.sensor = Sensor(self, self.tray.light, lambda: int(self.clock.ms), self.passes)

    def passes(self, ms: float) -> None:
        self.clock.ms += ms

    def writeto(self, address: int, data: bytes, stop: bool = True) -> int:
        assert address == 0x29
        self.passes(0.0225 * (1 + len(data)))
        self.chip.write(data)
        return len(data)

    def readfrom(self, address: int, length: int) -> bytes:
        assert address == 0x29
        self.passes(0.0225 * (1 + length))
        return self.chip.read(length)

    def get(self, register: int) -> int:
        self.chip.write(bytes((AUTO | register,)))
        return self.chip.read(1)[0]

    def set(self, register: int, value: int) -> None:
        self.chip.write(bytes((AUTO | register, value)))

    def word(self, register: int, command: int = AUTO) -> int:
        self.chip.write(bytes((command | register,)))
        return int.from_bytes(self.chip.read(2), "little")

    def started(self, steps: int = 10) -> "World":
        """Start integrations of so many steps at gain 4; the first begins now."""
        self.set(CONTROL, 1)
        self.set(ATIME, 256 - steps)
        self.set(ENABLE, 1)
        self.passes(10.0)
        self.set(ENABLE, 3)
        self.passes(STEP)
        return self


def close(found: int, expected: float) -> bool:
    """Whether a count is as expected but for its noise."""
    return abs(found - expected) <= 6 * (expected**0.5) + 10


def paper(world: World, face: int) -> float:
    """The clear count of a face without marks and noise."""
    world.tray.place(face)
    world.tray.light(True)
    total = sum(world.tray.counts(at, at + 24.0)[3] for at in [world.clock.ms] * 50)
    return total / 50


# ---- the driver


def test_a_frame_is_a_dark_and_a_lit_reading() -> None:
    world = World()
    world.sensor.set_up()
    world.tray.place(4)
    off, on = world.sensor.frame(lambda: None)
    assert max(off) < 10
    red, green, blue, clear = on
    assert close(clear, paper(world, 4))
    assert clear > red > green > blue > 0


@pytest.mark.parametrize("step", [2.27, 2.4, 2.56])
def test_no_reading_mixes_lit_and_dark_in_any_chip_of_the_data_sheet(step: float) -> None:
    world = World(step=step)
    world.sensor.set_up()
    world.tray.place(3)
    expected = paper(world, 3) * step / 2.4
    for _ in range(50):
        off, on = world.sensor.frame(lambda: world.passes(3.3))
        assert max(off) < 20
        assert abs(on[3] / expected - 1) < 0.1


def test_a_frame_of_a_typical_chip_takes_at_most_56_ms() -> None:
    world = World()
    world.sensor.set_up()
    begun = world.clock.ms
    for _ in range(20):
        world.sensor.frame(lambda: None)
    assert world.clock.ms - begun <= 20 * 56.0


def test_the_work_is_done_while_the_sensor_counts_and_costs_no_time() -> None:
    idle, busy = World(), World()
    for world, work in ((idle, 0.0), (busy, 20.0)):
        world.sensor.set_up()
        world.sensor.frame(lambda world=world, work=work: world.passes(work))
    assert busy.clock.ms - idle.clock.ms <= 2.0


def test_another_chip_at_the_address_is_told_by_its_id() -> None:
    world = World(identity=0x12)
    with pytest.raises(OSError, match="another chip"):
        world.sensor.set_up()


@pytest.mark.parametrize("identity", [0x44, 0x4D])
def test_both_chips_of_the_family_serve(identity: int) -> None:
    world = World(identity=identity)
    world.sensor.set_up()
    world.sensor.frame(lambda: None)


def test_a_sensor_without_wires_raises_and_serves_again_once_set_up() -> None:
    world = World()
    world.sensor.set_up()
    world.tray.unsolder()
    with pytest.raises(OSError, match="not answer"):
        world.sensor.frame(lambda: None)
    world.tray.solder()
    world.sensor.set_up()
    world.tray.place(4)
    assert world.sensor.frame(lambda: None)[1][3] > 1000


def test_a_sensor_whose_power_broke_for_a_moment_is_no_dark_tray() -> None:
    world = World()
    world.sensor.set_up()
    world.tray.place(4)
    world.passes(5.0)

    def break_power() -> None:
        world.tray.unsolder()
        world.passes(1.0)
        world.tray.solder()

    with pytest.raises(OSError, match="does not finish"):
        world.sensor.frame(break_power)


def test_too_much_light_reads_as_the_limit_of_ten_steps() -> None:
    world = World()
    world.sensor.set_up()
    world.tray.dazzle()
    off, on = world.sensor.frame(lambda: None)
    assert max(off) == max(on) == 10240


# ---- the chip


def test_a_byte_without_the_command_bit_is_no_command() -> None:
    world = World()
    world.chip.write(bytes((AUTO | ID,)))
    world.chip.write(bytes((ENABLE, 3)))
    assert world.get(ENABLE) == 0
    world.chip.write(bytes((0x20 | ID,)))
    assert world.get(ID) == 0x44


def test_registers_go_up_only_after_an_auto_increment_command() -> None:
    world = World().started()
    world.passes(30.0)
    world.chip.write(bytes((REPEATED | ID,)))
    assert world.chip.read(3) == b"\x44\x44\x44"
    world.chip.write(bytes((AUTO | ID,)))
    assert world.chip.read(2) == bytes((0x44, 0x01))


def test_what_is_read_only_stays() -> None:
    world = World()
    world.set(ID, 0x99)
    world.set(STATUS, 0xFF)
    assert (world.get(ID), world.get(STATUS)) == (0x44, 0)


def test_nothing_is_valid_before_the_first_integration_has_ended() -> None:
    world = World().started()
    world.passes(23.9)
    assert world.get(STATUS) & 1 == 0
    world.passes(0.2)
    assert world.get(STATUS) & 1 == 1


def test_without_the_oscillator_nothing_is_counted() -> None:
    world = World()
    world.set(ENABLE, 2)
    world.passes(1000.0)
    assert world.get(STATUS) & 1 == 0


def test_the_data_are_those_of_the_last_whole_integration() -> None:
    world = World()
    expected = paper(world, 4)
    world.started()
    world.passes(24.5)
    world.tray.light(False)
    assert close(world.word(CLEAR), expected)
    world.passes(23.0)
    assert close(world.word(CLEAR), expected), "the second has not ended"
    world.passes(25.0)
    assert world.word(CLEAR) < 20


def test_a_light_that_is_switched_on_the_way_mixes() -> None:
    world = World()
    expected = paper(world, 4)
    world.started()
    world.passes(12.0)
    world.tray.light(False)
    world.passes(12.1)
    assert close(world.word(CLEAR), expected / 2)


def test_a_start_breaks_off_what_was_under_way() -> None:
    world = World()
    paper(world, 4)
    world.started()
    world.passes(20.0)
    world.set(ENABLE, 1)
    world.set(ENABLE, 3)
    world.passes(26.0)
    assert world.get(STATUS) & 1 == 0
    world.passes(0.5)
    assert world.get(STATUS) & 1 == 1


def test_reading_word_by_word_tears_and_reading_at_one_go_does_not() -> None:
    world = World()
    paper(world, 4)
    world.started()
    world.passes(23.95 + 24.0)
    bright = world.word(CLEAR)
    world.tray.light(False)
    world.passes(24.2)
    torn = (bright, world.word(CLEAR + 2))
    assert torn[0] > 1000 > 20 > torn[1]
    world.chip.write(bytes((AUTO | CLEAR,)))
    whole = world.chip.read(8)
    assert max(whole[1::2]) == 0


def test_one_word_is_never_torn() -> None:
    world = World()
    paper(world, 4)
    world.started()
    world.passes(24.5)
    world.chip.write(bytes((AUTO | CLEAR,)))
    low = world.chip.read(1)[0]
    world.tray.light(False)
    world.passes(48.0)
    high = world.chip.read(1)[0]
    assert high << 8 | low > 1000


@pytest.mark.parametrize(("code", "gain"), [(0, 1), (1, 4), (2, 16), (3, 60)])
def test_the_gain_multiplies(code: int, gain: int) -> None:
    world = World()
    expected = paper(world, 1) * gain / 4
    world.set(CONTROL, code)
    world.set(ATIME, 256 - 40)
    world.set(ENABLE, 1)
    world.set(ENABLE, 3)
    world.passes(2 * STEP + 40 * STEP + 0.1)
    assert abs(world.word(CLEAR) / min(40 * 1024, 4 * expected) - 1) < 0.15


def test_power_gives_all_registers_their_first_values() -> None:
    world = World().started()
    world.tray.unsolder()
    with pytest.raises(OSError, match="not answer"):
        world.chip.read(1)
    world.tray.solder()
    assert (world.get(ENABLE), world.get(ATIME)) == (0, 0xFF)
