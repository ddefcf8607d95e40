"""What each screen shows: the state and the moment in, one view a screen out."""

from collections.abc import Mapping
from dataclasses import replace

from cdgdevice.gadget.desk.choices import choices
from cdgdevice.gadget.desk.dice import is_method_die
from cdgdevice.gadget.desk.moment import Flashing, Moment, OpenMenu, Reading, SettingUp
from cdgdevice.gadget.desk.setting_up import items
from cdgdevice.gadget.views.draw import fits
from cdgdevice.gadget.views.view import Board, CardView, Flash, Menu, View
from cdgdevice.method.acts import Count
from cdgdevice.method.die import STANDARD
from cdgdevice.method.display import Facing, Place, Side, Space
from cdgdevice.method.game import Game, Playing, Ready
from cdgdevice.method.prompt import prompt
from cdgdevice.method.remembered import remembered
from cdgdevice.method.request import Roll
from cdgdevice.method.sheet import Family
from cdgdevice.method.words import say_all


def views(moment: Moment, game: Game) -> Mapping[Side, View]:
    """Give what the two screens show, each on its side of the table."""
    over = _layer(moment)
    boards = _boards(game, _bare(moment))
    return boards if over is None else {**boards, game.active: over}


def single(moment: Moment, game: Game) -> View:
    """Give what the only screen shows: the active side, or first what the other has to refill."""
    over = _layer(moment)
    if over is not None:
        return over
    side, other = game.active, game.active.other
    acts = () if moment.told or moment.glance else game.acts
    behind = say_all((act for act in acts if not isinstance(act, Count)), other)
    lines = _lines(moment, game, side)
    if isinstance(game.stage, Ready) and behind:
        after = f"Then {game.sheet.sides[side]}: {' '.join(lines)}"
        return _board(moment, game, other, (*behind, after))
    return _board(moment, game, side, (*behind, *lines))


def crowded(moment: Moment, game: Game, screens: int) -> bool:
    """Tell whether the boards of so many screens have no room for what is to be said."""
    return _crowded(game, _bare(moment), screens)


@remembered
def _crowded(game: Game, bare: Moment, screens: int) -> bool:
    boards = (single(bare, game),) if screens == 1 else _boards(game, bare).values()
    return any(fits(board) for board in boards)


def _bare(moment: Moment) -> Moment:
    """Give the moment with nothing laid over the boards."""
    return moment if moment.layer is None else replace(moment, layer=None)


@remembered
def _boards(game: Game, bare: Moment) -> Mapping[Side, View]:
    return {side: _board(bare, game, side, _lines(bare, game, side)) for side in Side}


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


def _lines(moment: Moment, game: Game, side: Side) -> tuple[str, ...]:
    """Give a side's sentences in the order of doing."""
    done = () if moment.told else say_all(game.acts, side)
    if moment.armed is side:
        return ("Not your round.", "Press again to take it.")
    if moment.throwing is side:
        return (*done, "Throw the die.")
    if side is not game.active:
        return done
    return (*done, *_asked(moment, game))


def _asked(moment: Moment, game: Game) -> tuple[str, ...]:
    """Give the prompt's words, and the highlighted choice where that is no card."""
    text = prompt(game).text
    offered = choices(game)
    if moment.highlight >= len(offered):
        return (*text, "> Menu") if offered else text
    chosen = offered[moment.highlight]
    if isinstance(chosen.request, Roll) and moment.highlight == 0:
        return text if moment.kept is None else (*text, f"The die stays {_die(moment, game)}.")
    if chosen.card is None and not isinstance(game.stage, Playing):
        return (*text, f"> {chosen.title}")
    return text


def _die(moment: Moment, game: Game) -> str:
    if moment.kept is None or is_method_die(game):
        return moment.kept.value if moment.kept else ""
    return str(STANDARD.number(moment.kept))


def _board(moment: Moment, game: Game, side: Side, lines: tuple[str, ...]) -> Board:
    seat = game.seats[side]
    offered: dict[Place, bool] = {}
    if moment.throwing is None:
        for number, choice in enumerate(choices(game)):
            if choice.card is not None and choice.card.side is side:
                offered[choice.card.card] = number == moment.highlight
    spaces: dict[Space, tuple[CardView, ...]] = {}
    if game.sheet.family is not Family.CHECKS:
        spaces = dict.fromkeys(Space, ())
    for place, facing in seat.display.cards():
        if facing is not None:
            card = _CARDS[facing][offered.get(place)]
            mark = seat.display.mark(place)
            spaces[place.space] += (replace(card, mark=mark) if mark else card,)
    quiet = side is not (moment.armed or game.active)
    board = Board(
        game.sheet.sides[side],
        game.turn,
        game.round,
        tuple(spaces.values()),
        lines,
        seat.left,
        seat.of,
        quiet=quiet,
    )
    return _flowing(board)


_CARDS = {
    facing: {
        None: CardView(facing),
        False: CardView(facing, offered=True),
        True: CardView(facing, offered=True, highlighted=True),
    }
    for facing in Facing
}
"""Every look of a card, by whether it is highlighted; None where it is not offered at all."""


def _flowing(board: Board) -> Board:
    """Run the sentences on where they don't fit each on a line of its own."""
    return replace(board, lines=(" ".join(board.lines),)) if fits(board) else board
