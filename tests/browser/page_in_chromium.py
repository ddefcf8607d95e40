"""The page in a real browser. Run by `.ci/browser`; `make test` does without a browser."""

import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest

PIXEL = """([x, y]) => {
  const canvas = document.querySelector("canvas");
  const dot = canvas.width / 128;
  const at = [x * dot + (dot >> 1), y * dot + (dot >> 1)];
  return canvas.getContext("2d").getImageData(...at, 1, 1).data[3] > 0;
}"""


def press(control):
    return [f"PressButton(control=<Control.{control}: '{control.lower()}'>)", release(control)]


def release(control):
    return f"ReleaseButton(control=<Control.{control}: '{control.lower()}'>)"


def told(counting, count):
    return [counting.told() for _ in range(count)]


# Keys


@pytest.mark.parametrize(
    ("key", "control"), [("f", "LEFT"), ("F", "LEFT"), ("j", "RIGHT"), ("Enter", "KNOB")]
)
def test_a_key_presses_and_releases_its_control(page, counting, key, control):
    page.keyboard.press(key)
    assert told(counting, 2) == press(control)


def test_a_key_kept_down_is_one_long_press(page, counting):
    for _ in range(5):
        page.keyboard.down("f")
    assert told(counting, 1) == press("LEFT")[:1]
    page.keyboard.up("f")
    page.keyboard.press("4")
    assert told(counting, 2) == [release("LEFT"), "ThrowDie(face=4)"]


def test_arrows_turn_the_knob(page, counting):
    page.keyboard.press("ArrowRight")
    assert counting.told() == "TurnKnob(steps=1)"
    page.keyboard.press("ArrowLeft")
    assert counting.told() == "TurnKnob(steps=-1)"


def test_quick_turns_add_up(page, counting):
    page.evaluate("""() => {
      const turn = document.querySelector("[data-turn='1']");
      for (let n = 0; n < 70; n += 1) turn.click();
    }""")
    steps = 0
    while steps < 70:
        steps += int(counting.told().removeprefix("TurnKnob(steps=").rstrip(")"))
    assert steps == 70


def test_digits_throw_that_face_and_t_or_space_any(page, counting):
    for key, face in (("1", "1"), ("6", "6"), ("t", None), ("Space", None)):
        page.keyboard.press(key)
        assert counting.told() == f"ThrowDie(face={face})"


def test_the_browser_keeps_its_own_shortcuts(page, counting):
    page.keyboard.press("Control+j")
    page.keyboard.press("3")
    assert counting.told() == "ThrowDie(face=3)"


def test_keys_can_be_switched_off_for_those_who_speak_to_their_browser(page, counting):
    page.locator("#keyboard summary").click()
    page.get_by_label("Use these keys").uncheck()
    page.keyboard.press("f")
    page.get_by_label("Use these keys").check()
    page.keyboard.press("2")
    assert counting.told() == "ThrowDie(face=2)"


def test_enter_on_a_focused_button_is_that_button(page, counting):
    page.get_by_role("button", name="Right button").focus()
    page.keyboard.down("Enter")
    page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    page.keyboard.press("Space")
    assert told(counting, 4) == press("RIGHT") * 2
    page.get_by_role("button", name="Unplug").focus()
    page.keyboard.press("Enter")
    assert counting.told() == "UnplugReader()"
    page.get_by_role("button", name="Plug in").focus()
    page.keyboard.press("Space")
    assert counting.told() == "ReplugReader()"


def test_everything_can_be_reached_with_the_tab_key(page):
    buttons = page.get_by_role("button").all()
    reached = set()
    for _ in range(len(buttons) + 2):  # and what can be opened between and below them
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.outerHTML"))
        assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    assert {button.evaluate("b => b.outerHTML") for button in buttons} < reached


# Pointers


def hover(page, name):
    box = page.get_by_role("button", name=name).bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 30)


def test_a_mouse_holds_as_long_as_its_button_is_down(page, counting):
    hover(page, "Push")
    page.mouse.down()
    assert told(counting, 1) == press("KNOB")[:1]
    page.mouse.up()
    assert told(counting, 1) == [release("KNOB")]
    page.keyboard.press("5")
    assert counting.told() == "ThrowDie(face=5)"


def test_sliding_off_a_button_lets_go(page, counting):
    hover(page, "Left button")
    page.mouse.down()
    page.mouse.move(5, 5)
    assert told(counting, 2) == press("LEFT")
    page.mouse.up()


def test_the_right_mouse_button_presses_nothing(page, counting):
    hover(page, "Left button")
    page.mouse.click(5, 5, button="right")
    page.get_by_role("button", name="Left button").click(button="right")
    page.keyboard.press("5")
    assert counting.told() == "ThrowDie(face=5)"


def test_a_window_that_loses_the_focus_lets_go(page, counting):
    page.keyboard.down("j")
    hover(page, "Left button")
    page.mouse.down()
    assert told(counting, 2) == [press("RIGHT")[0], press("LEFT")[0]]
    page.evaluate("window.dispatchEvent(new Event('blur'))")
    assert told(counting, 2) == [release("RIGHT"), release("LEFT")]
    page.keyboard.up("j")
    page.mouse.up()
    page.keyboard.press("1")
    assert counting.told() == "ThrowDie(face=1)"


def test_key_and_mouse_on_one_button_are_one_press(page, counting):
    hover(page, "Left button")
    page.mouse.down()
    page.keyboard.press("f")
    page.mouse.up()
    page.keyboard.press("1")
    assert told(counting, 3) == [*press("LEFT"), "ThrowDie(face=1)"]


def test_a_click_leaves_enter_to_the_knob(page, counting):
    page.get_by_role("button", name="Throw a 2").click()
    page.get_by_role("button", name="Left button").click()
    page.keyboard.press("Enter")
    assert told(counting, 5) == ["ThrowDie(face=2)", *press("LEFT"), *press("KNOB")]


def test_the_wheel_turns_the_knob(page, counting):
    hover(page, "Push")
    page.mouse.wheel(0, 100)
    assert counting.told() == "TurnKnob(steps=2)"


def test_a_finger_on_a_screen_points_at_its_dot(page, counting):
    box = page.get_by_role("img", name="Right screen").bounding_box()
    dot = box["width"] / 128
    page.mouse.click(box["x"] + 100.5 * dot, box["y"] + 20.5 * dot)
    assert counting.told() == "TapScreen(screen='right', x=100, y=20)"


def test_the_knob_turns_when_it_is_drawn_and_is_not_pushed(page, counting):
    hover(page, "Push")
    page.mouse.down()
    page.mouse.move(0, 0)  # up and to the left, far off: it keeps the finger
    page.mouse.up()
    page.keyboard.press("1")
    done = [counting.told()]
    while done[-1] != "ThrowDie(face=1)":
        done.append(counting.told())
    assert all(each.startswith("TurnKnob(") for each in done[:-1])
    assert len(done) > 1


def test_a_short_touch_of_the_knob_pushes_it(page, counting):
    page.get_by_role("button", name="Push").click()
    assert told(counting, 2) == press("KNOB")


def test_how_to_play_is_told_at_the_first_visit_and_stays_as_it_is_left(page):
    page.get_by_text("The lit button is the side whose turn it is.").wait_for()
    page.locator("#how-to summary").click()
    # As a function: the page's policy forbids the text that wait_for_function would have it run.
    page.evaluate(
        """() => new Promise((done) => {
            const look = () =>
                localStorage.getItem("how-to") === "read" ? done() : requestAnimationFrame(look);
            look();
        })"""
    )
    page.reload()
    page.wait_for_selector("[data-link=live]")
    assert not page.get_by_text("The lit button is the side whose turn it is.").is_visible()


def test_two_fingers_on_a_touch_screen_press_two_buttons(visit, counting):
    page = visit(counting, has_touch=True, is_mobile=True)
    line = page.context.new_cdp_session(page)
    points = []
    for name in ("Left button", "Right button"):
        box = page.get_by_role("button", name=name).bounding_box()
        points.append({"x": box["x"] + 30, "y": box["y"] + 30, "id": len(points)})

    def touch(kind, *fingers):
        line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(fingers)})

    touch("touchStart", points[0])
    touch("touchStart", *points)
    assert told(counting, 2) == [press("LEFT")[0], press("RIGHT")[0]]
    touch("touchEnd", points[1])
    page.keyboard.press("1")
    assert told(counting, 2) == [release("RIGHT"), "ThrowDie(face=1)"]
    touch("touchEnd")
    assert counting.told() == release("LEFT")


def test_a_screen_readers_click_is_a_short_press(page, counting):
    page.get_by_role("button", name="Left button").evaluate("button => button.click()")
    assert told(counting, 2) == press("LEFT")


def test_a_hold_needs_no_steady_finger(page, counting):
    page.get_by_role("button", name="Hold").click()
    assert told(counting, 2) == press("KNOB")


def test_a_page_that_is_closed_lets_go(visit, counting):
    page = visit(counting)
    page.keyboard.down("f")
    assert counting.told() == press("LEFT")[0]
    page.close()
    assert counting.told() == "LosePress(control=<Control.LEFT: 'left'>)"


def test_a_page_says_often_enough_that_a_key_is_still_down(visit, counting):
    page = visit(counting, timed=True)
    said = []
    page.on("request", lambda request: said.append(request.post_data))
    page.keyboard.down("f")
    assert counting.told() == press("LEFT")[0]
    # By the page's own clock, so that a slow machine is none of its business.
    for half in range(1, 4):
        page.clock.run_for(500)
        page.wait_for_timeout(0)
        assert sum('"still"' in (data or "") for data in said) >= half
    page.keyboard.up("f")
    assert counting.told() == release("LEFT")


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
    assert visit(gadget).locator("#link").inner_text() == ""


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


@pytest.mark.parametrize(
    ("width", "ratio"),
    [
        *((320, 2), (360, 3), (360, 4), (375, 2), (390, 3), (412, 3.5), (412, 2.625), (430, 3)),
        *((768, 2), (900, 1), (1000, 1.5), (1100, 1.5), (1200, 1.5), (1280, 1.25), (1280, 1)),
    ],
)
def test_the_whole_picture_is_on_the_glass_and_as_large_as_its_dots_can_be(
    visit, gadget, width, ratio
):
    page = visit(gadget, device_scale_factor=ratio, viewport={"width": width, "height": 844})
    page.wait_for_function("document.querySelector('canvas').width >= 256")
    screens = page.evaluate(SIZES)
    assert len(screens) == 2
    for screen in screens:
        dot, room = screen["dot"], screen["room"][1] - screen["room"][0]
        assert dot == int(dot), "every dot has the same whole number of device pixels"
        assert screen["picture"][1] - screen["picture"][0] == pytest.approx(
            128 * dot / ratio, abs=0.1
        )
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
        "lines => import('./speech.js').then(({ spoken }) => spoken(lines))", lines
    )
    assert said == "Turn 1, round 1. A: face-up. Play A?"


def test_a_button_shows_and_says_that_it_is_lit(page, counting):
    page.get_by_role("button", name="Central Powers, Left button, lit", exact=True).wait_for()
    page.keyboard.down("f")
    page.get_by_role("button", name="Central Powers, Left button", exact=True).wait_for()
    page.keyboard.up("f")


# Notes


def test_the_notes_are_searched_by_number_and_by_words(page, counting):
    page.locator(".notes summary").click()
    headings = page.locator("#notes-found h2")
    page.locator("#notes-count", has_text="3 notes.").wait_for()
    assert headings.all_inner_texts() == ["#1 One", "#2 Two", "Reshuffle"]
    page.get_by_label("A card's number, or words").fill("2")
    page.locator("#notes-count", has_text="1 note.").wait_for()
    assert headings.all_inner_texts() == ["#2 Two"]
    page.get_by_label("A card's number, or words").fill("no such thing")
    page.locator("#notes-count", has_text="No note matches.").wait_for()
    assert headings.count() == 0


def test_what_is_typed_into_the_search_presses_nothing(page, counting):
    page.locator(".notes summary").click()
    box = page.get_by_label("A card's number, or words")
    box.press_sequentially("fjtaeh1 ")
    box.press("Enter")
    box.press("ArrowLeft")
    assert box.input_value() == "fjtaeh1 "
    box.blur()
    page.keyboard.press("5")
    assert counting.told() == "ThrowDie(face=5)"


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


# The door


@pytest.fixture
def guarded(build):
    return build("left", "right", "knob", options=("--door",))


def test_a_new_browser_is_let_in_by_the_code_that_the_gadget_shows(visit, guarded):
    page = visit(guarded, live=False)
    code = guarded.told().removeprefix("code ")
    field = page.get_by_label("The six digits")
    field.fill("000000" if code != "000000" else "111111")
    page.get_by_role("button", name="Let me in").click()
    page.get_by_text("That is not the code that the gadget shows.").wait_for()
    assert not page.get_by_role("img").is_visible()
    field.fill(f"{code[:3]} {code[3:]}")
    field.press("Enter")
    page.get_by_role("img", name="Left screen").wait_for()
    page.keyboard.press("f")
    assert told(guarded, 2) == press("LEFT")
    page.reload()
    page.get_by_role("img", name="Left screen").wait_for()


def test_letters_typed_at_the_door_press_nothing(visit, guarded):
    page = visit(guarded, live=False)
    code = guarded.told().removeprefix("code ")
    page.get_by_label("The six digits").press_sequentially(code)
    page.keyboard.press("Enter")
    page.get_by_role("img", name="Left screen").wait_for()
    page.keyboard.press("5")
    assert guarded.told() == "ThrowDie(face=5)"


def test_the_picture_with_the_code_lets_a_phone_in_without_typing(visit, guarded):
    visit(guarded, live=False)
    code = guarded.told().removeprefix("code ")
    phone = visit(guarded, live=False, at=f"#{code}")
    phone.get_by_role("img", name="Left screen").wait_for()
    assert "#" not in phone.url


def test_a_browser_that_is_forgotten_stands_at_the_door_again(visit, guarded):
    page = visit(guarded, live=False)
    code = guarded.told().removeprefix("code ")
    page.get_by_label("The six digits").fill(code)
    page.get_by_role("button", name="Let me in").click()
    page.get_by_text("Who is let in").click()
    page.get_by_role("button", name="Forget this browser").click()
    page.get_by_label("The six digits").wait_for()


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
    page.keyboard.press("f")
    page.keyboard.press("5")
    page.wait_for_selector("#die[data-face='5']")
    assert page.evaluate("window.tones") == 2 * heard
    open_companion(page)
    page.locator("#history > summary").click()
    page.get_by_role("button", name="Undo, back to before Central Powers").click()
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


# The line


def test_a_gadget_that_stops_is_shown_as_gone_and_found_again(visit, gadget):
    page = visit(gadget)
    gadget.stop()
    gadget.told_all()
    page.wait_for_selector("[data-link=lost]")
    assert "doesn't answer" in page.locator("#link").inner_text()
    for screen in page.get_by_role("img").all():
        assert screen.get_attribute("aria-label").endswith("not connected")
    assert not any(page.evaluate(PIXEL, [x, y]) for x in range(0, 128, 3) for y in range(0, 64, 7))
    page.keyboard.press("f")
    gadget.start()
    page.wait_for_selector("[data-link=live]")
    assert page.locator("#link").inner_text() == ""
    left = page.get_by_role("img", name="Left screen")
    assert not left.get_attribute("aria-label").endswith("not connected")
    assert not [
        line for line in gadget.told_all() if line.startswith(("PressButton", "ReleaseButton"))
    ]


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


# Everybody


def accessible_names(page, role):
    return [
        element.evaluate("e => e.ariaLabel || e.innerText.trim()")
        for element in page.get_by_role(role).all()
    ]


@pytest.mark.parametrize("width", [320, 360, 768, 1280])
def test_it_fits_and_every_target_is_large_enough(page, width):
    page.set_viewport_size({"width": width, "height": 800})
    for summary in page.locator(".legend summary").all():
        summary.click()
    if page.locator(".notes summary").is_visible():
        page.locator(".notes summary").click()
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
    for summary in page.locator(".legend summary").all():
        summary.click()
    # The lightest ground in the page is a plain button under the pointer.
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
    "h1, h2, p, small, button, dd, summary, label, kbd")];
  const below = light(ground) + 0.05;
  return Math.min(
    ...texts.filter((text) => text.offsetParent && !text.closest("kbd"))
      .map((text) => (light(getComputedStyle(text).color) + 0.05) / below));
}"""


def test_nothing_moves_for_those_who_asked_for_stillness(visit, gadget):
    page = visit(gadget, reduced_motion="reduce")
    for selector in (".die", ".knob .cap"):
        style = page.locator(selector).evaluate("e => getComputedStyle(e).transitionDuration")
        assert style == "0s"


# The game in large type


WINDOWS = [(390, 844), (844, 390), (820, 1180), (1366, 768), (1920, 1080)]


def open_companion(page):
    page.locator("#companion > summary").click()
    page.wait_for_selector("#companion .card")


@pytest.mark.parametrize(("width", "height"), WINDOWS)
def test_axe_finds_nothing_that_keeps_anybody_out(visit, gadget, width, height):
    # Imported here for the same reason as Playwright.
    from axe_playwright_python.sync_playwright import Axe

    page = visit(gadget, viewport={"width": width, "height": height})
    for summary in page.locator("summary").all():
        if summary.is_visible() and not summary.evaluate("e => e.parentElement.open"):
            summary.click()
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


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
    tick = page.locator("#companion-steps input").first
    tick.check()
    page.keyboard.press("f")
    told(counting, 2)
    page.wait_for_timeout(300)
    assert tick.is_checked()


def test_the_odds_are_told_when_no_throw_is_due(page, counting):
    open_companion(page)
    page.locator("#odds > summary").click()
    page.get_by_text("No throw is due now.").wait_for()


def test_what_was_played_is_told_for_who_asks(page, counting):
    open_companion(page)
    page.locator("#history > summary").click()
    page.get_by_text("Central Powers, T1 R1, the roll. The die: ABC.").wait_for()


def test_an_answer_of_the_history_is_undone_by_its_button(page, counting):
    open_companion(page)
    page.locator("#history > summary").click()
    counting.told_all()
    page.get_by_role("button", name="Undo, back to before Central Powers").click()
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
