"""Who presses what: each connected page is a hand, and a hand that leaves lets go of everything."""

import secrets
import threading
from collections.abc import Callable

from cdgdevice.errors import CdgDeviceError
from cdgdevice.gadget.events import Control
from cdgdevice.panel.operations import Down, Operation, Up

MOST_HANDS = 8
"""How many pages may be open at once: far more than two players need."""


class UnknownHandError(CdgDeviceError):
    """The page that sent an operation is not connected: it doesn't see what it presses."""


class Hands:
    """Passes on what the hands do, in one order, so that a control is down while any hand is on it.

    A second page that presses a held button adds no press, and a page that is closed, crashes or
    loses its network never leaves a button stuck. All methods may be called from any thread;
    `operate` is called by one at a time and should only enqueue.
    """

    def __init__(self, operate: Callable[[Operation], None]) -> None:
        self._operate = operate
        self._held: dict[str, set[Control]] = {}
        self._one_at_a_time = threading.Lock()

    @property
    def full(self) -> bool:
        """Whether there are as many hands as there may be."""
        return len(self._held) >= MOST_HANDS

    def join(self) -> str:
        """Give a new hand's name, which nobody can guess."""
        hand = secrets.token_urlsafe(16)
        with self._one_at_a_time:
            self._held[hand] = set()
        return hand

    def leave(self, hand: str) -> None:
        """Forget a hand; what it alone held goes up."""
        with self._one_at_a_time:
            for control in sorted(self._held.pop(hand), key=lambda control: control.value):
                self._lifted(control)

    def do(self, hand: str, operation: Operation) -> None:
        """Do what a hand does.

        Raises:
            UnknownHandError: when the hand never joined or has left; nothing has been done.
            CdgDeviceError: whatever `operate` refuses.
        """
        with self._one_at_a_time:
            held = self._held.get(hand)
            if held is None:
                raise UnknownHandError("This page is no longer connected; reload it.")
            match operation:
                case Down(control):
                    if not self._is_held(control):
                        self._operate(operation)
                    held.add(control)
                case Up(control):
                    if control in held:
                        held.remove(control)
                        self._lifted(control)
                case _:
                    self._operate(operation)

    def _is_held(self, control: Control) -> bool:
        return any(control in held for held in self._held.values())

    def _lifted(self, control: Control) -> None:
        if not self._is_held(control):
            self._operate(Up(control))
