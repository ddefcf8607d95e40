"""The power goes at any step of an evening, by the thousand: what was shown is there again."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from random import Random

import pytest

from cdgdevice.gadget.desk.settings import DieSource
from cdgdevice.table.current import keys_in
from cdgdevice.table.cuts import Cut, cuts
from cdgdevice.table.disk import NEW
from cdgdevice.table.recorded import (
    Course,
    Created,
    Mark,
    Opened,
    Renamed,
    Synced,
    SyncedNames,
    Wear,
)
from tests.promises import LostError, Next, Promise, check, opens, read, written_in_all
from tests.recorded_evening import (
    BOOT,
    SHEET,
    Acknowledged,
    Evening,
    SetTo,
    Shown,
    Thrown,
    costs,
    device_at,
    evening,
)
from tests.whole_gadget import Gadget

BOUND = 1000
"""No step of this program leaves so many disks: all are tried."""
BOUND_OF_BAD_ONES = 4


@dataclass(slots=True)
class Tried:
    cuts: int = 0
    lost: int = 0
    of_step: Counter[int] = field(default_factory=Counter)
    """How many cuts there were after so many steps."""
    different: dict[object, Cut] = field(default_factory=dict)
    """One cut for each thing that may be found, and each state of the die reader beside it."""

    def __str__(self) -> str:
        return f"{self.cuts} cuts, {self.lost} lost something, {len(self.different)} were played"


def try_cuts(course: Course, bound: int) -> Tried:
    """Cut the power everywhere; each disk is read, and each that reads otherwise is played."""
    tried = Tried()
    promise = Promise()
    upcoming = _upcoming(course)
    taken = 0
    for cut in cuts(course, bound, Random(5).randrange):
        for step in course[taken : cut.done]:
            if isinstance(step, Mark):
                promise.take(step)
        taken = cut.done
        tried.cuts += 1
        tried.of_step[cut.done] += 1
        try:
            found = read(cut.disk)
            check(found, promise, upcoming[cut.done])
        except LostError:
            tried.lost += 1
            continue
        different = found.summary(), promise.thrown, len(promise.acknowledged)
        if different not in tried.different:
            opens(cut.disk, found)
            tried.different[different] = cut
    return tried


def _upcoming(course: Course) -> list[Next]:
    """Give, for each number of steps done, what is promised next of each kind."""
    upcoming: list[Next] = [{}]
    for step in reversed(course):
        if isinstance(step, Mark):
            upcoming.append({**upcoming[-1], type(step.what): step.what})
        else:
            upcoming.append(upcoming[-1])
    return upcoming[::-1]


@cache
def tried_in_all() -> Tried:
    return try_cuts(evening(), BOUND)


def test_at_no_cut_of_a_whole_evening_anything_is_lost_that_was_shown() -> None:
    tried = tried_in_all()
    print(f"\n{tried}")
    assert tried.lost == 0
    assert tried.cuts > 5000
    assert max(tried.of_step.values()) < BOUND, "chance has chosen among them"
    assert len(tried.different) > 50


def test_the_evening_has_all_that_is_ever_kept() -> None:
    asked = [
        str(entry["request"]) + str(entry["by"])
        for written in written_in_all().values()
        for entry in written.entries
    ]
    for word in ("roll", "choose", "undo", "correct", "end-game", "reader", "button"):
        assert any(word in each for each in asked), word
    assert len(written_in_all()) == 3
    assert sum(isinstance(step, Mark) and isinstance(step.what, Thrown) for step in evening()) == 5


@pytest.mark.parametrize("arrives", [True, False], ids=["heard", "unheard"])
def test_a_throw_counts_once_when_the_reader_sends_again_what_it_was_not_told_of(
    arrives: bool,
) -> None:
    """Whether the last acknowledgement arrived or was on its way when the power went."""
    course = evening()
    repeated = 0
    for cut in tried_in_all().different.values():
        marks = [step for step in course[: cut.done] if isinstance(step, Mark)]
        thrown = [mark.what for mark in marks if isinstance(mark.what, Thrown)]
        if not thrown:
            continue
        acknowledged = [mark for mark in marks if isinstance(mark.what, Acknowledged)]
        if not arrives and acknowledged:
            marks.remove(acknowledged[-1])
        with Gadget(disk=cut.disk, sheet=SHEET, die=DieSource.READER) as gadget:
            gadget.plug_reader(device=device_at(marks)).passes(2.0)
            acks = [line for line in gadget.sent if line.startswith(b"$ACK")]
        repeated += bool(acks)
        found = dict(read(cut.disk).games)
        times = Counter(key for written in found.values() for key in keys_in(written.entries))
        assert times == {(BOOT, each.sequence): 1 for each in thrown}
    assert repeated >= 5


def without(*kinds: type) -> Course:
    return [step for step in evening() if not isinstance(step, kinds)]


def without_syncs_of(files: type[Created] | type[Opened]) -> Course:
    numbers = {step.file for step in evening() if isinstance(step, files)}
    return [s for s in evening() if not (isinstance(s, Synced) and s.file in numbers)]


def overwriting() -> Course:
    """Write each new file straight over the old one."""
    course: Course = []
    for step in evening():
        if isinstance(step, Created):
            course.append(Created(step.file, step.name.removesuffix(NEW)))
        elif not isinstance(step, Renamed):
            course.append(step)
    return course


def told_before_synced(kind: type) -> Course:
    """Show or acknowledge as soon as the bytes are written."""
    course: Course = []
    for step in evening():
        if isinstance(step, Mark) and isinstance(step.what, kind):
            at = max(n for n, done in enumerate(course) if isinstance(done, Synced))
            course.insert(at, step)
        else:
            course.append(step)
    return course


@pytest.mark.parametrize(
    "bad",
    [
        lambda: without(Synced, SyncedNames),
        lambda: without(SyncedNames),
        lambda: without_syncs_of(Opened),
        lambda: without_syncs_of(Created),
        overwriting,
        lambda: told_before_synced(Shown),
        lambda: told_before_synced(Acknowledged),
        lambda: told_before_synced(SetTo),
    ],
    ids=[
        "syncs nothing",
        "syncs no folder",
        "syncs no answer",
        "renames before it syncs",
        "overwrites",
        "shows before it syncs",
        "acknowledges before it syncs",
        "shows a setting before it syncs",
    ],
)
def test_the_same_evening_badly_written_is_caught(bad: Callable[[], Course]) -> None:
    tried = try_cuts(bad(), BOUND_OF_BAD_ONES)
    print(f"\n{tried}")
    assert tried.lost > 0


def test_an_answer_costs_the_disk_one_line_and_one_sync() -> None:
    answers = [cost for is_answer, cost in costs(evening()) if is_answer]
    assert len(answers) > 25
    assert all(cost == Wear(cost.bytes, writes=1, syncs=1, names=0) for cost in answers)
    assert max(cost.bytes for cost in answers) < 256


def test_at_rest_nothing_is_written_for_an_hour_though_the_reader_is_linked() -> None:
    at = Evening()
    with at.switched_on(DieSource.READER):
        at.plays(2)
        at.gadget.passes(1.0)
        done = len(at.recorded.course)
        at.gadget.passes(3600.0)
        assert not [step for step in at.recorded.course[done:] if not isinstance(step, Mark)]
