"""The virtual dice at a machine's adapter: `tests/dice_on_air`, in an environment of its own."""

import json
import os
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.processes import Process

_ROOT = Path(__file__).parents[2]
_PYTHON = os.environ.get("DICE_PYTHON", str(_ROOT / ".venv/dice/bin/python"))


class DiceTable:
    """All dice in range of the adapter behind the socket `radio`; use it in a `with`."""

    def __init__(self, radio: Path) -> None:
        self._process: Process[str] = Process(
            ["setpriv", "--pdeathsig", "KILL", _PYTHON, "-m", "tests.dice_on_air", str(radio)],
            cwd=_ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> "DiceTable":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        self._process.end()

    def ask(self, do: str, **words: object) -> Mapping[str, Any]:
        """Have something done with the dice, and wait for its end."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"do": do, **words}) + "\n")
        self._process.stdin.flush()
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        assert "error" not in answer, f"{do} {words}: {answer['error']}"
        return answer

    def throw(self, name: str, *faces: int, pace: float = 0.05) -> int:
        """Throw a die again and again; give how many throws it reported to whom it is linked."""
        said = self.ask("throw", name=name, faces=faces, rolling=pace, lying=pace)["said"]
        assert isinstance(said, int)
        return said

    def is_heard(self, *names: str) -> bool:
        """Tell whether each of these dice is linked to somebody who listens."""
        return all(self.ask("look", name=name)["heard"] for name in names)
