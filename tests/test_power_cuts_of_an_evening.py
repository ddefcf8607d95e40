"""The power goes at any step of an evening, by the thousand: what was shown is there again."""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random

import pytest

from cdgdevice.config.effective import CHANGES_FILE, GOOD_FILE
from cdgdevice.config.settings import DieSource
from cdgdevice.games.disk import NEW_FILE_ENDING
from cdgdevice.games.journal_format import find_throw_keys
from cdgdevice.games.journal_reader import JournalContent
from tests.promises import JournalLostError, Loss, Next, Promise, check, opens, read, written_in_all
from tests.recorded_disk import (
    Course,
    Cut,
    Mark,
    RecordedDisk,
    Step,
    Wear,
    cuts,
    does,
)
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

BOUND = 10_000
"""No step of this program leaves so many disks: all are tried."""


@dataclass(slots=True)
class Tried:
    cuts: int = 0
    second_cuts: int = 0
    """Cuts while a start mended what a first cut had left."""
    of_step: Counter[int] = field(default_factory=Counter)
    """How many cuts there were after so many steps."""
    different: dict[object, Cut] = field(default_factory=dict)
    """One cut for each thing that may be found, and each state of the die reader beside it."""

    def __str__(self) -> str:
        played = f"{len(self.different)} were played, and cut {self.second_cuts} times more"
        return f"{self.cuts} cuts, 0 lost something; {played}"


def try_cuts(
    course: Course,
    tried: Tried,
    whole: Mapping[str, JournalContent] | None = None,
    bound: int = BOUND,
    first: int = 0,
) -> None:
    """Cut the power everywhere; each disk is read, and each that reads differently is played.

    What a start does to such a disk is cut everywhere, too. `whole` is what the journals hold in
    the end; that of the evening unless it is told. After a step at most `bound` disks are tried,
    and before `first` steps none.

    Raises:
        JournalLostError: a promise is broken: the first cut that shows it, and no more are tried.
    """
    promise = Promise(written_in_all() if whole is None else whole)
    upcoming = _upcoming(course)
    chance = Random(5).randrange
    taken = 0
    for cut in cuts(course, bound, chance, first=first):
        for step in course[taken : cut.done]:
            if isinstance(step, Mark):
                promise.take(step)
        taken = cut.done
        tried.cuts += 1
        tried.of_step[cut.done] += 1
        found = read(cut.disk)
        check(found, promise, upcoming[cut.done])
        different = found.summary(), promise.thrown, len(promise.acknowledged)
        if different in tried.different:
            continue
        tried.different[different] = cut
        left = cut.disk.cut(lambda _: 0)  # all of it is sure, so this is a copy
        start = RecordedDisk(cut.disk)
        opens(start, found)
        for second in cuts(start.course, bound, chance, left) if start.course else ():
            tried.second_cuts += 1
            check(read(second.disk), promise, upcoming[cut.done])


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
    tried = Tried()
    try_cuts(evening(), tried)
    return tried


def test_at_no_cut_of_a_whole_evening_anything_is_lost_that_was_shown() -> None:
    tried = tried_in_all()
    print(f"\n{tried}")
    assert tried.cuts > 10_000
    assert tried.second_cuts > 1000
    assert max(tried.of_step.values()) < BOUND, "chance has chosen among them"
    assert len(tried.different) > 50


def test_the_pages_name_as_many_cuts_as_are_tried_give_or_take_a_twentieth() -> None:
    root = Path(__file__).parents[1]
    page = (root / "docs" / "POWER.md").read_text(encoding="utf-8")
    front = (root / "README.md").read_text(encoding="utf-8")
    named = re.findall(r"^    (\d+) cuts, 0 lost something; 1\d\d were", page, re.MULTILINE)
    assert named == re.findall(r"\[(\d+), nothing lost\]", front)
    assert [int(number) for number in named] == [pytest.approx(tried_in_all().cuts, rel=0.05)]


def test_the_evening_has_all_that_is_ever_kept() -> None:
    asked = [
        str(entry["request"]) + str(entry["by"])
        for written in written_in_all().values()
        for entry in written.entries
    ]
    for word in (
        "roll",
        "choose",
        "undo",
        "correct",
        "end-game",
        "set-table",
        "kept",
        "reader",
        "button",
    ):
        assert any(word in each for each in asked), word
    assert len(written_in_all()) == 4
    assert sum(isinstance(step, Mark) and isinstance(step.what, Thrown) for step in evening()) == 7


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
        times = Counter(
            key for written in found.values() for key in find_throw_keys(written.entries)
        )
        assert times == {(BOOT, each.sequence): 1 for each in thrown}
    assert repeated >= 5


def without(*methods: str) -> Course:
    return [step for step in evening() if not does(step, *methods)]


def without_syncs_of(opening: str, name: str = "") -> Course:
    numbers = {s.file for s in evening() if does(s, opening) and name in s.given[0]}
    return [s for s in evening() if not (does(s, "sync") and s.file in numbers)]


def overwriting(name: str) -> Course:
    """Write each new file of this name straight over the old one."""
    course: Course = []
    for step in evening():
        if does(step, "create") and name in step.given[0]:
            straight = step.given[0].removesuffix(NEW_FILE_ENDING)
            course.append(Step("create", (straight,), step.file))
        elif not (does(step, "rename") and name in step.given[1]):
            course.append(step)
    return course


def told_before_synced(kind: type) -> Course:
    """Show or acknowledge as soon as the bytes are written."""
    course: Course = []
    for step in evening():
        if isinstance(step, Mark) and isinstance(step.what, kind):
            at = max(n for n, done in enumerate(course) if does(done, "sync"))
            course.insert(at, step)
        else:
            course.append(step)
    return course


BADLY_WRITTEN: dict[str, tuple[Loss, Callable[[], Course]]] = {
    "syncs nothing": (Loss.UNREADABLE, lambda: without("sync", "sync_names")),
    "syncs no folder": (Loss.GAME, lambda: without("sync_names")),
    "syncs no answer": (Loss.ANSWERS, lambda: without_syncs_of("append")),
    "renames a game before it syncs": (
        Loss.UNREADABLE,
        lambda: without_syncs_of("create", "journal"),
    ),
    "renames settings before it syncs": (
        Loss.SETTING,
        lambda: without_syncs_of("create", CHANGES_FILE),
    ),
    "renames a configuration before it syncs": (
        Loss.CONFIGURATION,
        lambda: without_syncs_of("create", GOOD_FILE),
    ),
    "overwrites a game": (Loss.UNREADABLE, lambda: overwriting("journal")),
    "overwrites settings": (Loss.SETTING, lambda: overwriting(CHANGES_FILE)),
    "overwrites a configuration": (Loss.CONFIGURATION, lambda: overwriting(GOOD_FILE)),
    "shows before it syncs": (Loss.ANSWERS, lambda: told_before_synced(Shown)),
    "acknowledges before it syncs": (Loss.ACKNOWLEDGED, lambda: told_before_synced(Acknowledged)),
    "shows a setting before it syncs": (Loss.SETTING, lambda: told_before_synced(SetTo)),
}


@pytest.mark.parametrize(("loss", "bad"), BADLY_WRITTEN.values(), ids=BADLY_WRITTEN.keys())
def test_the_same_evening_badly_written_is_caught_for_what_is_bad(
    loss: Loss, bad: Callable[[], Course]
) -> None:
    tried, course = Tried(), bad()
    # Until there is a difference it is the evening of which every cut is tried above.
    pairs = enumerate(zip(course, evening(), strict=False))
    same = next(number for number, (step, good) in pairs if step != good)
    with pytest.raises(JournalLostError) as caught:
        try_cuts(course, tried, first=same)
    print(f"\ncut {tried.cuts}: {caught.value}")
    assert caught.value.loss is loss


def test_an_answer_costs_the_disk_one_line_and_one_sync() -> None:
    answers = [cost for is_answer, cost in costs(evening()) if is_answer]
    assert len(answers) > 25
    assert all(cost == Wear(cost.bytes, writes=1, syncs=1, names=0) for cost in answers)
    sector = 512
    assert max(cost.bytes for cost in answers) < sector


def test_at_rest_nothing_is_written_for_an_hour_though_the_reader_is_linked() -> None:
    at = Evening()
    with at.switched_on(DieSource.READER):
        at.plays(2)
        at.gadget.passes(1.0)
        done = len(at.recorded.course)
        at.gadget.passes(3600.0)
        assert not [step for step in at.recorded.course[done:] if not isinstance(step, Mark)]
