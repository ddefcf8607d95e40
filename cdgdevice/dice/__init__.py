"""Is my die fair? The throws that journals hold, counted, tested, told and drawn."""
