"""The writers at work in a booted machine, each on a disk of its own whose log QEMU keeps."""

import json
import socket
from base64 import b64encode
from collections.abc import Mapping, Sequence
from pathlib import Path
from subprocess import run

from tests.machine.power.replay import Recorded
from tests.machine.power.write_log import count
from tests.machine.qemu import PATIENCE, Qemu
from tests.machine.world_port import WorldPort

HERE = Path(__file__).parent
_SIZE = "32M"
# As a distribution makes a file system, but with nothing left for the kernel to write later.
_AT_ONCE = "lazy_itable_init=0,lazy_journal_init=0"
_FORMAT = ("mke2fs", "-q", "-t", "ext4", "-b", "4096", "-E", _AT_ONCE)
_FIRST_SLOT = 0x10


class Disks:
    """A disk for each of the `writers`, named as `tests.machine.power.writers` wants them."""

    def __init__(self, writers: Sequence[str], folder: Path) -> None:
        self.writers = tuple(writers)
        self._folder = folder
        self._told: dict[str, list[tuple[int, Mapping[str, object]]]] = {w: [] for w in writers}
        for number, _ in enumerate(self.writers):
            run(["truncate", "-s", _SIZE, self._before(number)], check=True)
            run([*_FORMAT, self._before(number)], check=True)
            run(["cp", "--sparse=always", self._before(number), self._disk(number)], check=True)
            self._log(number).touch()

    @property
    def words(self) -> tuple[str, ...]:
        """What QEMU is to be told of them."""
        words: list[str] = []
        for number, _ in enumerate(self.writers):
            for node, file in (("disk", self._disk(number)), ("log", self._log(number))):
                words += ["-blockdev", f"driver=file,node-name={node}{number},filename={file}"]
            kept = f"driver=blklogwrites,node-name=kept{number},file=disk{number},log=log{number}"
            words += ["-blockdev", f"{kept},log-sector-size=512,log-super-update-interval=1"]
            # The machine sees a disk with a cache of its own: only a flush makes sure. It is on the
            # bus behind the machine's own disks, which keep their names.
            device = f"virtio-blk-pci,addr={_FIRST_SLOT + number:#x},drive=kept{number}"
            words += ["-device", f"{device},serial=power{number},write-cache=on"]
        return tuple(words)

    def write(self, machine: Qemu, world: WorldPort) -> Mapping[str, Recorded]:
        """Have all writers write in the machine; give what they did, by their names."""
        tasks = []
        for number, writer in enumerate(self.writers):
            at = f"/run/power{number}"
            world.ask(
                "run",
                command=f"mkdir -p {at} && mount /dev/disk/by-id/virtio-power{number} {at}",
            )
            tasks.append(f"{writer}:{at}")
        program = b64encode((HERE / "writers.py").read_bytes()).decode()
        world.ask("run", command=f"echo {program} | base64 -d >/run/writers.py")
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(PATIENCE)
            line.connect(str(machine.folder / "power"))
            command = f"python3 /run/writers.py {' '.join(tasks)} <>/dev/virtio-ports/power >&0"
            world.ask("run", command=f"({command}) 2>/run/writers.log &")
            with line.makefile("rb") as said:
                for raw in said:
                    word = json.loads(raw)
                    if word.get("over"):
                        break
                    number = tasks.index(word["writer"])
                    # The writer waits: nothing that comes later can be in the log yet.
                    at = count(self._log(number))
                    self._told[self.writers[number]].append((at, word["told"]))
                    line.sendall(b"\n")
        return {writer: self._recorded(number) for number, writer in enumerate(self.writers)}

    def _recorded(self, number: int) -> Recorded:
        writer = self.writers[number]
        before, log = self._before(number), self._log(number)
        return Recorded(writer.partition(":")[2], before, log, self._told[writer])

    def _before(self, number: int) -> Path:
        return self._folder / f"{number}.before"

    def _disk(self, number: int) -> Path:
        return self._folder / f"{number}.disk"

    def _log(self, number: int) -> Path:
        return self._folder / f"{number}.log"
