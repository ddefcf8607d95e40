"""Where the time of the card's start goes: `python -m bench.counted.boot IMAGE QEMU`.

`.ci/counted --boot` has both. The image starts as it is on an emulated Raspberry Pi whose clock
counts instructions, those of all its processors, and skips no waiting. Pictures are seen from
outside. Fails where the first picture or the game comes later than `ratios.toml` allows.
"""

import re
import sys
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.counted.__main__ import CLOCK, HERE, PATIENCE
from tests.machine.world_port import LEFT, RIGHT
from tests.pi.i2c_trace import TRACED, I2cTrace
from tests.pi.raspi3b import Raspi3B

CONFIG = b'set_up = false\nsheet = "paths-of-glory-2022"\n'
WORDS = (
    "console=ttyAMA0,115200 loglevel=7 printk.devkmsg=on systemd.journald.forward_to_console=1 "
    "systemd.log_color=0 systemd.show_status=0"
)
PICTURE, GAME = "the splash is on both screens", "the game is on both screens"
STEPS = {
    "the kernel has begun, and runs the initial RAM disk": "Run /init as init process",
    "the card is found, its root mounted": "fsck.fat ",
    "the card's other partitions are mounted": "EXT4-fs (mmcblk0p3): mounted filesystem",
    "systemd begins": "systemd[1]: systemd ",
    "systemd has read its units": "systemd[1]: Queued start job",
    "systemd starts the gadget": "systemd[1]: Starting cdgdevice.service",
    "all else has started": "systemd[1]: Reached target multi-user.target",
}
"""What the log says at the end of each step."""
_TIME = re.compile(r"\[ *(\d+\.\d+)\] (.*)")


def main(image: str, qemu: str) -> int:
    with TemporaryDirectory(prefix="cdgdevice-counted-") as folder:
        times = _start(Path(image), Path(qemu), Path(folder))
    print(f"{'From the start of the kernel, in counted seconds':<56}{'at':>8}{'took':>8}")
    before = 0.0
    for what, at in sorted(times.items(), key=lambda item: item[1]):
        print(f"  {what:<54}{at:>8.2f}{at - before:>8.2f}")
        before = at
    most = tomllib.loads((HERE / "ratios.toml").read_text(encoding="utf-8"))["seconds"]
    late = [
        f"{what} after {times[what]:.2f} s, and may take {most[key]} s."
        for what, key in ((PICTURE, "picture"), (GAME, "game"))
        if times[what] > most[key]
    ]
    print(*late, sep="\n", end="\n" if late else "")
    return int(bool(late))


def _start(image: Path, qemu: Path, folder: Path) -> dict[str, float]:
    """Start the card, and give when each step was over."""
    pi = Raspi3B(image, folder, qemu, PATIENCE, pause=1)
    pi.put_on_boot("cdgdevice.toml", CONFIG)
    trace = folder / "trace.log"
    around = [word for event in TRACED for word in ("-trace", event)]
    for address in (LEFT, RIGHT):
        around += ["-device", f"ssd0303,bus=i2c-bus.1,address={address:#x}"]
    pi.boot(f"{pi.kernel_words()} {WORDS}", CLOCK, [*around, "-D", str(trace)])
    try:
        pi.until("all has started", lambda: len(read_steps(pi.log())) == len(STEPS) or not pi.on)
    finally:
        pi.cut_power()
    steps = read_steps(pi.log())
    if len(steps) < len(STEPS):
        raise SystemExit(f"{pi.log()[-4000:]}\nThe emulated Pi has not started.")
    seen = I2cTrace(trace, (LEFT, RIGHT))
    seen.look()
    splash, game = zip(
        *(_read_glass(seen.pictures(address)) for address in seen.glass), strict=True
    )
    return steps | {PICTURE: max(splash), GAME: max(game)}


def _read_glass(pictures: list[tuple[float, bytes]]) -> tuple[float, float]:
    """Return when a glass first showed the splash, and when a game; it may be dark between them."""
    lit = [(at, picture) for at, picture in pictures if any(picture)]
    others = [at for at, picture in lit if picture != lit[0][1]]
    if not others:
        raise SystemExit("The emulated Pi's screens have not shown the splash and a game.")
    return lit[0][0], others[0]


def read_steps(log: str) -> dict[str, float]:
    """Return when the log first says that each step is over."""
    found: dict[str, float] = {}
    for at, said in _TIME.findall(log):
        for what, words in STEPS.items():
            if said.startswith(words):
                found.setdefault(what, float(at))
    return found


if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise SystemExit("python -m bench.counted.boot IMAGE QEMU; try .ci/counted --boot")
    sys.exit(main(*sys.argv[1:]))
