"""The commands `selftest` and `report`."""

import os
import sys
from contextlib import suppress
from dataclasses import replace
from getpass import getuser
from pathlib import Path

from cdgdevice.config import Config
from cdgdevice.errors import CdgDeviceError
from cdgdevice.in_force import in_force, service_folder
from cdgdevice.selftest.finding import Finding
from cdgdevice.selftest.hardware import Met, meet_reader
from cdgdevice.selftest.looking import owned
from cdgdevice.selftest.machine import Machine
from cdgdevice.selftest.whole import Bench, Person, whole
from cdgdevice.selftest.words import as_json, lines, status, summary
from cdgdevice.shelves import shelf_beside

REPORT = Path("cdgdevice-report.md")
"""Where a report goes unless a file is named."""


def self_test(config_file: Path | None, folder: Path | None, *, json: bool, asks: bool) -> int:
    """Try every part and say what was found; 1 if anything is to be mended.

    `asks`: somebody is there to press and look.
    """
    bench = _bench(config_file, folder)
    person = Person(_tell, _ask) if asks and not json and sys.stdin.isatty() else None
    found: list[Finding] = []
    for finding in whole(bench, person):
        found.append(finding)
        if not json:
            _tell("\n".join(lines(finding)))
    _tell(as_json(found) if json else summary(found))
    return status(found)


def make_report(config_file: Path | None, folder: Path | None, file: Path | None) -> int:
    """Collect what a bug report needs into one file, `-` for standard output.

    Raises:
        CdgDeviceError: the file can't be written, or is not one of these reports.
    """
    from cdgdevice.selftest.report import report

    bench = _bench(config_file, folder)
    met: list[Met] = []

    def meet(config: Config, needed: bool) -> Met:
        met.append(meet_reader(config, needed))
        return met[-1]

    found = tuple(whole(replace(bench, meet=meet), None, write=False))
    text = report(
        bench.machine,
        bench.config,
        bench.owned,
        found,
        met[-1],
        private=_own_names(),
        home=os.path.expanduser("~"),  # noqa: PTH111 - a text, as it stands in sentences
    )
    if file == Path("-"):
        print(text, end="")
        return 0
    _write(file or REPORT, text)
    return 0


def _write(path: Path, text: str) -> None:
    from cdgdevice.selftest.report import HEAD

    try:
        if path.exists() and not path.read_text("utf-8", "replace").startswith(HEAD):
            raise CdgDeviceError(f"{path} is no report of cdgdevice: name another file.")
        path.write_text(text, "utf-8")
    except OSError as error:
        raise CdgDeviceError(
            f"{path} can't be written ({error.strerror}): name another file."
        ) from error
    _tell(f"Wrote {path}. Read it through, then put it into the bug report.")


def _bench(config_file: Path | None, folder: Path | None) -> Bench:
    from cdgdevice.gadget.glass.bus import open_bus
    from cdgdevice.gadget.pins.factory import open_factory
    from cdgdevice.selftest.report import flat

    shelf = shelf_beside(config_file)
    state = folder or service_folder()
    given, _ = in_force(config_file, shelf.ids(), state=state, games=folder)
    config = given.config
    fields = [key for key, _ in flat(given.table)]
    wrong = (*given.mistakes, *given.amiss)
    bus = config.screens.bus
    return Bench(
        config,
        owned(given.names[::-1], wrong, shelf, config.games, fields, given.instead),
        Machine(),
        lambda: open_factory(config.pins.factory),
        None if bus is None else open_bus(bus),
    )


def _own_names() -> frozenset[str]:
    """Give the names of whoever asks."""
    import platform

    names = {os.environ.get(key, "") for key in ("USER", "LOGNAME", "SUDO_USER", "USERNAME")}
    names |= {platform.node(), platform.node().partition(".")[0], Path.home().name}
    with suppress(OSError, KeyError):  # a number without a name
        names.add(getuser())
    return frozenset(filter(None, names))


def _tell(text: str) -> None:
    print(text, flush=True)


def _ask(question: str) -> str:
    try:
        return input(question)
    except EOFError:
        return ""
