"""Prints how large the page is, and how long it takes to start and to answer in Chromium.

A first start has nothing in the browser and loads from this machine; a later one has everything.
"""

import gzip
import time
from statistics import median
from typing import Any

from playwright.sync_api import BrowserContext, Page, sync_playwright

from tests.browser.conftest import CHROMIUM, FLAGS
from tests.static_page.conftest import HAS_ALL, wait_for
from tests.static_page.serving import FOLDER, serve

STARTS, ANSWERS = 7, 300
PATHS = "paths-of-glory-2022"


def main() -> None:
    """Measure, and print a line for each figure."""
    files = [path for path in FOLDER.rglob("*") if path.is_file()]
    whole = sum(path.stat().st_size for path in files)
    packed = sum(len(gzip.compress(path.read_bytes(), 9)) for path in files)
    print(f"Size: {whole / 1e6:.1f} MB in {len(files)} files, {packed / 1e6:.1f} MB compressed.")
    with serve() as (address, _), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        first = [_start(browser.new_context(), address) for _ in range(STARTS)]
        context = browser.new_context()
        _start(context, address, stays=True)
        later = [_start(context, address) for _ in range(STARTS)]
        size = _run(context, address, SIZE) / 1e6
        plain = [_start(context, address, before=FORGET) for _ in range(STARTS)]
        print(f"Start: {median(first):.1f} s at first, {median(later):.1f} s later.")
        print(f"Kept for those: {size:.1f} MB; without it they take {median(plain):.1f} s.")
        print(f"An answer: {_answer(context, address):.1f} ms, with its journal kept.")
        browser.close()


def _start(context: BrowserContext, address: str, before: str = "", stays: bool = False) -> float:
    """Load the page; return the seconds until the program answers.

    It `stays` until the browser has kept what a later start needs.
    """
    if before:
        _run(context, address, before)
    page = context.new_page()
    page.goto(address)
    until = time.monotonic() + 120
    while time.monotonic() < until and not (ready := page.evaluate(READY)):
        time.sleep(0.02)
    if stays:
        wait_for(lambda: page.evaluate(HAS_ALL))
    page.close()
    return float(ready) / 1000


READY = "performance.getEntriesByName('cdgdevice ready').at(0)?.startTime ?? 0"
"""When the page had its program, in milliseconds from when it was asked for."""


SIZE = "caches.match('python.memory').then((kept) => kept.blob()).then(({ size }) => size)"
FORGET = """caches.keys().then((names) => Promise.all(names.map(async (name) =>
  (await caches.open(name)).delete("python.memory"))))"""
"""What the size of Python's memory is, and how a browser forgets it."""


def _run(context: BrowserContext, address: str, script: str) -> Any:
    """Return what a script gives that has the page's storage, without its program."""
    page = context.new_page()
    page.goto(f"{address}sheets.json")
    found = page.evaluate(script)
    page.close()
    return found


def _answer(context: BrowserContext, address: str) -> float:
    """Return the median of an answer's milliseconds, from the page to the worker and back."""
    page: Page = context.new_page()
    page.goto(f"{address}sheets.json")  # of the same site, but without a program of its own
    taken: list[float] = page.evaluate(
        """async ([address, sheet, answers]) => {
            const { openPlay } = await import(`${address}play.js`);
            const play = await openPlay();
            let reply = await play.ask({ do: "begin", sheet, options: {} });
            const taken = [];
            while (taken.length < answers) {
                const { request } = reply.board.choices.find((choice) => choice.request !== null);
                const begun = performance.now();
                reply = await play.ask({ do: "answer", request, id: reply.id });
                taken.push(performance.now() - begun);
            }
            return taken;
        }""",
        [address, PATHS, ANSWERS],
    )
    return median(taken)


if __name__ == "__main__":
    main()
