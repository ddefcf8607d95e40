"""What happens while the gadget's parts are tried, and where the trial lies meanwhile."""

import math
from dataclasses import replace

from cdgdevice.gadget.desk.intents import Intent, Menu, Move, MoveOn, Pick, TakeBack
from cdgdevice.gadget.desk.moment import Around, Layer, Moment, Reading, Trying
from cdgdevice.gadget.desk.pages import told
from cdgdevice.gadget.desk.reaction import Reaction
from cdgdevice.gadget.desk.trial import Trial
from cdgdevice.gadget.events import Gesture
from cdgdevice.gadget.views.view import Mood, Page

_NO_THROW = Page(Mood.NOTE, "Not now", ("Self-test: the throw does not count.",))


def trial_begun(moment: Moment, around: Around) -> Moment:
    """Begin to try the parts, where they can be tried."""
    if around.self_test is None:
        return moment
    return replace(moment, layer=Trying(around.self_test()), highlight=0)


def in_trial(moment: Moment, trial: Trial, intent: Intent) -> Reaction:
    """Go on with the trial, or leave it."""
    match intent:
        case Move(steps):
            after = trial.moved(steps)
        case MoveOn():
            # The only button of a small build: the next choice where there is one, else go on.
            after = trial.moved(1, around=True)
            after = trial.pressed() if after == trial else after
        case TakeBack() | Menu():
            after = trial.left()
        case Pick():
            after = trial
        case _:
            after = trial.pressed()
    return Reaction(tried(moment, after))


def trial_in(moment: Moment) -> Trial | None:
    """Give the trial that is under way, also while a page lies over it."""
    layer = moment.layer
    while isinstance(layer, Reading):
        layer = layer.below
    return layer.trial if isinstance(layer, Trying) else None


def tried(moment: Moment, trial: Trial) -> Moment:
    """Give the moment with the trial as it is now; once it is over, what has come of it."""
    layer: Layer | None = None if trial.over else Trying(trial)
    for page in reversed(trial.over):
        layer = Reading(page, layer)
    return replace(moment, layer=_lowest(moment.layer, layer))


def trial_touched(moment: Moment, gesture: Gesture) -> Moment | None:
    """Try a control with this gesture; None where gestures mean what they always do."""
    layer = moment.layer
    if not isinstance(layer, Trying) or not layer.trial.by_touch:
        return None
    return tried(moment, layer.trial.touched(gesture))


def trial_thrown(moment: Moment, trial: Trial, face: str) -> Moment:
    """Show what a throw showed, or that none is wanted now: it counts for nothing."""
    return tried(moment, trial.thrown(face)) if trial.by_touch else told(moment, _NO_THROW)


def trial_ticked(moment: Moment, now: float) -> Moment:
    """Do what the trial has to do by now, if one is under way."""
    trial = trial_in(moment)
    return moment if trial is None else tried(moment, trial.tick(now))


def trial_due(moment: Moment) -> float:
    """Say when `trial_ticked` must be called next; infinity: not before something happens."""
    trial = trial_in(moment)
    due = None if trial is None else trial.deadline()
    return math.inf if due is None else due


def trial_left_alone(moment: Moment) -> Moment:
    """End a trial that waits for somebody: nobody is there any more."""
    trial = trial_in(moment)
    if trial is None or trial.deadline() is not None:
        return moment
    return tried(moment, trial.left())


def _lowest(layer: Layer | None, lowest: Layer | None) -> Layer | None:
    if isinstance(layer, Reading):
        return replace(layer, below=_lowest(layer.below, lowest))
    return lowest
