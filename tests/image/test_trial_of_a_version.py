"""prove-program: a trial ends once the gadget has run for a while, else the Pi starts again."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.patience import PATIENCE

CHECKOUT = Path(__file__).parents[2]
OURS = CHECKOUT / "systemd/image/root/usr/lib/cdgdevice-image"

pytestmark = pytest.mark.skipif(shutil.which("sync") is None, reason="as on the card, Linux")


@pytest.mark.parametrize(
    ("seconds", "ends"),
    [
        ("active 0", True),
        ('$([ "$now" -gt 100 ] && echo active || echo activating) 0', True),
        ("active 1", False),
        ("$([ $((now % 20)) = 0 ] && echo activating || echo active) 0", False),
    ],
    ids=["well", "slow", "was restarted", "comes and goes"],
)
def test_a_trial_ends_where_the_gadget_stays(tmp_path: Path, seconds: str, ends: bool) -> None:
    trial = tmp_path / "program/trial"
    trial.parent.mkdir()
    trial.touch()
    tools = {
        "systemctl": f"""
now=$(cat {tmp_path}/now)
set -- {seconds}
echo "NRestarts=$2"
echo "ActiveState=$1"
""",
        "sleep": f"now=$(cat {tmp_path}/now)\necho $((now + $1)) >{tmp_path}/now\n",
    }
    (tmp_path / "tools").mkdir()
    (tmp_path / "now").write_text("0\n")
    for name, does in tools.items():
        (tmp_path / "tools" / name).write_text(f"#!/bin/sh\n{does}")
        (tmp_path / "tools" / name).chmod(0o755)
    done = subprocess.run(
        [
            "sh",
            "-c",
            (OURS / "prove-program").read_text("utf-8").replace("/srv/card", str(tmp_path)),
        ],
        check=False,
        env=os.environ | {"PATH": f"{tmp_path}/tools:{os.environ['PATH']}"},
        stdout=subprocess.PIPE,
        text=True,
        timeout=PATIENCE,
    )
    assert (trial.exists(), done.returncode) == ((False, 0) if ends else (True, 1))
    unit = OURS.parents[1] / "lib/systemd/system/cdgdevice-prove-program.service"
    assert "\nFailureAction=reboot\n" in unit.read_text("utf-8")
    (kept,) = re.findall("grep -E '(.+)'", (OURS / "keep-games").read_text("utf-8"))
    assert bool(re.search(kept, done.stdout)) is not ends, "the owner's log tells of the failure"
