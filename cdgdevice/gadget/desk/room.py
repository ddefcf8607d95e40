"""Room on the boards: what they can't tell whole, or in order, goes to a page of its own."""

from dataclasses import replace
from itertools import groupby

from cdgdevice.gadget.desk.moment import Flashing, Moment
from cdgdevice.gadget.desk.pages import told
from cdgdevice.gadget.desk.show import single, views
from cdgdevice.gadget.views.draw import fits
from cdgdevice.gadget.views.view import Mood, Page
from cdgdevice.method.acts import Count, Move, Tell
from cdgdevice.method.display import Side
from cdgdevice.method.game import Game
from cdgdevice.method.remembered import remembered
from cdgdevice.method.words import say_all


def spread(moment: Moment, game: Game, screens: int) -> Moment:
    """Move what is to be done to a page of its own where so many screens have no room for it.

    On the only screen it is first what the other side has to do.
    """
    if moment.told or moment.guide is not None or not _crowded(moment, game, screens):
        return moment
    if not isinstance(moment.layer, Flashing | None):
        return moment
    other = game.active.other
    behind = say_all((act for act in game.acts if not isinstance(act, Count)), other)
    glance = replace(moment, glance=True)
    alike = behind == say_all(game.acts, game.active)
    alone = screens == 1 and behind and not moment.glance and not alike and not _is_tangled(game)
    if alone and not _crowded(glance, game, screens):
        page = Page(Mood.NOTE, game.sheet.sides[other], (" ".join(behind),))
        return told(glance, page)
    return replace(told(moment, _page(game)), told=True)


def _page(game: Game) -> Page:
    """Tell all that is to be done in order, a paragraph for each time that a side has to do."""
    runs = [
        (side, say_all(acts, side))
        for side, run in groupby(game.acts, key=lambda act: act.side)
        for acts in [tuple(run)]
    ]
    said = [sentences for _, sentences in runs]
    if len(runs) == len(Side) and said[0] == said[1]:
        return Page(Mood.NOTE, "Both sides", said[0])
    if len({side for side, _ in runs}) == 1:
        # The page lies on the screen of the side at work.
        side = runs[0][0]
        title = "Do this" if side is game.active else game.sheet.sides[side]
        return Page(Mood.NOTE, title, tuple(text for sentences in said for text in sentences))
    texts = (f"{game.sheet.sides[side]}: {' '.join(sentences)}" for side, sentences in runs)
    return Page(Mood.NOTE, "Do this", tuple(texts))


def _crowded(moment: Moment, game: Game, screens: int) -> bool:
    """Tell whether so many boards can't say whole, and in order, what is to be done."""
    return _is_tangled(game) or _overflows(game, replace(moment, layer=None), screens)


def _is_tangled(game: Game) -> bool:
    """Tell whether the hands go to and fro between the sides in an order that matters."""
    shared = any(isinstance(act, Tell | Move) for act in game.acts)
    acts = (act for act in game.acts if not isinstance(act, Count))
    return shared and len(list(groupby(acts, key=lambda act: act.side))) > len(Side)


@remembered
def _overflows(game: Game, bare: Moment, screens: int) -> bool:
    boards = (single(bare, game),) if screens == 1 else views(bare, game).values()
    return any(fits(board) for board in boards)
