"""An smbus2 bus that remembers what was written to which address, and who answers.

It has what luma and this program call, and nothing else: another call fails.
"""

import errno
from collections.abc import Callable, Sequence

from smbus2 import i2c_msg


class RecordingSMBus:
    """A bus with a device at each of `addresses`; None: every address answers.

    `listener` is called with each transfer: the address, and the bytes on the wire. What it raises
    is what the bus raises: `SimulatedI2cBus.transfer` makes it a bus with those panels.
    """

    def __init__(
        self,
        addresses: Sequence[int] | None = None,
        listener: Callable[[int, bytes], None] | None = None,
    ) -> None:
        self._listener = listener
        self.closed = False
        self._transfers: list[tuple[int, bytes]] = []
        self._addresses = addresses
        self._failures: dict[int, int] = {}

    def fail(self, address: int, number: int) -> None:
        """From now on every transfer to `address` raises OSError with this errno."""
        self._failures[address] = number

    def written(self, address: int) -> list[bytes]:
        """The transfers to one address, control bytes included, in order."""
        return [data for to, data in self._transfers if to == address]

    def i2c_rdwr(self, message: i2c_msg) -> None:
        self._send(message.addr, bytes(message))

    def write_i2c_block_data(self, address: int, register: int, data: Sequence[int]) -> None:
        if len(data) > 32:
            raise ValueError("Data length cannot exceed 32 bytes")  # as smbus2 says
        self._send(address, bytes([register, *data]))

    def read_byte(self, address: int) -> int:
        self._answers(address)
        return 0

    def close(self) -> None:
        self.closed = True

    def _send(self, address: int, data: bytes) -> None:
        self._answers(address)
        self._transfers.append((address, data))
        if self._listener is not None:
            self._listener(address, data)

    def _answers(self, address: int) -> None:
        absent = self._addresses is not None and address not in self._addresses
        number = self._failures.get(address, errno.EREMOTEIO if absent else 0)
        if number:
            raise OSError(number, "the device does not answer")
