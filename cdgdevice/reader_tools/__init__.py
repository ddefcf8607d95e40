"""Tools for a die reader at a terminal: load its firmware, ask, watch, record and judge."""
