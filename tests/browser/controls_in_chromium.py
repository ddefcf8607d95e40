"""Keys, mouse and fingers at the page in a real browser. Run by `.ci/browser`."""

import pytest

from tests.browser.steps import open_gadget, press, release, told

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
    assert counting.told() == "turn 1"
    page.keyboard.press("ArrowLeft")
    assert counting.told() == "turn -1"


def test_quick_turns_add_up(page, counting):
    page.evaluate("""() => {
      const turn = document.querySelector("[data-turn='1']");
      for (let n = 0; n < 70; n += 1) turn.click();
    }""")
    steps = 0
    while steps < 70:
        steps += int(counting.told().removeprefix("turn "))
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
    page.locator("#comfort summary").click()
    page.get_by_label("Use single keys").uncheck()
    page.keyboard.press("l")
    assert not page.get_by_role("dialog").is_visible()
    open_gadget(page)
    page.keyboard.press("f")
    page.get_by_label("Use single keys").check()
    open_gadget(page)
    page.keyboard.press("2")
    assert counting.told() == "ThrowDie(face=2)"


def test_a_key_means_the_gadget_there_and_else_the_board(page, counting):
    page.locator(".choice", has_text="Play A").wait_for()
    page.keyboard.press("l")  # at the gadget it is a long hold
    assert not page.get_by_role("dialog").is_visible()
    page.locator(".panel").focus()
    page.keyboard.press("f")
    page.keyboard.press("l")
    page.get_by_role("dialog", name="Log").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Left button").focus()
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
    buttons = page.get_by_role("button", disabled=False).all()
    reached = set()
    for _ in range(len(buttons) + 8):  # and what can be opened between and below them
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement === document.body"):
            continue  # it goes round
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
    page.get_by_role("button", name="Roll a 2").click()
    page.get_by_role("button", name="Left button").click()
    page.keyboard.press("Enter")
    assert told(counting, 5) == ["ThrowDie(face=2)", *press("LEFT"), *press("KNOB")]


def test_the_wheel_turns_the_knob(page, counting):
    hover(page, "Push")
    page.mouse.wheel(0, 100)
    assert counting.told() == "turn 2"


def test_a_finger_on_a_screen_points_at_its_dot(page, counting):
    box = page.get_by_role("img", name="Right screen").bounding_box()
    dot = box["width"] / 128
    page.mouse.click(box["x"] + 100.5 * dot, box["y"] + 20.5 * dot)
    assert counting.told() == "tap right 100 20"


def test_the_knob_turns_when_it_is_drawn_and_is_not_pushed(page, counting):
    hover(page, "Push")
    page.mouse.down()
    page.mouse.move(0, 0)  # up and to the left, far off: it keeps the finger
    page.mouse.up()
    page.keyboard.press("1")
    done = [counting.told()]
    while done[-1] != "ThrowDie(face=1)":
        done.append(counting.told())
    assert all(each.startswith("turn ") for each in done[:-1])
    assert len(done) > 1


def test_a_short_touch_of_the_knob_pushes_it(page, counting):
    page.get_by_role("button", name="Push").click()
    assert told(counting, 2) == press("KNOB")


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


def test_a_hold_needs_no_steady_finger_and_lasts_as_long_as_the_gadget_says(visit, counting):
    page = visit(counting, timed=True)
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
    page.get_by_role("button", name="Hold").click()
    page.clock.run_for(1900)
    assert page.locator(".knob.down").is_visible()
    page.clock.run_for(100)
    assert not page.locator(".knob.down").is_visible()
    assert told(counting, 2) == press("KNOB")


def test_a_hold_that_is_broken_off_is_no_press(visit, counting):
    page = visit(counting)
    page.get_by_role("button", name="Hold").click()
    page.evaluate("dispatchEvent(new Event('blur'))")
    page.get_by_role("button", name="Left button").click()
    assert told(counting, 3) == [press("KNOB")[0], *press("LEFT")], "the knob does not come up"
    page.close()
    assert counting.told() == "knob lost"


def test_a_page_that_is_closed_lets_go(visit, counting):
    page = visit(counting)
    page.keyboard.down("f")
    assert counting.told() == press("LEFT")[0]
    page.close()
    assert counting.told() == "left lost"


def test_a_page_says_often_enough_that_a_key_is_still_down(visit, counting):
    page = visit(counting, timed=True)
    page.keyboard.down("f")
    assert counting.told() == press("LEFT")[0]
    # By the page's own clock: how fast the machine sends the requests does not matter.
    for _half_second in range(3):
        with page.expect_request(lambda request: '"still"' in (request.post_data or "")):
            page.clock.run_for(500)
    page.keyboard.up("f")
    assert counting.told() == release("LEFT")
