"""What each screen shows: the state and the moment in, one view a screen out."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby

from cdgdevice.gadget.desk.choices import ROLL, Choice, choices
from cdgdevice.gadget.desk.dice import TWO_DICE, stays
from cdgdevice.gadget.desk.moment import Flashing, Moment, OpenMenu, Reading, SettingUp
from cdgdevice.gadget.desk.setting_up import items
from cdgdevice.gadget.views.draw import fits
from cdgdevice.gadget.views.view import Board, CardView, Flash, Menu, View
from cdgdevice.method.acts import Count, Move, Tell
from cdgdevice.method.display import Facing, Place, Side, Space
from cdgdevice.method.game import (
    Game,
    Nominating,
    Picked,
    Playing,
    Ready,
    RowDice,
    TurnEnd,
    Waiting,
    WantsDie,
)
from cdgdevice.method.prompt import prompt
from cdgdevice.method.remembered import remembered
from cdgdevice.method.request import Roll
from cdgdevice.method.row import target
from cdgdevice.method.sheet import Family
from cdgdevice.method.words import say_all


def views(moment: Moment, game: Game) -> Mapping[Side, View]:
    """Give what the two screens show, each on its side of the table."""
    over = _layer(moment)
    boards = _boards(game, _bare(moment))
    return boards if over is None else {**boards, game.active: over}


def single(moment: Moment, game: Game) -> View:
    """Give what the only screen shows: the side at work, or first what the other has to refill."""
    over = _layer(moment)
    if over is not None:
        return over
    card = _card_in_question(moment, game)
    side = game.active if card is None else card.side
    acts = () if moment.told or moment.glance else game.acts
    behind = say_all((act for act in acts if not isinstance(act, Count)), game.active.other)
    said = _said(moment, game, game.active)
    if said.done and said.done == say_all(acts, game.active.other):
        both = _of_both(said.done)
        return _board(moment, game, side, replace(said, done=both, brief=both))
    if isinstance(game.stage, Ready) and behind:
        then = replace(said, asked=(f"Then {game.sheet.sides[side]}: {' '.join(said.every)}",))
        return _board(moment, game, side.other, replace(then, done=behind, brief=behind))
    return _board(
        moment,
        game,
        side,
        replace(said, done=(*behind, *said.done), brief=(*behind, *said.brief)),
    )


def _of_both(done: tuple[str, ...]) -> tuple[str, ...]:
    first, *rest = done
    return f"Both sides: {first[:1].lower()}{first[1:]}", *rest


def crowded(moment: Moment, game: Game, screens: int) -> bool:
    """Tell whether so many boards can't say whole, and in order, what is to be done."""
    return is_tangled(game) or _crowded(game, _bare(moment), screens)


def is_tangled(game: Game) -> bool:
    """Tell whether the hands go to and fro between the sides in an order that matters."""
    shared = any(isinstance(act, Tell | Move) for act in game.acts)
    acts = (act for act in game.acts if not isinstance(act, Count))
    return shared and len(list(groupby(acts, key=lambda act: act.side))) > len(Side)


@remembered
def _crowded(game: Game, bare: Moment, screens: int) -> bool:
    boards = (single(bare, game),) if screens == 1 else _boards(game, bare).values()
    return any(fits(board) for board in boards)


def _bare(moment: Moment) -> Moment:
    """Give the moment with nothing laid over the boards."""
    return moment if moment.layer is None else replace(moment, layer=None)


@remembered
def _boards(game: Game, bare: Moment) -> Mapping[Side, View]:
    return {side: _board(bare, game, side, _said(bare, game, side)) for side in Side}


def _layer(moment: Moment) -> View | None:
    match moment.layer:
        case Flashing(shown, _):
            return Flash(shown)
        case Reading(page, _):
            return page
        case OpenMenu(title, entries, highlighted, _):
            return Menu(title, tuple(entry.title for entry in entries), highlighted)
        case SettingUp(sheet, _, _, highlighted):
            return Menu(sheet.title, items(moment.layer), highlighted)
        case None:
            return None


@dataclass(frozen=True, slots=True)
class _Said:
    """A side's sentences in the order of doing, and the highlighted choice."""

    done: tuple[str, ...] = ()
    """What the hands do first."""
    brief: tuple[str, ...] = ()
    """The same without the count of chits, which the board shows anyhow."""
    asked: tuple[str, ...] = ()
    """What is asked then."""
    chosen: str | None = None
    among: str = ""
    plain: bool = False
    """The board shows what is asked without its words."""
    seen: bool = False
    """The player has looked at other choices, and so has read the rest."""

    @property
    def every(self) -> tuple[str, ...]:
        return (*self.done, *self.asked)

    @property
    def ways(self) -> tuple[tuple[str, ...], ...]:
        """Give what may be shown, the fullest first."""
        shorter = ((*self.brief, *self.asked), (" ".join((*self.brief, *self.asked)),))
        last = ((" ".join(self.asked),), ()) if self.seen else ()
        return (self.every, *shorter, *((self.brief,) if self.plain else ()), *last)


def _said(moment: Moment, game: Game, side: Side) -> _Said:
    done = () if moment.told else say_all(game.acts, side)
    brief = tuple(act for act in game.acts if not isinstance(act, Count))
    said = _Said(done, () if moment.told else say_all(brief, side), seen=moment.glance)
    if moment.armed is side:
        return _Said(asked=("Not your round.", "Press again to take it."))
    if moment.throwing is side:
        return replace(said, asked=_to_throw(game))
    return said if side is not game.active else _asked(moment, game, said)


def _to_throw(game: Game) -> tuple[str, ...]:
    now = prompt(game)
    dice = () if now.ask is None else now.ask.dice
    first = f"Throw the {dice[0]} die{' first' if len(dice) == 2 else ''}."
    text = () if isinstance(game.stage, Ready) else now.text
    return (*text, first if dice and dice[0] in TWO_DICE else "Throw the die.")


def _asked(moment: Moment, game: Game, said: _Said) -> _Said:
    """Add the prompt's words, and the highlighted choice where that is no card."""
    said = replace(said, asked=prompt(game).text, plain=isinstance(game.stage, TurnEnd))
    offered = choices(game)
    if moment.highlight >= len(offered):
        return replace(said, chosen="Menu") if offered else said
    chosen = offered[moment.highlight]
    if isinstance(chosen.request, Roll) and moment.highlight == 0:
        return replace(said, asked=(*said.asked, *_kept(moment, game)))
    only = isinstance(game.stage, Ready | Nominating | Playing) and len(offered) == 1
    if chosen.card is not None or only:
        return said
    return replace(said, chosen=chosen.title, among=_among(chosen, offered))


def _among(chosen: Choice, offered: tuple[Choice, ...]) -> str:
    """Say which one of the choices that are no cards it is, or among which numbers."""
    others = [choice for choice in offered if choice.card is None and choice.title != ROLL]
    if len(others) == 1:
        return ""
    if chosen.title.isdigit():
        return f"{others[0].title}-{others[-1].title}"
    return f"{others.index(chosen) + 1}/{len(others)}"


def _kept(moment: Moment, game: Game) -> tuple[str, ...]:
    """Say which dice the next roll will show again."""
    return (f"{stays(game, moment.kept)}.",) if moment.kept else ()


def _diced(game: Game) -> tuple[tuple[Picked, bool], ...]:
    """Give the cards that dice are thrown for; with a ring the one that was nominated."""
    match game.stage:
        case RowDice(Place() as nominated):
            return ((Picked(game.active, nominated), True),)
        case Waiting(WantsDie(among=among)):
            return tuple((picked, False) for picked in among)
        case _:
            return ()


def _card_in_question(moment: Moment, game: Game) -> Picked | None:
    """Give the card that is highlighted, or one that dice are thrown for."""
    offered = choices(game)
    if moment.highlight < len(offered) and offered[moment.highlight].card is not None:
        return offered[moment.highlight].card
    return next((picked for picked, _ in _diced(game)), None)


def _board(moment: Moment, game: Game, side: Side, said: _Said) -> Board:
    seat = game.seats[side]
    offered: dict[Place, bool] = {}
    if moment.throwing is None:
        for number, choice in enumerate(choices(game)):
            if choice.card is not None and choice.card.side is side:
                offered[choice.card.card] = number == moment.highlight
    offered |= {picked.card: ringed for picked, ringed in _diced(game) if picked.side is side}
    spaces: dict[Space, tuple[CardView, ...]] = {}
    if game.sheet.family is not Family.CHECKS:
        spaces = dict.fromkeys(Space, ())
    for place, facing in seat.display.cards():
        if facing is not None:
            spaces[place.space] += (_card(game, side, place, facing, offered.get(place)),)
    board = Board(
        game.sheet.sides[side],
        game.turn,
        game.round,
        tuple(spaces.values()),
        said.every,
        seat.left,
        seat.of,
        quiet=side is not (moment.armed or game.active),
        chosen=said.chosen,
        among=said.among,
    )
    return next((way for way in _ways(board, said) if not fits(way)), board)


def _ways(board: Board, said: _Said) -> Iterator[Board]:
    return (replace(board, lines=lines) for lines in said.ways)


def _card(
    game: Game, side: Side, place: Place, facing: Facing, highlighted: bool | None
) -> CardView:
    card = _CARDS[facing][highlighted]
    mark = game.seats[side].display.mark(place)
    if mark is not None:
        return replace(card, mark=mark)
    if game.sheet.row is not None and facing is Facing.UP:
        return replace(card, reach=target(game, place))
    return card


_CARDS = {
    facing: {
        None: CardView(facing),
        False: CardView(facing, offered=True),
        True: CardView(facing, offered=True, highlighted=True),
    }
    for facing in Facing
}
"""Every look of a card, by whether it is highlighted; None where it is not offered at all."""
