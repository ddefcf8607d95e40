"""What the page shows and tells in a real browser, and to everybody. Run by `.ci/browser`."""

import pytest

from tests.browser.steps import PIXEL, WINDOWS, choice, open_gadget, press, resize, told

# What is shown


def test_every_dot_of_the_picture_is_on_the_canvas(visit, build):
    # The counting gadget frames its first space from (2, 14) to (22, 34).
    page = visit(build("left", "right", "knob"))
    page.keyboard.press("ArrowRight")
    page.get_by_role("img", name="Highlight on B").first.wait_for()
    lit = [page.evaluate(PIXEL, [x, y]) for x, y in ((2, 14), (22, 34), (1, 14), (3, 15), (0, 63))]
    assert lit == [True, True, False, False, False]


SIZES = """() => [...document.querySelectorAll("figure")].map((figure) => {
  const glass = figure.querySelector(".glass");
  const canvas = figure.querySelector("canvas");
  const style = getComputedStyle(glass);
  const [outer, inner, shown] = [figure, glass, canvas].map((e) => e.getBoundingClientRect());
  const px = (name) => parseFloat(style[name]);
  const edge = (side) => px(`padding${side}`) + px(`border${side}Width`);
  return {
    room: [outer.left, outer.right],
    glass: [inner.left, inner.right],
    content: [inner.left + edge("Left"), inner.right - edge("Right")],
    picture: [shown.left, shown.right],
    frame: edge("Left") + edge("Right"),
    dot: canvas.width / 128,
  };
})"""


RATIOS = [
    *((320, 2), (360, 3), (375, 2), (360, 4), (390, 3), (412, 3.5), (430, 3), (412, 2.625)),
    *((768, 2), (900, 1), (1000, 1.5), (1100, 1.5), (1280, 1), (1200, 1.5), (1280, 1.25)),
]
"""Widths of windows, and how many dots of the screen a dot of the page has there."""


def test_the_whole_picture_is_on_the_screen_and_as_large_as_its_dots_can_be(page):
    for width, ratio in RATIOS:
        resize(page, width, 844, ratio)
        screens = page.evaluate(SIZES)
        assert len(screens) == 2
        for screen in screens:
            assert_holds_its_picture(screen, ratio)


def assert_holds_its_picture(screen, ratio):
    dot, room = screen["dot"], screen["room"][1] - screen["room"][0]
    assert dot == int(dot), "every dot has the same whole number of device pixels"
    assert screen["picture"][1] - screen["picture"][0] == pytest.approx(128 * dot / ratio, abs=0.1)
    for outer, inner in (("room", "glass"), ("content", "picture")):
        assert screen[outer][0] - 0.1 <= screen[inner][0]
        assert screen[inner][1] <= screen[outer][1] + 0.1
    assert screen["content"] == pytest.approx(screen["picture"], abs=0.1), "no black margin"
    assert 128 * (dot + 1) / ratio + screen["frame"] > room, "no larger dot has room"


def test_a_sleeping_screen_is_black_and_says_so(page, counting):
    page.keyboard.down("Enter")
    page.get_by_role("img", name="Right screen, Allied Powers: asleep").wait_for()
    page.get_by_text("Allied Powers: asleep. Press anything.").wait_for()
    page.keyboard.up("Enter")
    page.get_by_role("img", name="Right screen, Allied Powers: Pressed").wait_for()


def test_new_words_are_said_once_and_old_ones_never_again(page, counting):
    said = page.locator("#said")
    page.locator("#said:not(:empty)").wait_for(state="attached")
    said.evaluate("""said => {
      window.news = [];
      new MutationObserver(() => window.news.push(said.textContent)).observe(said,
        { childList: true, characterData: true, subtree: true });
    }""")
    for key in ("1", "2", "3"):
        page.keyboard.press(key)
    page.locator("#said", has_text="saw a 3").wait_for(state="attached")
    page.wait_for_timeout(600)
    assert page.evaluate("window.news") == ["Die reader: The die reader saw a 3."]


def test_the_die_lies_as_the_gadget_says_also_on_a_page_that_comes_later(visit, counting):
    page = visit(counting)
    page.keyboard.press("5")
    page.wait_for_selector("#die[data-face='5']")
    later = visit(counting)
    later.wait_for_selector("#die[data-face='5']")
    page.get_by_role("button", name="Lean the die").click()
    page.keyboard.press("2")
    later.wait_for_selector("#die[data-face='2']")


def test_lines_are_spoken_as_sentences_each_with_one_stop(page):
    lines = ["Turn 1, round 1.", "A: face-up", "Play A?"]
    said = page.evaluate(
        "lines => import('./board_make.js').then(({ spoken }) => spoken(lines))", lines
    )
    assert said == "Turn 1, round 1. A: face-up. Play A?"


def test_a_button_shows_and_says_that_it_is_lit(page, counting):
    page.get_by_role("button", name="Central Powers, Left button, lit", exact=True).wait_for()
    page.keyboard.down("f")
    page.get_by_role("button", name="Central Powers, Left button", exact=True).wait_for()
    page.keyboard.up("f")


def test_the_gadget_stays_as_it_was_left(visit, gadget):
    page = visit(gadget)
    page.reload()
    page.wait_for_selector("[data-link=live]")
    assert page.locator(".case").is_visible()
    page.locator("#gadget summary").click()
    page.reload()
    page.wait_for_selector("[data-link=live]")
    assert not page.locator(".case").is_visible()


def test_the_head_leads_to_the_gadget(visit, counting):
    page = visit(counting, shut=True)
    choice(page, "Play A").wait_for()
    assert not page.locator(".case").is_visible()
    page.get_by_role("button", name="Gadget", exact=True).click()
    page.get_by_role("img", name="Left screen").wait_for()


# Builds


def test_a_build_with_one_button_shows_one_button(visit, build):
    small = build("left")
    page = visit(small)
    names = accessible_names(page, "button")
    assert "Central Powers, Left button, lit" in names
    said = " ".join(names)
    assert not any(name in said for name in ("Right button", "Push", "Turn the knob"))
    assert "A" not in names
    assert page.get_by_role("img").count() == 1
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    page.keyboard.press("l")
    assert told(small, 2) == press("LEFT")


def test_a_build_with_direct_keys_shows_five(visit, build):
    keys = build("left", "right", "knob", "a", "b", "c", "d", "e")
    page = visit(keys)
    page.keyboard.press("e")
    page.get_by_role("button", name="A", exact=True).click()
    assert told(keys, 4) == press("E") + press("A")


# What makes it comfortable


TONES = """() => {
  window.tones = 0;
  const { start } = AudioScheduledSourceNode.prototype;
  AudioScheduledSourceNode.prototype.start = function (when) {
    window.tones += 1;
    start.call(this, when);
  };
}"""


def test_a_throw_sounds_once_for_who_wants_it_and_an_undo_never(page, counting):
    page.evaluate(TONES)
    page.keyboard.press("3")
    page.wait_for_selector("#die[data-face='3']")
    assert page.evaluate("window.tones") == 0, "nobody wanted it yet"
    page.locator("#comfort summary").click()
    page.get_by_label("Sound when the die has its result").check()
    heard = page.evaluate("window.tones")
    assert heard > 0, "it is heard what was chosen"
    open_gadget(page)
    page.keyboard.press("f")
    page.keyboard.press("5")
    page.wait_for_selector("#die[data-face='5']")
    assert page.evaluate("window.tones") == 2 * heard
    page.get_by_role("button", name="Lean the die").click()
    page.locator("#reader", has_text="sees no face").wait_for()
    assert page.evaluate("window.tones") == 2 * heard
    page.keyboard.press("4")
    page.wait_for_selector("#die[data-face='4']")
    assert page.evaluate("window.tones") == 3 * heard
    page.reload()
    assert page.get_by_label("Sound when the die has its result").is_checked()


def test_what_was_thrown_while_the_line_was_lost_does_not_sound(visit, counting):
    page, other = visit(counting), visit(counting)
    page.evaluate(TONES)
    page.locator("#comfort summary").click()
    page.get_by_label("Sound when the die has its result").check()
    heard = page.evaluate("window.tones")
    page.route("**/token", lambda route: route.abort())
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    page.wait_for_selector("[data-link=lost]")
    other.keyboard.press("1")
    other.wait_for_selector("#die[data-face='1']")
    page.unroute("**/token")
    page.wait_for_selector("#die[data-face='1']")
    assert page.evaluate("window.tones") == heard


LOCKS = """() => {
  window.locks = [];
  navigator.wakeLock.request = async () => {
    const lock = new EventTarget();
    lock.release = () => {
      window.locks.push("released");
      lock.dispatchEvent(new Event("release"));
    };
    window.locks.push("asked");
    return lock;
  };
}"""


def test_the_screen_stays_on_while_the_gadget_is_there_for_who_wants_it(visit, build):
    gadget = build("left", "right", "knob")
    page = visit(gadget)
    page.evaluate(LOCKS)
    page.locator("#comfort summary").click()
    page.get_by_label("Keep this screen on").check()
    assert page.evaluate("window.locks") == ["asked"]
    gadget.stop()
    page.wait_for_selector("[data-link=lost]")
    assert page.evaluate("window.locks") == ["asked", "released"]
    gadget.start()
    page.wait_for_selector("[data-link=live]")
    page.get_by_label("Keep this screen on").uncheck()
    assert page.evaluate("window.locks") == ["asked", "released"] * 2


def test_a_browser_that_keeps_no_screen_on_says_so(visit, gadget):
    page = visit(gadget)
    page.add_init_script("delete Navigator.prototype.wakeLock")
    page.reload()
    page.wait_for_selector("[data-link=live]")
    page.locator("#comfort summary").click()
    assert page.get_by_text("This browser doesn't let the page keep the screen on.").is_visible()
    assert not page.get_by_label("Keep this screen on").is_visible()


def test_a_browser_finds_all_that_it_needs_to_install_the_page(page):
    line = page.context.new_cdp_session(page)
    found = line.send("Page.getAppManifest")
    assert found["errors"] == []
    assert found["url"].endswith("/page.webmanifest")
    errors = line.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # Each test has a browser without a past, which never installs anything.
    assert [error["errorId"] for error in errors] == ["in-incognito"]


# Everybody


def accessible_names(page, role):
    return [
        element.evaluate("e => e.ariaLabel || e.labels?.[0]?.innerText || e.innerText.trim()")
        for element in page.get_by_role(role).all()
    ]


def test_it_fits_and_every_target_is_large_enough(page):
    page.locator("details").evaluate_all("all => all.forEach((each) => (each.open = true))")
    for width in (320, 360, 768, 1280):
        resize(page, width, 800)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        for target in page.locator("button:visible, summary:visible, label:visible").all():
            box = target.bounding_box()
            assert min(box["width"], box["height"]) >= 44, target.inner_text()
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= width


def test_every_control_and_picture_has_a_name_of_its_own(page):
    for role in ("button", "img", "heading", "group"):
        names = accessible_names(page, role)
        assert all(names)
        assert len(names) == len(set(names))
    assert page.locator("html").get_attribute("lang") == "en-GB"
    assert page.title() == "cdgdevice"
    assert page.get_by_role("main").count() == 1


def test_a_name_begins_with_the_words_on_the_button(page):
    for button in page.get_by_role("button").all():
        words = button.locator(".name")
        label = button.get_attribute("aria-label")
        if label and words.count():
            assert label.startswith(words.inner_text())


def test_all_text_stands_out_from_what_is_behind_it(page):
    # The lightest ground of the gadget is a button under the pointer; axe looks at the rest.
    assert page.evaluate(CONTRAST, "#454952") >= 4.5


CONTRAST = """(ground) => {
  const light = (colour) => {
    const parts = colour.startsWith("#")
      ? [1, 3, 5].map((i) => parseInt(colour.slice(i, i + 2), 16))
      : colour.match(/[0-9.]+/g).slice(0, 3).map(Number);
    const [r, g, b] = parts.map((part) => {
      const c = part / 255;
      return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const texts = [...document.querySelectorAll(
    ".case :is(h2, p, button, span, figcaption)")];
  const below = light(ground) + 0.05;
  return Math.min(
    ...texts.filter((text) => text.offsetParent && !text.closest("kbd"))
      .map((text) => (light(getComputedStyle(text).color) + 0.05) / below));
}"""


def test_nothing_moves_for_those_who_asked_for_stillness(visit, gadget):
    page = visit(gadget, reduced_motion="reduce")
    for selector in (".thrown", ".knob .cap"):
        style = page.locator(selector).evaluate("e => getComputedStyle(e).transitionDuration")
        assert style == "0s"


def test_axe_finds_nothing_that_keeps_anybody_out(visit, gadget):
    # Imported here, for `make test` passes this folder on its way and has no axe.
    from axe_playwright_python.sync_playwright import Axe

    page = visit(gadget, reduced_motion="reduce")
    page.wait_for_timeout(300)  # the board is there
    page.locator("details").evaluate_all("all => all.forEach((each) => (each.open = true))")
    for width, height in WINDOWS:
        resize(page, width, height)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            found = Axe().run(page)
            assert found.violations_count == 0, (width, scheme, found.generate_report())
