"""The short orders that fill a screen in large type, where all that is due has a short form.

It is loaded only where large type is switched on. All else is told by the board as ever.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from msgspec import Struct

from cdgdevice.render.draw_large import check_large_fit
from cdgdevice.render.views import LargeOrder
from cdgdevice.rules.card_display import Facing, Place, Side, Space
from cdgdevice.rules.card_steps import CardUse
from cdgdevice.rules.game import Choosing, Game, Playing, Ready
from cdgdevice.rules.instructions import (
    CardSource,
    DiscardCard,
    FlipCards,
    Instruction,
    LeaveGap,
    PlayCard,
    RefillGap,
)
from cdgdevice.rules.prompt import (
    drop_play_asked,
    find_alternative_played,
    is_first_side_undecided,
    prompt,
)
from cdgdevice.rules.requests import RollDice
from cdgdevice.rules.texts.words import Words
from cdgdevice.ui.choices import list_choices
from cdgdevice.ui.state import UiState

_ROLL, _PLAY, _DISCARD, _FLIP, _FILL = "Roll", "Play", "Discard", "Flip", "Fill"
_LEAVE, _EMPTY, _NEXT_CARD = "Leave", "empty", "Next"
_VERBS: Mapping[tuple[CardUse, ...], str] = {
    (CardUse.EVENT,): "Event",
    (CardUse.DISCARD,): _DISCARD,
}
"""What a card may be played for, where that is one thing only and takes no more words."""
_LIES = {Facing.UP: "up", Facing.DOWN: "down"}


class _ShortAct(Struct, frozen=True):
    """What is done with some cards, in a verb."""

    verb: str
    cards: tuple[Place, ...]
    lies: str = ""


def list_large_orders(
    state: UiState, game: Game, side: Side, acts: tuple[Instruction, ...]
) -> tuple[LargeOrder, ...]:
    """Return what a side has to do of the acts that stand and then, an order a page.

    None where something of it has no short form.
    """
    at_work = side is game.active
    # On the only screen it would not be plain whose cards they are.
    beside = len(state.screens) == 1 and {side, *(act.side for act in acts)} != {game.active}
    stuck = not at_work and side not in state.context.buttons  # nothing would turn its pages
    taken_back = state.kept_dice.get(side) is not None
    if beside or stuck or taken_back:
        return ()
    if state.armed_side is not None or state.throwing_side is not None:
        return ()
    told = [
        _shorten_act(act, game.sheet.words)
        for act in drop_play_asked(game, acts)
        if act.side is side
    ]
    asked = _find_asked(game) if at_work else None
    if None in told or (at_work and asked is None):
        return ()
    pages = tuple(_join_acts(act for act in told if act is not None))
    if not at_work and len(pages) > 1:  # its pages need not be turned before the game goes on
        return ()
    pages = (*pages, *(() if asked is None else (asked,)))
    language = state.context.language.for_sheet(game.sheet.id)
    return () if any(check_large_fit(language.write(each)) for each in pages) else pages


def _shorten_act(act: Instruction, words: Words) -> _ShortAct | None:
    """Return an act in short; None where it takes a sentence."""
    match act:
        case FlipCards(_, cards, Facing.UP) if not _draws_to_c(cards, words):
            return _ShortAct(_FLIP, cards)
        case PlayCard(_, card):
            return _ShortAct(_PLAY, (card,))
        case DiscardCard(_, card):
            return _ShortAct(_DISCARD, (card,))
        case RefillGap(_, card, CardSource.C | CardSource.PILE, facing, False):
            return _ShortAct(_FILL, (card,), _LIES[facing])
        case RefillGap(_, card, CardSource.BENEATH, facing, False) if not words.pile_off_displays:
            return _ShortAct(_NEXT_CARD, (card,), _LIES[facing])
        case LeaveGap(_, card):
            return _ShortAct(_LEAVE, (card,), _EMPTY)
        case _:
            return None


def _draws_to_c(cards: tuple[Place, ...], words: Words) -> bool:
    return words.pile_off_displays and any(card.space is Space.C for card in cards)


def _join_acts(acts: Iterable[_ShortAct]) -> Iterator[LargeOrder]:
    """Yield an order for each run of the same verb."""
    for (verb, lies), run in groupby(acts, key=lambda act: (act.verb, act.lies)):
        yield LargeOrder(verb, " ".join(str(card) for act in run for card in act.cards), lies)


def _find_asked(game: Game) -> LargeOrder | None:
    """Return what a press answers, in short; None where the question takes a sentence."""
    now, offered = prompt(game), list_choices(game)
    if len(now.question) != 1 or not offered:
        return None
    first = offered[0]
    match game.stage:
        case Ready() if isinstance(first.request, RollDice) and not is_first_side_undecided(game):
            return LargeOrder(_ROLL)
        case Choosing(offers=offers) if first.card is not None:
            cards = [str(each.card.card) for each in now.options if each.card is not None]
            verb, *others = {_name_use(each.uses) for each in offers}
            if others or verb is None:
                return None
            return LargeOrder(verb, " ".join(cards), takes_first=len(cards) > 1)
        case Playing(Place() as card, uses) if find_alternative_played(game, game.stage) is None:
            verb = _name_use(uses)
            return None if verb is None or len(offered) > 1 else LargeOrder(verb, str(card))
        case _:
            return None


def _name_use(uses: tuple[CardUse, ...]) -> str | None:
    """Name what a card may be played for in a verb; None where that takes a sentence."""
    return _PLAY if CardUse.ANY in uses else _VERBS.get(uses)
