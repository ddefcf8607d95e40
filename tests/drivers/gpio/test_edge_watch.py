import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from queue import Empty, SimpleQueue

import pytest

from cdgdevice.drivers.gpio.gpio_lines import (
    EdgeDetection,
    EdgeWatcher,
    LineEdge,
    LineSettings,
    Pull,
)
from cdgdevice.errors import HardwareError
from tests.patience import PATIENCE
from tests.simulated_chips import SimulatedGpioChips, SimulatedGpioLine

INPUT = LineSettings(pull=Pull.UP, edges=EdgeDetection.BOTH)

Told = SimpleQueue[Exception]


@pytest.fixture
def told() -> Told:
    """What the watch told to be broken."""
    return SimpleQueue()


@pytest.fixture
def watch(told: Told) -> Iterator[EdgeWatcher]:
    watch = EdgeWatcher(told.put)
    yield watch
    watch.close()


def line(gpio: int = 17) -> SimulatedGpioLine:
    return SimulatedGpioChips().request("/dev/gpiochip0", gpio, INPUT)


def test_edges_come_in_order_with_their_own_times(watch: EdgeWatcher) -> None:
    edges: SimpleQueue[LineEdge] = SimpleQueue()
    button = line()
    watch.add(button, edges.put)
    for n in range(100):
        button.drive(bool(n % 2), at=float(n))
    got = [edges.get(timeout=PATIENCE) for _ in range(100)]
    assert got == [LineEdge(float(n), bool(n % 2)) for n in range(100)]
    button.release()


def test_edges_of_several_lines_that_had_to_wait_come_in_the_order_of_their_times(
    watch: EdgeWatcher,
) -> None:
    edges: SimpleQueue[tuple[int, float]] = SimpleQueue()
    busy, go_on = threading.Event(), threading.Event()
    button, *knob = line(), line(), line()

    def keep_busy(_: LineEdge) -> None:
        busy.set()
        go_on.wait(PATIENCE)

    watch.add(button, keep_busy)
    for n, one in enumerate(knob):
        watch.add(one, lambda edge, n=n: edges.put((n, edge.at)))
    button.drive(False, at=0.0)
    busy.wait(PATIENCE)
    turned = [(n % 2, float(n)) for n in range(40)]
    for n, at in turned:
        knob[n].drive(at % 4 >= 2, at)
    go_on.set()
    assert [edges.get(timeout=PATIENCE) for _ in turned] == turned


def test_a_line_that_never_rests_keeps_no_other_from_being_heard(watch: EdgeWatcher) -> None:
    edges: SimpleQueue[LineEdge] = SimpleQueue()
    noisy, good = line(), line()
    read = noisy.edges

    def come_again() -> tuple[LineEdge, ...]:
        (edge,) = read()
        noisy.drive(not edge.high, at=edge.at + 1.0)
        return (edge,)

    noisy.edges = come_again  # type: ignore[method-assign]
    watch.add(noisy, lambda _: None)
    watch.add(good, edges.put)
    noisy.drive(False, at=0.0)
    good.drive(False, at=1.0)
    assert edges.get(timeout=PATIENCE) == LineEdge(1.0, False)
    watch.close()


def test_a_line_that_is_added_while_the_watch_sleeps_is_heard(watch: EdgeWatcher) -> None:
    edges: SimpleQueue[tuple[int, LineEdge]] = SimpleQueue()
    lines = [line(), line()]
    for n, one in enumerate(lines):
        watch.add(one, lambda edge, n=n: edges.put((n, edge)))
        one.drive(False, at=1.0)
        assert edges.get(timeout=PATIENCE) == (n, LineEdge(1.0, False))


def test_a_removed_line_is_not_touched_any_more(watch: EdgeWatcher) -> None:
    edges: SimpleQueue[LineEdge] = SimpleQueue()
    gone, there = line(), line()
    watch.add(gone, edges.put)
    watch.add(there, edges.put)
    watch.remove(gone)
    gone.drive(False, at=1.0)
    there.drive(False, at=2.0)
    assert edges.get(timeout=PATIENCE) == LineEdge(2.0, False)
    gone.release()
    watch.remove(there)
    watch.remove(there)


def test_a_line_may_be_removed_in_the_midst_of_another_s_removal(told: Told) -> None:
    """As where the collection of garbage deletes a device just then."""
    watch, going, inner = EdgeWatcher(told.put), line(), line()
    number = going.fileno()

    def remove_another() -> int:
        watch.remove(inner)
        return number

    going.fileno = remove_another  # type: ignore[method-assign]
    removal = threading.Thread(target=watch.remove, args=(going,), daemon=True)
    removal.start()
    removal.join(PATIENCE)
    assert not removal.is_alive()
    watch.close()


def test_a_receiver_that_fails_is_told_and_does_not_make_the_watch_deaf(
    watch: EdgeWatcher, told: Told
) -> None:
    edges: SimpleQueue[LineEdge] = SimpleQueue()

    def fail_at_first(edge: LineEdge) -> None:
        if edge.at == 1.0:
            raise RuntimeError("the queue is gone")
        edges.put(edge)

    button = line()
    watch.add(button, fail_at_first)
    button.drive(False, at=1.0)
    assert str(told.get(timeout=PATIENCE)) == "the queue is gone"
    button.drive(True, at=2.0)
    assert edges.get(timeout=PATIENCE) == LineEdge(2.0, True)


def test_a_line_that_breaks_down_is_told_once_and_the_others_live(
    watch: EdgeWatcher, told: Told
) -> None:
    edges: SimpleQueue[LineEdge] = SimpleQueue()
    broken, good = line(), line()
    watch.add(broken, edges.put)
    watch.add(good, edges.put)
    broken.break_down()
    error = told.get(timeout=PATIENCE)
    assert isinstance(error, HardwareError)
    assert str(error) == (
        "An input pin can't be watched any more (No such device): look at its wiring, and start "
        "again."
    )
    for n in range(3):
        good.drive(bool(n % 2), at=float(n))
        assert edges.get(timeout=PATIENCE).at == float(n)
    assert told.empty()
    watch.remove(broken)


def test_close_ends_the_thread_also_from_within(watch: EdgeWatcher) -> None:
    before = threading.active_count()
    closed: SimpleQueue[None] = SimpleQueue()
    button = line()

    def close(edge: LineEdge) -> None:
        watch.close()
        closed.put(None)

    watch.add(button, close)
    (thread,) = (t for t in threading.enumerate() if t.name == "cdgdevice-pins")
    button.drive(False, at=1.0)
    closed.get(timeout=PATIENCE)
    thread.join(PATIENCE)
    assert threading.active_count() == before


def test_closing_what_never_watched_is_fine() -> None:
    watch = EdgeWatcher(print)
    watch.close()
    watch.close()


@pytest.mark.skipif(sys.platform != "linux", reason="counts wake-ups in /proc")
def test_at_rest_the_thread_is_never_woken(watch: EdgeWatcher) -> None:
    edges: SimpleQueue[LineEdge] = SimpleQueue()
    button = line()
    watch.add(button, edges.put)
    button.drive(False, at=1.0)
    edges.get(timeout=PATIENCE)
    (thread,) = (t for t in threading.enumerate() if t.name == "cdgdevice-pins")
    status = Path(f"/proc/self/task/{thread.native_id}/status")

    def asleep() -> tuple[str, str]:
        lines = dict(line.split(":", 1) for line in status.read_text().splitlines())
        return lines["State"].split()[0], lines["voluntary_ctxt_switches"]

    while (before := asleep())[0] != "S":
        pass
    with pytest.raises(Empty):
        edges.get(timeout=0.05)
    assert asleep() == before
