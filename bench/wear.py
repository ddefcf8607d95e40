"""What the gadget writes to its disk, of a recorded evening: `python -m bench.wear`."""

import statistics

from cdgdevice.config.settings import DieSource
from tests.recorded_disk import Mark, wear
from tests.recorded_evening import Evening, Shown, costs, evening

ROUNDS = 12
"""A turn of the sheet that is played: each round is rolled, chosen and done."""
HOUR = 3600.0


def main() -> None:
    answers = [cost for is_answer, cost in costs(evening()) if is_answer]
    print(
        f"An answer: {statistics.median(cost.bytes for cost in answers):g} bytes "
        f"(at most {max(cost.bytes for cost in answers)}), "
        f"{max(cost.writes for cost in answers)} write, {max(cost.syncs for cost in answers)} sync."
    )
    at = Evening()
    with at.switched_on(DieSource.BUTTON):
        begun = len(at.recorded.course)
        at.plays(3 * ROUNDS)
        played = len(at.recorded.course)
        at.gadget.passes(HOUR)
        left = [step for step in at.recorded.course[played:] if not isinstance(step, Mark)]
    turn = at.recorded.course[begun:played]
    shown = sum(isinstance(step, Mark) and isinstance(step.what, Shown) for step in turn)
    cost = wear(turn)
    print(f"{shown} answers, about a turn: {cost.bytes} bytes, {cost.syncs} syncs.")
    print(f"An hour at rest after it: {wear(left).writes} writes, {wear(left).syncs} syncs.")


if __name__ == "__main__":
    main()
