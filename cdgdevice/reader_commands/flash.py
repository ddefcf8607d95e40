"""`cdgdevice reader flash`: the firmware onto a Pico that runs MicroPython."""

from collections.abc import Callable, Mapping

from cdgdevice.errors import HardwareError
from cdgdevice.gadget.reader.firmware import firmware_name
from cdgdevice.reader_commands.board import Board
from cdgdevice.reader_commands.place import Place
from cdgdevice.reader_commands.talk import Talk
from cdgdevice.reader_commands.troubles import trouble_told

BACK_WITHIN = 30.0
"""Seconds until a board that was started anew must have said hello; a Pico takes two."""

Tell = Callable[[str], None]
"""Shows a line."""


def flash(where: Place, tell: Tell, files: Mapping[str, bytes]) -> int:
    """Copy those of the firmware's `files` that differ, start the board anew and hear who it is.

    What else is on the board stays there, its calibration too.

    Raises:
        HardwareError, CdgDeviceError: as `Board`, or the board does not come back.
    """
    ours = firmware_name(files)
    with Board(where) as board:
        tell(f"Asking the board at {where.name} what it is and has.")
        seen = board.look(files)
        tell(f"{seen.machine}, MicroPython {seen.release}, at {where.name}.")
        if seen.differing:
            tell(f"Copying {', '.join(seen.differing)}.")
        else:
            tell(f"It has every file of {ours} already.")
        board.copy({name: files[name] for name in seen.differing})
    with Talk(where.name, baud=where.baud) as talk:
        hello = talk.greet(BACK_WITHIN, through_loss=True)
    if hello.firmware != ours:
        raise HardwareError(
            f"The board says that it runs {hello.firmware}, not {ours}: "
            "unplug it, plug it in again and run cdgdevice reader flash again."
        )
    tell(f"The die reader {hello.uid} runs {ours}.")
    if hello.trouble is not None:
        tell(trouble_told(hello.trouble))
    return 0


def compare(where: Place, tell: Tell, files: Mapping[str, bytes]) -> int:
    """Say which of the firmware's `files` differ, and copy none; 1 when any does.

    Raises:
        HardwareError, CdgDeviceError: as `Board`.
    """
    with Board(where) as board:
        tell(f"Asking the board at {where.name} what it is and has.")
        seen = board.look(files)
    tell(f"{seen.machine}, MicroPython {seen.release}, at {where.name}.")
    for name in seen.differing:
        tell(f"  {name} is missing or differs")
    if seen.differing:
        tell("Load the firmware: cdgdevice reader flash.")
    else:
        tell(f"It has every file of {firmware_name(files)}.")
    return 1 if seen.differing else 0
