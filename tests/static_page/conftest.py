"""The page that `make page` built, at its own address, and Chromium: what is amiss there fails."""

import time
from collections.abc import Callable, Iterator

import pytest

from tests.browser.conftest import chromium
from tests.patience import PATIENCE
from tests.static_page.serving import serve

__all__ = ["chromium"]  # a fixture of both pages

BEGINS = "Paths of Glory 2022 box"
"""The sheet of the games that are begun, as the first page names it."""


@pytest.fixture
def site() -> Iterator[str]:
    """The address of the page; each has a storage of its own in the browser."""
    with serve() as (address, _):
        yield address


@pytest.fixture
def open_page(chromium, site, request):
    """Open the first page; a mistake in its console, or a request to elsewhere, fails the test.

    `script` runs before it.
    """

    def open_it(script=None, **options):
        context = chromium.new_context(
            **{"viewport": {"width": 390, "height": 844}, "reduced_motion": "reduce", **options}
        )
        if script is not None:
            context.add_init_script(path=script)
        page = context.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        amiss: list[str] = []
        page.on("pageerror", lambda error: amiss.append(str(error)))
        page.on("console", lambda said: said.type == "error" and amiss.append(said.text))
        elsewhere = ("http", "ws")
        page.on(
            "request",
            lambda asked: (
                asked.url.startswith(elsewhere)
                and not asked.url.startswith(site)
                and amiss.append(asked.url)
            ),
        )

        def close():
            context.close()
            assert amiss == []

        request.addfinalizer(close)
        page.goto(site)
        return page

    return open_it


@pytest.fixture
def ready(open_page):
    """Begin a game, skip its set-up and wait for the first roll."""

    def begin(sheet=BEGINS, **options):
        page = open_page(**options)
        begin_without_set_up(page, sheet)
        choice(page, "Roll").wait_for()
        return page

    return begin


def begin_without_set_up(page, sheet=BEGINS):
    page.get_by_role("button", name=sheet).click()
    page.get_by_role("button", name="Begin", exact=True).click()
    choice(page, "Skip the set-up").click()


def choice(page, title):
    return page.locator(".choice", has_text=title)


class Bare:
    """The program of the page without its board: a document of the same site that asks it."""

    def __init__(self, context: object, site: str) -> None:
        self.page = context.new_page()
        self.page.goto(f"{site}sheets.json")
        self.refusal = self.page.evaluate(
            "async (site) => { const { openPlay } = await import(`${site}play.js`);"
            " return openPlay({ lost: (said) => (self.lost = said) })"
            ".then((play) => { self.play = play; return null; }, (why) => why.message); }",
            site,
        )

    def ask(self, **question: object) -> dict:
        return self.page.evaluate("(question) => self.play.ask(question)", question)

    def roll_on(self, times: int) -> dict:
        """Take the first choice so often; return the last reply."""
        reply = self.ask(do="board")
        for _ in range(times):
            board = reply["board"]
            request = next(each["request"] for each in board["choices"] if each["request"])
            reply = self.ask(do="answer", request=request, id=reply["id"])
        return reply


@pytest.fixture
def open_bare(chromium, site, request) -> Callable[..., Bare]:
    """Open the program in a context of the browser; without one, in a new one."""

    def open_in(context=None) -> Bare:
        if context is None:
            context = chromium.new_context()
            request.addfinalizer(context.close)
        return Bare(context, site)

    return open_in


def wait_for(found: Callable[[], object]) -> object:
    """Return what is found, once there is anything."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if result := found():
            return result
        time.sleep(0.05)
    raise AssertionError("It never came.")
