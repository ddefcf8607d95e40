"""How a game stands, in a word: the same where nobody can tell two games apart."""

import json
from hashlib import sha256

from cdgdevice.rules.facts import write_facts
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.requests import Json
from cdgdevice.rules.snapshot import write_state


def standing(history: GameHistory) -> str:
    """Give 16 hex digits of all that lies there, is offered and is asked for, but for the hands."""
    state = write_state(history.now)
    del state["steps"]
    return hashed([write_facts(history), state])


def hashed(value: Json) -> str:
    """Give 16 hex digits of a JSON value, whatever the order of its keys."""
    written = json.dumps(value, sort_keys=True, separators=(",", ":"))
    return sha256(written.encode()).hexdigest()[:16]
