"""What BlueZ is asked for on a real bus, with something in its place that answers as it does."""

import asyncio
import shutil
import subprocess
from pathlib import Path

import pytest

from cdgdevice.bluetooth.bluez_links import free_dice
from tests.patience import PATIENCE
from tests.processes import Process

dbus_fast = pytest.importorskip("dbus_fast")
dbus_aio = pytest.importorskip("dbus_fast.aio")
pytestmark = pytest.mark.skipif(shutil.which("dbus-daemon") is None, reason="needs dbus-daemon")
RULES = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-BUS Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><listen>unix:path={bus}</listen><auth>EXTERNAL</auth><policy context="default">
<allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/>
<allow own="*"/></policy></busconfig>"""


def device(name: str, linked: bool) -> dict[str, object]:
    said = {"Name": dbus_fast.Variant("s", name), "Connected": dbus_fast.Variant("b", linked)}
    return {"org.bluez.Device1": said}


DEVICES = {
    "/org/bluez/hci0": {"org.bluez.Adapter1": {}},
    "/org/bluez/hci0/ours": device("GoDice_1", True),
    "/org/bluez/hci0/asleep": device("GoDice_2", False),
    "/org/bluez/hci0/foreign": device("GoDice_9", True),
    "/org/bluez/hci0/nameless": {"org.bluez.Device1": {}},
}


def test_dice_that_a_killed_bridge_has_left_linked_are_freed_and_no_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bus, rules = tmp_path / "bus", tmp_path / "rules"
    rules.write_text(RULES.format(bus=bus))
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", f"unix:path={bus}")
    freed: list[str] = []

    async def ask_bluez() -> None:
        bluez = await dbus_aio.MessageBus(bus_type=dbus_fast.BusType.SYSTEM).connect()
        await bluez.request_name("org.bluez")

        def answer(asked: dbus_fast.Message) -> dbus_fast.Message | None:
            if asked.member == "GetManagedObjects":
                return dbus_fast.Message.new_method_return(asked, "a{oa{sa{sv}}}", [DEVICES])
            if asked.member == "Disconnect":
                freed.append(asked.path)
                return dbus_fast.Message.new_method_return(asked)
            return None

        bluez.add_message_handler(answer)
        await free_dice(("GoDice_1", "GoDice_2"))
        bluez.disconnect()

    with Process(
        ["dbus-daemon", f"--config-file={rules}", "--nofork", "--print-address"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as daemon:
        assert daemon.stdout is not None
        assert daemon.stdout.readline()
        asyncio.run(asyncio.wait_for(ask_bluez(), PATIENCE))
    assert freed == ["/org/bluez/hci0/ours"]
