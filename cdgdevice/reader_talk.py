"""What passes between a sitting and the die reader: who it is, and how it is taught its die."""

import math
from collections.abc import Callable
from dataclasses import replace

from cdgdevice.gadget.desk import calibrating
from cdgdevice.gadget.desk.calibrating import Calibrating
from cdgdevice.gadget.desk.moment import Moment
from cdgdevice.gadget.desk.reader_menu import can_calibrate
from cdgdevice.gadget.reader.messages import Answer, Hello


def calibrates(moment: Moment) -> bool:
    """Tell whether a calibration was begun and is not over."""
    return moment.guide is not None and moment.guide.over is None


class ReaderTalk:
    """Talks with the die reader: each of its doings takes a moment and gives the one after it.

    `say` sends a line to the reader.
    """

    def __init__(self, say: Callable[[bytes], None]) -> None:
        self._say = say
        self._answer_by = math.inf

    def ask(self, line: bytes, now: float) -> None:
        """Send a line that the reader is to answer."""
        self._answer_by = now + calibrating.ANSWER_WITHIN
        self._say(line)

    def begun(self, moment: Moment, now: float) -> Moment:
        """Begin a calibration."""
        # Past it a press is to be the plain thing again, and not the menu.
        return self._guided(replace(moment, highlight=0, guide=None), calibrating.begun(), now)

    def met(self, moment: Moment, before: Hello | None, reader: Hello | None) -> Moment:
        """Take note that another reader is linked than before; None: none is."""
        anew = before is None or reader is None or reader.boot != before.boot
        guide = moment.guide
        if guide is not None and guide.over is None:
            if not can_calibrate(reader):
                guide = calibrating.gone(guide)
            elif anew:
                guide = calibrating.restarted(guide)
            return replace(moment, guide=guide)
        if anew and can_calibrate(reader):
            # Whoever began a calibration may have been cut off from it: throws must count now.
            self._say(calibrating.STOP)
        return moment

    def heard(self, moment: Moment, answer: Answer, now: float) -> Moment:
        """Take what the reader answers."""
        guide = moment.guide
        if guide is None:
            return moment
        return self._guided(moment, calibrating.answered(guide, answer), now)

    def waited(self, moment: Moment, now: float) -> Moment:
        """Take note of an answer that has not come in time."""
        guide = moment.guide
        if guide is None or not guide.asking or now < self._answer_by:
            return moment
        return self._guided(moment, calibrating.silent(guide), now)

    def deadline(self, moment: Moment) -> float:
        """Say when `waited` must be called next; infinity: not before something happens."""
        guide = moment.guide
        return self._answer_by if guide is not None and guide.asking else math.inf

    def end(self, moment: Moment) -> None:
        """Leave the reader with no calibration half done."""
        if calibrates(moment):
            self._say(calibrating.STOP)

    def _guided(self, moment: Moment, guide: Calibrating, now: float) -> Moment:
        """Go on with the calibration, and ask the reader what the guide wants to know."""
        if guide is not moment.guide and guide.line is not None:
            self.ask(guide.line, now)
        return replace(moment, guide=guide)
