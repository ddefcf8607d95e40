"""The user interface as a reducer: a state and a message give the next state and a command.

Pure, as the rules are: what a press means and what each screen shows, with no clock, pin or disk.
"""
