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
PHONE = {"width": 390, "height": 844}
"""The window of one."""
HAS_ALL = """() => Promise.all(["files.js", "python.memory"].map((name) => caches.match(name)))
  .then((found) => found.every(Boolean))"""
"""Whether a browser has the program, and Python's memory, from which a later start goes on."""
IS_FREE = """() => navigator.locks.query()
  .then(({ held }) => held.every(({ name }) => name !== "cdgdevice games"))"""
"""Whether no page of a browser has the games: one that was closed has them for a moment yet."""


@pytest.fixture(scope="session")
def site() -> Iterator[str]:
    """The address of the page."""
    with serve() as (address, _):
        yield address


@pytest.fixture(scope="session")
def visited(chromium, site):
    """A browser that has been here before; `asked` lists the requests that this took.

    A start in it is a quarter of the work of a first one.
    """
    context = chromium.new_context()
    asked = []
    context.on("request", lambda request: asked.append(request.url))
    page = context.new_page()
    page.goto(site)
    wait_for(lambda: page.evaluate(HAS_ALL))
    page.close()
    context.asked = list(asked)
    yield context
    context.close()


@pytest.fixture
def stranger(chromium):
    """A browser that was never here, with a touch screen."""
    context = chromium.new_context(has_touch=True)
    yield context
    context.close()


def forget_games(page, site):
    """Have the browser of a page that is still empty begin without games and choices."""
    page.goto(f"{site}sheets.json")
    wait_for(lambda: page.evaluate(IS_FREE))
    session = page.context.new_cdp_session(page)
    kept = {"origin": site.rstrip("/"), "storageTypes": "indexeddb,local_storage"}
    session.send("Storage.clearDataForOrigin", kept)
    session.detach()


@pytest.fixture
def open_page(visited, site, request):
    """Open the first page; a mistake in its console, or a request to elsewhere, fails the test.

    It opens in the `context`, or without any games in one that has the program already. `script`
    runs before it; `media` is what Playwright can emulate.
    """

    def open_it(context=None, script=None, viewport=PHONE, **media):
        page = (context or visited).new_page()
        page.set_viewport_size(viewport)
        page.emulate_media(**{"reduced_motion": "reduce", **media})
        if context is None:
            forget_games(page, site)
        if script is not None:
            page.add_init_script(path=script)
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
            page.close()
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

    def __init__(self, page: object, site: str) -> None:
        self.page = page
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
def open_bare(visited, site, request) -> Callable[..., Bare]:
    """Open the program in the context, or without any games in one that has it already."""

    def open_in(context=None) -> Bare:
        page = (context or visited).new_page()
        request.addfinalizer(page.close)
        if context is None:
            forget_games(page, site)
        return Bare(page, site)

    return open_in


def wait_for(found: Callable[[], object], every: float = 0.05) -> object:
    """Return what is found, once there is anything; look again after so many seconds."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if result := found():
            return result
        time.sleep(every)
    raise AssertionError("It never came.")
