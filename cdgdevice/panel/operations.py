"""What a hand can do to the gadget through the page, and how the page writes it down."""

import json
from dataclasses import dataclass

from cdgdevice.errors import CdgDeviceError
from cdgdevice.gadget.events import Control

MOST_STEPS = 20
"""The page adds up quick turns of the knob; it never sends more detents than this at once."""


class BadOperationError(CdgDeviceError, ValueError):
    """What the page sent is no operation; nothing has been done."""


@dataclass(frozen=True, slots=True)
class Down:
    """A finger presses a control and stays on it."""

    control: Control


@dataclass(frozen=True, slots=True)
class Still:
    """The finger is still on the control: the page says so several times a second."""

    control: Control


@dataclass(frozen=True, slots=True)
class Lost:
    """The finger is gone with its page, which never says this itself: the press means nothing."""

    control: Control


@dataclass(frozen=True, slots=True)
class Up:
    """The last finger leaves a control."""

    control: Control


@dataclass(frozen=True, slots=True)
class Turn:
    """The knob is turned by `steps` detents: clockwise positive, never 0, at most 20 either way."""

    steps: int


@dataclass(frozen=True, slots=True)
class Throw:
    """The die is thrown into the reader: it shows `face`, 1 to 6; None leaves it to chance."""

    face: int | None


@dataclass(frozen=True, slots=True)
class CockDie:
    """The die is put down so that it leans and shows no face."""


@dataclass(frozen=True, slots=True)
class Lift:
    """The die is taken out of the tray."""


@dataclass(frozen=True, slots=True)
class Unplug:
    """The die reader's cable is pulled out."""


@dataclass(frozen=True, slots=True)
class Replug:
    """The die reader's cable is put back."""


Operation = Down | Still | Lost | Up | Turn | Throw | CockDie | Lift | Unplug | Replug

# What each operation is called in JSON, and which one further member it has.
_MEMBER_OF = {
    "down": "control",
    "still": "control",
    "up": "control",
    "turn": "steps",
    "throw": "face",
    "cock": None,
    "lift": None,
    "unplug": None,
    "replug": None,
}


def read_operation(text: bytes) -> Operation:
    """Read an operation from a JSON object such as `{"do": "down", "control": "left"}`.

    The others are `still` and `up` with `control`, `turn` with `steps`, `throw` with `face` (null,
    or left out, for chance), `cock`, `lift`, `unplug` and `replug`.

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
    if not isinstance(do, str) or do not in _MEMBER_OF:
        raise BadOperationError(f'"do" is one of {", ".join(_MEMBER_OF)}; not {_shown(do)}.')
    member = _MEMBER_OF[do]
    value = data.pop(member, None) if member else None
    if data:
        raise BadOperationError(f'"{do}" has no member {_shown(min(data))}.')
    match do:
        case "down":
            return Down(_control(value))
        case "still":
            return Still(_control(value))
        case "up":
            return Up(_control(value))
        case "turn":
            return Turn(_steps(value))
        case "throw":
            return Throw(_face(value))
        case "cock":
            return CockDie()
        case "lift":
            return Lift()
        case "unplug":
            return Unplug()
        case _:
            return Replug()


def _control(value: object) -> Control:
    try:
        return Control(value)
    except ValueError:
        names = ", ".join(control.value for control in Control)
        raise BadOperationError(f'"control" is one of {names}; not {_shown(value)}.') from None


def _steps(value: object) -> int:
    # A bool is an int to Python, but not to the player.
    if type(value) is int and value != 0 and abs(value) <= MOST_STEPS:
        return value
    raise BadOperationError(
        f'"steps" is a whole number from -{MOST_STEPS} to {MOST_STEPS}, not 0; '
        f"this is {_shown(value)}."
    )


def _face(value: object) -> int | None:
    if value is None or (type(value) is int and 1 <= value <= 6):
        return value
    raise BadOperationError(f'"face" is a whole number from 1 to 6, or null; not {_shown(value)}.')


def _shown(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= 40 else f"{text[:39]}…"
