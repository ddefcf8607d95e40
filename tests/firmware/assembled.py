"""A folder laid out like a board's file system, on the path of this Python as well."""

import atexit
import shutil
import sys
import tempfile
from pathlib import Path

from cdgdevice.reader_tools.flash_firmware import read_board_files


def assemble(folder: Path) -> Path:
    """Put the board's files into `folder`."""
    for name, content in read_board_files().items():
        (folder / name).write_bytes(content)
    return folder


FOLDER = assemble(Path(tempfile.mkdtemp(prefix="cdgdevice-board-")))
atexit.register(shutil.rmtree, FOLDER, ignore_errors=True)
sys.path.insert(0, str(FOLDER))
