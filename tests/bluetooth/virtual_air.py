"""Dice in the air, seen by the Bluetooth library through back ends of its own kind.

Of the library's newest version, and of Debian 12's, which `.ci/oldest` puts in its place.
"""

import asyncio
from collections.abc import Callable
from typing import Any, ClassVar

from bleak.backends.characteristic import BleakGATTCharacteristic
from bleak.backends.client import BaseBleakClient
from bleak.backends.device import BLEDevice
from bleak.backends.scanner import AdvertisementData, BaseBleakScanner
from bleak.backends.service import BleakGATTService, BleakGATTServiceCollection
from bleak.exc import BleakError

from cdgdevice.bluetooth.die_kind import DieKind

IS_DEBIAN_12 = not hasattr(BaseBleakScanner, "call_detection_callbacks")


class AirDie:
    """A die that advertises while it is awake and nobody is linked to it."""

    def __init__(self, name: str, kind: DieKind, answers: dict[bytes, bytes] | None = None) -> None:
        self.name = name
        self.kind = kind
        self.awake = True
        self.refuses = False
        self.hangs = False
        """It is heard, and its link comes not while this is so."""
        self.tried = 0
        self.answers = answers or {}
        self.commands: list[bytes] = []
        self.links = 0
        self.client: VirtualClient | None = None

    def send(self, data: bytes) -> bool:
        """Notify whoever is linked; False if nobody is."""
        client = self.client
        if client is None or client.notify is None:
            return False
        client.notify(bytearray(data))
        return True

    def drop(self) -> None:
        """Break the link."""
        client, self.client = self.client, None
        if client is not None:
            client.lost()


class Air:
    """What is in range, and how Bluetooth itself is: one for each test."""

    now: ClassVar["Air"]

    def __init__(self) -> None:
        Air.now = self
        self.dice: list[AirDie] = []
        self.fault: Exception | None = None
        self.link_fault: Exception | None = None
        self.scans = 0


class VirtualScanner(BaseBleakScanner):
    def __init__(self, callback: Any, services: Any, mode: Any, **_: object) -> None:
        super().__init__(callback, services)
        self._hearing: asyncio.Task[None] | None = None

    async def start(self) -> None:
        if Air.now.fault is not None:
            raise Air.now.fault
        Air.now.scans += 1
        self._hearing = asyncio.ensure_future(self._hear())

    async def _hear(self) -> None:
        told: list[AirDie] = []  # BlueZ tells of each once in a scan
        while True:
            for number, die in enumerate(Air.now.dice):
                if die.awake and die.client is None and die not in told:
                    told.append(die)
                    services = [] if die.kind.name_prefix else [die.kind.service]
                    said = AdvertisementData(die.name, {}, {}, services, None, -50 - number, ())
                    self._tell(die, said)
            await asyncio.sleep(0.005)

    def _tell(self, die: AirDie, said: AdvertisementData) -> None:
        if IS_DEBIAN_12:
            self._callback(self.create_or_update_device(die.name, die.name, die, said), said)
            return
        device = self.create_or_update_device(die.name, die.name, die.name, die, said)
        self.call_detection_callbacks(device, said)

    def set_scanning_filter(self, **_: object) -> None:
        """Debian 12's version wants one."""

    async def stop(self) -> None:
        if self._hearing is not None:
            self._hearing.cancel()


class VirtualClient(BaseBleakClient):
    def __init__(self, device: BLEDevice, **settings: Any) -> None:
        super().__init__(device, **settings)
        self._die: AirDie = device.details
        self.notify: Callable[[bytearray], None] | None = None

    @property
    def name(self) -> str:
        return self._die.name

    @property
    def mtu_size(self) -> int:
        return 23

    @property
    def is_connected(self) -> bool:
        return self._die.client is self

    async def connect(self, pair: bool = False, **kwargs: Any) -> None:
        await asyncio.sleep(0)
        self._die.tried += 1
        while self._die.hangs:
            await asyncio.sleep(0.005)
        if Air.now.link_fault is not None:
            raise Air.now.link_fault
        if not self._die.awake or self._die.refuses:
            raise TimeoutError
        self._die.client = self
        self._die.links += 1
        self.services = BleakGATTServiceCollection()
        service = make_service(self._die.kind.service)
        self.services.add_service(service)
        for handle, uuid in ((2, self._die.kind.notify), (4, self._die.kind.write)):
            self.services.add_characteristic(make_characteristic(handle, uuid, service))

    def lost(self) -> None:
        self.notify = None
        if self._disconnected_callback is not None:
            self._disconnected_callback()

    async def disconnect(self) -> None:
        if self._die.client is self:
            self._die.drop()

    async def start_notify(self, characteristic: Any, callback: Any, **kwargs: Any) -> None:
        self.notify = callback
        await asyncio.sleep(0)

    async def stop_notify(self, characteristic: Any) -> None:
        self.notify = None

    async def write_gatt_char(self, characteristic: Any, data: Any, response: bool) -> None:
        await asyncio.sleep(0)
        if self._die.client is not self:
            raise BleakError("Not connected")
        self._die.commands.append(bytes(data))
        answer = self._die.answers.get(bytes(data))
        if answer is not None:
            self._die.send(answer)

    async def _refuse(self, *_: Any, **__: Any) -> Any:
        """Answer as a die that is asked for what it lacks: the bridge asks for none of it."""
        raise BleakError("The die has nothing of the kind")

    pair = unpair = read_gatt_char = read_gatt_descriptor = write_gatt_descriptor = _refuse
    get_services = _refuse


def make_service(uuid: str) -> BleakGATTService:
    if not IS_DEBIAN_12:
        return BleakGATTService(None, 1, uuid)
    from bleak.backends.bluezdbus.service import BleakGATTServiceBlueZDBus

    return BleakGATTServiceBlueZDBus({"UUID": uuid}, "/service0001")


def make_characteristic(
    handle: int, uuid: str, service: BleakGATTService
) -> BleakGATTCharacteristic:
    can = ["write", "notify"]
    if not IS_DEBIAN_12:
        return BleakGATTCharacteristic(None, handle, uuid, can, lambda: 20, service)
    from bleak.backends.bluezdbus.characteristic import BleakGATTCharacteristicBlueZDBus

    said = {"UUID": uuid, "Flags": can}
    return BleakGATTCharacteristicBlueZDBus(said, f"/char{handle:04x}", service.uuid, 1, 20)
