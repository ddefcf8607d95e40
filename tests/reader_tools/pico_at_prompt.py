"""A Pico with its prompt: MicroPython's unix port behind a serial port, for mpremote to talk to.

It runs `main.py` of its folder at power-on, as a board does; Ctrl-C ends that and leads to the
prompt, and `machine.reset()` takes the port away and starts it anew.
"""

import os
import select
import socket
import termios
from pathlib import Path
from threading import Condition, Thread

from firmware.simulated.running import find
from tests.patience import PATIENCE
from tests.processes import Process
from tests.terminals import TerminalCable, open_terminal

ON_ITS_TERMINAL = 'trap "" INT; exec "$@" <>"$0" >&0 2>&0'
"""The first terminal that a session opens is the one whose Ctrl-C it hears.

No Ctrl-C ends it before MicroPython takes it for an interrupt of its program: a board that starts
on a busy machine would be off instead.
"""
BARE_BOARD = Path(__file__).parent / "bare_board"


class PicoAtPrompt:
    """A board whose file system is `folder`; give its `url` to whoever wants to reach it."""

    def __init__(self, folder: Path, modules: Path = BARE_BOARD) -> None:
        self.folder = folder
        self._starts = 0
        self._started = Condition()
        self._modules = modules
        self._micropython = find()
        self._cable = TerminalCable()
        self._stop, self._stopped = socket.socketpair()
        self._start()
        self._thread = Thread(target=self._carry, daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        return self._cable.url

    def __enter__(self) -> "PicoAtPrompt":
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.send(b"x")
        self._thread.join(PATIENCE)
        self._cable.close()
        self._stop.close()
        self._stopped.close()

    def wait_for_starts(self, number: int) -> None:
        """Wait until it has been powered on and restarted so many times, and has its port."""
        with self._started:
            assert self._started.wait_for(lambda: self._starts >= number, PATIENCE)

    def _start(self) -> None:
        self._terminal, ours = open_terminal()
        flags = termios.tcgetattr(ours)
        flags[1] &= ~termios.OPOST
        flags[3] &= ~(termios.ECHO | termios.ICANON)  # Ctrl-C still interrupts
        termios.tcsetattr(ours, termios.TCSANOW, flags)
        program = ("-i", "main.py") if (self.folder / "main.py").exists() else ()
        self._process = Process(
            ["sh", "-c", ON_ITS_TERMINAL, os.ttyname(ours), self._micropython, *program],
            stdin=ours,  # or the terminal has no other end until it is opened by name
            cwd=self.folder,
            env={"MICROPYPATH": f"{self._modules}:.frozen"},
        )
        os.close(ours)
        self._cable.plug()
        with self._started:
            self._starts += 1
            self._started.notify_all()

    def _end(self) -> None:
        self._cable.unplug()
        self._process.end()
        os.close(self._terminal)

    def _carry(self) -> None:
        while True:
            waiting = [self._stopped, self._terminal, *self._cable.waiting()]
            ready, _, _ = select.select(waiting, [], [])
            if self._stopped in ready:
                self._end()
                return
            self._pass_on(self._terminal in ready)

    def _pass_on(self, said: bool) -> None:
        if said:
            try:
                self._cable.write(os.read(self._terminal, 4096))
            except OSError:  # it starts anew
                self._end()
                self._start()
                return
        if typed := self._cable.read():
            os.write(self._terminal, typed)
