"""Where sheets are looked at, written and tried before they are played."""
