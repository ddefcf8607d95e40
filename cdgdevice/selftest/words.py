"""Findings as lines for a terminal, and as JSON for a program."""

import json
from collections.abc import Iterator, Sequence

from cdgdevice.columns import folded
from cdgdevice.selftest.finding import Finding, State

_MARKS = {State.OK: "ok", State.FAULT: "FAULT", State.UNKNOWN: "?"}
_INDENT = 20


def lines(finding: Finding) -> Iterator[str]:
    """Give a finding's lines: the state, the part, and the sentence beside them."""
    head = f"{_MARKS[finding.state]:6}{finding.what.part:{_INDENT - 6}}"
    yield from folded(finding.sentence, head, " " * _INDENT).splitlines()


LEGEND = "?: can't tell. docs/SELFTEST.md says what each finding means and what to do."
"""What stands below the findings."""


def summary(found: Sequence[Finding]) -> str:
    """Say how many faults there are, how much could not be told, and where more is said."""
    faults = sum(each.state is State.FAULT for each in found)
    untold = sum(each.state is State.UNKNOWN for each in found)
    many = {0: "No fault was found", 1: "1 fault was found"}.get(faults, f"{faults} faults")
    many += " were found" if faults > 1 else ""
    rest = f"; {untold} of {len(found)} things can't be told" if untold else ""
    legend = f"\n{LEGEND}" if faults or untold else ""
    return f"{many}{rest}.{legend}"


def status(found: Sequence[Finding]) -> int:
    """Give the exit status: 1 if anything is to be mended, else 0."""
    return int(any(each.state is State.FAULT for each in found))


def as_json(found: Sequence[Finding]) -> str:
    """Give all findings as one JSON object."""
    listed = [
        {
            "finding": each.what.id,
            "part": each.what.part,
            "state": each.state.value,
            "sentence": each.sentence,
        }
        for each in found
    ]
    faults = sum(each.state is State.FAULT for each in found)
    return json.dumps({"faults": faults, "findings": listed}, indent=2, ensure_ascii=False)
