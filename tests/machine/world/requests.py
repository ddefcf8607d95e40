"""What the outside may ask of the world, word by word: one JSON object a line.

    {"id": 1, "do": "press", "pin": 5}      → {"id": 1}
    {"id": 2, "do": "level", "pins": [12]}  → {"id": 2, "levels": {"12": 0}}
    {"id": 3, "do": "pull", "address": 9}   → {"id": 3, "error": "No panel was ever at 0x09."}

Each request is done in a thread of its own: whoever wants an order waits for the answers.
"""

import os
import subprocess
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from .i2c_bus import I2cBus
from .lines import Lines
from .radio import Radio
from .reader import Reader

Answer = Mapping[str, Any] | None
Deed = Callable[..., Answer]


def answer(deeds: Mapping[str, Deed], request: Mapping[str, Any]) -> dict[str, Any]:
    """Do what a request says, and give the answer: with `error`, a sentence, where it failed."""
    words = dict(request)
    number = {"id": words.pop("id", None)}
    what = words.pop("do", None)
    if what not in deeds:
        return number | {"error": f"The world can't {what!r}; it can {', '.join(deeds)}."}
    try:
        return number | dict(deeds[what](**words) or {})
    # Whatever goes wrong in the world, the outside is told, and the world goes on.
    except Exception as why:
        return number | {"error": f"{type(why).__name__}: {why}"}


def deeds_of(lines: Lines, bus: I2cBus, reader: Reader, radio: Radio) -> dict[str, Deed]:
    """Give what can be done, by the word that asks for it."""
    return (
        _of_lines(lines)
        | _of_panels(bus)
        | {
            "plug": reader.plug,
            "unplug": reader.unplug,
            "throw": reader.throw,
            "cock": reader.cock,
            "lift": reader.lift,
            "lose": reader.lose,
            "double": reader.double,
            "plug_radio": radio.plug,
            "unplug_radio": radio.unplug,
            "babble": lambda noise: reader.babble(bytes.fromhex(noise)),
            "run": run,
            "time": lambda: {"monotonic": time.monotonic(), "clock": time.time(), "idle": idle()},
        }
    )


def _of_lines(lines: Lines) -> dict[str, Deed]:
    return {
        "press": lines.press,
        "release": lines.release,
        "tap": lines.tap,
        "turn": lines.turn,
        "level": lambda pins: {"levels": lines.levels(pins)},
        "watch": lambda pins, seconds: {"seen": lines.watch(pins, seconds)},
    }


def _of_panels(bus: I2cBus) -> dict[str, Deed]:
    def since_power(address: int) -> Answer:
        sent, is_in = bus.since_power(address)
        return {"bytes": [data.hex() for data in sent], "in": is_in}

    def wire(bits_per_second: float | None = None, stuck: bool = False) -> Answer:
        bus.bits_per_second, bus.stuck = bits_per_second, stuck
        return None

    return {"pull": bus.pull, "put_back": bus.put_back, "bus": wire, "since_power": since_power}


def idle() -> float:
    """Give how many seconds each processor has had nothing to do since this machine began."""
    _, together = Path("/proc/uptime").read_text(encoding="ascii").split()
    return float(together) / (os.cpu_count() or 1)


def run(command: str | list[str], timeout: float = 60.0) -> Answer:
    """Run a command as root, outside of every sandbox; text is for the shell."""
    done = subprocess.run(
        command,
        shell=isinstance(command, str),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=timeout,
        check=False,
    )
    return {"status": done.returncode, "stdout": done.stdout, "stderr": done.stderr}
