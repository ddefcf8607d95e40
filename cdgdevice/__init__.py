"""A gadget that runs the CDG Solo Method for card-driven wargames."""

__version__ = "0.2.0"
