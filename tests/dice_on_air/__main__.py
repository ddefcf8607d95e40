"""Dice on the other end of a machine's Bluetooth adapter, told by lines what happens to them.

    python -m tests.dice_on_air SOCKET

SOCKET is the machine's virtio port "radio" (`tests/machine/world/radio.py`). Each line of standard
input is a JSON object, and each has one line of answer:

    {"do": "place", "kind": "godice", "name": "GoDice_A1B2C3_K_v04"}
    {"do": "throw", "name": "GoDice_A1B2C3_K_v04", "faces": [4, 1]}   → {"said": 2}
"""

import asyncio
import json
import sys
from typing import Any

from bumble.transport import open_transport

from tests.dice_on_air.table import Table


async def answer(table: Table, request: dict[str, Any]) -> dict[str, Any]:
    """Do what a request says; give its answer, with `error` where it failed."""
    try:
        return await table.deeds[request.pop("do")](**request) or {}
    # Whatever goes wrong is told, and the table goes on.
    except Exception as why:
        return {"error": f"{type(why).__name__}: {why}"}


async def main(path: str) -> None:
    """Lay the table at the machine's radio, and do what standard input says until it ends."""
    lines = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(lines), sys.stdin
    )
    async with await open_transport(f"unix:{path}") as (source, sink):
        table = Table(source, sink)
        while line := await lines.readline():
            print(json.dumps(await answer(table, json.loads(line))), flush=True)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
