"""Both pages in Firefox, and in WebKit, on which Safari is built. Run by `.ci/page`."""

import pytest

from tests.browser.conftest import COUNTING, Gadget
from tests.browser.steps import press
from tests.static_page.other_browsers import WebKit, start
from tests.static_page.serving import serve
from tests.static_page.turns import FIRST_ROUND, PLAYER, WHOLE_TURN, list_turns

WIDTH = 1280
KEPT = """async () => {
  while (!(await caches.match("files.js"))) await new Promise((next) => setTimeout(next, 50));
}"""
PRESS = """async () => {
  const isLive = () => document.querySelector("[data-link=live]");
  while (!isLive()) await new Promise((next) => setTimeout(next, 50));
  document.querySelector("button[data-control=left]").click();
}"""


@pytest.fixture(scope="module", params=["firefox", "webkit"])
def browser(request, tmp_path_factory):
    name = request.param
    with start(name, tmp_path_factory.mktemp(name)) as browser:
        yield browser


def play(browser, turn):
    played = browser.run(PLAYER, turn)
    assert "error" not in played, (played, turn)
    assert played["amiss"] == [], turn
    return played["taps"]


def test_sheets_are_played_and_one_also_without_a_network(browser):
    # WebKit is slow in a window without a screen.
    share = slice(None, None, 3 if isinstance(browser, WebKit) else 1)
    with serve() as (address, server):
        browser.visit(address)
        for turn in list_turns(WIDTH, FIRST_ROUND, share):
            assert 0 < play(browser, turn) < WHOLE_TURN, turn
        browser.run(KEPT)
        server.shutdown()
        server.server_close()
        browser.visit(address)
        assert 0 < play(browser, next(list_turns(WIDTH, FIRST_ROUND))) < WHOLE_TURN


def test_the_gadget_s_page_presses_its_button(browser):
    gadget = Gadget(command=COUNTING)
    try:
        browser.visit(gadget.url)
        browser.run(PRESS)
        assert [gadget.told(), gadget.told()] == press("LEFT")
    finally:
        gadget.stop()
