"""The user interface: the Elm architecture, a reducer with commands.

`update` takes a state and a message and gives the next state and commands, which the session
carries out. It is the only writer of the state; the views are made of it and write nothing.
"""
