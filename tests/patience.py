"""How long a test waits for another process, thread or machine."""

PATIENCE = 120.0
"""Seconds of the world's time. What works takes a small part of it, however busy the machine is:
whatever has not come by then never comes."""
