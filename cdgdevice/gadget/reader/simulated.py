"""A die reader without hardware: it is plugged into a real port of this machine."""

import os
import random
import select
import socket
import time
from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from threading import Lock, Thread

from cdgdevice.errors import HardwareError
from cdgdevice.gadget.reader.carriers import Carrier, PtyCarrier, SocketCarrier
from cdgdevice.gadget.reader.messages import DieState
from cdgdevice.gadget.reader.simulated_device import AS_STICKERED, Colours, SimulatedDevice

_DICE = random.SystemRandom()


class SimulatedReader:
    """A reader on a pseudo-terminal (`carrier="socket"`: on a TCP port of this machine).

    A `Carrier` of your own may be given instead.

    It is plugged in once it is made; give its `url` to a `Port`. Use it in a `with`, or
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
        carrier: str | Carrier = "pty" if os.name == "posix" else "socket",
        uid: str = "SIMULATED",
        protocol: str = "1.1",
        capabilities: tuple[str, ...] = ("cal", "raw"),
        tumble: float = 0.0,
        rng: random.Random = _DICE,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        if isinstance(carrier, str):
            carrier = PtyCarrier() if carrier == "pty" else SocketCarrier()
        self._carrier: Carrier = carrier
        self._uid = uid
        self._protocol = protocol
        self._capabilities = capabilities
        self._tumble = tumble
        self._rng = rng
        self._clock = clock
        self._looks: Mapping[Colours, int] = AS_STICKERED
        self._face: int | None = None
        self._lands: tuple[float, int] | None = None
        self._device: SimulatedDevice | None = self._boot()
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
        return self._device is not None

    def throw(self, face: int | None = None) -> int:
        """Throw the die and give the face that it will show, 1 to 6; None throws at random.

        Thrown into an unplugged reader, nobody hears of it.
        """
        thrown = self._rng.randint(1, 6) if face is None else face
        self._do(lambda: self._let_go(thrown))
        return thrown

    def cock(self) -> None:
        """Put the die down so that it leans."""
        self._do(lambda: self._put(DieState.COCKED))

    def lift(self) -> None:
        """Take the die out of the tray."""
        self._do(lambda: self._put(DieState.ABSENT))

    def babble(self, noise: bytes) -> None:
        """Send `noise` as it is, as a board does that prints a traceback."""
        self._do(lambda: self._carrier.write(noise))

    def unplug(self) -> None:
        """Pull the cable: the reader loses its power and what it had not yet told.

        The die stays in the tray, and so does what the reader was taught.
        """
        self._do(self._pull)

    def replug(self) -> None:
        """Plug the cable in again: the reader starts afresh, with another boot number."""
        self._do(self._put_in)

    def _boot(self) -> SimulatedDevice:
        return SimulatedDevice(
            self._clock(),
            self._rng.randint(1, 4294967295),
            uid=self._uid,
            protocol=self._protocol,
            capabilities=self._capabilities,
            looks=self._looks,
            face=self._face,
        )

    def _let_go(self, face: int) -> None:
        self._lands = self._clock() + self._tumble, face
        if self._tumble:
            self._face = None
            self._say(lambda device: device.lie(DieState.MOVING))
        else:
            self._land(face)

    def _land(self, face: int) -> None:
        self._lands, self._face = None, face
        self._say(lambda device: device.throw(self._clock(), face))

    def _put(self, lies: DieState) -> None:
        self._lands = self._face = None
        self._say(lambda device: device.lie(lies))

    def _pull(self) -> None:
        if self._device is not None:
            self._capabilities, self._looks = self._device.capabilities, self._device.looks
        self._device = None
        self._carrier.unplug()

    def _put_in(self) -> None:
        if self._device is None:
            self._device = self._boot()
            self._carrier.plug()

    def _say(self, words: Callable[[SimulatedDevice], bytes]) -> None:
        if self._device is not None:
            self._carrier.write(words(self._device))

    def _do(self, step: Callable[[], None]) -> None:
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
            device = self._device
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
                except Exception as error:  # it belongs to whoever asked for the step
                    done.set_exception(error)
                else:
                    done.set_result(None)
            elif device is not None:
                at = self._clock()
                heard = self._carrier.read() if ready else b""
                self._carrier.write(device.received(at, heard) + device.tick(at))
