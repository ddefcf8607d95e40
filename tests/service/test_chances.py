"""Below each card stands how many throws of its side's next roll offer it, once nobody presses."""

import math

from msgspec.structs import replace

from cdgdevice.drivers.gpio.control_events import Control
from cdgdevice.render.draw_board import pick_text_font
from cdgdevice.render.text import MEDIUM
from cdgdevice.render.views import BoardView
from cdgdevice.rules.card_display import Side
from cdgdevice.ui.update import IDLE_WORK_AFTER
from tests.whole_gadget import Gadget, plain

LEFT = Control.LEFT
REST = IDLE_WORK_AFTER + 0.1


def board(gadget: Gadget, side: Side) -> BoardView:
    view = gadget.front.shown_views[side]
    assert isinstance(view, BoardView)
    return view


def test_the_idle_screen_says_how_many_of_six_throws_offer_each_card() -> None:
    with Gadget(2, sheet="washingtons-war-2022") as gadget:
        gadget.passes(REST).press(LEFT).passes(2.0)
        idle = board(gadget, Side.RIGHT)
        assert (idle.throws, idle.chances) == (6, ((4,), (4,), (3,), (2,), (2,)))
        assert board(gadget, Side.LEFT).chances is None, "it has rolled"
        assert "so many of 6 rolls offer A 4, B 4, C 3, D 2, E 2." in gadget.reads(Side.RIGHT)


def test_two_dice_are_counted_on_the_screen_of_the_side_that_throws_them() -> None:
    with Gadget(sheet="paths-of-glory-2016") as gadget:
        while "nate" not in gadget.reads():
            gadget.press(LEFT)
        gadget.press(LEFT).passes(REST)
        thrower = board(gadget, Side.LEFT)
        assert thrower.throws == 36
        assert thrower.chances[0] == (19,), "white 1-3, or else coloured 1; 2 2 and 3 3 play B, C"
        rest = 36 - sum(count for counts in thrower.chances for count in counts)
        assert rest == 3, "white 4-6 and coloured 6: the top card of the pile, but for 6 6"


def test_no_press_waits_for_the_count_and_at_rest_it_is_over() -> None:
    with Gadget(2, 2, sheet="washingtons-war-2022") as gadget:
        gadget.passes(REST)
        known = gadget.session.state.chances
        gadget.press(LEFT).passes(IDLE_WORK_AFTER / 2).press(LEFT).passes(IDLE_WORK_AFTER / 2)
        gadget.press(LEFT)
        assert gadget.session.state.chances is known
        gadget.passes(REST)
        counted = gadget.session.state.chances
        assert counted.game is gadget.session.history.now
        assert gadget.session.deadline() == math.inf


def test_an_order_keeps_its_letters_and_the_idle_cards_give_the_numbers_room() -> None:
    with Gadget(2, sheet="paths-of-glory-2022") as gadget:
        gadget.press(LEFT).passes(2.0).press(LEFT).press(LEFT).passes(REST)
        assert "Fill A from C, face-down." in gadget.reads()
        idle = board(gadget, Side.LEFT)
        assert idle.chances
        assert pick_text_font(idle) is pick_text_font(replace(idle, chances=None)) is MEDIUM


def test_where_somebody_chooses_the_cards_keep_their_height_and_the_numbers_give_way() -> None:
    with Gadget(sheet="washingtons-war-2022") as gadget:
        gadget.passes(REST)
        assert "rolls." in gadget.reads()
        assert board(gadget, Side.LEFT).chances is None, "an order and a question stand there"


def test_until_they_are_counted_their_room_is_kept_and_no_sentence_moves() -> None:
    with Gadget(2, sheet="washingtons-war-2022") as gadget:
        gadget.press(LEFT).passes(2.0).press(LEFT).press(LEFT)
        before = board(gadget, Side.LEFT)
        assert before.chances == ()
        gadget.passes(REST)
        after = board(gadget, Side.LEFT)
        assert after.chances
        assert replace(after, chances=(), throws=0) == before


def test_a_continued_game_is_whole_before_the_pins_are_taken_and_only_they_come_later() -> None:
    with Gadget(2, sheet="washingtons-war-2022") as gadget:
        gadget.press(LEFT).passes(2.0).press(LEFT).press(LEFT)
    shown: list[dict[Side, bytes]] = []

    def look(again: Gadget) -> None:
        again.when_pins_open = lambda: shown.append({side: again.picture(side) for side in Side})

    with Gadget(sheet="washingtons-war-2022", disk=gadget.disk, prepare=look) as again:
        assert shown == [{side: again.picture(side) for side in Side}]
        before = {side: board(again, side) for side in Side}
        again.passes(REST)
        for side, first in before.items():
            now = board(again, side)
            assert now.chances
            assert replace(now, chances=(), throws=0) == first


def test_switched_off_nothing_is_counted_and_nothing_shown() -> None:
    config = plain(sheet="washingtons-war-2022")
    off = replace(config, screens=replace(config.screens, chances=False))
    with Gadget(config=off) as gadget:
        gadget.passes(REST)
        assert gadget.session.state.chances is None
        assert board(gadget, Side.RIGHT).chances is None


def test_what_was_thought_out_before_a_press_has_its_numbers_at_once() -> None:
    with Gadget(2, sheet="washingtons-war-2022") as gadget:
        gadget.press(LEFT).passes(2.0).press(LEFT).passes(2.0).press(LEFT)
        assert board(gadget, Side.LEFT).chances
        assert gadget.session.state.chances.game is gadget.session.history.now
