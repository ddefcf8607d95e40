"""The screens' bus: whether it is there, how fast it is, and who answers on it."""

from collections.abc import Mapping
from dataclasses import dataclass

from cdgdevice.errors import HardwareError
from cdgdevice.gadget.glass.bus import RECORD, Bus
from cdgdevice.method.display import Side
from cdgdevice.selftest.files import Files
from cdgdevice.selftest.finding import Finding, What

FAST = 400_000
"""Bits a second that the panels take, and that the speed of the screens is made for."""

_PRINTED = "a panel printed with 0x78 has 0x3C, with 0x7A 0x3D"


def is_recorded(bus: Bus) -> bool:
    """Tell whether the pictures go to a file, where there is nobody to be asked."""
    return bus.name.startswith(RECORD)


@dataclass(frozen=True, slots=True)
class Asked:
    """What a bus said: `missing` is why it can't be used, else `answering` are the addresses."""

    missing: str = ""
    answering: tuple[int, ...] = ()


def ask(bus: Bus) -> Asked:
    """Open the bus and ask every address; nothing is written to any."""
    try:
        bus.serial(0x3C).cleanup()
    except HardwareError as error:
        return Asked(str(error))
    return Asked(answering=bus.addresses())


def bus_findings(name: str, asked: Asked, fitted: Mapping[Side, int]) -> tuple[Finding, ...]:
    """Say what answers on the bus `name`, and which screen of those `fitted` does not.

    `fitted` are the addresses by side, as configured.
    """
    if asked.missing:
        return (
            Finding(What.BUS_MISSING, asked.missing, f"There is no I2C bus {name}: switch it on."),
        )
    if not asked.answering:
        return (
            Finding(
                What.BUS_EMPTY,
                f"Nothing answers on {name}: check the screens' four wires (3.3 V, ground, "
                "SDA to GPIO2, SCL to GPIO3).",
            ),
        )
    answer = "answers" if len(asked.answering) == 1 else "answer"
    there = Finding(What.BUS_ANSWERS, f"On {name} {answer} {listed(asked.answering)}.")
    return (there, *_screens(name, asked.answering, fitted))


def _screens(
    name: str, answering: tuple[int, ...], fitted: Mapping[Side, int]
) -> tuple[Finding, ...]:
    missing = {side: address for side, address in fitted.items() if address not in answering}
    if not missing:
        one = "The screen answers" if len(fitted) == 1 else "Both screens answer"
        return (Finding(What.SCREENS_ANSWER, f"{one} at {listed(tuple(fitted.values()))}."),)
    free = [each for each in (0x3C, 0x3D) if each in answering and each not in fitted.values()]
    found = []
    for side, address in missing.items():
        at = f"The {side.value} screen does not answer at {listed((address,))}"
        if free:
            found.append(
                Finding(
                    What.SCREENS_ELSEWHERE,
                    f"{at}, but one does at {listed((free[0],))}: write that as address in "
                    f"[screens.{side.value}] ({_PRINTED}).",
                    f"{at}, but one does at {listed((free[0],))}: write that into the "
                    "configuration.",
                )
            )
            continue
        others = tuple(each for each in answering if each != address)
        do = f" (these do: {listed(others)})" if others else ""
        alike = "; two panels at one address answer as one, so set a jumper" if others else ""
        found.append(
            Finding(
                What.SCREENS_MISSING,
                f"{at} on {name}{do}: check its four wires and its address{alike} ({_PRINTED}).",
                f"{at}{do}: check its wires and its address.",
            )
        )
    return tuple(found)


def speed(name: str, files: Files) -> Finding:
    """Say how fast the bus `name` is set to be.

    What counts is the device tree; the class i2c-adapter that once led there has gone with
    Linux 6.8.
    """
    device = f"/sys/bus/i2c/devices/{name.removeprefix('/dev/')}"
    raw = files.raw(f"{device}/of_node/clock-frequency")
    if raw is None or len(raw) != 4:
        return Finding(What.BUS_SPEED_UNTOLD, f"How fast {name} is set to be can't be read here.")
    hertz = int.from_bytes(raw, "big")
    if hertz >= FAST:
        return Finding(What.BUS_FAST, f"{name} is set to {hertz // 1000} kHz.")
    return Finding(
        What.BUS_SLOW,
        f"{name} is set to {hertz // 1000} kHz, so that the screens lag: add the line "
        f"dtparam=i2c_arm_baudrate={FAST} to /boot/firmware/config.txt and restart.",
        f"The bus is set to {hertz // 1000} kHz, and the screens lag: it is to be "
        f"{FAST // 1000} kHz.",
    )


def listed(addresses: tuple[int, ...]) -> str:
    """Write addresses as configurations do: `0x3C and 0x3D`."""
    named = [f"0x{address:02X}" for address in addresses]
    return " and ".join([", ".join(named[:-1]), named[-1]]) if len(named) > 1 else named[0]
