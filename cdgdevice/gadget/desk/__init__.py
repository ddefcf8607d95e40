"""The desk: what a press means, and what each screen shows, at this moment of the game.

Pure, as the rules are: a gesture and a moment give the next moment and the player's wishes.
"""
