"""Who the page lets in, and what it does when the line is lost. Run by `.ci/browser`."""

import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tests.browser.steps import PIXEL, open_gadget, press, told

# Other sites


@pytest.fixture
def site(tmp_path, chromium):
    """A page of another site, in a browser that could reach the gadget."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    (tmp_path / "index.html").write_text("<!doctype html><title>Elsewhere</title>")
    context = chromium.new_context()
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=tmp_path)) as server:
        threading.Thread(target=server.serve_forever).start()
        page = context.new_page()
        page.goto(f"http://localhost:{server.server_port}/")
        yield page
        context.close()
        server.shutdown()


def test_no_other_site_takes_the_places(visit, gadget, site):
    with site.expect_event("requestfailed", lambda request: "events" in request.url):
        site.evaluate(
            "url => setInterval(() => { new Image().src = `${url}events?${Math.random()}`; }, 20)",
            gadget.url,
        )
    site.wait_for_timeout(1000)
    assert visit(gadget).locator("#link").text_content() == ""


def test_no_other_site_gets_the_token(gadget, site):
    ask = """async ([url, mode, type]) => {
      try {
        const headers = { "Content-Type": type };
        const answer = await fetch(`${url}token`, { method: "POST", mode, headers });
        return await answer.text();
      } catch (error) {
        return error.name;
      }
    }"""
    for mode in ("cors", "no-cors"):
        for kind in ("application/json", "text/plain"):
            assert site.evaluate(ask, [gadget.url, mode, kind]) == "TypeError"


# The door


@pytest.fixture
def guarded(build):
    return build("left", "right", "knob", options=("--door",))


def test_a_new_browser_is_allowed_by_the_code_that_the_gadget_shows(visit, guarded):
    page = visit(guarded, live=False)
    code = guarded.told().removeprefix("code ")
    field = page.get_by_label("The six digits")
    field.fill("000000" if code != "000000" else "111111")
    page.get_by_role("button", name="Allow").click()
    page.get_by_text("That is not the code that the gadget shows.").wait_for()
    assert not page.get_by_role("img").is_visible()
    field.fill(f"{code[:3]} {code[3:]}")
    field.press("Enter")
    page.wait_for_selector("[data-link=live]")
    open_gadget(page)
    page.keyboard.press("f")
    assert told(guarded, 2) == press("LEFT")
    page.reload()
    page.get_by_role("img", name="Left screen").wait_for()


def test_letters_typed_at_the_door_press_nothing(visit, guarded):
    page = visit(guarded, live=False)
    code = guarded.told().removeprefix("code ")
    page.get_by_label("The six digits").press_sequentially(code)
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-link=live]")
    open_gadget(page)
    page.keyboard.press("5")
    assert guarded.told() == "ThrowDie(face=5)"


def test_the_picture_with_the_code_lets_a_phone_in_without_typing(visit, guarded):
    code = guarded.told().removeprefix("code ")
    phone = visit(guarded, live=False, at=f"#{code}")
    phone.wait_for_selector("[data-link=live]")
    assert "#" not in phone.url


def test_a_browser_that_is_forgotten_stands_at_the_door_again(visit, guarded):
    page = visit(guarded, live=False)
    code = guarded.told().removeprefix("code ")
    page.get_by_label("The six digits").fill(code)
    page.get_by_role("button", name="Allow").click()
    page.get_by_text("Who is allowed").click()
    page.get_by_role("button", name="Forget this browser").click()
    page.get_by_label("The six digits").wait_for()


# The line


def test_the_controls_have_their_place_once_the_page_is_live(chromium, counting):
    held = []  # the question for the board: the counting gadget has a game on the table

    def hold_first(question):
        if held:
            question.continue_()
        held.append(question)

    with chromium.new_page() as page:
        page.route("**/ask", hold_first)
        with page.expect_request("**/ask"):
            page.goto(counting.url)
        assert page.locator("[data-link=lost]").count() == 1
        held[0].continue_()
        page.wait_for_selector("[data-link=live]")
        before = page.locator("#gadget").bounding_box()
        page.locator(".choice", has_text="Play A").wait_for()
        page.locator(".story li").first.wait_for()
        assert page.locator("#gadget").bounding_box() == before


def test_a_gadget_that_stops_is_shown_as_gone_and_found_again(visit, gadget):
    page = visit(gadget)
    gadget.stop()
    gadget.told_all()
    page.wait_for_selector("[data-link=lost]")
    page.locator("#link", has_text="doesn't answer").wait_for()  # it fades in
    for screen in page.get_by_role("img").all():
        assert screen.get_attribute("aria-label").endswith("not connected")
    assert not any(page.evaluate(PIXEL, [x, y]) for x in range(0, 128, 3) for y in range(0, 64, 7))
    page.keyboard.press("f")
    gadget.start()
    page.wait_for_selector("[data-link=live]")
    assert page.locator("#link").text_content() == ""
    left = page.get_by_role("img", name="Left screen")
    assert not left.get_attribute("aria-label").endswith("not connected")
    assert not [line for line in gadget.told_all() if line.endswith((" down", " up"))]


def test_a_press_that_was_cut_off_does_not_come_back(visit, counting):
    page = visit(counting)
    page.keyboard.down("f")
    assert counting.told() == press("LEFT")[0]
    counting.stop()
    page.wait_for_selector("[data-link=lost]")
    counting.start()
    page.wait_for_selector("[data-link=live]")
    counting.told_all()
    page.keyboard.up("f")
    page.keyboard.press("6")
    assert counting.told() == "ThrowDie(face=6)"
