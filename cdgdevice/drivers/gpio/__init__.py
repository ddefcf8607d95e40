"""Pins: edges in, debounced and recognized as gestures; lamps and buzzer out."""
