"""What a side's board says: sentences in the order of doing, and the highlighted choice."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from cdgdevice.gadget.desk.choices import ROLL, Choice, choices
from cdgdevice.gadget.desk.dice import TWO_DICE, stays
from cdgdevice.gadget.desk.moment import Moment
from cdgdevice.method.acts import Act, Count
from cdgdevice.method.display import Side
from cdgdevice.method.game import Game
from cdgdevice.method.orders import Orders
from cdgdevice.method.prompt import prompt
from cdgdevice.method.request import Roll
from cdgdevice.method.stage import Nominating, Playing, Ready, TurnEnd
from cdgdevice.method.words import belonging_to, in_short, say_all


@dataclass(frozen=True, slots=True)
class Said:
    """A side's sentences in the order of doing, and the highlighted choice."""

    done: tuple[str, ...] = ()
    """What the hands do first."""
    brief: tuple[str, ...] = ()
    """The same without the count of chits, which the board shows anyhow."""
    older: tuple[str, ...] = ()
    """What was asked before the last roll or choice and still stands, where there is room."""
    asked: tuple[str, ...] = ()
    """What is asked then."""
    chosen: str | None = None
    """The highlighted choice where it is no card."""
    among: str = ""
    """What it is one of."""
    plain: bool = False
    """The board shows what is asked without its words."""
    seen: bool = False
    """The player has looked at other choices, and so has read the rest."""

    @property
    def every(self) -> tuple[str, ...]:
        """Give all the sentences, but for those that stood before."""
        return (*self.done, *self.asked)

    @property
    def ways(self) -> tuple[tuple[str, ...], ...]:
        """Give what may be shown, the fullest first."""
        with_older = self._shortening(self.older) if self.older else ()
        asked = " ".join(self.asked)
        last = ((asked,), (in_short(asked),), ()) if self.seen else ()
        plain = (self.brief,) if self.plain else ()
        return (*with_older, *self._shortening(()), *plain, *last)

    def _shortening(self, older: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
        brief = (*older, *self.brief, *self.asked)
        return ((*older, *self.every), brief, (" ".join(brief),))


def said(moment: Moment, game: Game, side: Side, orders: Orders) -> Said:
    """Give what a side's board says at this moment, with its part of the orders that stand."""
    done = Said(
        say_all(orders.latest, side),
        say_all(uncounted(orders.latest), side),
        say_all(orders.older, side),
        seen=moment.glance,
    )
    if moment.armed is side:
        orders_first = Said(older=(*done.older, *done.brief))
        return replace(orders_first, asked=("Not your round.", _mended(game, side)))
    if moment.throwing is side and (moment.highlight == 0 or side is not game.active):
        return replace(done, asked=_to_throw(game))
    return done if side is not game.active else _asked(moment, game, done)


def uncounted(acts: Iterable[Act]) -> tuple[Act, ...]:
    """Leave out counts of chits, which the board shows anyhow."""
    return tuple(act for act in acts if not isinstance(act, Count))


def _mended(game: Game, side: Side) -> str:
    """Say what to do where a side's button is pressed out of turn."""
    if side in prompt(game).rollers:
        return "Press again to take it."
    if isinstance(game.stage, Nominating):
        return "The other side nominates."
    name = belonging_to(game.sheet.sides[game.active])
    return f"{name} turn: press {game.active.value}."


def _to_throw(game: Game) -> tuple[str, ...]:
    now = prompt(game)
    dice = () if now.ask is None else now.ask.dice
    text = () if isinstance(game.stage, Ready) else now.text
    if any("Throw " in said for said in text):
        return text
    first = f"Throw the {dice[0]} die{' first' if len(dice) == 2 else ''}."
    return (*text, first if dice and dice[0] in TWO_DICE else "Throw the die.")


def _asked(moment: Moment, game: Game, said: Said) -> Said:
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


def of_other(name: str, done: tuple[str, ...]) -> tuple[str, ...]:
    """Say whose cards these sentences mean, where they stand on the board of another side."""
    return (f"{name}: {' '.join(done)}",) if done else ()
