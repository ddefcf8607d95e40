"""The world around the firmware, simulated: light, tray, sensor chip and board."""
