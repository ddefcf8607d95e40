"""What BlueZ itself is asked for, past the Bluetooth library, which knows nothing of it.

It stands alone, for it is Linux's: elsewhere it does nothing.
"""

import sys


async def free_dice(names: tuple[str, ...]) -> None:
    """Have BlueZ let go of these dice: it keeps the links of a program that was killed."""
    if sys.platform != "linux":
        return
    from dbus_fast import BusType, Message
    from dbus_fast.aio import MessageBus

    def ask(path: str, interface: str, member: str) -> Message:
        return Message(destination="org.bluez", path=path, interface=interface, member=member)

    bus = await MessageBus(bus_type=BusType.SYSTEM).connect()
    try:
        known = await bus.call(ask("/", "org.freedesktop.DBus.ObjectManager", "GetManagedObjects"))
        for path, interfaces in known.body[0].items() if known is not None else ():
            said = interfaces.get("org.bluez.Device1", {})
            if "Name" in said and said["Name"].value in names and said["Connected"].value:
                await bus.call(ask(path, "org.bluez.Device1", "Disconnect"))
    finally:
        bus.disconnect()
