"""The commands that tend a die reader: flash, info, test, calibrate."""
