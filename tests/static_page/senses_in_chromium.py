"""What a player hears, feels and sees move, and letters of twice the size, in a real browser."""

from tests.static_page.conftest import BEGINS, choice

RECORDS = """
  self.heard = 0;
  self.felt = [];
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) {
    self.heard += 1;
    return start.apply(this, when);
  };
  navigator.vibrate = (pattern) => self.felt.push(pattern) > 0;
"""
"""Notes what goes to the speaker and to the motor, which a test has no other way to tell."""
TURNED = """() => {
  self.turned = new Promise((seen) => addEventListener("transitionrun",
    ({ target, propertyName }) => target.matches(".cube") && seen(propertyName)));
}"""
TURNS = """() => document.querySelector(".die").getAnimations({ subtree: true })
  .length"""
OUT_OF_REACH = """() => {
  const shell = document.querySelector("dialog[open]") ?? document;
  const isMet = (each, block) => {
    each.scrollIntoView({ block });
    const { x, y, width, height } = each.getBoundingClientRect();
    return each.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  };
  const missed = [...shell.querySelectorAll("button:enabled, select, summary, label.carry")]
    .filter((each) => each.checkVisibility())
    .filter((each) => !["nearest", "start"].some((block) => isMet(each, block)))
    .map((each) => each.outerHTML);
  scrollTo(0, 0);
  return missed;
}"""


def roll(page):
    choice(page, "Roll").click()
    page.locator(".card.offered").first.wait_for()


def test_a_roll_is_heard_and_felt_only_where_the_player_wants_it(ready, tmp_path):
    script = tmp_path / "records.js"
    script.write_text(RECORDS)
    page = ready(script=script)
    roll(page)
    assert page.evaluate("[self.heard, self.felt.length]") == [0, 0]
    page.locator(".card.offered").first.click()
    choice(page, "Done").click()
    page.locator(".tool.more").click()
    page.get_by_label("Sound of the die").check()
    page.get_by_label("Vibration with the die").check()
    tried = page.evaluate("[self.heard, self.felt.length]")
    assert tried[0] > 0, "the switch lets it be heard"
    assert tried[1] == 1
    page.keyboard.press("Escape")
    roll(page)
    assert page.evaluate("[self.heard, self.felt.length]") == [2 * tried[0], 2]
    page.reload()
    page.locator(".load").wait_for(state="hidden")
    page.locator(".tool.more").click()
    assert page.get_by_label("Sound of the die").is_checked()


def test_a_die_is_seen_to_roll_unless_the_player_wants_no_motion(ready):
    page = ready(reduced_motion="no-preference")
    page.evaluate(TURNED)
    roll(page)
    assert page.evaluate("self.turned") == "transform"
    page.emulate_media(reduced_motion="reduce")
    page.locator(".card.offered").first.click()
    choice(page, "Done").click()
    roll(page)
    assert page.evaluate(TURNS) == 0
    assert page.locator(".die").first.is_visible()


def test_letters_of_twice_the_size_leave_all_in_reach(open_page):
    page = open_page()
    sizes = {"fontSizes": {"standard": 32, "fixed": 26}}  # as in the browser's own settings
    session = page.context.new_cdp_session(page)
    session.send("Page.setFontSizes", sizes)

    def look():
        assert page.evaluate("getComputedStyle(document.body).fontSize") == "32px"
        for width, height in ((1280, 800), (390, 844)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert page.evaluate(OUT_OF_REACH) == []

    page.locator(".sheet-card").first.wait_for()
    page.locator(".load").wait_for(state="hidden")
    look()
    page.get_by_role("button", name=BEGINS).click()
    look()
    page.get_by_role("button", name="Begin", exact=True).click()
    choice(page, "Skip the set-up").click()
    choice(page, "Roll").wait_for()
    look()
    roll(page)
    look()
    page.keyboard.press("l")
    page.get_by_text("Statistics").click()
    page.get_by_role("table").first.wait_for()
    look()
