"""What an intent does while the player looks at how the dice fell."""

from dataclasses import replace

from cdgdevice.gadget.desk.intents import Intent, Menu, Move, Pick, Push, TakeBack
from cdgdevice.gadget.desk.moment import LookingAtDice, Moment
from cdgdevice.gadget.desk.reaction import Reaction


def in_dice(moment: Moment, looking: LookingAtDice, intent: Intent) -> Reaction:
    """Go from die to die, or back to the menu."""
    last = len(looking.shown.views) - 1
    match intent:
        case Move(steps):
            number = min(max(looking.number + steps, 0), last)
        case TakeBack() | Menu() | Push():
            return Reaction(replace(moment, layer=looking.below))
        case Pick():
            return Reaction(moment)
        case _:
            number = looking.number + 1
    layer = replace(looking, number=number) if number <= last else looking.below
    return Reaction(replace(moment, layer=layer))


def counted_on(moment: Moment) -> Moment:
    """Count the dice a little further while the player waits for that."""
    layer = moment.layer
    if not is_counting(moment) or not isinstance(layer, LookingAtDice):
        return moment
    return replace(moment, layer=replace(layer, shown=layer.count(), number=0))


def is_counting(moment: Moment) -> bool:
    """Tell whether the player waits for dice to be counted."""
    return isinstance(moment.layer, LookingAtDice) and moment.layer.shown.counting
