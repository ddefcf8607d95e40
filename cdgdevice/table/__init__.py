"""A game on the table: its journal, its replay, and the games laid aside."""
