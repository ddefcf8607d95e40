"""What the gadget's unit forbids, no program in its place can do: each try, under a copy of it."""

import json
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.machine.machine import UNIT, Machine
from tests.machine.tries import CAN, CANNOT, LAY, Try

PROGRAM = Path(__file__).with_name("tries.py")
_NOT_COPIED = r"Type|NotifyAccess|Exec\w+|Sockets|WatchdogSec|Restart\w*"
_GRANTED = "LimitRTPRIO=1"
"""Without it the kernel refuses what the unit would."""


@dataclass(frozen=True, slots=True)
class Copy:
    """A copy of the unit that lacks some of its words, and what is tried under it."""

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


WHOLE = Copy((), (*CAN, *CANNOT))


def try_under(machine: Machine, copies: Sequence[Copy]) -> Mapping[Copy, Mapping[str, str]]:
    """Give what came of each try under each copy: "can", or why not."""
    machine.shell(f"cat >/opt/tries.py <<'END'\n{PROGRAM.read_text()}\nEND")
    machine.shell(LAY)
    fragment = machine.shell(f"cat $(systemctl show --property FragmentPath --value {UNIT})")
    service = fragment.split("[Service]")[1].split("\n[")[0]
    lines = []
    for number, copy in enumerate(copies):
        for key in copy.lacks:
            assert re.search(rf"^{key}=", service, re.MULTILINE), f"{key} is not in the unit"
        text = copy.unit(service, number)
        lines.append(f"cat >/run/systemd/system/tried-{number}.service <<'END'\n{text}END")
    machine.shell("\n".join(lines))
    machine.shell("systemctl daemon-reload")
    names = [f"tried-{number}.service" for number in range(len(copies))]
    machine.shell(f"systemctl start {' '.join(names)}")
    told = machine.shell(
        "cd /var/lib/cdgdevice && for n in *.tried; do echo $n; cat $n; echo; done"
    )
    words = [line for line in told.splitlines() if line]
    said = {name: json.loads(line) for name, line in zip(words[::2], words[1::2], strict=True)}
    return {copy: said[f"{number}.tried"] for number, copy in enumerate(copies)}


def could(said: Mapping[str, str]) -> Collection[str]:
    return {what for what, how in said.items() if how == "can"}


def test_what_broke_in_can_do_what_the_gadget_does_and_nothing_else(machine: Machine) -> None:
    said = try_under(machine, [WHOLE])[WHOLE]

    for what, how in said.items():
        print(f"\n{what}: {how}", end="")
    assert could(said) == {each.what for each in CAN}
    assert len(said) == len(CAN) + len(CANNOT)
