"""Guided lists: procedures that the gadget leads a player through, with numbers that they keep.

`list_steps` has the types that a sheet writes, `list_runner` runs them, `list_memory` is what a
game remembers of them, and `kept_values` what of it a player sees.
"""
