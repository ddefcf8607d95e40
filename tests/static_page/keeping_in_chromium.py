"""What was shown is there again: after a closed tab, with a full storage, without a network."""

from contextlib import suppress

from playwright.sync_api import Error

from tests.static_page.conftest import wait_for

PATHS = "paths-of-glory-2022"


def begin(bare):
    assert bare.refusal is None
    bare.ask(do="begin", sheet=PATHS, options={})
    return bare.roll_on(9)["board"]


def test_a_closed_tab_and_one_that_crashes_lose_nothing_that_was_shown(open_bare):
    bare = open_bare()
    shown = begin(bare)
    context = bare.page.context
    bare.page.close()
    again = open_bare(context)
    assert again.ask(do="board")["board"] == shown
    shown = again.roll_on(1)["board"]
    with again.page.expect_event("crash"), suppress(Error):
        again.page.goto("chrome://crash")
    assert open_bare(context).ask(do="board")["board"] == shown


def test_a_page_whose_program_was_ended_says_what_to_do_and_goes_on(open_page, tmp_path):
    script = tmp_path / "ends.js"
    script.write_text(
        "self.Worker = class extends Worker {"
        " constructor(...given) { super(...given); self.end = () => this.terminate(); } };"
    )
    page = open_page(script=script)
    page.get_by_role("button", name="Paths of Glory 2022 box").click()
    page.get_by_role("button", name="Begin", exact=True).click()
    page.get_by_role("button", name="Skip the set-up").click()
    page.get_by_role("button", name="Roll", exact=True).click()
    offered = page.locator(".card.offered")
    offered.first.wait_for()
    shown = page.locator(".panel").inner_text()
    page.evaluate("self.end()")
    page.get_by_role("alert").filter(has_text="Load the page again").wait_for()
    offered.first.click()  # it waits for nobody, and refuses
    page.reload()
    page.locator(".load").wait_for(state="hidden")
    assert page.locator(".panel").inner_text() == shown


def test_an_answer_under_way_as_the_tab_closes_is_there_or_is_not(open_bare):
    bare = open_bare()
    shown = begin(bare)
    id_ = bare.ask(do="board")["id"]
    context = bare.page.context
    request = next(each["request"] for each in shown["choices"] if each["request"])
    bare.page.evaluate(
        "(question) => { self.play.ask(question); }",
        {"do": "answer", "request": request, "id": id_},
    )
    bare.page.close()
    now = open_bare(context).ask(do="board")["board"]
    assert now["answers"] - shown["answers"] in (0, 1)


def test_a_second_tab_is_told_that_the_games_are_open_elsewhere(open_bare):
    first = open_bare()
    begin(first)
    second = open_bare(first.page.context)
    assert second.refusal.startswith("The games are open in another tab")
    first.page.close()
    second.page.close()
    assert open_bare(first.page.context).refusal is None


def test_it_plays_without_a_network_after_one_visit(open_bare, stranger):
    bare = open_bare(stranger)
    shown = begin(bare)
    context = bare.page.context
    page = bare.page
    wait_for(
        lambda: page.evaluate("caches.match('./files.js').then((found) => found !== undefined)")
    )
    page.close()
    context.set_offline(offline=True)
    again = open_bare(context)
    assert again.refusal is None
    assert again.ask(do="board")["board"] == shown
    assert again.roll_on(3)["board"]["answers"] == shown["answers"] + 3


def test_a_full_storage_is_told_and_the_game_goes_on(open_bare, stranger, site):
    bare = open_bare(stranger)
    begin(bare)
    session = bare.page.context.new_cdp_session(bare.page)
    session.send("Storage.overrideQuotaForOrigin", {"origin": site.rstrip("/"), "quotaSize": 1})
    # The browser looks at the room that is left only every half minute.
    assert "not saved" in wait_for(lambda: bare.roll_on(1)["unsaved"], every=1)
    session.send("Storage.overrideQuotaForOrigin", {"origin": site.rstrip("/")})
    wait_for(lambda: not bare.roll_on(1)["unsaved"])
    kept = bare.ask(do="board")
    context = bare.page.context
    bare.page.close()
    assert open_bare(context).ask(do="board")["board"]["answers"] == kept["board"]["answers"]


def test_no_request_of_a_first_visit_leaves_the_site(visited, site):
    assert f"{site}pyodide/pyodide.asm.wasm" in visited.asked
    assert {url for url in visited.asked if not url.startswith((site, "data:", "blob:"))} == set()


def test_games_travel_to_an_empty_browser_in_one_file(open_bare):
    here = open_bare()
    shown = begin(here)
    packed = here.page.evaluate(
        "self.play.exportAll().then((blob) => blob.arrayBuffer())"
        ".then((bytes) => [...new Uint8Array(bytes)])"
    )
    here.page.close()
    there = open_bare()
    assert there.ask(do="games")["games"] == []
    reply = there.page.evaluate(
        "(bytes) => self.play.bring(new File([new Uint8Array(bytes)], 'all.zip'))", packed
    )
    assert reply["board"] == shown


def test_a_damaged_file_is_refused_in_a_sentence(open_bare):
    bare = open_bare()
    shown = begin(bare)
    reply = bare.page.evaluate("self.play.bring(new File(['letters'], 'evening.cdg'))")
    assert "evening.cdg" in reply["error"]
    assert bare.ask(do="board")["board"] == shown


def test_a_storage_that_was_cleared_meanwhile_gets_the_game_again(open_bare, site):
    bare = open_bare()
    begin(bare)
    session = bare.page.context.new_cdp_session(bare.page)
    cleared = {"origin": site.rstrip("/"), "storageTypes": "indexeddb"}
    session.send("Storage.clearDataForOrigin", cleared)
    reply = bare.roll_on(2)
    assert not reply["unsaved"]
    context = bare.page.context
    bare.page.close()
    assert open_bare(context).ask(do="board")["board"] == reply["board"]
