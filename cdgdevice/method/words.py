"""The words of the table: one short sentence for every act, the same wherever it is shown."""

from collections.abc import Iterable, Mapping

from cdgdevice.method.acts import (
    Act,
    Count,
    Deal,
    Discard,
    Flip,
    Move,
    Play,
    PutBack,
    Refill,
    Return,
    Source,
    Swap,
    TakeBack,
    Tell,
)
from cdgdevice.method.display import Facing, Side
from cdgdevice.method.game import Game, GameEnd, Nominating, Offered, Ready, TurnEnd
from cdgdevice.method.sheet import Beside
from cdgdevice.method.steps import Use

_NAMED = 4
"""More cards than this are not named one by one: the glass shows which they are."""


_BACK = {
    Source.C: "on C",
    Source.PILE: "on the pile",
    Source.BENEATH: "on the pile",
    Source.DISCARDS: "on the discards",
    Source.ASIDE: "beside the display",
}


def say(act: Act) -> str:
    """Say an act in one short sentence."""
    match act:
        case Deal(_, card, facing):
            return f"Deal {card} {_face(facing)}."
        case Flip(_, cards, facing):
            names = listed(map(str, cards), "and")
            return f"Flip {names}." if facing is Facing.UP else f"Turn {names} face-down."
        case Play(_, card, _):
            return f"Play {card}."
        case Discard(_, card, _):
            return f"Discard {card}."
        case Refill(_, card, Source.BENEATH, facing):
            return f"{card}: next card, {_face(facing)}."
        case Refill(_, card, Source.ASIDE, facing):
            return f"Lay the card set aside in {card}, {_face(facing)}."
        case Refill(_, card, Source.DISCARDS, facing):
            return f"Lay the fetched card in {card}, {_face(facing)}."
        case Refill(_, card, Source.PLAYED, facing):
            return f"Lay the played card in {card}, {_face(facing)}."
        case Refill(_, card, source, facing):
            return f"Fill {card}{' from C' if source is Source.C else ''}, {_face(facing)}."
        case Count(_, left, of, _):
            return f"Chits: {left} of {of} left."
        case PutBack(_, card, facing):
            return f"Put {card} back, {_face(facing)}."
        case Move(side, card, giver, start):
            if side is giver:
                return f"Slide {start} to {card}."
            return f"Lay their {start} in {card}."
        case Swap(_, card):
            return f"Change {card} for the discard."
        case Return(_, card):
            return f"Shuffle {card} into the pile."
        case Tell(_, text):
            return text
        case TakeBack(_, card, to, facing):
            return f"Put {card} back {_BACK[to]}, {_face(facing)}."


def say_all(acts: Iterable[Act], side: Side) -> tuple[str, ...]:
    """Say the acts of one side in order; dealt cards in one go."""
    mine = [act for act in acts if act.side is side]
    sentences: list[str] = []
    for facing in Facing:
        dealt = [str(act.card) for act in mine if isinstance(act, Deal) and act.facing is facing]
        if dealt:
            deal = "" if sentences else "Deal "
            sentences.append(f"{deal}{listed(dealt, 'and')} {_face(facing)}.")
    return (*sentences, *(say(act) for act in mine if not isinstance(act, Deal)))


def say_both(acts: Iterable[Act], names: Mapping[Side, str]) -> tuple[str, ...]:
    """Say the acts of both sides; a side is named where the two differ."""
    acts = tuple(acts)
    said = {side: say_all(acts, side) for side in Side}
    left, right = said[Side.LEFT], said[Side.RIGHT]
    if left == right or not right:
        return left
    if not left:
        return right
    return tuple(f"{names[side]}: {sentence}" for side in Side for sentence in said[side])


def told(game: Game) -> tuple[str, ...]:
    """Say what the hands are to do now; a side is named unless it is plain whose cards it is."""
    acts = game.acts
    at_rest = isinstance(game.stage, Ready | Nominating | TurnEnd | GameEnd)
    if not at_rest and acts and all(act.side is not game.active for act in acts):
        name = game.sheet.sides[game.active.other]
        return tuple(f"{name}: {sentence}" for sentence in say_all(acts, game.active.other))
    return say_both(acts, game.sheet.sides)


def offer(offers: Iterable[Offered], beside: Iterable[Beside] = ()) -> str:
    """Say what may be played, in one sentence."""
    freely: list[str] = []
    event: list[str] = []
    lowest: list[str] = []
    discard = False
    for offered in offers:
        card = str(offered.card)
        if Use.ANY in offered.uses:
            freely.append(card)
        if Use.EVENT in offered.uses:
            event.append(card)
        if Use.LOWEST_OPS in offered.uses:
            lowest.append(card)
        discard = discard or Use.DISCARD in offered.uses
    parts = []
    if freely:
        parts.append(f"play {listed(freely, 'or')}")
    if event:
        cards = listed(event, "or") if len(event) <= _NAMED else "any face-up card"
        parts.append(f"play {cards} as event")
    if lowest:
        of_them = "" if lowest == event else f" of {listed(lowest, 'or')}"
        parts.append(f"lowest Ops{of_them}" if len(lowest) <= _NAMED else "lowest face-up Ops")
    if discard:
        parts.append("discard an event")
    parts.extend(card.title for card in beside)
    sentence = f"{', '.join(parts[:-1])}, or {parts[-1]}" if len(parts) > 1 else parts[0]
    return f"{sentence[:1].upper()}{sentence[1:]}."


def purpose(uses: tuple[Use, ...]) -> str:
    """Say in a few words for what a chosen card may be played; nothing where for anything."""
    names = {
        Use.EVENT: "as event",
        Use.LOWEST_OPS: "as lowest Ops",
        Use.DISCARD: "as discard",
    }
    found = [names[use] for use in uses if use in names]
    if Use.ANY in uses or not found:
        return ""
    return f" {listed([found[0], *(name.removeprefix('as ') for name in found[1:])], 'or')}"


def listed(names: Iterable[str], last: str) -> str:
    """Join names as in speech: `A, B or C`."""
    *some, final = names
    return f"{', '.join(some)} {last} {final}" if some else final


def _face(facing: Facing) -> str:
    return f"face-{facing.value}"
