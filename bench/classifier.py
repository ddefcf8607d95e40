"""How well the die reader tells the faces apart, on modelled light: `python -m bench.classifier`.

The firmware's own files do the work: each specimen of reader and die is calibrated by
`calibration`, each frame judged by `classify`, each throw found by `settle`. A throw is right,
wrong, or rejected: no face in the time after which the reader asks for a nudge.
"""

import argparse
import os
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random

from scipy.stats import beta

from bench.modelled_throws import BEYOND, CONDITIONS, Bench, Conditions, nearest_counts
from firmware.simulated.light import Scene, leaning

THROWS = 300_000
"""For each condition: so many without a wrong one bound its rate below 1 in 100,000."""
OF_ONE = 600
"""Throws of one specimen, before the next is built and calibrated."""

HEAD = (
    f"\n{'flat dice':<36}{'wrong':>6}{'at most (95 %)':>16}{'rejected':>10}{'late':>8} |"
    f"{'frames':>9}{'wrong':>6}{'rejected':>10} |{'by counts':>10}"
)
FOOT = """
late: settled, but not by the first six frames. by counts: first frames that a comparison of the
plain counts with each face's would have taken for another face. Beyond its limits, in leaning dice
and in mixtures: a tenth of the throws.
"""


def flat_dice(conditions: Conditions, seed: int, throws: int) -> Counter[str]:
    """Count what becomes of `throws` flat dice of one specimen."""
    bench = Bench(Random(f"flat {conditions.name} {seed}"))
    seen: Counter[str] = Counter(throws=throws)
    for _ in range(throws):
        face = bench.rng.randint(1, 6)
        thrown = bench.throw(bench.in_use(bench.flat(face), conditions))
        seen["wrong"] += thrown.rolled not in (0, face)
        seen["rejected"] += thrown.rolled == 0
        seen["late"] += thrown.rolled != 0 and len(thrown.labels) > 6
        seen["frames"] += len(thrown.labels)
        seen["frames right"] += thrown.labels.count(face)
        seen["frames rejected"] += thrown.labels.count(None) + thrown.labels.count(0)
        seen["by counts"] += nearest_counts(bench.known, thrown.first) != face
    return seen


def leaning_dice(conditions: Conditions, seed: int, throws: int) -> Counter[tuple[int, str]]:
    """Count what becomes of leaning dice of one specimen, by degrees in steps of five."""
    bench = Bench(Random(f"lean {conditions.name} {seed}"))
    seen: Counter[tuple[int, str]] = Counter()
    for _ in range(throws):
        one, other = _neighbours(bench.rng)
        degrees = bench.rng.uniform(0.0, 45.0)
        thrown = bench.throw(bench.in_use(leaning(one, other, degrees), conditions))
        end = thrown.state if not thrown.rolled else "right" if thrown.rolled == one else "wrong"
        seen[int(degrees) // 5 * 5, end] += 1
    return seen


def any_mixture(conditions: Conditions, seed: int, throws: int) -> Counter[str]:
    """Count what becomes of mixtures of two neighbours, however bright: worse than a die can be."""
    bench = Bench(Random(f"mixture {conditions.name} {seed}"))
    seen: Counter[str] = Counter()
    for _ in range(throws):
        one, other = _neighbours(bench.rng)
        part, gain = bench.rng.uniform(0.0, 0.5), bench.rng.uniform(0.2, 1.1)
        scene = Scene(face=one, other=other, part=part, gain=gain)
        rolled = bench.throw(bench.in_use(scene, conditions)).rolled
        seen[{0: "none", one: "more", other: "less"}.get(rolled, "third")] += 1
    return seen


def bound(wrong: int, of: int) -> float:
    """Give the exact (Clopper and Pearson) upper bound of a rate, at 95 %."""
    return 1.0 if wrong == of else float(beta.ppf(0.95, wrong + 1, of - wrong))


def gather(spread, work, conditions: Conditions, throws: int, seed: int) -> Counter:
    """Share `throws` out to specimens by `spread`, which works as `map`; add up what they count."""
    jobs = -(-throws // OF_ONE)
    sizes = [throws // jobs + (job < throws % jobs) for job in range(jobs)]
    seeds = [seed * 1_000_000 + job for job in range(jobs)]
    total: Counter = Counter()
    for seen in spread(partial(work, conditions), seeds, sizes):
        total.update(seen)
    return total


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--throws", type=int, default=THROWS, help="throws for each condition")
    parser.add_argument("--seed", type=int, default=1, help="another number, other throws")
    parser.add_argument("--processes", type=int, default=os.cpu_count(), help="side by side")
    asked = parser.parse_args(words)
    if asked.throws < 1:
        parser.error("--throws takes a number from 1.")
    began = time.monotonic()
    print(
        "A model: no physical sensor was measured. The firmware's own files judge modelled light."
    )
    print(f"{asked.throws} throws a condition, {OF_ONE} of a specimen, seed {asked.seed}.")
    if asked.processes == 1:
        _measure(map, asked.throws, asked.seed)
    else:
        with ProcessPoolExecutor(asked.processes) as pool:
            _measure(pool.map, asked.throws, asked.seed)
    print(f"\n{time.monotonic() - began:.0f} s")
    return 0


def _measure(spread, throws: int, seed: int) -> None:
    print(HEAD)
    for each in CONDITIONS:
        print(_row(each.name, gather(spread, flat_dice, each, throws, seed)))
    few, worn = max(1, throws // 10), CONDITIONS[1]
    print(_row(BEYOND.name, gather(spread, flat_dice, BEYOND, few, seed)))
    print(FOOT)
    _print_leaning(worn.name, gather(spread, leaning_dice, worn, few, seed))
    _print_mixtures(gather(spread, any_mixture, CONDITIONS[0], few, seed))


def _neighbours(rng: Random) -> tuple[int, int]:
    one = rng.randint(1, 6)
    return one, rng.choice([face for face in range(1, 7) if face not in (one, 7 - one)])


def _row(name: str, seen: Counter[str]) -> str:
    throws, frames, rejected = seen["throws"], seen["frames"], seen["frames rejected"]
    wrong = frames - seen["frames right"] - rejected
    most = f"1 in {1 / bound(seen['wrong'], throws):,.0f}"
    return (
        f"{name:<36}{seen['wrong']:>6}{most:>16}"
        f"{seen['rejected'] / throws:>10.3%}{seen['late'] / throws:>8.2%} |"
        f"{frames:>9}{wrong:>6}{rejected / frames:>10.3%} |{seen['by counts'] / throws:>10.1%}"
    )


def _print_leaning(name: str, seen: Counter[tuple[int, str]]) -> None:
    ends = ("right", "wrong", "COCKED", "MOVING", "ABSENT")
    print(f"leaning dice, {name}: read as the face below, wrong, or as this state")
    print(f"{'degrees':>10}" + "".join(f"{end:>10}" for end in ends))
    for low in range(0, 45, 5):
        row = [seen[low, end] for end in ends]
        parts = "".join(f"{count / max(1, sum(row)):>10.2%}" for count in row)
        print(f"{f'{low}-{low + 5}':>10}{parts}")
    wrong = sum(seen[low, "wrong"] for low in range(0, 45, 5))
    of = seen.total()
    print(f"wrong: {wrong} of {of}, at most 1 in {1 / bound(wrong, of):,.0f} (95 %)\n")


def _print_mixtures(seen: Counter[str]) -> None:
    print("any mixture of two neighbours, however bright: more than a die can show")
    for end, words in (
        ("none", "no face"),
        ("more", "the face that is seen more"),
        ("less", "the face that is seen less"),
        ("third", "a face that is not there"),
    ):
        print(f"{seen[end]:>10}  {words}")


if __name__ == "__main__":
    sys.exit(main())
