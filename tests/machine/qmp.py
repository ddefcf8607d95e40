"""What is told to QEMU itself: its machine protocol, one JSON object a line."""

import json
import socket
from pathlib import Path
from typing import Any


class Qmp:
    """A talk with the QEMU that listens at `path`.

    Raises:
        FileNotFoundError, ConnectionRefusedError: it does not listen yet.
    """

    def __init__(self, path: Path, patience: float) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(patience)
        try:
            self._socket.connect(str(path))
        except OSError:
            self._socket.close()
            raise
        self._lines = self._socket.makefile("rb")
        json.loads(self._lines.readline())  # its greeting
        self("qmp_capabilities")

    def __call__(self, command: str, **arguments: object) -> Any:
        """Have a command done; give what it returns."""
        asked = {"execute": command, "arguments": arguments}
        self._socket.sendall(json.dumps(asked).encode() + b"\n")
        while line := self._lines.readline():
            answer = json.loads(line)
            if "error" in answer:
                raise AssertionError(f"QEMU refuses {command}: {answer['error']['desc']}")
            if "return" in answer:
                return answer["return"]
        raise AssertionError(f"QEMU ended before it answered {command}.")

    def typed(self, line: str) -> None:
        """Have a line of QEMU's monitor done, which has words that the protocol lacks."""
        said = self("human-monitor-command", **{"command-line": line})
        assert not said.strip(), f"{line}: {said}"

    def close(self) -> None:
        self._lines.close()
        self._socket.close()
