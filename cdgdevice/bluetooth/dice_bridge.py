"""The bridge: it keeps the chosen dice linked, and serves the game at a socket.

It alone loads the Bluetooth library. At rest, with its dice linked, it waits and does nothing.
"""

import asyncio
import os
import sys
from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from bleak import BleakClient, BleakScanner
from bleak.backends.device import BLEDevice
from bleak.backends.scanner import AdvertisementData
from bleak.exc import BleakError
from msgspec import Struct

from cdgdevice.bluetooth import dice_reader
from cdgdevice.bluetooth.bluetooth_faults import BluetoothFault, explain_bluetooth_error
from cdgdevice.bluetooth.bluez_links import free_dice
from cdgdevice.bluetooth.bridge_status import BridgeStatus, StatusFile
from cdgdevice.bluetooth.die_kind import DieKind
from cdgdevice.bluetooth.heard_dice import HeardDice, LinkCutShortError, recognize_die
from cdgdevice.bluetooth.host_line import HostLine
from cdgdevice.bluetooth.roll_queue import load_record, write_record
from cdgdevice.bluetooth.taken_dice import TakenDice, replace_text
from cdgdevice.drivers.reader.line import encode
from cdgdevice.drivers.reader.reader_port import open_inotify
from cdgdevice.errors import CdgDeviceError

LIBRARY_ERRORS = (BleakError, OSError, EOFError, TimeoutError)
"""What the library raises of itself and of the D-Bus below it."""


class Patience(Struct, frozen=True):
    """Seconds that the bridge waits for what may not come."""

    scan: float = 10.0
    """A look for dice that are not linked."""
    link: float = 15.0
    """An attempt to link one."""
    identify: float = 5.0
    """Its answer to who it is."""
    pause: float = 2.0
    """Between two looks; doubled up to `longest_pause`, unless a roll is due."""
    longest_pause: float = 15.0
    asked: float = 5.0
    """How long it looks for dice for a host that has asked which are in range."""
    glance: float = 2.0
    """How long the first look for such a host goes on, though a die could be linked."""
    hurried_link: float = 3.0
    """A first attempt to link a die while a host asks: meanwhile no other one is heard."""


class _LinkedDie(Struct):
    client: BleakClient
    kind: DieKind
    writing: asyncio.Lock


class DiceBridge:
    """Serves at `port` with the dice that `taken` names; rolls outlive it in the file `rolls`.

    `log` takes sentences. `scanner` and `client` stand in for the library's own back ends.
    """

    def __init__(
        self,
        port: str,
        taken: TakenDice,
        rolls: Path,
        log: Callable[[str], None],
        *,
        patience: Patience | None = None,
        scanner: Any = None,
        client: Any = None,
    ) -> None:
        self._taken = taken
        self._rolls = rolls
        self._log = log
        self._patience = patience or Patience()
        self._scanner_backend, self._client_backend = scanner, client
        self._names = taken.read()
        self._kept = load_record(rolls)
        self._reader = dice_reader.DiceReader(self._names, self._kept)
        self._line = HostLine(port)
        self._status = StatusFile(port)
        self._linked: dict[str, _LinkedDie] = {}
        self._heard = HeardDice(self._patience.asked)
        self._look = asyncio.Event()
        """There may be a die to look for, at once: in a new scan, for each tells of a die once."""
        self._look_goes_on = False  # the last scan was ended for that
        self._passed_over = ""  # could not be linked: the next look is for the others
        self._glances = False  # somebody has just begun to ask which dice are in range
        self._link_limit: asyncio.Timeout | None = None
        self._unhurried: set[str] = set()
        """Dice whose next attempt has all its time: just taken, or cut short the last time."""
        self._timer: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._told = ""
        self._fault: BluetoothFault | None = None
        self._was_due = False

    async def run(self) -> None:
        """Serve until cancelled.

        Raises:
            HardwareError: nothing can listen at the port.
        """
        watching = self._watch_taken_dice()
        self._read_taken_dice()  # the file may have changed before it was watched
        self._leave_status()
        serving = asyncio.ensure_future(self._serve_hosts())
        keeping = asyncio.ensure_future(self._keep_dice())
        try:
            done, _ = await asyncio.wait({serving, keeping}, return_when=asyncio.FIRST_EXCEPTION)
            for task in done:
                task.result()
        finally:
            tasks = (serving, keeping, *self._tasks)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            if watching is not None:
                asyncio.get_running_loop().remove_reader(watching)
                os.close(watching)
            self._line.close()
            self._status.remove()
            await self._unlink_all()

    async def _serve_hosts(self) -> None:
        while True:
            await self._line.accept()
            self._obey(self._reader.handle_host(self._now()))
            self._look.set()
            while data := await self._line.read():
                self._obey(self._reader.handle_lines(self._now(), data))
            self._reader.handle_host_gone()
            self._obey(())

    async def _keep_dice(self) -> None:
        pause = shortest = self._patience.pause
        if self._scanner_backend is None:
            with suppress(Exception):
                await free_dice(self._names)
        while True:
            self._look.clear()
            missing = not all(map(self._linked.__contains__, self._names))
            asked = self._heard.is_wanted(self._now())
            linked = len(self._linked)
            if (missing or asked) and await self._look_for_dice():
                pause = shortest if asked or len(self._linked) > linked else pause
                continue
            hurried = await self._wait_to_look(pause if missing or asked else None)
            hurried |= self._reader.is_due or asked
            pause = shortest if hurried else min(2 * pause, self._patience.longest_pause)

    async def _wait_to_look(self, at_most: float | None) -> bool:
        """Wait; return whether there is a reason to look at once."""
        with suppress(TimeoutError):
            async with asyncio.timeout(at_most):
                await self._look.wait()
                return True
        return False

    async def _look_for_dice(self) -> bool:
        """Look for dice and link one that is missing; return whether to look again at once."""
        found, passed_over = None, self._passed_over
        try:
            found = await self._find()
            self._obey(self._reader.handle_radio(works=True))
            if found is not None:
                await self._link(*found)
            self._note_fault(None)
            if found is None:
                return self._heard.is_wanted(self._now())
        except Exception as error:  # the library raises whatever it likes where BlueZ goes
            fault = explain_bluetooth_error(error)
            if fault.without_radio:
                self._obey(self._reader.handle_radio(works=False))
            if not isinstance(error, LinkCutShortError):
                self._note_fault(fault)
                self._tell(str(fault))
            return found is not None and self._pass_over(found[0]) and not passed_over
        return True

    def _pass_over(self, name: str) -> bool:
        """Look for other dice first, if any are missing or asked for; return whether it is so."""
        others = any(each not in self._linked for each in self._names if each != name)
        self._passed_over = name if others or self._heard.is_wanted(self._now()) else ""
        return bool(self._passed_over)

    async def _find(self) -> tuple[str, BLEDevice, DieKind] | None:
        found: asyncio.Future[tuple[str, BLEDevice, DieKind]]
        found = asyncio.get_running_loop().create_future()
        passed_over, self._passed_over = self._passed_over, ""
        glances, self._glances = self._glances, False

        def hear(device: BLEDevice, advertisement: AdvertisementData) -> None:
            if (known := recognize_die(device, advertisement)) is None:
                return
            kind, die = known
            if self._heard.hear(die) and self._heard.is_wanted(self._now()):
                self._line.send(self._heard.encode_one(die.name, self._names))
            # One may have been taken since the look began.
            if not found.done() and die.name in {*self._names} - {*self._linked, passed_over}:
                found.set_result((die.name, device, kind))

        if not self._look_goes_on:
            self._heard.begin_look()
        async with BleakScanner(hear, backend=self._scanner_backend):
            again = asyncio.ensure_future(self._look.wait())
            try:
                each, scan = asyncio.FIRST_COMPLETED, self._patience.scan
                await asyncio.wait((found, again), timeout=scan, return_when=each)
                if glances and not again.done():
                    await asyncio.wait((again,), timeout=self._patience.glance)
            finally:
                again.cancel()
        self._look_goes_on = self._look.is_set() and not found.done()
        return found.result() if found.done() else None

    async def _link(self, name: str, device: BLEDevice, kind: DieKind) -> None:
        client = BleakClient(
            device, self._lose, timeout=self._patience.link, backend=self._client_backend
        )
        await self._connect(name, client)
        if name not in self._names:  # it was forgotten meanwhile
            await client.disconnect()
            return
        die = self._names.index(name)
        # Before it may report: from now on what it says counts.
        self._linked[name] = _LinkedDie(client, kind, asyncio.Lock())
        greeting = self._reader.handle_linked(die, kind)
        try:
            await client.start_notify(kind.notify, lambda _, data: self._hear(client, bytes(data)))
        except Exception:
            self._drop(client)
            with suppress(Exception):
                await client.disconnect()
            raise
        if self._find_die(client) != die:  # dice were taken or forgotten meanwhile
            self._drop(client)
            await client.disconnect()
            return
        self._obey(greeting)
        self._tell(f"{name} is linked.")
        if kind.says_shape:
            asyncio.get_running_loop().call_later(
                self._patience.identify, self._let_go_of_stranger, client
            )

    async def _connect(self, name: str, client: BleakClient) -> None:
        """Open a link; a host that asks which dice are in range may cut a first attempt short."""
        try:
            async with asyncio.timeout(None) as limit:
                self._link_limit = None if name in self._unhurried else limit
                self._unhurried.discard(name)
                if self._heard.is_wanted(self._now()):
                    self._hurry_link()
                await client.connect()
        except TimeoutError as error:
            if limit.expired():
                self._unhurried.add(name)
                raise LinkCutShortError from error
            raise
        finally:
            self._link_limit = None

    def _hurry_link(self) -> None:
        if self._link_limit is not None and self._link_limit.when() is None:
            self._link_limit.reschedule(self._now() + self._patience.hurried_link)

    def _find_die(self, client: BleakClient) -> int | None:
        for die, name in enumerate(self._names):
            if name in self._linked and self._linked[name].client is client:
                return die
        return None

    def _hear(self, client: BleakClient, data: bytes) -> None:
        die = self._find_die(client)
        if die is not None:
            self._obey(self._reader.handle_notification(self._now(), die, data))

    def _lose(self, client: BleakClient) -> None:
        if self._drop(client):
            self._look.set()

    def _drop(self, client: BleakClient) -> bool:
        """Take note that a die's link has broken; return whether there was one."""
        die = self._find_die(client)
        if die is None:
            return False
        del self._linked[self._names[die]]
        self._tell(f"{self._names[die]} is gone: asleep, or out of reach.")
        self._obey(self._reader.handle_lost(self._now(), die))
        return True

    def _let_go_of_stranger(self, client: BleakClient) -> None:
        """Unlink a die that has not said what it is, so that it is asked again."""
        die = self._find_die(client)
        if die is not None and not self._reader.is_known(die):
            self._start(client.disconnect())

    def _obey(self, effects: Iterable[dice_reader.Effect]) -> None:
        """Keep what must be kept, do what was decided, and set the alarm."""
        record = self._reader.record
        if record is not self._kept:
            self._kept = record
            try:
                replace_text(self._rolls, write_record(record))
            except OSError as error:
                self._tell(f"{self._rolls} can't be written: {error.strerror}.")
                with suppress(OSError):  # an older one would give numbers again that were used
                    self._rolls.unlink()
        commands: dict[int, list[bytes]] = {}
        asked: list[tuple[str, ...]] = []
        for effect in effects:
            match effect:
                case dice_reader.SendToHost(lines):
                    self._line.send(lines)
                case dice_reader.AskAboutDice(fields):
                    asked.append(fields)
                case dice_reader.WriteToDie(die, command):
                    commands.setdefault(die, []).append(command)
        for die, wanted in commands.items():
            if self._names[die] in self._linked:
                self._start(self._write(self._linked[self._names[die]], wanted))
        if self._reader.is_due and not self._was_due:
            self._look.set()
        self._was_due = self._reader.is_due
        self._leave_status()
        self._set_alarm()
        for fields in asked:
            self._answer_about_dice(fields)

    def _note_fault(self, fault: BluetoothFault | None) -> None:
        self._fault = fault
        self._leave_status()

    def _leave_status(self) -> None:
        """Leave word of how it stands, for whoever asks while the game has the socket."""
        reader = self._reader
        self._status.leave(BridgeStatus(reader.find_troubles(), self._fault, reader.find_charge()))

    def _answer_about_dice(self, fields: tuple[str, ...]) -> None:
        """Take, forget or put first a die, if that is asked for; tell which dice are in range."""
        if self._heard.want(self._now()):
            self._glances = True
            self._hurry_link()
            self._look.set()
        refused = "" if fields[0] == "DICE?" else self._choose(*fields[:2])
        self._line.send(encode("NAK", refused) if refused else self._heard.encode(self._names))

    def _choose(self, what: str, id_: str) -> str:
        """Take, forget or put first a die; return a word that says why not, or nothing."""
        name = self._heard.find(id_, self._names)
        if name is None:
            return "UNKNOWN"
        if what == "TAKE" and name not in self._names and len(self._names) == dice_reader.MAX_DICE:
            return "FULL"
        if what != "TAKE" and name not in self._names:
            return ""
        taken = self._taken
        change = {"TAKE": taken.take, "FORGET": taken.forget, "FIRST": taken.put_first}[what]
        try:
            change(name)
        except CdgDeviceError as error:
            self._tell(str(error))
            return "UNSTORED"
        if what == "TAKE":
            self._unhurried.add(name)
        self._read_taken_dice()
        return ""

    async def _write(self, linked: _LinkedDie, commands: list[bytes]) -> None:
        client, where = linked.client, linked.kind.write
        async with linked.writing:
            found = client.services.get_characteristic(where)
            # Older versions of the library do not ask for the die's answer by themselves.
            answered = found is not None and "write" in found.properties
            for command in commands:
                await client.write_gatt_char(where, command, response=answered)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something that nothing waits for; that it failed is told."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._end)

    def _end(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, Exception):  # as in `_look_for_dice`
            self._tell(str(explain_bluetooth_error(error)))

    def _set_alarm(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if (due := self._reader.deadline()) < float("inf"):
            loop = asyncio.get_running_loop()
            self._timer = loop.call_at(due, lambda: self._obey(self._reader.tick(self._now())))

    def _now(self) -> float:
        return asyncio.get_running_loop().time()

    def _watch_taken_dice(self) -> int | None:
        """Have the file of chosen dice read when it changes; only Linux tells."""
        self._taken.file.parent.mkdir(parents=True, exist_ok=True)
        changes = open_inotify(self._taken.file.parent) if sys.platform == "linux" else None
        if changes is not None:
            asyncio.get_running_loop().add_reader(changes, self._hear_of_change, changes)
        return changes

    def _hear_of_change(self, changes: int) -> None:
        os.read(changes, 65536)
        self._read_taken_dice()

    def _read_taken_dice(self) -> None:
        names = self._taken.read()
        if names == self._names:
            return
        self._names = names
        self._unhurried.intersection_update(names)
        for name in self._linked.keys() - set(names):
            self._start(self._linked.pop(name).client.disconnect())
        self._obey(self._reader.take_dice(self._now(), names))
        self._look.set()

    async def _unlink_all(self) -> None:
        linked, self._linked = self._linked, {}
        for each in linked.values():
            with suppress(Exception):
                await each.client.disconnect()

    def _tell(self, sentence: str) -> None:
        """Log a sentence, unless it was the last one already."""
        if sentence != self._told:
            self._told = sentence
            self._log(sentence)
