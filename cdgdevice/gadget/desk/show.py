"""What each screen shows: the state and the moment in, one view a screen out."""

from collections.abc import Mapping
from dataclasses import replace

from cdgdevice.gadget.desk.choices import choices
from cdgdevice.gadget.desk.moment import Flashing, Moment, OpenMenu, Reading
from cdgdevice.gadget.views.draw import fits
from cdgdevice.gadget.views.view import Board, CardView, Flash, Menu, View
from cdgdevice.method.acts import Count
from cdgdevice.method.display import Facing, Side, Space
from cdgdevice.method.game import Game, Ready, TurnEnd
from cdgdevice.method.prompt import prompt
from cdgdevice.method.remembered import remembered
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
        case Flashing(result, _):
            return Flash(result)
        case Reading(page, _):
            return page
        case OpenMenu(title, entries, highlighted, _):
            return Menu(title, tuple(entry.title for entry in entries), highlighted)
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
    if isinstance(game.stage, Ready) and moment.highlight == 0:
        return text if moment.kept is None else (*text, f"The die stays {moment.kept.value}.")
    if isinstance(game.stage, Ready | TurnEnd) and chosen.card is None:
        return (*text, f"> {chosen.title}")
    return text


def _board(moment: Moment, game: Game, side: Side, lines: tuple[str, ...]) -> Board:
    seat = game.seats[side]
    offered: dict[str, bool] = {}
    if side is game.active and moment.throwing is None:
        for number, choice in enumerate(choices(game)):
            if choice.card is not None:
                offered[choice.card] = number == moment.highlight
    spaces: dict[Space, tuple[CardView, ...]] = dict.fromkeys(Space, ())
    for place, facing in seat.display.cards():
        if facing is not None:
            highlighted = offered.get(str(place)) if offered else None
            spaces[place.space] += (_CARDS[facing][highlighted],)
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
