"""How well the die reader tells the faces apart, on modelled light: `python -m bench.classifier`.

The firmware's own files do the work: each specimen of reader and die is calibrated by
`calibration`, each frame judged by `classify`, each throw found by `settle`, a fifth of them after
a tumble into the tray before the whole of `reader`. A throw is right, wrong, or rejected: no face
in the time after which the reader asks for a nudge.
"""

import argparse
import os
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import pairwise

from bench.bounds import bound, likeness, worth
from bench.modelled_studies import (
    BANDS,
    DEPTHS,
    LIES,
    SOON,
    TUMBLED,
    WORN,
    any_mixture,
    flat_dice,
    hands,
    leaning_dice,
    lying_dice,
    other_things,
    rejects,
    worn_dice,
)
from bench.modelled_throws import CONDITIONS, FRAME_LASTS
from firmware.simulated.hands import RECORDINGS
from firmware.simulated.light import WINDOW
from firmware.simulated.spectra import THINGS

SPECIMENS = 16_000
"""Readers with their dice, each calibrated by itself."""
OF_ONE = 10
"""Throws of a specimen in each of the conditions."""
_SLOW = ("rejected", "late", "after")
"""What is counted of dice in slow light."""

HEAD = (
    f"\n{'flat dice':<36}{'throws':>7}{'wrong':>6}{'a throw':>14}{'or if alike':>13}"
    f"{'a specimen':>12}{'rejected':>10}{'late':>8}"
)
FOOT = """
a throw, a specimen: at most so many are wrong, or err in any of the throws, with a confidence of
95 %, by Clopper and Pearson. or if alike: where the wrong throws crowd in a few specimens as much
as the rejected ones do where they crowd most ({alike:.3f} of 1). late: settled, but not by three
frames from the rest on."""


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--specimens", type=int, default=SPECIMENS, help="readers with their dice")
    parser.add_argument("--seed", type=int, default=1, help="another number, other specimens")
    parser.add_argument("--processes", type=int, default=os.cpu_count(), help="side by side")
    parser.add_argument(
        "--window",
        type=int,
        default=round(100 * WINDOW),
        metavar="PERCENT",
        help="what the window mirrors of the LED, of what white paper gives",
    )
    asked = parser.parse_args(words)
    if asked.specimens < 1:
        parser.error("--specimens takes a number from 1.")
    if not 0 <= asked.window <= 100:
        parser.error("--window takes a number from 0 to 100.")
    began = time.monotonic()
    print(
        "A model: no physical sensor was measured. The firmware's own files judge modelled light."
    )
    shortest, longest = FRAME_LASTS
    print(
        f"{asked.specimens} specimens of reader and die, {OF_ONE} throws of each in each "
        f"condition, seed {asked.seed}.\nA window that mirrors {asked.window} % of white. "
        f"Frames of {shortest:.1f} to {longest:.1f} ms.\n"
        f"Every {TUMBLED}th throw tumbles into the tray; the others lie there at once."
    )
    if asked.processes == 1:
        _measure(lambda work, seeds: map(work, seeds), asked)
    else:
        with ProcessPoolExecutor(asked.processes) as pool:
            _measure(partial(pool.map, chunksize=20), asked)
    print(f"\n{time.monotonic() - began:.0f} s")
    return 0


def _measure(spread, asked: argparse.Namespace) -> None:
    """Print one study after the other; `spread` works as `map`."""
    specimens, first = asked.specimens, asked.seed * 1_000_000

    def of_each(work, of: int, throws: int) -> list:
        one = partial(work, throws=throws, window=asked.window / 100)
        return list(spread(one, range(first, first + of)))

    few = max(1, specimens // 50)
    _print_flat(of_each(flat_dice, specimens, OF_ONE))
    _print_rejects(of_each(rejects, few, 100), 100)
    _print_lying(of_each(lying_dice, few, 1))
    _print_leaning(_sum(of_each(leaning_dice, few, 20)))
    _print_mixtures(_sum(of_each(any_mixture, few, 60)))
    _print_worn(_sum(of_each(worn_dice, few, 12)))
    _print_things(_sum(of_each(other_things, few, 6)))
    _print_hands(_sum(of_each(hands, few, 6)))


def _sum(counts: list[Counter]) -> Counter:
    total: Counter = Counter()
    for each in counts:
        total.update(each)
    return total


def _print_flat(found: list[list[Counter[str]]]) -> None:
    print(HEAD)
    by_condition = list(zip(*found, strict=True))
    alike = max(likeness([each["rejected"] for each in seen], OF_ONE) for seen in by_condition)
    for conditions, seen in zip(CONDITIONS, by_condition, strict=True):
        _print_row(conditions.name, list(seen), OF_ONE, alike)
    _print_row("all of them", [_sum(list(seen)) for seen in found], OF_ONE * len(CONDITIONS), alike)
    print(FOOT.format(alike=alike))
    print("\nframes of dice that lay there at once   frames   wrong  rejected   wrong by counts")
    for conditions, seen in zip(CONDITIONS, by_condition, strict=True):
        total = _sum(list(seen))
        print(
            f"{conditions.name:<36}{total['frames']:>10}{total['frames wrong']:>8}"
            f"{total['frames rejected'] / max(1, total['frames']):>10.3%}"
            f"{total['by counts'] / max(1, total['laid']):>18.1%}"
        )
    print(
        "by counts: first frames that a comparison of the plain counts with each face's would\n"
        "have taken for another face."
    )
    _print_slow_light(_sum(list(by_condition[-1])))


def _print_slow_light(seen: Counter[str]) -> None:
    print(
        "\nslow light, by how often a second it comes and goes; dice that lay there at once"
        f"\n{'':14}{'dice':>7}{'rejected':>10}{'late':>8}{f'after {SOON / 1000} s':>13}"
    )
    for band, (least, most) in enumerate(pairwise((0.2, *BANDS))):
        dice = max(1, seen[f"band {band}"])
        rejected, late, after = (seen[f"band {band} {what}"] / dice for what in _SLOW)
        print(
            f"{f'{least:g} to {most:g}':>14}{seen[f'band {band}']:>7}"
            f"{rejected:>10.2%}{late:>8.2%}{after:>13.2%}"
        )
    print(f"after {SOON / 1000} s: told so long after the first frame that began on the lying die.")


def _print_row(name: str, seen: list[Counter[str]], of_one: int, alike: float) -> None:
    total = _sum(seen)
    throws = total["throws"]
    wrong = total["wrong"]
    bounds = (
        bound(wrong, throws),
        bound(wrong, worth(throws, of_one, alike)),
        bound(sum(each["wrong"] > 0 for each in seen), len(seen)),
    )
    a_throw, if_alike, a_specimen = (f"1 in {1 / each:,.0f}" for each in bounds)
    print(
        f"{name:<36}{throws:>7}{wrong:>6}{a_throw:>14}{if_alike:>13}{a_specimen:>12}"
        f"{total['rejected'] / throws:>10.3%}{total['late'] / throws:>8.2%}"
    )


def _print_rejects(found: list[int], of: int) -> None:
    parts = sorted(rejected / of for rejected in found)
    places = [
        (f"{place} %", parts[min(len(parts) - 1, len(parts) * place // 100)])
        for place in (50, 75, 90, 95, 99)
    ]
    print(
        f"\nrejected of {of} throws of one specimen, {CONDITIONS[2].name}; {len(parts)} specimens\n"
        + "".join(f"  {place} at most {part:.0%}," for place, part in places)
        + f"  the worst {parts[-1]:.0%}\n"
        f"  over a tenth: {sum(part > 0.1 for part in parts) / len(parts):.1%} of the specimens"
    )


def _print_lying(found: list[list[Counter[str]]]) -> None:
    total = _sum([each for seen in found for each in seen])
    print(
        f"\ndice that lie for {LIES / 1000:.0f} s after a throw, in all conditions: "
        f"{total['again']} of {total['lying']} counted again"
    )


def _print_leaning(seen: Counter[tuple[float, int, str]]) -> None:
    ends = ("right", "wrong", "COCKED", "MOVING", "ABSENT")
    print(f"\nleaning dice, {CONDITIONS[1].name}, the sensor {DEPTHS[0]:.0f} mm below the window:")
    print(f"{'degrees':>10}" + "".join(f"{end:>10}" for end in ends))
    for low in range(0, 45, 5):
        row = [seen[DEPTHS[0], low, end] for end in ends]
        parts = "".join(f"{count / max(1, sum(row)):>10.2%}" for count in row)
        print(f"{f'{low}-{low + 5}':>10}{parts}")
    print("\nthe same by the sensor's depth       leaning   wrong   own face is read up to")
    for depth in DEPTHS:
        here = {key[1:]: count for key, count in seen.items() if key[0] == depth}
        wrong = sum(count for (_, end), count in here.items() if end == "wrong")
        right = max((low for low, end in here if end == "right"), default=0)
        print(
            f"{f'{depth:.0f} mm':>10}{sum(here.values()):>34}{wrong:>8}{f'{right + 5} degrees':>25}"
        )


def _print_mixtures(seen: Counter[tuple[str, str]]) -> None:
    print("\nany mixture of two neighbours, however bright: more than a die can show")
    for end, words in (
        ("none", "no face"),
        ("more", "the face that is seen more"),
        ("less", "the face that is seen less"),
        ("third", "a face that is not there"),
    ):
        named = ", ".join(
            f"{which}: {count}"
            for (kind, which), count in sorted(seen.items())
            if kind == end and which
        )
        count = sum(count for (kind, _), count in seen.items() if kind == end)
        print(f"{count:>10}  {words}" + (f" ({named})" if named else ""))


def _print_worn(seen: Counter[tuple[float, str]]) -> None:
    ends = ("right", "wrong", "rejected")
    print("\nink that is gone, beyond the 15 %" + "".join(f"{end:>10}" for end in ends))
    for worn in WORN:
        row = [seen[worn, end] for end in ends]
        parts = "".join(f"{count / max(1, sum(row)):>10.1%}" for count in row)
        print(f"{f'{worn:.0%}':>32} {parts}")
    print("wrong: all are read as the face whose sticker below is white. right: it is that face.")


def _print_things(seen: Counter[tuple[str, int]]) -> None:
    print("\nthings that lie still on the window or over it, near and far: read as a face")
    for thing in THINGS:
        row = {face: count for (name, face), count in sorted(seen.items()) if name == thing}
        faces = ", ".join(str(face) for face in row if face) or "-"
        part = 1 - row.get(0, 0) / sum(row.values())
        print(f"{thing:>28}{part:>8.0%}   {faces}")


def _print_hands(seen: Counter[tuple[str, bool]]) -> None:
    print(f"\na hand, {CONDITIONS[1].name}" + f"{'recordings':>14}{'counted as a throw':>20}")
    for what in RECORDINGS:
        _print_hand(what, seen[what, True], seen[what, False])
    rolled = sum(count for (_, rolls), count in seen.items() if rolls)
    _print_hand("all of them", rolled, seen.total() - rolled)


def _print_hand(what: str, rolled: int, others: int) -> None:
    print(f"{what:>28}{rolled + others:>19}{rolled / max(1, rolled + others):>20.2%}")


if __name__ == "__main__":
    sys.exit(main())
