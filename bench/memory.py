"""Print how long a start takes and what it holds in memory, by the length of the game continued.

`python -m bench.memory`, for the figures of systemd/cdgdevice.service and docs/SPEED.md.
"""

import os
import platform
import socket
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from bench.rest import SETTLED, memory
from bench.start import environment, our_program
from cdgdevice.games.disk import FolderDisk
from cdgdevice.games.game_folder import GameFolder
from cdgdevice.games.open_game import OpenGame, throw_missing_dice
from cdgdevice.games.tabletop import Games
from cdgdevice.rules.prompt import prompt
from cdgdevice.rules.requests import ChooseOption, NewGame, Request, RollDice

SHEET = "standard-2018"
ANSWERS = (0, 50, 1000, 5000, 20_000)
MEMORY_DISK = "/dev/shm"
PATIENCE = 300.0
"""Seconds until a start counts as failed."""


def main() -> int:
    if not os.path.isdir(MEMORY_DISK):  # noqa: PTH112
        print("This reads /proc and writes to /dev/shm: run it on Linux.", file=sys.stderr)
        return 1
    print(
        f"{datetime.now(UTC):%Y-%m-%d}, Python {platform.python_version()}, {platform.machine()}; "
        f"{SHEET}\n\nanswers   start, s   peak resident, MiB   share at rest, MiB"
    )
    for answers in ANSWERS:
        seconds, (peak, share) = measure(answers)
        shown = "-" if share is None else format(share, ".1f")
        print(f"{answers:>7,}{seconds:>11.2f}{peak:>21.1f}{shown:>21}")
    return 0


def measure(answers: int) -> tuple[float, tuple[float, float | None]]:
    """Return the seconds until a gadget continues a game so long, and its memory then."""
    with (
        TemporaryDirectory(prefix="cdgdevice-bench-", dir=MEMORY_DISK) as name,
        socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd,
    ):
        folder, notify = Path(name), f"{name}/notify"
        play(folder / "games", answers)
        systemd.bind(notify)
        systemd.settimeout(PATIENCE)
        program = our_program(f"{name}/bus", folder)
        begun = time.perf_counter()
        process = subprocess.Popen(
            program, env=environment(NOTIFY_SOCKET=notify), stderr=subprocess.DEVNULL
        )
        try:
            while b"READY=1" not in systemd.recv(4096):
                pass
            took = time.perf_counter() - begun
            time.sleep(SETTLED)
            return took, memory(process.pid)
        finally:
            process.terminate()
            process.wait()


def play(folder: Path, answers: int, sheet: str = SHEET) -> None:
    """Keep a game of so many answers in a folder, always the same, with its checkpoint."""
    disk, chance = FolderDisk(folder), Random(1)
    game = Games(GameFolder(disk), NewGame(sheet)).tabletop
    for _ in range(answers):
        game.answer(_next_request(game, chance), "button")
    game.keep_checkpoint()
    disk.release()


def _next_request(game: OpenGame, chance: Random) -> Request:
    now = prompt(game.history.now)
    if now.ask is None:
        return ChooseOption(chance.choice(now.options).id)
    return throw_missing_dice(game.history, RollDice(), lambda: chance.randint(1, 6))


if __name__ == "__main__":
    sys.exit(main())
