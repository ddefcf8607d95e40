"""A die reader without hardware: it is plugged into a real port of this machine.

A cable carries its bytes: a Unix socket, or a TCP port of this machine.
"""

import contextlib
import os
import random
import select
import socket
import tempfile
import time
from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from pathlib import Path
from threading import Lock, Thread
from typing import Protocol

from cdgdevice.drivers.reader.reader_messages import DieState
from cdgdevice.drivers.reader.unix_socket_port import UNIX_PREFIX, open_unix_door
from cdgdevice.errors import HardwareError
from cdgdevice.simulator.simulated_firmware import STICKER_COLOURS, Colours, SimulatedFirmware

_READ_BYTES = 4096
_HANG_UP_TIMEOUT = 0.5
"""Seconds that the host gets to close its end of a socket."""


class SimulatedCable(Protocol):
    """A cable that can be plugged and unplugged; it is used by one thread."""

    @property
    def url(self) -> str:
        """What the configuration names as reader.port."""

    def plug(self) -> None:
        """Let the device appear."""

    def unplug(self) -> None:
        """Let the device vanish; what was under way is lost."""

    def waiting(self) -> list[int | socket.socket]:
        """Return what becomes readable when the host sends something."""

    def read(self) -> bytes:
        """Return what the host sent, without waiting."""

    def write(self, data: bytes) -> None:
        """Send without waiting; what nobody takes is lost, as from a real board."""

    def close(self) -> None:
        """Unplug for good."""


class SocketCable:
    """A TCP port of this machine: for Windows, where Python has no Unix sockets."""

    def __init__(self) -> None:
        self._port = 0
        self._door: socket.socket | None = None
        self._host: socket.socket | None = None

    @property
    def url(self) -> str:
        return f"socket://127.0.0.1:{self._port}"

    def plug(self) -> None:
        self._door = self._open_door()
        self._door.setblocking(False)

    def _open_door(self) -> socket.socket:
        door = socket.create_server(("127.0.0.1", self._port))
        self._port = door.getsockname()[1]
        return door

    def unplug(self) -> None:
        if self._door is not None:
            self._door.close()
            self._door = None
        self._hang_up()

    def waiting(self) -> list[int | socket.socket]:
        return [end for end in (self._host or self._door,) if end is not None]

    def read(self) -> bytes:
        if self._host is None:
            if self._door is not None:
                with contextlib.suppress(OSError):
                    self._host, _ = self._door.accept()
                    self._host.setblocking(False)
                    self._refuse_others()
            return b""
        try:
            data = self._host.recv(_READ_BYTES)
        except BlockingIOError:
            return b""
        except OSError:
            data = b""
        if not data:
            self._hang_up()
            self._admit()
        return data

    def _refuse_others(self) -> None:
        """While there is a host, a further one waits: on TCP nothing else can be told to it."""

    def _admit(self) -> None:
        """Let the next host in."""

    def write(self, data: bytes) -> None:
        if self._host is not None:
            with contextlib.suppress(OSError):
                self._host.send(data)

    def close(self) -> None:
        self.unplug()

    def _hang_up(self) -> None:
        """Close so that the host reads an end and no reset: pyserial leaks a reset socket."""
        if self._host is not None:
            with contextlib.suppress(OSError):
                self._host.shutdown(socket.SHUT_WR)
                self._host.settimeout(_HANG_UP_TIMEOUT)
                while self._host.recv(_READ_BYTES):
                    pass
            self._host.close()
            self._host = None


class UnixCable(SocketCable):
    """A Unix socket in a folder of its own, so that no other program comes across it.

    It has one host at a time, as a serial port: while there is one, nobody listens.
    """

    def __init__(self) -> None:
        super().__init__()
        self._folder = tempfile.TemporaryDirectory(prefix="cdgdevice-")
        self._path = Path(self._folder.name) / "die"

    @property
    def url(self) -> str:
        return f"{UNIX_PREFIX}{self._path}"

    def _open_door(self) -> socket.socket:
        return open_unix_door(self._path)

    def _refuse_others(self) -> None:
        if self._door is not None:
            self._door.close()
            self._door = None

    def _admit(self) -> None:
        self.plug()

    def unplug(self) -> None:
        self._path.unlink(missing_ok=True)
        super().unplug()

    def close(self) -> None:
        super().close()
        self._folder.cleanup()


_SYSTEM_RANDOM = random.SystemRandom()


class SimulatedReader:
    """A reader on a Unix socket (`carrier="socket"`: on a TCP port of this machine).

    A `SimulatedCable` of your own may be given instead.

    It is plugged in once it is made; a `ReaderPort` opens its `url`. Use it in a `with`, or
    `close` it. Its methods may be called in any thread and are done when they return.

    A thrown die tumbles for `tumble` seconds, in which the cable may be pulled.

    >>> with SimulatedReader() as reader:
    ...     port = reader.url
    ...     face = reader.throw()
    >>> 1 <= face <= 6
    True
    """

    def __init__(
        self,
        *,
        carrier: str | SimulatedCable = "unix" if os.name == "posix" else "socket",
        uid: str = "SIMULATED",
        protocol: str = "1.1",
        capabilities: tuple[str, ...] = ("cal", "raw"),
        tumble: float = 0.0,
        rng: random.Random = _SYSTEM_RANDOM,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        if isinstance(carrier, str):
            carrier = UnixCable() if carrier == "unix" else SocketCable()
        self._carrier: SimulatedCable = carrier
        self._uid = uid
        self._protocol = protocol
        self._capabilities = capabilities
        self._tumble = tumble
        self._rng = rng
        self._clock = clock
        self._looks: Mapping[Colours, int] = STICKER_COLOURS
        self._face: int | None = None
        self._lands: tuple[float, int] | None = None
        self._firmware: SimulatedFirmware | None = self._boot()
        self._carrier.plug()
        self._lock = Lock()
        self._open = True
        self._steps: deque[tuple[Callable[[], None], Future[None]]] = deque()
        self._woken, self._waker = socket.socketpair()
        self._thread = Thread(target=self._run, name="simulated die reader", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Unplug it for good; a second time does nothing."""
        with self._lock:
            if not self._open:
                return
            self._open = False
            self._waker.close()
        self._thread.join()
        self._carrier.close()
        self._woken.close()

    def __enter__(self) -> "SimulatedReader":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def url(self) -> str:
        """What the configuration names as reader.port; the same after each replug."""
        return self._carrier.url

    @property
    def plugged(self) -> bool:
        """Whether the cable is in."""
        return self._firmware is not None

    def throw(self, face: int | None = None) -> int:
        """Throw the die and return the face that it will show, 1 to 6; None throws at random.

        Thrown into an unplugged reader, nobody hears of it.
        """
        thrown = self._rng.randint(1, 6) if face is None else face
        self._run_step(lambda: self._start_throw(thrown))
        return thrown

    def cock(self) -> None:
        """Put the die down so that it leans."""
        self._run_step(lambda: self._set_die_state(DieState.COCKED))

    def lift(self) -> None:
        """Take the die out of the tray."""
        self._run_step(lambda: self._set_die_state(DieState.ABSENT))

    def send_noise(self, noise: bytes) -> None:
        """Send `noise` as it is, as a board does that prints a traceback."""
        self._run_step(lambda: self._carrier.write(noise))

    def unplug(self) -> None:
        """Pull the cable: the reader loses its power and what it had not yet sent.

        The die stays in the tray, and so does what the reader was taught.
        """
        self._run_step(self._unplug_cable)

    def replug(self) -> None:
        """Plug the cable in again: the reader starts again, with another boot number."""
        self._run_step(self._plug_cable)

    def _boot(self) -> SimulatedFirmware:
        return SimulatedFirmware(
            self._clock(),
            self._rng.randint(1, 4294967295),
            uid=self._uid,
            protocol=self._protocol,
            capabilities=self._capabilities,
            looks=self._looks,
            face=self._face,
        )

    def _start_throw(self, face: int) -> None:
        self._lands = self._clock() + self._tumble, face
        if self._tumble:
            self._face = None
            self._write_from_firmware(lambda device: device.lie(DieState.MOVING))
        else:
            self._land(face)

    def _land(self, face: int) -> None:
        self._lands, self._face = None, face
        self._write_from_firmware(lambda device: device.throw(self._clock(), face))

    def _set_die_state(self, lies: DieState) -> None:
        self._lands = self._face = None
        self._write_from_firmware(lambda device: device.lie(lies))

    def _unplug_cable(self) -> None:
        if self._firmware is not None:
            self._capabilities, self._looks = self._firmware.capabilities, self._firmware.looks
        self._firmware = None
        self._carrier.unplug()

    def _plug_cable(self) -> None:
        if self._firmware is None:
            self._firmware = self._boot()
            self._carrier.plug()

    def _write_from_firmware(self, words: Callable[[SimulatedFirmware], bytes]) -> None:
        if self._firmware is not None:
            self._carrier.write(words(self._firmware))

    def _run_step(self, step: Callable[[], None]) -> None:
        """Let the thread take `step`, and wait for it: only that thread touches the cable."""
        done: Future[None] = Future()
        with self._lock:
            if not self._open:
                raise HardwareError("The simulated die reader is closed.")
            self._steps.append((step, done))
            self._waker.send(b"x")
        done.result()

    def _run(self) -> None:
        while True:
            device = self._firmware
            due = [] if device is None else [device.deadline()]
            due += [] if self._lands is None else [self._lands[0]]
            left = max(0.0, min(due) - self._clock()) if due else None
            ready, _, _ = select.select([self._woken, *self._carrier.waiting()], [], [], left)
            if self._lands is not None and self._clock() >= self._lands[0]:
                self._land(self._lands[1])
            if self._woken in ready:
                if not self._woken.recv(1):  # closed, and every step before that is taken
                    return
                step, done = self._steps.popleft()
                try:
                    step()
                except Exception as error:  # the caller of the step gets it
                    done.set_exception(error)
                else:
                    done.set_result(None)
            elif device is not None:
                at = self._clock()
                heard = self._carrier.read() if ready else b""
                self._carrier.write(device.received(at, heard) + device.tick(at))
