"""A link and a reader on a wire that drops, doubles, damages, delays and breaks."""

from itertools import count
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from cdgdevice.simulator.simulated_firmware import MAX_UNACKNOWLEDGED, SimulatedFirmware
from tests.drivers.reader.bad_wire import Host
from tests.examples import examples

STEP = 0.1


class Table:
    """A host, and a reader beside it."""

    def __init__(self, rng: Random) -> None:
        self.at = 0.0
        self.host = Host(rng)
        self.thrown: list[tuple[int, int, int]] = []
        # Boots are random in 32 bits; here they only need to differ.
        self.boots = count(2971215073)
        self.start_reader()
        self.plug()

    def start_reader(self) -> None:
        self.device = SimulatedFirmware(self.at, next(self.boots))
        self.in_power = 0

    def plug(self) -> None:
        self.host.opens(self.at)
        self.host.up.put(self.at, self.device.greeting())

    def throw(self, face: int) -> None:
        if self.in_power < MAX_UNACKNOWLEDGED:
            self.in_power += 1
            self.thrown.append((self.device.boot, self.in_power, face))
            self.host.up.put(self.at, self.device.throw(self.at, face))

    def pass_time(self, steps: int) -> None:
        host = self.host
        for _ in range(steps):
            self.at += STEP
            host.up.put(self.at, self.device.received(self.at, host.down.take(self.at)))
            host.up.put(self.at, self.device.tick(self.at))
            host.hears(self.at)

    def replug(self) -> None:
        self.host.closes()
        self.plug()

    def lose_reader_power(self) -> None:
        """What the reader had not told is lost with its power; nothing else may be."""
        known = {entry[:2] for entry in self.host.journal}
        known |= {throw.key for throw in self.host.uncounted if throw.key}
        self.thrown = [
            throw for throw in self.thrown if throw[0] != self.device.boot or throw[:2] in known
        ]
        self.start_reader()
        self.replug()

    def crash(self) -> None:
        self.host.crashes()
        self.plug()

    def calm(self) -> None:
        self.host.up.sound = self.host.down.sound = True


RNGS = st.randoms(use_true_random=False)
STEPS = st.lists(
    st.one_of(
        st.integers(1, 6).map(lambda face: ("throw", face)),
        st.integers(1, 60).map(lambda steps: ("pass_time", steps)),
        st.sampled_from([("replug",), ("crash",)]),
    ),
    max_size=40,
)


@examples(1.5)
@given(STEPS, RNGS)
def test_every_throw_counts_exactly_once_and_in_order(
    steps: list[tuple[object, ...]], rng: Random
) -> None:
    table = Table(rng)
    for name, *arguments in steps:
        getattr(table, str(name))(*arguments)
    table.calm()
    table.pass_time(400)
    assert table.host.journal == table.thrown


@examples(1)
@given(st.lists(st.sampled_from(["throw", "wait", "power", "replug"]), max_size=30), RNGS)
def test_a_reader_that_loses_its_power_loses_only_what_it_had_not_told(
    steps: list[str], rng: Random
) -> None:
    table = Table(rng)
    for step in steps:
        if step == "throw":
            table.throw(rng.randint(1, 6))
        elif step == "wait":
            table.pass_time(rng.randint(1, 40))
        elif step == "power":
            table.lose_reader_power()
        else:
            table.replug()
    table.calm()
    table.pass_time(400)
    assert table.host.journal == table.thrown


def test_once_acknowledged_a_roll_is_not_sent_again() -> None:
    table = Table(Random(1))
    table.calm()
    table.throw(3)
    table.pass_time(10)
    assert [face for *_, face in table.host.journal] == [3]
    for _ in range(50):
        table.at += STEP
        assert b"ROLL" not in table.device.tick(table.at)


@given(st.lists(st.binary(max_size=200), max_size=30))
def test_noise_from_a_mad_reader_changes_nothing(noise: list[bytes]) -> None:
    table = Table(Random(1))
    table.calm()
    table.pass_time(2)
    for piece in noise:
        table.host.up.under_way.append((table.at, piece))
        table.pass_time(1)
    table.host.up.under_way.append((table.at, b"\n"))
    table.throw(5)
    table.pass_time(40)
    assert table.host.journal == table.thrown
