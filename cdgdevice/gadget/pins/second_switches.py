"""A second switch beside each pin, for a hand that is elsewhere: what either closes is closed."""

from collections.abc import Callable
from threading import Lock
from typing import Literal

from cdgdevice.gadget.events import Control, Edge, Phase
from cdgdevice.gadget.pins.inputs import Inputs


class SecondSwitches:
    """Joins what a hand elsewhere does to the edges of the pins, into one row of edges.

    A control is closed while its pin or its second switch is: neither opens what the other keeps
    closed, and `level` says so too. A turn goes once round the knob's two lines from wherever they
    stand, so the knob itself may be turned between two of them.

    `put` is given every edge, `clock` tells when the second switches have theirs, `transitions` is
    the knob's count per detent. All methods may be called from any thread.
    """

    def __init__(
        self,
        put: Callable[[Edge], None],
        clock: Callable[[], float],
        *,
        transitions: Literal[2, 4] = 4,
    ) -> None:
        self._put = put
        self._clock = clock
        self._transitions = transitions
        self._level: Callable[[Control | Phase], bool] = lambda _: False
        self._pins: dict[Control | Phase, bool] = {}
        self._held: set[Control] = set()
        self._turned = dict.fromkeys(Phase, False)
        self._one_at_a_time = Lock()

    def join(self, inputs: Inputs) -> None:
        """Stand beside these pins; their edges go to `pin_edge`, from before this on."""
        self._level = inputs.level
        with self._one_at_a_time:
            self._pins = dict.fromkeys(inputs.closed(), True) | self._pins

    def level(self, pin: Control | Phase) -> bool:
        """Tell whether a switch is closed now: the pin's or the second."""
        by_pin = self._level(pin)
        with self._one_at_a_time:
            return self._joined(pin, by_pin)

    def pin_edge(self, edge: Edge) -> None:
        """Pass on an edge of a pin."""
        with self._one_at_a_time:
            self._pins[edge.pin] = edge.active
            self._put(Edge(edge.at, edge.pin, self._joined(edge.pin, edge.active)))

    def down(self, control: Control) -> None:
        """Close the second switch of a control."""
        with self._one_at_a_time:
            self._held.add(control)
            self._tell(control)

    def up(self, control: Control) -> None:
        """Open it; where the pin's is closed, the control stays closed."""
        with self._one_at_a_time:
            self._held.discard(control)
            self._tell(control)

    def turn(self, steps: int) -> None:
        """Turn the knob by so many detents: clockwise positive."""
        ahead, behind = (Phase.FIRST, Phase.SECOND) if steps > 0 else (Phase.SECOND, Phase.FIRST)
        with self._one_at_a_time:
            for _ in range(abs(steps) * self._transitions):
                line = ahead if self._now(ahead) == self._now(behind) else behind
                self._turned[line] = not self._turned[line]
                self._tell(line)

    def _tell(self, pin: Control | Phase) -> None:
        self._put(Edge(self._clock(), pin, self._now(pin)))

    def _now(self, pin: Control | Phase) -> bool:
        return self._joined(pin, self._pins.get(pin, False))

    def _joined(self, pin: Control | Phase, by_pin: bool) -> bool:
        if isinstance(pin, Phase):
            # A turn that ends between two rests of the pins leaves the lines the other way about.
            return by_pin != self._turned[pin]
        return by_pin or pin in self._held
