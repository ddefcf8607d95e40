"""Dice on the air, and the machine's adapter among them, by bumble."""

import asyncio
from dataclasses import replace
from itertools import cycle

from bumble.controller import Controller
from bumble.core import UUID, AdvertisingData, PhysicalTransport
from bumble.device import Connection, Device
from bumble.gatt import Characteristic, CharacteristicValue, Service
from bumble.hci import (
    Address,
    HCI_ErrorCode,
    HCI_LE_Advertising_Report_Event,
    HCI_Packet,
    LeFeatureMask,
)
from bumble.host import Host
from bumble.link import LocalLink
from bumble.transport.common import AsyncPipeSink

from tests.dice_on_air.kinds import Die

_INTERVAL = 200.0
"""Milliseconds between two calls of a die that is awake and not linked."""
_SIGNALS = cycle((-50, -60))
"""How strong calls are, in dBm: BlueZ passes over less than 8 between two."""


class Air(LocalLink):
    """Who is in range of whom: all of all."""

    def send_acl_data(
        self,
        sender_controller: Controller,
        destination_address: Address,
        transport: PhysicalTransport,
        data: bytes,
    ) -> None:
        """Send data from the address by which the receiver knows the sender.

        bumble sends it from the last random one. BlueZ scans with such an address and connects with
        the adapter's own.
        """
        receiver = self.find_le_controller(destination_address)
        connection = sender_controller.le_connections.get(destination_address)
        if receiver is not None and connection is not None:
            asyncio.get_running_loop().call_soon(
                receiver.on_link_acl_data, connection.self_address, transport, data
            )


class Adapter(Controller):
    """The machine's adapter, with as little as a Raspberry Pi's."""

    # With LL_PRIVACY the kernel waits for an event that bumble does not send, and makes no other
    # link for 20 s. Without extended calls its reports are short.
    le_features = LeFeatureMask.LE_ENCRYPTION | LeFeatureMask.LE_DATA_PACKET_LENGTH_EXTENSION

    def send_hci_packet(self, packet: HCI_Packet) -> None:
        """Let no call be as strong as the last: of a known die BlueZ tells only what changed."""
        if isinstance(packet, HCI_LE_Advertising_Report_Event):
            signal = next(_SIGNALS)
            packet = HCI_LE_Advertising_Report_Event(
                [replace(report, rssi=signal) for report in packet.reports]
            )
        super().send_hci_packet(packet)


class DieOnAir:
    """A die with its radio: asleep until it wakes."""

    def __init__(self, die: Die, air: Air, number: int) -> None:
        self.die = die
        address = Address(f"F0:0D:1C:E0:00:{number:02X}")
        self._controller = Controller(die.name, link=air)
        self._device = Device(name=die.name, address=address)
        self._device.host = Host(self._controller, AsyncPipeSink(self._controller))
        self._says = Characteristic(
            die.notified,
            Characteristic.Properties.NOTIFY | Characteristic.Properties.READ,
            Characteristic.READABLE,
            b"",
        )
        told = Characteristic(
            die.written,
            Characteristic.Properties.WRITE | Characteristic.Properties.WRITE_WITHOUT_RESPONSE,
            Characteristic.WRITEABLE,
            CharacteristicValue(write=self._hear),
        )
        self._device.add_service(Service(die.service, [self._says, told]))
        self._device.on("connection", self._be_linked)
        self._awake = False
        self._subscribed = False
        self._says.on("subscription", self._be_subscribed)

    async def wake(self) -> None:
        """Wake: call until somebody links, and again whenever the link is gone."""
        self._awake = True
        if not self._device.powered_on:
            await self._device.power_on()
        await self._call()

    async def sleep(self) -> None:
        """Fall asleep: end the link as the die does it, and call no more."""
        self._awake = False
        if self._device.is_advertising:
            await self._device.stop_advertising()
        for connection in list(self._device.connections.values()):
            await connection.disconnect()

    async def _call(self) -> None:
        if not self._awake or self.linked or self._device.is_advertising:
            return
        # bumble knows no answer to a scan: all that a scanner is to know is in the call itself.
        parts = [
            (AdvertisingData.FLAGS, b"\x06"),
            (AdvertisingData.COMPLETE_LOCAL_NAME, self.die.name.encode()),
        ]
        if self.die.calls_service:
            kind = AdvertisingData.INCOMPLETE_LIST_OF_128_BIT_SERVICE_CLASS_UUIDS
            parts.append((kind, bytes(UUID(self.die.service))))
        await self._device.start_advertising(
            advertising_data=bytes(AdvertisingData(parts)),
            advertising_interval_min=_INTERVAL,
            advertising_interval_max=_INTERVAL,
        )

    @property
    def linked(self) -> bool:
        """Whether it is linked."""
        return bool(self._device.connections)

    @property
    def heard(self) -> bool:
        """Whether it is linked to somebody who wants to hear it."""
        return self.linked and self._subscribed

    async def say(self, words: bytes) -> None:
        """Say something to whoever is linked; to nobody where nobody is."""
        await self._device.notify_subscribers(self._says, words)

    def cut(self) -> None:
        """Be out of range: both ends notice that they have not heard of the other for a while."""
        lost = HCI_ErrorCode.CONNECTION_TIMEOUT_ERROR
        for connection in list(self._controller.le_connections.values()):
            other = self._controller.link.find_le_controller(connection.peer_address)
            if other is not None:
                there = other.le_connections.get(connection.self_address)
                if there is not None:
                    other.on_le_disconnected(there, lost)
            self._controller.on_le_disconnected(connection, lost)

    def _be_linked(self, connection: Connection) -> None:
        self._subscribed = False
        connection.on("disconnection", self._be_alone)

    def _be_alone(self, _: int) -> None:
        self._subscribed = False
        self._calling = asyncio.get_running_loop().create_task(self._call())

    def _be_subscribed(self, _: object, notified: bool, indicated: bool) -> None:
        self._subscribed = notified or indicated

    async def _hear(self, connection: Connection, told: bytes) -> None:
        for answer in self.die.hears(told):
            await self._device.notify_subscriber(connection, self._says, answer)
