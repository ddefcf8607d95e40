"""The world inside the machine, seen from outside: what it is asked to do, what reaches the glass.

The words are those of `tests/machine/world`.
"""

import json
import socket
import time
from contextlib import suppress
from pathlib import Path
from threading import Condition, Thread
from typing import Any

from PIL import Image

from cdgdevice.drivers.oled.panels import SSD1309
from cdgdevice.simulator.simulated_panel import SimulatedPanel

LEFT, RIGHT = 0x3C, 0x3D


class Glass:
    """A panel as the bytes on the machine's bus left it."""

    def __init__(self) -> None:
        self.panel = SimulatedPanel(SSD1309)
        self.last = time.monotonic()
        """When bytes came last, by this side's clock."""
        self.writable: tuple[str, ...] | None = None
        """The disks that could be written to when they came; None: it is not known."""
        self.seen: list[bytes] = []
        """Each picture that a person could have seen, in their order."""

    def receive(self, payload: bytes) -> None:
        """Take a transfer that reached the panel."""
        self.panel.receive(payload)
        self.last = time.monotonic()
        picture = self.picture()
        if self.seen[-1:] != [picture]:
            self.seen.append(picture)

    def picture(self) -> bytes:
        """Give the 1,024 bytes that a person sees."""
        return picture_bytes(self.panel.picture())


class WorldPort:
    """The line to the world, at the socket `path`; a thread listens to it until `close`."""

    def __init__(self, path: Path, patience: float) -> None:
        self._patience = patience
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.connect(str(path))
        self._heard = Condition()
        self._answers: dict[int, dict[str, Any]] = {}
        self._asked = time.monotonic_ns()  # no number of before a `loadvm` comes again
        self._writable: tuple[str, ...] | None = None
        self.init = ""
        """Process 1's name when it was last told."""
        self.glass = {LEFT: Glass(), RIGHT: Glass()}
        self.ready = False
        """Whether the world has said that it has lines and bus."""
        self._thread = Thread(target=self._listen, name="world port", daemon=True)
        self._thread.start()

    def ask(self, do: str, patience: float | None = None, **words: object) -> dict[str, Any]:
        """Have something done and wait for the answer.

        Raises:
            AssertionError: the world can't, or does not answer in time.
        """
        with self._heard:
            self._asked += 1
            number = self._asked
        request = {"id": number, "do": do, **words}
        self._socket.sendall(json.dumps(request).encode() + b"\n")
        with self._heard:
            there = self._heard.wait_for(
                lambda: number in self._answers, patience or self._patience
            )
            assert there, f"The world does not answer to {do} {words}."
            answer = self._answers.pop(number)
        assert "error" not in answer, f"{do} {words}: {answer['error']}"
        return answer

    def look_again(self) -> None:
        """Ask what the panels were sent since they have power: the past has become another."""
        for address, glass in self.glass.items():
            since = self.ask("since_power", address=address)
            glass.panel, glass.seen = SimulatedPanel(SSD1309), []
            for each in since["bytes"]:
                glass.panel.receive(bytes.fromhex(each))

    def close(self) -> None:
        """Hang up; what was seen last stays."""
        with suppress(OSError):  # the machine may be gone
            self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self._socket.close()

    def _listen(self) -> None:
        with self._socket.makefile("rb") as lines:
            for line in lines:
                try:
                    said = json.loads(line)
                except ValueError:
                    continue  # cut short by `loadvm`
                with self._heard:
                    self._take(said)
                    self._heard.notify_all()

    def _take(self, said: dict[str, Any]) -> None:
        match said.get("event"):
            case None:
                self._answers[said["id"]] = said
            case "ready":
                self.ready = True
            case "disks":
                self._writable, self.init = tuple(said["writable"]), said["init"]
            case "i2c" if said["answered"] and said["address"] in self.glass:
                glass = self.glass[said["address"]]
                glass.writable = self._writable
                glass.receive(bytes.fromhex(said["bytes"]))
            case "panel" if not said["in"]:
                self.glass[said["address"]].panel.cut_power()


def picture_bytes(image: Image.Image) -> bytes:
    """Give a picture as 1,024 bytes, row by row."""
    return image.convert("1").tobytes()
