"""The hardware: pins, OLED panels and the die reader, each behind one seam that can be simulated.

`gpio/gpio_lines.py` (GpioChips), `oled/screen.py` (PanelBus) and `reader/reader_port.py` are
the seams.
"""
