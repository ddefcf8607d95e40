"""What a line of the game's log says, of what is done already.

A module of its own, as all texts of the rules are in one folder.
"""

from cdgdevice.rules.texts.templates import Template

write_line, write_told = Template("{when}: {done:list}."), Template("{when}: {told:lines}")
of_side, of_phase = Template("{clock} {side}"), Template("{clock} {phase}")
end_of_turn = Template(
    "{words.turn:initial}{turn}, end of the {words.turn}, {side}", "turn", "words", "side"
)
SET_UP = "Set-up"
name_die = Template("die {number}")
name_two_dice = Template(
    "{words.white} {white}, {words.coloured} {coloured}", "white", "coloured", "words"
)
corrected = Template("corrected to {result}")
played, played_as = Template("played {cards:and}"), Template("played {cards:and} as {event}")
played_in_combat = Template("played {cards:and} as combat card")
discarded, exchanged = Template("discarded {cards:and}"), Template("exchanged {cards:and}")
left_empty = Template("left {cards:and} empty")
returned = Template("shuffled {cards:and} back")
filled = Template("filled {cards:and} from {source}")
filled_with = Template("filled {cards:and} with the {card}")
the = Template("the {pile}")
of_other = Template("{owner:of} {card}")
taken = Template("took {owner:of} {card}")
headline = Template("headline: {title}")
PLAYED_CARD = "played card"
with_taker = Template("{title} ({name})")
table_corrected = Template("table corrected ({what})")
put_card = Template("{card} {facing:empty|face-up|face-down}")
put_left = Template("{name}: {left} left")
put_hand = Template("{name}: {words.hand_size} {of}", "name", "of", "words")
hand = Template("{words.hand_size} {of}", "of", "words")
put_number = Template("{kept:plain} {number}")
put_turn = Template("{words.turn} {turn}", "turn", "words")
put_round = Template("{words.round} {round}", "round", "words")
put_active = Template("{name} is active")
