"""The same presses on a laptop: the gadget over simulated edges, as `make test` tries it."""

import json
from collections.abc import Callable

from cdgdevice.drivers.gpio.control_events import Control
from cdgdevice.rules.card_display import Side
from tests.whole_gadget import Gadget

SHEET = "paths-of-glory-2022"
"""The first game of a gadget that nobody has configured."""
_SETTLED = 3.0
"""Seconds after which a result fills the glass no more."""


class Laptop(Gadget):
    """A gadget whose dice fall as those in `journal` did, a game's file of another gadget."""

    def __init__(self, journal: bytes = b"", shut_down: Callable[[], None] | None = None) -> None:
        super().__init__(*dice(journal), sheet=SHEET, shut_down=shut_down)

    def __enter__(self) -> "Laptop":
        super().__enter__()
        return self

    def plays(self, *controls: Control) -> list[tuple[bytes, ...]]:
        """Press one control after the other; give both pictures after each."""
        pictures = []
        for control in controls:
            self.press(control)
            self.passes(_SETTLED)
            pictures.append(tuple(map(self.picture, Side)))
        return pictures


def answers(journal: bytes) -> list[dict[str, object]]:
    """Give what was answered in a game, by its file."""
    contents = [json.loads(line.split("\t")[2]) for line in journal.decode().splitlines()]
    return [each["request"] for each in contents[1:]]


def dice(journal: bytes) -> list[int]:
    """Give the dice that were thrown for it, in their order."""
    return [each["die"] for each in answers(journal) if each["do"] == "roll"]  # type: ignore[misc]
