"""What a sheet's document calls the things of the table: everything that a player reads says so."""

from msgspec import Struct


class Words(Struct, frozen=True, rename="kebab"):
    """The words of one document; those of the Book where a sheet says nothing."""

    die: str = "Method die"
    jolly_roger: str = "Jolly Roger"
    """The mark on the die's C result: its name, or the signs themselves."""
    space: str = "space"
    """A place of the display; its plural ends in an s."""
    chits: str = "chits"
    """What a side counts its cards with."""
    chit_left: str = "chit left"
    """One of them, as in `with a chit left`."""
    tally: str = "Chits: {left} of {of} left."
    """The order to count."""
    hand_tally: str = ""
    """The order to set the hand size, said before the count where it changes; empty: none."""
    turns_a_chit: str = "turns a chit"
    """What a round does that counts as the play of a card."""
    turns_no_chit: str = "turns no chit"
    hand_size: str = "hand size"
    pile: str = "pile"
    """The draw pile in short."""
    draw_pile: str = "draw pile"
    discards: str = "discards"
    white: str = "white"
    """The die of two that says whether the nominated card is played."""
    coloured: str = "coloured"
    """The die of two that names a card."""
    nominate: str = "nominate"
    nominated: str = "nominated"
    nomination: str = "nomination"
    event: str = "event"
    """As what a card is played: `as event`."""
    round: str = "round"
    turn: str = "turn"
    """What the rounds belong to: at its end the cards are counted anew."""
    set_aside: str = "card set aside"
    """The card beside the display that fills a side's first gap."""

    @property
    def signs_of_jolly_roger(self) -> str | None:
        """The mark on the die's C result where it is written in signs, like `!!`, not a picture."""
        return self.jolly_roger if len(self.jolly_roger) <= MOST_SIGNS else None


BOOK_WORDS = Words()
"""What the Book says."""
FATE_SIGNS = "!!"
"""What the Fate Die shows beside C: the player may type it, whatever the sheet."""
MOST_SIGNS = 3
"""Characters of a mark that is written in signs; what is longer is a name of the picture."""
LONGEST_WORD = 24
"""Characters of a word: a line of the glass."""
LONGEST_TALLY = 32
"""Characters of the order to count, with its two names in braces."""


def begin_sentence(words: str) -> str:
    """Return words with a capital letter in front, the others as they are."""
    return f"{words[:1].upper()}{words[1:]}"
