"""TOML as a filled-in form: every mistake at once, each with its line, its path and a remedy."""
