"""One TOML file a game: its tweak sheet. Data only."""
