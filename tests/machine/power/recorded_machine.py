"""The writers at work in a booted machine, each on a disk of its own whose log QEMU keeps."""

import json
import socket
from base64 import b64encode
from collections.abc import Mapping, Sequence
from pathlib import Path
from subprocess import run

from tests.machine.machine import Machine
from tests.machine.power.replay import Recorded
from tests.machine.power.write_log import count
from tests.machine.qemu import PATIENCE

HERE = Path(__file__).parent
_SIZE = "32M"
# As a distribution makes a file system, but with nothing left for the kernel to write later.
_AT_ONCE = "lazy_itable_init=0,lazy_journal_init=0"
_FORMAT = ("mke2fs", "-q", "-t", "ext4", "-b", "4096", "-E", _AT_ONCE)


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

    def plug_into(self, machine: Machine) -> None:
        """Plug them into a machine that is on, and mount each where the writers look for it."""
        for number, _ in enumerate(self.writers):
            for node, file in (("disk", self._disk(number)), ("log", self._log(number))):
                name = {"node-name": f"{node}{number}"}
                machine.qmp("blockdev-add", driver="file", filename=str(file), **name)
            kept = {
                "driver": "blklogwrites",
                "node-name": f"kept{number}",
                "file": f"disk{number}",
                "log": f"log{number}",
                "log-sector-size": 512,
                "log-super-update-interval": 1,
            }
            machine.qmp("blockdev-add", **kept)
            # The machine sees a disk with a cache of its own: only a flush makes sure.
            device = {"driver": "virtio-blk-pci", "drive": f"kept{number}", "write-cache": "on"}
            machine.qmp("device_add", id=f"power{number}", serial=f"power{number}", **device)
        for number, _ in enumerate(self.writers):
            at, disk = _folder(number), f"/dev/disk/by-id/virtio-power{number}"
            machine.shell(f"udevadm wait {disk} && mkdir -p {at} && mount {disk} {at}")

    def write(self, machine: Machine) -> Mapping[str, Recorded]:
        """Have all writers write in the machine; give what they did, by their names."""
        tasks = [f"{writer}:{_folder(number)}" for number, writer in enumerate(self.writers)]
        program = b64encode((HERE / "writers.py").read_bytes()).decode()
        machine.shell(f"echo {program} | base64 -d >/run/writers.py")
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(PATIENCE)
            line.connect(str(machine.folder / "power"))
            command = f"python3 /run/writers.py {' '.join(tasks)} <>/dev/virtio-ports/power >&0"
            machine.shell(f"({command}) 2>/run/writers.log &")
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


def _folder(number: int) -> str:
    return f"/run/power{number}"
