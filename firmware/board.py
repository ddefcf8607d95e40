"""The pins of the board and the bus of the sensor.

Made from hardware/pins.toml by `make hardware`: change them there.
"""

I2C = 0
"""The number of the I2C unit."""
SDA = 4
"""The GPIO of the bus's data line."""
SCL = 5
"""The GPIO of the bus's clock line."""
FREQUENCY = 100_000
"""The bus's clock, in hertz."""
LED = 6
"""The GPIO of the sensor's LED: high is lit."""
MOTOR = 7
"""The GPIO of the tray's motor: high runs it. A tray may lack the motor."""
