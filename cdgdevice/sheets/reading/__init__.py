"""Reading sheets: from the text of a TOML file to checked values, every mistake at once."""
