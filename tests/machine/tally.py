"""A host at the dice bridge's socket: it writes each roll down once, and then says so.

Run in the machine, with the project on its path. Now and then it says so only to the repeat. It
asks what is written into `/run/tally.asks`.
"""

import os
import select
import socket
import time
from pathlib import Path

from cdgdevice.drivers.reader.line import LineBuffer, encode

_SOCKET = "/run/cdgdevice-dice/die"
_TALLY = Path("/run/tally")
_SAID = Path("/run/tally.said")
_ASKS = Path("/run/tally.asks")
_LEFT_OUT = 50
"""Of so many rolls one is acknowledged only when it is repeated."""


def main() -> None:
    """Be a host, and again whenever the bridge is gone."""
    tally = _TALLY.open("a", encoding="ascii")
    said = _SAID.open("a", encoding="ascii")
    counted: set[tuple[str, str]] = set()
    os.mkfifo(_ASKS)
    asks = os.open(_ASKS, os.O_RDWR)
    while True:
        with socket.socket(socket.AF_UNIX) as bridge:
            try:
                bridge.connect(_SOCKET)
                bridge.sendall(encode("HELLO?") + encode("QUIET"))
                lines = LineBuffer()
                while True:
                    ready, _, _ = select.select([bridge.fileno(), asks], [], [])
                    if asks in ready:
                        for line in os.read(asks, 4096).decode("ascii").splitlines():
                            bridge.sendall(encode(*line.split()))
                    if bridge.fileno() not in ready:
                        continue
                    if not (data := bridge.recv(4096)):
                        break
                    for kind, *fields in lines.feed(data):
                        said.write(f"{kind} {' '.join(fields)}\n")
                        said.flush()
                        if kind != "ROLL":
                            continue
                        boot, seq, face, *_ = fields
                        fresh = (boot, seq) not in counted
                        if fresh:
                            counted.add((boot, seq))
                            tally.write(f"{boot} {seq} {face}\n")
                            tally.flush()
                        if not fresh or len(counted) % _LEFT_OUT:
                            bridge.sendall(encode("ACK", boot, seq))
            except OSError:
                pass
        time.sleep(0.2)


if __name__ == "__main__":
    main()
