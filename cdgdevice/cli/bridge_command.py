"""The command `dice-bridge`: Bluetooth dice as a die reader, until Ctrl-C."""

import asyncio
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path

from cdgdevice.bluetooth.bluetooth_faults import explain_bluetooth_error
from cdgdevice.bluetooth.taken_dice import TakenDice, locate_dice_file
from cdgdevice.drivers.reader.unix_socket_port import UNIX_PREFIX
from cdgdevice.errors import CdgDeviceError, MissingPackageError
from cdgdevice.games.disk import disk_errors_explained, lock_folder

LISTENING_SECONDS = 8.0
"""How long dice are listened for; one that was just shaken is heard within a second or two."""
_PORT_WITHOUT_UNIX_SOCKETS = "socket://127.0.0.1:7431"
_IS_POSIX = os.name == "posix"
_WHICH = ("first die, the white one", "second die")
_ALONE = ("first die",)


def bridge_dice(port: str | None, listed: bool, take: str | None, forget: str | None) -> int:
    """Choose dice, list those in range, or serve the chosen ones at `port` until Ctrl-C.

    Raises:
        MissingPackageError: the Bluetooth library is not installed.
        CdgDeviceError: Bluetooth does not work, or a file or socket can't be made.
    """
    taken = TakenDice(locate_dice_file())
    if forget is not None:
        taken.forget(forget)
    if take is not None:
        before = taken.read()
        taken.take(take)
        if taken.read() != before:
            _ask_which_is_white(taken)
    if take is not None or forget is not None:
        for name, which in _name_places(taken).items():
            print(f"{name}: {which}")
        return 0
    try:
        import cdgdevice.bluetooth.dice_bridge  # noqa: F401 - only to see whether it can be had
    except ModuleNotFoundError as error:
        raise MissingPackageError("The dice bridge", str(error.name)) from error
    return _list_dice(taken) if listed else _serve(port or _choose_port(taken.file), taken)


def _name_places(taken: TakenDice) -> dict[str, str]:
    dice = taken.read()
    return dict(zip(dice, _WHICH if len(dice) == len(_WHICH) else _ALONE, strict=False))


def _ask_which_is_white(taken: TakenDice) -> None:
    """Ask it of two dice, where somebody is there to answer."""
    dice = taken.read()
    if len(dice) < len(_WHICH) or not sys.stdin.isatty():
        return
    print("Which one is the white die, in a game that tells two dice apart?")
    for number, name in enumerate(dice, 1):
        print(f"{number}  {name}")
    with suppress(EOFError):
        if input("1 or 2: ").strip() == "2":
            taken.put_first(dice[1])


def _list_dice(taken: TakenDice) -> int:
    from cdgdevice.bluetooth.dice_bridge import LIBRARY_ERRORS
    from cdgdevice.bluetooth.heard_dice import list_dice

    print(f"Shake your dice: listening for {LISTENING_SECONDS:.0f} seconds.", flush=True)
    try:
        heard = asyncio.run(list_dice(LISTENING_SECONDS))
    except LIBRARY_ERRORS as error:
        raise CdgDeviceError(str(explain_bluetooth_error(error))) from error
    which = _name_places(taken)
    for die in heard:
        print(f"{die.name}  {die.kind}  {die.signal} dBm  {which.pop(die.name, 'not taken')}")
    for name, word in which.items():
        print(f"{name}  not in range, or linked already  {word}")
    if not heard and not which:
        print("No die that this program knows is in range. Close the app that it is linked to.")
    return 0


def _serve(port: str, taken: TakenDice) -> int:
    from cdgdevice.bluetooth.dice_bridge import DiceBridge

    beside = Path(port.removeprefix(UNIX_PREFIX)) if port.startswith(UNIX_PREFIX) else taken.file
    with disk_errors_explained(f"{beside.parent} can't be made", kind=CdgDeviceError):
        beside.parent.mkdir(parents=True, exist_ok=True)
    _claim_dice(taken.file.parent)
    print(port, flush=True)
    if not taken.read():
        _log("No die was chosen yet: choose one in the menu, or by --list and --take NAME.")

    async def run() -> None:
        loop, serving = asyncio.get_running_loop(), asyncio.current_task()
        if _IS_POSIX and serving is not None:
            for number in (signal.SIGTERM, signal.SIGHUP):
                loop.add_signal_handler(number, serving.cancel)
        with suppress(asyncio.CancelledError):
            rolls = beside.with_name(f"{beside.name}.rolls")
            await DiceBridge(port, taken, rolls, _log).run()

    with suppress(KeyboardInterrupt):
        asyncio.run(run())
    return 0


def _claim_dice(folder: Path) -> None:
    """Have these dice until the program ends: two bridges would cut each other's links.

    Raises:
        CdgDeviceError: another bridge has them.
    """
    folder.mkdir(parents=True, exist_ok=True)
    try:
        lock_folder(folder)
    except BlockingIOError as error:
        raise CdgDeviceError(
            "Another dice bridge has these dice: end it first, the service with "
            "`sudo systemctl stop cdgdevice-dice`."
        ) from error


def _log(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)


def _choose_port(dice_file: Path) -> str:
    """Return the port: in systemd's folder for the service, else in this user's."""
    if not _IS_POSIX:
        return _PORT_WITHOUT_UNIX_SOCKETS
    run = os.environ.get("RUNTIME_DIRECTORY", "").split(":")[0]
    own = os.environ.get("XDG_RUNTIME_DIR")
    folder = Path(run or (Path(own) / "cdgdevice-dice" if own else dice_file.parent))
    return f"{UNIX_PREFIX}{folder / 'die'}"
