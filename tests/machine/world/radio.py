"""A Bluetooth adapter that the kernel believes in: what it would do is done outside the machine.

`hci_vhci` gives and takes the packets of an adapter at /dev/vhci, one at a time, the first byte of
each being its kind. On the virtio port, which is a stream, they follow one another.
"""

import os
import select
import subprocess
import time
from collections.abc import Iterator
from threading import Thread

from .outside import find_port

_NODE = "/dev/vhci"
_MADE = 0xFF
"""The kind of what is said about the adapter itself."""
_HEADS = {1: (3, 1), 2: (3, 2), 3: (3, 1), 4: (2, 1)}
"""By kind (command, data, sound, event): where the length stands, and in how many bytes."""
_PAUSE = 0.2
"""Seconds after which the adapter notices that it was pulled out."""


class Radio:
    """The adapter; not there until it is plugged in."""

    def __init__(self) -> None:
        self._node = -1
        self._port = -1
        self._sender = Thread()

    def plug(self) -> None:
        """Plug the adapter in; the kernel finds hci0, or the next number that is free."""
        if self._port < 0:
            subprocess.run(["modprobe", "hci_vhci"], check=True)
            self._port = os.open(find_port("radio"), os.O_RDWR)
            Thread(target=self._hear, name="radio hears", daemon=True).start()
        self._node = os.open(_NODE, os.O_RDWR)
        os.write(self._node, bytes((_MADE, 0)))
        self._sender = Thread(
            target=self._send, args=(self._node,), name="radio sends", daemon=True
        )
        self._sender.start()

    def unplug(self) -> None:
        """Pull the adapter out."""
        node, self._node = self._node, -1
        self._sender.join()
        os.close(node)

    def _send(self, node: int) -> None:
        """Give to the outside what the kernel sends, until the adapter is pulled out."""
        while self._node == node:
            if not select.select([node], [], [], _PAUSE)[0]:
                continue
            packet = os.read(node, 4096)
            if packet[0] == _MADE:
                continue
            while packet:
                packet = packet[os.write(self._port, packet) :]

    def _hear(self) -> None:
        """Give to the kernel what comes from outside; without the adapter it comes to nobody."""
        heard = b""
        while True:
            data = os.read(self._port, 65536)
            if not data:  # nobody is there
                heard = b""
                time.sleep(_PAUSE)
                continue
            heard += data
            for packet in packets(heard):
                heard = heard[len(packet) :]
                if self._node >= 0:
                    os.write(self._node, packet)


def packets(stream: bytes) -> Iterator[bytes]:
    """Give each whole packet at the beginning of `stream`."""
    while stream:
        at, size = _HEADS[stream[0]]
        end = at + size + int.from_bytes(stream[at : at + size], "little")
        if len(stream) < max(at + size, end):
            return
        yield stream[:end]
        stream = stream[end:]
