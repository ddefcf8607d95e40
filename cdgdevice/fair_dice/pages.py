"""The dice on the glass: a picture of the counts for each die, the one in use first."""

from collections.abc import Mapping

from cdgdevice.errors import CdgDeviceError
from cdgdevice.fair_dice import words
from cdgdevice.gadget.desk.moment import DiceShown
from cdgdevice.gadget.desk.settings import DieSource
from cdgdevice.gadget.views.view import Bars, Mood, Page
from cdgdevice.table.dice_count import Counted, DiceCount, DiceCounter
from cdgdevice.table.fairness import ChiSquare, chi_square
from cdgdevice.table.thrown import Whose

_IN_USE = {
    DieSource.BUTTON: Whose.GADGET,
    DieSource.READER: Whose.READER,
    DieSource.HAND: Whose.HAND,
}
_TITLE = "Dice"


class DicePages:
    """The pages of all dice, made in small steps between which presses are answered."""

    def __init__(self, counter: DiceCounter) -> None:
        self._counter = counter
        self._tests: dict[tuple[int, ...], ChiSquare] = {}
        """By how often each face came up."""

    def look(self, source: DieSource) -> DiceShown:
        """Count a little further or test one die more, and give what to show.

        `source` is where this gadget's dice are.
        """
        try:
            count = self._counter.step()
        except CdgDeviceError as error:
            return DiceShown((Page(Mood.FAULT, _TITLE, (str(error),)),))
        if not count.done:
            return _counting(count)
        known = self._tests
        every = [counted.faces for counted in count.dice]
        self._tests = {faces: known[faces] for faces in every if faces in known}
        for faces in every:
            if faces not in known:
                self._tests[faces] = chi_square(faces)
                return _counting(count)
        return shown(count, source, self._tests)


def shown(
    count: DiceCount, source: DieSource, tests: Mapping[tuple[int, ...], ChiSquare]
) -> DiceShown:
    """Give every die of a count, the one from `source` first; `tests` has what to say of each."""
    # The count has the die first that was thrown most, and sorting keeps that order.
    dice = sorted(count.dice, key=lambda counted: counted.die.whose is not _IN_USE[source])
    titles = words.short_titles(counted.die for counted in dice)
    bars = tuple(
        _bars(counted, tests[counted.faces], title, f"{n}/{len(dice)}")
        for n, (counted, title) in enumerate(zip(dice, titles, strict=True), 1)
    )
    none = () if bars else (Page(Mood.NOTE, _TITLE, ("No throws are kept yet.",)),)
    return DiceShown((*bars, *none, *_left_out(count)))


def _counting(count: DiceCount) -> DiceShown:
    text = ("Counting the throws of all games.",)
    page = Page(Mood.NOTE, _TITLE, text, progress=(count.counted, count.games))
    return DiceShown((page,), counting=True)


def _bars(counted: Counted, test: ChiSquare, title: str, among: str) -> Bars:
    return Bars(
        title,
        counted.faces,
        tuple("EV" if face == "EVENT" else face for face in words.faces(counted.die)),
        words.short_verdict(counted, test),
        "" if among == "1/1" else among,
    )


def _left_out(count: DiceCount) -> tuple[Page, ...]:
    many = len(count.left_out)
    if not many:
        return ()
    some = "A game is" if many == 1 else f"{many} games are"
    return (Page(Mood.ERROR, _TITLE, (f"{some} left out.", "`cdgdevice dice` tells why.")),)
