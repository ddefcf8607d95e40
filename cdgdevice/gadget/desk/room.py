"""Room on the boards: what they can't tell whole, or in order, goes to a page of its own."""

from dataclasses import replace
from itertools import groupby

from cdgdevice.gadget.desk.moment import Moment, Trying
from cdgdevice.gadget.desk.pages import told
from cdgdevice.gadget.desk.said import uncounted
from cdgdevice.gadget.desk.show import single, untold, views
from cdgdevice.gadget.views.draw import fits
from cdgdevice.gadget.views.view import Mood, Page
from cdgdevice.method.acts import Act, Move, Tell
from cdgdevice.method.display import Side
from cdgdevice.method.game import Game
from cdgdevice.method.history import History
from cdgdevice.method.remembered import remembered
from cdgdevice.method.words import say_all


def spread(moment: Moment, history: History, screens: int) -> Moment:
    """Move what is to be done to a page of its own where so many screens have no room for it.

    On the only screen it is first what the other side has to do. A menu or page that lies there
    already comes to light again once it has been read.
    """
    acts = untold(moment, history)
    if not acts or moment.guide is not None or isinstance(moment.layer, Trying):
        return moment
    if not _crowded(moment, history, screens):
        return moment
    game = history.now
    other = game.active.other
    behind = say_all(uncounted(acts), other)
    glance = replace(moment, glance=True)
    alike = behind == say_all(acts, game.active)
    alone = screens == 1 and behind and not moment.glance and not alike and not _is_tangled(acts)
    if alone and not _crowded(glance, history, screens):
        page = Page(Mood.NOTE, game.sheet.sides[other], (" ".join(behind),))
        of_other = tuple(act for act in acts if act.side is other)
        return replace(told(glance, page), told=(*moment.told, *of_other))
    # The boards keep what was asked before the last answer, if then they have room for it.
    new = tuple(act for act in acts if act in game.acts)
    for of_page in (new, acts):
        after = replace(moment, told=(*moment.told, *of_page))
        if of_page == acts or not _crowded(after, history, screens):
            break
    return told(after, _page(game, of_page))


def _page(game: Game, acts: tuple[Act, ...]) -> Page:
    """Tell all that is to be done in order, a paragraph for each time that a side has to do."""
    runs = [
        (side, say_all(tuple(run), side)) for side, run in groupby(acts, key=lambda act: act.side)
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


def _crowded(moment: Moment, history: History, screens: int) -> bool:
    """Tell whether so many boards can't say whole, and in order, what is to be done."""
    bare = replace(moment, layer=None)
    return _is_tangled(untold(moment, history)) or _overflows(history.now, history, bare, screens)


def _is_tangled(acts: tuple[Act, ...]) -> bool:
    """Tell whether the hands go to and fro between the sides in an order that matters."""
    shared = any(isinstance(act, Tell | Move) for act in acts)
    runs = list(groupby(uncounted(acts), key=lambda act: act.side))
    return shared and len(runs) > len(Side)


@remembered
def _overflows(_: Game, history: History, bare: Moment, screens: int) -> bool:
    boards = (single(bare, history),) if screens == 1 else views(bare, history).values()
    return any(fits(board) for board in boards)
