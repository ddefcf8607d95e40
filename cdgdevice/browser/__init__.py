"""The game in a browser: what its board shows, and what is done there."""
