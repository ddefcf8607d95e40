"""The sensor's driver, and the chip that it and every emulator are tried on."""

import pytest
from sensor import Sensor, SensorError

from firmware.simulated.chip import STEP, Chip
from firmware.simulated.tray import Clock, Tray

ENABLE, ATIME, CONTROL, ID, STATUS, CLEAR = 0x00, 0x01, 0x0F, 0x12, 0x13, 0x14
AUTO, REPEATED = 0xA0, 0x80


class World:
    """A chip over a tray, a bus of 400 kHz that takes its time, and a stopwatch."""

    def __init__(self, **specimen: float) -> None:
        self.clock = Clock()
        self.tray = Tray(self.clock)
        self.chip = Chip(self.tray, **specimen)  # type: ignore[arg-type]
        self.sensor = Sensor(self, self.tray.light, self)
        self.breaks_at: float | None = None
        """When the sensor's power breaks for a moment."""
        self.start()

    def passes(self, ms: float) -> None:
        until = self.clock.ms + ms
        if self.breaks_at is not None and self.breaks_at <= until:
            self.clock.ms, self.breaks_at = self.breaks_at, None
            self.tray.unsolder()
            self.tray.solder()
        self.clock.ms = until

    def start(self) -> None:
        self.started_at = self.clock.ms

    def passed(self) -> int:
        return int(1000 * (self.clock.ms - self.started_at))

    def wait(self, until: int) -> None:
        self.passes(max(0, until - self.passed()) / 1000)

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


def assert_counts(world: World, expected: float) -> None:
    """See two frames whose lit clear is as expected."""
    for _ in range(2):
        _, on = world.sensor.frame(lambda: None)
        assert abs(on[3] / expected - 1) < 0.1


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


@pytest.mark.parametrize("warm", [False, True], ids=["cold", "warm"])
@pytest.mark.parametrize("sticky", [False, True], ids=["", "sticky"])
@pytest.mark.parametrize("step", [2.27, 2.4, 2.5, 2.56])
def test_no_reading_mixes_lit_and_dark_in_any_chip_of_the_data_sheet(
    step: float, sticky: bool, warm: bool
) -> None:
    world = World(step=step, sticky=sticky)
    if warm:  # the board started anew, and the sensor kept its power
        world.started()
        world.passes(100.0)
    world.sensor.set_up()
    world.tray.place(3)
    expected = paper(world, 3) * step / 2.4
    for _ in range(50):
        off, on = world.sensor.frame(lambda: world.passes(3.3))
        assert max(off) < 20
        assert abs(on[3] / expected - 1) < 0.1


@pytest.mark.parametrize("step", [2.27, 2.4, 2.56])
def test_a_frame_takes_little_more_than_two_integrations(step: float) -> None:
    world = World(step=step)
    world.sensor.set_up()
    begun = world.clock.ms
    for _ in range(20):
        world.sensor.frame(lambda: None)
    assert 0 < world.clock.ms - begun - 20 * 2 * 11 * step <= 20 * 2 * 1.0


def test_the_work_is_done_while_the_sensor_counts_and_costs_no_time() -> None:
    idle, busy = World(), World()
    for world, work in ((idle, 0.0), (busy, 20.0)):
        world.sensor.set_up()
        world.sensor.frame(lambda world=world, work=work: world.passes(work))
    assert busy.clock.ms - idle.clock.ms <= 2.0


def test_another_chip_at_the_address_is_told_by_its_id() -> None:
    world = World(identity=0x12)
    with pytest.raises(SensorError, match="another chip"):
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
    with pytest.raises(SensorError, match="not answer"):
        world.sensor.frame(lambda: None)
    world.tray.solder()
    world.sensor.set_up()
    world.tray.place(4)
    assert world.sensor.frame(lambda: None)[1][3] > 1000


@pytest.mark.parametrize("sticky", [False, True], ids=["", "sticky"])
def test_a_sensor_whose_power_breaks_for_a_moment_at_any_time_is_no_dark_tray(
    sticky: bool,
) -> None:
    for moment in range(0, 600, 4):
        world = World(sticky=sticky)
        world.sensor.set_up()
        expected = paper(world, 4)
        world.tray.light(False)
        world.breaks_at = world.clock.ms + moment / 10
        with pytest.raises(SensorError, match="lost its power"):
            assert_counts(world, expected)
        world.sensor.set_up()
        assert_counts(world, expected)


def test_a_sensor_whose_power_breaks_while_it_is_set_up_never_counts_wrongly() -> None:
    for moment in range(0, 700, 4):
        world = World()
        expected = paper(world, 4)
        world.breaks_at = world.clock.ms + moment / 10
        try:
            world.sensor.set_up()
            assert_counts(world, expected)
        except SensorError:
            continue


def test_a_sensor_that_does_not_count_is_no_dark_tray() -> None:
    world = World(step=4.0)
    with pytest.raises(SensorError, match="does not finish"):
        world.sensor.set_up()


def test_what_the_work_raises_is_no_fault_of_the_sensor() -> None:
    def work() -> None:
        raise OSError("the line")

    world = World()
    world.sensor.set_up()
    with pytest.raises(OSError, match="the line"):
        world.sensor.frame(work)


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


def test_a_sticky_specimen_says_valid_until_its_power_goes() -> None:
    world = World(sticky=True).started()
    world.passes(24.1)
    world.set(ENABLE, 0)
    assert world.get(STATUS) & 1 == 1
    world.tray.unsolder()
    world.tray.solder()
    assert world.get(STATUS) & 1 == 0


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
