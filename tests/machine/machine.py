"""The gadget in a booted machine, as a player and a maker meet it."""

import pickle
import shutil
import time
from collections.abc import Iterable
from pathlib import Path
from subprocess import CompletedProcess

from cdgdevice.config.keys_and_defaults import PinsConfig
from cdgdevice.drivers.gpio.control_events import Control
from cdgdevice.render.views import View
from cdgdevice.rules.card_display import Side
from tests.drawn import draw_view
from tests.machine.qemu import PATIENCE, Qemu
from tests.machine.world_port import LEFT, RIGHT, WorldPort

ADDRESSES = {Side.LEFT: LEFT, Side.RIGHT: RIGHT}
UNIT = "cdgdevice.service"
AT_BOOT = "at_boot"
"""The last file that is written of a kept machine: what its start was like."""
STILL = 1.6
"""Seconds without a byte to the glass after which it has settled: a result fills it for 1.2.

They are the machine's, and only those in which it had nothing to do: one that is slow beside others
is not taken for one that is done."""
_A_LOOK = 0.5
"""Idle seconds that count between two looks at most: a machine that did not run for a while has as
many more, and a picture that is due is drawn only after them."""
_SOON = 60.0
"""Seconds that a machine in trouble gets to say what it is at."""
_DROP_IN = f"/run/systemd/system/{UNIT}.d/tried.conf"


class Machine(Qemu):
    """A machine with the world in it; the service begins a game at its first start."""

    def __init__(self, image: Path, folder: Path) -> None:
        super().__init__(image, folder)
        self._world: WorldPort | None = None
        self.booted_in = 0.0
        """Seconds of the world's time from the switch until it played and was at rest."""
        self.at_boot: dict[Side, list[bytes]] = {}
        """Each picture that a glass showed from the switch until then."""

    def boots(self, *, kernel: str = "", clock: str = "utc") -> None:
        """Switch it on, and wait until the gadget plays and all that starts has started."""
        began = time.monotonic()
        self.switch_on(kernel=kernel, clock=clock)
        self.hang_up()
        self._world = WorldPort(self.folder / "world", PATIENCE)
        self.until("its simulated hardware is there", lambda: self.world.ready or not self.on)
        assert self.on, f"It ended before its simulated hardware was there.\n{self.told()}"
        self.until_playing()
        self.shell("systemctl is-system-running --wait", fails=True)
        self.booted_in = time.monotonic() - began
        self.settles()
        self.at_boot = {side: self.world.glass[at].seen for side, at in ADDRESSES.items()}

    @property
    def world(self) -> WorldPort:
        """The line to the world in it; when it is off, what was heard last."""
        assert self._world is not None, "it was never on"
        return self._world

    def hang_up(self) -> None:
        """Let go of the line to the world, if there is one."""
        if self._world is not None:
            self._world.close()

    def keep_in(self, folder: Path) -> None:
        """Leave the whole machine as it is now, memory and disks, in a folder; it is off then."""
        self.qmp.typed("savevm kept")
        self.qmp("quit")
        self.waits_for_off()
        for disk in (self.root, self.boot):
            shutil.copy(disk, folder)
        (folder / AT_BOOT).write_bytes(pickle.dumps((self.booted_in, self.at_boot)))

    def take_from(self, folder: Path) -> None:
        """Be the machine that was left in a folder."""
        for disk in (self.root, self.boot):
            shutil.copy(folder / disk.name, disk)
        self.booted_in, self.at_boot = pickle.loads((folder / AT_BOOT).read_bytes())
        self.as_kept()

    def as_kept(self) -> None:
        """Be as it was when it was kept, whatever has happened since, even if it is off."""
        if self.on:
            self.qmp("stop")
            self.qmp.typed("loadvm kept")
            self.qmp("cont")
        else:
            self.cut_power()  # of one that went off by itself, something is left
            self.switch_on("-loadvm", "kept")
            self.hang_up()
            self._world = WorldPort(self.folder / "world", PATIENCE)
        self.world.look_again()

    def shell(self, command: str, *, fails: bool = False) -> str:
        """Run a command as root beside the gadget; give what it printed.

        Raises:
            AssertionError: it failed, and it may not.
        """
        done = self._run(command)
        assert fails or done.returncode == 0, f"{command}: {done.stdout}{done.stderr}\n{self.log()}"
        return done.stdout.strip()

    def can(self, command: str) -> bool:
        """Run a command as root beside the gadget, and say whether it came to a good end."""
        return self._run(command).returncode == 0

    def _run(self, command: str, patience: float = PATIENCE) -> "CompletedProcess[str]":
        done = self.world.ask("run", patience, command=command, timeout=patience)
        return CompletedProcess(command, done["status"], done["stdout"], done["stderr"])

    def log(self) -> str:
        """Give what the unit and systemd of it logged since the machine was switched on."""
        return self._run(f"journalctl --boot --unit {UNIT} --output cat").stdout

    def told(self) -> str:
        """Give the last lines of the console; of the unit's log and what systemd waits for, too.

        The last two only if they can be had soon: it may be the machine that does not answer.
        """
        if self._world is None or not self.on:
            return super().told()
        look = f"journalctl --boot --unit {UNIT} --output cat; systemctl list-jobs --no-pager"
        try:
            return f"{super().told()}\n{self._run(look, _SOON).stdout}"
        except (AssertionError, OSError) as error:
            return f"{super().told()}\n{error}"

    def unit(self, name: str) -> str:
        """Give a property of the unit, as systemd has it."""
        return self.shell(f"systemctl show --property {name} --value {UNIT}")

    def until_playing(self) -> None:
        """Wait until the unit has said that it is ready."""
        self.until("the gadget plays", lambda: self.unit("ActiveState") == "active", pause=0.3)

    def restarts_with(self, *lines: str) -> None:
        """Start the unit again with these lines in its [Service]; what becomes of it is open."""
        before = self.unit("InvocationID")
        text = "\n".join(["[Service]", *lines])
        self.shell(f"mkdir -p $(dirname {_DROP_IN}) && cat >{_DROP_IN} <<'END'\n{text}\nEND")
        self.shell(f"systemctl daemon-reload && systemctl restart --no-block {UNIT}")
        self.until("it starts again", lambda: self.unit("InvocationID") != before, pause=0.3)

    def press(self, control: Control) -> None:
        """Press a control, let go, and wait until the glass has settled."""
        self.tap(control)
        self.settles()

    def tap(self, control: Control) -> None:
        """Press a control and let go: it may be the last thing that the machine hears."""
        self.world.ask("tap", pin=PinsConfig().inputs[control])

    def turn(self, detents: int) -> None:
        """Turn the knob, and wait until the glass has settled."""
        pins = [
            pin for control, pin in PinsConfig().inputs.items() if not isinstance(control, Control)
        ]
        self.world.ask("turn", first=pins[0], second=pins[1], detents=detents)
        self.settles()

    def settles(self) -> None:
        """Wait until nothing has reached the glass for a while."""
        heard: float | None = None
        before = still = 0.0

        def is_still() -> bool:
            nonlocal heard, before, still
            idle: float = self.world.ask("time")["idle"]
            last = max(each.last for each in self.world.glass.values())
            still = still + min(idle - before, _A_LOOK) if last == heard else 0.0
            heard, before = last, idle
            return still > STILL

        self.until("the glass is still", is_still, pause=0.3)

    def picture(self, side: Side) -> bytes:
        """Give the 1,024 bytes that a person sees."""
        return self.world.glass[ADDRESSES[side]].picture()

    def pictures(self) -> tuple[bytes, ...]:
        return tuple(map(self.picture, Side))

    def shows(self, *views: View, sides: Iterable[Side] = tuple(Side)) -> None:
        """Wait until these sides' glass shows one of these views."""
        drawn = {draw_view(view).tobytes() for view in views}
        self.until(
            f"on the glass: {views}", lambda: all(self.picture(side) in drawn for side in sides)
        )

    def logs(self, sentence: str) -> None:
        """Wait until the unit's log says this."""
        self.until(f"in the log: {sentence}", lambda: sentence in self.log(), pause=0.5)

    def lamps(self) -> dict[Side, bool]:
        """Give which lamps burn."""
        pins = PinsConfig().lamps
        levels = self.world.ask("level", pins=list(pins.values()))["levels"]
        return {side: bool(levels[str(pin)]) for side, pin in pins.items()}

    def journal(self) -> bytes:
        """Give the current game's journal, as it is on the machine's disk."""
        return self.shell("cat /var/lib/cdgdevice/*.journal").encode()
