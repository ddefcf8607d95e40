"""A box for the newest of many values; it stands alone so that the server needs no Bottle."""

import threading
from typing import Generic, TypeVar

Value = TypeVar("Value")


class LatestValue(Generic[Value]):
    """Keeps the last value put in; those who read too slowly miss the ones between.

    Putting never waits for a reader. All methods may be called from any thread.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._count = 0
        self._value: Value | None = None
        self._closed = False

    @property
    def closed(self) -> bool:
        """Whether nothing newer will come."""
        return self._closed

    @property
    def value(self) -> Value | None:
        """The newest value; None while there is none."""
        return self._value

    def put(self, value: Value) -> None:
        """Replace the value."""
        with self._changed:
            self._count += 1
            self._value = value
            self._changed.notify_all()

    def after(self, count: int, patience: float) -> tuple[int, Value | None]:
        """Wait for a value newer than the `count`-th, at most `patience` seconds.

        Returns the newest value with its count, to be given next time; or `count` and None when
        none came or the box was closed. Begin with a count of 0.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._count > count, patience)
            if self._closed or self._count == count:
                return count, None
            return self._count, self._value

    def close(self) -> None:
        """Wake every reader: nothing newer will come."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
