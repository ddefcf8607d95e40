"""What the guide through a calibration says, and what a control does meanwhile."""

from dataclasses import replace

from cdgdevice.gadget.desk.calibrating import LOOKS, POSITIONS, STOP, Calibrating, Over, pressed
from cdgdevice.gadget.desk.intents import Confirm, Intent, Menu, MoveOn, Press, Push, TakeBack
from cdgdevice.gadget.desk.moment import Moment
from cdgdevice.gadget.desk.reaction import Reaction
from cdgdevice.gadget.desk.wishes import Say
from cdgdevice.gadget.reader.messages import Step
from cdgdevice.gadget.views.view import Mood, Page


def title(guide: Calibrating) -> str:
    """Name the present step in a few words."""
    if guide.over is not None:
        return "Calibrated" if guide.over is Over.SAVED else "Not calibrated"
    task = guide.todo[0]
    if guide.to_read:
        return "Too alike"
    if task.sticker is not None:
        return f"{task.sticker.name}: {task.position} of {POSITIONS}"
    return "Empty tray" if task.step is Step.EMPTY else "Calibrate"


def sentences(guide: Calibrating, press: str = "press") -> tuple[str, ...]:
    """Say what came between, and what to do now; `press` says how the player confirms."""
    why = (guide.why,) if guide.why else ()
    return (*why, _present(guide, press))


def guide_page(guide: Calibrating) -> Page:
    """Give the guide's page for the glass."""
    progress = None if guide.over is Over.GONE else (guide.taken, LOOKS)
    return Page(Mood.DIE, title(guide), sentences(guide), progress=progress)


def in_guide(moment: Moment, guide: Calibrating, intent: Intent) -> Reaction:
    """Take the step, or leave; whatever is left undone, what is stored stays in force."""
    match intent:
        case TakeBack() | Menu():
            stop = Say(STOP) if guide.over is None else None
            return Reaction(replace(moment, guide=None), stop)
        case Press() | Push() | Confirm() | MoveOn() if guide.over is not None:
            return Reaction(replace(moment, guide=None))
        case Press() | Push() | Confirm() | MoveOn():
            after = pressed(guide)
            ask = None if after is guide or after.line is None else Say(after.line)
            return Reaction(replace(moment, guide=after), ask)
        case _:
            return Reaction(moment)


def _present(guide: Calibrating, press: str) -> str:
    if guide.over is Over.SAVED:
        return "The reader knows its die."
    if guide.over is Over.GONE:
        return "The reader is gone. What it knew before stays in force."
    task = guide.todo[0]
    if guide.to_read:
        return f"{press[0].upper()}{press[1:]} to take them again."
    if guide.asking:
        return "Looking: leave it alone." if task.step in (Step.EMPTY, Step.FACE) else "One moment."
    match task.step:
        case Step.EMPTY:
            return f"Take the die out of the tray, then {press}."
        case Step.FACE if task.sticker is not None:
            colour = task.sticker.colour
            if task.position == 1:
                return f"Put the die in with {colour} on top, then {press}."
            if guide.tried:
                return f"Leave {colour} on top, then {press}."
            return f"A quarter turn, {colour} still on top, then {press}."
        case Step.SAVE:
            return f"{press[0].upper()}{press[1:]} to save again."
        case _:
            return f"{press[0].upper()}{press[1:]} to begin again."
