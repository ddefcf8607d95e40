"""The board, and games as files, at the gadget's page. Run by `.ci/browser`."""

import pytest

from tests.browser.conftest import PYTHON, Gadget
from tests.browser.steps import WINDOWS, choice, open_gadget, resize, told


@pytest.fixture
def game(build):
    """A counting gadget with a game of its own: A, B and C are offered."""
    return build("left", "right", "knob")


@pytest.fixture
def simulated(request, tmp_path):
    """Start the simulator; its game is already chosen where a `sheet` is written."""

    def start(*written: str) -> Gadget:
        config = tmp_path / "cdgdevice.toml"
        config.write_text("\n".join(written))
        options = ("--config", str(config), "--folder", str(tmp_path / "games"), "--no-browser")
        gadget = Gadget(*options, command=f"{PYTHON} -m cdgdevice sim")
        request.addfinalizer(gadget.stop)
        return gadget

    return start


def test_an_offered_card_is_taken_at_the_board(visit, game):
    page = visit(game, shut=True)
    offered = page.locator(".mat.active .card.offered")
    offered.first.wait_for()
    assert offered.evaluate_all("cards => cards.map((card) => card.dataset.name)") == [*"ABC"]
    offered.nth(1).click()
    choice(page, "Done").wait_for()
    page.locator(".tool.undo").click()
    page.locator(".told").get_by_role("button", name="OK").click()
    choice(page, "Play B").wait_for()


def test_dice_and_games_stand_in_the_log_as_bars(visit, game):
    page = visit(game, shut=True)
    choice(page, "Play A").wait_for()
    page.keyboard.press("l")
    page.get_by_text("Statistics").click()
    rolled = page.get_by_role("row").filter(has_not=page.get_by_text("0", exact=True))
    rolled.first.wait_for()
    assert page.get_by_role("table").count() == 2
    assert rolled.count() == 1


def test_what_one_page_plays_the_other_shows(visit, game):
    page, other = visit(game, shut=True), visit(game, shut=True)
    choice(other, "Play A").wait_for()
    choice(page, "Play A").click()
    choice(page, "Done").wait_for()
    page.evaluate("document.getElementById('gadget').open = true")
    page.locator(".round").first.click()  # the counting gadget shows all pages how it stands
    choice(other, "Done").wait_for()


def test_a_step_stays_ticked_while_the_game_stands_as_it_stood(page, counting):
    tick = page.locator(".steps input").first
    tick.check()
    page.locator(".case").focus()
    page.keyboard.press("f")
    told(counting, 2)
    page.wait_for_timeout(300)
    assert tick.is_checked()


def test_the_bar_stays_in_sight_wherever_the_page_is(visit, game):
    page = visit(game)
    choice(page, "Play A").wait_for()
    for width, height in WINDOWS:
        resize(page, width, height)
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        box = choice(page, "Play A").bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= height


def test_the_board_fits_any_window(page, counting):
    choice(page, "Play A").wait_for()
    for width, height in WINDOWS:
        for ratio in (1, 1.5, 3):
            resize(page, width, height, ratio)
            assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_without_a_game_there_is_the_gadget_and_then_the_board(visit, simulated):
    page = visit(simulated(), shut=True)
    page.get_by_role("heading", name="cdgdevice").wait_for()
    assert page.locator(".case").is_visible()
    assert not page.locator(".table").is_visible()
    page.keyboard.press("Enter")  # nothing else can mean the key
    page.get_by_role("img", name="Begin").wait_for()
    page.get_by_role("button", name="Push").click()
    page.locator(".table").wait_for()
    assert page.locator(".top h1").inner_text()


def test_a_game_is_begun_and_gone_back_to_on_the_page(visit, simulated):
    page = visit(simulated(), shut=True)
    page.get_by_label("A new game of").fill("glory 2022")
    page.get_by_role("button", name="Begin Paths of Glory 2022 box").click()
    page.locator(".table").wait_for()
    page.locator(".leave").click()
    page.get_by_label("A new game of").fill("caesar")
    page.get_by_text("Name the sides").click()
    page.get_by_label("Name for the right side").fill("<b>Arverni")
    page.get_by_role("button", name="Begin Caesar").click()
    page.locator(".top h1", has_text="Caesar").wait_for()
    for side in ("Rome", "<b>Arverni"):
        page.get_by_role("region", name=side).wait_for()
    page.locator(".leave").click()
    page.get_by_role("button", name="Play game 1").click()
    page.locator(".top h1", has_text="Paths of Glory").wait_for()


def test_dice_of_ones_own_are_named_at_the_board_and_its_round_is_counted(visit, simulated):
    written = ('sheet = "paths-of-glory-2022"', "set_up = false", "[die]", 'source = "reader"')
    page = visit(simulated(*written), shut=True)
    choice(page, "Roll").wait_for()
    page.keyboard.press("1")  # the first button, as the eye counts them
    page.get_by_role("dialog").locator(".entry").first.click()
    page.locator(".card.offered").first.wait_for()
    page.locator(".card.offered").first.click()
    choice(page, "Done").click()
    choice(page, "Roll").wait_for()
    page.keyboard.press("l")
    page.get_by_text("Statistics").click()
    played = page.get_by_role("table", name="1. Paths of Glory").get_by_role("row")
    played.first.wait_for()
    assert played.all_inner_texts() == ["Central Powers\t1", "Allied Powers\t0"]


def test_a_game_is_saved_as_a_file_and_added_from_one(page, counting, tmp_path):
    page.locator("#games > summary").click()
    page.get_by_text("7. “With Anna”: Paths of Glory, turn 1, played now").wait_for()
    with page.expect_download() as saving:
        page.get_by_role("link", name="Save as a file: game 7").click()
    assert saving.value.suggested_filename == "game-7.cdg"
    saving.value.save_as(tmp_path / "game-7.cdg")
    page.get_by_label("Add a game from a file").set_input_files(tmp_path / "game-7.cdg")
    page.get_by_text("It is game 8 now.").wait_for()


def test_a_file_that_is_no_game_is_refused_in_a_sentence(visit, counting, tmp_path):
    page = visit(counting)
    page.locator("#games > summary").click()
    (tmp_path / "else.cdg").write_text("something else")
    page.get_by_label("Add a game from a file").set_input_files(tmp_path / "else.cdg")
    page.get_by_text("The file holds no game that cdgdevice exported.").wait_for()


def test_each_part_is_marked_with_the_language_that_it_is_written_in(visit, simulated):
    page = visit(simulated('language = "de"', 'sheet = "paths-of-glory-2022"'))
    page.locator("#said span[lang=en-GB]", has_text="Die reader").wait_for(state="attached")
    page.keyboard.press("ArrowRight")
    for part in ("#said span", "figure canvas", "#board"):
        page.locator(f"{part}[lang=de]").first.wait_for(state="attached")
    assert page.locator("#beside").get_attribute("lang") == "en-GB"
    assert page.locator("html").get_attribute("lang") == "en-GB"


def test_who_looks_chooses_the_language_of_the_board_and_the_screens_keep_theirs(visit, simulated):
    gadget = simulated('sheet = "paths-of-glory-2022"')
    page, other = visit(gadget, shut=True), visit(gadget, shut=True)
    choice(page, "Skip the set-up").wait_for()
    page.keyboard.press("m")
    page.get_by_role("dialog").get_by_label("Language").select_option("Deutsch")
    choice(page, "Aufbau überspringen").click()
    choice(page, "Würfeln").wait_for()
    choice(other, "Roll").wait_for()
    page.reload()
    choice(page, "Würfeln").wait_for()
    page.keyboard.press("l")
    page.get_by_role("dialog", name="Verlauf").wait_for()
    page.keyboard.press("Escape")
    page.locator("#games > summary").click()
    with page.expect_download() as log:
        page.get_by_role("link", name="Save the log as text").click()
    assert "Aufbau" in log.value.path().read_text()
    open_gadget(page)
    for part, language in (("#board", "de"), ("figure canvas", "en")):
        page.locator(f"{part}[lang={language}]").first.wait_for(state="attached")
    page.locator(".tool.more").click()
    page.get_by_role("dialog").get_by_label("Sprache").select_option("English")
    choice(page, "Roll").wait_for()


def test_what_was_taken_back_is_given_again_by_a_button(visit, simulated):
    page = visit(simulated('sheet = "paths-of-glory-2022"'), shut=True)
    choice(page, "Skip the set-up").click()
    choice(page, "Roll").wait_for()
    page.locator(".tool.undo").click()
    page.locator(".told").get_by_role("button", name="Redo").click()
    choice(page, "Roll").wait_for()


def test_the_tray_is_in_sight_on_a_phone_once_the_gadget_is_open(visit, simulated):
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    page = visit(simulated('sheet = "paths-of-glory-2022"'), shut=True, **phone)
    page.locator(".to-gadget").tap()
    page.wait_for_function(
        "() => document.getElementById('tray').getBoundingClientRect().bottom"
        " <= document.querySelector('.panel').getBoundingClientRect().top"
    )


def test_help_is_there_before_a_game(visit, simulated):
    page = visit(simulated(), shut=True)
    page.get_by_role("button", name="Help").click()
    page.get_by_role("dialog", name="Help").wait_for()


def test_the_board_says_that_a_menu_is_open_at_the_gadget(visit, simulated):
    page = visit(simulated('sheet = "paths-of-glory-2022"'))
    open_gadget(page)
    choice(page, "Skip the set-up").wait_for()
    open_menu = page.get_by_text("A menu is open at the gadget.")
    assert open_menu.count() == 0
    for _ in range(3):
        page.keyboard.press("ArrowRight")  # past the last choice
    page.locator("canvas[aria-label*='> Menu.']").wait_for()
    page.keyboard.press("Enter")
    open_menu.wait_for()
