"""What a page asks the gadget to do, and what it is shown, as they travel."""

import base64
import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Protocol

from msgspec import Struct
from msgspec.structs import asdict

from cdgdevice.drivers.gpio.control_events import (
    Control,
    RemoteEvent,
    RemoteTouch,
    RemoteTouchKind,
    ScreenTapped,
    Turned,
)
from cdgdevice.errors import CdgDeviceError

WIDTH, HEIGHT = 128, 64
"""Pixels of a screen."""
MAX_STEPS = 20
"""The page adds up quick turns of the knob; it never sends more detents than this at once."""


class BadOperationError(CdgDeviceError, ValueError):
    """What the page sent is no operation; nothing has been done."""


class ThrowDie(Struct, frozen=True):
    """The die is thrown into the reader: it shows `face`, 1 to 6; None leaves it to chance."""

    face: int | None


class CockDie(Struct, frozen=True):
    """The die is put down so that it leans and shows no face."""


class LiftDie(Struct, frozen=True):
    """The die is taken out of the tray."""


class UnplugReader(Struct, frozen=True):
    """The die reader's cable is pulled out."""


class ReplugReader(Struct, frozen=True):
    """The die reader's cable is put back."""


Operation = RemoteEvent | ThrowDie | CockDie | LiftDie | UnplugReader | ReplugReader


def read_operation(text: bytes, at: float) -> Operation:
    """Read an operation, done `at` so many seconds, from JSON: `{"do": "down", "control": "left"}`.

    The others are `still` and `up` with `control`, `turn` with `steps`, `tap` with `at` (a screen
    and a pixel, as `["left", 64, 20]`), `throw` with `face` (null, or left out, for chance),
    `cock`, `lift`, `unplug` and `replug`.

    Raises:
        BadOperationError: when the text is anything else.
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise BadOperationError("An operation is one JSON object; this is not JSON.") from None
    if not isinstance(data, dict):
        raise BadOperationError('An operation is one JSON object with a member "do".')
    do = data.pop("do", None)
    if not isinstance(do, str) or do not in _OPERATIONS:
        raise BadOperationError(f'"do" is one of {", ".join(_OPERATIONS)}; not {_quote(do)}.')
    member, make = _OPERATIONS[do]
    value = data.pop(member, None)
    if data:
        raise BadOperationError(f'"{do}" has no member {_quote(min(data))}.')
    return make(at, value)


def _touch(touch: RemoteTouchKind, at: float, value: object) -> RemoteTouch:
    try:
        return RemoteTouch(at, Control(value), touch)
    except ValueError:
        names = ", ".join(control.value for control in Control)
        raise BadOperationError(f'"control" is one of {names}; not {_quote(value)}.') from None


def _turn(at: float, value: object) -> Turned:
    # A bool is an int to Python, but not to the player.
    if type(value) is int and value != 0 and abs(value) <= MAX_STEPS:
        return Turned(at, value)
    raise BadOperationError(
        f'"steps" is a whole number from -{MAX_STEPS} to {MAX_STEPS}, not 0; '
        f"this is {_quote(value)}."
    )


def _tap(at: float, value: object) -> ScreenTapped:
    match value:
        case [("left" | "right") as screen, int(x), int(y)] if (
            type(x) is type(y) is int and 0 <= x < WIDTH and 0 <= y < HEIGHT
        ):
            return ScreenTapped(at, screen, x, y)
    raise BadOperationError(
        f'"at" is left or right, a column from 0 to {WIDTH - 1} and a row from 0 to {HEIGHT - 1}, '
        f'as ["left", 64, 20]; not {_quote(value)}.'
    )


def _throw(_: float, value: object) -> ThrowDie:
    if value is None or (type(value) is int and 1 <= value <= 6):
        return ThrowDie(value)
    raise BadOperationError(f'"face" is a whole number from 1 to 6, or null; not {_quote(value)}.')


def _quote(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= 40 else f"{text[:39]}…"


_OPERATIONS: dict[str, tuple[str | None, Callable[[float, object], Operation]]] = {
    "down": ("control", partial(_touch, RemoteTouchKind.DOWN)),
    "still": ("control", partial(_touch, RemoteTouchKind.STILL)),
    "up": ("control", partial(_touch, RemoteTouchKind.UP)),
    "turn": ("steps", _turn),
    "tap": ("at", _tap),
    "throw": ("face", _throw),
    "cock": (None, lambda *_: CockDie()),
    "lift": (None, lambda *_: LiftDie()),
    "unplug": (None, lambda *_: UnplugReader()),
    "replug": (None, lambda *_: ReplugReader()),
}
"""What each operation is called in JSON, which one further member it has, and how it is made."""


PICTURE_BYTES = WIDTH * HEIGHT // 8


class PageScreen(Struct, frozen=True):
    """One screen of the gadget.

    Raises:
        ValueError: when the picture has not 1024 bytes or the contrast is not 0 to 255.
    """

    name: str
    """Where it is: "left" or "right"."""
    label: str
    """The side's name, such as "Central Powers"; empty while no game is chosen."""
    picture: bytes
    """128 by 64 pixels as a panel has them: 8 strips of 128 columns of 8, the lowest bit on top."""
    on: bool
    """False while the screen sleeps; the picture is then not seen."""
    contrast: int
    """0 (dimmest) to 255."""
    words: tuple[str, ...]
    """The same in words, a line each, for a screen reader."""

    def __post_init__(self) -> None:
        if len(self.picture) != PICTURE_BYTES:
            raise ValueError(f"A picture has {PICTURE_BYTES} bytes, not {len(self.picture)}.")
        if not 0 <= self.contrast <= 255:
            raise ValueError(f"A contrast is 0 to 255, not {self.contrast}.")


class PageDie(Struct, frozen=True):
    """How the die lies in the tray."""

    face: int | None = None
    """Which face was on top last, 1 to 6; None: the tray is empty."""
    leans: bool = False
    """It leans, so that the reader sees no face."""
    throws: int = 0
    """How often it has been put down: so the page can show a throw of the same face again."""


class GameReader(Protocol):
    """Describes the game as it was when the state was published; any thread may ask."""

    def ask(self, asked: Mapping[str, object]) -> Mapping[str, object]:
        """Answer a question of the board, or take its answer.

        An `error` in the reply is a sentence for the player; nothing has changed then.
        """

    def log(self, language: str) -> str:
        """Return the log of the whole game, a line for each round.

        `language` is the code of one; any other text stands for the gadget's own.
        """

    def games(self) -> Sequence[object]:
        """Return the games that are kept, the one last played first.

        Raises:
            CdgDeviceError: they can't be read now.
        """

    def export(self, number: int) -> bytes:
        """Return the file that carries the game with this number elsewhere.

        Raises:
            CdgDeviceError: there is no such game, or it can't be read.
        """

    def bring(self, packed: bytes, name: str) -> int:
        """Check the file `name` that carries a game, and keep the game; return its number.

        Raises:
            CdgDeviceError: the game is not kept; nothing has changed.
        """


class PageState(Struct, frozen=True):
    """Everything that the page shows."""

    screens: tuple[PageScreen, ...]
    """One or two, from left to right."""
    lit: frozenset[str]
    """The controls whose lamp is on, by `Control` value: "left", "right"."""
    reader: str
    """What the die reader is doing, one sentence; empty where the build has no reader."""
    die: PageDie | None = PageDie()
    """The die in the simulated tray; None where a real reader has a real die."""
    plain_die: bool = False
    """The game's dice are read by their numbers, and not as the Method die's results."""
    game: GameReader | None = None
    """Tells of the game to a page that asks; None where there is none to be shown."""
    throws: int = 0
    """How often dice were thrown in the game, as far as it was not undone: a page sounds for one
    more."""
    board: str | None = None
    """The id of the board, another whenever the board shows something else; None while no game was
    chosen."""
    file: str | None = None
    """The file of the game on the table; None while there is none yet."""
    language: str = "en"
    """What the screens and the game are written in."""
    menu: bool = False
    """A menu lies over the game on the screens."""
    holds: tuple[int, int] = (1000, 2400)
    """Milliseconds that the page keeps a control down for a hold and for a long one."""


def page_state_json(state: PageState) -> dict[str, object]:
    """Return the state as the page reads it: each picture in Base64."""
    return {
        "screens": [
            asdict(screen) | {"picture": base64.b64encode(screen.picture).decode("ascii")}
            for screen in state.screens
        ],
        "lit": sorted(state.lit),
        "reader": state.reader,
        "die": None if state.die is None else asdict(state.die),
        "plain_die": state.plain_die,
        "games": state.game is not None,
        "throws": state.throws,
        "board": state.board,
        "file": state.file,
        "language": state.language,
        "menu": state.menu,
        "holds": state.holds,
    }
