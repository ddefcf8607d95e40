"""Is a press as fast while the page is open? `python -m bench.tabs [ROUNDS]` prints it.

The page is the gadget's own, as on a Pi. One browser tab, or fifty, of another process have it open
and only listen; those for whom there is no place ask for one again every second, as the page does.
"""

import json
import socket
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from http.client import HTTPConnection
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory

from bench.play import FLASH_MS, play_ours
from cdgdevice.config.keys_and_defaults import Config
from cdgdevice.games.disk import FolderDisk
from cdgdevice.service.loop import LoopEvent
from cdgdevice.service.web_page import PAIRED_BROWSERS, GadgetPage

TABS = 50
RUNS, ROUNDS = 3, 15
"""How often each is played, in turns, and how many rounds each time."""
TOKEN = "a-browser-that-was-let-in"
AS_PAGE = {"Content-Type": "application/json", "Cookie": f"cdgdevice={TOKEN}"}
RETRY_S = 1.0


@contextmanager
def open_page(config: Config, queue: "SimpleQueue[LoopEvent]", tabs: int) -> Iterator[GadgetPage]:
    """Open the gadget's page, and so many tabs before it in a process of their own."""
    paired = sha256(TOKEN.encode()).hexdigest().encode() + b"\n"
    (config.games / PAIRED_BROWSERS).write_bytes(paired)
    listener = socket.create_server(("127.0.0.1", 0), backlog=64)
    port = listener.getsockname()[1]
    with GadgetPage(config, listener, queue, lambda _: None, FolderDisk(config.games)) as page:
        command = [sys.executable, "-m", "bench.tabs", "browse", str(port), str(tabs)]
        browser = subprocess.Popen(command, stdin=subprocess.PIPE)
        try:
            yield page
        finally:
            browser.communicate()


def browse(port: int, tabs: int) -> None:
    """Have so many tabs listen to the page until the standard input ends."""
    for _ in range(tabs):
        threading.Thread(target=_keep_open, args=(port,), daemon=True).start()
    sys.stdin.read()


def _keep_open(port: int) -> None:
    while True:
        try:
            token = json.loads(_answer(port, "POST", "/token").read())["token"]
            for _ in _answer(port, "GET", f"/events?token={token}"):
                pass
        except (OSError, KeyError, ValueError):
            pass  # no place, or the gadget is gone
        time.sleep(RETRY_S)


def _answer(port: int, method: str, path: str):
    connection = HTTPConnection("127.0.0.1", port)
    connection.request(method, path, headers=AS_PAGE)
    return connection.getresponse()


def time_presses(tabs: int, rounds: int) -> list[float]:
    """Return what each touch took in milliseconds, with so many tabs open."""
    with TemporaryDirectory(prefix="cdgdevice-bench-") as folder:
        page = None if tabs == 0 else lambda config, queue: open_page(config, queue, tabs)
        return play_ours(Path(folder), rounds, FLASH_MS, page)["times"]


def main() -> None:
    if sys.argv[1:2] == ["browse"]:
        browse(int(sys.argv[2]), int(sys.argv[3]))
        return
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    times: dict[int, list[float]] = {0: [], 1: [], TABS: []}
    for _ in range(RUNS):
        for tabs, taken in times.items():
            taken += time_presses(tabs, rounds)
    print("A press, from the pin's edge to the last byte at the bus, in ms")
    print(f"{'tabs with the page':20}{'presses':>9}{'median':>9}{'p90':>9}{'p99':>9}")
    for tabs, taken in times.items():
        cuts = statistics.quantiles(taken, n=100)
        median, p90, p99 = statistics.median(taken), cuts[89], cuts[98]
        print(f"{tabs or 'none':<20}{len(taken):9}{median:9.2f}{p90:9.2f}{p99:9.2f}")


if __name__ == "__main__":
    main()
