"""`cdgdevice demo` plays its turn to the end, by itself, and leaves pictures that open."""

import subprocess
import sys
from itertools import pairwise
from pathlib import Path

from PIL import Image, ImageChops

from tests.patience import PATIENCE


def test_the_demo_plays_a_whole_turn_and_draws_it(tmp_path: Path) -> None:
    out = tmp_path / "new" / "demo"
    done = subprocess.run(
        [sys.executable, "-m", "cdgdevice", "demo", "--out", str(out)],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("is played, done.") == 12
    assert "taken back" in done.stdout
    assert {file.name for file in out.iterdir()} == {"screens.png", "turn.gif"}
    with Image.open(out / "screens.png") as sheet:
        sheet.load()
        assert sheet.width > 512
    with Image.open(out / "turn.gif") as film:
        assert film.is_animated
        frames = []
        for number in range(film.n_frames):
            film.seek(number)
            frames.append(film.convert("1"))
    assert len(frames) > 30
    assert all(ImageChops.logical_xor(a, b).getbbox() for a, b in pairwise(frames))
