"""The rules of the CDG Solo Method: pure functions from state to state, with no I/O at all."""
