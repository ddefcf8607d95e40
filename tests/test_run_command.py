"""What `cdgdevice run` gives the gadget: each is missed where it is left out."""

import os
import signal
import socket
from collections.abc import Iterator
from contextlib import closing
from itertools import cycle, islice
from pathlib import Path

import pytest

from cdgdevice.drivers.reader.line import encode
from cdgdevice.drivers.reader.reader_link import MAX_CHANGES
from cdgdevice.render.views import DiceView
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.die import DieResult
from cdgdevice.service.notices import LOG_BURST
from cdgdevice.service.web_page import PAIRED_BROWSERS
from cdgdevice.simulator.simulated_reader import SimulatedReader
from tests.running_gadget import Running
from tests.web.browser_end import COOKIE, PAIRED, Page, connected

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs FIFOs and signals")


@pytest.fixture
def door() -> Iterator[socket.socket]:
    with closing(socket.socket()) as door:
        door.bind(("127.0.0.1", 0))
        door.listen()
        yield door


def set_in_the_menu(page: Page, *entries: str) -> str:
    """Open the menu and take the entries named so; give what the left screen says in the end."""
    said = _push(page)
    for entry in entries:
        (at,) = (n for n, line in enumerate(said) if f": {entry}" in line)
        lit = next(n for n, line in enumerate(said) if line.endswith(", highlighted"))
        for _ in range(abs(at - lit)):
            assert page.do(do="turn", steps=1 if lit < at else -1).status == 204
            said = _left(page)
        said = _push(page)
    return "\n".join(said)


def _push(page: Page) -> list[str]:
    for operation in ("down", "up"):
        assert page.do(do=operation, control="knob").status == 204
    return _left(page)


def _left(page: Page) -> list[str]:
    return next(e["words"] for e in page.next_state()["screens"] if e["name"] == "left")


def test_what_is_set_in_the_menu_is_kept_by_the_time_the_screen_says_so(
    tmp_path: Path, door: socket.socket
) -> None:
    url = "http://{}:{}/".format(*door.getsockname())
    (tmp_path / PAIRED_BROWSERS).write_bytes(PAIRED)
    for entries in (
        ("Gadget", "Settings", "Brightness", "[ ] darkest"),
        ("Gadget", "Settings", "Brightness"),
    ):
        with Running(tmp_path, handed=door, file_named=False) as gadget:
            gadget.says()
            with connected(url, COOKIE) as page:
                page.next_state()
                assert "[x] darkest" in set_in_the_menu(page, *entries)
            gadget.signal(signal.SIGKILL)


READER_READY = "The die reader is ready."


def test_a_reader_that_comes_and_goes_fills_no_log(tmp_path: Path) -> None:
    states = (
        encode("HELLO", "1.1", "cdg-reader 1.0", "FLAPS", "9", each) for each in ("blind", "")
    )
    with SimulatedReader() as reader, Running(tmp_path, reader.url) as gadget:
        assert gadget.process.stderr is not None
        log: list[str] = []
        # What the reader says before its port is open is lost, as at a real one.
        while not any(READER_READY in line for line in log):
            line = gadget.process.stderr.readline().decode()
            assert line, log
            log.append(line)
        reader.send_noise(b"".join(islice(cycle(states), 2 * LOG_BURST)))
        reader.throw(4)
        gadget.shows(Side.LEFT, DiceView(DieResult.ABC))
        assert gadget.signal(signal.SIGTERM) == 0
        log += gadget.process.stderr.read().decode().splitlines()
    assert MAX_CHANGES < len(log) <= LOG_BURST, log
