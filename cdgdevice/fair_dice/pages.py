"""The dice on the glass: a picture of the counts for each die, the one in use first."""

from cdgdevice.errors import CdgDeviceError
from cdgdevice.fair_dice.words import faces, short_titles, short_verdict
from cdgdevice.gadget.desk.moment import DiceShown, DieSource
from cdgdevice.gadget.views.view import Bars, Mood, Page
from cdgdevice.table.dice_count import Counted, DiceCount, DiceCounter
from cdgdevice.table.fairness import chi_square
from cdgdevice.table.thrown import Whose

_IN_USE = {
    DieSource.BUTTON: Whose.GADGET,
    DieSource.READER: Whose.READER,
    DieSource.HAND: Whose.HAND,
}
_TITLE = "Dice"


def counted_on(counter: DiceCounter, source: DieSource) -> DiceShown:
    """Count a little further and give what to show; `source` is where this gadget's dice are."""
    try:
        return shown(counter.step(), source)
    except CdgDeviceError as error:
        return DiceShown((Page(Mood.FAULT, _TITLE, (str(error),)),))


def shown(count: DiceCount, source: DieSource) -> DiceShown:
    """Give what to show of a count: how far it is, or every die."""
    if not count.done:
        page = Page(
            Mood.NOTE,
            _TITLE,
            ("Counting the throws of all games.",),
            progress=(count.counted, count.games),
        )
        return DiceShown((page,), counting=True)
    # The count has the die first that was thrown most, and sorting keeps that order.
    dice = sorted(count.dice, key=lambda counted: counted.die.whose is not _IN_USE[source])
    titles = short_titles(counted.die for counted in dice)
    bars = tuple(
        _bars(counted, title, f"{n}/{len(dice)}")
        for n, (counted, title) in enumerate(zip(dice, titles, strict=True), 1)
    )
    none = () if bars else (Page(Mood.NOTE, _TITLE, ("No throws are kept yet.",)),)
    return DiceShown((*bars, *none, *_left_out(count)))


def _bars(counted: Counted, title: str, among: str) -> Bars:
    return Bars(
        title,
        counted.faces,
        tuple("EV" if face == "EVENT" else face for face in faces(counted.die)),
        short_verdict(counted, chi_square(counted.faces)),
        "" if among == "1/1" else among,
    )


def _left_out(count: DiceCount) -> tuple[Page, ...]:
    many = len(count.left_out)
    if not many:
        return ()
    some = "A game is" if many == 1 else f"{many} games are"
    return (Page(Mood.ERROR, _TITLE, (f"{some} left out.", "`cdgdevice dice` tells why.")),)
