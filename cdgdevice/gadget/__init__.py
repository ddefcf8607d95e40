"""The edge to the hardware: pins, die reader, glass, and what is drawn on it."""
