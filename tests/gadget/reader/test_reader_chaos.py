"""A link and a reader on a wire that drops, doubles, damages, delays and breaks."""

from collections import deque
from itertools import count
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from cdgdevice.gadget.reader.effects import Effect, Send, Thrown
from cdgdevice.gadget.reader.line import LineBuffer
from cdgdevice.gadget.reader.link import Link
from cdgdevice.gadget.reader.messages import read_message
from cdgdevice.gadget.reader.simulated_device import REMEMBERED, SimulatedDevice

STEP = 0.1


class Wire:
    """One direction, in order: what was put in comes out later, or spoilt, or not at all."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.sound = False
        self.under_way: deque[tuple[float, bytes]] = deque()

    def put(self, at: float, data: bytes) -> None:
        for line in data.splitlines(keepends=True):
            fate = 1.0 if self.sound else self.rng.random()
            if fate < 0.2:
                continue
            piece = bytearray(line)
            if fate < 0.3:
                piece[self.rng.randrange(len(piece))] ^= 1 << self.rng.randrange(8)
            elif fate < 0.4:
                del piece[self.rng.randrange(len(piece)) :]
            late = self.rng.random() * 3 if 0.4 < fate < 0.5 else 0.0
            after = max([at + late] + [when for when, _ in self.under_way])
            self.under_way.append((after, bytes(piece)))
            if 0.5 < fate < 0.6:
                self.under_way.append((after, bytes(piece)))

    def take(self, at: float) -> bytes:
        came = b""
        while self.under_way and self.under_way[0][0] <= at:
            came += self.under_way.popleft()[1]
        return came


class Table:
    """A gadget whose journal survives everything, and a reader beside it."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.at = 0.0
        self.up, self.down = Wire(rng), Wire(rng)
        self.journal: list[tuple[int, int, int]] = []
        self.thrown: list[tuple[int, int, int]] = []
        self.uncounted: deque[Thrown] = deque()
        self.link = Link()
        # Boots are random in 32 bits; here they only need to differ.
        self.boots = count(2971215073)
        self.start_reader()
        self.plug()

    def start_reader(self) -> None:
        self.device = SimulatedDevice(self.at, next(self.boots))
        self.in_power = 0

    def plug(self) -> None:
        self.up.under_way.clear()
        self.down.under_way.clear()
        self.lines = LineBuffer()
        self.do(self.link.opened(self.at))
        self.up.put(self.at, self.device.greeting())

    def do(self, effects: tuple[Effect, ...]) -> None:
        for effect in effects:
            if isinstance(effect, Send):
                self.down.put(self.at, effect.line)
            elif isinstance(effect, Thrown):
                self.uncounted.append(effect)

    def count(self) -> None:
        throw = self.uncounted.popleft()
        assert throw.key is not None
        self.journal.append((*throw.key, throw.face))
        self.do(self.link.counted(throw))

    def throw(self, face: int) -> None:
        if self.in_power < REMEMBERED:
            self.in_power += 1
            self.thrown.append((self.device.boot, self.in_power, face))
            self.up.put(self.at, self.device.throw(self.at, face))

    def pass_time(self, steps: int) -> None:
        for _ in range(steps):
            self.at += STEP
            self.up.put(self.at, self.device.received(self.at, self.down.take(self.at)))
            self.up.put(self.at, self.device.tick(self.at))
            for fields in self.lines.feed(self.up.take(self.at)):
                if (message := read_message(fields)) is not None:
                    self.do(self.link.received(self.at, message))
            self.do(self.link.tick(self.at))
            while self.uncounted and (self.up.sound or self.rng.random() < 0.7):
                self.count()

    def replug(self) -> None:
        self.link.closed("Gone.")
        self.plug()

    def lose_reader_power(self) -> None:
        """What the reader had not told is lost with its power; nothing else may be."""
        known = {entry[:2] for entry in self.journal} | {throw.key for throw in self.uncounted}
        self.thrown = [
            throw for throw in self.thrown if throw[0] != self.device.boot or throw[:2] in known
        ]
        self.start_reader()
        self.replug()

    def crash(self) -> None:
        """The program ends, at times between journal and acknowledgement, and comes back."""
        if self.uncounted and self.rng.random() < 0.5:
            throw = self.uncounted.popleft()
            assert throw.key is not None
            self.journal.append((*throw.key, throw.face))
        self.uncounted.clear()
        self.link = Link(entry[:2] for entry in self.journal[-1:])
        self.plug()


RNGS = st.randoms(use_true_random=False)
STEPS = st.lists(
    st.one_of(
        st.integers(1, 6).map(lambda face: ("throw", face)),
        st.integers(1, 60).map(lambda steps: ("pass_time", steps)),
        st.sampled_from([("replug",), ("crash",)]),
    ),
    max_size=40,
)


@settings(max_examples=150, deadline=None)
@given(STEPS, RNGS)
def test_every_throw_counts_exactly_once_and_in_order(
    steps: list[tuple[object, ...]], rng: Random
) -> None:
    table = Table(rng)
    for name, *arguments in steps:
        getattr(table, str(name))(*arguments)
    table.up.sound = table.down.sound = True
    table.pass_time(400)
    assert table.journal == table.thrown


@settings(max_examples=100, deadline=None)
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
    table.up.sound = table.down.sound = True
    table.pass_time(400)
    assert table.journal == table.thrown


def test_once_acknowledged_a_roll_is_not_sent_again() -> None:
    table = Table(Random(1))
    table.up.sound = table.down.sound = True
    table.throw(3)
    table.pass_time(10)
    assert [face for *_, face in table.journal] == [3]
    for _ in range(50):
        table.at += STEP
        assert b"ROLL" not in table.device.tick(table.at)


@given(st.lists(st.binary(max_size=200), max_size=30))
def test_noise_from_a_mad_reader_changes_nothing(noise: list[bytes]) -> None:
    table = Table(Random(1))
    table.up.sound = table.down.sound = True
    table.pass_time(2)
    for piece in noise:
        table.up.under_way.append((table.at, piece))
        table.pass_time(1)
    table.up.under_way.append((table.at, b"\n"))
    table.throw(5)
    table.pass_time(40)
    assert table.journal == table.thrown
