"""What the gadget's unit forbids, no program in its place can do; and it is the unit that forbids.

Each try is done under a copy of the unit as installed; then under copies that lack what forbids it,
where it must succeed; and, where more than one word forbids it, with each of these alone.
"""

import json
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.machine.machine import UNIT, Machine
from tests.machine.tries import CAN, CANNOT, LAY, Try

PROGRAM = Path(__file__).with_name("tries.py")
_NOT_COPIED = r"Type|NotifyAccess|Exec\w+|Sockets|WatchdogSec|Restart\w*"
_GRANTED = "LimitRTPRIO=1"
"""Without it the kernel refuses what the unit would."""


@dataclass(frozen=True, slots=True)
class Copy:
    """A copy of the unit in which something is tried."""

    lacks: tuple[str, ...]
    tries: tuple[Try, ...]

    def unit(self, service: str, number: int) -> str:
        """Give its text, from what is under [Service] in the unit itself."""
        out = "|".join((_NOT_COPIED, *self.lacks))
        kept = [line for line in service.splitlines() if not re.match(rf"({out})=", line)]
        names = " ".join(f'"{each.what}"' for each in self.tries)
        run = f"ExecStart=/usr/bin/python3 /usr/bait/tries.py {number}.tried {names}"
        # One after another: all at once they leave systemd no time to answer.
        order = f"After=tried-{number - 1}.service"
        return "\n".join(["[Unit]", order, "[Service]", *kept, "Type=oneshot", _GRANTED, run, ""])


def copies() -> Sequence[Copy]:
    """Give the unit as it is, then those that lack something."""
    made: dict[tuple[str, ...], list[Try]] = {}
    for each in CANNOT:
        made.setdefault(each.keys, []).append(each)
        if len(each.keys) > 1:
            for alone in each.keys:
                made.setdefault(tuple(k for k in each.keys if k != alone), []).append(each)
    whole = Copy((), (*CAN, *CANNOT))
    return (whole, *(Copy(lacks, tuple(tries)) for lacks, tries in made.items()))


@pytest.fixture(scope="module")
def tried(booted: Machine) -> Iterator[dict[Copy, dict[str, str]]]:
    """What came of each try under each copy; all of them in one go."""
    booted.as_kept()
    booted.shell(f"cat >/opt/tries.py <<'END'\n{PROGRAM.read_text()}\nEND")
    booted.shell(LAY)
    fragment = booted.shell(f"cat $(systemctl show --property FragmentPath --value {UNIT})")
    service = fragment.split("[Service]")[1].split("\n[")[0]
    all_of_them = copies()
    lines = []
    for number, copy in enumerate(all_of_them):
        for key in copy.lacks:
            assert re.search(rf"^{key}=", service, re.MULTILINE), f"{key} is not in the unit"
        text = copy.unit(service, number)
        lines.append(f"cat >/run/systemd/system/tried-{number}.service <<'END'\n{text}END")
    booted.shell("\n".join(lines))
    booted.shell("systemctl daemon-reload")
    names = [f"tried-{number}.service" for number in range(len(all_of_them))]
    booted.shell(f"systemctl start {' '.join(names)}")
    told = booted.shell("cd /var/lib/cdgdevice && for n in *.tried; do echo $n; cat $n; echo; done")
    words = [line for line in told.splitlines() if line]
    said = {name: json.loads(line) for name, line in zip(words[::2], words[1::2], strict=True)}
    yield {copy: said[f"{number}.tried"] for number, copy in enumerate(all_of_them)}
    booted.as_kept()


def could(said: dict[str, str]) -> Collection[str]:
    return {what for what, how in said.items() if how == "can"}


def test_what_broke_in_can_do_what_the_gadget_does_and_nothing_else(
    tried: dict[Copy, dict[str, str]],
) -> None:
    said = next(said for copy, said in tried.items() if not copy.lacks)
    for what, how in said.items():
        print(f"\n{what}: {how}", end="")
    assert could(said) == {each.what for each in CAN}
    assert len(said) == len(CAN) + len(CANNOT)


@pytest.mark.parametrize("each", CANNOT, ids=lambda each: each.what.replace(" ", "-"))
def test_it_is_the_unit_that_forbids_it(tried: dict[Copy, dict[str, str]], each: Try) -> None:
    for copy, said in tried.items():
        if each in copy.tries and copy.lacks:
            by_itself = set(each.keys) - set(copy.lacks)
            assert (said[each.what] != "can") == bool(by_itself), (copy.lacks, said[each.what])
