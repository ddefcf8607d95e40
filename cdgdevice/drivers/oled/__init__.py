"""The OLED panels: what reaches one over the bus, and what happens when one is gone."""
