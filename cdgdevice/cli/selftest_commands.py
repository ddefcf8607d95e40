"""The commands `selftest` and `report`."""

import os
import sys
from contextlib import suppress
from functools import partial
from getpass import getuser
from itertools import chain, count
from pathlib import Path

from msgspec.structs import replace

from cdgdevice.config.effective import ConfigKeeper, load_effective_config, locate_service_folder
from cdgdevice.config.keys_and_defaults import Config
from cdgdevice.config.panel_keys import PanelConfig
from cdgdevice.games.disk import FolderDisk, write_new_file
from cdgdevice.games.sheet_library import open_sheet_library
from cdgdevice.rules.card_display import Side
from cdgdevice.selftest import computer, findings, hardware_checks, storage
from cdgdevice.selftest.in_terminal import Person, SelfTestBench, run_all
from cdgdevice.system.write_access import as_owner

REPORT = Path("cdgdevice-report.md")
"""Where a report goes unless a file is named."""


def self_test(config_file: Path | None, folder: Path | None, *, as_json: bool, asks: bool) -> int:
    """Try every part and say what was found; 1 if there is a fault.

    `asks`: a person is there to press and look.
    """
    bench = _bench(config_file, folder)
    person = (
        Person(_print_line, _ask_person) if asks and not as_json and sys.stdin.isatty() else None
    )
    found: list[findings.Finding] = []
    for finding in run_all(bench, person):
        found.append(finding)
        if not as_json:
            _print_line("\n".join(findings.finding_lines(finding)))
    _print_line(findings.findings_as_json(found) if as_json else findings.summary(found))
    return findings.exit_status(found)


def make_report(config_file: Path | None, folder: Path | None, file: Path | None) -> int:
    """Collect what a bug report needs into one file, `-` for standard output.

    Raises:
        CdgDeviceError: the file can't be written, or is there already.
    """
    from cdgdevice.selftest.bug_report import write_bug_report

    bench = _bench(config_file, folder)
    met: list[hardware_checks.ReaderProbe] = []

    def meet(config: Config, needed: bool) -> hardware_checks.ReaderProbe:
        met.append(hardware_checks.probe_reader(config, needed))
        return met[-1]

    found = tuple(run_all(replace(bench, meet=meet), None, write=False))
    text = write_bug_report(
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
    path = file or _free_name(REPORT)
    write_new_file(path, text.encode())
    _print_line(f"Wrote {path}. Read it through, then put it into the bug report.")
    return 0


def _free_name(path: Path) -> Path:
    """Return a name that no file has: this one, or with the first number that is free."""
    numbered = (path.with_stem(f"{path.stem}-{number}") for number in count(2))
    return next(name for name in chain([path], numbered) if not name.exists())


def _bench(config_file: Path | None, folder: Path | None) -> SelfTestBench:
    from cdgdevice.drivers.gpio.pin_factory import open_pin_factory
    from cdgdevice.selftest.bug_report import flatten_text
    from cdgdevice.service.world import open_buses

    shelf = open_sheet_library(config_file)
    state = folder or locate_service_folder()
    given, kept = load_effective_config(config_file, shelf.ids(), state=state, games=folder)
    config = given.config
    fields = [key for key, _ in flatten_text(given.table)]
    wrong = (*given.mistakes, *given.warnings)
    return SelfTestBench(
        config,
        storage.OwnedData(
            given.names[::-1],
            wrong,
            shelf,
            config.games,
            FolderDisk(config.games),
            fields,
            given.instead,
        ),
        computer.Machine(),
        lambda: open_pin_factory(config.pins.factory),
        open_buses(config.screens.buses),
        keep=partial(_keep_panel, kept, state),
    )


def _keep_panel(kept: ConfigKeeper, state: Path, side: Side, panel: PanelConfig) -> str:
    # Root takes the test, and what it keeps is the gadget's.
    with as_owner(state):
        return kept.keep_panel(side, panel)


def _own_names() -> frozenset[str]:
    """Return the names of this user and this computer."""
    import platform

    names = {os.environ.get(key, "") for key in ("USER", "LOGNAME", "SUDO_USER", "USERNAME")}
    names |= {platform.node(), platform.node().partition(".")[0], Path.home().name}
    with suppress(OSError, KeyError):  # a number without a name
        names.add(getuser())
    return frozenset(filter(None, names))


def _print_line(text: str) -> None:
    print(text, flush=True)


def _ask_person(question: str) -> str:
    try:
        return input(question)
    except EOFError:
        return ""
