"""What each screen shows: the state and the moment in, one view a screen out."""

from collections.abc import Mapping
from dataclasses import replace

from cdgdevice.gadget.desk.choices import choices
from cdgdevice.gadget.desk.guiding import guide_page
from cdgdevice.gadget.desk.moment import (
    Flashing,
    LookingAtDice,
    Moment,
    OpenMenu,
    Reading,
    SettingUp,
    Trying,
)
from cdgdevice.gadget.desk.said import Said, of_other, said, uncounted
from cdgdevice.gadget.desk.setting_up import items
from cdgdevice.gadget.views.board import is_crowded
from cdgdevice.gadget.views.draw import fits
from cdgdevice.gadget.views.view import Board, CardView, Flash, Menu, View
from cdgdevice.method.acts import Act
from cdgdevice.method.display import Facing, Place, Side, Space
from cdgdevice.method.game import Game
from cdgdevice.method.history import History
from cdgdevice.method.kept_numbers import kept_numbers
from cdgdevice.method.orders import Orders
from cdgdevice.method.remembered import remembered
from cdgdevice.method.row import target
from cdgdevice.method.stage import Picked, Ready, RowDice, Waiting, WantsDie
from cdgdevice.method.terms import Family
from cdgdevice.method.words import of_both, say_all


def views(moment: Moment, history: History) -> Mapping[Side, View]:
    """Give what the two screens show, each on its side of the table."""
    if isinstance(moment.layer, Trying):
        return {side: moment.layer.trial.view(side) for side in Side}
    over = _layer(moment)
    boards = _boards(history.now, _bare(moment), _for_boards(moment, history))
    return boards if over is None else {**boards, history.now.active: over}


def single(moment: Moment, history: History) -> View:
    """Give what the only screen shows: the side at work, or first what the other has to refill.

    Of the orders those since the last roll or choice: that was made in sight of the others.
    """
    over = _layer(moment)
    if over is not None:
        return over
    game = history.now
    orders = Orders(latest=_for_boards(moment, history).latest)
    acts = orders.latest
    if moment.armed is not None:
        return _board(moment, game, moment.armed, said(moment, game, moment.armed, orders))
    card = _card_in_question(moment, game)
    side = game.active if card is None else card.side
    others = () if moment.glance else uncounted(acts)
    behind = say_all(others, game.active.other)
    own = said(moment, game, game.active, orders)
    if own.done and own.done == say_all(acts, game.active.other):
        both = of_both(own.done)
        return _board(moment, game, side, replace(own, done=both, brief=both))
    if isinstance(game.stage, Ready) and behind:
        then = f"Then {game.sheet.sides[side]}: {' '.join(own.every)}"
        own = replace(own, done=behind, brief=behind, asked=(then,))
        return _board(moment, game, side.other, own)
    behind = of_other(game.sheet.sides[game.active.other], behind)
    own = replace(own, done=(*behind, *own.done), brief=(*behind, *own.brief))
    return _board(moment, game, side, own)


def _for_boards(moment: Moment, history: History) -> Orders:
    """Give the orders that the boards show: the latest only if no page has told them."""
    return replace(history.orders, latest=untold(moment, history))


def untold(moment: Moment, history: History) -> tuple[Act, ...]:
    """Give the latest orders that no page has told."""
    return tuple(act for act in history.orders.latest if act not in moment.told)


def _bare(moment: Moment) -> Moment:
    """Give the moment with nothing laid over the boards."""
    if moment.layer is None and moment.guide is None:
        return moment
    return replace(moment, layer=None, guide=None)


@remembered
def _boards(game: Game, bare: Moment, orders: Orders) -> Mapping[Side, View]:
    return {side: _board(bare, game, side, said(bare, game, side, orders)) for side in Side}


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
        case LookingAtDice(_, shown, number):
            return shown.views[number]
        case Trying(trial):
            return trial.view(Side.LEFT)
        case None:
            return None if moment.guide is None else guide_page(moment.guide)


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


def _board(moment: Moment, game: Game, side: Side, says: Said) -> Board:
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
        says.every,
        seat.left,
        seat.of,
        quiet=side is not (moment.armed or game.active),
        chosen=says.chosen,
        among=says.among,
    )
    if not board.spaces:
        # The room of the display is for the numbers that are kept.
        for lines in ((*says.older, *says.every), says.every):
            numbered = replace(board, lines=(*kept_numbers(game), *lines))
            if not fits(numbered) and not is_crowded(numbered):
                return numbered
    ways = (replace(board, lines=lines) for lines in says.ways)
    return next((way for way in ways if not fits(way)), board)


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
