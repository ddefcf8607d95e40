"""The firmware itself behind a port: MicroPython in lock-step, at many times its pace."""

from pathlib import Path
from threading import Thread

from cdgdevice.simulator.simulated_reader import UnixCable
from firmware.simulated.lockstep import Board

PASS = 30.0
"""Milliseconds of the board's time between two looks at the line."""


class FirmwareOnAPort:
    """Runs `board` while its port is there; use it in a `with`, and its tray only before."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._cable = UnixCable()
        self._ended = False
        self._cable.plug()
        self._thread = Thread(target=self._run, daemon=True)

    @property
    def url(self) -> str:
        return self._cable.url

    def __enter__(self) -> "FirmwareOnAPort":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended = True
        self._thread.join()
        self._cable.close()

    def _run(self) -> None:
        while not self._ended:
            self._board.send(self._cable.read())
            self._cable.write(self._board.run(PASS))


def laid_out(folder: Path, files: dict[str, bytes]) -> Path:
    """Lay a board's files out in a folder that is not there yet."""
    folder.mkdir()
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return folder
