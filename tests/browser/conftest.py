"""Starts a gadget with its page, and Chromium before it.

The gadget is `python -m tests.web.try_it`, or the command in CDGDEVICE_PAGE, such as
`cdgdevice sim --folder DIR --no-browser`; `--port N` is added to it.
"""

import os
import queue
import random
import shlex
import socket
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from tests.browser.steps import open_gadget
from tests.patience import PATIENCE
from tests.processes import Process

PYTHON = os.environ.get("CDGDEVICE_PYTHON", sys.executable)
COUNTING = f"{PYTHON} -m tests.web.try_it"
COMMAND = os.environ.get("CDGDEVICE_PAGE", COUNTING)
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


class Gadget:
    """A running gadget; `told` gives, line by line, what it did (the counting gadget says it)."""

    def __init__(self, *options: str, command: str = COMMAND, port: int | None = None) -> None:
        self._command = command
        self.port = port or free_port()
        self.url = f"http://127.0.0.1:{self.port}/"
        self._options = options
        self._lines: queue.Queue[str] = queue.Queue()
        self.start()

    def start(self) -> None:
        self._process = Process(
            [*shlex.split(self._command), "--port", str(self.port), *self._options],
            outlives_test=True,  # a test that stops it starts it again for the next ones
            cwd=Path(__file__).parents[2],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._listener = threading.Thread(target=self._listen)
        self._listener.start()
        self._wait()

    def _listen(self) -> None:
        for line in self._process.stdout:
            if not line.startswith("http"):
                self._lines.put(line.strip())

    def _wait(self) -> None:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and self._process.poll() is None:
            try:
                urlopen(self.url, timeout=PATIENCE).close()
            except URLError:
                time.sleep(0.05)
            else:
                return
        raise AssertionError(f"{self._command} shows no page at {self.url}.")

    def told(self) -> str:
        return self._lines.get(timeout=PATIENCE)

    def told_all(self) -> list[str]:
        """Everything told so far and not yet read."""
        return [self._lines.get() for _ in range(self._lines.qsize())]

    def stop(self) -> None:
        self._process.stdin.close()
        self._process.terminate()
        self._process.wait(PATIENCE)
        self._listener.join()
        self._process.end()


def free_port() -> int:
    """Return a port that nothing listens at, nor any connection gets by itself.

    The system gives connections theirs from 32768 on: a gadget that was stopped finds its own free.
    """
    for port in random.sample(range(20_000, 32_768), 100):
        with socket.socket() as listener, suppress(OSError):
            listener.bind(("127.0.0.1", port))
            return port
    raise AssertionError("no port is free")


@pytest.fixture(scope="session")
def chromium():
    # Imported here, for `make test` passes this folder on its way and has no Playwright.
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def gadget():
    gadget = Gadget()
    yield gadget
    gadget.stop()


@pytest.fixture
def counting(gadget):
    """The gadget that tells what it did; other gadgets keep that to themselves."""
    if COMMAND != COUNTING:
        pytest.skip("only the counting gadget tells what it did")
    gadget.told_all()
    return gadget


@pytest.fixture
def build(request):
    """A counting gadget with other controls: `build("left")`."""
    if COMMAND != COUNTING:
        pytest.skip("only the counting gadget comes in other builds")

    def start(*controls: str, options: tuple[str, ...] = ()) -> Gadget:
        gadget = Gadget("--controls", *controls, *options)
        request.addfinalizer(gadget.stop)
        return gadget

    return start


@pytest.fixture
def visit(chromium, request):
    """Open a gadget's page and wait until it is live; anything amiss in its console fails.

    With `timed`, the page's clock is in the test's hands; `shut` leaves the gadget's panels so.
    """

    def open_page(gadget: Gadget, live=True, at="", timed=False, shut=False, **options):
        context = chromium.new_context(**{"viewport": {"width": 1280, "height": 900}, **options})
        request.addfinalizer(context.close)
        page = context.new_page()
        if timed:  # the test moves the page's clock
            page.clock.install()
        page.amiss = []
        page.on("pageerror", lambda error: page.amiss.append(str(error)))
        page.on(
            "console",
            lambda said: said.type == "error" and page.amiss.append(said.text),
        )
        page.goto(gadget.url + at)
        if live:
            page.wait_for_selector("[data-link=live]")
        if live and not shut:
            open_gadget(page)
        return page

    return open_page


@pytest.fixture
def page(visit, gadget):
    page = visit(gadget)
    yield page
    assert page.amiss == []
