"""The self-test: what is found of each part, in a sentence that has the remedy.

Checks are functions from what was read at the edge to findings; the edge comes in as arguments.
"""
