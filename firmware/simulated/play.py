"""Play with an emulated die reader: `python -m firmware.simulated.play IMAGE FILES PORT`.

IMAGE is MicroPython for the Pico (UF2), FILES a folder whose files are copied to it, PORT the
path at which its serial port appears. Each line of the input is a command, and is answered
with a line of JSON:

    place 3 / throw 3 / lift / lean 1 2 / knock / shine 900 / soil / …    any method of `Tray`
    plug / unplug      the cable, which is the power too
    fit_motor 1 or 0   a motor is wired to the tray, or none, from the next start on
    buzzes             how often the motor was switched on
    clock              the emulated time, in milliseconds
    pins               what the chip's pins are set to
    said               each line that was said since the last time, with its time
    restarts           how often it has started anew since it was plugged in

It ends with its input.
"""

import json
import os
import select
import sys
from pathlib import Path
from typing import Any

from firmware.simulated.cable import Cable
from firmware.simulated.pico import Pico

_STEADY = 20.0
"""Milliseconds in which the board has taken it in that its port was opened or closed."""


class Play:
    """An emulated reader whose port is at `port`, and who asks something of it."""

    def __init__(self, pico: Pico, port: Path) -> None:
        self._pico = pico
        self._cable = Cable(port)
        self._is_open = True
        self._steady_until = 0.0
        self._said: list[tuple[float, str]] = []
        self._begun = b""

    def work(self) -> None:
        """Let the board and its cable live for a moment."""
        if not self._pico.powered:
            return
        for at, data in self._pico.run():
            self._cable.give(data)
            *lines, self._begun = (self._begun + data).split(b"\n")
            self._said += [(at, line.decode(errors="replace").rstrip("\r")) for line in lines]
        if self._cable.is_there and not self._pico.on_usb:
            self._cable.vanish()
        elif self._pico.on_usb and not self._cable.is_there:
            self._cable.appear()
            self._is_open = True  # the host's driver says so with its first words
            self._steady_until = self._pico.clock() + _STEADY
        steady = self._cable.is_there and self._pico.clock() >= self._steady_until
        if steady and self._cable.is_open != self._is_open:
            self._is_open = not self._is_open
            self._pico.open(self._is_open)
            self._steady_until = self._pico.clock() + _STEADY
        self._pico.send(self._cable.take())

    def do(self, command: str, *words: str) -> Any:
        """Do what a command says, and give its answer."""
        match command:
            case "plug":
                return self._pico.plug()
            case "unplug":
                self._cable.vanish()
                return self._pico.unplug()
            case "fit_motor":
                return self._pico.fit_motor(bool(int(words[0])))
            case "buzzes":
                return self._pico.tray.buzzes
            case "clock":
                return self._pico.clock()
            case "pins":
                return self._pico.pins()
            case "restarts":
                return self._pico.restarts
            case "said":
                said, self._said = self._said, []
                return said
            case _:
                numbers = [float(word) if "." in word else int(word) for word in words]
                return getattr(self._pico.tray, command)(*numbers)

    def end(self) -> None:
        """Take the port away."""
        self._cable.vanish()


def main() -> None:
    """Play until the input ends."""
    image, folder, port = map(Path, sys.argv[1:])
    files = {file.name: file.read_bytes() for file in folder.iterdir()}
    play = Play(pico := Pico(image, files), port)
    begun = b""
    while True:
        ready, _, _ = select.select([sys.stdin], [], [], 0 if pico.powered else None)
        if ready:
            data = os.read(sys.stdin.fileno(), 4096)
            if not data:
                break
            *lines, begun = (begun + data).split(b"\n")
            for line in lines:
                print(json.dumps(play.do(*line.decode().split())), flush=True)
        play.work()
    play.end()


if __name__ == "__main__":
    main()
