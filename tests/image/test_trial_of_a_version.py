"""prove-program: a trial ends once the gadget has run for a while, else the Pi starts again."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.patience import PATIENCE

CHECKOUT = Path(__file__).parents[2]
OURS = CHECKOUT / "systemd/image/root/usr/lib/cdgdevice-image"

pytestmark = pytest.mark.skipif(shutil.which("sync") is None, reason="as on the card, Linux")


TRIALS = {
    "well": ("active 0", "overlayfs", (False, 0)),
    "slow": (
        '$([ "$now" -gt 100 ] && echo active || echo activating) 0',
        "overlayfs",
        (False, 0),
    ),
    "was restarted": ("active 1", "overlayfs", (True, 1)),
    "comes and goes": (
        "$([ $((now % 20)) = 0 ] && echo activating || echo active) 0",
        "overlayfs",
        (True, 1),
    ),
    "the card's own version runs": ("active 0", "squashfs", (True, 0)),
}
"""What systemd says each second, where /usr is from, and whether there is a trial then; status."""


@pytest.mark.parametrize(("seconds", "usr", "then"), TRIALS.values(), ids=TRIALS.keys())
def test_a_trial_ends_where_the_gadget_stays(
    tmp_path: Path, seconds: str, usr: str, then: tuple[bool, int]
) -> None:
    trial = tmp_path / "program/trial"
    trial.parent.mkdir()
    trial.touch()
    card = f"""
now=0
systemctl() {{ set -- {seconds}; echo "NRestarts=$2"; echo "ActiveState=$1"; }}
stat() {{ echo {usr}; }}
sleep() {{ now=$((now + $1)); }}
"""
    program = (OURS / "prove-program").read_text("utf-8").replace("/srv/card", str(tmp_path))
    done = subprocess.run(
        ["sh", "-c", card + program],
        check=False,
        stdout=subprocess.PIPE,
        text=True,
        timeout=PATIENCE,
    )
    assert (trial.exists(), done.returncode) == then
    unit = OURS.parents[1] / "lib/systemd/system/cdgdevice-prove-program.service"
    assert "\nFailureAction=reboot\n" in unit.read_text("utf-8")
    (kept,) = re.findall("grep -E '(.+)'", (OURS / "keep-games").read_text("utf-8"))
    assert bool(re.search(kept, done.stdout)) is (done.returncode != 0), (
        "the owner's log tells of the failure"
    )
