"""The packets of USB/IP once a device is attached: what the kernel asks of it, what it answers.

Documentation/usb/usbip_protocol.rst of the kernel tells all of it.
"""

import struct
from collections.abc import Callable
from dataclasses import dataclass

_SUBMIT, _UNLINK, _SUBMITTED, _UNLINKED = 1, 2, 3, 4
# What is left out, as x: the device, the endpoint (always 0) and what only streams use.
_SUBMIT_HEAD = struct.Struct(">II4xI4x4xI12x8s")
_UNLINK_HEAD = struct.Struct(">II12xI24x")
_SUBMITTED_HEAD = struct.Struct(">II12xii20x")
_UNLINKED_HEAD = struct.Struct(">II12xi24x")
HEAD = 48
"""Bytes of every packet before its data."""

STALL = -32
"""The status of a request that the device does not know (EPIPE)."""
WITHDRAWN = -104
"""The status of a request that was taken back before it was answered (ECONNRESET)."""


@dataclass(frozen=True, slots=True)
class Submit:
    """A transfer on endpoint 0: eight bytes of setup, then data to the device or from it."""

    number: int
    to_host: bool
    setup: bytes
    length: int
    """Bytes that are sent with it, or that are wanted at most."""
    data: bytes = b""


@dataclass(frozen=True, slots=True)
class Unlink:
    """The request `withdrawn` was waited for too long and is taken back."""

    number: int
    withdrawn: int


def read(receive: Callable[[int], bytes]) -> Submit | Unlink:
    """Read one packet; `receive(n)` gives exactly so many bytes.

    Raises:
        ValueError: when it is no packet of these.
    """
    head = receive(HEAD)
    (what,) = struct.unpack_from(">I", head)
    if what == _UNLINK:
        _, number, withdrawn = _UNLINK_HEAD.unpack(head)
        return Unlink(number, withdrawn)
    if what != _SUBMIT:
        raise ValueError(f"USB/IP knows no command {what} of a host.")
    _, number, to_host, length, setup = _SUBMIT_HEAD.unpack(head)
    data = b"" if to_host else receive(length)
    return Submit(number, bool(to_host), setup, length, data)


def answered(submit: Submit, data: bytes) -> bytes:
    """Answer with what the host wanted; to what it sent, with nothing: all of it was taken."""
    data = data[: submit.length]
    count = len(data) if submit.to_host else submit.length
    return _SUBMITTED_HEAD.pack(_SUBMITTED, submit.number, 0, count) + data


def refused(submit: Submit) -> bytes:
    """Answer that the device does not know such a request."""
    return _SUBMITTED_HEAD.pack(_SUBMITTED, submit.number, STALL, 0)


def unlinked(unlink: Unlink, *, waited: bool) -> bytes:
    """Answer that nothing more will come of a request; `waited`: it had not been answered."""
    return _UNLINKED_HEAD.pack(_UNLINKED, unlink.number, WITHDRAWN if waited else 0)
