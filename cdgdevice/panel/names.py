"""The names that a page answers to.

A web site can bend a name of its own to point at any computer, and its visitors' browsers would
then let it talk there (DNS rebinding). So a page answers to names that no web site can have.
"""

from dataclasses import dataclass
from ipaddress import IPv4Address

_HOME = ("", ".local", ".lan", ".home", ".home.arpa", ".internal")
"""What a network at home puts behind a computer's name; nobody can register any of these."""


@dataclass(frozen=True, slots=True)
class Names:
    """Whom a page answers as; `first` is what a stranger is told."""

    first: str
    others: frozenset[str] = frozenset()
    numbers: bool = False
    """Any IPv4 address will do: a number is no name, so nobody can bend it."""

    def __contains__(self, name: str) -> bool:
        """Whether the page answers to this name, without a port, whatever its case."""
        name = name.lower()
        return name == self.first or name in self.others or (self.numbers and _is_number(name))


def of_this_computer_alone(host: str) -> Names:
    """Give the names for a page that only this computer can reach, at `host`."""
    return Names("127.0.0.1", frozenset({"localhost", host}))


def in_this_network(computer: str) -> Names:
    """Give the names for a page that the whole network can reach; `computer` is what it is called.

    That is its own name, as a network at home knows it, or its number.
    """
    own = computer.lower().split(".")[0] or "localhost"
    return Names(
        f"{own}.local", frozenset({"localhost", *(own + end for end in _HOME)}), numbers=True
    )


def _is_number(name: str) -> bool:
    try:
        IPv4Address(name)
    except ValueError:
        return False
    return True
