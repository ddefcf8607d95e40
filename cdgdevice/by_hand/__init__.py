"""A game played by hand in a terminal: what is typed, and what is told."""
