"""What a prompt is made of: options, actions, and the die that is asked for."""

from dataclasses import dataclass

from cdgdevice.method.display import Side
from cdgdevice.method.stage import Picked


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that may be chosen."""

    id: str
    title: str
    """A few words for a menu or a button."""
    uses: tuple[str, ...] = ()
    """For a card: what it may be played for."""
    card: Picked | None = None
    """The card of a display that it stands for."""


@dataclass(frozen=True, slots=True)
class Action:
    """One thing that may be done beside choosing; any combination of its arguments is allowed."""

    id: str
    title: str
    args: tuple[tuple[str, tuple[str | int, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Ask:
    """A throw that is wanted."""

    what: str
    """What it decides: `round`, `nominated`, `random-card`, `check`, `method-die`…"""
    dice: tuple[str, ...]
    """Each die by its kind: `method`, `d6`, `white`, `coloured`."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """What the game waits for."""

    stage: str
    """The stage's name in the text protocol."""
    text: tuple[str, ...]
    """Short sentences, in the order of doing."""
    rollers: tuple[Side, ...]
    """The sides that may roll now."""
    options: tuple[Option, ...]
    actions: tuple[Action, ...]
    ask: Ask | None = None
    """What a roll would be; None where none is allowed."""

    def allows(self, action: str, args: tuple[tuple[str, str | int], ...]) -> bool:
        """Tell whether this action with these arguments is offered."""
        given = dict(args)
        return any(
            offered.id == action
            and given.keys() == dict(offered.args).keys()
            and all(given[name] in values for name, values in offered.args)
            for offered in self.actions
        )
