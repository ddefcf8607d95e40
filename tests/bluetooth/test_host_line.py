"""The line between the bridge and its host."""

import asyncio
import os
import socket
from contextlib import suppress
from pathlib import Path

import pytest

from cdgdevice.bluetooth.host_line import HostLine
from cdgdevice.drivers.reader.unix_socket_port import UNIX_PREFIX

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Unix sockets")


@pytest.mark.parametrize("turns", range(5))
def test_a_bridge_stopped_as_its_host_arrives_hangs_up(tmp_path: Path, turns: int) -> None:
    asyncio.run(stop_after(turns, tmp_path / "die"))


async def stop_after(turns: int, path: Path) -> None:
    """Stop the bridge so many turns of the event loop after its host has come."""
    line = HostLine(f"{UNIX_PREFIX}{path}")
    waiting = asyncio.ensure_future(line.accept())
    while not path.exists():
        await asyncio.sleep(0)
    with socket.socket(socket.AF_UNIX) as host:
        host.connect(str(path))
        for _ in range(turns):
            await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.wait((waiting,))
        line.close()
        host.setblocking(False)
        with suppress(ConnectionResetError):  # it was still waiting to be let in
            assert host.recv(1) == b""
