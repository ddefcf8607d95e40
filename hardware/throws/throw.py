"""One throw: let go, come to rest, shaken by the motor where the die leans."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from math import acos, cos, degrees, pi, radians, sin, sqrt

import mujoco
import numpy as np
from numpy.typing import NDArray

from firmware.motor import RUNS
from hardware.case.die_tray_sizes import lean_in_the_nest
from hardware.case.die_tray_spring import pull
from hardware.case.tables import Tables
from hardware.throws.model import HARD, MM, SHORT_STEP, STEP, model, outline
from hardware.throws.tower import Tower

# A die is let go so many mm over the rim, or over the tower.
DROP, ASIDE = 30.0, 10.0
# The motor runs so long, the first part of it getting up to its speed; then the die settles.
BUZZ, GETS_UP = RUNS / 1000, 0.08
# Still is slower than this, in m/s, for so many seconds; looked at every so many steps. A die that
# isn't by then is looked at as it is. One that is level and slower than SLOW stays so.
STILL, FOR, EVERY, LATEST = 0.004, 0.06, 20, 3.0
LATEST_IN_TOWER = 6.0
LEVEL, SLOW = cos(radians(1)), 0.05
# The window's four joints come before the die's place and turn.
_PUSHED, _TWISTED = slice(0, 2), 3


@dataclass(frozen=True, slots=True)
class Hand:
    """How a die is let go; each is drawn evenly up to this."""

    aside: float
    """Millimetres off the middle."""
    sideways: float
    """Metres a second."""
    spin: float
    """Turns a second, about any axis."""
    turned: float | None
    """Degrees by which it is turned from always the same start; None: it is turned anyhow."""


THROWS = Hand(ASIDE, 0.5, 5.0, None)
"""A hand that throws."""
DROPS = Hand(ASIDE, 0.1, 5.0, None)
"""A hand that lets a die fall into a tower, whose mouth is narrower than the tray's."""
CAREFUL = Hand(3.0, 0.05, 0.5, 10.0)
"""A hand that would choose its result: always the same face up, and hardly moved."""


class End(Enum):
    """How a die lies."""

    FLAT = "flat"
    """On the window, so level that its face is read."""
    LEANS = "leans"
    """In the tray, and not flat: after the last buzz, a finger must help."""
    OUT = "out"
    """Beside the tray, or on its rim."""
    STUCK = "stuck"
    """In the tower."""


@dataclass(frozen=True, slots=True)
class Lies:
    """A die at rest."""

    end: End
    face: int
    """Which of its six sides is lowest, from 0; opposite sides are 0 and 1, 2 and 3, 4 and 5."""
    seconds: float = 0.0
    """How long it took since it was let go, without what the motor needed."""


class Bench:
    """A tray to throw into, with one friction everywhere."""

    def __init__(
        self, tables: Tables, friction: float, hand: Hand = THROWS, *, tower: bool = False
    ) -> None:
        """Build the tray, with a `tower` over it or without; `hand` lets dice go."""
        mouth, top = outline(tables)[-1]
        over = Tower.over(tables) if tower else None
        self._model = mujoco.MjModel.from_xml_string(model(tables, friction, over))
        self._data = mujoco.MjData(self._model)
        self._hand = hand
        self._mouth, self._top = mouth * MM, top * MM
        self._from = (over.top if over else top) * MM + DROP * MM
        self._latest = LATEST_IN_TOWER if over else LATEST
        self._tower = over
        self._flat = cos(radians(lean_in_the_nest(tables)))
        self._seconds = 0.0
        self._edge = tables.mm("die", "edge") * MM
        self._pull = pull(tables)
        self._hertz = tables.parts["vibration-motor"].figure("turns_Hz").value
        self._motor = tables.case["die_tray"]["motor_y"] * MM
        self._soft = self._model.geom_solref.copy()
        self._hard = self._soft.copy()
        self._hard[:, 0] = HARD

    def throw(self, rng: np.random.Generator) -> Lies:
        """Let a die go over tray or tower, and wait until it lies."""
        data, hand = self._data, self._hand
        mujoco.mj_resetData(self._model, data)
        away, beside = hand.aside * MM * sqrt(rng.random()), rng.random() * 2 * pi
        place = away * cos(beside), away * sin(beside), self._from
        data.qpos[-7:-4] = place
        data.qpos[-4:] = _turned(rng, hand.turned)
        fast, way = rng.random() * hand.sideways, rng.random() * 2 * pi
        data.qvel[-6:-3] = fast * cos(way), fast * sin(way), 0
        data.qvel[-3:] = _unit(rng.normal(size=3)) * rng.random() * hand.spin * 2 * pi
        self._settle()
        self._seconds = data.time
        return self.lies()

    def buzz(self) -> Lies:
        """Run the motor, and wait until the die lies again."""
        data, speed = self._data, 2 * pi * self._hertz
        self._model.geom_solref[:], self._model.opt.timestep = self._hard, SHORT_STEP
        for step in range(round(BUZZ / SHORT_STEP)):
            time = step * SHORT_STEP
            part = min(1.0, time / GETS_UP)
            turned = speed * (time * part / 2 if part < 1 else time - GETS_UP / 2)
            push = self._pull * part**2
            data.qfrc_applied[_PUSHED] = push * cos(turned), push * sin(turned)
            data.qfrc_applied[_TWISTED] = self._motor * push * cos(turned)
            mujoco.mj_step(self._model, data)
            if step % 100 == 99 and self._is_level():
                break
        data.qfrc_applied[:] = 0
        self._model.geom_solref[:], self._model.opt.timestep = self._soft, STEP
        self._settle()
        return self.lies()

    def lies(self) -> Lies:
        """Say how the die lies at this moment."""
        x, y, high = self._data.qpos[-7:-4]
        upright = self._upright()
        axis = int(np.argmax(np.abs(upright)))
        face = 2 * axis + int(upright[axis] > 0)
        took = self._seconds
        if sqrt(x * x + y * y) > self._mouth or high <= -MM:
            return Lies(End.OUT, face, took)
        if high >= self._top:
            return Lies(End.STUCK if self._tower else End.OUT, face, took)
        level = abs(upright[axis]) >= self._flat
        return Lies(End.FLAT if level else End.LEANS, face, took)

    def lean(self) -> float:
        """Give how many degrees the die leans."""
        return degrees(acos(min(1.0, float(np.abs(self._upright()).max()))))

    def _upright(self) -> NDArray[np.float64]:
        turned = np.empty(9)
        mujoco.mju_quat2Mat(turned, self._data.qpos[-4:])
        return np.asarray(turned.reshape(3, 3)[2])

    def _settle(self) -> None:
        data, still = self._data, 0.0
        for _ in range(round(self._latest / STEP / EVERY)):
            mujoco.mj_step(self._model, data, EVERY)
            x, y, high = data.qpos[-7:-4]
            if high < -0.02 or sqrt(x * x + y * y) > self._mouth + 0.03:
                return
            fast = np.linalg.norm(data.qvel[-6:-3]) + 0.008 * np.linalg.norm(data.qvel[-3:])
            still = still + EVERY * STEP if fast < STILL else 0.0
            if still >= FOR or (fast < SLOW and self._is_level()):
                return

    def _is_level(self) -> bool:
        on_it = self._data.qpos[-5] < self._edge / 2 + MM
        return bool(on_it and np.abs(self._upright()).max() > LEVEL)


def _turned(rng: np.random.Generator, degrees_most: float | None) -> NDArray[np.float64]:
    """Give a turn as a quaternion: any, or one by at most so many degrees."""
    if degrees_most is None:
        return _unit(rng.normal(size=4))
    half = radians(degrees_most) * rng.random() / 2
    return np.array([cos(half), *(sin(half) * _unit(rng.normal(size=3)))])


def _unit(of: NDArray[np.float64]) -> NDArray[np.float64]:
    return of / np.linalg.norm(of)
