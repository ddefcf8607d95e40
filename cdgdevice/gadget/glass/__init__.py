"""The glass: what reaches an OLED over the bus, and what happens when the OLED is gone."""
