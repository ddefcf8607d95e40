"""A Bluetooth die that the browser has linked: the dice bridge's reader, with the page as its host.

The browser only carries bytes; what they mean is decided as it is for the gadget.
"""

from collections.abc import Iterable

from msgspec import Struct

from cdgdevice.bluetooth.dice_reader import DiceReader, Effect, SendToHost, WriteToDie
from cdgdevice.bluetooth.die_kind import DieKind
from cdgdevice.bluetooth.known_kinds import KNOWN_KINDS
from cdgdevice.bluetooth.roll_queue import RollRecord
from cdgdevice.drivers.reader import reader_messages
from cdgdevice.drivers.reader.line import LineBuffer
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.die import STANDARD_CONVERSION
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.prompt import prompt
from cdgdevice.rules.requests import Json, RollDice
from cdgdevice.ui.choices import DIE_COLOURS, find_kept_dice, format_dice, is_method_die
from cdgdevice.ui.texts import build_not_wanted_page, build_same_die_page

_FIRST = 0
"""The only die of its reader."""
_DueDice = tuple[int, int, Side]


class RollMeant(Struct, frozen=True):
    """What a roll of the player's die comes to."""

    request: RollDice | None
    """None: none was due."""
    said: tuple[str, ...]
    """Why the die does not count."""


class LinkedDie:
    """One die, linked at `at` seconds."""

    def __init__(self, name: str, kind: DieKind, at: float) -> None:
        self._kind = kind
        # Nothing outlives the page, and it takes each roll at once: none waits to be sent again.
        self._reader = DiceReader((name,), RollRecord(boot=1))
        self._lines = LineBuffer()
        self._commands: list[bytes] = []
        self._faces: list[int] = []
        self._trouble: reader_messages.ReaderTrouble | None = None
        self._due: _DueDice | None = None
        self._at = at
        self._obey(self._reader.handle_host(at))
        self._obey(self._reader.handle_linked(_FIRST, kind))

    def hear(self, at: float, data: bytes) -> list[int]:
        """Take a notification; return the faces that count."""
        self._at = at
        self._obey(self._reader.handle_notification(at, _FIRST, data))
        faces, self._faces = self._faces, []
        return faces

    def lose(self, at: float) -> None:
        """Take note that its link has broken."""
        self._obey(self._reader.handle_lost(at, _FIRST))

    def show_due(self, history: GameHistory) -> None:
        """Have it blink in its side's colour for each roll that is due."""
        game = history.now
        asked = prompt(game)
        wanted = len(asked.ask.dice) if asked.ask else 1
        rolls = game.active in asked.rollers and wanted > len(find_kept_dice(history))
        due = (history.past.rolls, int(rolls), game.active)
        if due != self._due:
            self._due = due
            lines = reader_messages.encode_due(int(rolls), DIE_COLOURS[game.active])
            self._obey(self._reader.handle_lines(self._at, lines))

    def write(self) -> dict[str, Json]:
        """Write how it does, and the commands to it that were not written yet."""
        commands, self._commands = self._commands, []
        trouble = None if self._trouble is None else self._trouble.value
        return {"trouble": trouble, "write": [list(command) for command in commands]}

    def write_kind(self) -> dict[str, Json]:
        """Write where it reports, and where it takes commands."""
        kind = self._kind
        return {"service": kind.service, "notify": kind.notify, "command": kind.write}

    def _obey(self, effects: Iterable[Effect]) -> None:
        for effect in effects:
            match effect:
                case WriteToDie(_, command):
                    self._commands.append(command)
                case SendToHost(lines):
                    for fields in self._lines.feed(lines):
                        self._take(fields)

    def _take(self, fields: tuple[str, ...]) -> None:
        match reader_messages.parse_message(fields):
            case reader_messages.Hello() as hello:
                self._trouble = hello.trouble
            case reader_messages.ReaderRoll(boot, seq, face):
                self._faces.append(face)
                taken = reader_messages.encode_acknowledgement(boot, seq)
                self._obey(self._reader.handle_lines(self._at, taken))


def write_kinds() -> list[Json]:
    """Write how dice are found: by what their name begins with, or else by a service."""
    return [{"prefix": kind.name_prefix, "service": kind.service} for kind in KNOWN_KINDS]


def mean_roll(history: GameHistory, face: int) -> RollMeant:
    """Return what a roll comes to: it counts for the side at work, if one is due."""
    game, kept = history.now, find_kept_dice(history)
    if game.active not in prompt(game).rollers:
        return RollMeant(None, build_not_wanted_page(prompt(game).text).text)
    said = build_same_die_page(format_dice(game, kept)).text if kept else ()
    if is_method_die(game):
        return RollMeant(RollDice(game.active, result=STANDARD_CONVERSION.result(face)), said)
    return RollMeant(RollDice(game.active, (face,)), said)
