"""Is my die fair? What the counted throws tell, in words, in a terminal and as pictures."""
