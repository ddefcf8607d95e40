"""The rules of the CDG Solo Method: pure functions from state to state, with no I/O at all.

`engine` takes a request and gives the next state; `prompt` tells what a state waits for and allows.
"""
