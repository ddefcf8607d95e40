"""Exact figures of a sheet that has a Method die: odds in the long run, and lines of play."""
