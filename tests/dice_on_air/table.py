"""All dice in range of the machine's adapter, and what may happen to them."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from tests.dice_on_air.air import Adapter, Air, DieOnAir
from tests.dice_on_air.kinds import KINDS

_ADAPTER = "00:1A:7D:DA:71:13"

Answer = dict[str, Any] | None


class Table:
    """All dice in range, and what may happen to them."""

    def __init__(self, source: Any = None, sink: Any = None) -> None:
        self._air = Air()
        self._dice: dict[str, DieOnAir] = {}
        self.adapter = Adapter("adapter", source, sink, self._air, _ADAPTER)
        self.deeds: dict[str, Callable[..., Awaitable[Answer]]] = {
            "place": self.place,
            "look": self.look,
            "throw": self.throw,
            "throw_together": self.throw_together,
            "roll": self.roll,
            "cut": self.cut,
            "sleep": self.sleep,
            "wake": self.wake,
            "say": self.say,
        }

    async def place(self, kind: str, name: str, **more: Any) -> Answer:
        """Put a die on the table, awake."""
        self._dice[name] = DieOnAir(KINDS[kind](name, **more), self._air, len(self._dice))
        await self._dice[name].wake()
        return None

    async def look(self, name: str) -> Answer:
        """Tell whether a die is linked, and heard, and what its lamp shows."""
        return self.look_at(name)

    def look_at(self, name: str) -> dict[str, Any]:
        """Tell the same at once."""
        die = self._dice[name]
        return {"linked": die.linked, "heard": die.heard, "lamp": die.die.lamp}

    async def throw(
        self, name: str, faces: Sequence[int], rolling: float = 0.05, lying: float = 0.05
    ) -> Answer:
        """Throw a die again and again; give how many throws were reported as final to a link."""
        die, said = self._dice[name], 0
        for face in faces:
            await die.say(die.die.rolls())
            await asyncio.sleep(rolling)
            said += die.heard
            await die.say(die.die.lands(face))
            await asyncio.sleep(lying)
        return {"said": said}

    async def throw_together(self, faces: dict[str, int], apart: float = 0.05) -> Answer:
        """Throw several dice at once; they come to rest in this order, so many seconds apart."""
        dice = {self._dice[name]: face for name, face in faces.items()}
        for die in dice:
            await die.say(die.die.rolls())
        said = 0
        for die, face in dice.items():
            await asyncio.sleep(apart)
            said += die.heard
            await die.say(die.die.lands(face))
        return {"said": said}

    async def roll(self, name: str) -> Answer:
        """Let a die begin to roll."""
        die = self._dice[name]
        await die.say(die.die.rolls())
        return None

    async def cut(self, name: str) -> Answer:
        """Take a die out of range for a moment."""
        self._dice[name].cut()
        return None

    async def sleep(self, name: str) -> Answer:
        """Let a die fall asleep."""
        await self._dice[name].sleep()
        return None

    async def wake(self, name: str) -> Answer:
        """Wake a die by a touch."""
        await self._dice[name].wake()
        return None

    async def say(self, name: str, words: Sequence[str]) -> Answer:
        """Let a die say any bytes."""
        for each in words:
            await self._dice[name].say(bytes.fromhex(each))
        return None
