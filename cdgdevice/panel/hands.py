"""Who presses what: each connected page is a hand, and a hand that leaves lets go of everything."""

import secrets
import threading
from collections.abc import Callable
from time import monotonic

from cdgdevice.errors import CdgDeviceError
from cdgdevice.gadget.events import MOST_SILENCE, Control
from cdgdevice.panel.operations import Down, Lost, Operation, Still, Up

MOST_HANDS = 8
"""How many pages may be open at once: far more than two players need."""


class UnknownHandError(CdgDeviceError):
    """The page that sent an operation is not connected: it doesn't see what it presses."""


class NoPlaceError(CdgDeviceError):
    """There are as many hands as there may be."""


class Hands:
    """Passes on what the hands do, in one order, so that a control is down while any hand is on it.

    A second page that presses a held button adds no press. A page that is closed, crashes or loses
    its network never leaves a button stuck: what is not heard of any more counts as let go, also
    here, where `clock` gives the seconds. All methods may be called from any thread; `operate` is
    called by one at a time and should only enqueue.
    """

    def __init__(
        self, operate: Callable[[Operation], None], clock: Callable[[], float] = monotonic
    ) -> None:
        self._operate = operate
        self._clock = clock
        self._held: dict[str, dict[Control, float]] = {}  # when each was heard of last
        self._one_at_a_time = threading.Lock()

    def join(self) -> str:
        """Give a new hand's name, which nobody can guess.

        Raises:
            NoPlaceError: there are eight already.
        """
        hand = secrets.token_urlsafe(16)
        with self._one_at_a_time:
            if len(self._held) >= MOST_HANDS:
                raise NoPlaceError(f"{MOST_HANDS} pages are open already: close one.")
            self._held[hand] = {}
        return hand

    def leave(self, hand: str) -> None:
        """Forget a hand; what it alone held is lost. One that has left already does no harm."""
        with self._one_at_a_time:
            held = self._held.pop(hand, {})
            for control in sorted(self._heard_of(held), key=lambda control: control.value):
                if not self._is_held(control):
                    self._operate(Lost(control))

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
                    held[control] = self._clock()
                case Still(control):
                    if control in self._heard_of(held):
                        self._operate(operation)
                        held[control] = self._clock()
                case Up(control):
                    there = control in self._heard_of(held)
                    held.pop(control, None)
                    if there and not self._is_held(control):
                        self._operate(operation)
                case _:
                    self._operate(operation)

    def _is_held(self, control: Control) -> bool:
        return any(control in self._heard_of(held) for held in self._held.values())

    def _heard_of(self, held: dict[Control, float]) -> set[Control]:
        since = self._clock() - MOST_SILENCE
        return {control for control, at in held.items() if at > since}
