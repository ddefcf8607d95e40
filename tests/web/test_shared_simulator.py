"""`cdgdevice sim --share` as it is run: who has the code that it prints comes in, nobody else."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cdgdevice.service.web_page import PAIRED_BROWSERS
from tests.patience import PATIENCE
from tests.processes import Process
from tests.web.browser_end import ask, connected

pytestmark = pytest.mark.skipif(os.name != "posix", reason="is ended by a signal")
JSON = {"Content-Type": "application/json"}


@pytest.fixture
def said(tmp_path: Path) -> Iterator[str]:
    """What the command says until its page is there; it runs as long as the test."""
    command = [sys.executable, "-m", "cdgdevice", "sim", "--share", "--no-browser"]
    with Process(
        [*command, "--port", "0", "--folder", tmp_path],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as run:
        assert run.stdout is not None
        lines: list[str] = []
        while not lines or ("Ctrl-C" not in lines[-1] and lines[-1]):
            lines.append(run.stdout.readline())
        try:
            yield "".join(lines)
        finally:
            run.send_signal(signal.SIGTERM)
            run.communicate(timeout=PATIENCE)


def test_who_has_the_code_that_is_printed_comes_in_and_nobody_else(
    said: str, tmp_path: Path
) -> None:
    assert "can see this game and play" in said
    assert "plain http" in said
    assert "\N{UPPER HALF BLOCK}" in said, "the picture for a phone's camera"
    shown = re.search(
        r"On the phone: http://([0-9.]+|\S+):(\d+)/ with the code (\d{3} \d{3})", said
    )
    assert shown is not None
    host, port, code = shown.groups()
    at, by_name = f"http://127.0.0.1:{port}/", {**JSON, "Host": f"{host}:{port}"}
    assert ask(at, "/", headers=by_name).status == 200
    assert ask(at, "/", headers={"Host": "evil.example"}).status == 403
    evil = {**by_name, "Origin": "http://evil.example"}
    named = json.dumps({"code": code}).encode()
    assert ask(at, "/pair", "POST", named, evil).status == 403
    let_in = ask(at, "/pair", "POST", named, by_name)
    assert let_in.status == 204
    cookie = let_in.headers["Set-Cookie"].split(";")[0]
    with connected(at) as page:
        page.next_state()  # the address is printed before there is a game to be shown
    assert ask(at, "/games", headers={**by_name, "Cookie": cookie}).status == 200
    assert cookie.partition("=")[2] not in (tmp_path / PAIRED_BROWSERS).read_text()
