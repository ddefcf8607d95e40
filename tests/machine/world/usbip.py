"""Plugs a USB device that is a program into this machine's kernel (vhci_hcd)."""

import socket
import time
from collections.abc import Callable
from pathlib import Path
from threading import Thread

from .i2c_tiny_usb import I2cTinyUsb, No
from .usbip_packets import Submit, Unlink, answered, read, refused, unlinked

CONTROLLER = Path("/sys/devices/platform/vhci_hcd.0")
_FULL_SPEED = 2
_PATIENCE = 120.0
"""Seconds that the kernel gets to find the adapter: an emulated machine is slow."""


def serve(connection: socket.socket, adapter: I2cTinyUsb) -> None:
    """Answer the kernel until it closes the connection."""
    unanswered: set[int] = set()
    while True:
        try:
            packet = read(lambda count: _exactly(connection, count))
        except EOFError:
            return
        connection.sendall(_answer(packet, adapter, unanswered))


def _answer(packet: Submit | Unlink, adapter: I2cTinyUsb, unanswered: set[int]) -> bytes:
    if isinstance(packet, Unlink):
        waited = packet.withdrawn in unanswered
        unanswered.discard(packet.withdrawn)
        return unlinked(packet, waited=waited)
    match adapter.answer(packet):
        case No.HANGS:
            unanswered.add(packet.number)
            return b""
        case No.STALL:
            return refused(packet)
        case bytes(data):
            return answered(packet, data)


def _exactly(connection: socket.socket, count: int) -> bytes:
    data = b""
    while len(data) < count:
        more = connection.recv(count - len(data))
        if not more:
            raise EOFError
        data += more
    return data


def attach(adapter: I2cTinyUsb, port: int) -> int:
    """Plug the adapter into `port` of the controller, and give its number N of /dev/i2c-N.

    It is served in a thread of its own, until the machine ends.

    Raises:
        OSError: when the kernel does not take it, or does not find an adapter in it.
    """
    kernel, ours = socket.socketpair()
    Thread(target=serve, args=(ours, adapter), name=f"I2C {port}", daemon=True).start()
    with kernel:
        device = 0x10001 + port
        CONTROLLER.joinpath("attach").write_text(
            f"{port} {kernel.fileno()} {device} {_FULL_SPEED}", encoding="ascii"
        )
    found = _await(lambda: sorted(CONTROLLER.glob(f"usb*/*-{port + 1}/*/i2c-*")))
    if not found:
        raise OSError(f"The kernel made no I2C bus of what is in port {port} of {CONTROLLER}.")
    return int(found[0].name.removeprefix("i2c-"))


def _await(look: Callable[[], list[Path]]) -> list[Path]:
    until = time.monotonic() + _PATIENCE
    while not (found := look()) and time.monotonic() < until:
        time.sleep(0.02)
    return found
