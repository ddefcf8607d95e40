"""How a card lies and how many are left, in words: for the screens' words and for the page."""

from cdgdevice.render.views import CardView
from cdgdevice.rules.texts.templates import Template
from cdgdevice.rules.texts.words import Words, facing_word

EMPTY = "empty"
"""What the page says of a space without a card."""
HIGHLIGHTED = "highlighted"
_NO_CARD, _OFFERED = "no card", "offered"
_marked, _in_reach = (
    Template("marked {mark}"),
    Template("on {words.white} 1 to {reach}", "reach", "words"),
)
_left = Template("Cards left: {left}.")
_left_of = Template("Cards left: {left} of {of}.")
_all_of = Template("{parts:list}")


def describe_left(left: int | None, of: int | None) -> str:
    """Describe how many cards a side has left; nothing where the sheet counts none."""
    if left is None:
        return ""
    return _left(left) if of is None else _left_of(left, of)


def describe_card(card: CardView, words: Words) -> str:
    """Describe how a card lies, and what it is for: `face-up, marked combat, offered`."""
    parts: list[str] = [_NO_CARD if card.gap else facing_word(card.facing)]
    if not card.gap:
        if card.mark is not None:
            parts.append(_marked(card.mark.value))
        if card.reach is not None:
            parts.append(_in_reach(card.reach, words))
        if card.offered:
            parts.append(_OFFERED)
    if card.highlighted:
        parts.append(HIGHLIGHTED)
    return _all_of(tuple(parts))
