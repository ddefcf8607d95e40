"""The page that needs no gadget, in a real browser: by taps, by keys, at every size."""

import pytest

from tests.static_page.conftest import BEGINS, begin_without_set_up, choice
from tests.static_page.turns import SIZES

TARGET = 44

TARGETS = "button, a, input, select, summary, .step, .carry"
SMALL_TARGETS = f"""() => [...document.querySelectorAll("{TARGETS}")]
  .filter((each) => each.checkVisibility() && !each.matches("label input, .unseen"))
  .map((each) => [each, each.getBoundingClientRect()])
  .filter(([, box]) => box.width > 0 && (box.width < {TARGET} || box.height < {TARGET}))
  .map(([each, box]) => `${{each.className}}: ${{box.width}} by ${{box.height}}`)
"""
SMALL_TEXT = """() => [...document.querySelectorAll("body *")]
  .filter((each) => each.checkVisibility())
  .filter((each) => [...each.childNodes].some((node) => node.data?.trim()))
  .filter((each) => parseFloat(getComputedStyle(each).fontSize) < 16)
  .map((each) => `${each.className} ${each.textContent}`)
"""
BOXES = """() => [...document.querySelectorAll(".panel, .tools, .mat, .slot")].map((each) => {
  const { x, y, width, height } = each.getBoundingClientRect();
  return [x, y, width, height].map(Math.round);
})"""
OUTSIDE = """(selector) => [...document.querySelectorAll(selector)].filter((each) => {
  const { left, right, top, bottom } = each.getBoundingClientRect();
  return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
}).map((each) => each.className)"""
SAID = """() => {
  window.news = [];
  const said = document.querySelector("#board > .unseen");
  new MutationObserver(() => window.news.push(said.textContent.trim())).observe(said,
    { childList: true, characterData: true, subtree: true });
}"""


def test_a_round_is_played_by_taps_and_the_first_roll_is_the_fourth(open_page, stranger):
    page = open_page(stranger)
    page.get_by_role("button", name=BEGINS).tap()
    page.get_by_role("button", name="Begin", exact=True).tap()
    choice(page, "Skip the set-up").tap()
    choice(page, "Roll").tap()
    page.locator(".result", has_text="The die").wait_for()
    page.locator(".mat.active .card.offered").first.tap()
    choice(page, "Done").tap()
    page.get_by_role("region", name="Allied Powers").and_(page.locator(".active")).wait_for()
    step = page.get_by_role("checkbox").first
    step.tap()
    assert step.is_checked()
    assert page.locator(".pips b").first.text_content() == "6/7"


def test_a_round_is_played_by_keys_alone(ready):
    page = ready()
    page.keyboard.press("Enter")
    page.locator(".card.offered").first.wait_for()
    page.keyboard.press("Enter")  # which card is played, no key decides by itself
    letter = page.locator(".card.offered").first.get_attribute("data-name")
    page.keyboard.press(letter.lower())
    choice(page, "Done").wait_for()
    page.keyboard.press("Space")
    choice(page, "Roll").wait_for()
    assert "Allied Powers" in page.locator(".mat.active h2").text_content()
    page.keyboard.press("u")
    choice(page, "Done").wait_for()


def test_a_sheet_opens_and_closes_by_keys(ready):
    page = ready()
    for key, title in (("l", "Log"), ("r", "Rules"), ("m", "More"), ("?", "Help")):
        page.keyboard.press(key)
        page.get_by_role("dialog", name=title).wait_for()
        page.keyboard.press("Escape")
        page.get_by_role("dialog").wait_for(state="hidden")


def test_the_screens_of_a_gadget_show_the_same_game(ready):
    page = ready()
    page.keyboard.press("m")
    page.get_by_text("screens show").click()
    left = page.get_by_role("img", name="Left screen, Central Powers: ")
    left.wait_for()
    assert "Cards left: 7 of 7." in left.get_attribute("aria-label")
    assert page.get_by_role("img", name="Right screen, Allied Powers: ").is_visible()
    lit = "c => c.getContext('2d').getImageData(0, 0, c.width, c.height).data.some(Boolean)"
    assert left.evaluate(lit)
    page.get_by_role("dialog").get_by_label("Language").select_option("Deutsch")
    choice(page, "Würfeln").wait_for()
    page.locator(".load").wait_for(state="hidden")
    page.keyboard.press("m")
    page.get_by_text("Was die Bildschirme").click()
    page.get_by_role("img", name="Linker Bildschirm, Mittelmächte: ").wait_for()


@pytest.mark.parametrize("key", ["Enter", "Space"])
def test_a_held_key_says_one_thing_once(ready, key):
    page = ready()
    page.keyboard.press("Enter")
    page.keyboard.press(page.locator(".card.offered").first.get_attribute("data-name").lower())
    choice(page, "Done").wait_for()
    page.keyboard.down(key)
    choice(page, "Roll").wait_for()
    for _ in range(5):
        page.keyboard.down(key)  # a key that is down already repeats
    page.keyboard.up(key)
    page.wait_for_timeout(500)
    assert choice(page, "Roll").is_visible()


def test_a_held_key_on_a_button_says_one_thing_once(ready):
    page = ready()
    choice(page, "Roll").focus()
    for _ in range(6):
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    page.locator(".card.offered").first.wait_for()
    page.wait_for_timeout(500)
    assert page.locator(".card.offered").count() > 0


def test_what_is_explained_is_there_to_be_seen(open_page):
    page = open_page()
    guide = page.locator("#board .guide")
    page.get_by_role("button", name="The Last Crusade").click()
    page.get_by_role("button", name="Begin", exact=True).click()
    choice(page, "No: lead me").wait_for()
    assert not guide.is_visible(), "it has no cards"
    page.get_by_role("button", name="Games").click()
    begin_without_set_up(page)
    guide.filter(has_text="A round begins with a roll").wait_for()
    choice(page, "Roll").click()
    guide.filter(has_text="Raised cards may be played").wait_for()


def test_the_second_tap_of_a_double_one_is_none(ready):
    page = ready()
    choice(page, "Roll").dblclick()
    page.wait_for_timeout(500)
    assert page.locator(".card.offered").count() > 0


def test_an_undo_tells_what_to_put_back_until_that_is_done(ready):
    page = ready()
    choice(page, "Roll").click()
    page.locator(".card.offered").first.click()
    choice(page, "Done").click()
    choice(page, "Roll").wait_for()
    page.locator(".tool.undo").click()
    told = page.locator(".told")
    told.get_by_role("heading", name="Undone").wait_for()
    told.get_by_role("button", name="OK").click()
    told.wait_for(state="hidden")


def test_an_undo_after_which_nothing_is_put_back_is_told_until_the_next_answer(open_page):
    page = open_page()
    page.get_by_role("button", name=BEGINS).click()
    page.get_by_role("button", name="Begin", exact=True).click()
    choice(page, "Guns of August: no").click()
    page.locator(".tool.undo").click()
    told = page.locator(".told")
    told.get_by_role("heading", name="Undone").wait_for()
    choice(page, "Guns of August: no").click()
    told.wait_for(state="hidden")


def test_an_order_is_said_once(ready):
    page = ready()
    page.evaluate(SAID)
    choice(page, "Roll").click()
    page.locator(".card.offered").first.click()
    choice(page, "Done").click()
    choice(page, "Roll").wait_for()
    page.wait_for_function("window.news.length >= 3")
    news = page.evaluate("window.news")
    assert len(news) == 3
    assert "The die" in news[0]
    assert "The die" not in news[1], "what was said is no news"
    assert "Central Powers" in news[2], "how it refills and counts"


def test_a_later_start_goes_straight_to_the_board(ready):
    page = ready()
    choice(page, "Roll").click()
    page.locator(".card.offered").first.wait_for()
    page.reload()
    page.locator(".card.offered").first.wait_for()
    page.locator(".load").wait_for(state="hidden")
    page.locator(".card.offered").first.click()
    choice(page, "Done").wait_for()


def test_every_size_holds_the_board_and_nothing_moves(ready):
    page = ready()

    def look():
        boxes = []
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(200)
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert page.evaluate(SMALL_TARGETS) == []
            assert page.evaluate(SMALL_TEXT) == []
            boxes.append(page.evaluate(BOXES))
        return boxes

    first = look()
    choice(page, "Roll").click()
    page.locator(".card.offered").first.wait_for()
    assert look() == first
    page.locator(".card.offered").first.click()
    choice(page, "Done").wait_for()
    assert look() == first
    choice(page, "Done").click()
    choice(page, "Roll").wait_for()
    assert look() == first
    page.get_by_role("button", name="Games").click()
    page.get_by_role("button", name=BEGINS).first.wait_for()
    look()


def test_a_phone_on_its_side_or_with_letters_of_twice_their_size_hides_nothing(ready):
    page = ready(viewport={"width": 740, "height": 360})
    assert page.evaluate(OUTSIDE, ".card, .choice, .tool") == []
    page.set_viewport_size({"width": 180, "height": 370})
    assert page.evaluate(OUTSIDE, ".tool, .top button") == []
    page.get_by_role("button", name="Games").click()
    page.get_by_role("button", name=BEGINS).first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 180


def test_axe_finds_nothing_that_keeps_anybody_out(open_page):
    # Imported here, for `make test` passes this folder on its way and has no axe.
    from axe_playwright_python.sync_playwright import Axe

    page = open_page()

    def look():
        for width, height in (SIZES[0], SIZES[3]):
            page.set_viewport_size({"width": width, "height": height})
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)
                found = Axe().run(page)
                assert found.violations_count == 0, (width, scheme, found.generate_report())

    sheet = page.get_by_role("button", name=BEGINS)
    sheet.wait_for()
    look()
    sheet.click()
    look()
    page.get_by_role("button", name="Begin", exact=True).click()
    choice(page, "Skip the set-up").wait_for()
    look()
    choice(page, "Skip the set-up").click()
    choice(page, "Roll").wait_for()
    for key in "lrm?":
        page.keyboard.press(key)
        page.get_by_role("dialog").wait_for()
        look()
        page.keyboard.press("Escape")
    choice(page, "Roll").click()
    page.locator(".card.offered").first.wait_for()
    look()
    page.locator(".card.offered").first.click()
    choice(page, "Done").click()
    choice(page, "Roll").wait_for()
    page.keyboard.press("l")
    page.get_by_text("Statistics").click()
    page.get_by_role("table", name="Central Powers: 1 round").wait_for()
    page.get_by_role("row", name="Central Powers 1").wait_for()
    look()
    page.keyboard.press("Escape")
    page.locator(".tool.undo").click()
    page.locator(".told").get_by_role("button", name="OK").wait_for()
    look()


def test_what_to_put_back_stands_until_the_player_says_it_is_done(ready):
    page = ready()
    choice(page, "Roll").click()
    page.locator(".card.offered").first.click()
    choice(page, "Done").click()
    choice(page, "Roll").wait_for()
    lines = page.locator(".told li")

    def undo():
        before = lines.count()
        page.locator(".tool.undo").click()
        page.wait_for_function("n => document.querySelectorAll('.told li').length > n", arg=before)

    undo()
    undo()
    kept = lines.all_text_contents()
    page.reload()
    page.locator(".told").wait_for()
    page.locator(".load").wait_for(state="hidden")
    page.locator(".card.offered").first.click()
    choice(page, "Done").wait_for()
    assert lines.all_text_contents() == kept
    page.locator(".told").get_by_role("button", name="OK").click()
    page.reload()
    choice(page, "Done").wait_for()
    page.locator(".load").wait_for(state="hidden")
    assert page.locator(".told").is_hidden()


def test_another_game_has_nothing_to_put_back_and_names_of_its_own(ready):
    page = ready()
    choice(page, "Roll").click()
    page.locator(".card.offered").first.wait_for()
    page.locator(".tool.undo").click()
    page.locator(".told").wait_for()
    page.get_by_role("button", name="Games").click()
    page.get_by_role("button", name=BEGINS).last.click()
    page.get_by_text("Name the sides").click()
    names = [page.get_by_label(f"Name for {side} Powers") for side in ("Central", "Allied")]
    for field in names:
        field.fill("<b>Entente")
    page.get_by_role("button", name="Begin", exact=True).click()
    page.get_by_role("dialog").get_by_text("two different names").wait_for()
    assert [field.input_value() for field in names] == ["<b>Entente"] * 2
    names[0].fill("")
    page.get_by_role("button", name="Begin", exact=True).click()
    choice(page, "Skip the set-up").wait_for()
    assert page.locator(".told").is_hidden()
    for side in ("Central Powers", "<b>Entente"):
        page.get_by_role("region", name=side).wait_for()


def test_a_double_tap_begins_one_game(ready):
    page = ready()
    page.get_by_role("button", name="Games").click()
    page.locator(".game").first.wait_for()
    assert page.locator(".game").count() == 1
    page.get_by_role("button", name=BEGINS).last.click()
    page.locator(".begin").evaluate("(begin) => { begin.click(); begin.click(); }")
    choice(page, "Skip the set-up").wait_for()
    page.get_by_role("button", name="Games").click()
    page.locator(".game").nth(1).wait_for()
    assert page.locator(".game").count() == 2


@pytest.mark.parametrize("title", ["End the game", "End the turn"])
def test_an_end_is_asked_for_twice(ready, title):
    page = ready()
    page.keyboard.press("m")
    entry = page.locator(".entry", has_text=title)
    entry.dblclick()
    page.wait_for_timeout(300)
    assert entry.text_content() == f"{title}?"
    assert page.get_by_role("dialog").is_visible()
    page.wait_for_timeout(600)  # the next one begins anew
    entry.click()
    page.get_by_role("dialog").wait_for(state="hidden")
    choice(page, "Roll").wait_for(state="hidden")


def test_a_game_gets_the_name_that_is_typed(ready):
    page = ready()
    page.get_by_role("button", name="Games").click()
    page.get_by_role("button", name="Name, save or delete").click()
    page.get_by_label("Name of this game").press_sequentially("Evening")
    page.keyboard.press("Enter")
    page.locator(".game", has_text="Evening").wait_for()


def test_a_shared_position_opens_as_a_game_of_its_own(ready):
    page = ready()
    choice(page, "Roll").click()
    page.locator(".card.offered").first.wait_for()
    page.keyboard.press("m")
    page.get_by_role("button", name="Share this position").click()
    link = page.get_by_label("Whoever opens this link").input_value()
    assert page.evaluate(SMALL_TARGETS) == page.evaluate(SMALL_TEXT) == []
    result = page.locator(".result").text_content()
    page.close()
    other = ready()  # in a browser without that game
    other.evaluate("link => { location.href = link; }", link)
    other.locator(".result", has_text=result).wait_for()
    assert "#" not in other.url
    other.get_by_role("button", name="Games").click()
    other.locator(".game").nth(1).wait_for()
    other.evaluate("location.hash = 'game=none'")
    other.get_by_role("alert").filter(has_text="The link is damaged").wait_for()


def test_the_language_is_chosen_on_the_page_and_stays(ready):
    page = ready()
    page.keyboard.press("m")
    page.get_by_role("dialog").get_by_label("Language").select_option("Deutsch")
    choice(page, "Würfeln").wait_for()
    assert page.evaluate("document.documentElement.lang") == "de"
    page.reload()
    page.locator(".load").wait_for(state="hidden")
    page.get_by_role("button", name="Spiele").click()
    page.get_by_role("heading", name="Welches Spiel?").wait_for()
    page.locator("#start").get_by_label("Sprache").select_option("English")
    page.get_by_role("heading", name="Which game?").wait_for()
    assert page.evaluate("document.documentElement.lang") == "en"


def test_what_was_taken_back_is_given_again_until_another_answer(ready):
    page = ready()
    choice(page, "Roll").click()
    page.locator(".card.offered").first.click()
    choice(page, "Done").click()
    choice(page, "Roll").wait_for()
    where = page.locator(".where").text_content()
    for _ in range(2):
        page.locator(".tool.undo").click()
    page.locator(".card.offered").first.wait_for()
    told = page.locator(".told")
    told.get_by_role("button", name="Redo").click()
    choice(page, "Done").wait_for()
    page.keyboard.press("y")
    choice(page, "Roll").wait_for()
    assert page.locator(".where").text_content() == where
    told.wait_for(state="hidden")

    for _ in range(2):
        page.locator(".tool.undo").click()
    page.locator(".card.offered").last.click()
    choice(page, "Done").wait_for()
    page.keyboard.press("m")
    page.get_by_role("dialog").wait_for()
    assert page.get_by_role("button", name="Redo").count() == 0


def test_taking_back_twice_at_once_takes_back_two_answers(ready):
    page = ready()
    before = page.locator(".tool.undo").get_attribute("aria-label")
    choice(page, "Roll").click()
    page.locator(".card.offered").first.click()
    choice(page, "Done").wait_for()
    page.evaluate("""() => {
      const undo = document.querySelector(".tool.undo");
      undo.click();
      undo.click();
    }""")
    choice(page, "Roll").wait_for()
    assert page.locator(".tool.undo").get_attribute("aria-label") == before
    page.evaluate("""() => {
      const y = () => new KeyboardEvent("keydown", { key: "y", bubbles: true });
      for (const each of [y(), y()]) document.body.dispatchEvent(each);
    }""")
    choice(page, "Done").wait_for()


def test_taking_back_more_than_there_is_takes_back_no_later_answer(ready):
    page = ready()
    page.evaluate("""() => {
      for (let n = 0; n < 99; n++) document.querySelector(".tool.undo").click();
    }""")
    page.wait_for_function(
        "() => document.querySelector('.tool.undo').disabled && !document.querySelector('.busy')"
    )
    page.locator(".choice").first.click()
    page.wait_for_function("() => !document.querySelector('.tool.undo').disabled")
    page.wait_for_timeout(500)
    assert page.locator(".tool.undo").is_enabled()


def test_help_is_there_before_a_game(open_page):
    page = open_page()
    page.get_by_role("button", name="Help").click()
    page.get_by_role("dialog", name="Help").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="hidden")
    page.keyboard.press("?")
    page.get_by_role("dialog", name="Help").wait_for()


def test_a_long_name_of_a_game_is_read_whole(ready):
    page = ready(sheet="Caesar: Rome vs. Gaul")
    assert page.locator(".game-name").evaluate("each => each.scrollWidth <= each.clientWidth + 1")


PLAYED = """async (where) => {
  const undo = document.querySelector(".tool.undo");
  const isBusy = () => document.querySelector(".busy");
  const soon = () => new Promise((resolve) => setTimeout(resolve, 5));
  while (document.querySelector(".where").textContent !== where) {
    const before = undo.ariaLabel;
    document.querySelector(".choice:not(.own)").click();
    while (undo.ariaLabel === before || isBusy()) await soon();
  }
}"""


def test_the_whole_log_is_read(ready):
    page = ready()
    page.evaluate(PLAYED, "Turn 4, round 1")
    page.keyboard.press("l")
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="answers before").click()
    dialog.get_by_text("Skip the set-up").wait_for()
    assert dialog.get_by_role("button", name="answers before").count() == 0
