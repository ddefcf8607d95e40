"""What is counted of one modelled specimen: flat, leaning, worn and lying dice, and other things.

Each takes the specimen's seed, how many throws, and what the window mirrors as a part of white, and
can run in another process.
"""

from collections import Counter
from dataclasses import replace
from random import Random

from bench.modelled_throws import CONDITIONS, Bench, nearest_counts, settle
from firmware.simulated.hands import RECORDINGS, Hand
from firmware.simulated.light import WINDOW, Scene, leaning
from firmware.simulated.spectra import THINGS

DEPTHS = (8.0, 12.0, 16.0, 25.0, 40.0)
"""Millimetres from the window down to the sensor."""
WORN = (0.3, 0.5, 0.7, 0.8, 0.9, 1.0)
"""Part of the ink that is gone; 1: the sticker is off a white die."""
TUMBLED = 5
"""Each so many-th throw tumbles into the tray first."""
BANDS = (1.0, 3.0, 8.0, 15.0)
"""Up to how many times a second slow light comes and goes, in each part of its table."""
SOON = 500.0
"""Milliseconds within which a die at rest must be reported."""
LIES = 20_000.0
"""Milliseconds for which a lying die is watched."""


def flat_dice(seed: int, throws: int, window: float = WINDOW) -> list[Counter[str]]:
    """Count what becomes of `throws` flat dice, in each of the conditions."""
    bench = Bench(Random(f"flat {seed}"), window)
    found = []
    for conditions in CONDITIONS:
        seen: Counter[str] = Counter(throws=throws)
        for number in range(throws):
            face = bench.rng.randint(1, 6)
            scene = bench.in_use(bench.flat(face), conditions)
            if number % TUMBLED == 0:
                rolls, frames = bench.tumble(scene)
                seen["wrong"] += rolls not in ([], [face])
                seen["rejected"] += rolls == []
                seen["late"] += rolls != [] and frames > settle.FRAMES
                continue
            thrown = bench.lay(scene)
            seen["wrong"] += thrown.rolled not in (0, face)
            seen["rejected"] += thrown.rolled == 0
            seen["late"] += thrown.rolled != 0 and len(thrown.labels) > settle.FRAMES
            seen["frames"] += len(thrown.labels)
            seen["frames rejected"] += thrown.labels.count(None) + thrown.labels.count(0)
            seen["frames wrong"] += sum(label not in (None, 0, face) for label in thrown.labels)
            seen["by counts"] += nearest_counts(bench.known, thrown.first) != face
            seen["laid"] += 1
            if conditions.slow:
                band = next(number for number, most in enumerate(BANDS) if scene.mains <= most)
                seen[f"band {band}"] += 1
                seen[f"band {band} rejected"] += thrown.rolled == 0
                seen[f"band {band} late"] += (
                    thrown.rolled != 0 and len(thrown.labels) > settle.FRAMES
                )
                seen[f"band {band} after"] += thrown.rolled != 0 and thrown.lasted > SOON
        found.append(seen)
    return found


def rejects(seed: int, throws: int, window: float = WINDOW) -> int:
    """Count the rejected of `throws` flat dice in the worst condition."""
    bench = Bench(Random(f"rejects {seed}"), window)
    faces = (bench.rng.randint(1, 6) for _ in range(throws))
    scenes = (bench.in_use(bench.flat(face), CONDITIONS[2]) for face in faces)
    return sum(bench.lay(scene).rolled == 0 for scene in scenes)


def leaning_dice(seed: int, throws: int, window: float = WINDOW) -> Counter[tuple[float, int, str]]:
    """Count what becomes of leaning dice: by depth of the sensor and degrees in steps of five."""
    bench = Bench(Random(f"lean {seed}"), window)
    seen: Counter[tuple[float, int, str]] = Counter()
    for depth in DEPTHS:
        for _ in range(throws):
            one, other = _neighbours(bench.rng)
            degrees = bench.rng.uniform(0.0, 45.0)
            leans = leaning(one, other, degrees, depth)
            thrown = bench.lay(bench.in_use(leans, CONDITIONS[1]))
            end = (
                thrown.state if not thrown.rolled else "right" if thrown.rolled == one else "wrong"
            )
            seen[depth, int(degrees) // 5 * 5, end] += 1
    return seen


def any_mixture(seed: int, throws: int, window: float = WINDOW) -> Counter[tuple[str, str]]:
    """Count what becomes of mixtures of two neighbours, however bright: worse than a die can be.

    A face that is not there is named, with the two that are.
    """
    bench = Bench(Random(f"mixture {seed}"), window)
    seen: Counter[tuple[str, str]] = Counter()
    for _ in range(throws):
        one, other = _neighbours(bench.rng)
        part, gain = bench.rng.uniform(0.0, 0.5), bench.rng.uniform(0.2, 1.1)
        scene = Scene(face=one, other=other, part=part, gain=gain)
        rolled = bench.lay(bench.in_use(scene, CONDITIONS[0])).rolled
        if rolled in (0, one, other):
            seen[{0: "none", one: "more", other: "less"}[rolled], ""] += 1
        else:
            low, high = sorted((one, other))
            seen["third", f"{low} + {high} as {rolled}"] += 1
    return seen


def worn_dice(seed: int, throws: int, window: float = WINDOW) -> Counter[tuple[float, str]]:
    """Count what becomes of stickers that are worn beyond their limits."""
    bench = Bench(Random(f"worn {seed}"), window)
    seen: Counter[tuple[float, str]] = Counter()
    for worn in WORN:
        for _ in range(throws):
            face = bench.rng.randint(1, 6)
            scene = bench.in_use(bench.flat(face), CONDITIONS[0])
            rolled = bench.lay(replace(scene, worn=worn)).rolled
            seen[worn, "rejected" if not rolled else "right" if rolled == face else "wrong"] += 1
    return seen


def other_things(seed: int, throws: int, window: float = WINDOW) -> Counter[tuple[str, int]]:
    """Count what is taken for a face of things that lie still on the window or over it."""
    bench = Bench(Random(f"things {seed}"), window)
    seen: Counter[tuple[str, int]] = Counter()
    for thing in THINGS:
        for _ in range(throws):
            scene = Scene(thing=thing, gain=bench.rng.uniform(0.05, 1.05))
            seen[thing, bench.lay(bench.in_use(scene, CONDITIONS[0])).rolled] += 1
    return seen


def lying_dice(seed: int, throws: int, window: float = WINDOW) -> list[Counter[str]]:
    """Count dice that are counted twice while they lie, in each of the conditions."""
    bench = Bench(Random(f"lying {seed}"), window)
    found = []
    for conditions in CONDITIONS:
        seen: Counter[str] = Counter()
        for _ in range(throws):
            scene = bench.in_use(bench.flat(bench.rng.randint(1, 6)), conditions)
            rolls, _ = bench.tumble(scene)
            if rolls:
                seen["lying"] += 1
                seen["again"] += bench.watch(scene, LIES) != []
        found.append(seen)
    return found


def _neighbours(rng: Random) -> tuple[int, int]:
    one = rng.randint(1, 6)
    return one, rng.choice([face for face in range(1, 7) if face not in (one, 7 - one)])


def hands(seed: int, throws: int, window: float = WINDOW) -> Counter[tuple[str, bool]]:
    """Count what hands do over the tray, and whether it counts as a throw."""
    bench = Bench(Random(f"hands {seed}"), window)
    rng = bench.rng
    seen: Counter[tuple[str, bool]] = Counter()
    for what, (with_die, record) in RECORDINGS.items():
        for _ in range(throws):
            face = rng.randint(1, 6)
            lies = bench.in_use(bench.flat(face), CONDITIONS[1])
            empty = replace(lies, face=0)
            if with_die and bench.tumble(lies)[0] != [face]:
                continue
            begins = lies if with_die else empty
            bench.live(begins, (), rng.uniform(300.0, 6000.0))
            hand = Hand(rng, begins)
            now = bench.now
            film = [(now - 1.0, begins), *((now + at, scene) for at, scene in record(hand, face))]
            lasts = film[-1][0] - now + 2000.0
            rolls = bench.live(begins, film, lasts)
            seen[what, bool(rolls)] += 1
            bench.live(empty, (), 1000.0)
    return seen
