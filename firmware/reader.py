"""The reader's whole duty but for pins: frames and received bytes in, bytes to send out."""


class Reader:
    """A reader from its start at `now_ms`; every method gives the bytes to send.

    Times are milliseconds that only grow. `known` is the calibration in force, None when there
    is none; `path` is where `SAVE` stores a new one.
    """

    def __init__(self, uid: str, boot: int, known, path: str, now_ms: int) -> None:
        raise NotImplementedError

    def frame(self, at_ms: int, frame) -> bytes:
        """Take a frame, or None when the sensor did not answer."""
        raise NotImplementedError

    def received(self, at_ms: int, data: bytes) -> bytes:
        """Answer what the host sent, cut anywhere."""
        raise NotImplementedError

    def tick(self, at_ms: int) -> bytes:
        """Send what is due: the first hello, a heartbeat, a roll again."""
        raise NotImplementedError
