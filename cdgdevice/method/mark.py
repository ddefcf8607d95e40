"""Marks: what the player says of a face-up card, for the gadget never learns which it is."""

from enum import Enum


class Mark(Enum):
    """What kind of card lies there, as far as the method cares (Book, mechanics #3 to #7)."""

    MANDATORY = "mandatory"
    """It must be played before the chits run out, and its conditions are met."""
    FIRST_OPPORTUNITY = "first-opportunity"
    """Mandatory, and to be played the first time that its space is named."""
    SCORING = "scoring"
    """It scores victory points when played; the Jolly Roger forces it."""
    COMBAT = "combat"
    """It can be played in combat only."""
    REACTION = "reaction"
    """It can be played in answer to what the other side does."""
    SPECIAL = "special"
    """What the Jolly Roger forces in the standard rules."""

    __hash__ = object.__hash__


MANDATORY = (Mark.MANDATORY, Mark.FIRST_OPPORTUNITY)
"""Marks of cards that must be played before the chits run out."""
FORCED_BY_JOLLY_ROGER = (Mark.SCORING, Mark.SPECIAL)
"""Marks of cards that the Jolly Roger forces, where a sheet lets it (mechanic #7)."""
FORCED_AT_THE_LAST = (Mark.SCORING,)
"""Marks of cards that one chit left forces, beside the mandatory ones (mechanic #7)."""
