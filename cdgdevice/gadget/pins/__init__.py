"""Pins: edges in, lamps out; debounced and turned into gestures."""
