"""What an intent does while the gadget's parts are tried, and where the trial lies meanwhile."""

from dataclasses import replace

from cdgdevice.gadget.desk.intents import Intent, Menu, Move, MoveOn, Pick, TakeBack
from cdgdevice.gadget.desk.moment import Layer, Moment, Reading, Trying
from cdgdevice.gadget.desk.reaction import Reaction
from cdgdevice.gadget.desk.trial import Trial


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


def _lowest(layer: Layer | None, lowest: Layer | None) -> Layer | None:
    if isinstance(layer, Reading):
        return replace(layer, below=_lowest(layer.below, lowest))
    return lowest
