"""A gadget that plays for years in minutes: `python -m tests.soak [ROUNDS [OF_A_GAME]]`.

Everything is real but the edges: the queue, the loop, the desk, the rules, the journal on a memory
disk, the views, and panels that take every byte. The player sits in the queue: when the loop would
sleep, they look at the glass and do what it asks. Nothing waits, since the clock is the queue's.

It prints what the program holds between the games, and fails where that grows: exactly, by what
Python and the C library have handed out and not got back, and roughly by the resident memory, which
also has the holes between the two's blocks.
"""

import ctypes
import gc
import math
import os
import random
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass
from itertools import cycle
from pathlib import Path
from queue import Empty
from tempfile import TemporaryDirectory
from typing import Self

from cdgdevice.drivers.gpio.control_events import Control
from cdgdevice.games.disk import FolderDisk
from cdgdevice.render.views import DiceView, MenuView, PageView, View
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.game import Game, GameEnd
from cdgdevice.service.assembly import list_offered_sheets
from cdgdevice.service.loop import LoopEvent, Stop
from cdgdevice.ui.texts import GAME_TITLE
from tests.simulated_time import SimulatedTime
from tests.whole_gadget import Gadget

ROUNDS = 15_000
OF_A_GAME = 125
"""So many rounds are played of a game, if it does not end before: about what a wargame has."""
ANSWERS_OF_A_GAME = 1000
"""So many answers at most: a guided list may take ten in a round.

With each answer a game takes more memory, for all can be taken back; and what Python took for the
longest game so far it keeps. A longest game that comes late would look like what grows for ever.
So no game here is as long as the 2,000 answers after which the oldest are forgotten.
"""
WARM = 2
"""The first look that others can be compared with: each sheet has been on the table twice.

In a first short game few of a sheet's moments come, whose texts are kept once they have been told.
"""
MAX_GROWTH = 3072
"""Kibibytes by which the resident memory may grow from the first third's end to the last third.

Python takes memory for the largest things of a moment, such as the log of a long game, a mebibyte
at a time, and gives one back only when nothing is left in it: with the same blocks in use it was
two more or fewer by chance. What is lost for ever is never given back, so that the least of the
last third counts. The blocks, which are exact, find far smaller leaks.
"""
MAX_BLOCKS = 1000
"""So many more blocks of memory may Python hold than at the first look, also of strings."""
MAX_HEAP = 1024
"""The same for the kibibytes in use that are not Python's, as those of pictures."""
MAX_OBJECTS = 300
"""The same for the objects that Python looks after."""
UNTIL_GONE = 40
"""After so many answers in a new game nothing of the last one is among what was shown lately."""
MAX_DICE = 100
"""More than a press rolls together, however many units the enemy has."""
LOOKS = 20
"""The least of so many looks counts, an act apart: what may be shown next is more or less."""
MEMORY = Path("/dev/shm")

KNOB = Control.KNOB
BUTTONS = {Side.LEFT: Control.LEFT, Side.RIGHT: Control.RIGHT}


class Unending(SimulatedTime):
    """A queue on which waiting lets time pass, and the player act when there is nothing else."""

    def __init__(self) -> None:
        super().__init__()
        self.player: Iterator[float] = iter(())
        """Acts, and gives for how many seconds it then looks on."""
        self._acts_at = 0.0

    def get(self, block: bool = True, timeout: float | None = None) -> LoopEvent:
        due = math.inf if timeout is None else self.now + timeout
        self.waits += 1
        while not self.qsize():
            if due <= self._acts_at:
                self.now = max(self.now, due)
                raise Empty
            self.now = max(self.now, self._acts_at)
            self._acts_at = self.now + next(self.player)
        return super().get_nowait()

    def run(self, until: float) -> None:
        """Do nothing: the player waits by giving seconds."""


class MallocInfo(ctypes.Structure):
    """What the C library tells of its memory, in bytes (mallinfo2 of glibc 2.33 or newer)."""

    _fields_ = tuple(
        (name, ctypes.c_size_t)
        for name in (
            *("arena", "ordblks", "smblks", "hblks", "hblkhd"),
            *("usmblks", "fsmblks", "uordblks", "fordblks", "keepcost"),
        )
    )

    @classmethod
    def now(cls) -> "MallocInfo":
        ask = ctypes.CDLL(None).mallinfo2
        ask.restype = cls
        info = ask()
        assert isinstance(info, cls)
        return info


@dataclass(frozen=True, slots=True)
class Held:
    """What the program holds at a moment."""

    rounds: int
    resident: int
    """Kibibytes."""
    blocks: int
    heap: int
    """Kibibytes."""
    objects: int
    threads: int
    files: int

    @classmethod
    def now(cls, rounds: int) -> "Held":
        gc.collect()
        ctypes.CDLL(None).malloc_trim(0)  # what it keeps and nobody uses says nothing
        info = MallocInfo.now()
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return cls(
            rounds,
            pages * os.sysconf("SC_PAGE_SIZE") // 1024,
            sys.getallocatedblocks(),
            (info.uordblks + info.hblkhd) // 1024,
            len(gc.get_objects()),
            threading.active_count(),
            len(os.listdir("/proc/self/fd")),  # noqa: PTH208 - a listing without an iterator
        )

    @classmethod
    def least(cls, looks: "Sequence[Held]") -> Self:
        """Return the least of each figure: so much was held at every look."""
        return cls(*(min(column) for column in zip(*map(astuple, looks), strict=True)))


class Soak:
    """Plays so many rounds, and keeps what the program held meanwhile."""

    def __init__(self, folder: Path, rounds: int, of_a_game: int = OF_A_GAME) -> None:
        self.rounds = self.games = 0
        self.answers = 0
        """How many answers the journals held."""
        self.held: list[Held] = []
        self._folder = folder
        self._wanted = rounds
        self._of_a_game = of_a_game
        self._chance = random.Random(1)
        self._time = Unending()
        self._sheets = list_offered_sheets()
        self.gadget = Gadget(disk=FolderDisk(folder), time=self._time)
        self._hand, self._front = self.gadget.hand, self.gadget.front

    def run(self) -> None:
        """Play in this thread, from switching on to switching off."""
        self._time.player = self._plays()
        self.gadget.plug_reader()
        self.gadget.service.run()
        self.gadget.closes()
        self._removes_games(keep=0)

    def _plays(self) -> Iterator[float]:
        titles = cycle(sheet.title for sheet in self._sheets)
        while self.rounds < self._wanted:
            yield from self._begins(next(titles))
            ends = min(self.rounds + self._of_a_game, self._wanted)
            stood = self._round()
            while self.rounds < ends and not self._has_ended():
                yield from self._acts()
                if self._round() != stood:
                    stood = self._round()
                    self.rounds += 1
        yield from self._begins(next(titles))
        self._time.put(Stop())
        yield 0.0

    @property
    def _game(self) -> Game:
        return self.gadget.games.tabletop.history.now

    def _has_ended(self) -> bool:
        given = len(self.gadget.games.tabletop.history.past)
        return given >= ANSWERS_OF_A_GAME or isinstance(self._game.stage, GameEnd)

    def _round(self) -> tuple[int, int, Side]:
        return self._game.turn, self._game.round, self._game.active

    def _acts(self) -> Iterator[float]:
        """Do what the glass asks for; now and then something else."""
        if self._over(DiceView):
            yield from self._looks_on(1.05)
        elif self._over(PageView):
            yield from self._presses(KNOB)
        elif self._over(MenuView) or (chance := self._chance.random()) < 0.02:
            yield from self._presses(KNOB, 0.7)
        elif chance < 0.1:
            yield from self._turns(self._chance.choice((-1, 1, 2)))
        elif self.gadget.session.due_dice and chance < 0.6:
            self.gadget.throw(self._chance.randint(1, 6))
            yield from self._looks_on(0.3)
        else:
            yield from self._presses(BUTTONS[self._game.active])

    def _begins(self, title: str) -> Iterator[float]:
        """Begin another game by the menu."""
        while not self._over(MenuView):
            if self._over(PageView) or self._over(DiceView):
                yield from self._acts()
                continue
            yield from self._turns(9)
            if not self._over(MenuView):
                yield from self._presses(KNOB)
        # Once a game is over, what begins another stands in no group.
        if not any(
            "New game" in view.items for view in self._shown() if isinstance(view, MenuView)
        ):
            yield from self._enters(GAME_TITLE)
        yield from self._enters("New game")
        yield from self._enters(title)
        if self._over(MenuView):
            yield from self._enters("Begin")
        self.gadget.forgets()
        self._removes_games(keep=len(self._sheets))
        if self.games % len(self._sheets) == 0:
            yield from self._looks_at_memory()
        self.games += 1

    def _looks_at_memory(self) -> Iterator[float]:
        while len(self.gadget.games.tabletop.history.past) < UNTIL_GONE:
            yield from self._acts()
        looks = []
        for _ in range(LOOKS):
            yield from self._acts()
            self.gadget.forgets()
            looks.append(Held.now(self.rounds))
        self.held.append(Held.least(looks))

    def _removes_games(self, keep: int) -> None:
        """Remove all games but so many, as an owner does; and count their answers.

        The menu lists every saved game: with each more it needs more memory for a moment.
        """
        journals = sorted(self._folder.glob("*.journal"))
        for journal in journals[: len(journals) - keep]:
            self.answers += journal.read_bytes().count(b"\n") - 1
            journal.unlink()

    def _enters(self, item: str) -> Iterator[float]:
        menu = next(view for view in self._shown() if isinstance(view, MenuView))
        yield from self._turns(menu.items.index(item) - menu.highlighted)
        yield from self._presses(KNOB)

    def _shown(self) -> Iterator[View]:
        return (self._front.shown_views[side] for side in self._front.visible_sides)

    def _over(self, kind: type[View]) -> bool:
        return any(isinstance(view, kind) for view in self._shown())

    def _presses(self, control: Control, seconds: float = 0.1) -> Iterator[float]:
        self.gadget.dice[:] = [self._chance.randint(1, 6) for _ in range(MAX_DICE)]
        self._hand.down(control)
        yield from self._looks_on(seconds)
        self._hand.up(control)
        yield from self._looks_on(0.05)

    def _turns(self, steps: int) -> Iterator[float]:
        self._hand.turn(steps)
        yield from self._looks_on(0.05)

    def _looks_on(self, seconds: float) -> Iterator[float]:
        """Let time pass; the die reader has its heartbeats meanwhile."""
        device, until = self.gadget.device, self._time.now + seconds
        assert device is not None
        while device.deadline() <= until:
            yield max(device.deadline() - self._time.now, 0.0)
            self.gadget.says(device.tick(self._time.now))
        yield until - self._time.now


def growth(held: list[Held]) -> list[str]:
    """Say in a sentence each what has grown since the program was warm."""
    first, third, last = held[WARM], held[max(WARM, len(held) // 3)], held[-1]
    found = []
    resident = min(each.resident for each in held[-max(1, len(held) // 3) :])
    if resident > third.resident + MAX_GROWTH:
        found.append(f"The memory grew by {resident - third.resident} KiB.")
    if last.blocks > first.blocks + MAX_BLOCKS:
        found.append(f"Python holds {last.blocks - first.blocks} blocks of memory more.")
    if last.heap > first.heap + MAX_HEAP:
        found.append(f"Beside Python {last.heap - first.heap} KiB more are in use.")
    if last.objects > first.objects + MAX_OBJECTS:
        found.append(f"There are {last.objects - first.objects} objects more.")
    if last.threads > first.threads:
        found.append(f"There are {last.threads - first.threads} threads more.")
    if last.files > first.files:
        found.append(f"There are {last.files - first.files} file handles more.")
    return found


def main(arguments: list[str]) -> int:
    rounds, of_a_game = map(int, (*arguments, *(ROUNDS, OF_A_GAME)[len(arguments) :]))
    if not (MEMORY.is_dir() and Path("/proc/self/statm").exists()):
        print("The soak reads /proc and writes to /dev/shm: run it on Linux.", file=sys.stderr)
        return 1
    began, worked = time.monotonic(), time.process_time()
    with TemporaryDirectory(prefix="cdgdevice-soak-", dir=MEMORY) as folder:
        soak = Soak(Path(folder), rounds, of_a_game)
        gc.freeze()  # as the gadget does before it plays
        start = Held.now(0)
        soak.run()
        answers = soak.answers
    print(f"{soak.rounds:,} rounds in {soak.games} games, {answers:,} answers,")
    print(
        f"{soak.gadget.time.now / 3600:,.0f} hours at the table: "
        f"{time.monotonic() - began:.0f} s, {time.process_time() - worked:.0f} s of the processor"
    )
    print(
        f"\n{'rounds':>9} {'memory, KiB':>12} {'blocks':>9} {'heap, KiB':>10} "
        f"{'objects':>9} {'threads':>8} {'files':>6}"
    )
    for held in (start, *soak.held):
        print(
            f"{held.rounds:>9,} {held.resident:>12,} {held.blocks:>9,} {held.heap:>10,} "
            f"{held.objects:>9,} {held.threads:>8} {held.files:>6}"
        )
    for sentence in (grown := growth(soak.held)):
        print(sentence)
    if soak.gadget.error is not None:
        print(f"The gadget ended with an error: {soak.gadget.error}")
    return 1 if grown or soak.rounds < rounds or soak.gadget.error is not None else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
