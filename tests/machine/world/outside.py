"""The line to the outside of the machine: a virtio port; one JSON object a line, each way."""

import json
import time
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from threading import Condition, Thread
from typing import Any

_PORTS = Path("/sys/class/virtio-ports")
_PATIENCE = 120.0
_LATER = 0.05
"""Seconds between two looks for someone at the other end."""


def find_port(name: str) -> Path:
    """Give the device of the port `name`; the kernel may still be at finding it.

    Raises:
        OSError: when the machine has none.
    """
    until = time.monotonic() + _PATIENCE
    while time.monotonic() < until:
        for port in _PORTS.glob("*"):
            if (port / "name").read_text(encoding="ascii").strip() == name:
                return Path("/dev") / port.name
        time.sleep(_LATER)
    raise OSError(f"This machine has no virtio port named {name}.")


class Outside:
    """Whoever is at the other end of the port `device`; what he does not read yet is kept."""

    def __init__(self, device: Path) -> None:
        self._port = device.open("r+b", buffering=0)
        self._waiting: deque[bytes] = deque()
        self._news = Condition()
        self._patient = True
        Thread(target=self._run, name="outside", daemon=True).start()

    def tell(self, **words: Any) -> None:
        """Send an object, in any thread, without waiting."""
        with self._news:
            self._waiting.append(json.dumps(words).encode() + b"\n")
            self._news.notify_all()

    def told(self, at_most: float = 0.5) -> None:
        """Wait until all is sent, so that what comes next in the world comes after it outside.

        Where nobody reads, that is tried once and not again until somebody does.
        """
        with self._news:
            if self._patient:
                self._patient = self._news.wait_for(lambda: not self._waiting, at_most)

    def requests(self) -> Iterator[dict[str, Any]]:
        """Give what is asked, without end; what is no object is passed over."""
        rest = b""
        while True:
            data = self._port.read(65536)
            if not data:  # nobody is there
                time.sleep(_LATER)
                continue
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                request = _object(line)
                if request is not None:
                    yield request

    def _run(self) -> None:
        while True:
            with self._news:
                self._news.wait_for(lambda: bool(self._waiting))
                line = self._waiting[0]
            while line:
                line = line[self._port.write(line) :]
            with self._news:
                self._waiting.popleft()
                self._patient = True
                self._news.notify_all()


def _object(line: bytes) -> dict[str, Any] | None:
    try:
        request = json.loads(line)
    except ValueError:
        return None
    return request if isinstance(request, dict) else None
