"""What firmware/README.md shows to those without a board works as it stands there."""

import re
from pathlib import Path

import pytest

from firmware import board


def test_the_example_runs_and_the_board_tells_what_it_sees(
    capsys: pytest.CaptureFixture[str],
) -> None:
    page = (Path(board.__file__).parent / "README.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    exec(compile(example, "README.md", "exec"), {})
    said = capsys.readouterr().out
    assert re.search(r"\$RAW,[1-9]\d*,\d+,\d+,[1-9]\d*,", said), said
