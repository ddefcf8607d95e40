"""What a player may do beside choosing: a type for each action, and their one form as text.

The fields of a type are its arguments in the text protocol and in the journal.
"""

from collections.abc import Mapping
from enum import Enum
from typing import ClassVar, get_args

from msgspec import Struct, ValidationError, convert, field

from cdgdevice.rules.card_display import Facing, Mark, Place, Side, Space

SET_TABLE = "set-table"
"""The action that corrects how the game takes the table to be."""


class _Action(Struct, frozen=True, forbid_unknown_fields=True):
    """Something to do beside choosing."""


class _Correction(_Action, frozen=True):
    """Something that the table shows and the game has wrong."""

    action: ClassVar = SET_TABLE


class PlayCombatCard(_Action, frozen=True):
    """Play a combat card beside the card of the round."""

    action: ClassVar = "combat-card"
    side: Side
    card: Place


class EndCombat(_Action, frozen=True):
    """Fill the gaps that combat cards left."""

    action: ClassVar = "combat-over"


class ChangeHandSize(_Action, frozen=True):
    """Change how many cards a side holds."""

    action: ClassVar = "hand-size"
    side: Side
    of: int


class SetRange(_Action, frozen=True):
    """Set the highest number of the white die that plays the card nominated in a space."""

    action: ClassVar = "range"
    space: Space
    to: int


class MarkCard(_Action, frozen=True):
    """State what kind of card a face-up card is."""

    action: ClassVar = "mark"
    side: Side
    card: Place
    kind: Mark | None = field(name="as")
    """None takes a mark away."""


class EndTurn(_Action, frozen=True):
    """End the turn at once."""

    action: ClassVar = "end-turn"


class EndGame(_Action, frozen=True):
    """End the game at once."""

    action: ClassVar = "end-game"


class PutCard(_Correction, frozen=True):
    """Correct how a card lies."""

    side: Side
    card: Place
    facing: Facing | None
    """None: there is no card."""


class PutCardsLeft(_Correction, frozen=True):
    """Correct how many cards a side has left."""

    side: Side
    left: int


class PutHandSize(_Correction, frozen=True):
    """Correct how many cards a side holds."""

    side: Side
    of: int


class PutNumber(_Correction, frozen=True):
    """Correct a number that the sheet keeps."""

    kept: str
    number: int


class PutTurn(_Correction, frozen=True):
    """Correct which turn it is."""

    turn: int


class PutRound(_Correction, frozen=True):
    """Correct which round it is."""

    round: int


class PutActive(_Correction, frozen=True):
    """Correct whose round it is."""

    active: Side


class TakeAction(_Action, frozen=True):
    """Take an action of the sheet."""

    action: str
    side: Side | None = None
    """The side that takes it; None: the sheet has only one that may."""
    card: Place | None = None


class UnknownAction(Struct, frozen=True):
    """An action or arguments that no game offers: kept as given, so that its refusal quotes it."""

    action: str
    args: tuple[tuple[str, str | int], ...] = ()


TableChange = PutCard | PutCardsLeft | PutHandSize | PutNumber | PutTurn | PutRound | PutActive
"""What `set-table` corrects, one thing at a time."""
BuiltInAction = (
    PlayCombatCard
    | EndCombat
    | ChangeHandSize
    | SetRange
    | MarkCard
    | EndTurn
    | EndGame
    | TableChange
)
STATEMENTS = (MarkCard, SetRange, *get_args(TableChange))
"""Actions that state how the table is and ask for nothing: what was asked before still is."""
Action = BuiltInAction | TakeAction | UnknownAction
"""What may be done beside choosing (`act`)."""


Args = Mapping[str, str | int]
"""The arguments of an action as text and numbers, by name."""
NO_MARK = "none"
"""The mark that takes a mark away."""
NO_CARD = "empty"
"""The facing of a place that holds no card."""
_NONE = {"as": NO_MARK, "facing": NO_CARD}
_PLACES = {str(place): place for s in Space for place in (Place(s), Place(s, 1), Place(s, 2))}
BUILT_IN_ACTIONS = frozenset(kind.action for kind in get_args(BuiltInAction))
"""The ids of the actions that the rules have for every sheet."""
_KINDS: Mapping[tuple[str, frozenset[str]], type[Action]] = {
    (kind.action, frozenset(kind.__struct_encode_fields__)): kind
    for kind in get_args(BuiltInAction)
}
"""The types of built-in actions by action and names of the arguments, all of which are needed."""


def read_action(action: str, args: Args) -> Action:
    """Read an action: the only place where its arguments are text."""
    values = {
        name: None
        if given == _NONE.get(name)
        else _PLACES.get(str(given), given)
        if name == "card"
        else given
        for name, given in args.items()
    }
    kind = _KINDS.get((action, frozenset(args)))
    if kind is None and action not in BUILT_IN_ACTIONS and "action" not in args:
        kind, values["action"] = TakeAction, action
    if kind is not None:
        try:
            return convert(values, kind)
        except ValidationError:
            pass
    return UnknownAction(action, tuple(args.items()))


def write_args(act: Action) -> dict[str, str | int]:
    """Write an action's arguments as `read_action` reads them."""
    if isinstance(act, UnknownAction):
        return dict(act.args)
    values = (getattr(act, name) for name in act.__struct_fields__)
    args = zip(act.__struct_encode_fields__, values, strict=True)
    return {
        name: _write_value(name, value)
        for name, value in args
        if name != "action" and (value is not None or name in _NONE)
    }


def _write_value(name: str, value: object) -> str | int:
    match value:
        case None:
            return _NONE[name]
        case Enum():
            return str(value.value)
        case int():
            return value
        case _:
            return str(value)


class OfferedAction(Struct, frozen=True):
    """One thing that may be done beside choosing; any combination of its arguments is allowed."""

    id: str
    title: str
    args: tuple[tuple[str, tuple[str | int, ...]], ...] = ()


ENDING_ACTIONS = (EndTurn.action, EndGame.action)
"""Actions that end something at once."""
