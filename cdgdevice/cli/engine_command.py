"""The command `engine`: JSON Lines, one request a line in, one answer a line out.

It loads fast: another program starts it, and nothing else of the gadget is needed.
"""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

from cdgdevice import __version__, errors
from cdgdevice.games.open_game import throw_die, throw_missing_dice
from cdgdevice.games.sheet_library import BUILT_IN, SheetLibrary, open_sheet_library
from cdgdevice.rules.engine import answer_request, begin_game
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.requests import Json, NewGame, NotAllowedError, RulesError, read_request
from cdgdevice.rules.snapshot import write_instructions, write_sheet_entry, write_state

LONGEST_REQUEST = 100_000
"""Characters of a request line; a longer one is refused unread."""

_BYTE_ORDER_MARK = "\ufeff"
"""What PowerShell puts before the first line of a pipe."""

PROTOCOL = "1.2"
"""The protocol's version, as docs/ENGINE.md says what it means."""

LONGEST_ID = 100
"""Characters of a request's id."""

LARGEST_ID = 10**15 - 1
"""Every language of clients has such whole numbers exactly."""

LONGEST_QUOTE = 200
"""Characters of what a mistake of the program says of itself."""


def serve_engine(config_file: Path | None) -> int:
    """Answer each line of standard input by the text protocol, until there is no more."""
    protocol = EngineProtocol(open_sheet_library(config_file), report=errors.report_mistake)
    # Bytes, so that a line which is no UTF-8 is answered with a sentence like any other; and no
    # more of them than show that a line is too long: a character has at most four.
    most = 4 * LONGEST_REQUEST + 1
    while raw := sys.stdin.buffer.readline(most):
        rest = raw
        while len(rest) == most and not rest.endswith(b"\n"):
            rest = sys.stdin.buffer.readline(most)
        print(protocol.answer_line(raw.decode("utf-8", "replace")), flush=True)
    return 0


class EngineProtocol:
    """One game at a time, driven by request lines; `shelf` has the sheets."""

    def __init__(
        self,
        shelf: SheetLibrary = BUILT_IN,
        throw: Callable[[], int] = throw_die,
        report: Callable[[Exception], None] | None = None,
    ) -> None:
        """Take the sheets, the die (1 to 6) for games without a seed, and who hears of mistakes.

        `report` is told of each mistake of the program itself, after which the game goes on.
        """
        self._shelf = shelf
        self._unseeded = throw
        self._report = report
        self._history: GameHistory | None = None
        self._throw = throw

    def answer_line(self, line: str) -> str:
        """Answer one request line with one line; a refused request changes nothing."""
        named: dict[str, Json] = {}
        try:
            raw = _object(line)
            named = _take_id(raw)
            reply = self._answer(raw)
        except (RulesError, errors.CdgDeviceError) as refused:
            reply = {"ok": False, "error": " ".join(str(refused).split())}
        except Exception as mistake:
            if self._report is not None:
                self._report(mistake)
            what = " ".join(f"{type(mistake).__name__}: {mistake}"[:LONGEST_QUOTE].split())
            error = f"This is a mistake of cdgdevice, and nothing has changed; report it: {what}."
            reply = {"ok": False, "error": error}
        return json.dumps({**named, **reply})  # ASCII: no encoding of standard output can spoil it

    def _answer(self, raw: dict[str, object]) -> dict[str, Json]:
        match raw.get("do"):
            case "hello" if len(raw) == 1:
                return {"ok": True, "protocol": PROTOCOL, "version": __version__}
            case "sheets" if len(raw) == 1:
                sheets = map(self._shelf.sheet, self._shelf.ids())
                return {"ok": True, "sheets": [write_sheet_entry(sheet) for sheet in sheets]}
            case "state" if len(raw) == 1:
                return {"ok": True, "state": write_state(self._game().now)}
            case "hello" | "sheets" | "state" as do:
                raise NotAllowedError(f'"{do}" takes nothing else.')
        request = read_request(raw)
        if isinstance(request, NewGame):
            history = begin_game(self._shelf.sheet(request.sheet), request)
            reply: dict[str, Json] = {"ok": True, "state": write_state(history.now)}
            self._throw = self._unseeded if request.seed is None else _seeded(request.seed)
            self._history = history
            return reply
        answered = answer_request(
            self._game(), throw_missing_dice(self._game(), request, self._throw)
        )
        reply = {"ok": True, "state": write_state(answered.history.now)}
        if raw["do"] in ("undo", "correct"):
            reply["restore"] = write_instructions(answered.restore)
        self._history = answered.history
        return reply

    def _game(self) -> GameHistory:
        if self._history is None:
            raise NotAllowedError('There is no game yet. Begin one: {"do": "new", "sheet": ID}.')
        return self._history


def _object(line: str) -> dict[str, object]:
    if len(line) > LONGEST_REQUEST:
        raise NotAllowedError(f"A request has at most {LONGEST_REQUEST} characters; this has more.")
    try:
        raw = json.loads(line.removeprefix(_BYTE_ORDER_MARK))
    except (ValueError, RecursionError):
        raise NotAllowedError(
            'This is no valid JSON. A request is one JSON object a line: {"do": "state"}.'
        ) from None
    if not isinstance(raw, dict):
        raise NotAllowedError('A request must be a JSON object, such as {"do": "state"}.')
    return raw


def _take_id(raw: dict[str, object]) -> dict[str, Json]:
    """Take the client's own name for its request out of it, if it has one."""
    match raw.pop("id", None):
        case None:
            return {}
        case str(name) if len(name) <= LONGEST_ID:
            return {"id": name}
        case int(number) if not isinstance(number, bool) and abs(number) <= LARGEST_ID:
            return {"id": number}
    raise NotAllowedError(
        '"id" must be a whole number of at most 15 digits, '
        f"or a text of at most {LONGEST_ID} characters."
    )


def _seeded(seed: int) -> Callable[[], int]:
    source = Random(seed)
    return lambda: source.randint(1, 6)
