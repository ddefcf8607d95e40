"""The dice are found, linked and heard by bumble's own client, without a machine.

.ci/machine runs it, in the dice's environment, before it gives them to a machine.
"""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from bumble.device import Advertisement, Device, Peer
from bumble.hci import Address
from bumble.host import Host
from bumble.transport.common import AsyncPipeSink

from tests.dice_on_air.kinds import KINDS, Die
from tests.dice_on_air.table import Table

NAMES = {"godice": "GoDice_A1B2C3_K_v04", "pixel": "Rolly"}
PATIENCE = 10.0


class Listener:
    """Who is at the table's adapter: finds dice by their names, and keeps what they say."""

    def __init__(self, table: Table) -> None:
        self.called: dict[str, Address] = {}
        self.heard: list[bytes] = []
        self.peer: Peer | None = None
        adapter = table.adapter
        self._device = Device(name="listener", address=Address("F1:F1:F1:F1:F1:F1"))
        self._device.host = Host(adapter, AsyncPipeSink(adapter))
        self._device.on("advertisement", self._take)

    async def finds(self, die: Die) -> Address:
        if not self._device.powered_on:
            await self._device.power_on()
        self.called.clear()
        await self._device.start_scanning(legacy=True, filter_duplicates=False)
        await until(lambda: die.name in self.called)
        await self._device.stop_scanning(legacy=True)
        return self.called[die.name]

    async def links(self, die: Die) -> None:
        address = await self.finds(die)
        self.peer = Peer(await self._device.connect(address))
        await self.peer.discover_services()
        await self.peer.discover_characteristics()
        (says,) = self.peer.get_characteristics_by_uuid(die.notified)
        await self.peer.subscribe(says, lambda value: self.heard.append(bytes(value)))

    async def tells(self, die: Die, words: bytes) -> None:
        assert self.peer is not None
        (told,) = self.peer.get_characteristics_by_uuid(die.written)
        await told.write_value(words)

    def _take(self, call: Advertisement) -> None:
        name = call.data.get(9)
        if name is not None:
            self.called[str(name)] = call.address


async def until(seen: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not seen():
            await asyncio.sleep(0.01)


def on_air(scenario: Callable[[Table, Listener], Awaitable[None]]) -> None:
    async def run() -> None:
        table = Table()
        for kind, name in NAMES.items():
            await table.place(kind, name)
        await scenario(table, Listener(table))

    asyncio.run(run())


@pytest.mark.parametrize("kind", KINDS)
def test_a_die_is_found_by_name_and_each_throw_is_heard_once(kind: str) -> None:
    async def scenario(table: Table, listener: Listener) -> None:
        die = KINDS[kind](NAMES[kind])
        await listener.links(die)
        await until(lambda: table.look_at(die.name)["heard"])
        assert await table.throw(die.name, [4, 6, 4], 0.01, 0.01) == {"said": 3}
        await until(lambda: len(listener.heard) == 6)
        assert listener.heard[1::2] == [die.lands(4), die.lands(6), die.lands(4)]

    on_air(scenario)


def test_a_die_answers_and_shows_the_colour_that_it_is_told() -> None:
    async def scenario(table: Table, listener: Listener) -> None:
        die = KINDS["godice"](NAMES["godice"])
        await listener.links(die)
        await listener.tells(die, b"\x03")
        await until(lambda: listener.heard)
        assert listener.heard == [b"BatP"]
        await listener.tells(die, bytes((8, 1, 2, 3, 1, 2, 3)))
        await until(lambda: table.look_at(die.name)["lamp"] == (1, 2, 3))

    on_air(scenario)


def test_what_a_die_has_said_before_the_link_is_cut_is_heard_and_it_calls_again() -> None:
    async def scenario(table: Table, listener: Listener) -> None:
        die = KINDS["pixel"](NAMES["pixel"])
        await listener.links(die)
        await until(lambda: table.look_at(die.name)["heard"])
        await table.throw(die.name, [5], 0, 0)
        await until(lambda: listener.heard[-1:] == [die.lands(5)])
        await table.cut(die.name)
        await until(lambda: not table.look_at(die.name)["linked"])
        assert await table.throw(die.name, [1], 0, 0) == {"said": 0}
        await listener.finds(die)

    on_air(scenario)


def test_a_die_asleep_ends_its_link_and_calls_again_when_it_wakes() -> None:
    async def scenario(table: Table, listener: Listener) -> None:
        die = KINDS["godice"](NAMES["godice"])
        await listener.links(die)
        await table.sleep(die.name)
        await until(lambda: not table.look_at(die.name)["linked"])
        await listener.finds(KINDS["pixel"](NAMES["pixel"]))
        assert die.name not in listener.called
        await table.wake(die.name)
        await listener.links(die)

    on_air(scenario)


def test_dice_that_are_thrown_together_come_to_rest_in_the_order_that_is_wanted() -> None:
    async def scenario(table: Table, listener: Listener) -> None:
        dice = [kind(NAMES[name]) for name, kind in KINDS.items()]
        for die in dice:
            await listener.links(die)
        await until(lambda: all(table.look_at(die.name)["heard"] for die in dice))
        faces = {dice[1].name: 2, dice[0].name: 5}
        assert await table.throw_together(faces, apart=0.02) == {"said": 2}
        await until(lambda: len(listener.heard) == 4)
        assert listener.heard[2:] == [dice[1].lands(2), dice[0].lands(5)]

    on_air(scenario)
