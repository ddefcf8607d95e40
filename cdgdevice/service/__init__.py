"""The running gadget: one loop takes events, a session keeps the game, and parts show it.

Only this room, the simulator and the command line know every other room.
"""
