"""The game in large type, and games as files, at the page. Run by `.ci/browser`."""

import pytest

from tests.browser.conftest import PYTHON, Gadget
from tests.browser.steps import WINDOWS, open_companion, told


def test_nobody_who_has_not_opened_the_game_asks_for_it(page, counting):
    asked = []
    page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    page.keyboard.press("f")
    told(counting, 2)
    assert asked.count("table") == asked.count("odds") == 0


def test_an_offered_card_in_large_type_is_tapped_as_on_the_screen(page, counting):
    open_companion(page)
    offered = page.locator("#companion button.card")
    assert offered.all_inner_texts() == [f"{name}\nface-up, offered" for name in "ABC"]
    counting.told_all()
    offered.nth(1).click()
    assert counting.told().startswith("TapScreen(screen='")


def test_a_step_stays_ticked_while_the_game_stands_as_it_stood(page, counting):
    open_companion(page)
    tick = page.get_by_role("list", name="To do now").locator("input").first
    tick.check()
    page.keyboard.press("f")
    told(counting, 2)
    page.wait_for_timeout(300)
    assert tick.is_checked()


def test_the_odds_are_told_when_no_throw_is_due(page, counting):
    open_companion(page)
    page.locator("#odds > summary").click()
    page.get_by_text("No roll is due now.").wait_for()


def test_what_was_played_is_told_for_who_asks(page, counting):
    open_companion(page)
    page.locator("#history > summary").click()
    page.get_by_text("T1 R1 Central Powers: ABC.").wait_for()


def test_a_line_of_the_log_is_undone_by_its_button(page, counting):
    open_companion(page)
    page.locator("#history > summary").click()
    counting.told_all()
    page.get_by_role("button", name="Undo 1, back to before T1 R1 Central Powers").click()
    assert counting.told() == "UndoTo(answers=0)"


@pytest.mark.parametrize("ratio", [1, 1.5, 3])
@pytest.mark.parametrize(("width", "height"), WINDOWS)
def test_the_game_in_large_type_fits_any_window(visit, gadget, counting, width, height, ratio):
    size = {"width": width, "height": height}
    page = visit(gadget, viewport=size, device_scale_factor=ratio)
    open_companion(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    clipped = page.locator("#companion").evaluate("""(part) =>
      [...part.querySelectorAll("*")].filter((e) => e.scrollWidth > e.clientWidth + 1
        && getComputedStyle(e).display !== "inline").map((e) => e.outerHTML)""")
    assert clipped == []


def test_a_game_is_saved_as_a_file_and_added_from_one(page, counting, tmp_path):
    page.locator("#games > summary").click()
    page.get_by_text("7. “With Anna”: Paths of Glory, turn 1, played now").wait_for()
    with page.expect_download() as saving:
        page.get_by_role("link", name="Save as a file: game 7").click()
    assert saving.value.suggested_filename == "game-7.cdg"
    saving.value.save_as(tmp_path / "game-7.cdg")
    page.get_by_label("Add a game from a file").set_input_files(tmp_path / "game-7.cdg")
    page.get_by_text("It is game 8 now; switch to it in the menu.").wait_for()


def test_a_file_that_is_no_game_is_refused_in_a_sentence(visit, counting, tmp_path):
    page = visit(counting)
    page.locator("#games > summary").click()
    (tmp_path / "else.cdg").write_text("something else")
    page.get_by_label("Add a game from a file").set_input_files(tmp_path / "else.cdg")
    page.get_by_text("The file holds no game that cdgdevice exported.").wait_for()


def test_each_part_is_marked_with_the_language_that_it_is_written_in(visit, request, tmp_path):
    config = tmp_path / "cdgdevice.toml"
    config.write_text('language = "de"\nsheet = "paths-of-glory-2022"\n')
    options = ("--config", str(config), "--folder", str(tmp_path / "games"), "--no-browser")
    gadget = Gadget(*options, command=f"{PYTHON} -m cdgdevice sim")
    request.addfinalizer(gadget.stop)
    page = visit(gadget)
    open_companion(page)
    page.locator("#said span").last.wait_for(state="attached")
    said = page.evaluate("[...document.querySelectorAll('#said span')].map((e) => e.lang)")
    parts = ("figure canvas", "#companion-steps", "#companion-title")
    assert [page.locator(part).first.get_attribute("lang") for part in parts] == ["de"] * 3
    assert said == ["de", "de", "en-GB"]
    assert page.locator("html").get_attribute("lang") == "en-GB"
