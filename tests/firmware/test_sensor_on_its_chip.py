"""The sensor's driver, whatever its chip is like and whenever its power breaks."""

import pytest
from sensor import SensorError

from tests.firmware.sensor_world import World, close, paper


def assert_counts(world: World, expected: float) -> None:
    """See two frames whose lit clear is as expected."""
    for _ in range(2):
        _, on = world.sensor.frame(lambda: None)
        assert abs(on[3] / expected - 1) < 0.1


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
    if warm:  # the board restarted, and the sensor kept its power
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
def test_a_frame_is_two_readings_that_begin_50_ms_from_each_other(step: float) -> None:
    world = World(step=step)
    world.sensor.set_up()
    begun = world.clock.ms
    for _ in range(20):
        world.sensor.frame(lambda: None)
    assert 0 < world.clock.ms - begun - 20 * (50 + 18 * step) <= 20 * 1.5


@pytest.mark.parametrize("step", [2.27, 2.4, 2.56])
@pytest.mark.parametrize("mains", [100.0, 120.0])
def test_nothing_of_a_lamp_that_flickers_is_left_in_a_frame(mains: float, step: float) -> None:
    world = World(step=step)
    world.sensor.set_up()
    world.tray.shine(1000.0, flicker=1.0, mains=mains)
    for _ in range(20):
        off, on = world.sensor.frame(lambda: None)
        assert abs(off[3] / 1000 - 1) < 0.15
        paper = 0.24 * 6000
        assert abs(on[3] - off[3] - paper * step / 2.4) < 0.03 * paper


def test_which_reading_comes_first_changes_with_every_second_frame() -> None:
    world = World()
    world.sensor.set_up()
    orders = []
    for _ in range(4):
        world.lit_at.clear()
        world.sensor.frame(lambda: None)
        orders.append(list(world.lit_at))
    assert orders == [[0, 1], [0, 1], [1, 0], [1, 0]]


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


@pytest.mark.parametrize("identity", [0x44, 0x4D, 0x10])
def test_the_chips_of_the_family_and_their_copies_serve(identity: int) -> None:
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
