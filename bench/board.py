"""The board's files, laid out like its file system."""

import atexit
import shutil
import tempfile
from pathlib import Path

from cdgdevice.reader_tools.flash_firmware import read_board_files


def board_folder() -> Path:
    """Return a folder with the board's files; it goes when the program ends."""
    folder = Path(tempfile.mkdtemp(prefix="cdgdevice-board-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    for name, content in read_board_files().items():
        (folder / name).write_bytes(content)
    return folder
