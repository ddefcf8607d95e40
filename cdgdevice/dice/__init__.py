"""Is my die fair? The throws that journals hold, counted, tested, reported and drawn."""
