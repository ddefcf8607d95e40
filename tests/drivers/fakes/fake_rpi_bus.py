"""fake-rpi's SMBus, made to remember: what was written to which address, and who answers.

fake-rpi alone forgets every write and answers reads with random numbers. This one records the
bytes of each transfer as they go over the wire (without the address) and can lose a device.
"""

import errno
from collections.abc import Callable, Sequence

from smbus2 import i2c_msg
from smbus2.smbus2 import I2C_M_RD

from tests.drivers.fakes.quiet_fake_rpi import FakeSMBus


class RecordingSMBus(FakeSMBus):
    """A bus with a device at each of `addresses`; None: every address answers.

    `transfers` has (address, bytes) in the order sent. `listener`, when set, is called with each
    of them too. Reads return the bytes of `replies[address]`, cut or padded with zeros.
    """

    def __init__(self, addresses: Sequence[int] | None = None) -> None:
        # FakeSMBus.__init__ only prints.
        self.transfers: list[tuple[int, bytes]] = []
        self.replies: dict[int, bytes] = {}
        self.listener: Callable[[int, bytes], None] | None = None
        self.closed = False
        self._addresses = None if addresses is None else set(addresses)
        self._failures: dict[int, int] = {}

    def fail(self, address: int, number: int = errno.EREMOTEIO) -> None:
        """From now on every transfer to `address` raises OSError with this errno."""
        self._failures[address] = number

    def heal(self, address: int) -> None:
        """Let `address` answer again."""
        self._failures.pop(address, None)
        if self._addresses is not None:
            self._addresses.add(address)

    def written(self, address: int) -> list[bytes]:
        """The transfers to one address, control bytes included, in order."""
        return [data for to, data in self.transfers if to == address]

    def forget(self) -> None:
        """Drop what was recorded so far."""
        self.transfers.clear()

    def _answers(self, address: int) -> None:
        if address in self._failures:
            raise OSError(self._failures[address], "the device does not answer")
        if self._addresses is not None and address not in self._addresses:
            raise OSError(errno.EREMOTEIO, "the device does not answer")

    def _send(self, address: int, data: bytes) -> None:
        self._answers(address)
        self.transfers.append((address, data))
        if self.listener is not None:
            self.listener(address, data)

    def _receive(self, address: int, count: int) -> bytes:
        self._answers(address)
        return self.replies.get(address, b"")[:count].ljust(count, b"\0")

    def i2c_rdwr(self, *messages: i2c_msg) -> None:
        for message in messages:
            if message.flags & I2C_M_RD:
                for at, byte in enumerate(self._receive(message.addr, message.len)):
                    message.buf[at] = byte
            else:
                self._send(message.addr, bytes(message))

    def write_quick(self, i2c_addr: int, force: bool | None = None) -> None:
        self._send(i2c_addr, b"")

    def write_byte(self, i2c_addr: int, value: int, force: bool | None = None) -> None:
        self._send(i2c_addr, bytes([value]))

    def write_byte_data(
        self, i2c_addr: int, register: int, value: int, force: bool | None = None
    ) -> None:
        self._send(i2c_addr, bytes([register, value]))

    def write_word_data(
        self, i2c_addr: int, register: int, value: int, force: bool | None = None
    ) -> None:
        self._send(i2c_addr, bytes([register]) + value.to_bytes(2, "little"))

    def write_i2c_block_data(
        self, i2c_addr: int, register: int, data: Sequence[int], force: bool | None = None
    ) -> None:
        if len(data) > 32:
            raise ValueError("Data length cannot exceed 32 bytes")  # as smbus2 says
        self._send(i2c_addr, bytes([register, *data]))

    def read_byte(self, i2c_addr: int, force: bool | None = None) -> int:
        return self._receive(i2c_addr, 1)[0]

    def read_byte_data(self, i2c_addr: int, register: int, force: bool | None = None) -> int:
        self._send(i2c_addr, bytes([register]))
        return self._receive(i2c_addr, 1)[0]

    def read_word_data(self, i2c_addr: int, register: int, force: bool | None = None) -> int:
        self._send(i2c_addr, bytes([register]))
        return int.from_bytes(self._receive(i2c_addr, 2), "little")

    def read_i2c_block_data(
        self, i2c_addr: int, register: int, length: int, force: bool | None = None
    ) -> list[int]:
        self._send(i2c_addr, bytes([register]))
        return list(self._receive(i2c_addr, length))

    def open(self, bus: int | str) -> None:
        self.closed = False

    def close(self) -> None:
        self.closed = True
