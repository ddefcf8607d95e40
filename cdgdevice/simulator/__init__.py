"""A simulated world for the gadget: pins, bus, panels, die reader and disk, in memory."""
