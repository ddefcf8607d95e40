"""What the PC and the Pi that QEMU plays have in common: power, console, and waiting for them."""

import os
import subprocess
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from tests.processes import Process

_TAIL = 40
_TOOL_PATIENCE = 600.0
"""Seconds that a program of this computer may take: copies of disks, on a busy host."""

Seen = TypeVar("Seen")


class EmulatedMachine:
    """A machine that is off; what it and its QEMU write goes to `folder`.

    Anything may take `patience` seconds of the world's time; it is looked at every `pause` seconds.
    """

    def __init__(self, folder: Path, patience: float, pause: float) -> None:
        self.folder = folder
        self._patience = patience
        self._pause = pause
        self._process: Process[bytes] | None = None

    def start_qemu(
        self, words: Iterable[object], environment: Mapping[str, str] | None = None
    ) -> None:
        """Give it power: run QEMU with this command line, in this environment and no other."""
        assert self._process is None, "it is on"
        self.console.write_bytes(b"")
        with (self.folder / "qemu.log").open("wb") as log:
            self._process = Process(
                # It ends with whoever started it, however that ends.
                ["setpriv", "--pdeathsig", "KILL", *map(str, words)],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env={"PATH": os.environ["PATH"], **(environment or {})},
            )

    @property
    def console(self) -> Path:
        """The file that has what the kernel and systemd said since it was switched on."""
        return self.folder / "console.log"

    @property
    def on(self) -> bool:
        """Whether it has power."""
        return self._process is not None and self._process.poll() is None

    def cut_power(self) -> None:
        """Pull the plug: nothing in it has time for anything."""
        if self._process is not None:
            self._process.kill()
        self.let_go()

    def waits_for_off(self) -> None:
        """Wait until it has switched itself off."""
        self.until("it switches itself off", lambda: not self.on)
        self.let_go()

    def let_go(self) -> None:
        """Wait for the end of its QEMU: it can be switched on again."""
        if self._process is not None:
            self._process.wait(self._patience)
            self._process.end()
            self._process = None

    def until(self, what: str, look: Callable[[], Seen], pause: float | None = None) -> Seen:
        """Look again and again until there is something to see; give it.

        Raises:
            AssertionError: it took too long, or QEMU has ended; the sentence has the last lines.
        """
        last = time.monotonic() + self._patience
        while True:
            ended = None if self._process is None else self._process.poll()
            if seen := look():
                return seen
            if ended is not None:
                raise AssertionError(f"QEMU has ended ({ended}), so not {what}.\n{self.told()}")
            if time.monotonic() > last:
                raise AssertionError(f"After {self._patience:.0f} s: not {what}.\n{self.told()}")
            time.sleep(self._pause if pause is None else pause)

    def told(self) -> str:
        """Give the last lines of the console, and what QEMU said."""
        lines: list[str] = []
        for file in (self.console, self.folder / "qemu.log"):
            with suppress(OSError):
                text = file.read_text(errors="replace")
                lines += [line for line in text.splitlines() if line.strip()][-_TAIL:]
        return "\n".join(["The machine's last words:", *lines])


def run_tool(*words: object) -> str:
    """Run a program of this computer; give what it printed.

    Raises:
        AssertionError: it failed; the sentence has what it complained of.
        TimeoutExpired: it hangs.
    """
    done = subprocess.run(
        [str(word) for word in words],
        capture_output=True,
        text=True,
        check=False,
        timeout=_TOOL_PATIENCE,
    )
    assert done.returncode == 0, f"{words}: {done.stderr}"
    return done.stdout
