"""One start of the gadget after the other, as far as its configuration goes, on one disk."""

from dataclasses import dataclass
from pathlib import Path

from cdgdevice.config.config_file import ConfigLayer
from cdgdevice.config.effective import ConfigKeeper, EffectiveConfig, resolve_config
from cdgdevice.config.keys_and_defaults import Config
from tests.simulated_disk import SimulatedDisk

SHEETS = ("paths-of-glory-2022", "standard-2018")
GAMES = Path("/var/lib/cdgdevice")
ETC, BOOT = "/etc/cdgdevice/cdgdevice.toml", "/boot/firmware/cdgdevice.toml"


@dataclass(frozen=True, slots=True)
class Start:
    """A gadget that was switched on: what it goes by, and what it keeps."""

    found: EffectiveConfig
    kept: ConfigKeeper


def start(
    disk: SimulatedDisk,
    *contents: str | ConfigLayer,
    own: bool = True,
    settles: bool = True,
    played: bool = False,
    gone: tuple[str, ...] = (),
    sheets: tuple[str, ...] = SHEETS,
) -> Start:
    """Start with these files, the system's and then the owner's."""
    files = tuple(
        each if isinstance(each, ConfigLayer) else ConfigLayer(name, each)
        for name, each in zip((ETC, BOOT), contents, strict=False)
    )
    found = resolve_config(files, sheets, GAMES, disk, own=own, gone=gone)
    kept = ConfigKeeper(found, GAMES, disk)
    if settles:
        assert kept.keep_good(played=played) == ()
    return Start(found, kept)


def files_say(*contents: str) -> Config:
    """Give what these files say, whatever is kept."""
    return start(SimulatedDisk(), *contents, settles=False).found.config
