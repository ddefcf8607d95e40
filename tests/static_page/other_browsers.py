"""Firefox and WebKit, driven as far as the tests of the page need it.

Each is told by its own protocol, in which W3C's WebDriver commands are: Playwright's versions of
them come from no package index.
"""

import json
import os
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from tests.browser.conftest import free_port
from tests.patience import PATIENCE
from tests.processes import Process

MINI_BROWSER = next(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"), None)
"""The browser that comes with WebKitGTK."""
LONGEST_SCRIPT = 600_000
"""Milliseconds that a script in the page may take."""
ASYNC = """const done = arguments[1];
({script})(arguments[0]).then(done, (why) => done({{ error: `${{why}}` }}));"""


class Firefox:
    """Firefox without a window; it speaks Marionette: a length, a colon, and JSON."""

    def __init__(self, profile: Path) -> None:
        (profile / "user.js").write_text('user_pref("marionette.port", 0);\n')
        command = ["firefox-esr", "--headless", "--marionette", "--no-remote", "--profile", profile]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self._process = Process(command, **quiet)
        port = profile / "MarionetteActivePort"
        _wait(lambda: port.exists() and port.read_text())
        self._line = socket.create_connection(("127.0.0.1", int(port.read_text())), PATIENCE * 5)
        self._answers = self._line.makefile("rb")
        self._receive()
        self._ask("NewSession")
        self._ask("SetTimeouts", script=LONGEST_SCRIPT)

    def visit(self, address: str) -> None:
        self._ask("Navigate", url=address)

    def run(self, script: str, given: object = None) -> Any:
        asked = {"script": ASYNC.format(script=script), "args": [given]}
        return self._ask("ExecuteAsyncScript", **asked)["value"]

    def close(self) -> None:
        self._line.close()
        self._process.end()

    def _ask(self, command: str, **given: object) -> Any:
        message = json.dumps([0, 1, f"WebDriver:{command}", given]).encode()
        self._line.sendall(b"%d:%b" % (len(message), message))
        _, _, error, found = self._receive()
        assert error is None, error
        return found

    def _receive(self) -> Any:
        length = b"".join(iter(lambda: self._answers.read(1), b":"))
        return json.loads(self._answers.read(int(length)))


class WebKit:
    """WebKitGTK's small browser, in a window on a screen of memory; it speaks WebDriver."""

    def __init__(self, profile: Path) -> None:
        screen = ["Xvfb", "-displayfd", "1", "-screen", "0", "1280x900x24"]
        quiet = {"stderr": subprocess.DEVNULL}
        self._screen = Process(screen, stdout=subprocess.PIPE, text=True, **quiet)
        assert self._screen.stdout is not None
        display = f":{self._screen.stdout.readline().strip()}"
        port = free_port()
        places = {"HOME": str(profile), "XDG_DATA_HOME": str(profile), "DISPLAY": display}
        self._process = Process(
            ["WebKitWebDriver", f"--port={port}"], env={**os.environ, **places}, **quiet
        )
        self._address = f"http://127.0.0.1:{port}"
        _wait(lambda: self._ask("GET", "/status")["ready"])
        options = {"binary": str(MINI_BROWSER), "args": ["--automation"]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        session = self._ask("POST", "/session", capabilities=wanted)
        self._address += f"/session/{session['sessionId']}"
        self._ask("POST", "/timeouts", script=LONGEST_SCRIPT)

    def visit(self, address: str) -> None:
        self._ask("POST", "/url", url=address)

    def run(self, script: str, given: object = None) -> Any:
        asked = {"script": ASYNC.format(script=script), "args": [given]}
        return self._ask("POST", "/execute/async", **asked)

    def close(self) -> None:
        self._process.end()
        self._screen.end()

    def _ask(self, method: str, path: str, **given: object) -> Any:
        said = json.dumps(given).encode() if method == "POST" else None
        asked = Request(self._address + path, said, method=method)
        try:
            with urlopen(asked, timeout=PATIENCE * 5) as answer:
                return json.load(answer)["value"]
        except HTTPError as refused:
            raise AssertionError(refused.read().decode()) from refused


BROWSERS = {"firefox": Firefox, "webkit": WebKit}


@contextmanager
def start(name: str, profile: Path) -> Iterator[Firefox | WebKit]:
    """Start a browser of `BROWSERS`; the folder is where it keeps what is its own."""
    browser = BROWSERS[name](profile)
    try:
        yield browser
    finally:
        browser.close()


def _wait(holds: Any) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            if holds():
                return
        except OSError:  # it does not listen yet
            pass
        time.sleep(0.05)
    raise AssertionError("The browser did not start.")
