"""The text protocol: JSON Lines, one request a line in, one answer a line out.

It is to this method what UCI is to chess: any front end can drive the rules with it. The rules
are the gadget's own; only the dice are thrown here, when a request brings none.
"""

import json
from collections.abc import Callable
from random import Random

from cdgdevice.errors import CdgDeviceError
from cdgdevice.method.errors import MethodError, NotAllowedError
from cdgdevice.method.history import History, answer, begin
from cdgdevice.method.request import Json, New, read_request
from cdgdevice.method.wire import about, state, steps
from cdgdevice.table.dice import throw, with_die
from cdgdevice.table.shelf import BUILT_IN, Shelf

LONGEST = 100_000
"""Characters of a request line; a longer one is refused unread."""

SHOWN = 200
"""Characters of what a mistake of the program says of itself."""


class TextProtocol:
    """One game at a time, driven by request lines; `shelf` has the sheets."""

    def __init__(
        self,
        shelf: Shelf = BUILT_IN,
        throw: Callable[[], int] = throw,
        report: Callable[[Exception], None] | None = None,
    ) -> None:
        """Take the sheets, the die (1 to 6) for games without a seed, and who hears of mistakes.

        `report` is told of each mistake of the program itself, after which the game goes on.
        """
        self._shelf = shelf
        self._unseeded = throw
        self._report = report
        self._history: History | None = None
        self._throw = throw

    def answer_line(self, line: str) -> str:
        """Answer one request line with one line; a refused request changes nothing."""
        try:
            reply = self._answer(_object(line))
        except (MethodError, CdgDeviceError) as refused:
            reply = {"ok": False, "error": " ".join(str(refused).split())}
        except Exception as mistake:
            if self._report is not None:
                self._report(mistake)
            what = " ".join(f"{type(mistake).__name__}: {mistake}"[:SHOWN].split())
            error = f"This is a mistake of cdgdevice, and nothing has changed; report it: {what}."
            reply = {"ok": False, "error": error}
        return json.dumps(reply)  # ASCII: no encoding of standard output can spoil it

    def _answer(self, raw: dict[str, object]) -> dict[str, Json]:
        match raw.get("do"):
            case "sheets" if len(raw) == 1:
                sheets = map(self._shelf.sheet, self._shelf.ids())
                return {"ok": True, "sheets": [about(sheet) for sheet in sheets]}
            case "state" if len(raw) == 1:
                return {"ok": True, "state": state(self._game().now)}
            case "sheets" | "state" as do:
                raise NotAllowedError(f'"{do}" takes nothing else.')
        request = read_request(raw)
        if isinstance(request, New):
            history = begin(self._shelf.sheet(request.sheet), request)
            reply: dict[str, Json] = {"ok": True, "state": state(history.now)}
            self._throw = self._unseeded if request.seed is None else _seeded(request.seed)
            self._history = history
            return reply
        answered = answer(self._game(), with_die(self._game(), request, self._throw))
        reply = {"ok": True, "state": state(answered.history.now)}
        if raw["do"] in ("undo", "correct"):
            reply["restore"] = steps(answered.restore)
        self._history = answered.history
        return reply

    def _game(self) -> History:
        if self._history is None:
            raise NotAllowedError('There is no game yet. Begin one: {"do": "new", "sheet": ID}.')
        return self._history


def _object(line: str) -> dict[str, object]:
    if len(line) > LONGEST:
        raise NotAllowedError(f"A request has at most {LONGEST} characters; this has more.")
    try:
        raw = json.loads(line)
    except (ValueError, RecursionError):
        raise NotAllowedError(
            'This is no valid JSON. A request is one JSON object a line: {"do": "state"}.'
        ) from None
    if not isinstance(raw, dict):
        raise NotAllowedError('A request must be a JSON object, such as {"do": "state"}.')
    return raw


def _seeded(seed: int) -> Callable[[], int]:
    source = Random(seed)
    return lambda: source.randint(1, 6)
